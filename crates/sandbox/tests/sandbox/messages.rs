//! Messages: sent once, pinging whom they should, kept and changed as they were meant.

use std::time::Duration;

use futures_util::future::join_all;
use hexpost_sandbox::{
    FIRST_PLAYER, GAMES, GENERAL, Lever, MODERATOR, Options, Pace, SECOND_PLAYER,
};
use serde_json::{Value, json};

use super::raw_client::Raw;
use crate::harness::{Bench, patient};

#[tokio::test]
async fn the_same_nonce_within_minutes_is_the_same_message() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let send = |nonce: Value, enforce: bool| {
        raw.send(
            GAMES,
            json!({ "content": "x", "nonce": nonce, "enforce_nonce": enforce }),
        )
    };
    let first = send(json!("turn-1"), true).await;
    assert_eq!(first.body["nonce"], "turn-1");
    assert_eq!(send(json!("turn-1"), true).await.id(), first.id());
    assert_ne!(send(json!("turn-2"), true).await.id(), first.id());
    // It is the same in another channel, too: the sender counts, not the place.
    let form = json!({ "content": "y", "nonce": "turn-1", "enforce_nonce": true });
    let told = raw.send(GENERAL, form).await;
    assert_eq!((told.status, told.id()), (200, first.id()));
    assert_eq!(told.body["channel_id"], GAMES.to_string());
    assert!(bench.person(FIRST_PLAYER).at(GENERAL).reads().is_empty());
    // Who does not insist on it sends twice.
    assert_ne!(send(json!("turn-1"), false).await.id(), first.id());
    bench.pull(Lever::Advance(Duration::from_mins(30)));
    assert_ne!(send(json!("turn-1"), true).await.id(), first.id());
    let told = send(json!("x".repeat(26)), true).await;
    assert_eq!(told.fault("nonce"), "BASE_TYPE_MAX_LENGTH");
    assert_eq!(bench.person(FIRST_PLAYER).reads().len(), 4);
}

#[tokio::test]
async fn only_who_is_allowed_is_pinged_and_edits_ping_nobody() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let both = format!("<@{FIRST_PLAYER}> <@{SECOND_PLAYER}> @everyone `<@{MODERATOR}>`");
    let send = async |allowed: Value| {
        let mut form = json!({ "content": both });
        if !allowed.is_null() {
            form["allowed_mentions"] = allowed;
        }
        let told = raw.send(GAMES, form).await;
        assert_eq!(told.status, 200, "{told:?}");
        told
    };
    send(json!({ "parse": [] })).await;
    assert!(bench.sandbox.pings(GAMES).is_empty());
    let one = SECOND_PLAYER.to_string();
    let told = send(json!({ "parse": [], "users": [one] })).await;
    assert_eq!(bench.sandbox.pings(GAMES), [vec![SECOND_PLAYER]]);
    // Everyone who is named is listed, but everyone at once is not: the bot may not do that.
    assert_eq!(told.body["mentions"].as_array().unwrap().len(), 2);
    assert_eq!(told.body["mention_everyone"], false);
    let path = format!("/channels/{GAMES}/messages/{}", told.id());
    let form = json!({ "content": format!("<@{FIRST_PLAYER}>") });
    assert_eq!(raw.patch(&path, form).await.status, 200);
    assert_eq!(bench.sandbox.pings(GAMES), [vec![SECOND_PLAYER]]);
    assert_eq!(bench.person(FIRST_PLAYER).was_pinged(), 0);
    assert_eq!(bench.person(SECOND_PLAYER).was_pinged(), 1);
    // Who says nothing about it pings all whom the text names.
    send(Value::Null).await;
    let all = bench.sandbox.pings(GAMES);
    assert_eq!(all.last().unwrap(), &[FIRST_PLAYER, SECOND_PLAYER]);
    bench.finish().await;
}

#[tokio::test]
async fn a_reply_pings_whom_it_answers_only_if_it_may() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let theirs = bench.person(FIRST_PLAYER).says("question").id.to_string();
    let reply = |allowed: Value| {
        raw.send(
            GAMES,
            json!({
                "content": "answer", "message_reference": { "message_id": theirs },
                "allowed_mentions": allowed,
            }),
        )
    };
    let told = reply(json!({ "parse": [], "replied_user": false })).await;
    assert_eq!(told.body["message_reference"]["message_id"], theirs);
    assert_eq!(bench.person(FIRST_PLAYER).was_pinged(), 0);
    reply(json!({ "parse": [], "replied_user": true })).await;
    assert_eq!(bench.person(FIRST_PLAYER).was_pinged(), 1);
    bench.finish().await;
}

