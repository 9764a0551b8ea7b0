//! Discord's gateway, version 10: the connection over which the bot hears what people do.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::{Compress, Compression, FlushCompress};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::time::{Instant, sleep_until};

use super::id::Text;
use super::sessions::{Order, intents};
use super::state::{Core, State};
use super::json;

/// Why a connection is closed, by Discord's numbers.
const DECODE_ERROR: (u16, &str) = (4002, "Error while decoding payload.");
const NOT_AUTHENTICATED: (u16, &str) = (4003, "Not authenticated.");
pub(super) const AUTHENTICATION_FAILED: (u16, &str) = (4004, "Authentication failed.");
const ALREADY_AUTHENTICATED: (u16, &str) = (4005, "Already authenticated.");
const UNKNOWN_OPCODE: (u16, &str) = (4001, "Unknown opcode.");
const SESSION_TIMED_OUT: (u16, &str) = (4009, "Session timed out.");
const INVALID_SHARD: (u16, &str) = (4010, "Invalid shard.");
const INVALID_INTENTS: (u16, &str) = (4013, "Invalid intent(s).");
/// Why a connection asks to be made anew.
pub(super) const ASKED_TO_RECONNECT: (u16, &str) = (4000, "Reconnect.");

/// A frozen connection looks this often whether it still is.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Why a connection is to end.
enum End {
    /// Without a word.
    Gone,
    /// With a code.
    Closed(u16, &'static str),
}

impl From<(u16, &'static str)> for End {
    fn from((code, words): (u16, &'static str)) -> Self {
        Self::Closed(code, words)
    }
}

/// One connection, until it ends.
pub(super) async fn serve(core: Arc<Core>, socket: WebSocket, is_compressed: bool) {
    let (line, orders) = mpsc::unbounded_channel();
    let mut connection = Connection {
        core,
        socket,
        line,
        session: None,
        deflate: is_compressed.then(|| Compress::new(Compression::fast(), true)),
    };
    let end = connection.run(orders).await;
    if let Some(id) = &connection.session {
        let mut state = connection.core.lock();
        state.sessions.lose(id, &connection.line);
    }
    if let End::Closed(code, words) = end {
        let frame = CloseFrame {
            code,
            reason: words.into(),
        };
        // Whoever is gone already need not be told.
        let _ = connection.socket.send(Message::Close(Some(frame))).await;
    }
}

struct Connection {
    core: Arc<Core>,
    socket: WebSocket,
    line: UnboundedSender<Order>,
    session: Option<String>,
    /// What is sent is one stream, compressed as a whole, if the client has asked for that.
    deflate: Option<Compress>,
}

impl Connection {
    async fn run(&mut self, mut orders: mpsc::UnboundedReceiver<Order>) -> End {
        let interval = self.core.heartbeat;
        let hello =
            json!({ "op": 10, "d": { "heartbeat_interval": interval }, "s": null, "t": null });
        if let Err(end) = self.send(hello).await {
            return end;
        }
        // Whoever is silent for longer than one beat and a half is dead.
        let patience = Duration::from_millis(interval + interval / 2);
        let mut silent_until = Instant::now() + patience;
        loop {
            // Orders are kept, so that nothing is lost when it thaws.
            let is_frozen = self.core.lock().faults.gateway_frozen;
            if is_frozen {
                silent_until = Instant::now() + patience;
            }
            let look_again = Instant::now() + LOOK_AGAIN;
            tokio::select! {
                heard = self.socket.recv() => {
                    let Some(Ok(heard)) = heard else { return End::Gone };
                    // It may have frozen since.
                    if self.core.lock().faults.gateway_frozen {
                        continue;
                    }
                    silent_until = Instant::now() + patience;
                    let done = match heard {
                        Message::Text(text) => self.hear(text.as_bytes()).await,
                        Message::Binary(bytes) => self.hear(&bytes).await,
                        Message::Close(_) => {
                            // Reading on sends the answer to it, for which a client waits.
                            let _ = self.socket.recv().await;
                            Err(End::Gone)
                        }
                        Message::Ping(_) | Message::Pong(_) => Ok(()),
                    };
                    if let Err(end) = done {
                        return end;
                    }
                }
                order = orders.recv(), if !is_frozen => {
                    while self.core.lock().faults.gateway_frozen {
                        tokio::time::sleep(LOOK_AGAIN).await;
                    }
                    let done = match order {
                        Some(Order::Send(frame)) => self.send(frame).await,
                        Some(Order::Close(code, words)) => Err(End::Closed(code, words)),
                        Some(Order::Drop) | None => Err(End::Gone),
                    };
                    if let Err(end) = done {
                        return end;
                    }
                }
                () = sleep_until(look_again), if is_frozen => {}
                () = sleep_until(silent_until), if !is_frozen => return SESSION_TIMED_OUT.into(),
            }
        }
    }

    async fn send(&mut self, frame: Value) -> Result<(), End> {
        let text = frame.to_string();
        {
            let mut state = self.core.lock();
            let now = state.now();
            state.log.frame(now, true, &frame);
        }
        let message = match &mut self.deflate {
            Some(deflate) => Message::Binary(deflated(deflate, text.as_bytes()).into()),
            None => Message::Text(text.into()),
        };
        let sent = self.socket.send(message).await;
        sent.map_err(|_| End::Gone)
    }

    async fn hear(&mut self, text: &[u8]) -> Result<(), End> {
        let frame: Value = serde_json::from_slice(text).map_err(|_| DECODE_ERROR)?;
        {
            let mut state = self.core.lock();
            let now = state.now();
            state.log.frame(now, false, &without_token(&frame));
        }
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(1) => {
                let beat = json!({ "op": 11, "d": null, "s": null, "t": null });
                self.send(beat).await
            }
            Some(2) => self.identify(data),
            Some(6) => self.resume(data).await,
            Some(3 | 4 | 8) if self.session.is_none() => Err(NOT_AUTHENTICATED.into()),
            // Presence and voice change nothing here.
            Some(3 | 4) => Ok(()),
            Some(8) => {
                self.send_members(data);
                Ok(())
            }
            _ => Err(UNKNOWN_OPCODE.into()),
        }
    }

    /// Sends the members of a server that were asked for.
    fn send_members(&self, asked: &Value) {
        let Some(id) = &self.session else { return };
        let mut state = self.core.lock();
        let is_whole = asked["query"] == "" && asked["limit"].as_u64().unwrap_or_default() == 0;
        if is_whole && state.sessions.intents_of(id) & intents::GUILD_MEMBERS == 0 {
            tracing::warn!("the gateway sends all members only with the intent GUILD_MEMBERS");
            return;
        }
        for chunk in state.member_chunks(asked) {
            state.sessions.send(id, "GUILD_MEMBERS_CHUNK", &chunk);
        }
    }

    fn is_own_token(&self, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        token.strip_prefix("Bot ").unwrap_or(token) == self.core.token
    }

    fn identify(&mut self, data: &Value) -> Result<(), End> {
        if self.session.is_some() {
            return Err(ALREADY_AUTHENTICATED.into());
        }
        if !self.is_own_token(data) {
            return Err(AUTHENTICATION_FAILED.into());
        }
        let asked = data["intents"].as_u64();
        let Some(asked) = asked.filter(|asked| asked & !intents::KNOWN == 0) else {
            return Err(INVALID_INTENTS.into());
        };
        let shard = match data["shard"].as_array().map(Vec::as_slice) {
            None => [0, 1],
            Some([index, count]) => {
                let numbers = index.as_u64().zip(count.as_u64());
                let numbers = numbers.filter(|(index, count)| index < count);
                let (index, count) = numbers.ok_or(INVALID_SHARD)?;
                [index, count]
            }
            Some(_) => return Err(INVALID_SHARD.into()),
        };
        let mut state = self.core.lock();
        let now = state.now();
        if !state.rates.may_identify(now) {
            // Discord takes the token away as well.
            state.sessions.order(&Order::Drop);
            state.sessions.forget();
            return Err(AUTHENTICATION_FAILED.into());
        }
        let id = format!("{:032x}", state.world.new_id(now));
        let line = self.line.clone();
        state.sessions.begin(&id, shard, asked, line);
        let ready = state.ready(&id, shard);
        state.sessions.send(&id, "READY", &ready);
        if asked & intents::GUILDS != 0 {
            for mut server in state.servers_of_shard(shard) {
                state.trim_members(&mut server, asked);
                state.sessions.send(&id, "GUILD_CREATE", &server);
            }
        }
        drop(state);
        self.session = Some(id);
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), End> {
        if !self.is_own_token(data) {
            return Err(AUTHENTICATION_FAILED.into());
        }
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let seq = data["seq"].as_u64().unwrap_or_default();
        let line = self.line.clone();
        let resumed = self.core.lock().sessions.resume(&id, seq, line);
        if resumed.is_some() {
            self.session = Some(id);
            return Ok(());
        }
        self.send(invalid_session(false)).await
    }
}

/// So many members are sent at once.
const MOST_MEMBERS: usize = 1000;

/// A text as the next part of a compressed stream, up to the mark that ends every frame.
fn deflated(deflate: &mut Compress, text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 2 + 64);
    let before = deflate.total_in();
    loop {
        let taken = (deflate.total_in() - before) as usize;
        // It fails only where there is nothing left to do.
        let _ = deflate.compress_vec(&text[taken..], &mut out, FlushCompress::Sync);
        let taken = (deflate.total_in() - before) as usize;
        if taken == text.len() && out.len() < out.capacity() {
            return out;
        }
        out.reserve(out.capacity());
    }
}

