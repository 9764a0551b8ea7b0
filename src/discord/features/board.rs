//! `/board`: shows a game at any point, and in place of a board that is out of date.

use serde_json::{Value, json};

use crate::app::computer::game_analysis::AnalysisProgress;
use crate::app::game::state::Game;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{BoardRequest, GameCommand};
use crate::discord::custom_id::computer::ComputerAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::replay::{Perspective, RecordAction, ReplayAction};
use crate::discord::custom_id::share::ShareAction;
use crate::discord::features::share_button::share_button;
use crate::discord::i18n::Locale;
use crate::discord::interaction::command::{INTEGER, command, game_option, named_game, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::board::BoardView;
use crate::discord::view::components::{game_analysis_button, key};
use crate::discord::view::game_analysis::GameAnalysisView;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message};
use crate::discord::view::plan::plan_change_text;
use crate::model::GameRef;

pub(crate) fn slash_command() -> Value {
    let mut ply = option(INTEGER, "board", "turn");
    ply["min_value"] = json!(0);
    ply["max_value"] = json!(u16::MAX);
    command("board", vec![game_option("board"), ply])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let game = find(cx, named_game(call), GameCommand::Board).await?;
    let ply = call.number("turn").and_then(|ply| u16::try_from(ply).ok());
    let request = BoardRequest {
        game: game.into(),
        ply,
        is_flipped: is_flipped_for(cx, game.into()).await?,
        is_text: false,
        slot: 0,
    };
    Ok(Response::Ephemeral(show(cx, request).await?))
}

/// Shows a board. A player counts as having seen it.
pub(crate) async fn show(cx: &Cx<'_>, request: BoardRequest) -> Result<Message, HandlerError> {
    let game = look_at(cx, request.game).await?;
    let names = cx.names_of(&game, cx.reader.locale).await;
    let mut seen = BoardView::for_reader(cx.reader, &game, &names, request.is_flipped);
    seen.theme = cx.theme_for(cx.reader, &game.row).await?;
    let side = game.row.side_of(cx.invoker.id);
    let is_players_turn = side.is_some() && side == game.to_move();
    let mut reply = seen.look(request.ply, request.is_text, is_players_turn);
    if request.game.is_import() {
        let said = cx
            .reader
            .locale
            .text("imported", &[("variant", seen.variant().into())]);
        reply.content = format!("{said}\n{}", reply.content);
    }
    let is_drawn = match request.game {
        GameRef::Game(id) => cx.app.is_drawn(id).await?,
        GameRef::Import(_) => false,
    };
    let mut keys = keys(
        &game,
        cx.reader.locale,
        request.is_flipped,
        side.is_some(),
        is_drawn,
    );
    let shown = game.record.turns().len().try_into().unwrap_or(u16::MAX);
    let share = ShareAction::Board(BoardRequest {
        ply: Some(request.ply.unwrap_or(shown).min(shown)),
        slot: 0,
        ..request
    });
    keys.extend(share_button(cx, share).await?);
    let ply = request.ply.unwrap_or(shown).min(shown);
    if let AnalysisProgress::Finished(analysis) = cx.app.game_analysis(&game).await? {
        let view = GameAnalysisView {
            board: &seen,
            analysis: &analysis,
        };
        let mut lines = vec![reply.content];
        let turn = usize::from(ply).checked_sub(1);
        lines.extend(turn.into_iter().flat_map(|turn| view.turn_lines(turn)));
        lines.extend(view.chances(usize::from(ply)));
        reply.content = lines.join("\n");
    }
    let mut computer = Vec::from_iter(game_analysis_button(cx.reader.locale, &game));
    if let GameRef::Game(id) = request.game
        && game.is_over()
        && side.is_some()
    {
        let play_on = CustomId::Menu(MenuAction::Computer(ComputerAction::PlayOn(id, ply)));
        let label = cx.reader.locale.text("key-play-on", &[]);
        let button = Button {
            emoji: Some("🤖"),
            ..key(&play_on, label, ButtonStyle::Plain)
        };
        computer.push(button);
    }
    if !computer.is_empty() {
        reply.rows.push(ActionRow::Buttons(computer));
    }
    if !keys.is_empty() {
        reply.rows.push(ActionRow::Buttons(keys));
    }
    with_plan_change(cx, &game, reply).await
}

/// Handles a button that shows a board.
pub(crate) async fn press(cx: &Cx<'_>, request: BoardRequest) -> Result<Response, HandlerError> {
    Ok(Response::Show(show(cx, request).await?))
}

/// Does the invoker see the board of a game from the second player's side?
pub(crate) async fn is_flipped_for(cx: &Cx<'_>, game: GameRef) -> Result<bool, HandlerError> {
    let GameRef::Game(id) = game else {
        return Ok(false);
    };
    let Some(row) = cx.app.game_row(id).await? else {
        return Ok(false);
    };
    let kind = row.variant.kind();
    Ok(kind.is_some_and(|kind| cx.reader.is_flipped(kind, row.side_of(cx.invoker.id))))
}

/// Adds the change of the invoker's plan above a message about the game.
pub(crate) async fn with_plan_change(
    cx: &Cx<'_>,
    game: &Game,
    mut reply: Message,
) -> Result<Message, HandlerError> {
    let change = cx.app.plan_change(&cx.act(), game).await?;
    if let Some(change) = change {
        reply.content = format!(
            "{}\n{}",
            plan_change_text(cx.reader.locale, &change),
            reply.content
        );
    }
    Ok(reply)
}

/// The buttons for replay and record below a board. Only players can export the record of a running
/// game.
pub(crate) fn keys(
    game: &Game,
    locale: &Locale,
    is_flipped: bool,
    is_player: bool,
    is_drawn: bool,
) -> Vec<Button> {
    let id = game.reference;
    let angle = Perspective {
        game: id,
        is_flipped,
    };
    let has_turns = !game.record.turns().is_empty();
    let of = |other: MenuAction, label: &str, is_disabled: bool| Button {
        is_disabled,
        ..key(
            &CustomId::Menu(other),
            locale.text(label, &[]),
            ButtonStyle::Plain,
        )
    };
    let mut keys = Vec::new();
    if game.is_over() || is_player || id.is_import() {
        let animation = MenuAction::Replay(ReplayAction::Animate(angle));
        let part = MenuAction::Replay(ReplayAction::Part(angle));
        let record = MenuAction::Record(RecordAction::Files(id));
        keys.push(of(animation, "key-animation", !has_turns));
        keys.push(of(part, "key-animation-part", !has_turns));
        keys.push(of(record, "key-record", false));
    }
    match id {
        GameRef::Import(_) => {
            let drop = MenuAction::Record(RecordAction::Drop(id));
            keys.push(of(drop, "key-import-drop", false));
        }
        GameRef::Game(id) if is_drawn => {
            keys.push(of(MenuAction::FairDraw(id), "key-fair", false));
        }
        GameRef::Game(_) => {}
    }
    keys
}
