//! What goes wrong when it is told to: answers that are false, late or lost.

use std::time::{Duration, Instant};

use hexpost::sandbox::{FIRST_PLAYER, GAMES, Lever};
use serde_json::json;

use super::raw::{Line, Raw};
use crate::bench::Bench;

#[tokio::test]
async fn answers_can_be_false_for_a_while() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    for status in [500, 502, 429] {
        bench.pull(Lever::Answer {
            status,
            times: 2,
            wait: Duration::from_millis(300),
            path: Some(format!("/channels/{GAMES}/messages")),
        });
        // Others are not concerned.
        assert_eq!(raw.get("/users/@me").await.status, 200);
        for _ in 0..2 {
            let told = raw.send(GAMES, json!({ "content": "x" })).await;
            assert_eq!(told.status, status);
            if status == 429 {
                let wait = told.body["retry_after"].as_f64().unwrap();
                assert!(wait > 0.0 && wait < 1.0, "{wait}");
                assert!(told.headers.contains_key("retry-after"));
            }
        }
        assert!(bench.person(FIRST_PLAYER).reads().is_empty());
    }
    assert_eq!(raw.send(GAMES, json!({ "content": "x" })).await.status, 200);
    assert_eq!(bench.person(FIRST_PLAYER).reads().len(), 1);
}

#[tokio::test]
async fn an_answer_can_be_lost_after_the_work_was_done() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    bench.pull(Lever::LoseAnswers(1));
    let form = json!({ "content": "x", "nonce": "turn-1", "enforce_nonce": true });
    let told = raw.send(GAMES, form.clone()).await;
    assert_eq!(told.status, 504);
    let seen = bench.person(FIRST_PLAYER).reads();
    assert_eq!(seen.len(), 1);
    // Whoever asks again finds what was done.
    assert_eq!(raw.send(GAMES, form).await.id(), seen[0].id.to_string());
    assert_eq!(bench.person(FIRST_PLAYER).reads().len(), 1);
}

#[tokio::test]
async fn answers_can_take_long() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    bench.pull(Lever::Delay(Duration::from_millis(150)));
    let began = Instant::now();
    assert_eq!(raw.get("/users/@me").await.status, 200);
    assert!(began.elapsed() >= Duration::from_millis(150));
    bench.pull(Lever::Delay(Duration::ZERO));
}

#[tokio::test]
async fn the_same_thing_can_be_told_twice() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    raw.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut line = Line::open(&bench, 0).await;
    assert!(bench.sandbox.pull(Lever::Redeliver).is_err());
    bench.person(FIRST_PLAYER).types_and_leaves("/ping");
    let first = line.asked().await;
    bench.pull(Lever::Redeliver);
    let second = line.asked().await;
    assert_eq!(first, second);
    let pong = json!({ "type": 4, "data": { "content": "pong" } });
    assert_eq!(raw.answer(&first, pong.clone()).await.status, 204);
    assert_eq!(raw.answer(&second, pong).await.refusal(), (400, 40060));
}

#[tokio::test]
async fn messages_and_channels_can_vanish() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let message = raw.send(GAMES, json!({ "content": "x" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}");
    bench.pull(Lever::DeleteMessage(GAMES, message.parse().unwrap()));
    assert_eq!(
        raw.patch(&path, json!({ "content": "y" })).await.refusal(),
        (404, 10008)
    );
    bench.pull(Lever::DeleteChannel(GAMES));
    let told = raw.send(GAMES, json!({ "content": "x" })).await;
    assert_eq!(told.refusal(), (404, 10003));
}

#[tokio::test]
async fn without_a_bot_nobody_waits_for_an_answer() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    raw.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let asked = bench.person(FIRST_PLAYER).types_and_leaves("/ping");
    let answered = bench.sandbox.answered(asked, Duration::ZERO).await;
    assert_eq!(answered, Some(hexpost::sandbox::Answered::Failed));
}
