//! The log on standard error, without secrets.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{FilterExt as _, Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::{CliError, bad};
use crate::config::{Config, LogFormat};

/// The default filter.
const USUAL: &str = "warn,hexpost=info";

/// Starts logging to standard error.
pub(super) fn start(config: &Config) -> Result<(), CliError> {
    let filter = filter(config)?;
    let written = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let written = match config.log_format {
        LogFormat::Text => {
            // Files and service journals have no colours.
            written.with_ansi(io::stderr().is_terminal()).boxed()
        }
        LogFormat::Json => written.json().flatten_event(true).boxed(),
    };
    let written = written.with_filter(filter.and(filter_fn(is_harmless)));
    tracing_subscriber::registry().with(written).init();
    if let Some(notice) = &config.deprecated {
        tracing::warn!("{notice}");
    }
    Ok(())
}

/// The configured filter.
pub(super) fn filter(config: &Config) -> Result<Targets, CliError> {
    let directives = config.log.as_deref().unwrap_or(USUAL);
    let parsed = directives.parse();
    parsed.map_err(|error| bad(format!("RUST_LOG: {error}")))
}

/// Whether a log entry may be written, whatever the host has set. Libraries that see requests and frames
/// would log tokens and what people write: only their warnings and errors are let through. serenity's
/// WebSocket code logs a whole frame it can't parse as a warning, so of that only errors are.
fn is_harmless(said: &tracing::Metadata<'_>) -> bool {
    const ON_THE_WIRE: [&str; 7] = [
        "serenity",
        "tungstenite",
        "tokio_tungstenite",
        "reqwest",
        "hyper",
        "hyper_util",
        "h2",
    ];
    let target = said.target();
    let library = target.split("::").next().unwrap_or_default();
    if library == "serenity" && target.ends_with("::gateway::ws") {
        return *said.level() <= tracing::Level::ERROR;
    }
    !ON_THE_WIRE.contains(&library) || *said.level() <= tracing::Level::WARN
}
