//! Boards and rule sets, and their valid combinations.

use std::fmt;
use std::str::FromStr;

use super::marble::{ByMarble, Marble};
use super::{Board, Cell, CellSet, Reason};

/// A board, by its number of rings at the start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the number of rings says it all")]
pub enum Rings {
    R37,
    R40,
    R43,
    R44,
    R48,
    R61,
}

impl Rings {
    const ALL: [Self; 6] = [
        Self::R37,
        Self::R40,
        Self::R43,
        Self::R44,
        Self::R48,
        Self::R61,
    ];

    /// The number of rings at the start.
    pub fn count(self) -> usize {
        self.board().cells().len()
    }

    /// The board at the start of the game.
    #[inline]
    pub fn board(self) -> &'static Board {
        &BOARDS[self as usize]
    }
}

/// A rule set: the marbles, the goals, and special rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RuleSet {
    /// The game of the rule book.
    Basic,
    /// One marble fewer of each colour, and lower goals.
    Blitz,
    /// A capture may be missed, and the other player may send such a turn back.
    Tournament,
    /// ЗЕРЦ: no jumps over a marble's own colour, jumped marbles are only tallied, claiming is automatic.
    Zerc,
}

impl RuleSet {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Blitz => "blitz",
            Self::Tournament => "tournament",
            Self::Zerc => "zerc",
        }
    }

    /// The boards it is played on, in words.
    const fn boards(self) -> &'static str {
        match self {
            Self::Basic => "37, 40, 43, 44, 48 or 61 rings",
            Self::Blitz => "37 rings",
            Self::Tournament => "48 or 61 rings",
            Self::Zerc => "37 or 61 rings",
        }
    }
}

/// A valid combination of a board and a rule set.
///
/// ```
/// # use hexpost_engine::zertz::Variant;
/// let variant: Variant = "48-tournament".parse().unwrap();
/// assert_eq!(variant.board().cells().len(), 48);
/// assert!("37-tournament".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variant {
    rings: Rings,
    rules: RuleSet,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 11] = [
        Self::new(Rings::R37, RuleSet::Basic),
        Self::new(Rings::R40, RuleSet::Basic),
        Self::new(Rings::R43, RuleSet::Basic),
        Self::new(Rings::R44, RuleSet::Basic),
        Self::new(Rings::R48, RuleSet::Basic),
        Self::new(Rings::R61, RuleSet::Basic),
        Self::new(Rings::R37, RuleSet::Blitz),
        Self::new(Rings::R48, RuleSet::Tournament),
        Self::new(Rings::R61, RuleSet::Tournament),
        Self::new(Rings::R37, RuleSet::Zerc),
        Self::new(Rings::R61, RuleSet::Zerc),
    ];

    const fn new(rings: Rings, rules: RuleSet) -> Self {
        Self { rings, rules }
    }

    /// The board.
    pub const fn rings(self) -> Rings {
        self.rings
    }

    /// The rule set.
    pub const fn rules(self) -> RuleSet {
        self.rules
    }

    /// The board at the start of the game.
    #[inline]
    pub fn board(self) -> &'static Board {
        self.rings.board()
    }

    /// The number of marbles in the set.
    pub const fn marbles(self) -> ByMarble<u8> {
        match self.rules {
            RuleSet::Blitz => ByMarble::new(5, 7, 9),
            _ => ByMarble::new(6, 8, 10),
        }
    }

    /// The captures that win the game.
    #[inline]
    pub const fn goals(self) -> Goals {
        match self.rules {
            RuleSet::Blitz => Goals::new(ByMarble::new(3, 4, 5), 2),
            RuleSet::Zerc => Goals::new(ByMarble::new(4, 5, 6), 1),
            RuleSet::Basic | RuleSet::Tournament => Goals::new(ByMarble::new(4, 5, 6), 3),
        }
    }

    #[inline]
    pub(crate) fn is_tournament(self) -> bool {
        self.rules == RuleSet::Tournament
    }

    #[inline]
    pub(crate) fn is_zerc(self) -> bool {
        self.rules == RuleSet::Zerc
    }
}