#[tokio::test]
async fn history_goes_back_page_by_page_and_does_not_show_what_is_private() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let mut sent = Vec::new();
    for number in 0..7 {
        let told = raw
            .send(GENERAL, json!({ "content": number.to_string() }))
            .await;
        sent.push(told.id());
    }
    let list = async |query: String| {
        let path = format!("/channels/{GENERAL}/messages?{query}");
        let told = raw.get(&path).await;
        let all = told.body.as_array().unwrap().clone();
        let texts = all
            .iter()
            .map(|message| message["content"].as_str().unwrap());
        texts.collect::<Vec<_>>().join("")
    };
    assert_eq!(list("limit=3".to_owned()).await, "654");
    assert_eq!(list(format!("limit=2&before={}", sent[4])).await, "32");
    assert_eq!(list(format!("limit=2&after={}", sent[1])).await, "32");
    assert_eq!(list(format!("limit=3&around={}", sent[3])).await, "432");
    bench.finish().await;
    let bench = Bench::unlogged().await;
    let path = format!("/channels/{GENERAL}/messages?limit=101");
    let told = Raw::new(&bench).get(&path).await;
    assert_eq!(told.fault("limit"), "NUMBER_TYPE_MAX");
}

#[tokio::test]
async fn pictures_in_a_frame_are_not_shown_twice() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let path = format!("/channels/{GAMES}/messages");
    let form = json!({
        "embeds": [{ "title": "Board", "image": { "url": "attachment://board.png" } }],
        "attachments": [{ "id": "0", "filename": "board.png", "description": "A board" }],
    });
    let told = raw
        .post_file(&path, form, b"\x89PNG no more".to_vec())
        .await;
    assert_eq!(told.body["attachments"], json!([]));
    let address = told.body["embeds"][0]["image"]["url"].as_str().unwrap();
    assert!(address.starts_with(&bench.sandbox.origin()), "{address}");
    let file = reqwest::get(address).await.unwrap().bytes().await.unwrap();
    assert_eq!(&file[..], b"\x89PNG no more");
    bench.finish().await;
}

#[tokio::test]
async fn too_many_messages_must_wait_and_are_told_how_long() {
    let options = Options {
        pace: Pace::Discord,
        ..patient()
    };
    let bench = Bench::with(options).await;
    let raw = Raw::new(&bench);
    for left in (0..5).rev() {
        let told = raw.send(GAMES, json!({ "content": "x" })).await;
        assert_eq!(told.status, 200);
        assert_eq!(told.header("x-ratelimit-limit"), "5");
        assert_eq!(told.header("x-ratelimit-remaining"), left.to_string());
        assert!(
            told.header("x-ratelimit-reset-after")
                .parse::<f64>()
                .unwrap()
                <= 5.0
        );
        assert!(!told.header("x-ratelimit-bucket").is_empty());
    }
    let told = raw.send(GAMES, json!({ "content": "x" })).await;
    assert_eq!(told.status, 429);
    assert_eq!(told.body["global"], false);
    assert_eq!(told.header("x-ratelimit-scope"), "user");
    let wait = told.body["retry_after"].as_f64().unwrap();
    assert!(wait > 0.0 && wait <= 5.0, "{wait}");
    let header: f64 = told.header("retry-after").parse().unwrap();
    assert!(header >= wait);
    // Another channel is another bucket; after the wait there is room again.
    assert_eq!(
        raw.send(GENERAL, json!({ "content": "x" })).await.status,
        200
    );
    bench.pull(Lever::Advance(Duration::from_secs_f64(wait)));
    assert_eq!(raw.send(GAMES, json!({ "content": "x" })).await.status, 200);
}

#[tokio::test]
async fn fifty_requests_a_second_are_enough_for_everything() {
    let options = Options {
        pace: Pace::Discord,
        ..patient()
    };
    let bench = Bench::with(options).await;
    let raw = Raw::new(&bench);
    let mut told = None;
    // A slow machine may need more than one second for some of them.
    for round in 0..10 {
        // One bucket a user: only all of them together are too many.
        let asked = (1..=100).map(async |user| raw.get(&format!("/users/{round}{user:03}")).await);
        for answer in join_all(asked).await {
            match answer.status {
                429 => told = Some(answer),
                status => assert_eq!(status, 404),
            }
        }
        if told.is_some() {
            break;
        }
    }
    let told = told.expect("there is an end");
    assert_eq!(told.body["global"], true);
    assert_eq!(told.header("x-ratelimit-global"), "true");
    assert_eq!(told.header("x-ratelimit-scope"), "global");
    bench.pull(Lever::Advance(Duration::from_secs(1)));
    assert_eq!(raw.get("/users/@me").await.status, 200);
}
