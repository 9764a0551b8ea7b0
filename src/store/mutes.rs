//! The table of games that players have muted.

use crate::model::{GameId, PlayerId};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// Has a player muted a game?
    pub async fn is_muted(&mut self, player: PlayerId, game: GameId) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            "SELECT game FROM mutes WHERE player = $1 AND game = $2",
            player,
            game
        );
        Ok(found.fetch_optional(self.sql()).await?.is_some())
    }

    /// All games a player has muted.
    pub async fn mutes_of(&mut self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let games = sqlx::query_scalar!(
            "SELECT game FROM mutes WHERE player = $1 ORDER BY game",
            player
        );
        let games = games.fetch_all(self.sql()).await?;
        Ok(games.into_iter().map(GameId).collect())
    }
}

impl Transaction {
    /// Mutes or unmutes a game for a player.
    pub async fn set_muted(
        &mut self,
        player: PlayerId,
        game: GameId,
        is_muted: bool,
    ) -> Result<(), StoreError> {
        if is_muted {
            sqlx::query!(
                "INSERT INTO mutes (player, game) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                player,
                game
            )
            .execute(self.sql())
            .await?;
        } else {
            sqlx::query!(
                "DELETE FROM mutes WHERE player = $1 AND game = $2",
                player,
                game
            )
            .execute(self.sql())
            .await?;
        }
        Ok(())
    }

    /// Deletes all of a player's mutes.
    pub async fn drop_mutes_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM mutes WHERE player = $1", player)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
