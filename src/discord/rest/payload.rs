//! Messages, modals and autocomplete choices as Discord's JSON.

use serde_json::{Value, json};
use serenity::all::{
    ButtonStyle as Style, ChannelType, ComponentType, InputTextStyle, MessageFlags,
};

use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, EntityKind, EntitySelect, MAX_TEXT, Message, Modal, SelectMenu,
    cut,
};
use crate::model::PlayerId;

/// Text inputs with a larger limit have several lines.
const MAX_LINE: u16 = 300;

/// The types of first responses to interactions, by the names of Discord's documentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CallbackType {
    /// A message.
    ChannelMessageWithSource = 4,
    /// "… is thinking", until a message follows.
    DeferredChannelMessageWithSource = 5,
    /// The message of the component stays as it is, or is edited later.
    DeferredUpdateMessage = 6,
    /// The message of the component is edited.
    UpdateMessage = 7,
    /// Autocomplete choices.
    ApplicationCommandAutocompleteResult = 8,
    /// A modal.
    Modal = 9,
}

/// A first response to an interaction.
pub(crate) fn callback(kind: CallbackType, data: Option<Value>) -> Value {
    match data {
        Some(data) => json!({ "type": kind as u8, "data": data }),
        None => json!({ "type": kind as u8 }),
    }
}

/// The data of a deferred ephemeral response.
pub(crate) fn ephemeral_flag() -> Value {
    json!({ "flags": MessageFlags::EPHEMERAL.bits() })
}

/// An attachment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The file name.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
    /// The alt text.
    pub description: Option<String>,
}

impl File {
    /// Splits the file into parts of at most `most` bytes, which are numbered if there are several.
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

/// The payload of a message with its files. It mentions at most the user `ping`.
pub fn message(reply: &Message, files: &[File], ping: Option<PlayerId>) -> Value {
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
        // A long list is truncated, because Discord would reject it.
        "content": cut(reply.content.clone(), MAX_TEXT),
        "attachments": attachments,
        "components": reply.rows.iter().map(row).collect::<Vec<_>>(),
        "allowed_mentions": { "parse": [], "users": users },
    })
}

/// Makes the payload of a message ephemeral.
pub fn private(mut message: Value) -> Value {
    message["flags"] = json!(MessageFlags::EPHEMERAL.bits());
    message
}

/// The payload of a modal.
pub fn modal(modal: &Modal) -> Value {
    let inputs = modal.inputs.iter().map(|input| {
        let style = if input.longest > MAX_LINE {
            InputTextStyle::Paragraph
        } else {
            InputTextStyle::Short
        };
        let mut line = json!({
            "type": ComponentType::InputText, "style": style, "custom_id": input.id, "label": input.label,
            "max_length": input.longest, "required": input.is_required,
        });
        if !input.placeholder.is_empty() {
            line["placeholder"] = json!(input.placeholder);
        }
        if !input.value.is_empty() {
            line["value"] = json!(input.value);
        }
        json!({ "type": ComponentType::ActionRow, "components": [line] })
    });
    json!({
        "custom_id": modal.id, "title": modal.title, "components": inputs.collect::<Vec<_>>(),
    })
}

/// The payload of autocomplete choices.
pub fn suggestions(list: &[Suggestion]) -> Value {
    let choices = list
        .iter()
        .map(|suggestion| json!({ "name": suggestion.label, "value": suggestion.value }));
    json!({ "choices": choices.collect::<Vec<_>>() })
}

fn row(row: &ActionRow) -> Value {
    let inside = match row {
        ActionRow::Buttons(buttons) => buttons.iter().map(button).collect(),
        ActionRow::SelectMenu(menu) => vec![self::menu(menu)],
        ActionRow::EntitySelect(picker) => vec![self::picker(picker)],
    };
    json!({ "type": ComponentType::ActionRow, "components": inside })
}

fn button(button: &Button) -> Value {
    let style = match button.style {
        ButtonStyle::Primary => Style::Primary,
        ButtonStyle::Plain => Style::Secondary,
        ButtonStyle::Good => Style::Success,
        ButtonStyle::Danger => Style::Danger,
    };
    let mut json = json!({
        "type": ComponentType::Button, "style": style, "custom_id": button.id, "disabled": button.is_disabled,
    });
    if !button.label.is_empty() {
        json["label"] = json!(button.label);
    }
    if let Some(emoji) = button.emoji {
        json["emoji"] = json!({ "name": emoji });
    }
    json
}

fn picker(picker: &EntitySelect) -> Value {
    let channel = ComponentType::ChannelSelect;
    let (component, kind, channels) = match picker.kind {
        EntityKind::Channels => (channel, "channel", Some([ChannelType::Text])),
        EntityKind::Forums => (channel, "channel", Some([ChannelType::Forum])),
        EntityKind::Roles => (ComponentType::RoleSelect, "role", None),
        EntityKind::Users => (ComponentType::UserSelect, "user", None),
    };
    let chosen = picker.chosen.iter().take(picker.most.into());
    let chosen = chosen.map(|id| json!({ "id": id.to_string(), "type": kind }));
    let mut json = json!({
        "type": component, "custom_id": picker.id, "placeholder": picker.placeholder,
        "min_values": 0, "max_values": picker.most, "default_values": chosen.collect::<Vec<_>>(),
    });
    if let Some(channels) = channels {
        json["channel_types"] = json!(channels);
    }
    json
}

fn menu(menu: &SelectMenu) -> Value {
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
        "type": ComponentType::StringSelect, "custom_id": menu.id, "placeholder": menu.placeholder,
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
