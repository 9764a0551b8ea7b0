//! Error responses: status, code and shape.

use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    APPLICATION, CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, FORUM_CHANNEL, GAMES, LOUNGE, QUIET,
    SECOND_PLAYER,
};
use serde_json::{Value, json};

use super::raw_client::RestClient;
use crate::harness::Harness;

const NOWHERE: u64 = 123_456_789;

#[tokio::test]
async fn requests_need_the_bot_token() {
    let harness = Harness::unlogged().await;
    for token in ["", "Bot wrong", "Bearer x", harness.sandbox.token()] {
        let response = RestClient::with_token(&harness, token)
            .get("/users/@me")
            .await;
        assert_eq!(response.error(), (401, 0), "{token:?}");
        assert_eq!(response.body["message"], "401: Unauthorized");
    }
    assert_eq!(
        RestClient::new(&harness).get("/users/@me").await.status,
        200
    );
    assert_eq!(harness.refused().len(), 4);
}

#[tokio::test]
async fn unknown_objects_have_their_own_error_codes() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    for (path, code) in [
        (format!("/channels/{NOWHERE}"), 10003),
        (format!("/channels/{NOWHERE}/messages"), 10003),
        (format!("/channels/{GAMES}/messages/{NOWHERE}"), 10008),
        (format!("/users/{NOWHERE}"), 10013),
        (format!("/guilds/{NOWHERE}"), 10004),
        (format!("/guilds/{ELSEWHERE}"), 10004),
        (format!("/guilds/{CLUB}/members/{NOWHERE}"), 10007),
        (format!("/applications/{NOWHERE}/commands"), 10002),
        (
            format!("/applications/{APPLICATION}/commands/{NOWHERE}"),
            10063,
        ),
        (
            format!("/webhooks/{APPLICATION}/nobody/messages/@original"),
            10015,
        ),
    ] {
        let response = rest.get(&path).await;
        assert_eq!(response.error(), (404, code), "{path}");
        let words = response.body["message"].as_str().unwrap();
        assert!(words.starts_with("Unknown "), "{words}");
    }
    let path = format!("/interactions/{NOWHERE}/nothing/callback");
    let response = rest.post(&path, json!({ "type": 6 })).await;
    assert_eq!(response.error(), (404, 10062));
    let response = rest.get("/channels/word/messages").await;
    assert_eq!(response.error(), (400, 50035));
}

#[tokio::test]
async fn unmodelled_routes_are_answered_with_501() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    for (method, path, status) in [
        ("GET", "/guilds/1/audit-logs", 501),
        ("POST", "/channels/1/webhooks", 501),
        ("PUT", "/channels/1", 501),
        ("GET", "/stickers/1", 501),
        ("GET", "/nothing/like/that", 404),
    ] {
        let response = rest.request(method, path, None).await;
        assert_eq!(response.status, status, "{method} {path}");
        assert_eq!(response.body["code"], 0);
    }
    // Other API versions and other paths are rejected.
    for path in ["/api/v9/users/@me", "/api", "/wp-admin"] {
        let address = format!("{}{path}", harness.sandbox.origin());
        let response = reqwest::get(address).await.unwrap();
        let is_refused = [401, 404].contains(&response.status().as_u16());
        assert!(is_refused, "{path}: {}", response.status());
        let body: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        assert_eq!(body["code"], 0, "{path}");
    }
}

#[tokio::test]
async fn field_errors_name_the_field() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let response = rest
        .send(GAMES, json!({ "content": "x".repeat(2001) }))
        .await;
    assert_eq!(response.field_error("content"), "BASE_TYPE_MAX_LENGTH");
    let response = rest.send(GAMES, json!({ "content": "" })).await;
    assert_eq!(response.error(), (400, 50006));
    let button = json!({ "type": 2, "style": 1, "custom_id": "a", "label": "A" });
    let rows = json!([{ "type": 1, "components": [button, button] }]);
    let response = rest
        .send(GAMES, json!({ "content": "x", "components": rows }))
        .await;
    let path = "components.0.components.1.custom_id";
    assert_eq!(response.field_error(path), "COMPONENT_CUSTOM_ID_DUPLICATED");
    let options = json!([{ "label": "a", "value": "v" }, { "label": "b", "value": "v" }]);
    let menu = json!({ "type": 3, "custom_id": "m", "options": options });
    let rows = json!([{ "type": 1, "components": [menu] }]);
    let response = rest
        .send(GAMES, json!({ "content": "x", "components": rows }))
        .await;
    let path = "components.0.components.0.options.1";
    assert_eq!(
        response.field_error(path),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
    );
    let response = rest
        .register(json!([{ "name": "Up", "description": "d" }]))
        .await;
    assert_eq!(
        response.field_error("0.name"),
        "APPLICATION_COMMAND_INVALID_NAME"
    );
    assert!(harness.person(FIRST_PLAYER).reads().is_empty());
}