/// Who has not asked for presences gets no members with a server but the bot.
fn trim_members(server: &mut Value, bot: u64, asked: u64) {
    if asked & intents::GUILD_PRESENCES == 0
        && let Some(members) = server["members"].as_array_mut()
    {
        members.retain(|member| super::id::of(&member["user"], "id") == Some(bot));
    }
}

/// The session is not known (any more).
pub(super) fn invalid_session(is_resumable: bool) -> Value {
    json!({ "op": 9, "d": is_resumable, "s": null, "t": null })
}

/// Nobody should find a token in a log.
fn without_token(frame: &Value) -> Value {
    let mut frame = frame.clone();
    if frame["d"]["token"].is_string() {
        frame["d"]["token"] = json!("…");
    }
    frame
}

impl State {
    /// Where the gateway is.
    pub(super) fn gateway_url(&self) -> String {
        self.origin.replacen("http://", "ws://", 1)
    }

    fn is_on_shard(server: u64, [index, count]: [u64; 2]) -> bool {
        (server >> 22) % count.max(1) == index
    }

    fn ready(&self, session: &str, shard: [u64; 2]) -> Value {
        let bot = self.world.application;
        let servers = self.world.servers.values();
        let servers = servers.filter(|server| server.members.contains_key(&bot));
        let servers = servers.filter(|server| Self::is_on_shard(server.id, shard));
        let servers = servers.map(|server| json!({ "id": Text(server.id), "unavailable": true }));
        json!({
            "v": 10,
            "user": json::me(self.world.bot()),
            "guilds": servers.collect::<Vec<_>>(),
            "session_id": session,
            "resume_gateway_url": self.gateway_url(),
            "session_type": "normal",
            "shard": shard,
            "application": { "id": Text(bot), "flags": 0, "flags_new": "0" },
            "private_channels": [], "relationships": [], "geo_ordered_rtc_regions": [],
            "user_settings": {}, "guild_join_requests": [], "presences": [], "_trace": [],
        })
    }

