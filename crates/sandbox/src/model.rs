//! The data model: plain structs for users, guilds, channels, messages and commands.
//!
//! These structs are also the format of the world file; a field whose name differs from the file's
//! has a `serde(rename)`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;
use super::mentions::Pinged;
use super::permissions::{ChannelOverwrite, Permissions};

/// Channel type: a text channel of a guild.
pub(super) const TEXT: u8 = 0;
/// Channel type: a DM between two users.
pub(super) const DM: u8 = 1;
/// Channel type: a public thread.
pub(super) const THREAD: u8 = 11;
/// Channel type: a forum, which contains threads only.
pub(super) const FORUM: u8 = 15;

/// A person or the bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct User {
    /// The user id.
    pub(super) id: Id,
    /// The unique username.
    pub(super) username: String,
    /// The display name.
    pub(super) global_name: Option<String>,
    /// The language of the person's client.
    pub(super) locale: String,
    /// Whether this is the bot.
    pub(super) is_bot: bool,
    /// Whether the user rejects DMs from the bot.
    pub(super) dms_closed: bool,
    /// Whether the user has installed the application to their account (user install).
    pub(super) has_app: bool,
}

/// A role of a guild.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GuildRole {
    /// The role id; the id of `@everyone` is the guild's.
    pub(super) id: Id,
    /// The role's name.
    pub(super) name: String,
    /// The role's colour as 0xRRGGBB.
    pub(super) color: u32,
    /// The permissions it grants.
    pub(super) permissions: Permissions,
}

/// A guild, called a server in Discord's client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Guild {
    /// The guild id.
    pub(super) id: Id,
    /// The guild's name.
    pub(super) name: String,
    /// The user who owns the guild.
    pub(super) owner: Id,
    /// The guild's preferred locale.
    pub(super) locale: String,
    /// The channel for Discord's own notices.
    pub(super) system_channel: Option<Id>,
    /// The roles, `@everyone` first.
    pub(super) roles: Vec<GuildRole>,
    /// The members by user id.
    pub(super) members: BTreeMap<Id, GuildMember>,
    /// Whether the application is installed. With the `bot` scope the bot is a member as well;
    /// without it, only the commands are available.
    #[serde(default)]
    pub(super) has_app: bool,
}

/// A user's membership of a guild.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GuildMember {
    /// The nickname in this guild.
    pub(super) nick: Option<String>,
    /// The member's roles other than `@everyone`.
    pub(super) roles: BTreeSet<Id>,
    /// The time of joining, in milliseconds.
    pub(super) joined_at: i64,
}

/// A text channel, forum, thread or DM.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Channel {
    /// The channel id.
    pub(super) id: Id,
    /// The channel type, one of the constants above.
    pub(super) kind: u8,
    /// The guild it belongs to; `None` for a DM.
    #[serde(rename = "server")]
    pub(super) guild: Option<Id>,
    /// The channel's name; empty for a DM.
    pub(super) name: String,
    /// The topic shown above the messages.
    pub(super) topic: Option<String>,
    /// The channel a thread belongs to.
    pub(super) parent: Option<Id>,
    /// The position in the channel list.
    pub(super) position: u16,
    /// Permission overwrites.
    pub(super) overwrites: Vec<ChannelOverwrite>,
    /// The two users of a DM.
    pub(super) recipients: Vec<Id>,
    /// Thread data; `None` for other channel types.
    pub(super) thread: Option<Thread>,
    /// The tags that posts of a forum can have.
    pub(super) tags: Vec<Tag>,
    /// Whether a post of the forum must have a tag.
    pub(super) needs_tag: bool,
}

/// The data that only threads have.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Thread {
    /// The user who started the thread.
    pub(super) owner: Id,
    /// Whether the thread is archived.
    pub(super) is_archived: bool,
    /// Whether only moderators can unarchive it or send messages.
    pub(super) is_locked: bool,
    /// The time `is_archived` last changed, in milliseconds.
    pub(super) archive_at: i64,
    /// Minutes of inactivity after which the thread is archived.
    pub(super) archive_minutes: u32,
    /// The users who have joined the thread.
    pub(super) members: BTreeSet<Id>,
    /// The tags applied to a forum post.
    pub(super) tags: Vec<Id>,
}

/// A tag for posts of a forum.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Tag {
    /// The tag id.
    pub(super) id: Id,
    /// The tag's name.
    pub(super) name: String,
    /// Whether only members with `MANAGE_THREADS` can apply it.
    pub(super) is_moderated: bool,
}

