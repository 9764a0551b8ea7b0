//! The world: everything in [`model`](super::model), with queries and updates.
//!
//! Every update goes through a `put_…` or `drop_…` method, which also appends it to the
//! [journal](super::persistence).

use std::collections::{BTreeMap, BTreeSet};

use super::id::{self, Id};
use super::model::{
    ApplicationCommand, ApplicationEmoji, Channel, ChannelMessage, DM, FORUM, Guild, GuildRole,
    THREAD, User,
};
use super::permissions::{self, MemberPermissions, Permissions};
use super::persistence::{Journal, Persisted, ReadMarker};

/// All users, guilds, channels, messages and commands.
#[derive(Debug)]
pub(super) struct World {
    /// The id of the application, which is also the bot's user id.
    pub(super) application: Id,
    /// People and the bot.
    pub(super) users: BTreeMap<Id, User>,
    /// Guilds.
    pub(super) guilds: BTreeMap<Id, Guild>,
    /// Channels, threads and DMs.
    pub(super) channels: BTreeMap<Id, Channel>,
    /// Messages by channel id.
    pub(super) messages: BTreeMap<Id, BTreeMap<Id, ChannelMessage>>,
    /// Application commands.
    pub(super) commands: BTreeMap<Id, ApplicationCommand>,
    /// Application emoji.
    pub(super) emojis: BTreeMap<Id, ApplicationEmoji>,
    /// The last message read, by user and channel.
    pub(super) read: BTreeMap<(Id, Id), Id>,
    pub(super) journal: Journal,
    /// The largest id handed out so far.
    pub(super) last_id: Id,
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
            /// Inserts or replaces one.
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
    ApplicationCommand "command" commands put_command,
    ApplicationEmoji "emoji" emojis put_emoji,
}

impl World {
    /// A world that contains nothing.
    pub(super) fn empty(application: Id, journal: Journal) -> Self {
        Self {
            application,
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            commands: BTreeMap::new(),
            emojis: BTreeMap::new(),
            read: BTreeMap::new(),
            journal,
            last_id: application,
        }
    }

    /// The creation time of the newest object, in milliseconds.
    pub(super) const fn latest_timestamp(&self) -> i64 {
        id::timestamp(self.last_id)
    }

    /// Allocates an id, larger than all before it.
    pub(super) fn new_id(&mut self, now: i64) -> Id {
        self.last_id = id::from_timestamp(now).max(self.last_id + 1);
        self.last_id
    }

    /// Inserts or replaces a message.
    pub(super) fn put_message(&mut self, message: ChannelMessage) {
        self.journal.put(&message);
        self.last_id = self.last_id.max(message.id);
        let channel = self.messages.entry(message.channel).or_default();
        channel.insert(message.id, message);
    }

    /// Deletes a message.
    pub(super) fn drop_message(&mut self, channel: Id, message: Id) -> Option<ChannelMessage> {
        self.journal.drop(ChannelMessage::KIND, message);
        self.messages.get_mut(&channel)?.remove(&message)
    }

    /// Deletes a channel with its threads and their messages, and returns the deleted channels.
    pub(super) fn drop_channel(&mut self, channel: Id) -> Vec<Channel> {
        let is_deleted = |other: &Channel| other.id == channel || other.parent == Some(channel);
        let deleted: Vec<Id> = self
            .channels
            .values()
            .filter(|c| is_deleted(c))
            .map(|c| c.id)
            .collect();
        deleted
            .into_iter()
            .filter_map(|id| {
                self.journal.drop(Channel::KIND, id);
                self.messages.remove(&id);
                self.channels.remove(&id)
            })
            .collect()
    }

    /// Deletes a command.
    pub(super) fn drop_command(&mut self, command: Id) {
        self.journal.drop(ApplicationCommand::KIND, command);
        self.commands.remove(&command);
    }

    /// Deletes an emoji.
    pub(super) fn drop_emoji(&mut self, emoji: Id) {
        self.journal.drop(ApplicationEmoji::KIND, emoji);
        self.emojis.remove(&emoji);
    }

    /// The ids of the emoji that messages can use.
    pub(super) fn emoji_ids(&self) -> BTreeSet<Id> {
        self.emojis.keys().copied().collect()
    }

    /// Records that a user has read a channel up to a message.
    pub(super) fn put_read(&mut self, user: Id, channel: Id, message: Id) {
        self.journal.put(&ReadMarker {
            user,
            channel,
            message,
        });
        self.read.insert((user, channel), message);
    }

    /// The bot's user.
    pub(super) fn bot(&self) -> &User {
        &self.users[&self.application]
    }

