//! A game written down: how it began, every turn, and how it ended.
//!
//! This is what is stored and exchanged; positions are found by playing it through the rules again.
//! `text` is how people see it, `json` how programs do, `movetext` how it is written elsewhere.

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

/// The version of the rules; a record says by which it was played.
pub const RULES_VERSION: u32 = 1;

/// More turns than any game has that people would play. Each is compared with those before it, so the cost of a
/// record grows with their square.
const MAX_TURNS: usize = 2_000;

/// A legal game, from its start to where it stands.
///
/// Every turn in it has been played through the rules, so a record can't hold an illegal one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "JsonRecord", into = "JsonRecord")]
pub struct Record {
    variant: Variant,
    turns: Vec<AnyTurn>,
    ending: Option<Ending>,
    game: AnyGame,
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner; nobody in a draw or where there is no result.
    pub winner: Option<Side>,
    /// What ended it.
    pub how: How,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum How {
    /// A rule of the board; the name is that of the game's reason.
    Rule(&'static str),
    /// A player gave up.
    Resignation,
    /// A player ran out of time.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// The game was called off; it has no result.
    Abort,
    /// A moderator ended it.
    Moderator,
}

impl How {
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
    /// No game is that long.
    TooLong,
    /// The turn is illegal.
    Illegal(AnyIllegal),
    /// This way of ending has, or has not, a winner.
    Winner(How),
    /// No rule has ended the game like this.
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
    /// A game without turns.
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

    /// Reads a game as we write it, or as it is written elsewhere. Where the text does not name the
    /// board, it is that of `variant`, or else the usual one.
    pub fn read(text: &str, variant: Option<&Variant>) -> Result<Self, ParseRecordError> {
        let is_ours = |line: &str| line.trim_start().starts_with("[Game ");
        let text = text.trim_start_matches('\u{feff}');
        if text.lines().any(is_ours) {
            text.parse()
        } else if text.len() > text::MAX_TEXT_BYTES {
            let problem = ParseProblem::TooLong;
            let line = None;
            Err(ParseRecordError { line, problem })
        } else {
            Self::from_movetext(text, variant)
        }
    }

    /// The game and how it began.
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

    /// How it ended, if it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The game as it stands after the last turn.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The game as it stood after so many turns; none beyond the last.
    pub fn at(&self, ply: usize) -> Option<AnyGame> {
        let mut game = AnyGame::start(&self.variant);
        for turn in self.turns.get(..ply)? {
            game.play(turn).ok()?;
        }
        Some(game)
    }

    /// Adds a turn; after a refusal nothing has changed.
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

    /// Ends the game for a reason that is not on the board.
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

    fn end_by_rule(&mut self) {
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            let how = How::Rule(reason);
            self.ending = Some(Ending { winner, how });
        }
    }
}
