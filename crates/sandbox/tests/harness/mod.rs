//! The harness: a sandbox with a bot, and people who use it.
//!
//! A test says what people do and see: a person [types](Person::types) a command,
//! [clicks](Person::clicks), [reads](Person::reads). Each of these waits for the bot's response, up
//! to [`PATIENCE`]; on a timeout the panic shows what the person sees. At the end a test calls
//! [`Harness::finish`], which fails if a task panicked, a request got an unexpected error, or an
//! interaction is still unanswered.
//!
//! Everything runs in this process on its own port, so that tests can run in parallel.

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

use hexpost_sandbox::{ControlAction, Id, RateLimitMode, Sandbox, SandboxOptions};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime;
use tokio::sync::oneshot;
use tokio::time::timeout;

pub(crate) use person::Person;
pub(crate) use seen::{Seen, list};

/// The timeout for every wait; much longer than the bot has, because the machine may be busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A sandbox, and the bots started on it.
pub(crate) struct Harness {
    pub(crate) sandbox: Sandbox,
    bots: Mutex<Vec<Bot>>,
    /// The threads of this test and of its bots, to attribute panics to it.
    threads: Mutex<Vec<ThreadId>>,
    folder: TempDir,
    /// The last modal shown to each person, with the id of the interaction that opened it.
    modals: Mutex<HashMap<Id, (Id, Value)>>,
}

/// A bot on its own thread and runtime, so that it can be killed with all its tasks.
struct Bot {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Harness {
    /// A new world in memory. Traffic is logged to the file named by `HEXPOST_SANDBOX_LOG`, if it
    /// is set.
    pub(crate) async fn new() -> Self {
        Self::with(SandboxOptions {
            log: std::env::var_os("HEXPOST_SANDBOX_LOG").map(PathBuf::from),
            ..patient()
        })
        .await
    }

    /// Like [`Harness::new`], for tests that provoke errors. They aren't logged, because the log is
    /// checked against Discord's specification.
    pub(crate) async fn unlogged() -> Self {
        Self::with(patient()).await
    }

    /// A sandbox with other options.
    pub(crate) async fn with(options: SandboxOptions) -> Self {
        record_panics();
        let sandbox = Sandbox::start(options)
            .await
            .expect("failed to start the sandbox");
        // The second player of a test reads Russian, so that every story is told in two languages.
        let russian = ControlAction::SetLocale(hexpost_sandbox::SECOND_PLAYER, "ru".to_owned());
        sandbox.control(russian).expect("the second player exists");
        Self {
            sandbox,
            bots: Mutex::default(),
            threads: Mutex::new(vec![thread::current().id()]),
            folder: TempDir::new().expect("failed to create a temporary folder"),
            modals: Mutex::default(),
        }
    }

    /// A path for the database of this test's bot.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("bot.db")
    }

    /// Starts a bot, and waits until it has connected and registered commands.
    pub(crate) async fn start_bot(&self, bot: impl Future<Output = ()> + Send + 'static) {
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build();
            let runtime = runtime.expect("failed to build a runtime");
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
        self.until("the bot to connect", || {
            self.sandbox.has_bot().then_some(())
        })
        .await;
        self.until("the bot to register commands", || {
            let person = hexpost_sandbox::FIRST_PLAYER;
            let commands = self
                .sandbox
                .commands(person, hexpost_sandbox::GAMES)
                .unwrap();
            (!commands.is_empty()).then_some(())
        })
        .await;
    }

    /// Kills all bots abruptly, as when the machine fails.
    pub(crate) fn kill_bots(&self) {
        for Bot { stop, thread } in self.bots.lock().unwrap().drain(..) {
            // If the bot has ended or panicked already, that is reported elsewhere.
            let _ = stop.send(());
            let _ = thread.join();
        }
    }

    /// A person, looking at the games channel.
    pub(crate) fn person(&self, id: Id) -> Person<'_> {
        Person::new(self, id)
    }

    /// Injects a fault or changes the world.
    pub(crate) fn control(&self, action: ControlAction) {
        let done = self.sandbox.control(action);
        done.unwrap_or_else(|why| panic!("the control action failed: {why}"));
    }

    /// Waits until `look` returns something; panics on a timeout.
    pub(crate) async fn until<T>(&self, what: &str, look: impl FnMut() -> Option<T>) -> T {
        let found = self.wait(look).await;
        found.unwrap_or_else(|| panic!("timed out waiting for: {what}\n{}", self.story()))
    }

    /// Waits until `look` returns something, up to [`PATIENCE`].
    async fn wait<T>(&self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        let mut changed = self.sandbox.changed();
        let wait = async {
            loop {
                changed.borrow_and_update();
                if let Some(found) = look() {
                    return found;
                }
                // The channel closes only with the sandbox, which outlives this.
                changed.changed().await.expect("the sandbox is running");
            }
        };
        timeout(PATIENCE, wait).await.ok()
    }

    /// The requests that got an error since the last call; for tests that expect them.
    pub(crate) fn refused(&self) -> Vec<String> {
        self.sandbox.take_refused()
    }

    /// The latest traffic and panics, for failure messages.
    pub(crate) fn story(&self) -> String {
        let mut story = String::from("latest traffic:\n");
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
        for panic_info in self.panics() {
            let _ = writeln!(story, "  panicked: {panic_info}");
        }
        story
    }

    /// Ends the test; panics if anything unexpected is left.
    pub(crate) async fn finish(self) {
        // Let pending responses arrive first.
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

    /// The first unexpected thing at the end of a test, if any.
    pub(crate) fn complaint(&self) -> Option<String> {
        let unanswered = self.sandbox.unanswered();
        if !unanswered.is_empty() {
            return Some(format!("unanswered interactions: {unanswered:#?}"));
        }
        let refused = self.refused();
        if !refused.is_empty() {
            return Some(format!("requests answered with an error: {refused:#?}"));
        }
        let panics = self.panics();
        if !panics.is_empty() {
            return Some(format!("panics: {panics:#?}"));
        }
        let bots = self.bots.lock().unwrap();
        let has_ended = bots.iter().any(|bot| bot.thread.is_finished());
        has_ended.then(|| "a bot has exited".to_owned())
    }

    /// The panics on this test's threads.
    fn panics(&self) -> Vec<String> {
        let threads = self.threads.lock().unwrap();
        let panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
        let ours = panics.iter().filter(|(thread, _)| threads.contains(thread));
        ours.map(|(_, panic_info)| panic_info.clone()).collect()
    }
}

impl Drop for Harness {
    fn drop(&mut self) {
        self.kill_bots();
    }
}

/// Options for a world in memory with relaxed rate limits.
pub(crate) fn patient() -> SandboxOptions {
    SandboxOptions {
        pace: RateLimitMode::Patient,
        ..SandboxOptions::default()
    }
}

/// All panics with their threads.
static PANICS: Mutex<Vec<(ThreadId, String)>> = Mutex::new(Vec::new());

/// Records panics of tasks, which the runtime would otherwise swallow.
fn record_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic_info| {
            let entry = (thread::current().id(), panic_info.to_string());
            if let Ok(mut panics) = PANICS.lock() {
                panics.push(entry);
            }
            default_hook(panic_info);
        }));
    });
}
