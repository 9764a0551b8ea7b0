//! What is to be told, as data; the words are the platform's.

use serde::{Deserialize, Serialize};

use crate::store::outbox::NewNotice;
use crate::store::{GameId, PlayerId};

/// Something that people should hear of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Notice {
    /// A challenge was made.
    Challenged,
    /// The challenge was declined.
    Declined,
    /// The challenge was withdrawn.
    Withdrawn,
    /// Nobody answered the challenge.
    Expired,
    /// The challenge was accepted: the game begins.
    Started,
    /// A turn was made; the board after it.
    Turn {
        /// The event that changed the position.
        board: i64,
        /// So many of the turns were forced and played by themselves.
        forced: usize,
    },
    /// A draw is offered.
    DrawOffered,
    /// The offer is withdrawn.
    DrawWithdrawn,
    /// The offer is declined.
    DrawDeclined,
    /// Someone asks to take back a turn.
    TakebackAsked,
    /// He no longer does.
    TakebackWithdrawn,
    /// It was declined.
    TakebackDeclined,
    /// The position stands as it did before; the board.
    TakenBack {
        /// The event that changed the position.
        board: i64,
    },
    /// The game is over.
    Finished,
    /// It is still the player's turn.
    Reminder,
    /// The other has waited long and will close the game.
    SilenceNotice,
    /// The game no longer replays by the rules of this version; nothing is lost.
    Frozen,
    /// It does again, and goes on.
    Thawed,
    /// A move was made in a game that someone follows; the board after it.
    Followed {
        /// The event that changed the position.
        board: i64,
    },
    /// A result for everyone on the server.
    Result,
}

impl Notice {
    /// A letter for the nonce: after one event there is at most one notice of a kind.
    const fn letter(&self) -> char {
        match self {
            Self::Challenged => 'c',
            Self::Declined => 'd',
            Self::Withdrawn => 'w',
            Self::Expired => 'e',
            Self::Started => 's',
            Self::Turn { .. } => 't',
            Self::DrawOffered => 'o',
            Self::DrawWithdrawn => 'p',
            Self::DrawDeclined => 'q',
            Self::TakebackAsked => 'a',
            Self::TakebackWithdrawn => 'b',
            Self::TakebackDeclined => 'x',
            Self::TakenBack { .. } => 'k',
            Self::Finished => 'f',
            Self::Reminder => 'r',
            Self::SilenceNotice => 'n',
            Self::Frozen => 'z',
            Self::Thawed => 'y',
            Self::Followed { .. } => 'V',
            Self::Result => 'R',
        }
    }

    /// The row for the outbox. The nonce carries the event, so that the same notice written twice is
    /// one, and one after a take-back is another; it fits Discord's 25 characters.
    pub(super) fn written(&self, game: GameId, seq: i64, player: Option<PlayerId>) -> NewNotice {
        // Many may follow a game: each gets an own one.
        let whose = match (self, player) {
            (Self::Followed { .. }, Some(player)) => {
                format!("{:x}", (player.0 >> 22 ^ player.0) & 0xffff_ffff)
            }
            _ => String::new(),
        };
        NewNotice {
            nonce: format!("{game}-{seq}{}{whose}", self.letter()),
            player,
            notice: serde_json::to_string(self).expect("a notice is plain data"),
        }
    }
}
