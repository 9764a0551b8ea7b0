//! The table of processes: who shares this database, by its clock.

use std::time::Duration;

use crate::store::dialect::{execute, fetch_optional_as};
use crate::store::{Connection, StoreError, Transaction};

/// What all processes together are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// The number of processes that work, rather than stand by.
    pub working: i64,
    /// How much longer all of them send fewer requests, in milliseconds; 0 or less if they don't.
    pub slowed_for: i64,
}

impl Connection {
    /// Counts the processes that are alive.
    pub async fn census(&mut self) -> Result<Census, StoreError> {
        let census = fetch_optional_as!(
            Census,
            self,
            sqlite: r#"SELECT COUNT(*) AS "working!",
                 COALESCE(MAX(slowed_until), 0) - CAST(unixepoch('subsec') * 1000 AS BIGINT) AS "slowed_for!"
             FROM processes WHERE is_working AND until > CAST(unixepoch('subsec') * 1000 AS BIGINT)"#,
            postgres: r#"SELECT COUNT(*) AS "working!",
                 COALESCE(MAX(slowed_until), 0)
                     - CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS "slowed_for!"
             FROM processes WHERE is_working
                 AND until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"#,
        )?;
        Ok(census.unwrap_or_default())
    }
}

impl Transaction {
    /// Adds a process to those that are alive.
    pub async fn add_process(
        &mut self,
        id: &str,
        version: i64,
        length: Duration,
    ) -> Result<(), StoreError> {
        let length = length.as_millis() as i64;
        execute!(
            self,
            sqlite: "INSERT INTO processes (id, version, is_working, until, slowed_until)
             VALUES ($1, $2, FALSE, CAST(unixepoch('subsec') * 1000 AS BIGINT) + $3, 0)
             ON CONFLICT (id) DO UPDATE SET until = excluded.until",
            postgres: "INSERT INTO processes (id, version, is_working, until, slowed_until)
             VALUES ($1, $2, FALSE, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $3, 0)
             ON CONFLICT (id) DO UPDATE SET until = excluded.until",
            id,
            version,
            length
        )?;
        Ok(())
    }

    /// Records that a process is still alive, whether it works, and for how long all processes have to send
    /// fewer requests because of what Discord has told it. False if it has not said so in time.
    pub async fn keep_process(
        &mut self,
        id: &str,
        is_working: bool,
        length: Duration,
        slowed_for: Duration,
    ) -> Result<bool, StoreError> {
        let (length, slowed_for) = (length.as_millis() as i64, slowed_for.as_millis() as i64);
        let kept = execute!(
            self,
            sqlite: "UPDATE processes SET is_working = $2,
                 until = CAST(unixepoch('subsec') * 1000 AS BIGINT) + $3,
                 slowed_until = CASE WHEN $4 > 0 THEN CAST(unixepoch('subsec') * 1000 AS BIGINT) + $4
                     ELSE slowed_until END
             WHERE id = $1 AND until > CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            postgres: "UPDATE processes SET is_working = $2,
                 until = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $3,
                 slowed_until = CASE WHEN CAST($4 AS BIGINT) > 0
                     THEN CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $4
                     ELSE slowed_until END
             WHERE id = $1
                 AND until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
            id,
            is_working,
            length,
            slowed_for
        )?;
        Ok(kept > 0)
    }

    /// Removes a process, and those that ended long ago without a word.
    pub async fn drop_process(&mut self, id: &str) -> Result<(), StoreError> {
        execute!(
            self,
            sqlite: "DELETE FROM processes WHERE id = $1
                 OR until < CAST(unixepoch('subsec') * 1000 AS BIGINT) - 86400000",
            postgres: "DELETE FROM processes WHERE id = $1
                 OR until < CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) - 86400000",
            id
        )?;
        Ok(())
    }
}
