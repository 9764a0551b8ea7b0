//! What the local Discord does not take, and with which words.

use hexpost_sandbox::api_error::ApiError;
use hexpost_sandbox::limits;
use serde_json::{Value, json};

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

/// The code of the fault at a place.
fn fault(done: Result<(), ApiError>, place: &str) -> String {
    let refusal = done.expect_err(place);
    assert_eq!((refusal.status, refusal.code), (400, 50035), "{refusal:?}");
    let body = refusal.body();
    let mut here = &body["errors"];
    for part in place.split('.') {
        here = &here[part];
    }
    let code = here["_errors"][0]["code"].as_str();
    code.unwrap_or_else(|| panic!("{place} in {body}"))
        .to_owned()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "forms are written where they are sent"
)]
fn send(form: Value) -> Result<(), ApiError> {
    limits::message(&form, false)
}

#[test]
fn a_message_that_fits_is_taken() {
    let rows: Vec<Value> = (0..5)
        .map(|row_number| {
            let buttons: Vec<Value> = (0..5)
                .map(|number| button(&format!("{row_number}-{number}"), &"x".repeat(80)))
                .collect();
            row(&buttons)
        })
        .collect();
    let form = json!({ "content": "ż".repeat(2000), "components": rows, "nonce": "1".repeat(25) });
    assert_eq!(send(form), Ok(()));
    assert_eq!(
        send(json!({ "content": "x", "components": [row(&[menu(25)])] })),
        Ok(())
    );
    assert_eq!(limits::message(&json!({}), true), Ok(()));
}

#[test]
fn an_empty_message_is_refused() {
    let refusal = send(json!({ "content": "" })).unwrap_err();
    assert_eq!((refusal.status, refusal.code), (400, 50006));
}

#[test]
fn texts_are_counted_in_characters() {
    let long = |length: usize| json!({ "content": "ё".repeat(length) });
    assert_eq!(send(long(2000)), Ok(()));
    assert_eq!(fault(send(long(2001)), "content"), "BASE_TYPE_MAX_LENGTH");
    let nonce = json!({ "content": "x", "nonce": "1".repeat(26) });
    assert_eq!(fault(send(nonce), "nonce"), "BASE_TYPE_MAX_LENGTH");
    let alt = json!({ "attachments": [{ "id": 0, "description": "x".repeat(1025) }] });
    let place = "attachments.0.description";
    assert_eq!(fault(send(alt), place), "BASE_TYPE_MAX_LENGTH");
}

#[test]
fn embeds_are_limited_one_by_one_and_all_together() {
    let title = json!({ "embeds": [{ "title": "x".repeat(257) }] });
    assert_eq!(fault(send(title), "embeds.0.title"), "BASE_TYPE_MAX_LENGTH");
    let field = json!({ "embeds": [{ "fields": [{ "name": "x", "value": "" }] }] });
    let place = "embeds.0.fields.0.value";
    assert_eq!(fault(send(field), place), "BASE_TYPE_REQUIRED");
    let half = json!({ "description": "x".repeat(3001) });
    let large = json!({ "embeds": [half.clone(), half] });
    assert_eq!(fault(send(large), "embeds"), "MAX_EMBED_SIZE_EXCEEDED");
    let many = json!({ "embeds": vec![json!({ "title": "x" }); 11] });
    assert_eq!(fault(send(many), "embeds"), "BASE_TYPE_MAX_LENGTH");
}

#[test]
fn rows_keys_and_menus_are_limited_and_ids_differ() {
    let with = |rows: Vec<Value>| send(json!({ "content": "x", "components": rows }));
    let one = row(&[button("a", "A")]);
    assert_eq!(
        fault(with(vec![one.clone(); 6]), "components"),
        "BASE_TYPE_BAD_LENGTH"
    );
    let six: Vec<Value> = (0..6).map(|n| button(&n.to_string(), "x")).collect();
    let place = "components.0.components";
    assert_eq!(fault(with(vec![row(&six)]), place), "BASE_TYPE_BAD_LENGTH");
    assert_eq!(fault(with(vec![row(&[])]), place), "BASE_TYPE_BAD_LENGTH");
    let twice = vec![row(&[button("a", "A")]), row(&[button("a", "B")])];
    let place = "components.1.components.0.custom_id";
    assert_eq!(fault(with(twice), place), "COMPONENT_CUSTOM_ID_DUPLICATED");
    let place = "components.0.components.0.custom_id";
    let long = row(&[button(&"a".repeat(101), "A")]);
    assert_eq!(fault(with(vec![long]), place), "BASE_TYPE_MAX_LENGTH");
    let none = row(&[button("", "A")]);
    assert_eq!(fault(with(vec![none]), place), "BASE_TYPE_REQUIRED");
    let wide = row(&[button("a", &"x".repeat(81))]);
    let place = "components.0.components.0.label";
    assert_eq!(fault(with(vec![wide]), place), "BASE_TYPE_MAX_LENGTH");
    let place = "components.0.components.0.options";
    assert_eq!(
        fault(with(vec![row(&[menu(26)])]), place),
        "BASE_TYPE_BAD_LENGTH"
    );
    assert_eq!(
        fault(with(vec![row(&[menu(0)])]), place),
        "BASE_TYPE_BAD_LENGTH"
    );
    let beside = row(&[menu(2), button("b", "B")]);
    let place = "components.0.components.0";
    let code = fault(with(vec![beside]), place);
    assert_eq!(code, "COMPONENT_LAYOUT_WIDTH_EXCEEDED");
    // A link has an address and no id.
    let link = json!({ "type": 2, "style": 5, "label": "L", "url": "https://example.com" });
    assert_eq!(with(vec![row(&[link])]), Ok(()));
}

