//! The tables of game analyses: which finished and imported games the computer analyses, and what it has
//! found out about their positions.

use crate::model::{GameRef, PlayerId, Time};
use crate::store::dialect::{
    execute, fetch_all_as, fetch_all_scalars, fetch_optional_as, fetch_scalar,
};
use crate::store::{Connection, StoreError, Transaction};

/// A request for the analysis of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameAnalysisRow {
    /// The game.
    pub game: GameRef,
    /// When it was asked for.
    pub asked_at: Time,
    /// When the last position had been looked at.
    pub finished_at: Option<Time>,
}

struct Row {
    game: i64,
    asked_at: i64,
    finished_at: Option<i64>,
}

impl From<Row> for GameAnalysisRow {
    fn from(row: Row) -> Self {
        Self {
            game: GameRef::from_number(row.game),
            asked_at: Time(row.asked_at),
            finished_at: row.finished_at.map(Time),
        }
    }
}

impl Connection {
    /// What has been found out about the positions of a game, as JSON, from the first position on.
    pub async fn evaluations(&mut self, game: GameRef) -> Result<Vec<String>, StoreError> {
        let game = game.number();
        fetch_all_scalars!(
            self,
            "SELECT found FROM evaluations WHERE game = $1 ORDER BY ply",
            game
        )
    }

    /// The number of positions of a game that have been looked at.
    pub async fn count_evaluations(&mut self, game: GameRef) -> Result<i64, StoreError> {
        let game = game.number();
        fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM evaluations WHERE game = $1"#,
            game
        )
    }

    /// The request for the analysis of a game, if there is one.
    pub async fn game_analysis(
        &mut self,
        game: GameRef,
    ) -> Result<Option<GameAnalysisRow>, StoreError> {
        let game = game.number();
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT game, asked_at, finished_at FROM game_analyses WHERE game = $1",
            game
        )?;
        Ok(row.map(GameAnalysisRow::from))
    }

    /// The number of analyses of games that are not over or not there, and of evaluations that belong to no
    /// analysis; both indicate damage.
    pub async fn stray_analyses(&mut self) -> Result<(i64, i64), StoreError> {
        let analyses = fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM game_analyses
                 LEFT JOIN games ON games.id = game_analyses.game
                 LEFT JOIN imports ON imports.id = -game_analyses.game
             WHERE games.finished_at IS NULL AND imports.id IS NULL"#
        )?;
        let evaluations = fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM evaluations
                 LEFT JOIN game_analyses ON game_analyses.game = evaluations.game
             WHERE game_analyses.game IS NULL"#
        )?;
        Ok((analyses, evaluations))
    }

    /// The number of unfinished analyses that a player has asked for.
    pub async fn count_open_analyses(&mut self, player: PlayerId) -> Result<i64, StoreError> {
        fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM game_analyses
             WHERE asked_by = $1 AND finished_at IS NULL"#,
            player
        )
    }

    /// The analyses that a player has asked for.
    pub async fn game_analyses_by(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<GameAnalysisRow>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT game, asked_at, finished_at FROM game_analyses WHERE asked_by = $1
             ORDER BY asked_at, game",
            player
        )?;
        Ok(rows.into_iter().map(GameAnalysisRow::from).collect())
    }
}

impl Transaction {
    /// Records that a player has asked for the analysis of a game; false if someone has done so before.
    pub async fn ask_game_analysis(
        &mut self,
        game: GameRef,
        player: PlayerId,
        now: Time,
    ) -> Result<bool, StoreError> {
        let game = game.number();
        let done = execute!(
            self,
            "INSERT INTO game_analyses (game, asked_by, asked_at) VALUES ($1, $2, $3)
             ON CONFLICT (game) DO NOTHING",
            game,
            player,
            now
        )?;
        Ok(done > 0)
    }

    /// Stores what has been found out about a position of a game.
    pub async fn add_evaluation(
        &mut self,
        game: GameRef,
        ply: i64,
        found: &str,
    ) -> Result<(), StoreError> {
        let game = game.number();
        execute!(
            self,
            "INSERT INTO evaluations (game, ply, found) VALUES ($1, $2, $3)
             ON CONFLICT (game, ply) DO UPDATE SET found = excluded.found",
            game,
            ply,
            found
        )?;
        Ok(())
    }

    /// Records that all positions of a game have been looked at.
    pub async fn finish_game_analysis(
        &mut self,
        game: GameRef,
        now: Time,
    ) -> Result<(), StoreError> {
        let game = game.number();
        execute!(
            self,
            "UPDATE game_analyses SET finished_at = $2 WHERE game = $1",
            game,
            now
        )?;
        Ok(())
    }

    /// Deletes the analysis of a game, finished or not.
    pub async fn drop_game_analysis(&mut self, game: GameRef) -> Result<(), StoreError> {
        let game = game.number();
        // First the job: whoever answers it meanwhile is waited for, or finds it gone.
        execute!(self, "DELETE FROM jobs WHERE game = $1 AND kind = 3", game)?;
        execute!(self, "DELETE FROM evaluations WHERE game = $1", game)?;
        execute!(self, "DELETE FROM game_analyses WHERE game = $1", game)?;
        Ok(())
    }

    /// Deletes the analyses of all imported games of a player, and the player's id from all others.
    pub async fn forget_in_game_analyses(&mut self, player: PlayerId) -> Result<(), StoreError> {
        for import in self.imports_of(player).await? {
            self.drop_game_analysis(GameRef::Import(import.id)).await?;
        }
        execute!(
            self,
            "UPDATE game_analyses SET asked_by = NULL WHERE asked_by = $1",
            player
        )?;
        Ok(())
    }
}
