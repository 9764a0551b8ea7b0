//! What a button carries: everything it means, so that it works after a restart and for weeks.
//!
//! `1` and a letter, then what belongs to it, parted by dots: numbers with the digits 0–9 a–z, cells
//! as one letter or digit each. A turn in the making has at most 24 steps, so all of it stays far
//! below Discord's 100 characters. What can't be read, or is of another version, is nothing.

pub mod action;
pub(crate) mod codec;
pub mod menu;
pub mod plan;
pub mod replay;

use hexpost_engine::hex::Cell;
use hexpost_engine::steps::Step;

use crate::app::lessons::Lesson;
use crate::model::GameId;
pub use codec::Shown;
use codec::{CELLS, number, read_number};
use menu::MenuAction;

/// The version of the text form; another one is not read.
const VERSION: char = '1';

/// The longest text that Discord takes.
pub const LONGEST: usize = 100;

/// A button, a menu or a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CustomId {
    /// Accepts a challenge.
    Accept(GameId),
    /// Declines it.
    Decline(GameId),
    /// Withdraws it.
    Withdraw(GameId),
    /// Opens the composer for the board that is shown.
    Move(Shown),
    /// Opens what else can be done.
    More(Shown),
    /// A form into which a turn is typed.
    Typed(Table),
    /// Something in the composer.
    Compose(Table, Tap),
    /// Anything else.
    Menu(MenuAction),
}

/// On what a turn is put together: a game, or a board that is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Table {
    /// A board of a game.
    Game(Shown),
    /// A lesson.
    Lesson(Lesson),
    /// A private board, by its number, after a turn that was tried.
    Analysis(i64, u32),
}

impl CustomId {
    /// The game or challenge it is about, for whoever reads the log.
    pub(crate) fn game(&self) -> Option<GameId> {
        match self {
            Self::Accept(id) | Self::Decline(id) | Self::Withdraw(id) => Some(*id),
            Self::Move(shown)
            | Self::More(shown)
            | Self::Typed(Table::Game(shown))
            | Self::Compose(Table::Game(shown), _) => Some(shown.game),
            Self::Menu(other) => other.game(),
            _ => None,
        }
    }
}

impl From<Shown> for Table {
    fn from(shown: Shown) -> Self {
        Self::Game(shown)
    }
}

/// Something that is pressed or chosen in the composer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tap {
    /// Goes on to this state.
    Go(State),
    /// The same, by a second key on the same screen.
    Also(State),
    /// Goes back to this state.
    Back(State),
    /// Makes the steps final, where touched is moved.
    Touch(State),
    /// A menu: what is chosen is added to the steps. The number keeps the menus of a screen apart.
    Pick(State, u8),
    /// Makes the turn.
    Play(Vec<Step>),
    /// Closes the composer and throws the turn away.
    Close,
    /// Closes the composer and keeps the turn as it is.
    Aside,
    /// Opens a form to type the turn.
    Type,
    /// Nothing: a key that can't be pressed. The number keeps them apart.
    Nothing(u8),
}

/// Where the composer is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    /// The steps chosen so far.
    pub steps: Vec<Step>,
    /// What is open.
    pub place: Place,
}

/// What is open in the composer, beside the steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Place {
    /// Nothing in particular.
    #[default]
    Start,
    /// One column of the board.
    Column(u8),
    /// Placing, where something else is possible too.
    Instead,
    /// The player has been warned.
    Warned,
}

impl State {
    /// Some steps, and nothing in particular open.
    pub const fn new(steps: Vec<Step>) -> Self {
        Self {
            steps,
            place: Place::Start,
        }
    }

    /// The same steps with something else open.
    #[must_use]
    pub fn at(&self, place: Place) -> Self {
        Self {
            steps: self.steps.clone(),
            place,
        }
    }
}

impl CustomId {
    /// The text form.
    pub fn write(&self) -> String {
        match self {
            Self::Accept(game) => format!("{VERSION}a{}", number(game.0)),
            Self::Decline(game) => format!("{VERSION}d{}", number(game.0)),
            Self::Withdraw(game) => format!("{VERSION}w{}", number(game.0)),
            Self::Move(shown) => format!("{VERSION}m{}", shown.write()),
            Self::More(shown) => format!("{VERSION}o{}", shown.write()),
            Self::Typed(table) => format!("{VERSION}t{}", table.write()),
            Self::Menu(other) => format!("{VERSION}{}", other.write()),
            Self::Compose(table, tap) => format!("{VERSION}c{}.{}", table.write(), tap.write()),
        }
    }

