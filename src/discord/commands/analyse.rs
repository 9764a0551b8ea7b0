//! `/analyse`: a private board on which both sides are tried.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::deed::Purpose;
use super::super::find::find;
use super::super::host::{Host, Reader};
use super::super::press;
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::challenge::game_choices;
use super::turn::game_option;
use super::{INTEGER, STRING, command, named_game, option};

pub(super) fn command() -> Value {
    let mut ply = option(INTEGER, "analyse", "turn");
    ply["min_value"] = json!(0);
    ply["max_value"] = json!(u16::MAX);
    let mut position = option(STRING, "analyse", "position");
    position["max_length"] = json!(1500);
    let mut start = option(STRING, "analyse", "start");
    start["choices"] = game_choices();
    command(
        "analyse",
        vec![game_option("analyse"), ply, start, position],
    )
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    if let Some(code) = call.text("position") {
        let reply = press::analyse_code(host, caller, reader, code).await?;
        return Ok(Answer::Tell(reply));
    }
    if let Some(chosen) = call.text("start") {
        let reply = press::analyse_start(host, caller, reader, chosen).await?;
        return Ok(Answer::Tell(reply));
    }
    let id = find(host, caller, reader, named_game(call), Purpose::Analyse).await?;
    let ply = call.number("turn").and_then(|ply| u16::try_from(ply).ok());
    let reply = press::analyse(host, caller, reader, id, ply).await?;
    Ok(Answer::Tell(reply))
}
