//! A local Discord for trying out and testing bots: Discord's REST API and gateway (version 10) on
//! a loopback port, and a page in the browser on which a developer acts as any of the simulated
//! people.
//!
//! The crate does not depend on the bot. The bot talks to it over HTTP and WebSocket only, so any
//! bot in any language can use it; a test starts a [`Sandbox`] in its own process and drives the
//! people through it.
//!
//! An *application* is the bot's registration, a *person* is a simulated human user, and a *guild*
//! is what Discord's client (and the page) calls a server.
//!
//! | Module | Contents |
//! |---|---|
//! | `model`, `world` | users, guilds, channels, messages and commands; queries and updates |
//! | `seed`, `persistence`, `attachments` | the initial world, the file it is kept in, attachment bytes |
//! | `state` | all mutable state behind one lock (no code holding it waits for anything) |
//! | `rest`, [`api_error`] | the routes of the REST API and its error responses |
//! | [`limits`], [`permissions`], [`mentions`], `emoji`, `rate_limit` | Discord's rules: payload limits, permissions, pings, emoji, rate limits |
//! | `gateway`, `sessions` | gateway connections, and sessions with their replay buffers |
//! | `endpoint` | interactions and webhook events as signed requests to the bot |
//! | `message`, `interaction` | sending and editing messages; the life of an interaction |
//! | `user_action`, `slash_command` | what a person does: write, run commands, use components, submit modals |
//! | `client_view`, `page`, `json` | what a person sees as JSON, the HTTP routes of the page, Discord's JSON objects |
//! | `control`, `control_json`, `admin`, `faults` | control actions: injected faults and changes made from outside |
//! | `clock`, `id`, `traffic_log` | an adjustable clock, snowflakes, a log of requests and frames |

mod admin;
pub mod api_error;
mod attachments;
mod client_view;
mod clock;
mod control;
mod control_json;
mod emoji;
mod endpoint;
mod faults;
mod gateway;
mod id;
mod interaction;
mod json;
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
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use attachments::AttachmentStore;
use clock::SandboxClock;
use endpoint::SigningKey;
use persistence::{Journal, with_suffix};
use rate_limit::RateLimiter;
use state::{Core, State};
use traffic_log::TrafficLog;
use world::World;

pub use client_view::PressResult;
pub use control::ControlAction;
pub use id::Id;
pub use rate_limit::RateLimitMode;
pub use seed::{
    APPLICATION, CLUB, ELSEWHERE, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, LOUNGE, MODERATOR,
    MODERATORS, QUIET, SECOND_PLAYER, SPECTATOR,
};

/// Events buffered for a page that reads slowly; beyond that, the page reloads its state.
const EVENT_QUEUE_CAPACITY: usize = 1024;

/// Configuration of a [`Sandbox`].
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The port on 127.0.0.1, or 0 for any free port.
    pub port: u16,
    /// The file that stores the world, or `None` to keep it in memory only.
    pub world: Option<PathBuf>,
    /// A file to which every REST request is appended as a JSON line; gateway frames go to a second
    /// file with the suffix `.frames`.
    pub log: Option<PathBuf>,
    /// The bot token that the API accepts.
    pub token: String,
    /// How strictly rate limits are applied.
    pub pace: RateLimitMode,
    /// The heartbeat interval announced to gateway clients.
    pub heartbeat: Duration,
}

impl Default for SandboxOptions {
    fn default() -> Self {
        Self {
            port: 0,
            world: None,
            log: None,
            // The first part of a token is the application id in base64; some libraries decode it.
            token: "OTAwMDAwMDAwMDAwMDAwMDAx.sandbox.of-no-use-elsewhere".to_owned(),
            pace: RateLimitMode::default(),
            heartbeat: Duration::from_millis(41_250),
        }
    }
}

