//! Answers to interactions: what is asked, how much time there is, and what may be said.

use std::time::Duration;

use hexpost_sandbox::{
    APPLICATION, Answered, CLUB, FIRST_PLAYER, GAMES, Id, LOUNGE, Lever, MODERATORS, SECOND_PLAYER,
};
use serde_json::{Value, json};

use super::raw_client::{Line, Raw, text};
use crate::harness::Bench;

/// A bench with a bot that does only what the test says.
pub(super) struct Desk {
    pub(super) bench: Bench,
    pub(super) raw: Raw,
    pub(super) line: Line,
}

fn commands() -> Value {
    let everywhere = json!({ "integration_types": [0, 1], "contexts": [0, 1, 2] });
    let mut commands = json!([
        { "name": "ping", "description": "d" },
        { "name": "move", "description": "d", "options": [
            { "name": "turn", "description": "d", "type": 3, "required": true, "autocomplete": true },
            { "name": "game", "description": "d", "type": 4, "min_value": 1 },
        ] },
        { "name": "game", "description": "d", "options": [
            { "name": "list", "description": "d", "type": 1, "options": [
                { "name": "whose", "description": "d", "type": 6 },
            ] },
        ] },
        { "name": "challenge", "type": 2 },
        { "name": "show", "type": 3 },
    ]);
    for command in commands.as_array_mut().unwrap() {
        for (name, value) in everywhere.as_object().unwrap() {
            command[name] = value.clone();
        }
    }
    commands
}

impl Desk {
    pub(super) async fn new(bench: Bench) -> Self {
        let raw = Raw::new(&bench);
        let line = Line::open(&bench, 0).await;
        assert_eq!(raw.register(commands()).await.status, 200);
        Self { bench, raw, line }
    }

    /// Someone uses a command; what the bot hears.
    pub(super) async fn asked(&mut self, command: &str) -> Value {
        self.asked_at(GAMES, command).await
    }

    pub(super) async fn asked_at(&mut self, channel: Id, command: &str) -> Value {
        let person = self.bench.person(FIRST_PLAYER).at(channel);
        person.types_and_leaves(command);
        self.line.asked().await
    }

    /// Someone presses a key; what the bot hears.
    pub(super) async fn pressed(&mut self, message: &str, custom_id: &str) -> Value {
        let form = json!({
            "as": SECOND_PLAYER.to_string(), "do": "press", "message_id": message,
            "custom_id": custom_id,
        });
        self.bench.sandbox.act(&form).unwrap();
        self.line.asked().await
    }
}

pub(super) fn say(text: &str) -> Value {
    json!({ "type": 4, "data": { "content": text } })
}

pub(super) fn with_key(text: &str) -> Value {
    let key = json!({ "type": 2, "style": 1, "custom_id": "key", "label": "Key" });
    json!({ "content": text, "components": [{ "type": 1, "components": [key] }] })
}

#[tokio::test]
async fn a_command_says_who_asks_where_and_what() {
    let mut desk = Desk::new(Bench::new().await).await;
    let asked = desk.asked("/game list whose:@Player 2").await;
    assert_eq!(asked["type"], 2);
    assert_eq!(asked["member"]["user"]["id"], FIRST_PLAYER.to_string());
    assert!(asked.get("user").is_none());
    assert_eq!(asked["guild_id"], CLUB.to_string());
    assert_eq!(
        (&asked["locale"], &asked["context"]),
        (&json!("en-US"), &json!(0))
    );
    let owners = &asked["authorizing_integration_owners"];
    assert_eq!(owners["0"], CLUB.to_string());
    let option = &asked["data"]["options"][0]["options"][0];
    assert_eq!(option["value"], SECOND_PLAYER.to_string());
    let person = &asked["data"]["resolved"]["users"][SECOND_PLAYER.to_string()];
    assert_eq!(person["global_name"], "Player 2");
    desk.raw.answer(&asked, say("done")).await;
    desk.bench.finish().await;
}

