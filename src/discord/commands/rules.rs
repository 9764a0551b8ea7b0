//! `/rules`: the rules of the games, page by page.

use serde_json::Value;

use super::super::answer::Answer;
use super::super::host::Reader;
use super::super::request::Call;
use super::super::rules::{Page, page, title};
use super::{STRING, choice, command, option};

pub(super) fn command() -> Value {
    let mut topic = option(STRING, "rules", "topic");
    topic["choices"] = Page::ALL
        .iter()
        .map(|page| choice(page.name, |words| title(words, *page)))
        .collect();
    command("rules", vec![topic])
}

pub(super) fn run(reader: &Reader, call: &Call) -> Answer {
    let topic = call.text("topic").and_then(Page::named);
    Answer::Tell(page(reader, topic.unwrap_or(Page::FIRST)))
}
