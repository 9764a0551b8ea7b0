//! The client for Discord's REST API.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::all::{
    ApplicationId, ChannelId as Channel, GuildId, Http, HttpError, InteractionId, LightMethod,
    Message, MessageFlags, MessageId, RoleId, Route, UserId,
};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::discord::gateway::invite::invite_link;
use crate::discord::rest::budget::{Budget, Urgency};
pub(crate) use crate::discord::rest::error::{DeliveryError, RestError};
use crate::discord::rest::outage::Outage;
use crate::discord::rest::payload::File;
use crate::discord::rest::rate_limit::{MAX_WAIT, RateLimitBucket, RateLimits};
use crate::discord::rest::request::RestRequest;
use crate::discord::view::emoji::EmojiIds;
use crate::lease_keeper::{LeaseGuard, Leases};
use crate::metrics::Metrics;

/// Maximum number of concurrent requests that no user waits for.
const MAX_CONCURRENT: usize = 8;
/// Timeout of a first response; Discord accepts none after three seconds.
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(2500);
/// Maximum number of waits for rate limits before a request is given back to the caller.
const MAX_WAITS: usize = 100;

/// A message that Discord has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SentMessage {
    /// The id of the message; `None` if the response can't be read.
    pub(crate) message: Option<i64>,
    /// Whether only the invoking user sees it. Discord makes public responses ephemeral where the member
    /// may not use external apps.
    pub(crate) is_ephemeral: bool,
}

impl SentMessage {
    fn new(message: &Value) -> Self {
        let flags = message["flags"].as_u64().unwrap_or_default();
        Self {
            message: message["id"].as_str().and_then(|id| id.parse().ok()),
            is_ephemeral: flags & MessageFlags::EPHEMERAL.bits() != 0,
        }
    }
}

/// Sends requests to Discord.
///
/// Serenity's own client is used only for what no user waits for: it puts all first responses into one
/// queue, gives all files of a message the same index, has no rate limiting when another address is
/// configured, and its errors do not say how long to wait. This client waits for each rate limit bucket
/// separately.
#[derive(Clone, Debug)]
pub(crate) struct RestClient {
    shared: Arc<Transport>,
    /// What has to be leased when a request begins; `None` if nothing has to be.
    lease: Option<LeaseGuard>,
    urgency: Urgency,
}

/// What all clients of this process share.
#[derive(Debug)]
struct Transport {
    http: Arc<Http>,
    client: reqwest::Client,
    limits: RateLimits,
    budget: Budget,
    leases: Leases,
    outage: Outage,
    /// Permits for requests that no user waits for.
    permits: Semaphore,
    emojis: Arc<EmojiIds>,
    metrics: Arc<Metrics>,
}

impl RestClient {
    /// Sends requests with the token and the address of `http` through its HTTP client.
    pub(crate) fn new(
        http: Arc<Http>,
        client: reqwest::Client,
        emojis: Arc<EmojiIds>,
        metrics: Arc<Metrics>,
        per_second: usize,
        leases: Leases,
    ) -> Self {
        let shared = Transport {
            http,
            client,
            limits: RateLimits::default(),
            budget: Budget::new(per_second, leases.clone()),
            leases,
            outage: Outage::default(),
            permits: Semaphore::new(MAX_CONCURRENT),
            emojis,
            metrics,
        };
        Self {
            shared: Arc::new(shared),
            lease: None,
            urgency: Urgency::Now,
        }
    }

