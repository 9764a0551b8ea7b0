//! The data model: plain structs for users, guilds, channels, messages and commands.
//!
//! These structs are also the format of the world file; a field whose name differs from the file's
//! has a `serde(rename)`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;
use super::mentions::Pinged;
use super::permissions::{Overwrite, Permissions};

/// Kinds of channels, by Discord's numbers.
pub(super) const TEXT: u8 = 0;
/// A direct message.
pub(super) const DM: u8 = 1;
/// A public thread.
pub(super) const THREAD: u8 = 11;
/// A channel in which everything is a thread.
pub(super) const FORUM: u8 = 15;

/// Someone: a person or the bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct User {
    /// The number.
    pub(super) id: Id,
    /// The unique name.
    pub(super) username: String,
    /// The name people see.
    pub(super) global_name: Option<String>,
    /// The language of the person's program.
    pub(super) locale: String,
    /// Is it the bot?
    pub(super) is_bot: bool,
    /// Takes no messages from the bot.
    pub(super) dms_closed: bool,
    /// Has added the application to the own account, so that it is there everywhere.
    pub(super) has_app: bool,
}

/// A role on a server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Role {
    /// The number; everyone's role has that of the server.
    pub(super) id: Id,
    /// The name.
    pub(super) name: String,
    /// The colour.
    pub(super) color: u32,
    /// What it gives.
    pub(super) permissions: Permissions,
}

/// A server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Guild {
    /// The number.
    pub(super) id: Id,
    /// The name.
    pub(super) name: String,
    /// Whose it is.
    pub(super) owner: Id,
    /// Its language.
    pub(super) locale: String,
    /// Where it speaks of itself.
    pub(super) system_channel: Option<Id>,
    /// Everyone's role first.
    pub(super) roles: Vec<Role>,
    /// Who is on it, each with the roles and the moment of joining.
    pub(super) members: BTreeMap<Id, Membership>,
    /// Was the application added to it? With the `bot` scope its bot is a member as well; without, people
    /// can use its commands and that is all.
    #[serde(default)]
    pub(super) has_app: bool,
}

/// Someone on a server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Membership {
    /// The name used there.
    pub(super) nick: Option<String>,
    /// The roles, without everyone's.
    pub(super) roles: BTreeSet<Id>,
    /// Since when, in milliseconds.
    pub(super) joined_at: i64,
}

/// A channel, a thread, or a conversation between two.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Channel {
    /// The number.
    pub(super) id: Id,
    /// The kind, by Discord's numbers.
    pub(super) kind: u8,
    /// The server it belongs to.
    #[serde(rename = "server")]
    pub(super) guild: Option<Id>,
    /// The name.
    pub(super) name: String,
    /// What it is for.
    pub(super) topic: Option<String>,
    /// A thread's channel.
    pub(super) parent: Option<Id>,
    /// The order in the list.
    pub(super) position: u16,
    /// What it allows and denies.
    pub(super) overwrites: Vec<Overwrite>,
    /// The two who talk here.
    pub(super) recipients: Vec<Id>,
    /// What a thread has besides.
    pub(super) thread: Option<Thread>,
    /// What a forum's posts can be marked with.
    pub(super) tags: Vec<Tag>,
    /// Must a post be marked?
    pub(super) needs_tag: bool,
}

/// What a thread has besides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Thread {
    /// Who began it.
    pub(super) owner: Id,
    /// Is it put away?
    pub(super) is_archived: bool,
    /// Is it closed for good?
    pub(super) is_locked: bool,
    /// Since when it is or is not, in milliseconds.
    pub(super) archive_at: i64,
    /// It is put away after so many quiet minutes.
    pub(super) archive_minutes: u32,
    /// Who follows it.
    pub(super) members: BTreeSet<Id>,
    /// What a forum's post is marked with.
    pub(super) tags: Vec<Id>,
}

