//! Sending, editing and deleting messages, and announcing that to bots and pages.

use serde_json::{Value, json};

use super::api_error::{ApiError, Unknown};
use super::attachments;
use super::id::{self, Id, IdString};
use super::json;
use super::limits;
use super::mentions::{self, Pinged};
use super::model::{
    Attachment, Channel, ChannelMessage, DM, FORUM, InteractionMetadata, REPLY, THREAD,
    THREAD_CREATED,
};
use super::permissions::Permissions;
use super::sessions::intents;
use super::state::{PageEvent, State};

/// The largest total size of a message's files, in bytes.
pub(super) const MAX_FILE_BYTES: usize = 10 << 20;
/// How long a nonce identifies a message, in milliseconds.
const NONCE_LIFETIME_MS: i64 = 5 * 60 * 1000;
/// The age in milliseconds from which edits of a message are limited.
const OLD_MESSAGE_AGE_MS: i64 = 60 * 60 * 1000;
/// Edits allowed per hour for a message older than an hour.
const MAX_OLD_MESSAGE_EDITS: usize = 20;
/// The message flags that a sender can set.
pub(super) const SENDER_FLAGS: u64 = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS;
const SUPPRESS_EMBEDS: u64 = 1 << 2;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

/// A file uploaded with a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UploadedFile {
    /// The `id` of the entry in the payload's `attachments` that describes the file.
    pub(super) index: Option<u64>,
    pub(super) filename: String,
    pub(super) bytes: Vec<u8>,
}

/// A message to send.
#[derive(Debug)]
pub(super) struct NewMessage<'a> {
    /// The message id, if it is already determined.
    pub(super) id: Option<Id>,
    pub(super) channel: Id,
    pub(super) author: Id,
    /// The message type.
    pub(super) kind: u8,
    pub(super) payload: &'a Value,
    pub(super) files: Vec<UploadedFile>,
    pub(super) ephemeral_for: Option<Id>,
    pub(super) interaction_metadata: Option<InteractionMetadata>,
    pub(super) flags: u64,
}

impl State {
    /// Sends a message as the bot, after checking permissions and limits.
    pub(super) fn send_as_bot(
        &mut self,
        channel: Id,
        payload: &Value,
        files: Vec<UploadedFile>,
    ) -> Result<ChannelMessage, ApiError> {
        let bot = self.world.application;
        let place = self.bot_channel(channel)?.clone();
        self.check_bot_may_send(&place, !files.is_empty())?;
        limits::message(payload, !files.is_empty(), &self.world.emoji_ids())?;
        if payload["enforce_nonce"].as_bool() == Some(true)
            && let Some(same) = self.find_by_nonce(&payload["nonce"])
        {
            return Ok(same);
        }
        self.unarchive(&place)?;
        self.send(NewMessage {
            id: None,
            channel,
            author: bot,
            kind: 0,
            payload,
            files,
            ephemeral_for: None,
            interaction_metadata: None,
            flags: payload["flags"].as_u64().unwrap_or_default() & SENDER_FLAGS,
        })
    }

    fn check_bot_may_send(&self, channel: &Channel, has_files: bool) -> Result<(), ApiError> {
        let bot = self.world.application;
        if channel.kind == DM {
            let other = channel.recipients.iter().find(|id| **id != bot);
            let other = other.and_then(|id| self.world.users.get(id));
            let other = other.ok_or_else(|| ApiError::unknown(Unknown::User))?;
            if other.dms_closed {
                let message = "Cannot send messages to this user";
                return Err(ApiError::new(403, 50007, message));
            }
            if !other.has_app && !self.world.share_guild(bot, other.id) {
                let message = "Cannot send messages to this user due to having no mutual guilds";
                return Err(ApiError::new(403, 50278, message));
            }
            return Ok(());
        }
        if channel.kind == FORUM {
            let message = "Cannot send messages in a non-text channel";
            return Err(ApiError::new(400, 50008, message));
        }
        let granted = self.world.permissions(channel, bot);
        let send = if channel.kind == THREAD {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        };
        if !granted.has(send) || has_files && !granted.has(Permissions::ATTACH_FILES) {
            return Err(ApiError::missing_permissions());
        }
        Ok(())
    }

