//! The lobby message of a server: its open challenges, kept up to date.

use super::ids::{ChannelId, ServerId};
use super::time::Time;

/// The lobby message of a server, posted or still to be posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LobbyMessage {
    /// The server whose open challenges it lists.
    pub server: ServerId,
    /// The channel it belongs in.
    pub channel: ChannelId,
    /// Discord's id of the message; `None` until it is posted.
    pub message: Option<i64>,
    /// The previous message, which has to be deleted.
    pub old: Option<(ChannelId, i64)>,
    /// Whether the server wants a lobby; if not, the message has to be deleted.
    pub is_wanted: bool,
    /// When it was asked for.
    pub made_at: Time,
    /// When it was last updated.
    pub shown_at: Option<Time>,
    /// Incremented whenever a challenge appears or disappears.
    pub changes: i64,
}
