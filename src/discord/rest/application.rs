//! The bot's own application: its key, and where Discord delivers interactions.

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, DATE, USER_AGENT};
use reqwest::{Client, Method};
use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{Http, HttpError};
use serenity::constants;
use serenity::http::ErrorResponse;

/// Where serenity's routes point.
const DISCORD: &str = "https://discord.com";

/// Webhook events are enabled.
const EVENTS_ENABLED: u64 = 2;
/// Webhook events are disabled.
const EVENTS_DISABLED: u64 = 1;
/// The webhook event that the bot handles.
pub(crate) const APPLICATION_AUTHORIZED: &str = "APPLICATION_AUTHORIZED";

/// The application, as far as the bot needs it. Serenity has no route for it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Application {
    pub(crate) id: serenity::all::ApplicationId,
    pub(crate) name: String,
    /// The key that verifies signatures, in hexadecimal digits.
    pub(crate) verify_key: String,
    pub(crate) interactions_endpoint_url: Option<String>,
    #[serde(default)]
    pub(crate) event_webhooks_url: Option<String>,
    #[serde(default)]
    pub(crate) event_webhooks_status: u64,
    #[serde(default)]
    pub(crate) event_webhooks_types: Vec<String>,
}

impl Application {
    /// Does Discord deliver interactions and webhook events to these URLs?
    pub(crate) fn delivers_to(&self, interactions: &str, events: &str) -> bool {
        self.interactions_endpoint_url.as_deref() == Some(interactions)
            && self.event_webhooks_url.as_deref() == Some(events)
            && self.event_webhooks_status == EVENTS_ENABLED
            && self
                .event_webhooks_types
                .iter()
                .any(|name| name == APPLICATION_AUTHORIZED)
    }
}

/// Gets the application.
pub(crate) async fn application(
    client: &Client,
    http: &Http,
) -> Result<Application, serenity::Error> {
    let (application, _) = request(client, http, Method::GET, "/applications/@me", None).await?;
    Ok(serde_json::from_value(application)?)
}

/// Makes Discord deliver interactions and webhook events to these URLs. It probes them before it
/// answers.
pub(crate) async fn set_endpoint(
    client: &Client,
    http: &Http,
    interactions: &str,
    events: &str,
) -> Result<(), serenity::Error> {
    let form = json!({
        "interactions_endpoint_url": interactions,
        "event_webhooks_url": events,
        "event_webhooks_status": EVENTS_ENABLED,
        "event_webhooks_types": [APPLICATION_AUTHORIZED],
    });
    let patched = request(
        client,
        http,
        Method::PATCH,
        "/applications/@me",
        Some(&form),
    );
    patched.await.map(drop)
}

/// Makes Discord deliver interactions on the gateway again.
pub(crate) async fn clear_endpoint(client: &Client, http: &Http) -> Result<(), serenity::Error> {
    let form = json!({
        "interactions_endpoint_url": null,
        "event_webhooks_url": null,
        "event_webhooks_status": EVENTS_DISABLED,
        "event_webhooks_types": [],
    });
    let patched = request(
        client,
        http,
        Method::PATCH,
        "/applications/@me",
        Some(&form),
    );
    patched.await.map(drop)
}

/// Sends a request; returns the body of the response, and the date on which Discord says it was sent.
pub(crate) async fn request(
    client: &Client,
    http: &Http,
    method: Method,
    path: &str,
    form: Option<&Value>,
) -> Result<(Value, Option<String>), serenity::Error> {
    let base = http.proxy.as_deref().unwrap_or(DISCORD);
    let url = format!("{}/api/v10{path}", base.trim_end_matches('/'));
    let mut request = client
        .request(method.clone(), url)
        .header(USER_AGENT, constants::USER_AGENT)
        .header(AUTHORIZATION, http.token());
    if let Some(form) = form {
        request = request
            .header(CONTENT_TYPE, "application/json")
            .body(form.to_string());
    }
    let response = request.send().await.map_err(HttpError::Request)?;
    if !response.status().is_success() {
        let error = ErrorResponse::from_response(response, method).await;
        return Err(HttpError::UnsuccessfulRequest(error).into());
    }
    let date = response.headers().get(DATE);
    let date = date.and_then(|date| date.to_str().ok()).map(str::to_owned);
    let bytes = response.bytes().await.map_err(HttpError::Request)?;
    Ok((serde_json::from_slice(&bytes)?, date))
}
