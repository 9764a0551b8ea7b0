//! Leases: what must be done by one process at a time is leased, never assumed.
//!
//! Several processes may share a PostgreSQL database. One that wants to do something alone takes a lease by
//! its name, renews it well before it ends, and stops if it can't. The next process to take the lease gets a
//! higher [epoch](Lease::epoch).
//!
//! | name | for |
//! |---|---|
//! | [`GATEWAY`] | the connection to Discord's gateway, delivery and the scheduler |

use std::time::Duration;

use crate::app::challenge::fair_draw;
use crate::app::{App, AppError};

/// The lease of the process that is connected to Discord's gateway.
pub const GATEWAY: &str = "gateway";

/// How long a lease lasts without being renewed.
pub const LENGTH: Duration = Duration::from_secs(10);

/// How often a lease is renewed, and how often others try to take it.
pub const RENEWAL: Duration = Duration::from_secs(3);

/// A lease that was taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// What is leased.
    pub name: String,
    /// The process that has it.
    pub owner: String,
    /// Grows whenever the owner changes.
    pub epoch: i64,
}

/// A name for this process that no other has.
pub fn new_owner() -> String {
    fair_draw::secret()
}

impl App {
    /// Takes a lease that is free, or renews one's own; `None` if another process has it.
    pub async fn take_lease(
        &self,
        name: &str,
        owner: &str,
        length: Duration,
    ) -> Result<Option<Lease>, AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        let epoch = tx.take_lease(name, owner, length).await?;
        tx.commit().await?;
        Ok(epoch.map(|epoch| Lease {
            name: name.to_owned(),
            owner: owner.to_owned(),
            epoch,
        }))
    }

    /// Ends a lease, so that another process can take it at once.
    pub async fn release_lease(&self, lease: &Lease) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.release_lease(&lease.name, &lease.owner, lease.epoch)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Has a lease neither ended nor got another owner?
    pub async fn is_leased(&self, lease: &Lease) -> Result<bool, AppError> {
        let mut conn = self.read().await?;
        Ok(conn
            .is_leased(&lease.name, &lease.owner, lease.epoch)
            .await?)
    }

    /// The number of leases that are taken and whose names begin with `prefix`.
    pub async fn count_leases(&self, prefix: &str) -> Result<usize, AppError> {
        let count = self.read().await?.count_leases(prefix).await?;
        Ok(count.max(0) as usize)
    }
}
