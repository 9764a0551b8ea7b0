//! Discord's REST, version 10: every request the bot can make, in one list.
//!
//! A request is read, weighed (who asks, how often, what is to go wrong), carried out, and written
//! to the log with its answer. What is not in the list is refused loudly, never answered as if it
//! were done.

mod applications;
mod channels;
mod messages;
mod client_view;
mod replies;
mod request;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::{Value, json};

use super::faults::{FalseAnswer, FalseBody};
use super::rate_limit::{self, Rates, TooMany};
use super::api_error::ApiError;
use super::state::{Core, State};
use request::Asked;

pub(super) use request::LARGEST;

/// An answer: a status and, unless there is nothing to say, a body.
#[derive(Clone, PartialEq, Debug)]
struct Answer {
    status: u16,
    body: Option<Value>,
    /// A page of HTML instead, which is no answer of Discord's.
    page: Option<String>,
}

type Answered = Result<Answer, ApiError>;

#[expect(
    clippy::unnecessary_wraps,
    reason = "how every request that is not refused ends"
)]
fn ok(body: Value) -> Answered {
    Ok(Answer {
        status: 200,
        body: Some(body),
        page: None,
    })
}

#[expect(clippy::unnecessary_wraps, reason = "as with ok")]
fn created(body: Value) -> Answered {
    Ok(Answer {
        status: 201,
        body: Some(body),
        page: None,
    })
}

#[expect(clippy::unnecessary_wraps, reason = "as with ok")]
fn done() -> Answered {
    Ok(Answer {
        status: 204,
        body: None,
        page: None,
    })
}

/// Answers a request to `/api/…`.
pub(super) async fn answer(core: Arc<Core>, request: axum::extract::Request) -> Response {
    let token = request.headers().get("authorization").cloned();
    let asked = match Asked::read(request).await {
        Ok(asked) => asked,
        Err(refusal) => return response(refused(&refusal), HeaderMap::new()),
    };
    let delay = core.lock().faults.delay_ms;
    if delay > 0 {
        tokio::time::sleep(Duration::from_millis(delay)).await;
    }
    let (answer, headers, is_lost, is_cut) = {
        let mut state = core.lock();
        let (answer, headers) = weigh(&core, &mut state, &asked, token.as_ref());
        let is_done = answer.status < 400;
        let is_cut = is_done && state.faults.cuts_answer(&asked.path);
        let is_lost = is_done && !is_cut && state.faults.loses_answer();
        let now = state.now();
        state.rates.note(answer.status, now);
        state.log.request(now, &asked.record(&answer));
        (answer, headers, is_lost, is_cut)
    };
    if is_cut {
        // A body that fails before its first byte ends the connection before the answer has begun.
        let broken =
            futures_util::stream::once(async { Err::<Vec<u8>, _>(io::Error::other("cut")) });
        return Response::new(Body::from_stream(broken));
    }
    if is_lost {
        // As when something between here and the bot gives up waiting: the work is done.
        return response(
            Answer {
                status: 504,
                body: None,
                page: None,
            },
            HeaderMap::new(),
        );
    }
    response(answer, headers)
}

