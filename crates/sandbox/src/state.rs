//! All mutable state behind one lock: the world, gateway sessions, open interactions and injected
//! faults.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{broadcast, watch};
use tokio::time::timeout;

use super::api_error::{ApiError, Unknown};
use super::attachments::AttachmentStore;
use super::client_view::PressResult;
use super::clock::SandboxClock;
use super::endpoint::Endpoint;
use super::faults::Faults;
use super::id::Id;
use super::interaction::Interaction;
use super::model::Channel;
use super::rate_limit::RateLimiter;
use super::sessions::{Sessions, intents};
use super::traffic_log::TrafficLog;
use super::user_action::ActionError;
use super::world::World;

/// State and configuration shared by all connections.
#[derive(Debug)]
pub(super) struct Core {
    state: Mutex<State>,
    /// The bot token that the API accepts.
    pub(super) token: String,
    /// The heartbeat interval, in milliseconds.
    pub(super) heartbeat: u64,
    pub(super) changed: watch::Sender<u64>,
}

/// Everything that changes while the sandbox runs.
#[derive(Debug)]
pub(super) struct State {
    pub(super) world: World,
    pub(super) attachments: AttachmentStore,
    pub(super) sessions: Sessions,
    /// Where the bot takes interactions and webhook events over HTTP.
    pub(super) endpoint: Endpoint,
    pub(super) interactions: BTreeMap<Id, Interaction>,
    pub(super) clock: SandboxClock,
    /// The time the bot has for its first response to an interaction, in milliseconds.
    pub(super) response_timeout_ms: i64,
    pub(super) faults: Faults,
    pub(super) rate_limiter: RateLimiter,
    pub(super) log: TrafficLog,
    /// The sandbox's base URL.
    pub(super) origin: String,
    pub(super) page_events: broadcast::Sender<PageEvent>,
}

/// A change that open pages have to show.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PageEvent {
    /// A message was sent or edited: channel and message id.
    Message(Id, Id),
    /// A message was deleted: channel and message id, and the only user who saw it if it was
    /// ephemeral.
    MessageDeleted(Id, Id, Option<Id>),
    /// A channel was created or changed.
    Channel(Id),
    /// A channel was deleted.
    ChannelDeleted(Id),
    /// A user has read a channel: user and channel id.
    Read(Id, Id),
    /// The sandbox is shutting down.
    Closed,
    /// Guilds or people have changed; pages reload everything.
    FullRefresh,
    /// The bot opened a modal: user id, interaction id and modal.
    Modal(Id, Id, Value),
    /// The bot responded to an interaction: user and interaction id.
    Acknowledged(Id, Id),
    /// An interaction failed: user id, interaction id, and `late` or `unreachable`.
    Failed(Id, Id, &'static str),
}

impl Core {
    pub(super) fn new(state: State, token: String, heartbeat: u64) -> Self {
        Self {
            state: Mutex::new(state),
            token,
            heartbeat,
            changed: watch::Sender::new(0),
        }
    }

    /// Performs an action of a person. If it sends an interaction, the interaction fails unless the
    /// bot responds within the response timeout.
    pub(super) fn act(self: &Arc<Self>, action: &Value) -> Result<Value, ActionError> {
        let mut state = self.lock();
        let result = state.act(action)?;
        let patience = Duration::from_millis(state.response_timeout_ms as u64 + 1);
        drop(state);
        if result.get("interaction_id").is_some() {
            let core = Arc::clone(self);
            tokio::spawn(async move {
                tokio::time::sleep(patience).await;
                core.lock().sweep();
            });
        }
        Ok(result)
    }

    /// Waits until an interaction has been responded to or has failed, for at most `patience`.
    pub(super) async fn wait_for_outcome(&self, id: Id, patience: Duration) -> Option<PressResult> {
        let mut changed = self.changed.subscribe();
        let wait = async {
            loop {
                changed.borrow_and_update();
                if let Some(answered) = self.lock().interaction_outcome(id) {
                    return Some(answered);
                }
                changed.changed().await.ok()?;
            }
        };
        timeout(patience, wait).await.ok().flatten()
    }

