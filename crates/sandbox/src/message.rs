//! Messages: sent, changed, taken away; who is pinged, and who hears of it.

use serde_json::{Value, json};

use super::attachments;
use super::id::{self, Id, Text};
use super::limits;
use super::mentions::{self, Pinged};
use super::permissions::Permissions;
use super::api_error::{ApiError, Unknown};
use super::sessions::intents;
use super::state::{News, State};
use super::json;
use super::world::{
    Attachment, Cause, Channel, DIRECT, FORUM, Message, REPLY, THREAD, THREAD_BEGUN,
};

/// The largest file, in bytes.
pub(super) const LARGEST_FILE: usize = 10 << 20;
/// With the same nonce within so many milliseconds it is the same message.
const NONCE_LIFE: i64 = 5 * 60 * 1000;
/// A message this old can be changed only now and then, in milliseconds.
const OLD: i64 = 60 * 60 * 1000;
/// So many changes of an old message within an hour are too many.
const MOST_LATE_EDITS: usize = 20;
/// The flags that a sender may set.
const FREE_FLAGS: u64 = 1 << 2 | 1 << 12;

/// A file on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Upload {
    /// Which of the form's attachments it is.
    pub(super) index: Option<u64>,
    pub(super) filename: String,
    pub(super) bytes: Vec<u8>,
}

/// A message to be sent.
#[derive(Debug)]
pub(super) struct Letter<'a> {
    /// Its number, if it is known already.
    pub(super) id: Option<Id>,
    pub(super) channel: Id,
    pub(super) author: Id,
    /// Discord's number for the kind of message.
    pub(super) kind: u8,
    pub(super) form: &'a Value,
    pub(super) files: Vec<Upload>,
    pub(super) only_for: Option<Id>,
    pub(super) cause: Option<Cause>,
    pub(super) flags: u64,
}

impl State {
    /// The bot writes in a channel, if it may.
    pub(super) fn bot_sends(
        &mut self,
        channel: Id,
        form: &Value,
        files: Vec<Upload>,
    ) -> Result<Message, ApiError> {
        let bot = self.world.application;
        let place = self.bots_channel(channel)?.clone();
        self.check_may_write(&place, !files.is_empty())?;
        limits::message(form, !files.is_empty())?;
        if form["enforce_nonce"].as_bool() == Some(true)
            && let Some(same) = self.same_nonce(&form["nonce"])
        {
            return Ok(same);
        }
        self.unarchive(&place)?;
        self.send(Letter {
            id: None,
            channel,
            author: bot,
            kind: 0,
            form,
            files,
            only_for: None,
            cause: None,
            flags: form["flags"].as_u64().unwrap_or_default() & FREE_FLAGS,
        })
    }

    fn check_may_write(&self, channel: &Channel, has_files: bool) -> Result<(), ApiError> {
        let bot = self.world.application;
        if channel.kind == DIRECT {
            let other = channel.recipients.iter().find(|id| **id != bot);
            let other = other.and_then(|id| self.world.users.get(id));
            let other = other.ok_or_else(|| ApiError::unknown(Unknown::User))?;
            if other.dms_closed {
                let message = "Cannot send messages to this user";
                return Err(ApiError::new(403, 50007, message));
            }
            if !other.has_app && !self.world.share_server(bot, other.id) {
                let message = "Cannot send messages to this user due to having no mutual guilds";
                return Err(ApiError::new(403, 50278, message));
            }
            return Ok(());
        }
        if channel.kind == FORUM {
            let message = "Cannot send messages in a non-text channel";
            return Err(ApiError::new(400, 50008, message));
        }
        let given = self.world.permissions(channel, bot);
        let send = if channel.kind == THREAD {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        };
        if !given.has(send) || has_files && !given.has(Permissions::ATTACH_FILES) {
            return Err(ApiError::no_permission());
        }
        Ok(())
    }

