//! `/replay`: looks back at a game, turn by turn or as a moving picture.

use serde_json::{Value, json};

use crate::app::Refusal;
use crate::app::history::Filter;
use crate::app::import::is_import;
use crate::store::GameId;

use super::super::answer::Answer;
use super::super::back::{Angle, List};
use super::super::deed::Look;
use super::super::host::{Host, Reader};
use super::super::press;
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::super::suggest::Suggestion;
use super::history::label;
use super::turn::game_option;
use super::{INTEGER, command, history, import, named_game, option};

/// So many suggestions are shown.
const MOST: usize = 25;
/// Among so many of the latest games one is looked for.
const LOOKED_AT: usize = 200;

pub(super) fn command() -> Value {
    let turn = |name: &str| {
        let mut turn = option(INTEGER, "replay", name);
        turn["min_value"] = json!(0);
        turn["max_value"] = json!(u16::MAX);
        turn
    };
    let options = vec![
        game_option("replay"),
        turn("turn"),
        turn("from"),
        turn("to"),
    ];
    command("replay", options)
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let mut game = named_game(call);
    if game.is_none() {
        let here = host.app.thread_game(caller.channel).await?;
        game = here.map(|row| row.id);
    }
    let Some(game) = game else {
        // Nothing is named: the list of what one has played leads on.
        let list = history::page(host, caller, reader, List::default()).await?;
        return Ok(Answer::Tell(list));
    };
    if !is_import(game) && host.app.row(game).await?.is_none() {
        return Err(Refusal::UnknownGame.into());
    }
    let is_flipped = press::is_flipped_for(host, caller, reader, game).await?;
    let ply = |name: &str| call.number(name).and_then(|ply| u16::try_from(ply).ok());
    if let (from, to) = (ply("from"), ply("to"))
        && (from.is_some() || to.is_some())
    {
        let angle = Angle { game, is_flipped };
        let from = usize::from(from.unwrap_or(0));
        return press::film(host, caller, reader, angle, from, to.map(usize::from)).await;
    }
    let look = Look {
        game,
        ply: Some(ply("turn").unwrap_or(0)),
        is_flipped,
        is_text: false,
        slot: 0,
    };
    Ok(Answer::Tell(press::look(host, caller, reader, look).await?))
}

/// Finished games and those one has brought along, as suggestions.
pub(super) async fn suggest(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    text: &str,
) -> Result<Vec<Suggestion>, Stop> {
    let text = text.trim().to_lowercase();
    let page = host
        .app
        .history(caller.id, &Filter::default(), None, LOOKED_AT)
        .await?;
    let others = page.games.iter().filter_map(|row| {
        let side = row.side_of(caller.id)?;
        row.players[!side]
    });
    host.names.learn(others).await;
    let mut list: Vec<Suggestion> = Vec::new();
    let add = |list: &mut Vec<Suggestion>, id: GameId, label: String| {
        if label.to_lowercase().contains(&text) {
            let value = id.to_string();
            list.push(Suggestion { label, value });
        }
    };
    for row in &page.games {
        if list.len() == MOST {
            return Ok(list);
        }
        add(&mut list, row.id, label(host, caller, reader, row));
    }
    for (number, import) in (1..).zip(host.app.imports(caller.id).await?) {
        add(&mut list, import.id, import::label(reader, number, &import));
    }
    list.truncate(MOST);
    Ok(list)
}
