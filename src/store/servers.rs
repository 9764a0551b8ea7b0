//! What servers have set, and whether we are still there.

use crate::model::{ServerId, Time};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// A server's settings as JSON, if it has any.
    pub async fn server_settings(&mut self, id: ServerId) -> Result<Option<String>, StoreError> {
        let settings = sqlx::query_scalar!("SELECT settings FROM servers WHERE id = $1", id);
        Ok(settings.fetch_optional(self.sql()).await?)
    }

    /// Since when we are not on a server any more; none if we are, and none at all if it is not known.
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
    /// We are on a server, or since a moment not any more.
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

    /// Keeps a server's settings.
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
