//! PICTURES. A position in, bytes out: pure and blocking, with nothing of Discord or databases.
//!
//! A [`View`] says what is to be seen. From it comes a [`scene`] (a drawing as data), and from that
//! the pixels. Each game has one file that knows what its pieces look like; everything else, the
//! marks on the board and the tallies in the corners, is drawn from the engine's steps and effects
//! and knows no game.
//!
//! - [`layout`] is where cells lie, [`theme`] the colours, `font` the typeface.
//! - [`scene`] is the drawing as data; `board` makes it from a view; `panel` draws the corners,
//!   `foot` what a turn would change.
//! - [`marks`] are what is pointed out: the last turn, what can be chosen; [`compose`] is a turn in
//!   the making.
//! - `sprite`, `palette` and [`paint`] turn it into pixels, fast.
//! - [`replay`] is a whole game as a GIF, [`diagram`] teaches, [`alt`] is the picture in words,
//!   [`gallery`] is one picture of every kind.
//! - `zertz` and `tzaar` are what the games look like.

pub mod alt;
mod board;
pub mod compose;
pub mod diagram;
mod font;
mod foot;
pub mod gallery;
pub mod layout;
pub mod marks;
pub mod paint;
mod palette;
mod panel;
mod pictures;
pub mod replay;
pub mod scene;
mod sprite;
pub mod theme;
mod tzaar;
mod zertz;

use compose::ComposerBoard;
use hexpost_engine::game::AnyGame;
use hexpost_engine::side::{BySide, Side};
use hexpost_engine::steps::Step;
use layout::Size;
use marks::Mark;
use scene::Scene;
use theme::Theme;

pub use pictures::Pictures;

/// What is to be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The position.
    pub game: AnyGame,
    /// The players' names, in any script and of any length.
    pub names: BySide<String>,
    /// A sentence in the caller's language, such as who has won and why.
    pub banner: Option<String>,
    /// What the stock is called in the caller's language, such as "pool" or "from your captures".
    pub stock: Option<String>,
    /// The position before a turn that is still to be confirmed: below a cropped board stand the
    /// counts that the turn changes, and the banner, which can say what the other must do then.
    pub before: Option<AnyGame>,
    /// The result of a finished game; `None` while a player is to move.
    pub result: Option<GameResult>,
    /// What is pointed out on the board.
    pub marks: Vec<Mark>,
    /// The colours.
    pub theme: Theme,
    /// The size.
    pub size: Size,
    /// Is the second player at the bottom?
    pub is_flipped: bool,
    /// The board alone, without names and tallies?
    pub is_cropped: bool,
}

/// How a finished game is shown in the players' bars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// This player has won.
    Win(Side),
    /// Nobody has won: the game was drawn, or called off.
    NoWinner,
}

impl GameResult {
    /// The result of a game with this winner, if it has one.
    pub const fn from_winner(winner: Option<Side>) -> Self {
        match winner {
            Some(side) => Self::Win(side),
            None => Self::NoWinner,
        }
    }
}

/// The steps in a text such as `W d4`; none if one is no step on this board.
pub fn steps_of(game: &AnyGame, text: &str) -> Option<Vec<Step>> {
    let read = |step| Step::read(step, game.board());
    text.split_whitespace().map(read).collect()
}

impl View {
    /// A position with nothing pointed out.
    pub fn new(game: AnyGame) -> Self {
        let result = game
            .outcome()
            .map(|outcome| GameResult::from_winner(outcome.winner));
        Self {
            game,
            names: BySide::default(),
            banner: None,
            stock: None,
            before: None,
            result,
            marks: Vec::new(),
            theme: Theme::default(),
            size: Size::default(),
            is_flipped: false,
            is_cropped: false,
        }
    }

    /// A turn in the making, on the board alone.
    pub fn composing(composing: ComposerBoard) -> Self {
        Self {
            marks: composing.marks,
            before: composing.before,
            is_cropped: true,
            ..Self::new(composing.shown)
        }
    }

    /// The drawing.
    pub fn scene(&self) -> Scene {
        board::scene(self)
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        paint::png(&paint::paint(&self.scene(), self.theme), self.theme)
    }
}