#[tokio::test]
async fn commands_from_menus_are_about_someone_or_something() {
    let mut desk = Desk::new(Bench::new().await).await;
    let known = desk.bench.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let id = |name: &str| {
        let found = known.iter().find(|command| command["name"] == name);
        found.unwrap()["id"].clone()
    };
    let message = desk.bench.person(SECOND_PLAYER).says("look").id;
    for (name, target, kind) in [
        ("challenge", SECOND_PLAYER, "users"),
        ("show", message, "messages"),
    ] {
        let form = json!({
            "as": FIRST_PLAYER.to_string(), "do": "command", "channel_id": GAMES.to_string(),
            "command_id": id(name), "target_id": target.to_string(),
        });
        desk.bench.sandbox.act(&form).unwrap();
        let asked = desk.line.asked().await;
        assert_eq!(asked["data"]["target_id"], target.to_string());
        let resolved = &asked["data"]["resolved"][kind][target.to_string()];
        assert_eq!(resolved["id"], target.to_string());
        assert_eq!(desk.raw.answer(&asked, say("done")).await.status, 204);
    }
    desk.bench.finish().await;
}

#[tokio::test]
async fn an_interaction_is_answered_once() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    // Before the first answer nothing can follow.
    let told = desk.raw.follow(&asked, json!({ "content": "x" })).await;
    assert_eq!(told.refusal(), (404, 10015));
    assert_eq!(desk.raw.answer(&asked, say("one")).await.status, 204);
    let told = desk.raw.answer(&asked, say("two")).await;
    assert_eq!(told.refusal(), (400, 40060));
    let mut wrong = desk.asked("/ping").await;
    wrong["token"] = json!("another");
    assert_eq!(
        desk.raw.answer(&wrong, say("x")).await.refusal(),
        (404, 10062)
    );
}

#[tokio::test]
async fn the_first_answer_comes_within_three_seconds() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    desk.bench.pull(Lever::Advance(Duration::from_secs(2)));
    assert_eq!(desk.raw.answer(&asked, say("in time")).await.status, 204);
    let asked = desk.asked("/ping").await;
    desk.bench.pull(Lever::Advance(Duration::from_millis(3001)));
    assert_eq!(
        desk.raw.answer(&asked, say("late")).await.refusal(),
        (404, 10062)
    );
    let id = text(&asked["id"]).parse().unwrap();
    let answered = desk.bench.sandbox.answered(id, Duration::ZERO).await;
    assert_eq!(answered, Some(Answered::Failed));
    assert_eq!(desk.bench.person(FIRST_PLAYER).reads().len(), 1);
}

