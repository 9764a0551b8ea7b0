//! Messages the bot has posted about challenges and games.

use super::ids::ChannelId;
use super::ids::Seq;

/// A message that shows a challenge, a board or an offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostedMessage {
    /// Discord's id of the message.
    pub message: i64,
    /// The channel or thread it was posted in.
    pub channel: ChannelId,
    /// What it shows.
    pub what: MessageKind,
    /// The number of the event after which it was posted.
    pub board: Seq,
    /// Whether it still has its buttons.
    pub is_open: bool,
}

/// What a posted message shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MessageKind {
    /// A challenge.
    Card,
    /// A board.
    Board,
    /// A draw offer, with buttons to answer it.
    Draw,
    /// A request to take back a turn, with buttons to answer it.
    Takeback,
    /// News that a player's time has run out, with a button to claim the win.
    Claim,
    /// A reminder that it is a player's turn, with buttons to move or to be reminded again.
    Reminder,
}

impl MessageKind {
    const ALL: [Self; 6] = [
        Self::Card,
        Self::Board,
        Self::Draw,
        Self::Takeback,
        Self::Claim,
        Self::Reminder,
    ];

    /// The stable name, as stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Board => "board",
            Self::Draw => "draw",
            Self::Takeback => "takeback",
            Self::Claim => "claim",
            Self::Reminder => "reminder",
        }
    }

    /// Parses what [`MessageKind::as_str`] returns.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}