    /// A message of a channel.
    pub(super) fn message(&self, channel: Id, message: Id) -> Option<&ChannelMessage> {
        self.messages.get(&channel)?.get(&message)
    }

    /// A message by id alone, in whichever channel it is.
    pub(super) fn find_message(&self, message: Id) -> Option<&ChannelMessage> {
        self.messages
            .values()
            .find_map(|channel| channel.get(&message))
    }

    /// The messages of a channel that a user sees, oldest first.
    pub(super) fn messages_visible_to(
        &self,
        channel: Id,
        user: Id,
    ) -> impl DoubleEndedIterator<Item = &ChannelMessage> + use<'_> {
        let messages = self.messages.get(&channel).into_iter();
        let messages = messages.flat_map(BTreeMap::values);
        messages.filter(move |message| message.ephemeral_for.is_none_or(|only| only == user))
    }

    /// The id of the newest message of a channel that isn't ephemeral.
    pub(super) fn last_public_message(&self, channel: Id) -> Option<Id> {
        let messages = self.messages.get(&channel)?.values().rev();
        let mut public = messages.filter(|message| message.ephemeral_for.is_none());
        public.next().map(|message| message.id)
    }

    /// A user's permissions in a guild, ignoring channel overwrites.
    pub(super) fn guild_permissions(guild: &Guild, user: Id) -> Permissions {
        permission_member(guild, user).map_or(Permissions::NONE, |member| {
            permissions::permissions(&member, &[])
        })
    }

    /// A user's permissions in a channel. Both users of a DM may do everything people can do there.
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

    /// The permissions in a channel of a member with no role but `@everyone`.
    pub(super) fn everyone_permissions(&self, channel: &Channel) -> Permissions {
        let guild = channel.guild.and_then(|id| self.guilds.get(&id));
        let everyone = guild.and_then(|guild| guild.roles.first());
        let parent = channel.parent.and_then(|parent| self.channels.get(&parent));
        let overwrites = &parent.unwrap_or(channel).overwrites;
        everyone.map_or(Permissions::NONE, |role| {
            let anyone = MemberPermissions {
                id: 0,
                roles: vec![(role.id, role.permissions)],
                is_owner: false,
            };
            permissions::permissions(&anyone, overwrites)
        })
    }

    /// Whether a user can view a channel.
    pub(super) fn can_view(&self, channel: &Channel, user: Id) -> bool {
        self.permissions(channel, user)
            .has(Permissions::VIEW_CHANNEL)
    }

    /// Whether a user can send messages in a channel.
    pub(super) fn can_send(&self, channel: &Channel, user: Id) -> bool {
        let needed = match channel.kind {
            THREAD => Permissions::SEND_MESSAGES_IN_THREADS,
            // A forum only accepts new threads.
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

    /// The DM channel of two users.
    pub(super) fn dm_between(&self, one: Id, other: Id) -> Option<&Channel> {
        self.channels.values().find(|channel| {
            channel.kind == DM
                && channel.recipients.contains(&one)
                && channel.recipients.contains(&other)
        })
    }

    /// Whether two users are members of the same guild.
    pub(super) fn share_guild(&self, one: Id, other: Id) -> bool {
        let mut guilds = self.guilds.values();
        guilds.any(|guild| guild.members.contains_key(&one) && guild.members.contains_key(&other))
    }

    /// The commands available in a guild, or outside of guilds. A guild command hides the global
    /// command with the same name and type.
    pub(super) fn commands_in(&self, guild: Option<Id>) -> Vec<&ApplicationCommand> {
        let guild_commands = self
            .commands
            .values()
            .filter(|command| command.guild.is_some() && command.guild == guild);
        let guild_commands: Vec<&ApplicationCommand> = guild_commands.collect();
        let is_not_hidden = |command: &&ApplicationCommand| {
            let same = |other: &&ApplicationCommand| {
                (other.kind(), other.name()) == (command.kind(), command.name())
            };
            command.guild.is_none() && !guild_commands.iter().any(same)
        };
        let global_commands = self.commands.values().filter(is_not_hidden);
        guild_commands
            .iter()
            .copied()
            .chain(global_commands)
            .collect()
    }
}

/// A member of a guild in the form that the permission computation takes.
fn permission_member(guild: &Guild, user: Id) -> Option<MemberPermissions> {
    let membership = guild.members.get(&user)?;
    let is_own = |role: &&GuildRole| role.id == guild.id || membership.roles.contains(&role.id);
    let roles = guild.roles.iter().filter(is_own);
    Some(MemberPermissions {
        id: user,
        roles: roles.map(|role| (role.id, role.permissions)).collect(),
        is_owner: guild.owner == user,
    })
}
