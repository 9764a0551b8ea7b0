//! The way to Discord, and what can go wrong on it.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::all::{
    ApplicationId, ChannelId as Channel, Http, HttpError, InteractionId, LightMethod, Message,
    MessageId, RatelimitingBucket, Route, UserId,
};
use serenity::http::Request;
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::discord::gateway::invite::invite_link;
use crate::discord::rest::multipart::packed;
use crate::discord::rest::payload::File;

/// So many requests that nobody waits for are on their way at once.
const AT_ONCE: usize = 8;
/// A first answer that takes longer comes too late.
const FIRST_ANSWER: Duration = Duration::from_millis(2500);
/// Whoever was told to come again waits at least so long.
const SHORTEST_REST: Duration = Duration::from_millis(100);
/// For a longer time nobody waits in place.
const LONGEST_REST: Duration = Duration::from_mins(1);
/// Once Discord has said that it was too much in all, one request follows another after this time: it
/// takes fifty in a second, and those on their way at once may get there together.
const STEP: Duration = Duration::from_millis(25);
/// Discord's code for an interaction that has its first response.
pub(crate) const ANSWERED: isize = 40060;
/// Discord's code for a token that it does not accept.
const UNAUTHORIZED: isize = 40001;
/// How often one comes again when Discord says so.
const MOST_RESTS: usize = 100;

/// What went wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DeliveryError {
    /// Not there, or not here: try another place.
    Closed,
    /// We are not in that place at all: only guests, who can answer what is asked there.
    NoAccess,
    /// That message is gone, or can't be changed any more.
    Lost,
    /// Later, perhaps; if Discord says when, not before.
    Later(Option<Duration>),
    /// Nobody knows whether it has arrived, and nobody can find out: it is not sent again.
    Unknown,
    /// It will never work.
    Never(String),
}

/// A message that Discord has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sent {
    /// Its number; none if the answer could not be read.
    pub(crate) message: Option<i64>,
    /// Does only the person who asked see it? Discord does that to public answers where the member may
    /// not use external apps.
    pub(crate) is_ephemeral: bool,
}

/// The flag of an ephemeral message.
const EPHEMERAL: u64 = 1 << 6;

impl Sent {
    fn of(message: &Value) -> Self {
        Self {
            message: message["id"].as_str().and_then(|id| id.parse().ok()),
            is_ephemeral: message["flags"].as_u64().unwrap_or_default() & EPHEMERAL != 0,
        }
    }
}

/// Where Discord counts requests: each place has its own allowance.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum RateLimitBucket {
    /// Requests of one kind to one place.
    Place(&'static str, RatelimitingBucket),
    /// What follows an interaction.
    Token(String),
    /// The first answer to the interaction with this token. Answers to different people have nothing to
    /// do with each other.
    Response(String),
}

/// The way to Discord: requests go out here.
///
/// What people wait for has a road of its own beside the library's. The library would give several
/// files the same number, so that only one arrived; it makes all answers wait in one queue; and with
/// another address its limiter is off, and its errors do not say how long to wait. Here every place
/// rests as long as Discord asks for, and the others go on.
#[derive(Debug)]
pub(crate) struct RestClient {
    http: Arc<Http>,
    client: reqwest::Client,
    /// Until when nothing is sent to a place.
    rests: Mutex<HashMap<RateLimitBucket, Instant>>,
    /// When the next may go out of those that are counted together; any time, as long as Discord has not
    /// said that it was too much.
    next: Mutex<Option<Instant>>,
    senders: Semaphore,
    outage: Outage,
}

/// Requests that are refused before Discord looks at them: the token is not accepted any more, or a
/// proxy stands in the way. Such a refusal is no answer, so nothing is given up for it; and because
/// Discord bans whoever sends 10,000 of them in ten minutes, only one request goes out in a while.
#[derive(Debug, Default)]
struct Outage {
    state: Mutex<Option<Pausing>>,
}

/// When the next request may go out during an outage, and how long the pause after it is.
#[derive(Clone, Copy, Debug)]
struct Pausing {
    next: Instant,
    pause: Duration,
}

impl Outage {
    /// The pause after the first refusal; it doubles with each that follows.
    const SHORTEST: Duration = Duration::from_secs(1);
    const LONGEST: Duration = Duration::from_mins(1);

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Pausing>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request was refused; how long nothing is sent now.
    fn begin(&self, status: u16) -> Duration {
        let mut state = self.lock();
        let pause = if let Some(known) = &*state {
            (known.pause * 2).min(Self::LONGEST)
        } else {
            tracing::error!(
                status,
                "Discord refuses our requests: notices wait until it accepts them again. Check the token, \
                 and any proxy on the way"
            );
            Self::SHORTEST
        };
        let next = Instant::now() + pause;
        *state = Some(Pausing { next, pause });
        pause
    }

