//! HTTP routes: the page with its JSON API, the REST API, the gateway and attachments.
//!
//! Requests must address this machine by a loopback name and must not come from another site's
//! page.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State as AxumState};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use futures_util::{Stream, stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::attachments;
use super::client_view::PressResult;
use super::id::{self, Id};
use super::interaction::RESPONSE_TIMEOUT_MS;
use super::state::{Core, PageEvent};
use super::user_action::ActionError;
use super::{gateway, rest};

/// Forbids the page to load anything from elsewhere or to run inline scripts.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; form-action 'none'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The largest number of messages returned at once.
const MAX_MESSAGES_PER_REQUEST: usize = 100;

macro_rules! page {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("page/", $name)))),+]
    };
}

/// The files of the page.
const PAGE: &[(&str, &str)] = page! {
    "api.js" "command.js" "components.js" "composer.js" "dom.js" "drawer.js" "events.js"
    "index.html" "lightbox.js" "listbox.js" "log.js" "main.js" "markdown.js" "menu.js"
    "message.js" "modal.js" "pane.js" "people.js" "sidebar.js" "style.css" "time.js" "words.js"
};

/// All routes of the sandbox.
pub(super) fn router(core: Arc<Core>) -> Router {
    Router::new()
        .route("/", get(root))
        .route("/page/{name}", get(page_file))
        .route("/sandbox/state", get(overview))
        .route("/sandbox/messages", get(messages))
        .route("/sandbox/commands", get(commands))
        .route("/sandbox/events", get(events))
        .route("/sandbox/wire", get(wire))
        .route("/sandbox/faults", get(faults))
        .route("/sandbox/do", post(act))
        .route("/sandbox/misbehave", post(control))
        .route("/attachments/{channel}/{id}/{name}", get(attachment))
        .route("/emojis/{name}", get(emoji))
        .route("/api/{*path}", any(api))
        .fallback(not_found)
        .layer(DefaultBodyLimit::max(rest::MAX_BODY_BYTES * 2))
        .layer(middleware::from_fn(check_origin))
        .with_state(core)
}

