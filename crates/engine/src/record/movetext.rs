//! Games of ZÈRTZ in the notations of other sites and programs.
//!
//! gipf.com's notation: one turn per line, below the number of rings:
//!
//! ```text
//! 37
//! Wd4,a1
//! Gd5,b1
//! x d4Gd6
//! ```
//!
//! ZEN, which is to ZÈRTZ what PGN is to chess; its tag `ZIP` holds the starting position:
//!
//! ```text
//! [ZIP "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1"]
//!
//! 1. Wd4-a1 Gd5-b1 2. Wd4xd6+g *
//! ```
//!
//! One parser reads both. It skips move numbers, comments `{…}`, variations `(…)` and annotations such
//! as `$1`, and of the tags it considers only those about the game itself. Players' names are ignored
//! on purpose.

use std::fmt::Write as _;

use super::text::{ParseProblem, ParseRecordError, commented, read_variant};
use super::{Ending, How, Record};
use crate::game::{AnyGame, GameKind, Variant};
use crate::hex::Board;
use crate::notation::Dialect;
use crate::side::Side;

/// The only game with these notations.
const GAME: &str = "zertz";
/// The variant assumed if the text does not name the board.
const USUAL: &str = "37";
/// What follows the board in the ZEN code of a starting position: the pool, both players' captures, and
/// the player to move.
const START_SUFFIX: [&str; 4] = ["6/8/10", "0/0/0", "0/0/0", "1"];

/// A word of the text and its line number.
#[derive(Clone, Debug)]
struct Word {
    line: usize,
    text: String,
}

/// The information found above the turns.
#[derive(Default)]
struct Tags {
    variant: Option<Variant>,
    result: Option<ResultToken>,
}

/// The result as stated by a tag or by the last word of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResultToken {
    Won(Side),
    Drawn,
    Open,
}

type Parsed<T> = Result<T, ParseRecordError>;

/// An error in a line.
const fn at(line: usize, problem: ParseProblem) -> ParseRecordError {
    ParseRecordError {
        line: Some(line),
        problem,
    }
}

impl Record {
    /// Parses a game in gipf.com's notation or ZEN. If the text does not name the board, `variant` is
    /// assumed, or else the board of 37 rings.
    pub(super) fn from_movetext(text: &str, variant: Option<&Variant>) -> Parsed<Self> {
        let mut tags = Tags::default();
        let (mut above, mut first) = (0, 1);
        for (line, text) in (1..).zip(text.split_inclusive('\n')) {
            let words = text.trim();
            if !words.is_empty() && !tags.read(words).map_err(|problem| at(line, problem))? {
                break;
            }
            above += text.len();
            first = line + 1;
        }
        let mut words = words(&text[above..], first)?;
        let result = ending(&mut words)?;
        let stated = tags.variant.as_ref().or(variant);
        let is_assumed = stated.is_none();
        let mut record = match stated {
            Some(variant) => Self::new(variant.clone()),
            None => Self::new(read_variant(GAME, USUAL).map_err(|problem| at(1, problem))?),
        };
        for word in joined(words) {
            record.push_text(&word.text).map_err(|problem| {
                let problem = match problem {
                    problem if is_assumed => ParseProblem::OnUsualBoard(Box::new(problem)),
                    problem => problem,
                };
                at(word.line, problem)
            })?;
        }
        let without_line = |problem| ParseRecordError {
            line: None,
            problem,
        };
        record.end_as(tags.result, result).map_err(without_line)?;
        Ok(record)
    }

    /// Ends a game with the result in its tag and in its last word. A result that the turns do not
    /// explain is taken as a resignation or as a draw by agreement.
    fn end_as(
        &mut self,
        tag: Option<ResultToken>,
        word: Option<ResultToken>,
    ) -> Result<(), ParseProblem> {
        let agree = tag.is_none() || word.is_none() || tag == word;
        let result = word.or(tag).unwrap_or(ResultToken::Open);
        let winner = match result {
            ResultToken::Won(side) => Some(side),
            ResultToken::Drawn | ResultToken::Open => None,
        };
        match (self.ending, result) {
            _ if !agree => Err(ParseProblem::ResultAndEnding),
            (_, ResultToken::Open) => Ok(()),
            (Some(ending), _) if ending.winner == winner => Ok(()),
            (Some(_), _) => Err(ParseProblem::ResultAndEnding),
            (None, ResultToken::Drawn) => Ok(self.finish(Ending {
                winner,
                how: How::Agreement,
            })?),
            (None, ResultToken::Won(_)) => Ok(self.finish(Ending {
                winner,
                how: How::Resignation,
            })?),
        }
    }

