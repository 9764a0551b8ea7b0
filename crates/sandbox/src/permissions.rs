//! Who may do what, from roles and overwrites, as Discord computes it.

use serde::{Deserialize, Serialize};

/// Permissions, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Permissions(pub u64);

impl Permissions {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// All of them.
    pub const ALL: Self = Self((1 << 53) - 1);
    /// Everything, everywhere.
    pub const ADMINISTRATOR: Self = Self(1 << 3);
    /// May change the server.
    pub const MANAGE_GUILD: Self = Self(1 << 5);
    /// Sees the channel.
    pub const VIEW_CHANNEL: Self = Self(1 << 10);
    /// May write.
    pub const SEND_MESSAGES: Self = Self(1 << 11);
    /// May delete others' messages.
    pub const MANAGE_MESSAGES: Self = Self(1 << 13);
    /// May send embeds.
    pub const EMBED_LINKS: Self = Self(1 << 14);
    /// May send files.
    pub const ATTACH_FILES: Self = Self(1 << 15);
    /// Sees what was written before.
    pub const READ_MESSAGE_HISTORY: Self = Self(1 << 16);
    /// May mention everyone.
    pub const MENTION_EVERYONE: Self = Self(1 << 17);
    /// May use commands.
    pub const USE_APPLICATION_COMMANDS: Self = Self(1 << 31);
    /// May change and close threads.
    pub const MANAGE_THREADS: Self = Self(1 << 34);
    /// May begin threads.
    pub const CREATE_PUBLIC_THREADS: Self = Self(1 << 35);
    /// What an application that only the person has installed answers is seen by everyone.
    pub const USE_EXTERNAL_APPS: Self = Self(1 << 50);
    /// May pin messages.
    pub const PIN_MESSAGES: Self = Self(1 << 51);
    /// May write in threads.
    pub const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);

    /// What is needed to talk and to play.
    pub const TALK: Self = Self(
        Self::VIEW_CHANNEL.0
            | Self::SEND_MESSAGES.0
            | Self::EMBED_LINKS.0
            | Self::ATTACH_FILES.0
            | Self::READ_MESSAGE_HISTORY.0
            | Self::USE_APPLICATION_COMMANDS.0
            | Self::CREATE_PUBLIC_THREADS.0
            | Self::SEND_MESSAGES_IN_THREADS.0
            | Self::USE_EXTERNAL_APPS.0,
    );
    /// What an interaction between people says that the application may do.
    pub const BETWEEN_PEOPLE: Self =
        Self(Self::EMBED_LINKS.0 | Self::ATTACH_FILES.0 | Self::MENTION_EVERYONE.0);

    /// The one with this name in Discord's documents.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ADMINISTRATOR" => Self::ADMINISTRATOR,
            "MANAGE_GUILD" => Self::MANAGE_GUILD,
            "VIEW_CHANNEL" => Self::VIEW_CHANNEL,
            "SEND_MESSAGES" => Self::SEND_MESSAGES,
            "MANAGE_MESSAGES" => Self::MANAGE_MESSAGES,
            "EMBED_LINKS" => Self::EMBED_LINKS,
            "ATTACH_FILES" => Self::ATTACH_FILES,
            "READ_MESSAGE_HISTORY" => Self::READ_MESSAGE_HISTORY,
            "MENTION_EVERYONE" => Self::MENTION_EVERYONE,
            "USE_APPLICATION_COMMANDS" => Self::USE_APPLICATION_COMMANDS,
            "PIN_MESSAGES" => Self::PIN_MESSAGES,
            "USE_EXTERNAL_APPS" => Self::USE_EXTERNAL_APPS,
            "MANAGE_THREADS" => Self::MANAGE_THREADS,
            "CREATE_PUBLIC_THREADS" => Self::CREATE_PUBLIC_THREADS,
            "SEND_MESSAGES_IN_THREADS" => Self::SEND_MESSAGES_IN_THREADS,
            _ => return None,
        })
    }

    /// Both together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The first without the second.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// These permissions with `other` added or removed.
    #[must_use]
    pub const fn set(self, other: Self, is_on: bool) -> Self {
        if is_on {
            self.with(other)
        } else {
            self.without(other)
        }
    }

    /// Are all of these among them?
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What a channel allows and denies to a role or a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Overwrite {
    /// The role's or person's number.
    pub id: u64,
    /// Is it a person's?
    pub is_person: bool,
    /// Given on top.
    pub allow: Permissions,
    /// Taken away.
    pub deny: Permissions,
}

