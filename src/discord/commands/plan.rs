//! `/plan`: what will be answered, thought of beforehand.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::deed::Purpose;
use super::super::find::find;
use super::super::host::{Host, Reader};
use super::super::press;
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::super::suggest::{Suggestion, suggestions};
use super::turn::game_option;
use super::{STRING, command, named_game, option};

pub(super) fn command() -> Value {
    let typed = |name: &str| {
        let mut turn = option(STRING, "plan", name);
        turn["autocomplete"] = json!(true);
        turn["max_length"] = json!(100);
        turn
    };
    let mut place = option(STRING, "plan", "place");
    place["max_length"] = json!(1500);
    command(
        "plan",
        vec![typed("if"), typed("then"), place, game_option("plan")],
    )
}

fn given<'a>(call: &'a Call, name: &str) -> Option<&'a str> {
    let text = call.text(name).map(str::trim);
    text.filter(|text| !text.is_empty())
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Plan).await?;
    let reply = match (given(call, "then"), given(call, "place")) {
        (Some(then), _) => {
            let on = given(call, "if");
            press::plan_answer(host, caller, reader, id, on, then).await?
        }
        (None, Some(place)) => press::queue(host, caller, reader, id, place).await?,
        (None, None) => press::plan(host, caller, reader, id).await?,
    };
    Ok(Answer::Tell(reply))
}

/// How a typed turn of the plan can go on.
pub(super) async fn suggest(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
    option: &str,
    text: &str,
) -> Result<Vec<Suggestion>, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Plan).await?;
    let game = host.app.game(id, host.now()).await?;
    let side = game.row.side_of(caller.id);
    if side.is_none() || game.to_move().is_none() || game.to_move() == side {
        return Ok(Vec::new());
    }
    let mut position = game.record.game().clone();
    if option == "then" {
        // An answer to whatever is done can't be suggested: nobody knows the board.
        let Some(on) = given(call, "if") else {
            return Ok(Vec::new());
        };
        let Ok(turn) = position.read(on) else {
            return Ok(Vec::new());
        };
        // Read in this very position.
        let _ = position.play(&turn);
    }
    let (language, text) = (reader.words.language(), text.to_owned());
    // A board with many turns takes a moment.
    let list = tokio::task::spawn_blocking(move || suggestions(language, &position, &text));
    Ok(list.await.unwrap_or_default())
}
