//! What a press comes to: buttons, menus and forms.

use crate::app::game::Game;
use crate::app::{Move, No, Refusal, Takeback};
use crate::engine::notation::ReadError;
use crate::engine::side::{BySide, Side};
use crate::render::View;
use crate::store::GameId;
use crate::store::challenges::Challenge;
use crate::store::posts::What;

use super::answer::Answer;
use super::board::{FILE, Seen, key, shown};
use super::card::card;
use super::commands;
use super::composer::{Composer, Pressed, State, press};
use super::custom_id::{Button, Shown, Tap};
use super::deed::{Deed, Look, Other, Purpose};
use super::host::{Host, Reader};
use super::locale::Words;
use super::refusal;
use super::reply::{Picture, Reply, Row, Style};
use super::request::Caller;
use super::router::Stop;

/// So many readings of an ambiguous text get a key.
const MOST_READINGS: usize = 10;

/// What a button does.
pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    button: Button,
    values: &[String],
    is_private: bool,
) -> Result<Answer, Stop> {
    match button {
        Button::Accept(id) => {
            host.app.accept(&caller.act(host.now()), id).await?;
            decided(host, caller, id).await
        }
        Button::Decline(id) => {
            host.app.decline(&caller.act(host.now()), id).await?;
            decided(host, caller, id).await
        }
        Button::Withdraw(id) => {
            host.app.withdraw(&caller.act(host.now()), id).await?;
            decided(host, caller, id).await
        }
        Button::Move(shown) => compose(host, caller, reader, shown.game, Some(shown.board)).await,
        Button::More(shown) => more(host, caller, reader, shown).await,
        Button::Typed(_) => Ok(Answer::Nothing),
        Button::Compose(shown, tap) => tapped(host, caller, reader, shown, tap, values).await,
        Button::Other(other) => self::other(host, caller, reader, other, values, is_private).await,
    }
}

/// A challenge was decided: its card shows it.
async fn decided(host: &Host, caller: &Caller, id: GameId) -> Result<Answer, Stop> {
    host.keep_hand(id, caller);
    host.wake();
    let challenge = host.app.challenged(id).await?;
    for post in host.app.posts(id).await? {
        if post.what == What::Card {
            host.app.close_post(id, &post, false).await?;
        }
    }
    let words = public_words(host, caller, &challenge).await?;
    Ok(Answer::Change(card(&challenge, words)))
}

/// The language of a card: the server's, or that of the one who is challenged.
async fn public_words(
    host: &Host,
    caller: &Caller,
    challenge: &Challenge,
) -> Result<&'static Words, Stop> {
    if let Some(words) = host.public_words(challenge.server).await? {
        return Ok(words);
    }
    let reader = challenge.opponent.unwrap_or(caller.id);
    Ok(host.reader_of(reader).await?.words)
}

/// Opens the composer where the player left it.
pub(super) async fn compose(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
    board: Option<i64>,
) -> Result<Answer, Stop> {
    let mut act = caller.act(host.now());
    act.board = board;
    let composing = match host.app.draft(&act, id).await {
        Err(No::Refused(Refusal::Stale)) => return stale(host, caller, reader, id).await,
        composing => composing?,
    };
    let names = host.names_of(&composing.game, reader.words).await;
    let composer = Composer::new(&composing, &reader.settings, reader.words, names);
    let screen = composer
        .screen(&State::new(composing.steps.clone()))
        .or_else(|_| composer.screen(&State::default()));
    let screen = screen.map_err(Refusal::from)?;
    Ok(Answer::Tell(screen.reply))
}

