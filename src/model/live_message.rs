//! Messages that are kept up to date, such as the table of a ladder.

use std::time::Duration;

use super::ids::{ChannelId, ServerId, TournamentId};
use super::time::Time;

/// What a live message shows. There is at most one message for each subject.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LiveSubject {
    /// The table of a server's ladder.
    Ladder(ServerId),
    /// The card of a tournament.
    Tournament(TournamentId),
}

impl LiveSubject {
    /// The kind and the number, as stored.
    pub const fn stored(self) -> (&'static str, i64) {
        match self {
            Self::Ladder(server) => ("ladder", server.0),
            Self::Tournament(tournament) => ("tournament", tournament.0),
        }
    }

    /// Parses what [`LiveSubject::stored`] returns.
    pub fn from_stored(kind: &str, number: i64) -> Option<Self> {
        match kind {
            "ladder" => Some(Self::Ladder(ServerId(number))),
            "tournament" => Some(Self::Tournament(TournamentId(number))),
            _ => None,
        }
    }
}

/// A live message, posted or still to be posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveMessage {
    /// What it shows.
    pub subject: LiveSubject,
    /// The server it is on.
    pub server: ServerId,
    /// The channel or thread it belongs in.
    pub channel: ChannelId,
    /// Discord's id of the message; `None` until it is posted.
    pub message: Option<i64>,
    /// The previous message, which has to be deleted.
    pub old: Option<(ChannelId, i64)>,
    /// Whether it is wanted; if not, the message has to be deleted.
    pub is_wanted: bool,
    /// How often it was to be posted, the first time included.
    pub posts: i64,
    /// When it was last posted or edited.
    pub shown_at: Option<Time>,
    /// Incremented with every change of what it shows.
    pub changes: i64,
}

impl LiveMessage {
    /// Changes within this time are shown together.
    pub const TOGETHER: Duration = Duration::from_secs(5);
    /// Minimum time between two edits of a message: Discord limits how often old messages can be edited.
    pub const APART: Duration = Duration::from_mins(1);
}
