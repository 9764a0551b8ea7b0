//! Pictures of ZÈRTZ and TZAAR boards: a position in, PNG or GIF bytes out. Pure and blocking.
//!
//! A [`View`] describes what to show. It is converted to a [`scene`] (the drawing as data), and that to
//! pixels. One file per game defines what its pieces look like; everything else, such as marks on the
//! board and the players' bars, is derived from the engine's steps and effects and independent of the
//! game.
//!
//! - [`layout`]: sizes, and where the cells are; [`theme`]: colours; `font`: the typeface.
//! - [`scene`]: the drawing as data. `board` builds it from a view, with `panel` for the players' bars
//!   and `footer` for the counts that a turn would change.
//! - [`marks`]: highlights such as the last turn and the possible choices; [`composer_board`]: the board
//!   while a turn is being composed.
//! - [`paint`], `sprite` and `indexed_palette`: from a scene to pixels and PNG; `picture_cache`: a cache of
//!   finished pictures.
//! - [`replay`]: a whole game as a GIF; [`diagram`]: pictures that explain rules; [`alt_text`]: descriptions
//!   for screen readers; [`poster`]: all games in one picture, for newcomers; [`gallery`]: one picture
//!   of every kind, for review and tests.
//! - [`chart`]: ratings over time, and tables of players; [`winning_chart`]: winning chances over a game; [`standings`] and [`bracket`]: tables of tournaments,
//!   on a `sheet`.
//! - [`emoji`]: pieces and marbles as icons for texts and buttons.
//! - `zertz` and `tzaar`: how the games look.

pub mod alt_text;
mod board;
pub mod bracket;
pub mod chart;
pub mod composer_board;
pub mod diagram;
pub mod emoji;
mod font;
mod footer;
pub mod gallery;
mod gallery_tables;
mod indexed_palette;
pub mod layout;
pub mod marks;
pub mod paint;
mod panel;
mod picture_cache;
pub mod poster;
pub mod replay;
pub mod scene;
mod sheet;
mod sprite;
pub mod standings;
pub mod theme;
mod tzaar;
pub mod winning_chart;
mod zertz;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

use bracket::BracketTable;
use chart::{RatingChart, Table};
use composer_board::ComposerBoard;
use hexpost_engine::game::AnyGame;
use hexpost_engine::side::{BySide, Side};
use hexpost_engine::steps::Step;
use layout::Size;
use marks::Mark;
use scene::Scene;
use standings::{Crosstable, LadderTable, SwissTable};
use theme::Theme;
use winning_chart::WinningChart;

pub use font::drawable;
pub use picture_cache::Pictures;

/// Everything that determines a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The position.
    pub game: AnyGame,
    /// The players' names, in any script and of any length.
    pub names: BySide<String>,
    /// A sentence in the caller's language, such as who has won and why.
    pub banner: Option<String>,
    /// A question in the caller's language, below a cropped board, such as "Which ring do you remove?".
    pub question: Option<String>,
    /// The name of the stock in the caller's language, such as "pool" or "from your captures".
    pub stock: Option<String>,
    /// The position before a turn that awaits confirmation. Below a cropped board the picture then shows
    /// the counts that the turn changes, and the banner, which can say what the opponent must do next.
    pub before: Option<AnyGame>,
    /// The result of a finished game; `None` while a player is to move.
    pub result: Option<ResultMark>,
    /// The number of the last turn, and of turns in the game, as a replay shows them.
    pub turn: Option<(usize, usize)>,
    /// The highlights on the board.
    pub marks: Vec<Mark>,
    /// The colours.
    pub theme: Theme,
    /// The size.
    pub size: Size,
    /// Whether the second player is at the bottom.
    pub is_flipped: bool,
    /// Whether to show the board alone, without names and tallies.
    pub is_cropped: bool,
}

/// How a finished game is shown in the players' bars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultMark {
    /// This player has won.
    Win(Side),
    /// Nobody has won: the game was drawn, or called off.
    NoWinner,
}

