//! The table of vacations.

use crate::model::{GameId, PlayerId, Time, Vacation, VacationPhase};
use crate::store::dialect::{
    execute, fetch_all_scalars, fetch_as, fetch_optional_scalar, fetch_scalar,
};
use crate::store::{Connection, StoreError, Transaction, damaged};

/// A row with its columns.
struct Row {
    player: i64,
    starts_at: i64,
    ends_at: i64,
    phase: i64,
    reached: Option<i64>,
    due_at: Option<i64>,
}

impl TryFrom<Row> for Vacation {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            player: PlayerId(row.player),
            starts_at: Time(row.starts_at),
            ends_at: Time(row.ends_at),
            phase: VacationPhase::from_code(row.phase)
                .ok_or_else(|| damaged(format!("a vacation in phase {}", row.phase)))?,
            reached: row.reached.map(GameId),
            due_at: row.due_at.map(Time),
        })
    }
}

/// Selects vacations with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        fetch_as!(
            $fetch,
            Row,
            $conn,
            "SELECT player, starts_at, ends_at, phase, reached, due_at FROM vacations " + $which
            $(, $argument)*
        )
    };
}

impl Connection {
    /// All vacations of a player, earliest first.
    pub async fn vacations_of(&mut self, player: PlayerId) -> Result<Vec<Vacation>, StoreError> {
        let rows = select!(
            fetch_all,
            self,
            "WHERE player = $1 ORDER BY starts_at",
            player
        )?;
        rows.into_iter().map(Vacation::try_from).collect()
    }

    /// The end of a player's current vacation, if any.
    pub async fn away_until(&mut self, player: PlayerId) -> Result<Option<Time>, StoreError> {
        Ok(fetch_scalar!(
            self,
            "SELECT MAX(ends_at) FROM vacations WHERE player = $1 AND phase = 1",
            player
        )?
        .map(Time))
    }

    /// Vacations that are due by `now`, most urgent first.
    pub async fn due_vacations(
        &mut self,
        now: Time,
        most: i64,
    ) -> Result<Vec<Vacation>, StoreError> {
        let rows = select!(
            fetch_all,
            self,
            "WHERE due_at <= $1 ORDER BY due_at LIMIT $2",
            now,
            most
        )?;
        rows.into_iter().map(Vacation::try_from).collect()
    }

    /// When the next vacation is due.
    pub async fn next_due_vacation(&mut self) -> Result<Option<Time>, StoreError> {
        let due = fetch_optional_scalar!(
            self,
            "SELECT due_at FROM vacations WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        )?;
        Ok(due.flatten().map(Time))
    }

    /// The players of vacations that are not over but will never be due, or that end before they begin,
    /// which indicate damage.
    pub async fn lost_vacations(&mut self) -> Result<Vec<PlayerId>, StoreError> {
        let players = fetch_all_scalars!(
            self,
            "SELECT player FROM vacations
             WHERE (due_at IS NULL AND (phase <> 2 OR reached IS NOT NULL)) OR ends_at < starts_at
                 OR phase NOT IN (0, 1, 2)"
        )?;
        Ok(players.into_iter().map(PlayerId).collect())
    }
}

impl Transaction {
    /// Inserts or updates a vacation.
    pub async fn set_vacation(&mut self, vacation: &Vacation) -> Result<(), StoreError> {
        let phase = vacation.phase.code();
        execute!(
            self,
            "INSERT INTO vacations (player, starts_at, ends_at, phase, reached, due_at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (player, starts_at) DO UPDATE SET ends_at = excluded.ends_at,
                 phase = excluded.phase, reached = excluded.reached, due_at = excluded.due_at",
            vacation.player,
            vacation.starts_at,
            vacation.ends_at,
            phase,
            vacation.reached,
            vacation.due_at
        )?;
        Ok(())
    }

    /// Makes a player's current vacation due again, so that it takes effect in a new game.
    pub async fn reschedule_vacation(
        &mut self,
        player: PlayerId,
        game: GameId,
        now: Time,
    ) -> Result<(), StoreError> {
        let before = game.0 - 1;
        execute!(
            self,
            "UPDATE vacations SET due_at = $3,
                 reached = CASE WHEN reached < $2 THEN reached ELSE $2 END
             WHERE player = $1 AND phase = 1",
            player,
            before,
            now
        )?;
        Ok(())
    }

    /// Deletes a vacation that has not begun.
    pub async fn drop_vacation(&mut self, vacation: &Vacation) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM vacations WHERE player = $1 AND starts_at = $2",
            vacation.player,
            vacation.starts_at
        )?;
        Ok(())
    }

    /// Deletes all vacations of a player.
    pub async fn drop_vacations_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM vacations WHERE player = $1", player)?;
        Ok(())
    }
}
