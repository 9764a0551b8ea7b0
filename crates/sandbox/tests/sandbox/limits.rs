//! Payload limits and their error codes.

use std::collections::BTreeSet;

use hexpost_sandbox::api_error::ApiError;
use hexpost_sandbox::limits;
use serde_json::{Value, json};

/// The id of an emoji that the application has.
const EMOJI: u64 = 5;

fn button(id: &str, label: &str) -> Value {
    json!({ "type": 2, "style": 1, "custom_id": id, "label": label })
}

fn row(components: &[Value]) -> Value {
    json!({ "type": 1, "components": components })
}

fn option(number: usize) -> Value {
    json!({ "label": format!("option {number}"), "value": number.to_string() })
}

fn menu(options: usize) -> Value {
    let options: Vec<Value> = (0..options).map(option).collect();
    json!({ "type": 3, "custom_id": "menu", "options": options })
}

/// The code of the error at a field.
fn field_error(result: Result<(), ApiError>, path: &str) -> String {
    let error = result.expect_err(path);
    assert_eq!((error.status, error.code), (400, 50035), "{error:?}");
    let body = error.body();
    let mut here = &body["errors"];
    for part in path.split('.') {
        here = &here[part];
    }
    let code = here["_errors"][0]["code"].as_str();
    code.unwrap_or_else(|| panic!("no error at {path}: {body}"))
        .to_owned()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "lets callers pass a `json!` literal"
)]
fn send(payload: Value) -> Result<(), ApiError> {
    limits::message(&payload, false, &BTreeSet::from([EMOJI]))
}

#[test]
fn buttons_and_options_have_emoji_of_the_application_or_of_unicode() {
    let with = |emoji: &Value| {
        let button = json!({ "type": 2, "style": 1, "custom_id": "a", "emoji": emoji });
        send(json!({ "components": [row(&[button])] }))
    };
    let path = "components.0.components.0.emoji";
    assert_eq!(
        with(&json!({ "id": EMOJI.to_string(), "name": "white" })),
        Ok(())
    );
    assert_eq!(with(&json!({ "name": "⚪" })), Ok(()));
    let other = with(&json!({ "id": "6", "name": "white" }));
    assert_eq!(
        field_error(other, &format!("{path}.id")),
        "COMPONENT_INVALID_EMOJI"
    );
    let unknown = with(&json!({ "name": ":white:" }));
    assert_eq!(
        field_error(unknown, &format!("{path}.name")),
        "COMPONENT_INVALID_EMOJI"
    );
    let option = |id: &str| {
        let options = json!([{ "label": "a", "value": "a", "emoji": { "id": id, "name": "a" } }]);
        let menu = json!({ "type": 3, "custom_id": "menu", "options": options });
        send(json!({ "components": [row(&[menu])] }))
    };
    assert_eq!(option("5"), Ok(()));
    let path = "components.0.components.0.options.0.emoji.id";
    assert_eq!(field_error(option("6"), path), "COMPONENT_INVALID_EMOJI");
}

#[test]
fn messages_within_the_limits_are_accepted() {
    let rows: Vec<Value> = (0..5)
        .map(|row_number| {
            let buttons: Vec<Value> = (0..5)
                .map(|number| button(&format!("{row_number}-{number}"), &"x".repeat(80)))
                .collect();
            row(&buttons)
        })
        .collect();
    let payload =
        json!({ "content": "ż".repeat(2000), "components": rows, "nonce": "1".repeat(25) });
    assert_eq!(send(payload), Ok(()));
    assert_eq!(
        send(json!({ "content": "x", "components": [row(&[menu(25)])] })),
        Ok(())
    );
    assert_eq!(limits::message(&json!({}), true, &BTreeSet::new()), Ok(()));
}

#[test]
fn empty_messages_are_rejected() {
    let error = send(json!({ "content": "" })).unwrap_err();
    assert_eq!((error.status, error.code), (400, 50006));
}

#[test]
fn lengths_are_counted_in_characters() {
    let long = |length: usize| json!({ "content": "ё".repeat(length) });
    assert_eq!(send(long(2000)), Ok(()));
    assert_eq!(
        field_error(send(long(2001)), "content"),
        "BASE_TYPE_MAX_LENGTH"
    );
    let nonce = json!({ "content": "x", "nonce": "1".repeat(26) });
    assert_eq!(field_error(send(nonce), "nonce"), "BASE_TYPE_MAX_LENGTH");
    let alt = json!({ "attachments": [{ "id": 0, "description": "x".repeat(1025) }] });
    let path = "attachments.0.description";
    assert_eq!(field_error(send(alt), path), "BASE_TYPE_MAX_LENGTH");
}

