//! `/move` and the composer: plays a typed turn, or one that is put together with taps.

use hexpost_engine::notation::ReadError;
use hexpost_engine::side::BySide;
use hexpost_engine::steps::Step;
use hexpost_render::Drawing;
use hexpost_render::View;
use serde_json::{Value, json};

use crate::app::game::state::Game;
use crate::app::{AppError, DraftTurn, Played, Refusal, TurnInput};
use crate::discord::composer::{
    self, Composer, ComposerOutcome, ComposerState, ComposerView, Screen,
};
use crate::discord::custom_id::action::{GameAction, GameCommand, PlayerSetting};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::{AnalysisAction, PlanAction};
use crate::discord::custom_id::{BoardRef, CustomId, Tap};
use crate::discord::features::board::with_plan_change;
use crate::discord::features::outdated_board::{current_board, show_current};
use crate::discord::features::rules;
use crate::discord::i18n::refusal;
use crate::discord::interaction::autocomplete::{Suggestion, begun, suggestions};
use crate::discord::interaction::command::{STRING, command, game_option, named_game, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::page_for;
use crate::discord::view::board::shown;
use crate::discord::view::components::key;
use crate::discord::view::format::FILE;
use crate::discord::view::game_summary;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message, Picture, cut};
use crate::discord::view::plan::forced_reply_button;
use crate::discord::view::reader::Reader;
use crate::model::{GameId, Seq};

pub(crate) fn slash_command() -> Value {
    let mut turn = option(STRING, "move", "turn");
    turn["autocomplete"] = json!(true);
    turn["max_length"] = json!(100);
    command("move", vec![turn, game_option("move")])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let game = find(cx, named_game(call), GameCommand::Move).await?;
    match call
        .string("turn")
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        Some(text) => {
            let typed = (TurnSource::Command, text);
            type_turn(cx, game, None, typed).await
        }
        None => compose(cx, game, None).await,
    }
}

/// Completes a typed turn.
pub(crate) async fn suggest(
    cx: &Cx<'_>,
    call: &CommandCall,
    text: &str,
) -> Result<Vec<Suggestion>, HandlerError> {
    let game = find(cx, named_game(call), GameCommand::Move).await?;
    let game = cx.app.game(game, cx.now()).await?;
    if game.to_move().is_none() || game.to_move() != game.row.side_of(cx.invoker.id) {
        return Ok(Vec::new());
    }
    let (language, text) = (cx.reader.locale.language(), text.to_owned());
    // Off the async threads: a position with many turns takes a while.
    let list =
        tokio::task::spawn_blocking(move || suggestions(language, game.record.game(), &text));
    Ok(list.await.unwrap_or_default())
}

/// Maximum number of buttons for the readings of an ambiguous text.
const MAX_READINGS: usize = 10;
/// Maximum length of a list of turns.
const MAX_LIST: usize = 1500;

/// Opens the composer with the player's draft.
pub(crate) async fn compose(
    cx: &Cx<'_>,
    id: GameId,
    board: Option<Seq>,
) -> Result<Response, HandlerError> {
    let mut act = cx.act();
    act.expected_seq = board;
    let composing = match cx.app.draft(&act, id).await {
        Err(AppError::Refused(Refusal::Stale)) => return show_current(cx, id).await,
        Err(AppError::Refused(Refusal::NotYourTurn)) => return Ok(off_turn(cx.reader, id)),
        composing => composing?,
    };
    let composer = composer(cx, &composing).await?;
    let screen = composer
        .screen(&ComposerState::new(composing.steps.clone()))
        .or_else(|_| composer.screen(&ComposerState::default()));
    let reply = screen.map_err(Refusal::from)?.reply;
    let reply = with_plan_change(cx, &composing.game, reply).await?;
    Ok(Response::Ephemeral(reply))
}

