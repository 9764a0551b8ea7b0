//! The bot's HTTP endpoint: interactions and webhook events as signed requests, instead of the gateway.
//!
//! A bot that sets `interactions_endpoint_url` gets its interactions there and none on the gateway. As
//! on Discord, the URL is accepted only if the endpoint answers a PING and refuses a wrong signature.
//! Unlike on Discord, it is an address of this machine, and need not have TLS.

use std::fmt::Write as _;
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::Client;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use super::api_error::ApiError;
use super::clock::format_timestamp;
use super::id::{self, Id, IdString};
use super::state::{Core, State};

/// The seed of the signing key. It is no secret: the key is good for nothing else.
const SEED: &[u8; 32] = b"hexpost-sandbox-signing-key-seed";
/// How long an endpoint has to answer a probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);
/// For how long a webhook event that isn't accepted is sent again.
const EVENT_RETRIES: Duration = Duration::from_mins(10);
/// The pause before a webhook event is sent again for the first time; it doubles each time.
const FIRST_RETRY: Duration = Duration::from_millis(500);
/// The longest URL that is accepted.
const MAX_URL: usize = 2048;
/// Types of PING: to the interactions endpoint, and to that for webhook events.
const INTERACTION_PING: u64 = 1;
const EVENT_PING: u64 = 0;
/// `event_webhooks_status`: disabled and enabled.
pub(super) const EVENTS_OFF: u64 = 1;
pub(super) const EVENTS_ON: u64 = 2;

/// Where the bot wants its interactions and webhook events, and the key that signs them.
#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) interactions_url: Option<String>,
    pub(super) events_url: Option<String>,
    pub(super) events_status: u64,
    pub(super) events_types: Vec<String>,
    key: Arc<SigningKey>,
    queue: UnboundedSender<QueuedRequest>,
}

/// The key of the application.
pub(super) struct SigningKey(Ed25519KeyPair);

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningKey")
    }
}

impl SigningKey {
    pub(super) fn new() -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(SEED);
        Self(pair.expect("every seed of 32 bytes is a key"))
    }

    /// The public key, as `verify_key` of the application has it.
    pub(super) fn verify_key(&self) -> String {
        hex(self.0.public_key().as_ref())
    }

    /// The signature of a timestamp and a body, as `X-Signature-Ed25519` has it.
    pub(super) fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        let message = [timestamp.as_bytes(), body].concat();
        hex(self.0.sign(&message).as_ref())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A request that waits to be sent to the bot.
#[derive(Clone, Debug)]
pub(super) enum QueuedRequest {
    /// An interaction, with its id and token.
    Interaction {
        url: String,
        id: Id,
        token: String,
        data: Value,
    },
    /// A webhook event.
    Event { url: String, data: Value },
}

impl Endpoint {
    pub(super) fn new(key: Arc<SigningKey>, queue: UnboundedSender<QueuedRequest>) -> Self {
        Self {
            interactions_url: None,
            events_url: None,
            events_status: EVENTS_OFF,
            events_types: Vec::new(),
            key,
            queue,
        }
    }

    pub(super) fn verify_key(&self) -> String {
        self.key.verify_key()
    }

    /// Queues an interaction; false if the bot takes them on the gateway.
    pub(super) fn send_interaction(&self, data: &Value) -> bool {
        let Some(url) = self.interactions_url.clone() else {
            return false;
        };
        let delivery = QueuedRequest::Interaction {
            url,
            id: id::field(data, "id").unwrap_or_default(),
            token: data["token"].as_str().unwrap_or_default().to_owned(),
            data: data.clone(),
        };
        // The receiver is gone only while the sandbox stops.
        let _ = self.queue.send(delivery);
        true
    }

    /// Queues a webhook event, if the bot has subscribed to its type.
    fn send_event(&self, application: Id, name: &str, now: i64, data: &Value) {
        let is_wanted = self.events_types.iter().any(|wanted| wanted == name);
        let url = self.events_url.clone();
        let url = url.filter(|_| is_wanted && self.events_status == EVENTS_ON);
        if let Some(url) = url {
            let data = json!({
                "version": 1,
                "application_id": IdString(application),
                "type": 1,
                "event": { "type": name, "timestamp": format_timestamp(now), "data": data },
            });
            let _ = self.queue.send(QueuedRequest::Event { url, data });
        }
    }
}

