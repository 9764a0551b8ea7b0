//! How often one may ask: so many requests a second in all, and so many for each kind and place.

use std::collections::HashMap;

/// How strict the sandbox is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// As Discord is.
    #[default]
    Discord,
    /// A hundred times as patient, so that tests need not wait.
    Patient,
}

/// A bucket: so many requests in so many milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RateLimit {
    limit: u32,
    window_ms: i64,
}

/// A request's place in its bucket, as told in the headers of the answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BucketStatus {
    pub(super) bucket: String,
    pub(super) limit: u32,
    pub(super) remaining: u32,
    /// When the bucket is full again, in milliseconds.
    pub(super) reset_ms: i64,
    pub(super) reset_after_ms: i64,
}

/// Too many requests.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RateLimited {
    /// How long to wait, in milliseconds.
    pub(super) retry_after_ms: i64,
    /// Was it too many in all?
    pub(super) is_global: bool,
    pub(super) bucket: Option<BucketStatus>,
}

/// Who has asked how often.
#[derive(Debug)]
pub(super) struct RateLimiter {
    pace: Pace,
    buckets: HashMap<String, (i64, u32)>,
    /// Commands made today.
    command_creates: (i64, usize),
    /// Connections made today.
    identifies: (i64, usize),
    /// Answers 401, 403 and 429 in the last minutes.
    invalid: (i64, usize),
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// New commands a day.
const MAX_COMMAND_CREATES_PER_DAY: usize = 200;
/// Connections a day.
pub(super) const MAX_IDENTIFIES_PER_DAY: usize = 1000;
/// Wrong answers within their window, after which nothing is answered any more.
const MAX_INVALID_REQUESTS: usize = 10_000;
const INVALID_REQUEST_WINDOW_MS: i64 = 10 * 60 * 1000;

/// Counts so many more in a window of time.
fn count_in_window((until, count): &mut (i64, usize), window: i64, more: usize, now: i64) -> usize {
    if *until <= now {
        (*until, *count) = (now + window, 0);
    }
    *count += more;
    *count
}

/// Requests a second in all.
const GLOBAL_RATE_LIMIT: RateLimit = RateLimit {
    limit: 50,
    window_ms: 1000,
};

impl RateLimiter {
    pub(super) fn new(pace: Pace) -> Self {
        Self {
            pace,
            buckets: HashMap::new(),
            command_creates: (0, 0),
            identifies: (0, 0),
            invalid: (0, 0),
        }
    }

    /// May so many new commands be made? Then they are counted.
    pub(super) fn try_create_commands(&mut self, new: usize, now: i64) -> bool {
        let made = count_in_window(&mut self.command_creates, DAY_MS, 0, now);
        let may = new == 0 || made + new <= MAX_COMMAND_CREATES_PER_DAY;
        self.command_creates.1 += if may { new } else { 0 };
        may
    }

    /// Counts a connection that identifies itself; false if there were too many today.
    pub(super) fn try_identify(&mut self, now: i64) -> bool {
        count_in_window(&mut self.identifies, DAY_MS, 1, now) <= MAX_IDENTIFIES_PER_DAY
    }

    /// How many more connections may identify themselves, and when the count begins anew.
    pub(super) fn remaining_identifies(&mut self, now: i64) -> (usize, i64) {
        let used = count_in_window(&mut self.identifies, DAY_MS, 0, now);
        (
            MAX_IDENTIFIES_PER_DAY.saturating_sub(used),
            self.identifies.0 - now,
        )
    }

    /// Counts an answer that says that the bot does not know what it does.
    pub(super) fn record_status(&mut self, status: u16, now: i64) {
        if matches!(status, 401 | 403 | 429) {
            count_in_window(&mut self.invalid, INVALID_REQUEST_WINDOW_MS, 1, now);
        }
    }