/// Responds to a player who wants to move before the opponent has: what can be done meanwhile.
fn off_turn(reader: &Reader, id: GameId) -> Response {
    let language = reader.locale.language();
    let plan = CustomId::Menu(MenuAction::Plan(PlanAction::Show(id)));
    let analyse = CustomId::Menu(MenuAction::Analysis(AnalysisAction::Open(id.into(), None)));
    let say = |name: &str| reader.locale.text(name, &[]);
    Response::Ephemeral(Message {
        content: refusal::refusal(language, &Refusal::NotYourTurn),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![
            key(&plan, say("key-plan-ahead"), ButtonStyle::Primary),
            key(&analyse, say("key-analyse"), ButtonStyle::Plain),
        ])],
    })
}

/// Handles a tap in the composer.
pub(crate) async fn tap(
    cx: &Cx<'_>,
    shown: BoardRef,
    tap: Tap,
    values: &[String],
) -> Result<Response, HandlerError> {
    let done = match composer::press(tap.clone(), values) {
        ComposerOutcome::Show { state, touch } => show(cx, shown, &tap, (&state, touch)).await,
        ComposerOutcome::Play(steps) if cx.is_double_tap(shown.game, cx.invoker.id) => {
            ask_again(cx, shown, steps).await
        }
        ComposerOutcome::Play(steps) => confirm(cx, shown, steps).await,
        ComposerOutcome::Close => close(cx, shown, None).await,
        ComposerOutcome::Discard => {
            let act = cx.act_on(shown.seq);
            cx.app.drop_draft(&act, shown.game).await?;
            close(cx, shown, Some("composer-discarded")).await
        }
        ComposerOutcome::Type => modal(cx, shown).await,
        ComposerOutcome::Nothing => Ok(Response::Ack),
    };
    match done {
        Err(HandlerError::App(AppError::Refused(Refusal::Stale | Refusal::NotYourTurn))) => {
            Ok(Response::Update(current_board(cx, shown.game).await?))
        }
        done => done,
    }
}

/// Stores the draft and shows the next screen.
async fn show(
    cx: &Cx<'_>,
    shown: BoardRef,
    tap: &Tap,
    (state, touch): (&ComposerState, bool),
) -> Result<Response, HandlerError> {
    let act = cx.act_on(shown.seq);
    let kept = cx.app.keep_draft(&act, shown.game, &state.steps, touch);
    let composing = match kept.await {
        // A button of an earlier screen: show what has become final since.
        Err(AppError::Refused(refused @ Refusal::Touched(_))) => {
            let said = refusal::refusal(cx.reader.locale.language(), &refused);
            let composing = cx.app.draft(&act, shown.game).await?;
            let state = ComposerState::new(composing.steps.clone());
            let mut reply = screen(cx, &composing, &state).await?.reply;
            reply.content = format!("{said}\n{}", reply.content);
            return Ok(Response::Update(reply));
        }
        kept => kept?,
    };
    let composer = composer(cx, &composing).await?;
    let screen = composer.screen(state).map_err(Refusal::from)?;
    let is_guarded = composer.lies_under_confirm(tap, &screen);
    cx.arm_double_tap(shown.game, cx.invoker.id, is_guarded);
    Ok(Response::Update(screen.reply))
}

/// The composer for a draft, with the names and the colours in which its player sees the game.
async fn composer<'a>(cx: &Cx<'_>, composing: &'a DraftTurn) -> Result<Composer<'a>, HandlerError> {
    let game = &composing.game;
    let names = cx.names_of(game, cx.reader.locale).await;
    let mut composer = Composer::new(composing, &cx.reader.settings, cx.reader.locale, names);
    composer.theme = cx.theme_for(cx.reader, &game.row).await?;
    Ok(composer)
}

/// A screen for a draft.
async fn screen(
    cx: &Cx<'_>,
    composing: &DraftTurn,
    state: &ComposerState,
) -> Result<Screen, HandlerError> {
    let composer = composer(cx, composing).await?;
    Ok(composer.screen(state).map_err(Refusal::from)?)
}

