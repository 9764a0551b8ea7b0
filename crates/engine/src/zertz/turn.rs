//! A turn of ZÈRTZ.

use std::fmt;

use super::Cell;
use super::marble::Marble;
use crate::hex::Name;

/// The most jumps a chain can have: over all marbles except the jumping one.
pub(super) const MAX_JUMPS: usize = 23;

/// One complete turn.
///
/// `C` represents places: [cells](Cell) for play, [names](Name) for text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn<C = Cell> {
    /// Put a marble on a vacant ring and remove a free ring.
    Place {
        /// The colour.
        marble: Marble,
        /// The ring the marble is put on.
        at: C,
        /// The ring to remove; `None` only if no ring is free.
        remove: Option<C>,
        /// Whether to leave the groups that this turn completes on the board.
        leave: bool,
    },
    /// Jump over one or more marbles with the same marble.
    Capture(Chain<C>),
    /// Pass, because nothing can be placed or captured.
    Pass,
    /// Tournament: send back the previous turn, which missed a capture.
    SendBack,
}

impl Turn {
    /// All cells of the turn.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        let (placed, jumped): (_, &[Cell]) = match self {
            Self::Place { at, remove, .. } => ([Some(*at), *remove], &[]),
            Self::Capture(chain) => ([None, None], chain.places()),
            Self::Pass | Self::SendBack => ([None, None], &[]),
        };
        placed.into_iter().flatten().chain(jumped.iter().copied())
    }
}

impl<C: Copy> Turn<C> {
    /// Converts all places of the turn.
    pub fn map<D: Copy>(&self, mut change: impl FnMut(C) -> D) -> Turn<D> {
        match *self {
            Self::Place {
                marble,
                at,
                remove,
                leave,
            } => Turn::Place {
                marble,
                at: change(at),
                remove: remove.map(change),
                leave,
            },
            Self::Capture(chain) => Turn::Capture(chain.map(change)),
            Self::Pass => Turn::Pass,
            Self::SendBack => Turn::SendBack,
        }
    }
}

/// The path of a jumping marble: its start and each of its landings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chain<C = Cell> {
    /// The places. Those beyond `len` always repeat the first, so that the derived equality is right.
    places: [C; MAX_JUMPS + 1],
    len: u8,
}

impl<C: Copy> Chain<C> {
    pub(super) const fn new(from: C) -> Self {
        Self {
            places: [from; MAX_JUMPS + 1],
            len: 1,
        }
    }

    /// The chain over these places; `None` if there are fewer than two or too many.
    pub fn from_places(places: &[C]) -> Option<Self> {
        let mut chain = Self::new(*places.first()?);
        if !(2..=MAX_JUMPS + 1).contains(&places.len()) {
            return None;
        }
        for &place in &places[1..] {
            chain.push(place);
        }
        Some(chain)
    }

    #[inline]
    pub(super) fn push(&mut self, place: C) {
        self.places[self.len as usize] = place;
        self.len += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.len -= 1;
        self.places[self.len as usize] = self.places[0];
    }

    /// Where the marble starts.
    #[inline]
    pub fn from(&self) -> C {
        self.places[0]
    }

    /// Where the marble lands last.
    #[inline]
    pub fn to(&self) -> C {
        self.places[self.len as usize - 1]
    }

    /// All places, from the start to the last landing.
    #[inline]
    pub fn places(&self) -> &[C] {
        &self.places[..self.len as usize]
    }

    fn map<D: Copy>(&self, change: impl FnMut(C) -> D) -> Chain<D> {
        Chain {
            places: self.places.map(change),
            len: self.len,
        }
    }
}

impl Chain {
    /// The cells that the marble jumps over, in order.
    pub fn jumped(&self) -> impl Iterator<Item = Cell> {
        self.places().windows(2).map(|jump| over(jump[0], jump[1]))
    }
}

/// The cell in the middle of a jump.
#[inline]
pub(super) fn over(from: Cell, to: Cell) -> Cell {
    // A jump is two steps in a line, so the middle is the only common neighbour. A chain without
    // that property has been refused before.
    (from.neighbours() & to.neighbours()).first().unwrap_or(to)
}

impl<C: fmt::Debug> fmt::Debug for Chain<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(&self.places[..self.len as usize])
            .finish()
    }
}

impl fmt::Display for Turn<Name> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place {
                marble,
                at,
                remove,
                leave,
            } => {
                write!(f, "{}{at}", marble.letter())?;
                if let Some(ring) = remove {
                    write!(f, "-{ring}")?;
                }
                f.write_str(if *leave { "~" } else { "" })
            }
            Self::Capture(chain) => {
                f.write_str("x")?;
                chain
                    .places()
                    .iter()
                    .try_for_each(|place| write!(f, "{place}"))
            }
            Self::Pass => f.write_str("-"),
            Self::SendBack => f.write_str("!"),
        }
    }
}
