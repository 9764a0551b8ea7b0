//! Reading what people type: spellings, a cursor over them, and what can be wrong with a text.
//!
//! People type on phones, with Russian and Polish keyboards, and copy from other sites. A text is
//! first turned into its *spellings* (plain small letters, digits and signs, without spaces); each
//! game's grammar then reads those.

use std::fmt::{self, Display};

use super::hex::Name;

/// The longest text that is looked at; the longest turn, a chain of 23 jumps, has 49 characters.
const MAX_CHARS: usize = 200;

/// Another notation in which turns are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// That of gipf.com.
    Gipf,
    /// ZEN, in which a turn has no spaces.
    Zen,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Gipf, Self::Zen];

    /// The name, as in the name of a file.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gipf => "gipf",
            Self::Zen => "zen",
        }
    }
}

/// Why a text is no turn: it can't be read, or no rule allows it, or it has more than one meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError<I> {
    /// It can't be read.
    Unreadable(Unreadable),
    /// It can be read, but not played.
    Illegal {
        /// The turn in canonical notation, where the text is a whole one.
        turn: Option<String>,
        /// Which rule forbids it.
        rule: I,
    },
    /// It can mean several legal turns.
    Ambiguous {
        /// Those turns, in canonical notation.
        readings: Vec<String>,
    },
}

impl<I> ReadError<I> {
    /// The same error with the rule in another form.
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

/// A text that can't be read: where, what stands there, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The place, in characters from the start of the text.
    pub at: usize,
    /// The character there; none at the end of the text.
    pub found: Option<char>,
    /// What could have stood there.
    pub expected: Expected,
}

/// What a reader waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Any turn at all: the text is empty.
    Turn,
    /// A cell, such as d4.
    Cell,
    /// A cell of this board, which this one is not.
    CellOfBoard(Name),
    /// A point of TZAAR's e column by our count, which ends at e8: the centre has no number.
    BeforeE9,
    /// One of these letters, or a cell.
    LetterOrCell(&'static str),
    /// One or more of these letters.
    Letters(&'static str),
    /// Canonical notation, from which the text departs here.
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

/// One way to spell a text: each sign that counts, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    signs: Vec<(usize, char)>,
    original: Vec<char>,
}

/// The ways a text may be meant.
///
/// Cyrillic letters are read as they look. A text without a single Latin letter may also have been
/// typed with a Russian layout left on, and is then read as the keys lie. Polish ź is a slip of the
/// thumb on the z key of one layout and on the x key of another.
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
        signs: original
            .iter()
            .enumerate()
            .filter(|(_, sign)| !is_blank(**sign))
            .flat_map(|(at, &sign)| sign.to_lowercase().map(move |small| (at, small)))
            .map(|(at, sign)| (at, plain(read(sign))))
            .collect(),
        original: original.clone(),
    };
    if text.is_ascii() {
        // There is only one way to spell it.
        return Ok(vec![spell(as_it_looks)]);
    }
    let has_latin = original.iter().any(char::is_ascii_alphabetic);
    let mut spellings = vec![spell(as_it_looks), spell(with_x_for_z)];
    if !has_latin {
        spellings.push(spell(as_the_key_lies));
    }
    spellings.dedup();
    Ok(spellings)
}

/// Reads all spellings by one grammar: a list for each that can be read. If none can, the error is
/// the one furthest on.
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

/// The turn that is written exactly like the text, or the place where the text departs from it.
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

/// Walks over the signs of a spelling.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    spelling: &'a Spelling,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn new(spelling: &'a Spelling) -> Self {
        Self { spelling, at: 0 }
    }

    /// The sign at the cursor.
    pub(super) fn peek(&self) -> Option<char> {
        self.peek_after(0)
    }

    /// The sign some places further on.
    pub(super) fn peek_after(&self, places: usize) -> Option<char> {
        let sign = self.spelling.signs.get(self.at + places)?;
        Some(sign.1)
    }

    /// Goes on if the sign is one of these.
    pub(super) fn take(&mut self, signs: &str) -> Option<char> {
        let sign = self.peek().filter(|&sign| signs.contains(sign))?;
        self.at += 1;
        Some(sign)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.peek().is_none()
    }

    /// Does a cell name begin here, whether or not the board has it?
    pub(super) fn is_at_name(&self) -> bool {
        matches!(self.peek(), Some('a'..='i')) && matches!(self.peek_after(1), Some('1'..='9'))
    }

    /// A letter that is followed by a name, so that it can't be the name's column.
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

    /// Reads a name and asks `known` whether the board has it.
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

    pub(super) fn end(&self) -> Result<(), Unreadable> {
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.error(Expected::End))
        }
    }

    pub(super) fn error(&self, expected: Expected) -> Unreadable {
        match self.spelling.signs.get(self.at) {
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

/// Spaces, and the invisible characters that phones and web pages put in.
fn is_blank(sign: char) -> bool {
    sign.is_whitespace()
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ad}')
}

/// One sign for each group of signs that mean the same.
fn plain(sign: char) -> char {
    match sign {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' | '－' => '-',
        '×' | '✕' | '✖' | '⨯' | '*' => 'x',
        '→' | '➝' | '➔' | '➜' | '⇒' | '›' | '»' => '>',
        '∼' | '˜' | '～' => '~',
        '！' => '!',
        '＋' => '+',
        'ą' => 'a',
        'ć' => 'c',
        'ę' => 'e',
        // On the Polish typewriter keyboard y and z change places; no game has a y.
        'ż' | 'ź' | 'y' => 'z',
        other => other,
    }
}

/// Cyrillic letters that look like Latin ones.
fn as_it_looks(sign: char) -> char {
    match sign {
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

/// The same, with ź on the x key.
fn with_x_for_z(sign: char) -> char {
    match sign {
        'ź' => 'x',
        other => as_it_looks(other),
    }
}

/// What the key would have given on a Latin layout, where our notation uses that letter.
fn as_the_key_lies(sign: char) -> char {
    match sign {
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
        other => as_it_looks(other),
    }
}
