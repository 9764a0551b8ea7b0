//! The HTTP endpoint: interactions and webhook events as requests from Discord, instead of a gateway
//! connection.
//!
//! A request is accepted only with Discord's [`signature`]. An interaction goes the same way as one from
//! the gateway; the request itself is answered with 202 at once, and the response goes out over REST.
//! Webhook events tell of new servers ([`webhook_event`]). [`membership`] finds out of which guilds the
//! bot is a member, which only the gateway tells by itself. [`registration`] tells Discord the URLs.

pub(crate) mod membership;
pub(crate) mod registration;
pub(crate) mod signature;
pub(crate) mod webhook_event;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use futures_util::StreamExt as _;
use serde_json::Value;
use serenity::all::Interaction;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::discord::endpoint::membership::Memberships;
use crate::discord::endpoint::signature::{Forged, VerifyKey};
use crate::discord::endpoint::webhook_event::WebhookEvents;
use crate::discord::interaction::receiver::{Receiver, log_unreadable};
use crate::metrics::InteractionResult;

/// The largest body that is read. The largest interactions, those on a message with long texts, have
/// about half of it.
pub(crate) const MAX_BODY: usize = 256 << 10;
/// How long a request may take to arrive.
const READ_TIMEOUT: Duration = Duration::from_secs(5);
/// The interaction type PING, and the type of its response.
const PING: u64 = 1;
const PONG: &str = r#"{"type":1}"#;

/// Where interactions are taken over HTTP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndpointOptions {
    /// The address to listen on, without TLS: a proxy in front of it has that.
    pub listen: SocketAddr,
    /// The address by which Discord reaches it, without a slash at its end.
    pub public_url: String,
}

impl EndpointOptions {
    /// The URL for interactions.
    pub(crate) fn interactions_url(&self) -> String {
        format!("{}/interactions", self.public_url)
    }

    /// The URL for webhook events.
    pub(crate) fn events_url(&self) -> String {
        format!("{}/events", self.public_url)
    }

    /// The path in the public URL; empty if there is none. A proxy may keep or remove it.
    fn prefix(&self) -> &str {
        let host = self.public_url.split_once("://");
        let host = host.map_or(self.public_url.as_str(), |(_, host)| host);
        host.find('/').map_or("", |at| &host[at..])
    }
}

/// The running server.
#[derive(Debug)]
pub(crate) struct Server {
    task: JoinHandle<()>,
    stop: watch::Sender<bool>,
    is_up: Arc<AtomicBool>,
}

/// What the handlers of requests share.
struct Shared {
    key: VerifyKey,
    receiver: Receiver,
    memberships: Memberships,
    events: WebhookEvents,
}

impl Server {
    /// Starts to answer requests.
    pub(crate) fn start(
        listener: TcpListener,
        options: &EndpointOptions,
        key: VerifyKey,
        receiver: Receiver,
    ) -> Self {
        let metrics = Arc::clone(&receiver.ctx.metrics);
        let shared = Arc::new(Shared {
            key,
            memberships: Memberships::default(),
            events: WebhookEvents::default(),
            receiver,
        });
        let paths = || {
            Router::new()
                .route("/interactions", post(interactions))
                .route("/events", post(events))
        };
        let mut router = paths();
        let prefix = options.prefix();
        if !prefix.is_empty() {
            router = router.nest(prefix, paths());
        }
        let router = router.with_state(shared);
        let (stop, mut stopped) = watch::channel(false);
        let is_up = Arc::new(AtomicBool::new(true));
        metrics.endpoint(true);
        let up = Arc::clone(&is_up);
        let task = tokio::spawn(async move {
            let stopped = async move {
                // An error means that the sender is gone.
                let _ = stopped.wait_for(|is_stopped| *is_stopped).await;
            };
            let server = axum::serve(listener, router).with_graceful_shutdown(stopped);
            if let Err(error) = server.await {
                tracing::error!(%error, "the HTTP endpoint has stopped");
            }
            up.store(false, Ordering::Relaxed);
            metrics.endpoint(false);
        });
        Self { task, stop, is_up }
    }

    /// Is it answering requests?
    pub(crate) fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed) && !*self.stop.borrow()
    }

    /// Has it failed?
    pub(crate) fn is_lost(&self) -> bool {
        self.task.is_finished() && !*self.stop.borrow()
    }

    /// Takes no new connections, and ends those that have no open request.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Ends all connections.
    pub(crate) fn abort(&self) {
        self.task.abort();
    }

    /// Waits until it has ended.
    pub(crate) async fn ended(self) {
        // It was aborted.
        let _ = self.task.await;
    }
}

