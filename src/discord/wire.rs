//! The way to Discord, and what can go wrong on it.

use std::sync::Arc;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::Value;
use serenity::all::{
    ChannelId as Channel, CreateAttachment, Http, HttpError, InteractionId, LightMethod, Route,
};
use serenity::http::Request;

use super::answer::File;
use super::parcel::packed;

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
        if self.http.ratelimiter.is_some() && files.len() < 2 {
            let sent = self.http.send_message(channel, attached(files), form).await;
            let sent = sent.map_err(|error| trouble(&error))?;
            return Ok(sent.id.get() as i64);
        }
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let request = self.parcel(route, LightMethod::Post, files, form);
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

    /// The first answer to an interaction.
    pub(super) async fn call_back(
        &self,
        interaction: InteractionId,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<(), serenity::Error> {
        if files.len() < 2 {
            let files = attached(files);
            let http = &self.http;
            return http
                .create_interaction_response(interaction, token, form, files)
                .await;
        }
        let route = Route::InteractionResponse {
            interaction_id: interaction,
            token,
        };
        self.upload(route, LightMethod::Post, files, form).await
    }

    /// What is said after the first answer.
    pub(super) async fn follow_up(
        &self,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<(), serenity::Error> {
        if let (Some(application_id), true) = (self.http.application_id(), files.len() > 1) {
            let route = Route::WebhookFollowupMessages {
                application_id,
                token,
            };
            return self.upload(route, LightMethod::Post, files, form).await;
        }
        let sent = self
            .http
            .create_followup_message(token, form, attached(files));
        sent.await.map(drop)
    }

    /// Changes the first answer.
    pub(super) async fn change_answer(
        &self,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<(), serenity::Error> {
        if let (Some(application_id), true) = (self.http.application_id(), files.len() > 1) {
            let route = Route::WebhookOriginalInteractionResponse {
                application_id,
                token,
            };
            return self.upload(route, LightMethod::Patch, files, form).await;
        }
        let edited = self
            .http
            .edit_original_interaction_response(token, form, attached(files));
        edited.await.map(drop)
    }

    async fn upload(
        &self,
        route: Route<'_>,
        method: LightMethod,
        files: &[File],
        form: &Value,
    ) -> Result<(), serenity::Error> {
        let request = self.parcel(route, method, files, form).map_err(|e| *e)?;
        let answer = request.send().await.map_err(HttpError::Request)?;
        if answer.status().is_success() {
            return Ok(());
        }
        let method = method.reqwest_method();
        let error = serenity::http::ErrorResponse::from_response(answer, method).await;
        Err(HttpError::UnsuccessfulRequest(error).into())
    }

    /// A form with its files, ready to be sent.
    ///
    /// The library gives all files that are handed to it the same number, so that of several only one
    /// would arrive.
    fn parcel(
        &self,
        route: Route<'_>,
        method: LightMethod,
        files: &[File],
        form: &Value,
    ) -> Result<reqwest::RequestBuilder, Box<serenity::Error>> {
        let (kind, body) = packed(form, files);
        let request = Request::new(route, method).body(Some(body));
        let proxy = self.http.proxy.as_deref();
        let request = request.build(&self.client, self.http.token(), proxy);
        let request = request.map_err(Box::new)?;
        // It replaces what the library says of it.
        let kind = HeaderValue::from_str(&kind);
        let kind = kind.map_err(|error| Box::new(HttpError::InvalidHeader(error).into()))?;
        Ok(request.headers(HeaderMap::from_iter([(CONTENT_TYPE, kind)])))
    }
}

/// How long Discord wants us to wait, if it says so.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: f64 = headers.get("retry-after")?.to_str().ok()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// A number of Discord's; none for one that can't be.
pub(super) fn snowflake(id: i64) -> Option<u64> {
    u64::try_from(id).ok().filter(|id| *id > 0)
}

/// A file as the library sends it; see [`Wire::parcel`] for several.
fn attached(files: &[File]) -> Vec<CreateAttachment> {
    let files = files.iter();
    files
        .map(|file| CreateAttachment::bytes(file.bytes.clone(), file.name.clone()))
        .collect()
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
        50007 | 50278 | 50001 | 50013 | 10003 | 50083 | 10015 | 50027 | 10013 | 40094 | 160_005
        | 50008 | 50024 => Trouble::Closed,
        10008 | 30046 => Trouble::Lost,
        _ if status == 429 || status >= 500 => Trouble::Later(None),
        _ if status == 403 || status == 404 => Trouble::Closed,
        code => Trouble::Never(format!("{status} {code}: {}", response.error.message)),
    }
}
