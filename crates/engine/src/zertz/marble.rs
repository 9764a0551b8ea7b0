//! The three colours of marble.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A colour of marble. Marbles belong to nobody until they are captured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Marble {
    /// White, the rarest.
    White,
    /// Grey.
    Grey,
    /// Black, the most common.
    Black,
}

impl Marble {
    /// All three colours, in the order in which goals are checked.
    pub const ALL: [Self; 3] = [Self::White, Self::Grey, Self::Black];

    /// The letter in the notation: `W`, `G` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Grey => 'G',
            Self::Black => 'B',
        }
    }

    /// The colour with this letter, in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|marble| marble.letter() == letter.to_ascii_uppercase())
    }

    /// The English name of the colour.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Grey => "grey",
            Self::Black => "black",
        }
    }
}

/// One `T` for each colour of marble.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ByMarble<T> {
    /// The value for white.
    pub white: T,
    /// The value for grey.
    pub grey: T,
    /// The value for black.
    pub black: T,
}

impl<T> ByMarble<T> {
    /// The values in the order white, grey, black.
    pub const fn new(white: T, grey: T, black: T) -> Self {
        Self { white, grey, black }
    }

    /// Builds the value by calling `make` for each colour.
    pub fn new_with(mut make: impl FnMut(Marble) -> T) -> Self {
        Self {
            white: make(Marble::White),
            grey: make(Marble::Grey),
            black: make(Marble::Black),
        }
    }
}

impl ByMarble<u8> {
    /// Whether all counts are zero.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.white | self.grey | self.black == 0
    }
}

impl<T> Index<Marble> for ByMarble<T> {
    type Output = T;

    #[inline]
    fn index(&self, marble: Marble) -> &T {
        match marble {
            Marble::White => &self.white,
            Marble::Grey => &self.grey,
            Marble::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Marble> for ByMarble<T> {
    #[inline]
    fn index_mut(&mut self, marble: Marble) -> &mut T {
        match marble {
            Marble::White => &mut self.white,
            Marble::Grey => &mut self.grey,
            Marble::Black => &mut self.black,
        }
    }
}