/// Reads a request and verifies its signature.
async fn accept(shared: &Shared, request: Request) -> Result<Value, Response> {
    let metrics = &shared.receiver.ctx.metrics;
    let reject = |status: StatusCode, reason: &'static str| {
        metrics.rejected(reason);
        tracing::debug!(reason, "rejected a request to the endpoint");
        status.into_response()
    };
    let (head, body) = request.into_parts();
    if length(&head.headers).is_some_and(|length| length > MAX_BODY as u64) {
        return Err(reject(StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
    }
    let body = match tokio::time::timeout(READ_TIMEOUT, read(body)).await {
        Ok(Ok(body)) => body,
        Ok(Err(status)) if status == StatusCode::PAYLOAD_TOO_LARGE => {
            return Err(reject(status, "too_large"));
        }
        Ok(Err(status)) => return Err(reject(status, "unreadable")),
        Err(_) => return Err(reject(StatusCode::REQUEST_TIMEOUT, "too_slow")),
    };
    if let Err(forged) = shared.key.verify(&head.headers, &body, SystemTime::now()) {
        let reason = match forged {
            Forged::Malformed => "unsigned",
            Forged::Stale => "stale",
            Forged::Signature => "signature",
        };
        return Err(reject(StatusCode::UNAUTHORIZED, reason));
    }
    let parsed = serde_json::from_slice(&body);
    parsed.map_err(|_| reject(StatusCode::BAD_REQUEST, "unreadable"))
}

fn length(headers: &HeaderMap) -> Option<u64> {
    headers
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

/// Reads a body of limited length.
async fn read(body: Body) -> Result<Vec<u8>, StatusCode> {
    let mut parts = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(part) = parts.next().await {
        // The connection was cut.
        let part = part.map_err(|_| StatusCode::BAD_REQUEST)?;
        if bytes.len() + part.len() > MAX_BODY {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

/// An interaction.
async fn interactions(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let arrived = Instant::now();
    let value = match accept(&shared, request).await {
        Ok(value) => value,
        Err(response) => return response,
    };
    if value["type"].as_u64() == Some(PING) {
        let headers = [(header::CONTENT_TYPE, "application/json")];
        return (headers, PONG).into_response();
    }
    let metrics = &shared.receiver.ctx.metrics;
    let Ok(interaction) = serde_json::from_value::<Interaction>(value.clone()) else {
        log_unreadable(&value);
        metrics.interaction("unknown", InteractionResult::Unreadable);
        return StatusCode::BAD_REQUEST.into_response();
    };
    let Some((invoker, request)) = Receiver::read(interaction) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    // The response goes out over REST: Discord's own limit for a response with files is too low here.
    let in_flight = shared.receiver.in_flight.token();
    let task = Arc::clone(&shared);
    tokio::spawn(async move {
        let receiver = &task.receiver;
        task.memberships
            .learn(&receiver.ctx, &receiver.rest, &invoker)
            .await;
        receiver.receive(invoker, request, arrived).await;
        drop(in_flight);
    });
    StatusCode::ACCEPTED.into_response()
}

/// A webhook event.
async fn events(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let event = match accept(&shared, request).await {
        Ok(event) => event,
        Err(response) => return response,
    };
    // Discord wants its answer at once, and sends the event again if it does not get it.
    if let Some(installation) = shared.events.receive(&event) {
        let in_flight = shared.receiver.in_flight.token();
        tokio::spawn(async move {
            let receiver = &shared.receiver;
            shared.memberships.forget(installation.server());
            webhook_event::installed(&receiver.ctx, &receiver.rest, installation).await;
            drop(in_flight);
        });
    }
    StatusCode::NO_CONTENT.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_made_from_the_public_one() {
        let options = |url: &str| EndpointOptions {
            listen: ([127, 0, 0, 1], 0).into(),
            public_url: url.to_owned(),
        };
        let plain = options("https://bot.example.org");
        assert_eq!(
            plain.interactions_url(),
            "https://bot.example.org/interactions"
        );
        assert_eq!(plain.events_url(), "https://bot.example.org/events");
        assert_eq!(plain.prefix(), "");
        assert_eq!(options("https://example.org/a/b").prefix(), "/a/b");
    }
}
