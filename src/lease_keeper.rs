//! The lease keeper: takes, renews and gives up the [leases](crate::app::leases) of this process, and tells
//! the rest of the program which it has.
//!
//! All of them are renewed in one statement, so they end at the same time. Whether they have ended is decided
//! by the clock of this machine, from the moment before the last renewal: a process that was stopped, or has
//! lost the database, stops what others may do by now without asking anyone.
//!
//! The outbox is divided evenly among the processes that work. One that has more than its share gives up
//! buckets: it delivers what it has begun, and only then releases them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use crate::app::leases::{
    GATEWAY, Lease, REGISTRAR, Renewal, SCHEDULER, bucket_lease, leased_bucket, new_owner,
};
use crate::app::{App, AppError};
use crate::model::{Bucket, Buckets};

/// How often a process that stands by tries to take over, at least.
const TRY: Duration = Duration::from_secs(1);
/// How long all processes send fewer requests after Discord has refused one because of the limit for all.
const SLOWED: Duration = Duration::from_secs(30);

/// How a process shares the work with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// There are no others.
    Alone,
    /// One process works, the others stand by.
    Standby,
    /// All processes work.
    Together,
}

/// What this process has leased. A process that is [alone](Leases::alone) has everything.
#[derive(Clone, Debug)]
pub struct Leases(Arc<LeaseState>);

#[derive(Debug)]
struct LeaseState {
    sharing: Sharing,
    length: Duration,
    is_working: AtomicBool,
    state: Mutex<HeldLeases>,
    /// The number of renewals that have begun.
    begun: AtomicU64,
    /// The number of the last renewal that has succeeded.
    renewed: watch::Sender<u64>,
    /// Asks for a renewal at once.
    wake: Notify,
}

#[derive(Debug, Default)]
struct HeldLeases {
    /// The moment before the last renewal.
    renewed: Option<Moment>,
    /// The epochs of the leases by name, other than those of buckets.
    names: BTreeMap<String, i64>,
    /// The epochs of the buckets' leases.
    buckets: BTreeMap<Bucket, i64>,
    /// Buckets from which nothing new is taken, because they are about to be released.
    leaving: Buckets,
    /// Leases of buckets in which nothing is left to do.
    left: Vec<Lease>,
    /// The number of processes that work.
    working: usize,
    /// When this process has begun to work together with others.
    joined: Option<Instant>,
    /// Until when fewer requests are sent.
    slowed_until: Option<Instant>,
    /// Until when others have to be told so.
    slowed_here: Option<Instant>,
}

/// A moment by two clocks: one that stands still while the machine sleeps, and one that can be set.
#[derive(Clone, Copy, Debug)]
struct Moment {
    steady: Instant,
    wall: SystemTime,
}

impl Moment {
    fn now() -> Self {
        Self {
            steady: Instant::now(),
            wall: SystemTime::now(),
        }
    }

    /// The longer of the times since then by both clocks. Too long does no harm: nothing is begun until the
    /// next renewal.
    fn elapsed(&self) -> Duration {
        let wall = self.wall.elapsed().unwrap_or_default();
        self.steady.elapsed().max(wall)
    }
}

