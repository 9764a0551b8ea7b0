//! Custom ids of components and modals. A custom id carries everything that the component means, so that
//! it works after a restart and for weeks.
//!
//! It begins with the version and a prefix of the kind of component; its fields follow, separated by
//! dots. Numbers are in base 36, a cell of the board is one letter or digit. A turn has at most 24
//! steps, so every custom id is far below Discord's limit of 100 characters. A custom id that can't be
//! read, or that has another version, is ignored.
//!
//! # Adding a button
//!
//! 1. Add a variant with an unused prefix to the enum it belongs to: an action on a game to
//!    [`GameAction`](action::GameAction), a screen of its own to [`MenuAction`]. Prefixes in use never
//!    change.
//! 2. If it has a field of a new type, implement `codec::Field` for that type.
//! 3. Add it to `menu::tests::all`, and append its custom id to `tests/data/custom_ids.txt`.
//! 4. Handle it in the feature: the compiler names the place.

pub mod action;
pub mod challenge;
pub(crate) mod codec;
pub mod computer;
pub mod game_analysis;
pub mod ladder;
pub mod menu;
pub mod plan;
pub mod puzzle;
pub mod replay;
pub mod share;
#[cfg(test)]
mod tests;
pub mod tournament;

use hexpost_engine::hex::Cell;
use hexpost_engine::steps::Step;

use crate::app::lessons::Lesson;
use crate::model::{GameId, PuzzleId};
pub use codec::BoardRef;
use codec::{CELLS, Decoder, Encoder, Field, id_enum};
use menu::MenuAction;

/// The version of the encoding; custom ids of other versions are not read.
const VERSION: &str = "1";

/// Discord's limit on the length of a custom id.
pub const LONGEST: usize = 100;

id_enum! {
    /// The meaning of a button, a select menu or a modal.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum CustomId {
        /// Accepts a challenge.
        Accept(challenge: GameId) => "a",
        /// Declines a challenge.
        Decline(challenge: GameId) => "d",
        /// Withdraws a challenge.
        Withdraw(challenge: GameId) => "w",
        /// Opens the composer for the board shown.
        Move(shown: BoardRef) => "m",
        /// Opens the menu of other actions on the game.
        More(shown: BoardRef) => "o",
        /// Submits a typed turn (modal).
        Typed(table: ComposerTarget) => "t",
        /// A component of the composer.
        Compose(table: ComposerTarget, tap: Tap) => "c",
        /// A component outside of the composer. Its prefixes begin with a capital letter.
        Menu(action: MenuAction) => "",
    }
}

id_enum! {
    /// The position on which a turn is composed.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ComposerTarget {
        /// The start of a lesson.
        Lesson(lesson: Lesson) => "E",
        /// A puzzle, after so many turns of it.
        Puzzle(puzzle: PuzzleId, ply: u8) => "P",
        /// An analysis board, by its number, after a turn of its tree.
        Analysis(board: i64, turn: u32) => "Z",
        /// A board of a game.
        Game(shown: BoardRef) => "",
    }
}

id_enum! {
    /// A component of the composer.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Tap {
        /// Goes on to a state.
        Go(state: ComposerState) => "g",
        /// Goes on to a state; the second button on one screen that leads there.
        Also(state: ComposerState) => "a",
        /// Goes back to a state.
        Back(state: ComposerState) => "b",
        /// Makes the steps final, under the touch-move rule.
        Touch(state: ComposerState) => "t",
        /// A select menu whose value is appended to the steps. The number distinguishes the menus of one
        /// screen.
        Pick(menu: u8 as Digit, state: ComposerState) => "m",
        /// Makes the turn.
        Play(steps: Vec<Step>) => "p",
        /// Discards the draft.
        Discard => "x",
        /// Closes the composer and keeps the draft.
        Close => "y",
        /// Opens the modal for a typed turn.
        Type => "k",
        /// A disabled button. The number distinguishes the disabled buttons of one screen.
        Nothing(number: u8) => "n",
        /// A select menu like [`Pick`](Tap::Pick) whose choice is final, under the touch-move rule.
        PickFinal(menu: u8 as Digit, state: ComposerState) => "f",
    }
}

/// The state of the composer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ComposerState {
    /// The steps chosen so far.
    pub steps: Vec<Step>,
    /// The part of the screen that is open.
    pub place: ComposerView,
}

/// The part of a composer screen that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ComposerView {
    /// None.
    #[default]
    Start,
    /// A column of the board.
    Column(u8),
    /// Placements, where other turns are possible too.
    Instead,
    /// The turn, after the player has been warned.
    Warned,
}

impl CustomId {
    /// The text that Discord stores with the component.
    pub fn write(&self) -> String {
        let mut id = Encoder::default();
        id.prefix(VERSION);
        self.encode(&mut id);
        id.finish()
    }

    /// Reads what [`CustomId::write`] writes; `None` for any other text.
    pub fn read(text: &str) -> Option<Self> {
        let mut id = Decoder::new(text);
        id.prefix(VERSION)?;
        Self::decode(&mut id).filter(|read| read.write() == text)
    }

    /// The game or challenge that the component is about, for the log.
    pub(crate) fn game(&self) -> Option<GameId> {
        match self {
            Self::Accept(id) | Self::Decline(id) | Self::Withdraw(id) => Some(*id),
            Self::Move(shown)
            | Self::More(shown)
            | Self::Typed(ComposerTarget::Game(shown))
            | Self::Compose(ComposerTarget::Game(shown), _) => Some(shown.game),
            Self::Menu(action) => action.game(),
            _ => None,
        }
    }
}

impl From<BoardRef> for ComposerTarget {
    fn from(shown: BoardRef) -> Self {
        Self::Game(shown)
    }
}

impl ComposerState {
    /// The state after some steps with nothing open.
    pub const fn new(steps: Vec<Step>) -> Self {
        Self {
            steps,
            place: ComposerView::Start,
        }
    }

    /// The state after the same steps with another part open.
    #[must_use]
    pub fn at(&self, place: ComposerView) -> Self {
        Self {
            steps: self.steps.clone(),
            place,
        }
    }
}

impl Field for ComposerState {
    fn encode(&self, id: &mut Encoder) {
        let place = match self.place {
            ComposerView::Start => String::new(),
            ComposerView::Column(column) => format!("*{column}"),
            ComposerView::Instead => "*i".to_owned(),
            ComposerView::Warned => "*w".to_owned(),
        };
        id.field(&format!("{}{place}", write_steps(&self.steps)));
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let text = id.field()?;
        let (steps, place) = match text.split_once('*') {
            None => (text, ComposerView::Start),
            Some((steps, "i")) => (steps, ComposerView::Instead),
            Some((steps, "w")) => (steps, ComposerView::Warned),
            Some((steps, column)) => (steps, ComposerView::Column(column.parse().ok()?)),
        };
        Some(Self {
            steps: read_steps(steps)?,
            place,
        })
    }
}

/// A number from 0 to 9, written as a prefix.
struct Digit(u8);

impl Field for Digit {
    fn encode(&self, id: &mut Encoder) {
        id.prefix(&self.0.to_string());
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let is_next = |digit: &u8| id.prefix(&digit.to_string()).is_some();
        (0..10).find(is_next).map(Self)
    }
}

impl Field for Vec<Step> {
    fn encode(&self, id: &mut Encoder) {
        id.field(&write_steps(self));
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        read_steps(id.field()?)
    }
}

/// Steps as text: one letter or digit for a cell, a sign for any other step.
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