#[tokio::test]
async fn a_token_lives_for_fifteen_minutes() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    desk.raw.answer(&asked, say("one")).await;
    let token = text(&asked["token"]).to_owned();
    let original = format!("/webhooks/{APPLICATION}/{token}/messages/@original");
    desk.bench.pull(Lever::Advance(Duration::from_mins(14)));
    assert_eq!(desk.raw.get(&original).await.body["content"], "one");
    let told = desk.raw.follow(&asked, json!({ "content": "two" })).await;
    assert_eq!(told.status, 200);
    desk.bench.pull(Lever::Advance(Duration::from_mins(1)));
    let told = desk.raw.follow(&asked, json!({ "content": "three" })).await;
    assert_eq!(told.refusal(), (401, 50027));
    let told = desk
        .raw
        .patch(&original, json!({ "content": "four" }))
        .await;
    assert_eq!(told.refusal(), (401, 50027));
    // Messages that anyone may change can still be changed as such.
    let message = desk.bench.person(FIRST_PLAYER).reads()[0].id;
    let path = format!("/channels/{GAMES}/messages/{message}");
    assert_eq!(
        desk.raw
            .patch(&path, json!({ "content": "five" }))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn the_answer_can_be_read_changed_and_taken_away() {
    let mut desk = Desk::new(Bench::new().await).await;
    let asked = desk.asked("/ping").await;
    let token = text(&asked["token"]).to_owned();
    let path = format!(
        "/interactions/{}/{token}/callback?with_response=true",
        text(&asked["id"])
    );
    let told = desk.raw.post(&path, say("one")).await;
    assert_eq!(told.status, 200);
    let message = text(&told.body["resource"]["message"]["id"]).to_owned();
    assert_eq!(told.body["interaction"]["response_message_id"], message);
    let original = format!("/webhooks/{APPLICATION}/{token}/messages/@original");
    let told = desk.raw.patch(&original, json!({ "content": "two" })).await;
    assert_eq!((told.id(), &told.body["content"]), (message, &json!("two")));
    let more = desk
        .raw
        .follow(&asked, json!({ "content": "more", "flags": 64 }))
        .await;
    assert_eq!(more.body["flags"], 64);
    let other = format!("/webhooks/{APPLICATION}/{token}/messages/{}", more.id());
    assert_eq!(desk.raw.get(&other).await.body["content"], "more");
    assert_eq!(desk.raw.ask("DELETE", &original, None).await.status, 204);
    assert_eq!(desk.bench.person(FIRST_PLAYER).reads().len(), 1);
    assert_eq!(desk.bench.person(SECOND_PLAYER).reads().len(), 0);
    desk.bench.finish().await;
}

#[tokio::test]
async fn private_answers_are_out_of_reach_for_everyone_else() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    let mut data = with_key("for you");
    data["flags"] = json!(64);
    desk.raw
        .answer(&asked, json!({ "type": 4, "data": data }))
        .await;
    let message = desk.bench.person(FIRST_PLAYER).reads()[0].id;
    let path = format!("/channels/{GAMES}/messages/{message}");
    assert_eq!(desk.raw.get(&path).await.refusal(), (404, 10008));
    assert_eq!(
        desk.raw
            .get(&format!("/channels/{GAMES}/messages"))
            .await
            .body,
        json!([])
    );
    let press = json!({
        "as": SECOND_PLAYER.to_string(), "do": "press", "message_id": message.to_string(),
        "custom_id": "key",
    });
    assert!(desk.bench.sandbox.act(&press).is_err());
    let dismiss = |who: Id| json!({ "as": who.to_string(), "do": "dismiss", "message_id": message.to_string() });
    assert!(desk.bench.sandbox.act(&dismiss(SECOND_PLAYER)).is_err());
    desk.bench.sandbox.act(&dismiss(FIRST_PLAYER)).unwrap();
    assert!(desk.bench.person(FIRST_PLAYER).reads().is_empty());
}

#[tokio::test]
async fn an_answer_must_fit_the_question() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    for kind in [1, 6, 7, 8, 10, 99] {
        let told = desk
            .raw
            .answer(&asked, json!({ "type": kind, "data": {} }))
            .await;
        assert_eq!(told.refusal(), (400, 50035), "{kind}");
    }
    let told = desk
        .raw
        .answer(&asked, json!({ "type": 4, "data": {} }))
        .await;
    assert_eq!(told.refusal(), (400, 50006));
    let told = desk.raw.answer(&asked, say(&"x".repeat(2001))).await;
    assert_eq!(told.fault("data.content"), "BASE_TYPE_MAX_LENGTH");
    let inputs: Vec<Value> = (0..6)
        .map(|number| {
            let input =
                json!({ "type": 4, "custom_id": format!("i{number}"), "label": "l", "style": 1 });
            json!({ "type": 1, "components": [input] })
        })
        .collect();
    let form = json!({ "custom_id": "f", "title": "x".repeat(46), "components": inputs });
    let told = desk
        .raw
        .answer(&asked, json!({ "type": 9, "data": form }))
        .await;
    assert_eq!(told.fault("data.title"), "BASE_TYPE_MAX_LENGTH");
    assert_eq!(told.fault("data.components"), "BASE_TYPE_BAD_LENGTH");
    // After all this it is still to be answered.
    desk.raw.answer(&asked, with_form()).await;
    // A form is not answered with a form.
    let id = text(&asked["id"]);
    let fill = |values: Value| {
        json!({
            "as": FIRST_PLAYER.to_string(), "do": "submit", "interaction_id": id, "values": values,
        })
    };
    assert!(desk.bench.sandbox.act(&fill(json!({}))).is_err());
    assert!(
        desk.bench
            .sandbox
            .act(&fill(json!({ "turn": "12345678901" })))
            .is_err()
    );
    desk.bench
        .sandbox
        .act(&fill(json!({ "turn": "Wd4" })))
        .unwrap();
    let filled = desk.line.asked().await;
    assert_eq!(filled["type"], 5);
    assert_eq!(
        filled["data"]["components"][0]["components"][0]["value"],
        "Wd4"
    );
    assert_eq!(
        desk.raw.answer(&filled, with_form()).await.refusal(),
        (400, 50035)
    );
    // It can be sent once.
    assert!(
        desk.bench
            .sandbox
            .act(&fill(json!({ "turn": "Wd4" })))
            .is_err()
    );
}