    fn servers_of_shard(&self, shard: [u64; 2]) -> Vec<Value> {
        let bot = self.world.application;
        let servers = self.world.servers.values();
        let servers = servers.filter(|server| server.members.contains_key(&bot));
        let servers = servers.filter(|server| Self::is_on_shard(server.id, shard));
        servers
            .map(|server| self.world.arrived_server(server))
            .collect()
    }

    fn trim_members(&self, server: &mut Value, asked: u64) {
        trim_members(server, self.world.application, asked);
    }

    /// The members of a server that someone asks for: by number, or by the beginning of the name.
    fn member_chunks(&self, asked: &Value) -> Vec<Value> {
        let bot = self.world.application;
        let server = super::id::of(asked, "guild_id");
        let server = server.and_then(|id| self.world.servers.get(&id));
        let Some(server) = server.filter(|server| server.members.contains_key(&bot)) else {
            return Vec::new();
        };
        let numbers = match &asked["user_ids"] {
            Value::Array(list) => Some(list.clone()),
            Value::Null => None,
            one => Some(vec![one.clone()]),
        };
        let numbers = numbers.map(|list| {
            let list = list.iter().map(|id| json!({ "id": id }));
            list.filter_map(|id| super::id::of(&id, "id"))
                .collect::<Vec<u64>>()
        });
        let wanted = asked["query"].as_str().unwrap_or_default().to_lowercase();
        let is_meant = |id: &u64| {
            if let Some(numbers) = &numbers {
                return numbers.contains(id);
            }
            let user = self.world.users.get(id);
            let names = user
                .into_iter()
                .flat_map(|user| [Some(&user.username), user.global_name.as_ref()]);
            let nick = server
                .members
                .get(id)
                .and_then(|member| member.nick.as_ref());
            let mut names = names.chain([nick]).flatten();
            names.any(|name| name.to_lowercase().starts_with(&wanted))
        };
        let most = match asked["limit"].as_u64() {
            None | Some(0) => usize::MAX,
            Some(most) => most as usize,
        };
        let found: Vec<u64> = server
            .members
            .keys()
            .copied()
            .filter(is_meant)
            .take(most)
            .collect();
        let members = found
            .iter()
            .filter_map(|id| self.world.member_json(server, *id));
        let members: Vec<Value> = members.collect();
        // An empty list is a list, too.
        let count = members.len().div_ceil(MOST_MEMBERS).max(1);
        let chunks = (0..count).map(|index| {
            let part = members.iter().skip(index * MOST_MEMBERS).take(MOST_MEMBERS);
            let mut chunk = json!({
                "guild_id": Text(server.id), "members": part.collect::<Vec<_>>(),
                "chunk_index": index, "chunk_count": count,
            });
            if let Some(numbers) = &numbers {
                let missing = numbers.iter().filter(|id| !found.contains(id));
                chunk["not_found"] = missing.copied().map(Text).map(|id| json!(id)).collect();
            }
            if asked["presences"] == true {
                chunk["presences"] = json!([]);
            }
            if let Some(nonce) = asked["nonce"].as_str() {
                chunk["nonce"] = json!(nonce);
            }
            chunk
        });
        chunks.collect()
    }

