//! Discord's gateway, version 10: the connection over which the bot hears what people do.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::time::{Instant, sleep_until};

use super::id::Text;
use super::sessions::{Order, intents};
use super::state::{Core, State};
use super::wire;

/// Why a connection is closed, by Discord's numbers.
const DECODE_ERROR: (u16, &str) = (4002, "Error while decoding payload.");
const NOT_AUTHENTICATED: (u16, &str) = (4003, "Not authenticated.");
const AUTHENTICATION_FAILED: (u16, &str) = (4004, "Authentication failed.");
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
pub(super) async fn serve(core: Arc<Core>, socket: WebSocket) {
    let (line, orders) = mpsc::unbounded_channel();
    let mut connection = Connection {
        core,
        socket,
        line,
        session: None,
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
                        Message::Text(text) => self.hear(text.as_str()).await,
                        Message::Close(_) => {
                            // Reading on sends the answer to it, for which a client waits.
                            let _ = self.socket.recv().await;
                            Err(End::Gone)
                        }
                        Message::Ping(_) | Message::Pong(_) => Ok(()),
                        Message::Binary(_) => Err(DECODE_ERROR.into()),
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
        let sent = self.socket.send(Message::Text(text.into())).await;
        sent.map_err(|_| End::Gone)
    }

    async fn hear(&mut self, text: &str) -> Result<(), End> {
        let frame: Value = serde_json::from_str(text).map_err(|_| DECODE_ERROR)?;
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
            // Presence, voice and lists of members change nothing here.
            Some(3 | 4 | 8) if self.session.is_some() => Ok(()),
            Some(3 | 4 | 8) => Err(NOT_AUTHENTICATED.into()),
            _ => Err(UNKNOWN_OPCODE.into()),
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
            for server in state.servers_of_shard(shard) {
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
            "user": wire::me(self.world.bot()),
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

    /// The bot comes to a server, or goes.
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
            super::founding::join(&mut server, bot, &[], now);
            self.world.put_server(server.clone());
            let json = self.world.arrived_server(&server);
            self.sessions
                .dispatch("GUILD_CREATE", Some(id), intents::GUILDS, |_| json.clone());
        } else {
            server.members.remove(&bot);
            self.world.put_server(server);
            let gone = json!({ "id": Text(id) });
            self.sessions
                .dispatch("GUILD_DELETE", Some(id), intents::GUILDS, |_| gone.clone());
        }
        self.tell(super::state::News::Everything);
    }
}
