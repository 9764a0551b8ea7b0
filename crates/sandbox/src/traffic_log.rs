//! The log of REST requests and gateway frames: the latest entries for the page, and optionally all
//! of them in files of JSON lines.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use super::persistence::with_suffix;
use super::sessions::opcode;

/// Entries kept for the page.
const MAX_LINES: usize = 500;

/// REST requests and gateway frames.
#[derive(Debug, Default)]
pub(super) struct TrafficLog {
    lines: VecDeque<Value>,
    count: u64,
    requests: Option<File>,
    frames: Option<File>,
    /// Requests answered with an error since the last call of `Sandbox::take_refused`.
    pub(super) refused: Vec<String>,
}

impl TrafficLog {
    /// Also appends requests to the file at `path`, and frames to a second file with the suffix
    /// `.frames`.
    pub(super) fn to(path: &Path) -> io::Result<Self> {
        // Readable by the owner only: the log contains tokens and private messages.
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

    /// Logs a REST request with its response.
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

    /// Logs a request to the bot's endpoint, with the bot's answer; status 0 if there was none. It isn't
    /// a request of the REST API, so it is not in the file.
    pub(super) fn delivery(
        &mut self,
        at: i64,
        url: &str,
        status: u16,
        body: &Value,
        response: Option<&Value>,
    ) {
        let path = url.splitn(4, '/').nth(3).unwrap_or_default();
        self.push(json!({
            "at": at, "what": "rest", "to": "bot", "title": format!("POST /{path}"),
            "status": status, "body": body, "response": response,
        }));
    }

    /// Logs a gateway frame.
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

    /// The kept entries with a number greater than `number`.
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
        tracing::error!(%error, "traffic log: failed to write an entry to its file");
    }
}
