//! The table of followers of games.

use crate::model::{GameId, PlayerId};
use crate::store::dialect::{
    execute, fetch_all_as, fetch_all_scalars, fetch_optional_scalar, fetch_scalar,
};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// Whether a user follows a game and is told of every move; `None` if they don't follow it.
    pub async fn follow(
        &mut self,
        game: GameId,
        player: PlayerId,
    ) -> Result<Option<bool>, StoreError> {
        fetch_optional_scalar!(
            self,
            "SELECT is_told FROM follows WHERE game = $1 AND player = $2",
            game,
            player
        )
    }

    /// The number of followers of a game.
    pub async fn follower_count(&mut self, game: GameId) -> Result<i64, StoreError> {
        fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM follows WHERE game = $1"#,
            game
        )
    }

    /// The followers who want to be told of every move of a game.
    pub async fn told_followers(&mut self, game: GameId) -> Result<Vec<PlayerId>, StoreError> {
        let players = fetch_all_scalars!(
            self,
            "SELECT player FROM follows WHERE game = $1 AND is_told ORDER BY player",
            game
        )?;
        Ok(players.into_iter().map(PlayerId).collect())
    }

    /// The running games that a user follows, latest first, each with whether they are told of every
    /// move.
    pub async fn followed(&mut self, player: PlayerId) -> Result<Vec<(GameId, bool)>, StoreError> {
        struct Row {
            game: i64,
            is_told: bool,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT follows.game, follows.is_told FROM follows
             JOIN games ON games.id = follows.game
             WHERE follows.player = $1 AND games.finished_at IS NULL ORDER BY follows.game DESC",
            player
        )?;
        let rows = rows.into_iter();
        Ok(rows.map(|row| (GameId(row.game), row.is_told)).collect())
    }

    /// All games that a user follows, including finished ones.
    pub async fn follows_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(GameId, bool)>, StoreError> {
        struct Row {
            game: i64,
            is_told: bool,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT game, is_told FROM follows WHERE player = $1 ORDER BY game",
            player
        )?;
        let rows = rows.into_iter();
        Ok(rows.map(|row| (GameId(row.game), row.is_told)).collect())
    }
}

impl Transaction {
    /// Makes a user follow a game.
    pub async fn set_follow(
        &mut self,
        game: GameId,
        player: PlayerId,
        is_told: bool,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO follows (game, player, is_told) VALUES ($1, $2, $3)
             ON CONFLICT (game, player) DO UPDATE SET is_told = excluded.is_told",
            game,
            player,
            is_told
        )?;
        Ok(())
    }

    /// Makes a user stop following a game.
    pub async fn drop_follow(&mut self, game: GameId, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM follows WHERE game = $1 AND player = $2",
            game,
            player
        )?;
        Ok(())
    }

    /// Deletes everything a user follows.
    pub async fn drop_follows_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM follows WHERE player = $1", player)?;
        Ok(())
    }
}