    /// Reads what [`CustomId::write`] writes.
    pub fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(VERSION)?;
        let letter = rest.chars().next()?;
        let rest = rest.get(letter.len_utf8()..)?;
        let game = || read_number(rest).map(GameId);
        Some(match letter {
            'a' => Self::Accept(game()?),
            'd' => Self::Decline(game()?),
            'w' => Self::Withdraw(game()?),
            'm' => Self::Move(Shown::read(rest)?),
            'o' => Self::More(Shown::read(rest)?),
            't' => Self::Typed(Table::read(rest)?),
            'c' => {
                let (table, tap) = rest.rsplit_once('.')?;
                Self::Compose(Table::read(table)?, Tap::read(tap)?)
            }
            'A'..='Z' => Self::Menu(MenuAction::read(text.strip_prefix(VERSION)?)?),
            _ => return None,
        })
    }
}

impl Table {
    /// What is no game begins with a capital letter, which no number has.
    fn write(self) -> String {
        match self {
            Self::Game(shown) => shown.write(),
            Self::Lesson(lesson) => format!("E{}", lesson.name),
            Self::Analysis(board, at) => format!("Z{}.{at}", number(board)),
        }
    }

    fn read(text: &str) -> Option<Self> {
        if let Some(name) = text.strip_prefix('E') {
            return Lesson::named(name).map(Self::Lesson);
        }
        if let Some(board) = text.strip_prefix('Z') {
            let (board, at) = board.split_once('.')?;
            return Some(Self::Analysis(read_number(board)?, at.parse().ok()?));
        }
        Shown::read(text).map(Self::Game)
    }
}

impl Tap {
    fn write(&self) -> String {
        match self {
            Self::Go(state) => format!("g{}", state.write()),
            Self::Also(state) => format!("a{}", state.write()),
            Self::Back(state) => format!("b{}", state.write()),
            Self::Touch(state) => format!("t{}", state.write()),
            Self::Pick(state, index) => format!("m{index}{}", state.write()),
            Self::Play(steps) => format!("p{}", write_steps(steps)),
            Self::Close => "x".to_owned(),
            Self::Aside => "y".to_owned(),
            Self::Type => "k".to_owned(),
            Self::Nothing(index) => format!("n{index}"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let letter = text.chars().next()?;
        let rest = text.get(letter.len_utf8()..)?;
        Some(match letter {
            'g' => Self::Go(State::read(rest)?),
            'a' => Self::Also(State::read(rest)?),
            'b' => Self::Back(State::read(rest)?),
            't' => Self::Touch(State::read(rest)?),
            'm' => {
                let index = rest.chars().next()?.to_digit(10)?;
                Self::Pick(State::read(rest.get(1..)?)?, index as u8)
            }
            'p' => Self::Play(read_steps(rest)?),
            'x' if rest.is_empty() => Self::Close,
            'y' if rest.is_empty() => Self::Aside,
            'k' if rest.is_empty() => Self::Type,
            'n' => Self::Nothing(rest.parse().ok()?),
            _ => return None,
        })
    }
}

impl State {
    fn write(&self) -> String {
        let place = match self.place {
            Place::Start => String::new(),
            Place::Column(column) => format!("*{column}"),
            Place::Instead => "*i".to_owned(),
            Place::Warned => "*w".to_owned(),
        };
        format!("{}{place}", write_steps(&self.steps))
    }

    fn read(text: &str) -> Option<Self> {
        let (steps, place) = match text.split_once('*') {
            None => (text, Place::Start),
            Some((steps, "i")) => (steps, Place::Instead),
            Some((steps, "w")) => (steps, Place::Warned),
            Some((steps, column)) => (steps, Place::Column(column.parse().ok()?)),
        };
        Some(Self {
            steps: read_steps(steps)?,
            place,
        })
    }
}

/// Steps as text, one letter for a cell.
pub fn write_steps(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            Step::Cell(cell) => text.push(char::from(CELLS[cell.index()])),
            Step::Kind(letter) => text.extend(['=', *letter]),
            Step::Leave => text.push('~'),
            Step::Pass => text.push('-'),
            Step::SendBack => text.push('!'),
        }
    }
    text
}

/// Reads what [`write_steps`] writes.
pub fn read_steps(text: &str) -> Option<Vec<Step>> {
    let mut letters = text.chars();
    let mut steps = Vec::new();
    while let Some(letter) = letters.next() {
        steps.push(match letter {
            '=' => Step::Kind(letters.next().filter(char::is_ascii_uppercase)?),
            '~' => Step::Leave,
            '-' => Step::Pass,
            '!' => Step::SendBack,
            _ => {
                let index = CELLS.iter().position(|&cell| char::from(cell) == letter)?;
                Step::Cell(Cell::new(index)?)
            }
        });
    }
    Some(steps)
}

#[cfg(test)]
mod tests;