#[tokio::test]
async fn files_are_limited_to_ten_mebibytes() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let path = format!("/channels/{GAMES}/messages");
    let payload = json!({ "attachments": [{ "id": "0", "filename": "b.bin" }] });
    let response = rest
        .post_file(&path, payload.clone(), vec![7; 10 << 20])
        .await;
    assert_eq!(response.status, 200, "{response:?}");
    let url = response.body["attachments"][0]["url"].as_str().unwrap();
    let file = reqwest::get(url).await.unwrap();
    // Only images are displayed by the browser.
    assert_eq!(file.headers()["content-disposition"], "attachment");
    assert_eq!(file.bytes().await.unwrap().len(), 10 << 20);
    let response = rest
        .post_file(&path, payload.clone(), vec![7; (10 << 20) + 1])
        .await;
    assert_eq!(response.error(), (413, 40005));
    let response = rest.post_file(&path, payload, vec![7; 30 << 20]).await;
    assert_eq!(response.error(), (413, 40005));
}

#[tokio::test]
async fn permissions_come_from_roles_and_overwrites() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let hello = || json!({ "content": "hello" });
    assert_eq!(rest.send(QUIET, hello()).await.error(), (403, 50013));
    assert_eq!(rest.send(LOUNGE, hello()).await.error(), (403, 50001));
    assert_eq!(
        rest.send(FORUM_CHANNEL, hello()).await.error(),
        (400, 50008)
    );
    let message = rest.send(GAMES, hello()).await.id();
    let theirs = harness.person(FIRST_PLAYER).says("mine").id;
    let path = format!("/channels/{GAMES}/messages/{theirs}");
    assert_eq!(rest.patch(&path, hello()).await.error(), (403, 50005));
    assert_eq!(
        rest.request("DELETE", &path, None).await.error(),
        (403, 50013)
    );
    let pin = format!("/channels/{GAMES}/messages/pins/{message}");
    assert_eq!(rest.request("PUT", &pin, None).await.error(), (403, 50013));
    // Deny and allow one permission after the other.
    let threads = format!("/channels/{GAMES}/messages/{message}/threads");
    let deny = |what, is_on| harness.control(ControlAction::Deny(GAMES, what, is_on));
    deny(Permissions::CREATE_PUBLIC_THREADS, true);
    let response = rest.post(&threads, json!({ "name": "t" })).await;
    assert_eq!(response.error(), (403, 50013));
    deny(Permissions::ATTACH_FILES, true);
    let path = format!("/channels/{GAMES}/messages");
    let response = rest.post_file(&path, json!({}), vec![1]).await;
    assert_eq!(response.error(), (403, 50013));
    deny(Permissions::READ_MESSAGE_HISTORY, true);
    assert_eq!(rest.get(&path).await.body, json!([]));
    deny(Permissions::SEND_MESSAGES, true);
    assert_eq!(rest.send(GAMES, hello()).await.error(), (403, 50013));
    deny(Permissions::VIEW_CHANNEL, true);
    assert_eq!(rest.get(&path).await.error(), (403, 50001));
    deny(Permissions::VIEW_CHANNEL, false);
    deny(Permissions::SEND_MESSAGES, false);
    assert_eq!(rest.send(GAMES, hello()).await.status, 200);
    harness.control(ControlAction::RemoveBot(CLUB));
    assert_eq!(rest.send(GAMES, hello()).await.error(), (403, 50001));
}

