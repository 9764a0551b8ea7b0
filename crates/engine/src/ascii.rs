//! Draws a board with letters, for terminals and tests.
//!
//! Columns are two characters apart; neighbouring columns are offset by half a cell:
//!
//! ```text
//!        7
//!      6   6
//!    5   o   5
//!  4   o   o   4
//!    o   o   o
//!  o   o   o   o
//! ```

use std::collections::BTreeMap;

use super::hex::{Board, Cell};

/// The distance between neighbouring columns, in characters.
const COLUMN_WIDTH: usize = 2;

/// The height of a cell above the centre of the hexagon, in half cells.
fn height(cell: Cell) -> i8 {
    let (x, y) = cell.coordinates();
    2 * y - x
}

/// Draws a board with a symbol of up to three characters per cell. Each column has its number of
/// cells above it and its letter below it.
pub fn draw(board: &Board, symbol: impl Fn(Cell) -> String) -> String {
    let mut rows: BTreeMap<i8, Vec<(usize, String)>> = BTreeMap::new();
    for column in 0..board.columns() {
        let offset = usize::from(column) * COLUMN_WIDTH;
        let mut put = |height: i8, text: String| {
            rows.entry(-height).or_default().push((offset, text));
        };
        let cells: Vec<Cell> = board.column(column).collect();
        for &cell in &cells {
            put(height(cell), symbol(cell));
        }
        if let [lowest, .., highest] = cells[..] {
            put(height(highest) + 2, cells.len().to_string());
            put(height(lowest) - 2, board.name(lowest).letter().to_string());
        }
    }
    let mut drawing = String::new();
    for row in rows.into_values() {
        let mut line = String::new();
        for (offset, text) in row {
            let written = line.chars().count();
            line.extend(std::iter::repeat_n(' ', offset.saturating_sub(written)));
            line.push_str(&text);
        }
        drawing.push_str(line.trim_end());
        drawing.push('\n');
    }
    drawing
}