    /// For how many milliseconds is nothing answered, because too much was wrong?
    pub(super) fn banned_for(&mut self, now: i64) -> Option<i64> {
        let is_banned = count_in_window(&mut self.invalid, INVALID_REQUEST_WINDOW_MS, 0, now)
            >= MAX_INVALID_REQUESTS;
        is_banned.then_some(self.invalid.0 - now)
    }

    /// Counts a request: in its bucket, and in all unless it answers an interaction.
    pub(super) fn try_acquire(
        &mut self,
        bucket: Option<(&str, RateLimit)>,
        is_exempt: bool,
        now: i64,
    ) -> Result<Option<BucketStatus>, RateLimited> {
        // What is over is not needed any more.
        if self.buckets.len() > 1000 {
            self.buckets.retain(|_, (until, _)| *until > now);
        }
        if !is_exempt {
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

    /// What a first answer to an interaction is told that had the last of its bucket: each interaction has
    /// one of its own. Usually nothing is said of it.
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
            Pace::Discord => rate_limit.limit,
            Pace::Patient => rate_limit.limit * 100,
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

/// The bucket of a request, if it has one: its kind and its place.
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
        ("POST", ["users", "@me", "channels"]) => ("direct", "", per(10, 10_000)),
        (_, ["webhooks", _, token, ..]) => ("webhook", *token, per(5, 2000)),
        (_, [first, second, ..]) => (*first, *second, per(10, 5000)),
        _ => return None,
    };
    Some((format!("{route}:{major_parameter}"), rate_limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_messages_in_five_seconds_and_a_word_when_to_come_again() {
        let mut limiter = RateLimiter::new(Pace::Discord);
        let (name, rate_limit) = bucket("POST", &["channels", "1", "messages"]).unwrap();
        let bucket = Some((name.as_str(), rate_limit));
        for left in (0..5).rev() {
            let status = limiter.try_acquire(bucket, false, 1000).unwrap().unwrap();
            assert_eq!(status.remaining, left);
        }
        let limited = limiter.try_acquire(bucket, false, 3000).unwrap_err();
        assert_eq!((limited.retry_after_ms, limited.is_global), (3000, false));
        // Another channel has its own, and after a while there is room again.
        assert!(
            limiter
                .try_acquire(Some(("send:2", rate_limit)), false, 3000)
                .is_ok()
        );
        assert!(limiter.try_acquire(bucket, false, 6000).is_ok());
    }

    #[test]
    fn fifty_a_second_in_all_but_answers_are_free() {
        let mut limiter = RateLimiter::new(Pace::Discord);
        for _ in 0..50 {
            assert!(limiter.try_acquire(None, false, 0).is_ok());
        }
        let limited = limiter.try_acquire(None, false, 400).unwrap_err();
        assert_eq!((limited.retry_after_ms, limited.is_global), (600, true));
        assert!(limiter.try_acquire(None, true, 400).is_ok());
    }

    #[test]
    fn two_hundred_new_commands_a_day() {
        let mut limiter = RateLimiter::new(Pace::Discord);
        assert!(limiter.try_create_commands(199, 0));
        assert!(!limiter.try_create_commands(2, 1));
        assert!(limiter.try_create_commands(1, 2));
        // What is not new costs nothing, and tomorrow is another day.
        assert!(limiter.try_create_commands(0, 3));
        assert!(!limiter.try_create_commands(1, 4));
        assert!(limiter.try_create_commands(1, DAY_MS));
    }

    #[test]
    fn a_thousand_connections_a_day() {
        let mut limiter = RateLimiter::new(Pace::Discord);
        for _ in 0..MAX_IDENTIFIES_PER_DAY {
            assert!(limiter.try_identify(0));
        }
        assert_eq!(limiter.remaining_identifies(10), (0, DAY_MS - 10));
        assert!(!limiter.try_identify(1));
        assert!(limiter.try_identify(DAY_MS));
    }

    #[test]
    fn whoever_is_wrong_ten_thousand_times_is_not_heard_any_more() {
        let mut limiter = RateLimiter::new(Pace::Discord);
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
