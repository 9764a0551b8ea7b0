//! Game records: the variant, every turn, and how the game ended.
//!
//! Records are what is stored and exchanged; positions are recomputed by replaying them through the
//! rules. `text` is the format for people, `json` the one for programs, and `movetext` covers the
//! notations of other sites.

mod json;
mod movetext;
mod text;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::game::{AnyGame, AnyIllegal, AnyTurn, Variant};
use super::outcome::Outcome;
use super::side::Side;
pub use json::JsonRecord;
pub use text::{ParseProblem, ParseRecordError};

/// The version of the rules, which every record states.
pub const RULES_VERSION: u32 = 1;

/// The most turns in a record: more than any game that people would play. Each turn may be compared
/// with all earlier ones, so the cost of a record grows quadratically.
const MAX_TURNS: usize = 2_000;

/// A legal game, from its start to its current position.
///
/// Every turn has been checked by the rules, so a record can't contain an illegal one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "JsonRecord", into = "JsonRecord")]
pub struct Record {
    variant: Variant,
    turns: Vec<AnyTurn>,
    ending: Option<Ending>,
    game: AnyGame,
}

/// How a game ended: by the rules, or otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner; `None` in a draw or without a result.
    pub winner: Option<Side>,
    /// The cause of the ending.
    pub how: How,
}

/// The cause of a game's ending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// The game's own rules; the string is the [name](super::outcome::Reason::as_str) of the reason.
    Rule(&'static str),
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// The game was aborted; it has no result.
    Abort,
    /// A moderator ended the game.
    Moderator,
}

impl How {
    /// All endings other than by the game's own rules.
    const BY_PEOPLE: [Self; 5] = [
        Self::Resignation,
        Self::Time,
        Self::Agreement,
        Self::Abort,
        Self::Moderator,
    ];

    /// The stable English name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rule(reason) => reason,
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Abort => "abort",
            Self::Moderator => "moderator",
        }
    }
}

/// Why a turn or an ending can't be added to a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// The game has ended.
    Ended,
    /// The record has the maximum number of turns.
    TooLong,
    /// The turn is illegal.
    Illegal(AnyIllegal),
    /// This kind of ending requires a winner, or excludes one.
    Winner(How),
    /// The turns do not lead to this ending by the rules.
    NotByRule(&'static str),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended => write!(f, "the game has ended"),
            Self::TooLong => write!(f, "no game has more than {MAX_TURNS} turns"),
            Self::Illegal(rule) => write!(f, "illegal: {rule}"),
            Self::Winner(how @ (How::Resignation | How::Time)) => {
                write!(f, "a game that ends by {} has a winner", how.as_str())
            }
            Self::Winner(how) => write!(f, "a game that ends by {} has no winner", how.as_str()),
            Self::NotByRule(reason) => {
                write!(f, "the turns do not end the game by {reason:?} like this")
            }
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// A record without turns.
    pub fn new(variant: Variant) -> Self {
        let game = AnyGame::start(&variant);
        let mut record = Self {
            variant,
            turns: Vec::new(),
            ending: None,
            game,
        };
        record.end_by_rule();
        record
    }

    /// Parses a record in this crate's text format or in a [dialect](super::notation::Dialect). If the
    /// text does not name the board, `variant` is assumed, or else the board of 37 rings.
    pub fn read(text: &str, variant: Option<&Variant>) -> Result<Self, ParseRecordError> {
        let is_native = |line: &str| line.trim_start().starts_with("[Game ");
        let text = text.trim_start_matches('\u{feff}');
        if text.lines().any(is_native) {
            text.parse()
        } else if text.len() > text::MAX_TEXT_BYTES {
            let problem = ParseProblem::TooLong;
            let line = None;
            Err(ParseRecordError { line, problem })
        } else {
            Self::from_movetext(text, variant)
        }
    }

    /// The game and its variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The turns.
    pub fn turns(&self) -> &[AnyTurn] {
        &self.turns
    }

    /// The turns in canonical notation.
    pub fn texts(&self) -> Vec<String> {
        let write = |turn| self.game.write(turn);
        self.turns.iter().filter_map(write).collect()
    }

    /// How the game ended, if it is over.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The game after the last turn.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The game after the first `ply` turns; `None` beyond the last.
    pub fn at(&self, ply: usize) -> Option<AnyGame> {
        let mut game = AnyGame::start(&self.variant);
        for turn in self.turns.get(..ply)? {
            game.play(turn).ok()?;
        }
        Some(game)
    }

    /// Appends a turn, or returns an error and changes nothing.
    pub fn push(&mut self, turn: AnyTurn) -> Result<(), RecordError> {
        if self.ending.is_some() {
            return Err(RecordError::Ended);
        }
        if self.turns.len() >= MAX_TURNS {
            return Err(RecordError::TooLong);
        }
        self.game.play(&turn).map_err(RecordError::Illegal)?;
        self.turns.push(turn);
        self.end_by_rule();
        Ok(())
    }

    /// Ends the game other than by its own rules.
    pub fn finish(&mut self, ending: Ending) -> Result<(), RecordError> {
        if self.ending.is_some() {
            return Err(RecordError::Ended);
        }
        let fits = match ending.how {
            How::Rule(reason) => return Err(RecordError::NotByRule(reason)),
            How::Resignation | How::Time => ending.winner.is_some(),
            How::Agreement | How::Abort => ending.winner.is_none(),
            How::Moderator => true,
        };
        if !fits {
            return Err(RecordError::Winner(ending.how));
        }
        self.ending = Some(ending);
        Ok(())
    }

    /// Sets the ending if the last turn has ended the game.
    fn end_by_rule(&mut self) {
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            let how = How::Rule(reason);
            self.ending = Some(Ending { winner, how });
        }
    }
}
