//! Several processes that share a PostgreSQL database: without a public URL one plays, the others stand by and
//! take over; with one, all of them work.

use std::os::unix::process::CommandExt as _;
use std::pin::Pin;
use std::process::Command;
use std::sync::Arc;

use super::{CliError, bad};
use crate::app::App;
use crate::app::leases::{GATEWAY, LENGTH};
use crate::config::Config;
use crate::lease_keeper::{LeaseKeeper, Sharing};

/// Joins the processes that share the database, and waits until this one has something to do; `None` if the
/// program is asked to stop meanwhile.
pub(super) async fn join(
    app: &Arc<App>,
    config: &Config,
    asked: Pin<&mut impl Future<Output = ()>>,
) -> Result<Option<LeaseKeeper>, CliError> {
    let sharing = match config.public_url {
        Some(_) => Sharing::Together,
        None => Sharing::Standby,
    };
    let length = config.lease.unwrap_or(LENGTH);
    let started = LeaseKeeper::start(Arc::clone(app), sharing, length, || start_again()).await;
    let keeper = started.map_err(bad)?;
    if sharing == Sharing::Standby {
        tokio::select! {
            () = keeper.leases().wait_for(GATEWAY) => {}
            () = asked => {
                keeper.release().await;
                return Ok(None);
            }
        }
    }
    Ok(Some(keeper))
}

/// Replaces this process by a new one, which begins with what is in the database: another process may play by
/// now. Connections are closed by that, and no request is begun any more.
fn start_again() -> ! {
    let failed = Command::new("/proc/self/exe").arg("run").exec();
    tracing::error!(error = %failed, "lease: failed to start again; stopping");
    std::process::exit(1)
}
