//! The message of a notification: its text, its picture, its buttons, and whom it pings.

use hexpost_engine::record::How;
use hexpost_engine::side::Side;
use hexpost_render::alt_text::MAX_CHARS;
use hexpost_render::theme::Theme;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings::Boards;
use crate::app::{AppError, Outgoing, Refusal};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::GameAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::rating::summary_lines;
use crate::discord::i18n::{Arg, Locale};
use crate::discord::images::theme_of;
use crate::discord::notify::club_puzzle::about_puzzle;
use crate::discord::notify::notification::Notification;
use crate::discord::notify::time::{about_time, digest};
use crate::discord::view::accessible::with_description;
use crate::discord::view::board::{BoardView, shown};
use crate::discord::view::challenge::{card, rating_limit};
use crate::discord::view::components::key;
use crate::discord::view::format::{mention, moment};
use crate::discord::view::game_summary;
use crate::discord::view::ladder::{ladder_challenge, ladder_lines};
use crate::discord::view::message::{ActionRow, Button, ButtonStyle};
use crate::model::{Challenge, ChannelId, GameId, MessageKind, PlayerId, Seq};

/// The subject of a notification.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Challenge(Box<Challenge>),
    Game(Box<Game>),
    /// A game that is frozen and can't be shown.
    Frozen,
}

/// The subject of a notification as it is now; `None` if it is gone.
pub(crate) async fn subject(
    ctx: &Context,
    outgoing: &Outgoing,
) -> Result<Option<Subject>, AppError> {
    let is_challenge = matches!(
        outgoing.notice,
        Notice::Challenged | Notice::Declined | Notice::Withdrawn | Notice::Expired
    );
    if is_challenge {
        return match ctx.app.challenge_by_id(outgoing.game).await {
            Ok(challenge) => Ok(Some(Subject::Challenge(Box::new(challenge)))),
            Err(AppError::Refused(_)) => Ok(None),
            Err(no) => Err(no),
        };
    }
    match ctx.app.game(outgoing.game, ctx.now()).await {
        Ok(game) => Ok(Some(Subject::Game(Box::new(game)))),
        Err(AppError::Refused(Refusal::Frozen)) => Ok(Some(Subject::Frozen)),
        Err(AppError::Refused(_)) => Ok(None),
        Err(no) => Err(no),
    }
}

/// The only reader of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OnlyReader {
    /// The player.
    pub(crate) player: PlayerId,
    /// The channel of the player's direct messages, if it is known.
    pub(crate) direct: Option<ChannelId>,
}

/// The message of a notification; `None` if it is out of date. `public` is the language of the
/// channel or of the only reader; `only_reader` is that player, or `None` for a public message.
pub(crate) async fn notification_for(
    ctx: &Context,
    outgoing: &Outgoing,
    subject: &Subject,
    public: &'static Locale,
    only_reader: Option<OnlyReader>,
) -> Result<Option<Notification>, AppError> {
    // A digest is about all games of a player, whatever happened to the one it is stored with.
    if outgoing.notice == Notice::Digest {
        return digest(ctx, outgoing, public).await;
    }
    match subject {
        Subject::Challenge(challenge) => {
            let rematch = ctx.app.rematch_of(challenge).await?;
            let mut told = about_challenge(outgoing, challenge, rematch, public);
            if let Some(told) = told
                .as_mut()
                .filter(|told| told.what == Some(MessageKind::Card))
                && let Some(line) = rating_limit(ctx, challenge, challenge.opponent, public).await?
            {
                told.reply.content = format!("{}\n{line}", told.reply.content);
            }
            if let Some(picture) = told.as_mut().and_then(|told| told.reply.picture.as_mut()) {
                let chosen = match only_reader {
                    Some(OnlyReader { player, .. }) => {
                        ctx.reader_of(player).await?.settings.chosen_theme()
                    }
                    None => None,
                };
                let is_direct = challenge.server.is_none() && challenge.channel.is_none();
                picture.view.set_theme(match chosen {
                    Some(theme) => theme_of(theme),
                    None if is_direct => Theme::default(),
                    None => ctx.public_theme(challenge.server).await?,
                });
            }
            Ok(told)
        }
        Subject::Frozen => Ok(Some(Notification::text(
            public.text("notice-frozen", &[]),
            None,
        ))),
        Subject::Game(game) => about_game(ctx, outgoing, game, public, only_reader).await,
    }
}

