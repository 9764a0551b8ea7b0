//! Injected faults: responses that are wrong, late or lost.

use std::time::{Duration, Instant};

use hexpost_sandbox::{APPLICATION, ControlAction, FIRST_PLAYER, GAMES};
use serde_json::json;

use super::raw_client::{GatewayClient, RestClient, text};
use crate::harness::Harness;

#[tokio::test]
async fn error_statuses_can_be_injected() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    for status in [500, 502, 429] {
        harness.control(ControlAction::Answer {
            status,
            times: 2,
            wait: Duration::from_millis(300),
            path: Some(format!("/channels/{GAMES}/messages")),
        });
        // Other paths aren't affected.
        assert_eq!(rest.get("/users/@me").await.status, 200);
        for _ in 0..2 {
            let response = rest.send(GAMES, json!({ "content": "x" })).await;
            assert_eq!(response.status, status);
            if status == 429 {
                let wait = response.body["retry_after"].as_f64().unwrap();
                assert!(wait > 0.0 && wait < 1.0, "{wait}");
                assert!(response.headers.contains_key("retry-after"));
                // Some clients interpret a 429 without these differently.
                assert_eq!(
                    (&response.body["code"], response.header("via")),
                    (&json!(0), "1.1 google")
                );
            }
        }
        assert!(harness.person(FIRST_PLAYER).reads().is_empty());
    }
    assert_eq!(
        rest.send(GAMES, json!({ "content": "x" })).await.status,
        200
    );
    assert_eq!(harness.person(FIRST_PLAYER).reads().len(), 1);
}

#[tokio::test]
async fn a_response_can_be_lost_after_processing() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    harness.control(ControlAction::LoseAnswers(1));
    let payload = json!({ "content": "x", "nonce": "turn-1", "enforce_nonce": true });
    let response = rest.send(GAMES, payload.clone()).await;
    assert_eq!(response.status, 504);
    let seen = harness.person(FIRST_PLAYER).reads();
    assert_eq!(seen.len(), 1);
    // A retry finds the message that was sent.
    assert_eq!(rest.send(GAMES, payload).await.id(), seen[0].id.to_string());
    assert_eq!(harness.person(FIRST_PLAYER).reads().len(), 1);
}

#[tokio::test]
async fn responses_can_be_delayed() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    harness.control(ControlAction::Delay(Duration::from_millis(150)));
    let began = Instant::now();
    assert_eq!(rest.get("/users/@me").await.status, 200);
    assert!(began.elapsed() >= Duration::from_millis(150));
    harness.control(ControlAction::Delay(Duration::ZERO));
}

#[tokio::test]
async fn an_interaction_can_be_redelivered() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    rest.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    assert!(harness.sandbox.control(ControlAction::Redeliver).is_err());
    harness.person(FIRST_PLAYER).types_and_leaves("/ping");
    let first = gateway.interaction().await;
    harness.control(ControlAction::Redeliver);
    let second = gateway.interaction().await;
    assert_eq!(first, second);
    let pong = json!({ "type": 4, "data": { "content": "pong" } });
    assert_eq!(rest.callback(&first, pong.clone()).await.status, 204);
    assert_eq!(rest.callback(&second, pong).await.error(), (400, 40060));
}

#[tokio::test]
async fn messages_and_channels_can_be_deleted_from_outside() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let message = rest.send(GAMES, json!({ "content": "x" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}");
    harness.control(ControlAction::DeleteMessage(
        GAMES,
        message.parse().unwrap(),
    ));
    assert_eq!(
        rest.patch(&path, json!({ "content": "y" })).await.error(),
        (404, 10008)
    );
    harness.control(ControlAction::DeleteChannel(GAMES));
    let response = rest.send(GAMES, json!({ "content": "x" })).await;
    assert_eq!(response.error(), (404, 10003));
}

#[tokio::test]
async fn interactions_fail_at_once_without_a_bot() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    rest.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let interaction = harness.person(FIRST_PLAYER).types_and_leaves("/ping");
    let answered = harness.sandbox.answered(interaction, Duration::ZERO).await;
    assert_eq!(answered, Some(hexpost_sandbox::PressResult::Failed));
}

