//! What Discord refuses, with its status, its code and the shape of its answer.

use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    APPLICATION, CLUB, ELSEWHERE, FIRST_PLAYER, FORUM_CHANNEL, GAMES, LOUNGE, Lever, QUIET,
    SECOND_PLAYER,
};
use serde_json::{Value, json};

use super::raw_client::Raw;
use crate::harness::Bench;

const NOWHERE: u64 = 123_456_789;

#[tokio::test]
async fn a_token_is_needed_and_it_must_be_the_right_one() {
    let bench = Bench::unlogged().await;
    for token in ["", "Bot wrong", "Bearer x", bench.sandbox.token()] {
        let told = Raw::named(&bench, token).get("/users/@me").await;
        assert_eq!(told.refusal(), (401, 0), "{token:?}");
        assert_eq!(told.body["message"], "401: Unauthorized");
    }
    assert_eq!(Raw::new(&bench).get("/users/@me").await.status, 200);
    assert_eq!(bench.refused().len(), 4);
}

#[tokio::test]
async fn what_does_not_exist_has_a_code_of_its_own() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
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
        let told = raw.get(&path).await;
        assert_eq!(told.refusal(), (404, code), "{path}");
        let words = told.body["message"].as_str().unwrap();
        assert!(words.starts_with("Unknown "), "{words}");
    }
    let path = format!("/interactions/{NOWHERE}/nothing/callback");
    let told = raw.post(&path, json!({ "type": 6 })).await;
    assert_eq!(told.refusal(), (404, 10062));
    let told = raw.get("/channels/word/messages").await;
    assert_eq!(told.refusal(), (400, 50035));
}

#[tokio::test]
async fn what_the_sandbox_does_not_do_is_said_aloud() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    for (method, path, status) in [
        ("GET", "/guilds/1/audit-logs", 501),
        ("POST", "/channels/1/webhooks", 501),
        ("PUT", "/channels/1", 501),
        ("GET", "/stickers/1", 501),
        ("GET", "/nothing/like/that", 404),
    ] {
        let told = raw.ask(method, path, None).await;
        assert_eq!(told.status, status, "{method} {path}");
        assert_eq!(told.body["code"], 0);
    }
    // Other versions are not spoken, and nothing else is here.
    for path in ["/api/v9/users/@me", "/api", "/wp-admin"] {
        let address = format!("{}{path}", bench.sandbox.origin());
        let told = reqwest::get(address).await.unwrap();
        let is_refused = [401, 404].contains(&told.status().as_u16());
        assert!(is_refused, "{path}: {}", told.status());
        let body: Value = serde_json::from_str(&told.text().await.unwrap()).unwrap();
        assert_eq!(body["code"], 0, "{path}");
    }
}

#[tokio::test]
async fn a_form_that_is_too_large_says_where() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let told = raw
        .send(GAMES, json!({ "content": "x".repeat(2001) }))
        .await;
    assert_eq!(told.fault("content"), "BASE_TYPE_MAX_LENGTH");
    let told = raw.send(GAMES, json!({ "content": "" })).await;
    assert_eq!(told.refusal(), (400, 50006));
    let button = json!({ "type": 2, "style": 1, "custom_id": "a", "label": "A" });
    let rows = json!([{ "type": 1, "components": [button, button] }]);
    let told = raw
        .send(GAMES, json!({ "content": "x", "components": rows }))
        .await;
    let place = "components.0.components.1.custom_id";
    assert_eq!(told.fault(place), "COMPONENT_CUSTOM_ID_DUPLICATED");
    let options = json!([{ "label": "a", "value": "v" }, { "label": "b", "value": "v" }]);
    let menu = json!({ "type": 3, "custom_id": "m", "options": options });
    let rows = json!([{ "type": 1, "components": [menu] }]);
    let told = raw
        .send(GAMES, json!({ "content": "x", "components": rows }))
        .await;
    let place = "components.0.components.0.options.1";
    assert_eq!(
        told.fault(place),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
    );
    let told = raw
        .register(json!([{ "name": "Up", "description": "d" }]))
        .await;
    assert_eq!(told.fault("0.name"), "APPLICATION_COMMAND_INVALID_NAME");
    assert!(bench.person(FIRST_PLAYER).reads().is_empty());
}

