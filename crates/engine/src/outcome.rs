//! How a game ends by its own rules.

use std::fmt::Debug;
use std::hash::Hash;

use super::side::Side;

/// Why a game is over; each game has its own reasons.
///
/// The names are part of the record format and never change.
pub trait Reason: Copy + Eq + Hash + Debug + 'static {
    /// Every reason of the game.
    const ALL: &'static [Self];

    /// The stable English name, such as `last ring`.
    fn as_str(self) -> &'static str;

    /// The reason with this [name](Reason::as_str).
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|reason| reason.as_str() == name)
    }
}

/// The end of a game: the winner, if any, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome<R> {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game.
    pub reason: R,
}

impl<R> Outcome<R> {
    /// A win for `winner`.
    pub const fn win(winner: Side, reason: R) -> Self {
        Self {
            winner: Some(winner),
            reason,
        }
    }

    /// A draw.
    pub const fn draw(reason: R) -> Self {
        Self {
            winner: None,
            reason,
        }
    }
}

impl<R: Reason> Outcome<R> {
    /// The outcome with its reason as a name, for code that does not know the game.
    pub fn named(self) -> Outcome<&'static str> {
        Outcome {
            winner: self.winner,
            reason: self.reason.as_str(),
        }
    }
}