/// A tap in the composer.
async fn tapped(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    shown: Shown,
    tap: Tap,
    values: &[String],
) -> Result<Answer, Stop> {
    let act = caller.act_on(shown.board, host.now());
    let id = shown.game;
    let done = match press(tap, values) {
        Pressed::Show { state, touch } => {
            let kept = host.app.keep_draft(&act, id, &state.steps, touch).await;
            match kept {
                Ok(composing) => {
                    let names = host.names_of(&composing.game, reader.words).await;
                    let composer = Composer::new(&composing, &reader.settings, reader.words, names);
                    let screen = composer.screen(&state).map_err(Refusal::from)?;
                    host.guard(id, caller.id, screen.guards_confirm);
                    return Ok(Answer::Change(screen.reply));
                }
                Err(no) => Err(no),
            }
        }
        Pressed::Play(_) if host.is_double_tap(id, caller.id) => return Ok(Answer::Nothing),
        Pressed::Play(steps) => {
            let played = host.app.play(&act, id, &Move::Steps(steps)).await;
            match played {
                Ok(played) => {
                    host.keep_hand(id, caller);
                    host.wake();
                    return Ok(Answer::Change(made(reader, &played.turns)));
                }
                Err(no) => Err(no),
            }
        }
        Pressed::Close => {
            host.app.drop_draft(&act, id).await?;
            return Ok(closed(reader));
        }
        Pressed::Aside => return Ok(closed(reader)),
        Pressed::Type => {
            let composing = host.app.draft(&act, id).await;
            match composing {
                Ok(composing) => {
                    let names = BySide::default();
                    let composer = Composer::new(&composing, &reader.settings, reader.words, names);
                    return Ok(Answer::Ask(composer.form()));
                }
                Err(no) => Err(no),
            }
        }
        Pressed::Nothing => return Ok(Answer::Nothing),
    };
    match done {
        Err(No::Refused(Refusal::Stale | Refusal::NotYourTurn)) => {
            stale_here(host, caller, reader, id).await
        }
        Err(no) => Err(no.into()),
        Ok(never) => never,
    }
}

/// The composer was closed.
fn closed(reader: &Reader) -> Answer {
    Answer::Change(Reply {
        content: reader.words.say("composer-closed", &[]),
        ..Reply::default()
    })
}

/// A turn was made.
fn made(reader: &Reader, turns: &[String]) -> Reply {
    let turns: Vec<String> = turns.iter().map(|turn| format!("`{turn}`")).collect();
    let list = ("turns", turns.join(", ").into());
    Reply {
        content: reader.words.say("composer-made", &[list]),
        ..Reply::default()
    }
}

/// Makes a turn that was typed; what is wrong with it is explained, with a picture of what is
/// possible.
pub(super) async fn type_turn(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
    board: Option<i64>,
    text: &str,
) -> Result<Answer, Stop> {
    let mut act = caller.act(host.now());
    act.board = board;
    let played = host.app.play(&act, id, &Move::Text(text.to_owned())).await;
    let refused = match played {
        Ok(played) => {
            host.keep_hand(id, caller);
            host.wake();
            return Ok(Answer::Tell(made(reader, &played.turns)));
        }
        Err(No::Refused(Refusal::Stale)) => return stale(host, caller, reader, id).await,
        Err(No::Refused(refused @ Refusal::Text(_))) => refused,
        Err(no) => return Err(no.into()),
    };
    let game = host.app.game(id, host.now()).await?;
    let mut reply = Reply {
        content: refusal::refusal(reader.words.language(), &refused),
        ..Reply::default()
    };
    let shown = shown(&game);
    if let Refusal::Text(ReadError::Ambiguous { readings }) = &refused {
        let position = game.record.game();
        let keys = readings.iter().filter_map(|text| {
            let steps = position.path(&position.read(text).ok()?)?;
            let button = Button::Compose(shown, Tap::Go(State::new(steps)));
            Some(key(&button, text.clone(), Style::Plain))
        });
        let keys: Vec<_> = keys.take(MOST_READINGS).collect();
        reply.rows = keys
            .chunks(2)
            .map(|pair| Row::Keys(pair.to_vec()))
            .collect();
    } else {
        reply.picture = possible(reader, &game);
        let button = Button::Move(shown);
        let label = reader.words.say("key-move", &[]);
        reply.rows = vec![Row::Keys(vec![key(&button, label, Style::Primary)])];
    }
    Ok(Answer::Tell(reply))
}

/// What can be done in a position, as a picture.
fn possible(reader: &Reader, game: &Game) -> Option<Picture> {
    let position = game.record.game();
    let composing = crate::render::compose::composing(position, &[]).ok()?;
    let mut view = View::composing(composing);
    view.theme = reader.theme();
    view.is_flipped = reader.is_flipped(game.to_move());
    let alt = crate::render::alt::describe_composing(position, &[], reader.words).ok()?;
    Some(Picture {
        view,
        alt,
        file: FILE,
    })
}

