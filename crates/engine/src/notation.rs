//! Parsing what people type: spellings, a cursor over them, and errors.
//!
//! People type on phones, with Russian and Polish keyboards, and copy from other sites. A text is
//! first converted to its *spellings* (lower-case Latin letters, digits and punctuation, without
//! spaces), which each game's grammar then parses.

use std::fmt::{self, Display};

use super::hex::Name;

/// The longest text that is parsed. The longest turn, a chain of 23 jumps, has 49 characters.
const MAX_CHARS: usize = 200;

/// A notation of ZÈRTZ used by other sites and programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// The notation of gipf.com.
    Gipf,
    /// ZEN, in which a turn has no spaces.
    Zen,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 2] = [Self::Gipf, Self::Zen];

    /// A short name, suitable for file names.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gipf => "gipf",
            Self::Zen => "zen",
        }
    }
}

/// Why a text is not a turn: it can't be parsed, is illegal, or is ambiguous.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError<I> {
    /// The text can't be parsed.
    Unreadable(Unreadable),
    /// The text can be parsed, but the turn is illegal.
    Illegal {
        /// The turn in canonical notation, if the text is a complete turn.
        turn: Option<String>,
        /// The rule that forbids it.
        rule: I,
    },
    /// The text can mean several turns.
    Ambiguous {
        /// Those turns, in canonical notation.
        readings: Vec<String>,
    },
}

impl<I> ReadError<I> {
    /// Converts the rule, if there is one.
    pub fn map_rule<J>(self, change: impl FnOnce(I) -> J) -> ReadError<J> {
        match self {
            Self::Unreadable(error) => ReadError::Unreadable(error),
            Self::Illegal { turn, rule } => ReadError::Illegal {
                turn,
                rule: change(rule),
            },
            Self::Ambiguous { readings } => ReadError::Ambiguous { readings },
        }
    }
}

impl<I: Display> Display for ReadError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "unreadable: {error}"),
            Self::Illegal {
                turn: Some(turn),
                rule,
            } => write!(f, "illegal: {turn}: {rule}"),
            Self::Illegal { turn: None, rule } => write!(f, "illegal: {rule}"),
            Self::Ambiguous { readings } => {
                write!(f, "ambiguous: it can mean {}", readings.join(", "))
            }
        }
    }
}

impl<I: std::error::Error> std::error::Error for ReadError<I> {}

impl<I> From<Unreadable> for ReadError<I> {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error)
    }
}

/// A text that can't be parsed: where, what was found, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The position of the error, in characters from the start of the text.
    pub at: usize,
    /// The character found there; `None` at the end of the text.
    pub found: Option<char>,
    /// The input expected instead.
    pub expected: Expected,
}

