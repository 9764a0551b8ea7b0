//! The lease of the process that is connected to Discord, when several share a PostgreSQL database: one
//! plays, the others stand by and take over.

use std::os::unix::process::CommandExt as _;
use std::pin::Pin;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::app::App;
use crate::app::leases::{GATEWAY, LENGTH, Lease, RENEWAL, new_owner};

/// How often a process that stands by tries to take the lease.
const TRY: Duration = Duration::from_secs(1);

/// A lease that is being renewed.
pub(super) struct HeldLease {
    lease: Lease,
    renewal: JoinHandle<()>,
}

/// Waits for the lease, and keeps it from then on; `None` if the program is asked to stop meanwhile.
pub(super) async fn wait(
    app: &Arc<App>,
    mut asked: Pin<&mut impl Future<Output = ()>>,
) -> Option<HeldLease> {
    let owner = new_owner();
    let mut is_told = false;
    loop {
        // Before the request: the lease begins at the server some time after this.
        let began = Instant::now();
        match app.take_lease(GATEWAY, &owner, LENGTH).await {
            Ok(Some(lease)) => {
                let epoch = lease.epoch;
                tracing::info!(epoch, "lease: this process plays");
                let renewal = tokio::spawn(renew(Arc::clone(app), lease.clone(), began + LENGTH));
                return Some(HeldLease { lease, renewal });
            }
            Ok(None) if is_told => {}
            Ok(None) => {
                is_told = true;
                tracing::info!("lease: another process plays; standing by");
            }
            Err(error) => tracing::warn!(%error, "lease: failed to take it; will retry"),
        }
        tokio::select! {
            () = sleep(TRY) => {}
            () = &mut asked => return None,
        }
    }
}

/// Renews a lease. If that fails until it has ended, the process starts again from the beginning, at once:
/// another one may play by now. Nothing is lost by that, because everything that is still to be sent is in
/// the database.
async fn renew(app: Arc<App>, lease: Lease, mut until: Instant) {
    loop {
        sleep(RENEWAL.min(until.saturating_duration_since(Instant::now()))).await;
        let began = Instant::now();
        let left = until.saturating_duration_since(began);
        let renewed = app.take_lease(&lease.name, &lease.owner, LENGTH);
        match timeout(left, renewed).await {
            Ok(Ok(Some(renewed))) if renewed == lease && Instant::now() < until => {
                until = began + LENGTH;
            }
            Ok(Ok(_)) | Err(_) => {
                tracing::error!("lease: lost, so that this process starts again");
                start_again();
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "lease: failed to renew it; will retry");
                sleep(TRY.min(left)).await;
            }
        }
    }
}

/// Replaces this process by a new one. Connections are closed by that, and no request is begun any more.
fn start_again() -> ! {
    let failed = Command::new("/proc/self/exe").arg("run").exec();
    tracing::error!(error = %failed, "lease: failed to start again; stopping");
    std::process::exit(1)
}

impl HeldLease {
    /// Ends the lease, so that another process need not wait until it has run out.
    pub(super) async fn release(self, app: &App) {
        self.renewal.abort();
        let _ = self.renewal.await;
        if let Err(error) = app.release_lease(&self.lease).await {
            tracing::warn!(%error, "lease: failed to release it; it ends by itself");
        }
    }
}
