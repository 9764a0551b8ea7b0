//! The table of servers: their settings, and whether the bot is a member.

use crate::model::{ServerId, Time};
use crate::store::{Connection, StoreError, Transaction};

/// Whether the bot is a member of a server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ServerMembership {
    /// The server is not in the database.
    Unknown,
    /// The bot is a member.
    Member,
    /// The bot has left.
    Left,
}

impl Connection {
    /// A server's settings as JSON, if there are any.
    pub async fn server_settings(&mut self, id: ServerId) -> Result<Option<String>, StoreError> {
        let settings = sqlx::query_scalar!("SELECT settings FROM servers WHERE id = $1", id);
        Ok(settings.fetch_optional(self.sql()).await?)
    }

    /// Whether the bot is a member of a server.
    pub async fn membership(&mut self, id: ServerId) -> Result<ServerMembership, StoreError> {
        let gone_at = sqlx::query_scalar!("SELECT gone_at FROM servers WHERE id = $1", id);
        Ok(match gone_at.fetch_optional(self.sql()).await? {
            None => ServerMembership::Unknown,
            Some(None) => ServerMembership::Member,
            Some(Some(_)) => ServerMembership::Left,
        })
    }
}

impl Transaction {
    /// Records that the bot is a member of a server, or when it left.
    pub async fn set_server_gone(
        &mut self,
        id: ServerId,
        gone_at: Option<Time>,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO servers (id, settings, gone_at) VALUES ($1, '{}', $2)
             ON CONFLICT (id) DO UPDATE SET gone_at = excluded.gone_at",
            id,
            gone_at
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Inserts or replaces a server's settings.
    pub async fn set_server_settings(
        &mut self,
        id: ServerId,
        settings: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO servers (id, settings) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
            id,
            settings
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }
}
