//! Validation of payloads against Discord's documented limits.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use super::api_error::{ApiError, FormErrors};
use super::emoji::is_emoji;
use super::id::{self, Id};

/// Component types.
const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_MENU: u64 = 3;
const TEXT_INPUT: u64 = 4;
const USER_MENU: u64 = 5;
const ROLE_MENU: u64 = 6;
const MENTIONABLE_MENU: u64 = 7;
const CHANNEL_MENU: u64 = 8;
/// Component types of Components V2 and of the newer modals.
const COMPONENTS_V2_TYPES: std::ops::RangeInclusive<u64> = 9..=23;
/// Message flag: the message uses Components V2.
const COMPONENTS_V2_FLAG: u64 = 1 << 15;
/// Button style: a link, which has no `custom_id`.
const LINK: u64 = 5;
/// Button style: a purchase, which has no `custom_id`.
const PREMIUM: u64 = 6;
/// Message reference type: a forwarded message.
const FORWARD: u64 = 1;

/// The locales that Discord supports.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// Whether Discord supports a locale.
pub(super) fn is_locale(locale: &str) -> bool {
    LOCALES.contains(&locale)
}

/// The array in a field; empty if missing or null.
fn list<'a>(payload: &'a Value, name: &str) -> &'a [Value] {
    payload[name].as_array().map_or(&[], Vec::as_slice)
}

/// The string in a field; empty if missing or null.
fn text<'a>(payload: &'a Value, name: &str) -> &'a str {
    payload[name].as_str().unwrap_or_default()
}

/// Rejects Discord features that the sandbox doesn't model, so that they never seem to work.
fn check_known(payload: &Value) -> Result<(), ApiError> {
    let is_later = |part: &Value| {
        part["type"]
            .as_u64()
            .is_some_and(|kind| COMPONENTS_V2_TYPES.contains(&kind))
    };
    let rows = list(payload, "components");
    let mut parts = rows.iter().flat_map(|row| list(row, "components"));
    let has_later = rows.iter().any(is_later) || parts.any(is_later);
    let is_v2 = payload["flags"]
        .as_u64()
        .is_some_and(|flags| flags & COMPONENTS_V2_FLAG != 0);
    let is_set = |name: &str| payload.get(name).is_some_and(|value| !value.is_null());
    let what = if is_set("poll") {
        "polls"
    } else if payload["message_reference"]["type"].as_u64() == Some(FORWARD) {
        "forwarded messages"
    } else if !list(payload, "sticker_ids").is_empty() {
        "stickers"
    } else if is_v2 || has_later {
        "Components V2 and labels"
    } else {
        return Ok(());
    };
    Err(ApiError::not_implemented(what))
}

/// Validates a new message; `has_files` if files are uploaded with it. `emojis` are the ids of the
/// application's emoji.
pub fn message(payload: &Value, has_files: bool, emojis: &BTreeSet<Id>) -> Result<(), ApiError> {
    check_known(payload)?;
    let is_empty = text(payload, "content").trim().is_empty()
        && list(payload, "embeds").is_empty()
        && list(payload, "components").is_empty()
        && list(payload, "attachments").is_empty()
        && !has_files;
    if is_empty {
        return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
    }
    edit(payload, emojis)
}

/// Validates the fields present in an edit of a message.
pub fn edit(payload: &Value, emojis: &BTreeSet<Id>) -> Result<(), ApiError> {
    check_known(payload)?;
    let mut errors = FormErrors::default();
    errors.check_length("content", text(payload, "content"), 0, 2000);
    if let Some(nonce) = payload["nonce"].as_str() {
        errors.check_length("nonce", nonce, 0, 25);
    }
    embeds(list(payload, "embeds"), &mut errors);
    let attachments = list(payload, "attachments").len();
    if attachments > 10 {
        errors.check_count("attachments", attachments, 0, 10);
    }
    for (index, attachment) in list(payload, "attachments").iter().enumerate() {
        let path = format!("attachments.{index}.description");
        errors.check_length(&path, text(attachment, "description"), 0, 1024);
    }
    components(list(payload, "components"), emojis, &mut errors);
    errors.into_result()
}