    /// The record in another notation; `None` if that notation can't express all of it.
    pub fn written_in(&self, dialect: Dialect) -> Option<String> {
        self.commented_in(dialect, &[])
    }

    /// The record in another notation, with a comment behind each turn that has one, if that notation has
    /// comments; `None` if it can't express all of the record.
    pub fn commented_in(&self, dialect: Dialect, comments: &[Option<String>]) -> Option<String> {
        if self.variant.game().as_str() != GAME {
            return None;
        }
        let mut texts = self.texts_in(dialect)?;
        if dialect == Dialect::Zen {
            texts = commented(texts, comments);
        }
        let name = self.variant.to_string();
        match dialect {
            Dialect::Gipf => {
                let by_rule = |ending: Ending| matches!(ending.how, How::Rule(_));
                self.ending.is_none_or(by_rule).then_some(())?;
                let board = match name.split_once('-') {
                    None => name,
                    Some((rings, "blitz")) => format!("{rings} Blitz"),
                    Some(_) => return None,
                };
                let lines = texts.iter().fold(board, |text, turn| text + "\n" + turn);
                Some(lines + "\n")
            }
            Dialect::Zen => {
                let result = self.zen_result()?;
                let zip = starts().find(|(variant, _)| *variant == self.variant)?.1;
                let mut text = format!("[ZIP \"{zip}\"]\n\n");
                for (round, turns) in texts.chunks(2).enumerate() {
                    // Writing to a string can't fail.
                    let _ = writeln!(text, "{}. {}", round + 1, turns.join(" "));
                }
                Some(text + result + "\n")
            }
        }
    }

    fn texts_in(&self, dialect: Dialect) -> Option<Vec<String>> {
        let mut game = AnyGame::start(&self.variant);
        let mut texts = Vec::new();
        for turn in &self.turns {
            texts.push(game.written_in(turn, dialect)?);
            game.play(turn).ok()?;
        }
        Some(texts)
    }

    /// The result in ZEN; `None` if ZEN can't express it. ZEN has no draws, and can't say why a game was
    /// won other than by rule or resignation.
    fn zen_result(&self) -> Option<&'static str> {
        let Some(ending) = self.ending else {
            return Some("*");
        };
        let is_expressible = matches!(ending.how, How::Rule(_) | How::Resignation);
        match ending.winner.filter(|_| is_expressible)? {
            Side::First => Some("1-0"),
            Side::Second => Some("0-1"),
        }
    }
}

impl Tags {
    /// Parses a line above the turns; returns false if the turns begin here.
    fn read(&mut self, line: &str) -> Result<bool, ParseProblem> {
        if !line.starts_with('[') {
            if self.variant.is_some() {
                return Ok(false);
            }
            self.variant = board(line);
            return Ok(self.variant.is_some());
        }
        let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix("\"]"));
        let Some((name, value)) = inner.and_then(|inner| inner.split_once('"')) else {
            return Err(ParseProblem::Header);
        };
        match name.trim() {
            "ZIP" => self.variant = Some(start(value)?),
            "Result" => {
                let result = ResultToken::read(value);
                self.result = Some(result.ok_or_else(|| ParseProblem::Result(value.to_owned()))?);
            }
            _ => {}
        }
        Ok(true)
    }
}

impl ResultToken {
    fn read(word: &str) -> Option<Self> {
        match word {
            "1-0" => Some(Self::Won(Side::First)),
            "0-1" => Some(Self::Won(Side::Second)),
            "1/2-1/2" | "½-½" => Some(Self::Drawn),
            "*" => Some(Self::Open),
            _ => None,
        }
    }
}

/// Parses a line that consists of the number of rings and perhaps the name of a rule set.
fn board(line: &str) -> Option<Variant> {
    let mut words = line.split_whitespace();
    let rings = words.next()?;
    let name = match (words.next(), words.next()) {
        (None, _) => rings.to_owned(),
        (Some(rules), None) => format!("{rings}-{}", rules.to_lowercase()),
        _ => return None,
    };
    read_variant(GAME, &name).ok()
}

/// The variants that ZEN can name, each with the code of its starting position.
fn starts() -> impl Iterator<Item = (Variant, String)> {
    let game = GameKind::ALL.iter().find(|game| game.as_str() == GAME);
    let names = game.into_iter().flat_map(|game| game.offered());
    // Variants with other rule sets have longer names.
    let basic = names.filter(|name| name.bytes().all(|c| c.is_ascii_digit()));
    let variants = basic.filter_map(|name| read_variant(GAME, name).ok());
    variants.map(|variant| {
        let board = layout(AnyGame::start(&variant).board());
        let zip = format!("{board} {}", START_SUFFIX.join(" "));
        (variant, zip)
    })
}

