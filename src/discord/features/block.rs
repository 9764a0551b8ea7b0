//! `/block`: prevents a user from challenging the invoker, or allows it again.

use serde_json::Value;

use crate::discord::interaction::command::{BOOLEAN, USER, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::format::mention;
use crate::discord::view::message::Message;

pub(crate) fn slash_command() -> Value {
    let person = option(USER, "block", "person");
    let allow = option(BOOLEAN, "block", "allow");
    let strangers = option(BOOLEAN, "block", "strangers");
    command("block", vec![person, allow, strangers])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let is_allowed = call.flag("allow") == Some(true);
    let block = call.person("person").map(|person| (person.id, !is_allowed));
    let no_strangers = call.flag("strangers").map(|strangers| !strangers);
    if block.is_some() || no_strangers.is_some() {
        let act = cx.act();
        cx.app.set_contacts(&act, block, no_strangers).await?;
    }
    let no_strangers = no_strangers.unwrap_or(cx.reader.settings.no_strangers);
    let blocked = cx.app.blocks(cx.invoker.id).await?;
    let people: Vec<String> = blocked.into_iter().take(50).map(mention).collect();
    let first = if people.is_empty() {
        locale.text("block-none", &[])
    } else {
        locale.text("block-list", &[("people", people.join(", ").into())])
    };
    let second = if no_strangers {
        "block-strangers-no"
    } else {
        "block-strangers-yes"
    };
    Ok(Response::Ephemeral(Message::text(format!(
        "{first}\n{}",
        locale.text(second, &[])
    ))))
}
