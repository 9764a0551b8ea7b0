//! Rounds, pairings and games.

use std::fmt;

use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;
use crate::points::Points;

/// Identifies a game of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct GameKey {
    /// The round, from 1.
    pub round: u16,
    /// The pairing within the round, from 1.
    pub board: u16,
    /// The game within the pairing, from 1. In a knock-out, the third is the decider.
    pub game: u8,
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.board, self.game)
    }
}

/// Two entrants who meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// Who moves first in the first game.
    pub first: EntrantId,
    /// Who moves second in the first game, and first in the second.
    pub second: EntrantId,
}

impl Pairing {
    /// Does this entrant play here?
    pub fn has(&self, entrant: EntrantId) -> bool {
        self.first == entrant || self.second == entrant
    }
}

/// The pairings of a round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The number, from 1.
    pub number: u16,
    /// The pairings, in the order of their boards.
    pub pairings: Vec<Pairing>,
    /// Those who have no opponent and get a point. In a round robin nobody does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<EntrantId>,
}

impl Round {
    /// The games of this round.
    pub fn games(&self, legs: u8) -> impl Iterator<Item = PlannedGame> {
        let round = self.number;
        (1..).zip(&self.pairings).flat_map(move |(board, pairing)| {
            (1..=legs).map(move |game| {
                let key = GameKey { round, board, game };
                PlannedGame::new(key, *pairing)
            })
        })
    }
}

/// A game: its key and who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlannedGame {
    /// The key.
    pub key: GameKey,
    /// Who moves first.
    pub first: EntrantId,
    /// Who moves second.
    pub second: EntrantId,
}

impl PlannedGame {
    /// A game of a pairing; in every second one the seats are swapped.
    pub const fn new(key: GameKey, pairing: Pairing) -> Self {
        let Pairing { first, second } = pairing;
        if key.game.is_multiple_of(2) {
            let (first, second) = (second, first);
            Self { key, first, second }
        } else {
            Self { key, first, second }
        }
    }

    /// The seat of an entrant; `None` if they don't play here.
    pub fn seat(&self, entrant: EntrantId) -> Option<Side> {
        if entrant == self.first {
            Some(Side::First)
        } else if entrant == self.second {
            Some(Side::Second)
        } else {
            None
        }
    }

    /// Who has this seat.
    pub const fn at(&self, seat: Side) -> EntrantId {
        match seat {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// The opponent of an entrant; `None` if they don't play here.
    pub fn opponent(&self, entrant: EntrantId) -> Option<EntrantId> {
        self.seat(entrant).map(|seat| self.at(!seat))
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PairingResult {
    /// The player who moved first won.
    First,
    /// The player who moved second won.
    Second,
    /// A draw: half a point for each.
    Draw,
    /// A loss for both.
    Neither,
}

impl PairingResult {
    /// A win for this seat.
    pub const fn win(seat: Side) -> Self {
        match seat {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }

    /// The winner's seat.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Draw | Self::Neither => None,
        }
    }

    /// What this seat scores.
    pub fn points(self, seat: Side) -> Points {
        match self {
            Self::Draw => Points::DRAW,
            _ if self.winner() == Some(seat) => Points::WIN,
            _ => Points::ZERO,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnding {
    /// On the board, by resignation or by agreement.
    Played,
    /// The loser's time ran out.
    TimedOut,
    /// The loser's time ran out before their first move. The first time, it forfeits the open games against
    /// this opponent; the second time, it withdraws the player.
    TimedOutUnplayed,
    /// The game was not played: the loser gave it up beforehand or left.
    Forfeited,
    /// The organiser decided.
    Adjudicated,
}

impl GameEnding {
    /// Was the game begun, so that it counts as played?
    pub const fn is_played(self) -> bool {
        matches!(self, Self::Played | Self::TimedOut | Self::Adjudicated)
    }
}
