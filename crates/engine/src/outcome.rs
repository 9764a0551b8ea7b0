//! How a game ended by the rules of the board.

use std::fmt::Debug;
use std::hash::Hash;

use super::side::Side;

/// Why a game is over, in one game's own vocabulary.
///
/// The names are part of the record format: they never change.
pub trait Reason: Copy + Eq + Hash + Debug + 'static {
    /// Every reason the game knows.
    const ALL: &'static [Self];

    /// The stable English name, such as `last ring`.
    fn as_str(self) -> &'static str;

    /// Reads what [`Reason::as_str`] writes.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|reason| reason.as_str() == name)
    }
}

/// The end of a game: who won, if anyone, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome<R> {
    /// The winner; nobody in a draw.
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
    /// The same outcome with the reason as a name, for code that does not know the game.
    pub fn named(self) -> Outcome<&'static str> {
        Outcome {
            winner: self.winner,
            reason: self.reason.as_str(),
        }
    }
}
