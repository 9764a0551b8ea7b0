//! What people did, so that nothing is done twice.

use super::{Change, InteractionId, Session, StoreError, Time};

impl Session {
    /// Has the interaction been dealt with?
    pub async fn is_known(&mut self, id: InteractionId) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!("SELECT id FROM interactions WHERE id = $1", id);
        Ok(found.fetch_optional(self.sql()).await?.is_some())
    }
}

impl Change {
    /// Remembers an interaction; false if it is known. It is the cause of notices added from now on.
    pub async fn is_new(&mut self, id: InteractionId, now: Time) -> Result<bool, StoreError> {
        let done = sqlx::query!(
            "INSERT INTO interactions (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            id,
            now
        )
        .execute(self.sql())
        .await?;
        self.cause = Some(id);
        Ok(done.rows_affected() > 0)
    }
}