/// Asks for Confirm once more, because the press was probably the second half of a double tap.
async fn ask_again(
    cx: &Cx<'_>,
    shown: BoardRef,
    steps: Vec<Step>,
) -> Result<Response, HandlerError> {
    let act = cx.act_on(shown.seq);
    let composing = cx.app.keep_draft(&act, shown.game, &steps, false).await?;
    let state = ComposerState::new(steps).at(ComposerView::Warned);
    let mut reply = screen(cx, &composing, &state).await?.reply;
    let confirm = cx.reader.locale.text("key-confirm", &[]);
    let said = cx
        .reader
        .locale
        .text("confirm-once-more", &[("confirm", confirm.into())]);
    if let Some(picture) = &mut reply.picture
        && let Drawing::Board(view) = &mut picture.view
    {
        view.banner = Some(said.clone());
    }
    reply.content = format!("{}\n**{said}**", reply.content);
    Ok(Response::Update(reply))
}

/// Makes the turn.
async fn confirm(cx: &Cx<'_>, shown: BoardRef, steps: Vec<Step>) -> Result<Response, HandlerError> {
    let act = cx.act_on(shown.seq);
    let played = cx
        .app
        .play(&act, shown.game, &TurnInput::Steps(steps))
        .await?;
    cx.metrics.moved();
    cx.remember_token(shown.game, cx.invoker);
    cx.wake();
    let reply = turn_made(cx.reader, &played);
    Ok(Response::Update(afterwards(cx, &played, reply).await?))
}

/// Shows the modal to type a turn.
async fn modal(cx: &Cx<'_>, shown: BoardRef) -> Result<Response, HandlerError> {
    let composing = cx.app.draft(&cx.act_on(shown.seq), shown.game).await?;
    let names = BySide::default();
    let composer = Composer::new(&composing, &cx.reader.settings, cx.reader.locale, names);
    Ok(Response::Modal(composer.form()))
}

/// Closes the composer. The draft stays, to be continued or discarded.
async fn close(cx: &Cx<'_>, shown: BoardRef, said: Option<&str>) -> Result<Response, HandlerError> {
    let composing = cx.app.draft(&cx.act_on(shown.seq), shown.game).await?;
    let say = |name: &str| cx.reader.locale.text(name, &[]);
    let tapped = |tap| CustomId::Compose(shown.into(), tap);
    let (steps, touched) = (composing.steps, composing.touched);
    let said = said.unwrap_or(if steps.is_empty() {
        "composer-closed"
    } else {
        "composer-kept"
    });
    let can_discard = steps.len() > touched;
    let go_on = tapped(Tap::Go(ComposerState::new(steps)));
    let mut keys = vec![key(&go_on, say("key-go-on"), ButtonStyle::Primary)];
    if can_discard {
        let discard = tapped(Tap::Discard);
        keys.push(key(&discard, say("key-discard"), ButtonStyle::Danger));
    }
    Ok(Response::Update(Message {
        content: say(said),
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    }))
}

/// The message after a turn, with the automatic replies that followed.
pub(crate) fn turn_made(reader: &Reader, played: &Played) -> Message {
    let quoted: Vec<String> = played
        .turns
        .iter()
        .map(|turn| format!("`{turn}`"))
        .collect();
    let say = |name: &str, turns: &[String]| {
        let list = cut(turns.join(", "), MAX_LIST);
        reader.locale.text(name, &[("turns", list.into())])
    };
    let (own, rest) = quoted.split_at(quoted.len().min(1));
    let mut lines = vec![say("composer-made", own)];
    if !rest.is_empty() {
        lines.push(say("composer-followed", rest));
    }
    Message::text(lines.join("\n"))
}

/// The computer is busy if at least this many turns come first.
const BUSY: usize = 3;

