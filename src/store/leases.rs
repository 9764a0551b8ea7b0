//! The table of leases: work that only one process does at a time.
//!
//! A lease ends by the clock of the database, which is the same for all processes. Its epoch grows whenever
//! the owner changes.

use std::time::Duration;

use crate::store::dialect::{execute, fetch_all_as, fetch_all_scalars, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// A lease with its current epoch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaseRow {
    /// What is leased.
    pub name: String,
    /// Grows whenever the owner changes.
    pub epoch: i64,
}

impl Connection {
    /// Is this still the current epoch of a lease that has not ended?
    pub async fn is_leased(
        &mut self,
        name: &str,
        owner: &str,
        epoch: i64,
    ) -> Result<bool, StoreError> {
        let found = fetch_optional_scalar!(
            self,
            sqlite: "SELECT epoch FROM leases WHERE name = $1 AND owner = $2 AND epoch = $3
             AND until > CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            postgres: "SELECT epoch FROM leases WHERE name = $1 AND owner = $2 AND epoch = $3
             AND until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
            name,
            owner,
            epoch
        )?;
        Ok(found.is_some())
    }

    /// The number of leases that have not ended and whose names begin with `prefix`.
    pub async fn count_leases(&mut self, prefix: &str) -> Result<i64, StoreError> {
        let names = format!("{prefix}%");
        let count = fetch_optional_scalar!(
            self,
            sqlite: r#"SELECT COUNT(*) AS "count!" FROM leases WHERE name LIKE $1
             AND until > CAST(unixepoch('subsec') * 1000 AS BIGINT)"#,
            postgres: r#"SELECT COUNT(*) AS "count!" FROM leases WHERE name LIKE $1
             AND until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"#,
            names
        )?;
        Ok(count.unwrap_or_default())
    }

    /// The names of all leases that have not ended.
    pub async fn leased(&mut self) -> Result<Vec<String>, StoreError> {
        fetch_all_scalars!(
            self,
            sqlite: "SELECT name FROM leases WHERE until > CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            postgres: "SELECT name FROM leases
             WHERE until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        )
    }
}

impl Transaction {
    /// Takes a lease that is free, or renews one's own; returns its epoch, or `None` if another owner has it.
    pub async fn take_lease(
        &mut self,
        name: &str,
        owner: &str,
        length: Duration,
    ) -> Result<Option<i64>, StoreError> {
        let length = length.as_millis() as i64;
        fetch_optional_scalar!(
            self,
            sqlite: "INSERT INTO leases (name, owner, epoch, until)
             VALUES ($1, $2, 1, CAST(unixepoch('subsec') * 1000 AS BIGINT) + $3)
             ON CONFLICT (name) DO UPDATE SET
                 epoch = CASE WHEN leases.owner = excluded.owner THEN leases.epoch
                     ELSE leases.epoch + 1 END,
                 owner = excluded.owner, until = excluded.until
             WHERE leases.owner = excluded.owner
                 OR leases.until <= CAST(unixepoch('subsec') * 1000 AS BIGINT)
             RETURNING epoch",
            postgres: "INSERT INTO leases (name, owner, epoch, until)
             VALUES ($1, $2, 1, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $3)
             ON CONFLICT (name) DO UPDATE SET
                 epoch = CASE WHEN leases.owner = excluded.owner THEN leases.epoch
                     ELSE leases.epoch + 1 END,
                 owner = excluded.owner, until = excluded.until
             WHERE leases.owner = excluded.owner
                 OR leases.until <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
             RETURNING epoch",
            name,
            owner,
            length
        )
    }

    /// Renews all leases of an owner that have not ended; returns them.
    pub async fn keep_leases(
        &mut self,
        owner: &str,
        length: Duration,
    ) -> Result<Vec<LeaseRow>, StoreError> {
        let length = length.as_millis() as i64;
        fetch_all_as!(
            LeaseRow,
            self,
            sqlite: "UPDATE leases SET until = CAST(unixepoch('subsec') * 1000 AS BIGINT) + $2
             WHERE owner = $1 AND until > CAST(unixepoch('subsec') * 1000 AS BIGINT)
             RETURNING name, epoch",
            postgres: "UPDATE leases SET until = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $2
             WHERE owner = $1
                 AND until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
             RETURNING name, epoch",
            owner,
            length
        )
    }

    /// Ends all leases of an owner at once.
    pub async fn release_leases(&mut self, owner: &str) -> Result<(), StoreError> {
        execute!(self, "UPDATE leases SET until = 0 WHERE owner = $1", owner)?;
        Ok(())
    }

    /// Ends a lease at once, so that another process need not wait; the row keeps the epoch.
    pub async fn release_lease(
        &mut self,
        name: &str,
        owner: &str,
        epoch: i64,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE leases SET until = 0 WHERE name = $1 AND owner = $2 AND epoch = $3",
            name,
            owner,
            epoch
        )?;
        Ok(())
    }
}