    /// How long a request has to wait; none if it may go out. Answers to interactions carry a token of
    /// their own and people wait for them: they go out.
    fn pause(&self, bucket: &RateLimitBucket) -> Option<Duration> {
        if !matches!(bucket, RateLimitBucket::Place(..)) {
            return None;
        }
        let mut state = self.lock();
        let known = state.as_mut()?;
        let pause = left(known.next);
        if pause.is_none() {
            // This one tries it; the others wait for what becomes of it.
            known.next = Instant::now() + known.pause;
        }
        pause
    }

    /// A request was accepted.
    fn end(&self) {
        if self.lock().take().is_some() {
            tracing::info!("Discord accepts our requests again");
        }
    }
}

impl RestClient {
    /// The way that the library has opened, and the client that it uses.
    pub(crate) fn new(http: Arc<Http>, client: reqwest::Client) -> Self {
        Self {
            http,
            client,
            rests: Mutex::default(),
            next: Mutex::default(),
            senders: Semaphore::new(AT_ONCE),
            outage: Outage::default(),
        }
    }

    /// Does Discord accept our requests, as far as is known?
    pub(crate) fn is_accepted(&self) -> bool {
        self.outage.lock().is_none()
    }

    /// Asks for something harmless, to learn whether Discord accepts our requests again.
    pub(crate) async fn probe(&self) {
        let asked: Result<Value, RestError> = self.ask(Route::UserMe, None).await;
        if let Err(error) = asked {
            tracing::debug!(%error, "Discord still refuses our requests");
        }
    }