fn embeds(embeds: &[Value], errors: &mut FormErrors) {
    if embeds.len() > 10 {
        errors.add(
            "embeds",
            "BASE_TYPE_MAX_LENGTH",
            "Must be 10 or fewer in length.",
        );
    }
    let mut all = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let at = |name: &str| format!("embeds.{index}.{name}");
        for (path, value) in [
            ("url", &embed["url"]),
            ("image.url", &embed["image"]["url"]),
            ("thumbnail.url", &embed["thumbnail"]["url"]),
            ("footer.icon_url", &embed["footer"]["icon_url"]),
            ("author.url", &embed["author"]["url"]),
            ("author.icon_url", &embed["author"]["icon_url"]),
        ] {
            let address = value.as_str().unwrap_or_default();
            let is_file = !matches!(path, "url" | "author.url");
            let is_attached = is_file && address.starts_with("attachment://");
            if !address.is_empty() && !is_attached {
                url(address, &at(path), &["http", "https"], errors);
            }
        }
        let mut check = |path: String, value: &Value, min, max| {
            let text = value.as_str().unwrap_or_default();
            all += text.chars().count();
            errors.check_length(&path, text, min, max);
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
            errors.check_count(&at("fields"), fields, 0, 25);
        }
    }
    if all > 6000 {
        let message = "Embed size exceeds maximum size of 6000";
        errors.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

/// Validates the action rows of a message.
fn components(rows: &[Value], emojis: &BTreeSet<Id>, errors: &mut FormErrors) {
    if rows.len() > 5 {
        errors.check_count("components", rows.len(), 1, 5);
    }
    let mut ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let path = format!("components.{index}");
        if row["type"].as_u64() != Some(ROW) {
            let message = "Value of field \"type\" must be one of (1,).";
            errors.add(&format!("{path}.type"), "UNION_TYPE_CHOICES", message);
            continue;
        }
        let inner = list(row, "components");
        errors.check_count(&format!("{path}.components"), inner.len(), 1, 5);
        for (index, component) in inner.iter().enumerate() {
            let path = format!("{path}.components.{index}");
            match component["type"].as_u64() {
                Some(BUTTON) => {
                    button(component, &path, &mut ids, errors);
                    emoji(&component["emoji"], &path, emojis, errors);
                }
                Some(kind @ STRING_MENU..=CHANNEL_MENU) if kind != TEXT_INPUT => {
                    if kind == STRING_MENU {
                        string_select(component, &path, &mut ids, errors);
                        for (index, option) in list(component, "options").iter().enumerate() {
                            let path = format!("{path}.options.{index}");
                            emoji(&option["emoji"], &path, emojis, errors);
                        }
                    } else {
                        entity_select(component, &path, &mut ids, errors);
                    }
                    // A select menu fills a whole row.
                    if inner.len() > 1 {
                        let message = "The specified component exceeds the maximum width";
                        errors.add(&path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
                    }
                }
                _ => {
                    let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
                    errors.add(&format!("{path}.type"), "UNION_TYPE_CHOICES", message);
                }
            }
        }
    }
}

/// Validates a `custom_id`, which must be unique within the message or modal.
fn custom_id<'a>(
    component: &'a Value,
    path: &str,
    ids: &mut HashSet<&'a str>,
    errors: &mut FormErrors,
) {
    let id = text(component, "custom_id");
    let path = format!("{path}.custom_id");
    errors.check_length(&path, id, 1, 100);
    if !id.is_empty() && !ids.insert(id) {
        let message = "Component custom id cannot be duplicated";
        errors.add(&path, "COMPONENT_CUSTOM_ID_DUPLICATED", message);
    }
}

fn button<'a>(button: &'a Value, path: &str, ids: &mut HashSet<&'a str>, errors: &mut FormErrors) {
    errors.check_length(&format!("{path}.label"), text(button, "label"), 0, 80);
    if text(button, "label").is_empty() && button["emoji"].is_null() {
        let message = "A button must have a label or emoji";
        errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
    }
    match button["style"].as_u64() {
        Some(LINK) => {
            let path = format!("{path}.url");
            errors.check_length(&path, text(button, "url"), 1, 512);
            if !text(button, "url").is_empty() {
                url(
                    text(button, "url"),
                    &path,
                    &["http", "https", "discord"],
                    errors,
                );
            }
        }
        Some(1..LINK) => custom_id(button, path, ids, errors),
        // The sandbox has no SKUs to sell.
        Some(PREMIUM) => errors.add(
            &format!("{path}.sku_id"),
            "COMPONENT_SKU_ID_INVALID",
            "The specified SKU is invalid",
        ),
        Some(_) => {
            let message = "Value must be one of {1, 2, 3, 4, 5, 6}.";
            errors.add(&format!("{path}.style"), "BASE_TYPE_CHOICES", message);
        }
        None => {
            let message = "This field is required";
            errors.add(&format!("{path}.style"), "BASE_TYPE_REQUIRED", message);
        }
    }
}

