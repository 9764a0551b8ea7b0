//! The table of followers of games.

use crate::model::{GameId, PlayerId};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// Whether a user follows a game and is told of every move; `None` if they don't follow it.
    pub async fn follow(
        &mut self,
        game: GameId,
        player: PlayerId,
    ) -> Result<Option<bool>, StoreError> {
        let found = sqlx::query_scalar!(
            "SELECT is_told FROM follows WHERE game = $1 AND player = $2",
            game,
            player
        );
        Ok(found.fetch_optional(self.sql()).await?)
    }

    /// The number of followers of a game.
    pub async fn follower_count(&mut self, game: GameId) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!("SELECT COUNT(*) FROM follows WHERE game = $1", game);
        Ok(count.fetch_one(self.sql()).await?)
    }

    /// The followers who want to be told of every move of a game.
    pub async fn told_followers(&mut self, game: GameId) -> Result<Vec<PlayerId>, StoreError> {
        let players = sqlx::query_scalar!(
            "SELECT player FROM follows WHERE game = $1 AND is_told ORDER BY player",
            game
        );
        let players = players.fetch_all(self.sql()).await?;
        Ok(players.into_iter().map(PlayerId).collect())
    }

    /// The running games that a user follows, latest first, each with whether they are told of every
    /// move.
    pub async fn followed(&mut self, player: PlayerId) -> Result<Vec<(GameId, bool)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT follows.game, follows.is_told FROM follows
             JOIN games ON games.id = follows.game
             WHERE follows.player = $1 AND games.finished_at IS NULL ORDER BY follows.game DESC",
            player
        );
        let rows = rows.fetch_all(self.sql()).await?;
        let rows = rows.into_iter();
        Ok(rows.map(|row| (GameId(row.game), row.is_told)).collect())
    }

    /// All games that a user follows, including finished ones.
    pub async fn follows_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(GameId, bool)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT game, is_told FROM follows WHERE player = $1 ORDER BY game",
            player
        );
        let rows = rows.fetch_all(self.sql()).await?;
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
        sqlx::query!(
            "INSERT INTO follows (game, player, is_told) VALUES ($1, $2, $3)
             ON CONFLICT (game, player) DO UPDATE SET is_told = excluded.is_told",
            game,
            player,
            is_told
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Makes a user stop following a game.
    pub async fn drop_follow(&mut self, game: GameId, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!(
            "DELETE FROM follows WHERE game = $1 AND player = $2",
            game,
            player
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Deletes everything a user follows.
    pub async fn drop_follows_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM follows WHERE player = $1", player)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
