//! Answers as plain data, before they are put into Discord's own forms.

use hexpost_render::View;

/// The longest text of a message.
pub const LONGEST_TEXT: usize = 2000;

/// At most so many characters.
pub(crate) fn cut(text: String, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text;
    }
    let start: String = text.chars().take(longest - 1).collect();
    format!("{start}…")
}

/// A message: text, a picture, and what can be pressed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// The text.
    pub content: String,
    /// The picture.
    pub picture: Option<Picture>,
    /// What can be pressed, from the top.
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

/// A picture still to be drawn, with its description for those who can't see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What is to be seen.
    pub view: View,
    /// The same in words.
    pub alt: String,
    /// The name of the file.
    pub file: &'static str,
}

/// One row of what can be pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionRow {
    /// Keys, side by side.
    Buttons(Vec<Button>),
    /// A menu, which has a row to itself.
    SelectMenu(SelectMenu),
    /// A menu of what there is on the server, which has a row to itself.
    EntitySelect(EntitySelect),
}

/// A key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// What is written on it; may be empty if there is an emoji.
    pub label: String,
    /// A sign before the label.
    pub emoji: Option<&'static str>,
    /// Its colour.
    pub style: ButtonStyle,
    /// Can't it be pressed?
    pub is_disabled: bool,
}

/// The colour of a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ButtonStyle {
    /// Grey.
    #[default]
    Plain,
    /// Blue: what is chosen at present.
    Primary,
    /// Green: this does it.
    Good,
    /// Red: this does harm.
    Danger,
}

/// A menu of which one option is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectMenu {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// What it is a menu of.
    pub placeholder: String,
    /// What can be chosen.
    pub options: Vec<Choice>,
}

/// A menu of channels or roles, of which none or several are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntitySelect {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// What it is a menu of.
    pub placeholder: String,
    /// What can be chosen.
    pub kind: Pick,
    /// What is chosen at present, by number.
    pub chosen: Vec<i64>,
    /// As many can be chosen.
    pub most: u8,
}

/// What a picker offers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pick {
    /// Channels in which people write.
    Channels,
    /// Forums.
    Forums,
    /// Roles.
    Roles,
}

/// An option of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What is written on it.
    pub label: String,
    /// What it adds to the menu's own meaning.
    pub value: String,
    /// A second line.
    pub description: Option<String>,
    /// Is it chosen at present?
    pub is_chosen: bool,
}

/// A form to be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modal {
    /// What it means; see [`CustomId`](crate::discord::custom_id::CustomId).
    pub id: String,
    /// Its title.
    pub title: String,
    /// What is to be filled in.
    pub inputs: Vec<TextInput>,
}

/// A line of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextInput {
    /// Its name in the answer.
    pub id: &'static str,
    /// What is asked.
    pub label: String,
    /// An example.
    pub placeholder: String,
    /// The longest answer.
    pub longest: u16,
    /// What stands there already.
    pub value: String,
    /// Must something be filled in?
    pub is_required: bool,
}
