//! Who sees a channel, computed as Discord documents it: from the roles of a server, the permission
//! overwrites of a channel, and the member.

use std::collections::HashMap;

use serenity::all::Permissions;

use crate::model::{ChannelId, PlayerId, RoleId, ServerId};

/// The parts of a server that decide about permissions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuildPermissions {
    /// The id, which is also that of the role `@everyone`.
    pub id: ServerId,
    /// The owner, who has all permissions.
    pub owner: PlayerId,
    /// The permissions of each role.
    pub roles: HashMap<RoleId, Permissions>,
    /// The channels, without threads.
    pub channels: HashMap<ChannelId, ChannelRules>,
}

/// The parts of a channel or a thread that decide about permissions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChannelRules {
    /// The permission overwrites; threads have none of their own.
    pub overwrites: Vec<PermissionOverwrite>,
    /// For a thread: its parent channel, and whether the thread is private.
    pub thread: Option<(ChannelId, bool)>,
}

/// A permission overwrite of a channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PermissionOverwrite {
    /// The role or member it applies to.
    pub whose: OverwriteTarget,
    /// The permissions it grants.
    pub allow: Permissions,
    /// The permissions it removes.
    pub deny: Permissions,
}

/// The role or member that an overwrite applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverwriteTarget {
    /// All members with a role.
    Role(RoleId),
    /// One member.
    Member(PlayerId),
}

/// A member of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberRoles<'a> {
    /// The user; `None` for any member with these roles.
    pub id: Option<PlayerId>,
    /// The roles, without `@everyone`.
    pub roles: &'a [RoleId],
}

impl GuildPermissions {
    /// The permissions of a member in a channel with these overwrites.
    pub fn permissions(
        &self,
        member: MemberRoles<'_>,
        overwrites: &[PermissionOverwrite],
    ) -> Permissions {
        if member.id == Some(self.owner) {
            return Permissions::all();
        }
        let everyone = RoleId(self.id.0);
        let of_role = |role: &RoleId| self.roles.get(role).copied().unwrap_or_default();
        let base = member.roles.iter().map(of_role);
        let base = base.fold(of_role(&everyone), |all, role| all | role);
        if base.administrator() {
            return Permissions::all();
        }
        // Among several roles, a granted permission wins over a removed one.
        let apply = |base: Permissions, applies: &dyn Fn(OverwriteTarget) -> bool| {
            let applying = || overwrites.iter().filter(|one| applies(one.whose));
            let none = Permissions::empty();
            let denied = applying().fold(none, |all, one| all | one.deny);
            let allowed = applying().fold(none, |all, one| all | one.allow);
            base.difference(denied) | allowed
        };
        let base = apply(base, &|whose| whose == OverwriteTarget::Role(everyone));
        let base = apply(base, &|whose| match whose {
            OverwriteTarget::Role(role) => role != everyone && member.roles.contains(&role),
            OverwriteTarget::Member(_) => false,
        });
        apply(base, &|whose| match whose {
            OverwriteTarget::Member(id) => member.id == Some(id),
            OverwriteTarget::Role(_) => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW_CHANNEL: Permissions = Permissions::VIEW_CHANNEL;
    const NONE: Permissions = Permissions::empty();

    const SERVER: ServerId = ServerId(1);
    const EVERYONE: RoleId = RoleId(1);
    const CLUB: RoleId = RoleId(2);
    const MUTED: RoleId = RoleId(3);
    const ADMIN: RoleId = RoleId(4);
    const OWNER: PlayerId = PlayerId(8);
    const ME: PlayerId = PlayerId(9);

    fn sees(roles: &[RoleId], overwrites: &[PermissionOverwrite]) -> bool {
        sees_as(ME, roles, overwrites)
    }

    fn sees_as(id: PlayerId, roles: &[RoleId], overwrites: &[PermissionOverwrite]) -> bool {
        let roles_of_server = [(EVERYONE, VIEW_CHANNEL), (CLUB, NONE), (MUTED, NONE)];
        let server = GuildPermissions {
            id: SERVER,
            owner: OWNER,
            roles: roles_of_server
                .into_iter()
                .chain([(ADMIN, Permissions::ADMINISTRATOR)])
                .collect(),
            channels: HashMap::new(),
        };
        let id = Some(id);
        let member = MemberRoles { id, roles };
        server.permissions(member, overwrites).view_channel()
    }

    fn role(role: RoleId, allow: Permissions, deny: Permissions) -> PermissionOverwrite {
        PermissionOverwrite {
            whose: OverwriteTarget::Role(role),
            allow,
            deny,
        }
    }

    fn person(id: PlayerId, allow: Permissions, deny: Permissions) -> PermissionOverwrite {
        PermissionOverwrite {
            whose: OverwriteTarget::Member(id),
            allow,
            deny,
        }
    }

    #[test]
    fn overwrites_apply_in_the_order_everyone_roles_member() {
        let hidden = role(EVERYONE, NONE, VIEW_CHANNEL);
        let club = role(CLUB, VIEW_CHANNEL, NONE);
        assert!(sees(&[], &[]));
        assert!(!sees(&[], &[hidden]));
        assert!(!sees(&[], &[hidden, club]));
        assert!(sees(&[CLUB], &[club, hidden]));
        assert!(!sees(
            &[CLUB],
            &[hidden, club, person(ME, NONE, VIEW_CHANNEL)]
        ));
        assert!(sees(&[], &[hidden, person(ME, VIEW_CHANNEL, NONE)]));
        assert!(!sees(&[], &[hidden, person(OWNER, VIEW_CHANNEL, NONE)]));
        // Among roles, a granted permission wins.
        assert!(sees(
            &[CLUB, MUTED],
            &[club, role(MUTED, NONE, VIEW_CHANNEL)]
        ));
    }

    #[test]
    fn owners_and_administrators_see_everything() {
        let hidden = [role(EVERYONE, NONE, VIEW_CHANNEL)];
        assert!(sees(&[ADMIN], &hidden));
        assert!(sees_as(OWNER, &[], &hidden));
    }

    #[test]
    fn an_unknown_role_grants_nothing() {
        let hidden = [role(EVERYONE, NONE, VIEW_CHANNEL)];
        assert!(!sees(&[RoleId(77)], &hidden));
    }
}
