//! What goes wrong when it is told to: answers that are false, late or lost.

use std::time::{Duration, Instant};

use hexpost_sandbox::{APPLICATION, FIRST_PLAYER, GAMES, Lever};
use serde_json::json;

use super::raw_client::{Line, Raw, text};
use crate::harness::Bench;

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
                // Some clients take a 429 without these for something else.
                assert_eq!(
                    (&told.body["code"], told.header("via")),
                    (&json!(0), "1.1 google")
                );
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
    assert_eq!(answered, Some(hexpost_sandbox::Answered::Failed));
}

#[tokio::test]
async fn something_in_between_can_answer_with_a_page() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    for status in [401, 403, 404, 502] {
        bench.pull(Lever::AnswerPage {
            status,
            times: 1,
            path: None,
        });
        let told = raw.send(GAMES, json!({ "content": "x" })).await;
        assert_eq!(told.status, status);
        assert!(told.header("content-type").starts_with("text/html"));
        assert!(told.body.as_str().unwrap().starts_with("<!DOCTYPE html>"));
    }
    assert!(bench.person(FIRST_PLAYER).reads().is_empty());
    // Discord itself says why.
    bench.pull(Lever::Answer {
        status: 401,
        times: 1,
        path: None,
        wait: Duration::ZERO,
    });
    let told = raw.send(GAMES, json!({ "content": "x" })).await;
    assert_eq!(told.refusal(), (401, 0));
    assert_eq!(told.body["message"], "401: Unauthorized");
    assert_eq!(raw.send(GAMES, json!({ "content": "x" })).await.status, 200);
}

#[tokio::test]
async fn conversations_can_be_opened_too_fast() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    let open = json!({ "recipient_id": FIRST_PLAYER.to_string() });
    for status in [400, 403] {
        bench.pull(Lever::Refuse {
            status,
            code: 40003,
            times: 2,
            path: Some("/users/@me/channels".to_owned()),
        });
        for _ in 0..2 {
            let told = raw.post("/users/@me/channels", open.clone()).await;
            assert_eq!(told.refusal(), (status, 40003));
        }
        let told = raw.post("/users/@me/channels", open.clone()).await;
        assert_eq!(told.status, 200);
    }
}

#[tokio::test]
async fn the_line_can_be_cut_after_the_work_was_done() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    raw.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut line = Line::open(&bench, 0).await;
    bench.person(FIRST_PLAYER).types_and_leaves("/ping");
    let asked = line.asked().await;
    for path in ["/callback", "/webhooks/"] {
        bench.pull(Lever::CutAnswers {
            times: 1,
            path: Some(path.to_owned()),
        });
    }
    let (id, token) = (text(&asked["id"]), text(&asked["token"]));
    // Others are not concerned.
    assert_eq!(raw.get("/users/@me").await.status, 200);
    let pong = json!({ "type": 4, "data": { "content": "pong" } });
    let callback = format!("/interactions/{id}/{token}/callback");
    assert!(raw.is_cut(&callback, pong.clone()).await);
    let follow_up = format!("/webhooks/{APPLICATION}/{token}");
    assert!(raw.is_cut(&follow_up, json!({ "content": "more" })).await);
    let seen = bench.person(FIRST_PLAYER).reads();
    let texts: Vec<&str> = seen.iter().map(|seen| seen.text.as_str()).collect();
    assert_eq!(texts, ["pong", "more"]);
    assert_eq!(raw.answer(&asked, pong).await.refusal(), (400, 40060));
    let original = raw.get(&format!("{follow_up}/messages/@original")).await;
    assert_eq!(original.body["content"], "pong");
}

#[tokio::test]
async fn every_interaction_has_a_rate_of_its_own() {
    let bench = Bench::unlogged().await;
    let raw = Raw::new(&bench);
    raw.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut line = Line::open(&bench, 0).await;
    let mut asked = async || {
        bench.person(FIRST_PLAYER).types_and_leaves("/ping");
        line.asked().await
    };
    let pong = || json!({ "type": 4, "data": { "content": "pong" } });
    let says_nothing = |told: &super::raw_client::Told| {
        let mut names = told.headers.keys();
        !names.any(|name| name.as_str().starts_with("x-ratelimit"))
    };
    // Usually nothing is said of it.
    assert!(says_nothing(&raw.answer(&asked().await, pong()).await));
    bench.pull(Lever::SpendCallbacks {
        times: 1,
        wait: Duration::from_mins(1),
    });
    let spent = raw.answer(&asked().await, pong()).await;
    assert_eq!(spent.status, 204);
    assert_eq!(spent.header("x-ratelimit-remaining"), "0");
    assert_eq!(spent.header("x-ratelimit-reset-after"), "60.000");
    // That was only its own.
    let next = raw.answer(&asked().await, pong()).await;
    assert!(next.status == 204 && says_nothing(&next), "{next:?}");
    bench.pull(Lever::Answer {
        status: 429,
        times: 1,
        path: Some("/callback".to_owned()),
        wait: Duration::from_millis(50),
    });
    let late = asked().await;
    let told = raw.answer(&late, pong()).await;
    assert_eq!((told.status, &told.body["global"]), (429, &json!(false)));
    assert_eq!(raw.answer(&asked().await, pong()).await.status, 204);
    assert_eq!(raw.answer(&late, pong()).await.status, 204);
}