impl ResultMark {
    /// The result of a game with this winner, if it has one.
    pub const fn from_winner(winner: Option<Side>) -> Self {
        match winner {
            Some(side) => Self::Win(side),
            None => Self::NoWinner,
        }
    }
}

/// Parses steps such as `W d4`; `None` if one of them is not a step on this board.
pub fn steps_of(game: &AnyGame, text: &str) -> Option<Vec<Step>> {
    let read = |step| Step::read(step, game.board());
    text.split_whitespace().map(read).collect()
}

impl View {
    /// A position without highlights, names or banner.
    pub fn new(game: AnyGame) -> Self {
        let result = game
            .outcome()
            .map(|outcome| ResultMark::from_winner(outcome.winner));
        Self {
            game,
            names: BySide::default(),
            banner: None,
            question: None,
            stock: None,
            before: None,
            result,
            turn: None,
            marks: Vec::new(),
            theme: Theme::default(),
            size: Size::default(),
            is_flipped: false,
            is_cropped: false,
        }
    }

    /// The cropped board of a turn that is being composed.
    pub fn composing(board: ComposerBoard) -> Self {
        Self {
            marks: board.marks,
            before: board.before,
            is_cropped: true,
            ..Self::new(board.shown)
        }
    }

    /// The drawing as data.
    pub fn scene(&self) -> Scene {
        board::scene(self)
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        Draw::png(self)
    }
}

/// Something that can be drawn.
pub trait Draw {
    /// The drawing as data.
    fn scene(&self) -> Scene;

    /// The colours.
    fn theme(&self) -> Theme;

    /// The picture as a PNG file.
    fn png(&self) -> Vec<u8> {
        paint::png(&paint::paint(&self.scene(), self.theme()), self.theme())
    }
}

impl Draw for View {
    fn scene(&self) -> Scene {
        self.scene()
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}

/// A picture of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// A board.
    Board(Box<View>),
    /// Ratings over time.
    Ratings(RatingChart),
    /// The winning chances over a game.
    Winning(WinningChart),
    /// A table of players.
    Table(Table),
    /// A round robin.
    Crosstable(Crosstable),
    /// A Swiss tournament.
    Swiss(SwissTable),
    /// A knock-out.
    Bracket(BracketTable),
    /// A ladder.
    Ladder(LadderTable),
}

impl Drawing {
    /// The view of a board, if it is one.
    pub const fn board(&self) -> Option<&View> {
        match self {
            Self::Board(view) => Some(view),
            _ => None,
        }
    }

    /// Changes the colours.
    pub fn set_theme(&mut self, theme: Theme) {
        match self {
            Self::Board(view) => view.theme = theme,
            Self::Ratings(chart) => chart.theme = theme,
            Self::Winning(chart) => chart.theme = theme,
            Self::Table(table) => table.theme = theme,
            Self::Crosstable(table) => table.theme = theme,
            Self::Swiss(table) => table.theme = theme,
            Self::Bracket(table) => table.theme = theme,
            Self::Ladder(table) => table.theme = theme,
        }
    }
}

impl From<View> for Drawing {
    fn from(view: View) -> Self {
        Self::Board(Box::new(view))
    }
}

impl Draw for Drawing {
    fn scene(&self) -> Scene {
        match self {
            Self::Board(view) => view.scene(),
            Self::Ratings(chart) => chart.scene(),
            Self::Winning(chart) => chart.scene(),
            Self::Table(table) => table.scene(),
            Self::Crosstable(table) => table.scene(),
            Self::Swiss(table) => table.scene(),
            Self::Bracket(table) => table.scene(),
            Self::Ladder(table) => table.scene(),
        }
    }

    fn theme(&self) -> Theme {
        match self {
            Self::Board(view) => view.theme,
            Self::Ratings(chart) => chart.theme,
            Self::Winning(chart) => chart.theme,
            Self::Table(table) => table.theme,
            Self::Crosstable(table) => table.theme,
            Self::Swiss(table) => table.theme,
            Self::Bracket(table) => table.theme,
            Self::Ladder(table) => table.theme,
        }
    }
}