#[test]
fn embeds_are_limited_individually_and_in_total() {
    let title = json!({ "embeds": [{ "title": "x".repeat(257) }] });
    assert_eq!(
        field_error(send(title), "embeds.0.title"),
        "BASE_TYPE_MAX_LENGTH"
    );
    let field = json!({ "embeds": [{ "fields": [{ "name": "x", "value": "" }] }] });
    let path = "embeds.0.fields.0.value";
    assert_eq!(field_error(send(field), path), "BASE_TYPE_REQUIRED");
    let half = json!({ "description": "x".repeat(3001) });
    let large = json!({ "embeds": [half.clone(), half] });
    assert_eq!(
        field_error(send(large), "embeds"),
        "MAX_EMBED_SIZE_EXCEEDED"
    );
    let many = json!({ "embeds": vec![json!({ "title": "x" }); 11] });
    assert_eq!(field_error(send(many), "embeds"), "BASE_TYPE_MAX_LENGTH");
}

#[test]
fn components_are_limited_and_custom_ids_unique() {
    let with = |rows: Vec<Value>| send(json!({ "content": "x", "components": rows }));
    let one = row(&[button("a", "A")]);
    assert_eq!(
        field_error(with(vec![one.clone(); 6]), "components"),
        "BASE_TYPE_BAD_LENGTH"
    );
    let six: Vec<Value> = (0..6).map(|n| button(&n.to_string(), "x")).collect();
    let path = "components.0.components";
    assert_eq!(
        field_error(with(vec![row(&six)]), path),
        "BASE_TYPE_BAD_LENGTH"
    );
    assert_eq!(
        field_error(with(vec![row(&[])]), path),
        "BASE_TYPE_BAD_LENGTH"
    );
    let twice = vec![row(&[button("a", "A")]), row(&[button("a", "B")])];
    let path = "components.1.components.0.custom_id";
    assert_eq!(
        field_error(with(twice), path),
        "COMPONENT_CUSTOM_ID_DUPLICATED"
    );
    let path = "components.0.components.0.custom_id";
    let long = row(&[button(&"a".repeat(101), "A")]);
    assert_eq!(field_error(with(vec![long]), path), "BASE_TYPE_MAX_LENGTH");
    let none = row(&[button("", "A")]);
    assert_eq!(field_error(with(vec![none]), path), "BASE_TYPE_REQUIRED");
    let wide = row(&[button("a", &"x".repeat(81))]);
    let path = "components.0.components.0.label";
    assert_eq!(field_error(with(vec![wide]), path), "BASE_TYPE_MAX_LENGTH");
    let path = "components.0.components.0.options";
    assert_eq!(
        field_error(with(vec![row(&[menu(26)])]), path),
        "BASE_TYPE_BAD_LENGTH"
    );
    assert_eq!(
        field_error(with(vec![row(&[menu(0)])]), path),
        "BASE_TYPE_BAD_LENGTH"
    );
    let beside = row(&[menu(2), button("b", "B")]);
    let path = "components.0.components.0";
    let code = field_error(with(vec![beside]), path);
    assert_eq!(code, "COMPONENT_LAYOUT_WIDTH_EXCEEDED");
    // A link has a URL and no `custom_id`.
    let link = json!({ "type": 2, "style": 5, "label": "L", "url": "https://example.com" });
    assert_eq!(with(vec![row(&[link])]), Ok(()));
}

#[test]
fn entity_selects_are_limited() {
    let send_one = |picker: Value| send(json!({ "content": "x", "components": [row(&[picker])] }));
    let roles = |chosen: usize, most: usize| {
        let chosen = vec![json!({ "id": "1", "type": "role" }); chosen];
        json!({
            "type": 6, "custom_id": "r", "min_values": 0, "max_values": most,
            "default_values": chosen,
        })
    };
    assert_eq!(send_one(roles(25, 25)), Ok(()));
    assert_eq!(send_one(roles(0, 1)), Ok(()));
    let path = "components.0.components.0";
    let at = |name: &str| format!("{path}.{name}");
    assert_eq!(
        field_error(send_one(roles(2, 1)), &at("default_values")),
        "BASE_TYPE_BAD_LENGTH"
    );
    assert_eq!(
        field_error(send_one(roles(0, 26)), &at("max_values")),
        "BASE_TYPE_BAD_LENGTH"
    );
    let mut channels = roles(1, 1);
    channels["type"] = json!(8);
    let code = field_error(send_one(channels), &at("default_values.0.type"));
    assert_eq!(code, "BASE_TYPE_CHOICES");
    let beside = row(&[roles(0, 1), button("b", "B")]);
    let result = send(json!({ "content": "x", "components": [beside] }));
    assert_eq!(field_error(result, path), "COMPONENT_LAYOUT_WIDTH_EXCEEDED");
}

