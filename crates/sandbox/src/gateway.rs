//! The gateway, version 10: the WebSocket over which the bot receives events.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::{Compress, Compression, FlushCompress};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::time::{Instant, sleep_until};

use super::id::IdString;
use super::json;
use super::sessions::{ConnectionCommand, control_frame, intents, opcode};
use super::state::{Core, State};

/// Close codes with their reasons.
const DECODE_ERROR: (u16, &str) = (4002, "Error while decoding payload.");
const NOT_AUTHENTICATED: (u16, &str) = (4003, "Not authenticated.");
pub(super) const AUTHENTICATION_FAILED: (u16, &str) = (4004, "Authentication failed.");
const ALREADY_AUTHENTICATED: (u16, &str) = (4005, "Already authenticated.");
const UNKNOWN_OPCODE: (u16, &str) = (4001, "Unknown opcode.");
const SESSION_TIMED_OUT: (u16, &str) = (4009, "Session timed out.");
const INVALID_SHARD: (u16, &str) = (4010, "Invalid shard.");
const INVALID_INTENTS: (u16, &str) = (4013, "Invalid intent(s).");
/// The close code used when the bot is asked to reconnect.
pub(super) const ASKED_TO_RECONNECT: (u16, &str) = (4000, "Reconnect.");

/// How often a frozen connection checks whether it is still frozen.
const FREEZE_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How a connection ends.
enum Disconnect {
    /// Without a close frame.
    Abrupt,
    /// With a close code and reason.
    Closed(u16, &'static str),
}

impl From<(u16, &'static str)> for Disconnect {
    fn from((code, reason): (u16, &'static str)) -> Self {
        Self::Closed(code, reason)
    }
}

/// Serves one connection until it ends.
pub(super) async fn serve(core: Arc<Core>, socket: WebSocket, is_compressed: bool) {
    let (commands, command_queue) = mpsc::unbounded_channel();
    let mut connection = GatewayConnection {
        core,
        socket,
        commands,
        session: None,
        deflate: is_compressed.then(|| Compress::new(Compression::fast(), true)),
    };
    let end = connection.run(command_queue).await;
    if let Some(id) = &connection.session {
        let mut state = connection.core.lock();
        state.sessions.disconnect(id, &connection.commands);
    }
    if let Disconnect::Closed(code, reason) = end {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        // The client may already be gone.
        let _ = connection.socket.send(Message::Close(Some(frame))).await;
    }
}

struct GatewayConnection {
    core: Arc<Core>,
    socket: WebSocket,
    commands: UnboundedSender<ConnectionCommand>,
    session: Option<String>,
    /// The compressor of the outgoing stream, if the client asked for compression. All frames form
    /// one zlib stream.
    deflate: Option<Compress>,
}

impl GatewayConnection {
    async fn run(
        &mut self,
        mut command_queue: mpsc::UnboundedReceiver<ConnectionCommand>,
    ) -> Disconnect {
        let interval = self.core.heartbeat;
        let hello = control_frame(opcode::HELLO, &json!({ "heartbeat_interval": interval }));
        if let Err(end) = self.send(hello).await {
            return end;
        }
        // Without a heartbeat for one and a half intervals, the client is considered dead.
        let timeout = Duration::from_millis(interval + interval / 2);
        let mut timeout_at = Instant::now() + timeout;
        loop {
            // Commands stay queued while frozen, so nothing is lost.
            let is_frozen = self.core.lock().faults.gateway_frozen;
            if is_frozen {
                timeout_at = Instant::now() + timeout;
            }
            let poll_at = Instant::now() + FREEZE_POLL_INTERVAL;
            tokio::select! {
                frame = self.socket.recv() => {
                    let Some(Ok(frame)) = frame else { return Disconnect::Abrupt };
                    // It may have been frozen while waiting for the frame.
                    if self.core.lock().faults.gateway_frozen {
                        continue;
                    }
                    timeout_at = Instant::now() + timeout;
                    let result = match frame {
                        Message::Text(text) => self.handle_frame(text.as_bytes()).await,
                        Message::Binary(bytes) => self.handle_frame(&bytes).await,
                        Message::Close(_) => {
                            // The next read sends the close frame that the client waits for.
                            let _ = self.socket.recv().await;
                            Err(Disconnect::Abrupt)
                        }
                        Message::Ping(_) | Message::Pong(_) => Ok(()),
                    };
                    if let Err(end) = result {
                        return end;
                    }
                }
                command = command_queue.recv(), if !is_frozen => {
                    while self.core.lock().faults.gateway_frozen {
                        tokio::time::sleep(FREEZE_POLL_INTERVAL).await;
                    }
                    let result = match command {
                        Some(ConnectionCommand::Send(frame)) => self.send(frame).await,
                        Some(ConnectionCommand::Close(code, reason)) => Err(Disconnect::Closed(code, reason)),
                        Some(ConnectionCommand::Drop) | None => Err(Disconnect::Abrupt),
                    };
                    if let Err(end) = result {
                        return end;
                    }
                }
                () = sleep_until(poll_at), if is_frozen => {}
                () = sleep_until(timeout_at), if !is_frozen => return SESSION_TIMED_OUT.into(),
            }
        }
    }

    async fn send(&mut self, frame: Value) -> Result<(), Disconnect> {
        let text = frame.to_string();
        {
            let mut state = self.core.lock();
            let now = state.now();
            state.log.frame(now, true, &frame);
        }
        let message = match &mut self.deflate {
            Some(deflate) => Message::Binary(compress(deflate, text.as_bytes()).into()),
            None => Message::Text(text.into()),
        };
        let sent = self.socket.send(message).await;
        sent.map_err(|_| Disconnect::Abrupt)
    }

    async fn handle_frame(&mut self, text: &[u8]) -> Result<(), Disconnect> {
        let frame: Value = serde_json::from_slice(text).map_err(|_| DECODE_ERROR)?;
        {
            let mut state = self.core.lock();
            let now = state.now();
            state.log.frame(now, false, &without_token(&frame));
        }
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(opcode::HEARTBEAT) => {
                self.send(control_frame(opcode::HEARTBEAT_ACK, &Value::Null))
                    .await
            }
            Some(opcode::IDENTIFY) => self.identify(data),
            Some(opcode::RESUME) => self.resume(data).await,
            Some(
                opcode::PRESENCE_UPDATE
                | opcode::VOICE_STATE_UPDATE
                | opcode::REQUEST_GUILD_MEMBERS,
            ) if self.session.is_none() => Err(NOT_AUTHENTICATED.into()),
            // Presence and voice aren't modelled.
            Some(opcode::PRESENCE_UPDATE | opcode::VOICE_STATE_UPDATE) => Ok(()),
            Some(opcode::REQUEST_GUILD_MEMBERS) => {
                self.send_members(data);
                Ok(())
            }
            _ => Err(UNKNOWN_OPCODE.into()),
        }
    }

    /// Sends the requested members of a guild.
    fn send_members(&self, request: &Value) {
        let Some(id) = &self.session else { return };
        let mut state = self.core.lock();
        let wants_all =
            request["query"] == "" && request["limit"].as_u64().unwrap_or_default() == 0;
        if wants_all && state.sessions.intents_of(id) & intents::GUILD_MEMBERS == 0 {
            tracing::warn!(
                "gateway: ignored a request for all members from a session without the GUILD_MEMBERS intent"
            );
            return;
        }
        for chunk in state.member_chunks(request) {
            state.sessions.send(id, "GUILD_MEMBERS_CHUNK", &chunk);
        }
    }

    fn is_valid_token(&self, data: &Value) -> bool {
        let token = data["token"].as_str().unwrap_or_default();
        let is_own = token.strip_prefix("Bot ").unwrap_or(token) == self.core.token;
        is_own && !self.core.lock().faults.token_rejected
    }

    fn identify(&mut self, data: &Value) -> Result<(), Disconnect> {
        if self.session.is_some() {
            return Err(ALREADY_AUTHENTICATED.into());
        }
        if !self.is_valid_token(data) {
            return Err(AUTHENTICATION_FAILED.into());
        }
        let intents = data["intents"].as_u64();
        let Some(intents) = intents.filter(|intents| intents & !intents::KNOWN == 0) else {
            return Err(INVALID_INTENTS.into());
        };
        let shard = match data["shard"].as_array().map(Vec::as_slice) {
            None => [0, 1],
            Some([index, count]) => {
                let shard = index.as_u64().zip(count.as_u64());
                let shard = shard.filter(|(index, count)| index < count);
                let (index, count) = shard.ok_or(INVALID_SHARD)?;
                [index, count]
            }
            Some(_) => return Err(INVALID_SHARD.into()),
        };
        let mut state = self.core.lock();
        let now = state.now();
        if !state.rate_limiter.try_identify(now) {
            // Discord resets the token as well.
            state.sessions.send_to_all(&ConnectionCommand::Drop);
            state.sessions.invalidate_all();
            return Err(AUTHENTICATION_FAILED.into());
        }
        let id = format!("{:032x}", state.world.new_id(now));
        let commands = self.commands.clone();
        state.sessions.start(&id, shard, intents, commands);
        let ready = state.ready(&id, shard);
        state.sessions.send(&id, "READY", &ready);
        if intents & intents::GUILDS != 0 {
            for mut guild in state.guilds_on_shard(shard) {
                state.trim_members(&mut guild, intents);
                state.sessions.send(&id, "GUILD_CREATE", &guild);
            }
        }
        drop(state);
        self.session = Some(id);
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), Disconnect> {
        if !self.is_valid_token(data) {
            return Err(AUTHENTICATION_FAILED.into());
        }
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let seq = data["seq"].as_u64().unwrap_or_default();
        let commands = self.commands.clone();
        let resumed = self.core.lock().sessions.resume(&id, seq, commands);
        if resumed.is_some() {
            self.session = Some(id);
            return Ok(());
        }
        self.send(invalid_session(false)).await
    }
}

/// Members per `GUILD_MEMBERS_CHUNK` event.
const MEMBERS_PER_CHUNK: usize = 1000;

/// Compresses a frame as the next part of the stream, up to the flush marker that ends every frame.
fn compress(deflate: &mut Compress, text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 2 + 64);
    let before = deflate.total_in();
    loop {
        let taken = (deflate.total_in() - before) as usize;
        // An error only means that there is nothing left to compress.
        let _ = deflate.compress_vec(&text[taken..], &mut out, FlushCompress::Sync);
        let taken = (deflate.total_in() - before) as usize;
        if taken == text.len() && out.len() < out.capacity() {
            return out;
        }
        out.reserve(out.capacity());
    }
}