    /// A thread that was put away comes back when someone writes in it, unless it is locked.
    fn unarchive(&mut self, channel: &Channel) -> Result<(), ApiError> {
        let Some(thread) = channel.thread.as_ref().filter(|thread| thread.is_archived) else {
            return Ok(());
        };
        let given = self.world.permissions(channel, self.world.application);
        if thread.is_locked && !given.has(Permissions::MANAGE_THREADS) {
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

    /// The message that the bot has sent with the same nonce a short while ago, in whichever channel.
    fn same_nonce(&self, nonce: &Value) -> Option<Message> {
        let since = self.now() - NONCE_LIFE;
        let bot = self.world.application;
        let channels = self.world.messages.values();
        let mut recent = channels.flat_map(|messages| {
            let latest = messages.values().rev();
            latest.take_while(|message| message.sent_at >= since)
        });
        let same = recent.find(|message| {
            message.author == bot && !nonce.is_null() && message.nonce.as_ref() == Some(nonce)
        });
        same.cloned()
    }

    /// Sends a message, without asking whether its author may.
    pub(super) fn send(&mut self, letter: Letter<'_>) -> Result<Message, ApiError> {
        let now = self.now();
        let content = letter.form["content"].as_str().unwrap_or_default();
        let channel = self.world.channels.get(&letter.channel);
        let channel = channel.ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
        let may_ping_everyone = self
            .world
            .permissions(channel, letter.author)
            .has(Permissions::MENTION_EVERYONE);
        let allowed = letter.form.get("allowed_mentions");
        let mut pinged = mentions::pinged(content, allowed, may_ping_everyone)?;
        let reference = &letter.form["message_reference"];
        // A line that says that a thread was begun refers to the thread.
        let thread = id::of(reference, "channel_id").filter(|_| letter.kind == THREAD_BEGUN);
        let reference = id::of(reference, "message_id");
        let mut names = mentions::named(content).users;
        if let Some(reference) = reference {
            let original = self.world.message(letter.channel, reference);
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
        // Nobody is pinged in a channel that he does not see.
        pinged.users.retain(|user| self.world.sees(channel, *user));
        let known = names.iter().filter(|id| self.world.users.contains_key(id));
        let mentions: Vec<Id> = known.copied().collect();
        if letter.only_for.is_some() {
            pinged = Pinged::default();
        }
        let attachments = self.take_files(letter.form, letter.files)?;
        let id = letter.id.unwrap_or_else(|| self.world.new_id(now));
        let nonce = letter.form.get("nonce").filter(|nonce| !nonce.is_null());
        let mut message = Message {
            id,
            channel: letter.channel,
            author: letter.author,
            kind: if reference.is_some() && letter.kind == 0 {
                REPLY
            } else {
                letter.kind
            },
            content: content.to_owned(),
            flags: letter.flags,
            embeds: Vec::new(),
            components: components(&letter.form["components"]),
            attachments,
            pinged,
            mentions,
            sent_at: now,
            edited_at: None,
            late_edits: Vec::new(),
            nonce: nonce.cloned(),
            is_pinned: false,
            only_for: letter.only_for,
            cause: letter.cause,
            reference: reference.or(thread),
        };
        self.frame(&mut message, &letter.form["embeds"]);
        self.world.put_message(message.clone());
        self.announce(&message, "MESSAGE_CREATE");
        Ok(message)
    }

    /// Keeps the files that came with a form.
    fn take_files(&mut self, form: &Value, files: Vec<Upload>) -> Result<Vec<Attachment>, ApiError> {
        let total: usize = files.iter().map(|file| file.bytes.len()).sum();
        if total > LARGEST_FILE {
            return Err(ApiError::new(413, 40005, "Request entity too large"));
        }
        let now = self.now();
        let said = form["attachments"].as_array().cloned().unwrap_or_default();
        let taken = files.into_iter().map(|file| {
            let entry = said
                .iter()
                .find(|entry| id::of(entry, "id").is_some() && id::of(entry, "id") == file.index);
            let text = |name: &str| entry.and_then(|e| e[name].as_str()).map(str::to_owned);
            let filename = text("filename").unwrap_or(file.filename);
            let attachment = Attachment {
                id: self.world.new_id(now),
                description: text("description"),
                content_type: attachments::content_type(&filename).to_owned(),
                filename: plain_name(&filename),
                size: file.bytes.len(),
                dimensions: attachments::dimensions(&file.bytes),
                is_embedded: false,
            };
            self.files.put(attachment.id, file.bytes);
            attachment
        });
        Ok(taken.collect())
    }

    /// Gives a message its framed parts; files that they show are not shown by themselves.
    fn frame(&self, message: &mut Message, embeds: &Value) {
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

    /// Changes a message as a form says; what the form does not name stays.
    pub(super) fn edit(
        &mut self,
        mut message: Message,
        form: &Value,
        files: Vec<Upload>,
    ) -> Result<Message, ApiError> {
        limits::edit(form)?;
        let now = self.now();
        if let Some(content) = form.get("content") {
            let content = content.as_str().unwrap_or_default();
            content.clone_into(&mut message.content);
            let named = mentions::named(&message.content).users;
            let known = named.iter().filter(|id| self.world.users.contains_key(id));
            message.mentions = known.copied().collect();
        }
        if let Some(rows) = form.get("components") {
            message.components = components(rows);
        }
        if let Some(kept) = form.get("attachments").filter(|kept| !kept.is_null()) {
            let entries = kept.as_array().map_or(&[][..], Vec::as_slice);
            let mut gone = Vec::new();
            message.attachments.retain_mut(|file| {
                let entry = entries.iter().find(|e| id::of(e, "id") == Some(file.id));
                if let Some(text) = entry.and_then(|e| e["description"].as_str()) {
                    file.description = Some(text.to_owned());
                }
                if entry.is_none() {
                    gone.push(file.id);
                }
                entry.is_some()
            });
            for file in gone {
                self.files.drop(file);
            }
        }
        let new = self.take_files(form, files)?;
        message.attachments.extend(new);
        if let Some(embeds) = form.get("embeds") {
            let none = json!([]);
            let embeds = if embeds.is_null() { &none } else { embeds };
            self.frame(&mut message, embeds);
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

    /// The bot changes a message of its own in a channel.
    pub(super) fn bot_edits(
        &mut self,
        channel: Id,
        id: Id,
        form: &Value,
        files: Vec<Upload>,
    ) -> Result<Message, ApiError> {
        let place = self.bots_channel(channel)?.clone();
        let message = self.public_message(channel, id)?.clone();
        if message.author != self.world.application {
            let words = "Cannot edit a message authored by another user";
            return Err(ApiError::new(403, 50005, words));
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
        if now - message.sent_at > OLD {
            message.late_edits.retain(|at| now - at < OLD);
            if message.late_edits.len() >= MOST_LATE_EDITS {
                let words = "Maximum number of edits to messages older than 1 hour reached";
                return Err(ApiError::new(429, 30046, words));
            }
            message.late_edits.push(now);
        }
        self.edit(message, form, files)
    }

    /// A message that everyone in the channel sees.
    pub(super) fn public_message(&self, channel: Id, id: Id) -> Result<&Message, ApiError> {
        let message = self.world.message(channel, id);
        let message = message.filter(|message| message.only_for.is_none());
        message.ok_or_else(|| ApiError::unknown(Unknown::Message))
    }

    /// Takes a message away.
    pub(super) fn delete(&mut self, channel: Id, id: Id) {
        let Some(message) = self.world.drop_message(channel, id) else {
            return;
        };
        for file in &message.attachments {
            self.files.drop(file.id);
        }
        self.tell(News::MessageGone(channel, id, message.only_for));
        if message.only_for.is_none() {
            let server = self.world.channels.get(&channel).and_then(|c| c.server);
            let mut gone = json!({ "id": Text(id), "channel_id": Text(channel) });
            if let Some(server) = server {
                gone["guild_id"] = json!(Text(server));
            }
            self.sessions
                .dispatch("MESSAGE_DELETE", server, wanted(server), |_| gone.clone());
        }
    }

    /// Everyone who should hears of a message.
    pub(super) fn announce(&mut self, message: &Message, event: &str) {
        self.tell(News::Message(message.channel, message.id));
        let bot = self.world.application;
        let Some(channel) = self.world.channels.get(&message.channel) else {
            return;
        };
        if message.only_for.is_some() || !self.world.sees(channel, bot) {
            return;
        }
        let server = channel.server;
        let mut json = self.world.message_json(message, &self.origin);
        if let Some(server) = server {
            json["guild_id"] = json!(Text(server));
            if let Some(mut member) = self.world.acting_member(channel, message.author) {
                for absent in ["user", "permissions"] {
                    member.as_object_mut().map(|member| member.remove(absent));
                }
                json["member"] = member;
            }
        }
        // What others write is told only to those who asked for it, unless it is said to the bot.
        let is_open = server.is_none() || message.author == bot || message.mentions.contains(&bot);
        self.sessions
            .dispatch(event, server, wanted(server), |asked| {
                let mut json = json.clone();
                if !is_open && asked & intents::MESSAGE_CONTENT == 0 {
                    json["content"] = json!("");
                    for name in ["embeds", "attachments", "components"] {
                        json[name] = json!([]);
                    }
                }
                json
            });
    }
}

/// What one must have asked for to hear of messages there.
const fn wanted(server: Option<Id>) -> u64 {
    if server.is_some() {
        intents::GUILD_MESSAGES
    } else {
        intents::DIRECT_MESSAGES
    }
}

/// Nothing is sent for what is not there.
fn forget_nulls(part: &mut Value) {
    match part {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(forget_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(forget_nulls),
        _ => {}
    }
}

/// Rows as they are kept: every part gets a number.
fn components(rows: &Value) -> Vec<Value> {
    let mut rows = rows.as_array().cloned().unwrap_or_default();
    let mut next = 1;
    let mut number = |part: &mut Value| {
        forget_nulls(part);
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

/// A file's name as Discord keeps it: nothing that could be a path.
fn plain_name(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name = name.chars().map(|c| if is_plain(c) { c } else { '_' });
    name.collect()
}
