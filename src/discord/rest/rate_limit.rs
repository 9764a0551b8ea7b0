//! Discord's rate limits, per bucket and global.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;
use serenity::all::RatelimitingBucket;
use tokio::time::Instant;

/// Minimum wait after a response with `Retry-After`.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
/// Maximum time that the client waits itself; longer waits are left to the caller.
pub(super) const MAX_WAIT: Duration = Duration::from_mins(1);
/// Interval between requests once the global rate limit has been hit. Discord allows fifty requests in
/// a second, and requests in flight may arrive together.
const GLOBAL_INTERVAL: Duration = Duration::from_millis(25);

/// Requests that share a rate limit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum RateLimitBucket {
    /// Requests with one method to one route.
    Route(&'static str, RatelimitingBucket),
    /// Follow-ups of the interaction with this token.
    FollowUp(String),
    /// The first response to the interaction with this token. Responses to different interactions do
    /// not share a limit.
    Response(String),
}

impl RateLimitBucket {
    /// Whether requests count towards the global rate limit; those on interactions do not.
    pub(super) const fn is_global(&self) -> bool {
        matches!(self, Self::Route(..))
    }
}

/// The rate limits that Discord has announced.
#[derive(Debug, Default)]
pub(super) struct RateLimits {
    /// The time until which each exhausted bucket is blocked.
    buckets: Mutex<HashMap<RateLimitBucket, Instant>>,
    /// The earliest time of the next request that counts towards the global limit; `None` until that
    /// limit is hit for the first time.
    global: Mutex<Option<Instant>>,
}

impl RateLimits {
    /// How long the bucket is blocked.
    pub(super) fn bucket_wait(&self, bucket: &RateLimitBucket) -> Option<Duration> {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        time_until(*buckets.get(bucket)?)
    }

    /// How long a request has to wait for the global rate limit. If it need not wait, it is counted.
    pub(super) fn global_wait(&self, bucket: &RateLimitBucket) -> Option<Duration> {
        if !bucket.is_global() {
            return None;
        }
        let mut next = self.global.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = time_until((*next)?);
        if wait.is_none() {
            *next = Some(Instant::now() + GLOBAL_INTERVAL);
        }
        wait
    }

    /// Updates the limits from the headers of a response, and from the `retry_after` of its body, which
    /// is more precise than the header. Returns how long Discord asks to wait; a wait of more than
    /// [`MAX_WAIT`] is not recorded here.
    pub(super) fn update(
        &self,
        bucket: &RateLimitBucket,
        headers: &HeaderMap,
        body: Option<f64>,
    ) -> Option<Duration> {
        let header = |name: &str| headers.get(name)?.to_str().ok();
        let is_exhausted = header("x-ratelimit-remaining") == Some("0");
        let reset_after = seconds(header("x-ratelimit-reset-after")).filter(|_| is_exhausted);
        let body = body.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let retry_after = body.or_else(|| seconds(header("retry-after")));
        let retry_after = retry_after.map(|wait| wait.max(SHORTEST_WAIT));
        let wait = retry_after.max(reset_after)?;
        if wait <= MAX_WAIT {
            let until = Instant::now() + wait;
            if header("x-ratelimit-global").is_some() {
                let mut next = self.global.lock().unwrap_or_else(PoisonError::into_inner);
                *next = (*next).max(Some(until));
            } else {
                let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
                buckets.retain(|_, until| *until > Instant::now());
                let known = buckets.entry(bucket.clone()).or_insert(until);
                *known = until.max(*known);
            }
        }
        Some(wait)
    }
}

/// The time until an instant, unless it has passed.
pub(super) fn time_until(instant: Instant) -> Option<Duration> {
    let left = instant.saturating_duration_since(Instant::now());
    Some(left).filter(|left| !left.is_zero())
}

/// A number of seconds in a header.
fn seconds(text: Option<&str>) -> Option<Duration> {
    Duration::try_from_secs_f64(text?.parse().ok()?).ok()
}
