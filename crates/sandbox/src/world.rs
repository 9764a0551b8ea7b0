//! What there is: people, servers, channels and threads, messages, commands.
//!
//! Plain data with the questions one asks of it. Whatever changes goes through a `put_…` or
//! `drop_…`, so that it is [written down](super::persistence) at once.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::{self, Id};
use super::mentions::Pinged;
use super::permissions::{self, Member, Overwrite, Permissions};
use super::persistence::Journal;

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

/// Everything there is.
#[derive(Debug)]
pub(super) struct World {
    /// The application's number, which is also the bot's.
    pub(super) application: Id,
    /// People, and the bot.
    pub(super) users: BTreeMap<Id, User>,
    /// Servers.
    pub(super) guilds: BTreeMap<Id, Guild>,
    /// Channels, threads and conversations.
    pub(super) channels: BTreeMap<Id, Channel>,
    /// Messages, by channel.
    pub(super) messages: BTreeMap<Id, BTreeMap<Id, Message>>,
    /// Commands.
    pub(super) commands: BTreeMap<Id, Command>,
    /// How far each person has read in each channel.
    pub(super) read: BTreeMap<(Id, Id), Id>,
    pub(super) journal: Journal,
    last_id: Id,
}

/// A thing that is written down: its kind and its number.
pub(super) trait Persisted: Serialize {
    const KIND: &'static str;
    fn key(&self) -> Id;
}

macro_rules! persisted {
    ($($type:ident $kind:literal $map:ident $put:ident,)+) => {$(
        impl Persisted for $type {
            const KIND: &'static str = $kind;
            fn key(&self) -> Id {
                self.id
            }
        }

        impl World {
            /// Puts it there, or changes it.
            pub(super) fn $put(&mut self, thing: $type) {
                self.journal.put(&thing);
                self.last_id = self.last_id.max(thing.id);
                self.$map.insert(thing.id, thing);
            }
        }
    )+};
}

persisted! {
    User "user" users put_user,
    Guild "server" guilds put_guild,
    Channel "channel" channels put_channel,
    Command "command" commands put_command,
}

impl Persisted for Message {
    const KIND: &'static str = "message";
    fn key(&self) -> Id {
        self.id
    }
}