#[test]
fn menus_of_channels_and_roles_are_limited() {
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
    let place = "components.0.components.0";
    let at = |name: &str| format!("{place}.{name}");
    assert_eq!(
        fault(send_one(roles(2, 1)), &at("default_values")),
        "BASE_TYPE_BAD_LENGTH"
    );
    assert_eq!(
        fault(send_one(roles(0, 26)), &at("max_values")),
        "BASE_TYPE_BAD_LENGTH"
    );
    let mut channels = roles(1, 1);
    channels["type"] = json!(8);
    let code = fault(send_one(channels), &at("default_values.0.type"));
    assert_eq!(code, "BASE_TYPE_CHOICES");
    let beside = row(&[roles(0, 1), button("b", "B")]);
    let done = send(json!({ "content": "x", "components": [beside] }));
    assert_eq!(fault(done, place), "COMPONENT_LAYOUT_WIDTH_EXCEEDED");
}

#[test]
fn a_modal_has_a_short_title_and_up_to_five_inputs() {
    let input =
        |id: &str| row(&[json!({ "type": 4, "custom_id": id, "label": "Move", "style": 1 })]);
    let form = |title: &str, inputs: usize| {
        let rows: Vec<Value> = (0..inputs).map(|n| input(&n.to_string())).collect();
        limits::modal(&json!({ "title": title, "custom_id": "m", "components": rows }))
    };
    assert_eq!(form("Your move", 5), Ok(()));
    assert_eq!(
        fault(form(&"x".repeat(46), 1), "title"),
        "BASE_TYPE_MAX_LENGTH"
    );
    assert_eq!(fault(form("x", 6), "components"), "BASE_TYPE_BAD_LENGTH");
    assert_eq!(fault(form("x", 0), "components"), "BASE_TYPE_BAD_LENGTH");
}

#[test]
fn suggestions_are_at_most_twenty_five() {
    let choices = |count: usize| {
        let choices: Vec<Value> = (0..count)
            .map(|n| json!({ "name": n.to_string(), "value": "v" }))
            .collect();
        limits::suggestions(&json!({ "choices": choices }))
    };
    assert_eq!(choices(25), Ok(()));
    assert_eq!(fault(choices(26), "data.choices"), "BASE_TYPE_BAD_LENGTH");
    let long = json!({ "choices": [{ "name": "n", "value": "v".repeat(101) }] });
    let place = "data.choices.0.value";
    assert_eq!(
        fault(limits::suggestions(&long), place),
        "BASE_TYPE_MAX_LENGTH"
    );
}

#[test]
fn commands_have_proper_names_in_every_language() {
    let named = |name: &str| json!([{ "name": name, "description": "d" }]);
    assert_eq!(limits::commands(&named("challenge")), Ok(()));
    assert_eq!(limits::commands(&named("ход-1")), Ok(()));
    for name in ["Move", "two words", "ХОД", "a/b"] {
        let code = fault(limits::commands(&named(name)), "0.name");
        assert_eq!(code, "APPLICATION_COMMAND_INVALID_NAME", "{name}");
    }
    let code = fault(limits::commands(&named(&"x".repeat(33))), "0.name");
    assert_eq!(code, "BASE_TYPE_MAX_LENGTH");
    // What is chosen from a person's menu may be called anything.
    let menu = json!([{ "name": "Challenge to a game", "type": 2 }]);
    assert_eq!(limits::commands(&menu), Ok(()));
    let localized = json!([{
        "name": "move", "description": "d", "name_localizations": { "ru": "Ход" }
    }]);
    let place = "0.name_localizations.ru";
    let code = fault(limits::commands(&localized), place);
    assert_eq!(code, "APPLICATION_COMMAND_INVALID_NAME");
    let double = json!([
        { "name": "move", "description": "d" }, { "name": "move", "description": "e" }
    ]);
    let code = fault(limits::commands(&double), "1");
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
    let code = fault(wrong, "0.options.1");
    assert_eq!(code, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID");
    let many: Vec<Value> = (0..26).map(|n| option(&format!("o{n}"), false)).collect();
    assert_eq!(fault(with(many), "0.options"), "BASE_TYPE_BAD_LENGTH");
    // Eight thousand characters in one language are too many, however they are divided.
    let choices: Vec<Value> = (0..25)
        .map(|n| json!({ "name": format!("{n}{}", "x".repeat(90)), "value": "v".repeat(90) }))
        .collect();
    let heavy = |name: &str| {
        let mut option = option(name, false);
        option["choices"] = json!(choices);
        option
    };
    assert_eq!(with(vec![heavy("a")]), Ok(()));
    let code = fault(with(vec![heavy("a"), heavy("b")]), "0");
    assert_eq!(code, "APPLICATION_COMMAND_TOO_LARGE");
}
