//! The table of lobby messages, in which servers show their open challenges.

use crate::model::{ChannelId, LobbyMessage, ServerId, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// A row with its columns.
struct Row {
    server: i64,
    channel: i64,
    message: Option<i64>,
    old_channel: Option<i64>,
    old_message: Option<i64>,
    is_wanted: bool,
    made_at: i64,
    shown_at: Option<i64>,
    changes: i64,
}

impl From<Row> for LobbyMessage {
    fn from(row: Row) -> Self {
        Self {
            server: ServerId(row.server),
            channel: ChannelId(row.channel),
            message: row.message,
            old: row.old_channel.map(ChannelId).zip(row.old_message),
            is_wanted: row.is_wanted,
            made_at: Time(row.made_at),
            shown_at: row.shown_at.map(Time),
            changes: row.changes,
        }
    }
}

impl Connection {
    /// The lobby message of a server.
    pub async fn lobby(&mut self, server: ServerId) -> Result<Option<LobbyMessage>, StoreError> {
        Ok(fetch_optional_as!(Row, self, "SELECT server, channel, message, old_channel, old_message, is_wanted, made_at, shown_at,
                 changes
             FROM lobbies WHERE server = $1",
            server)?
            .map(LobbyMessage::from))
    }

    /// When the next lobby message has to be updated.
    pub async fn next_due_lobby(&mut self) -> Result<Option<Time>, StoreError> {
        Ok(fetch_optional_scalar!(
            self,
            "SELECT due_at FROM lobbies WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        )?
        .flatten()
        .map(Time))
    }
}

impl Transaction {
    /// Sets the channel of a server's lobby message; an existing message has to be deleted.
    pub async fn set_lobby(
        &mut self,
        server: ServerId,
        channel: ChannelId,
        now: Time,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO lobbies (server, channel, is_wanted, made_at, changes, due_at)
             VALUES ($1, $2, true, $3, 0, $3)
             ON CONFLICT (server) DO UPDATE SET
                 old_channel = CASE WHEN lobbies.message IS NULL
                     THEN lobbies.old_channel ELSE lobbies.channel END,
                 old_message = COALESCE(lobbies.message, lobbies.old_message),
                 channel = excluded.channel, message = NULL, is_wanted = true,
                 made_at = excluded.made_at, shown_at = NULL, changes = lobbies.changes + 1,
                 due_at = excluded.due_at",
            server,
            channel,
            now
        )?;
        Ok(())
    }

    /// Marks a server's lobby message for deletion; false if there is none.
    pub async fn close_lobby(&mut self, server: ServerId, now: Time) -> Result<bool, StoreError> {
        let done = execute!(
            self,
            "UPDATE lobbies SET is_wanted = false, changes = changes + 1, due_at = $2
             WHERE server = $1 AND is_wanted",
            server,
            now
        )?;
        Ok(done > 0)
    }

    /// Schedules an update of a server's lobby message, if there is one, by a time.
    pub async fn change_lobby(&mut self, server: ServerId, by: Time) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE lobbies SET changes = changes + 1, due_at = COALESCE(due_at, $2)
             WHERE server = $1",
            server,
            by
        )?;
        Ok(())
    }

    /// Takes lobby messages that have to be updated. The caller has until `again` to report the
    /// outcome.
    pub async fn take_due_lobbies(
        &mut self,
        now: Time,
        again: Time,
        most: i64,
    ) -> Result<Vec<LobbyMessage>, StoreError> {
        let rows = fetch_all_as!(Row, self, sqlite: "UPDATE lobbies SET due_at = $2
             WHERE server IN (
                 SELECT server FROM lobbies WHERE due_at <= $1 ORDER BY due_at LIMIT $3
             )
             RETURNING server, channel, message, old_channel, old_message, is_wanted, made_at,
                 shown_at, changes",
            postgres: "UPDATE lobbies SET due_at = $2
             WHERE server IN (
                 SELECT server FROM lobbies WHERE due_at <= $1 ORDER BY due_at LIMIT $3
                 FOR UPDATE SKIP LOCKED
             )
             RETURNING server, channel, message, old_channel, old_message, is_wanted, made_at,
                 shown_at, changes",
            now,
            again,
            most)?;
        Ok(rows.into_iter().map(LobbyMessage::from).collect())
    }

    /// Records that a lobby message shows the state after a number of changes. If there have been more
    /// since, another update is scheduled.
    pub async fn lobby_shown(
        &mut self,
        lobby: &LobbyMessage,
        message: i64,
        now: Time,
        by: Time,
    ) -> Result<(), StoreError> {
        execute!(self, "UPDATE lobbies SET message = $3, shown_at = $4, old_channel = NULL, old_message = NULL,
                 due_at = CASE WHEN changes = $2 THEN NULL ELSE CAST($5 AS BIGINT) END
             WHERE server = $1 AND made_at = $6",
            lobby.server,
            lobby.changes,
            message,
            now,
            by,
            lobby.made_at)?;
        Ok(())
    }

    /// Postpones the update of a lobby message; indefinitely without a time.
    pub async fn put_off_lobby(
        &mut self,
        server: ServerId,
        later: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE lobbies SET due_at = $2 WHERE server = $1",
            server,
            later
        )?;
        Ok(())
    }

    /// Deletes a lobby message, unless it has been requested again.
    pub async fn drop_lobby(&mut self, lobby: &LobbyMessage) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM lobbies WHERE server = $1 AND made_at = $2",
            lobby.server,
            lobby.made_at
        )?;
        Ok(())
    }
}
