//! A turn of TZAAR.

use std::fmt;

use super::Cell;
use super::kind::Kind;
use crate::hex::Name;

/// A move from one point to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move<C = Cell> {
    /// The mover's point.
    pub from: C,
    /// The target's point.
    pub to: C,
}

impl<C: Copy> Move<C> {
    fn map<D>(self, mut change: impl FnMut(C) -> D) -> Move<D> {
        Move {
            from: change(self.from),
            to: change(self.to),
        }
    }
}

/// The second part of a turn, after the compulsory capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Second<C = Cell> {
    /// Nothing may follow: this is White's opening turn, or the capture has won the game.
    Nothing,
    /// Another capture.
    Capture(Move<C>),
    /// A piece moves onto a piece of the same side.
    Stack(Move<C>),
    /// The player passes.
    Pass,
}

/// One complete turn.
///
/// `C` represents points: [cells](Cell) for play, [names](Name) for text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn<C = Cell> {
    /// Tournament set-up: put one of the player's own pieces on a vacant point.
    Place {
        /// The kind of piece.
        kind: Kind,
        /// The point.
        at: C,
    },
    /// Capture, and perhaps make one more move.
    Capture {
        /// The compulsory capture.
        first: Move<C>,
        /// The second part of the turn.
        second: Second<C>,
    },
}

impl<C: Copy> Turn<C> {
    /// Converts all points of the turn.
    pub fn map<D>(&self, mut change: impl FnMut(C) -> D) -> Turn<D> {
        match *self {
            Self::Place { kind, at } => Turn::Place {
                kind,
                at: change(at),
            },
            Self::Capture { first, second } => Turn::Capture {
                first: first.map(&mut change),
                second: match second {
                    Second::Nothing => Second::Nothing,
                    Second::Capture(m) => Second::Capture(m.map(change)),
                    Second::Stack(m) => Second::Stack(m.map(change)),
                    Second::Pass => Second::Pass,
                },
            },
        }
    }
}

impl fmt::Display for Turn<Name> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { kind, at } => write!(f, "{}{at}", kind.letter()),
            Self::Capture { first, second } => {
                write!(f, "{}x{}", first.from, first.to)?;
                match second {
                    Second::Nothing => Ok(()),
                    Second::Capture(m) => write!(f, " {}x{}", m.from, m.to),
                    Second::Stack(m) => write!(f, " {}+{}", m.from, m.to),
                    Second::Pass => f.write_str(" -"),
                }
            }
        }
    }
}
