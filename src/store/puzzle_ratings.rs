//! The table of how strong people are at puzzles.

use crate::model::{Figures, PlayerId, PuzzleRecord, Rating, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as};
use crate::store::ratings::RatingFilter;
use crate::store::{Connection, StoreError, Transaction};

/// A row with its columns.
struct Row {
    player: i64,
    kind: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    attempts: i64,
    solved: i64,
    streak: i64,
    best_streak: i64,
    at: i64,
    settled_until: i64,
}

impl From<&Row> for PuzzleRecord {
    fn from(row: &Row) -> Self {
        Self {
            rating: Rating {
                figures: Figures {
                    rating: row.rating,
                    deviation: row.deviation,
                    volatility: row.volatility,
                },
                games: row.attempts,
                at: Time(row.at),
                settled_until: Time(row.settled_until),
            },
            solved: row.solved,
            streak: row.streak,
            best_streak: row.best_streak,
        }
    }
}

impl Connection {
    /// A player's record in the puzzles of a game.
    pub async fn puzzle_record(
        &mut self,
        player: PlayerId,
        kind: &str,
    ) -> Result<Option<PuzzleRecord>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT player, kind, rating, deviation, volatility, attempts, solved, streak, best_streak,
                 at, settled_until
             FROM puzzle_ratings WHERE player = $1 AND kind = $2",
            player,
            kind
        )?;
        Ok(row.as_ref().map(PuzzleRecord::from))
    }

    /// All of a player's records in puzzles, with the names of the games.
    pub async fn puzzle_records_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(String, PuzzleRecord)>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT player, kind, rating, deviation, volatility, attempts, solved, streak, best_streak,
                 at, settled_until
             FROM puzzle_ratings WHERE player = $1 ORDER BY kind",
            player
        )?;
        let record = |row: Row| {
            let record = PuzzleRecord::from(&row);
            (row.kind, record)
        };
        Ok(rows.into_iter().map(record).collect())
    }

    /// The best players at the puzzles of a game who have decided one on a server, or anywhere: those whose ratings
    /// are established, or the others.
    pub async fn puzzle_leaders(
        &mut self,
        filter: &RatingFilter<'_>,
        most: i64,
    ) -> Result<Vec<(PlayerId, PuzzleRecord)>, StoreError> {
        let rows = match filter.server {
            None => fetch_all_as!(
                Row,
                self,
                "SELECT player, kind, rating, deviation, volatility, attempts, solved, streak,
                     best_streak, at, settled_until
                 FROM puzzle_ratings WHERE kind = $1 AND (settled_until > $2) = $3
                 ORDER BY rating DESC, player LIMIT $4",
                filter.kind,
                filter.now,
                filter.is_settled,
                most
            )?,
            Some(server) => fetch_all_as!(
                Row,
                self,
                "SELECT player, kind, rating, deviation, volatility, attempts, solved, streak,
                     best_streak, at, settled_until
                 FROM puzzle_ratings WHERE kind = $1 AND (settled_until > $2) = $3 AND EXISTS (
                     SELECT 1 FROM puzzle_attempts WHERE server = $5 AND kind = $1
                         AND puzzle_attempts.player = puzzle_ratings.player AND place IS NOT NULL)
                 ORDER BY rating DESC, player LIMIT $4",
                filter.kind,
                filter.now,
                filter.is_settled,
                most,
                server
            )?,
        };
        let record = |row: &Row| (PlayerId(row.player), PuzzleRecord::from(row));
        Ok(rows.iter().map(record).collect())
    }
}

impl Transaction {
    /// Inserts or replaces a player's record.
    pub async fn set_puzzle_record(
        &mut self,
        player: PlayerId,
        kind: &str,
        record: &PuzzleRecord,
    ) -> Result<(), StoreError> {
        let rating = &record.rating;
        execute!(
            self,
            "INSERT INTO puzzle_ratings (player, kind, rating, deviation, volatility, attempts, solved,
                 streak, best_streak, at, settled_until)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             ON CONFLICT (player, kind) DO UPDATE SET
                 rating = excluded.rating, deviation = excluded.deviation,
                 volatility = excluded.volatility, attempts = excluded.attempts,
                 solved = excluded.solved, streak = excluded.streak,
                 best_streak = excluded.best_streak, at = excluded.at,
                 settled_until = excluded.settled_until",
            player,
            kind,
            rating.figures.rating,
            rating.figures.deviation,
            rating.figures.volatility,
            rating.games,
            record.solved,
            record.streak,
            record.best_streak,
            rating.at,
            rating.settled_until
        )?;
        Ok(())
    }

    /// Deletes a player's records.
    pub async fn drop_puzzle_records_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM puzzle_ratings WHERE player = $1", player)?;
        Ok(())
    }
}