/// Validates the emoji of a button or option: one of the application's, or one of Unicode's.
fn emoji(emoji: &Value, path: &str, emojis: &BTreeSet<Id>, errors: &mut FormErrors) {
    let is_own = emoji.get("id").is_some_and(|id| !id.is_null());
    let is_known = if is_own {
        id::field(emoji, "id").is_some_and(|id| emojis.contains(&id))
    } else {
        is_emoji(text(emoji, "name"))
    };
    let is_wrong = !emoji.is_null() && !is_known;
    if is_wrong {
        let field = if is_own { "id" } else { "name" };
        let path = format!("{path}.emoji.{field}");
        errors.add(&path, "COMPONENT_INVALID_EMOJI", "Invalid emoji");
    }
}

/// Validates a URL.
fn url(address: &str, path: &str, schemes: &[&str], errors: &mut FormErrors) {
    let (scheme, rest) = address.split_once(':').unwrap_or_default();
    if scheme.is_empty() || scheme.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
        errors.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    } else if !schemes.contains(&scheme.to_ascii_lowercase().as_str()) {
        let known: Vec<String> = schemes.iter().map(|known| format!("'{known}'")).collect();
        let message = format!(
            "Scheme \"{scheme}\" is not supported. Scheme must be one of ({}).",
            known.join(", ")
        );
        errors.add(path, "URL_TYPE_INVALID_SCHEME", &message);
    } else if !rest.starts_with("//") || rest.len() < 3 || rest.contains(char::is_whitespace) {
        errors.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}

/// Validates a select menu of users, roles or channels.
fn entity_select<'a>(
    menu: &'a Value,
    path: &str,
    ids: &mut HashSet<&'a str>,
    errors: &mut FormErrors,
) {
    custom_id(menu, path, ids, errors);
    let at = |name: &str| format!("{path}.{name}");
    errors.check_length(&at("placeholder"), text(menu, "placeholder"), 0, 150);
    let min = menu["min_values"].as_u64().unwrap_or(1) as usize;
    let max = menu["max_values"].as_u64().unwrap_or(1) as usize;
    let chosen = list(menu, "default_values").len();
    if max > 25 || max == 0 {
        errors.check_count(&at("max_values"), max, 1, 25);
    }
    if chosen > max || chosen > 0 && chosen < min {
        errors.check_count(&at("default_values"), chosen, min, max);
    }
    let wanted: &[&str] = match menu["type"].as_u64() {
        Some(USER_MENU) => &["user"],
        Some(ROLE_MENU) => &["role"],
        Some(MENTIONABLE_MENU) => &["user", "role"],
        _ => &["channel"],
    };
    for (index, value) in list(menu, "default_values").iter().enumerate() {
        if !wanted.contains(&text(value, "type")) {
            let message = format!("Value must be one of {{'{}'}}.", wanted.join("', '"));
            let path = format!("{path}.default_values.{index}.type");
            errors.add(&path, "BASE_TYPE_CHOICES", &message);
        }
    }
}

