//! `/board`: shows a game, as it stands or as it stood.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::deed::{Look, Purpose};
use super::super::find::find;
use super::super::host::{Host, Reader};
use super::super::press;
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::turn::game_option;
use super::{INTEGER, command, named_game, option};

pub(super) fn command() -> Value {
    let mut ply = option(INTEGER, "board", "turn");
    ply["min_value"] = json!(0);
    ply["max_value"] = json!(u16::MAX);
    command("board", vec![game_option("board"), ply])
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let game = find(host, caller, reader, named_game(call), Purpose::Board).await?;
    let ply = call.number("turn").and_then(|ply| u16::try_from(ply).ok());
    let look = Look {
        game,
        ply,
        is_flipped: press::is_flipped_for(host, caller, reader, game).await?,
        is_text: false,
        slot: 0,
    };
    Ok(Answer::Tell(press::look(host, caller, reader, look).await?))
}
