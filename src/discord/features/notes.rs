//! Notes that someone makes about a game, for nobody else.

use crate::app::LONGEST_NOTE;
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::menu::Other;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::interaction::viewer::look_at;
use crate::discord::rest::payload::Answer;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Input, Modal, Reply};
use crate::model::GameId;

/// The form for a note, with what was noted before.
pub(crate) async fn modal(
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
pub(crate) async fn filled(
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
pub(crate) async fn shown(
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
