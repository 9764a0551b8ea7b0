//! Scores: how good a position is for the player to move.

use std::fmt;

/// One unit of probability: this many points are one natural logarithm of the odds.
pub const POINTS_PER_LOGIT: i32 = 200;

/// The score of a win at once; a win in `n` plies is `n` less.
pub(crate) const WIN: i32 = 32_000;
/// Scores beyond this are wins or losses that the search has seen to the end.
pub(crate) const PROVEN: i32 = 30_000;
/// The most that an evaluation may return.
pub(crate) const MOST: i32 = 20_000;
/// Beyond every score.
pub(crate) const INFINITE: i32 = 32_700;

/// The score of a position, from the point of view of one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub(crate) i32);

impl Score {
    /// A score of this many points, where [`POINTS_PER_LOGIT`] points are one logit.
    pub const fn from_points(points: i32) -> Self {
        Self(points)
    }

    /// The points: about ±20,000 for an estimate, more for a win or loss that has been seen.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// If the win or loss has been seen to the end: in how many plies of the search; positive for a win.
    pub const fn distance(self) -> Option<i32> {
        if self.0 > PROVEN {
            Some(WIN - self.0)
        } else if self.0 < -PROVEN {
            Some(-WIN - self.0)
        } else {
            None
        }
    }

    /// Whether a win has been seen.
    pub const fn is_win(self) -> bool {
        self.0 > PROVEN
    }

    /// Whether a loss has been seen.
    pub const fn is_loss(self) -> bool {
        self.0 < -PROVEN
    }

    /// The probability of a win, in millionths, by the logistic curve on which the evaluation was fitted.
    pub fn probability(self) -> u32 {
        // A table-free logistic function in integers: 2^x by a cubic, which is precise to 0.02 %.
        let clamped = self.0.clamp(-4000, 4000);
        // exp(-s/200) = 2^(-s/200 · log2 e); log2 e = 1.442695 = 94548/65536.
        let exponent = -i64::from(clamped) * 94_548 / i64::from(POINTS_PER_LOGIT);
        let (whole, fraction) = (exponent >> 16, exponent & 0xFFFF);
        let power = 65_536
            + ((fraction * 45_593) >> 16)
            + ((((fraction * fraction) >> 16) * 14_752) >> 16)
            + ((((((fraction * fraction) >> 16) * fraction) >> 16) * 5_191) >> 16);
        let odds = if whole >= 0 {
            power << whole
        } else {
            power >> -whole
        };
        (1_000_000 * 65_536 / (65_536 + odds)) as u32
    }
}

impl fmt::Display for Score {
    /// `+120`, `-35`, or `win 5` and `loss 4` with the distance in plies of the search.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) if self.is_win() => write!(f, "win {plies}"),
            Some(plies) => write!(f, "loss {}", -plies),
            None => write!(f, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probability_is_logistic() {
        for points in (-1500..=1500).step_by(37) {
            let expected = 1.0 / (1.0 + (-f64::from(points) / 200.0).exp());
            let found = f64::from(Score(points).probability()) / 1e6;
            assert!(
                (expected - found).abs() < 1e-3,
                "{points}: {expected} {found}"
            );
        }
    }

    #[test]
    fn distances_are_shown() {
        assert_eq!(Score(WIN - 3).to_string(), "win 3");
        assert_eq!(Score(-(WIN - 4)).to_string(), "loss 4");
        assert_eq!(Score(-35).to_string(), "-35");
    }
}
