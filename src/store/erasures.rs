//! Erasures: deletions that must leave no trace. Deleted data are overwritten in the file
//! (`secure_delete`), and the write-ahead log, which may still contain them, is truncated.

use crate::store::dialect::{execute, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// The number of erasures since the log was last truncated for them; `None` if there were none.
    pub(super) async fn erasures(&mut self) -> Result<Option<i64>, StoreError> {
        fetch_optional_scalar!(self, "SELECT count FROM erasures WHERE id = 1")
    }
}

impl Transaction {
    /// Records that this transaction erases data.
    pub(super) async fn add_erasure(&mut self) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO erasures (id, count) VALUES (1, 1)
             ON CONFLICT (id) DO UPDATE SET count = erasures.count + 1"
        )?;
        Ok(())
    }

    /// Records that the log has been truncated for `count` erasures; false if there have been more
    /// since.
    pub(super) async fn drop_erasures(&mut self, count: i64) -> Result<bool, StoreError> {
        Ok(execute!(
            self,
            "DELETE FROM erasures WHERE id = 1 AND count = $1",
            count
        )? > 0)
    }
}
