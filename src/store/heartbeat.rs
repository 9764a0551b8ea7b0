//! The heartbeat, and whether the database can be written.

use crate::model::Time;
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// The time of the last heartbeat, if there was one.
    pub async fn heartbeat(&mut self) -> Result<Option<Time>, StoreError> {
        let at = sqlx::query_scalar!("SELECT at FROM heartbeat WHERE id = 1");
        Ok(at.fetch_optional(self.sql()).await?.map(Time))
    }
}

/// Size of a test write: the room that a few turns need, more than may be left in the last page.
const PADDING: usize = 16 * 1024;

impl Transaction {
    /// Writes something that needs room in the file, and deletes it again. With a full disk or a
    /// read-only file this transaction fails, here or when it is committed.
    pub async fn check_write(&mut self) -> Result<(), StoreError> {
        let padding = "-".repeat(PADDING);
        sqlx::query!(
            "INSERT INTO write_checks (id, padding) VALUES (1, $1)",
            padding
        )
        .execute(self.sql())
        .await?;
        sqlx::query!("DELETE FROM write_checks")
            .execute(self.sql())
            .await?;
        Ok(())
    }

    /// Records a heartbeat.
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

impl Transaction {
    /// Corrects times after the machine's clock was ahead until `last` and has been set back to `now`:
    /// everything that was scheduled by the wrong clock is moved to the present.
    ///
    /// Notices that were written, taken or postponed meanwhile become due at once, in their order.
    /// Those that a user wants later than `last` stay as they are, and so do games, whose times follow
    /// from their events.
    pub async fn reschedule_future(&mut self, last: Time, now: Time) -> Result<(), StoreError> {
        let ahead = last.0 - now.0;
        sqlx::query!(
            "UPDATE outbox SET
                 made_at = CASE WHEN made_at BETWEEN $1 + 1 AND $2 THEN made_at - $3 ELSE made_at END,
                 next_try = CASE WHEN made_at BETWEEN $1 + 1 AND $2 THEN made_at - $3 ELSE made_at END
             WHERE next_try > $1 AND (next_try <> made_at OR made_at <= $2)",
            now,
            last,
            ahead
        )
        .execute(self.sql())
        .await?;
        // So that they are pruned at the right age.
        sqlx::query!("UPDATE outbox SET done_at = $1 WHERE done_at > $1", now)
            .execute(self.sql())
            .await?;
        sqlx::query!("UPDATE interactions SET at = $1 WHERE at > $1", now)
            .execute(self.sql())
            .await?;
        sqlx::query!("UPDATE analyses SET at = $1 WHERE at > $1", now)
            .execute(self.sql())
            .await?;
        // In both, an early due time only causes an additional check.
        sqlx::query!("UPDATE lobbies SET due_at = $1 WHERE due_at > $1", now)
            .execute(self.sql())
            .await?;
        sqlx::query!("UPDATE standing SET due_at = $1 WHERE due_at > $1", now)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
