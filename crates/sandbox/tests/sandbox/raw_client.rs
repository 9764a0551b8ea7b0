//! Raw clients of the REST API and the gateway, which send exactly what a test tells them to.

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

use crate::harness::{Harness, PATIENCE};

/// A client of the REST API.
pub(super) struct RestClient {
    origin: String,
    token: String,
    client: Client,
}

/// A response.
#[derive(Debug)]
pub(super) struct RestResponse {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Value,
}

impl RestResponse {
    /// The HTTP status and Discord's error code.
    pub(super) fn error(&self) -> (u16, u64) {
        (self.status, self.body["code"].as_u64().unwrap_or_default())
    }

    /// The code of the error at a field.
    pub(super) fn field_error(&self, path: &str) -> &str {
        assert_eq!(self.error(), (400, 50035), "{self:?}");
        assert_eq!(self.body["message"], "Invalid Form Body");
        let parts = path.split('.');
        let here = parts.fold(&self.body["errors"], |here, part| &here[part]);
        let code = here["_errors"][0]["code"].as_str();
        code.unwrap_or_else(|| panic!("no error at {path}: {}", self.body))
    }

    /// The id of the returned object.
    pub(super) fn id(&self) -> String {
        let id = self.body["id"].as_str();
        id.unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }

    pub(super) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_else(|| panic!("no header {name}: {:?}", self.headers))
    }
}

impl RestClient {
    pub(super) fn new(harness: &Harness) -> Self {
        Self {
            origin: harness.sandbox.origin(),
            token: format!("Bot {}", harness.sandbox.token()),
            client: Client::new(),
        }
    }

    /// A client with another token.
    pub(super) fn with_token(harness: &Harness, token: &str) -> Self {
        Self {
            token: token.to_owned(),
            ..Self::new(harness)
        }
    }

    pub(super) async fn request(
        &self,
        method: &str,
        path: &str,
        payload: Option<Value>,
    ) -> RestResponse {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let address = format!("{}/api/v10{path}", self.origin);
        let mut request = self.client.request(method, address);
        if !self.token.is_empty() {
            request = request.header("authorization", &self.token);
        }
        if let Some(payload) = payload {
            let text = payload.to_string();
            request = request
                .header("content-type", "application/json")
                .body(text);
        }
        parse_response(request.send().await.expect("request failed")).await
    }

    /// Whether the connection is cut before a response arrives.
    pub(super) async fn is_cut(&self, path: &str, payload: Value) -> bool {
        let address = format!("{}/api/v10{path}", self.origin);
        let request = self.client.post(address);
        let request = request.header("authorization", &self.token);
        let request = request.header("content-type", "application/json");
        request.body(payload.to_string()).send().await.is_err()
    }

    pub(super) async fn get(&self, path: &str) -> RestResponse {
        self.request("GET", path, None).await
    }

    pub(super) async fn post(&self, path: &str, payload: Value) -> RestResponse {
        self.request("POST", path, Some(payload)).await
    }

    pub(super) async fn patch(&self, path: &str, payload: Value) -> RestResponse {
        self.request("PATCH", path, Some(payload)).await
    }

    /// Sends a payload with a file.
    pub(super) async fn post_file(
        &self,
        path: &str,
        payload: Value,
        bytes: Vec<u8>,
    ) -> RestResponse {
        let file = Part::bytes(bytes).file_name("board.png");
        let parts = Form::new()
            .part("files[0]", file)
            .text("payload_json", payload.to_string());
        let request = self.client.post(format!("{}/api/v10{path}", self.origin));
        let request = request.header("authorization", &self.token);
        parse_response(
            request
                .multipart(parts)
                .send()
                .await
                .expect("request failed"),
        )
        .await
    }

    /// Sends a message.
    pub(super) async fn send(&self, channel: Id, payload: Value) -> RestResponse {
        self.post(&format!("/channels/{channel}/messages"), payload)
            .await
    }

    /// Sends the first response to an interaction.
    pub(super) async fn callback(&self, interaction: &Value, payload: Value) -> RestResponse {
        let (id, token) = (text(&interaction["id"]), text(&interaction["token"]));
        self.post(&format!("/interactions/{id}/{token}/callback"), payload)
            .await
    }

    /// Sends a follow-up to an interaction.
    pub(super) async fn follow_up(&self, interaction: &Value, payload: Value) -> RestResponse {
        let token = text(&interaction["token"]);
        self.post(&format!("/webhooks/{APPLICATION}/{token}"), payload)
            .await
    }

    /// Replaces all global commands.
    pub(super) async fn register(&self, commands: Value) -> RestResponse {
        let path = format!("/applications/{APPLICATION}/commands");
        self.request("PUT", &path, Some(commands)).await
    }
}

async fn parse_response(response: reqwest::Response) -> RestResponse {
    let status = response.status().as_u16();
    let headers = response.headers().clone();
    let text = response.text().await.expect("failed to read the body");
    let body = match text.as_str() {
        "" => Value::Null,
        text => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    };
    RestResponse {
        status,
        headers,
        body,
    }
}

