//! The table of plans: conditional turns and queued placements.

use crate::model::{GameId, PlayerId, Time};
use crate::store::{Connection, StoreError, Transaction};

/// A player's plan in a game, serialized.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanRow {
    /// The game.
    pub game: GameId,
    /// The owner of the plan.
    pub player: PlayerId,
    /// Increases with every change.
    pub version: i64,
    /// The plan as JSON.
    pub plan: String,
    /// When it was last changed.
    pub at: Time,
}

/// Selects plans with the given conditions.
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

    /// The number of plans of users who are not players of the game, which indicate damage.
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
    /// Inserts or replaces a plan and increases its version.
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

    /// Deletes all plans of a player whose games are over.
    pub async fn drop_plans_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM plans WHERE player = $1", player)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
