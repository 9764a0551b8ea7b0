//! Reminders: what players choose about them, when the next one is due, and sending it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::clock::days;
use crate::app::time::zone::Zone;
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{GameId, GameStatus, PlayerId, Time};
use crate::store::{GameWrite, WriteOutcome};

/// A reminder that quiet hours would delay beyond the deadline comes this long before them.
const BEFORE_QUIET: Duration = Duration::from_mins(1);

/// Local hour of a reminder for *tonight*.
const TONIGHT: u8 = 19;
/// Local hour of a reminder for *tomorrow*.
const TOMORROW: u8 = 9;

/// A player's reminder settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Reminders {
    /// The name of the time zone.
    pub zone: Option<String>,
    /// Daily hours in which no reminders are sent.
    pub quiet: Option<Quiet>,
    /// The reminders before a deadline, in hours before it.
    pub ladder: Vec<u16>,
    /// Interval of reminders in games without a clock, in days.
    pub nudge: Option<u8>,
    /// Local hour of the daily digest, which replaces the ping at the start of each turn.
    pub digest: Option<u8>,
}

/// Hours of the day in which no reminders are sent; the range may include midnight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Quiet {
    /// First hour.
    pub from: u8,
    /// Hour at which they end.
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
    /// The chosen time zone, if there is one and it is known.
    pub fn zone(&self) -> Option<Zone> {
        self.zone.as_deref().and_then(Zone::named)
    }

    /// The chosen time zone, or the default one.
    pub(crate) fn zone_or_default(&self) -> Zone {
        Zone::or_default_zone(self.zone.as_deref())
    }

    /// The time of the next digest.
    pub(crate) fn next_digest(&self, now: Time) -> Option<Time> {
        self.zone_or_default().next(self.digest?, now)
    }

    /// The next time after `now` at which the player to move should be reminded.
    ///
    /// A reminder in quiet hours is delayed until their end. If that is too late, it comes just before
    /// they begin, or is omitted if that time has passed.
    fn next(&self, status: &GameStatus, now: Time) -> Option<Time> {
        let Some(deadline) = status.deadline else {
            return self.next_nudge(status.turn_at, now);
        };
        let rungs = self.ladder.iter().filter_map(|hours| {
            let rung = deadline - Duration::from_hours(u64::from(*hours));
            // A reminder soon after the start of the turn would only repeat the ping.
            let enough = (deadline.0 - status.turn_at.0) / 4;
            let is_worth_it = rung.0 - status.turn_at.0 >= enough.max(1);
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

    /// The next reminder in a game without a clock: one per interval since the start of the turn. None
    /// with a digest, which lists these games anyway.
    fn next_nudge(&self, turn_at: Time, now: Time) -> Option<Time> {
        let interval = self.nudge.filter(|_| self.digest.is_none())?;
        let interval = days(u64::from(interval.max(1))).as_millis() as i64;
        let passed = (now.0 - turn_at.0).max(0) / interval;
        let nudge = |count: i64| {
            let nudge = Time(turn_at.0 + count * interval);
            self.quiet_at(nudge).map_or(nudge, |(_, end)| end)
        };
        // One that quiet hours have delayed may still be ahead.
        let mut nudges = (passed.max(1)..passed + 3).map(nudge);
        nudges.find(|nudge| *nudge > now)
    }

    /// The quiet hours that contain a time: their beginning and end.
    pub(crate) fn quiet_at(&self, time: Time) -> Option<(Time, Time)> {
        let quiet = self.quiet?;
        self.zone()?.span(quiet.from, quiet.to, time)
    }

    /// The next time at which something is due for the player to move: a reminder, or the end of their
    /// time.
    pub(crate) fn due(&self, status: &GameStatus, now: Time) -> Option<Time> {
        let reminder = self.next(status, now);
        reminder.into_iter().chain(status.deadline).min()
    }
}

/// A time at which a player can ask to be reminded of a game again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Later {
    /// This evening.
    Tonight,
    /// Tomorrow morning.
    Tomorrow,
}

impl App {
    /// A player's reminder settings; the defaults for a player whose data were erased.
    pub(crate) async fn reminders_of(
        &self,
        player: Option<PlayerId>,
    ) -> Result<Reminders, AppError> {
        match player {
            Some(player) => Ok(self.player_settings(player).await?.reminders),
            None => Ok(Reminders::default()),
        }
    }

    /// Changes a player's reminder settings and reschedules the reminders of all running games.
    pub async fn set_reminders(&self, act: &Act, reminders: &Reminders) -> Result<(), AppError> {
        if reminders.zone.is_some() && reminders.zone().is_none() {
            return Err(Refusal::UnknownZone.into());
        }
        if reminders.zone.is_none() && (reminders.quiet.is_some() || reminders.digest.is_some()) {
            return Err(Refusal::NoZone.into());
        }
        retry!(self.try_set_reminders(act, reminders))
    }

    async fn try_set_reminders(&self, act: &Act, reminders: &Reminders) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        let mut all = settings::player(&mut tx, act.by).await?;
        all.reminders = reminders.clone();
        let text = settings::written(&all);
        tx.set_player_settings(act.by, &text).await?;
        let digest_at = reminders.next_digest(act.now);
        tx.set_digest_at(act.by, digest_at).await?;
        // A player on vacation gets no reminders; they are scheduled again at the end of the vacation.
        if tx.away_until(act.by).await?.is_none() {
            for row in tx.running_games(act.by).await? {
                let status = &row.status;
                let is_mine = status.to_move.is_some() && status.to_move == row.side_of(act.by);
                let is_over = status.deadline.is_some_and(|end| end <= act.now);
                if is_mine && !is_over && !row.is_frozen() {
                    let due = reminders.due(status, act.now);
                    tx.set_due(row.id, status.seq, due).await?;
                }
            }
        }
        tx.commit().await?;
        Ok(())
    }

    /// Schedules another reminder of a player's turn; returns its time.
    pub async fn remind_later(
        &self,
        act: &Act,
        id: GameId,
        later: Later,
    ) -> Result<Time, AppError> {
        let game = self.load(id, act.now).await?;
        game.mover(act)?;
        let mut tx = self.store.begin().await?;
        let reminders = settings::player(&mut tx, act.by).await?.reminders;
        let zone = reminders.zone().ok_or(Refusal::NoZone)?;
        let then = match later {
            Later::Tonight => zone.today(TONIGHT, act.now),
            Later::Tomorrow => zone.tomorrow(TOMORROW, act.now),
        };
        let then = then.filter(|then| *then > act.now);
        let then = then.ok_or(Refusal::EveningPast)?;
        if let Some(deadline) = game.row.status.deadline.filter(|end| *end <= then) {
            return Err(Refusal::TooLate(deadline).into());
        }
        let notice = Notice::Wake {
            board: game.position_seq(),
        };
        let notice = notice.written_at(id, game.position_seq(), then, Some(act.by));
        tx.add_notice(id, &notice, then).await?;
        tx.commit().await?;
        Ok(then)
    }

    /// Sends the reminder that is due in a game and schedules the next one; false if nothing was sent.
    /// Nothing else about the game changes.
    pub(crate) async fn remind(&self, game: &Game, now: Time) -> Result<bool, AppError> {
        let row = &game.row;
        let due_at = row.status.due_at.unwrap_or(now);
        // Dated as it was scheduled, so that overdue reminders are delivered in their order.
        let mut append = GameWrite::to(row, due_at);
        let player = game.to_move().and_then(|side| row.players[side]);
        let reminders = self.reminders_of(player).await?;
        // A reminder that is late because the bot was down may fall into quiet hours: it waits for their end.
        if let Some((_, end)) = reminders.quiet_at(now) {
            let deadline = row.status.deadline;
            append.status.due_at = Some(deadline.map_or(end, |deadline| deadline.min(end)));
            self.store.append(append).await?;
            return Ok(false);
        }
        append.status.due_at = game.due(&reminders, now);
        let seq = row.status.seq;
        let notice = Notice::Reminder.written_at(row.id, seq, due_at, player);
        append.notices.push(notice);
        Ok(self.store.append(append).await? == WriteOutcome::Done)
    }
}
