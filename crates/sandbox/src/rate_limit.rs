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
    window: i64,
}

/// A request's place in its bucket, as told in the headers of the answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BucketStatus {
    pub(super) bucket: String,
    pub(super) limit: u32,
    pub(super) remaining: u32,
    /// When the bucket is full again, in milliseconds.
    pub(super) reset: i64,
    pub(super) reset_after: i64,
}

/// Too many requests.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RateLimited {
    /// How long to wait, in milliseconds.
    pub(super) retry_after: i64,
    /// Was it too many in all?
    pub(super) is_global: bool,
    pub(super) ticket: Option<BucketStatus>,
}

/// Who has asked how often.
#[derive(Debug)]
pub(super) struct RateLimiter {
    pace: Pace,
    used: HashMap<String, (i64, u32)>,
    /// Commands made today.
    created: (i64, usize),
    /// Connections made today.
    identified: (i64, usize),
    /// Answers 401, 403 and 429 in the last minutes.
    wrong: (i64, usize),
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
    window: 1000,
};

impl RateLimiter {
    pub(super) fn new(pace: Pace) -> Self {
        Self {
            pace,
            used: HashMap::new(),
            created: (0, 0),
            identified: (0, 0),
            wrong: (0, 0),
        }
    }

    /// May so many new commands be made? Then they are counted.
    pub(super) fn try_create_commands(&mut self, new: usize, now: i64) -> bool {
        let made = count_in_window(&mut self.created, DAY_MS, 0, now);
        let may = new == 0 || made + new <= MAX_COMMAND_CREATES_PER_DAY;
        self.created.1 += if may { new } else { 0 };
        may
    }

    /// Counts a connection that identifies itself; false if there were too many today.
    pub(super) fn try_identify(&mut self, now: i64) -> bool {
        count_in_window(&mut self.identified, DAY_MS, 1, now) <= MAX_IDENTIFIES_PER_DAY
    }

    /// How many more connections may identify themselves, and when the count begins anew.
    pub(super) fn remaining_identifies(&mut self, now: i64) -> (usize, i64) {
        let used = count_in_window(&mut self.identified, DAY_MS, 0, now);
        (
            MAX_IDENTIFIES_PER_DAY.saturating_sub(used),
            self.identified.0 - now,
        )
    }

    /// Counts an answer that says that the bot does not know what it does.
    pub(super) fn note(&mut self, status: u16, now: i64) {
        if matches!(status, 401 | 403 | 429) {
            count_in_window(&mut self.wrong, INVALID_REQUEST_WINDOW_MS, 1, now);
        }
    }

    /// For how many milliseconds is nothing answered, because too much was wrong?
    pub(super) fn banned_for(&mut self, now: i64) -> Option<i64> {
        let is_banned = count_in_window(&mut self.wrong, INVALID_REQUEST_WINDOW_MS, 0, now)
            >= MAX_INVALID_REQUESTS;
        is_banned.then_some(self.wrong.0 - now)
    }

