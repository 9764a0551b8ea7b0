//! `/takeback`: takes back the last turn, or asks for it.

use serde_json::Value;

use super::super::answer::Answer;
use super::super::board::shown;
use super::super::deed::{Deed, Purpose};
use super::super::find::find;
use super::super::host::{Host, Reader};
use super::super::press;
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::turn::game_option;
use super::{command, named_game};

pub(super) fn command() -> Value {
    command("takeback", vec![game_option("takeback")])
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Takeback).await?;
    let game = host.app.game(id, host.now()).await?;
    press::deed(host, caller, reader, Deed::TakeBack, shown(&game), false).await
}