#[tokio::test]
async fn html_responses_can_be_injected() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    for status in [401, 403, 404, 502] {
        harness.control(ControlAction::AnswerPage {
            status,
            times: 1,
            path: None,
        });
        let response = rest.send(GAMES, json!({ "content": "x" })).await;
        assert_eq!(response.status, status);
        assert!(response.header("content-type").starts_with("text/html"));
        assert!(
            response
                .body
                .as_str()
                .unwrap()
                .starts_with("<!DOCTYPE html>")
        );
    }
    assert!(harness.person(FIRST_PLAYER).reads().is_empty());
    // Discord's own error body contains a reason.
    harness.control(ControlAction::Answer {
        status: 401,
        times: 1,
        path: None,
        wait: Duration::ZERO,
    });
    let response = rest.send(GAMES, json!({ "content": "x" })).await;
    assert_eq!(response.error(), (401, 0));
    assert_eq!(response.body["message"], "401: Unauthorized");
    assert_eq!(
        rest.send(GAMES, json!({ "content": "x" })).await.status,
        200
    );
}

#[tokio::test]
async fn discord_error_codes_can_be_injected() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let open = json!({ "recipient_id": FIRST_PLAYER.to_string() });
    for status in [400, 403] {
        harness.control(ControlAction::Refuse {
            status,
            code: 40003,
            times: 2,
            path: Some("/users/@me/channels".to_owned()),
        });
        for _ in 0..2 {
            let response = rest.post("/users/@me/channels", open.clone()).await;
            assert_eq!(response.error(), (status, 40003));
        }
        let response = rest.post("/users/@me/channels", open.clone()).await;
        assert_eq!(response.status, 200);
    }
}

#[tokio::test]
async fn the_connection_can_be_cut_after_processing() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    rest.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    harness.person(FIRST_PLAYER).types_and_leaves("/ping");
    let interaction = gateway.interaction().await;
    for path in ["/callback", "/webhooks/"] {
        harness.control(ControlAction::CutAnswers {
            times: 1,
            path: Some(path.to_owned()),
        });
    }
    let (id, token) = (text(&interaction["id"]), text(&interaction["token"]));
    // Other paths aren't affected.
    assert_eq!(rest.get("/users/@me").await.status, 200);
    let pong = json!({ "type": 4, "data": { "content": "pong" } });
    let callback = format!("/interactions/{id}/{token}/callback");
    assert!(rest.is_cut(&callback, pong.clone()).await);
    let follow_up = format!("/webhooks/{APPLICATION}/{token}");
    assert!(rest.is_cut(&follow_up, json!({ "content": "more" })).await);
    let seen = harness.person(FIRST_PLAYER).reads();
    let texts: Vec<&str> = seen.iter().map(|seen| seen.text.as_str()).collect();
    assert_eq!(texts, ["pong", "more"]);
    assert_eq!(
        rest.callback(&interaction, pong).await.error(),
        (400, 40060)
    );
    let original = rest.get(&format!("{follow_up}/messages/@original")).await;
    assert_eq!(original.body["content"], "pong");
}

#[tokio::test]
async fn callback_buckets_are_per_interaction() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    rest.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    let mut interaction = async || {
        harness.person(FIRST_PLAYER).types_and_leaves("/ping");
        gateway.interaction().await
    };
    let pong = || json!({ "type": 4, "data": { "content": "pong" } });
    let has_no_rate_limit_headers = |response: &super::raw_client::RestResponse| {
        let mut names = response.headers.keys();
        !names.any(|name| name.as_str().starts_with("x-ratelimit"))
    };
    // Normally callbacks have no rate-limit headers.
    assert!(has_no_rate_limit_headers(
        &rest.callback(&interaction().await, pong()).await
    ));
    harness.control(ControlAction::SpendCallbacks {
        times: 1,
        wait: Duration::from_mins(1),
    });
    let spent = rest.callback(&interaction().await, pong()).await;
    assert_eq!(spent.status, 204);
    assert_eq!(spent.header("x-ratelimit-remaining"), "0");
    assert_eq!(spent.header("x-ratelimit-reset-after"), "60.000");
    // Only that interaction's bucket was exhausted.
    let next = rest.callback(&interaction().await, pong()).await;
    assert!(
        next.status == 204 && has_no_rate_limit_headers(&next),
        "{next:?}"
    );
    harness.control(ControlAction::Answer {
        status: 429,
        times: 1,
        path: Some("/callback".to_owned()),
        wait: Duration::from_millis(50),
    });
    let late = interaction().await;
    let response = rest.callback(&late, pong()).await;
    assert_eq!(
        (response.status, &response.body["global"]),
        (429, &json!(false))
    );
    assert_eq!(
        rest.callback(&interaction().await, pong()).await.status,
        204
    );
    assert_eq!(rest.callback(&late, pong()).await.status, 204);
}