#[tokio::test]
async fn dms_need_a_willing_recipient() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let open = |user: u64| json!({ "recipient_id": user.to_string() });
    let response = rest.post("/users/@me/channels", open(SECOND_PLAYER)).await;
    let again = rest.post("/users/@me/channels", open(SECOND_PLAYER)).await;
    assert_eq!(response.id(), again.id());
    assert_eq!(response.body["type"], 1);
    let direct = response.id().parse().unwrap();
    let hello = || json!({ "content": "hello" });
    assert_eq!(rest.send(direct, hello()).await.status, 200);
    harness.control(ControlAction::CloseDms(SECOND_PLAYER, true));
    assert_eq!(rest.send(direct, hello()).await.error(), (403, 50007));
    harness.control(ControlAction::CloseDms(SECOND_PLAYER, false));
    // The user shares no guild with the bot and has no user install.
    harness.control(ControlAction::RemoveBot(CLUB));
    assert_eq!(rest.send(direct, hello()).await.status, 200);
    harness.control(ControlAction::SetApp(SECOND_PLAYER, false));
    assert_eq!(rest.send(direct, hello()).await.error(), (403, 50278));
    for user in [APPLICATION, NOWHERE] {
        let response = rest.post("/users/@me/channels", open(user)).await;
        assert_eq!(response.error(), (400, 50033));
    }
}