/// The variant with this starting position.
fn start(zip: &str) -> Result<Variant, ParseProblem> {
    let words: Vec<&str> = zip.split_whitespace().collect();
    let normalized = words.join(" ");
    let found = starts().find(|(_, zip)| *zip == normalized);
    let found = found.map(|(variant, _)| variant);
    found.ok_or_else(|| ParseProblem::Start(zip.to_owned()))
}

/// A board without marbles in ZEN: columns from the left, each from the bottom up and preceded by the
/// number of places below it, if any.
fn layout(board: &Board) -> String {
    let height = |cell: crate::hex::Cell| cell.coordinates().1;
    let lowest = board.cells().into_iter().map(height).min().unwrap_or(0);
    let column = |column: u8| {
        let mut cells = board.column(column).peekable();
        let gap = cells.peek().map_or(0, |&cell| height(cell) - lowest);
        let rings: String = cells.map(|_| 'o').collect();
        match gap {
            0 => rings,
            gap => format!("{gap}{rings}"),
        }
    };
    let columns: Vec<String> = (0..board.columns()).map(column).collect();
    columns.join("/")
}

/// Splits the turns into words, without move numbers, comments, variations and annotations.
fn words(text: &str, first: usize) -> Parsed<Vec<Word>> {
    let mut words: Vec<Word> = Vec::new();
    // The lines in which the current comment and the outermost variation began.
    let (mut comment, mut variation) = (None, None);
    let mut depth = 0_usize;
    for (line, text) in (first..).zip(text.lines()) {
        let mut is_inside_word = false;
        for c in text.chars() {
            if comment.is_some() {
                if c == '}' {
                    comment = None;
                }
                continue;
            }
            let is_apart = c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | '|');
            match c {
                '{' => comment = Some(line),
                '(' => {
                    variation.get_or_insert(line);
                    depth += 1;
                }
                ')' if depth == 0 => return Err(at(line, ParseProblem::Unclosed)),
                ')' => depth -= 1,
                '}' => return Err(at(line, ParseProblem::Unclosed)),
                _ if is_apart || depth > 0 => {}
                _ if is_inside_word => {
                    if let Some(word) = words.last_mut() {
                        word.text.push(c);
                    }
                }
                _ => words.push(Word {
                    line,
                    text: c.to_string(),
                }),
            }
            if depth == 0 {
                variation = None;
            }
            is_inside_word = !is_apart && depth == 0;
        }
    }
    if let Some(line) = comment.or(variation) {
        return Err(at(line, ParseProblem::Unclosed));
    }
    for word in &mut words {
        let number = word.text.trim_start_matches(|c: char| c.is_ascii_digit());
        if number.len() < word.text.len() && number.starts_with('.') {
            word.text = number.trim_start_matches('.').to_owned();
        }
    }
    words.retain(|word| !word.text.is_empty() && !word.text.starts_with('$'));
    Ok(words)
}

/// Removes the result from the end of the words. A text holds one game only.
fn ending(words: &mut Vec<Word>) -> Parsed<Option<ResultToken>> {
    let is_result = |word: &Word| ResultToken::read(&word.text).is_some();
    let Some(place) = words.iter().position(is_result) else {
        return Ok(None);
    };
    if let Some(after) = words.get(place + 1) {
        return Err(at(after.line, ParseProblem::AfterResult));
    }
    Ok(words.pop().and_then(|word| ResultToken::read(&word.text)))
}

/// Joins words into turns: gipf.com writes a space after the `x` of a capture, and on both sides of the
/// `x` of a claim.
fn joined(words: Vec<Word>) -> Vec<Word> {
    let mut turns: Vec<Word> = Vec::new();
    let mut words = words.into_iter();
    while let Some(mut word) = words.next() {
        if !matches!(word.text.as_str(), "x" | "X" | "×") {
            turns.push(word);
            continue;
        }
        let Some(next) = words.next() else {
            turns.push(word);
            break;
        };
        // A claim begins with a marble's colour, a capture with a cell.
        let is_claim = next.text.starts_with(['W', 'G', 'B']);
        if let (true, Some(last)) = (is_claim, turns.last_mut()) {
            last.text.push_str(" x ");
            last.text.push_str(&next.text);
        } else {
            word.text = format!("x {}", next.text);
            turns.push(word);
        }
    }
    turns
}
