//! The geometry of a picture: its size, its orientation, and the pixels of each cell.

use std::fmt;
use std::str::FromStr;

use hexpost_engine::hex::{Board, Cell};

/// The distance between columns, in units: the height of a triangle with sides of one unit.
const COLUMN_STEP: f32 = 0.866_025_4;

/// The height of a player's bar, for a picture 1000 pixels wide.
pub(super) const BAR: f32 = 84.0;

/// How far a column's letter is below the middle of its lowest cell, in units.
pub(super) const LETTER_BELOW: f32 = 0.86;

/// How large a picture is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Size {
    /// 600 pixels wide.
    Small,
    /// 1000 pixels wide.
    #[default]
    Normal,
    /// 1500 pixels wide.
    Large,
}

impl Size {
    /// All sizes.
    pub const ALL: [Self; 3] = [Self::Small, Self::Normal, Self::Large];

    /// The name on the command line and in settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Normal => "normal",
            Self::Large => "large",
        }
    }

    /// The width of an uncropped picture, in pixels.
    pub const fn pixels(self) -> u32 {
        match self {
            Self::Small => 600,
            Self::Normal => 1000,
            Self::Large => 1500,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is not the name of a size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeError(String);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Size::ALL.iter().map(|size| size.as_str()).collect();
        write!(f, "no size {:?}: there are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for SizeError {}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let known = Self::ALL.into_iter().find(|size| size.as_str() == text);
        known.ok_or_else(|| SizeError(text.to_owned()))
    }
}

/// What surrounds the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Bars for the players above and below.
    Full,
    /// Nothing but a sentence and counts below.
    Cropped {
        /// The height of the area below the board, in a picture 1000 pixels wide.
        foot: f32,
        /// Whether the picture gets wider with that area, so that it is not higher where it is shown at
        /// a fixed width.
        keeps_shape: bool,
    },
}

/// The geometry of one picture.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The distance between neighbouring cells, in pixels.
    pub(super) unit: f32,
    /// Pixels per thousandth of a full picture's width: the scale of everything except the board.
    pub(super) scale: f32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) is_flipped: bool,
    /// The middle of the board, in pixels on the canvas.
    middle: (f32, f32),
    /// The middle of the board, in columns and units from the centre of the hexagon.
    centre: (f32, f32),
}

impl Layout {
    /// The geometry for a board.
    pub(super) fn new(board: &Board, size: Size, is_flipped: bool, frame: Frame) -> Self {
        let pixels = size.pixels();
        let scale = pixels as f32 / 1000.0;
        let places = || board.cells().into_iter().map(place);
        let least = |a: f32, b: f32| a.min(b);
        let most = |a: f32, b: f32| a.max(b);
        let left = places().map(|(x, _)| x).fold(f32::MAX, least);
        let right = places().map(|(x, _)| x).fold(f32::MIN, most);
        let low = places().map(|(_, y)| y).fold(f32::MAX, least);
        let high = places().map(|(_, y)| y).fold(f32::MIN, most);
        let wide = (right - left) * COLUMN_STEP + 1.0;
        let tall = high - low + 1.0;
        let (beside, above) = (30.0 * scale, 26.0 * scale);
        let full = pixels as f32;
        // The board is as wide as the picture, and the picture as tall as that makes it.
        let unit = ((full - 2.0 * beside) / wide).floor();
        // Space for the letter below the lowest cell.
        let below = unit * (LETTER_BELOW - 0.5) + 32.0 * scale;
        let (width, height, middle) = match frame {
            Frame::Full => {
                let bars = 2.0 * BAR * scale;
                let height = (unit * tall + bars + above + below).round();
                (full, height, (height + above - below) / 2.0)
            }
            Frame::Cropped { foot, keeps_shape } => {
                let border = 24.0 * scale;
                let (width, height) = (unit * wide + 2.0 * border, unit * (tall + 0.72) + border);
                let grown = height + foot * scale;
                let width = if keeps_shape {
                    width * grown / height
                } else {
                    width
                };
                // The letters are below, so no space is needed above.
                (width.ceil(), grown.ceil(), border + unit * tall / 2.0)
            }
        };
        let (width, height) = (width as u32, height as u32);
        Self {
            unit,
            scale,
            width,
            height,
            is_flipped,
            middle: (width as f32 / 2.0, middle),
            centre: (f32::midpoint(left, right), f32::midpoint(low, high)),
        }
    }

    /// The pixel in the middle of a cell.
    pub(super) fn cell(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = place(cell);
        self.pixel(x, y)
    }

    /// The pixel at a column and a height, in units from the centre of the hexagon.
    pub(super) fn pixel(&self, x: f32, y: f32) -> (i32, i32) {
        let turn = if self.is_flipped { -1.0 } else { 1.0 };
        let dx = (x - self.centre.0) * COLUMN_STEP * self.unit * turn;
        let dy = (y - self.centre.1) * self.unit * turn;
        (
            (self.middle.0 + dx).round() as i32,
            (self.middle.1 - dy).round() as i32,
        )
    }

    /// The cells of a column from the bottom of the picture upwards.
    pub(super) fn column_upwards(&self, board: &Board, column: u8) -> Vec<Cell> {
        let mut cells: Vec<Cell> = board.column(column).collect();
        if self.is_flipped {
            cells.reverse();
        }
        cells
    }
}

/// A cell's column and height, in units from the centre of the hexagon.
pub(super) fn place(cell: Cell) -> (f32, f32) {
    let (x, y) = cell.coordinates();
    (f32::from(x), f32::from(y) - f32::from(x) / 2.0)
}
