//! `/privacy`: exports or erases the data of the invoker.

use serde_json::Value;

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::command::command;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::rest::payload::File;
use crate::discord::view::components::{cancel_button, key};
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::reader::Reader;

/// Maximum size of a file, in bytes: Discord accepts 10 MiB.
const MAX_PART: usize = 9 << 20;
/// Discord's limit of files on a message.
const MAX_PARTS: usize = 10;

pub(crate) fn slash_command() -> Value {
    command("privacy", Vec::new())
}

pub(crate) fn run(reader: &Reader) -> Response {
    let say = |name: &str| reader.locale.text(name, &[]);
    Response::Ephemeral(Message {
        content: [
            say("privacy"),
            say("privacy-ratings"),
            say("privacy-thoughts"),
        ]
        .join("\n"),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![
            key(
                &CustomId::Menu(MenuAction::Export),
                say("key-export"),
                ButtonStyle::Plain,
            ),
            key(
                &CustomId::Menu(MenuAction::EraseData),
                say("key-forget"),
                ButtonStyle::Danger,
            ),
        ])],
    })
}

/// Sends all data of the invoker as files.
pub(crate) async fn export(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    let data = cx.app.export(cx.invoker.id, cx.now()).await?;
    let text = serde_json::to_string_pretty(&data).unwrap_or_default();
    let file = File {
        name: "hexpost.json".to_owned(),
        bytes: text.into_bytes(),
        description: None,
    };
    let files = file.split(MAX_PART);
    if files.len() > MAX_PARTS {
        return Err(HandlerError::Explained(
            cx.reader.locale.text("exported-too-large", &[]),
        ));
    }
    let count = ("count", files.len().into());
    let reply = Message::text(cx.reader.locale.text("exported-parts", &[count]));
    Ok(Response::EphemeralWithFiles(reply, files))
}

/// Asks for confirmation before the data is erased.
pub(crate) fn ask_forget(reader: &Reader) -> Response {
    let say = |name: &str| reader.locale.text(name, &[]);
    let button = CustomId::Menu(MenuAction::ConfirmErasure);
    Response::Update(Message {
        content: say("forget-sure"),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![
            key(&button, say("key-forget-surely"), ButtonStyle::Danger),
            cancel_button(reader.locale),
        ])],
    })
}

/// Erases the data of the invoker.
pub(crate) async fn forget(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    let gone = cx.app.forget(&cx.act()).await?;
    cx.forget_failed_import(cx.invoker.id);
    cx.wake();
    let games = ("count", gone.resigned.into());
    Ok(Response::Update(Message::text(
        cx.reader.locale.text("forgotten", &[games]),
    )))
}
