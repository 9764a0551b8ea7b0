//! The program itself, as a host starts it, on a harness.

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::harness::Harness;

/// A run of the program, with a database and a log beside the harness's.
pub(crate) struct Program {
    child: Child,
    log: PathBuf,
}

impl Program {
    /// Starts it with these settings and nothing else of this machine's; `is_up` is called when it says
    /// that it plays.
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
            .current_dir(database.parent().expect("a folder"))
            .env_clear()
            .env("DISCORD_TOKEN", harness.sandbox.token())
            .env("DISCORD_API_BASE", harness.sandbox.origin())
            .env("DATABASE_URL", format!("sqlite://{}", database.display()))
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(written.expect("a log"))
            .spawn()
            .expect("the program starts");
        let said = child.stdout.take().expect("a pipe");
        std::thread::spawn(move || {
            let mut said = BufReader::new(said);
            let mut line = String::new();
            // One that is killed before it is ready says nothing.
            if said.read_line(&mut line).is_ok() && !line.is_empty() {
                is_up();
            }
            // What it says besides is of no interest, but it must be able to say it.
            said.lines().count()
        });
        Self { child, log }
    }

    /// Its number among the machine's processes.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has written, with all runs before it on this harness.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("a log")
    }

    /// Asks it to stop, and waits until it has ended well; all that it has written.
    pub(crate) async fn stops(mut self) -> String {
        let id = self.child.id().to_string();
        Command::new("kill").arg(id).status().expect("it runs");
        let ended = tokio::task::spawn_blocking(move || (self.child.wait(), self));
        let (ended, program) = ended.await.expect("no panic");
        assert!(ended.expect("it ends").success());
        program.log()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // On Unix that is SIGKILL: it is not asked. One that has ended by itself is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
