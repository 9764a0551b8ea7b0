//! Rate limits: the global limit, the buckets of routes, and the daily limits.

use std::collections::{HashMap, VecDeque};

/// How strictly rate limits are applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RateLimitMode {
    /// Discord's limits.
    #[default]
    Discord,
    /// A hundred times Discord's limits, so that tests needn't wait.
    Patient,
}

/// The number of requests allowed in a time window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RateLimit {
    limit: u32,
    window_ms: i64,
}

/// The state of a bucket after a request, sent in the response's headers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BucketStatus {
    pub(super) bucket: String,
    pub(super) limit: u32,
    pub(super) remaining: u32,
    /// The time at which the bucket resets, in milliseconds.
    pub(super) reset_ms: i64,
    pub(super) reset_after_ms: i64,
}

/// A request exceeded a limit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RateLimited {
    /// How long to wait before the next attempt, in milliseconds.
    pub(super) retry_after_ms: i64,
    /// Whether it was the global limit.
    pub(super) is_global: bool,
    pub(super) bucket: Option<BucketStatus>,
}

/// Counts requests against all limits. A pair of numbers is the end of the current window and the
/// count in it.
#[derive(Debug)]
pub(super) struct RateLimiter {
    pace: RateLimitMode,
    buckets: HashMap<String, (i64, u32)>,
    /// Commands created today.
    command_creates: (i64, usize),
    /// Gateway connections identified today.
    identifies: (i64, usize),
    /// Responses with 401, 403 or 429 in the current window.
    invalid: (i64, usize),
    /// When the requests of the last second arrived that count towards the global limit, accepted or not.
    recent: VecDeque<i64>,
    /// The most of them within any second.
    peak: usize,
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Application commands that can be created per day.
const MAX_COMMAND_CREATES_PER_DAY: usize = 200;
/// Gateway connections that can identify per day.
pub(super) const MAX_IDENTIFIES_PER_DAY: usize = 1000;
/// Invalid requests per window after which all requests are rejected.
const MAX_INVALID_REQUESTS: usize = 10_000;
const INVALID_REQUEST_WINDOW_MS: i64 = 10 * 60 * 1000;

/// Adds `more` to the count, starting a new window if the last one is over, and returns the new
/// count.
fn count_in_window((until, count): &mut (i64, usize), window: i64, more: usize, now: i64) -> usize {
    if *until <= now {
        (*until, *count) = (now + window, 0);
    }
    *count += more;
    *count
}

/// Requests per second over all routes.
const GLOBAL_RATE_LIMIT: RateLimit = RateLimit {
    limit: 50,
    window_ms: 1000,
};

impl RateLimiter {
    pub(super) fn new(pace: RateLimitMode) -> Self {
        Self {
            pace,
            buckets: HashMap::new(),
            command_creates: (0, 0),
            identifies: (0, 0),
            invalid: (0, 0),
            recent: VecDeque::new(),
            peak: 0,
        }
    }

    /// Counts `new` created commands, unless they would exceed the daily limit; returns whether
    /// they fit.
    pub(super) fn try_create_commands(&mut self, new: usize, now: i64) -> bool {
        let made = count_in_window(&mut self.command_creates, DAY_MS, 0, now);
        let may = new == 0 || made + new <= MAX_COMMAND_CREATES_PER_DAY;
        self.command_creates.1 += if may { new } else { 0 };
        may
    }

    /// Counts an identifying gateway connection; false once the daily limit is exceeded.
    pub(super) fn try_identify(&mut self, now: i64) -> bool {
        count_in_window(&mut self.identifies, DAY_MS, 1, now) <= MAX_IDENTIFIES_PER_DAY
    }

    /// The number of connections that can still identify today, and the milliseconds until that
    /// resets.
    pub(super) fn remaining_identifies(&mut self, now: i64) -> (usize, i64) {
        let used = count_in_window(&mut self.identifies, DAY_MS, 0, now);
        (
            MAX_IDENTIFIES_PER_DAY.saturating_sub(used),
            self.identifies.0 - now,
        )
    }

    /// Counts a response towards the ban for invalid requests.
    pub(super) fn record_status(&mut self, status: u16, now: i64) {
        if matches!(status, 401 | 403 | 429) {
            count_in_window(&mut self.invalid, INVALID_REQUEST_WINDOW_MS, 1, now);
        }
    }

