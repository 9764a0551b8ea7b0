//! `/resign`: resigns a game after a confirmation.

use serde_json::Value;

use crate::app::Refusal;
use crate::app::game::state::Game;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{GameAction, GameCommand};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::command::{command, game_option, named_game};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::board::shown;
use crate::discord::view::components::{cancel_button, key};
use crate::discord::view::format::{mention, variant};
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};

pub(crate) fn slash_command() -> Value {
    command("resign", vec![game_option("resign")])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let id = find(cx, named_game(call), GameCommand::Resign).await?;
    let game = cx.app.game(id, cx.now()).await?;
    Ok(Response::Ephemeral(ask(cx, &game)?))
}

/// Asks for confirmation; a game that has hardly started can be aborted instead, except in a tournament.
pub(crate) fn ask(cx: &Cx<'_>, game: &Game) -> Result<Message, HandlerError> {
    if game.row.side_of(cx.invoker.id).is_none() {
        return Err(Refusal::NotAPlayer.into());
    }
    if game.is_over() {
        return Err(Refusal::Finished.into());
    }
    let say = |name: &str| cx.reader.locale.text(name, &[]);
    let shown = shown(game);
    let button = |action| CustomId::Menu(MenuAction::GameAction(action, shown));
    let mut keys = vec![key(
        &button(GameAction::ResignSurely),
        say("key-resign-surely"),
        ButtonStyle::Danger,
    )];
    if game.turns.len() < 2 && game.row.tournament.is_none() {
        keys.push(key(
            &button(GameAction::Abort),
            say("key-abort"),
            ButtonStyle::Plain,
        ));
    }
    keys.push(cancel_button(cx.reader.locale));
    let other = game
        .row
        .side_of(cx.invoker.id)
        .and_then(|side| game.row.players[!side]);
    let other = other.map_or_else(|| say("someone"), mention);
    let variant = variant(cx.reader.locale, &game.row.variant);
    let args = [("variant", variant.into()), ("other", other.into())];
    Ok(Message {
        content: cx.reader.locale.text("resign-sure", &args),
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    })
}