/// How far someone has read.
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
    /// A world without anything but the number of an application.
    pub(super) fn empty(application: Id, journal: Journal) -> Self {
        Self {
            application,
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            commands: BTreeMap::new(),
            read: BTreeMap::new(),
            journal,
            last_id: application,
        }
    }

    /// When something was last made.
    pub(super) const fn latest_timestamp(&self) -> i64 {
        id::timestamp(self.last_id)
    }

    /// A new number.
    pub(super) fn new_id(&mut self, now: i64) -> Id {
        self.last_id = id::from_timestamp(now).max(self.last_id + 1);
        self.last_id
    }

    /// Writes a message or changes it.
    pub(super) fn put_message(&mut self, message: Message) {
        self.journal.put(&message);
        self.last_id = self.last_id.max(message.id);
        let channel = self.messages.entry(message.channel).or_default();
        channel.insert(message.id, message);
    }

    /// Takes a message away.
    pub(super) fn drop_message(&mut self, channel: Id, message: Id) -> Option<Message> {
        self.journal.drop(Message::KIND, message);
        self.messages.get_mut(&channel)?.remove(&message)
    }

    /// Takes a channel away, with its threads and everything in them.
    pub(super) fn drop_channel(&mut self, channel: Id) -> Vec<Channel> {
        let is_gone = |other: &Channel| other.id == channel || other.parent == Some(channel);
        let gone: Vec<Id> = self
            .channels
            .values()
            .filter(|c| is_gone(c))
            .map(|c| c.id)
            .collect();
        gone.into_iter()
            .filter_map(|id| {
                self.journal.drop(Channel::KIND, id);
                self.messages.remove(&id);
                self.channels.remove(&id)
            })
            .collect()
    }

    /// Takes a command away.
    pub(super) fn drop_command(&mut self, command: Id) {
        self.journal.drop(Command::KIND, command);
        self.commands.remove(&command);
    }

    /// Someone has read a channel up to a message.
    pub(super) fn put_read(&mut self, user: Id, channel: Id, message: Id) {
        self.journal.put(&ReadMarker {
            user,
            channel,
            message,
        });
        self.read.insert((user, channel), message);
    }

    /// Puts back what was written down.
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
                    // Written before a server could have the application without its bot, and before
                    // external applications needed a permission.
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
            Command::KIND => {
                let command: Command = from(value)?;
                self.last_id = self.last_id.max(command.version);
                self.commands.insert(command.id, command);
            }
            Message::KIND => {
                let message: Message = from(value)?;
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

    /// Takes away what was written down as gone.
    pub(super) fn apply_drop(&mut self, kind: &str, id: Id) {
        self.last_id = self.last_id.max(id);
        match kind {
            Channel::KIND => {
                self.channels.remove(&id);
                self.messages.remove(&id);
            }
            Command::KIND => {
                self.commands.remove(&id);
            }
            Message::KIND => {
                for channel in self.messages.values_mut() {
                    channel.remove(&id);
                }
            }
            _ => {}
        }
    }

    /// Writes everything down anew, once.
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

    /// The bot.
    pub(super) fn bot(&self) -> &User {
        &self.users[&self.application]
    }

    /// A message.
    pub(super) fn message(&self, channel: Id, message: Id) -> Option<&Message> {
        self.messages.get(&channel)?.get(&message)
    }

    /// A message, wherever it is.
    pub(super) fn find_message(&self, message: Id) -> Option<&Message> {
        self.messages
            .values()
            .find_map(|channel| channel.get(&message))
    }

    /// The messages of a channel that someone sees, the oldest first.
    pub(super) fn messages_visible_to(
        &self,
        channel: Id,
        user: Id,
    ) -> impl DoubleEndedIterator<Item = &Message> + use<'_> {
        let messages = self.messages.get(&channel).into_iter();
        let messages = messages.flat_map(BTreeMap::values);
        messages.filter(move |message| message.ephemeral_for.is_none_or(|only| only == user))
    }

    /// The last message of a channel that everyone sees.
    pub(super) fn last_public_message(&self, channel: Id) -> Option<Id> {
        let messages = self.messages.get(&channel)?.values().rev();
        let mut public = messages.filter(|message| message.ephemeral_for.is_none());
        public.next().map(|message| message.id)
    }

    /// What someone may do on a server as a whole.
    pub(super) fn guild_permissions(guild: &Guild, user: Id) -> Permissions {
        permission_member(guild, user).map_or(Permissions::NONE, |member| {
            permissions::permissions(&member, &[])
        })
    }

    /// What someone may do in a channel. Two who talk may talk.
    pub(super) fn permissions(&self, channel: &Channel, user: Id) -> Permissions {
        let Some(guild) = channel.guild else {
            return if channel.recipients.contains(&user) {
                Permissions::TALK
            } else {
                Permissions::NONE
            };
        };
        let parent = channel.parent.and_then(|parent| self.channels.get(&parent));
        let overwrites = &parent.unwrap_or(channel).overwrites;
        let member = self
            .guilds
            .get(&guild)
            .and_then(|guild| permission_member(guild, user));
        member.map_or(Permissions::NONE, |member| {
            permissions::permissions(&member, overwrites)
        })
    }

    /// What everyone may do in a channel of a server, whoever has no other role.
    pub(super) fn everyone_permissions(&self, channel: &Channel) -> Permissions {
        let guild = channel.guild.and_then(|id| self.guilds.get(&id));
        let everyone = guild.and_then(|guild| guild.roles.first());
        let parent = channel.parent.and_then(|parent| self.channels.get(&parent));
        let overwrites = &parent.unwrap_or(channel).overwrites;
        everyone.map_or(Permissions::NONE, |role| {
            let anyone = Member {
                id: 0,
                roles: vec![(role.id, role.permissions)],
                is_owner: false,
            };
            permissions::permissions(&anyone, overwrites)
        })
    }

    /// Does someone see a channel?
    pub(super) fn can_view(&self, channel: &Channel, user: Id) -> bool {
        self.permissions(channel, user)
            .has(Permissions::VIEW_CHANNEL)
    }

    /// May someone write in a channel?
    pub(super) fn can_send(&self, channel: &Channel, user: Id) -> bool {
        let needed = match channel.kind {
            THREAD => Permissions::SEND_MESSAGES_IN_THREADS,
            // In a forum one can only begin threads.
            FORUM => return false,
            _ => Permissions::SEND_MESSAGES,
        };
        let granted = self.permissions(channel, user);
        let is_closed = channel
            .thread
            .as_ref()
            .is_some_and(|thread| thread.is_locked);
        granted.has(needed) && (!is_closed || granted.has(Permissions::MANAGE_THREADS))
    }

    /// The conversation of two people.
    pub(super) fn dm_between(&self, one: Id, other: Id) -> Option<&Channel> {
        self.channels.values().find(|channel| {
            channel.kind == DM
                && channel.recipients.contains(&one)
                && channel.recipients.contains(&other)
        })
    }

    /// Do two share a server?
    pub(super) fn share_guild(&self, one: Id, other: Id) -> bool {
        let mut guilds = self.guilds.values();
        guilds.any(|guild| guild.members.contains_key(&one) && guild.members.contains_key(&other))
    }

    /// The commands that can be used on a server, or outside of any; a server's own come before
    /// those of the same name for everywhere.
    pub(super) fn commands_in(&self, guild: Option<Id>) -> Vec<&Command> {
        let own = self
            .commands
            .values()
            .filter(|command| command.guild.is_some() && command.guild == guild);
        let own: Vec<&Command> = own.collect();
        let is_new = |command: &&Command| {
            let same =
                |own: &&Command| (own.kind(), own.name()) == (command.kind(), command.name());
            command.guild.is_none() && !own.iter().any(same)
        };
        let everywhere = self.commands.values().filter(is_new);
        own.iter().copied().chain(everywhere).collect()
    }
}

/// Someone on a server, as far as permissions go.
fn permission_member(guild: &Guild, user: Id) -> Option<Member> {
    let membership = guild.members.get(&user)?;
    let is_own = |role: &&Role| role.id == guild.id || membership.roles.contains(&role.id);
    let roles = guild.roles.iter().filter(is_own);
    Some(Member {
        id: user,
        roles: roles.map(|role| (role.id, role.permissions)).collect(),
        is_owner: guild.owner == user,
    })
}