#[test]
fn a_modal_has_a_short_title_and_up_to_five_inputs() {
    let input =
        |id: &str| row(&[json!({ "type": 4, "custom_id": id, "label": "Move", "style": 1 })]);
    let payload = |title: &str, inputs: usize| {
        let rows: Vec<Value> = (0..inputs).map(|n| input(&n.to_string())).collect();
        limits::modal(&json!({ "title": title, "custom_id": "m", "components": rows }))
    };
    assert_eq!(payload("Your move", 5), Ok(()));
    assert_eq!(
        field_error(payload(&"x".repeat(46), 1), "title"),
        "BASE_TYPE_MAX_LENGTH"
    );
    assert_eq!(
        field_error(payload("x", 6), "components"),
        "BASE_TYPE_BAD_LENGTH"
    );
    assert_eq!(
        field_error(payload("x", 0), "components"),
        "BASE_TYPE_BAD_LENGTH"
    );
}

#[test]
fn autocomplete_choices_are_limited() {
    let choices = |count: usize| {
        let choices: Vec<Value> = (0..count)
            .map(|n| json!({ "name": n.to_string(), "value": "v" }))
            .collect();
        limits::suggestions(&json!({ "choices": choices }))
    };
    assert_eq!(choices(25), Ok(()));
    assert_eq!(
        field_error(choices(26), "data.choices"),
        "BASE_TYPE_BAD_LENGTH"
    );
    let long = json!({ "choices": [{ "name": "n", "value": "v".repeat(101) }] });
    let path = "data.choices.0.value";
    assert_eq!(
        field_error(limits::suggestions(&long), path),
        "BASE_TYPE_MAX_LENGTH"
    );
}

#[test]
fn command_names_are_validated_in_every_locale() {
    let named = |name: &str| json!([{ "name": name, "description": "d" }]);
    assert_eq!(limits::commands(&named("challenge")), Ok(()));
    assert_eq!(limits::commands(&named("ход-1")), Ok(()));
    for name in ["Move", "two words", "ХОД", "a/b"] {
        let code = field_error(limits::commands(&named(name)), "0.name");
        assert_eq!(code, "APPLICATION_COMMAND_INVALID_NAME", "{name}");
    }
    let code = field_error(limits::commands(&named(&"x".repeat(33))), "0.name");
    assert_eq!(code, "BASE_TYPE_MAX_LENGTH");
    // User commands may have any name.
    let menu = json!([{ "name": "Challenge to a game", "type": 2 }]);
    assert_eq!(limits::commands(&menu), Ok(()));
    let localized = json!([{
        "name": "move", "description": "d", "name_localizations": { "ru": "Ход" }
    }]);
    let path = "0.name_localizations.ru";
    let code = field_error(limits::commands(&localized), path);
    assert_eq!(code, "APPLICATION_COMMAND_INVALID_NAME");
    let double = json!([
        { "name": "move", "description": "d" }, { "name": "move", "description": "e" }
    ]);
    let code = field_error(limits::commands(&double), "1");
    assert_eq!(code, "APPLICATION_COMMANDS_DUPLICATE_NAME");
}

#[test]
fn options_are_limited_and_required_ones_come_first() {
    let with = |options: Vec<Value>| {
        limits::commands(&json!([{ "name": "c", "description": "d", "options": options }]))
    };
    let option = |name: &str, required: bool| json!({ "name": name, "description": "d", "type": 3, "required": required });
    assert_eq!(with(vec![option("a", true), option("b", false)]), Ok(()));
    let wrong = with(vec![option("a", false), option("b", true)]);
    let code = field_error(wrong, "0.options.1");
    assert_eq!(code, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID");
    let many: Vec<Value> = (0..26).map(|n| option(&format!("o{n}"), false)).collect();
    assert_eq!(field_error(with(many), "0.options"), "BASE_TYPE_BAD_LENGTH");
    // The limit of 8000 characters is for all texts together.
    let choices: Vec<Value> = (0..25)
        .map(|n| json!({ "name": format!("{n}{}", "x".repeat(90)), "value": "v".repeat(90) }))
        .collect();
    let heavy = |name: &str| {
        let mut option = option(name, false);
        option["choices"] = json!(choices);
        option
    };
    assert_eq!(with(vec![heavy("a")]), Ok(()));
    let code = field_error(with(vec![heavy("a"), heavy("b")]), "0");
    assert_eq!(code, "APPLICATION_COMMAND_TOO_LARGE");
}
