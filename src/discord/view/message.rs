//! Messages, components and modals as plain data, before they become Discord's JSON.

use hexpost_render::Drawing;

/// Discord's limit of the text of a message.
pub const MAX_TEXT: usize = 2000;

/// A text of at most `most` characters.
pub(crate) fn cut(text: String, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text;
    }
    let start: String = text.chars().take(longest - 1).collect();
    format!("{start}…")
}

/// A message: text, picture and components.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// The text.
    pub content: String,
    /// The picture.
    pub picture: Option<Picture>,
    /// The action rows, from the top.
    pub rows: Vec<ActionRow>,
}

impl Message {
    /// A message of text alone.
    pub fn text(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            picture: None,
            rows: Vec::new(),
        }
    }
}

/// A picture that is not rendered yet, with its alt text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What to render.
    pub view: Drawing,
    /// The alt text.
    pub alt: String,
    /// The name of the file.
    pub file: &'static str,
}

/// An action row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionRow {
    /// Buttons, side by side.
    Buttons(Vec<Button>),
    /// A string select menu.
    SelectMenu(SelectMenu),
    /// A select menu of channels, roles or users.
    EntitySelect(EntitySelect),
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// The label; may be empty if there is an emoji.
    pub label: String,
    /// An emoji before the label.
    pub emoji: Option<&'static str>,
    /// The style.
    pub style: ButtonStyle,
    /// Is the button disabled?
    pub is_disabled: bool,
}

/// The style of a button.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ButtonStyle {
    /// Grey.
    #[default]
    Plain,
    /// Blue: the main action or the present choice.
    Primary,
    /// Green: confirms.
    Good,
    /// Red: destructive.
    Danger,
}

/// A string select menu of which one option is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectMenu {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// What it is a menu of.
    pub placeholder: String,
    /// What can be chosen.
    pub options: Vec<SelectOption>,
}

/// A select menu of channels, roles or users, of which any number up to a limit is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntitySelect {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// What it is a menu of.
    pub placeholder: String,
    /// What can be chosen.
    pub kind: EntityKind,
    /// The ids of the chosen entities.
    pub chosen: Vec<i64>,
    /// Maximum number of options that can be chosen.
    pub most: u8,
}

/// The kind of an entity select menu.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EntityKind {
    /// Text channels.
    Channels,
    /// Forums.
    Forums,
    /// Roles.
    Roles,
    /// Users.
    Users,
}

/// An option of a select menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectOption {
    /// What is written on it.
    pub label: String,
    /// The value.
    pub value: String,
    /// The description below the label.
    pub description: Option<String>,
    /// Is it chosen?
    pub is_chosen: bool,
}

/// A modal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modal {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// Its title.
    pub title: String,
    /// The text inputs.
    pub inputs: Vec<TextInput>,
}

/// A text input of a modal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextInput {
    /// The name of its value in the submission.
    pub id: &'static str,
    /// What is asked.
    pub label: String,
    /// The placeholder.
    pub placeholder: String,
    /// The maximum length.
    pub longest: u16,
    /// The value filled in already.
    pub value: String,
    /// Is a value required?
    pub is_required: bool,
}