/// A running sandbox. Dropping it closes all connections and stops the server.
#[derive(Debug)]
pub struct Sandbox {
    core: Arc<Core>,
    address: SocketAddr,
    server: JoinHandle<()>,
    deliveries: JoinHandle<()>,
    signing_key: Arc<SigningKey>,
    /// Dropping this triggers the graceful shutdown of the HTTP server.
    _open: oneshot::Sender<()>,
}

impl Sandbox {
    /// Binds the port, loads or seeds the world, and starts serving.
    pub async fn start(options: SandboxOptions) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let seed = |world: &mut World| seed::seed_world(world, SandboxClock::default().now());
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
        // The clock may have been ahead of the machine's when the world was saved.
        let clock = SandboxClock::not_before(world.latest_timestamp());
        let log = match &options.log {
            Some(path) => TrafficLog::to(path)?,
            None => TrafficLog::default(),
        };
        let signing_key = Arc::new(SigningKey::new());
        let (queue, queued) = mpsc::unbounded_channel();
        let state = State {
            endpoint: endpoint::Endpoint::new(Arc::clone(&signing_key), queue),
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
        let deliveries = endpoint::deliver_queued(Arc::downgrade(&core), queued);
        let deliveries = tokio::spawn(deliveries);
        let router = page::router(Arc::clone(&core));
        let (open, closed) = oneshot::channel();
        let server = tokio::spawn(async move {
            let server = axum::serve(listener, router).with_graceful_shutdown(async {
                // Nothing is ever sent; the receiver completes when the sender is dropped.
                let _ = closed.await;
            });
            if let Err(error) = server.await {
                tracing::error!(%error, "HTTP server stopped, the sandbox is unreachable");
            }
        });
        Ok(Self {
            core,
            address,
            server,
            deliveries,
            signing_key,
            _open: open,
        })
    }