    /// The remaining milliseconds of a ban for too many invalid requests.
    pub(super) fn banned_for(&mut self, now: i64) -> Option<i64> {
        let is_banned = count_in_window(&mut self.invalid, INVALID_REQUEST_WINDOW_MS, 0, now)
            >= MAX_INVALID_REQUESTS;
        is_banned.then_some(self.invalid.0 - now)
    }

    /// Counts a request in its bucket and, unless it is exempt, against the global limit.
    /// Interaction callbacks and webhooks are exempt.
    pub(super) fn try_acquire(
        &mut self,
        bucket: Option<(&str, RateLimit)>,
        is_exempt: bool,
        now: i64,
    ) -> Result<Option<BucketStatus>, RateLimited> {
        // Drop expired windows now and then.
        if self.buckets.len() > 1000 {
            self.buckets.retain(|_, (until, _)| *until > now);
        }
        if !is_exempt {
            self.recent.push_back(now);
            while self.recent.front().is_some_and(|at| at + 1000 <= now) {
                self.recent.pop_front();
            }
            self.peak = self.peak.max(self.recent.len());
            let status = self.count_request("global", GLOBAL_RATE_LIMIT, now);
            if let Err(status) = status {
                return Err(RateLimited {
                    retry_after_ms: status.reset_after_ms,
                    is_global: true,
                    bucket: None,
                });
            }
        }
        let Some((name, rate_limit)) = bucket else {
            return Ok(None);
        };
        match self.count_request(name, rate_limit, now) {
            Ok(status) => Ok(Some(status)),
            Err(status) => Err(RateLimited {
                retry_after_ms: status.reset_after_ms,
                is_global: false,
                bucket: Some(status),
            }),
        }
    }

    /// Returns and clears the highest number of requests within any second that counted towards the global limit.
    pub(super) fn take_peak(&mut self) -> usize {
        std::mem::take(&mut self.peak)
    }

    /// Headers for a callback that used up its bucket. Every interaction has its own bucket, which
    /// Discord normally doesn't report.
    pub(super) fn exhausted_callback(interaction: &str, wait: i64, now: i64) -> BucketStatus {
        BucketStatus {
            bucket: format!("callback:{interaction}"),
            limit: 1,
            remaining: 0,
            reset_ms: now + wait,
            reset_after_ms: wait,
        }
    }

