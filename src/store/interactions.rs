//! What people did, so that nothing is done twice.

use super::{Change, InteractionId, StoreError, Time};

impl Change {
    /// Remembers an interaction; false if it is known.
    pub async fn is_new(&mut self, id: InteractionId, now: Time) -> Result<bool, StoreError> {
        let done = sqlx::query!(
            "INSERT INTO interactions (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            id,
            now
        )
        .execute(self.sql())
        .await?;
        Ok(done.rows_affected() > 0)
    }
}