    /// The application is on a server with its commands only, or no longer: its bot is no member.
    pub(super) fn set_commands_on(&mut self, id: u64, is_on: bool) {
        self.set_bot_on(id, false);
        if let Some(mut server) = self.world.servers.get(&id).cloned() {
            server.has_app = is_on;
            self.world.put_server(server);
            self.tell(super::state::News::Everything);
        }
    }

    /// The bot comes to a server, or goes, and with it the application.
    pub(super) fn set_bot_on(&mut self, id: u64, is_on: bool) {
        let Some(mut server) = self.world.servers.get(&id).cloned() else {
            return;
        };
        let bot = self.world.application;
        if server.members.contains_key(&bot) == is_on {
            return;
        }
        if is_on {
            let now = self.now();
            super::seed::join(&mut server, bot, &[], now);
            server.has_app = true;
            self.world.put_server(server.clone());
            let json = self.world.arrived_server(&server);
            self.sessions
                .dispatch("GUILD_CREATE", Some(id), intents::GUILDS, |asked| {
                    let mut json = json.clone();
                    trim_members(&mut json, bot, asked);
                    json
                });
        } else {
            server.members.remove(&bot);
            server.has_app = false;
            self.world.put_server(server);
            let gone = json!({ "id": Text(id) });
            self.sessions
                .dispatch("GUILD_DELETE", Some(id), intents::GUILDS, |_| gone.clone());
        }
        self.tell(super::state::News::Everything);
    }
}
