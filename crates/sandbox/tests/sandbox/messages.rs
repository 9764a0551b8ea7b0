//! Messages: nonces, pings, history, embeds and rate limits.

use std::time::Duration;

use futures_util::future::join_all;
use hexpost_sandbox::{
    ControlAction, FIRST_PLAYER, GAMES, GENERAL, MODERATOR, RateLimitMode, SECOND_PLAYER,
    SandboxOptions,
};
use serde_json::{Value, json};

use super::raw_client::RestClient;
use crate::harness::{Harness, patient};

#[tokio::test]
async fn an_enforced_nonce_deduplicates_messages() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let send = |nonce: Value, enforce: bool| {
        rest.send(
            GAMES,
            json!({ "content": "x", "nonce": nonce, "enforce_nonce": enforce }),
        )
    };
    let first = send(json!("turn-1"), true).await;
    assert_eq!(first.body["nonce"], "turn-1");
    assert_eq!(send(json!("turn-1"), true).await.id(), first.id());
    assert_ne!(send(json!("turn-2"), true).await.id(), first.id());
    // The nonce is per sender, not per channel.
    let payload = json!({ "content": "y", "nonce": "turn-1", "enforce_nonce": true });
    let response = rest.send(GENERAL, payload).await;
    assert_eq!((response.status, response.id()), (200, first.id()));
    assert_eq!(response.body["channel_id"], GAMES.to_string());
    assert!(harness.person(FIRST_PLAYER).at(GENERAL).reads().is_empty());
    // Without `enforce_nonce` the message is sent twice.
    assert_ne!(send(json!("turn-1"), false).await.id(), first.id());
    harness.control(ControlAction::Advance(Duration::from_mins(30)));
    assert_ne!(send(json!("turn-1"), true).await.id(), first.id());
    let response = send(json!("x".repeat(26)), true).await;
    assert_eq!(response.field_error("nonce"), "BASE_TYPE_MAX_LENGTH");
    assert_eq!(harness.person(FIRST_PLAYER).reads().len(), 4);
}

#[tokio::test]
async fn allowed_mentions_restrict_pings_and_edits_ping_nobody() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let both = format!("<@{FIRST_PLAYER}> <@{SECOND_PLAYER}> @everyone `<@{MODERATOR}>`");
    let send = async |allowed: Value| {
        let mut payload = json!({ "content": both });
        if !allowed.is_null() {
            payload["allowed_mentions"] = allowed;
        }
        let response = rest.send(GAMES, payload).await;
        assert_eq!(response.status, 200, "{response:?}");
        response
    };
    send(json!({ "parse": [] })).await;
    assert!(harness.sandbox.pings(GAMES).is_empty());
    let one = SECOND_PLAYER.to_string();
    let response = send(json!({ "parse": [], "users": [one] })).await;
    assert_eq!(harness.sandbox.pings(GAMES), [vec![SECOND_PLAYER]]);
    // All mentioned users are listed, but not `@everyone`, for which the bot has no permission.
    assert_eq!(response.body["mentions"].as_array().unwrap().len(), 2);
    assert_eq!(response.body["mention_everyone"], false);
    let path = format!("/channels/{GAMES}/messages/{}", response.id());
    let payload = json!({ "content": format!("<@{FIRST_PLAYER}>") });
    assert_eq!(rest.patch(&path, payload).await.status, 200);
    assert_eq!(harness.sandbox.pings(GAMES), [vec![SECOND_PLAYER]]);
    assert_eq!(harness.person(FIRST_PLAYER).was_pinged(), 0);
    assert_eq!(harness.person(SECOND_PLAYER).was_pinged(), 1);
    // Without `allowed_mentions` every mention pings.
    send(Value::Null).await;
    let all = harness.sandbox.pings(GAMES);
    assert_eq!(all.last().unwrap(), &[FIRST_PLAYER, SECOND_PLAYER]);
    harness.finish().await;
}

#[tokio::test]
async fn a_reply_pings_its_author_if_allowed() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let theirs = harness.person(FIRST_PLAYER).says("question").id.to_string();
    let reply = |allowed: Value| {
        rest.send(
            GAMES,
            json!({
                "content": "answer", "message_reference": { "message_id": theirs },
                "allowed_mentions": allowed,
            }),
        )
    };
    let response = reply(json!({ "parse": [], "replied_user": false })).await;
    assert_eq!(response.body["message_reference"]["message_id"], theirs);
    assert_eq!(harness.person(FIRST_PLAYER).was_pinged(), 0);
    reply(json!({ "parse": [], "replied_user": true })).await;
    assert_eq!(harness.person(FIRST_PLAYER).was_pinged(), 1);
    harness.finish().await;
}

