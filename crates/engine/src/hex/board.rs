//! Boards, and the names of their cells.

use std::fmt;
use std::str::FromStr;

use super::{Cell, CellSet, NOWHERE, RADIUS, index_at, known};

/// The name of a cell on some board: column letter and number, such as `d4`.
///
/// A name belongs to a board. The same cell has different names on boards of different shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    column: u8,
    row: u8,
}

impl Name {
    /// The name in column `column` (0 is `a`) and row `row` (1 is the lowest).
    ///
    /// `None` beyond column `i` or outside rows 1–9: no board has such a cell.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 9 && 1 <= row && row <= 9 {
            Some(Self { column, row })
        } else {
            None
        }
    }

    /// The index of the column; 0 is `a`.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The column's letter.
    pub const fn letter(self) -> char {
        (b'a' + self.column) as char
    }

    /// The row within the column, from 1.
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.row)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a cell name: a letter from `a` to `i` and a digit from 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseNameError;

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell is a letter from a to i and a digit from 1 to 9")
    }
}

impl std::error::Error for ParseNameError {}

impl FromStr for Name {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        match *text.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => {
                Name::new(column - b'a', row - b'0').ok_or(ParseNameError)
            }
            _ => Err(ParseNameError),
        }
    }
}

/// The shape of a board at the start of the game, which defines the names of its cells.
#[derive(Debug)]
pub struct Board {
    cells: CellSet,
    names: [Name; 64],
    indices: [[u8; 10]; 9],
    columns: u8,
}

impl Board {
    /// The board made of these cells.
    ///
    /// Columns are lettered from the leftmost non-empty one; cells are numbered from the lowest one in
    /// their column.
    pub(crate) const fn new(cells: CellSet) -> Self {
        let mut names = [Name { column: 0, row: 0 }; 64];
        let mut indices = [[NOWHERE; 10]; 9];
        let mut column = 0;
        let mut x = -RADIUS;
        while x <= RADIUS {
            let mut row = 0;
            let mut y = -RADIUS;
            while y <= RADIUS {
                let index = index_at(x, y);
                if index != NOWHERE && cells.bit(index) {
                    row += 1;
                    names[index as usize] = Name { column, row };
                    indices[column as usize][row as usize] = index;
                }
                y += 1;
            }
            if row > 0 {
                column += 1;
            }
            x += 1;
        }
        Self {
            cells,
            names,
            indices,
            columns: column,
        }
    }

    /// The cells of the board.
    pub const fn cells(&self) -> CellSet {
        self.cells
    }

    /// How many columns the board has.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// The cells of a column, from the bottom up.
    pub fn column(&self, column: u8) -> impl Iterator<Item = Cell> {
        let column = self.indices.get(column as usize);
        column
            .into_iter()
            .flatten()
            .filter_map(|&index| known(index))
    }

    /// The name of a cell of the board. The result for any other cell is meaningless.
    pub const fn name(&self, cell: Cell) -> Name {
        self.names[cell.index()]
    }

    /// The cell with that name, if the board has it.
    pub fn cell(&self, name: Name) -> Option<Cell> {
        known(self.indices[name.column as usize][name.row as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_belong_to_a_board() {
        let small = Board::new(CellSet::hexagon(3));
        let large = Board::new(CellSet::hexagon(4));
        let centre = Cell::CENTRE;
        assert_eq!(small.name(centre).to_string(), "d4");
        assert_eq!(large.name(centre).to_string(), "e5");
        assert_eq!(small.cell("e7".parse().unwrap()), None);
        for board in [small, large] {
            for cell in board.cells() {
                let name = board.name(cell);
                assert_eq!(name.to_string().parse(), Ok(name));
                assert_eq!(board.cell(name), Some(cell));
            }
        }
    }
}
