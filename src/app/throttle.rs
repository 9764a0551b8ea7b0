//! Nobody asks for more than a fair share: commands and taps a minute, for each person.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::store::{PlayerId, Time};

use super::{App, Refusal};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ask {
    /// A command.
    Command,
    /// A key, a menu, or suggestions for what is being typed: many make one turn.
    Tap,
}

/// So many taps are allowed for each command.
const TAPS: usize = 8;
/// The time over which they are counted, in milliseconds.
const WINDOW: i64 = 60_000;
/// Beyond so many people, those who have been quiet are forgotten.
const MOST_PEOPLE: usize = 10_000;

/// Who has asked how much lately.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    seen: Mutex<HashMap<(PlayerId, Ask), Share>>,
}

/// What is left of someone's share: it fills up evenly as time passes.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// In thousandths of a request.
    left: i64,
    at: Time,
}

impl Throttle {
    /// Takes one request from someone's share; if nothing is left, when there will be.
    fn take(&self, by: PlayerId, ask: Ask, most: usize, now: Time) -> Result<(), Time> {
        let full = most as i64 * 1000;
        let refill = |share: &Share| {
            let passed = (now.0 - share.at.0).clamp(0, WINDOW);
            (share.left + full * passed / WINDOW).min(full)
        };
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MOST_PEOPLE {
            seen.retain(|_, share| refill(share) < full);
        }
        let new = Share {
            left: full,
            at: now,
        };
        let share = seen.entry((by, ask)).or_insert(new);
        // If the clock has been set back, it counts from now on.
        share.at = share.at.min(now);
        let left = refill(share);
        if left < 1000 {
            let wait = ((1000 - left) * WINDOW + full - 1) / full;
            return Err(Time(now.0 + wait));
        }
        *share = Share {
            left: left - 1000,
            at: now,
        };
        Ok(())
    }
}

impl App {
    /// Someone asks for something: is it within his share?
    pub fn admit(&self, by: PlayerId, ask: Ask, now: Time) -> Result<(), Refusal> {
        let most = match ask {
            Ask::Command => self.limits.commands_per_minute,
            Ask::Tap => self.limits.commands_per_minute.saturating_mul(TAPS),
        };
        if most == 0 {
            return Ok(());
        }
        let taken = self.throttle.take(by, ask, most, now);
        taken.map_err(Refusal::TooFast)
    }
}
