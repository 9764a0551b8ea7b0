//! The heartbeat, and whether the database can be written.

use crate::model::Time;
use crate::store::dialect::{execute, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// The time of the last heartbeat, if there was one.
    pub async fn heartbeat(&mut self) -> Result<Option<Time>, StoreError> {
        Ok(fetch_optional_scalar!(self, "SELECT at FROM heartbeat WHERE id = 1")?.map(Time))
    }
}

/// Size of a test write: the room that a few turns need, more than may be left in the last page.
const PADDING: usize = 16 * 1024;

impl Transaction {
    /// Writes something that needs room in the file, and deletes it again. With a full disk or a
    /// read-only file this transaction fails, here or when it is committed.
    pub async fn check_write(&mut self) -> Result<(), StoreError> {
        let padding = "-".repeat(PADDING);
        execute!(
            self,
            "INSERT INTO write_checks (id, padding) VALUES (1, $1)",
            padding
        )?;
        execute!(self, "DELETE FROM write_checks")?;
        Ok(())
    }

    /// Records a heartbeat.
    pub async fn set_heartbeat(&mut self, now: Time) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO heartbeat (id, at) VALUES (1, $1)
             ON CONFLICT (id) DO UPDATE SET at = excluded.at",
            now
        )?;
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
        execute!(self, "UPDATE outbox SET
                 made_at = CASE WHEN made_at > $1 AND made_at <= $2 THEN made_at - $3 ELSE made_at END,
                 next_try = CASE WHEN made_at > $1 AND made_at <= $2 THEN made_at - $3 ELSE made_at END
             WHERE next_try > $1 AND (next_try <> made_at OR made_at <= $2)",
            now,
            last,
            ahead)?;
        // So that they are pruned at the right age.
        execute!(
            self,
            "UPDATE outbox SET done_at = $1 WHERE done_at > $1",
            now
        )?;
        execute!(self, "UPDATE interactions SET at = $1 WHERE at > $1", now)?;
        execute!(self, "UPDATE analyses SET at = $1 WHERE at > $1", now)?;
        // In all three, an early due time only causes an additional check.
        execute!(
            self,
            "UPDATE lobbies SET due_at = $1 WHERE due_at > $1",
            now
        )?;
        execute!(
            self,
            "UPDATE standing SET due_at = $1 WHERE due_at > $1",
            now
        )?;
        execute!(
            self,
            "UPDATE live_messages SET due_at = $1 WHERE due_at > $1",
            now
        )?;
        Ok(())
    }
}
