//! Ids. Users, guilds, channels, roles and interactions have Discord's snowflakes; games are numbered by us.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, sqlx::Type,
        )]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids! {
    /// A Discord user.
    PlayerId,
    /// A Discord server (guild).
    ServerId,
    /// A channel or thread.
    ChannelId,
    /// A role on a server.
    RoleId,
    /// A challenge, and the game it becomes when it is accepted.
    GameId,
    /// A Discord interaction: a command, a component or a modal.
    InteractionId,
}
