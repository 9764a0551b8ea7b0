//! The bot's sessions on the gateway: what each was sent, so that a lost connection misses nothing.

use std::collections::{HashMap, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::id::Id;

/// So many events are kept for a session that has lost its connection.
const REPLAY_BUFFER_CAPACITY: usize = 1000;

/// What a bot asks to hear of, a bit each.
pub(super) mod intents {
    /// Servers, channels and threads.
    pub(crate) const GUILDS: u64 = 1;
    /// Who is on a server.
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    /// Who is there at the moment.
    pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
    /// Messages on servers.
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    /// Messages between two.
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    /// What others write.
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    /// All there are.
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

/// A frame without a sequence number and an event name.
pub(super) fn control_frame(op: u64, data: Value) -> Value {
    json!({ "op": op, "d": data, "s": null, "t": null })
}

/// What a connection is told to do.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ConnectionCommand {
    /// Send this.
    Send(Value),
    /// Go away without a word.
    Drop,
    /// Close with a code.
    Close(u16, &'static str),
}

/// A session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) shard: [u64; 2],
    pub(super) intents: u64,
    pub(super) seq: u64,
    replay_buffer: VecDeque<Value>,
    /// The connection, if there is one.
    connection: Option<UnboundedSender<ConnectionCommand>>,
}

/// All sessions.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    sessions: HashMap<String, Session>,
    last_interaction: Option<(Option<Id>, Value)>,
    /// So many interactions will lack what they must have.
    garbled: u32,
}

impl Sessions {
    /// A new session.
    pub(super) fn start(
        &mut self,
        id: &str,
        shard: [u64; 2],
        intents: u64,
        connection: UnboundedSender<ConnectionCommand>,
    ) {
        // Whoever identifies anew for a shard has given up the session before.
        self.sessions.retain(|_, other| other.shard != shard);
        let session = Session {
            shard,
            intents,
            seq: 0,
            replay_buffer: VecDeque::new(),
            connection: Some(connection),
        };
        self.sessions.insert(id.to_owned(), session);
    }

    /// A lost session comes back: it gets what it has missed since an event. None if that is not
    /// known any more.
    pub(super) fn resume(
        &mut self,
        id: &str,
        seq: u64,
        connection: UnboundedSender<ConnectionCommand>,
    ) -> Option<()> {
        let session = self.sessions.get_mut(id)?;
        let missed = session.seq.checked_sub(seq)? as usize;
        let from = session.replay_buffer.len().checked_sub(missed)?;
        for event in session.replay_buffer.range(from..) {
            // A connection that is gone already will come back once more.
            let _ = connection.send(ConnectionCommand::Send(event.clone()));
        }
        session.connection = Some(connection);
        session.send("RESUMED", &json!({}));
        Some(())
    }

    /// A connection is gone, but its session may come back.
    pub(super) fn disconnect(&mut self, id: &str, connection: &UnboundedSender<ConnectionCommand>) {
        if let Some(session) = self.sessions.get_mut(id)
            && session
                .connection
                .as_ref()
                .is_some_and(|own| own.same_channel(connection))
        {
            session.connection = None;
        }
    }

    /// Sessions are not known any more.
    pub(super) fn invalidate_all(&mut self) {
        self.sessions.clear();
    }

    /// Tells every connection to do something.
    pub(super) fn send_to_all(&self, command: &ConnectionCommand) {
        for connection in self
            .sessions
            .values()
            .filter_map(|session| session.connection.as_ref())
        {
            let _ = connection.send(command.clone());
        }
    }

    /// Is there anyone who could get an event now or later?
    pub(super) fn has_any(&self) -> bool {
        !self.sessions.is_empty()
    }

    /// What a session has asked to hear of.
    pub(super) fn intents_of(&self, id: &str) -> u64 {
        self.sessions.get(id).map_or(0, |session| session.intents)
    }

    /// Sends an event to one session.
    pub(super) fn send(&mut self, id: &str, name: &str, data: &Value) {
        if let Some(session) = self.sessions.get_mut(id) {
            session.send(name, data);
        }
    }

    /// Sends an event of a server, or of none, to whoever asked for such events; `shape` makes it
    /// fit what they may see.
    pub(super) fn dispatch(
        &mut self,
        name: &str,
        guild: Option<Id>,
        required_intents: u64,
        render: impl Fn(u64) -> Value,
    ) {
        for session in self.sessions.values_mut() {
            if session.is_for(guild)
                && (required_intents == 0 || session.intents & required_intents != 0)
            {
                session.send(name, &render(session.intents));
            }
        }
    }

    /// So many interactions will lack what they must have.
    pub(super) fn garble(&mut self, times: u32) {
        self.garbled = times;
    }

    /// Sends what someone did.
    pub(super) fn dispatch_interaction(&mut self, guild: Option<Id>, mut data: Value) {
        if let Some(left) = self.garbled.checked_sub(1) {
            self.garbled = left;
            // Nobody can answer in a language that is not told.
            data.as_object_mut().map(|fields| fields.remove("locale"));
        }
        self.dispatch("INTERACTION_CREATE", guild, 0, |_| data.clone());
        self.last_interaction = Some((guild, data));
    }

    /// Sends the last interaction once more, as Discord sometimes does.
    pub(super) fn redeliver(&mut self) -> bool {
        let Some((guild, data)) = self.last_interaction.clone() else {
            return false;
        };
        self.dispatch("INTERACTION_CREATE", guild, 0, |_| data.clone());
        true
    }
}

impl Session {
    /// Servers are divided among shards by their numbers; everything else goes to the first.
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
