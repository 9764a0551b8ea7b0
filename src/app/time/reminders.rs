//! When a player is to be reminded.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::app::time::clock::days;
use crate::app::time::zone::Zone;
use crate::model::{GameStatus, Time};

/// So long before the quiet hours a reminder comes that would otherwise be too late.
const BEFORE_QUIET: Duration = Duration::from_mins(1);

/// How a player wants to be reminded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Reminders {
    /// The time zone, by name.
    pub zone: Option<String>,
    /// When reminders wait.
    pub quiet: Option<Quiet>,
    /// So many hours before the time runs out.
    pub ladder: Vec<u16>,
    /// Without a clock, again and again after so many days.
    pub nudge: Option<u8>,
    /// Once a day at this hour instead of whenever it is the player's turn.
    pub digest: Option<u8>,
}

/// Hours in which reminders wait: from one to the other, perhaps over midnight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Quiet {
    /// From this hour.
    pub from: u8,
    /// To this one.
    pub to: u8,
}

impl Default for Reminders {
    fn default() -> Self {
        Self {
            zone: None,
            quiet: None,
            ladder: vec![24, 3],
            nudge: Some(3),
            digest: None,
        }
    }
}

impl Reminders {
    /// The zone, if one was chosen and there is such a one.
    pub fn zone(&self) -> Option<Zone> {
        self.zone.as_deref().and_then(Zone::named)
    }

    /// The zone, or the usual one.
    pub(crate) fn zone_or_usual(&self) -> Zone {
        Zone::or_usual(self.zone.as_deref())
    }

    /// When the next digest is due.
    pub(crate) fn next_digest(&self, now: Time) -> Option<Time> {
        self.zone_or_usual().next(self.digest?, now)
    }

    /// The next moment after this one at which a player who is to move should be reminded.
    ///
    /// Quiet hours put a reminder off. One that would come too late then comes just before they
    /// begin, if that is still to be; otherwise it is left out.
    fn next(&self, standing: &GameStatus, now: Time) -> Option<Time> {
        let Some(deadline) = standing.deadline else {
            return self.next_nudge(standing.turn_at, now);
        };
        let rungs = self.ladder.iter().filter_map(|hours| {
            let rung = deadline - Duration::from_hours(u64::from(*hours));
            // Whoever has just been told that it is his turn need not hear it again.
            let enough = (deadline.0 - standing.turn_at.0) / 4;
            let is_worth_it = rung.0 - standing.turn_at.0 >= enough.max(1);
            if !is_worth_it {
                return None;
            }
            match self.quiet_at(rung) {
                None => Some(rung),
                Some((_, end)) if end < deadline => Some(end),
                Some((start, _)) => Some(start - BEFORE_QUIET),
            }
        });
        rungs.filter(|rung| *rung > now).min()
    }

    /// Without a clock: after each interval since the turn began. A digest lists those games anyway.
    fn next_nudge(&self, turn_at: Time, now: Time) -> Option<Time> {
        let interval = self.nudge.filter(|_| self.digest.is_none())?;
        let interval = days(u64::from(interval.max(1))).as_millis() as i64;
        let passed = (now.0 - turn_at.0).max(0) / interval;
        let nudge = |count: i64| {
            let nudge = Time(turn_at.0 + count * interval);
            self.quiet_at(nudge).map_or(nudge, |(_, end)| end)
        };
        // One that was put off may still be to come.
        let mut nudges = (passed.max(1)..passed + 3).map(nudge);
        nudges.find(|nudge| *nudge > now)
    }

    /// The quiet hours in which a moment lies.
    pub(crate) fn quiet_at(&self, time: Time) -> Option<(Time, Time)> {
        let quiet = self.quiet?;
        self.zone()?.span(quiet.from, quiet.to, time)
    }

    /// The next thing that is due for a player who is to move: a reminder, or the end of the time.
    pub(crate) fn due(&self, standing: &GameStatus, now: Time) -> Option<Time> {
        let reminder = self.next(standing, now);
        reminder.into_iter().chain(standing.deadline).min()
    }
}