    /// Deletes the world file and the attachments stored next to it, if they exist.
    pub fn reset(world: &Path) -> io::Result<()> {
        let ignore_missing = |result: io::Result<()>| match result {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        ignore_missing(fs::remove_file(world))?;
        ignore_missing(fs::remove_dir_all(with_suffix(world, "files")))
    }

    /// The address the sandbox listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base URL, such as `http://127.0.0.1:8080`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The bot token that the API accepts.
    pub fn token(&self) -> &str {
        &self.core.token
    }

    /// The current time of the sandbox's clock, in milliseconds since the Unix epoch.
    pub fn now(&self) -> i64 {
        self.core.lock().now()
    }

    /// How far the sandbox's clock is ahead of the machine's, in milliseconds.
    pub fn ahead(&self) -> i64 {
        self.core.lock().clock.offset_ms()
    }

    /// Injects a fault or changes the world; see [`ControlAction`].
    pub fn control(&self, action: ControlAction) -> Result<(), String> {
        self.core.lock().apply(action)
    }

    /// Performs an action of a person, in the JSON that the page sends to `/sandbox/do`. If the
    /// action sends an interaction to the bot, the result contains its `interaction_id`.
    pub fn act(&self, action: &Value) -> Result<Value, String> {
        self.core.act(action)
    }

    /// Waits until the bot has responded to an interaction or the interaction has failed; `None`
    /// after `patience`.
    pub async fn answered(&self, interaction: Id, patience: Duration) -> Option<PressResult> {
        self.core.wait_for_outcome(interaction, patience).await
    }

    /// The guilds, channels and people that a person sees, as the page receives them.
    pub fn overview(&self, me: Id) -> Result<Value, String> {
        self.core.lock().overview(me)
    }

    /// The messages of a channel that a person sees, oldest first, as the page receives them.
    pub fn messages(&self, me: Id, channel: Id) -> Result<Vec<Value>, String> {
        self.messages_before(me, channel, None, usize::MAX)
    }

    /// The last `limit` messages of a channel that a person sees, or the last ones before a message;
    /// oldest first.
    pub fn messages_before(
        &self,
        me: Id,
        channel: Id,
        before: Option<Id>,
        limit: usize,
    ) -> Result<Vec<Value>, String> {
        self.core.lock().messages_for(me, channel, before, limit)
    }

    /// Everyone who can be mentioned: the people and the bot.
    pub fn users(&self) -> Vec<Value> {
        self.core.lock().users()
    }

    /// The commands that a person can use in a channel.
    pub fn commands(&self, me: Id, channel: Id) -> Result<Vec<Value>, String> {
        self.core.lock().commands_json(me, channel)
    }

    /// The users pinged by each message of a channel, skipping messages that pinged nobody.
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

    /// Adds a person to every guild.
    pub fn add_person(&self, name: &str, locale: &str) -> Result<Id, String> {
        self.core.lock().add_person(name, locale)
    }

    /// Adds a text channel to a guild.
    pub fn add_channel(&self, server: Id, name: &str) -> Result<Id, String> {
        self.core.lock().add_channel(server, name, model::TEXT)
    }

    /// Adds a forum channel to a guild.
    pub fn add_forum(&self, server: Id, name: &str) -> Result<Id, String> {
        self.core.lock().add_channel(server, name, model::FORUM)
    }

    /// Adds a role without permissions to a guild.
    pub fn add_role(&self, server: Id, name: &str) -> Result<Id, String> {
        self.core.lock().add_role(server, name)
    }

    /// A message as a person sees it and the page receives it, or `None` if it isn't visible to
    /// them.
    pub fn message(&self, me: Id, channel: Id, message: Id) -> Option<Value> {
        let state = self.core.lock();
        let message = state.world.message(channel, message)?;
        state.message_for(message, me)
    }

    /// The newest message of a channel that a person sees.
    pub fn newest(&self, me: Id, channel: Id) -> Option<Value> {
        let state = self.core.lock();
        state.messages_for(me, channel, None, 1).ok()?.pop()
    }

    /// Returns and clears the highest number of requests within any second that counted towards the bot's global
    /// rate limit.
    pub fn take_peak(&self) -> usize {
        self.core.lock().rate_limiter.take_peak()
    }

    /// Returns and clears the list of REST requests that were answered with an error.
    pub fn take_refused(&self) -> Vec<String> {
        std::mem::take(&mut self.core.lock().log.refused)
    }

    /// Describes the interactions that the bot hasn't responded to, or has only deferred.
    pub fn unanswered(&self) -> Vec<String> {
        self.core.lock().unanswered()
    }

    /// The latest requests and gateway frames, as the page receives them.
    pub fn wire(&self) -> Vec<Value> {
        let state = self.core.lock();
        state.log.after(0).into_iter().cloned().collect()
    }

    /// Whether the bot has a gateway session, connected or resumable, or takes interactions over HTTP.
    pub fn has_bot(&self) -> bool {
        let state = self.core.lock();
        state.sessions.has_any() || state.endpoint.interactions_url.is_some()
    }

    /// The URL to which interactions are sent, if the bot has set one.
    pub fn interactions_endpoint(&self) -> Option<String> {
        self.core.lock().endpoint.interactions_url.clone()
    }

    /// The URL to which webhook events are sent, if the bot has set one.
    pub fn events_endpoint(&self) -> Option<String> {
        self.core.lock().endpoint.events_url.clone()
    }

    /// The key with which the bot verifies signatures, in hexadecimal digits.
    pub fn verify_key(&self) -> String {
        self.signing_key.verify_key()
    }

    /// Signs a request to the bot: the value of the header `X-Signature-Ed25519`.
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        self.signing_key.sign(timestamp, body)
    }

    /// A counter that increases whenever the state may have changed.
    pub fn changed(&self) -> watch::Receiver<u64> {
        self.core.changed.subscribe()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
        self.deliveries.abort();
        let state = self.core.lock();
        state
            .sessions
            .send_to_all(&sessions::ConnectionCommand::Drop);
        state.notify_pages(state::PageEvent::Closed);
    }
}

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
