//! A LOCAL DISCORD: it speaks Discord's REST and gateway so well that the bot can't tell, and has a
//! page on which people can be played. It uses nothing of ours and is reached over the wire only.
//!
//! - `world` is what there is, `founding` how it is at first, `journal` and `files` how it is kept;
//!   `wire` is how it looks in JSON.
//! - `rest` is every request a bot can make, `gateway` and `sessions` how it hears of things.
//! - `post` is messages, `interaction` what is asked of the bot, `person`, `call` and `people` what people do
//!   and see, `page` their browser.
//! - [`refusal`] is how Discord says no: a status, a code, and where in the form the fault lies;
//!   [`limits`] are the forms it does not take (`emoji` which signs are emoji), [`permissions`] who may do what, [`mentions`] whom a
//!   message pings, `rates` how often one may ask.
//! - `control` and `faults` make it misbehave; `clock` can be put forward; `log` is what went over
//!   the wire.
//!
//! Everything is behind one lock (`state`), because nothing in it waits.

mod admin;
pub mod api_error;
mod attachments;
mod client_view;
mod clock;
mod control;
mod emoji;
mod faults;
mod gateway;
mod id;
mod interaction;
mod json;
mod lever_json;
pub mod limits;
pub mod mentions;
mod message;
mod model;
mod page;
pub mod permissions;
mod persistence;
mod rate_limit;
mod rest;
mod seed;
mod sessions;
mod slash_command;
mod state;
mod traffic_log;
mod user_action;
mod world;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{broadcast, oneshot, watch};
use tokio::task::JoinHandle;

use attachments::AttachmentStore;
use clock::Clock;
use persistence::{Journal, with_suffix};
use rate_limit::RateLimiter;
use state::{Core, State};
use traffic_log::TrafficLog;
use world::World;

pub use client_view::Answered;
pub use control::Lever;
pub use id::Id;
pub use rate_limit::Pace;
pub use seed::{
    APPLICATION, CLUB, ELSEWHERE, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, LOUNGE, MODERATOR,
    MODERATORS, QUIET, SECOND_PLAYER, SPECTATOR,
};

/// So many news can wait for a page that is slow.
const EVENT_QUEUE_CAPACITY: usize = 1024;

/// How a sandbox is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on 127.0.0.1; 0 for any that is free.
    pub port: u16,
    /// The file in which the world is kept; none for a world that is forgotten.
    pub world: Option<PathBuf>,
    /// The file to which everything that goes over the wire is written.
    pub log: Option<PathBuf>,
    /// What the bot has to show.
    pub token: String,
    /// How strict it is about the number of requests.
    pub pace: Pace,
    /// How often the bot has to show that it is alive.
    pub heartbeat: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            port: 0,
            world: None,
            log: None,
            // A token begins with the application's number in base64; some libraries read it.
            token: "OTAwMDAwMDAwMDAwMDAwMDAx.sandbox.of-no-use-elsewhere".to_owned(),
            pace: Pace::default(),
            heartbeat: Duration::from_millis(41_250),
        }
    }
}

/// A sandbox that runs. When it is dropped, it is gone.
#[derive(Debug)]
pub struct Sandbox {
    core: Arc<Core>,
    address: SocketAddr,
    server: JoinHandle<()>,
    /// When it goes, the connections are told to end.
    _open: oneshot::Sender<()>,
}

impl Sandbox {
    /// Starts it.
    pub async fn start(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let seed = |world: &mut World| seed::seed_world(world, Clock::default().now());
        let (world, attachments) = if let Some(path) = &options.world {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let world = World::open(path, APPLICATION, seed)?;
            (world, AttachmentStore::folder(with_suffix(path, "files"))?)
        } else {
            let mut world = World::empty(APPLICATION, Journal::default());
            seed(&mut world);
            (world, AttachmentStore::Memory(HashMap::new()))
        };
        // The clock may have been put forward when the world was last seen.
        let clock = Clock::not_before(world.latest_timestamp());
        let log = match &options.log {
            Some(path) => TrafficLog::to(path)?,
            None => TrafficLog::default(),
        };
        let state = State {
            world,
            attachments,
            sessions: sessions::Sessions::default(),
            interactions: BTreeMap::new(),
            clock,
            response_timeout_ms: interaction::RESPONSE_TIMEOUT_MS,
            faults: faults::Faults::default(),
            rate_limiter: RateLimiter::new(options.pace),
            log,
            origin: format!("http://{address}"),
            page_events: broadcast::Sender::new(EVENT_QUEUE_CAPACITY),
        };
        let heartbeat = options.heartbeat.as_millis() as u64;
        let core = Arc::new(Core::new(state, options.token, heartbeat));
        let router = page::router(Arc::clone(&core));
        let (open, closed) = oneshot::channel();
        let server = tokio::spawn(async move {
            let server = axum::serve(listener, router).with_graceful_shutdown(async {
                // Nothing is ever sent.
                let _ = closed.await;
            });
            if let Err(error) = server.await {
                tracing::error!(%error, "the sandbox has stopped");
            }
        });
        Ok(Self {
            core,
            address,
            server,
            _open: open,
        })
    }

