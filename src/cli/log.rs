//! The log on standard error, without secrets.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::filter::{FilterExt as _, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use super::{CliError, bad};
use crate::config::Config;
use hexpost::discord;

/// The default filter.
const USUAL: &str = "warn,hexpost=info";

/// Starts logging to standard error.
pub(super) fn start(config: &Config) -> Result<(), CliError> {
    let filter = filter(config)?;
    let written = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    // Files and service journals have no colours.
    let written = written.with_ansi(io::stderr().is_terminal());
    let written = written.with_filter(filter.and(filter_fn(discord::is_harmless)));
    tracing_subscriber::registry().with(written).init();
    Ok(())
}

/// The configured filter.
pub(super) fn filter(config: &Config) -> Result<EnvFilter, CliError> {
    let wish = config.log.as_deref().unwrap_or(USUAL);
    EnvFilter::try_new(wish).map_err(|error| bad(format!("RUST_LOG: {error}")))
}
