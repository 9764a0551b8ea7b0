//! The bench: a local Discord with a bot on it, and people who play there.
//!
//! A test says what people do and see: someone [types](Person::types) a command, [clicks](Person::clicks),
//! [reads](Person::reads). Every such verb waits for the bot's answer, but not for ever, and a test that
//! waits in vain tells what there was to be seen. At its end a test calls [`Bench::finish`], which
//! looks for what nobody has asked about: tasks that crashed, requests that were refused, people who
//! still wait for an answer.
//!
//! Everything is in this process, on a port of its own, so that many tests run at once.

mod person;
mod seen;
mod typed;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::future::Future;
use std::panic;
use std::path::PathBuf;
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::Duration;

use hexpost_sandbox::{Id, Lever, Options, Pace, Sandbox};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime;
use tokio::sync::oneshot;
use tokio::time::timeout;

pub(crate) use person::Person;
pub(crate) use seen::Seen;

/// How long anybody waits for anything; much longer than the bot has, because the machine may be busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A local Discord, and perhaps a bot on it.
pub(crate) struct Bench {
    pub(crate) sandbox: Sandbox,
    bots: Mutex<Vec<Bot>>,
    /// The threads of this test: its own, and those of its bots.
    threads: Mutex<Vec<ThreadId>>,
    folder: TempDir,
    /// The last form that each person was given: the interaction, and what is to be filled in.
    forms: Mutex<HashMap<Id, (Id, Value)>>,
}

/// A bot at work, on a thread of its own, so that it and everything it has begun can be killed.
struct Bot {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Bench {
    /// A new world, in memory; what goes over the wire is written down if the environment says where.
    pub(crate) async fn new() -> Self {
        Self::with(Options {
            log: std::env::var_os("HEXPOST_SANDBOX_LOG").map(PathBuf::from),
            ..patient()
        })
        .await
    }

    /// The same for tests that ask for what Discord refuses: nothing of it is written down, because
    /// what is written down has to be right.
    pub(crate) async fn unlogged() -> Self {
        Self::with(patient()).await
    }

    /// A world as one wishes.
    pub(crate) async fn with(options: Options) -> Self {
        watch_for_crashes();
        Self {
            sandbox: Sandbox::start(options)
                .await
                .expect("a port of this machine"),
            bots: Mutex::default(),
            threads: Mutex::new(vec![thread::current().id()]),
            folder: TempDir::new().expect("a folder"),
            forms: Mutex::default(),
        }
    }

    /// Where a bot of this test may keep its database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("bot.db")
    }

