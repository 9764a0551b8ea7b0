//! `/import`: brings along a game from elsewhere, to look at it.

use serde_json::Value;

use crate::app::Refusal;
use crate::app::import::{BadRecord, LARGEST_RECORD, MOST_IMPORTS};
use hexpost_engine::game::Variant;
use hexpost_engine::notation::Dialect;
use hexpost_engine::record::Record;
use crate::store::Time;
use crate::store::imports::Import;

use super::super::answer::Answer;
use super::super::back::Keeping;
use super::super::board::{key, variant};
use super::super::custom_id::Button;
use super::super::deed::{Look, Purpose};
use super::super::download::Missing;
use super::super::host::{Host, Reader};
use super::super::other::Other;
use super::super::press;
use super::super::reply::{Choice, Menu, Reply, Row, Style};
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::challenge::offered;
use super::{ATTACHMENT, STRING, choice, command, option};

pub(super) fn command() -> Value {
    let file = option(ATTACHMENT, "import", "file");
    let text = option(STRING, "import", "text");
    let mut board = option(STRING, "import", "board");
    board["choices"] = boards()
        .map(|(game, name)| {
            let value = format!("{game} {name}");
            choice(value, |words| variant(words, game, name))
        })
        .collect();
    command("import", vec![file, text, board])
}

/// The boards of games that are written elsewhere without saying on which.
fn boards() -> impl Iterator<Item = (&'static str, &'static str)> {
    offered().filter(|(game, name)| {
        let variant = Variant::parse(game, name).ok();
        let record = variant.map(Record::new);
        record.is_some_and(|record| record.written_in(Dialect::Gipf).is_some())
    })
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let board = call.text("board").and_then(|text| text.split_once(' '));
    let board = board.and_then(|(game, name)| Variant::parse(game, name).ok());
    if let Some(upload) = call.file("file") {
        let bytes = match host.downloads.fetch(upload, LARGEST_RECORD).await {
            Ok(bytes) => bytes,
            Err(Missing::TooLarge) => return Err(Refusal::Record(BadRecord::TooLarge).into()),
            Err(Missing::Failed) => {
                return Err(Stop::Say(reader.words.say("import-no-file", &[])));
            }
        };
        return take(host, caller, reader, &bytes, board.as_ref()).await;
    }
    match call.text("text").map(str::trim) {
        Some(text) if !text.is_empty() => {
            take(host, caller, reader, text.as_bytes(), board.as_ref()).await
        }
        _ => Ok(Answer::Tell(list(host, caller, reader).await?)),
    }
}

/// Takes a game, and shows it as it ended.
pub(crate) async fn take(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    bytes: &[u8],
    board: Option<&Variant>,
) -> Result<Answer, Stop> {
    let act = caller.act(host.now());
    let game = host.app.import(&act, bytes, board).await?;
    let look = Look {
        game: game.row.id,
        ply: None,
        is_flipped: false,
        is_text: false,
        slot: 0,
    };
    let reply = press::look(host, caller, reader, look).await?;
    Ok(Answer::Tell(reply))
}

/// The games someone has brought along, with a menu to open one.
pub(crate) async fn list(host: &Host, caller: &Caller, reader: &Reader) -> Result<Reply, Stop> {
    let words = reader.words;
    let say = |name: &str| words.say(name, &[]);
    let imports = host.app.imports(caller.id).await?;
    let count = ("count", imports.len().into());
    let most = ("most", MOST_IMPORTS.into());
    let mut rows = Vec::new();
    let options = (1..).zip(&imports).map(|(number, import)| Choice {
        label: label(reader, number, import),
        value: import.id.to_string(),
        description: None,
        is_chosen: false,
    });
    let options: Vec<Choice> = options.take(MOST_IMPORTS).collect();
    if !options.is_empty() {
        rows.push(Row::Menu(Menu {
            id: Button::Other(Other::Choose(Purpose::Replay)).write(),
            placeholder: say("history-open"),
            options,
        }));
    }
    let paste = Button::Other(Other::Keep(Keeping::Paste));
    rows.push(Row::Keys(vec![key(
        &paste,
        say("key-paste"),
        Style::Primary,
    )]));
    Ok(Reply {
        content: words.say("import-list", &[count, most]),
        picture: None,
        rows,
    })
}

/// A game in a menu: its place in the list, what it is, how long, and when it was brought.
pub(super) fn label(reader: &Reader, number: usize, import: &Import) -> String {
    let words = reader.words;
    let date = date(import.at);
    let said = words.say(
        "import-label",
        &[
            (
                "variant",
                variant(words, &import.game, &import.variant).into(),
            ),
            ("count", (import.plies.max(0) as u64).into()),
            ("date", date.into()),
        ],
    );
    format!("{number}. {said}").chars().take(100).collect()
}

/// The day of a moment: a menu has no moments that everyone sees in the own time.
fn date(time: Time) -> String {
    let moment = jiff::Timestamp::from_millisecond(time.0);
    let day = moment.map(|moment| moment.strftime("%Y-%m-%d").to_string());
    day.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_those_of_games_written_elsewhere() {
        let names: Vec<_> = boards().map(|(_, name)| name).collect();
        assert_eq!(names, ["37", "48", "61", "40", "43", "44", "37-blitz"]);
    }
}
