//! What servers have set.

use super::{Change, ServerId, Session, StoreError};

impl Session {
    /// A server's settings as JSON, if it has any.
    pub async fn server_settings(&mut self, id: ServerId) -> Result<Option<String>, StoreError> {
        let settings = sqlx::query_scalar!("SELECT settings FROM servers WHERE id = $1", id);
        Ok(settings.fetch_optional(self.sql()).await?)
    }
}

impl Change {
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
