//! `/takeback`: takes back the last turn, or asks the opponent for it.

use serde_json::Value;

use crate::discord::custom_id::action::{GameAction, GameCommand};
use crate::discord::features::game_actions::perform;
use crate::discord::interaction::command::{command, game_option, named_game};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::board::shown;

pub(crate) fn slash_command() -> Value {
    command("takeback", vec![game_option("takeback")])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let id = find(cx, named_game(call), GameCommand::Takeback).await?;
    let game = cx.app.game(id, cx.now()).await?;
    perform(cx, GameAction::TakeBack, shown(&game)).await
}
