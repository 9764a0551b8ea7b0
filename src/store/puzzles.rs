//! The tables of puzzles and of attempts at them.

use crate::model::{Figures, PlayerId, PuzzleAttempt, PuzzleId, ServerId, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_all_scalars, fetch_optional_as};
use crate::store::{Connection, StoreError, Transaction};

/// What separates the turns of a line. No notation contains it.
const BETWEEN_TURNS: &str = "|";

/// A row of attempts with its columns.
struct Row {
    player: i64,
    puzzle: i64,
    kind: String,
    server: Option<i64>,
    line: String,
    tries: i64,
    place: Option<i64>,
    is_solved: Option<bool>,
    is_over: bool,
    at: i64,
}

impl From<Row> for PuzzleAttempt {
    fn from(row: Row) -> Self {
        let turns = row.line.split(BETWEEN_TURNS);
        Self {
            player: PlayerId(row.player),
            puzzle: PuzzleId(row.puzzle),
            kind: row.kind,
            server: row.server.map(ServerId),
            line: turns
                .filter(|turn| !turn.is_empty())
                .map(str::to_owned)
                .collect(),
            tries: row.tries,
            place: row.place,
            is_solved: row.is_solved,
            is_over: row.is_over,
            at: Time(row.at),
        }
    }
}

/// The figures of a puzzle.
struct FiguresRow {
    id: i64,
    rating: f64,
    deviation: f64,
    volatility: f64,
}

impl FiguresRow {
    const fn figures(&self) -> Figures {
        Figures {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }
}

impl Connection {
    /// A player's attempt at a puzzle.
    pub async fn puzzle_attempt(
        &mut self,
        player: PlayerId,
        puzzle: PuzzleId,
    ) -> Result<Option<PuzzleAttempt>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT player, puzzle, kind, server, line, tries, place, is_solved, is_over, at
             FROM puzzle_attempts WHERE player = $1 AND puzzle = $2",
            player,
            puzzle
        )?;
        Ok(row.map(PuzzleAttempt::from))
    }

    /// All of a player's attempts, by the number of the puzzle.
    pub async fn puzzle_attempts_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<PuzzleAttempt>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT player, puzzle, kind, server, line, tries, place, is_solved, is_over, at
             FROM puzzle_attempts WHERE player = $1 ORDER BY puzzle",
            player
        )?;
        Ok(rows.into_iter().map(PuzzleAttempt::from).collect())
    }

    /// The figures of the puzzles of a game that have been tried.
    pub async fn puzzle_figures(
        &mut self,
        kind: &str,
    ) -> Result<Vec<(PuzzleId, Figures)>, StoreError> {
        let rows = fetch_all_as!(
            FiguresRow,
            self,
            "SELECT id, rating, deviation, volatility FROM puzzles WHERE kind = $1",
            kind
        )?
        .into_iter();
        Ok(rows.map(|row| (PuzzleId(row.id), row.figures())).collect())
    }

    /// The figures of a puzzle, if it has been tried.
    pub async fn figures_of_puzzle(
        &mut self,
        puzzle: PuzzleId,
    ) -> Result<Option<Figures>, StoreError> {
        let row = fetch_optional_as!(
            FiguresRow,
            self,
            "SELECT id, rating, deviation, volatility FROM puzzles WHERE id = $1",
            puzzle
        )?;
        Ok(row.map(|row| row.figures()))
    }

    /// The players who have tried a puzzle, after one of them, in order.
    pub async fn puzzle_players_after(
        &mut self,
        last: PlayerId,
        most: i64,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let players = fetch_all_scalars!(
            self,
            "SELECT DISTINCT player FROM puzzle_attempts WHERE player > $1 ORDER BY player LIMIT $2",
            last,
            most
        )?;
        Ok(players.into_iter().map(PlayerId).collect())
    }
}

impl Transaction {
    /// Stores an attempt in place of its earlier state.
    pub async fn put_puzzle_attempt(&mut self, attempt: &PuzzleAttempt) -> Result<(), StoreError> {
        let line = attempt.line.join(BETWEEN_TURNS);
        execute!(
            self,
            "INSERT INTO puzzle_attempts
                 (player, puzzle, kind, server, line, tries, place, is_solved, is_over, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (player, puzzle) DO UPDATE SET
                 line = excluded.line, tries = excluded.tries, place = excluded.place,
                 is_solved = excluded.is_solved, is_over = excluded.is_over, at = excluded.at",
            attempt.player,
            attempt.puzzle,
            attempt.kind,
            attempt.server,
            line,
            attempt.tries,
            attempt.place,
            attempt.is_solved,
            attempt.is_over,
            attempt.at
        )?;
        Ok(())
    }

    /// Locks the figures of a puzzle until the end of the transaction and returns them. One that has not been
    /// tried gets these.
    pub async fn lock_puzzle(
        &mut self,
        puzzle: PuzzleId,
        kind: &str,
        first: &Figures,
    ) -> Result<Figures, StoreError> {
        let row = fetch_optional_as!(
            FiguresRow,
            self,
            "INSERT INTO puzzles (id, kind, rating, deviation, volatility)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (id) DO UPDATE SET kind = excluded.kind
             RETURNING id, rating, deviation, volatility",
            puzzle,
            kind,
            first.rating,
            first.deviation,
            first.volatility
        )?;
        Ok(row.map_or(*first, |row| row.figures()))
    }

    /// Changes the figures of a puzzle.
    pub async fn set_puzzle_figures(
        &mut self,
        puzzle: PuzzleId,
        figures: &Figures,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE puzzles SET rating = $2, deviation = $3, volatility = $4 WHERE id = $1",
            puzzle,
            figures.rating,
            figures.deviation,
            figures.volatility
        )?;
        Ok(())
    }

    /// Deletes a player's attempts.
    pub async fn drop_puzzle_attempts_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM puzzle_attempts WHERE player = $1",
            player
        )?;
        Ok(())
    }
}
