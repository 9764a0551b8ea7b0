//! What we answer, and how it is written in Discord's forms.

use serde_json::{Value, json};

use crate::store::PlayerId;

use super::reply::{Key, LONGEST_TEXT, Menu, Modal, Reply, Row, Style, cut};
use super::suggest::Suggestion;

/// The flag of a message that only one person sees.
const PRIVATE: u64 = 1 << 6;

/// So many characters are still a line of a form.
const LONGEST_LINE: u16 = 300;

/// What we answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Something new that only the person sees.
    Tell(Reply),
    /// The same, with a file to keep.
    Hand(Reply, File),
    /// The message on which something was pressed looks like this now.
    Change(Reply),
    /// A form to be filled in.
    Ask(Modal),
    /// Suggestions.
    Suggest(Vec<Suggestion>),
    /// Nothing to say.
    Nothing,
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// What is to be seen, in words.
    pub description: Option<String>,
}

/// A message as Discord takes it, with the files that go with it. Nobody is pinged but the one who
/// is named.
pub fn message(reply: &Reply, files: &[File], ping: Option<PlayerId>) -> Value {
    let attachments: Vec<Value> = (0..)
        .zip(files)
        .map(|(index, file): (usize, _)| {
            let mut entry = json!({ "id": index, "filename": file.name });
            if let Some(description) = &file.description {
                entry["description"] = json!(description);
            }
            entry
        })
        .collect();
    let users: Vec<String> = ping.iter().map(PlayerId::to_string).collect();
    json!({
        // A list of things with long names is better cut than refused.
        "content": cut(reply.content.clone(), LONGEST_TEXT),
        "attachments": attachments,
        "components": reply.rows.iter().map(row).collect::<Vec<_>>(),
        "allowed_mentions": { "parse": [], "users": users },
    })
}

/// The same, for one person alone.
pub fn private(mut message: Value) -> Value {
    message["flags"] = json!(PRIVATE);
    message
}

/// A form as Discord takes it.
pub fn form(modal: &Modal) -> Value {
    let inputs = modal.inputs.iter().map(|input| {
        // What is longer than a sentence has lines.
        let style = if input.longest > LONGEST_LINE { 2 } else { 1 };
        let mut line = json!({
            "type": 4, "style": style, "custom_id": input.id, "label": input.label,
            "max_length": input.longest, "required": input.is_required,
        });
        if !input.placeholder.is_empty() {
            line["placeholder"] = json!(input.placeholder);
        }
        if !input.value.is_empty() {
            line["value"] = json!(input.value);
        }
        json!({ "type": 1, "components": [line] })
    });
    json!({
        "custom_id": modal.id, "title": modal.title, "components": inputs.collect::<Vec<_>>(),
    })
}

/// Suggestions as Discord takes them.
pub fn suggestions(list: &[Suggestion]) -> Value {
    let choices = list
        .iter()
        .map(|suggestion| json!({ "name": suggestion.label, "value": suggestion.value }));
    json!({ "choices": choices.collect::<Vec<_>>() })
}

fn row(row: &Row) -> Value {
    let inside = match row {
        Row::Keys(keys) => keys.iter().map(key).collect(),
        Row::Menu(menu) => vec![self::menu(menu)],
    };
    json!({ "type": 1, "components": inside })
}

fn key(key: &Key) -> Value {
    let style = match key.style {
        Style::Primary => 1,
        Style::Plain => 2,
        Style::Good => 3,
        Style::Danger => 4,
    };
    let mut json = json!({
        "type": 2, "style": style, "custom_id": key.id, "disabled": key.is_disabled,
    });
    if !key.label.is_empty() {
        json["label"] = json!(key.label);
    }
    if let Some(emoji) = key.emoji {
        json["emoji"] = json!({ "name": emoji });
    }
    json
}

fn menu(menu: &Menu) -> Value {
    let options = menu.options.iter().map(|choice| {
        let mut json = json!({ "label": choice.label, "value": choice.value });
        if let Some(description) = &choice.description {
            json["description"] = json!(description);
        }
        if choice.is_chosen {
            json["default"] = json!(true);
        }
        json
    });
    json!({
        "type": 3, "custom_id": menu.id, "placeholder": menu.placeholder,
        "options": options.collect::<Vec<_>>(),
    })
}