fn with_form() -> Value {
    let input =
        json!({ "type": 4, "custom_id": "turn", "label": "Turn", "style": 1, "max_length": 10 });
    json!({ "type": 9, "data": {
        "custom_id": "f", "title": "Your move", "components": [{ "type": 1, "components": [input] }],
    } })
}

#[tokio::test]
async fn a_key_is_answered_by_changing_its_message_now_or_later() {
    let mut desk = Desk::new(Bench::new().await).await;
    let asked = desk.asked("/ping").await;
    desk.raw
        .answer(&asked, json!({ "type": 4, "data": with_key("one") }))
        .await;
    let message = desk.bench.person(FIRST_PLAYER).reads()[0].id.to_string();
    let pressed = desk.pressed(&message, "key").await;
    assert_eq!(
        (&pressed["type"], &pressed["message"]["id"]),
        (&json!(3), &json!(message))
    );
    assert_eq!(pressed["member"]["user"]["id"], SECOND_PLAYER.to_string());
    assert_eq!(pressed["locale"], "ru");
    desk.raw
        .answer(&pressed, json!({ "type": 7, "data": { "content": "two" } }))
        .await;
    let seen = desk.bench.person(FIRST_PLAYER).reads();
    // The key is still there, because nothing was said about it.
    assert_eq!((seen.len(), seen[0].text.as_str()), (1, "two"));
    assert_eq!(seen[0].keys(), ["Key"]);
    let pressed = desk.pressed(&message, "key").await;
    desk.raw.answer(&pressed, json!({ "type": 6 })).await;
    let token = text(&pressed["token"]);
    let original = format!("/webhooks/{APPLICATION}/{token}/messages/@original");
    let told = desk
        .raw
        .patch(&original, json!({ "content": "three", "components": [] }))
        .await;
    assert_eq!(told.id(), message);
    assert!(desk.bench.person(FIRST_PLAYER).reads()[0].keys().is_empty());
    desk.bench.finish().await;
}

