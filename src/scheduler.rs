//! The scheduler: sleeps until something is due, and does it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::app::leases::SCHEDULER;
use crate::app::{App, AppError};
use crate::lease_keeper::Leases;
use crate::metrics::Metrics;
use crate::model::Time;

/// Number of things of each kind that are done at once.
const BATCH: usize = 100;
/// Maximum time between two rounds, even if nothing is due; also the interval of heartbeats.
const MAX_SLEEP: Duration = Duration::from_mins(1);
/// Maximum time between two rounds if other processes change when something is due.
const MAX_SLEEP_SHARED: Duration = Duration::from_secs(2);
/// How long to wait after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// The periodic task of the bot.
#[derive(Debug)]
pub struct Scheduler<C> {
    /// The use cases.
    pub app: Arc<App>,
    /// Returns the current time.
    pub clock: C,
    /// Notified after a user's action, because the next due time may have changed.
    pub wake: Arc<Notify>,
    /// Notified when there may be notices to deliver.
    pub work: Arc<Notify>,
    /// Records how late it is.
    pub metrics: Arc<Metrics>,
    /// Of several processes, one does what is due.
    pub leases: Leases,
}

impl<C: Fn() -> Time + Send> Scheduler<C> {
    /// Runs forever.
    pub async fn run(self) {
        let mut noted = Time(0);
        let mut expected = None;
        loop {
            if !self.leases.holds(SCHEDULER) {
                expected = None;
                tokio::time::sleep(MAX_SLEEP_SHARED / 4).await;
                continue;
            }
            let sleep = match self.round(&mut noted, &mut expected).await {
                Ok(sleep) => sleep,
                Err(error) => {
                    tracing::error!(%error, "scheduler: failed to do what is due; will retry");
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                () = tokio::time::sleep(sleep) => {}
                () = self.wake.notified() => {}
            }
        }
    }

    /// Does what is due; returns how long to sleep.
    async fn round(
        &self,
        noted: &mut Time,
        expected: &mut Option<Time>,
    ) -> Result<Duration, AppError> {
        let now = (self.clock)();
        let late = expected.map_or(0, |due| now.0.saturating_sub(due.0).max(0));
        self.metrics
            .scheduler_lag(Duration::from_millis(late as u64));
        // If the time is earlier than before, the clock has been set back, and waiting for it to catch
        // up could take forever.
        if now < *noted || *noted + MAX_SLEEP <= now {
            // A suspended machine was unreachable as well: compensate for that before anything becomes
            // due.
            let excused = self.app.compensate_downtime(now).await?;
            if excused > 0 {
                tracing::info!(
                    games = excused,
                    "scheduler: gave players extra time after downtime"
                );
            }
            // Once in a while is enough, because it scans whole tables.
            while !self.app.prune(now, BATCH).await?.is_empty() {}
            *noted = now;
        }
        while !self.app.sweep(now, BATCH).await?.is_empty() {
            self.work.notify_one();
        }
        // Postponed notices become due as well.
        self.work.notify_one();
        let next = self.app.next_due().await?;
        *expected = next;
        let sleep = next.map_or(MAX_SLEEP, |next| {
            Duration::from_millis(next.0.saturating_sub(now.0).max(1) as u64)
        });
        // Things that are due but in progress, such as a notice that is being sent, must not make this
        // a busy loop.
        let (least, most) = if self.leases.is_alone() {
            (Duration::from_millis(50), MAX_SLEEP)
        } else {
            // What is due may be in progress elsewhere.
            (Duration::from_millis(250), MAX_SLEEP_SHARED)
        };
        Ok(sleep.clamp(least, most))
    }
}
