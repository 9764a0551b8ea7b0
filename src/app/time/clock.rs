//! The clock of a game. It is a function of the game's events and of nothing else.

use std::time::Duration;

use hexpost_engine::side::{BySide, Side};

use crate::model::{Pace, Time};

/// A player can be given time up to this much above the cap of the pace.
pub const MAX_GIVEN: Duration = days(14);

pub(crate) const fn days(count: u64) -> Duration {
    Duration::from_secs(count * 24 * 60 * 60)
}

/// The clock of a game.
///
/// The player to move uses up time from the beginning of the turn, except during vacations. The total
/// vacation time of each player is counted as well, so that taking back a turn can tell how much of it
/// was thinking time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    pace: Option<Pace>,
    /// The time each player had at the beginning of the turn, plus what was given since.
    left: BySide<i64>,
    /// The time each player was given in total. Taking back a turn does not take it away.
    given: BySide<i64>,
    /// When the turn began.
    since: Time,
    /// The total vacation time of the player to move at the beginning of the turn.
    rest_then: i64,
    rest: BySide<i64>,
    away: BySide<Option<VacationSpan>>,
}

/// A player's vacation, as the clock sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VacationSpan {
    /// When it began.
    pub since: Time,
    /// When it ends, unless the player returns earlier.
    pub until: Time,
}

/// The state of the clock at the beginning of a turn, to which a take-back returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockSnapshot {
    left: BySide<i64>,
    given: BySide<i64>,
    since: Time,
    rest_then: i64,
}

impl GameClock {
    /// The clock at the start of a game.
    pub(crate) fn new(pace: Option<Pace>, now: Time) -> Self {
        let bank = pace.map_or(0, Pace::bank_ms);
        Self {
            pace,
            left: BySide::new_with(|_| bank),
            given: BySide::default(),
            since: now,
            rest_then: 0,
            rest: BySide::default(),
            away: BySide::default(),
        }
    }

    /// A player's total vacation time until `now`, in milliseconds.
    pub(crate) fn rest_until(&self, side: Side, now: Time) -> i64 {
        let here = self.away[side].map_or(0, |away| (now.0 - away.since.0).max(0));
        self.rest[side] + here
    }

    /// How long the player to move has been thinking.
    fn used(&self, mover: Side, now: Time) -> i64 {
        let away = self.rest_until(mover, now) - self.rest_then;
        (now.0 - self.since.0 - away).max(0)
    }

    /// Begins a player's turn.
    pub(crate) fn begin(&mut self, mover: Side, now: Time) {
        self.since = now;
        self.rest_then = self.rest_until(mover, now);
    }

    /// Ends the turn of the player to move and adds the increment. An overdrawn clock continues from
    /// zero.
    pub(crate) fn moved(&mut self, mover: Side, now: Time) {
        if let Some(pace) = self.pace {
            let left = (self.left[mover] - self.used(mover, now)).max(0);
            self.left[mover] = (left + pace.increment_ms()).min(pace.cap_ms());
        }
    }

    /// The state to which a later take-back of this turn returns.
    pub(crate) const fn mark(&self) -> ClockSnapshot {
        ClockSnapshot {
            left: self.left,
            given: self.given,
            since: self.since,
            rest_then: self.rest_then,
        }
    }

    /// Returns to the beginning of a turn, which starts again now. Time given since then stays given.
    pub(crate) fn back_to(&mut self, mark: &ClockSnapshot, mover: Side, now: Time) {
        for side in Side::BOTH {
            self.left[side] = mark.left[side] + self.given[side] - mark.given[side];
        }
        self.begin(mover, now);
    }

    /// Returns to a turn as if it had never been made: the time since its beginning counts.
    pub(crate) fn retract_to(&mut self, mark: &ClockSnapshot, mover: Side, now: Time) {
        self.back_to(mark, mover, now);
        self.since = mark.since;
        self.rest_then = mark.rest_then;
    }

    /// Excludes the time before `now` from a turn.
    pub(crate) fn forgive(&self, mark: &mut ClockSnapshot, mover: Side, now: Time) {
        if mark.since < now {
            mark.since = now;
            mark.rest_then = self.rest_until(mover, now);
        }
    }

    /// Gives a player time. An overdrawn clock starts from zero, so that all of the given time can be
    /// used.
    pub(crate) fn give(&mut self, whom: Side, time: i64, mover: Option<Side>, now: Time) {
        let over = match mover {
            Some(mover) if mover == whom => (self.used(mover, now) - self.left[mover]).max(0),
            _ => 0,
        };
        self.left[whom] += over + time;
        self.given[whom] += over + time;
    }

    /// May a player be given this much time?
    pub(crate) fn may_give(&self, whom: Side, time: i64, mover: Option<Side>, now: Time) -> bool {
        let most = MAX_GIVEN.as_millis() as i64;
        let cap = self.pace.map_or(0, Pace::cap_ms);
        let left = self.left(whom, mover, now).unwrap_or_default().max(0);
        left + time <= cap + most
    }

    /// Begins a player's vacation: their clock stands still.
    pub(crate) fn leave(&mut self, side: Side, until: Time, now: Time) {
        let since = self.away[side].map_or(now, |away| away.since);
        self.away[side] = Some(VacationSpan { since, until });
    }

    /// Ends a player's vacation.
    pub(crate) fn come_back(&mut self, side: Side, now: Time) {
        self.rest[side] = self.rest_until(side, now);
        self.away[side] = None;
    }

    /// A player's current vacation, if any.
    pub const fn away(&self, side: Side) -> Option<VacationSpan> {
        match side {
            Side::First => self.away.first,
            Side::Second => self.away.second,
        }
    }

    /// A player's remaining time in milliseconds, negative if it is overdrawn; `None` without a clock.
    pub fn left(&self, side: Side, mover: Option<Side>, now: Time) -> Option<i64> {
        self.pace?;
        let used = match mover {
            Some(mover) if mover == side => self.used(mover, now),
            _ => 0,
        };
        Some(self.left[side] - used)
    }

    /// The time by which the player to move must have moved; `None` without a clock, or during their
    /// vacation.
    pub fn deadline(&self, mover: Side) -> Option<Time> {
        self.pace?;
        if self.away[mover].is_some() {
            return None;
        }
        let rest = self.rest[mover] - self.rest_then;
        Some(Time(self.since.0 + self.left[mover] + rest))
    }
}
