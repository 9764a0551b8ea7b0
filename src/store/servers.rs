//! The table of servers: their settings, and whether the bot is a member.

use crate::model::{ServerId, Time};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// A server's settings as JSON, if there are any.
    pub async fn server_settings(&mut self, id: ServerId) -> Result<Option<String>, StoreError> {
        let settings = sqlx::query_scalar!("SELECT settings FROM servers WHERE id = $1", id);
        Ok(settings.fetch_optional(self.sql()).await?)
    }

    /// When the bot left a server: `Some(None)` if it is a member, `None` if the server is unknown.
    pub async fn server_gone_at(
        &mut self,
        id: ServerId,
    ) -> Result<Option<Option<Time>>, StoreError> {
        let gone_at = sqlx::query_scalar!("SELECT gone_at FROM servers WHERE id = $1", id);
        let gone_at = gone_at.fetch_optional(self.sql()).await?;
        Ok(gone_at.map(|gone_at| gone_at.map(Time)))
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
