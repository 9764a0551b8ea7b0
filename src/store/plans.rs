//! The table of plans: conditional turns and queued placements.

use crate::model::{GameId, PlayerId, Time};
use crate::store::dialect::{execute, fetch_as, fetch_scalar};
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
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        fetch_as!(
            $fetch,
            PlanRow,
            $conn,
            r#"SELECT game AS "game: GameId", player AS "player: PlayerId", version, plan,
                 at AS "at: Time" FROM plans "# + $which
            $(, $argument)*
        )
    };
}

impl Connection {
    /// The plans of both players of a game.
    pub async fn plans_in(&mut self, game: GameId) -> Result<Vec<PlanRow>, StoreError> {
        select!(fetch_all, self, "WHERE game = $1", game)
    }

    /// All plans of a player.
    pub async fn plans_of(&mut self, player: PlayerId) -> Result<Vec<PlanRow>, StoreError> {
        select!(fetch_all, self, "WHERE player = $1 ORDER BY game", player)
    }

    /// The number of plans of users who are not players of the game, which indicate damage.
    pub async fn stray_plans(&mut self) -> Result<i64, StoreError> {
        fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM plans LEFT JOIN games ON games.id = plans.game
             WHERE COALESCE(games.first, 0) <> plans.player
                 AND COALESCE(games.second, 0) <> plans.player"#
        )
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
        execute!(
            self,
            "INSERT INTO plans (game, player, version, plan, at) VALUES ($1, $2, 1, $3, $4)
             ON CONFLICT (game, player) DO UPDATE SET version = plans.version + 1,
                 plan = excluded.plan, at = excluded.at",
            game,
            player,
            plan,
            at
        )?;
        Ok(())
    }

    /// Deletes all plans of a player whose games are over.
    pub async fn drop_plans_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM plans WHERE player = $1", player)?;
        Ok(())
    }
}
