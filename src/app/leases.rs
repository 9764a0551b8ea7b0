//! Leases: what must be done by one process at a time is leased, never assumed.
//!
//! Several processes may share a PostgreSQL database. One that wants to do something alone takes a lease by
//! its name, renews it well before it ends, and stops if it can't. The next process to take the lease gets a
//! higher [epoch](Lease::epoch). What a process has leased is kept by the
//! [lease keeper](crate::lease_keeper).
//!
//! | name | for |
//! |---|---|
//! | [`GATEWAY`] | the connection to Discord's gateway |
//! | [`SCHEDULER`] | what happens when time passes, and the lists of open challenges |
//! | [`REGISTRAR`] | the registration of commands, emoji and the HTTP endpoint |
//! | `outbox/0` … `outbox/63` ([`bucket_lease`]) | delivery of the notices of one [bucket](Bucket) |

use std::time::Duration;

use crate::app::challenge::fair_draw;
use crate::app::{App, AppError};
use crate::model::Bucket;
pub use crate::store::Census;

/// The lease of the process that is connected to Discord's gateway.
pub const GATEWAY: &str = "gateway";
/// The lease of the process that does what is due.
pub const SCHEDULER: &str = "scheduler";
/// The lease of the process that registers commands and the endpoint.
pub const REGISTRAR: &str = "registrar";
/// The names of buckets' leases begin with this.
const OUTBOX: &str = "outbox/";

/// How long a lease lasts without being renewed, unless the host sets something else.
pub const LENGTH: Duration = Duration::from_secs(10);

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

/// What a process finds when it renews its leases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renewal {
    /// The leases that it still has, all of them renewed.
    pub kept: Vec<Lease>,
    /// The names of all leases that some process has.
    pub leased: Vec<String>,
    /// All processes together.
    pub census: Census,
    /// Has the process been silent for so long that others count it as gone?
    pub was_gone: bool,
}

/// The name of a bucket's lease.
pub fn bucket_lease(bucket: Bucket) -> String {
    format!("{OUTBOX}{}", bucket.0)
}

/// The bucket whose lease has this name.
pub fn leased_bucket(name: &str) -> Option<Bucket> {
    let number: u8 = name.strip_prefix(OUTBOX)?.parse().ok()?;
    (number < Bucket::COUNT).then_some(Bucket(number))
}

/// A name for this process that no other has.
pub fn new_owner() -> String {
    fair_draw::secret()
}

impl App {
    /// Adds this process to those that share the database. Fails if the database has been migrated by a newer
    /// version; waits while that happens.
    pub async fn begin_process(&self, owner: &str, length: Duration) -> Result<(), AppError> {
        let store = self.store.unclaimed();
        let mut tx = store.begin().await?;
        tx.add_process(owner, store.version(), length).await?;
        tx.commit().await?;
        // In this order: a process that wants to migrate locks first and looks for processes then.
        Ok(store.check_version().await?)
    }

    /// Renews all leases of a process and tells others that it is alive. `slowed_for` is how long all
    /// processes have to send fewer requests, if Discord has said so to this one.
    pub async fn renew_leases(
        &self,
        owner: &str,
        is_working: bool,
        length: Duration,
        slowed_for: Duration,
    ) -> Result<Renewal, AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        let kept = tx.keep_leases(owner, length).await?;
        let is_alive = tx
            .keep_process(owner, is_working, length, slowed_for)
            .await?;
        let leased = tx.leased().await?;
        let census = tx.census().await?;
        tx.commit().await?;
        let lease = |row: crate::store::LeaseRow| Lease {
            name: row.name,
            owner: owner.to_owned(),
            epoch: row.epoch,
        };
        Ok(Renewal {
            kept: kept.into_iter().map(lease).collect(),
            leased,
            census,
            was_gone: !is_alive,
        })
    }

    /// Takes a lease that is free, or renews one's own; `None` if another process has it.
    pub async fn take_lease(
        &self,
        name: &str,
        owner: &str,
        length: Duration,
    ) -> Result<Option<Lease>, AppError> {
        let names = [name.to_owned()];
        Ok(self.take_leases(&names, owner, length).await?.pop())
    }

    /// Takes those of several leases that are free, in one transaction. The names have to be in order, so
    /// that no two processes wait for each other.
    pub async fn take_leases(
        &self,
        names: &[String],
        owner: &str,
        length: Duration,
    ) -> Result<Vec<Lease>, AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        let mut taken = Vec::new();
        for name in names {
            if let Some(epoch) = tx.take_lease(name, owner, length).await? {
                taken.push(Lease {
                    name: name.clone(),
                    owner: owner.to_owned(),
                    epoch,
                });
            }
        }
        tx.commit().await?;
        Ok(taken)
    }

    /// Ends a lease, so that another process can take it at once.
    pub async fn release_lease(&self, lease: &Lease) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.release_lease(&lease.name, &lease.owner, lease.epoch)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Ends all leases of a process and removes it from those that share the database.
    pub async fn end_process(&self, owner: &str) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.release_leases(owner).await?;
        tx.drop_process(owner).await?;
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
