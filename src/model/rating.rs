//! Ratings, and why a rated game may not count.

use serde::Serialize;

use super::time::Time;

/// The Glicko-2 figures of a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// The estimated strength.
    pub rating: f64,
    /// The standard deviation of the estimate.
    pub deviation: f64,
    /// How much the player's strength fluctuates.
    pub volatility: f64,
}

/// A player's rating in a game, as of the last rated game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The Glicko-2 figures.
    #[serde(flatten)]
    pub figures: Figures,
    /// The number of rated games.
    pub games: i64,
    /// When the last of them ended.
    pub at: Time,
    /// Until when the deviation is small enough for a place on the leaderboard.
    pub settled_until: Time,
}

/// Why a rated game that has a result did not change ratings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Uncounted {
    /// It ended off the board before both players had made enough turns.
    Short,
    /// Enough games between the same two players have counted lately.
    Limit,
    /// It could not be replayed when it ended, so its number of turns was unknown.
    Frozen,
}

impl Uncounted {
    const ALL: [Self; 3] = [Self::Short, Self::Limit, Self::Frozen];

    /// The stable name, as stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Limit => "limit",
            Self::Frozen => "frozen",
        }
    }

    /// Parses what [`Uncounted::as_str`] returns.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.as_str() == name)
    }
}

/// How a game changed one player's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RatingChange {
    /// The figures when the game ended, with the deviation grown by inactivity.
    pub before: Figures,
    /// The rating after the game.
    pub after: Rating,
}
