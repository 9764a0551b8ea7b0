//! Who sees a channel, computed as Discord documents it: from the roles of a server, the overwrites of a
//! channel, and what someone is.

use std::collections::HashMap;

use crate::model::{ChannelId, PlayerId, RoleId, ServerId};

/// Permissions by Discord's bits.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// To see a channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// To see private threads without being a member of them, among other things.
pub const MANAGE_THREADS: u64 = 1 << 34;

/// A server, as far as permissions are concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// Which; everyone's role has the same number.
    pub id: ServerId,
    /// To whom it belongs.
    pub owner: PlayerId,
    /// What each role gives.
    pub roles: HashMap<RoleId, u64>,
    /// The channels, without threads.
    pub channels: HashMap<ChannelId, Channel>,
}

/// A channel or a thread, as far as permissions are concerned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Channel {
    /// What it allows and denies; a thread has none of its own.
    pub overwrites: Vec<Overwrite>,
    /// The channel of a thread, and whether the thread is private.
    pub thread: Option<(ChannelId, bool)>,
}

/// What a channel allows and denies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overwrite {
    /// To whom.
    pub whose: Whose,
    /// Given on top.
    pub allow: u64,
    /// Taken away.
    pub deny: u64,
}

/// To whom an overwrite applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Everyone with a role.
    Role(RoleId),
    /// One person.
    Member(PlayerId),
}

/// Someone on a server; without a number, anyone who has these roles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// Who.
    pub id: Option<PlayerId>,
    /// With which roles, everyone's not among them.
    pub roles: &'a [RoleId],
}

impl Server {
    /// What someone may do in a channel of the server with these overwrites.
    pub fn permissions(&self, member: Member<'_>, overwrites: &[Overwrite]) -> u64 {
        if member.id == Some(self.owner) {
            return u64::MAX;
        }
        let everyone = RoleId(self.id.0);
        let given = |role: &RoleId| self.roles.get(role).copied().unwrap_or_default();
        let base = member.roles.iter().map(given);
        let base = base.fold(given(&everyone), |all, role| all | role);
        if base & ADMINISTRATOR != 0 {
            return u64::MAX;
        }
        // Of several roles, what one allows counts more than what another denies.
        let apply = |base: u64, is_meant: &dyn Fn(Whose) -> bool| {
            let meant = || overwrites.iter().filter(|one| is_meant(one.whose));
            let denied = meant().fold(0, |all, one| all | one.deny);
            let allowed = meant().fold(0, |all, one| all | one.allow);
            base & !denied | allowed
        };
        let base = apply(base, &|whose| whose == Whose::Role(everyone));
        let base = apply(base, &|whose| match whose {
            Whose::Role(role) => role != everyone && member.roles.contains(&role),
            Whose::Member(_) => false,
        });
        apply(base, &|whose| match whose {
            Whose::Member(id) => member.id == Some(id),
            Whose::Role(_) => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: ServerId = ServerId(1);
    const EVERYONE: RoleId = RoleId(1);
    const CLUB: RoleId = RoleId(2);
    const MUTED: RoleId = RoleId(3);
    const ADMIN: RoleId = RoleId(4);
    const OWNER: PlayerId = PlayerId(8);
    const ME: PlayerId = PlayerId(9);

    fn sees(roles: &[RoleId], overwrites: &[Overwrite]) -> bool {
        sees_as(ME, roles, overwrites)
    }

    fn sees_as(id: PlayerId, roles: &[RoleId], overwrites: &[Overwrite]) -> bool {
        let roles_of_server = [(EVERYONE, VIEW_CHANNEL), (CLUB, 0), (MUTED, 0)];
        let server = Server {
            id: SERVER,
            owner: OWNER,
            roles: roles_of_server
                .into_iter()
                .chain([(ADMIN, ADMINISTRATOR)])
                .collect(),
            channels: HashMap::new(),
        };
        let id = Some(id);
        server.permissions(Member { id, roles }, overwrites) & VIEW_CHANNEL != 0
    }

    fn role(role: RoleId, allow: u64, deny: u64) -> Overwrite {
        Overwrite {
            whose: Whose::Role(role),
            allow,
            deny,
        }
    }

    fn person(id: PlayerId, allow: u64, deny: u64) -> Overwrite {
        Overwrite {
            whose: Whose::Member(id),
            allow,
            deny,
        }
    }

    #[test]
    fn overwrites_come_in_order_everyone_roles_person() {
        let hidden = role(EVERYONE, 0, VIEW_CHANNEL);
        let club = role(CLUB, VIEW_CHANNEL, 0);
        assert!(sees(&[], &[]));
        assert!(!sees(&[], &[hidden]));
        assert!(!sees(&[], &[hidden, club]));
        assert!(sees(&[CLUB], &[club, hidden]));
        assert!(!sees(&[CLUB], &[hidden, club, person(ME, 0, VIEW_CHANNEL)]));
        assert!(sees(&[], &[hidden, person(ME, VIEW_CHANNEL, 0)]));
        assert!(!sees(&[], &[hidden, person(OWNER, VIEW_CHANNEL, 0)]));
        // Among roles, allowing wins.
        assert!(sees(&[CLUB, MUTED], &[club, role(MUTED, 0, VIEW_CHANNEL)]));
    }

    #[test]
    fn whoever_owns_or_administers_a_server_sees_everything() {
        let hidden = [role(EVERYONE, 0, VIEW_CHANNEL)];
        assert!(sees(&[ADMIN], &hidden));
        assert!(sees_as(OWNER, &[], &hidden));
    }

    #[test]
    fn a_role_nobody_knows_gives_nothing() {
        let hidden = [role(EVERYONE, 0, VIEW_CHANNEL)];
        assert!(!sees(&[RoleId(77)], &hidden));
    }
}
