//! `/help`: what this is, and how to begin.
//!
//! First contact: what someone new is told, once, and the keys that lead on.

use serde_json::Value;

use crate::app::AppError;
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::Room;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::rules;
use crate::discord::interaction::command::command;
use crate::discord::interaction::request::{Invoker, Request};
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::Page;
use crate::discord::view::components::{challenge_key, key, lesson_key};
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::reader::Reader;

pub(crate) fn slash_command() -> Value {
    command("help", Vec::new())
}

pub(crate) fn run(reader: &Reader) -> Response {
    Response::Ephemeral(Message {
        content: reader.words.say("help", &[]),
        picture: None,
        rows: vec![help_row(reader)],
    })
}

/// Does a first word suit after this? Not while someone types or composes, nor beside what says the
/// same, nor after someone wishes to be forgotten.
pub(crate) fn suits(request: &Request) -> bool {
    match request {
        Request::Command(call) => {
            !["help", "learn", "rules", "privacy"].contains(&call.name.as_str())
        }
        Request::About(..) => true,
        Request::Press { id, .. } => matches!(
            CustomId::read(id),
            Some(
                CustomId::Accept(_)
                    | CustomId::Decline(_)
                    | CustomId::More(_)
                    | CustomId::Menu(MenuAction::Look(_))
            )
        ),
        Request::Suggest(..) | Request::Form { .. } => false,
    }
}

/// Does this tell someone new as much as a first word would?
pub(crate) fn tells_all(request: &Request) -> bool {
    match request {
        Request::Command(call) => ["help", "learn", "rules"].contains(&call.name.as_str()),
        _ => false,
    }
}

/// What someone new is told; nothing for those who have been told.
pub(crate) async fn greeting(
    ctx: &Context,
    invoker: &Invoker,
) -> Result<Option<Message>, AppError> {
    if !ctx.app.welcome(invoker.id).await? {
        return Ok(None);
    }
    let reader = ctx.reader(invoker).await?;
    Ok(Some(Message {
        content: reader.words.say("welcome", &[]),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![
            lesson_key(reader.words),
            challenge_key(reader.words),
        ])],
    }))
}

/// The keys below the help.
pub(crate) fn help_row(reader: &Reader) -> ActionRow {
    let settings = CustomId::Menu(MenuAction::Enter(Room::Settings));
    ActionRow::Buttons(vec![
        rules::key_to(reader, Page::FIRST),
        lesson_key(reader.words),
        challenge_key(reader.words),
        key(
            &settings,
            reader.words.say("key-settings", &[]),
            ButtonStyle::Plain,
        ),
    ])
}
