//! The tables of players' settings and blocks.

use crate::model::{PlayerId, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_all_scalars, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// A player's settings as JSON, if there are any. A row that was inserted only to be
    /// [locked](Transaction::lock_players) has none.
    pub async fn player_settings(&mut self, id: PlayerId) -> Result<Option<String>, StoreError> {
        fetch_optional_scalar!(
            self,
            "SELECT settings FROM players WHERE id = $1 AND settings <> ''",
            id
        )
    }

    /// Players whose daily digest is due by `now`, each with the time it is due, most urgent first.
    pub async fn due_digests(
        &mut self,
        now: Time,
        most: i64,
    ) -> Result<Vec<(PlayerId, Time)>, StoreError> {
        struct Row {
            id: i64,
            digest_at: i64,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            r#"SELECT id, digest_at AS "digest_at!: i64" FROM players WHERE digest_at <= $1
             ORDER BY digest_at LIMIT $2"#,
            now,
            most
        )?
        .into_iter();
        Ok(rows
            .map(|row| (PlayerId(row.id), Time(row.digest_at)))
            .collect())
    }

    /// When the next digest is due.
    pub async fn next_digest(&mut self) -> Result<Option<Time>, StoreError> {
        let due = fetch_optional_scalar!(
            self,
            "SELECT digest_at FROM players WHERE digest_at IS NOT NULL ORDER BY digest_at LIMIT 1"
        )?;
        Ok(due.flatten().map(Time))
    }

    /// Has a player blocked another?
    pub async fn has_blocked(
        &mut self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<bool, StoreError> {
        Ok(fetch_optional_scalar!(
            self,
            "SELECT blocked FROM blocks WHERE player = $1 AND blocked = $2",
            player,
            other
        )?
        .is_some())
    }

    /// The users a player has blocked.
    pub async fn blocks_of(&mut self, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let blocked = fetch_all_scalars!(
            self,
            "SELECT blocked FROM blocks WHERE player = $1 ORDER BY blocked",
            player
        )?;
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
        execute!(
            self,
            "INSERT INTO players (id, settings) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
            id,
            settings
        )?;
        Ok(())
    }

    /// Schedules a player's next digest. The player's settings must exist.
    pub async fn set_digest_at(
        &mut self,
        id: PlayerId,
        digest_at: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE players SET digest_at = $2 WHERE id = $1",
            id,
            digest_at
        )?;
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
            execute!(
                self,
                "INSERT INTO blocks (player, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                player,
                other
            )?;
        } else {
            execute!(
                self,
                "DELETE FROM blocks WHERE player = $1 AND blocked = $2",
                player,
                other
            )?;
        }
        Ok(())
    }

    /// Deletes a player's settings and blocks, and other players' blocks of this player.
    pub async fn drop_player(&mut self, id: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM players WHERE id = $1", id)?;
        execute!(self, "DELETE FROM blocks WHERE player = $1", id)?;
        execute!(self, "DELETE FROM blocks WHERE blocked = $1", id)?;
        Ok(())
    }
}