    /// Starts a bot, and waits until it is there and has told which commands it has.
    pub(crate) async fn hire(&self, bot: impl Future<Output = ()> + Send + 'static) {
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                tokio::select! {
                    () = bot => {}
                    _ = stopped => {}
                }
            });
            runtime.shutdown_background();
        });
        self.threads.lock().unwrap().push(thread.thread().id());
        self.bots.lock().unwrap().push(Bot { stop, thread });
        self.until("the bot has come", || self.sandbox.has_bot().then_some(()))
            .await;
        self.until("the bot has commands", || {
            let person = hexpost_sandbox::FIRST_PLAYER;
            let commands = self
                .sandbox
                .commands(person, hexpost_sandbox::GAMES)
                .unwrap();
            (!commands.is_empty()).then_some(())
        })
        .await;
    }

    /// The bots are gone, as when the machine fails.
    pub(crate) fn kill_bots(&self) {
        for Bot { stop, thread } in self.bots.lock().unwrap().drain(..) {
            // One that has ended by itself, or has crashed, was told of already.
            let _ = stop.send(());
            let _ = thread.join();
        }
    }

    /// Someone, in the channel for games.
    pub(crate) fn person(&self, id: Id) -> Person<'_> {
        Person::new(self, id)
    }

    /// Pulls a lever.
    pub(crate) fn pull(&self, lever: Lever) {
        let done = self.sandbox.pull(lever);
        done.unwrap_or_else(|why| panic!("the lever can't be pulled: {why}"));
    }

    /// Waits until something is so.
    pub(crate) async fn until<T>(&self, what: &str, look: impl FnMut() -> Option<T>) -> T {
        let found = self.wait(look).await;
        found.unwrap_or_else(|| panic!("in vain: {what}\n{}", self.story()))
    }

    /// Waits until something is so, but not for ever.
    async fn wait<T>(&self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        let mut changed = self.sandbox.changed();
        let wait = async {
            loop {
                changed.borrow_and_update();
                if let Some(found) = look() {
                    return found;
                }
                // It ends with the sandbox only, which is still needed afterwards.
                changed.changed().await.expect("the sandbox runs");
            }
        };
        timeout(PATIENCE, wait).await.ok()
    }

    /// What the bot was refused since one last asked. Whoever asks has expected it.
    pub(crate) fn refused(&self) -> Vec<String> {
        self.sandbox.take_refused()
    }

    /// What went over the wire last.
    pub(crate) fn story(&self) -> String {
        let mut story = String::from("what went over the wire last:\n");
        let lines = self.sandbox.wire();
        for line in lines.iter().rev().take(25).rev() {
            let text = |name: &str| line[name].as_str().unwrap_or_default();
            let status = line["status"].as_u64().unwrap_or_default();
            let _ = write!(story, "  → {} {}", text("to"), text("title"));
            if status >= 400 {
                let _ = write!(story, " {status} {} to {}", line["response"], line["body"]);
            }
            story.push('\n');
        }
        for crash in self.crashes() {
            let _ = writeln!(story, "  crashed: {crash}");
        }
        story
    }

    /// The test is over: is anything left that nobody has asked about?
    pub(crate) async fn finish(self) {
        // Whatever is on its way gets there first.
        let settled = async {
            while !self.sandbox.unanswered().is_empty() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = timeout(Duration::from_secs(3), settled).await;
        if let Some(why) = self.complaint() {
            panic!("{why}\n{}", self.story());
        }
    }

    /// What is wrong at the end of a test, if anything is.
    pub(crate) fn complaint(&self) -> Option<String> {
        let unanswered = self.sandbox.unanswered();
        if !unanswered.is_empty() {
            return Some(format!("still waiting for an answer: {unanswered:#?}"));
        }
        let refused = self.refused();
        if !refused.is_empty() {
            return Some(format!("refused: {refused:#?}"));
        }
        let crashes = self.crashes();
        if !crashes.is_empty() {
            return Some(format!("crashed: {crashes:#?}"));
        }
        let bots = self.bots.lock().unwrap();
        let has_ended = bots.iter().any(|bot| bot.thread.is_finished());
        has_ended.then(|| "a bot has ended by itself".to_owned())
    }

    /// What has crashed on the threads of this test.
    fn crashes(&self) -> Vec<String> {
        let threads = self.threads.lock().unwrap();
        let crashes = CRASHES.lock().unwrap_or_else(PoisonError::into_inner);
        let own = crashes
            .iter()
            .filter(|(thread, _)| threads.contains(thread));
        own.map(|(_, crash)| crash.clone()).collect()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.kill_bots();
    }
}

/// A world in memory that does not count requests too strictly.
pub(crate) fn patient() -> Options {
    Options {
        pace: Pace::Patient,
        ..Options::default()
    }
}

/// What has crashed on each thread.
static CRASHES: Mutex<Vec<(ThreadId, String)>> = Mutex::new(Vec::new());

/// Panics of tasks, which the runtime would pass over in silence, are kept.
fn watch_for_crashes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |crash| {
            let crashed = (thread::current().id(), crash.to_string());
            if let Ok(mut crashes) = CRASHES.lock() {
                crashes.push(crashed);
            }
            usual(crash);
        }));
    });
}
