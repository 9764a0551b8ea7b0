//! The table of servers that show the puzzle of the day.

use crate::model::{ChannelId, DailyPuzzle, PuzzleId, ServerId, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// A row with its columns.
struct Row {
    server: i64,
    channel: i64,
    hour: i64,
    zone: String,
    day: Option<i64>,
    puzzle: Option<i64>,
}

impl From<Row> for DailyPuzzle {
    fn from(row: Row) -> Self {
        Self {
            server: ServerId(row.server),
            channel: ChannelId(row.channel),
            hour: row.hour.clamp(0, 23) as u8,
            zone: row.zone,
            last: row.day.zip(row.puzzle.map(PuzzleId)),
        }
    }
}

impl Connection {
    /// Where and when a server shows the puzzle of the day, if it does.
    pub async fn daily_puzzle(
        &mut self,
        server: ServerId,
    ) -> Result<Option<DailyPuzzle>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT server, channel, hour, zone, day, puzzle FROM daily_puzzles WHERE server = $1",
            server
        )?;
        Ok(row.map(DailyPuzzle::from))
    }

    /// When the next puzzle of the day has to be sent.
    pub async fn next_due_daily_puzzle(&mut self) -> Result<Option<Time>, StoreError> {
        let next = fetch_optional_scalar!(
            self,
            "SELECT due_at FROM daily_puzzles WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        )?;
        Ok(next.flatten().map(Time))
    }
}

impl Transaction {
    /// Sets where and when a server shows the puzzle of the day; the next one at a time.
    pub async fn set_daily_puzzle(
        &mut self,
        daily: &DailyPuzzle,
        due_at: Option<Time>,
    ) -> Result<(), StoreError> {
        let hour = i64::from(daily.hour);
        execute!(
            self,
            "INSERT INTO daily_puzzles (server, channel, hour, zone, due_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (server) DO UPDATE SET
                 channel = excluded.channel, hour = excluded.hour, zone = excluded.zone,
                 due_at = excluded.due_at",
            daily.server,
            daily.channel,
            hour,
            daily.zone,
            due_at
        )?;
        Ok(())
    }

    /// Takes servers whose puzzle of the day has to be sent. The caller has until `again` to report the
    /// outcome.
    pub async fn take_due_daily_puzzles(
        &mut self,
        now: Time,
        again: Time,
        most: i64,
    ) -> Result<Vec<DailyPuzzle>, StoreError> {
        let rows = fetch_all_as!(Row, self, sqlite: "UPDATE daily_puzzles SET due_at = $2
             WHERE server IN (
                 SELECT server FROM daily_puzzles WHERE due_at <= $1 ORDER BY due_at LIMIT $3
             )
             RETURNING server, channel, hour, zone, day, puzzle",
            postgres: "UPDATE daily_puzzles SET due_at = $2
             WHERE server IN (
                 SELECT server FROM daily_puzzles WHERE due_at <= $1 ORDER BY due_at LIMIT $3
                 FOR UPDATE SKIP LOCKED
             )
             RETURNING server, channel, hour, zone, day, puzzle",
            now,
            again,
            most)?;
        Ok(rows.into_iter().map(DailyPuzzle::from).collect())
    }

    /// Records that the puzzle of a day was sent.
    pub async fn daily_puzzle_sent(
        &mut self,
        server: ServerId,
        day: i64,
        puzzle: PuzzleId,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE daily_puzzles SET day = $2, puzzle = $3 WHERE server = $1",
            server,
            day,
            puzzle
        )?;
        Ok(())
    }

    /// Schedules the next puzzle of the day of a server, or none.
    pub async fn put_off_daily_puzzle(
        &mut self,
        server: ServerId,
        due_at: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE daily_puzzles SET due_at = $2 WHERE server = $1",
            server,
            due_at
        )?;
        Ok(())
    }

    /// Stops showing the puzzle of the day on a server.
    pub async fn drop_daily_puzzle(&mut self, server: ServerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM daily_puzzles WHERE server = $1", server)?;
        Ok(())
    }
}
