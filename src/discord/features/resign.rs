//! `/resign`: gives up a game, after asking once more.

use serde_json::Value;

use crate::app::Refusal;
use crate::app::game::state::Game;
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::action::{Deed, Purpose};
use crate::discord::custom_id::menu::Other;
use crate::discord::features::play::game_option;
use crate::discord::features::{command, named_game};
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{Call, Caller};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{key, mention, no_key, shown, variant};
use crate::discord::view::message::{Reply, Row, Style};

pub(crate) fn slash_command() -> Value {
    command("resign", vec![game_option("resign")])
}

pub(crate) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Resign).await?;
    let game = host.app.game(id, host.now()).await?;
    Ok(Answer::Tell(sure(caller, reader, &game)?))
}

/// Asks whether someone really wants to give up, or to call off what has hardly begun.
pub(crate) fn sure(caller: &Caller, reader: &Reader, game: &Game) -> Result<Reply, Stop> {
    if game.row.side_of(caller.id).is_none() {
        return Err(Refusal::NotAPlayer.into());
    }
    if game.is_over() {
        return Err(Refusal::Finished.into());
    }
    let say = |name: &str| reader.words.say(name, &[]);
    let shown = shown(game);
    let button = |deed| Button::Other(Other::Do(deed, shown));
    let mut keys = vec![key(
        &button(Deed::ResignSurely),
        say("key-resign-surely"),
        Style::Danger,
    )];
    if game.turns.len() < 2 {
        keys.push(key(&button(Deed::Abort), say("key-abort"), Style::Plain));
    }
    keys.push(no_key(reader.words));
    let other = game
        .row
        .side_of(caller.id)
        .and_then(|side| game.row.players[!side]);
    let other = other.map_or_else(|| say("someone"), mention);
    let variant = variant(reader.words, &game.row.game, &game.row.variant);
    let args = [("variant", variant.into()), ("other", other.into())];
    Ok(Reply {
        content: reader.words.say("resign-sure", &args),
        picture: None,
        rows: vec![Row::Keys(keys)],
    })
}
