//! The table of standing challenges: whenever one is accepted, the same challenge is offered again.

use crate::model::{GameId, PlayerId, StandingChallenge, Time};
use crate::store::dialect::{
    execute, fetch_all_scalars, fetch_as, fetch_optional_scalar, fetch_scalar,
};
use crate::store::{Connection, StoreError, Transaction};

/// A row with its columns.
struct Row {
    id: i64,
    player: i64,
    challenge: i64,
    most: i64,
    is_open: bool,
}

impl From<Row> for StandingChallenge {
    fn from(row: Row) -> Self {
        Self {
            id: GameId(row.id),
            player: PlayerId(row.player),
            challenge: GameId(row.challenge),
            most: row.most,
            is_open: row.is_open,
        }
    }
}

/// Selects standing challenges with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        fetch_as!(
            $fetch,
            Row,
            $conn,
            "SELECT id, player, challenge, most, is_open FROM standing " + $which
            $(, $argument)*
        )
    };
}

impl Connection {
    /// A standing challenge.
    pub async fn standing(&mut self, id: GameId) -> Result<Option<StandingChallenge>, StoreError> {
        Ok(select!(fetch_optional, self, "WHERE id = $1", id)?.map(StandingChallenge::from))
    }

    /// A player's standing challenges, oldest first.
    pub async fn standing_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<StandingChallenge>, StoreError> {
        let rows = select!(fetch_all, self, "WHERE player = $1 ORDER BY id", player)?;
        Ok(rows.into_iter().map(StandingChallenge::from).collect())
    }

    /// The number of running games of a standing challenge.
    pub async fn standing_games(
        &mut self,
        id: GameId,
        player: PlayerId,
    ) -> Result<i64, StoreError> {
        // Starts from the player's running games, which are few, not from all games of the challenge,
        // which may be many.
        let first = fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM games JOIN challenges ON challenges.id = games.id
             WHERE games.first = $2 AND games.finished_at IS NULL AND challenges.standing = $1"#,
            id,
            player
        )?;
        Ok(first
            + fetch_scalar!(
                self,
                r#"SELECT COUNT(*) AS "count!" FROM games JOIN challenges ON challenges.id = games.id
             WHERE games.second = $2 AND games.finished_at IS NULL AND challenges.standing = $1"#,
                id,
                player
            )?)
    }

    /// Standing challenges of which a game has ended, earliest first.
    pub async fn due_standing(&mut self, now: Time, most: i64) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT id FROM standing WHERE due_at <= $1 ORDER BY due_at LIMIT $2",
            now,
            most
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// When the next standing challenge is due.
    pub async fn next_due_standing(&mut self) -> Result<Option<Time>, StoreError> {
        Ok(fetch_optional_scalar!(
            self,
            "SELECT due_at FROM standing WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        )?
        .flatten()
        .map(Time))
    }

    /// Standing challenges that do not fit their challenge, which indicate damage.
    pub async fn stray_standing(&mut self) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT standing.id FROM standing
             LEFT JOIN challenges ON challenges.id = standing.challenge
             WHERE challenges.standing IS NULL OR challenges.standing <> standing.id
                 OR standing.is_open <> (challenges.state = 'open')
             ORDER BY standing.id"
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

impl Transaction {
    /// Inserts or replaces a standing challenge, which is not due any more.
    pub async fn set_standing(&mut self, standing: &StandingChallenge) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO standing (id, player, challenge, most, is_open)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (id) DO UPDATE SET challenge = excluded.challenge, most = excluded.most,
                 is_open = excluded.is_open, due_at = NULL",
            standing.id,
            standing.player,
            standing.challenge,
            standing.most,
            standing.is_open
        )?;
        Ok(())
    }

    /// Records that a challenge belongs to a standing one.
    pub async fn set_challenge_standing(
        &mut self,
        challenge: GameId,
        standing: GameId,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE challenges SET standing = $2 WHERE id = $1",
            challenge,
            standing
        )?;
        Ok(())
    }

    /// Deletes a standing challenge.
    pub async fn drop_standing(&mut self, id: GameId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM standing WHERE id = $1", id)?;
        Ok(())
    }
}