    /// Takes away what a sandbox has kept.
    pub fn reset(world: &Path) -> io::Result<()> {
        let gone = |result: io::Result<()>| match result {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        gone(fs::remove_file(world))?;
        gone(fs::remove_dir_all(with_suffix(world, "files")))
    }

    /// Where it is.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it is, as the beginning of every address.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What the bot has to show.
    pub fn token(&self) -> &str {
        &self.core.token
    }

    /// The moment by its clock, in milliseconds.
    pub fn now(&self) -> i64 {
        self.core.lock().now()
    }

    /// How far its clock is ahead of the machine's, in milliseconds.
    pub fn ahead(&self) -> i64 {
        self.core.lock().clock.offset_ms()
    }

    /// Pulls a lever.
    pub fn pull(&self, lever: Lever) -> Result<(), String> {
        self.core.lock().pull(lever)
    }

    /// Someone does something, as the page would say it; an interaction's number comes back if it
    /// is asked of the bot.
    pub fn act(&self, form: &Value) -> Result<Value, String> {
        self.core.act(form)
    }

    /// What has become of an interaction, once the bot has answered; none if that takes too long.
    pub async fn answered(&self, interaction: Id, patience: Duration) -> Option<Answered> {
        self.core.wait_for_outcome(interaction, patience).await
    }

    /// Everything that someone sees at a glance, as the page gets it.
    pub fn overview(&self, me: Id) -> Result<Value, String> {
        self.core.lock().overview(me)
    }

    /// The messages of a channel that someone sees, the oldest first, as the page gets them.
    pub fn messages(&self, me: Id, channel: Id) -> Result<Vec<Value>, String> {
        self.core.lock().messages_for(me, channel, None, usize::MAX)
    }

    /// The commands that someone can use in a channel.
    pub fn commands(&self, me: Id, channel: Id) -> Result<Vec<Value>, String> {
        self.core.lock().commands_json(me, channel)
    }

    /// Whom the messages of a channel have pinged, one list a message that pinged anyone.
    pub fn pings(&self, channel: Id) -> Vec<Vec<Id>> {
        let state = self.core.lock();
        let messages = state.world.messages.get(&channel).into_iter();
        let messages = messages.flat_map(BTreeMap::values);
        messages
            .map(|message| message.pinged.users.iter().copied().collect())
            .filter(|pinged: &Vec<Id>| !pinged.is_empty())
            .collect()
    }

    /// The bytes of an attachment.
    pub fn file(&self, attachment: Id) -> Option<Vec<u8>> {
        self.core.lock().attachments.get(attachment)
    }

    /// Someone new.
    pub fn add_person(&self, name: &str, locale: &str) -> Result<Id, String> {
        self.core.lock().add_person(name, locale)
    }

    /// A new channel on a server.
    pub fn add_channel(&self, server: Id, name: &str) -> Result<Id, String> {
        self.core.lock().add_channel(server, name, model::TEXT)
    }

    /// A new forum on a server.
    pub fn add_forum(&self, server: Id, name: &str) -> Result<Id, String> {
        self.core.lock().add_channel(server, name, model::FORUM)
    }

    /// A new role on a server.
    pub fn add_role(&self, server: Id, name: &str) -> Result<Id, String> {
        self.core.lock().add_role(server, name)
    }

    /// A message as someone sees it, as the page gets it; none if he does not see it.
    pub fn message(&self, me: Id, channel: Id, message: Id) -> Option<Value> {
        let state = self.core.lock();
        let message = state.world.message(channel, message)?;
        state.message_for(message, me)
    }

    /// The newest message of a channel that someone sees.
    pub fn newest(&self, me: Id, channel: Id) -> Option<Value> {
        let state = self.core.lock();
        state.messages_for(me, channel, None, 1).ok()?.pop()
    }

    /// The requests that were refused so far; they are told once.
    pub fn take_refused(&self) -> Vec<String> {
        std::mem::take(&mut self.core.lock().log.refused)
    }

    /// What people still wait for: interactions that the bot has not answered, or is still thinking
    /// about.
    pub fn unanswered(&self) -> Vec<String> {
        self.core.lock().unanswered()
    }

    /// What went over the wire last, as the page gets it.
    pub fn wire(&self) -> Vec<Value> {
        let state = self.core.lock();
        state.log.after(0).into_iter().cloned().collect()
    }

    /// Is the bot connected, or could it come back?
    pub fn has_bot(&self) -> bool {
        self.core.lock().sessions.has_any()
    }

    /// Counts up whenever something may have changed.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.core.changed.subscribe()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
        let state = self.core.lock();
        state
            .sessions
            .send_to_all(&sessions::ConnectionCommand::Drop);
        state.notify_pages(state::PageEvent::Closed);
    }
}
