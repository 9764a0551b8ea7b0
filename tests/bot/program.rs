//! The program as a process, started as a host starts it, connected to a harness.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::harness::Harness;

/// A running process, with its database and log in the harness's folder.
pub(crate) struct Program {
    child: Child,
    log: PathBuf,
}

impl Program {
    /// Starts the program with these settings and an otherwise empty environment; calls `is_up`
    /// when it reports that it is ready.
    pub(crate) fn start(
        harness: &Harness,
        settings: &[(&str, &str)],
        is_up: impl FnOnce() + Send + 'static,
    ) -> Self {
        let database = harness.database();
        let log = database.with_extension("log");
        let written = OpenOptions::new().create(true).append(true).open(&log);
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexpost"))
            .arg("run")
            .current_dir(database.parent().expect("the database has no folder"))
            .env_clear()
            // Programs of other tests may run beside this one.
            .env("HEXPOST_ADMIN_ADDR", "127.0.0.1:0")
            .env("DISCORD_TOKEN", harness.sandbox.token())
            .env("DISCORD_API_BASE", harness.sandbox.origin())
            .env("DATABASE_URL", format!("sqlite://{}", database.display()))
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(written.expect("failed to open the log"))
            .spawn()
            .expect("failed to start the program");
        let said = child.stdout.take().expect("standard output is piped");
        std::thread::spawn(move || {
            let mut said = BufReader::new(said);
            let mut line = String::new();
            // A process that is killed before it is ready prints nothing.
            if said.read_line(&mut line).is_ok() && !line.is_empty() {
                is_up();
            }
            // Drain the rest, so that the process never blocks on a full pipe.
            said.lines().count()
        });
        Self { child, log }
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The log, including that of earlier runs on this harness.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("failed to read the log")
    }

    /// Asks the process to stop, waits until it has exited successfully, and returns the log.
    pub(crate) async fn stops(mut self) -> String {
        let id = self.child.id().to_string();
        Command::new("kill")
            .arg(id)
            .status()
            .expect("failed to run kill");
        let ended = tokio::task::spawn_blocking(move || (self.child.wait(), self));
        let (ended, program) = ended.await.expect("waiting panicked");
        assert!(ended.expect("failed to wait for the program").success());
        program.log()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // On Unix this is SIGKILL. It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
