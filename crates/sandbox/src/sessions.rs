//! Gateway sessions with their intents, sequence numbers and replay buffers.

use std::collections::{HashMap, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::id::Id;

/// Events kept per session for a resume.
const REPLAY_BUFFER_CAPACITY: usize = 1000;

/// Gateway intents.
pub(super) mod intents {
    /// Guilds, channels and threads.
    pub(crate) const GUILDS: u64 = 1;
    /// Members of guilds.
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    /// Presences.
    pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
    /// Messages in guilds.
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    /// Direct messages.
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    /// The content of messages that don't concern the bot.
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    /// All bits that Discord defines.
    pub(crate) const KNOWN: u64 = (1 << 26) - 1;
}

/// Gateway opcodes.
pub(super) mod opcode {
    pub(crate) const DISPATCH: u64 = 0;
    pub(crate) const HEARTBEAT: u64 = 1;
    pub(crate) const IDENTIFY: u64 = 2;
    pub(crate) const PRESENCE_UPDATE: u64 = 3;
    pub(crate) const VOICE_STATE_UPDATE: u64 = 4;
    pub(crate) const RESUME: u64 = 6;
    pub(crate) const RECONNECT: u64 = 7;
    pub(crate) const REQUEST_GUILD_MEMBERS: u64 = 8;
    pub(crate) const INVALID_SESSION: u64 = 9;
    pub(crate) const HELLO: u64 = 10;
    pub(crate) const HEARTBEAT_ACK: u64 = 11;
}

/// A frame that isn't an event: without sequence number and event name.
pub(super) fn control_frame(op: u64, data: &Value) -> Value {
    json!({ "op": op, "d": data, "s": null, "t": null })
}

/// A command to the task that serves a connection.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ConnectionCommand {
    /// Send a frame.
    Send(Value),
    /// End the connection without a close frame.
    Drop,
    /// Close the connection with a code and reason.
    Close(u16, &'static str),
}

/// A gateway session, which outlives its connection.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) shard: [u64; 2],
    pub(super) intents: u64,
    pub(super) seq: u64,
    replay_buffer: VecDeque<Value>,
    /// The current connection, if any.
    connection: Option<UnboundedSender<ConnectionCommand>>,
}

/// All gateway sessions by id.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    by_id: HashMap<String, Session>,
    last_interaction: Option<(Option<Id>, Value)>,
    /// The number of interactions to send without a required field.
    garbled: u32,
}

impl Sessions {
    /// Starts a session.
    pub(super) fn start(
        &mut self,
        id: &str,
        shard: [u64; 2],
        intents: u64,
        connection: UnboundedSender<ConnectionCommand>,
    ) {
        // A client that identifies again for a shard has given up its previous session.
        self.by_id.retain(|_, other| other.shard != shard);
        let session = Session {
            shard,
            intents,
            seq: 0,
            replay_buffer: VecDeque::new(),
            connection: Some(connection),
        };
        self.by_id.insert(id.to_owned(), session);
    }

    /// Attaches a connection to a session and sends the events it missed after `seq`. `None` if the
    /// session is unknown or the events are no longer in the buffer.
    pub(super) fn resume(
        &mut self,
        id: &str,
        seq: u64,
        connection: UnboundedSender<ConnectionCommand>,
    ) -> Option<()> {
        let session = self.by_id.get_mut(id)?;
        let missed = session.seq.checked_sub(seq)? as usize;
        let from = session.replay_buffer.len().checked_sub(missed)?;
        for event in session.replay_buffer.range(from..) {
            // If this connection is gone as well, the client will resume again.
            let _ = connection.send(ConnectionCommand::Send(event.clone()));
        }
        session.connection = Some(connection);
        session.send("RESUMED", &json!({}));
        Some(())
    }

    /// Detaches a connection from its session, which can be resumed later.
    pub(super) fn disconnect(&mut self, id: &str, connection: &UnboundedSender<ConnectionCommand>) {
        if let Some(session) = self.by_id.get_mut(id)
            && session
                .connection
                .as_ref()
                .is_some_and(|own| own.same_channel(connection))
        {
            session.connection = None;
        }
    }

    /// Forgets all sessions.
    pub(super) fn invalidate_all(&mut self) {
        self.by_id.clear();
    }

    /// Sends a command to every connection.
    pub(super) fn send_to_all(&self, command: &ConnectionCommand) {
        for connection in self
            .by_id
            .values()
            .filter_map(|session| session.connection.as_ref())
        {
            let _ = connection.send(command.clone());
        }
    }

    /// Whether there is any session, connected or not.
    pub(super) fn has_any(&self) -> bool {
        !self.by_id.is_empty()
    }

    /// The intents of a session.
    pub(super) fn intents_of(&self, id: &str) -> u64 {
        self.by_id.get(id).map_or(0, |session| session.intents)
    }

    /// Sends an event to one session.
    pub(super) fn send(&mut self, id: &str, name: &str, data: &Value) {
        if let Some(session) = self.by_id.get_mut(id) {
            session.send(name, data);
        }
    }

    /// Sends an event of a guild, or of none, to the sessions on its shard that have one of the
    /// required intents. `render` builds the event's data for a session's intents.
    pub(super) fn dispatch(
        &mut self,
        name: &str,
        guild: Option<Id>,
        required_intents: u64,
        render: impl Fn(u64) -> Value,
    ) {
        for session in self.by_id.values_mut() {
            if session.is_for(guild)
                && (required_intents == 0 || session.intents & required_intents != 0)
            {
                session.send(name, &render(session.intents));
            }
        }
    }

    /// Makes the next `times` interactions lack a required field.
    pub(super) fn garble(&mut self, times: u32) {
        self.garbled = times;
    }

    /// An interaction as it is sent: without a required field if that is asked for.
    pub(super) fn prepare_interaction(&mut self, guild: Option<Id>, mut data: Value) -> Value {
        if let Some(left) = self.garbled.checked_sub(1) {
            self.garbled = left;
            // `locale` is required, and a bot needs it to choose its language.
            data.as_object_mut().map(|fields| fields.remove("locale"));
        }
        self.last_interaction = Some((guild, data.clone()));
        data
    }

    /// The last interaction, with its guild.
    pub(super) fn last_interaction(&self) -> Option<(Option<Id>, Value)> {
        self.last_interaction.clone()
    }
}

impl Session {
    /// Whether an event of a guild goes to this session's shard. Events without a guild go to the
    /// first shard.
    fn is_for(&self, guild: Option<Id>) -> bool {
        let [index, count] = self.shard;
        guild.map_or(0, |guild| (guild >> 22) % count.max(1)) == index
    }

    fn send(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let event = json!({ "op": opcode::DISPATCH, "t": name, "s": self.seq, "d": data });
        self.replay_buffer.push_back(event.clone());
        if self.replay_buffer.len() > REPLAY_BUFFER_CAPACITY {
            self.replay_buffer.pop_front();
        }
        if let Some(connection) = &self.connection
            && connection.send(ConnectionCommand::Send(event)).is_err()
        {
            self.connection = None;
        }
    }
}
