//! The budget of requests per second, which all processes of a bot share.
//!
//! Discord counts the requests of a bot, whoever sends them. Each process spends an equal part, and half of it
//! for a while after Discord has refused a request to any of them. What can wait leaves room for what is urgent.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::lease_keeper::Leases;

/// The default for requests per second of all processes: Discord allows 50, and requests of two seconds may
/// arrive in one.
pub const REQUESTS_PER_SECOND: usize = 45;
/// Requests per second of a process of which the others may not know yet.
const NEWCOMER: usize = 3;
/// The time in which requests are counted.
const WINDOW: Duration = Duration::from_millis(1020);

/// How urgent a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// Someone waits for it.
    Now,
    /// Reminders, digests and the like: they leave a fifth to boards.
    Later,
    /// Whatever improves old messages: it leaves half to everything else.
    Spare,
}

/// The requests of this process within a second.
#[derive(Debug)]
pub(super) struct Budget {
    per_second: usize,
    leases: Leases,
    state: Mutex<Spending>,
    /// When the next thread of a tournament may be begun.
    next_thread: Mutex<Option<Instant>>,
}

#[derive(Debug, Default)]
struct Spending {
    /// When the requests of the last second were sent.
    sent: VecDeque<Instant>,
    /// The last time that an urgent request had to wait.
    short: Option<Instant>,
}

impl Budget {
    pub(super) fn new(per_second: usize, leases: Leases) -> Self {
        Self {
            per_second: per_second.max(1),
            leases,
            state: Mutex::default(),
            next_thread: Mutex::default(),
        }
    }

    /// When a thread of a tournament may be begun: one a second, where Discord allows what it usually
    /// does. The turn counts as taken.
    pub(super) fn thread_turn(&self, now: Instant) -> Instant {
        let apart = WINDOW * REQUESTS_PER_SECOND as u32 / self.per_second as u32;
        let mut next = self
            .next_thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let turn = next.map_or(now, |next| next.max(now));
        *next = Some(turn + apart);
        turn
    }

    /// The number of requests that this process may send in a second.
    pub(super) fn share(&self) -> usize {
        let mut share = self.per_second / self.leases.sharers();
        if self.leases.is_newcomer() {
            share = share.min(NEWCOMER);
        }
        if self.leases.is_slowed() {
            share /= 2;
        }
        share.max(1)
    }

    fn lock(&self, now: Instant) -> MutexGuard<'_, Spending> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_old = |at: &Instant| now.saturating_duration_since(*at) >= WINDOW;
        while state.sent.front().is_some_and(is_old) {
            state.sent.pop_front();
        }
        state
    }

    /// How long a request has to wait; `None` if it may be sent, and is counted.
    pub(super) fn take(&self, now: Instant) -> Option<Duration> {
        let share = self.share();
        let mut state = self.lock(now);
        let wait = state.wait(share, now);
        if wait.is_some() {
            state.short = Some(now);
        } else {
            state.sent.push_back(now);
        }
        wait
    }

    /// How long what can wait has to leave room for what is urgent.
    pub(super) fn wait_for_room(&self, urgency: Urgency, now: Instant) -> Option<Duration> {
        let share = self.share();
        let room = match urgency {
            Urgency::Now => return None,
            Urgency::Later => share * 4 / 5,
            Urgency::Spare => share / 2,
        };
        let state = self.lock(now);
        let is_short = state
            .short
            .is_some_and(|at| now.saturating_duration_since(at) < WINDOW);
        if is_short && urgency == Urgency::Spare {
            return Some(WINDOW / 4);
        }
        state.wait(room.max(1), now)
    }

    /// Is so much used that what can be done later should be?
    pub(super) fn is_tight(&self, now: Instant) -> bool {
        self.wait_for_room(Urgency::Spare, now).is_some()
    }
}

impl Spending {
    /// How long until fewer than `most` requests were sent in the last second.
    fn wait(&self, most: usize, now: Instant) -> Option<Duration> {
        let surplus = (self.sent.len() + 1).checked_sub(most)?;
        let oldest = self.sent.get(surplus.checked_sub(1)?)?;
        let passed = now.saturating_duration_since(*oldest);
        Some(WINDOW.saturating_sub(passed).max(Duration::from_millis(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(start: Instant, milliseconds: u64) -> Instant {
        start + Duration::from_millis(milliseconds)
    }

    #[test]
    fn no_second_has_more_requests_than_the_share() {
        let budget = Budget::new(10, Leases::alone());
        let start = Instant::now();
        let mut sent = Vec::new();
        for time in 0..5000 {
            let now = after(start, time);
            while budget.take(now).is_none() {
                sent.push(time);
            }
        }
        for (index, first) in sent.iter().enumerate() {
            let within = sent[index..].iter().filter(|time| **time < first + 1000);
            assert!(within.count() <= 10);
        }
        // Hardly less than that, either.
        assert!(sent.len() >= 49, "{}", sent.len());
    }

    #[test]
    fn what_can_wait_leaves_room_for_what_is_urgent() {
        let budget = Budget::new(10, Leases::alone());
        let now = Instant::now();
        let rooms = |budget: &Budget| {
            [Urgency::Now, Urgency::Later, Urgency::Spare]
                .map(|urgency| budget.wait_for_room(urgency, now).is_none())
        };
        for _ in 0..5 {
            assert_eq!(rooms(&budget), [true; 3]);
            assert!(!budget.is_tight(now));
            assert_eq!(budget.take(now), None);
        }
        assert_eq!(rooms(&budget), [true, true, false]);
        assert!(budget.is_tight(now));
        for _ in 0..3 {
            assert_eq!(budget.take(now), None);
        }
        assert_eq!(rooms(&budget), [true, false, false]);
        for _ in 0..2 {
            assert_eq!(budget.take(now), None);
        }
        let wait = budget.take(now).unwrap();
        assert!(wait <= WINDOW && wait > WINDOW / 2);
        let later = after(now, 1020);
        assert_eq!(budget.take(later), None);
    }

    #[test]
    fn the_share_is_halved_for_a_while_when_discord_refuses() {
        let leases = Leases::alone();
        let budget = Budget::new(REQUESTS_PER_SECOND, leases.clone());
        assert_eq!(budget.share(), 45);
        leases.slow_down();
        assert_eq!(budget.share(), 22);
    }
}
