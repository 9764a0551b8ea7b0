//! The program could not be reached: nobody loses time by that.
//!
//! The store keeps when the program was last at work. If it was away for longer than a few minutes,
//! then whoever's time ran out meanwhile, or is about to, gets some more: as long as the program was
//! away, at least an hour and at most a day from its return. That is an event in the game, like
//! everything that moves a clock. What fell before the program went away stays fallen.
//!
//! If the program was last at work in the future, the machine's clock was ahead and has been set back.
//! Then everything that would wait until the clock gets there again is moved to the present.

use std::time::Duration;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::clock::days;
use crate::app::{App, AppError, Decision, Refusal};
use crate::model::{Event, GameId, NewEvent, Time};
use crate::store::StoreError;

/// Shorter than that nobody has noticed.
const NOTICED: Duration = Duration::from_mins(5);
/// At least so long does someone have after the return,
const LEAST: Duration = Duration::from_hours(1);
/// and at most.
const MOST: Duration = days(1);
/// A clock that is set back by less mends itself before anyone notices. It is also how far the times in
/// the database can be ahead of the last sign of life: that is noted once a minute.
const SET_BACK: Duration = Duration::from_mins(2);
/// So many games are looked up at once.
const BATCH: i64 = 100;

impl App {
    /// The program is at work.
    pub async fn heartbeat(&self, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.set_heartbeat(now).await?;
        Ok(tx.commit().await?)
    }

    /// Can something be written? With a full disk it can't, though reading goes on as if nothing were wrong.
    pub async fn check_write(&self) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.check_write().await?;
        Ok(tx.commit().await?)
    }

    /// The program is back: gives more time to those who could not reach it. How many games that were.
    ///
    /// It is not noted that the program is at work before all have been dealt with: should it end in
    /// between, the next start does the rest.
    pub async fn compensate_downtime(&self, now: Time) -> Result<usize, AppError> {
        let Some(last) = self.read().await?.heartbeat().await? else {
            self.heartbeat(now).await?;
            return Ok(0);
        };
        if now + SET_BACK < last {
            self.heal_times(last + SET_BACK, now).await?;
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
                    excused += usize::from(self.excuse(id, last, until, now).await?);
                }
            }
        }
        self.heartbeat(now).await?;
        Ok(excused)
    }

    /// The clock was ahead until `last`: nothing waits until it gets there again.
    async fn heal_times(&self, last: Time, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.heal_times(last, now).await?;
        // Nobody's next digest is more than a day away; those that are were worked out by the wrong clock.
        let tomorrow = now + days(1);
        for (player, due_at) in tx.due_digests(Time(i64::MAX), i64::MAX).await? {
            if due_at > tomorrow {
                let wishes = settings::player(&mut tx, player).await?.reminders;
                let next = wishes.next_digest(now);
                tx.set_digest_at(player, next).await?;
            }
        }
        Ok(tx.commit().await?)
    }

    /// The player to move has time until then.
    async fn excuse(
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
            // Whatever reminder was missed is made up for, once.
            let missed = game.row.status.due_at.is_some_and(|due| due <= now);
            let reminder = missed.then(|| (Notice::Reminder, game.row.players[side]));
            let side = Some(side);
            Ok(Decision {
                events: vec![NewEvent { event, side }],
                notices: reminder.into_iter().collect(),
            })
        };
        match self.amend_as(None, now, id, decide).await {
            Ok(_) => Ok(true),
            Err(AppError::Refused(_) | AppError::Store(StoreError::Damaged(_))) => Ok(false),
            Err(no) => Err(no),
        }
    }
}