#[tokio::test]
async fn suggestions_have_names_of_their_own_and_are_not_too_many() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let known = desk.bench.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let command = known
        .iter()
        .find(|command| command["name"] == "move")
        .unwrap();
    let form = json!({
        "as": FIRST_PLAYER.to_string(), "do": "complete", "channel_id": GAMES.to_string(),
        "command_id": command["id"],
        "options": [{ "name": "turn", "type": 3, "value": "W", "focused": true }],
    });
    desk.bench.sandbox.act(&form).unwrap();
    let asked = desk.line.asked().await;
    assert_eq!(asked["type"], 4);
    assert_eq!(asked["data"]["options"][0]["focused"], true);
    let choices = |names: &[String]| {
        let choices = names
            .iter()
            .map(|name| json!({ "name": name, "value": "v" }));
        json!({ "type": 8, "data": { "choices": choices.collect::<Vec<_>>() } })
    };
    let many: Vec<String> = (0..26).map(|number| number.to_string()).collect();
    let told = desk.raw.answer(&asked, choices(&many)).await;
    assert_eq!(told.fault("data.choices"), "BASE_TYPE_BAD_LENGTH");
    let told = desk
        .raw
        .answer(&asked, choices(&["a".to_owned(), "a".to_owned()]))
        .await;
    told.fault("data.choices.1");
    let told = desk.raw.answer(&asked, choices(&["x".repeat(101)])).await;
    assert_eq!(told.fault("data.choices.0.name"), "BASE_TYPE_MAX_LENGTH");
    assert_eq!(
        desk.raw.answer(&asked, say("x")).await.refusal(),
        (400, 50035)
    );
    assert_eq!(
        desk.raw.answer(&asked, choices(&many[..25])).await.status,
        204
    );
}

#[tokio::test]
async fn a_command_is_sent_only_when_it_is_filled_in_properly() {
    let desk = Desk::new(Bench::unlogged().await).await;
    let known = desk.bench.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let command = known
        .iter()
        .find(|command| command["name"] == "move")
        .unwrap();
    let call = |options: Value| {
        desk.bench.sandbox.act(&json!({
            "as": FIRST_PLAYER.to_string(), "do": "command", "channel_id": GAMES.to_string(),
            "command_id": command["id"], "options": options,
        }))
    };
    let turn = json!({ "name": "turn", "type": 3, "value": "Wd4" });
    assert!(call(json!([])).is_err());
    assert!(call(json!([turn, { "name": "game", "type": 4, "value": 0 }])).is_err());
    assert!(call(json!([turn, { "name": "game", "type": 4, "value": "1" }])).is_err());
    assert!(call(json!([turn, { "name": "else", "type": 4, "value": 1 }])).is_err());
    assert!(call(json!([turn, { "name": "game", "type": 4, "value": 1 }])).is_ok());
}