/// Is it to be carried out? Then it is.
fn weigh(
    core: &Core,
    state: &mut State,
    asked: &Asked,
    token: Option<&HeaderValue>,
) -> (Answer, HeaderMap) {
    let mut headers = HeaderMap::new();
    let path = asked.segments();
    let now = state.now();
    if let Some(retry_after) = state.rates.banned_for(now) {
        let no = TooMany {
            retry_after,
            is_global: true,
            ticket: None,
        };
        return (too_many(&no, &mut headers), headers);
    }
    // Answers to interactions carry a token of their own.
    let is_open = matches!(
        path.as_slice(),
        ["interactions" | "webhooks", ..] | ["gateway"]
    );
    let is_known = token.is_some_and(|token| token.as_bytes() == bot_token(core).as_bytes());
    if !is_open && !is_known {
        return (refused(&ApiError::new(401, 0, "401: Unauthorized")), headers);
    }
    if let Some(answer) = state.faults.false_answer(&asked.path) {
        return (false_answer(&answer, &mut headers), headers);
    }
    let bucket = rate_limit::bucket(&asked.method, &path);
    let bucket = bucket.as_ref().map(|(name, rate)| (name.as_str(), *rate));
    let is_free = matches!(path.as_slice(), ["interactions" | "webhooks", ..]);
    match state.rates.take(bucket, is_free, now) {
        Ok(ticket) => {
            if let Some(ticket) = ticket {
                tell_rate(&mut headers, &ticket);
            }
            if let ["interactions", id, ..] = path.as_slice()
                && let Some(wait) = state.faults.spends_callback()
            {
                tell_rate(&mut headers, &Rates::spent_callback(id, wait, now));
            }
        }
        Err(no) => return (too_many(&no, &mut headers), headers),
    }
    let answer = carry_out(state, asked).unwrap_or_else(|refusal| {
        let (method, path) = (&asked.method, &asked.path);
        let (number, words) = (refusal.code, &refusal.message);
        if refusal.status == 501 {
            tracing::warn!("{method} {path} is refused: {words}");
        } else {
            tracing::debug!("{method} {path} is refused: {number} {words}");
        }
        refused(&refusal)
    });
    (answer, headers)
}

fn bot_token(core: &Core) -> String {
    format!("Bot {}", core.token)
}

/// Every request there is.
fn carry_out(state: &mut State, asked: &Asked) -> Answered {
    let path = asked.segments();
    match (asked.method.as_str(), path.as_slice()) {
        ("GET", ["gateway"]) => ok(json!({ "url": state.gateway_url() })),
        ("GET", ["gateway", "bot"]) => gateway(state),

        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => {
            applications::me(state)
        }
        (method, ["applications", id, "commands", rest @ ..]) => {
            applications::commands(state, asked, method, id, None, rest)
        }
        (method, ["applications", id, "guilds", server, "commands", rest @ ..]) => {
            applications::commands(state, asked, method, id, Some(server), rest)
        }

        ("POST", ["interactions", id, token, "callback"]) => {
            replies::callback(state, asked, id, token)
        }
        ("POST", ["webhooks", id, token]) => replies::follow_up(state, asked, id, token),
        ("GET", ["webhooks", id, token, "messages", message]) => {
            replies::get(state, id, token, message)
        }
        ("PATCH", ["webhooks", id, token, "messages", message]) => {
            replies::edit(state, asked, id, token, message)
        }
        ("DELETE", ["webhooks", id, token, "messages", message]) => {
            replies::delete(state, id, token, message)
        }

        ("GET", ["channels", id]) => channels::get(state, id),
        ("PATCH", ["channels", id]) => channels::edit(state, asked, id),
        ("DELETE", ["channels", id]) => channels::delete(state, id),
        ("POST", ["channels", id, "typing"]) => channels::typing(state, id),
        ("POST", ["channels", id, "threads"]) => channels::begin_thread(state, asked, id),
        ("POST", ["channels", id, "messages", message, "threads"]) => {
            channels::begin_thread_from(state, asked, id, message)
        }
        ("PUT", ["channels", id, "thread-members", user]) => {
            channels::set_follower(state, id, user, true)
        }
        ("DELETE", ["channels", id, "thread-members", user]) => {
            channels::set_follower(state, id, user, false)
        }

        ("GET", ["channels", id, "messages"]) => messages::list(state, asked, id),
        ("POST", ["channels", id, "messages"]) => messages::send(state, asked, id),
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
            messages::edit(state, asked, id, message)
        }
        ("DELETE", ["channels", id, "messages", message]) => messages::delete(state, id, message),

        ("GET", ["users", "@me"]) => people::me(state),
        ("GET", ["users", "@me", "guilds"]) => people::my_servers(state),
        ("POST", ["users", "@me", "channels"]) => people::direct(state, asked),
        ("GET", ["users", id]) => people::user(state, id),
        ("GET", ["guilds", id]) => people::server(state, id),
        ("DELETE", ["users", "@me", "guilds", id]) => people::leave(state, id),
        ("GET", ["guilds", id, "channels"]) => people::channels(state, id),
        ("GET", ["guilds", id, "threads", "active"]) => people::threads(state, id),
        ("GET", ["guilds", id, "roles"]) => people::roles(state, id),
        ("GET", ["guilds", id, "members"]) => people::members(state, asked, id),
        ("GET", ["guilds", id, "members", user]) => people::member(state, id, user),

        (method, _) => {
            let path = &asked.path;
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
                Err(ApiError::not_done("this request"))
            } else {
                tracing::warn!("{method} {path} is no request of Discord's");
                Err(ApiError::new(404, 0, "404: Not Found"))
            }
        }
    }
}

