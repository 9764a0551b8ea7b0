//! Puzzles: what people have tried, how strong they are, and where the puzzle of the day is shown.

use serde::Serialize;

use super::ids::{ChannelId, PlayerId, PuzzleId, ServerId};
use super::rating::Rating;
use super::time::Time;

/// A player's attempt at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PuzzleAttempt {
    /// The player.
    #[serde(skip)]
    pub player: PlayerId,
    /// The puzzle.
    pub puzzle: PuzzleId,
    /// The name of the game.
    pub kind: String,
    /// The server on which it was begun, if any.
    pub server: Option<ServerId>,
    /// The turns so far, with the replies, in canonical notation.
    pub line: Vec<String>,
    /// The number of tries that did not win.
    pub tries: i64,
    /// Once it is decided: its number among those of the player and the game, from 1.
    pub place: Option<i64>,
    /// Once it is decided: whether it was solved without a mistake.
    pub is_solved: Option<bool>,
    /// Whether it was solved in the end, or the solution was shown.
    pub is_over: bool,
    /// When it was begun, or last tried.
    pub at: Time,
}

/// A player's record in the puzzles of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PuzzleRecord {
    /// The rating; its number of games is that of decided attempts.
    #[serde(flatten)]
    pub rating: Rating,
    /// How many puzzles were solved without a mistake.
    pub solved: i64,
    /// How many of the last ones in a row.
    pub streak: i64,
    /// The longest streak.
    pub best_streak: i64,
}

/// Where and when a server shows the puzzle of the day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DailyPuzzle {
    /// The server.
    pub server: ServerId,
    /// The channel.
    pub channel: ChannelId,
    /// The hour of the day.
    pub hour: u8,
    /// The name of the time zone.
    pub zone: String,
    /// The day of the last message and the puzzle that it showed. Days are counted from 1970.
    pub last: Option<(i64, PuzzleId)>,
}