/// Removes all members but the bot from a `GUILD_CREATE` event, unless the session has the presence
/// intent.
pub(super) fn trim_members(guild: &mut Value, bot: u64, intents: u64) {
    if intents & intents::GUILD_PRESENCES == 0
        && let Some(members) = guild["members"].as_array_mut()
    {
        members.retain(|member| super::id::field(&member["user"], "id") == Some(bot));
    }
}

/// The frame that rejects a session.
pub(super) fn invalid_session(is_resumable: bool) -> Value {
    control_frame(opcode::INVALID_SESSION, &json!(is_resumable))
}

/// A copy of a frame that can be logged.
fn without_token(frame: &Value) -> Value {
    let mut frame = frame.clone();
    if frame["d"]["token"].is_string() {
        frame["d"]["token"] = json!("…");
    }
    frame
}

impl State {
    /// The URL of the gateway.
    pub(super) fn gateway_url(&self) -> String {
        self.origin.replacen("http://", "ws://", 1)
    }

    fn is_on_shard(guild: u64, [index, count]: [u64; 2]) -> bool {
        (guild >> 22) % count.max(1) == index
    }

    fn ready(&self, session: &str, shard: [u64; 2]) -> Value {
        let bot = self.world.application;
        let guilds = self.world.guilds.values();
        let guilds = guilds.filter(|guild| guild.members.contains_key(&bot));
        let guilds = guilds.filter(|guild| Self::is_on_shard(guild.id, shard));
        let guilds = guilds.map(|guild| json!({ "id": IdString(guild.id), "unavailable": true }));
        json!({
            "v": 10,
            "user": json::me(self.world.bot()),
            "guilds": guilds.collect::<Vec<_>>(),
            "session_id": session,
            "resume_gateway_url": self.gateway_url(),
            "session_type": "normal",
            "shard": shard,
            "application": { "id": IdString(bot), "flags": 0, "flags_new": "0" },
            "private_channels": [], "relationships": [], "geo_ordered_rtc_regions": [],
            "user_settings": {}, "guild_join_requests": [], "presences": [], "_trace": [],
        })
    }

