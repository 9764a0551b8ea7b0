//! The table of games that players have muted.

use crate::model::{GameId, PlayerId};
use crate::store::dialect::{execute, fetch_all_scalars, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// Has a player muted a game?
    pub async fn is_muted(&mut self, player: PlayerId, game: GameId) -> Result<bool, StoreError> {
        Ok(fetch_optional_scalar!(
            self,
            "SELECT game FROM mutes WHERE player = $1 AND game = $2",
            player,
            game
        )?
        .is_some())
    }

    /// All games a player has muted.
    pub async fn mutes_of(&mut self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let games = fetch_all_scalars!(
            self,
            "SELECT game FROM mutes WHERE player = $1 ORDER BY game",
            player
        )?;
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
            execute!(
                self,
                "INSERT INTO mutes (player, game) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                player,
                game
            )?;
        } else {
            execute!(
                self,
                "DELETE FROM mutes WHERE player = $1 AND game = $2",
                player,
                game
            )?;
        }
        Ok(())
    }

    /// Deletes all of a player's mutes.
    pub async fn drop_mutes_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM mutes WHERE player = $1", player)?;
        Ok(())
    }
}
