//! The forms that Discord does not take.

use std::collections::HashSet;

use serde_json::Value;

use super::refusal::{Faults, Refusal};

/// Kinds of components, by Discord's numbers.
const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const TEXT_INPUT: u64 = 4;
const ROLE_MENU: u64 = 6;
const CHANNEL_MENU: u64 = 8;
/// A button that leads elsewhere has no `custom_id`.
const LINK: u64 = 5;

/// The list under a name; none and null are empty.
fn list<'a>(form: &'a Value, name: &str) -> &'a [Value] {
    form[name].as_array().map_or(&[], Vec::as_slice)
}

/// The text under a name; none and null are empty.
fn text<'a>(form: &'a Value, name: &str) -> &'a str {
    form[name].as_str().unwrap_or_default()
}

/// A message that is sent or edited. `has_files` if files come with it.
pub fn message(form: &Value, has_files: bool) -> Result<(), Refusal> {
    let is_empty = text(form, "content").is_empty()
        && list(form, "embeds").is_empty()
        && list(form, "components").is_empty()
        && list(form, "attachments").is_empty()
        && !has_files;
    if is_empty {
        return Err(Refusal::new(400, 50006, "Cannot send an empty message"));
    }
    edit(form)
}

/// A change of a message: what it names must fit.
pub fn edit(form: &Value) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    faults.length("content", text(form, "content"), 0, 2000);
    if let Some(nonce) = form["nonce"].as_str() {
        faults.length("nonce", nonce, 0, 25);
    }
    embeds(list(form, "embeds"), &mut faults);
    let attachments = list(form, "attachments").len();
    if attachments > 10 {
        faults.count("attachments", attachments, 0, 10);
    }
    for (index, attachment) in list(form, "attachments").iter().enumerate() {
        let place = format!("attachments.{index}.description");
        faults.length(&place, text(attachment, "description"), 0, 1024);
    }
    components(list(form, "components"), &mut faults);
    faults.verdict()
}