/// Adds what has happened to the plan, and what the player may want to do next: take the turn back,
/// go on to the next game, plan the only reply, or have forced turns played automatically.
async fn afterwards(
    cx: &Cx<'_>,
    played: &Played,
    mut reply: Message,
) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let game = &played.game;
    if game.is_computers_turn() {
        let before = cx.app.jobs_before(game.row.id).await?;
        let said = if before >= BUSY {
            locale.text("computer-busy", &[("count", before.into())])
        } else {
            say("computer-soon")
        };
        reply.content = format!("{}\n{said}", reply.content);
    }
    let mut keys = Vec::new();
    let side = game.row.side_of(cx.invoker.id);
    if side.is_some_and(|side| game.may_retract(side, cx.now())) {
        let take_back = MenuAction::GameAction(GameAction::TakeBack, shown(game));
        let take_back = CustomId::Menu(take_back);
        keys.push(key(&take_back, say("key-take-back"), ButtonStyle::Plain));
    }
    let mut waiting = cx.app.my_games(cx.invoker.id, cx.now()).await?;
    waiting.retain(|listed| listed.is_mine && listed.row.id != game.row.id);
    if let Some(next) = waiting.first() {
        let line = game_summary::line(cx, cx.reader, next, "").await?;
        let said = locale.text("next-game", &[("game", line.into())]);
        reply.content = format!("{}\n{said}", reply.content);
        let button = CustomId::Move(BoardRef {
            game: next.row.id,
            seq: next.row.status.position_seq,
        });
        keys.push(key(&button, say("key-next-game"), ButtonStyle::Primary));
    }
    let reply_key = forced_reply_button(cx.reader, game, cx.invoker);
    let mut rows = vec![Vec::from_iter(reply_key), keys];
    if played.was_forced && cx.app.count_forced(cx.invoker.id).await? {
        reply.content = format!("{}\n{}", reply.content, say("forced-offer"));
        let forced = CustomId::Menu(MenuAction::PlayerSetting(PlayerSetting::Forced));
        rows.push(vec![key(&forced, say("key-forced"), ButtonStyle::Plain)]);
    }
    rows.retain(|keys| !keys.is_empty());
    reply.rows = rows.into_iter().map(ActionRow::Buttons).collect();
    with_plan_change(cx, game, reply).await
}

/// How a turn was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TurnSource {
    /// With the command: it is played at once.
    Command,
    /// In the composer's modal: it is confirmed first.
    Form,
}

/// Plays a typed turn or shows it for confirmation. If it is wrong, explains why, with a picture of
/// the legal turns.
pub(crate) async fn type_turn(
    cx: &Cx<'_>,
    id: GameId,
    board: Option<Seq>,
    (typed, text): (TurnSource, &str),
) -> Result<Response, HandlerError> {
    let mut act = cx.act();
    act.expected_seq = board;
    let begun = match cx.app.draft(&act, id).await {
        Ok(composing) => {
            if let Some(reply) = ask_for_kind(cx, &composing, text).await? {
                return Ok(Response::Ephemeral(reply));
            }
            to_confirm(cx.reader, &composing, typed, text)
        }
        // Playing the turn fails with the same error.
        Err(_) => None,
    };
    if let Some((steps, is_whole)) = begun {
        let composing = cx.app.keep_draft(&act, id, &steps, false).await?;
        let composer = composer(cx, &composing).await?;
        let screen = composer
            .screen(&ComposerState::new(steps))
            .map_err(Refusal::from)?;
        let mut reply = screen.reply;
        if !is_whole {
            let said = cx.reader.locale.text("refused-unfinished", &[]);
            reply.content = format!("{said}\n{}", reply.content);
        }
        return Ok(Response::Ephemeral(reply));
    }
    let played = cx
        .app
        .play(&act, id, &TurnInput::Text(text.to_owned()))
        .await;
    let refused = match played {
        Ok(played) => {
            cx.metrics.moved();
            cx.remember_token(id, cx.invoker);
            cx.wake();
            let reply = turn_made(cx.reader, &played);
            return Ok(Response::Ephemeral(afterwards(cx, &played, reply).await?));
        }
        Err(AppError::Refused(Refusal::Stale)) => return show_current(cx, id).await,
        Err(AppError::Refused(refused @ Refusal::Text(_))) => refused,
        Err(no) => return Err(no.into()),
    };
    let game = cx.app.game(id, cx.now()).await?;
    let mut reply = Message::text(refusal::refusal(cx.reader.locale.language(), &refused));
    let shown = shown(&game);
    if let Refusal::Text(ReadError::Ambiguous { readings }) = &refused {
        let position = game.record.game();
        let keys = readings.iter().filter_map(|text| {
            let steps = position.path(&position.read(text).ok()?)?;
            let button = CustomId::Compose(shown.into(), Tap::Go(ComposerState::new(steps)));
            Some(key(&button, text.clone(), ButtonStyle::Plain))
        });
        let keys: Vec<_> = keys.take(MAX_READINGS).collect();
        reply.rows = keys
            .chunks(2)
            .map(|pair| ActionRow::Buttons(pair.to_vec()))
            .collect();
    } else {
        reply.picture = possible(cx, &game).await?;
        let button = CustomId::Move(shown);
        let label = cx.reader.locale.text("key-move", &[]);
        let again = CustomId::Compose(shown.into(), Tap::Type);
        let mut keys = vec![
            key(&button, label, ButtonStyle::Primary),
            Button {
                emoji: Some("⌨️"),
                ..key(
                    &again,
                    cx.reader.locale.text("key-type-again", &[]),
                    ButtonStyle::Plain,
                )
            },
        ];
        let page = page_for(&refused, Some(game.record.game().kind()));
        keys.extend(page.map(|page| rules::rule_button(cx.reader, page)));
        reply.rows = vec![ActionRow::Buttons(keys)];
    }
    Ok(Response::Ephemeral(reply))
}

