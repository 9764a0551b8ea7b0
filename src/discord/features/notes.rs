//! Notes that someone makes about a game, for nobody else.

use crate::app::LONGEST_NOTE;
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::Invoker;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Message, Modal, TextInput};
use crate::discord::view::reader::Reader;
use crate::model::GameId;

/// The form for a note, with what was noted before.
pub(crate) async fn modal(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    id: GameId,
) -> Result<Response, HandlerError> {
    let note = host.app.note(caller.id, id).await?;
    Ok(Response::Modal(Modal {
        id: CustomId::Menu(MenuAction::Note(id)).write(),
        title: reader.words.say("note-title", &[]),
        inputs: vec![TextInput {
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
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    id: GameId,
    text: &str,
) -> Result<Response, HandlerError> {
    look_at(host, caller, id).await?;
    let act = caller.act(host.now());
    host.app.set_note(&act, id, text).await?;
    let said = match shown(host, caller, reader, id).await? {
        Some(note) => format!("{}\n{note}", reader.words.say("note-kept", &[])),
        None => reader.words.say("note-gone", &[]),
    };
    Ok(Response::Ephemeral(Message {
        content: said,
        ..Message::default()
    }))
}

/// What someone has noted about a game.
pub(crate) async fn shown(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    id: GameId,
) -> Result<Option<String>, HandlerError> {
    let note = host.app.note(caller.id, id).await?;
    let say = |note: String| {
        let note = ("note", UserText::lines(&note).into());
        reader.words.say("note-shown", &[note])
    };
    Ok(note.map(say))
}
