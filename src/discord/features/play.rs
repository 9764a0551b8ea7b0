//! `/move` and the composer: plays a typed turn, or one that is put together with taps.

use hexpost_engine::notation::ReadError;
use hexpost_engine::side::BySide;
use hexpost_engine::steps::Step;
use hexpost_render::View;
use serde_json::{Value, json};

use crate::app::game::state::Game;
use crate::app::{AppError, DraftTurn, Played, Refusal, TurnInput};
use crate::discord::composer::{self, Composer, ComposerOutcome, ComposerState};
use crate::discord::custom_id::action::GameCommand;
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
        composing => composing?,
    };
    let names = cx.names_of(&composing.game, cx.reader.locale).await;
    let composer = Composer::new(&composing, &cx.reader.settings, cx.reader.locale, names);
    let screen = composer
        .screen(&ComposerState::new(composing.steps.clone()))
        .or_else(|_| composer.screen(&ComposerState::default()));
    let reply = screen.map_err(Refusal::from)?.reply;
    let reply = with_plan_change(cx, &composing.game, reply).await?;
    Ok(Response::Ephemeral(reply))
}

/// Handles a tap in the composer.
pub(crate) async fn tap(
    cx: &Cx<'_>,
    shown: BoardRef,
    tap: Tap,
    values: &[String],
) -> Result<Response, HandlerError> {
    let act = cx.act_on(shown.seq);
    let id = shown.game;
    let done = match composer::press(tap, values) {
        ComposerOutcome::Show { state, touch } => {
            let kept = cx.app.keep_draft(&act, id, &state.steps, touch).await;
            match kept {
                Ok(composing) => {
                    let names = cx.names_of(&composing.game, cx.reader.locale).await;
                    let composer =
                        Composer::new(&composing, &cx.reader.settings, cx.reader.locale, names);
                    let screen = composer.screen(&state).map_err(Refusal::from)?;
                    cx.arm_double_tap(id, cx.invoker.id, screen.guards_confirm);
                    return Ok(Response::Update(screen.reply));
                }
                Err(no) => Err(no),
            }
        }
        ComposerOutcome::Play(_) if cx.is_double_tap(id, cx.invoker.id) => {
            return Ok(Response::Ack);
        }
        ComposerOutcome::Play(steps) => {
            let played = cx.app.play(&act, id, &TurnInput::Steps(steps)).await;
            match played {
                Ok(played) => {
                    cx.metrics.moved();
                    cx.remember_token(id, cx.invoker);
                    cx.wake();
                    let reply = turn_made(cx.reader, &played);
                    return Ok(Response::Update(afterwards(cx, &played, reply).await?));
                }
                Err(no) => Err(no),
            }
        }
        ComposerOutcome::Close => {
            cx.app.drop_draft(&act, id).await?;
            return Ok(closed(cx.reader));
        }
        ComposerOutcome::Aside => return Ok(closed(cx.reader)),
        ComposerOutcome::Type => {
            let composing = cx.app.draft(&act, id).await;
            match composing {
                Ok(composing) => {
                    let names = BySide::default();
                    let composer =
                        Composer::new(&composing, &cx.reader.settings, cx.reader.locale, names);
                    return Ok(Response::Modal(composer.form()));
                }
                Err(no) => Err(no),
            }
        }
        ComposerOutcome::Nothing => return Ok(Response::Ack),
    };
    match done {
        Err(AppError::Refused(Refusal::Stale | Refusal::NotYourTurn)) => {
            Ok(Response::Update(current_board(cx, id).await?))
        }
        Err(no) => Err(no.into()),
        Ok(never) => never,
    }
}

/// Responds to closing the composer.
fn closed(reader: &Reader) -> Response {
    Response::Update(Message::text(reader.locale.text("composer-closed", &[])))
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

/// Adds what has happened to the plan, and a button to plan the reply if the opponent has only one turn.
async fn afterwards(
    cx: &Cx<'_>,
    played: &Played,
    mut reply: Message,
) -> Result<Message, HandlerError> {
    let key = forced_reply_button(cx.reader, &played.game, cx.invoker);
    reply.rows = key
        .map(|key| ActionRow::Buttons(vec![key]))
        .into_iter()
        .collect();
    with_plan_change(cx, &played.game, reply).await
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
        Ok(composing) => to_confirm(cx.reader, &composing, typed, text),
        // Playing the turn fails with the same error.
        Err(_) => None,
    };
    if let Some((steps, is_whole)) = begun {
        let composing = cx.app.keep_draft(&act, id, &steps, false).await?;
        let names = cx.names_of(&composing.game, cx.reader.locale).await;
        let composer = Composer::new(&composing, &cx.reader.settings, cx.reader.locale, names);
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
        reply.picture = possible(cx.reader, &game);
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
            let steps = begun(position, text)?;
            // Steps that are final already must be kept.
            let is_final = composing.steps.get(..composing.touched)?;
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
fn possible(reader: &Reader, game: &Game) -> Option<Picture> {
    let position = game.record.game();
    let composing = hexpost_render::composer_board::composing(position, &[]).ok()?;
    let mut view = View::composing(composing);
    view.theme = reader.theme();
    view.size = reader.size();
    view.is_flipped = reader.is_flipped(position.kind(), game.to_move());
    let alt = hexpost_render::alt_text::describe_composing(position, &[], reader.locale).ok()?;
    Some(Picture {
        view,
        alt,
        file: FILE,
    })
}
