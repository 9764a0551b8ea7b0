//! When the program was last seen at work.

use super::{Change, Session, StoreError, Time};

impl Session {
    /// When the program was last seen at work; none if never.
    pub async fn heartbeat(&mut self) -> Result<Option<Time>, StoreError> {
        let at = sqlx::query_scalar!("SELECT at FROM heartbeat WHERE id = 1");
        Ok(at.fetch_optional(self.sql()).await?.map(Time))
    }
}

impl Change {
    /// The program is at work.
    pub async fn set_heartbeat(&mut self, now: Time) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO heartbeat (id, at) VALUES (1, $1)
             ON CONFLICT (id) DO UPDATE SET at = excluded.at",
            now
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }
}