/// A file attached to a message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Attachment {
    /// The attachment id.
    pub(super) id: Id,
    /// The file name.
    pub(super) filename: String,
    /// The alt text.
    pub(super) description: Option<String>,
    /// The MIME type.
    pub(super) content_type: String,
    /// The size in bytes.
    pub(super) size: usize,
    /// Width and height of an image.
    pub(super) dimensions: Option<(u32, u32)>,
    /// Whether an embed shows the file, so that it isn't listed as an attachment.
    pub(super) is_embedded: bool,
}

/// The interaction that a message responds to, stored with the message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct InteractionMetadata {
    /// The interaction id.
    pub(super) id: Id,
    /// The interaction type.
    pub(super) kind: u8,
    /// The user who triggered the interaction.
    pub(super) user: Id,
    /// The name of the command, if it was one.
    pub(super) command: Option<String>,
    /// The message whose component was used.
    pub(super) message: Option<Id>,
    /// For a submitted modal, the interaction that opened it.
    #[serde(default)]
    pub(super) opened_by: Option<Box<InteractionMetadata>>,
    /// Who installed the application, by integration type: 0 a guild, 1 a user.
    #[serde(default)]
    pub(super) owners: BTreeMap<u8, Id>,
}

/// A message.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ChannelMessage {
    /// The message id.
    pub(super) id: Id,
    /// The channel it was sent in.
    pub(super) channel: Id,
    /// The user who sent it.
    pub(super) author: Id,
    /// The message type.
    pub(super) kind: u8,
    /// The text.
    pub(super) content: String,
    /// Message flags.
    pub(super) flags: u64,
    /// Embeds, in Discord's JSON.
    pub(super) embeds: Vec<Value>,
    /// Action rows with buttons and select menus, in Discord's JSON.
    pub(super) components: Vec<Value>,
    /// Attached files.
    pub(super) attachments: Vec<Attachment>,
    /// Who was pinged when the message was sent.
    pub(super) pinged: Pinged,
    /// The users mentioned in the text.
    pub(super) mentions: Vec<Id>,
    /// The time of sending, in milliseconds.
    pub(super) sent_at: i64,
    /// The time of the last edit.
    pub(super) edited_at: Option<i64>,
    /// Times of recent edits made when the message was more than an hour old.
    pub(super) late_edits: Vec<i64>,
    /// The nonce set by the sender.
    pub(super) nonce: Option<Value>,
    /// Whether the message is pinned.
    pub(super) is_pinned: bool,
    /// For an ephemeral message, the only user who sees it.
    #[serde(rename = "only_for")]
    pub(super) ephemeral_for: Option<Id>,
    /// The interaction the message responds to.
    #[serde(rename = "cause")]
    pub(super) interaction_metadata: Option<InteractionMetadata>,
    /// The message a reply refers to, or the thread a "thread created" message refers to.
    pub(super) reference: Option<Id>,
}

/// Message type: a reply.
pub(super) const REPLY: u8 = 19;
/// Message type: the notice in a channel that a thread was created.
pub(super) const THREAD_CREATED: u8 = 18;
/// Message flag: visible to one user only.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// Message flag: a deferred response that shows "… is thinking".
pub(super) const LOADING: u64 = 1 << 7;
/// Message flag: a thread was started from the message.
pub(super) const HAS_THREAD: u64 = 1 << 5;

/// An emoji of the application, usable in its messages everywhere. Its image is stored like an attachment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ApplicationEmoji {
    /// The emoji id.
    pub(super) id: Id,
    /// The name between colons.
    pub(super) name: String,
    /// Whether the image is a GIF.
    pub(super) is_animated: bool,
    /// The MIME type of the image.
    pub(super) content_type: String,
}

/// An application command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct ApplicationCommand {
    /// The command id.
    pub(super) id: Id,
    /// The guild it is registered for; `None` for a global command.
    #[serde(rename = "server")]
    pub(super) guild: Option<Id>,
    /// The version id, which changes with the definition.
    pub(super) version: Id,
    /// The definition as the application registered it.
    #[serde(rename = "form")]
    pub(super) definition: Value,
}

impl ApplicationCommand {
    /// The command type: 1 slash command, 2 user command, 3 message command.
    pub(super) fn kind(&self) -> u64 {
        self.definition["type"].as_u64().unwrap_or(1)
    }

    /// The command's name.
    pub(super) fn name(&self) -> &str {
        self.definition["name"].as_str().unwrap_or_default()
    }
}