fn about_challenge(
    outgoing: &Outgoing,
    challenge: &Challenge,
    rematch: Option<GameId>,
    locale: &'static Locale,
) -> Option<Notification> {
    let say = |name: &str, player: Option<PlayerId>, other: Option<PlayerId>| {
        let called = |player: Option<PlayerId>| {
            Arg::from(player.map_or_else(|| locale.text("someone", &[]), mention))
        };
        locale.text(
            name,
            &[("player", called(player)), ("other", called(other))],
        )
    };
    let (challenger, opponent) = (challenge.challenger, challenge.opponent);
    Some(match outgoing.notice {
        Notice::Challenged => Notification {
            reply: card(challenge, rematch, locale),
            animation: None,
            board: Seq::START,
            ping: opponent,
            what: Some(MessageKind::Card),
        },
        Notice::Declined => {
            Notification::text(say("notice-declined", challenger, opponent), challenger)
        }
        // An open challenge has no opponent to tell: its card shows it.
        Notice::Withdrawn => {
            opponent?;
            Notification::text(say("notice-withdrawn", opponent, challenger), None)
        }
        Notice::Expired => {
            Notification::text(say("notice-expired", challenger, opponent), challenger)
        }
        _ => return None,
    })
}

async fn about_game(
    ctx: &Context,
    outgoing: &Outgoing,
    game: &Game,
    locale: &'static Locale,
    only_reader: Option<OnlyReader>,
) -> Result<Option<Notification>, AppError> {
    let names = ctx.names_of(game, locale).await;
    let mover = game.to_move();
    let direct = only_reader.and_then(|reader| reader.direct);
    let seen = if let Some(OnlyReader { player, .. }) = only_reader {
        let mut reader = ctx.reader_of(player).await?;
        reader.locale = locale;
        let side = game.row.side_of(player);
        let is_flipped = reader.is_flipped(game.record.game().kind(), side);
        let mut seen = BoardView::for_reader(&reader, game, &names, is_flipped);
        seen.theme = ctx.theme_for(&reader, &game.row).await?;
        seen
    } else {
        let theme = ctx.public_theme(game.row.server).await?;
        BoardView::for_everyone(theme, locale, game, &names)
    };
    let is_heard = is_heard(ctx, game).await?;
    let player = outgoing.player;
    let board = |ping: Option<PlayerId>, new: usize, first: Option<String>| {
        let mut reply = seen.message(new);
        if let Some(first) = first {
            reply.content = format!("{first}\n{}", reply.content);
        }
        if let Some(picture) = reply.picture.as_ref().filter(|_| is_heard) {
            reply.content = with_description(&reply.content, picture, locale);
        }
        Notification {
            reply,
            animation: None,
            board: game.position_seq(),
            ping,
            what: Some(MessageKind::Board),
        }
    };
    // A player who has seen the board already is not pinged.
    let is_seen = mover.is_some_and(|side| {
        game.row.seen[side] >= game.position_seq() && game.position_seq() > Seq::START
    });
    let to_ping = player.filter(|_| !is_seen);
    Ok(Some(match &outgoing.notice {
        Notice::Started => {
            if game.turns.len() > game.given() || game.is_over() {
                return Ok(None);
            }
            let mut said = started(&seen);
            if let Some(players) = ctx.app.ladder_players_of(outgoing.game).await? {
                said = format!("{}\n{said}", ladder_challenge(locale, players));
            }
            board(to_ping, 0, Some(said))
        }
        Notice::Turn { board: of, forced } => {
            // A later board is on its way.
            if game.position_seq() != *of || game.is_over() {
                return Ok(None);
            }
            // The computer's turn comes with the one before it, whose board may not have been sent.
            let before = usize::from(game.computer.is_some());
            board(to_ping, forced + 1 + before, None)
        }
        Notice::TakenBack { board: of } => {
            if game.position_seq() != *of {
                return Ok(None);
            }
            let mover = mover.and_then(|side| game.row.players[side]);
            let takeback = game.takebacks.last();
            let said = takeback.map(|takeback| seen.taken_back("notice-taken-back", takeback));
            // Where there is no opponent, nobody but the player has done it.
            let ping = player.or(mover).filter(|_| game.computer.is_none());
            board(ping, 0, said)
        }
        Notice::Finished => {
            let last_board = board(end_ping(game), last_turns(game), None);
            finished(ctx, &seen, last_board).await?
        }
        Notice::Thawed => board(player, 0, Some(locale.text("notice-thawed", &[]))),
        Notice::Reminder | Notice::Wake { .. } => {
            // Nobody is reminded who has moved.
            let is_past = match &outgoing.notice {
                Notice::Wake { board } => *board != game.position_seq(),
                _ => outgoing.made_at <= game.turn_at(),
            };
            let is_away = mover.is_some_and(|side| game.clock.away(side).is_some());
            if is_past || is_away || mover.and_then(|side| game.row.players[side]) != player {
                return Ok(None);
            }
            match game_summary::board_link(ctx, game, direct).await? {
                Some(place) => reminder(&seen, player, place),
                None => board(player, 0, Some(locale.text("notice-reminder", &[]))),
            }
        }
        // The board says who is away.
        Notice::Away if mover.is_some_and(|side| game.clock.away(side).is_some()) => {
            board(None, 0, None)
        }
        Notice::Back if mover.is_some_and(|side| game.clock.away(side).is_none()) => {
            board(None, 0, Some(locale.text("notice-back", &[])))
        }
        Notice::TimeUp | Notice::MayClaim | Notice::TimeGiven { .. } => {
            return Ok(about_time(outgoing, &seen));
        }
        Notice::PuzzleSuggested | Notice::PuzzleAgreed => {
            return about_puzzle(ctx, outgoing, &seen).await;
        }
        _ => return Ok(about_offer(outgoing, game, locale)),
    }))
}

