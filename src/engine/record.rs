//! A game written down: how it began, every turn, and how it ended.
//!
//! This is what is stored and exchanged; positions are found by playing it through the rules again.
//! As text:
//!
//! ```text
//! [Game "tzaar"]
//! [Variant "fixed"]
//! [Rules "1"]
//! [Result "0-1"]
//! [Ending "resignation"]
//!
//! 1. d3xd4 | c4xd5 f3xe4
//! ```
//!
//! A line is a round: its number, the first player's turn, a bar, the second player's. An unfinished
//! game has the result `*` and no ending; one that was called off has `*` and an ending.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::game::{AnyGame, AnyIllegal, AnyTurn, Variant};
use super::notation::ReadError;
use super::outcome::Outcome;
use super::side::Side;

/// The version of the rules; a record says by which it was played.
pub const RULES_VERSION: u32 = 1;

/// The longest text that is looked at, in bytes.
const LONGEST_TEXT: usize = 1 << 20;
/// More turns than any game has that people would play.
const MOST_TURNS: usize = 10_000;

/// A legal game, from its start to where it stands.
///
/// Every turn in it has been played through the rules, so a record can't hold an illegal one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Plain", into = "Plain")]
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
            Self::TooLong => write!(f, "no game has more than {MOST_TURNS} turns"),
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
        if self.turns.len() >= MOST_TURNS {
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

    /// Ends the game as a text says, or makes sure that it has ended so.
    fn finish_as_written(&mut self, winner: Option<Side>, how: &str) -> Result<(), ParseProblem> {
        let by_people = How::BY_PEOPLE
            .into_iter()
            .find(|known| known.as_str() == how);
        if let Some(how) = by_people {
            self.finish(Ending { winner, how })?;
            return Ok(());
        }
        let reasons = self.variant.game().reasons();
        let Some(&reason) = reasons.iter().find(|&&reason| reason == how) else {
            return Err(ParseProblem::Ending(how.to_owned()));
        };
        let how = How::Rule(reason);
        if self.ending == Some(Ending { winner, how }) {
            Ok(())
        } else {
            Err(RecordError::NotByRule(reason).into())
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[Game \"{}\"]", self.variant.game().as_str())?;
        writeln!(f, "[Variant \"{}\"]", self.variant)?;
        writeln!(f, "[Rules \"{RULES_VERSION}\"]")?;
        writeln!(f, "[Result \"{}\"]", result_text(self.ending))?;
        if let Some(ending) = self.ending {
            writeln!(f, "[Ending \"{}\"]", ending.how.as_str())?;
        }
        writeln!(f)?;
        for (round, turns) in self.texts().chunks(2).enumerate() {
            writeln!(f, "{}. {}", round + 1, turns.join(" | "))?;
        }
        Ok(())
    }
}

fn result_text(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "*",
        Some(ending) => match (ending.winner, ending.how) {
            (Some(Side::First), _) => "1-0",
            (Some(Side::Second), _) => "0-1",
            (None, How::Abort | How::Moderator) => "*",
            (None, _) => "1/2-1/2",
        },
    }
}

/// A record that can't be read, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRecordError {
    /// The line, from 1; none where the fault lies in no single one.
    pub line: Option<usize>,
    /// What is wrong there.
    pub problem: ParseProblem,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseProblem {
    /// The text is too long to be one.
    TooLong,
    /// A header line is not `[Name "value"]`.
    Header,
    /// There is no header of that name.
    UnknownHeader(String),
    /// A header stands twice.
    Repeated(&'static str),
    /// A header is missing.
    Missing(&'static str),
    /// The game or the variant does not exist.
    Variant(String),
    /// The record follows rules of another version.
    Rules(String),
    /// The result is none of `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(String),
    /// A result without an ending, or the other way round, or two that do not fit.
    ResultAndEnding,
    /// There is no such way to end a game.
    Ending(String),
    /// The number of a round is not the next one.
    Round {
        /// What stands there.
        found: String,
        /// What should.
        expected: usize,
    },
    /// A turn can't be read or played.
    Turn {
        /// Which one, counting both players', from 1.
        ply: usize,
        /// The text.
        text: String,
        /// Why.
        error: ReadError<AnyIllegal>,
    },
    /// The game does not allow what the record says.
    Record(RecordError),
}

impl From<RecordError> for ParseProblem {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "record, line {line}: {}", self.problem),
            None => write!(f, "record: {}", self.problem),
        }
    }
}

impl fmt::Display for ParseProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "longer than {LONGEST_TEXT} bytes"),
            Self::Header => write!(f, "a header is written [Name \"value\"]"),
            Self::UnknownHeader(name) => write!(
                f,
                "no header {name:?}: there are Game, Variant, Rules, Result and Ending"
            ),
            Self::Repeated(name) => write!(f, "the header {name} stands twice"),
            Self::Missing(name) => write!(f, "the header {name} is missing"),
            Self::Variant(problem) => f.write_str(problem),
            Self::Rules(version) => write!(
                f,
                "rules of version {version:?}: this program knows version {RULES_VERSION}"
            ),
            Self::Result(result) => {
                write!(f, "the result {result:?} is none of 1-0, 0-1, 1/2-1/2, *")
            }
            Self::ResultAndEnding => write!(f, "the result and the ending do not fit together"),
            Self::Ending(ending) => write!(f, "no game ends by {ending:?}"),
            Self::Round { found, expected } => {
                write!(f, "round {expected} should follow, not {found:?}")
            }
            Self::Turn { ply, text, error } => write!(f, "turn {ply}, {text:?}: {error}"),
            Self::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseRecordError {}

impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Self, ParseRecordError> {
        let at = |line, problem| ParseRecordError {
            line: Some(line),
            problem,
        };
        let whole = |problem| ParseRecordError {
            line: None,
            problem,
        };
        if text.len() > LONGEST_TEXT {
            return Err(whole(ParseProblem::TooLong));
        }
        let mut headers = Headers::default();
        let mut rounds = Vec::new();
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.trim();
            if line.starts_with('[') {
                headers.read(line).map_err(|p| at(index + 1, p))?;
            } else if !line.is_empty() {
                rounds.push((index + 1, line));
            }
        }
        let variant = headers.variant().map_err(whole)?;
        let mut record = Self::new(variant);
        for (round, (number, line)) in rounds.into_iter().enumerate() {
            record
                .read_round(round + 1, line)
                .map_err(|p| at(number, p))?;
        }
        headers.finish(&mut record).map_err(whole)?;
        Ok(record)
    }
}

impl Record {
    fn read_round(&mut self, expected: usize, line: &str) -> Result<(), ParseProblem> {
        let turns = match line.split_once('.') {
            Some((number, turns)) if number.trim() == expected.to_string() => turns,
            Some((found, _)) => {
                let found = found.to_owned();
                return Err(ParseProblem::Round { found, expected });
            }
            None => line,
        };
        for text in turns.split('|') {
            self.push_text(text.trim())?;
        }
        Ok(())
    }

    fn push_text(&mut self, text: &str) -> Result<(), ParseProblem> {
        let turn = self.game.read(text).map_err(|error| ParseProblem::Turn {
            ply: self.turns.len() + 1,
            text: text.to_owned(),
            error,
        })?;
        Ok(self.push(turn)?)
    }
}

/// The headers found so far.
#[derive(Default)]
struct Headers {
    found: Vec<(&'static str, String)>,
}

impl Headers {
    const NAMES: [&'static str; 5] = ["Game", "Variant", "Rules", "Result", "Ending"];

    fn read(&mut self, line: &str) -> Result<(), ParseProblem> {
        let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix("\"]"));
        let Some((name, value)) = inner.and_then(|inner| inner.split_once(" \"")) else {
            return Err(ParseProblem::Header);
        };
        let Some(&known) = Self::NAMES.iter().find(|&&known| known == name) else {
            return Err(ParseProblem::UnknownHeader(name.to_owned()));
        };
        if self.get(known).is_some() {
            return Err(ParseProblem::Repeated(known));
        }
        self.found.push((known, value.to_owned()));
        Ok(())
    }

    fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.found.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }

    fn need(&self, name: &'static str) -> Result<&str, ParseProblem> {
        self.get(name).ok_or(ParseProblem::Missing(name))
    }

    fn variant(&self) -> Result<Variant, ParseProblem> {
        check_rules(self.need("Rules")?)?;
        read_variant(self.need("Game")?, self.need("Variant")?)
    }

    /// Ends the record as the headers say.
    fn finish(&self, record: &mut Record) -> Result<(), ParseProblem> {
        let result = self.need("Result")?;
        let winner = match result {
            "1-0" => Some(Side::First),
            "0-1" => Some(Side::Second),
            "1/2-1/2" | "*" => None,
            other => return Err(ParseProblem::Result(other.to_owned())),
        };
        if let Some(how) = self.get("Ending") {
            record.finish_as_written(winner, how)?;
        }
        if result == result_text(record.ending)
            && record.ending.is_some() == self.get("Ending").is_some()
        {
            Ok(())
        } else {
            Err(ParseProblem::ResultAndEnding)
        }
    }
}

fn check_rules(version: &str) -> Result<(), ParseProblem> {
    if version == RULES_VERSION.to_string() {
        Ok(())
    } else {
        Err(ParseProblem::Rules(version.to_owned()))
    }
}

fn read_variant(game: &str, variant: &str) -> Result<Variant, ParseProblem> {
    Variant::parse(game, variant).map_err(|error| ParseProblem::Variant(error.to_string()))
}

/// A record as JSON has it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    game: String,
    variant: String,
    rules: u32,
    turns: Vec<String>,
    ending: Option<PlainEnding>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainEnding {
    winner: Option<Side>,
    how: String,
}

impl From<Record> for Plain {
    fn from(record: Record) -> Self {
        Self {
            game: record.variant.game().as_str().to_owned(),
            variant: record.variant.to_string(),
            rules: RULES_VERSION,
            turns: record.texts(),
            ending: record.ending.map(|ending| PlainEnding {
                winner: ending.winner,
                how: ending.how.as_str().to_owned(),
            }),
        }
    }
}

impl TryFrom<Plain> for Record {
    type Error = ParseRecordError;

    fn try_from(plain: Plain) -> Result<Self, ParseRecordError> {
        plain.record().map_err(|problem| ParseRecordError {
            line: None,
            problem,
        })
    }
}

impl Plain {
    fn record(self) -> Result<Record, ParseProblem> {
        check_rules(&self.rules.to_string())?;
        let mut record = Record::new(read_variant(&self.game, &self.variant)?);
        for text in &self.turns {
            record.push_text(text)?;
        }
        match self.ending {
            Some(ending) => record.finish_as_written(ending.winner, &ending.how)?,
            None if record.ending.is_some() => return Err(ParseProblem::ResultAndEnding),
            None => {}
        }
        Ok(record)
    }
}