    /// Unarchives a thread that receives a message, unless it is locked.
    fn unarchive(&mut self, channel: &Channel) -> Result<(), ApiError> {
        let Some(thread) = channel.thread.as_ref().filter(|thread| thread.is_archived) else {
            return Ok(());
        };
        let granted = self.world.permissions(channel, self.world.application);
        if thread.is_locked && !granted.has(Permissions::MANAGE_THREADS) {
            return Err(ApiError::new(400, 50083, "Thread is archived"));
        }
        let mut channel = channel.clone();
        let now = self.now();
        if let Some(thread) = &mut channel.thread {
            thread.is_archived = false;
            thread.archive_at = now;
        }
        self.put_channel(&channel);
        Ok(())
    }

    /// The message that the bot recently sent with the same nonce, in any channel.
    fn find_by_nonce(&self, nonce: &Value) -> Option<ChannelMessage> {
        let since = self.now() - NONCE_LIFETIME_MS;
        let bot = self.world.application;
        let channels = self.world.messages.values();
        let mut recent = channels.flat_map(|messages| {
            let newest = messages.values().rev();
            newest.take_while(|message| message.sent_at >= since)
        });
        let same = recent.find(|message| {
            message.author == bot && !nonce.is_null() && message.nonce.as_ref() == Some(nonce)
        });
        same.cloned()
    }

    /// Sends a message without checking permissions.
    pub(super) fn send(&mut self, new: NewMessage<'_>) -> Result<ChannelMessage, ApiError> {
        let now = self.now();
        let content = new.payload["content"].as_str().unwrap_or_default();
        let channel = self.world.channels.get(&new.channel);
        let channel = channel.ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let may_ping_everyone = self
            .world
            .permissions(channel, new.author)
            .has(Permissions::MENTION_EVERYONE);
        let allowed = new.payload.get("allowed_mentions");
        let mut pinged = mentions::pinged(content, allowed, may_ping_everyone)?;
        let reference = &new.payload["message_reference"];
        // A "thread created" message refers to the thread.
        let thread = id::field(reference, "channel_id").filter(|_| new.kind == THREAD_CREATED);
        let reference = id::field(reference, "message_id");
        let mut names = mentions::named(content).users;
        if let Some(reference) = reference {
            let original = self.world.message(new.channel, reference);
            let Some(original) = original else {
                let place = "message_reference";
                let code = "REPLIES_UNKNOWN_MESSAGE";
                return Err(ApiError::field(place, code, "Unknown message"));
            };
            let allowed = allowed.filter(|allowed| !allowed.is_null());
            if allowed.is_none_or(|allowed| allowed["replied_user"].as_bool() == Some(true)) {
                pinged.users.insert(original.author);
                names.insert(original.author);
            }
        }
        // A user who can't view the channel isn't pinged.
        pinged
            .users
            .retain(|user| self.world.can_view(channel, *user));
        let known = names.iter().filter(|id| self.world.users.contains_key(id));
        let mentions: Vec<Id> = known.copied().collect();
        if new.ephemeral_for.is_some() {
            pinged = Pinged::default();
        }
        let attachments = self.store_files(new.payload, new.files)?;
        let id = new.id.unwrap_or_else(|| self.world.new_id(now));
        let nonce = new.payload.get("nonce").filter(|nonce| !nonce.is_null());
        let mut message = ChannelMessage {
            id,
            channel: new.channel,
            author: new.author,
            kind: if reference.is_some() && new.kind == 0 {
                REPLY
            } else {
                new.kind
            },
            content: content.to_owned(),
            flags: new.flags,
            embeds: Vec::new(),
            components: normalize_components(&new.payload["components"]),
            attachments,
            pinged,
            mentions,
            sent_at: now,
            edited_at: None,
            late_edits: Vec::new(),
            nonce: nonce.cloned(),
            is_pinned: false,
            ephemeral_for: new.ephemeral_for,
            interaction_metadata: new.interaction_metadata,
            reference: reference.or(thread),
        };
        self.set_embeds(&mut message, &new.payload["embeds"]);
        self.world.put_message(message.clone());
        self.announce(&message, "MESSAGE_CREATE");
        Ok(message)
    }

