//! The table of analysis boards.

use crate::model::{GameId, PlayerId, Time};
use crate::store::dialect::{execute, fetch_as};
use crate::store::{Connection, StoreError, Transaction};

/// An analysis board, serialized.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisRow {
    /// Its number among the player's boards.
    pub number: i64,
    /// The game its position is from.
    pub game: Option<GameId>,
    /// The board as JSON.
    pub board: String,
    /// When it was last used.
    pub at: Time,
}

/// Selects boards with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        fetch_as!(
            $fetch,
            AnalysisRow,
            $conn,
            r#"SELECT number, game AS "game: GameId", board, at AS "at: Time" FROM analyses "#
                + $which
            $(, $argument)*
        )
    };
}

impl Connection {
    /// An analysis board of a player.
    pub async fn analysis(
        &mut self,
        player: PlayerId,
        number: i64,
    ) -> Result<Option<AnalysisRow>, StoreError> {
        select!(
            fetch_optional,
            self,
            "WHERE player = $1 AND number = $2",
            player,
            number
        )
    }

    /// All analysis boards of a player, oldest first.
    pub async fn analyses_of(&mut self, player: PlayerId) -> Result<Vec<AnalysisRow>, StoreError> {
        select!(fetch_all, self, "WHERE player = $1 ORDER BY number", player)
    }
}

impl Transaction {
    /// Inserts or replaces an analysis board.
    pub async fn set_analysis(
        &mut self,
        player: PlayerId,
        row: &AnalysisRow,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO analyses (player, number, game, board, at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (player, number) DO UPDATE SET board = excluded.board, at = excluded.at",
            player,
            row.number,
            row.game,
            row.board,
            row.at
        )?;
        Ok(())
    }

    /// Deletes an analysis board.
    pub async fn drop_analysis(&mut self, player: PlayerId, number: i64) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM analyses WHERE player = $1 AND number = $2",
            player,
            number
        )?;
        Ok(())
    }

    /// Deletes all analysis boards of a player.
    pub async fn drop_analyses_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM analyses WHERE player = $1", player)?;
        Ok(())
    }
}
