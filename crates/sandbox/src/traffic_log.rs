//! What went over the wire: the latest for the page, and all of it as JSON lines for whoever checks
//! it.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use super::persistence::with_suffix;
use super::sessions::opcode;

/// So many lines are kept for the page.
const MAX_LINES: usize = 500;

/// What went over the wire.
#[derive(Debug, Default)]
pub(super) struct TrafficLog {
    lines: VecDeque<Value>,
    count: u64,
    requests: Option<File>,
    frames: Option<File>,
    /// Requests that were refused, as the bench asks for them.
    pub(super) refused: Vec<String>,
}

impl TrafficLog {
    /// Also writes requests to a file, and frames to one beside it that ends in `.frames`.
    pub(super) fn to(path: &Path) -> io::Result<Self> {
        // Tokens are in it, and what people write.
        let open = |path: &Path| {
            let mut options = OpenOptions::new();
            options.create(true).append(true).mode(0o600).open(path)
        };
        Ok(Self {
            requests: Some(open(path)?),
            frames: Some(open(&with_suffix(path, "frames"))?),
            ..Self::default()
        })
    }

    /// A request of the bot's, with the answer it got.
    pub(super) fn request(&mut self, at: i64, record: &Value) {
        let method = record["method"].as_str().unwrap_or_default();
        let path = record["path"].as_str().unwrap_or_default();
        let title = format!("{method} {path}");
        if record["status"]
            .as_u64()
            .is_some_and(|status| status >= 400)
        {
            let status = &record["status"];
            let answer = &record["response"];
            self.refused.push(format!("{title}: {status} {answer}"));
        }
        write(self.requests.as_mut(), record);
        self.push(json!({
            "at": at, "what": "rest", "to": "sandbox", "title": title,
            "status": record["status"], "body": record["body"], "response": record["response"],
        }));
    }

    /// A frame on the gateway.
    pub(super) fn frame(&mut self, at: i64, is_to_bot: bool, frame: &Value) {
        let to = if is_to_bot { "bot" } else { "sandbox" };
        write(self.frames.as_mut(), &json!({ "to": to, "frame": frame }));
        let op = &frame["op"];
        let title = frame["t"].as_str().map_or_else(
            || {
                let name = match op.as_u64() {
                    Some(opcode::HEARTBEAT) => "HEARTBEAT",
                    Some(opcode::IDENTIFY) => "IDENTIFY",
                    Some(opcode::RESUME) => "RESUME",
                    Some(opcode::RECONNECT) => "RECONNECT",
                    Some(opcode::INVALID_SESSION) => "INVALID SESSION",
                    Some(opcode::HELLO) => "HELLO",
                    Some(opcode::HEARTBEAT_ACK) => "HEARTBEAT ACK",
                    _ => "",
                };
                format!("op {op} {name}")
            },
            str::to_owned,
        );
        self.push(json!({
            "at": at, "what": "frame", "to": to, "title": title, "status": null,
            "body": frame, "response": null,
        }));
    }

    fn push(&mut self, mut line: Value) {
        self.count += 1;
        line["n"] = json!(self.count);
        self.lines.push_back(line);
        if self.lines.len() > MAX_LINES {
            self.lines.pop_front();
        }
    }

    /// The lines after one.
    pub(super) fn after(&self, number: u64) -> Vec<&Value> {
        let lines = self.lines.iter();
        lines
            .filter(|line| line["n"].as_u64() > Some(number))
            .collect()
    }
}

fn write(file: Option<&mut File>, line: &Value) {
    let Some(file) = file else { return };
    if let Err(error) = file.write_all(format!("{line}\n").as_bytes()) {
        tracing::error!(%error, "the sandbox can't write its log");
    }
}
