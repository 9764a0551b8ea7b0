//! The forms that Discord does not take.

use std::collections::HashSet;

use serde_json::Value;

use super::emoji::is_emoji;
use super::api_error::{Faults, ApiError};

/// Kinds of components, by Discord's numbers.
const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_MENU: u64 = 3;
const TEXT_INPUT: u64 = 4;
const USER_MENU: u64 = 5;
const ROLE_MENU: u64 = 6;
const MENTIONABLE_MENU: u64 = 7;
const CHANNEL_MENU: u64 = 8;
/// The kinds that came later: texts, pictures, containers, labels and what stands under them.
const LATER: std::ops::RangeInclusive<u64> = 9..=23;
/// The flag of a message that is made of the later kinds.
const COMPONENTS_V2: u64 = 1 << 15;
/// A button that leads elsewhere has no `custom_id`.
const LINK: u64 = 5;
/// A button that sells something.
const PREMIUM: u64 = 6;
/// A message that passes another one on.
const FORWARD: u64 = 1;

/// The languages that Discord knows.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// The list under a name; none and null are empty.
fn list<'a>(form: &'a Value, name: &str) -> &'a [Value] {
    form[name].as_array().map_or(&[], Vec::as_slice)
}

/// The text under a name; none and null are empty.
fn text<'a>(form: &'a Value, name: &str) -> &'a str {
    form[name].as_str().unwrap_or_default()
}

/// What Discord does and the sandbox does not: it is said, never passed over.
fn check_known(form: &Value) -> Result<(), ApiError> {
    let is_later = |part: &Value| {
        part["type"]
            .as_u64()
            .is_some_and(|kind| LATER.contains(&kind))
    };
    let rows = list(form, "components");
    let mut parts = rows.iter().flat_map(|row| list(row, "components"));
    let has_later = rows.iter().any(is_later) || parts.any(is_later);
    let is_v2 = form["flags"]
        .as_u64()
        .is_some_and(|flags| flags & COMPONENTS_V2 != 0);
    let is_set = |name: &str| form.get(name).is_some_and(|value| !value.is_null());
    let what = if is_set("poll") {
        "polls"
    } else if form["message_reference"]["type"].as_u64() == Some(FORWARD) {
        "forwarded messages"
    } else if !list(form, "sticker_ids").is_empty() {
        "stickers"
    } else if is_v2 || has_later {
        "Components V2 and labels"
    } else {
        return Ok(());
    };
    Err(ApiError::not_done(what))
}

/// A message that is sent or edited. `has_files` if files come with it.
pub fn message(form: &Value, has_files: bool) -> Result<(), ApiError> {
    check_known(form)?;
    let is_empty = text(form, "content").trim().is_empty()
        && list(form, "embeds").is_empty()
        && list(form, "components").is_empty()
        && list(form, "attachments").is_empty()
        && !has_files;
    if is_empty {
        return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
    }
    edit(form)
}