#[tokio::test]
async fn a_file_of_ten_mebibytes_is_taken_and_not_a_byte_more() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let path = format!("/channels/{GAMES}/messages");
    let form = json!({ "attachments": [{ "id": "0", "filename": "b.bin" }] });
    let told = raw.post_file(&path, form.clone(), vec![7; 10 << 20]).await;
    assert_eq!(told.status, 200, "{told:?}");
    let url = told.body["attachments"][0]["url"].as_str().unwrap();
    let file = reqwest::get(url).await.unwrap();
    // Only pictures are shown by a browser.
    assert_eq!(file.headers()["content-disposition"], "attachment");
    assert_eq!(file.bytes().await.unwrap().len(), 10 << 20);
    let told = raw
        .post_file(&path, form.clone(), vec![7; (10 << 20) + 1])
        .await;
    assert_eq!(told.refusal(), (413, 40005));
    let told = raw.post_file(&path, form, vec![7; 30 << 20]).await;
    assert_eq!(told.refusal(), (413, 40005));
}

#[tokio::test]
async fn permissions_come_from_roles_and_overwrites() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let hello = || json!({ "content": "hello" });
    assert_eq!(raw.send(QUIET, hello()).await.refusal(), (403, 50013));
    assert_eq!(raw.send(LOUNGE, hello()).await.refusal(), (403, 50001));
    assert_eq!(
        raw.send(FORUM_CHANNEL, hello()).await.refusal(),
        (400, 50008)
    );
    let message = raw.send(GAMES, hello()).await.id();
    let theirs = bench.person(FIRST_PLAYER).says("mine").id;
    let path = format!("/channels/{GAMES}/messages/{theirs}");
    assert_eq!(raw.patch(&path, hello()).await.refusal(), (403, 50005));
    assert_eq!(raw.ask("DELETE", &path, None).await.refusal(), (403, 50013));
    let pin = format!("/channels/{GAMES}/messages/pins/{message}");
    assert_eq!(raw.ask("PUT", &pin, None).await.refusal(), (403, 50013));
    // One by one they are taken away, and given back.
    let threads = format!("/channels/{GAMES}/messages/{message}/threads");
    let deny = |what, is_on| bench.pull(Lever::Deny(GAMES, what, is_on));
    deny(Permissions::CREATE_PUBLIC_THREADS, true);
    let told = raw.post(&threads, json!({ "name": "t" })).await;
    assert_eq!(told.refusal(), (403, 50013));
    deny(Permissions::ATTACH_FILES, true);
    let path = format!("/channels/{GAMES}/messages");
    let told = raw.post_file(&path, json!({}), vec![1]).await;
    assert_eq!(told.refusal(), (403, 50013));
    deny(Permissions::READ_MESSAGE_HISTORY, true);
    assert_eq!(raw.get(&path).await.body, json!([]));
    deny(Permissions::SEND_MESSAGES, true);
    assert_eq!(raw.send(GAMES, hello()).await.refusal(), (403, 50013));
    deny(Permissions::VIEW_CHANNEL, true);
    assert_eq!(raw.get(&path).await.refusal(), (403, 50001));
    deny(Permissions::VIEW_CHANNEL, false);
    deny(Permissions::SEND_MESSAGES, false);
    assert_eq!(raw.send(GAMES, hello()).await.status, 200);
    bench.pull(Lever::RemoveBot(CLUB));
    assert_eq!(raw.send(GAMES, hello()).await.refusal(), (403, 50001));
}

#[tokio::test]
async fn nobody_is_written_to_who_does_not_wish_it() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let open = |user: u64| json!({ "recipient_id": user.to_string() });
    let told = raw.post("/users/@me/channels", open(SECOND_PLAYER)).await;
    let again = raw.post("/users/@me/channels", open(SECOND_PLAYER)).await;
    assert_eq!(told.id(), again.id());
    assert_eq!(told.body["type"], 1);
    let direct = told.id().parse().unwrap();
    let hello = || json!({ "content": "hello" });
    assert_eq!(raw.send(direct, hello()).await.status, 200);
    bench.pull(Lever::CloseDms(SECOND_PLAYER, true));
    assert_eq!(raw.send(direct, hello()).await.refusal(), (403, 50007));
    bench.pull(Lever::CloseDms(SECOND_PLAYER, false));
    // Neither on a server with the bot, nor with the application in the own account.
    bench.pull(Lever::RemoveBot(CLUB));
    assert_eq!(raw.send(direct, hello()).await.status, 200);
    bench.pull(Lever::SetApp(SECOND_PLAYER, false));
    assert_eq!(raw.send(direct, hello()).await.refusal(), (403, 50278));
    for user in [APPLICATION, NOWHERE] {
        let told = raw.post("/users/@me/channels", open(user)).await;
        assert_eq!(told.refusal(), (400, 50033));
    }
}