    /// Sends a message; its number.
    pub(crate) async fn send(
        &self,
        channel: Channel,
        files: &[File],
        form: &Value,
    ) -> Result<i64, DeliveryError> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let errand = RestRequest::new(route, LightMethod::Post).with(form, files);
        let answer = self.carry(errand).await?;
        let sent = answer.bytes().await.ok();
        let sent = sent.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        let id = sent.and_then(|sent| sent["id"].as_str()?.parse().ok());
        // It has arrived, but nobody knows as what: the nonce finds it again.
        id.ok_or(DeliveryError::Later(None))
    }

    /// Changes a message of ours.
    pub(crate) async fn edit(
        &self,
        channel: Channel,
        message: MessageId,
        form: &Value,
    ) -> Result<(), RestError> {
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let errand = RestRequest::new(route, LightMethod::Patch).with(form, &[]);
        self.carry(errand).await.map(drop)
    }

    /// Deletes a message of ours.
    pub(crate) async fn delete(
        &self,
        channel: Channel,
        message: MessageId,
    ) -> Result<(), RestError> {
        let route = Route::ChannelMessage {
            channel_id: channel,
            message_id: message,
        };
        let errand = RestRequest::new(route, LightMethod::Delete);
        self.carry(errand).await.map(drop)
    }

    /// Asks for something, or for something to be made.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        route: Route<'_>,
        form: Option<&Value>,
    ) -> Result<T, RestError> {
        let errand = match form {
            Some(form) => RestRequest::new(route, LightMethod::Post).with(form, &[]),
            None => RestRequest::new(route, LightMethod::Get),
        };
        self.read(errand).await
    }

    /// The last messages in a channel, the newest first.
    pub(crate) async fn recent(&self, channel: Channel) -> Result<Vec<Message>, RestError> {
        let route = Route::ChannelMessages {
            channel_id: channel,
        };
        let mut errand = RestRequest::new(route, LightMethod::Get);
        errand.query = Some(("limit", "100"));
        self.read(errand).await
    }

    async fn read<T: DeserializeOwned>(&self, errand: RestRequest<'_>) -> Result<T, RestError> {
        let answer = self.carry(errand).await?;
        let bytes = answer.bytes().await.map_err(HttpError::Request)?;
        Ok(serde_json::from_slice(&bytes).map_err(serenity::Error::Json)?)
    }

    /// Adds someone to a thread.
    pub(crate) async fn add_to_thread(
        &self,
        thread: Channel,
        user: UserId,
    ) -> Result<(), RestError> {
        let route = Route::ChannelThreadMember {
            channel_id: thread,
            user_id: user,
        };
        let errand = RestRequest::new(route, LightMethod::Put);
        self.carry(errand).await.map(drop)
    }

    /// The first answer to an interaction.
    pub(crate) async fn call_back(
        &self,
        interaction: InteractionId,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<(), RestError> {
        let route = Route::InteractionResponse {
            interaction_id: interaction,
            token,
        };
        let errand = RestRequest::new(route, LightMethod::Post).with(form, files);
        self.carry(errand.counted(RateLimitBucket::Response(token.to_owned())))
            .await
            .map(drop)
    }

    /// The first answer to an interaction, if it is a message; what became of it.
    pub(crate) async fn respond(
        &self,
        interaction: InteractionId,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<Sent, RestError> {
        let route = Route::InteractionResponse {
            interaction_id: interaction,
            token,
        };
        let mut errand = RestRequest::new(route, LightMethod::Post).with(form, files);
        errand.query = Some(("with_response", "true"));
        let made: Value = self
            .read(errand.counted(RateLimitBucket::Response(token.to_owned())))
            .await?;
        Ok(Sent::of(&made["resource"]["message"]))
    }

    /// What is said after the first answer: a new message, unless the first answer was "is thinking".
    pub(crate) async fn follow_up(
        &self,
        token: &str,
        form: &Value,
        files: &[File],
    ) -> Result<Sent, RestError> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.application()?,
            token,
        };
        let errand = RestRequest::new(route, LightMethod::Post).with(form, files);
        let errand = errand.counted(RateLimitBucket::Token(token.to_owned()));
        let answer = self.carry(errand).await?;
        // It has arrived, whatever can be read of the answer.
        let bytes = answer.bytes().await.unwrap_or_default();
        let message = serde_json::from_slice(&bytes).unwrap_or_default();
        Ok(Sent::of(&message))
    }

    /// Changes a message through an interaction: the one on which something was pressed, or a follow-up.
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
        let errand = RestRequest::new(route, LightMethod::Patch).with(form, files);
        let errand = errand.counted(RateLimitBucket::Token(token.to_owned()));
        self.carry(errand).await.map(drop)
    }

    /// The first answer as it stands, if it has arrived.
    pub(crate) async fn original(&self, token: &str) -> Result<Sent, RestError> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: self.application()?,
            token,
        };
        let errand = RestRequest::new(route, LightMethod::Get);
        let errand = errand.counted(RateLimitBucket::Token(token.to_owned()));
        let message: Value = self.read(errand).await?;
        Ok(Sent::of(&message))
    }

    /// Changes the first answer.
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
        let errand = RestRequest::new(route, LightMethod::Patch).with(form, files);
        let errand = errand.counted(RateLimitBucket::Token(token.to_owned()));
        self.carry(errand).await.map(drop)
    }

    /// The link with which the bot is invited to a server.
    pub(crate) fn invitation(&self) -> Option<String> {
        let id = self.http.application_id()?;
        Some(invite_link(id.get()))
    }

    fn application(&self) -> Result<ApplicationId, RestError> {
        let known = self.http.application_id();
        Ok(known.ok_or(HttpError::ApplicationIdMissing)?)
    }

    /// Carries out an errand. Whoever is told to come again waits here, so that what follows in the same
    /// place stays behind.
    async fn carry(&self, errand: RestRequest<'_>) -> Result<Response, RestError> {
        let bucket = &errand.bucket;
        for _ in 0..MOST_RESTS {
            // Whoever waits for an answer does not queue up behind the post.
            let turn = match bucket {
                RateLimitBucket::Place(..) => self.senders.acquire().await.ok(),
                RateLimitBucket::Token(_) | RateLimitBucket::Response(_) => None,
            };
            if let Some(rest) = self.rest_of(bucket) {
                drop(turn);
                tokio::time::sleep(rest).await;
                continue;
            }
            // All of them wait for that, so the turn is kept.
            while let Some(rest) = self.pause(bucket) {
                tokio::time::sleep(rest).await;
            }
            if let Some(pause) = self.outage.pause(bucket) {
                let mut stop = RestError::from(serenity::Error::Other("outage"));
                stop.wait = Some(pause);
                return Err(stop);
            }
            let is_response = matches!(bucket, RateLimitBucket::Response(_));
            let mut request = self.parcel(&errand)?;
            if is_response {
                request = request.timeout(FIRST_ANSWER);
            }
            let answer = request.send().await.map_err(HttpError::Request)?;
            let asked = self.heed(bucket, answer.headers());
            drop(turn);
            if answer.status().is_success() {
                self.outage.end();
                return Ok(answer);
            }
            let is_too_much = answer.status() == StatusCode::TOO_MANY_REQUESTS;
            let is_soon = asked.is_some_and(|rest| rest <= LONGEST_REST);
            if is_too_much && is_soon && !is_response {
                continue;
            }
            let method = errand.method.reqwest_method();
            let error = serenity::http::ErrorResponse::from_response(answer, method).await;
            let mut stop = RestError::from(HttpError::UnsuccessfulRequest(error));
            stop.wait = asked.filter(|_| is_too_much);
            match stop.status() {
                Some(status) if stop.is_refused() => stop.wait = Some(self.outage.begin(status)),
                // Whoever gives one of Discord's codes is Discord, and knows us.
                _ if stop.code().is_some_and(|code| code > 0) => self.outage.end(),
                _ => {}
            }
            return Err(stop);
        }
        let mut stop = RestError::from(serenity::Error::Other("busy"));
        stop.wait = Some(LONGEST_REST);
        Err(stop)
    }

    /// How long nothing may be sent to a place.
    fn rest_of(&self, bucket: &RateLimitBucket) -> Option<Duration> {
        let rests = self.rests.lock().unwrap_or_else(PoisonError::into_inner);
        left(*rests.get(bucket)?)
    }

    /// How long nothing may be sent anywhere; if something may, it is counted. What answers an interaction
    /// is not counted among all requests.
    fn pause(&self, bucket: &RateLimitBucket) -> Option<Duration> {
        if !matches!(bucket, RateLimitBucket::Place(..)) {
            return None;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let pause = left((*next)?);
        if pause.is_none() {
            *next = Some(Instant::now() + STEP);
        }
        pause
    }

    /// Notes what Discord says of its patience; how long it wants us to wait, if it does. A wait that is
    /// too long to be waited for here is for the sender to remember.
    fn heed(&self, bucket: &RateLimitBucket, headers: &HeaderMap) -> Option<Duration> {
        let told = |name: &str| headers.get(name)?.to_str().ok();
        let is_empty = told("x-ratelimit-remaining") == Some("0");
        let full_again = seconds(told("x-ratelimit-reset-after")).filter(|_| is_empty);
        let asked = seconds(told("retry-after")).map(|asked| asked.max(SHORTEST_REST));
        let rest = asked.max(full_again)?;
        if rest <= LONGEST_REST {
            let until = Instant::now() + rest;
            if told("x-ratelimit-global").is_some() {
                let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
                *next = (*next).max(Some(until));
            } else {
                let mut rests = self.rests.lock().unwrap_or_else(PoisonError::into_inner);
                rests.retain(|_, until| *until > Instant::now());
                let known = rests.entry(bucket.clone()).or_insert(until);
                *known = until.max(*known);
            }
        }
        Some(rest)
    }

    /// An errand, ready to be sent.
    fn parcel(&self, errand: &RestRequest<'_>) -> Result<RequestBuilder, RestError> {
        let proxy = self.http.proxy.as_deref();
        let mut request = Request::new(errand.route, errand.method);
        if let Some((name, value)) = errand.query {
            request = request.params(Some(vec![(name, value.to_owned())]));
        }
        let Some(form) = errand.form else {
            return Ok(request.build(&self.client, self.http.token(), proxy)?);
        };
        let (kind, body) = packed(form, errand.files);
        let request = request.body(Some(body));
        let request = request.build(&self.client, self.http.token(), proxy)?;
        // It replaces what the library says of it.
        let kind = HeaderValue::from_str(&kind).map_err(HttpError::InvalidHeader)?;
        Ok(request.headers(HeaderMap::from_iter([(CONTENT_TYPE, kind)])))
    }
}

