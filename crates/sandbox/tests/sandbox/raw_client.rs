//! A bot without manners: it says exactly what it is told to say, over HTTP and over the gateway.

use std::time::Duration;

use flate2::{Decompress, FlushDecompress};
use futures_util::{SinkExt, StreamExt};
use hexpost_sandbox::{APPLICATION, Id};
use reqwest::header::HeaderMap;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::harness::{Bench, PATIENCE};

/// What it can say over HTTP.
pub(super) struct Raw {
    origin: String,
    token: String,
    client: Client,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Value,
}

impl Told {
    /// The status and Discord's code.
    pub(super) fn refusal(&self) -> (u16, u64) {
        (self.status, self.body["code"].as_u64().unwrap_or_default())
    }

    /// The code of the fault at a place in the form.
    pub(super) fn fault(&self, place: &str) -> &str {
        assert_eq!(self.refusal(), (400, 50035), "{self:?}");
        assert_eq!(self.body["message"], "Invalid Form Body");
        let parts = place.split('.');
        let here = parts.fold(&self.body["errors"], |here, part| &here[part]);
        let code = here["_errors"][0]["code"].as_str();
        code.unwrap_or_else(|| panic!("nothing at {place}: {}", self.body))
    }

    /// The number of what was made.
    pub(super) fn id(&self) -> String {
        let id = self.body["id"].as_str();
        id.unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_else(|| panic!("no {name}: {:?}", self.headers))
    }
}

impl Raw {
    pub(super) fn new(bench: &Bench) -> Self {
        Self {
            origin: bench.sandbox.origin(),
            token: format!("Bot {}", bench.sandbox.token()),
            client: Client::new(),
        }
    }

    /// The same with another token.
    pub(super) fn named(bench: &Bench, token: &str) -> Self {
        Self {
            token: token.to_owned(),
            ..Self::new(bench)
        }
    }

    pub(super) async fn ask(&self, method: &str, path: &str, form: Option<Value>) -> Told {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let address = format!("{}/api/v10{path}", self.origin);
        let mut request = self.client.request(method, address);
        if !self.token.is_empty() {
            request = request.header("authorization", &self.token);
        }
        if let Some(form) = form {
            let text = form.to_string();
            request = request
                .header("content-type", "application/json")
                .body(text);
        }
        told(request.send().await.expect("an answer")).await
    }

    /// Is the connection cut before there is an answer?
    pub(super) async fn is_cut(&self, path: &str, form: Value) -> bool {
        let address = format!("{}/api/v10{path}", self.origin);
        let request = self.client.post(address);
        let request = request.header("authorization", &self.token);
        let request = request.header("content-type", "application/json");
        request.body(form.to_string()).send().await.is_err()
    }

    pub(super) async fn get(&self, path: &str) -> Told {
        self.ask("GET", path, None).await
    }

    pub(super) async fn post(&self, path: &str, form: Value) -> Told {
        self.ask("POST", path, Some(form)).await
    }

    pub(super) async fn patch(&self, path: &str, form: Value) -> Told {
        self.ask("PATCH", path, Some(form)).await
    }

    /// Sends a form with a file.
    pub(super) async fn post_file(&self, path: &str, form: Value, bytes: Vec<u8>) -> Told {
        let file = Part::bytes(bytes).file_name("board.png");
        let parts = Form::new()
            .part("files[0]", file)
            .text("payload_json", form.to_string());
        let request = self.client.post(format!("{}/api/v10{path}", self.origin));
        let request = request.header("authorization", &self.token);
        told(request.multipart(parts).send().await.expect("an answer")).await
    }

    /// Writes in a channel.
    pub(super) async fn send(&self, channel: Id, form: Value) -> Told {
        self.post(&format!("/channels/{channel}/messages"), form)
            .await
    }

    /// The first answer to an interaction.
    pub(super) async fn answer(&self, asked: &Value, form: Value) -> Told {
        let (id, token) = (text(&asked["id"]), text(&asked["token"]));
        self.post(&format!("/interactions/{id}/{token}/callback"), form)
            .await
    }

    /// What follows the first answer.
    pub(super) async fn follow(&self, asked: &Value, form: Value) -> Told {
        let token = text(&asked["token"]);
        self.post(&format!("/webhooks/{APPLICATION}/{token}"), form)
            .await
    }

    /// The commands, all at once.
    pub(super) async fn register(&self, commands: Value) -> Told {
        let path = format!("/applications/{APPLICATION}/commands");
        self.ask("PUT", &path, Some(commands)).await
    }
}