    /// Locks the state. Tasks that wait for a change are woken when the guard is dropped.
    pub(super) fn lock(&self) -> StateGuard<'_> {
        // A poisoned lock is harmless: the world stays consistent because each update changes one
        // object.
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        StateGuard {
            core: self,
            state,
            is_modified: false,
        }
    }
}

/// The locked state; dropping it after mutable access notifies the tasks that wait for a change.
pub(super) struct StateGuard<'a> {
    core: &'a Core,
    state: MutexGuard<'a, State>,
    is_modified: bool,
}

impl std::ops::Deref for StateGuard<'_> {
    type Target = State;
    fn deref(&self) -> &State {
        &self.state
    }
}

impl std::ops::DerefMut for StateGuard<'_> {
    fn deref_mut(&mut self) -> &mut State {
        self.is_modified = true;
        &mut self.state
    }
}

impl Drop for StateGuard<'_> {
    fn drop(&mut self) {
        if self.is_modified {
            self.core.changed.send_modify(|count| *count += 1);
        }
    }
}

impl State {
    pub(super) fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Sends an event to all open pages; there may be none.
    pub(super) fn notify_pages(&self, event: PageEvent) {
        let _ = self.page_events.send(event);
    }

    /// Sends an interaction to the bot, over HTTP or on the gateway; false if it does neither.
    pub(super) fn dispatch_interaction(&mut self, guild: Option<Id>, data: Value) -> bool {
        let data = self.sessions.prepare_interaction(guild, data);
        self.transmit_interaction(guild, &data)
    }

    fn transmit_interaction(&mut self, guild: Option<Id>, data: &Value) -> bool {
        if self.endpoint.send_interaction(data) {
            return true;
        }
        let is_connected = self.sessions.has_any();
        self.sessions
            .dispatch("INTERACTION_CREATE", guild, 0, |_| data.clone());
        is_connected
    }

    /// Sends the last interaction again, as Discord sometimes does; false if there was none.
    pub(super) fn redeliver(&mut self) -> bool {
        let Some((guild, data)) = self.sessions.last_interaction() else {
            return false;
        };
        self.transmit_interaction(guild, &data);
        true
    }

    /// A channel that the bot can view.
    pub(super) fn bot_channel(&self, id: Id) -> Result<&Channel, ApiError> {
        let unknown = || ApiError::unknown(Unknown::Channel);
        let channel = self.world.channels.get(&id).ok_or_else(unknown)?;
        if self.world.can_view(channel, self.world.application) {
            Ok(channel)
        } else {
            Err(ApiError::missing_access())
        }
    }

    /// Inserts or replaces a channel and announces it to bots and pages.
    pub(super) fn put_channel(&mut self, channel: &Channel) {
        let is_new = !self.world.channels.contains_key(&channel.id);
        self.world.put_channel(channel.clone());
        let json = self.world.channel_json(channel);
        let kind = if channel.thread.is_some() {
            "THREAD"
        } else {
            "CHANNEL"
        };
        let what = if is_new { "CREATE" } else { "UPDATE" };
        if channel.guild.is_some() && self.world.can_view(channel, self.world.application) {
            let name = format!("{kind}_{what}");
            let shape = |_| {
                let mut json = json.clone();
                if is_new && channel.thread.is_some() {
                    json["newly_created"] = Value::Bool(true);
                }
                json
            };
            self.sessions
                .dispatch(&name, channel.guild, intents::GUILDS, shape);
        }
        self.notify_pages(PageEvent::Channel(channel.id));
    }

    /// Deletes a channel with its threads and announces the deletions.
    pub(super) fn drop_channel(&mut self, id: Id) {
        for channel in self.world.drop_channel(id) {
            let json = self.world.channel_json(&channel);
            let name = if channel.thread.is_some() {
                "THREAD_DELETE"
            } else {
                "CHANNEL_DELETE"
            };
            self.sessions
                .dispatch(name, channel.guild, intents::GUILDS, |_| json.clone());
            self.notify_pages(PageEvent::ChannelDeleted(channel.id));
        }
    }
}
