//! Compensation for downtime: nobody loses time because the bot was unreachable.
//!
//! The database contains the time of the last heartbeat. If it is more than a few minutes old at a
//! start, players whose time ran out since, or is about to, get extra time: as long as the downtime, at
//! least an hour and at most a day from now. This is an event of the game, like everything that changes
//! a clock. Deadlines that passed before the downtime stay passed.
//!
//! If the last heartbeat is in the future, the machine's clock was ahead and has been set back.
//! Everything that was scheduled by the wrong clock is then moved to the present.

use std::time::Duration;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::clock::days;
use crate::app::{App, AppError, Decision, Refusal};
use crate::model::{Event, GameId, NewEvent, Time};
use crate::store::StoreError;

/// Shorter downtimes are not compensated.
const NOTICED: Duration = Duration::from_mins(5);
/// Minimum time that a player has after a downtime.
const LEAST: Duration = Duration::from_hours(1);
/// Maximum time that a player is granted after a downtime.
const MOST: Duration = days(1);
/// A clock that is set back by less than this catches up before anyone notices. It is also the most by
/// which times in the database can be ahead of the last heartbeat, which is written once a minute.
const SET_BACK: Duration = Duration::from_mins(2);
/// Number of games per query.
const BATCH: i64 = 100;

impl App {
    /// Records that the bot is running.
    pub async fn heartbeat(&self, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.set_heartbeat(now).await?;
        Ok(tx.commit().await?)
    }

    /// Checks that the database can be written. With a full disk it can't, although reading still
    /// works.
    pub async fn check_write(&self) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.check_write().await?;
        Ok(tx.commit().await?)
    }

    /// Is there no downtime that would have to be compensated?
    pub async fn is_compensated(&self, now: Time) -> Result<bool, AppError> {
        let last = self.read().await?.heartbeat().await?;
        Ok(last.is_some_and(|last| last + NOTICED >= now))
    }

    /// Gives extra time to players who could not reach the bot; returns the number of games concerned.
    ///
    /// The heartbeat is written only after all games have been handled: if the bot stops in between,
    /// the next start handles the rest.
    pub async fn compensate_downtime(&self, now: Time) -> Result<usize, AppError> {
        let Some(last) = self.read().await?.heartbeat().await? else {
            self.heartbeat(now).await?;
            return Ok(0);
        };
        if now + SET_BACK < last {
            self.reschedule_future(last + SET_BACK, now).await?;
        }
        let mut excused = 0;
        if last + NOTICED < now {
            let outage = Duration::from_millis((now.0 - last.0).max(0) as u64);
            let until = now + outage.clamp(LEAST, MOST);
            let mut reached = GameId(0);
            loop {
                let mut conn = self.read().await?;
                let ids = conn.games_ending(last, until, reached, BATCH).await?;
                drop(conn);
                let Some(end) = ids.last() else {
                    break;
                };
                reached = *end;
                for id in ids {
                    excused += usize::from(self.extend_deadline(id, last, until, now).await?);
                }
            }
        }
        self.heartbeat(now).await?;
        Ok(excused)
    }

    /// Moves everything that was scheduled while the machine's clock was ahead, until `last`, to the
    /// present.
    async fn reschedule_future(&self, last: Time, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.reschedule_future(last, now).await?;
        // The next digest is never more than a day ahead; a later one was computed with the wrong
        // clock.
        let tomorrow = now + days(1);
        for (player, due_at) in tx.due_digests(Time(i64::MAX), i64::MAX).await? {
            if due_at > tomorrow {
                let reminders = settings::player(&mut tx, player).await?.reminders;
                let next = reminders.next_digest(now);
                tx.set_digest_at(player, next).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    /// Gives the player to move time until `until`.
    async fn extend_deadline(
        &self,
        id: GameId,
        last: Time,
        until: Time,
        now: Time,
    ) -> Result<bool, AppError> {
        let decide = |game: &Game| {
            let side = game.to_move().ok_or(Refusal::Finished)?;
            let deadline = game.clock.deadline(side).ok_or(Refusal::NoClock)?;
            if deadline <= last || deadline >= until {
                return Err(Refusal::Repeated);
            }
            let event = Event::Excused(until.0 - deadline.max(now).0);
            // A reminder that was missed is sent once.
            let missed = game.row.status.due_at.is_some_and(|due| due <= now);
            let reminder = missed.then(|| (Notice::Reminder, game.row.players[side]));
            let side = Some(side);
            Ok(Decision {
                events: vec![NewEvent { event, side }],
                notices: reminder.into_iter().collect(),
            })
        };
        match self.update_game_as(None, now, id, decide).await {
            Ok(_) => Ok(true),
            Err(AppError::Refused(_) | AppError::Store(StoreError::Damaged(_))) => Ok(false),
            Err(no) => Err(no),
        }
    }
}
