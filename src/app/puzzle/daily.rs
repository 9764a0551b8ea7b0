//! Servers that show the puzzle of the day in a channel, at an hour of their time zone, with the solution of the
//! last one.
//!
//! A message is taken as a lobby message is: whoever takes it has a minute to send it, with a nonce that follows
//! from the server and the day, and records that. No day has two messages.

use std::time::Duration;

use crate::app::time::zone::Zone;
use crate::app::{App, AppError, Refusal};
use crate::model::{DailyPuzzle, PuzzleId, ServerId, Time};

/// How long a worker that has taken a server has to report the outcome.
const LEASE: Duration = Duration::from_mins(1);

/// A puzzle of the day that is to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueDailyPuzzle {
    /// Where.
    pub daily: DailyPuzzle,
    /// The day, counted from 1970.
    pub day: i64,
}

impl App {
    /// Where and when a server shows the puzzle of the day, if it does.
    pub async fn daily_puzzle(&self, server: ServerId) -> Result<Option<DailyPuzzle>, AppError> {
        Ok(self.read().await?.daily_puzzle(server).await?)
    }

    /// Changes where and when a server shows the puzzle of the day; `None` for nowhere. The caller checks that the
    /// user [manages](crate::app::access::Viewer::managed_server) it.
    pub async fn set_daily_puzzle(
        &self,
        server: ServerId,
        daily: Option<&DailyPuzzle>,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_server(server).await?;
        match daily {
            Some(daily) => {
                let zone = Zone::named(&daily.zone).ok_or(Refusal::UnknownZone)?;
                // Today's hour if it has not passed.
                let next = zone.next(daily.hour, now);
                tx.set_daily_puzzle(daily, next).await?;
            }
            None => tx.drop_daily_puzzle(server).await?,
        }
        Ok(tx.commit().await?)
    }

    /// Takes puzzles of the day that have to be sent.
    pub async fn claim_daily_puzzles(
        &self,
        now: Time,
        most: usize,
    ) -> Result<Vec<DueDailyPuzzle>, AppError> {
        let due = self.read().await?.next_due_daily_puzzle().await?;
        if due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let mut tx = self.store.begin().await?;
        let taken = tx.take_due_daily_puzzles(now, now + LEASE, most as i64);
        let mut due = Vec::new();
        for daily in taken.await? {
            let zone = Zone::or_default_zone(Some(&daily.zone));
            let day = zone.day_number(now);
            let is_sent = daily.last.is_some_and(|(last, _)| last >= day);
            let today = zone.today(daily.hour, now).filter(|hour| *hour > now);
            if is_sent || today.is_some() {
                // It was sent before the hour was changed, or the bot was away overnight.
                let next = zone.next(daily.hour, now);
                tx.put_off_daily_puzzle(daily.server, next).await?;
            } else {
                due.push(DueDailyPuzzle { daily, day });
            }
        }
        tx.commit().await?;
        Ok(due)
    }

    /// Records that the puzzle of a day was sent.
    pub async fn daily_puzzle_sent(
        &self,
        due: &DueDailyPuzzle,
        puzzle: PuzzleId,
        now: Time,
    ) -> Result<(), AppError> {
        let zone = Zone::or_default_zone(Some(&due.daily.zone));
        let server = due.daily.server;
        let mut tx = self.store.begin().await?;
        tx.daily_puzzle_sent(server, due.day, puzzle).await?;
        tx.put_off_daily_puzzle(server, zone.next(due.daily.hour, now))
            .await?;
        Ok(tx.commit().await?)
    }

    /// Records that a puzzle of the day could not be sent: it is tried again at this time, or when the bot is on
    /// the server again.
    pub async fn put_off_daily_puzzle(
        &self,
        server: ServerId,
        later: Option<Time>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.put_off_daily_puzzle(server, later).await?;
        Ok(tx.commit().await?)
    }

    /// Stops showing the puzzle of the day where the bot can't.
    pub async fn drop_daily_puzzle(&self, server: ServerId) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.drop_daily_puzzle(server).await?;
        Ok(tx.commit().await?)
    }
}
