//! What is stored of a tournament: results and decisions, in order.

use std::fmt;

use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;
use crate::game::{GameEnding, GameKey, PairingResult, Round};

/// Something that happened in a tournament. Events are appended, never changed: a later one corrects an
/// earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// A round was paired.
    Paired(Round),
    /// A game ended, or its result was corrected or decided by the organiser. The last one counts.
    Ended {
        /// The game.
        game: GameKey,
        /// The result.
        result: PairingResult,
        /// How it ended.
        ending: GameEnding,
    },
    /// The result of a game was taken back: it is open again.
    Reopened {
        /// The game.
        game: GameKey,
    },
    /// A player left, or was withdrawn by the organiser.
    Withdrawn {
        /// Who.
        entrant: EntrantId,
    },
    /// Someone took over an entrant's place: the finished games stay, the open ones are theirs. The place
    /// is active again if it was withdrawn.
    Replaced {
        /// Whose place.
        entrant: EntrantId,
        /// The name of the new player.
        name: String,
        /// The rating of the new player.
        rating: i32,
    },
    /// The lower seed of a knock-out match chose their seat in the decider.
    SeatChosen {
        /// The round, from 1.
        round: u16,
        /// The match within the round, from 1.
        board: u16,
        /// The lower seed's seat.
        seat: Side,
    },
}

/// Why an event doesn't fit the ones before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventError {
    /// The round is not the next one.
    RoundNumber {
        /// The number that was expected.
        expected: u16,
        /// The number of the round.
        found: u16,
    },
    /// There is no such entrant.
    NoEntrant(EntrantId),
    /// There is no such game.
    NoGame(GameKey),
    /// An entrant is paired twice in a round, or with themselves.
    PairedTwice(EntrantId),
    /// Two entrants have the same id.
    SameId(EntrantId),
    /// No seat can be chosen for this match.
    NoDecider {
        /// The round.
        round: u16,
        /// The match within the round.
        board: u16,
    },
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundNumber { expected, found } => {
                write!(f, "round {found} where round {expected} was expected")
            }
            Self::NoEntrant(entrant) => write!(f, "no entrant {entrant}"),
            Self::NoGame(game) => write!(f, "no game {game}"),
            Self::PairedTwice(entrant) => write!(f, "entrant {entrant} is paired twice"),
            Self::SameId(entrant) => write!(f, "two entrants with the id {entrant}"),
            Self::NoDecider { round, board } => write!(f, "no decider in match {round}.{board}"),
        }
    }
}

impl std::error::Error for EventError {}
