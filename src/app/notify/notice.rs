//! What is to be told, as data; the words are the platform's.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::app::challenge::fair_draw::hex;
use crate::model::{GameId, NewNotice, PlayerId, Time};

/// The platform's longest nonce.
const LONGEST_NONCE: usize = 25;

/// The nonce under which a notice is sent: the same for the same notice of this database to the same
/// person or place, however often it is sent. In another database the same game has another one.
pub fn wire_nonce(database: &str, nonce: &str, whom: &str) -> String {
    let hash = Sha256::digest(format!("{database}\n{nonce}\n{whom}").as_bytes());
    let mut digits = hex(&hash);
    digits.truncate(LONGEST_NONCE);
    digits
}

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
    /// The player asked to be reminded of the turn on this board.
    Wake {
        /// The event that changed the position.
        board: i64,
    },
    /// The games that wait for a player, once a day.
    Digest,
    /// The player was given so many milliseconds.
    TimeGiven {
        /// How many.
        time: i64,
    },
    /// The player's time has run out.
    TimeUp,
    /// The other's has: the player may claim the game.
    MayClaim,
    /// The other is on vacation.
    Away,
    /// And is back.
    Back,
    /// A move was made in a game that someone follows; the board after it.
    Followed {
        /// The event that changed the position.
        board: i64,
    },
    /// A result for everyone on the server.
    Result,
}

impl Notice {
    /// Is it told where the game is played? Lists, results for a server and what followers hear are not.
    pub const fn is_of_the_table(&self) -> bool {
        !matches!(self, Self::Followed { .. } | Self::Digest | Self::Result)
    }

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
            Self::Wake { .. } => 'v',
            Self::Digest => 'l',
            Self::TimeGiven { .. } => 'g',
            Self::TimeUp => 'u',
            Self::MayClaim => 'm',
            Self::Away => 'h',
            Self::Back => 'i',
            Self::Followed { .. } => 'V',
            Self::Result => 'R',
        }
    }

    /// The row for the outbox. The nonce carries the event, so that the same notice written twice is
    /// one, and one after a take-back is another; it fits Discord's 25 characters.
    pub(crate) fn written(&self, game: GameId, seq: i64, player: Option<PlayerId>) -> NewNotice {
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

    /// The same for a notice of which there may be several after one event, each at its own time.
    pub(crate) fn written_at(
        &self,
        game: GameId,
        seq: i64,
        at: Time,
        player: Option<PlayerId>,
    ) -> NewNotice {
        let written = self.written(game, seq, player);
        let minutes = at.0.div_euclid(60_000);
        NewNotice {
            nonce: format!("{}{minutes:x}", written.nonce),
            ..written
        }
    }
}