    fn count_request(
        &mut self,
        name: &str,
        rate_limit: RateLimit,
        now: i64,
    ) -> Result<BucketStatus, BucketStatus> {
        let limit = match self.pace {
            RateLimitMode::Discord => rate_limit.limit,
            RateLimitMode::Patient => rate_limit.limit * 100,
        };
        let (until, used) = self.buckets.entry(name.to_owned()).or_insert((0, 0));
        if *until <= now {
            (*until, *used) = (now + rate_limit.window_ms, 0);
        }
        let is_over = *used >= limit;
        *used += u32::from(!is_over);
        let status = BucketStatus {
            bucket: name.to_owned(),
            limit,
            remaining: limit - *used,
            reset_ms: *until,
            reset_after_ms: *until - now,
        };
        if is_over { Err(status) } else { Ok(status) }
    }
}

/// The bucket of a request, named after its route and major parameter, if it has one.
pub(super) fn bucket(method: &str, path: &[&str]) -> Option<(String, RateLimit)> {
    let per = |limit, window_ms| RateLimit { limit, window_ms };
    let (route, major_parameter, rate_limit) = match (method, path) {
        (_, ["interactions" | "gateway", ..]) => return None,
        ("DELETE", ["channels", channel, "messages", _]) => ("delete", *channel, per(5, 1000)),
        ("PATCH", ["channels", channel, "messages", _]) => ("edit", *channel, per(5, 5000)),
        ("POST", ["channels", channel, "messages"]) => ("send", *channel, per(5, 5000)),
        ("POST", ["channels", channel, .., "threads"]) => ("thread", *channel, per(50, 300_000)),
        ("PATCH", ["channels", channel]) => ("channel", *channel, per(5, 20_000)),
        ("PUT" | "POST", ["applications", .., "commands"]) => ("commands", "", per(5, 20_000)),
        (_, ["applications", _, "emojis", ..]) => ("emojis", "", per(50, 20_000)),
        ("POST", ["users", "@me", "channels"]) => ("direct", "", per(10, 10_000)),
        (_, ["webhooks", _, token, ..]) => ("webhook", *token, per(5, 2000)),
        (_, [first, second, ..]) => (*first, *second, per(10, 5000)),
        _ => return None,
    };
    Some((format!("{route}:{major_parameter}"), rate_limit))
}

/// The limit of renames of a channel, which Discord doesn't document and doesn't announce in headers.
pub(super) fn rename_bucket(channel: &str) -> (String, RateLimit) {
    let rate_limit = RateLimit {
        limit: 2,
        window_ms: 10 * 60 * 1000,
    };
    (format!("rename:{channel}"), rate_limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_takes_five_messages_in_five_seconds() {
        let mut limiter = RateLimiter::new(RateLimitMode::Discord);
        let (name, rate_limit) = bucket("POST", &["channels", "1", "messages"]).unwrap();
        let bucket = Some((name.as_str(), rate_limit));
        for left in (0..5).rev() {
            let status = limiter.try_acquire(bucket, false, 1000).unwrap().unwrap();
            assert_eq!(status.remaining, left);
        }
        let rejected = limiter.try_acquire(bucket, false, 3000).unwrap_err();
        assert_eq!((rejected.retry_after_ms, rejected.is_global), (3000, false));
        // Another channel has its own bucket, and the window of the first one ends.
        assert!(
            limiter
                .try_acquire(Some(("send:2", rate_limit)), false, 3000)
                .is_ok()
        );
        assert!(limiter.try_acquire(bucket, false, 6000).is_ok());
    }

    #[test]
    fn a_channel_can_be_renamed_twice_in_ten_minutes() {
        let mut limiter = RateLimiter::new(RateLimitMode::Discord);
        let (name, rate_limit) = rename_bucket("1");
        let bucket = Some((name.as_str(), rate_limit));
        assert!(limiter.try_acquire(bucket, true, 0).is_ok());
        assert!(limiter.try_acquire(bucket, true, 1000).is_ok());
        let rejected = limiter.try_acquire(bucket, true, 2000).unwrap_err();
        assert_eq!(rejected.retry_after_ms, 598_000);
        assert!(limiter.try_acquire(bucket, true, 600_000).is_ok());
    }

    #[test]
    fn the_global_limit_exempts_interaction_responses() {
        let mut limiter = RateLimiter::new(RateLimitMode::Discord);
        for _ in 0..50 {
            assert!(limiter.try_acquire(None, false, 0).is_ok());
        }
        let rejected = limiter.try_acquire(None, false, 400).unwrap_err();
        assert_eq!((rejected.retry_after_ms, rejected.is_global), (600, true));
        assert!(limiter.try_acquire(None, true, 400).is_ok());
        assert_eq!((limiter.take_peak(), limiter.take_peak()), (51, 0));
        assert!(limiter.try_acquire(None, false, 1399).is_ok());
        assert!(limiter.try_acquire(None, false, 2000).is_ok());
        assert_eq!(limiter.take_peak(), 2);
    }

    #[test]
    fn two_hundred_commands_can_be_created_per_day() {
        let mut limiter = RateLimiter::new(RateLimitMode::Discord);
        assert!(limiter.try_create_commands(199, 0));
        assert!(!limiter.try_create_commands(2, 1));
        assert!(limiter.try_create_commands(1, 2));
        // Updating commands is free, and the count resets the next day.
        assert!(limiter.try_create_commands(0, 3));
        assert!(!limiter.try_create_commands(1, 4));
        assert!(limiter.try_create_commands(1, DAY_MS));
    }

    #[test]
    fn a_thousand_connections_can_identify_per_day() {
        let mut limiter = RateLimiter::new(RateLimitMode::Discord);
        for _ in 0..MAX_IDENTIFIES_PER_DAY {
            assert!(limiter.try_identify(0));
        }
        assert_eq!(limiter.remaining_identifies(10), (0, DAY_MS - 10));
        assert!(!limiter.try_identify(1));
        assert!(limiter.try_identify(DAY_MS));
    }

    #[test]
    fn ten_thousand_invalid_requests_cause_a_ban() {
        let mut limiter = RateLimiter::new(RateLimitMode::Discord);
        for status in [401, 403, 429]
            .into_iter()
            .cycle()
            .take(MAX_INVALID_REQUESTS - 1)
        {
            limiter.record_status(status, 0);
        }
        limiter.record_status(404, 0);
        assert_eq!(limiter.banned_for(1), None);
        limiter.record_status(403, 1);
        assert_eq!(
            limiter.banned_for(1000),
            Some(INVALID_REQUEST_WINDOW_MS - 1000)
        );
        assert_eq!(limiter.banned_for(INVALID_REQUEST_WINDOW_MS), None);
    }
}
