//! The REST API, version 10: all routes in one list.
//!
//! A request is parsed, checked (token, injected faults, rate limits), routed, and logged with its
//! response. Routes of Discord that aren't in the list are answered with 501, never as if they had
//! succeeded.

mod applications;
mod channels;
mod emojis;
mod guilds;
mod interaction_responses;
mod messages;
mod request;
mod users;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

use super::api_error::ApiError;
use super::endpoint;
use super::faults::{InjectedBody, InjectedResponse};
use super::rate_limit::{self, RateLimited, RateLimiter};
use super::state::{Core, State};
use request::ApiRequest;

pub(super) use request::MAX_BODY_BYTES;

/// A response: a status and, unless it is 204, a body.
#[derive(Clone, PartialEq, Debug)]
struct ApiResponse {
    status: u16,
    body: Option<Value>,
    /// An HTML body instead of JSON, as a proxy would send it.
    html: Option<String>,
}

type ApiResult = Result<ApiResponse, ApiError>;

#[expect(
    clippy::unnecessary_wraps,
    reason = "handlers return this as their result"
)]
fn ok(body: Value) -> ApiResult {
    Ok(ApiResponse {
        status: 200,
        body: Some(body),
        html: None,
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "handlers return this as their result"
)]
fn created(body: Value) -> ApiResult {
    Ok(ApiResponse {
        status: 201,
        body: Some(body),
        html: None,
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "handlers return this as their result"
)]
fn no_content() -> ApiResult {
    Ok(ApiResponse {
        status: 204,
        body: None,
        html: None,
    })
}

/// Handles a request to `/api/…`.
pub(super) async fn handle_request(core: Arc<Core>, request: axum::extract::Request) -> Response {
    let token = request.headers().get("authorization").cloned();
    let request = match ApiRequest::read(request).await {
        Ok(request) => request,
        Err(error) => return into_response(error_response(&error), HeaderMap::new()),
    };
    let delay = core.lock().faults.delay_ms;
    if delay > 0 {
        tokio::time::sleep(Duration::from_millis(delay)).await;
    }
    let probed = probe_endpoint(&core, &request, token.as_ref()).await;
    let (response, headers, is_lost, is_cut) = {
        let mut state = core.lock();
        let (response, headers) = match probed {
            Err(error) => (error_response(&error), HeaderMap::new()),
            Ok(()) => check_and_route(&core, &mut state, &request, token.as_ref()),
        };
        let is_done = response.status < 400;
        let is_cut = is_done && state.faults.take_cut_answer(&request.path);
        let is_lost = is_done && !is_cut && state.faults.take_lost_answer();
        let now = state.now();
        state.rate_limiter.record_status(response.status, now);
        state.log.request(now, &request.record(&response));
        (response, headers, is_lost, is_cut)
    };
    if is_cut {
        // A body that fails before its first byte cuts the connection before the response begins.
        let broken =
            futures_util::stream::once(async { Err::<Vec<u8>, _>(io::Error::other("cut")) });
        return Response::new(Body::from_stream(broken));
    }
    if is_lost {
        // As if a proxy had given up waiting, although the request was processed.
        return into_response(
            ApiResponse {
                status: 504,
                body: None,
                html: None,
            },
            HeaderMap::new(),
        );
    }
    into_response(response, headers)
}

/// Probes the endpoint that a request sets, before the state is locked.
async fn probe_endpoint(
    core: &Core,
    request: &ApiRequest,
    token: Option<&HeaderValue>,
) -> Result<(), ApiError> {
    let is_known = token.is_some_and(|token| token.as_bytes() == bot_token(core).as_bytes());
    let is_change = request.method == "PATCH" && request.segments() == ["applications", "@me"];
    if is_known && is_change {
        return endpoint::probe(core, request.payload()).await;
    }
    Ok(())
}

/// Checks ban, token, injected faults and rate limits, then routes the request.
fn check_and_route(
    core: &Core,
    state: &mut State,
    request: &ApiRequest,
    token: Option<&HeaderValue>,
) -> (ApiResponse, HeaderMap) {
    let mut headers = HeaderMap::new();
    let path = request.segments();
    let now = state.now();
    if let Some(retry_after_ms) = state.rate_limiter.banned_for(now) {
        let limited = RateLimited {
            retry_after_ms,
            is_global: true,
            bucket: None,
        };
        return (rate_limited(&limited, &mut headers), headers);
    }
    // Interaction callbacks and webhooks are authorised by the token in their path.
    let is_open = matches!(
        path.as_slice(),
        ["interactions" | "webhooks", ..] | ["gateway"]
    );
    let is_known = token.is_some_and(|token| token.as_bytes() == bot_token(core).as_bytes());
    if !is_open && !is_known {
        return (
            error_response(&ApiError::new(401, 0, "401: Unauthorized")),
            headers,
        );
    }
    if let Some(response) = state.faults.take_injected_response(&request.path) {
        return (injected_response(&response, &mut headers), headers);
    }
    let bucket = rate_limit::bucket(&request.method, &path);
    let bucket = bucket.as_ref().map(|(name, rate)| (name.as_str(), *rate));
    let is_exempt = matches!(path.as_slice(), ["interactions" | "webhooks", ..]);
    match state.rate_limiter.try_acquire(bucket, is_exempt, now) {
        Ok(bucket_status) => {
            if let Some(bucket_status) = bucket_status {
                set_rate_limit_headers(&mut headers, &bucket_status);
            }
            if let ["interactions", id, ..] = path.as_slice()
                && let Some(wait) = state.faults.take_spent_callback()
            {
                set_rate_limit_headers(
                    &mut headers,
                    &RateLimiter::exhausted_callback(id, wait, now),
                );
            }
        }
        Err(limited) => return (rate_limited(&limited, &mut headers), headers),
    }
    if let ("PATCH", ["channels", channel]) = (request.method.as_str(), path.as_slice())
        && request.payload()["name"].is_string()
    {
        let (name, rate) = rate_limit::rename_bucket(channel);
        let renamed = state
            .rate_limiter
            .try_acquire(Some((&name, rate)), true, now);
        if let Err(limited) = renamed {
            // Only the rejection itself tells of this limit.
            let limited = RateLimited {
                bucket: None,
                ..limited
            };
            return (rate_limited(&limited, &mut headers), headers);
        }
    }
    let response = route(state, request).unwrap_or_else(|error| {
        let (method, path) = (&request.method, &request.path);
        let message = &error.message;
        if error.status == 501 {
            tracing::warn!("rest: {method} {path} answered with 501: {message}");
        } else {
            let error_code = error.code;
            tracing::debug!("rest: {method} {path} answered with error {error_code}: {message}");
        }
        error_response(&error)
    });
    (response, headers)
}

fn bot_token(core: &Core) -> String {
    format!("Bot {}", core.token)
}

/// Routes a request.
fn route(state: &mut State, request: &ApiRequest) -> ApiResult {
    let path = request.segments();
    match (request.method.as_str(), path.as_slice()) {
        ("GET", ["gateway"]) => ok(json!({ "url": state.gateway_url() })),
        ("GET", ["gateway", "bot"]) => gateway(state),

        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            applications::me(state)
        }
        ("PATCH", ["applications", "@me"]) => applications::edit(state, request),
        (method, ["applications", id, "commands", rest @ ..]) => {
            applications::commands(state, request, method, id, None, rest)
        }
        (method, ["applications", id, "guilds", guild, "commands", rest @ ..]) => {
            applications::commands(state, request, method, id, Some(guild), rest)
        }

        (method, ["applications", id, "emojis", rest @ ..]) => {
            emojis::emojis(state, request, method, id, rest)
        }

        ("POST", ["interactions", id, token, "callback"]) => {
            interaction_responses::callback(state, request, id, token)
        }
        ("POST", ["webhooks", id, token]) => {
            interaction_responses::follow_up(state, request, id, token)
        }
        ("GET", ["webhooks", id, token, "messages", message]) => {
            interaction_responses::get(state, id, token, message)
        }
        ("PATCH", ["webhooks", id, token, "messages", message]) => {
            interaction_responses::edit(state, request, id, token, message)
        }
        ("DELETE", ["webhooks", id, token, "messages", message]) => {
            interaction_responses::delete(state, id, token, message)
        }

        ("GET", ["channels", id]) => channels::get(state, id),
        ("PATCH", ["channels", id]) => channels::edit(state, request, id),
        ("DELETE", ["channels", id]) => channels::delete(state, id),
        ("POST", ["channels", id, "typing"]) => channels::typing(state, id),
        ("POST", ["channels", id, "threads"]) => channels::start_thread(state, request, id),
        ("POST", ["channels", id, "messages", message, "threads"]) => {
            channels::start_thread_from_message(state, request, id, message)
        }
        ("PUT", ["channels", id, "thread-members", user]) => {
            channels::set_thread_member(state, id, user, true)
        }
        ("DELETE", ["channels", id, "thread-members", user]) => {
            channels::set_thread_member(state, id, user, false)
        }

        ("GET", ["channels", id, "messages"]) => messages::list(state, request, id),
        ("POST", ["channels", id, "messages"]) => messages::send(state, request, id),
        ("GET", ["channels", id, "messages", "pins"]) => messages::pins(state, id, true),
        ("GET", ["channels", id, "pins"]) => messages::pins(state, id, false),
        (
            "PUT",
            ["channels", id, "pins", message] | ["channels", id, "messages", "pins", message],
        ) => messages::pin(state, id, message, true),
        (
            "DELETE",
            ["channels", id, "pins", message] | ["channels", id, "messages", "pins", message],
        ) => messages::pin(state, id, message, false),
        ("GET", ["channels", id, "messages", message]) => messages::get(state, id, message),
        ("PATCH", ["channels", id, "messages", message]) => {
            messages::edit(state, request, id, message)
        }
        ("DELETE", ["channels", id, "messages", message]) => messages::delete(state, id, message),

        ("GET", ["users", "@me"]) => users::me(state),
        ("GET", ["users", "@me", "guilds"]) => users::my_guilds(state),
        ("POST", ["users", "@me", "channels"]) => users::open_dm(state, request),
        ("GET", ["users", id]) => users::user(state, id),
        ("GET", ["guilds", id]) => guilds::get(state, id),
        ("DELETE", ["users", "@me", "guilds", id]) => users::leave(state, id),
        ("GET", ["guilds", id, "channels"]) => guilds::channels(state, id),
        ("GET", ["guilds", id, "threads", "active"]) => guilds::active_threads(state, id),
        ("GET", ["guilds", id, "roles"]) => guilds::roles(state, id),
        ("GET", ["guilds", id, "members"]) => guilds::members(state, request, id),
        ("PUT", ["guilds", id, "members", user, "roles", role]) => {
            guilds::give_role(state, id, user, role)
        }
        ("GET", ["guilds", id, "members", user]) => guilds::member(state, id, user),

        _ => unknown_route(request),
    }
}

/// The response to a route that isn't in the list.
fn unknown_route(request: &ApiRequest) -> ApiResult {
    let (method, path) = (&request.method, &request.path);
    let is_discords = matches!(
        path.split('/').nth(3),
        Some(
            "applications"
                | "channels"
                | "guilds"
                | "users"
                | "webhooks"
                | "stickers"
                | "invites"
                | "voice"
                | "sticker-packs"
                | "soundboard-default-sounds"
        )
    );
    if is_discords {
        Err(ApiError::not_implemented("this request"))
    } else {
        tracing::warn!("rest: {method} {path} is not a route of Discord, answered with 404");
        Err(ApiError::new(404, 0, "404: Not Found"))
    }
}

/// The gateway's URL and the number of sessions that can still be started.
fn gateway(state: &mut State) -> ApiResult {
    let now = state.now();
    let (remaining, reset_after) = state.rate_limiter.remaining_identifies(now);
    ok(json!({
        "url": state.gateway_url(),
        "shards": 1,
        "session_start_limit": {
            "total": rate_limit::MAX_IDENTIFIES_PER_DAY, "remaining": remaining,
            "reset_after": reset_after, "max_concurrency": 1,
        },
    }))
}

fn error_response(error: &ApiError) -> ApiResponse {
    ApiResponse {
        status: error.status,
        body: Some(error.body()),
        html: None,
    }
}

fn injected_response(injected: &InjectedResponse, headers: &mut HeaderMap) -> ApiResponse {
    let status = injected.status;
    let reason = StatusCode::from_u16(status).ok();
    let reason = reason.and_then(|status| status.canonical_reason());
    let reason = format!("{status}: {}", reason.unwrap_or("as wished"));
    match injected.body {
        InjectedBody::Plain if status == 429 => {
            let limited = RateLimited {
                retry_after_ms: injected.wait_ms,
                is_global: false,
                bucket: None,
            };
            rate_limited(&limited, headers)
        }
        InjectedBody::Plain => error_response(&ApiError::new(status, 0, &reason)),
        InjectedBody::Code(code @ 40003) => {
            let reason = "You are opening direct messages too fast";
            error_response(&ApiError::new(status, code, reason))
        }
        InjectedBody::Code(code) => error_response(&ApiError::new(status, code, &reason)),
        InjectedBody::Page => ApiResponse {
            status,
            body: None,
            html: Some(format!(
                "<!DOCTYPE html><title>{reason}</title><h1>{reason}</h1>"
            )),
        },
    }
}

fn rate_limited(limited: &RateLimited, headers: &mut HeaderMap) -> ApiResponse {
    let seconds = (limited.retry_after_ms.max(1) as f64) / 1000.0;
    let scope = if limited.is_global { "global" } else { "user" };
    set_header(headers, "retry-after", &seconds.ceil().to_string());
    set_header(headers, "x-ratelimit-scope", scope);
    if limited.is_global {
        set_header(headers, "x-ratelimit-global", "true");
    }
    if let Some(bucket_status) = &limited.bucket {
        set_rate_limit_headers(headers, bucket_status);
    }
    ApiResponse {
        status: 429,
        body: Some(json!({
            "message": "You are being rate limited.",
            "retry_after": seconds,
            "global": limited.is_global,
            "code": 0,
        })),
        html: None,
    }
}

fn set_rate_limit_headers(headers: &mut HeaderMap, bucket_status: &rate_limit::BucketStatus) {
    let seconds = |milliseconds: i64| format!("{:.3}", milliseconds as f64 / 1000.0);
    set_header(
        headers,
        "x-ratelimit-limit",
        &bucket_status.limit.to_string(),
    );
    let remaining = bucket_status.remaining.to_string();
    set_header(headers, "x-ratelimit-remaining", &remaining);
    set_header(
        headers,
        "x-ratelimit-reset",
        &seconds(bucket_status.reset_ms),
    );
    let after = seconds(bucket_status.reset_after_ms);
    set_header(headers, "x-ratelimit-reset-after", &after);
    // The bucket's public name doesn't contain the major parameter.
    let kind = bucket_status.bucket.split(':').next().unwrap_or_default();
    set_header(headers, "x-ratelimit-bucket", kind);
}

fn set_header(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn into_response(answer: ApiResponse, mut headers: HeaderMap) -> Response {
    let mut response = match (answer.body, answer.html) {
        (Some(body), _) => {
            // Discord's proxy adds this header; some clients take a response without it for a ban.
            set_header(&mut headers, "via", "1.1 google");
            set_header(&mut headers, "content-type", "application/json");
            Response::new(Body::from(body.to_string()))
        }
        (None, Some(html)) => {
            set_header(&mut headers, "content-type", "text/html; charset=UTF-8");
            Response::new(Body::from(html))
        }
        (None, None) => Response::new(Body::empty()),
    };
    *response.status_mut() =
        StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.headers_mut() = headers;
    response
}