#[tokio::test]
async fn where_the_bot_is_only_a_guest_it_can_answer_and_little_more() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked_at(LOUNGE, "/ping").await;
    let owners = &asked["authorizing_integration_owners"];
    assert_eq!(owners, &json!({ "1": FIRST_PLAYER.to_string() }));
    desk.raw
        .answer(&asked, json!({ "type": 4, "data": with_key("here") }))
        .await;
    for _ in 0..5 {
        let told = desk.raw.follow(&asked, json!({ "content": "more" })).await;
        assert_eq!(told.status, 200);
    }
    let told = desk.raw.follow(&asked, json!({ "content": "more" })).await;
    assert_eq!(told.refusal(), (400, 40094));
    let told = desk.raw.send(LOUNGE, json!({ "content": "x" })).await;
    assert_eq!(told.refusal(), (403, 50001));
    assert_eq!(desk.bench.person(SECOND_PLAYER).at(LOUNGE).reads().len(), 6);
    // Keys work for everyone there.
    let message = desk.bench.person(SECOND_PLAYER).at(LOUNGE).reads()[0].id;
    let pressed = desk.pressed(&message.to_string(), "key").await;
    let told = desk
        .raw
        .answer(&pressed, json!({ "type": 7, "data": { "content": "y" } }))
        .await;
    assert_eq!(told.status, 204);
    // Who has not brought the bot does not find its commands.
    desk.bench.pull(Lever::SetApp(FIRST_PLAYER, false));
    assert_eq!(
        desk.bench.sandbox.commands(FIRST_PLAYER, LOUNGE),
        Ok(Vec::new())
    );
    assert!(
        !desk
            .bench
            .sandbox
            .commands(FIRST_PLAYER, GAMES)
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn between_two_people_the_bot_is_a_guest_and_with_itself_it_is_at_home() {
    let mut desk = Desk::new(Bench::new().await).await;
    let open = |other: Id| json!({ "as": FIRST_PLAYER.to_string(), "do": "dm", "user_id": other.to_string() });
    for (other, context) in [(APPLICATION, 1), (SECOND_PLAYER, 2)] {
        let channel = desk.bench.sandbox.act(&open(other)).unwrap();
        let channel = text(&channel["channel"]["id"]).parse().unwrap();
        let asked = desk.asked_at(channel, "/ping").await;
        assert_eq!(asked["context"], context);
        assert_eq!(asked["user"]["id"], FIRST_PLAYER.to_string());
        assert!(asked.get("member").is_none());
        assert_eq!(desk.raw.answer(&asked, say("hi")).await.status, 204);
        let seen = desk.bench.person(FIRST_PLAYER).at(channel).reads();
        assert_eq!(seen[0].text, "hi");
    }
    desk.bench.finish().await;
}

/// Where the first answer to an interaction is found.
fn original(asked: &Value) -> String {
    let token = text(&asked["token"]);
    format!("/webhooks/{APPLICATION}/{token}/messages/@original")
}

#[tokio::test]
async fn what_follows_a_deferral_is_an_edit_which_stays_private_and_pings_nobody() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let ping = json!({
        "content": format!("<@{SECOND_PLAYER}>"), "allowed_mentions": { "parse": ["users"] },
    });
    for flags in [0, 64] {
        let asked = desk.asked("/ping").await;
        let deferral = json!({ "type": 5, "data": { "flags": flags } });
        assert_eq!(desk.raw.answer(&asked, deferral).await.status, 204);
        let loading = desk.raw.get(&original(&asked)).await;
        assert_eq!(loading.body["flags"], flags | 128);
        // The wish of the follow-up does not count.
        let mut form = ping.clone();
        form["flags"] = json!(64 - flags);
        let told = desk.raw.follow(&asked, form).await;
        assert_eq!(
            (told.id(), &told.body["flags"]),
            (loading.id(), &json!(flags))
        );
        assert_eq!(desk.bench.person(SECOND_PLAYER).was_pinged(), 0);
        // Only what comes after it is a message of its own.
        let told = desk.raw.follow(&asked, json!({ "content": "more" })).await;
        assert_ne!(told.id(), loading.id());
    }
    // A new message does ping.
    let asked = desk.asked("/ping").await;
    desk.raw
        .answer(&asked, json!({ "type": 4, "data": ping }))
        .await;
    assert_eq!(desk.bench.person(SECOND_PLAYER).was_pinged(), 1);
}

#[tokio::test]
async fn after_a_deferred_update_what_follows_is_new() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    let board = json!({ "type": 4, "data": with_key("board") });
    desk.raw.answer(&asked, board).await;
    let board = desk.raw.get(&original(&asked)).await.id();
    let pressed = desk.pressed(&board, "key").await;
    desk.raw.answer(&pressed, json!({ "type": 6 })).await;
    assert_eq!(desk.raw.get(&original(&pressed)).await.id(), board);
    let ping = json!({ "content": format!("<@{FIRST_PLAYER}>") });
    let told = desk.raw.follow(&pressed, ping).await;
    assert_ne!(told.id(), board);
    assert_eq!(desk.bench.person(FIRST_PLAYER).was_pinged(), 1);
}

#[tokio::test]
async fn whether_the_first_answer_arrived_can_be_asked() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    let told = desk.raw.get(&original(&asked)).await;
    assert_eq!(told.refusal(), (404, 10015));
    desk.raw.answer(&asked, say("one")).await;
    let told = desk.raw.get(&original(&asked)).await;
    assert_eq!((told.status, &told.body["content"]), (200, &json!("one")));
    let told = desk.raw.answer(&asked, say("two")).await;
    assert_eq!(told.refusal(), (400, 40060));
    // A form is no message, and a message may be gone.
    desk.raw.ask("DELETE", &original(&asked), None).await;
    let told = desk.raw.get(&original(&asked)).await;
    assert_eq!(told.refusal(), (404, 10008));
    let asked = desk.asked("/ping").await;
    desk.raw.answer(&asked, with_form()).await;
    let told = desk.raw.get(&original(&asked)).await;
    assert_eq!(told.refusal(), (404, 10008));
}

