//! The initial world: two guilds and a few people with different languages.

use std::collections::{BTreeMap, BTreeSet};

use super::id::Id;
use super::model::{Channel, DM, FORUM, Guild, GuildMember, GuildRole, TEXT, Tag, Thread, User};
use super::permissions::{ChannelOverwrite, Permissions};
use super::world::World;

/// The application id, which is also the bot's user id.
pub const APPLICATION: Id = 900_000_000_000_000_001;

const fn seed_id(index: u64) -> Id {
    800_000_000_000_000_000 + index
}

/// The first player; uses an English client.
pub const FIRST_PLAYER: Id = seed_id(1);
/// The second player; uses an English client, too.
pub const SECOND_PLAYER: Id = seed_id(2);
/// A spectator; uses a Polish client.
pub const SPECTATOR: Id = seed_id(3);
/// Owner and moderator of [`CLUB`]; uses an English client.
pub const MODERATOR: Id = seed_id(4);

/// The guild that the bot is a member of.
pub const CLUB: Id = seed_id(100);
/// The general channel of [`CLUB`].
pub const GENERAL: Id = seed_id(101);
/// The channel of [`CLUB`] for games.
pub const GAMES: Id = seed_id(102);
/// A channel of [`CLUB`] in which the bot can read but not send messages.
pub const QUIET: Id = seed_id(103);
/// The forum of [`CLUB`].
pub const FORUM_CHANNEL: Id = seed_id(104);
/// The moderators' role in [`CLUB`].
pub const MODERATORS: Id = seed_id(110);
/// The bot's role in [`CLUB`].
pub(super) const BOTS: Id = seed_id(111);

/// A guild without the bot, where people use it through their user install.
pub const ELSEWHERE: Id = seed_id(200);
/// The only channel of [`ELSEWHERE`].
pub const LOUNGE: Id = seed_id(201);

/// Fills an empty world.
pub(super) fn seed_world(world: &mut World, now: i64) {
    let bot = User {
        username: "hexpost".to_owned(),
        global_name: None,
        is_bot: true,
        ..new_user(APPLICATION, "Hexpost", "en-US")
    };
    world.put_user(bot);
    for (id, name, locale) in [
        (FIRST_PLAYER, "Player 1", "en-US"),
        (SECOND_PLAYER, "Player 2", "en-US"),
        (SPECTATOR, "Player 3", "pl"),
        (MODERATOR, "Moderator", "en-GB"),
    ] {
        world.put_user(new_user(id, name, locale));
    }
    let people = [FIRST_PLAYER, SECOND_PLAYER, SPECTATOR, MODERATOR];
    let mut club = new_guild(CLUB, "Club", MODERATOR, &people, now);
    club.roles.push(GuildRole {
        id: MODERATORS,
        name: "Moderators".to_owned(),
        color: 0x00b0_6020,
        permissions: Permissions::MANAGE_GUILD
            .with(Permissions::MANAGE_MESSAGES)
            .with(Permissions::MANAGE_THREADS),
    });
    club.roles.push(GuildRole {
        id: BOTS,
        name: "Hexpost".to_owned(),
        color: 0,
        permissions: Permissions::TALK,
    });
    club.system_channel = Some(GENERAL);
    club.has_app = true;
    join(&mut club, APPLICATION, &[BOTS], now);
    join(&mut club, MODERATOR, &[MODERATORS], now);
    world.put_guild(club);
    let silent = ChannelOverwrite {
        id: BOTS,
        is_person: false,
        allow: Permissions::NONE,
        deny: Permissions::SEND_MESSAGES
            .with(Permissions::SEND_MESSAGES_IN_THREADS)
            .with(Permissions::CREATE_PUBLIC_THREADS),
    };
    let everyone_silent = ChannelOverwrite { id: CLUB, ..silent };
    let channels = [
        (GENERAL, TEXT, "general", "Anything"),
        (GAMES, TEXT, "games", "Challenges and games"),
        (
            QUIET,
            TEXT,
            "announcements",
            "The bot may read here, but not write",
        ),
        (FORUM_CHANNEL, FORUM, "tables", "A post for every game"),
    ];
    for (position, (id, kind, name, topic)) in (0..).zip(channels) {
        let mut channel = new_channel(id, kind, Some(CLUB), name);
        channel.topic = Some(topic.to_owned());
        channel.position = position;
        if id == QUIET {
            channel.overwrites = vec![silent, everyone_silent];
        }
        if kind == FORUM {
            let names = ["ZÈRTZ", "TZAAR", "Finished"];
            let tags = (1..).zip(names).map(|(index, name)| Tag {
                id: FORUM_CHANNEL + 1000 + index,
                name: name.to_owned(),
                is_moderated: false,
            });
            channel.tags = tags.collect();
        }
        world.put_channel(channel);
    }
    let players = [FIRST_PLAYER, SECOND_PLAYER, SPECTATOR];
    let elsewhere = new_guild(ELSEWHERE, "Elsewhere", FIRST_PLAYER, &players, now);
    world.put_guild(elsewhere);
    let mut lounge = new_channel(LOUNGE, TEXT, Some(ELSEWHERE), "lounge");
    let topic = "The bot is not on this server, but people may have it with them";
    lounge.topic = Some(topic.to_owned());
    world.put_channel(lounge);
}

/// A person who has installed the application to their account.
pub(super) fn new_user(id: Id, name: &str, locale: &str) -> User {
    let plain = name
        .to_lowercase()
        .replace(|c: char| !c.is_alphanumeric(), "");
    User {
        id,
        username: if plain.is_empty() {
            format!("person{id}")
        } else {
            plain
        },
        global_name: Some(name.to_owned()),
        locale: locale.to_owned(),
        is_bot: false,
        dms_closed: false,
        has_app: true,
    }
}

fn new_guild(id: Id, name: &str, owner: Id, people: &[Id], now: i64) -> Guild {
    let mut guild = Guild {
        id,
        name: name.to_owned(),
        owner,
        locale: "en-US".to_owned(),
        system_channel: None,
        roles: vec![GuildRole {
            id,
            name: "@everyone".to_owned(),
            color: 0,
            permissions: Permissions::TALK,
        }],
        members: BTreeMap::new(),
        has_app: false,
    };
    for person in people {
        join(&mut guild, *person, &[], now);
    }
    guild
}

/// Adds a user to a guild; an existing member is replaced.
pub(super) fn join(guild: &mut Guild, user: Id, roles: &[Id], now: i64) {
    let membership = GuildMember {
        nick: None,
        roles: roles.iter().copied().collect(),
        joined_at: now,
    };
    guild.members.insert(user, membership);
}

/// A channel with default settings.
pub(super) fn new_channel(id: Id, kind: u8, guild: Option<Id>, name: &str) -> Channel {
    Channel {
        id,
        kind,
        guild,
        name: name.to_owned(),
        topic: None,
        parent: None,
        position: 0,
        overwrites: Vec::new(),
        recipients: Vec::new(),
        thread: None,
        tags: Vec::new(),
        needs_tag: false,
    }
}

/// A DM channel of two users.
pub(super) fn new_dm_channel(id: Id, one: Id, other: Id) -> Channel {
    Channel {
        recipients: vec![one, other],
        ..new_channel(id, DM, None, "")
    }
}

/// Thread data for a thread that `owner` has just started.
pub(super) fn new_thread(owner: Id, archive_minutes: u32, now: i64) -> Thread {
    Thread {
        owner,
        is_archived: false,
        is_locked: false,
        archive_at: now,
        archive_minutes,
        members: BTreeSet::from([owner]),
        tags: Vec::new(),
    }
}
