//! `/move`: makes a turn that is typed, or opens the composer.

use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::deed::Purpose;
use super::super::find::find;
use super::super::host::{Host, Reader};
use super::super::press;
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::super::suggest::{Suggestion, suggestions};
use super::{STRING, command, named_game, option};

pub(super) fn command() -> Value {
    let mut turn = option(STRING, "move", "turn");
    turn["autocomplete"] = json!(true);
    turn["max_length"] = json!(100);
    command("move", vec![turn, game_option("move")])
}

/// The option that names a game, where one has several.
pub(super) fn game_option(command: &str) -> Value {
    let mut game = option(STRING, command, "game");
    game["autocomplete"] = json!(true);
    game
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let game = find(host, caller, reader, named_game(call), Purpose::Move).await?;
    match call
        .text("turn")
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        Some(text) => {
            let typed = (press::Typed::Command, text);
            press::type_turn(host, caller, reader, game, None, typed).await
        }
        None => press::compose(host, caller, reader, game, None).await,
    }
}

/// How the typed turn can go on.
pub(super) async fn suggest(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
    text: &str,
) -> Result<Vec<Suggestion>, Stop> {
    let game = find(host, caller, reader, named_game(call), Purpose::Move).await?;
    let game = host.app.game(game, host.now()).await?;
    if game.to_move().is_none() || game.to_move() != game.row.side_of(caller.id) {
        return Ok(Vec::new());
    }
    let (language, text) = (reader.words.language(), text.to_owned());
    // A board with many turns takes a moment.
    let list =
        tokio::task::spawn_blocking(move || suggestions(language, game.record.game(), &text));
    Ok(list.await.unwrap_or_default())
}