fn embeds(embeds: &[Value], faults: &mut Faults) {
    if embeds.len() > 10 {
        faults.note(
            "embeds",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 10 or fewer in length.",
        );
    }
    let mut all = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let at = |name: &str| format!("embeds.{index}.{name}");
        let mut check = |place: String, value: &Value, least, most| {
            let text = value.as_str().unwrap_or_default();
            all += text.chars().count();
            faults.length(&place, text, least, most);
        };
        check(at("title"), &embed["title"], 0, 256);
        check(at("description"), &embed["description"], 0, 4096);
        check(at("footer.text"), &embed["footer"]["text"], 0, 2048);
        check(at("author.name"), &embed["author"]["name"], 0, 256);
        for (field, value) in list(embed, "fields").iter().enumerate() {
            check(at(&format!("fields.{field}.name")), &value["name"], 1, 256);
            check(
                at(&format!("fields.{field}.value")),
                &value["value"],
                1,
                1024,
            );
        }
        let fields = list(embed, "fields").len();
        if fields > 25 {
            faults.count(&at("fields"), fields, 0, 25);
        }
    }
    if all > 6000 {
        let message = "Embed size exceeds maximum size of 6000";
        faults.note("embeds", "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

/// The rows of a message.
fn components(rows: &[Value], faults: &mut Faults) {
    if rows.len() > 5 {
        faults.count("components", rows.len(), 1, 5);
    }
    let mut ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let place = format!("components.{index}");
        if row["type"].as_u64() != Some(ROW) {
            let message = "Value of field \"type\" must be one of (1,).";
            faults.note(&format!("{place}.type"), "UNION_TYPE_CHOICES", message);
            continue;
        }
        let inside = list(row, "components");
        faults.count(&format!("{place}.components"), inside.len(), 1, 5);
        for (index, component) in inside.iter().enumerate() {
            let place = format!("{place}.components.{index}");
            match component["type"].as_u64() {
                Some(BUTTON) => button(component, &place, &mut ids, faults),
                Some(kind @ (ROLE_MENU | CHANNEL_MENU | STRING_SELECT)) => {
                    if matches!(kind, ROLE_MENU | CHANNEL_MENU) {
                        picker(component, &place, &mut ids, faults);
                    } else {
                        select(component, &place, &mut ids, faults);
                    }
                    // A menu has a row to itself.
                    if inside.len() > 1 {
                        let message = "The specified component exceeds the maximum width";
                        faults.note(&place, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
                    }
                }
                _ => {
                    let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
                    faults.note(&format!("{place}.type"), "UNION_TYPE_CHOICES", message);
                }
            }
        }
    }
}

/// A `custom_id`, which no two components of a message may share.
fn custom_id<'a>(
    component: &'a Value,
    place: &str,
    ids: &mut HashSet<&'a str>,
    faults: &mut Faults,
) {
    let id = text(component, "custom_id");
    let place = format!("{place}.custom_id");
    faults.length(&place, id, 1, 100);
    if !id.is_empty() && !ids.insert(id) {
        let message = "Component custom id cannot be duplicated";
        faults.note(&place, "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}

fn button<'a>(button: &'a Value, place: &str, ids: &mut HashSet<&'a str>, faults: &mut Faults) {
    faults.length(&format!("{place}.label"), text(button, "label"), 0, 80);
    if text(button, "label").is_empty() && button["emoji"].is_null() {
        let message = "A button must have a label or emoji";
        faults.note(place, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
    if button["style"].as_u64() == Some(LINK) {
        faults.length(&format!("{place}.url"), text(button, "url"), 1, 512);
    } else {
        custom_id(button, place, ids, faults);
    }
}

/// A menu of what there is on the server.
fn picker<'a>(picker: &'a Value, place: &str, ids: &mut HashSet<&'a str>, faults: &mut Faults) {
    custom_id(picker, place, ids, faults);
    let at = |name: &str| format!("{place}.{name}");
    faults.length(&at("placeholder"), text(picker, "placeholder"), 0, 150);
    let least = picker["min_values"].as_u64().unwrap_or(1) as usize;
    let most = picker["max_values"].as_u64().unwrap_or(1) as usize;
    let chosen = list(picker, "default_values").len();
    if most > 25 || most == 0 {
        faults.count(&at("max_values"), most, 1, 25);
    }
    if chosen > most || chosen > 0 && chosen < least {
        faults.count(&at("default_values"), chosen, least, most);
    }
    let wanted = match picker["type"].as_u64() {
        Some(ROLE_MENU) => "role",
        _ => "channel",
    };
    for (index, value) in list(picker, "default_values").iter().enumerate() {
        if text(value, "type") != wanted {
            let message = format!("Value must be one of {{'{wanted}'}}.");
            let place = format!("{place}.default_values.{index}.type");
            faults.note(&place, "BASE_TYPE_CHOICES", &message);
        }
    }
}

fn select<'a>(select: &'a Value, place: &str, ids: &mut HashSet<&'a str>, faults: &mut Faults) {
    custom_id(select, place, ids, faults);
    let at = |name: &str| format!("{place}.{name}");
    faults.length(&at("placeholder"), text(select, "placeholder"), 0, 150);
    let options = list(select, "options");
    faults.count(&at("options"), options.len(), 1, 25);
    let mut values = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let at = |name: &str| format!("{place}.options.{index}.{name}");
        faults.length(&at("label"), text(option, "label"), 1, 100);
        faults.length(&at("value"), text(option, "value"), 1, 100);
        faults.length(&at("description"), text(option, "description"), 0, 100);
        if !values.insert(text(option, "value")) {
            let message = "The specified option value is already used";
            let place = format!("{place}.options.{index}");
            faults.note(&place, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
}

/// A modal.
pub fn modal(form: &Value) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    faults.length("title", text(form, "title"), 1, 45);
    faults.length("custom_id", text(form, "custom_id"), 1, 100);
    let rows = list(form, "components");
    faults.count("components", rows.len(), 1, 5);
    let mut ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let place = format!("components.{index}.components");
        let inside = list(row, "components");
        faults.count(&place, inside.len(), 1, 1);
        for input in inside {
            let place = format!("{place}.0");
            if input["type"].as_u64() != Some(TEXT_INPUT) {
                let message = "Value of field \"type\" must be one of (4,).";
                faults.note(&format!("{place}.type"), "UNION_TYPE_CHOICES", message);
            }
            custom_id(input, &place, &mut ids, &mut faults);
            faults.length(&format!("{place}.label"), text(input, "label"), 1, 45);
            let placeholder = text(input, "placeholder");
            faults.length(&format!("{place}.placeholder"), placeholder, 0, 100);
            faults.length(&format!("{place}.value"), text(input, "value"), 0, 4000);
        }
    }
    faults.verdict()
}

/// Suggestions for an option.
pub fn suggestions(form: &Value) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    let choices = list(form, "choices");
    if choices.len() > 25 {
        faults.count("data.choices", choices.len(), 0, 25);
    }
    let mut names = HashSet::new();
    for (index, choice) in choices.iter().enumerate() {
        let at = |name: &str| format!("data.choices.{index}.{name}");
        if !names.insert(text(choice, "name")) {
            let place = format!("data.choices.{index}");
            let message = "Option choice name is already used";
            faults.note(
                &place,
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED",
                message,
            );
        }
        faults.length(&at("name"), text(choice, "name"), 1, 100);
        if let Some(value) = choice["value"].as_str() {
            faults.length(&at("value"), value, 0, 100);
        }
    }
    faults.verdict()
}

/// The longest a command may be, in characters, in any one language.
const LONGEST_COMMAND: usize = 8000;
/// A command that is called with a slash; the others are chosen from a menu and have free names.
const CHAT_INPUT: u64 = 1;

/// The commands of an application.
pub fn commands(form: &Value) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    let commands = form.as_array().map_or(&[][..], Vec::as_slice);
    let mut names = HashSet::new();
    for (index, command) in commands.iter().enumerate() {
        let kind = command["type"].as_u64().unwrap_or(CHAT_INPUT);
        let name = text(command, "name");
        let place = index.to_string();
        if kind == CHAT_INPUT {
            option(command, &place, &mut faults);
        } else {
            faults.length(&format!("{place}.name"), name, 1, 32);
        }
        if !names.insert((kind, name)) {
            let message = "Application command names must be unique";
            faults.note(&place, "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
        if longest(command) > LONGEST_COMMAND {
            let message = format!("Command exceeds maximum size ({LONGEST_COMMAND})");
            faults.note(&place, "APPLICATION_COMMAND_TOO_LARGE", &message);
        }
    }
    faults.verdict()
}

/// A command called with a slash, a subcommand or an option: they look alike.
fn option(option: &Value, place: &str, faults: &mut Faults) {
    let at = |name: &str| format!("{place}.{name}");
    slash_name(text(option, "name"), &at("name"), faults);
    faults.length(&at("description"), text(option, "description"), 1, 100);
    for (language, name) in option["name_localizations"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let place = at(&format!("name_localizations.{language}"));
        slash_name(name.as_str().unwrap_or_default(), &place, faults);
    }
    let descriptions = option["description_localizations"].as_object();
    for (language, description) in descriptions.into_iter().flatten() {
        let place = at(&format!("description_localizations.{language}"));
        faults.length(&place, description.as_str().unwrap_or_default(), 1, 100);
    }
    for name in ["options", "choices"] {
        let count = list(option, name).len();
        if count > 25 {
            faults.count(&at(name), count, 0, 25);
        }
    }
    for (index, choice) in list(option, "choices").iter().enumerate() {
        let place = at(&format!("choices.{index}"));
        faults.length(&format!("{place}.name"), text(choice, "name"), 1, 100);
        if let Some(value) = choice["value"].as_str() {
            faults.length(&format!("{place}.value"), value, 0, 100);
        }
    }
    let mut is_optional = false;
    for (index, inner) in list(option, "options").iter().enumerate() {
        let place = at(&format!("options.{index}"));
        let is_required = inner["required"].as_bool().unwrap_or_default();
        if is_required && is_optional {
            let message = "Required options must be placed before non-required options";
            faults.note(
                &place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                message,
            );
        }
        is_optional |= !is_required;
        self::option(inner, &place, faults);
    }
}

/// Lower-case letters of any script, digits, `_` and `-`.
fn slash_name(name: &str, place: &str, faults: &mut Faults) {
    faults.length(place, name, 1, 32);
    let is_fine = |sign: char| {
        (sign.is_alphanumeric() || "_-'".contains(sign)) && sign.to_lowercase().eq([sign])
    };
    if !name.chars().all(is_fine) {
        let message = "Command name is invalid";
        faults.note(place, "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

/// How long a command is: names, descriptions and values, each in the language in which it is
/// longest.
fn longest(part: &Value) -> usize {
    let chars = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let in_any = |name: &str| {
        let others = part[format!("{name}_localizations")].as_object();
        let others = others.into_iter().flatten().map(|(_, text)| chars(text));
        others.chain([chars(&part[name])]).max().unwrap_or_default()
    };
    let choices = list(part, "choices").iter();
    let choices: usize = choices
        .map(|choice| longest(choice) + chars(&choice["value"]))
        .sum();
    let options: usize = list(part, "options").iter().map(longest).sum();
    in_any("name") + in_any("description") + choices + options
}
