//! The table of puzzles from games of people on a server.

use crate::model::{ClubPuzzle, ClubPuzzleState, GameId, PlayerId, PuzzleId, ServerId, Time};
use crate::store::dialect::{execute, fetch_as};
use crate::store::games::{side_code, side_of};
use crate::store::{Connection, StoreError, Transaction, damaged};

/// A row with its columns.
struct Row {
    game: i64,
    server: i64,
    kind: String,
    puzzle: Option<i64>,
    line: Option<String>,
    suggested_by: i64,
    state: String,
    suggested_at: i64,
    decided_at: Option<i64>,
}

impl TryFrom<Row> for ClubPuzzle {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let state = ClubPuzzleState::named(&row.state);
        let game = row.game;
        Ok(Self {
            game: GameId(game),
            server: ServerId(row.server),
            kind: row.kind,
            puzzle: row.puzzle.map(PuzzleId).zip(row.line),
            suggested_by: side_of(row.suggested_by)?,
            state: state
                .ok_or_else(|| damaged(format!("game {game}: a puzzle that is {}", row.state)))?,
            suggested_at: Time(row.suggested_at),
            decided_at: row.decided_at.map(Time),
        })
    }
}

/// Selects puzzles with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        fetch_as!(
            $fetch,
            Row,
            $conn,
            "SELECT game, server, kind, puzzle, line, suggested_by, state, suggested_at, decided_at
             FROM club_puzzles "
                + $which
            $(, $argument)*
        )
    };
}

/// Rows as puzzles.
fn all(rows: Vec<Row>) -> Result<Vec<ClubPuzzle>, StoreError> {
    rows.into_iter().map(ClubPuzzle::try_from).collect()
}

impl Connection {
    /// The puzzle from a game, if one was suggested.
    pub async fn club_puzzle(&mut self, game: GameId) -> Result<Option<ClubPuzzle>, StoreError> {
        let row = select!(fetch_optional, self, "WHERE game = $1", game)?;
        row.map(ClubPuzzle::try_from).transpose()
    }

    /// The puzzle with a number, whether both players have agreed or not.
    pub async fn club_puzzle_numbered(
        &mut self,
        puzzle: PuzzleId,
    ) -> Result<Option<ClubPuzzle>, StoreError> {
        let row = select!(fetch_optional, self, "WHERE puzzle = $1", puzzle)?;
        row.map(ClubPuzzle::try_from).transpose()
    }

    /// The puzzles of a server, apart from those that are from a player's own games.
    pub async fn club_puzzles_for(
        &mut self,
        player: PlayerId,
        server: ServerId,
        kind: &str,
    ) -> Result<Vec<ClubPuzzle>, StoreError> {
        let rows = select!(
            fetch_all,
            self,
            "WHERE server = $1 AND kind = $2 AND state = 'agreed' AND NOT EXISTS (
                 SELECT 1 FROM games
                 WHERE games.id = club_puzzles.game AND (games.first = $3 OR games.second = $3)
             )",
            server,
            kind,
            player
        )?;
        all(rows)
    }

    /// The puzzles from a player's games.
    pub async fn club_puzzles_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<ClubPuzzle>, StoreError> {
        let rows = select!(
            fetch_all,
            self,
            "WHERE game IN (
                 SELECT id FROM games WHERE first = $1
                 UNION ALL SELECT id FROM games WHERE second = $1
             ) ORDER BY game",
            player
        )?;
        all(rows)
    }

    /// The puzzles from games after one of them, in order.
    pub async fn club_puzzles_after(
        &mut self,
        last: GameId,
        most: i64,
    ) -> Result<Vec<ClubPuzzle>, StoreError> {
        let rows = select!(
            fetch_all,
            self,
            "WHERE game > $1 ORDER BY game LIMIT $2",
            last,
            most
        )?;
        all(rows)
    }
}

impl Transaction {
    /// Adds a puzzle; false if there is one from the same game, or one with the same number.
    pub async fn add_club_puzzle(&mut self, puzzle: &ClubPuzzle) -> Result<bool, StoreError> {
        let (number, line) = puzzle.puzzle.clone().unzip();
        let side = side_code(Some(puzzle.suggested_by));
        let state = puzzle.state.as_str();
        let done = execute!(
            self,
            "INSERT INTO club_puzzles
                 (game, server, kind, puzzle, line, suggested_by, state, suggested_at, decided_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT DO NOTHING",
            puzzle.game,
            puzzle.server,
            puzzle.kind,
            number,
            line,
            side,
            state,
            puzzle.suggested_at,
            puzzle.decided_at
        )?;
        Ok(done > 0)
    }

    /// Records that both players agree.
    pub async fn agree_club_puzzle(&mut self, game: GameId, now: Time) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE club_puzzles SET state = 'agreed', decided_at = $2 WHERE game = $1",
            game,
            now
        )?;
        Ok(())
    }

    /// Ends a puzzle: its position is deleted. That there was one is kept, so that nobody is asked again.
    pub async fn end_club_puzzle(&mut self, game: GameId, now: Time) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE club_puzzles SET state = 'ended', puzzle = NULL, line = NULL, decided_at = $2
             WHERE game = $1",
            game,
            now
        )?;
        Ok(())
    }

    /// Deletes the puzzles from a player's games.
    pub async fn drop_club_puzzles_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM club_puzzles WHERE game IN (
                 SELECT id FROM games WHERE first = $1
                 UNION ALL SELECT id FROM games WHERE second = $1
             )",
            player
        )?;
        Ok(())
    }
}