/// The numbers of captured marbles that win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goals {
    /// For each colour, how many of it win.
    pub colour: ByMarble<u8>,
    /// How many of every colour win.
    pub each: u8,
}

impl Goals {
    const fn new(colour: ByMarble<u8>, each: u8) -> Self {
        Self { colour, each }
    }

    /// The first goal that these captures reach, in the order of the rules.
    #[inline]
    pub fn reached(self, captured: ByMarble<u8>) -> Option<Reason> {
        Marble::ALL
            .into_iter()
            .find(|&marble| captured[marble] >= self.colour[marble])
            .map(Reason::Colour)
            .or_else(|| {
                let fewest = captured.white.min(captured.grey).min(captured.black);
                (fewest >= self.each).then_some(Reason::EachColour)
            })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rings.count())?;
        match self.rules {
            RuleSet::Basic => Ok(()),
            rules => write!(f, "-{}", rules.as_str()),
        }
    }
}

/// A text that does not name a variant of ZÈRTZ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VariantError {
    /// No board has that many rings.
    Board(String),
    /// The name of the rule set is unknown.
    RuleSet(String),
    /// The rule set is not played on this board.
    Pairing(Rings, RuleSet),
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(text) => write!(
                f,
                "no ZÈRTZ board {text:?}: there are 37, 40, 43, 44, 48 and 61 rings"
            ),
            Self::RuleSet(text) => write!(
                f,
                "no ZÈRTZ rule set {text:?}: there are blitz, tournament, zerc, and none for the \
                 basic game"
            ),
            Self::Pairing(rings, rules) => write!(
                f,
                "{} ZÈRTZ is played on {}, not on {}",
                rules.as_str(),
                rules.boards(),
                rings.count()
            ),
        }
    }
}

impl std::error::Error for VariantError {}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let (rings, rules) = match text.split_once('-') {
            Some((rings, rules)) => (rings, Some(rules)),
            None => (text, None),
        };
        let rings = Rings::ALL
            .into_iter()
            .find(|known| known.count().to_string() == rings)
            .ok_or_else(|| VariantError::Board(rings.to_owned()))?;
        let rules = match rules {
            None => RuleSet::Basic,
            Some("blitz") => RuleSet::Blitz,
            Some("tournament") => RuleSet::Tournament,
            Some("zerc") => RuleSet::Zerc,
            Some(other) => return Err(VariantError::RuleSet(other.to_owned())),
        };
        let variant = Self::new(rings, rules);
        if Self::ALL.contains(&variant) {
            Ok(variant)
        } else {
            Err(VariantError::Pairing(rings, rules))
        }
    }
}

static BOARDS: [Board; 6] = {
    let basic = CellSet::hexagon(3);
    let ones = cells(&[(-3, -4), (-2, -4), (-1, -4)]);
    let twos = cells(&[(4, 1), (4, 2), (4, 3)]);
    let threes = cells(&[(0, -4), (1, -3), (2, -2), (3, -1)]);
    let corner = cells(&[(4, 0)]);
    [
        Board::new(basic),
        Board::new(basic.union(ones)),
        Board::new(basic.union(ones).union(twos)),
        Board::new(basic.union(ones).union(threes)),
        Board::new(basic.union(ones).union(twos).union(threes).union(corner)),
        Board::new(CellSet::hexagon(4)),
    ]
};

const fn cells(coordinates: &[(i8, i8)]) -> CellSet {
    let mut set = CellSet::EMPTY;
    let mut index = 0;
    while index < coordinates.len() {
        let (x, y) = coordinates[index];
        match Cell::at(x, y) {
            Some(cell) => set.insert(cell),
            None => panic!("off the hexagon"),
        }
        index += 1;
    }
    set
}