/// Rejects requests from other hosts and other sites' pages, and sets security headers.
async fn check_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let is_own = text(header::ORIGIN).is_none_or(|origin| {
        let origin = origin.strip_prefix("http://").unwrap_or_default();
        origin == host
    });
    if !is_loopback(host) || !is_own {
        let reason = "The sandbox answers only to this machine's own pages.";
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a `Host` header names this machine by a loopback name.
pub(super) fn is_loopback(host: &str) -> bool {
    let name = if host.starts_with('[') {
        host.split_inclusive(']').next().unwrap_or_default()
    } else {
        host.split(':').next().unwrap_or_default()
    };
    ["127.0.0.1", "localhost", "[::1]"].contains(&name)
}

/// The page, or the gateway for a WebSocket upgrade.
async fn root(
    AxumState(core): AxumState<Arc<Core>>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    let Ok(upgrade) = upgrade else {
        return file("index.html");
    };
    let query = request.uri().query().unwrap_or_default();
    let mut is_compressed = false;
    let is_supported = query.split('&').all(|pair| match pair.split_once('=') {
        Some(("v", version)) => version == "10",
        Some(("encoding", encoding)) => encoding == "json",
        Some(("compress", way)) => {
            is_compressed = way == "zlib-stream";
            is_compressed || way.is_empty()
        }
        _ => true,
    });
    if !is_supported {
        let reason = "version 10 in JSON is spoken, plain or with compress=zlib-stream";
        tracing::warn!("gateway: rejected a connection with {query:?}: {reason}");
        return (StatusCode::NOT_IMPLEMENTED, reason).into_response();
    }
    upgrade.on_upgrade(move |socket| gateway::serve(core, socket, is_compressed))
}

async fn page_file(Path(name): Path<String>) -> Response {
    file(&name)
}

fn file(name: &str) -> Response {
    let Some((_, text)) = PAGE.iter().find(|(known, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, *text).into_response()
}

async fn api(AxumState(core): AxumState<Arc<Core>>, request: Request) -> Response {
    rest::handle_request(core, request).await
}

/// The response to unknown paths.
async fn not_found(request: Request) -> Response {
    let (method, path) = (request.method(), request.uri().path());
    tracing::warn!("page: no route for {method} {path}, answered with 404");
    let body = json!({ "message": "404: Not Found", "code": 0 });
    (StatusCode::NOT_FOUND, axum::Json(body)).into_response()
}

/// The query parameters of the page's requests.
#[derive(Deserialize)]
struct PageQuery {
    #[serde(rename = "as", default)]
    me: String,
    #[serde(default)]
    channel: String,
    before: Option<String>,
    limit: Option<usize>,
    after: Option<u64>,
}

impl PageQuery {
    fn me(&self) -> Id {
        id::parse(&self.me).unwrap_or_default()
    }

    fn channel(&self) -> Id {
        id::parse(&self.channel).unwrap_or_default()
    }
}

fn respond(answer: Result<Value, ActionError>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    match answer {
        Ok(body) => (headers, body.to_string()).into_response(),
        Err(error) => {
            let body = json!({ "message": error }).to_string();
            (StatusCode::BAD_REQUEST, headers, body).into_response()
        }
    }
}

async fn overview(
    AxumState(core): AxumState<Arc<Core>>,
    Query(query): Query<PageQuery>,
) -> Response {
    let state = core.lock();
    // Without `as`, use the first person.
    let first = state.world.users.values().find(|user| !user.is_bot);
    let me = match query.me() {
        0 => first.map_or(0, |user| user.id),
        me => me,
    };
    respond(state.overview(me))
}

async fn messages(
    AxumState(core): AxumState<Arc<Core>>,
    Query(query): Query<PageQuery>,
) -> Response {
    let before = query.before.as_deref().and_then(id::parse);
    let most = query.limit.unwrap_or(50).clamp(1, MAX_MESSAGES_PER_REQUEST);
    let state = core.lock();
    respond(
        state
            .messages_for(query.me(), query.channel(), before, most)
            .map(Value::from),
    )
}

async fn commands(
    AxumState(core): AxumState<Arc<Core>>,
    Query(query): Query<PageQuery>,
) -> Response {
    let state = core.lock();
    respond(
        state
            .commands_json(query.me(), query.channel())
            .map(Value::from),
    )
}

async fn wire(AxumState(core): AxumState<Arc<Core>>, Query(query): Query<PageQuery>) -> Response {
    let state = core.lock();
    let lines = state.log.after(query.after.unwrap_or_default());
    respond(Ok(json!({ "lines": lines })))
}

async fn faults(AxumState(core): AxumState<Arc<Core>>) -> Response {
    respond(Ok(core.lock().faults_json()))
}

/// Parses the JSON body of a page's request. Other content types are rejected because another
/// site's page could send them without a preflight request.
fn parse_action(headers: &HeaderMap, body: &str) -> Result<Value, ActionError> {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        return Err("application/json is wanted".to_owned());
    }
    serde_json::from_str(body).map_err(|error| error.to_string())
}

async fn act(AxumState(core): AxumState<Arc<Core>>, headers: HeaderMap, body: String) -> Response {
    let action = match parse_action(&headers, &body) {
        Ok(action) => action,
        Err(error) => return respond(Err(error)),
    };
    let result = core.act(&action);
    match result {
        Ok(answer) if action["do"] == "complete" => {
            let id = id::field(&answer, "interaction_id").unwrap_or_default();
            let choices = match core.wait_for_outcome(id, AUTOCOMPLETE_TIMEOUT).await {
                Some(PressResult::Choices(choices)) => json!({ "choices": choices }),
                _ => json!({ "failed": true }),
            };
            respond(Ok(choices))
        }
        result => respond(result),
    }
}

/// How long the page waits for autocomplete choices.
const AUTOCOMPLETE_TIMEOUT: Duration = Duration::from_millis(RESPONSE_TIMEOUT_MS as u64);

async fn control(
    AxumState(core): AxumState<Arc<Core>>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let result = parse_action(&headers, &body).and_then(|request| core.lock().control(&request));
    respond(result)
}

/// A stream of events for a person's page. It starts with an event that makes the page load its
/// state.
async fn events(
    AxumState(core): AxumState<Arc<Core>>,
    Query(query): Query<PageQuery>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let me = query.me();
    let receiver = core.lock().page_events.subscribe();
    let everything = json!({ "type": "state" });
    let start = (core, receiver, Some(everything));
    let stream = stream::unfold(start, move |(core, mut receiver, first)| async move {
        if let Some(first) = first {
            return Some((Ok(event(&first)), (core, receiver, None)));
        }
        loop {
            let item = match receiver.recv().await {
                Ok(PageEvent::Closed) | Err(RecvError::Closed) => return None,
                Ok(item) => core.lock().page_event_for(&item, me),
                // The page was too slow and missed events: make it reload its state.
                Err(RecvError::Lagged(_)) => Some(json!({ "type": "state" })),
            };
            if let Some(item) = item {
                return Some((Ok(event(&item)), (core, receiver, None)));
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

fn event(data: &Value) -> Event {
    Event::default().data(data.to_string())
}

/// An attachment. Images are shown in the browser, everything else is downloaded.
async fn attachment(
    AxumState(core): AxumState<Arc<Core>>,
    Path((_, id, name)): Path<(String, String, String)>,
) -> Response {
    let bytes = id::parse(&id).and_then(|id| core.lock().attachments.get(id));
    let Some(bytes) = bytes else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = attachments::content_type(&name);
    let disposition = if kind.starts_with("image/") {
        "inline"
    } else {
        "attachment"
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, disposition),
        (
            header::CACHE_CONTROL,
            "private, max-age=31536000, immutable",
        ),
    ];
    (headers, Body::from(bytes)).into_response()
}

/// The image of an emoji, under the path that it has on Discord's CDN: the id with any extension.
async fn emoji(AxumState(core): AxumState<Arc<Core>>, Path(name): Path<String>) -> Response {
    let id = id::parse(name.split('.').next().unwrap_or_default());
    let state = core.lock();
    let emoji = id.and_then(|id| state.world.emojis.get(&id));
    let image = emoji.and_then(|emoji| {
        let bytes = state.attachments.get(emoji.id)?;
        Some((emoji.content_type.clone(), bytes))
    });
    let Some((kind, bytes)) = image else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, kind.as_str()),
        (
            header::CACHE_CONTROL,
            "private, max-age=31536000, immutable",
        ),
    ];
    (headers, Body::from(bytes)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loopback() {
        for host in ["127.0.0.1", "127.0.0.1:8080", "localhost:1", "[::1]:80"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "example.com",
            "127.0.0.1.example.com",
            "localhost.example",
            "[::2]",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
