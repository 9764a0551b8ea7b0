//! The rate limit for users: a token bucket per user, one for commands and a larger one for components.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::app::Refusal;
use crate::model::{PlayerId, Time};

/// Commands per user and minute, unless the host sets another number.
pub const DEFAULT_COMMANDS_PER_MINUTE: usize = 30;

/// Which bucket an interaction counts against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RateLimitKind {
    /// A slash command or a command of a user's menu.
    Command,
    /// A component, a modal or an autocomplete request: one turn takes many of them.
    Component,
    /// Something posted for everyone on request.
    Share,
}

/// Component interactions allowed for each allowed command.
const COMPONENTS_PER_COMMAND: usize = 8;
/// Commands allowed for each public message on request.
const COMMANDS_PER_SHARE: usize = 6;
/// The time in which an empty bucket fills up, in milliseconds.
const WINDOW: i64 = 60_000;
/// Above this number of buckets, full ones are dropped.
const MAX_BUCKETS: usize = 10_000;

/// The buckets of all users.
#[derive(Debug)]
pub(crate) struct UserRateLimiter {
    /// 0 for no limit.
    commands_per_minute: usize,
    buckets: Mutex<HashMap<(PlayerId, RateLimitKind), TokenBucket>>,
}

/// A token bucket, which fills up evenly as time passes.
#[derive(Clone, Copy, Debug)]
struct TokenBucket {
    /// Tokens left, in thousandths.
    left: i64,
    /// When `left` was computed.
    at: Time,
}

impl UserRateLimiter {
    /// Creates a limiter; 0 allows any number of commands.
    pub(crate) fn new(commands_per_minute: usize) -> Self {
        Self {
            commands_per_minute,
            buckets: Mutex::default(),
        }
    }

    /// Counts an interaction of a user, or refuses it and says when the next one is allowed.
    pub(crate) fn check(
        &self,
        by: PlayerId,
        kind: RateLimitKind,
        now: Time,
    ) -> Result<(), Refusal> {
        let capacity = match kind {
            RateLimitKind::Command => self.commands_per_minute,
            RateLimitKind::Component => self
                .commands_per_minute
                .saturating_mul(COMPONENTS_PER_COMMAND),
            RateLimitKind::Share => self.commands_per_minute.div_ceil(COMMANDS_PER_SHARE),
        };
        if capacity == 0 {
            return Ok(());
        }
        let taken = self.take(by, kind, capacity, now);
        taken.map_err(Refusal::TooFast)
    }

    /// Takes one token, or says when there will be one.
    fn take(
        &self,
        by: PlayerId,
        kind: RateLimitKind,
        capacity: usize,
        now: Time,
    ) -> Result<(), Time> {
        let full = capacity as i64 * 1000;
        let refill = |bucket: &TokenBucket| {
            let passed = (now.0 - bucket.at.0).clamp(0, WINDOW);
            (bucket.left + full * passed / WINDOW).min(full)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, bucket| refill(bucket) < full);
        }
        let new = TokenBucket {
            left: full,
            at: now,
        };
        let bucket = buckets.entry((by, kind)).or_insert(new);
        // If the clock has been set back, the bucket fills up from now on.
        bucket.at = bucket.at.min(now);
        let left = refill(bucket);
        if left < 1000 {
            let wait = ((1000 - left) * WINDOW + full - 1) / full;
            return Err(Time(now.0 + wait));
        }
        *bucket = TokenBucket {
            left: left - 1000,
            at: now,
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: PlayerId = PlayerId(1);
    const BLACK: PlayerId = PlayerId(2);
    const NOW: i64 = 1_700_000_000_000;

    #[test]
    fn everyone_has_a_fair_share_of_commands_and_a_larger_one_of_components() {
        use RateLimitKind::{Command, Component};
        let limiter = UserRateLimiter::new(6);
        let ask = |by, kind, after: i64| limiter.check(by, kind, Time(NOW + after));
        for _ in 0..6 {
            assert_eq!(ask(WHITE, Command, 0), Ok(()));
        }
        let later = Time(NOW + 10_000);
        assert_eq!(ask(WHITE, Command, 0), Err(Refusal::TooFast(later)));
        // Other users and components are counted apart.
        assert_eq!(ask(BLACK, Command, 0), Ok(()));
        for _ in 0..48 {
            assert_eq!(ask(WHITE, Component, 0), Ok(()));
        }
        assert!(ask(WHITE, Component, 0).is_err());
        assert_eq!(ask(WHITE, RateLimitKind::Share, 0), Ok(()));
        assert!(ask(WHITE, RateLimitKind::Share, 0).is_err());
        // After the time that was named one more is allowed.
        assert!(ask(WHITE, Command, 9_999).is_err());
        assert_eq!(ask(WHITE, Command, 10_000), Ok(()));
        assert!(ask(WHITE, Command, 10_001).is_err());
        // After a minute the bucket is full, and never more than full.
        for _ in 0..6 {
            assert_eq!(ask(WHITE, Command, 500_000), Ok(()));
        }
        assert!(ask(WHITE, Command, 500_000).is_err());
    }

    #[test]
    fn zero_is_no_limit() {
        let limiter = UserRateLimiter::new(0);
        for _ in 0..1000 {
            let done = limiter.check(WHITE, RateLimitKind::Command, Time(NOW));
            assert_eq!(done, Ok(()));
        }
    }

    #[test]
    fn a_clock_that_is_set_back_blocks_nobody_until_it_has_caught_up() {
        let limiter = UserRateLimiter::new(DEFAULT_COMMANDS_PER_MINUTE);
        let check = |at| limiter.check(WHITE, RateLimitKind::Command, Time(at));
        let ahead = NOW + 3 * 24 * 60 * 60 * 1000;
        while check(ahead).is_ok() {}
        assert!(check(NOW).is_err());
        assert_eq!(check(NOW + WINDOW), Ok(()));
    }
}