/// The screen that asks for the kind of a placement that was typed without it, such as `d4`. Where
/// the kind is final already, it is not asked for.
async fn ask_for_kind(
    cx: &Cx<'_>,
    composing: &DraftTurn,
    text: &str,
) -> Result<Option<Message>, HandlerError> {
    let position = composing.game.record.game();
    if composing.touched > 0 || position.read(text).is_ok() || begun(position, text).is_some() {
        return Ok(None);
    }
    let composer = composer(cx, composing).await?;
    let Some(after_kind) = composer.after_kind(text) else {
        return Ok(None);
    };
    let screen = composer.kind_screen(&after_kind).map_err(Refusal::from)?;
    Ok(Some(screen.reply))
}

/// The steps of a typed text that are shown in the composer instead of being played at once, and
/// whether they are a complete turn: a turn typed in the composer, one that deserves a warning, or
/// the beginning of one.
fn to_confirm(
    reader: &Reader,
    composing: &DraftTurn,
    typed: TurnSource,
    text: &str,
) -> Option<(Vec<Step>, bool)> {
    let position = composing.game.record.game();
    let names = BySide::default();
    let composer = Composer::new(composing, &reader.settings, reader.locale, names);
    let steps = match position.read(text) {
        Ok(turn) if typed == TurnSource::Form || composer.warns_of(&turn) => {
            position.path(&turn)?
        }
        Ok(_) | Err(ReadError::Ambiguous { .. }) => return None,
        Err(_) => {
            // Steps that are final already must be kept, and need not be typed again.
            let is_final = composing.steps.get(..composing.touched)?;
            let steps = begun(position, text).or_else(|| {
                let board = position.board();
                let known = is_final.iter().map(|step| step.write(board));
                begun(position, &format!("{}{text}", known.collect::<String>()))
            })?;
            // The text may name a wrong piece and still mean a complete turn.
            let offer = position.offer(&steps).ok()?;
            let is_whole = offer.finished.is_some() && offer.choices.is_empty();
            return steps.starts_with(is_final).then_some((steps, is_whole));
        }
    };
    let is_final = composing.steps.get(..composing.touched)?;
    steps.starts_with(is_final).then_some((steps, true))
}

/// A picture of the legal turns in a position.
async fn possible(cx: &Cx<'_>, game: &Game) -> Result<Option<Picture>, HandlerError> {
    let reader = cx.reader;
    let position = game.record.game();
    let composing = hexpost_render::composer_board::composing(position, &[]);
    let alt = hexpost_render::alt_text::describe_composing(position, &[], reader.locale);
    let (Ok(composing), Ok(alt)) = (composing, alt) else {
        return Ok(None);
    };
    let mut view = View::composing(composing);
    view.theme = cx.theme_for(reader, &game.row).await?;
    view.size = reader.size();
    view.is_flipped = reader.is_flipped(position.kind(), game.to_move());
    Ok(Some(Picture {
        view: view.into(),
        alt,
        file: FILE,
    }))
}