    /// Stores uploaded files with the descriptions given in the payload.
    fn store_files(
        &mut self,
        payload: &Value,
        files: Vec<UploadedFile>,
    ) -> Result<Vec<Attachment>, ApiError> {
        let total: usize = files.iter().map(|file| file.bytes.len()).sum();
        if total > MAX_FILE_BYTES {
            return Err(ApiError::new(413, 40005, "Request entity too large"));
        }
        let now = self.now();
        let described = payload["attachments"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let taken = files.into_iter().map(|file| {
            let entry = described.iter().find(|entry| {
                id::field(entry, "id").is_some() && id::field(entry, "id") == file.index
            });
            let text = |name: &str| entry.and_then(|e| e[name].as_str()).map(str::to_owned);
            let filename = text("filename").unwrap_or(file.filename);
            let attachment = Attachment {
                id: self.world.new_id(now),
                description: text("description"),
                content_type: attachments::content_type(&filename).to_owned(),
                filename: sanitize_filename(&filename),
                size: file.bytes.len(),
                dimensions: attachments::dimensions(&file.bytes),
                is_embedded: false,
            };
            self.attachments.put(attachment.id, file.bytes);
            attachment
        });
        Ok(taken.collect())
    }

    /// Replaces the embeds of a message. A file shown by an embed isn't listed as an attachment.
    fn set_embeds(&self, message: &mut ChannelMessage, embeds: &Value) {
        let Some(embeds) = embeds.as_array() else {
            return;
        };
        for file in &mut message.attachments {
            file.is_embedded = false;
        }
        message.embeds.clone_from(embeds);
        for embed in &mut message.embeds {
            if embed.get("type").is_none_or(Value::is_null) {
                embed["type"] = json!("rich");
            }
            for place in ["image", "thumbnail"] {
                let shown = embed[place]["url"].as_str().unwrap_or_default();
                let Some(name) = shown.strip_prefix("attachment://") else {
                    continue;
                };
                let mut files = message.attachments.iter_mut();
                if let Some(file) = files.find(|file| file.filename == name) {
                    file.is_embedded = true;
                    let url = json::url(file, message.channel, &self.origin);
                    let (width, height) = file.dimensions.unwrap_or_default();
                    embed[place] = json!({
                        "url": url, "proxy_url": url, "width": width, "height": height,
                    });
                }
            }
        }
    }

    /// Edits a message; fields missing in the payload stay unchanged.
    pub(super) fn edit(
        &mut self,
        mut message: ChannelMessage,
        payload: &Value,
        files: Vec<UploadedFile>,
    ) -> Result<ChannelMessage, ApiError> {
        limits::edit(payload, &self.world.emoji_ids())?;
        let now = self.now();
        if let Some(content) = payload.get("content") {
            let content = content.as_str().unwrap_or_default();
            content.clone_into(&mut message.content);
            let named = mentions::named(&message.content).users;
            let known = named.iter().filter(|id| self.world.users.contains_key(id));
            message.mentions = known.copied().collect();
        }
        if let Some(rows) = payload.get("components") {
            message.components = normalize_components(rows);
        }
        if let Some(listed) = payload
            .get("attachments")
            .filter(|listed| !listed.is_null())
        {
            let entries = listed.as_array().map_or(&[][..], Vec::as_slice);
            let mut removed = Vec::new();
            message.attachments.retain_mut(|file| {
                let entry = entries.iter().find(|e| id::field(e, "id") == Some(file.id));
                if let Some(text) = entry.and_then(|e| e["description"].as_str()) {
                    file.description = Some(text.to_owned());
                }
                if entry.is_none() {
                    removed.push(file.id);
                }
                entry.is_some()
            });
            for file in removed {
                self.attachments.drop(file);
            }
        }
        let new = self.store_files(payload, files)?;
        message.attachments.extend(new);
        if let Some(embeds) = payload.get("embeds") {
            let none = json!([]);
            let embeds = if embeds.is_null() { &none } else { embeds };
            self.set_embeds(&mut message, embeds);
        }
        let is_empty = message.content.trim().is_empty()
            && message.embeds.is_empty()
            && message.components.is_empty()
            && message.attachments.is_empty();
        if is_empty {
            return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
        }
        message.edited_at = Some(now);
        self.world.put_message(message.clone());
        self.announce(&message, "MESSAGE_UPDATE");
        Ok(message)
    }

    /// Edits a message of the bot, after checking that it may.
    pub(super) fn edit_as_bot(
        &mut self,
        channel: Id,
        id: Id,
        payload: &Value,
        files: Vec<UploadedFile>,
    ) -> Result<ChannelMessage, ApiError> {
        let place = self.bot_channel(channel)?.clone();
        let message = self.public_message(channel, id)?.clone();
        if message.author != self.world.application {
            let reason = "Cannot edit a message authored by another user";
            return Err(ApiError::new(403, 50005, reason));
        }
        if place
            .thread
            .as_ref()
            .is_some_and(|thread| thread.is_archived)
        {
            return Err(ApiError::new(400, 50083, "Thread is archived"));
        }
        let mut message = message;
        let now = self.now();
        if now - message.sent_at > OLD_MESSAGE_AGE_MS {
            message
                .late_edits
                .retain(|at| now - at < OLD_MESSAGE_AGE_MS);
            if message.late_edits.len() >= MAX_OLD_MESSAGE_EDITS {
                let reason = "Maximum number of edits to messages older than 1 hour reached";
                return Err(ApiError::new(429, 30046, reason));
            }
            message.late_edits.push(now);
        }
        self.edit(message, payload, files)
    }

    /// A message that isn't ephemeral.
    pub(super) fn public_message(&self, channel: Id, id: Id) -> Result<&ChannelMessage, ApiError> {
        let message = self.world.message(channel, id);
        let message = message.filter(|message| message.ephemeral_for.is_none());
        message.ok_or_else(|| ApiError::unknown(Unknown::Message))
    }

    /// Deletes a message and announces it.
    pub(super) fn delete(&mut self, channel: Id, id: Id) {
        let Some(message) = self.world.drop_message(channel, id) else {
            return;
        };
        for file in &message.attachments {
            self.attachments.drop(file.id);
        }
        self.notify_pages(PageEvent::MessageDeleted(
            channel,
            id,
            message.ephemeral_for,
        ));
        if message.ephemeral_for.is_none() {
            let guild = self.world.channels.get(&channel).and_then(|c| c.guild);
            let mut data = json!({ "id": IdString(id), "channel_id": IdString(channel) });
            if let Some(guild) = guild {
                data["guild_id"] = json!(IdString(guild));
            }
            self.sessions
                .dispatch("MESSAGE_DELETE", guild, message_intents(guild), |_| {
                    data.clone()
                });
        }
    }

    /// Announces a new or edited message to pages and to the sessions that may see it.
    pub(super) fn announce(&mut self, message: &ChannelMessage, event: &str) {
        self.notify_pages(PageEvent::Message(message.channel, message.id));
        let bot = self.world.application;
        let Some(channel) = self.world.channels.get(&message.channel) else {
            return;
        };
        if message.ephemeral_for.is_some() || !self.world.can_view(channel, bot) {
            return;
        }
        let guild = channel.guild;
        let mut json = self.world.message_json(message, &self.origin);
        if let Some(guild) = guild {
            json["guild_id"] = json!(IdString(guild));
            if let Some(mut member) = self
                .world
                .member_json_with_permissions(channel, message.author)
            {
                for absent in ["user", "permissions"] {
                    member.as_object_mut().map(|member| member.remove(absent));
                }
                json["member"] = member;
            }
        }
        // Without the message content intent, a bot sees only content of DMs, its own messages, and
        // messages that mention it.
        let is_open = guild.is_none() || message.author == bot || message.mentions.contains(&bot);
        self.sessions
            .dispatch(event, guild, message_intents(guild), |session_intents| {
                let mut json = json.clone();
                if !is_open && session_intents & intents::MESSAGE_CONTENT == 0 {
                    json["content"] = json!("");
                    for name in ["embeds", "attachments", "components"] {
                        json[name] = json!([]);
                    }
                }
                json
            });
    }
}

/// The intent a session needs for the messages of a guild, or for DMs.
const fn message_intents(guild: Option<Id>) -> u64 {
    if guild.is_some() {
        intents::GUILD_MESSAGES
    } else {
        intents::DIRECT_MESSAGES
    }
}

/// Removes null fields, which Discord doesn't send for components.
fn strip_nulls(part: &mut Value) {
    match part {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(strip_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(strip_nulls),
        _ => {}
    }
}

/// Action rows as Discord stores them: with component ids and default values.
fn normalize_components(rows: &Value) -> Vec<Value> {
    let mut rows = rows.as_array().cloned().unwrap_or_default();
    let mut next = 1;
    let mut number = |part: &mut Value| {
        strip_nulls(part);
        part["id"] = json!(next);
        next += 1;
    };
    for row in &mut rows {
        number(row);
        for part in row["components"].as_array_mut().into_iter().flatten() {
            number(part);
            if [3, 5, 6, 7, 8].iter().any(|kind| part["type"] == *kind) {
                for name in ["min_values", "max_values"] {
                    let usual = part[name].as_u64().unwrap_or(1);
                    part[name] = json!(usual);
                }
            }
        }
    }
    rows
}

/// A file name without characters that could form a path.
fn sanitize_filename(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name = name.chars().map(|c| if is_plain(c) { c } else { '_' });
    name.collect()
}
