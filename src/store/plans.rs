//! What players will answer, thought of beforehand.

use crate::model::{GameId, PlayerId, Time};
use crate::store::{Connection, StoreError, Transaction};

/// A player's plan in a game, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanRow {
    /// The game.
    pub game: GameId,
    /// Whose it is.
    pub player: PlayerId,
    /// Grows with every change.
    pub version: i64,
    /// The plan, as JSON.
    pub plan: String,
    /// When it was last changed.
    pub at: Time,
}

/// Selects plans; what follows says which.
macro_rules! select {
    ($which:tt $(, $argument:expr)*) => {
        sqlx::query_as!(
            PlanRow,
            r#"SELECT game AS "game: GameId", player AS "player: PlayerId", version, plan,
                 at AS "at: Time" FROM plans "# + $which
            $(, $argument)*
        )
    };
}

impl Connection {
    /// The plans of both players of a game.
    pub async fn plans_in(&mut self, game: GameId) -> Result<Vec<PlanRow>, StoreError> {
        let rows = select!("WHERE game = $1", game);
        Ok(rows.fetch_all(self.sql()).await?)
    }

    /// All plans of a player.
    pub async fn plans_of(&mut self, player: PlayerId) -> Result<Vec<PlanRow>, StoreError> {
        let rows = select!("WHERE player = $1 ORDER BY game", player);
        Ok(rows.fetch_all(self.sql()).await?)
    }

    /// How many plans there are of people who do not play the game.
    pub async fn stray_plans(&mut self) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            "SELECT COUNT(*) FROM plans LEFT JOIN games ON games.id = plans.game
             WHERE COALESCE(games.first, 0) <> plans.player
                 AND COALESCE(games.second, 0) <> plans.player"
        );
        Ok(count.fetch_one(self.sql()).await?)
    }
}

impl Transaction {
    /// Keeps a plan in place of the one before; its version grows.
    pub async fn set_plan(
        &mut self,
        game: GameId,
        player: PlayerId,
        plan: &str,
        at: Time,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO plans (game, player, version, plan, at) VALUES ($1, $2, 1, $3, $4)
             ON CONFLICT (game, player) DO UPDATE SET version = plans.version + 1,
                 plan = excluded.plan, at = excluded.at",
            game,
            player,
            plan,
            at
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Forgets all of a player's, whose games are over.
    pub async fn drop_plans_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM plans WHERE player = $1", player)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