impl State {
    /// Tells the bot that someone has installed the application in a guild.
    pub(super) fn announce_installation(&self, guild: Id, scopes: &[&str]) {
        let world = &self.world;
        if let Some(guild) = world.guilds.get(&guild) {
            let data = json!({
                "integration_type": 0,
                "user": world.user_json(guild.owner),
                "scopes": scopes,
                "guild": super::world::World::guild_json(guild),
            });
            let now = self.now();
            self.endpoint
                .send_event(world.application, "APPLICATION_AUTHORIZED", now, &data);
        }
    }

    /// Tells the bot that someone has installed the application to their account.
    pub(super) fn announce_user_installation(&self, user: Id) {
        let data = json!({
            "integration_type": 1,
            "user": self.world.user_json(user),
            "scopes": ["applications.commands"],
        });
        let application = self.world.application;
        let now = self.now();
        self.endpoint
            .send_event(application, "APPLICATION_AUTHORIZED", now, &data);
    }
}

/// The client that sends requests to bots.
pub(super) fn client() -> Client {
    // A proxy in the environment is not for this machine's own addresses.
    let client = Client::builder().no_proxy().build();
    client.expect("a client without TLS can always be built")
}

/// The headers of a signed request.
async fn post(
    client: &Client,
    url: &str,
    body: String,
    (signature, timestamp): (String, String),
    timeout: Duration,
) -> Result<reqwest::Response, reqwest::Error> {
    client
        .post(url)
        .header("content-type", "application/json")
        .header("user-agent", "Discord-Interactions/1.0 (sandbox)")
        .header("x-signature-ed25519", signature)
        .header("x-signature-timestamp", timestamp)
        .timeout(timeout)
        .body(body)
        .send()
        .await
}

/// The time in a signature. It is the machine's, which the bot compares with its own clock, even if the
/// sandbox's clock is ahead.
fn timestamp() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs()).to_string()
}

/// Sends what is queued, until the sandbox is gone.
pub(super) async fn deliver_queued(core: Weak<Core>, mut queue: UnboundedReceiver<QueuedRequest>) {
    let client = client();
    while let Some(delivery) = queue.recv().await {
        let (core, client) = (core.clone(), client.clone());
        // Each on its own: requests overtake each other, as on Discord.
        tokio::spawn(async move {
            match delivery {
                QueuedRequest::Interaction {
                    url,
                    id,
                    token,
                    data,
                } => deliver_interaction(&core, &client, &url, (id, &token), &data).await,
                QueuedRequest::Event { url, data } => {
                    deliver_event(&core, &client, &url, &data).await;
                }
            }
        });
    }
}

/// Sends an interaction. A response with a body is the bot's first response to it.
async fn deliver_interaction(
    core: &Weak<Core>,
    client: &Client,
    url: &str,
    (id, token): (Id, &str),
    data: &Value,
) {
    let Some((signed, patience)) = core.upgrade().map(|core| {
        let state = core.lock();
        let signed = state.endpoint.signed(data);
        (
            signed,
            Duration::from_millis(state.response_timeout_ms as u64),
        )
    }) else {
        return;
    };
    let (body, head) = signed;
    let answer = post(client, url, body, head, patience).await;
    let (status, response) = match answer {
        Ok(answer) => {
            let status = answer.status().as_u16();
            let bytes = answer.bytes().await.unwrap_or_default();
            (status, serde_json::from_slice(&bytes).ok())
        }
        Err(error) => {
            tracing::warn!(%error, "endpoint: the bot can't be reached");
            (0, None)
        }
    };
    let Some(core) = core.upgrade() else { return };
    let mut state = core.lock();
    state.log_delivery(url, status, data, response.as_ref());
    let is_taken = match (status, response) {
        (200, Some(response)) => {
            let result = state.callback(id, token, &response, Vec::new());
            if let Err(error) = &result {
                let reason = &error.message;
                tracing::warn!("endpoint: the bot's response is refused: {reason}");
            }
            result.is_ok()
        }
        // The response comes over REST.
        (202, _) => true,
        _ => false,
    };
    if !is_taken && let Some(interaction) = state.interactions.get(&id) {
        let user = interaction.user;
        state.fail(user, id, "unreachable");
    }
}

/// Sends a webhook event, again and again until it is accepted.
async fn deliver_event(core: &Weak<Core>, client: &Client, url: &str, data: &Value) {
    let mut pause = FIRST_RETRY;
    let mut waited = Duration::ZERO;
    while waited <= EVENT_RETRIES {
        let Some((body, head)) = core.upgrade().map(|core| core.lock().endpoint.signed(data))
        else {
            return;
        };
        let answer = post(client, url, body, head, PROBE_TIMEOUT).await;
        let status = answer.map_or(0, |answer| answer.status().as_u16());
        let Some(core) = core.upgrade() else { return };
        core.lock().log_delivery(url, status, data, None);
        drop(core);
        if status == 204 {
            return;
        }
        tokio::time::sleep(pause).await;
        waited += pause;
        pause *= 2;
    }
    tracing::warn!("endpoint: a webhook event was not accepted for ten minutes");
}