    /// Counts a request: in its bucket, and in all unless it answers an interaction.
    pub(super) fn take(
        &mut self,
        bucket: Option<(&str, RateLimit)>,
        is_free: bool,
        now: i64,
    ) -> Result<Option<BucketStatus>, RateLimited> {
        // What is over is not needed any more.
        if self.used.len() > 1000 {
            self.used.retain(|_, (until, _)| *until > now);
        }
        if !is_free {
            let ticket = self.count("global", GLOBAL_RATE_LIMIT, now);
            if let Err(ticket) = ticket {
                return Err(RateLimited {
                    retry_after: ticket.reset_after,
                    is_global: true,
                    ticket: None,
                });
            }
        }
        let Some((name, allowance)) = bucket else {
            return Ok(None);
        };
        match self.count(name, allowance, now) {
            Ok(ticket) => Ok(Some(ticket)),
            Err(ticket) => Err(RateLimited {
                retry_after: ticket.reset_after,
                is_global: false,
                ticket: Some(ticket),
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
            reset: now + wait,
            reset_after: wait,
        }
    }

    fn count(
        &mut self,
        name: &str,
        allowance: RateLimit,
        now: i64,
    ) -> Result<BucketStatus, BucketStatus> {
        let limit = match self.pace {
            Pace::Discord => allowance.limit,
            Pace::Patient => allowance.limit * 100,
        };
        let (until, used) = self.used.entry(name.to_owned()).or_insert((0, 0));
        if *until <= now {
            (*until, *used) = (now + allowance.window, 0);
        }
        let is_over = *used >= limit;
        *used += u32::from(!is_over);
        let ticket = BucketStatus {
            bucket: name.to_owned(),
            limit,
            remaining: limit - *used,
            reset: *until,
            reset_after: *until - now,
        };
        if is_over { Err(ticket) } else { Ok(ticket) }
    }
}

/// The bucket of a request, if it has one: its kind and its place.
pub(super) fn bucket(method: &str, path: &[&str]) -> Option<(String, RateLimit)> {
    let allow = |limit, window| RateLimit { limit, window };
    let (kind, place, allowance) = match (method, path) {
        (_, ["interactions" | "gateway", ..]) => return None,
        ("DELETE", ["channels", channel, "messages", _]) => ("delete", *channel, allow(5, 1000)),
        ("PATCH", ["channels", channel, "messages", _]) => ("edit", *channel, allow(5, 5000)),
        ("POST", ["channels", channel, "messages"]) => ("send", *channel, allow(5, 5000)),
        ("POST", ["channels", channel, .., "threads"]) => ("thread", *channel, allow(50, 300_000)),
        ("PATCH", ["channels", channel]) => ("channel", *channel, allow(5, 20_000)),
        ("PUT" | "POST", ["applications", .., "commands"]) => ("commands", "", allow(5, 20_000)),
        ("POST", ["users", "@me", "channels"]) => ("direct", "", allow(10, 10_000)),
        (_, ["webhooks", _, token, ..]) => ("webhook", *token, allow(5, 2000)),
        (_, [first, second, ..]) => (*first, *second, allow(10, 5000)),
        _ => return None,
    };
    Some((format!("{kind}:{place}"), allowance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_messages_in_five_seconds_and_a_word_when_to_come_again() {
        let mut rates = RateLimiter::new(Pace::Discord);
        let (name, allowance) = bucket("POST", &["channels", "1", "messages"]).unwrap();
        let bucket = Some((name.as_str(), allowance));
        for left in (0..5).rev() {
            let ticket = rates.take(bucket, false, 1000).unwrap().unwrap();
            assert_eq!(ticket.remaining, left);
        }
        let no = rates.take(bucket, false, 3000).unwrap_err();
        assert_eq!((no.retry_after, no.is_global), (3000, false));
        // Another channel has its own, and after a while there is room again.
        assert!(rates.take(Some(("send:2", allowance)), false, 3000).is_ok());
        assert!(rates.take(bucket, false, 6000).is_ok());
    }

    #[test]
    fn fifty_a_second_in_all_but_answers_are_free() {
        let mut rates = RateLimiter::new(Pace::Discord);
        for _ in 0..50 {
            assert!(rates.take(None, false, 0).is_ok());
        }
        let no = rates.take(None, false, 400).unwrap_err();
        assert_eq!((no.retry_after, no.is_global), (600, true));
        assert!(rates.take(None, true, 400).is_ok());
    }

    #[test]
    fn two_hundred_new_commands_a_day() {
        let mut rates = RateLimiter::new(Pace::Discord);
        assert!(rates.try_create_commands(199, 0));
        assert!(!rates.try_create_commands(2, 1));
        assert!(rates.try_create_commands(1, 2));
        // What is not new costs nothing, and tomorrow is another day.
        assert!(rates.try_create_commands(0, 3));
        assert!(!rates.try_create_commands(1, 4));
        assert!(rates.try_create_commands(1, DAY_MS));
    }

    #[test]
    fn a_thousand_connections_a_day() {
        let mut rates = RateLimiter::new(Pace::Discord);
        for _ in 0..MAX_IDENTIFIES_PER_DAY {
            assert!(rates.try_identify(0));
        }
        assert_eq!(rates.remaining_identifies(10), (0, DAY_MS - 10));
        assert!(!rates.try_identify(1));
        assert!(rates.try_identify(DAY_MS));
    }

    #[test]
    fn whoever_is_wrong_ten_thousand_times_is_not_heard_any_more() {
        let mut rates = RateLimiter::new(Pace::Discord);
        for status in [401, 403, 429]
            .into_iter()
            .cycle()
            .take(MAX_INVALID_REQUESTS - 1)
        {
            rates.note(status, 0);
        }
        rates.note(404, 0);
        assert_eq!(rates.banned_for(1), None);
        rates.note(403, 1);
        assert_eq!(
            rates.banned_for(1000),
            Some(INVALID_REQUEST_WINDOW_MS - 1000)
        );
        assert_eq!(rates.banned_for(INVALID_REQUEST_WINDOW_MS), None);
    }
}
