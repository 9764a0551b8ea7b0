//! The pause between requests while Discord rejects all of them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::discord::rest::rate_limit::{RateLimitBucket, time_until};

/// A period in which all requests are rejected because the token is not accepted or a proxy interferes.
///
/// Such a rejection says nothing about the request, so deliveries are kept. Discord bans clients after
/// 10,000 invalid requests in ten minutes, so only one request is sent in each pause, and pauses grow.
#[derive(Debug, Default)]
pub(super) struct Outage {
    state: Mutex<Option<Pause>>,
}

/// The time of the next request during an outage, and the length of the pause after it.
#[derive(Clone, Copy, Debug)]
struct Pause {
    next: Instant,
    length: Duration,
}

impl Outage {
    /// The pause after the first rejection; it doubles with each further one.
    const SHORTEST: Duration = Duration::from_secs(1);
    const LONGEST: Duration = Duration::from_mins(1);

    fn lock(&self) -> MutexGuard<'_, Option<Pause>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is an outage, as far as is known.
    pub(super) fn is_on(&self) -> bool {
        self.lock().is_some()
    }

    /// Records a rejected request; returns the pause that follows.
    pub(super) fn begin(&self, status: u16) -> Duration {
        let mut state = self.lock();
        let length = if let Some(known) = &*state {
            (known.length * 2).min(Self::LONGEST)
        } else {
            tracing::error!(
                status,
                "Discord rejects all requests: notifications wait until it accepts them again. Check the \
                 token, and any proxy on the way"
            );
            Self::SHORTEST
        };
        let next = Instant::now() + length;
        *state = Some(Pause { next, length });
        length
    }

    /// How long a request has to wait; `None` if it may be sent. Requests on interactions are
    /// authenticated by the interaction's token and users wait for them, so they are always sent.
    pub(super) fn wait(&self, bucket: &RateLimitBucket) -> Option<Duration> {
        if !bucket.is_global() {
            return None;
        }
        let mut state = self.lock();
        let known = state.as_mut()?;
        let wait = time_until(known.next);
        if wait.is_none() {
            // This request is the probe; the others wait for its outcome.
            known.next = Instant::now() + known.length;
        }
        wait
    }

    /// Records an accepted request.
    pub(super) fn end(&self) {
        if self.lock().take().is_some() {
            tracing::info!("Discord accepts requests again");
        }
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::Route;

    use super::*;

    #[test]
    fn one_request_is_sent_in_each_pause_and_pauses_grow() {
        let outage = Outage::default();
        let route = RateLimitBucket::Route("GET", Route::UserMe.ratelimiting_bucket());
        let response = RateLimitBucket::Response("token".to_owned());
        assert_eq!(outage.wait(&route), None);
        assert_eq!(outage.begin(401), Outage::SHORTEST);
        assert!(outage.is_on() && outage.wait(&route).is_some());
        // Users who wait for a response are not kept waiting.
        assert_eq!(outage.wait(&response), None);
        assert_eq!(outage.begin(401), 2 * Outage::SHORTEST);
        let longest = (0..10).map(|_| outage.begin(401)).max();
        assert_eq!(longest, Some(Outage::LONGEST));
        // After the pause one request is sent, and the others wait.
        outage.lock().as_mut().unwrap().next = Instant::now();
        assert_eq!(outage.wait(&route), None);
        assert!(outage.wait(&route).is_some());
        outage.end();
        assert_eq!(outage.wait(&route), None);
    }
}