/// A mark for a forum's posts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Tag {
    /// The number.
    pub(super) id: Id,
    /// The word.
    pub(super) name: String,
    /// Only moderators may set it.
    pub(super) is_moderated: bool,
}

/// A file that came with a message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Attachment {
    /// The number.
    pub(super) id: Id,
    /// The file's name.
    pub(super) filename: String,
    /// What is to be seen, in words.
    pub(super) description: Option<String>,
    /// What kind of file it is.
    pub(super) content_type: String,
    /// How many bytes it has.
    pub(super) size: usize,
    /// A picture's width and height.
    pub(super) dimensions: Option<(u32, u32)>,
    /// Is it shown as part of an embed, and not by itself?
    pub(super) is_embedded: bool,
}

/// What someone did that led to a message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct InteractionMetadata {
    /// The interaction.
    pub(super) id: Id,
    /// Its kind, by Discord's numbers.
    pub(super) kind: u8,
    /// Who.
    pub(super) user: Id,
    /// The command, if it was one.
    pub(super) command: Option<String>,
    /// The message on which a button was pressed.
    pub(super) message: Option<Id>,
    /// What opened the form that was filled in.
    #[serde(default)]
    pub(super) opened_by: Option<Box<InteractionMetadata>>,
    /// Who has installed the application, by the kind of installation: 0 a server, 1 a person.
    #[serde(default)]
    pub(super) owners: BTreeMap<u8, Id>,
}

/// A message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Message {
    /// The number.
    pub(super) id: Id,
    /// Where.
    pub(super) channel: Id,
    /// By whom.
    pub(super) author: Id,
    /// The kind, by Discord's numbers.
    pub(super) kind: u8,
    /// The text.
    pub(super) content: String,
    /// Discord's flags.
    pub(super) flags: u64,
    /// Framed parts, as Discord writes them.
    pub(super) embeds: Vec<Value>,
    /// Rows of buttons and menus, as Discord writes them.
    pub(super) components: Vec<Value>,
    /// Files.
    pub(super) attachments: Vec<Attachment>,
    /// Whom it pinged, when it was sent.
    pub(super) pinged: Pinged,
    /// Whom the text names.
    pub(super) mentions: Vec<Id>,
    /// When, in milliseconds.
    pub(super) sent_at: i64,
    /// When it was changed last.
    pub(super) edited_at: Option<i64>,
    /// When it was changed although it was older than an hour.
    pub(super) late_edits: Vec<i64>,
    /// The sender's own name for it.
    pub(super) nonce: Option<Value>,
    /// Is it pinned?
    pub(super) is_pinned: bool,
    /// The only one who sees it.
    #[serde(rename = "only_for")]
    pub(super) ephemeral_for: Option<Id>,
    /// What led to it.
    #[serde(rename = "cause")]
    pub(super) interaction_metadata: Option<InteractionMetadata>,
    /// The message it refers to.
    pub(super) reference: Option<Id>,
}

/// The kind of a message that answers another.
pub(super) const REPLY: u8 = 19;
/// The kind of a line that says that a thread was begun.
pub(super) const THREAD_CREATED: u8 = 18;
/// The flag of a message that only one person sees.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a message that is still being thought about.
pub(super) const LOADING: u64 = 1 << 7;
/// The flag of a message from which a thread was begun.
pub(super) const HAS_THREAD: u64 = 1 << 5;

/// A command of the application.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Command {
    /// The number.
    pub(super) id: Id,
    /// The server it is for; none for everywhere.
    #[serde(rename = "server")]
    pub(super) guild: Option<Id>,
    /// The version, which changes with every change.
    pub(super) version: Id,
    /// As the application wrote it.
    #[serde(rename = "form")]
    pub(super) definition: Value,
}

impl Command {
    /// The kind, by Discord's numbers.
    pub(super) fn kind(&self) -> u64 {
        self.definition["type"].as_u64().unwrap_or(1)
    }

    /// The name.
    pub(super) fn name(&self) -> &str {
        self.definition["name"].as_str().unwrap_or_default()
    }
}
