//! A progress bar on standard error, for people who wait.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Nothing is shown for commands that take less than this.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two updates.
const INTERVAL: Duration = Duration::from_millis(200);
const WIDTH: usize = 24;

/// A progress bar. It is only shown on a terminal, and vanishes when it is dropped.
pub(super) struct Bar {
    started: Instant,
    updated: Option<Instant>,
    is_terminal: bool,
}

impl Bar {
    pub(super) fn new() -> Self {
        Self {
            started: Instant::now(),
            updated: None,
            is_terminal: io::stderr().is_terminal(),
        }
    }

    /// Shows that `done` of `total` is done, with a remark.
    pub(super) fn show(&mut self, done: u64, total: u64, remark: &str) {
        if !self.is_terminal
            || self.started.elapsed() < PATIENCE
            || self.updated.is_some_and(|at| at.elapsed() < INTERVAL)
        {
            return;
        }
        self.updated = Some(Instant::now());
        let filled = (done.min(total) as usize * WIDTH) / total.max(1) as usize;
        let (full, empty) = ("#".repeat(filled), "-".repeat(WIDTH - filled));
        // Players who can't see it lose nothing.
        let _ = write!(io::stderr(), "\r\x1b[K[{full}{empty}] {remark}");
        let _ = io::stderr().flush();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.updated.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
