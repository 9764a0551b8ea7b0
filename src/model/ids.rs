//! Ids. Users, guilds, channels, roles and interactions have Discord's snowflakes; games and their events are numbered by us.

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
    /// An imported record.
    ImportId,
    /// A puzzle: a hash of its position.
    PuzzleId,
    /// A tournament, or a season of a league.
    TournamentId,
    /// The number of an event of a game. Events are numbered from 1; 0 is the state before the first one.
    Seq,
    /// A Discord interaction: a command, a component or a modal.
    InteractionId,
}

impl From<i64> for Seq {
    fn from(number: i64) -> Self {
        Self(number)
    }
}

impl Default for Seq {
    fn default() -> Self {
        Self::START
    }
}

impl Seq {
    /// The number of a game's state before its first event.
    pub const START: Self = Self(0);

    /// The number of the next event.
    #[must_use]
    pub const fn next(self) -> Self {
        self.after(1)
    }

    /// The number of the last of this many further events.
    #[must_use]
    pub const fn after(self, events: usize) -> Self {
        Self(self.0 + events as i64)
    }
}

/// A game that can be looked at: one that is played here, or an imported record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameRef {
    /// A game played here.
    Game(GameId),
    /// An imported record, which only its owner sees.
    Import(ImportId),
}

impl GameRef {
    /// The game, if it is played here.
    pub const fn game(self) -> Option<GameId> {
        match self {
            Self::Game(id) => Some(id),
            Self::Import(_) => None,
        }
    }

    /// The number by which custom ids, command options and notes refer to it: that of the game, or the
    /// negative number of the import.
    pub const fn number(self) -> i64 {
        match self {
            Self::Game(id) => id.0,
            Self::Import(id) => id.0.wrapping_neg(),
        }
    }

    /// The game or import with this [number](GameRef::number).
    pub const fn from_number(number: i64) -> Self {
        if number < 0 {
            Self::Import(ImportId(number.wrapping_neg()))
        } else {
            Self::Game(GameId(number))
        }
    }

    /// Is it an imported record?
    pub const fn is_import(self) -> bool {
        matches!(self, Self::Import(_))
    }
}

impl From<GameId> for GameRef {
    fn from(id: GameId) -> Self {
        Self::Game(id)
    }
}

impl From<ImportId> for GameRef {
    fn from(id: ImportId) -> Self {
        Self::Import(id)
    }
}
