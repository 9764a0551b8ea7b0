//! `/help`: what this is, and how to begin.

use serde_json::Value;

use super::super::answer::Answer;
use super::super::host::Reader;
use super::super::reply::Reply;
use super::super::welcome::help_row;
use super::command;

pub(super) fn command() -> Value {
    command("help", Vec::new())
}

pub(super) fn run(reader: &Reader) -> Answer {
    Answer::Tell(Reply {
        content: reader.words.say("help", &[]),
        picture: None,
        rows: vec![help_row(reader)],
    })
}
