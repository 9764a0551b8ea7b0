//! How long a player may think, and when someone should be reminded.

use std::time::Duration;

use crate::store::Time;
use crate::store::games::Game as Row;

/// The slowest pace, in days a move.
pub const LONGEST_DAYS: i64 = 60;

/// Without a clock a player is reminded after this time.
const QUIET: Duration = days(3);
/// Before the deadline a player is reminded so long before, or when half of the time is left.
const WARNING: Duration = days(1);

pub(super) const fn days(count: u64) -> Duration {
    Duration::from_secs(count * 24 * 60 * 60)
}

/// Is that a pace: no clock, or some days a move?
pub(super) fn is_pace(days: Option<i64>) -> bool {
    days.is_none_or(|days| (1..=LONGEST_DAYS).contains(&days))
}

/// The time for a move, in a game of so many days a move.
fn pace(count: i64) -> Duration {
    days(count.clamp(0, LONGEST_DAYS) as u64)
}

/// Until when the turn that began then must be made.
pub(super) fn deadline(game: &Row, turn_at: Time) -> Option<Time> {
    Some(turn_at + pace(game.days?))
}

/// When the player is to be reminded of the turn that began then.
pub(super) fn reminder(game: &Row, turn_at: Time) -> Time {
    match game.days {
        None => turn_at + QUIET,
        Some(count) => {
            let pace = pace(count);
            turn_at + pace - WARNING.min(pace / 2)
        }
    }
}

/// The next thing that is due in a turn that began then: the reminder, or the deadline once the
/// reminder is past.
pub(super) fn due(game: &Row, turn_at: Time, now: Time) -> Option<Time> {
    let reminder = reminder(game, turn_at);
    if reminder > now {
        Some(reminder)
    } else {
        deadline(game, turn_at)
    }
}
