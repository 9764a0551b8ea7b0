//! Permissions of a member in a channel, computed from roles and overwrites as Discord documents
//! it.

use serde::{Deserialize, Serialize};

/// A set of permission bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Permissions(pub u64);

impl Permissions {
    /// No permission.
    pub const NONE: Self = Self(0);
    /// All permissions.
    pub const ALL: Self = Self((1 << 53) - 1);
    /// Has all permissions and bypasses overwrites.
    pub const ADMINISTRATOR: Self = Self(1 << 3);
    /// Can change the guild's settings.
    pub const MANAGE_GUILD: Self = Self(1 << 5);
    /// Can see the channel.
    pub const VIEW_CHANNEL: Self = Self(1 << 10);
    /// Can send messages.
    pub const SEND_MESSAGES: Self = Self(1 << 11);
    /// Can delete messages of others.
    pub const MANAGE_MESSAGES: Self = Self(1 << 13);
    /// Can send embeds.
    pub const EMBED_LINKS: Self = Self(1 << 14);
    /// Can attach files.
    pub const ATTACH_FILES: Self = Self(1 << 15);
    /// Can read messages sent earlier.
    pub const READ_MESSAGE_HISTORY: Self = Self(1 << 16);
    /// Can mention `@everyone`.
    pub const MENTION_EVERYONE: Self = Self(1 << 17);
    /// Can use application commands.
    pub const USE_APPLICATION_COMMANDS: Self = Self(1 << 31);
    /// Can edit, lock and delete threads.
    pub const MANAGE_THREADS: Self = Self(1 << 34);
    /// Can start public threads.
    pub const CREATE_PUBLIC_THREADS: Self = Self(1 << 35);
    /// Can give roles below their own highest role.
    pub const MANAGE_ROLES: Self = Self(1 << 28);
    /// Responses of an application that is only installed to the user's account are visible to
    /// everyone.
    pub const USE_EXTERNAL_APPS: Self = Self(1 << 50);
    /// Can pin messages.
    pub const PIN_MESSAGES: Self = Self(1 << 51);
    /// Can send messages in threads.
    pub const SEND_MESSAGES_IN_THREADS: Self = Self(1 << 38);

    /// Everything needed to chat and to use applications.
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
    /// The `app_permissions` of an interaction in a DM.
    pub const BETWEEN_PEOPLE: Self =
        Self(Self::EMBED_LINKS.0 | Self::ATTACH_FILES.0 | Self::MENTION_EVERYONE.0);

    /// The permission with this name in Discord's documentation.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "ADMINISTRATOR" => Self::ADMINISTRATOR,
            "MANAGE_GUILD" => Self::MANAGE_GUILD,
            "MANAGE_ROLES" => Self::MANAGE_ROLES,
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

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the permissions in `other`.
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

    /// Whether this set contains all permissions in `other`.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A channel's permission overwrite for a role or user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChannelOverwrite {
    /// The id of the role or user.
    pub id: u64,
    /// Whether it applies to a user.
    pub is_person: bool,
    /// Permissions added.
    pub allow: Permissions,
    /// Permissions removed.
    pub deny: Permissions,
}

/// A guild member as the permission computation needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberPermissions {
    /// The user id.
    pub id: u64,
    /// Role ids with their permissions. The first is `@everyone`, whose id is the guild's.
    pub roles: Vec<(u64, Permissions)>,
    /// Whether the member owns the guild.
    pub is_owner: bool,
}

/// A member's permissions in a channel. For a thread, pass the overwrites of its parent channel.
pub fn permissions(member: &MemberPermissions, overwrites: &[ChannelOverwrite]) -> Permissions {
    let granted = member.roles.iter().map(|(_, granted)| *granted);
    let base = granted.fold(Permissions::NONE, Permissions::with);
    if member.is_owner || base.has(Permissions::ADMINISTRATOR) {
        return Permissions::ALL;
    }
    let everyone = member.roles.first().map(|(id, _)| *id);
    let is_role =
        |id: u64| Some(id) != everyone && member.roles.iter().any(|(role, _)| *role == id);
    let apply = |base: Permissions, applies: &dyn Fn(u64) -> bool| {
        // Among role overwrites, allow beats deny.
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
        // Without `VIEW_CHANNEL` a member has no permissions in the channel.
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

    fn member(roles: &[(u64, Permissions)]) -> MemberPermissions {
        let basic = Permissions::VIEW_CHANNEL.with(Permissions::SEND_MESSAGES);
        let mut all = vec![(EVERYONE, basic)];
        all.extend_from_slice(roles);
        MemberPermissions {
            id: ME,
            roles: all,
            is_owner: false,
        }
    }

    fn overwrite(id: u64, allow: Permissions, deny: Permissions) -> ChannelOverwrite {
        let is_person = id == ME;
        ChannelOverwrite {
            id,
            is_person,
            allow,
            deny,
        }
    }

    const NONE: Permissions = Permissions::NONE;
    const SEND: Permissions = Permissions::SEND_MESSAGES;

    #[test]
    fn overwrites_apply_in_order_everyone_roles_user() {
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
    fn allow_beats_deny_among_roles() {
        let me = member(&[(PLAYERS, NONE), (MUTED, NONE)]);
        let channel = [overwrite(PLAYERS, SEND, NONE), overwrite(MUTED, NONE, SEND)];
        assert!(permissions(&me, &channel).has(SEND));
    }

    #[test]
    fn a_hidden_channel_grants_nothing_except_to_owner_and_administrator() {
        let hidden = [overwrite(EVERYONE, NONE, Permissions::VIEW_CHANNEL)];
        assert_eq!(permissions(&member(&[]), &hidden), NONE);
        let admin = member(&[(PLAYERS, Permissions::ADMINISTRATOR)]);
        assert_eq!(permissions(&admin, &hidden), Permissions::ALL);
        let owner = MemberPermissions {
            is_owner: true,
            ..member(&[])
        };
        assert_eq!(permissions(&owner, &hidden), Permissions::ALL);
    }
}