    /// This client for work that is leased: it begins no request after the lease has ended.
    pub(crate) fn under(&self, lease: LeaseGuard) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            lease: Some(lease),
            urgency: self.urgency,
        }
    }

    /// This client for requests of another urgency.
    pub(crate) fn with(&self, urgency: Urgency) -> Self {
        Self {
            urgency,
            ..self.clone()
        }
    }

    /// What has to be leased when a request begins.
    pub(crate) const fn lease(&self) -> Option<&LeaseGuard> {
        self.lease.as_ref()
    }

    /// Is so much of the budget used that what can be done later should be?
    pub(crate) fn is_tight(&self) -> bool {
        self.shared.budget.is_tight(Instant::now())
    }

    /// The number of requests that this process may send in a second.
    pub(crate) fn share(&self) -> usize {
        self.shared.budget.share()
    }

    /// Waits until a thread of a tournament may be begun.
    pub(crate) async fn await_thread_turn(&self) {
        let turn = self.shared.budget.thread_turn(Instant::now());
        tokio::time::sleep_until(turn).await;
    }

    /// Has the lease not ended, if there has to be one?
    pub(crate) fn is_permitted(&self) -> bool {
        self.lease.as_ref().is_none_or(LeaseGuard::is_held)
    }

    /// Serenity's client, for what no user waits for.
    pub(crate) fn http(&self) -> &Arc<Http> {
        &self.shared.http
    }

    /// Whether Discord accepts the bot's requests, as far as is known.
    pub(crate) fn is_accepted(&self) -> bool {
        !self.shared.outage.is_on()
    }

    /// Sends a harmless request, to find out whether Discord accepts requests again.
    pub(crate) async fn probe(&self) {
        let asked: Result<Value, RestError> = self.ask(Route::UserMe, None).await;
        if let Err(error) = asked {
            tracing::debug!(%error, "Discord still rejects requests");
        }
    }

    /// Sends a message; returns its id.
    pub(crate) async fn send(
        &self,
        channel: Channel,
        files: &[File],
        form: &Value,
    ) -> Result<i64, DeliveryError> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let request = RestRequest::new(route, LightMethod::Post).payload(form, files);
        let response = self.execute(request).await?;
        let sent = response.bytes().await.ok();
        let sent = sent.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        let id = sent.and_then(|sent| sent["id"].as_str()?.parse().ok());
        // It was delivered, but its id is unknown: the next attempt finds it by its nonce.
        id.ok_or(DeliveryError::Later(None))
    }

    /// Edits a message of the bot.
    pub(crate) async fn edit(
        &self,
        channel: Channel,
        message: MessageId,
        form: &Value,
    ) -> Result<(), RestError> {
        self.edit_with_files(channel, message, &[], form).await
    }

    /// Edits a message and attaches files to it.
    pub(crate) async fn edit_with_files(
        &self,
        channel: Channel,
        message: MessageId,
        files: &[File],
        form: &Value,
    ) -> Result<(), RestError> {
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let request = RestRequest::new(route, LightMethod::Patch).payload(form, files);
        self.execute(request).await.map(drop)
    }

    /// Deletes a message of the bot.
    pub(crate) async fn delete(
        &self,
        channel: Channel,
        message: MessageId,
    ) -> Result<(), RestError> {
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let request = RestRequest::new(route, LightMethod::Delete);
        self.execute(request).await.map(drop)
    }

    /// Gets a resource, or creates one if there is a payload.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        form: Option<&Value>,
    ) -> Result<T, RestError> {
        let request = match form {
            Some(form) => RestRequest::new(route, LightMethod::Post).payload(form, &[]),
            None => RestRequest::new(route, LightMethod::Get),
        };
        self.read(request).await
    }

    /// The most recent messages in a channel, newest first.
    pub(crate) async fn recent(&self, channel: Channel) -> Result<Vec<Message>, RestError> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let request = RestRequest::new(route, LightMethod::Get).query("limit", "100");
        self.read(request).await
    }

    /// Sends a request and reads the response.
    async fn read<T: DeserializeOwned>(&self, request: RestRequest<'_>) -> Result<T, RestError> {
        let response = self.execute(request).await?;
        let bytes = response.bytes().await.map_err(HttpError::Request)?;
        Ok(serde_json::from_slice(&bytes).map_err(serenity::Error::Json)?)
    }

    /// Changes a thread.
    pub(crate) async fn edit_thread(&self, thread: Channel, form: &Value) -> Result<(), RestError> {
        let route = Route::Channel { channel_id: thread };
        let request = RestRequest::new(route, LightMethod::Patch).payload(form, &[]);
        self.execute(request).await.map(drop)
    }

    /// Adds a user to a thread.
    pub(crate) async fn add_to_thread(
        &self,
        thread: Channel,
        user: UserId,
    ) -> Result<(), RestError> {
        let route = Route::ChannelThreadMember {
            channel_id: thread,
            user_id: user,
        };
        let request = RestRequest::new(route, LightMethod::Put);
        self.execute(request).await.map(drop)
    }

    /// Gives a member of a server a role.
    pub(crate) async fn give_role(
        &self,
        guild_id: GuildId,
        user_id: UserId,
        role_id: RoleId,
    ) -> Result<(), RestError> {
        let route = Route::GuildMemberRole {
            guild_id,
            user_id,
            role_id,
        };
        let request = RestRequest::new(route, LightMethod::Put);
        self.execute(request).await.map(drop)
    }

    /// Sends the first response to an interaction. Waits for rate limits as long as it arrives before
    /// the deadline.
    pub(crate) async fn call_back(
        &self,
        (interaction, token, deadline): (InteractionId, &str, Instant),
        form: &Value,
        files: &[File],
    ) -> Result<(), RestError> {
        let route = Route::InteractionResponse {
            interaction_id: interaction,
            token,
        };
        let request = RestRequest::new(route, LightMethod::Post).payload(form, files);
        let request = request.deadline(deadline);
        self.execute(request.bucket(RateLimitBucket::Response(token.to_owned())))
            .await
            .map(drop)
    }

    /// Sends a message as the first response to an interaction; returns what Discord made of it. Waits
    /// for rate limits as long as it arrives before the deadline.
    pub(crate) async fn respond(
        &self,
        (interaction, token, deadline): (InteractionId, &str, Instant),
        form: &Value,
        files: &[File],
    ) -> Result<SentMessage, RestError> {
        let route = Route::InteractionResponse {
            interaction_id: interaction,
            token,
        };
        let request = RestRequest::new(route, LightMethod::Post).payload(form, files);
        let request = request.query("with_response", "true").deadline(deadline);
        let made: Value = self
            .read(request.bucket(RateLimitBucket::Response(token.to_owned())))
            .await?;
        Ok(SentMessage::new(&made["resource"]["message"]))
    }

    /// Sends a follow-up message. After a deferred response, the first one replaces "is thinking".
    pub(crate) async fn follow_up(
        &self,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<SentMessage, RestError> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.application()?,
            token,
        };
        let request = RestRequest::new(route, LightMethod::Post).payload(form, files);
        let request = request.bucket(RateLimitBucket::FollowUp(token.to_owned()));
        let response = self.execute(request).await?;
        // The message was sent, whether or not the response can be read.
        let bytes = response.bytes().await.unwrap_or_default();
        let message = serde_json::from_slice(&bytes).unwrap_or_default();
        Ok(SentMessage::new(&message))
    }

    /// Edits the message of a component, or a follow-up message, through the interaction's token.
    pub(crate) async fn change_message(
        &self,
        token: &str,
        message: MessageId,
        form: &Value,
        files: &[File],
    ) -> Result<(), RestError> {
        let route = Route::WebhookFollowupMessage {
            application_id: self.application()?,
            token,
            message_id: message,
        };
        let request = RestRequest::new(route, LightMethod::Patch).payload(form, files);
        let request = request.bucket(RateLimitBucket::FollowUp(token.to_owned()));
        self.execute(request).await.map(drop)
    }

    /// Gets the first response to an interaction.
    pub(crate) async fn original(&self, token: &str) -> Result<SentMessage, RestError> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: self.application()?,
            token,
        };
        let request = RestRequest::new(route, LightMethod::Get);
        let request = request.bucket(RateLimitBucket::FollowUp(token.to_owned()));
        let message: Value = self.read(request).await?;
        Ok(SentMessage::new(&message))
    }

    /// Edits the first response to an interaction.
    pub(crate) async fn change_answer(
        &self,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<(), RestError> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: self.application()?,
            token,
        };
        let request = RestRequest::new(route, LightMethod::Patch).payload(form, files);
        let request = request.bucket(RateLimitBucket::FollowUp(token.to_owned()));
        self.execute(request).await.map(drop)
    }

    /// The link that adds the bot to a server.
    pub(crate) fn invitation(&self) -> Option<String> {
        let id = self.shared.http.application_id()?;
        Some(invite_link(id.get()))
    }

    fn application(&self) -> Result<ApplicationId, RestError> {
        let known = self.shared.http.application_id();
        Ok(known.ok_or(HttpError::ApplicationIdMissing)?)
    }

    /// Counts a response that Discord regards as that of an invalid request.
    fn count_invalid(&self, response: &Response) {
        match response.status() {
            StatusCode::TOO_MANY_REQUESTS => {
                let scope = response.headers().get("x-ratelimit-scope");
                let scope = scope.and_then(|scope| scope.to_str().ok());
                if scope == Some("global") {
                    self.shared.leases.slow_down();
                }
                self.shared
                    .metrics
                    .invalid_request(Some(scope.unwrap_or("user")));
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                self.shared.metrics.invalid_request(None);
            }
            _ => {}
        }
    }

    /// Sends a request. Waits for its rate limit here, so that later requests to the same destination
    /// stay behind it.
    async fn execute(&self, request: RestRequest<'_>) -> Result<Response, RestError> {
        let bucket = &request.bucket;
        let is_response = matches!(bucket, RateLimitBucket::Response(_));
        for _ in 0..MAX_WAITS {
            if bucket.is_global() {
                let budget = &self.shared.budget;
                while let Some(wait) = budget.wait_for_room(self.urgency, Instant::now()) {
                    tokio::time::sleep(wait).await;
                }
            }
            // Requests that users wait for do not queue behind notifications.
            let permit = if bucket.is_global() {
                self.shared.permits.acquire().await.ok()
            } else {
                None
            };
            if let Some(wait) = self.shared.limits.bucket_wait(bucket) {
                drop(permit);
                if let Some(deadline) = request.deadline
                    && Instant::now() + wait >= deadline
                {
                    return Err(RestError::waiting("busy", wait));
                }
                tokio::time::sleep(wait).await;
                continue;
            }
            // Everyone waits for the global limit, so the permit is kept.
            while let Some(wait) = self.shared.limits.global_wait(bucket) {
                tokio::time::sleep(wait).await;
            }
            if let Some(wait) = self.shared.outage.wait(bucket) {
                return Err(RestError::waiting("outage", wait));
            }
            let mut attempt =
                request.build(&self.shared.client, &self.shared.http, &self.shared.emojis)?;
            if is_response {
                attempt = attempt.timeout(RESPONSE_TIMEOUT);
            }
            if bucket.is_global() {
                while let Some(wait) = self.shared.budget.take(Instant::now()) {
                    tokio::time::sleep(wait).await;
                }
            }
            // Right before the request begins: another process may do this by now.
            if !self.is_permitted() {
                return Err(RestError::waiting("lease", Duration::ZERO));
            }
            if bucket.is_global() {
                self.shared.metrics.counted_request();
            }
            let response = attempt.send().await.map_err(HttpError::Request)?;
            self.count_invalid(&response);
            let (status, headers) = (response.status(), response.headers().clone());
            if status.is_success() {
                self.shared.limits.update(bucket, &headers, None);
                drop(permit);
                self.shared.outage.end();
                return Ok(response);
            }
            let body = response.bytes().await.unwrap_or_default();
            let body: Value = serde_json::from_slice(&body).unwrap_or_default();
            let is_rate_limited = status == StatusCode::TOO_MANY_REQUESTS;
            let retry_after = body["retry_after"].as_f64().filter(|_| is_rate_limited);
            let wait = self.shared.limits.update(bucket, &headers, retry_after);
            drop(permit);
            if let Some(wait) = wait.filter(|_| is_rate_limited) {
                match request.deadline {
                    None if wait <= MAX_WAIT => continue,
                    // It still arrives in time if it waits.
                    Some(deadline) if Instant::now() + wait < deadline => {
                        tokio::time::sleep(wait).await;
                        continue;
                    }
                    _ => {}
                }
            }
            let mut error = RestError::rejected(status.as_u16(), &body);
            error.wait = wait.filter(|_| is_rate_limited);
            match error.status() {
                Some(status) if error.is_unauthorized() => {
                    error.wait = Some(self.shared.outage.begin(status));
                }
                // An error code shows that Discord itself has accepted the token.
                _ if error.code().is_some_and(|code| code > 0) => self.shared.outage.end(),
                _ => {}
            }
            return Err(error);
        }
        Err(RestError::waiting("busy", MAX_WAIT))
    }
}

/// Pause before a first response that failed is sent again; it doubles each time.
const AGAIN: Duration = Duration::from_millis(150);

/// Sends a first response until it arrives, is refused, or its deadline passes, but at least twice.
/// Returns the result of the last attempt, and whether there was more than one: then Discord may say
/// that the interaction has been acknowledged already.
pub(crate) async fn insist<T, F: Future<Output = Result<T, RestError>>>(
    deadline: Instant,
    attempt: impl Fn() -> F,
) -> (Result<T, RestError>, bool) {
    let mut pause = AGAIN;
    let mut is_repeated = false;
    loop {
        let sent = attempt().await;
        let may_repeat = !is_repeated || Instant::now() + pause < deadline;
        // A rate limit that would outlast the deadline has been waited for in vain.
        if may_repeat
            && sent
                .as_ref()
                .is_err_and(|error| error.is_passing() && error.wait.is_none())
        {
            tokio::time::sleep(pause).await;
            pause *= 2;
            is_repeated = true;
            continue;
        }
        return (sent, is_repeated);
    }
}

/// A Discord id; `None` for a number that can't be one.
pub(crate) fn snowflake(id: i64) -> Option<u64> {
    u64::try_from(id).ok().filter(|id| *id > 0)
}