/// Where the gateway is, and how many connections are left.
fn gateway(state: &mut State) -> Answered {
    let now = state.now();
    let (remaining, reset_after) = state.rates.identifies_left(now);
    ok(json!({
        "url": state.gateway_url(),
        "shards": 1,
        "session_start_limit": {
            "total": rate_limit::MOST_IDENTIFIED, "remaining": remaining,
            "reset_after": reset_after, "max_concurrency": 1,
        },
    }))
}

fn refused(refusal: &ApiError) -> Answer {
    Answer {
        status: refusal.status,
        body: Some(refusal.body()),
        page: None,
    }
}

fn false_answer(wished: &FalseAnswer, headers: &mut HeaderMap) -> Answer {
    let status = wished.status;
    let words = StatusCode::from_u16(status).ok();
    let words = words.and_then(|status| status.canonical_reason());
    let words = format!("{status}: {}", words.unwrap_or("as wished"));
    match wished.body {
        FalseBody::Plain if status == 429 => {
            let no = TooMany {
                retry_after: wished.wait_ms,
                is_global: false,
                ticket: None,
            };
            too_many(&no, headers)
        }
        FalseBody::Plain => refused(&ApiError::new(status, 0, &words)),
        FalseBody::Code(code @ 40003) => {
            let words = "You are opening direct messages too fast";
            refused(&ApiError::new(status, code, words))
        }
        FalseBody::Code(code) => refused(&ApiError::new(status, code, &words)),
        FalseBody::Page => Answer {
            status,
            body: None,
            page: Some(format!(
                "<!DOCTYPE html><title>{words}</title><h1>{words}</h1>"
            )),
        },
    }
}

fn too_many(no: &TooMany, headers: &mut HeaderMap) -> Answer {
    let seconds = (no.retry_after.max(1) as f64) / 1000.0;
    let scope = if no.is_global { "global" } else { "user" };
    set(headers, "retry-after", &seconds.ceil().to_string());
    set(headers, "x-ratelimit-scope", scope);
    if no.is_global {
        set(headers, "x-ratelimit-global", "true");
    }
    if let Some(ticket) = &no.ticket {
        tell_rate(headers, ticket);
    }
    Answer {
        status: 429,
        body: Some(json!({
            "message": "You are being rate limited.",
            "retry_after": seconds,
            "global": no.is_global,
            "code": 0,
        })),
        page: None,
    }
}

fn tell_rate(headers: &mut HeaderMap, ticket: &rate_limit::Ticket) {
    let seconds = |milliseconds: i64| format!("{:.3}", milliseconds as f64 / 1000.0);
    set(headers, "x-ratelimit-limit", &ticket.limit.to_string());
    let remaining = ticket.remaining.to_string();
    set(headers, "x-ratelimit-remaining", &remaining);
    set(headers, "x-ratelimit-reset", &seconds(ticket.reset));
    let after = seconds(ticket.reset_after);
    set(headers, "x-ratelimit-reset-after", &after);
    // A bucket's name says nothing of the place.
    let kind = ticket.bucket.split(':').next().unwrap_or_default();
    set(headers, "x-ratelimit-bucket", kind);
}

fn set(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn response(answer: Answer, mut headers: HeaderMap) -> Response {
    let mut response = match (answer.body, answer.page) {
        (Some(body), _) => {
            // What came through Discord's own proxy says so; some clients take anything else for a ban.
            set(&mut headers, "via", "1.1 google");
            set(&mut headers, "content-type", "application/json");
            Response::new(Body::from(body.to_string()))
        }
        (None, Some(page)) => {
            set(&mut headers, "content-type", "text/html; charset=UTF-8");
            Response::new(Body::from(page))
        }
        (None, None) => Response::new(Body::empty()),
    };
    *response.status_mut() =
        StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.headers_mut() = headers;
    response
}
