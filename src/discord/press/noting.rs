//! Notes that someone makes about a game, for nobody else.

use crate::app::LONGEST_NOTE;
use crate::store::GameId;

use super::super::answer::Answer;
use super::super::custom_id::Button;
use super::super::host::{Host, Reader};
use super::super::markdown::UserText;
use super::super::other::Other;
use super::super::reply::{Input, Modal, Reply};
use super::super::request::Caller;
use super::super::router::Stop;
use super::super::sight::look_at;

/// The form for a note, with what was noted before.
pub(super) async fn modal(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Answer, Stop> {
    let note = host.app.note(caller.id, id).await?;
    Ok(Answer::Ask(Modal {
        id: Button::Other(Other::Note(id)).write(),
        title: reader.words.say("note-title", &[]),
        inputs: vec![Input {
            id: "note",
            label: reader.words.say("note-label", &[]),
            placeholder: String::new(),
            longest: LONGEST_NOTE as u16,
            value: note.unwrap_or_default(),
            is_required: false,
        }],
    }))
}

/// The form was filled in.
pub(super) async fn filled(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
    text: &str,
) -> Result<Answer, Stop> {
    look_at(host, caller, id).await?;
    let act = caller.act(host.now());
    host.app.set_note(&act, id, text).await?;
    let said = match shown(host, caller, reader, id).await? {
        Some(note) => format!("{}\n{note}", reader.words.say("note-kept", &[])),
        None => reader.words.say("note-gone", &[]),
    };
    Ok(Answer::Tell(Reply {
        content: said,
        ..Reply::default()
    }))
}

/// What someone has noted about a game.
pub(super) async fn shown(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Option<String>, Stop> {
    let note = host.app.note(caller.id, id).await?;
    let say = |note: String| {
        let note = ("note", UserText::lines(&note).into());
        reader.words.say("note-shown", &[note])
    };
    Ok(note.map(say))
}
