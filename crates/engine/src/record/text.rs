//! The text form of a record:
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
//! Each line is a round: its number, the first player's turn, a bar, and the second player's turn. An
//! unfinished game has the result `*` and no ending; an aborted one has `*` and an ending. A turn can be
//! followed by a comment in braces, which is not kept.

use std::fmt;
use std::str::FromStr;

use super::{Ending, How, RULES_VERSION, Record, RecordError};
use crate::game::{AnyIllegal, Variant};
use crate::notation::ReadError;
use crate::side::Side;

/// The longest text that is parsed, in bytes.
pub(super) const MAX_TEXT_BYTES: usize = 1 << 20;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_turns(&self.texts()))
    }
}

impl Record {
    /// The text form with a comment behind each turn that has one. Braces in a comment become brackets.
    pub fn commented(&self, comments: &[Option<String>]) -> String {
        self.with_turns(&commented(self.texts(), comments))
    }

    /// The text form with these turns.
    fn with_turns(&self, turns: &[String]) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = self.write_turns(&mut text, turns);
        text
    }

    fn write_turns(&self, f: &mut impl fmt::Write, turns: &[String]) -> fmt::Result {
        writeln!(f, "[Game \"{}\"]", self.variant.game().as_str())?;
        writeln!(f, "[Variant \"{}\"]", self.variant)?;
        writeln!(f, "[Rules \"{RULES_VERSION}\"]")?;
        writeln!(f, "[Result \"{}\"]", result_text(self.ending))?;
        if let Some(ending) = self.ending {
            writeln!(f, "[Ending \"{}\"]", ending.how.as_str())?;
        }
        writeln!(f)?;
        for (round, turns) in turns.chunks(2).enumerate() {
            writeln!(f, "{}. {}", round + 1, turns.join(" | "))?;
        }
        Ok(())
    }
}

/// Turns, each followed by its comment in braces, if it has one.
pub(super) fn commented(turns: Vec<String>, comments: &[Option<String>]) -> Vec<String> {
    let comments = comments.iter().map(Option::as_deref);
    let comments = comments.chain(std::iter::repeat(None));
    let each = turns.into_iter().zip(comments);
    each.map(|(turn, comment)| match comment {
        Some(comment) => {
            let comment = comment
                .replace('\n', " ")
                .replace('{', "(")
                .replace('}', ")");
            format!("{turn} {{{comment}}}")
        }
        None => turn,
    })
    .collect()
}

/// A line without its comments; `None` if a brace is missing.
fn without_comments(line: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        rest = after.split_once('}')?.1;
    }
    text.push_str(rest);
    (!text.contains('}')).then_some(text)
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

/// A record that can't be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRecordError {
    /// The line number, from 1; `None` if the problem is not in a single line.
    pub line: Option<usize>,
    /// The problem found there.
    pub problem: ParseProblem,
}

/// A problem that prevents a record from being parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseProblem {
    /// The text is too long to be a record.
    TooLong,
    /// A header line is not `[Name "value"]`.
    Header,
    /// The header's name is unknown.
    UnknownHeader(String),
    /// A header occurs twice.
    Repeated(&'static str),
    /// A header is missing.
    Missing(&'static str),
    /// The game or the variant does not exist.
    Variant(String),
    /// The record follows rules of another version.
    Rules(String),
    /// The result is none of `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(String),
    /// The result and the ending contradict each other, or one of them is missing.
    ResultAndEnding,
    /// The kind of ending is unknown.
    Ending(String),
    /// The rounds are not numbered consecutively.
    Round {
        /// The number found.
        found: String,
        /// The number expected.
        expected: usize,
    },
    /// A round does not have two turns, which only the last may; the value is the number it has.
    HalfRound(usize),
    /// A turn can't be parsed or played.
    Turn {
        /// The number of the turn, from 1, counting both players' turns.
        ply: usize,
        /// The text of the turn.
        text: String,
        /// Why it is refused.
        error: ReadError<AnyIllegal>,
    },
    /// A turn or the ending can't be added to the record.
    Record(RecordError),
    /// No variant has this starting position.
    Start(String),
    /// A bracket of a comment or variation is unbalanced.
    Unclosed,
    /// Something follows the result.
    AfterResult,
    /// The text does not name the board; assuming the one of 37 rings, this is wrong.
    OnUsualBoard(Box<Self>),
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
            Self::TooLong => write!(f, "longer than {MAX_TEXT_BYTES} bytes"),
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
            Self::HalfRound(turns) => write!(
                f,
                "a round has two turns divided by a bar, the last may have one; here are {turns}"
            ),
            Self::Turn { ply, text, error } => write!(f, "turn {ply}, {text:?}: {error}"),
            Self::Record(error) => error.fmt(f),
            Self::Start(start) => write!(f, "no game begins with the position {start:?}"),
            Self::Unclosed => write!(f, "a comment or a variation has only one of its brackets"),
            Self::AfterResult => write!(f, "something comes after the result"),
            Self::OnUsualBoard(problem) => write!(f, "taken for the usual board: {problem}"),
        }
    }
}

impl std::error::Error for ParseRecordError {}

impl std::error::Error for ParseProblem {}

impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Self, ParseRecordError> {
        let at = |line, problem| ParseRecordError {
            line: Some(line),
            problem,
        };
        let without_line = |problem| ParseRecordError {
            line: None,
            problem,
        };
        if text.len() > MAX_TEXT_BYTES {
            return Err(without_line(ParseProblem::TooLong));
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
        let variant = headers.variant().map_err(without_line)?;
        let mut record = Self::new(variant);
        let last = rounds.len();
        for (round, (number, line)) in (1..).zip(rounds) {
            let line = without_comments(line);
            let line = line.ok_or_else(|| at(number, ParseProblem::Unclosed))?;
            record
                .read_round(round, round == last, &line)
                .map_err(|p| at(number, p))?;
        }
        headers.finish(&mut record).map_err(without_line)?;
        Ok(record)
    }
}

impl Record {
    /// Ends the game as stated in a text, or checks that the turns have ended it in this way.
    pub(super) fn finish_as_written(
        &mut self,
        winner: Option<Side>,
        how: &str,
    ) -> Result<(), ParseProblem> {
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

    /// Parses a line with the turns of a round.
    fn read_round(
        &mut self,
        expected: usize,
        is_last: bool,
        line: &str,
    ) -> Result<(), ParseProblem> {
        let turns = match line.split_once('.') {
            Some((number, turns)) if number.trim() == expected.to_string() => turns,
            Some((found, _)) => {
                let found = found.to_owned();
                return Err(ParseProblem::Round { found, expected });
            }
            None => line,
        };
        let turns: Vec<&str> = turns.split('|').collect();
        if turns.len() != 2 && !(is_last && turns.len() == 1) {
            return Err(ParseProblem::HalfRound(turns.len()));
        }
        for text in turns {
            self.push_text(text.trim())?;
        }
        Ok(())
    }

    /// Parses a turn and appends it.
    pub(super) fn push_text(&mut self, text: &str) -> Result<(), ParseProblem> {
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

    /// Ends the record as stated in the headers.
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

/// Checks that the rules have the version this crate implements.
pub(super) fn check_rules(version: &str) -> Result<(), ParseProblem> {
    if version == RULES_VERSION.to_string() {
        Ok(())
    } else {
        Err(ParseProblem::Rules(version.to_owned()))
    }
}

pub(super) fn read_variant(game: &str, variant: &str) -> Result<Variant, ParseProblem> {
    Variant::parse(game, variant).map_err(|error| ParseProblem::Variant(error.to_string()))
}