/// Something to be asked of Discord.
struct RestRequest<'a> {
    route: Route<'a>,
    method: LightMethod,
    form: Option<&'a Value>,
    files: &'a [File],
    /// What is added to the address.
    query: Option<(&'static str, &'static str)>,
    bucket: RateLimitBucket,
}

impl<'a> RestRequest<'a> {
    fn new(route: Route<'a>, method: LightMethod) -> Self {
        Self {
            route,
            method,
            form: None,
            files: &[],
            query: None,
            bucket: RateLimitBucket::Place(name_of(method), route.ratelimiting_bucket()),
        }
    }

    fn with(self, form: &'a Value, files: &'a [File]) -> Self {
        let form = Some(form);
        Self {
            form,
            files,
            ..self
        }
    }

    fn counted(self, bucket: RateLimitBucket) -> Self {
        Self { bucket, ..self }
    }
}

/// Why something did not get through.
#[derive(Debug)]
pub(crate) struct RestError {
    error: Box<serenity::Error>,
    /// How long Discord wants us to wait, if that is too long to wait in place.
    wait: Option<Duration>,
}

impl RestError {
    /// Discord's number for what went wrong.
    pub(crate) fn code(&self) -> Option<isize> {
        match &*self.error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                Some(response.error.code)
            }
            _ => None,
        }
    }

    fn status(&self) -> Option<u16> {
        match &*self.error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                Some(response.status_code.as_u16())
            }
            _ => None,
        }
    }

    /// Was it refused by something that is not Discord, or because Discord does not know us? A refusal
    /// of Discord's own says why, by a code.
    fn is_refused(&self) -> bool {
        let has_code = self
            .code()
            .is_some_and(|code| code > 0 && code != UNAUTHORIZED);
        matches!(self.status(), Some(401 | 403 | 404)) && !has_code
    }

    /// Is it unknown whether it has arrived? An answer of Discord's own with a code says that it has not.
    pub(crate) fn is_unknown(&self) -> bool {
        match &*self.error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                response.status_code.as_u16() >= 500
            }
            serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Json(_) => true,
            _ => false,
        }
    }

    /// Will it work if it is tried again?
    pub(crate) fn is_passing(&self) -> bool {
        match &*self.error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                let status = response.status_code.as_u16();
                status == 429 || status >= 500
            }
            serenity::Error::Http(HttpError::Request(_)) => true,
            _ => false,
        }
    }
}

