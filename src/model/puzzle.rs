//! Puzzles: what people have tried, how strong they are, where the puzzle of the day is shown, and puzzles from
//! games on a server.

use hexpost_engine::side::Side;
use serde::Serialize;

use super::ids::{ChannelId, GameId, PlayerId, PuzzleId, ServerId};
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

/// A puzzle from a finished game between two people, for the members of the server of that game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClubPuzzle {
    /// The game.
    pub game: GameId,
    /// The server.
    pub server: ServerId,
    /// The name of the game that is played.
    pub kind: String,
    /// Its number, and the puzzle as in `assets/puzzles`; `None` once it has ended.
    pub puzzle: Option<(PuzzleId, String)>,
    /// The player who suggested it.
    pub suggested_by: Side,
    /// How far it has come.
    pub state: ClubPuzzleState,
    /// When it was suggested.
    pub suggested_at: Time,
    /// When the other player agreed, or when it ended.
    pub decided_at: Option<Time>,
}

/// How far a puzzle from a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClubPuzzleState {
    /// One player has suggested it.
    Suggested,
    /// Both players agree: it belongs to the server.
    Agreed,
    /// A player has declined it or no longer agrees, or a moderator has removed it.
    Ended,
}

impl ClubPuzzleState {
    /// The name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Suggested => "suggested",
            Self::Agreed => "agreed",
            Self::Ended => "ended",
        }
    }

    /// The state with a name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Suggested, Self::Agreed, Self::Ended];
        all.into_iter().find(|state| state.as_str() == name)
    }
}