#[tokio::test]
async fn a_thread_that_was_put_away_comes_back_unless_it_is_locked() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let message = raw.send(GAMES, json!({ "content": "a game" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}/threads");
    let form = json!({ "name": "Game", "auto_archive_duration": 60 });
    let thread = raw.post(&path, form.clone()).await;
    assert_eq!((thread.status, thread.id()), (201, message.clone()));
    assert_eq!(raw.post(&path, form).await.refusal(), (400, 160_004));
    let thread: u64 = thread.id().parse().unwrap();
    let is_archived = async || {
        let told = raw.get(&format!("/channels/{thread}")).await;
        told.body["thread_metadata"]["archived"] == true
    };
    let sent = raw.send(thread, json!({ "content": "one" })).await.id();
    assert!(!is_archived().await);
    // Quiet for as long as it was to be kept.
    bench.pull(Lever::Advance(Duration::from_mins(61)));
    assert!(is_archived().await);
    let edit = format!("/channels/{thread}/messages/{sent}");
    let told = raw.patch(&edit, json!({ "content": "two" })).await;
    assert_eq!(told.refusal(), (400, 50083));
    assert_eq!(
        raw.send(thread, json!({ "content": "three" })).await.status,
        200
    );
    assert!(!is_archived().await);
    bench.pull(Lever::LockThread(thread, true));
    bench.pull(Lever::ArchiveThread(thread, true));
    let told = raw.send(thread, json!({ "content": "four" })).await;
    assert_eq!(told.refusal(), (400, 50083));
    assert_eq!(told.body["message"], "Thread is archived");
    bench.pull(Lever::DeleteChannel(thread));
    let told = raw.send(thread, json!({ "content": "five" })).await;
    assert_eq!(told.refusal(), (404, 10003));
}

#[tokio::test]
async fn threads_and_posts_have_names_times_and_tags() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let path = format!("/channels/{FORUM_CHANNEL}/threads");
    let post = |more: Value| {
        let mut form = json!({ "name": "Game", "message": { "content": "x" } });
        for (name, value) in more.as_object().unwrap() {
            form[name] = value.clone();
        }
        raw.post(&path, form)
    };
    let told = post(json!({ "name": "x".repeat(101) })).await;
    assert_eq!(told.fault("name"), "BASE_TYPE_MAX_LENGTH");
    let told = post(json!({ "auto_archive_duration": 61 })).await;
    assert_eq!(told.fault("auto_archive_duration"), "BASE_TYPE_CHOICES");
    let told = post(json!({ "applied_tags": ["5"] })).await;
    assert_eq!(told.fault("applied_tags"), "FORUM_CHANNEL_INVALID_TAG");
    assert_eq!(post(json!({ "message": {} })).await.refusal(), (400, 50006));
    let forum = raw.get(&format!("/channels/{FORUM_CHANNEL}")).await;
    let tag = forum.body["available_tags"][0]["id"].clone();
    let told = post(json!({ "applied_tags": [tag] })).await;
    assert_eq!((told.status, &told.body["applied_tags"][0]), (201, &tag));
    // The first message has the post's number, and comes with the answer.
    assert_eq!(told.body["message"]["id"], told.body["id"]);
    assert_eq!(told.body["message"]["content"], "x");
    let first = format!("/channels/{0}/messages/{0}", told.id());
    assert_eq!(raw.get(&first).await.body["content"], "x");
    // Nothing of what was refused is there.
    let threads = raw.get(&format!("/guilds/{CLUB}/threads/active")).await;
    assert_eq!(threads.body["threads"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn old_messages_can_be_changed_only_so_often() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let message = raw.send(GAMES, json!({ "content": "old" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}");
    bench.pull(Lever::Advance(Duration::from_mins(61)));
    let mut changes = 0;
    let told = loop {
        let told = raw.patch(&path, json!({ "content": "new" })).await;
        if told.status != 200 {
            break told;
        }
        changes += 1;
        assert!(changes < 100, "there is no end");
    };
    assert_eq!(told.refusal(), (429, 30046));
    assert!(changes > 2);
    bench.pull(Lever::Advance(Duration::from_mins(61)));
    assert_eq!(
        raw.patch(&path, json!({ "content": "new" })).await.status,
        200
    );
}

#[tokio::test]
async fn two_hundred_commands_are_made_in_a_day_and_no_more() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let many = |from: usize| {
        let names = (from..from + 100).map(|number| format!("c{number}"));
        let commands = names.map(|name| json!({ "name": name, "description": "d" }));
        commands.collect::<Vec<_>>()
    };
    for from in [0, 100, 100] {
        assert_eq!(raw.register(json!(many(from))).await.status, 200);
    }
    let told = raw.register(json!(many(200))).await;
    assert_eq!(told.refusal(), (400, 30034));
    bench.pull(Lever::Advance(Duration::from_hours(24)));
    assert_eq!(raw.register(json!(many(200))).await.status, 200);
}

/// A message with one thing in a row.
fn with_part(part: &Value) -> Value {
    json!({ "content": "x", "components": [{ "type": 1, "components": [part] }] })
}

#[tokio::test]
async fn what_is_not_modelled_is_refused_and_not_passed_over() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let message = raw.send(GAMES, json!({ "content": "x" })).await.id();
    let answers = json!([{ "poll_media": { "text": "Yes" } }]);
    let poll = json!({ "question": { "text": "?" }, "answers": answers, "duration": 1 });
    let forward = json!({ "type": 1, "channel_id": GAMES.to_string(), "message_id": message });
    let words = json!({ "type": 10, "content": "words" });
    for (form, what) in [
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
        let told = raw.send(GAMES, form.clone()).await;
        assert_eq!(told.refusal(), (501, 0), "{form}");
        assert!(
            told.body["message"].as_str().unwrap().ends_with(what),
            "{told:?}"
        );
    }
    let path = format!("/channels/{GAMES}/messages/{message}");
    let told = raw
        .patch(&path, json!({ "flags": 1 << 15, "components": [words] }))
        .await;
    assert_eq!(told.refusal(), (501, 0));
    // Forms of labels as well, and the interaction can still be answered.
    raw.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut line = super::raw_client::Line::open(&bench, 0).await;
    bench.person(FIRST_PLAYER).types_and_leaves("/ping");
    let asked = line.asked().await;
    let input = json!({ "type": 4, "custom_id": "i", "style": 1 });
    let label = json!({ "type": 18, "label": "l", "component": input });
    let form = json!({ "custom_id": "f", "title": "t", "components": [label] });
    let told = raw.answer(&asked, json!({ "type": 9, "data": form })).await;
    assert_eq!(told.refusal(), (501, 0));
    let told = raw
        .answer(&asked, json!({ "type": 4, "data": { "content": "x" } }))
        .await;
    assert_eq!(told.status, 204);
    assert_eq!(bench.person(FIRST_PLAYER).reads().len(), 2);
}

#[tokio::test]
async fn buttons_and_links_are_looked_at_closely() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let button = |more: Value| {
        let mut button = json!({ "type": 2, "style": 1, "custom_id": "b", "label": "B" });
        for (name, value) in more.as_object().unwrap() {
            button[name] = value.clone();
        }
        with_part(&button)
    };
    let link = |url: &str| with_part(&json!({ "type": 2, "style": 5, "label": "L", "url": url }));
    let option = json!({ "label": "a", "value": "a", "emoji": { "name": "a" } });
    let menu = json!({ "type": 3, "custom_id": "m", "options": [option] });
    let here = "components.0.components.0";
    for (form, place, code) in [
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
            with_part(&menu),
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
        let told = raw.send(GAMES, form).await;
        assert_eq!(told.fault(&format!("{here}.{place}")), code);
    }
    let embed = json!({ "content": "x", "embeds": [{ "title": "t", "url": "javascript:x" }] });
    let told = raw.send(GAMES, embed).await;
    assert_eq!(told.fault("embeds.0.url"), "URL_TYPE_INVALID_SCHEME");
    for content in ["   ", "\n\t", "\u{a0}"] {
        let told = raw.send(GAMES, json!({ "content": content })).await;
        assert_eq!(told.refusal(), (400, 50006));
    }
    assert!(bench.person(FIRST_PLAYER).reads().is_empty());
    for form in [
        button(json!({ "emoji": { "name": "↩️" } })),
        button(json!({ "emoji": { "name": "⌨", "id": null } })),
        link("https://example.com/"),
    ] {
        assert_eq!(raw.send(GAMES, form).await.status, 200);
    }
}

#[tokio::test]
async fn commands_are_looked_at_closely() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let command = |more: Value| {
        let mut command = json!({ "name": "a", "description": "d" });
        for (name, value) in more.as_object().unwrap() {
            command[name] = value.clone();
        }
        json!([command])
    };
    let option = |name: &str, kind: u64| json!({ "name": name, "description": "d", "type": kind });
    for (form, place, code) in [
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
        assert_eq!(raw.register(form).await.fault(place), code);
    }
    let fine = command(json!({
        "name_localizations": { "ru": "а", "es-419": "a" }, "contexts": [0, 1, 2],
        "integration_types": [0, 1], "options": [option("one", 9), option("two", 3)],
    }));
    assert_eq!(raw.register(fine).await.status, 200);
}
