//! Commands that play: on Discord, or on a local one.

use std::io::Write;
use std::path::{Path, PathBuf};

use hexpost::sandbox::{Options, Sandbox};

use super::{Settings, Stop, bad};
use crate::config::Config;

/// Where the local Discord is found, unless that port is taken.
const PORT: u16 = 8420;

/// Start a local Discord with a page to try the bot on; no account is needed
#[derive(clap::Args, Default)]
pub(super) struct Local {
    /// The port on 127.0.0.1; 0 for any
    #[arg(long)]
    port: Option<u16>,
    /// Begin with a new world and an empty database
    #[arg(long)]
    reset: bool,
    /// Only the local Discord, for a bot that is started elsewhere
    #[arg(long)]
    without_bot: bool,
}

impl Local {
    pub(super) fn run(self, settings: Settings, out: &mut impl Write) -> Result<(), Stop> {
        let config = settings().map_err(bad)?;
        super::desk::wait(self.play(&config, out))?
    }

    async fn play(self, config: &Config, out: &mut impl Write) -> Result<(), Stop> {
        let world = beside(&config.sandbox, "world");
        if self.reset {
            Sandbox::reset(&world).map_err(bad)?;
        }
        let sandbox = self.open(config, world).await?;
        writeln!(out, "Open {}", sandbox.origin())?;
        if self.without_bot {
            writeln!(out, "A bot may come with the token {}", sandbox.token())?;
        }
        out.flush()?;
        stop_asked().await;
        Ok(())
    }

    /// The port one has asked for, or the usual one, or any.
    async fn open(&self, config: &Config, world: PathBuf) -> Result<Sandbox, Stop> {
        let options = Options {
            port: self.port.unwrap_or(PORT),
            world: Some(world),
            log: config.sandbox_log.clone(),
            ..Options::default()
        };
        let opened = Sandbox::start(options.clone()).await;
        let opened = match opened {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse && self.port.is_none() => {
                Sandbox::start(Options { port: 0, ..options }).await
            }
            opened => opened,
        };
        opened.map_err(|error| bad(format!("the local Discord can't be started: {error}")))
    }
}

/// A file beside the database.
fn beside(database: &Path, ending: &str) -> PathBuf {
    database.with_extension(ending)
}

/// Waits until someone asks the program to stop.
async fn stop_asked() {
    use tokio::signal::unix::{SignalKind, signal};
    // Without a way to hear the signal, the program ends at once when it comes: just as well.
    if let Ok(mut terminate) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    } else {
        let _ = tokio::signal::ctrl_c().await;
    }
}
