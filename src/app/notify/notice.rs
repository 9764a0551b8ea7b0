//! Notices: what is to be told to people, as data. The platform puts them into words.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::app::challenge::fair_draw::hex;
use crate::model::{GameId, NewNotice, PlayerId, Recipient, Seq, Time, TournamentId};

/// Discord's maximum length of a nonce.
const MAX_NONCE: usize = 25;

/// The nonce with which a notice is sent to a recipient. It is the same each time the notice is sent,
/// so that Discord discards repetitions, and different in every database.
pub fn wire_nonce(database: &str, nonce: &str, recipient: &str) -> String {
    let hash = Sha256::digest(format!("{database}\n{nonce}\n{recipient}").as_bytes());
    let mut digits = hex(&hash);
    digits.truncate(MAX_NONCE);
    digits
}

/// Something that people are told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Notice {
    /// A challenge was made.
    Challenged,
    /// The challenge was declined.
    Declined,
    /// The challenge was withdrawn.
    Withdrawn,
    /// The challenge expired.
    Expired,
    /// The challenge was accepted and the game begins.
    Started,
    /// A turn was made.
    Turn {
        /// The number of the event that led to the position.
        board: Seq,
        /// The number of turns that were played automatically because they were forced.
        forced: usize,
    },
    /// A draw was offered.
    DrawOffered,
    /// The draw offer was withdrawn.
    DrawWithdrawn,
    /// The draw offer was declined.
    DrawDeclined,
    /// A player asks to take back a turn.
    TakebackAsked,
    /// The take-back request was withdrawn.
    TakebackWithdrawn,
    /// The take-back request was declined.
    TakebackDeclined,
    /// A turn was taken back.
    TakenBack {
        /// The number of the event that led to the position.
        board: Seq,
    },
    /// The game is over.
    Finished,
    /// A reminder that it is the player's turn.
    Reminder,
    /// The opponent gave notice that the abandoned game will be closed.
    SilenceNotice,
    /// The game no longer replays by the rules of this version, and is frozen.
    Frozen,
    /// The game replays again and continues.
    Thawed,
    /// A reminder that the player asked for.
    Wake {
        /// The number of the event that led to the position.
        board: Seq,
    },
    /// The daily list of the games that wait for a player.
    Digest,
    /// The player was given time.
    TimeGiven {
        /// In milliseconds.
        time: i64,
    },
    /// The player's time has run out.
    TimeUp,
    /// The opponent's time has run out: the player may claim the game.
    MayClaim,
    /// The opponent is on vacation.
    Away,
    /// The opponent is back from vacation.
    Back,
    /// A move was made in a game that the user follows.
    Followed {
        /// The number of the event that led to the position.
        board: Seq,
    },
    /// The result of a game, for the server's result channel.
    Result,
    /// The game is over, and its thread can be put in order.
    ThreadOver,
    /// The other player suggests a position of the finished game as a puzzle.
    PuzzleSuggested,
    /// The other player agrees to the puzzle.
    PuzzleAgreed,
    /// A round of a tournament begins: the player's games are listed. The game is one of them.
    RoundBegan {
        /// The tournament.
        tournament: TournamentId,
        /// The round.
        round: u16,
    },
    /// A round of a tournament is over.
    RoundResults {
        /// The tournament.
        tournament: TournamentId,
        /// The round.
        round: u16,
    },
    /// The deadline of a round has passed, and the organiser can adjudicate.
    RoundOverdue {
        /// The tournament.
        tournament: TournamentId,
        /// The round.
        round: u16,
    },
    /// A knock-out match is level, and the player chooses the seat in the decider.
    SeatToChoose {
        /// The tournament.
        tournament: TournamentId,
        /// The round.
        round: u16,
        /// The match within the round.
        board: u16,
    },
    /// A tournament is over.
    TournamentFinished {
        /// The tournament.
        tournament: TournamentId,
    },
    /// A tournament was called off after it had started.
    TournamentCancelled {
        /// The tournament.
        tournament: TournamentId,
    },
}

impl Notice {
    /// Is the notice for the place where the game is played? Digests, results and notices for followers
    /// are not, nor is the one that tells nobody anything.
    pub const fn is_for_game_channel(&self) -> bool {
        !matches!(
            self,
            Self::Followed { .. } | Self::Digest | Self::Result | Self::ThreadOver
        ) && self.tournament().is_none()
    }

    /// The tournament that the notice is about, rather than a game.
    pub const fn tournament(&self) -> Option<TournamentId> {
        match self {
            Self::RoundBegan { tournament, .. }
            | Self::RoundResults { tournament, .. }
            | Self::RoundOverdue { tournament, .. }
            | Self::SeatToChoose { tournament, .. }
            | Self::TournamentFinished { tournament }
            | Self::TournamentCancelled { tournament } => Some(*tournament),
            _ => None,
        }
    }

    /// A letter for the nonce. There is at most one notice of a kind after each event.
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
            // After the last board, which is written together with it.
            Self::ThreadOver => 'j',
            Self::PuzzleSuggested => 'P',
            Self::PuzzleAgreed => 'Q',
            Self::RoundBegan { .. } => 'N',
            Self::RoundResults { .. } => 'S',
            Self::RoundOverdue { .. } => 'O',
            Self::SeatToChoose { .. } => 'C',
            Self::TournamentFinished { .. } => 'F',
            Self::TournamentCancelled { .. } => 'X',
        }
    }

    /// The row for the outbox. The nonce contains the event number, so that the same notice written
    /// twice is one, but one after a take-back is another. It fits into Discord's 25 characters.
    pub(crate) fn written(&self, game: GameId, seq: Seq, player: Option<PlayerId>) -> NewNotice {
        // A game may have many followers; each gets a notice of their own.
        let whose = match (self, player) {
            (Self::Followed { .. }, Some(player)) => short(player),
            _ => String::new(),
        };
        NewNotice {
            nonce: format!("{game}-{seq}{}{whose}", self.letter()),
            player,
            notice: serde_json::to_string(self).expect("a notice is plain data"),
            recipient: match self {
                Self::Followed { .. } | Self::Digest | Self::RoundOverdue { .. } => {
                    Recipient::Player
                }
                Self::Result => Recipient::Server,
                _ => Recipient::Game,
            },
            delay: Duration::ZERO,
        }
    }

    /// The row for the outbox of a notice about a tournament: one for each round and player, and for each
    /// `time` if there is one.
    pub(crate) fn of_tournament(
        &self,
        round: u16,
        player: Option<PlayerId>,
        time: Option<Time>,
    ) -> NewNotice {
        let tournament = self.tournament().map_or(0, |it| it.0);
        let whose = player.map(short).unwrap_or_default();
        let minutes = time.map(|time| format!("-{:x}", time.0.div_euclid(60_000)));
        let letter = self.letter();
        NewNotice {
            nonce: format!(
                "T{tournament}-{round}{letter}{whose}{}",
                minutes.unwrap_or_default()
            ),
            ..self.written(GameId(0), Seq::START, player)
        }
    }

    /// The row for the outbox of a notice of which there may be several after one event, at different
    /// times.
    pub(crate) fn written_at(
        &self,
        game: GameId,
        seq: Seq,
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

/// A few digits that differ from player to player.
fn short(player: PlayerId) -> String {
    format!("{:x}", (player.0 >> 22 ^ player.0) & 0xffff_ffff)
}
