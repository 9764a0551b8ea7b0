//! `/learn`: the games in short lessons.

use serde_json::Value;

use super::super::answer::Answer;
use super::super::deed::Learn;
use super::super::host::{Host, Reader};
use super::super::press;
use super::super::request::Caller;
use super::super::router::Stop;
use super::command;

pub(super) fn command() -> Value {
    command("learn", Vec::new())
}

pub(super) async fn run(host: &Host, caller: &Caller, reader: &Reader) -> Result<Answer, Stop> {
    let list = press::learn(host, caller, reader, Learn::List).await?;
    Ok(Answer::Tell(list))
}