/// A reminder with a link to the board.
fn reminder(seen: &BoardView<'_>, player: Option<PlayerId>, place: String) -> Notification {
    let called = player.map_or_else(String::new, mention);
    let mut args = vec![("player", called.into()), ("place", place.into())];
    let mut key = "notice-reminder-link";
    if let Some(deadline) = seen.game.row.status.deadline {
        key = "notice-reminder-link-until";
        args.push(("when", moment(deadline).into()));
    }
    let mut told = Notification::text(seen.locale.text(key, &args), player);
    told.reply.rows = seen.reminder_rows();
    (told.what, told.board) = (Some(MessageKind::Reminder), seen.game.position_seq());
    told
}

/// The end of a game: the animation, or the last board of a game without turns, and the effect on
/// ratings.
async fn finished(
    ctx: &Context,
    seen: &BoardView<'_>,
    mut over: Notification,
) -> Result<Notification, AppError> {
    let locale = seen.locale;
    // The animation begins and ends with the last position, so it takes the place of the picture.
    if let Some(mut animation) = seen.animation(0, None) {
        animation.replay.is_end_first = true;
        if let Some(picture) = over.reply.picture.take() {
            let alt = format!("{} {}", animation.alt, picture.alt);
            if alt.chars().count() <= MAX_CHARS {
                animation.alt = alt;
            }
        }
        over.animation = Some(animation);
    }
    // A ping needs a mention in the text.
    if let Some(called) = over.ping.map(mention)
        && !over.reply.content.contains(&called)
    {
        let line = locale.text("over-called", &[("player", called.into())]);
        over.reply.content = format!("{}\n{line}", over.reply.content);
    }
    let hints = seen.game.hints_taken();
    if hints > 0 {
        let line = locale.text("over-hints", &[("count", hints.into())]);
        over.reply.content = format!("{}\n{line}", over.reply.content);
    }
    let outcome = ctx.app.ladder_outcome(seen.game.row.id).await?;
    for line in outcome
        .iter()
        .flat_map(|outcome| ladder_lines(locale, outcome))
    {
        over.reply.content = format!("{}\n{line}", over.reply.content);
    }
    let summary = ctx.app.game_summary(seen.game.row.id).await?;
    let kind = seen.game.record.game().kind();
    for line in summary_lines(locale, kind, &summary, |side| seen.player(side)) {
        over.reply.content = format!("{}\n{line}", over.reply.content);
    }
    Ok(over)
}

