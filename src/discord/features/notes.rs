//! Private notes about games.

use crate::app::MAX_NOTE;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Message, Modal, TextInput};
use crate::model::GameRef;

/// Opens the modal for a note, with the present one filled in.
pub(crate) async fn modal(cx: &Cx<'_>, id: GameRef) -> Result<Response, HandlerError> {
    let note = cx.app.note(cx.invoker.id, id).await?;
    Ok(Response::Modal(Modal {
        id: CustomId::Menu(MenuAction::Note(id)).write(),
        title: cx.reader.locale.text("note-title", &[]),
        inputs: vec![TextInput {
            id: "note",
            label: cx.reader.locale.text("note-label", &[]),
            placeholder: String::new(),
            longest: MAX_NOTE as u16,
            value: note.unwrap_or_default(),
            is_required: false,
        }],
    }))
}

/// Stores the submitted note.
pub(crate) async fn submit(cx: &Cx<'_>, id: GameRef, text: &str) -> Result<Response, HandlerError> {
    look_at(cx, id).await?;
    let act = cx.act();
    cx.app.set_note(&act, id, text).await?;
    let said = match shown(cx, id).await? {
        Some(note) => format!("{}\n{note}", cx.reader.locale.text("note-kept", &[])),
        None => cx.reader.locale.text("note-gone", &[]),
    };
    Ok(Response::Ephemeral(Message::text(said)))
}

/// The invoker's note about a game, as text.
pub(crate) async fn shown(cx: &Cx<'_>, id: GameRef) -> Result<Option<String>, HandlerError> {
    let note = cx.app.note(cx.invoker.id, id).await?;
    let say = |note: String| {
        let note = ("note", UserText::lines(&note).into());
        cx.reader.locale.text("note-shown", &[note])
    };
    Ok(note.map(say))
}