fn string_select<'a>(
    menu: &'a Value,
    path: &str,
    ids: &mut HashSet<&'a str>,
    errors: &mut FormErrors,
) {
    custom_id(menu, path, ids, errors);
    let at = |name: &str| format!("{path}.{name}");
    errors.check_length(&at("placeholder"), text(menu, "placeholder"), 0, 150);
    let options = list(menu, "options");
    errors.check_count(&at("options"), options.len(), 1, 25);
    let mut values = HashSet::new();
    for (index, option) in options.iter().enumerate() {
        let at = |name: &str| format!("{path}.options.{index}.{name}");
        errors.check_length(&at("label"), text(option, "label"), 1, 100);
        errors.check_length(&at("value"), text(option, "value"), 1, 100);
        errors.check_length(&at("description"), text(option, "description"), 0, 100);
        if !values.insert(text(option, "value")) {
            let message = "The specified option value is already used";
            let path = format!("{path}.options.{index}");
            errors.add(&path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
}

/// Validates the name of an emoji.
pub(super) fn emoji_name(name: &Value, errors: &mut FormErrors) {
    let Some(name) = name.as_str() else {
        errors.add("name", "BASE_TYPE_REQUIRED", "This field is required");
        return;
    };
    errors.check_length("name", name, 2, 32);
    if name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let message = "String value did not match validation regex.";
        errors.add("name", "STRING_TYPE_REGEX", message);
    }
}

/// Validates a modal.
pub fn modal(payload: &Value) -> Result<(), ApiError> {
    check_known(payload)?;
    let mut errors = FormErrors::default();
    errors.check_length("title", text(payload, "title"), 1, 45);
    errors.check_length("custom_id", text(payload, "custom_id"), 1, 100);
    let rows = list(payload, "components");
    errors.check_count("components", rows.len(), 1, 5);
    let mut ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let path = format!("components.{index}.components");
        let inner = list(row, "components");
        errors.check_count(&path, inner.len(), 1, 1);
        for input in inner {
            let path = format!("{path}.0");
            if input["type"].as_u64() != Some(TEXT_INPUT) {
                let message = "Value of field \"type\" must be one of (4,).";
                errors.add(&format!("{path}.type"), "UNION_TYPE_CHOICES", message);
            }
            custom_id(input, &path, &mut ids, &mut errors);
            errors.check_length(&format!("{path}.label"), text(input, "label"), 1, 45);
            let placeholder = text(input, "placeholder");
            errors.check_length(&format!("{path}.placeholder"), placeholder, 0, 100);
            errors.check_length(&format!("{path}.value"), text(input, "value"), 0, 4000);
        }
    }
    errors.into_result()
}

/// Validates autocomplete choices.
pub fn suggestions(payload: &Value) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    let choices = list(payload, "choices");
    if choices.len() > 25 {
        errors.check_count("data.choices", choices.len(), 0, 25);
    }
    let mut names = HashSet::new();
    for (index, choice) in choices.iter().enumerate() {
        let at = |name: &str| format!("data.choices.{index}.{name}");
        if !names.insert(text(choice, "name")) {
            let path = format!("data.choices.{index}");
            let message = "Option choice name is already used";
            errors.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED",
                message,
            );
        }
        errors.check_length(&at("name"), text(choice, "name"), 1, 100);
        if let Some(value) = choice["value"].as_str() {
            errors.check_length(&at("value"), value, 0, 100);
        }
    }
    errors.into_result()
}

/// The largest total length of a command's texts, counting the longest localization of each.
const MAX_COMMAND_CHARS: usize = 8000;
/// Command type: a slash command. Context menu commands may have any name.
const CHAT_INPUT: u64 = 1;