/// The input that a parser expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Any turn at all: the text is empty.
    Turn,
    /// A cell, such as d4.
    Cell,
    /// A cell of this board; the board has no cell with the given name.
    CellOfBoard(Name),
    /// A point of TZAAR's e column as numbered here: it ends at e8, because the centre has no number.
    BeforeE9,
    /// One of these letters, or a cell.
    LetterOrCell(&'static str),
    /// One or more of these letters.
    Letters(&'static str),
    /// Canonical notation, from which the text deviates here.
    Canonical,
    /// The end of the text.
    End,
    /// A shorter text.
    Shorter,
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(found) => write!(f, "at character {}, {found:?}: ", self.at + 1)?,
            None => write!(f, "at the end, after {} characters: ", self.at)?,
        }
        match self.expected {
            Expected::Turn => write!(f, "a turn was expected"),
            Expected::Cell => write!(f, "a cell such as d4 was expected"),
            Expected::CellOfBoard(name) => write!(f, "this board has no {name}"),
            Expected::BeforeE9 => write!(
                f,
                "the e column ends at e8 here; sites that count the missing centre call that e9"
            ),
            Expected::LetterOrCell(letters) => {
                write!(f, "a letter of {letters} or a cell such as d4 was expected")
            }
            Expected::Letters(letters) => write!(f, "letters of {letters} were expected"),
            Expected::Canonical => write!(f, "canonical notation was expected"),
            Expected::End => write!(f, "the turn should have ended here"),
            Expected::Shorter => write!(f, "no turn is that long"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// One way to spell a text: its significant characters, each with its position in the original.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    characters: Vec<(usize, char)>,
    original: Vec<char>,
}

/// All spellings that a text may have been meant as.
///
/// Cyrillic letters are read as the Latin letters they look like. A text without a single Latin letter
/// may also have been typed with the Russian layout active by mistake; it is then also read by key
/// position. Polish ź is typed by mistake on the z key of one layout and on the x key of another.
fn spellings(text: &str) -> Result<Vec<Spelling>, Unreadable> {
    let original: Vec<char> = text.chars().take(MAX_CHARS + 1).collect();
    if original.len() > MAX_CHARS {
        return Err(Unreadable {
            at: MAX_CHARS,
            found: original.last().copied(),
            expected: Expected::Shorter,
        });
    }
    let spell = |read: fn(char) -> char| Spelling {
        characters: original
            .iter()
            .enumerate()
            .filter(|(_, c)| !is_blank(**c))
            .flat_map(|(at, &c)| c.to_lowercase().map(move |small| (at, small)))
            .map(|(at, c)| (at, plain(read(c))))
            .collect(),
        original: original.clone(),
    };
    if text.is_ascii() {
        // ASCII text has only one spelling.
        return Ok(vec![spell(by_appearance)]);
    }
    let has_latin = original.iter().any(char::is_ascii_alphabetic);
    let mut spellings = vec![
        spell(by_appearance),
        spell(by_appearance_with_x_for_z_acute),
    ];
    if !has_latin {
        spellings.push(spell(by_key_position));
    }
    spellings.dedup();
    Ok(spellings)
}

/// Parses every spelling of a text with one grammar and returns a list for each that succeeds. If none
/// does, returns the error that occurred furthest into the text.
pub(super) fn read_each<T>(
    text: &str,
    grammar: impl Fn(&mut Cursor<'_>) -> Result<Vec<T>, Unreadable>,
) -> Result<Vec<Vec<T>>, Unreadable> {
    let mut found = Vec::new();
    let mut furthest: Option<Unreadable> = None;
    for spelling in spellings(text)? {
        match grammar(&mut Cursor::new(&spelling)) {
            Ok(readings) => found.push(readings),
            Err(error) if furthest.as_ref().is_none_or(|other| other.at < error.at) => {
                furthest = Some(error);
            }
            Err(_) => {}
        }
    }
    match furthest {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok(found),
    }
}

/// The turn whose notation is exactly `text`, or an error where the text first deviates from all.
pub(super) fn exactly<T: Display>(
    text: &str,
    turns: impl IntoIterator<Item = T>,
) -> Result<T, Unreadable> {
    let mut departs = 0;
    for turn in turns {
        let written = turn.to_string();
        if written == text {
            return Ok(turn);
        }
        let same = text
            .chars()
            .zip(written.chars())
            .take_while(|(a, b)| a == b);
        departs = departs.max(same.count());
    }
    let found = text.chars().nth(departs);
    let expected = Expected::Canonical;
    Err(Unreadable {
        at: departs,
        found,
        expected,
    })
}

/// A position in a spelling, for parsing.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    spelling: &'a Spelling,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn new(spelling: &'a Spelling) -> Self {
        Self { spelling, at: 0 }
    }

    /// The character at the cursor.
    pub(super) fn peek(&self) -> Option<char> {
        self.peek_after(0)
    }

    /// The character `places` after the cursor.
    pub(super) fn peek_after(&self, places: usize) -> Option<char> {
        let c = self.spelling.characters.get(self.at + places)?;
        Some(c.1)
    }

    /// Consumes the next character if it is one of these.
    pub(super) fn take(&mut self, allowed: &str) -> Option<char> {
        let found = self.peek().filter(|&found| allowed.contains(found))?;
        self.at += 1;
        Some(found)
    }

    /// Whether everything has been consumed.
    pub(super) fn is_at_end(&self) -> bool {
        self.peek().is_none()
    }

    /// Whether a cell name begins here, regardless of whether the board has the cell.
    pub(super) fn is_at_name(&self) -> bool {
        matches!(self.peek(), Some('a'..='i')) && matches!(self.peek_after(1), Some('1'..='9'))
    }

    /// Consumes one of these letters if a cell name follows it, so that it can't be a column letter.
    pub(super) fn take_before_name(&mut self, letters: &str) -> Option<char> {
        let before = self.clone();
        let letter = self.take(letters)?;
        if self.is_at_name() {
            Some(letter)
        } else {
            *self = before;
            None
        }
    }

    /// Parses a cell name and lets `known` check that the board has it.
    pub(super) fn name(
        &mut self,
        known: impl Fn(Name) -> Result<(), Expected>,
    ) -> Result<Name, Unreadable> {
        let (Some(letter @ 'a'..='i'), Some(digit @ '1'..='9')) = (self.peek(), self.peek_after(1))
        else {
            return Err(self.error(Expected::Cell));
        };
        let name = Name::new(letter as u8 - b'a', digit as u8 - b'0')
            .ok_or_else(|| self.error(Expected::Cell))?;
        known(name).map_err(|expected| self.error(expected))?;
        self.at += 2;
        Ok(name)
    }

    /// Fails unless everything has been consumed.
    pub(super) fn end(&self) -> Result<(), Unreadable> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.error(Expected::End))
        }
    }

    /// An error at the cursor.
    pub(super) fn error(&self, expected: Expected) -> Unreadable {
        match self.spelling.characters.get(self.at) {
            Some(&(at, _)) => Unreadable {
                at,
                found: self.spelling.original.get(at).copied(),
                expected,
            },
            None => Unreadable {
                at: self.spelling.original.len(),
                found: None,
                expected,
            },
        }
    }
}