    fn guilds_on_shard(&self, shard: [u64; 2]) -> Vec<Value> {
        let bot = self.world.application;
        let guilds = self.world.guilds.values();
        let guilds = guilds.filter(|guild| guild.members.contains_key(&bot));
        let guilds = guilds.filter(|guild| Self::is_on_shard(guild.id, shard));
        guilds
            .map(|guild| self.world.guild_create_json(guild))
            .collect()
    }

    fn trim_members(&self, guild: &mut Value, intents: u64) {
        trim_members(guild, self.world.application, intents);
    }

    /// The members that a client requests, by id or by the start of a name, in chunks.
    fn member_chunks(&self, request: &Value) -> Vec<Value> {
        let bot = self.world.application;
        let guild = super::id::field(request, "guild_id");
        let guild = guild.and_then(|id| self.world.guilds.get(&id));
        let Some(guild) = guild.filter(|guild| guild.members.contains_key(&bot)) else {
            return Vec::new();
        };
        let user_ids = match &request["user_ids"] {
            Value::Array(list) => Some(list.clone()),
            Value::Null => None,
            one => Some(vec![one.clone()]),
        };
        let user_ids = user_ids.map(|list| {
            let list = list.iter().map(|id| json!({ "id": id }));
            list.filter_map(|id| super::id::field(&id, "id"))
                .collect::<Vec<u64>>()
        });
        let prefix = request["query"].as_str().unwrap_or_default().to_lowercase();
        let matches = |id: &u64| {
            if let Some(user_ids) = &user_ids {
                return user_ids.contains(id);
            }
            let user = self.world.users.get(id);
            let names = user
                .into_iter()
                .flat_map(|user| [Some(&user.username), user.global_name.as_ref()]);
            let nick = guild
                .members
                .get(id)
                .and_then(|member| member.nick.as_ref());
            let mut names = names.chain([nick]).flatten();
            names.any(|name| name.to_lowercase().starts_with(&prefix))
        };
        let limit = match request["limit"].as_u64() {
            None | Some(0) => usize::MAX,
            Some(limit) => limit as usize,
        };
        let found: Vec<u64> = guild
            .members
            .keys()
            .copied()
            .filter(matches)
            .take(limit)
            .collect();
        let members = found
            .iter()
            .filter_map(|id| self.world.member_json(guild, *id));
        let members: Vec<Value> = members.collect();
        // An empty result is one empty chunk.
        let count = members.len().div_ceil(MEMBERS_PER_CHUNK).max(1);
        let chunks = (0..count).map(|index| {
            let page = members
                .iter()
                .skip(index * MEMBERS_PER_CHUNK)
                .take(MEMBERS_PER_CHUNK);
            let mut chunk = json!({
                "guild_id": IdString(guild.id), "members": page.collect::<Vec<_>>(),
                "chunk_index": index, "chunk_count": count,
            });
            if let Some(user_ids) = &user_ids {
                let missing = user_ids.iter().filter(|id| !found.contains(id));
                chunk["not_found"] = missing.copied().map(IdString).map(|id| json!(id)).collect();
            }
            if request["presences"] == true {
                chunk["presences"] = json!([]);
            }
            if let Some(nonce) = request["nonce"].as_str() {
                chunk["nonce"] = json!(nonce);
            }
            chunk
        });
        chunks.collect()
    }
}