impl fmt::Display for RestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<E: Into<serenity::Error>> From<E> for RestError {
    fn from(error: E) -> Self {
        Self {
            error: Box::new(error.into()),
            wait: None,
        }
    }
}

impl From<RestError> for DeliveryError {
    fn from(stop: RestError) -> Self {
        if stop.wait.is_some() {
            return Self::Later(stop.wait);
        }
        let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = &*stop.error else {
            // The network, or an answer that can't be read: nobody knows what became of it.
            return Self::Later(None);
        };
        let status = response.status_code.as_u16();
        match response.error.code {
            // Direct messages were opened too fast.
            40003 => Self::Later(None),
            50001 | 50278 => Self::NoAccess,
            50007 | 50013 | 10003 | 50083 | 10015 | 50027 | 10013 | 40094 | 160_005 | 50008
            | 50024 => Self::Closed,
            10008 | 30046 => Self::Lost,
            _ if status == 429 || status >= 500 => Self::Later(None),
            _ if status == 403 || status == 404 => Self::Closed,
            code => Self::Never(format!("{status} {code}: {}", response.error.message)),
        }
    }
}

const fn name_of(method: LightMethod) -> &'static str {
    match method {
        LightMethod::Delete => "DELETE",
        LightMethod::Get => "GET",
        LightMethod::Patch => "PATCH",
        LightMethod::Post => "POST",
        LightMethod::Put => "PUT",
    }
}

/// The time until then, if it has not come.
fn left(until: Instant) -> Option<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    Some(left).filter(|left| !left.is_zero())
}

/// A number of seconds in a header.
fn seconds(text: Option<&str>) -> Option<Duration> {
    Duration::try_from_secs_f64(text?.parse().ok()?).ok()
}

/// A number of Discord's; none for one that can't be.
pub(crate) fn snowflake(id: i64) -> Option<u64> {
    u64::try_from(id).ok().filter(|id| *id > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_requests_are_refused_one_goes_out_in_a_while_and_the_pause_grows() {
        let outage = Outage::default();
        let route = Route::UserMe.ratelimiting_bucket();
        let place = RateLimitBucket::Place("GET", route);
        let response = RateLimitBucket::Response("token".to_owned());
        assert_eq!(outage.pause(&place), None);
        assert_eq!(outage.begin(401), Outage::SHORTEST);
        assert!(outage.pause(&place).is_some());
        // Whoever waits for an answer is not kept waiting.
        assert_eq!(outage.pause(&response), None);
        assert_eq!(outage.begin(401), 2 * Outage::SHORTEST);
        let longest = (0..10).map(|_| outage.begin(401)).max();
        assert_eq!(longest, Some(Outage::LONGEST));
        // When the pause is over, one tries it and the others go on waiting.
        outage.lock().as_mut().unwrap().next = Instant::now();
        assert_eq!(outage.pause(&place), None);
        assert!(outage.pause(&place).is_some());
        outage.end();
        assert_eq!(outage.pause(&place), None);
    }
}
