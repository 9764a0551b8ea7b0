//! `/takeback`: takes back the last turn, or asks for it.

use serde_json::Value;

use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::action::{Deed, Purpose};
use crate::discord::features::play::game_option;
use crate::discord::features::{self, command, named_game};
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{Call, Caller};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::shown;

pub(crate) fn slash_command() -> Value {
    command("takeback", vec![game_option("takeback")])
}

pub(crate) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Takeback).await?;
    let game = host.app.game(id, host.now()).await?;
    features::deed(host, caller, reader, Deed::TakeBack, shown(&game), false).await
}
