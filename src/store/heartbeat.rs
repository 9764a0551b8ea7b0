//! When the program was last seen at work, and whether it can work at all.

use crate::model::Time;
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// When the program was last seen at work; none if never.
    pub async fn heartbeat(&mut self) -> Result<Option<Time>, StoreError> {
        let at = sqlx::query_scalar!("SELECT at FROM heartbeat WHERE id = 1");
        Ok(at.fetch_optional(self.sql()).await?.map(Time))
    }
}

/// As much as a few turns need: more than what may be left in the last page.
const PADDING: usize = 16 * 1024;

impl Transaction {
    /// Writes something that needs room in the file, and takes it away again: with a full disk, or a file
    /// that can't be written, this change fails, here or when it is committed.
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

impl Transaction {
    /// The clock was ahead until `last` and has been set back to `now`: what was noted meanwhile, and would
    /// wait until the clock gets there again, is moved to the present.
    ///
    /// Notices that were written meanwhile, handed out or put off are due at once, in their order. Those
    /// that someone wants to have later than `last` are left alone. So are games: their times follow from
    /// their events.
    pub async fn heal_times(&mut self, last: Time, now: Time) -> Result<(), StoreError> {
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
        // So that pruning finds them when they are as old as they should be.
        sqlx::query!("UPDATE outbox SET done_at = $1 WHERE done_at > $1", now)
            .execute(self.sql())
            .await?;
        sqlx::query!("UPDATE interactions SET at = $1 WHERE at > $1", now)
            .execute(self.sql())
            .await?;
        sqlx::query!("UPDATE analyses SET at = $1 WHERE at > $1", now)
            .execute(self.sql())
            .await?;
        // Both only say that something is to be looked at soon.
        sqlx::query!("UPDATE lobbies SET due_at = $1 WHERE due_at > $1", now)
            .execute(self.sql())
            .await?;
        sqlx::query!("UPDATE standing SET due_at = $1 WHERE due_at > $1", now)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
