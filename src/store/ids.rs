//! Numbers that stand for people, places, games and moments.

use std::fmt;
use std::ops::{Add, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

macro_rules! numbers {
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

numbers! {
    /// A person.
    PlayerId,
    /// A server, where many people meet.
    ServerId,
    /// A channel or thread, where they talk.
    ChannelId,
    /// A role that people have on a server.
    RoleId,
    /// A challenge, and the game that becomes of it.
    GameId,
    /// Something a person did: a command or a press.
    InteractionId,
    /// A moment, in milliseconds since 1970.
    Time,
}

impl Add<Duration> for Time {
    type Output = Self;

    fn add(self, later: Duration) -> Self {
        Self(self.0.saturating_add(later.as_millis() as i64))
    }
}

impl Sub<Duration> for Time {
    type Output = Self;

    fn sub(self, earlier: Duration) -> Self {
        Self(self.0.saturating_sub(earlier.as_millis() as i64))
    }
}