/// Whether a character is a space, or one of the invisible characters that phones and web pages
/// insert.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ad}')
}

/// Maps typographic and accented variants of a character to the plain one.
fn plain(c: char) -> char {
    match c {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' | '－' => '-',
        '×' | '✕' | '✖' | '⨯' | '*' => 'x',
        '→' | '➝' | '➔' | '➜' | '⇒' | '›' | '»' => '>',
        '∼' | '˜' | '～' => '~',
        '！' => '!',
        '＋' => '+',
        'ą' => 'a',
        'ć' => 'c',
        'ę' => 'e',
        // The Polish typewriter layout swaps y and z; no game uses a y.
        'ż' | 'ź' | 'y' => 'z',
        other => other,
    }
}

/// Maps a Cyrillic letter to the Latin letter it looks like.
fn by_appearance(c: char) -> char {
    match c {
        'а' => 'a',
        'в' => 'b',
        'с' => 'c',
        'е' => 'e',
        'н' => 'h',
        'і' => 'i',
        'т' => 't',
        'х' => 'x',
        other => other,
    }
}

/// Like [`by_appearance`], but with ź on the x key.
fn by_appearance_with_x_for_z_acute(c: char) -> char {
    match c {
        'ź' => 'x',
        other => by_appearance(other),
    }
}

/// Maps a Cyrillic letter to the Latin letter on the same key, where the notation uses that letter.
fn by_key_position(c: char) -> char {
    match c {
        'ф' => 'a',
        'и' => 'b',
        'с' => 'c',
        'в' => 'd',
        'у' => 'e',
        'а' => 'f',
        'п' => 'g',
        'р' => 'h',
        'ш' => 'i',
        'к' => 'r',
        'е' => 't',
        'ц' => 'w',
        'ч' => 'x',
        'я' => 'z',
        'б' => ',',
        'ё' => '~',
        other => by_appearance(other),
    }
}