#[tokio::test]
async fn the_message_of_a_key_is_changed_by_its_number_even_a_private_one() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let asked = desk.asked("/ping").await;
    let mut data = with_key("for you");
    data["flags"] = json!(64);
    desk.raw
        .answer(&asked, json!({ "type": 4, "data": data }))
        .await;
    let message = desk.bench.person(FIRST_PLAYER).reads()[0].id;
    let seen = desk.bench.person(FIRST_PLAYER).reads()[0].clone();
    desk.bench
        .person(FIRST_PLAYER)
        .presses_and_leaves(&seen, "key");
    let pressed = desk.line.asked().await;
    // The press is answered with another message; the one with the key is changed besides.
    desk.raw.answer(&pressed, say("new")).await;
    let token = text(&pressed["token"]);
    let path = format!("/webhooks/{APPLICATION}/{token}/messages/{message}");
    let told = desk.raw.patch(&path, json!({ "content": "changed" })).await;
    assert_eq!((told.status, &told.body["flags"]), (200, &json!(64)));
    assert_eq!(desk.bench.person(FIRST_PLAYER).reads()[0].text, "changed");
    // Another's private message is out of reach.
    let other = desk.asked("/ping").await;
    desk.raw.answer(&other, say("x")).await;
    let token = text(&other["token"]);
    let path = format!("/webhooks/{APPLICATION}/{token}/messages/{message}");
    let told = desk.raw.patch(&path, json!({ "content": "y" })).await;
    assert_eq!(told.refusal(), (404, 10008));
}

#[tokio::test]
async fn anyone_can_read_which_interaction_a_message_answers() {
    let mut desk = Desk::new(Bench::new().await).await;
    let asked = desk.asked("/ping").await;
    desk.raw
        .answer(&asked, json!({ "type": 4, "data": with_key("x") }))
        .await;
    let message = desk.bench.person(SECOND_PLAYER).reads()[0].clone();
    assert_eq!(message.json["interaction_metadata"]["id"], asked["id"]);
    let path = format!("/channels/{GAMES}/messages/{}", message.id);
    let told = desk.raw.get(&path).await;
    let metadata = &told.body["interaction_metadata"];
    assert_eq!(metadata["id"], asked["id"]);
    assert_eq!(metadata["user"]["id"], FIRST_PLAYER.to_string());
    let owners = &metadata["authorizing_integration_owners"];
    assert_eq!(owners, &asked["authorizing_integration_owners"]);
    // What answers a press names the press, and changing the message changes nothing of it.
    let pressed = desk.pressed(&message.id.to_string(), "key").await;
    desk.raw.answer(&pressed, say("game on")).await;
    let answer = desk.bench.person(SECOND_PLAYER).reads()[1].clone();
    let path = format!("/channels/{GAMES}/messages/{}", answer.id);
    desk.raw.patch(&path, json!({ "content": "later" })).await;
    let told = desk.raw.get(&path).await;
    assert_eq!(told.body["interaction_metadata"]["id"], pressed["id"]);
    let pressed_on = &told.body["interaction_metadata"]["interacted_message_id"];
    assert_eq!(pressed_on, &json!(message.id.to_string()));
    desk.bench.finish().await;
}

