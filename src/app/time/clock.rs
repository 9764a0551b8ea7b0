//! How much time the players have: a function of what has happened, and of nothing else.

use std::time::Duration;

use hexpost_engine::side::{BySide, Side};

use crate::model::{Pace, Time};

/// Someone can be given time until he has so much more than the cap.
pub const MOST_GIVEN: Duration = days(14);

pub(crate) const fn days(count: u64) -> Duration {
    Duration::from_secs(count * 24 * 60 * 60)
}

/// The clock of a game.
///
/// The player to move uses up his time from the moment the turn began, but for the time he was away.
/// How long each player was away in all is counted beside it, so that a turn that is taken back can
/// find how much of it was thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    pace: Option<Pace>,
    /// What each had when the turn began, with what was given since.
    left: BySide<i64>,
    /// What each was given in all: a turn that is taken back does not take it away.
    given: BySide<i64>,
    /// When the turn began.
    since: Time,
    /// How long the player to move had been away in all by then.
    rest_then: i64,
    rest: BySide<i64>,
    away: BySide<Option<Away>>,
}

/// A player is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Away {
    /// From when.
    pub since: Time,
    /// Until when, unless he comes back earlier.
    pub until: Time,
}

/// What it takes to go back to the beginning of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    left: BySide<i64>,
    given: BySide<i64>,
    since: Time,
    rest_then: i64,
}

impl Clock {
    /// The clock of a game that begins.
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

    /// How long a player has been away in all, until then.
    fn rest_until(&self, side: Side, now: Time) -> i64 {
        let here = self.away[side].map_or(0, |away| (now.0 - away.since.0).max(0));
        self.rest[side] + here
    }

    /// How long the player to move has been thinking.
    fn used(&self, mover: Side, now: Time) -> i64 {
        let away = self.rest_until(mover, now) - self.rest_then;
        (now.0 - self.since.0 - away).max(0)
    }

    /// A player's turn begins.
    pub(crate) fn begin(&mut self, mover: Side, now: Time) {
        self.since = now;
        self.rest_then = self.rest_until(mover, now);
    }

    /// The player to move has moved; what he overstepped is forgiven.
    pub(crate) fn moved(&mut self, mover: Side, now: Time) {
        if let Some(pace) = self.pace {
            let left = (self.left[mover] - self.used(mover, now)).max(0);
            self.left[mover] = (left + pace.increment_ms()).min(pace.cap_ms());
        }
    }

    /// For going back to this turn.
    pub(crate) const fn mark(&self) -> Mark {
        Mark {
            left: self.left,
            given: self.given,
            since: self.since,
            rest_then: self.rest_then,
        }
    }

    /// Back at the beginning of a turn, which begins anew. What was given since stays given.
    pub(crate) fn back_to(&mut self, mark: &Mark, mover: Side, now: Time) {
        for side in Side::BOTH {
            self.left[side] = mark.left[side] + self.given[side] - mark.given[side];
        }
        self.begin(mover, now);
    }

    /// Back in a turn as if it had never been made: the time since counts.
    pub(crate) fn retract_to(&mut self, mark: &Mark, mover: Side, now: Time) {
        self.back_to(mark, mover, now);
        self.since = mark.since;
        self.rest_then = mark.rest_then;
    }

    /// Whatever time passed before now does not count in a turn.
    pub(crate) fn forgive(&self, mark: &mut Mark, mover: Side, now: Time) {
        if mark.since < now {
            mark.since = now;
            mark.rest_then = self.rest_until(mover, now);
        }
    }

    /// Someone is given time; what he has overstepped is forgiven, so that all of it counts.
    pub(crate) fn give(&mut self, whom: Side, time: i64, mover: Option<Side>, now: Time) {
        let over = match mover {
            Some(mover) if mover == whom => (self.used(mover, now) - self.left[mover]).max(0),
            _ => 0,
        };
        self.left[whom] += over + time;
        self.given[whom] += over + time;
    }

    /// May someone be given that much?
    pub(crate) fn may_give(&self, whom: Side, time: i64, mover: Option<Side>, now: Time) -> bool {
        let most = MOST_GIVEN.as_millis() as i64;
        let cap = self.pace.map_or(0, Pace::cap_ms);
        let left = self.left(whom, mover, now).unwrap_or_default().max(0);
        left + time <= cap + most
    }

    /// A player goes away: his time stands still.
    pub(crate) fn leave(&mut self, side: Side, until: Time, now: Time) {
        let since = self.away[side].map_or(now, |away| away.since);
        self.away[side] = Some(Away { since, until });
    }

    /// A player is back.
    pub(crate) fn come_back(&mut self, side: Side, now: Time) {
        self.rest[side] = self.rest_until(side, now);
        self.away[side] = None;
    }

    /// Is a player away, and until when?
    pub const fn away(&self, side: Side) -> Option<Away> {
        match side {
            Side::First => self.away.first,
            Side::Second => self.away.second,
        }
    }

    /// How much time a player has, in milliseconds; less than none if he has overstepped it. None
    /// without a clock.
    pub fn left(&self, side: Side, mover: Option<Side>, now: Time) -> Option<i64> {
        self.pace?;
        let used = match mover {
            Some(mover) if mover == side => self.used(mover, now),
            _ => 0,
        };
        Some(self.left[side] - used)
    }

    /// Until when the player to move must have moved; none without a clock, or while he is away.
    pub fn deadline(&self, mover: Side) -> Option<Time> {
        self.pace?;
        if self.away[mover].is_some() {
            return None;
        }
        let rest = self.rest[mover] - self.rest_then;
        Some(Time(self.since.0 + self.left[mover] + rest))
    }
}
