//! Everything at one moment, behind one lock: the world, the bot's sessions, what is being asked of
//! the bot, and what goes wrong.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{broadcast, watch};
use tokio::time::timeout;

use super::api_error::{ApiError, Unknown};
use super::attachments::AttachmentStore;
use super::client_view::Answered;
use super::clock::Clock;
use super::faults::Faults;
use super::id::Id;
use super::interaction::Interaction;
use super::model::Channel;
use super::rate_limit::RateLimiter;
use super::sessions::{Sessions, intents};
use super::traffic_log::TrafficLog;
use super::user_action::ActionError;
use super::world::World;

/// The sandbox behind its doors.
#[derive(Debug)]
pub(super) struct Core {
    state: Mutex<State>,
    /// What the bot has to show.
    pub(super) token: String,
    /// How often the bot has to show that it is alive, in milliseconds.
    pub(super) heartbeat: u64,
    pub(super) changed: watch::Sender<u64>,
}

/// Everything at one moment.
#[derive(Debug)]
pub(super) struct State {
    pub(super) world: World,
    pub(super) attachments: AttachmentStore,
    pub(super) sessions: Sessions,
    pub(super) interactions: BTreeMap<Id, Interaction>,
    pub(super) clock: Clock,
    /// The first answer must come within so many milliseconds.
    pub(super) response_timeout_ms: i64,
    pub(super) faults: Faults,
    pub(super) rate_limiter: RateLimiter,
    pub(super) log: TrafficLog,
    /// The address at which the sandbox is found.
    pub(super) origin: String,
    pub(super) page_events: broadcast::Sender<PageEvent>,
}

/// What people should see at once.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PageEvent {
    /// A message is new or has changed.
    Message(Id, Id),
    /// A message is gone: where, which, and who saw it if not everyone.
    MessageDeleted(Id, Id, Option<Id>),
    /// A channel is new or has changed.
    Channel(Id),
    /// A channel is gone.
    ChannelDeleted(Id),
    /// Someone has read a channel.
    Read(Id, Id),
    /// The sandbox is gone.
    Closed,
    /// Servers or people have changed.
    FullRefresh,
    /// Someone is to fill in a form.
    Modal(Id, Id, Value),
    /// The bot has answered someone.
    Acknowledged(Id, Id),
    /// The bot has not answered someone in time, or can't be reached.
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

    /// Someone does something; what is asked of the bot is given up after three seconds.
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

    /// Waits for what becomes of an interaction.
    pub(super) async fn wait_for_outcome(&self, id: Id, patience: Duration) -> Option<Answered> {
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

    /// Everything, for a moment. Whoever waits for a change looks again afterwards.
    pub(super) fn lock(&self) -> StateGuard<'_> {
        // A panic of another request is that request's; the world is still whole, because it is
        // changed a thing at a time.
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        StateGuard {
            core: self,
            state,
            is_modified: false,
        }
    }
}

/// The lock; when it is let go after a change, whoever waits for one is woken.
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

    /// Nobody may be looking.
    pub(super) fn notify_pages(&self, event: PageEvent) {
        let _ = self.page_events.send(event);
    }

    /// A channel the bot knows of and sees.
    pub(super) fn bot_channel(&self, id: Id) -> Result<&Channel, ApiError> {
        let unknown = || ApiError::unknown(Unknown::Channel);
        let channel = self.world.channels.get(&id).ok_or_else(unknown)?;
        if self.world.can_view(channel, self.world.application) {
            Ok(channel)
        } else {
            Err(ApiError::missing_access())
        }
    }

    /// Puts a channel there or changes it, and says so.
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

    /// Takes a channel away, with its threads.
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