impl Endpoint {
    /// A body with its signature and timestamp.
    fn signed(&self, data: &Value) -> (String, (String, String)) {
        let (body, timestamp) = (data.to_string(), timestamp());
        let signature = self.key.sign(&timestamp, body.as_bytes());
        (body, (signature, timestamp))
    }
}

impl State {
    fn log_delivery(&mut self, url: &str, status: u16, data: &Value, response: Option<&Value>) {
        let now = self.now();
        self.log.delivery(now, url, status, data, response);
    }
}

/// Checks the URLs in a request to change the application, as Discord does: the endpoint must answer a
/// PING and refuse one with a wrong signature.
pub(super) async fn probe(core: &Core, form: &Value) -> Result<(), ApiError> {
    let key = Arc::clone(&core.lock().endpoint.key);
    for (field, ping, code, name) in [
        (
            "interactions_endpoint_url",
            INTERACTION_PING,
            "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
            "interactions endpoint",
        ),
        (
            "event_webhooks_url",
            EVENT_PING,
            "APPLICATION_EVENT_WEBHOOKS_URL_INVALID",
            "event webhooks",
        ),
    ] {
        let Some(url) = form[field].as_str().filter(|url| !url.is_empty()) else {
            continue;
        };
        if url.len() > MAX_URL || !is_local(url) {
            let reason = "Scheme must be one of ('https',), or the host this machine's.";
            return Err(ApiError::field(field, "URL_TYPE_INVALID_SCHEME", reason));
        }
        if let Err(why) = probe_url(&key, url, ping).await {
            tracing::warn!("endpoint: {url} is refused: {why}");
            let reason = format!("The specified {name} url could not be verified.");
            return Err(ApiError::field(field, code, &reason));
        }
    }
    Ok(())
}

/// Whether a URL leads to this machine. Nothing is ever sent elsewhere.
fn is_local(url: &str) -> bool {
    let rest = url.strip_prefix("http://").unwrap_or_default();
    let host = rest.split('/').next().unwrap_or_default();
    super::page::is_loopback(host)
}

async fn probe_url(key: &SigningKey, url: &str, ping: u64) -> Result<(), String> {
    let client = client();
    let body = json!({ "version": 1, "type": ping }).to_string();
    let time = timestamp();
    let right = key.sign(&time, body.as_bytes());
    // A signature of something else: well-formed, but wrong.
    let wrong = key.sign(&time, b"something else");
    for (signature, is_right) in [(wrong, false), (right, true)] {
        let head = (signature, time.clone());
        let answer = post(&client, url, body.clone(), head, PROBE_TIMEOUT).await;
        let answer = answer.map_err(|error| error.to_string())?;
        let status = answer.status().as_u16();
        match (is_right, ping) {
            (false, _) if status != 401 => {
                return Err(format!("a wrong signature got {status} instead of 401"));
            }
            (true, INTERACTION_PING) => {
                let bytes = answer.bytes().await.unwrap_or_default();
                let answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
                if status != 200 || answer["type"] != 1 {
                    return Err(format!("PING got {status} {answer}"));
                }
            }
            (true, _) if status != 204 => return Err(format!("PING got {status}")),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_machine_are_endpoints() {
        for url in [
            "http://127.0.0.1:1/x",
            "http://localhost/",
            "http://[::1]:8",
        ] {
            assert!(is_local(url), "{url}");
        }
        for url in [
            "https://example.com/x",
            "http://127.0.0.1.example.com/",
            "http://127.0.0.1@example.com/",
            "ftp://127.0.0.1/",
            "",
        ] {
            assert!(!is_local(url), "{url}");
        }
    }

    #[test]
    fn signatures_depend_on_the_time_and_the_body() {
        let key = SigningKey::new();
        assert_eq!(key.verify_key().len(), 64);
        assert_eq!(key.sign("1", b"x").len(), 128);
        assert_eq!(key.sign("1", b"x"), key.sign("1", b"x"));
        assert_ne!(key.sign("1", b"x"), key.sign("2", b"x"));
        assert_ne!(key.sign("1", b"x"), key.sign("1", b"y"));
    }
}
