//! Records: as files, and games that someone has brought along.

use crate::app::game::Game;
use crate::app::import::is_import;
use hexpost_engine::notation::Dialect;
use crate::store::GameId;

use super::super::answer::{Answer, File};
use super::super::back::Keeping;
use super::super::board::{key, no_key, variant};
use super::super::commands;
use super::super::custom_id::Button;
use super::super::host::{Host, Reader};
use super::super::other::Other;
use super::super::reply::{Input, Modal, Reply, Row, Style};
use super::super::request::Caller;
use super::super::router::Stop;
use super::super::sight::look_at;

/// The longest text that a form takes.
const LONGEST_TEXT: u16 = 4000;

/// A button about records.
pub(super) async fn press(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    keeping: Keeping,
) -> Result<Answer, Stop> {
    let words = reader.words;
    let say = |name: &str| words.say(name, &[]);
    match keeping {
        Keeping::Files(id) => files(host, caller, reader, id).await,
        Keeping::Paste => Ok(Answer::Ask(Modal {
            id: Button::Other(Other::Keep(Keeping::Paste)).write(),
            title: say("paste-title"),
            inputs: vec![Input {
                id: "record",
                label: say("paste-record"),
                placeholder: say("paste-example"),
                longest: LONGEST_TEXT,
                value: String::new(),
                is_required: true,
            }],
        })),
        Keeping::Drop(id) => {
            look_at(host, caller, id).await?;
            let surely = Button::Other(Other::Keep(Keeping::DropSurely(id)));
            let keys = vec![
                key(&surely, say("key-import-drop-surely"), Style::Danger),
                no_key(reader.words),
            ];
            Ok(Answer::Change(Reply {
                content: say("import-drop-sure"),
                picture: None,
                rows: vec![Row::Keys(keys)],
            }))
        }
        Keeping::DropSurely(id) => {
            let act = caller.act(host.now());
            host.app.drop_import(&act, id).await?;
            let mut list = commands::import_list(host, caller, reader).await?;
            list.content = format!("{}\n{}", say("import-dropped"), list.content);
            Ok(Answer::Change(list))
        }
    }
}

/// A record was typed or pasted.
pub(super) async fn pasted(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    lines: &[(String, String)],
) -> Result<Answer, Stop> {
    let text = lines.iter().find(|(name, _)| name == "record");
    let text = text.map(|(_, text)| text.as_str()).unwrap_or_default();
    commands::take_import(host, caller, reader, text.as_bytes(), None).await
}

/// The record of a game in every form that can say all of it.
async fn files(host: &Host, caller: &Caller, reader: &Reader, id: GameId) -> Result<Answer, Stop> {
    let game = look_at(host, caller, id).await?;
    let is_player = game.row.side_of(caller.id).is_some();
    if !game.is_over() && !is_player && !is_import(id) {
        return Err(crate::app::Refusal::NotAPlayer.into());
    }
    let name = variant(reader.words, &game.row.game, &game.row.variant);
    let reply = Reply {
        content: reader
            .words
            .say("record-files", &[("variant", name.into())]),
        ..Reply::default()
    };
    Ok(Answer::Hand(reply, written(&game)))
}

fn written(game: &Game) -> Vec<File> {
    let record = &game.record;
    let stem = match game.row.id {
        id if is_import(id) => format!("{}-import", game.row.game),
        id => format!("{}-{id}", game.row.game),
    };
    let file = |end: &str, text: String| File {
        name: format!("{stem}{end}"),
        bytes: text.into_bytes(),
        description: None,
    };
    let json = serde_json::to_string_pretty(record).unwrap_or_default();
    let mut files = vec![file(".txt", record.to_string()), file(".json", json)];
    for dialect in Dialect::ALL {
        let text = record.written_in(dialect);
        files.extend(text.map(|text| file(&format!(".{}.txt", dialect.as_str()), text)));
    }
    files
}
