//! What we answer, and how it is written in Discord's forms.

use serde_json::{Value, json};

use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::view::message::{
    Key, LONGEST_TEXT, Menu, Modal, Pick, Picker, Reply, Row, Style, cut,
};
use crate::model::PlayerId;

/// The flag of a message that only one person sees.
const PRIVATE: u64 = 1 << 6;

/// So many characters are still a line of a form.
const LONGEST_LINE: u16 = 300;

/// What we answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Something new that only the person sees.
    Tell(Reply),
    /// The same, with files to keep.
    Hand(Reply, Vec<File>),
    /// The message on which something was pressed looks like this now.
    Change(Reply),
    /// Something new that everyone in that channel sees.
    Publish(Box<Publication>),
    /// A form to be filled in.
    Ask(Modal),
    /// Suggestions.
    Suggest(Vec<Suggestion>),
    /// Nothing to say.
    Nothing,
}

/// A public answer: a new message in the channel of the interaction, with which Discord names whoever
/// asked. It is the first response if it is ready in time, otherwise a follow-up: in both cases a new
/// message, so that it can ping. A press that may be answered like this is deferred with type 6 (see
/// `visit.rs`), because the first follow-up after a private "is thinking" would stay private.
///
/// Discord makes it ephemeral where the member who asked may not use external apps; see
/// `Sent::is_ephemeral` in `wire.rs`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Publication {
    /// The message.
    pub reply: Reply,
    /// Who is pinged. Nobody else is, whatever the text says.
    pub ping: Option<PlayerId>,
    /// What the pressed message looks like afterwards, if it is to change. It is edited through the
    /// interaction, after the answer; if Discord refuses that, a private message is told the person
    /// instead, and a public one stays as it was.
    pub pressed: Option<Reply>,
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

impl File {
    /// The same in files of at most so many bytes each, numbered if there are several.
    #[must_use]
    pub fn split(self, most: usize) -> Vec<Self> {
        if self.bytes.len() <= most {
            return vec![self];
        }
        let parts = self.bytes.chunks(most.max(1)).zip(1..);
        let part = |(bytes, number): (&[u8], usize)| Self {
            name: format!("{}.{number}", self.name),
            bytes: bytes.to_vec(),
            description: self.description.clone(),
        };
        parts.map(part).collect()
    }
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
pub fn modal(modal: &Modal) -> Value {
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
        Row::Picker(picker) => vec![self::picker(picker)],
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

fn picker(picker: &Picker) -> Value {
    let (number, kind, channels) = match picker.kind {
        Pick::Channels => (8, "channel", Some([0])),
        Pick::Forums => (8, "channel", Some([15])),
        Pick::Roles => (6, "role", None),
    };
    let chosen = picker.chosen.iter().take(picker.most.into());
    let chosen = chosen.map(|id| json!({ "id": id.to_string(), "type": kind }));
    let mut json = json!({
        "type": number, "custom_id": picker.id, "placeholder": picker.placeholder,
        "min_values": 0, "max_values": picker.most, "default_values": chosen.collect::<Vec<_>>(),
    });
    if let Some(channels) = channels {
        json["channel_types"] = json!(channels);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_large_comes_in_parts_that_make_it_whole_again() {
        let file = |length: u8| File {
            name: "all.json".to_owned(),
            bytes: (0..length).collect(),
            description: None,
        };
        assert_eq!(file(10).split(10), [file(10)]);
        let parts = file(25).split(10);
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["all.json.1", "all.json.2", "all.json.3"]);
        assert!(parts.iter().all(|part| part.bytes.len() <= 10));
        let whole: Vec<u8> = parts.into_iter().flat_map(|part| part.bytes).collect();
        assert_eq!(whole, file(25).bytes);
    }
}
