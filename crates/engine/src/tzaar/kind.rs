//! The three kinds of piece.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A kind of piece. A side that lacks a visible piece of any kind has lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Tzaar, of which each side has 6.
    Tzaar,
    /// Tzarra, of which each side has 9.
    Tzarra,
    /// Tott, of which each side has 15.
    Tott,
}

impl Kind {
    /// All three, the rarest first.
    pub const ALL: [Self; 3] = [Self::Tzaar, Self::Tzarra, Self::Tott];

    /// The letter in the notation: `Z`, `R` or `T`.
    ///
    /// All three names begin with T, so initials would not do.
    pub const fn letter(self) -> char {
        match self {
            Self::Tzaar => 'Z',
            Self::Tzarra => 'R',
            Self::Tott => 'T',
        }
    }

    /// The kind with this letter, in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The name in the rule book.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tzaar => "Tzaar",
            Self::Tzarra => "Tzarra",
            Self::Tott => "Tott",
        }
    }

    /// How many pieces of this kind each side begins with.
    pub const fn count(self) -> u8 {
        match self {
            Self::Tzaar => 6,
            Self::Tzarra => 9,
            Self::Tott => 15,
        }
    }
}

/// One `T` for each kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ByKind<T> {
    /// The value for Tzaars.
    pub tzaar: T,
    /// The value for Tzarras.
    pub tzarra: T,
    /// The value for Totts.
    pub tott: T,
}

impl<T> ByKind<T> {
    /// Builds the value by calling `make` for each kind.
    pub fn new_with(mut make: impl FnMut(Kind) -> T) -> Self {
        Self {
            tzaar: make(Kind::Tzaar),
            tzarra: make(Kind::Tzarra),
            tott: make(Kind::Tott),
        }
    }
}

impl ByKind<u8> {
    /// Whether all counts are zero.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.tzaar | self.tzarra | self.tott == 0
    }
}

impl<T> Index<Kind> for ByKind<T> {
    type Output = T;

    #[inline]
    fn index(&self, kind: Kind) -> &T {
        match kind {
            Kind::Tzaar => &self.tzaar,
            Kind::Tzarra => &self.tzarra,
            Kind::Tott => &self.tott,
        }
    }
}

impl<T> IndexMut<Kind> for ByKind<T> {
    #[inline]
    fn index_mut(&mut self, kind: Kind) -> &mut T {
        match kind {
            Kind::Tzaar => &mut self.tzaar,
            Kind::Tzarra => &mut self.tzarra,
            Kind::Tott => &mut self.tott,
        }
    }
}