/// A change of a message: what it names must fit.
pub fn edit(form: &Value) -> Result<(), ApiError> {
    check_known(form)?;
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
        for (place, value) in [
            ("url", &embed["url"]),
            ("image.url", &embed["image"]["url"]),
            ("thumbnail.url", &embed["thumbnail"]["url"]),
            ("footer.icon_url", &embed["footer"]["icon_url"]),
            ("author.url", &embed["author"]["url"]),
            ("author.icon_url", &embed["author"]["icon_url"]),
        ] {
            let address = value.as_str().unwrap_or_default();
            let is_file = !matches!(place, "url" | "author.url");
            let is_attached = is_file && address.starts_with("attachment://");
            if !address.is_empty() && !is_attached {
                url(address, &at(place), &["http", "https"], faults);
            }
        }
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
                Some(kind @ STRING_MENU..=CHANNEL_MENU) if kind != TEXT_INPUT => {
                    if kind == STRING_MENU {
                        select(component, &place, &mut ids, faults);
                    } else {
                        picker(component, &place, &mut ids, faults);
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
    emoji(&button["emoji"], place, faults);
    match button["style"].as_u64() {
        Some(LINK) => {
            let place = format!("{place}.url");
            faults.length(&place, text(button, "url"), 1, 512);
            if !text(button, "url").is_empty() {
                url(
                    text(button, "url"),
                    &place,
                    &["http", "https", "discord"],
                    faults,
                );
            }
        }
        Some(1..LINK) => custom_id(button, place, ids, faults),
        // What is sold has no name of its own; nothing is sold here.
        Some(PREMIUM) => faults.note(
            &format!("{place}.sku_id"),
            "COMPONENT_SKU_ID_INVALID",
            "The specified SKU is invalid",
        ),
        Some(_) => {
            let message = "Value must be one of {1, 2, 3, 4, 5, 6}.";
            faults.note(&format!("{place}.style"), "BASE_TYPE_CHOICES", message);
        }
        None => {
            let message = "This field is required";
            faults.note(&format!("{place}.style"), "BASE_TYPE_REQUIRED", message);
        }
    }
}

/// An emoji of a button or option: one of Unicode's. There are no others here.
fn emoji(emoji: &Value, place: &str, faults: &mut Faults) {
    let is_own = emoji.get("id").is_some_and(|id| !id.is_null());
    let is_wrong = !emoji.is_null() && (is_own || !is_emoji(text(emoji, "name")));
    if is_wrong {
        let field = if is_own { "id" } else { "name" };
        let place = format!("{place}.emoji.{field}");
        faults.note(&place, "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

/// An address that may be followed.
fn url(address: &str, place: &str, schemes: &[&str], faults: &mut Faults) {
    let (scheme, rest) = address.split_once(':').unwrap_or_default();
    if scheme.is_empty() || scheme.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        faults.note(place, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    } else if !schemes.contains(&scheme.to_ascii_lowercase().as_str()) {
        let known: Vec<String> = schemes.iter().map(|known| format!("'{known}'")).collect();
        let message = format!(
            "Scheme \"{scheme}\" is not supported. Scheme must be one of ({}).",
            known.join(", ")
        );
        faults.note(place, "URL_TYPE_INVALID_SCHEME", &message);
    } else if !rest.starts_with("//") || rest.len() < 3 || rest.contains(char::is_whitespace) {
        faults.note(place, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
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
    let wanted: &[&str] = match picker["type"].as_u64() {
        Some(USER_MENU) => &["user"],
        Some(ROLE_MENU) => &["role"],
        Some(MENTIONABLE_MENU) => &["user", "role"],
        _ => &["channel"],
    };
    for (index, value) in list(picker, "default_values").iter().enumerate() {
        if !wanted.contains(&text(value, "type")) {
            let message = format!("Value must be one of {{'{}'}}.", wanted.join("', '"));
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
        emoji(
            &option["emoji"],
            &format!("{place}.options.{index}"),
            faults,
        );
        if !values.insert(text(option, "value")) {
            let message = "The specified option value is already used";
            let place = format!("{place}.options.{index}");
            faults.note(&place, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
}

/// A modal.
pub fn modal(form: &Value) -> Result<(), ApiError> {
    check_known(form)?;
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
pub fn suggestions(form: &Value) -> Result<(), ApiError> {
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
pub fn commands(form: &Value) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    let commands = form.as_array().map_or(&[][..], Vec::as_slice);
    let mut names = HashSet::new();
    for (index, command) in commands.iter().enumerate() {
        let kind = command["type"].as_u64().unwrap_or(CHAT_INPUT);
        let name = text(command, "name");
        let place = index.to_string();
        for (field, least, most) in [("contexts", 0, 2), ("integration_types", 0, 1)] {
            for (index, value) in list(command, field).iter().enumerate() {
                if !value
                    .as_u64()
                    .is_some_and(|value| (least..=most).contains(&value))
                {
                    let known: Vec<String> = (least..=most).map(|one| one.to_string()).collect();
                    let message = format!("Value must be one of {{{}}}.", known.join(", "));
                    let place = format!("{place}.{field}.{index}");
                    faults.note(&place, "BASE_TYPE_CHOICES", &message);
                }
            }
        }
        if kind == CHAT_INPUT {
            option(command, &place, &mut faults);
        } else {
            faults.length(&format!("{place}.name"), name, 1, 32);
            languages(command, &place, &mut faults);
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
    languages(option, place, faults);
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
        languages(choice, &place, faults);
        if let Some(value) = choice["value"].as_str() {
            faults.length(&format!("{place}.value"), value, 0, 100);
        }
    }
    let mut names = HashSet::new();
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
        let name = text(inner, "name");
        if !names.insert(name) {
            let message = format!("Option name {name} is already used in these options");
            faults.note(&place, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", &message);
        }
        if !inner["type"]
            .as_u64()
            .is_some_and(|kind| (1..=11).contains(&kind))
        {
            let message = "Value must be one of {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}.";
            faults.note(&format!("{place}.type"), "BASE_TYPE_CHOICES", message);
        }
        self::option(inner, &place, faults);
    }
}

/// Names and descriptions are translated into languages that Discord knows.
fn languages(part: &Value, place: &str, faults: &mut Faults) {
    for field in ["name_localizations", "description_localizations"] {
        for language in part[field]
            .as_object()
            .into_iter()
            .flat_map(|all| all.keys())
        {
            if !LOCALES.contains(&language.as_str()) {
                let message = format!("Value must be one of ('{}').", LOCALES.join("', '"));
                let place = format!("{place}.{field}.{language}");
                faults.note(&place, "BASE_TYPE_CHOICES", &message);
            }
        }
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
