//! Points and tie-break scores.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Points, counted in halves: a win is 1, a draw ½.
///
/// ```
/// # use hexpost_tournament::Points;
/// let points = Points::WIN + Points::WIN + Points::DRAW;
/// assert_eq!(points.to_string(), "2½");
/// assert_eq!(points.decimal(), "2.5");
/// ```
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Points {
    /// The number of half points.
    pub halves: u32,
}

impl Points {
    /// No points: a lost game.
    pub const ZERO: Self = Self { halves: 0 };
    /// Half a point: a drawn game.
    pub const DRAW: Self = Self { halves: 1 };
    /// One point: a game that was won, or a bye.
    pub const WIN: Self = Self { halves: 2 };

    /// The points with one decimal, such as `2.5`.
    pub fn decimal(self) -> String {
        format!("{}.{}", self.halves / 2, self.halves % 2 * 5)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.halves / 2, self.halves % 2) {
            (0, 1) => f.write_str("½"),
            (whole, 0) => write!(f, "{whole}"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let halves = self.halves + other.halves;
        Self { halves }
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(each: I) -> Self {
        each.fold(Self::ZERO, Add::add)
    }
}

/// A Sonneborn–Berger score: the points of the opponents, times what was scored against them.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SonnebornBerger {
    /// The number of quarters.
    pub quarters: u32,
}

impl SonnebornBerger {
    /// The score of one game.
    pub const fn of(scored: Points, opponent: Points) -> Self {
        Self {
            quarters: scored.halves * opponent.halves,
        }
    }
}

impl AddAssign for SonnebornBerger {
    fn add_assign(&mut self, other: Self) {
        self.quarters += other.quarters;
    }
}

impl fmt::Display for SonnebornBerger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.quarters / 4, self.quarters % 4 * 25)
    }
}
