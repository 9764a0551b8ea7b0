//! The world file: a journal of JSON lines, appended on every change and replayed at the next
//! start.
//!
//! A killed process loses no completed change; an incomplete last line is ignored.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;
use super::model::{ApplicationCommand, ApplicationEmoji, Channel, ChannelMessage, Guild, User};
use super::permissions::Permissions;
use super::world::World;

/// Appends changes to the world file; does nothing for a world kept in memory.
#[derive(Debug, Default)]
pub(super) struct Journal {
    file: Option<File>,
}

impl Journal {
    pub(super) fn put<T: Persisted>(&mut self, thing: &T) {
        if self.file.is_some() {
            self.write(&json!({ "put": T::KIND, "id": thing.key(), "value": thing }));
        }
    }

    pub(super) fn drop(&mut self, kind: &str, id: Id) {
        if self.file.is_some() {
            self.write(&json!({ "drop": kind, "id": id }));
        }
    }

    fn write(&mut self, line: &Value) {
        let Some(file) = &mut self.file else { return };
        // A single write per line, so that a killed process leaves the line complete or not at all.
        let line = format!("{line}\n");
        if let Err(error) = file.write_all(line.as_bytes()) {
            tracing::error!(%error, "persistence: failed to append to the world file, the change will be lost at restart");
        }
    }
}

/// An object stored in the journal, with the name of its kind.
pub(super) trait Persisted: Serialize {
    const KIND: &'static str;
    fn key(&self) -> Id;
}

impl Persisted for ChannelMessage {
    const KIND: &'static str = "message";
    fn key(&self) -> Id {
        self.id
    }
}

/// The last message a user has read in a channel.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ReadMarker {
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) message: Id,
}

impl Persisted for ReadMarker {
    const KIND: &'static str = "read";
    fn key(&self) -> Id {
        self.user
    }
}

impl World {
    /// Replays the world file, or seeds a new world if there is none, and starts journalling.
    pub(super) fn open(
        path: &Path,
        application: Id,
        seed: impl FnOnce(&mut Self),
    ) -> io::Result<Self> {
        let mut world = Self::empty(application, Journal::default());
        match File::open(path) {
            Ok(file) => world.replay(BufReader::new(file), path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        if world.users.is_empty() {
            seed(&mut world);
        }
        // Frequently changed objects have many lines: compact the file by rewriting it.
        let fresh = with_suffix(path, "new");
        world.journal.file = Some(create_private(&fresh)?);
        world.write_snapshot();
        fs::rename(&fresh, path)?;
        world.journal.file = Some(OpenOptions::new().append(true).open(path)?);
        Ok(world)
    }

    fn replay(&mut self, mut lines: impl BufRead, path: &Path) -> io::Result<()> {
        let invalid = |number: usize| {
            let path = path.display();
            io::Error::other(format!("line {number} of {path} is not a sandbox's"))
        };
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if lines.read_until(b'\n', &mut line)? == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let mut entry: Value = serde_json::from_slice(&line).map_err(|_| invalid(number))?;
            let id = entry["id"].as_u64().ok_or_else(|| invalid(number))?;
            if let Some(kind) = entry["drop"].as_str() {
                self.apply_drop(kind, id);
            } else {
                let value = entry["value"].take();
                let kind = entry["put"].as_str().unwrap_or_default();
                self.apply_put(kind, value).map_err(|_| invalid(number))?;
            }
        }
        Ok(())
    }

    /// Applies a `put` line of the journal.
    pub(super) fn apply_put(&mut self, kind: &str, value: Value) -> Result<(), serde_json::Error> {
        fn from<T: for<'a> Deserialize<'a>>(value: Value) -> Result<T, serde_json::Error> {
            serde_json::from_value(value)
        }
        match kind {
            User::KIND => {
                let user: User = from(value)?;
                self.users.insert(user.id, user);
            }
            Guild::KIND => {
                let is_old = value.get("has_app").is_none();
                let mut guild: Guild = from(value)?;
                if is_old {
                    // Written by a version in which a guild with the application always had its bot
                    // and in which `USE_EXTERNAL_APPS` didn't exist.
                    guild.has_app = guild.members.contains_key(&self.application);
                    for role in guild.roles.iter_mut().filter(|role| role.id == guild.id) {
                        role.permissions = role.permissions.with(Permissions::USE_EXTERNAL_APPS);
                    }
                }
                self.guilds.insert(guild.id, guild);
            }
            Channel::KIND => {
                let channel: Channel = from(value)?;
                self.last_id = self.last_id.max(channel.id);
                self.channels.insert(channel.id, channel);
            }
            ApplicationCommand::KIND => {
                let command: ApplicationCommand = from(value)?;
                self.last_id = self.last_id.max(command.version);
                self.commands.insert(command.id, command);
            }
            ApplicationEmoji::KIND => {
                let emoji: ApplicationEmoji = from(value)?;
                self.last_id = self.last_id.max(emoji.id);
                self.emojis.insert(emoji.id, emoji);
            }
            ChannelMessage::KIND => {
                let message: ChannelMessage = from(value)?;
                let files = message.attachments.iter().map(|file| file.id).max();
                self.last_id = self.last_id.max(message.id).max(files.unwrap_or_default());
                let channel = self.messages.entry(message.channel).or_default();
                channel.insert(message.id, message);
            }
            ReadMarker::KIND => {
                let mark: ReadMarker = from(value)?;
                self.read.insert((mark.user, mark.channel), mark.message);
            }
            _ => {}
        }
        Ok(())
    }

    /// Applies a `drop` line of the journal.
    pub(super) fn apply_drop(&mut self, kind: &str, id: Id) {
        self.last_id = self.last_id.max(id);
        match kind {
            Channel::KIND => {
                self.channels.remove(&id);
                self.messages.remove(&id);
            }
            ApplicationCommand::KIND => {
                self.commands.remove(&id);
            }
            ApplicationEmoji::KIND => {
                self.emojis.remove(&id);
            }
            ChannelMessage::KIND => {
                for channel in self.messages.values_mut() {
                    channel.remove(&id);
                }
            }
            _ => {}
        }
    }

    /// Writes every object to the journal once.
    pub(super) fn write_snapshot(&mut self) {
        for user in self.users.values() {
            self.journal.put(user);
        }
        for guild in self.guilds.values() {
            self.journal.put(guild);
        }
        for channel in self.channels.values() {
            self.journal.put(channel);
        }
        for command in self.commands.values() {
            self.journal.put(command);
        }
        for emoji in self.emojis.values() {
            self.journal.put(emoji);
        }
        for message in self.messages.values().flat_map(BTreeMap::values) {
            self.journal.put(message);
        }
        for ((user, channel), message) in &self.read {
            self.journal.put(&ReadMarker {
                user: *user,
                channel: *channel,
                message: *message,
            });
        }
    }
}

/// Creates or truncates a file readable by its owner only, because it contains private messages.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(path)
}

/// `path` with `.` and `ending` appended.
pub(super) fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}
