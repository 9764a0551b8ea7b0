//! Interactions and webhook events as signed requests to a bot.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::post;
use hexpost_sandbox::{ControlAction, ELSEWHERE, FIRST_PLAYER, GAMES};
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::raw_client::RestClient;
use crate::harness::{Harness, PATIENCE};

/// How a bot answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// As Discord demands; interactions get an empty response.
    Proper,
    /// With the response to an interaction in the body.
    InBody,
    /// Without a look at the signature.
    Careless,
    /// With an error, the first three times that something other than a PING comes.
    Moody,
}

/// A bot with an HTTP endpoint, which records what it accepts.
struct Endpoint {
    url: String,
    shared: Arc<Shared>,
}

struct Shared {
    key: Vec<u8>,
    manner: Mutex<Manner>,
    refused: Mutex<usize>,
    received: Mutex<Vec<Value>>,
}

impl Endpoint {
    async fn new(harness: &Harness, manner: Manner) -> Self {
        let key = harness.sandbox.verify_key();
        let shared = Arc::new(Shared {
            key: bytes(&key),
            manner: Mutex::new(manner),
            refused: Mutex::default(),
            received: Mutex::default(),
        });
        let router = Router::new()
            .route("/interactions", post(answer))
            .route("/events", post(answer))
            .with_state(Arc::clone(&shared));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, shared }
    }

    /// The form that makes Discord use this endpoint.
    fn form(&self) -> Value {
        json!({
            "interactions_endpoint_url": format!("{}/interactions", self.url),
            "event_webhooks_url": format!("{}/events", self.url),
            "event_webhooks_status": 2,
            "event_webhooks_types": ["APPLICATION_AUTHORIZED"],
        })
    }

    fn received(&self) -> Vec<Value> {
        self.shared.received.lock().unwrap().clone()
    }

    /// Waits until this many interactions or events have come.
    async fn receives(&self, count: usize) -> Vec<Value> {
        for _ in 0..1000 {
            let received = self.received();
            if received.len() >= count {
                return received;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("only {:?}", self.received());
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    let pairs = digits.map(|pair| std::str::from_utf8(pair).unwrap_or_default());
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).unwrap_or_default())
        .collect()
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, String) {
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let signed = [header("x-signature-timestamp").as_bytes(), &body].concat();
    let key = UnparsedPublicKey::new(&ED25519, &shared.key);
    let is_right = key.verify(&signed, &bytes(&header("x-signature-ed25519")));
    let manner = *shared.manner.lock().unwrap();
    if is_right.is_err() && manner != Manner::Careless {
        return (StatusCode::UNAUTHORIZED, String::new());
    }
    let value: Value = serde_json::from_slice(&body).unwrap();
    let is_event = uri.path() == "/events";
    let ping = if is_event { json!(0) } else { json!(1) };
    let is_ping = value["type"] == ping;
    if !is_ping && manner == Manner::Moody {
        let mut refused = shared.refused.lock().unwrap();
        if *refused < 3 {
            *refused += 1;
            return (StatusCode::SERVICE_UNAVAILABLE, String::new());
        }
    }
    if !is_ping {
        shared.received.lock().unwrap().push(value);
    }
    match (is_event, is_ping) {
        (true, _) => (StatusCode::NO_CONTENT, String::new()),
        (false, true) => (StatusCode::OK, json!({ "type": 1 }).to_string()),
        (false, false) if manner == Manner::InBody => {
            let response = json!({ "type": 4, "data": { "content": "in the body" } });
            (StatusCode::OK, response.to_string())
        }
        (false, false) => (StatusCode::ACCEPTED, String::new()),
    }
}

fn command() -> Value {
    json!([{ "name": "ping", "description": "d" }])
}

async fn set(rest: &RestClient, form: Value) -> super::raw_client::RestResponse {
    rest.patch("/applications/@me", form).await
}

