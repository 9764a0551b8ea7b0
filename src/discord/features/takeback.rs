//! `/takeback`: takes back the last turn, or asks for it.

use serde_json::Value;

use crate::discord::context::Context;
use crate::discord::custom_id::action::{GameAction, Purpose};
use crate::discord::features::game_actions::deed;
use crate::discord::interaction::command::{command, game_option, named_game};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{CommandCall, Invoker};
use crate::discord::interaction::response::Response;
use crate::discord::view::board::shown;
use crate::discord::view::reader::Reader;

pub(crate) fn slash_command() -> Value {
    command("takeback", vec![game_option("takeback")])
}

pub(crate) async fn run(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
) -> Result<Response, HandlerError> {
    let id = find(host, caller, reader, named_game(call), Purpose::Takeback).await?;
    let game = host.app.game(id, host.now()).await?;
    deed(host, caller, reader, GameAction::TakeBack, shown(&game)).await
}
