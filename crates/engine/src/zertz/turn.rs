//! A turn of ZÈRTZ.

use std::fmt;

use super::Cell;
use super::marble::Marble;
use crate::hex::Name;

/// The most jumps a chain can have: all marbles but the jumper.
pub(super) const MAX_JUMPS: usize = 23;

/// One whole turn.
///
/// `C` is what the places are: [cells](Cell) for play, [names](Name) for text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn<C = Cell> {
    /// Put a marble on a vacant ring and take a free ring away.
    Place {
        /// The colour.
        marble: Marble,
        /// The ring it is put on.
        at: C,
        /// The ring taken away; none only if no ring was free.
        remove: Option<C>,
        /// Leave the groups that this turn completes on the board.
        leave: bool,
    },
    /// Jump over marbles with one marble.
    Capture(Chain<C>),
    /// Nothing can be placed or captured.
    Pass,
    /// Tournament: the turn before missed a capture and is sent back.
    SendBack,
}

impl Turn {
    /// The cells it names.
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
    /// The same turn with other places.
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

/// The way of a jumping marble: where it starts and each place where it lands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chain<C = Cell> {
    /// The places. Those beyond `len` always repeat the first, so that equal chains are equal here.
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

    /// The chain over these places; none if there are fewer than two or too many.
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

    /// Where the marble comes to rest.
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
    /// The cells that are jumped over, in order.
    pub fn jumped(&self) -> impl Iterator<Item = Cell> {
        self.places().windows(2).map(|jump| over(jump[0], jump[1]))
    }
}

/// The cell in the middle of a jump.
#[inline]
pub(super) fn over(from: Cell, to: Cell) -> Cell {
    // A jump is two steps in a line, so the middle is the one neighbour they share; a chain that
    // is no such thing is refused before anyone asks.
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