#[tokio::test]
async fn an_endpoint_gets_signed_interactions_instead_of_the_gateway() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    rest.register(command()).await;
    let bot = Endpoint::new(&harness, Manner::Proper).await;
    let before = rest.get("/applications/@me").await.body;
    assert_eq!(before["verify_key"], harness.sandbox.verify_key());
    assert!(before["interactions_endpoint_url"].is_null());
    assert!(!harness.sandbox.has_bot());
    let after = set(&rest, bot.form()).await;
    assert_eq!(after.status, 200, "{after:?}");
    for (name, value) in bot.form().as_object().unwrap() {
        assert_eq!(after.body[name], *value);
    }
    assert!(harness.sandbox.has_bot());
    assert!(bot.received().is_empty(), "only PINGs so far");

    // The response comes over REST.
    let first = harness.person(FIRST_PLAYER);
    let id = first.types_and_leaves("/ping");
    let received = bot.receives(1).await;
    assert_eq!(received[0]["id"], id.to_string());
    assert_eq!(received[0]["type"], 2);
    let token = received[0]["token"].as_str().unwrap();
    let path = format!("/interactions/{id}/{token}/callback");
    let form = json!({ "type": 4, "data": { "content": "over REST" } });
    let sent = rest.post(&path, form).await;
    assert!(sent.status < 300, "{sent:?}");
    first.sees("over REST").await;
    // Repeated on request.
    harness.control(ControlAction::Redeliver);
    let received = bot.receives(2).await;
    assert_eq!(received[0], received[1]);

    // Or in the body.
    *bot.shared.manner.lock().unwrap() = Manner::InBody;
    first.types("/ping").await;
    first.sees("in the body").await;

    // An endpoint that fails: the person sees that at once.
    *bot.shared.manner.lock().unwrap() = Manner::Moody;
    let failed = first.types_and_leaves("/ping");
    let outcome = harness.sandbox.answered(failed, PATIENCE).await;
    assert!(
        matches!(outcome, Some(hexpost_sandbox::PressResult::Failed)),
        "{outcome:?}"
    );

    // Without the URL, and without a gateway session, there is no bot.
    let cleared = set(&rest, json!({ "interactions_endpoint_url": null })).await;
    assert!(cleared.body["interactions_endpoint_url"].is_null());
    assert!(!harness.sandbox.has_bot());
    harness.finish().await;
}

#[tokio::test]
async fn an_endpoint_is_refused_unless_it_checks_signatures() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let careless = Endpoint::new(&harness, Manner::Careless).await;
    let field = "interactions_endpoint_url";
    let refused = set(&rest, careless.form()).await;
    let code = "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID";
    assert_eq!(refused.field_error(field), code);
    let mut events = careless.form();
    events.as_object_mut().unwrap().remove(field);
    let refused = set(&rest, events).await;
    let code = "APPLICATION_EVENT_WEBHOOKS_URL_INVALID";
    assert_eq!(refused.field_error("event_webhooks_url"), code);
    // Nobody there, a wrong path, another machine.
    let proper = Endpoint::new(&harness, Manner::Proper).await;
    for (url, code) in [
        (
            "http://127.0.0.1:9/interactions".to_owned(),
            "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
        ),
        (
            format!("{}/elsewhere", proper.url),
            "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
        ),
        (
            "https://example.com/interactions".to_owned(),
            "URL_TYPE_INVALID_SCHEME",
        ),
    ] {
        let refused = set(&rest, json!({ field: url })).await;
        assert_eq!(refused.field_error(field), code, "{url}");
    }
    // What an application has besides is not modelled, and values are checked.
    assert_eq!(set(&rest, json!({ "description": "x" })).await.status, 501);
    for (name, value) in [
        ("event_webhooks_status", json!(3)),
        ("event_webhooks_types", json!(["MESSAGE_CREATE"])),
        (field, json!(7)),
    ] {
        let refused = set(&rest, json!({ name: value })).await;
        assert_eq!(refused.field_error(name), "BASE_TYPE_CHOICES");
    }
    let stranger = RestClient::with_token(&harness, "Bot x");
    assert_eq!(set(&stranger, proper.form()).await.status, 401);
    assert!(!harness.sandbox.has_bot());
    assert!(proper.received().is_empty());
}

#[tokio::test]
async fn webhook_events_are_sent_until_they_are_accepted() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let bot = Endpoint::new(&harness, Manner::Moody).await;
    assert_eq!(set(&rest, bot.form()).await.status, 200);
    harness.control(ControlAction::AddBot(ELSEWHERE));
    let received = bot.receives(1).await;
    assert_eq!(*bot.shared.refused.lock().unwrap(), 3);
    assert_eq!(received[0]["type"], 1);
    let event = &received[0]["event"];
    assert_eq!(event["type"], "APPLICATION_AUTHORIZED");
    assert_eq!(event["data"]["integration_type"], 0);
    assert_eq!(event["data"]["guild"]["id"], ELSEWHERE.to_string());
    let scopes = &event["data"]["scopes"];
    assert!(scopes.as_array().unwrap().contains(&json!("bot")));
    // Someone's own installation has no guild.
    harness.control(ControlAction::SetApp(FIRST_PLAYER, true));
    let received = bot.receives(2).await;
    assert_eq!(received[1]["event"]["data"]["integration_type"], 1);
    // Not any more.
    let off = json!({ "event_webhooks_status": 1 });
    assert_eq!(set(&rest, off).await.status, 200);
    harness.control(ControlAction::RemoveBot(ELSEWHERE));
    harness.control(ControlAction::AddBot(ELSEWHERE));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(bot.received().len(), 2);
    assert!(harness.sandbox.commands(FIRST_PLAYER, GAMES).is_ok());
    harness.finish().await;
}
