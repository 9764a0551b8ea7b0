//! Deletions that must leave no trace: what was deleted is overwritten in the file, and SQLite's log, which
//! may still hold it, is emptied.

use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// How many deletions have been made since the log was last emptied for them; none if it need not be.
    pub(super) async fn erasures(&mut self) -> Result<Option<i64>, StoreError> {
        let count = sqlx::query_scalar!("SELECT count FROM erasures WHERE id = 1");
        Ok(count.fetch_optional(self.sql()).await?)
    }
}

impl Transaction {
    /// This change deletes something for good.
    pub(super) async fn add_erasure(&mut self) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO erasures (id, count) VALUES (1, 1)
             ON CONFLICT (id) DO UPDATE SET count = erasures.count + 1"
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// The log has been emptied for so many deletions; false if there have been more since.
    pub(super) async fn drop_erasures(&mut self, count: i64) -> Result<bool, StoreError> {
        let dropped = sqlx::query!("DELETE FROM erasures WHERE id = 1 AND count = $1", count);
        Ok(dropped.execute(self.sql()).await?.rows_affected() > 0)
    }
}