#[tokio::test]
async fn archived_threads_reopen_unless_locked() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let message = rest.send(GAMES, json!({ "content": "a game" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}/threads");
    let payload = json!({ "name": "Game", "auto_archive_duration": 60 });
    let thread = rest.post(&path, payload.clone()).await;
    assert_eq!((thread.status, thread.id()), (201, message.clone()));
    assert_eq!(rest.post(&path, payload).await.error(), (400, 160_004));
    let thread: u64 = thread.id().parse().unwrap();
    let is_archived = async || {
        let response = rest.get(&format!("/channels/{thread}")).await;
        response.body["thread_metadata"]["archived"] == true
    };
    let sent = rest.send(thread, json!({ "content": "one" })).await.id();
    assert!(!is_archived().await);
    // Inactive for longer than its archive duration.
    harness.control(ControlAction::Advance(Duration::from_mins(61)));
    assert!(is_archived().await);
    let edit = format!("/channels/{thread}/messages/{sent}");
    let response = rest.patch(&edit, json!({ "content": "two" })).await;
    assert_eq!(response.error(), (400, 50083));
    assert_eq!(
        rest.send(thread, json!({ "content": "three" }))
            .await
            .status,
        200
    );
    assert!(!is_archived().await);
    harness.control(ControlAction::LockThread(thread, true));
    harness.control(ControlAction::ArchiveThread(thread, true));
    let response = rest.send(thread, json!({ "content": "four" })).await;
    assert_eq!(response.error(), (400, 50083));
    assert_eq!(response.body["message"], "Thread is archived");
    harness.control(ControlAction::DeleteChannel(thread));
    let response = rest.send(thread, json!({ "content": "five" })).await;
    assert_eq!(response.error(), (404, 10003));
}

#[tokio::test]
async fn threads_and_posts_are_validated() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let path = format!("/channels/{FORUM_CHANNEL}/threads");
    let post = |more: Value| {
        let mut payload = json!({ "name": "Game", "message": { "content": "x" } });
        for (name, value) in more.as_object().unwrap() {
            payload[name] = value.clone();
        }
        rest.post(&path, payload)
    };
    let response = post(json!({ "name": "x".repeat(101) })).await;
    assert_eq!(response.field_error("name"), "BASE_TYPE_MAX_LENGTH");
    let response = post(json!({ "auto_archive_duration": 61 })).await;
    assert_eq!(
        response.field_error("auto_archive_duration"),
        "BASE_TYPE_CHOICES"
    );
    let response = post(json!({ "applied_tags": ["5"] })).await;
    assert_eq!(
        response.field_error("applied_tags"),
        "FORUM_CHANNEL_INVALID_TAG"
    );
    assert_eq!(post(json!({ "message": {} })).await.error(), (400, 50006));
    let forum = rest.get(&format!("/channels/{FORUM_CHANNEL}")).await;
    let tag = forum.body["available_tags"][0]["id"].clone();
    let response = post(json!({ "applied_tags": [tag] })).await;
    assert_eq!(
        (response.status, &response.body["applied_tags"][0]),
        (201, &tag)
    );
    // The first message has the post's id and is part of the response.
    assert_eq!(response.body["message"]["id"], response.body["id"]);
    assert_eq!(response.body["message"]["content"], "x");
    let first = format!("/channels/{0}/messages/{0}", response.id());
    assert_eq!(rest.get(&first).await.body["content"], "x");
    // None of the rejected posts exists.
    let threads = rest.get(&format!("/guilds/{CLUB}/threads/active")).await;
    assert_eq!(threads.body["threads"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn edits_of_old_messages_are_limited() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let message = rest.send(GAMES, json!({ "content": "old" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}");
    harness.control(ControlAction::Advance(Duration::from_mins(61)));
    let mut changes = 0;
    let response = loop {
        let response = rest.patch(&path, json!({ "content": "new" })).await;
        if response.status != 200 {
            break response;
        }
        changes += 1;
        assert!(changes < 100, "edits are not limited");
    };
    assert_eq!(response.error(), (429, 30046));
    assert!(changes > 2);
    harness.control(ControlAction::Advance(Duration::from_mins(61)));
    assert_eq!(
        rest.patch(&path, json!({ "content": "new" })).await.status,
        200
    );
}

#[tokio::test]
async fn command_creation_is_limited_per_day() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let many = |from: usize| {
        let names = (from..from + 100).map(|number| format!("c{number}"));
        let commands = names.map(|name| json!({ "name": name, "description": "d" }));
        commands.collect::<Vec<_>>()
    };
    for from in [0, 100, 100] {
        assert_eq!(rest.register(json!(many(from))).await.status, 200);
    }
    let response = rest.register(json!(many(200))).await;
    assert_eq!(response.error(), (400, 30034));
    harness.control(ControlAction::Advance(Duration::from_hours(24)));
    assert_eq!(rest.register(json!(many(200))).await.status, 200);
}

/// A message with one component.
fn with_component(component: &Value) -> Value {
    json!({ "content": "x", "components": [{ "type": 1, "components": [component] }] })
}

#[tokio::test]
async fn unmodelled_message_features_are_answered_with_501() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let message = rest.send(GAMES, json!({ "content": "x" })).await.id();
    let answers = json!([{ "poll_media": { "text": "Yes" } }]);
    let poll = json!({ "question": { "text": "?" }, "answers": answers, "duration": 1 });
    let forward = json!({ "type": 1, "channel_id": GAMES.to_string(), "message_id": message });
    let words = json!({ "type": 10, "content": "words" });
    for (payload, what) in [
        (json!({ "poll": poll }), "polls"),
        (
            json!({ "message_reference": forward }),
            "forwarded messages",
        ),
        (json!({ "sticker_ids": ["1"] }), "stickers"),
        (
            json!({ "flags": 1 << 15, "components": [words] }),
            "Components V2 and labels",
        ),
        (
            json!({ "content": "x", "components": [words] }),
            "Components V2 and labels",
        ),
    ] {
        let response = rest.send(GAMES, payload.clone()).await;
        assert_eq!(response.error(), (501, 0), "{payload}");
        assert!(
            response.body["message"].as_str().unwrap().ends_with(what),
            "{response:?}"
        );
    }
    let path = format!("/channels/{GAMES}/messages/{message}");
    let response = rest
        .patch(&path, json!({ "flags": 1 << 15, "components": [words] }))
        .await;
    assert_eq!(response.error(), (501, 0));
    // Modals with labels are rejected as well, and the interaction can still be responded to.
    rest.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut gateway = super::raw_client::GatewayClient::open(&harness, 0).await;
    harness.person(FIRST_PLAYER).types_and_leaves("/ping");
    let interaction = gateway.interaction().await;
    let input = json!({ "type": 4, "custom_id": "i", "style": 1 });
    let label = json!({ "type": 18, "label": "l", "component": input });
    let payload = json!({ "custom_id": "f", "title": "t", "components": [label] });
    let response = rest
        .callback(&interaction, json!({ "type": 9, "data": payload }))
        .await;
    assert_eq!(response.error(), (501, 0));
    let response = rest
        .callback(
            &interaction,
            json!({ "type": 4, "data": { "content": "x" } }),
        )
        .await;
    assert_eq!(response.status, 204);
    assert_eq!(harness.person(FIRST_PLAYER).reads().len(), 2);
}

#[tokio::test]
async fn components_and_urls_are_validated() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let button = |more: Value| {
        let mut button = json!({ "type": 2, "style": 1, "custom_id": "b", "label": "B" });
        for (name, value) in more.as_object().unwrap() {
            button[name] = value.clone();
        }
        with_component(&button)
    };
    let link =
        |url: &str| with_component(&json!({ "type": 2, "style": 5, "label": "L", "url": url }));
    let option = json!({ "label": "a", "value": "a", "emoji": { "name": "a" } });
    let menu = json!({ "type": 3, "custom_id": "m", "options": [option] });
    let here = "components.0.components.0";
    for (payload, path, code) in [
        (
            button(json!({ "emoji": { "name": "x" } })),
            "emoji.name",
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            button(json!({ "emoji": { "name": "▲" } })),
            "emoji.name",
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            button(json!({ "emoji": { "id": "123", "name": "x" } })),
            "emoji.id",
            "COMPONENT_INVALID_EMOJI",
        ),
        (
            with_component(&menu),
            "options.0.emoji.name",
            "COMPONENT_INVALID_EMOJI",
        ),
        (button(json!({ "style": 9 })), "style", "BASE_TYPE_CHOICES"),
        (button(json!({ "style": 0 })), "style", "BASE_TYPE_CHOICES"),
        (
            button(json!({ "style": null })),
            "style",
            "BASE_TYPE_REQUIRED",
        ),
        (
            link("javascript:alert(1)"),
            "url",
            "URL_TYPE_INVALID_SCHEME",
        ),
        (link("somewhere"), "url", "URL_TYPE_INVALID_URL"),
    ] {
        let response = rest.send(GAMES, payload).await;
        assert_eq!(response.field_error(&format!("{here}.{path}")), code);
    }
    let embed = json!({ "content": "x", "embeds": [{ "title": "t", "url": "javascript:x" }] });
    let response = rest.send(GAMES, embed).await;
    assert_eq!(
        response.field_error("embeds.0.url"),
        "URL_TYPE_INVALID_SCHEME"
    );
    for content in ["   ", "\n\t", "\u{a0}"] {
        let response = rest.send(GAMES, json!({ "content": content })).await;
        assert_eq!(response.error(), (400, 50006));
    }
    assert!(harness.person(FIRST_PLAYER).reads().is_empty());
    for payload in [
        button(json!({ "emoji": { "name": "↩️" } })),
        button(json!({ "emoji": { "name": "⌨", "id": null } })),
        link("https://example.com/"),
    ] {
        assert_eq!(rest.send(GAMES, payload).await.status, 200);
    }
}

#[tokio::test]
async fn commands_are_validated() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let command = |more: Value| {
        let mut command = json!({ "name": "a", "description": "d" });
        for (name, value) in more.as_object().unwrap() {
            command[name] = value.clone();
        }
        json!([command])
    };
    let option = |name: &str, kind: u64| json!({ "name": name, "description": "d", "type": kind });
    for (payload, path, code) in [
        (
            command(json!({ "name_localizations": { "xx": "a" } })),
            "0.name_localizations.xx",
            "BASE_TYPE_CHOICES",
        ),
        (
            command(json!({ "description_localizations": { "pt_BR": "a" } })),
            "0.description_localizations.pt_BR",
            "BASE_TYPE_CHOICES",
        ),
        (
            command(json!({ "contexts": [0, 9] })),
            "0.contexts.1",
            "BASE_TYPE_CHOICES",
        ),
        (
            command(json!({ "integration_types": [2] })),
            "0.integration_types.0",
            "BASE_TYPE_CHOICES",
        ),
        (
            command(json!({ "options": [option("one", 3), option("one", 4)] })),
            "0.options.1",
            "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        ),
        (
            command(json!({ "options": [option("one", 12)] })),
            "0.options.0.type",
            "BASE_TYPE_CHOICES",
        ),
    ] {
        assert_eq!(rest.register(payload).await.field_error(path), code);
    }
    let fine = command(json!({
        "name_localizations": { "ru": "а", "es-419": "a" }, "contexts": [0, 1, 2],
        "integration_types": [0, 1], "options": [option("one", 9), option("two", 3)],
    }));
    assert_eq!(rest.register(fine).await.status, 200);
}
