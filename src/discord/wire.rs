//! The way to Discord, and what can go wrong on it.

use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::Value;
use serenity::all::{ChannelId as Channel, CreateAttachment, Http, HttpError, LightMethod, Route};
use serenity::http::{Multipart, MultipartUpload, Request};

use super::answer::File;

/// What went wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// Not there, or not here: try another place.
    Closed,
    /// That message is gone, or can't be changed any more.
    Lost,
    /// Later, perhaps; if Discord says when, not before.
    Later(Option<Duration>),
    /// It will never work.
    Never(String),
}

/// The way to Discord: requests go out here.
#[derive(Debug)]
pub(super) struct Wire {
    /// For everything that need not know how long to wait.
    pub(super) http: Arc<Http>,
    client: reqwest::Client,
}

impl Wire {
    /// The way that the library has opened, and the client that it uses.
    pub(super) const fn new(http: Arc<Http>, client: reqwest::Client) -> Self {
        Self { http, client }
    }

    /// Sends a message; its number.
    ///
    /// The library waits by itself when it is told to, but only on the way to Discord proper: with
    /// another address its limiter is off, and its errors do not say how long to wait.
    pub(super) async fn send(
        &self,
        channel: Channel,
        files: &[File],
        form: &Value,
    ) -> Result<i64, Trouble> {
        if self.http.ratelimiter.is_some() {
            let sent = self.http.send_message(channel, attached(files), form).await;
            let sent = sent.map_err(|error| trouble(&error))?;
            return Ok(sent.id.get() as i64);
        }
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let request = Request::new(route, LightMethod::Post);
        let request = if files.is_empty() {
            request.body(Some(form.to_string().into_bytes()))
        } else {
            request.multipart(Some(Multipart {
                upload: MultipartUpload::Attachments(attached(files)),
                payload_json: Some(form.to_string()),
                fields: Vec::new(),
            }))
        };
        let proxy = self.http.proxy.as_deref();
        let request = request.build(&self.client, self.http.token(), proxy);
        let request = request.map_err(|error| trouble(&error))?;
        let answer = request.send().await.map_err(|_| Trouble::Later(None))?;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            return Err(Trouble::Later(retry_after(answer.headers())));
        }
        if !answer.status().is_success() {
            let method = reqwest::Method::POST;
            let error = serenity::http::ErrorResponse::from_response(answer, method).await;
            return Err(trouble(&HttpError::UnsuccessfulRequest(error).into()));
        }
        let sent = answer.bytes().await.ok();
        let sent = sent.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        let id = sent.and_then(|sent| sent["id"].as_str()?.parse().ok());
        // It has arrived, but nobody knows as what: the nonce finds it again.
        id.ok_or(Trouble::Later(None))
    }
}

/// How long Discord wants us to wait, if it says so.
fn retry_after(headers: &reqwest::header::HeaderMap) -> Option<Duration> {
    let seconds: f64 = headers.get("retry-after")?.to_str().ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// A number of Discord's; none for one that can't be.
pub(super) fn snowflake(id: i64) -> Option<u64> {
    u64::try_from(id).ok().filter(|id| *id > 0)
}

/// Files as they are sent.
pub(super) fn attached(files: &[File]) -> Vec<CreateAttachment> {
    let attach = |(id, file): (u64, &File)| {
        let mut attachment = CreateAttachment::bytes(file.bytes.clone(), file.name.clone());
        // By this number the form finds it.
        attachment.id = id;
        attachment
    };
    (0..).zip(files).map(attach).collect()
}

/// Discord's number for what went wrong.
pub(super) fn code_of(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some(response.error.code)
        }
        _ => None,
    }
}

/// What an error comes to.
pub(super) fn trouble(error: &serenity::Error) -> Trouble {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else {
        // The network, or an answer that can't be read: nobody knows what became of it.
        return Trouble::Later(None);
    };
    let status = response.status_code.as_u16();
    match response.error.code {
        50007 | 50278 | 50001 | 50013 | 10003 | 50083 | 10015 | 50027 | 10013 | 40094 | 160_005 => {
            Trouble::Closed
        }
        10008 | 30046 => Trouble::Lost,
        _ if status == 429 || status >= 500 => Trouble::Later(None),
        _ if status == 403 || status == 404 => Trouble::Closed,
        code => Trouble::Never(format!("{status} {code}: {}", response.error.message)),
    }
}