/// A game begins.
pub(crate) fn started(seen: &BoardView<'_>) -> String {
    let player = |side| seen.player(side).into();
    let key = if seen.game.record.game().kind().has_sides() {
        "notice-started-sides"
    } else {
        "notice-started"
    };
    seen.locale.text(
        key,
        &[
            ("variant", seen.variant().into()),
            ("first", player(Side::First)),
            ("second", player(Side::Second)),
        ],
    )
}

/// Does a player read boards as text? Then the position is also described in words.
async fn is_heard(ctx: &Context, game: &Game) -> Result<bool, AppError> {
    for player in game.row.players.iter().flatten() {
        if ctx.reader_of(*player).await?.settings.boards == Boards::Words {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Draw offers and take-back requests, and the answers to them.
fn about_offer(outgoing: &Outgoing, game: &Game, locale: &'static Locale) -> Option<Notification> {
    let player = outgoing.player;
    let called = player.map_or_else(String::new, mention);
    let say = |name: &str| locale.text(name, &[("player", called.as_str().into())]);
    let keys = |list: &[(GameAction, &str, ButtonStyle)]| {
        let key_of = |(action, label, style): &(GameAction, &str, ButtonStyle)| -> Button {
            let button = CustomId::Menu(MenuAction::GameAction(*action, shown(game)));
            key(&button, locale.text(label, &[]), *style)
        };
        vec![ActionRow::Buttons(list.iter().map(key_of).collect())]
    };
    Some(match &outgoing.notice {
        Notice::DrawOffered => {
            game.draw_offer?;
            let mut notification = Notification::text(say("notice-draw-offered"), player);
            (notification.what, notification.board) =
                (Some(MessageKind::Draw), game.position_seq());
            notification.reply.rows = keys(&[
                (GameAction::AcceptDraw, "key-accept-draw", ButtonStyle::Good),
                (GameAction::DeclineDraw, "key-decline", ButtonStyle::Plain),
            ]);
            notification
        }
        Notice::TakebackAsked => {
            let turn = game.asked_back()?;
            let is_last = game.record.texts().last() == Some(&turn);
            let args = [("player", called.as_str().into()), ("turn", turn.into())];
            let mut said = locale.text("notice-takeback-asked", &args);
            if !is_last {
                said = format!("{said} {}", locale.text("takeback-undoes", &[]));
            }
            let mut notification = Notification::text(said, player);
            (notification.what, notification.board) =
                (Some(MessageKind::Takeback), game.position_seq());
            notification.reply.rows = keys(&[
                (GameAction::AllowTakeback, "key-allow", ButtonStyle::Good),
                (
                    GameAction::DeclineTakeback,
                    "key-decline",
                    ButtonStyle::Plain,
                ),
            ]);
            notification
        }
        Notice::DrawWithdrawn => Notification::text(say("notice-draw-withdrawn"), None),
        Notice::DrawDeclined => Notification::text(say("notice-draw-declined"), player),
        Notice::TakebackWithdrawn => Notification::text(say("notice-takeback-withdrawn"), None),
        Notice::TakebackDeclined => Notification::text(say("notice-takeback-declined"), player),
        Notice::SilenceNotice => Notification::text(say("notice-silence"), player),
        Notice::Frozen => Notification::text(locale.text("notice-frozen", &[]), None),
        _ => return None,
    })
}

/// The number of new turns: automatic replies are shown together with the turn they follow.
fn last_turns(game: &Game) -> usize {
    let turns = game.turns.iter().rev();
    turns.take_while(|made| made.is_by_itself()).count() + 1
}

/// Whom the end of a game concerns: the player who did not cause it.
fn end_ping(game: &Game) -> Option<PlayerId> {
    let ending = game.record.ending()?;
    let side = match ending.how {
        // An automatic reply was caused by the turn before it.
        How::Rule(_) => {
            let mut turns = game.turns.iter().rev();
            let made = turns.find(|made| !made.is_by_itself());
            made.map(|made| !made.side)
        }
        How::Resignation => ending.winner,
        How::Time => ending.winner.map(|winner| !winner),
        How::Agreement | How::Abort => game.ended_by.map(|side| !side),
        // The player who waited.
        How::Moderator => Some(!game.record.game().to_move()),
    }?;
    game.row.players[side]
}
