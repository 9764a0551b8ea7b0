//! Time passes: sleeps until the next moment at which something is due, and asks the desk to do it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::app::{App, AppError};
use crate::model::Time;

/// So many things are done at once, at most.
const BATCH: usize = 100;
/// Looks at least this often, also if nothing seems due, and notes so often that it is at work.
const LONGEST_SLEEP: Duration = Duration::from_mins(1);
/// After a failure it waits a little.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// What the scheduler needs.
#[derive(Debug)]
pub struct Scheduler<C> {
    /// The desk.
    pub app: Arc<App>,
    /// Tells the time.
    pub clock: C,
    /// Someone has done something: what is due next may have changed.
    pub wake: Arc<Notify>,
    /// Is told when there may be something to send.
    pub work: Arc<Notify>,
}

impl<C: Fn() -> Time + Send> Scheduler<C> {
    /// Goes on for ever.
    pub async fn run(self) {
        let mut noted = Time(0);
        loop {
            let sleep = match self.round(&mut noted).await {
                Ok(sleep) => sleep,
                Err(error) => {
                    tracing::error!(?error, "what is due could not be done");
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                () = tokio::time::sleep(sleep) => {}
                () = self.wake.notified() => {}
            }
        }
    }

    /// Does what is due; says how long to sleep.
    async fn round(&self, noted: &mut Time) -> Result<Duration, AppError> {
        let now = (self.clock)();
        // If it is earlier than it was, the clock has been set back, and waiting for it to get there again
        // may take for ever.
        if now < *noted || *noted + LONGEST_SLEEP <= now {
            // A machine that has slept was away as well: before anything falls due, that is made up for.
            let excused = self.app.compensate_downtime(now).await?;
            if excused > 0 {
                tracing::info!(excused, "more time, because the program was away");
            }
            // It looks at whole tables: now and then is often enough.
            while !self.app.prune(now, BATCH).await?.is_empty() {}
            *noted = now;
        }
        while !self.app.sweep(now, BATCH).await?.is_empty() {
            self.work.notify_one();
        }
        // A notice that is to be tried again is due as well.
        self.work.notify_one();
        let next = self.app.next_due().await?;
        let sleep = next.map_or(LONGEST_SLEEP, |next| {
            Duration::from_millis(next.0.saturating_sub(now.0).max(1) as u64)
        });
        // What is due at once but not done, such as a notice that is being sent, waits a moment.
        Ok(sleep.clamp(Duration::from_millis(50), LONGEST_SLEEP))
    }
}