/// The game has moved on: the board as it stands, and a key to move if it is the player's turn.
async fn stale(host: &Host, caller: &Caller, reader: &Reader, id: GameId) -> Result<Answer, Stop> {
    Ok(Answer::Tell(moved_on(host, caller, reader, id).await?))
}

/// The same in place of the message that is out of date.
async fn stale_here(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Answer, Stop> {
    Ok(Answer::Change(moved_on(host, caller, reader, id).await?))
}

async fn moved_on(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Reply, Stop> {
    let look = Look {
        game: id,
        ply: None,
        is_flipped: is_flipped_for(host, caller, reader, id).await?,
        is_text: false,
        slot: 0,
    };
    let mut reply = self::look(host, caller, reader, look).await?;
    let said = refusal::refusal(reader.words.language(), &Refusal::Stale);
    reply.content = format!("{said}\n{}", reply.content);
    Ok(reply)
}

/// Does someone see a board from the second player's side?
pub(super) async fn is_flipped_for(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<bool, Stop> {
    let row = host.app.row(id).await?;
    let side = row.and_then(|row| row.side_of(caller.id));
    Ok(reader.is_flipped(side))
}

/// A look at a board. Whoever plays has seen it then.
pub(super) async fn look(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    look: Look,
) -> Result<Reply, Stop> {
    let game = host.app.seen(caller.id, look.game, host.now()).await?;
    let names = host.names_of(&game, reader.words).await;
    let seen = Seen {
        game: &game,
        names: &names,
        words: reader.words,
        theme: reader.theme(),
        is_flipped: look.is_flipped,
    };
    let side = game.row.side_of(caller.id);
    let is_players_turn = side.is_some() && side == game.to_move();
    Ok(seen.look(look.ply, look.is_text, is_players_turn))
}

/// What else can be done with a game.
async fn more(host: &Host, caller: &Caller, reader: &Reader, shown: Shown) -> Result<Answer, Stop> {
    let game = host.app.game(shown.game, host.now()).await?;
    let words = reader.words;
    let say = |name: &str| words.say(name, &[]);
    let here = super::board::shown(&game);
    let side = game.row.side_of(caller.id);
    let is_flipped = reader.is_flipped(side);
    let view = |slot: u8, is_text: bool| {
        Button::Other(Other::Look(Look {
            game: shown.game,
            ply: None,
            is_flipped,
            is_text,
            slot,
        }))
    };
    let mut rows = vec![Row::Keys(vec![
        key(&view(0, false), say("key-board"), Style::Plain),
        key(&view(1, true), say("key-text"), Style::Plain),
    ])];
    if let Some(side) = side.filter(|_| !game.is_over()) {
        let is_muted = host.app.is_muted(caller.id, shown.game).await?;
        rows.extend(players_rows(&game, side, words, is_muted));
    }
    if !game.is_over() && may_moderate(host, caller, shown.game).await? {
        let button = Button::Other(Other::Do(Deed::Moderate, here));
        rows.push(Row::Keys(vec![key(
            &button,
            say("key-moderate"),
            Style::Danger,
        )]));
    }
    Ok(Answer::Tell(Reply {
        content: say("more"),
        picture: None,
        rows,
    }))
}

/// What a player can do with a game besides moving.
fn players_rows(game: &Game, side: Side, words: &Words, is_muted: bool) -> Vec<Row> {
    let say = |name: &str| words.say(name, &[]);
    let here = shown(game);
    let button = |deed| Button::Other(Other::Do(deed, here));
    let draw = match game.draw_offer {
        Some(offer) if offer == side => {
            vec![key(
                &button(Deed::WithdrawDraw),
                say("key-withdraw-draw"),
                Style::Plain,
            )]
        }
        Some(_) => vec![
            key(
                &button(Deed::AcceptDraw),
                say("key-accept-draw"),
                Style::Good,
            ),
            key(&button(Deed::DeclineDraw), say("key-decline"), Style::Plain),
        ],
        None => vec![key(
            &button(Deed::OfferDraw),
            say("key-offer-draw"),
            Style::Plain,
        )],
    };
    let back = match game.takeback {
        Some(asker) if asker == side => {
            vec![key(
                &button(Deed::WithdrawTakeback),
                say("key-withdraw-takeback"),
                Style::Plain,
            )]
        }
        Some(_) => vec![
            key(&button(Deed::AllowTakeback), say("key-allow"), Style::Good),
            key(
                &button(Deed::DeclineTakeback),
                say("key-decline"),
                Style::Plain,
            ),
        ],
        None => vec![key(
            &button(Deed::TakeBack),
            say("key-take-back"),
            Style::Plain,
        )],
    };
    let (mute, label) = if is_muted {
        (Deed::Unmute, "key-unmute")
    } else {
        (Deed::Mute, "key-mute")
    };
    let mut last = vec![
        key(&button(Deed::Resign), say("key-resign"), Style::Danger),
        key(&button(mute), say(label), Style::Plain),
    ];
    if game.row.days.is_none() && game.to_move() != Some(side) {
        let deed = if game.silence.is_some() {
            (Deed::CloseSilent, "key-close-silent")
        } else {
            (Deed::NoticeSilence, "key-notice-silence")
        };
        last.push(key(&button(deed.0), say(deed.1), Style::Plain));
    }
    vec![Row::Keys(draw), Row::Keys(back), Row::Keys(last)]
}

async fn other(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    other: Other,
    values: &[String],
    is_private: bool,
) -> Result<Answer, Stop> {
    let chosen = values.first().map(String::as_str).unwrap_or_default();
    match other {
        Other::Do(deed, shown) => self::deed(host, caller, reader, deed, shown, is_private).await,
        Other::Look(look) => {
            let reply = self::look(host, caller, reader, look).await?;
            // What everyone sees is not changed by one who looks back.
            Ok(if is_private {
                Answer::Change(reply)
            } else {
                Answer::Tell(reply)
            })
        }
        Other::Choose(purpose) => {
            let id = GameId(chosen.parse().unwrap_or(0));
            chose(host, caller, reader, purpose, id).await
        }
        Other::Games(page) => {
            let list = commands::games_list(host, caller, reader, page).await?;
            Ok(Answer::Change(list))
        }
        Other::Set(setting) => commands::set(host, caller, reader, setting, chosen).await,
        Other::Against(opponent) => commands::against(host, caller, reader, opponent, chosen).await,
        Other::Export => commands::export(host, caller, reader).await,
        Other::Forget => Ok(commands::ask_forget(reader)),
        Other::ForgetSurely => commands::forget(host, caller, reader).await,
    }
}

/// A game was chosen from a menu.
async fn chose(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    purpose: Purpose,
    id: GameId,
) -> Result<Answer, Stop> {
    let row = host.app.row(id).await?.ok_or(Refusal::UnknownGame)?;
    let shown = Shown {
        game: id,
        board: row.standing.board,
    };
    let answer = match purpose {
        Purpose::Move => compose(host, caller, reader, id, None).await?,
        Purpose::Board => {
            let is_flipped = is_flipped_for(host, caller, reader, id).await?;
            let look = Look {
                game: id,
                ply: None,
                is_flipped,
                is_text: false,
                slot: 0,
            };
            Answer::Tell(self::look(host, caller, reader, look).await?)
        }
        Purpose::Resign => deed(host, caller, reader, Deed::Resign, shown, true).await?,
        Purpose::Draw => deed(host, caller, reader, Deed::OfferDraw, shown, true).await?,
        Purpose::Takeback => deed(host, caller, reader, Deed::TakeBack, shown, true).await?,
    };
    // The menu has done its work.
    Ok(match answer {
        Answer::Tell(reply) => Answer::Change(reply),
        answer => answer,
    })
}

/// Does something with a game.
pub(super) async fn deed(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    deed: Deed,
    shown: Shown,
    is_private: bool,
) -> Result<Answer, Stop> {
    let app = &host.app;
    let id = shown.game;
    let act = caller.act_on(shown.board, host.now());
    let said = match deed {
        Deed::Resign => {
            let game = app.game(id, host.now()).await?;
            let sure = commands::resign_sure(caller, reader, &game)?;
            return Ok(if is_private {
                Answer::Change(sure)
            } else {
                Answer::Tell(sure)
            });
        }
        Deed::Moderate | Deed::ModerateSurely if !may_moderate(host, caller, id).await? => {
            return Err(Refusal::NotAPlayer.into());
        }
        Deed::Moderate => {
            let say = |name: &str| reader.words.say(name, &[]);
            let button = Button::Other(Other::Do(Deed::ModerateSurely, shown));
            let keys = vec![key(&button, say("key-moderate-surely"), Style::Danger)];
            return Ok(Answer::Change(Reply {
                content: say("moderate-sure"),
                picture: None,
                rows: vec![Row::Keys(keys)],
            }));
        }
        Deed::ModerateSurely => done(app.moderate(&act, id, None).await, "done-moderated"),
        Deed::Rematch => return commands::rematch(host, caller, reader, id).await,
        Deed::ResignSurely => done(app.resign(&act, id).await, "done-resigned"),
        Deed::Abort => done(app.abort(&act, id).await, "done-aborted"),
        Deed::OfferDraw => done(app.offer_draw(&act, id).await, "done-draw-offered"),
        Deed::WithdrawDraw => done(app.withdraw_draw(&act, id).await, "done-withdrawn"),
        Deed::AcceptDraw => done(app.accept_draw(&act, id).await, "done-draw-agreed"),
        Deed::DeclineDraw => done(app.decline_draw(&act, id).await, "done-declined"),
        Deed::TakeBack => match app.take_back(&act, id).await {
            Ok(Takeback::Done(_)) => Ok("done-taken-back"),
            Ok(Takeback::Asked(_)) => Ok("done-takeback-asked"),
            Err(no) => Err(no),
        },
        Deed::WithdrawTakeback => done(app.withdraw_takeback(&act, id).await, "done-withdrawn"),
        Deed::AllowTakeback => done(app.allow_takeback(&act, id).await, "done-taken-back"),
        Deed::DeclineTakeback => done(app.decline_takeback(&act, id).await, "done-declined"),
        Deed::Mute => done(app.mute(&act, id, true).await, "done-muted"),
        Deed::Unmute => done(app.mute(&act, id, false).await, "done-unmuted"),
        Deed::NoticeSilence => done(app.notice_silence(&act, id).await, "done-silence"),
        Deed::CloseSilent => done(app.close_silent(&act, id).await, "done-closed"),
    };
    let said = match said {
        Err(No::Refused(Refusal::Stale)) => return stale(host, caller, reader, id).await,
        said => said?,
    };
    host.keep_hand(id, caller);
    host.wake();
    let reply = Reply {
        content: reader.words.say(said, &[]),
        ..Reply::default()
    };
    Ok(if is_private {
        Answer::Change(reply)
    } else {
        Answer::Tell(reply)
    })
}

/// May someone end a game that is not his own? Only where he manages the server.
async fn may_moderate(host: &Host, caller: &Caller, id: GameId) -> Result<bool, Stop> {
    let row = host.app.row(id).await?;
    let server = row.and_then(|row| row.server);
    Ok(caller.is_moderator && server.is_some() && server == caller.server)
}

fn done<T>(done: Result<T, No>, said: &'static str) -> Result<&'static str, No> {
    done.map(|_| said)
}

/// A form was filled in.
pub(super) async fn form(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    button: &Button,
    lines: &[(String, String)],
    is_private: bool,
) -> Result<Answer, Stop> {
    let Button::Typed(shown) = button else {
        return Ok(Answer::Nothing);
    };
    let text = lines.iter().find(|(name, _)| name == "turn");
    let text = text.map(|(_, text)| text.as_str()).unwrap_or_default();
    let answer = type_turn(host, caller, reader, shown.game, Some(shown.board), text).await?;
    // The composer from which it was opened shows what came of it.
    Ok(match answer {
        Answer::Tell(reply) if is_private => Answer::Change(reply),
        answer => answer,
    })
}
