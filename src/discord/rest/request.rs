//! A request to Discord's REST API.

use reqwest::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use serenity::all::{Http, HttpError, LightMethod, Route};
use serenity::constants;
use tokio::time::Instant;

use crate::discord::rest::error::RestError;
use crate::discord::rest::payload::File;
use crate::discord::rest::rate_limit::RateLimitBucket;
use crate::discord::view::emoji::EmojiIds;

/// Where serenity's routes point.
const DISCORD: &str = "https://discord.com";

/// A request that can be sent repeatedly.
pub(super) struct RestRequest<'a> {
    pub(super) route: Route<'a>,
    pub(super) method: LightMethod,
    pub(super) bucket: RateLimitBucket,
    payload: Option<&'a Value>,
    files: &'a [File],
    query: Option<(&'static str, &'static str)>,
    /// When it is too late to send it.
    pub(super) deadline: Option<Instant>,
}

impl<'a> RestRequest<'a> {
    pub(super) fn new(route: Route<'a>, method: LightMethod) -> Self {
        Self {
            route,
            method,
            bucket: RateLimitBucket::Route(method_name(method), route.ratelimiting_bucket()),
            payload: None,
            files: &[],
            query: None,
            deadline: None,
        }
    }

    /// Sets the time after which the request is useless.
    pub(super) fn deadline(self, deadline: Instant) -> Self {
        Self {
            deadline: Some(deadline),
            ..self
        }
    }

    /// Adds a JSON payload and the files that it describes.
    pub(super) fn payload(self, payload: &'a Value, files: &'a [File]) -> Self {
        Self {
            payload: Some(payload),
            files,
            ..self
        }
    }

    /// Adds a query parameter.
    pub(super) fn query(self, name: &'static str, value: &'static str) -> Self {
        Self {
            query: Some((name, value)),
            ..self
        }
    }

    /// Counts the request in another bucket than that of its route.
    pub(super) fn bucket(self, bucket: RateLimitBucket) -> Self {
        Self { bucket, ..self }
    }

    /// Builds the HTTP request, with emoji for the placeholders in its payload. The address of `http`
    /// replaces Discord's if it is set.
    ///
    /// Serenity's `Request::build` is not used because it gives all files the same index.
    pub(super) fn build(
        &self,
        client: &Client,
        http: &Http,
        emojis: &EmojiIds,
    ) -> Result<RequestBuilder, RestError> {
        let mut url = self.route.path().to_string();
        if let Some(proxy) = &http.proxy {
            url = url.replace(DISCORD, proxy.trim_end_matches('/'));
        }
        if let Some((name, value)) = self.query {
            url = format!("{url}?{name}={value}");
        }
        let request = client
            .request(self.method.reqwest_method(), url)
            .header(USER_AGENT, constants::USER_AGENT)
            .header(AUTHORIZATION, http.token());
        Ok(match self.payload.map(|payload| emojis.resolved(payload)) {
            None => request.header(CONTENT_LENGTH, 0),
            Some(payload) if self.files.is_empty() => request
                .header(CONTENT_TYPE, "application/json")
                .body(payload.to_string()),
            Some(payload) => request.multipart(multipart(&payload, self.files)?),
        })
    }
}

/// A payload with files, each under its index in the payload's `attachments`.
fn multipart(payload: &Value, files: &[File]) -> Result<Form, HttpError> {
    let json = Part::text(payload.to_string()).mime_str("application/json");
    let mut form = Form::new().part("payload_json", json.map_err(HttpError::Request)?);
    for (index, file) in files.iter().enumerate() {
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        let part = part.mime_str(media_type(&file.name));
        form = form.part(format!("files[{index}]"), part.map_err(HttpError::Request)?);
    }
    Ok(form)
}

/// The media type of a file, by the extension of its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "png" => "image/png",
        "gif" => "image/gif",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

const fn method_name(method: LightMethod) -> &'static str {
    match method {
        LightMethod::Delete => "DELETE",
        LightMethod::Get => "GET",
        LightMethod::Patch => "PATCH",
        LightMethod::Post => "POST",
        LightMethod::Put => "PUT",
    }
}