#[tokio::test]
async fn history_is_paged_and_hides_ephemeral_messages() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let mut sent = Vec::new();
    for number in 0..7 {
        let response = rest
            .send(GENERAL, json!({ "content": number.to_string() }))
            .await;
        sent.push(response.id());
    }
    let list = async |query: String| {
        let path = format!("/channels/{GENERAL}/messages?{query}");
        let response = rest.get(&path).await;
        let all = response.body.as_array().unwrap().clone();
        let texts = all
            .iter()
            .map(|message| message["content"].as_str().unwrap());
        texts.collect::<Vec<_>>().join("")
    };
    assert_eq!(list("limit=3".to_owned()).await, "654");
    assert_eq!(list(format!("limit=2&before={}", sent[4])).await, "32");
    assert_eq!(list(format!("limit=2&after={}", sent[1])).await, "32");
    assert_eq!(list(format!("limit=3&around={}", sent[3])).await, "432");
    harness.finish().await;
    let harness = Harness::unlogged().await;
    let path = format!("/channels/{GENERAL}/messages?limit=101");
    let response = RestClient::new(&harness).get(&path).await;
    assert_eq!(response.field_error("limit"), "NUMBER_TYPE_MAX");
}

#[tokio::test]
async fn files_shown_by_an_embed_are_not_listed_as_attachments() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let path = format!("/channels/{GAMES}/messages");
    let payload = json!({
        "embeds": [{ "title": "Board", "image": { "url": "attachment://board.png" } }],
        "attachments": [{ "id": "0", "filename": "board.png", "description": "A board" }],
    });
    let response = rest
        .post_file(&path, payload, b"\x89PNG no more".to_vec())
        .await;
    assert_eq!(response.body["attachments"], json!([]));
    let address = response.body["embeds"][0]["image"]["url"].as_str().unwrap();
    assert!(address.starts_with(&harness.sandbox.origin()), "{address}");
    let file = reqwest::get(address).await.unwrap().bytes().await.unwrap();
    assert_eq!(&file[..], b"\x89PNG no more");
    harness.finish().await;
}

#[tokio::test]
async fn messages_are_rate_limited_per_channel() {
    let options = SandboxOptions {
        pace: RateLimitMode::Discord,
        ..patient()
    };
    let harness = Harness::with(options).await;
    let rest = RestClient::new(&harness);
    for left in (0..5).rev() {
        let response = rest.send(GAMES, json!({ "content": "x" })).await;
        assert_eq!(response.status, 200);
        assert_eq!(response.header("x-ratelimit-limit"), "5");
        assert_eq!(response.header("x-ratelimit-remaining"), left.to_string());
        assert!(
            response
                .header("x-ratelimit-reset-after")
                .parse::<f64>()
                .unwrap()
                <= 5.0
        );
        assert!(!response.header("x-ratelimit-bucket").is_empty());
    }
    let response = rest.send(GAMES, json!({ "content": "x" })).await;
    assert_eq!(response.status, 429);
    assert_eq!(response.body["global"], false);
    assert_eq!(response.header("x-ratelimit-scope"), "user");
    let wait = response.body["retry_after"].as_f64().unwrap();
    assert!(wait > 0.0 && wait <= 5.0, "{wait}");
    let header: f64 = response.header("retry-after").parse().unwrap();
    assert!(header >= wait);
    // Another channel has its own bucket; after the wait the first one has room again.
    assert_eq!(
        rest.send(GENERAL, json!({ "content": "x" })).await.status,
        200
    );
    harness.control(ControlAction::Advance(Duration::from_secs_f64(wait)));
    assert_eq!(
        rest.send(GAMES, json!({ "content": "x" })).await.status,
        200
    );
}

#[tokio::test]
async fn the_global_rate_limit_is_fifty_per_second() {
    let options = SandboxOptions {
        pace: RateLimitMode::Discord,
        ..patient()
    };
    let harness = Harness::with(options).await;
    let rest = RestClient::new(&harness);
    let mut response = None;
    // A slow machine may need more than one second for some of the requests.
    for round in 0..10 {
        // Each user has its own bucket: only the global limit applies.
        let interaction =
            (1..=100).map(async |user| rest.get(&format!("/users/{round}{user:03}")).await);
        for answer in join_all(interaction).await {
            match answer.status {
                429 => response = Some(answer),
                status => assert_eq!(status, 404),
            }
        }
        if response.is_some() {
            break;
        }
    }
    let response = response.expect("no request was rate limited");
    assert_eq!(response.body["global"], true);
    assert_eq!(response.header("x-ratelimit-global"), "true");
    assert_eq!(response.header("x-ratelimit-scope"), "global");
    harness.control(ControlAction::Advance(Duration::from_secs(1)));
    assert_eq!(rest.get("/users/@me").await.status, 200);
}