#[tokio::test]
async fn people_and_roles_are_picked_from_menus_and_for_options() {
    let mut desk = Desk::new(Bench::new().await).await;
    let menu = |kind: u64, name: &str| json!({ "type": 1, "components": [{ "type": kind, "custom_id": name }] });
    let mut channels = menu(8, "channel");
    // No kinds are all kinds.
    channels["components"][0]["channel_types"] = json!([]);
    let rows = json!([menu(5, "user"), menu(7, "any"), channels]);
    let form = json!({ "content": "x", "components": rows });
    let message = desk.raw.send(GAMES, form).await.id();
    let choose = |menu: &str, id: Id| {
        json!({
            "as": FIRST_PLAYER.to_string(), "do": "choose", "message_id": message,
            "custom_id": menu, "values": [id.to_string()],
        })
    };
    for (name, kind, id, what) in [
        ("user", 5, SECOND_PLAYER, "users"),
        ("any", 7, SECOND_PLAYER, "users"),
        ("any", 7, MODERATORS, "roles"),
        ("channel", 8, GAMES, "channels"),
    ] {
        desk.bench.sandbox.act(&choose(name, id)).unwrap();
        let asked = desk.line.asked().await;
        assert_eq!(asked["data"]["component_type"], kind);
        assert_eq!(asked["data"]["values"], json!([id.to_string()]));
        let resolved = &asked["data"]["resolved"];
        assert_eq!(resolved[what][id.to_string()]["id"], id.to_string());
        let member = &resolved["members"][id.to_string()];
        assert_eq!(member.is_object(), what == "users");
        desk.raw.answer(&asked, json!({ "type": 6 })).await;
    }
    // A role is no person, and a channel neither.
    assert!(desk.bench.sandbox.act(&choose("user", MODERATORS)).is_err());
    assert!(desk.bench.sandbox.act(&choose("any", GAMES)).is_err());
    let option = json!({ "name": "whom", "description": "d", "type": 9, "required": true });
    let about = json!([{ "name": "about", "description": "d", "options": [option] }]);
    assert_eq!(desk.raw.register(about).await.status, 200);
    let command = desk.bench.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let call = |id: Id| {
        json!({
            "as": FIRST_PLAYER.to_string(), "do": "command", "channel_id": GAMES.to_string(),
            "command_id": command[0]["id"],
            "options": [{ "name": "whom", "type": 9, "value": id.to_string() }],
        })
    };
    for (id, what) in [(SECOND_PLAYER, "users"), (MODERATORS, "roles")] {
        desk.bench.sandbox.act(&call(id)).unwrap();
        let asked = desk.line.asked().await;
        let resolved = &asked["data"]["resolved"][what][id.to_string()];
        assert_eq!(resolved["id"], id.to_string());
        desk.raw.answer(&asked, say("x")).await;
    }
    assert!(desk.bench.sandbox.act(&call(GAMES)).is_err());
    desk.bench.finish().await;
}

#[tokio::test]
async fn what_became_of_an_answer_is_told_to_whoever_asks_for_it() {
    let mut desk = Desk::new(Bench::new().await).await;
    for wish in ["true", "1", "True"] {
        let asked = desk.asked("/ping").await;
        let (id, token) = (text(&asked["id"]), text(&asked["token"]));
        let path = format!("/interactions/{id}/{token}/callback?with_response={wish}");
        let told = desk.raw.post(&path, say("x")).await;
        assert_eq!(told.status, 200, "{wish}");
        assert_eq!(told.body["interaction"]["guild_id"], CLUB.to_string());
    }
    // What there is not is left out, not null.
    let open = json!({
        "as": FIRST_PLAYER.to_string(), "do": "dm", "user_id": APPLICATION.to_string(),
    });
    let channel = desk.bench.sandbox.act(&open).unwrap();
    let channel = text(&channel["channel"]["id"]).parse().unwrap();
    let asked = desk.asked_at(channel, "/ping").await;
    let (id, token) = (text(&asked["id"]), text(&asked["token"]));
    let path = format!("/interactions/{id}/{token}/callback?with_response=1");
    let told = desk.raw.post(&path, with_form()).await;
    for absent in ["guild_id", "response_message_id"] {
        assert!(told.body["interaction"].get(absent).is_none(), "{absent}");
    }
    assert!(told.body.get("resource").is_none(), "{told:?}");
    desk.bench.finish().await;
}