/// Permission to work on something, as long as its lease lasts.
#[derive(Clone, Debug)]
pub struct LeaseGuard {
    leases: Leases,
    what: Leased,
    epoch: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leased {
    Name(&'static str),
    Bucket(Bucket),
}

impl LeaseGuard {
    /// Has the lease neither ended nor changed hands? To be asked right before each request.
    pub fn is_held(&self) -> bool {
        let shared = &self.leases.0;
        if shared.sharing == Sharing::Alone {
            return true;
        }
        let state = shared.lock();
        let epoch = match self.what {
            Leased::Name(name) => state.names.get(name),
            Leased::Bucket(bucket) => state.buckets.get(&bucket),
        };
        epoch == Some(&self.epoch) && shared.is_valid(&state)
    }
}

impl LeaseState {
    fn lock(&self) -> MutexGuard<'_, HeldLeases> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Have the leases not ended?
    fn is_valid(&self, state: &HeldLeases) -> bool {
        let renewed = state.renewed;
        renewed.is_some_and(|renewed| renewed.elapsed() < self.length)
    }
}

impl Leases {
    fn new(sharing: Sharing, length: Duration) -> Self {
        Self(Arc::new(LeaseState {
            sharing,
            length,
            is_working: AtomicBool::new(false),
            state: Mutex::default(),
            begun: AtomicU64::new(0),
            renewed: watch::channel(0).0,
            wake: Notify::new(),
        }))
    }

    /// The leases of a process that shares its database with no other: all there are.
    pub fn alone() -> Self {
        Self::new(Sharing::Alone, Duration::MAX)
    }

    /// Are there no other processes?
    pub fn is_alone(&self) -> bool {
        self.0.sharing == Sharing::Alone
    }

    /// Has this process a lease?
    pub fn holds(&self, name: &'static str) -> bool {
        self.guard(name).is_some()
    }

    /// Permission to do what a lease is for; `None` if this process does not have it.
    pub fn guard(&self, name: &'static str) -> Option<LeaseGuard> {
        self.guard_for(Leased::Name(name), |state| state.names.get(name))
    }

    /// Permission to deliver notices of a bucket; `None` if this process does not have its lease.
    pub fn bucket_guard(&self, bucket: Bucket) -> Option<LeaseGuard> {
        self.guard_for(Leased::Bucket(bucket), |state| state.buckets.get(&bucket))
    }

    fn guard_for(
        &self,
        what: Leased,
        epoch: impl Fn(&HeldLeases) -> Option<&i64>,
    ) -> Option<LeaseGuard> {
        let epoch = if self.is_alone() {
            Some(0)
        } else {
            let state = self.0.lock();
            let valid = self.0.is_valid(&state);
            epoch(&state).copied().filter(|_| valid)
        };
        Some(LeaseGuard {
            leases: self.clone(),
            what,
            epoch: epoch?,
        })
    }

    /// The buckets of which this process takes notices, with the epochs of their leases.
    pub fn buckets(&self) -> BTreeMap<Bucket, i64> {
        if self.is_alone() {
            return Bucket::all().map(|bucket| (bucket, 0)).collect();
        }
        let state = self.0.lock();
        if !self.0.is_valid(&state) {
            return BTreeMap::new();
        }
        let mut buckets = state.buckets.clone();
        buckets.retain(|bucket, _| !state.leaving.contains(*bucket));
        buckets
    }

    /// The buckets that this process is to give up as soon as nothing of them is being delivered.
    pub fn leaving(&self) -> Buckets {
        self.0.lock().leaving
    }

    /// Nothing of a bucket is being delivered any more: its lease is released.
    pub fn left(&self, bucket: Bucket) {
        let mut state = self.0.lock();
        state.leaving.remove(bucket);
        if let Some(epoch) = state.buckets.remove(&bucket) {
            state.left.push(Lease {
                name: bucket_lease(bucket),
                owner: String::new(),
                epoch,
            });
        }
        drop(state);
        self.0.wake.notify_one();
    }

    /// The number of leases that this process has.
    pub fn count(&self) -> usize {
        let state = self.0.lock();
        if self.0.is_valid(&state) {
            state.names.len() + state.buckets.len()
        } else {
            0
        }
    }

    /// Begins to work: from now on this process takes its share. Returns when the leases that are free have
    /// been taken.
    pub async fn begin_work(&self) {
        if self.is_alone() {
            return;
        }
        if !self.0.is_working.swap(true, Ordering::Relaxed) {
            self.0.lock().joined = Some(Instant::now());
        }
        let next = self.0.begun.load(Ordering::Relaxed) + 1;
        let mut renewed = self.0.renewed.subscribe();
        self.0.wake.notify_one();
        // The sender is part of `self`.
        let _ = renewed.wait_for(|number| *number >= next).await;
    }

    /// Waits until this process has a lease.
    pub async fn wait_for(&self, name: &'static str) {
        let mut renewed = self.0.renewed.subscribe();
        let _ = renewed.wait_for(|_| self.holds(name)).await;
    }

    /// The number of processes among which the requests to Discord are divided.
    pub fn sharers(&self) -> usize {
        self.0.lock().working.max(1)
    }

    /// Has this process begun so recently that others may not know yet that they have to share with it?
    pub fn is_newcomer(&self) -> bool {
        let state = self.0.lock();
        let joined = state.joined;
        state.working > 1 && joined.is_some_and(|joined| joined.elapsed() < self.0.length)
    }

    /// Discord has refused a request because of the limit for all requests: all processes send fewer for a
    /// while.
    pub fn slow_down(&self) {
        let until = Instant::now() + SLOWED;
        let mut state = self.0.lock();
        state.slowed_until = Some(until);
        state.slowed_here = Some(until);
        drop(state);
        self.0.wake.notify_one();
    }

    /// Are fewer requests sent?
    pub fn is_slowed(&self) -> bool {
        let until = self.0.lock().slowed_until;
        until.is_some_and(|until| until > Instant::now())
    }
}

/// The task that keeps the leases.
#[derive(Debug)]
pub struct LeaseKeeper {
    app: Arc<App>,
    leases: Leases,
    owner: String,
    task: JoinHandle<()>,
}

impl LeaseKeeper {
    /// Joins the processes that share the database, and keeps leases from then on. `lost` is called when
    /// this process must not go on: another one has its place, or a newer version has migrated the database.
    pub async fn start(
        app: Arc<App>,
        sharing: Sharing,
        length: Duration,
        lost: impl Fn() + Send + 'static,
    ) -> Result<Self, AppError> {
        let owner = new_owner();
        app.begin_process(&owner, length).await?;
        let leases = Leases::new(sharing, length);
        let rounds = Rounds {
            app: Arc::clone(&app),
            shared: Arc::clone(&leases.0),
            owner: owner.clone(),
            is_told: false,
            had_gateway: false,
        };
        let task = tokio::spawn(rounds.run(lost));
        Ok(Self {
            app,
            leases,
            owner,
            task,
        })
    }

    /// What this process has leased.
    pub const fn leases(&self) -> &Leases {
        &self.leases
    }

    /// Renews nothing from now on, as if the process had been stopped from outside.
    pub async fn stop_renewing(self) {
        self.task.abort();
        let _ = self.task.await;
    }

    /// Ends all leases, so that other processes need not wait until they have run out.
    pub async fn release(self) {
        self.task.abort();
        let _ = self.task.await;
        self.leases.0.lock().renewed = None;
        if let Err(error) = self.app.end_process(&self.owner).await {
            tracing::warn!(%error, "lease: failed to release the leases; they end by themselves");
        }
    }
}

/// The renewals.
struct Rounds {
    app: Arc<App>,
    shared: Arc<LeaseState>,
    owner: String,
    /// Has it been logged that this process stands by?
    is_told: bool,
    had_gateway: bool,
}

/// Why a process must not go on.
struct Lost;

impl Rounds {
    async fn run(mut self, lost: impl Fn() + Send) {
        let length = self.shared.length;
        loop {
            // If it takes longer, everything has ended meanwhile.
            let pause = match tokio::time::timeout(length, self.round()).await {
                Ok(Ok(Ok(()))) if self.is_standing_by() => TRY.min(length / 5),
                Ok(Ok(Ok(()))) => length * 3 / 10,
                Ok(Ok(Err(Lost))) => return lost(),
                Ok(Err(error)) => {
                    tracing::warn!(%error, "lease: failed to renew the leases; will retry");
                    TRY.min(length / 10)
                }
                Err(_) => {
                    tracing::warn!("lease: renewing the leases took too long; will retry");
                    Duration::ZERO
                }
            };
            if self.had_gateway && !self.shared.is_valid(&self.shared.lock()) {
                tracing::error!("lease: lost, so that this process starts again");
                return lost();
            }
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.shared.wake.notified() => {}
            }
        }
    }

    fn is_standing_by(&self) -> bool {
        self.shared.sharing == Sharing::Standby && !self.had_gateway
    }

    async fn round(&mut self) -> Result<Result<(), Lost>, AppError> {
        let number = self.shared.begun.fetch_add(1, Ordering::Relaxed) + 1;
        self.release_left().await?;
        let is_working = self.shared.is_working.load(Ordering::Relaxed);
        let slowed_for = {
            let mut state = self.shared.lock();
            let until = state.slowed_here.take();
            until.map(|until| until.saturating_duration_since(Instant::now()))
        };
        let slowed_for = slowed_for.unwrap_or_default();
        // Before the request: the leases begin at the server some time after this.
        let began = Moment::now();
        let length = self.shared.length;
        let renewal = self
            .app
            .renew_leases(&self.owner, is_working, length, slowed_for)
            .await?;
        if renewal.was_gone {
            // The others have not counted on this process, and may have migrated the database.
            if let Err(error) = self.app.begin_process(&self.owner, length).await {
                tracing::error!(%error, "lease: this process can't go on with this database");
                return Ok(Err(Lost));
            }
        }
        let has = |name: &str| renewal.kept.iter().any(|lease| lease.name == name);
        if self.had_gateway && !has(GATEWAY) {
            tracing::error!("lease: lost, so that this process starts again");
            return Ok(Err(Lost));
        }
        let wanted = self.wanted(&renewal, is_working);
        let taken = if wanted.is_empty() {
            Vec::new()
        } else {
            self.app.take_leases(&wanted, &self.owner, length).await?
        };
        self.note(&renewal, taken, began);
        self.shared.renewed.send_replace(number);
        Ok(Ok(()))
    }

    /// Releases the leases of buckets in which nothing is left to do.
    async fn release_left(&self) -> Result<(), AppError> {
        loop {
            let Some(mut lease) = self.shared.lock().left.last().cloned() else {
                return Ok(());
            };
            lease.owner.clone_from(&self.owner);
            self.app.release_lease(&lease).await?;
            self.shared
                .lock()
                .left
                .retain(|left| left.name != lease.name);
        }
    }

    /// The names of the leases that this process should take, in order.
    fn wanted(&self, renewal: &Renewal, is_working: bool) -> Vec<String> {
        let is_free = |name: &String| !renewal.leased.contains(name);
        let mut wanted = Vec::new();
        if self.shared.sharing == Sharing::Standby {
            wanted.push(GATEWAY.to_owned());
        }
        if is_working {
            wanted.extend([SCHEDULER, REGISTRAR].map(str::to_owned));
            let held = renewal.kept.iter();
            let held = held.filter(|lease| leased_bucket(&lease.name).is_some());
            let more = share(renewal).saturating_sub(held.count());
            let free = Bucket::all().map(bucket_lease).filter(is_free);
            wanted.extend(free.take(more));
        }
        wanted.retain(is_free);
        wanted.sort();
        wanted
    }

    /// Records what this process has now.
    fn note(&mut self, renewal: &Renewal, taken: Vec<Lease>, began: Moment) {
        let mut state = self.shared.lock();
        let before = state.buckets.len();
        state.renewed = Some(began);
        state.names.clear();
        state.buckets.clear();
        for lease in renewal.kept.iter().cloned().chain(taken) {
            let is_left = state.left.iter().any(|left| left.name == lease.name);
            match leased_bucket(&lease.name) {
                // It is released with the next renewal.
                Some(_) if is_left => {}
                Some(bucket) => drop(state.buckets.insert(bucket, lease.epoch)),
                None => drop(state.names.insert(lease.name, lease.epoch)),
            }
        }
        let surplus = state.buckets.len().saturating_sub(share(renewal));
        state.leaving = state.buckets.keys().rev().take(surplus).copied().collect();
        state.working = renewal.census.working.max(1) as usize;
        if renewal.census.slowed_for > 0 {
            let left = Duration::from_millis(renewal.census.slowed_for.unsigned_abs());
            state.slowed_until = state.slowed_until.max(Some(Instant::now() + left));
        }
        let gateway = state.names.get(GATEWAY).copied();
        let (now, working) = (state.buckets.len(), state.working);
        drop(state);
        if before != now {
            tracing::info!(
                processes = working,
                "lease: this process delivers {now} of {} buckets",
                Bucket::COUNT
            );
        }
        match gateway {
            Some(epoch) if !self.had_gateway => {
                self.had_gateway = true;
                tracing::info!(epoch, "lease: this process plays");
            }
            None if self.is_standing_by() && !self.is_told => {
                self.is_told = true;
                tracing::info!("lease: another process plays; standing by");
            }
            _ => {}
        }
    }
}

/// The number of buckets that each process should have.
fn share(renewal: &Renewal) -> usize {
    let working = renewal.census.working.max(1) as usize;
    usize::from(Bucket::COUNT).div_ceil(working)
}