/// Someone on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// His number.
    pub id: u64,
    /// His roles, each with what it gives; the first is everyone's, which has the server's number.
    pub roles: Vec<(u64, Permissions)>,
    /// Does the server belong to him?
    pub is_owner: bool,
}

/// What a member may do in a channel. For a thread, the overwrites are those of its channel.
pub fn permissions(member: &Member, overwrites: &[Overwrite]) -> Permissions {
    let granted = member.roles.iter().map(|(_, granted)| *granted);
    let base = granted.fold(Permissions::NONE, Permissions::with);
    if member.is_owner || base.has(Permissions::ADMINISTRATOR) {
        return Permissions::ALL;
    }
    let everyone = member.roles.first().map(|(id, _)| *id);
    let is_role =
        |id: u64| Some(id) != everyone && member.roles.iter().any(|(role, _)| *role == id);
    let apply = |base: Permissions, applies: &dyn Fn(u64) -> bool| {
        // Of several roles, what one allows counts more than what another denies.
        let matching = || overwrites.iter().filter(|overwrite| applies(overwrite.id));
        let denied = matching().fold(Permissions::NONE, |all, o| all.with(o.deny));
        let allowed = matching().fold(Permissions::NONE, |all, o| all.with(o.allow));
        base.without(denied).with(allowed)
    };
    let base = apply(base, &|id| Some(id) == everyone);
    let base = apply(base, &is_role);
    let base = apply(base, &|id| id == member.id);
    if base.has(Permissions::VIEW_CHANNEL) {
        base
    } else {
        // Whoever does not see a channel can do nothing in it.
        Permissions::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERYONE: u64 = 1;
    const PLAYERS: u64 = 2;
    const MUTED: u64 = 3;
    const ME: u64 = 9;

    fn member(roles: &[(u64, Permissions)]) -> Member {
        let basic = Permissions::VIEW_CHANNEL.with(Permissions::SEND_MESSAGES);
        let mut all = vec![(EVERYONE, basic)];
        all.extend_from_slice(roles);
        Member {
            id: ME,
            roles: all,
            is_owner: false,
        }
    }

    fn overwrite(id: u64, allow: Permissions, deny: Permissions) -> Overwrite {
        let is_person = id == ME;
        Overwrite {
            id,
            is_person,
            allow,
            deny,
        }
    }

    const NONE: Permissions = Permissions::NONE;
    const SEND: Permissions = Permissions::SEND_MESSAGES;

    #[test]
    fn overwrites_come_in_order_everyone_roles_person() {
        let me = member(&[(PLAYERS, NONE)]);
        let channel = [overwrite(EVERYONE, NONE, SEND)];
        assert!(!permissions(&me, &channel).has(SEND));
        let channel = [
            overwrite(EVERYONE, NONE, SEND),
            overwrite(PLAYERS, SEND, NONE),
        ];
        assert!(permissions(&me, &channel).has(SEND));
        let channel = [overwrite(PLAYERS, SEND, NONE), overwrite(ME, NONE, SEND)];
        assert!(!permissions(&me, &channel).has(SEND));
    }

    #[test]
    fn among_roles_allowing_wins() {
        let me = member(&[(PLAYERS, NONE), (MUTED, NONE)]);
        let channel = [overwrite(PLAYERS, SEND, NONE), overwrite(MUTED, NONE, SEND)];
        assert!(permissions(&me, &channel).has(SEND));
    }

    #[test]
    fn whoever_does_not_see_a_channel_can_do_nothing_there() {
        let hidden = [overwrite(EVERYONE, NONE, Permissions::VIEW_CHANNEL)];
        assert_eq!(permissions(&member(&[]), &hidden), NONE);
        let admin = member(&[(PLAYERS, Permissions::ADMINISTRATOR)]);
        assert_eq!(permissions(&admin, &hidden), Permissions::ALL);
        let owner = Member {
            is_owner: true,
            ..member(&[])
        };
        assert_eq!(permissions(&owner, &hidden), Permissions::ALL);
    }
}