/// Validates a list of application commands.
pub fn commands(payload: &Value) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    let commands = payload.as_array().map_or(&[][..], Vec::as_slice);
    let mut names = HashSet::new();
    for (index, command) in commands.iter().enumerate() {
        let kind = command["type"].as_u64().unwrap_or(CHAT_INPUT);
        let name = text(command, "name");
        let path = index.to_string();
        for (field, min, max) in [("contexts", 0, 2), ("integration_types", 0, 1)] {
            for (index, value) in list(command, field).iter().enumerate() {
                if !value
                    .as_u64()
                    .is_some_and(|value| (min..=max).contains(&value))
                {
                    let known: Vec<String> = (min..=max).map(|one| one.to_string()).collect();
                    let message = format!("Value must be one of {{{}}}.", known.join(", "));
                    let path = format!("{path}.{field}.{index}");
                    errors.add(&path, "BASE_TYPE_CHOICES", &message);
                }
            }
        }
        if kind == CHAT_INPUT {
            option(command, &path, &mut errors);
        } else {
            errors.check_length(&format!("{path}.name"), name, 1, 32);
            check_locales(command, &path, &mut errors);
        }
        if !names.insert((kind, name)) {
            let message = "Application command names must be unique";
            errors.add(&path, "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
        if text_length(command) > MAX_COMMAND_CHARS {
            let message = format!("Command exceeds maximum size ({MAX_COMMAND_CHARS})");
            errors.add(&path, "APPLICATION_COMMAND_TOO_LARGE", &message);
        }
    }
    errors.into_result()
}

/// Validates a slash command, subcommand or option; they have the same fields.
fn option(option: &Value, path: &str, errors: &mut FormErrors) {
    let at = |name: &str| format!("{path}.{name}");
    command_name(text(option, "name"), &at("name"), errors);
    check_locales(option, path, errors);
    errors.check_length(&at("description"), text(option, "description"), 1, 100);
    for (language, name) in option["name_localizations"]
        .as_object()
        .into_iter()
        .flatten()
    {
        let path = at(&format!("name_localizations.{language}"));
        command_name(name.as_str().unwrap_or_default(), &path, errors);
    }
    let descriptions = option["description_localizations"].as_object();
    for (language, description) in descriptions.into_iter().flatten() {
        let path = at(&format!("description_localizations.{language}"));
        errors.check_length(&path, description.as_str().unwrap_or_default(), 1, 100);
    }
    for name in ["options", "choices"] {
        let count = list(option, name).len();
        if count > 25 {
            errors.check_count(&at(name), count, 0, 25);
        }
    }
    for (index, choice) in list(option, "choices").iter().enumerate() {
        let path = at(&format!("choices.{index}"));
        errors.check_length(&format!("{path}.name"), text(choice, "name"), 1, 100);
        check_locales(choice, &path, errors);
        if let Some(value) = choice["value"].as_str() {
            errors.check_length(&format!("{path}.value"), value, 0, 100);
        }
    }
    let mut names = HashSet::new();
    let mut is_optional = false;
    for (index, inner) in list(option, "options").iter().enumerate() {
        let path = at(&format!("options.{index}"));
        let is_required = inner["required"].as_bool().unwrap_or_default();
        if is_required && is_optional {
            let message = "Required options must be placed before non-required options";
            errors.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                message,
            );
        }
        is_optional |= !is_required;
        let name = text(inner, "name");
        if !names.insert(name) {
            let message = format!("Option name {name} is already used in these options");
            errors.add(&path, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", &message);
        }
        if !inner["type"]
            .as_u64()
            .is_some_and(|kind| (1..=11).contains(&kind))
        {
            let message = "Value must be one of {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}.";
            errors.add(&format!("{path}.type"), "BASE_TYPE_CHOICES", message);
        }
        self::option(inner, &path, errors);
    }
}

/// Checks that localizations are for locales that Discord supports.
fn check_locales(part: &Value, path: &str, errors: &mut FormErrors) {
    for field in ["name_localizations", "description_localizations"] {
        for language in part[field]
            .as_object()
            .into_iter()
            .flat_map(|all| all.keys())
        {
            if !is_locale(language) {
                let message = format!("Value must be one of ('{}').", LOCALES.join("', '"));
                let path = format!("{path}.{field}.{language}");
                errors.add(&path, "BASE_TYPE_CHOICES", &message);
            }
        }
    }
}

/// Validates the name of a slash command or option: lower-case letters of any script, digits, `_`,
/// `-` and `'`.
fn command_name(name: &str, path: &str, errors: &mut FormErrors) {
    errors.check_length(path, name, 1, 32);
    let is_fine = |c: char| (c.is_alphanumeric() || "_-'".contains(c)) && c.to_lowercase().eq([c]);
    if !name.chars().all(is_fine) {
        let message = "Command name is invalid";
        errors.add(path, "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

/// The total length of names, descriptions and values, counting the longest localization of each.
fn text_length(part: &Value) -> usize {
    let chars = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let in_any = |name: &str| {
        let others = part[format!("{name}_localizations")].as_object();
        let others = others.into_iter().flatten().map(|(_, text)| chars(text));
        others.chain([chars(&part[name])]).max().unwrap_or_default()
    };
    let choices = list(part, "choices").iter();
    let choices: usize = choices
        .map(|choice| text_length(choice) + chars(&choice["value"]))
        .sum();
    let options: usize = list(part, "options").iter().map(text_length).sum();
    in_any("name") + in_any("description") + choices + options
}