/// The string in a JSON value.
pub(super) fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("expected a string, got {value}"))
}

/// A client of the gateway.
pub(super) struct GatewayClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) session: String,
    pub(super) seq: u64,
    token: String,
    inflate: Option<Decompress>,
}

impl GatewayClient {
    /// Connects and receives HELLO.
    pub(super) async fn connect(harness: &Harness) -> Self {
        Self::connect_with(harness, "v=10&encoding=json").await
    }

    /// Connects with another query. With `compress=zlib-stream`, frames are decompressed.
    pub(super) async fn connect_with(harness: &Harness, query: &str) -> Self {
        let address = harness.sandbox.origin().replacen("http", "ws", 1);
        let (socket, _) = connect_async(format!("{address}/?{query}"))
            .await
            .expect("failed to connect to the gateway");
        let is_compressed = query.contains("compress=zlib-stream");
        let mut gateway = Self {
            socket,
            session: String::new(),
            seq: 0,
            token: harness.sandbox.token().to_owned(),
            inflate: is_compressed.then(|| Decompress::new(true)),
        };
        let hello = gateway.next().await;
        assert_eq!(hello["op"], 10);
        assert!(hello["d"]["heartbeat_interval"].as_u64() > Some(0));
        gateway
    }

    /// Connects and identifies with intents.
    pub(super) async fn open(harness: &Harness, intents: u64) -> Self {
        let mut gateway = Self::connect(harness).await;
        let token = gateway.token.clone();
        gateway
            .send(json!({ "op": 2, "d": {
            "token": token, "intents": intents, "properties": {},
        } }))
            .await;
        let ready = gateway.event("READY").await;
        text(&ready["session_id"]).clone_into(&mut gateway.session);
        gateway
    }

    /// Connects and sends RESUME.
    pub(super) async fn resume(harness: &Harness, session: &str, seq: u64) -> Self {
        let mut gateway = Self::connect(harness).await;
        let token = gateway.token.clone();
        gateway
            .send(json!({ "op": 6, "d": { "token": token, "session_id": session, "seq": seq } }))
            .await;
        gateway.session = session.to_owned();
        gateway
    }

    pub(super) async fn send(&mut self, frame: Value) {
        let frame = Message::text(frame.to_string());
        self.socket
            .send(frame)
            .await
            .expect("the connection is closed");
    }

    /// Sends JSON in a binary frame.
    pub(super) async fn send_binary(&mut self, frame: Value) {
        let frame = Message::binary(frame.to_string().into_bytes());
        self.socket
            .send(frame)
            .await
            .expect("the connection is closed");
    }

    pub(super) async fn send_text(&mut self, text: &str) {
        let frame = Message::text(text.to_owned());
        self.socket
            .send(frame)
            .await
            .expect("the connection is closed");
    }

    async fn message(&mut self) -> Option<Message> {
        let heard = timeout(PATIENCE, self.socket.next()).await;
        heard
            .expect("timed out waiting for a frame")
            .and_then(Result::ok)
    }

    /// The next frame.
    pub(super) async fn next(&mut self) -> Value {
        let frame: Value = match (self.message().await, &mut self.inflate) {
            (Some(Message::Text(text)), None) => {
                serde_json::from_str(&text).expect("the frame is JSON")
            }
            (Some(Message::Binary(bytes)), Some(inflate)) => {
                assert!(
                    bytes.ends_with(&[0, 0, 0xff, 0xff]),
                    "the frame has no flush marker"
                );
                let mut text = Vec::with_capacity(1 << 20);
                let done = inflate.decompress_vec(&bytes, &mut text, FlushDecompress::Sync);
                done.expect("failed to decompress the frame");
                serde_json::from_slice(&text).expect("the frame is JSON")
            }
            (other, _) => panic!("expected a frame, got {other:?}"),
        };
        self.seq = frame["s"].as_u64().unwrap_or(self.seq);
        frame
    }

    /// The data of the next event with this name, skipping others.
    pub(super) async fn event(&mut self, name: &str) -> Value {
        loop {
            let mut frame = self.next().await;
            if frame["t"] == name {
                return frame["d"].take();
            }
        }
    }

    /// The next interaction.
    pub(super) async fn interaction(&mut self) -> Value {
        self.event("INTERACTION_CREATE").await
    }

    /// Whether nothing arrives for a moment.
    pub(super) async fn is_silent(&mut self) -> bool {
        timeout(Duration::from_millis(80), self.socket.next())
            .await
            .is_err()
    }

    /// The close code; `None` if the connection is cut without a close frame.
    pub(super) async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.message().await {
                Some(Message::Close(Some(frame))) => return Some(frame.code.into()),
                Some(Message::Close(None)) | None => return None,
                Some(_) => {}
            }
        }
    }
}