async fn told(response: reqwest::Response) -> Told {
    let status = response.status().as_u16();
    let headers = response.headers().clone();
    let text = response.text().await.expect("a text");
    let body = match text.as_str() {
        "" => Value::Null,
        text => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    };
    Told {
        status,
        headers,
        body,
    }
}

/// A text in JSON.
pub(super) fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
}

/// A connection to the gateway.
pub(super) struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) session: String,
    pub(super) seq: u64,
    token: String,
    inflate: Option<Decompress>,
}

impl Line {
    /// Connects and hears HELLO.
    pub(super) async fn connect(bench: &Bench) -> Self {
        Self::connect_with(bench, "v=10&encoding=json").await
    }

    /// The same with another query; with `compress=zlib-stream` what it hears is unpacked.
    pub(super) async fn connect_with(bench: &Bench, query: &str) -> Self {
        let address = bench.sandbox.origin().replacen("http", "ws", 1);
        let (socket, _) = connect_async(format!("{address}/?{query}"))
            .await
            .expect("a gateway");
        let is_packed = query.contains("compress=zlib-stream");
        let mut line = Self {
            socket,
            session: String::new(),
            seq: 0,
            token: bench.sandbox.token().to_owned(),
            inflate: is_packed.then(|| Decompress::new(true)),
        };
        let hello = line.next().await;
        assert_eq!(hello["op"], 10);
        assert!(hello["d"]["heartbeat_interval"].as_u64() > Some(0));
        line
    }

    /// Connects and identifies itself, with intents.
    pub(super) async fn open(bench: &Bench, intents: u64) -> Self {
        let mut line = Self::connect(bench).await;
        let token = line.token.clone();
        line.say(json!({ "op": 2, "d": {
            "token": token, "intents": intents, "properties": {},
        } }))
        .await;
        let ready = line.hear("READY").await;
        text(&ready["session_id"]).clone_into(&mut line.session);
        line
    }

    /// Connects and takes up a session.
    pub(super) async fn resume(bench: &Bench, session: &str, seq: u64) -> Self {
        let mut line = Self::connect(bench).await;
        let token = line.token.clone();
        line.say(json!({ "op": 6, "d": { "token": token, "session_id": session, "seq": seq } }))
            .await;
        line.session = session.to_owned();
        line
    }

    pub(super) async fn say(&mut self, frame: Value) {
        let frame = Message::text(frame.to_string());
        self.socket.send(frame).await.expect("an open line");
    }

    /// Says the same in a binary frame.
    pub(super) async fn say_bytes(&mut self, frame: Value) {
        let frame = Message::binary(frame.to_string().into_bytes());
        self.socket.send(frame).await.expect("an open line");
    }

    pub(super) async fn say_text(&mut self, text: &str) {
        let frame = Message::text(text.to_owned());
        self.socket.send(frame).await.expect("an open line");
    }

    async fn message(&mut self) -> Option<Message> {
        let heard = timeout(PATIENCE, self.socket.next()).await;
        heard.expect("nothing is said").and_then(Result::ok)
    }

    /// The next frame.
    pub(super) async fn next(&mut self) -> Value {
        let frame: Value = match (self.message().await, &mut self.inflate) {
            (Some(Message::Text(text)), None) => serde_json::from_str(&text).expect("JSON"),
            (Some(Message::Binary(bytes)), Some(inflate)) => {
                assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]), "no end of a frame");
                let mut text = Vec::with_capacity(1 << 20);
                let done = inflate.decompress_vec(&bytes, &mut text, FlushDecompress::Sync);
                done.expect("a stream that goes on");
                serde_json::from_slice(&text).expect("JSON")
            }
            (other, _) => panic!("no frame but {other:?}"),
        };
        self.seq = frame["s"].as_u64().unwrap_or(self.seq);
        frame
    }

    /// The data of the next event with a name; others are passed over.
    pub(super) async fn hear(&mut self, name: &str) -> Value {
        loop {
            let mut frame = self.next().await;
            if frame["t"] == name {
                return frame["d"].take();
            }
        }
    }

    /// What someone asks of the bot.
    pub(super) async fn asked(&mut self) -> Value {
        self.hear("INTERACTION_CREATE").await
    }

    /// Is nothing said for a moment?
    pub(super) async fn is_silent(&mut self) -> bool {
        timeout(Duration::from_millis(80), self.socket.next())
            .await
            .is_err()
    }

    /// The code with which the line is closed; none if it is just cut.
    pub(super) async fn closed(&mut self) -> Option<u16> {
        loop {
            match self.message().await {
                Some(Message::Close(Some(frame))) => return Some(frame.code.into()),
                Some(Message::Close(None)) | None => return None,
                Some(_) => {}
            }
        }
    }
}
