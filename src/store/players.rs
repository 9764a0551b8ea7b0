//! The tables of players' settings and blocks.

use crate::model::{PlayerId, Time};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// A player's settings as JSON, if there are any.
    pub async fn player_settings(&mut self, id: PlayerId) -> Result<Option<String>, StoreError> {
        let settings = sqlx::query_scalar!("SELECT settings FROM players WHERE id = $1", id);
        Ok(settings.fetch_optional(self.sql()).await?)
    }

    /// Players whose daily digest is due by `now`, each with the time it is due, most urgent first.
    pub async fn due_digests(
        &mut self,
        now: Time,
        most: i64,
    ) -> Result<Vec<(PlayerId, Time)>, StoreError> {
        let rows = sqlx::query!(
            r#"SELECT id, digest_at AS "digest_at!: i64" FROM players WHERE digest_at <= $1
             ORDER BY digest_at LIMIT $2"#,
            now,
            most
        );
        let rows = rows.fetch_all(self.sql()).await?.into_iter();
        Ok(rows
            .map(|row| (PlayerId(row.id), Time(row.digest_at)))
            .collect())
    }

    /// When the next digest is due.
    pub async fn next_digest(&mut self) -> Result<Option<Time>, StoreError> {
        let due = sqlx::query_scalar!(
            "SELECT digest_at FROM players WHERE digest_at IS NOT NULL ORDER BY digest_at LIMIT 1"
        );
        let due = due.fetch_optional(self.sql()).await?;
        Ok(due.flatten().map(Time))
    }

    /// Has a player blocked another?
    pub async fn has_blocked(
        &mut self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            "SELECT blocked FROM blocks WHERE player = $1 AND blocked = $2",
            player,
            other
        );
        Ok(found.fetch_optional(self.sql()).await?.is_some())
    }

    /// The users a player has blocked.
    pub async fn blocks_of(&mut self, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let blocked = sqlx::query_scalar!(
            "SELECT blocked FROM blocks WHERE player = $1 ORDER BY blocked",
            player
        );
        let blocked = blocked.fetch_all(self.sql()).await?;
        Ok(blocked.into_iter().map(PlayerId).collect())
    }
}

impl Transaction {
    /// Inserts or replaces a player's settings.
    pub async fn set_player_settings(
        &mut self,
        id: PlayerId,
        settings: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO players (id, settings) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
            id,
            settings
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Schedules a player's next digest. The player's settings must exist.
    pub async fn set_digest_at(
        &mut self,
        id: PlayerId,
        digest_at: Option<Time>,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE players SET digest_at = $2 WHERE id = $1",
            id,
            digest_at
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Blocks or unblocks another player.
    pub async fn set_blocked(
        &mut self,
        player: PlayerId,
        other: PlayerId,
        is_blocked: bool,
    ) -> Result<(), StoreError> {
        if is_blocked {
            sqlx::query!(
                "INSERT INTO blocks (player, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                player,
                other
            )
            .execute(self.sql())
            .await?;
        } else {
            sqlx::query!(
                "DELETE FROM blocks WHERE player = $1 AND blocked = $2",
                player,
                other
            )
            .execute(self.sql())
            .await?;
        }
        Ok(())
    }

    /// Deletes a player's settings and blocks, and other players' blocks of this player.
    pub async fn drop_player(&mut self, id: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM players WHERE id = $1", id)
            .execute(self.sql())
            .await?;
        sqlx::query!("DELETE FROM blocks WHERE player = $1", id)
            .execute(self.sql())
            .await?;
        sqlx::query!("DELETE FROM blocks WHERE blocked = $1", id)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
