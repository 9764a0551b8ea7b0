//! The variants of TZAAR: how the pieces are set up.

use std::fmt;
use std::str::FromStr;

use super::kind::Kind;
use super::{BOARD, Position, Side, Tzaar};
use crate::random::SplitMix64;

/// How the pieces are set up.
///
/// ```
/// # use hexpost_engine::tzaar::Variant;
/// let variant: Variant = "random:1".parse().unwrap();
/// assert!(variant.deal().unwrap().to_string().starts_with("tTrTZtrrttTRzRTT"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// The arrangement of the rule book.
    Fixed,
    /// A random arrangement, determined by a seed.
    Random(u64),
    /// The players place their pieces in turn.
    Tournament,
    /// A given arrangement.
    Given(Deal),
}

impl Variant {
    /// The arrangement at the start; `None` if the game starts with an empty board.
    pub fn deal(&self) -> Option<Deal> {
        match *self {
            Self::Fixed => Some(Deal::FIXED),
            Self::Random(seed) => Some(Deal::random(seed)),
            Self::Tournament => None,
            Self::Given(deal) => Some(deal),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed => f.write_str("fixed"),
            Self::Random(seed) => write!(f, "random:{seed}"),
            Self::Tournament => f.write_str("tournament"),
            Self::Given(deal) => write!(f, "setup:{deal}"),
        }
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        match text.split_once(':') {
            None if text == "fixed" => Ok(Self::Fixed),
            None if text == "tournament" => Ok(Self::Tournament),
            Some(("random", seed)) => {
                // Each deal has one name: no sign, no leading zeros.
                match seed.parse::<u64>() {
                    Ok(number) if number.to_string() == seed => Ok(Self::Random(number)),
                    _ => Err(VariantError::Seed(seed.to_owned())),
                }
            }
            Some(("setup", letters)) => letters.parse().map(Self::Given),
            _ => Err(VariantError::Unknown(text.to_owned())),
        }
    }
}

/// A text that does not name a variant of TZAAR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariantError {
    /// The name is unknown.
    Unknown(String),
    /// The seed is not a decimal number of at most 64 bits.
    Seed(String),
    /// The arrangement does not have 60 letters; the value is how many it has.
    Length(usize),
    /// A letter of the arrangement is none of `Z R T z r t`.
    Letter {
        /// The index of the letter, from 0.
        at: usize,
        /// The character found.
        found: char,
    },
    /// A side has too many or too few pieces of a kind.
    Count {
        /// The side.
        side: Side,
        /// The kind.
        kind: Kind,
        /// How many it has.
        found: u8,
    },
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(
                f,
                "no TZAAR variant {text:?}: there are {}",
                Tzaar::VARIANTS
            ),
            Self::Seed(seed) => write!(
                f,
                "the seed of a random deal is a number from 0 to {}, not {seed:?}",
                u64::MAX
            ),
            Self::Length(length) => write!(
                f,
                "a TZAAR set-up has 60 letters, one a point from a1 to i5, not {length}"
            ),
            Self::Letter { at, found } => {
                write!(f, "TZAAR set-up, letter {}: {found:?} is none of ", at + 1)?;
                f.write_str("Z R T (White) and z r t (Black)")
            }
            Self::Count { side, kind, found } => write!(
                f,
                "TZAAR set-up: the {side} player has {found} of {}, not {}",
                kind.letter(),
                kind.count()
            ),
        }
    }
}

impl std::error::Error for VariantError {}

/// All 60 pieces on all 60 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deal([(Side, Kind); 60]);

impl Deal {
    /// The arrangement of the rule book.
    pub const FIXED: Self =
        Self::from_letters(b"ttttTTrrrRTTRzzZRTTRZtTZRTTRZTtzrttrztTzrttrzZZrttrRRRttTTTT");

    /// The deal for a seed: a Fisher–Yates shuffle driven by [`SplitMix64`].
    pub fn random(seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        let mut deal =
            Self::from_letters(b"ZZZZZZRRRRRRRRRTTTTTTTTTTTTTTTzzzzzzrrrrrrrrrttttttttttttttt");
        for i in (1..60).rev() {
            let j = rng.next() % (i as u64 + 1);
            deal.0.swap(i, j as usize);
        }
        deal
    }

    /// The pieces, in the order of the points: a1…a5 b1…b6 … i5.
    pub fn pieces(&self) -> &[(Side, Kind); 60] {
        &self.0
    }

    /// An arrangement from letters that are known to be valid.
    const fn from_letters(letters: &[u8; 60]) -> Self {
        let mut pieces = [(Side::First, Kind::Tzaar); 60];
        let mut i = 0;
        while i < 60 {
            let side = if letters[i].is_ascii_uppercase() {
                Side::First
            } else {
                Side::Second
            };
            let kind = match letters[i].to_ascii_uppercase() {
                b'Z' => Kind::Tzaar,
                b'R' => Kind::Tzarra,
                _ => Kind::Tott,
            };
            pieces[i] = (side, kind);
            i += 1;
        }
        Self(pieces)
    }
}

/// The letter of a piece: upper case for White, lower case for Black.
pub(super) fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::First => kind.letter(),
        Side::Second => kind.letter().to_ascii_lowercase(),
    }
}

/// Parses the letter of a piece.
pub(super) fn piece(letter: char) -> Option<(Side, Kind)> {
    let side = if letter.is_ascii_uppercase() {
        Side::First
    } else {
        Side::Second
    };
    Some((side, Kind::from_letter(letter)?))
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|&(side, kind)| write!(f, "{}", letter(side, kind)))
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Deal {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        debug_assert_eq!(BOARD.cells().len(), 60);
        let length = text.chars().count();
        let mut pieces = [(Side::First, Kind::Tzaar); 60];
        if length != pieces.len() {
            return Err(VariantError::Length(length));
        }
        for (at, found) in text.chars().enumerate() {
            pieces[at] = piece(found).ok_or(VariantError::Letter { at, found })?;
        }
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let found = pieces.iter().filter(|&&p| p == (side, kind)).count() as u8;
                if found != kind.count() {
                    return Err(VariantError::Count { side, kind, found });
                }
            }
        }
        Ok(Self(pieces))
    }
}
