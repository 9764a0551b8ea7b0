//! The hexagon that carries every board: cells, sets of cells, directions, symmetries, names.
//!
//! All boards live on one hexagon of side 5. Its 61 cells are numbered column by column from the
//! left, each column from the bottom up, so a set of cells is one 64-bit word. The three bits left
//! over are never set; tables use the last of them, `NOWHERE`, for "off the hexagon", so that a
//! look-up over the edge finds nothing without a branch.
//!
//! The layout was measured against sheared words, where a step is a shift: with 128 bits, which the
//! large boards need, looking for a capture takes about twice as long as with these tables; with 64
//! bits, which hold the smallest board only, about two thirds of the time.
//!
//! Sheared coordinates: `x` is the column, -4…4; `y` grows upwards, and the six directions are, in
//! cyclic order, (0,1) (1,1) (1,0) (0,-1) (-1,-1) (-1,0).

mod board;
mod set;
mod symmetry;

use std::fmt;

pub use board::{Board, Name, ParseNameError};
pub use set::{CellSet, Cells};
pub use symmetry::Symmetry;

/// How many cells the hexagon has.
pub const CELLS: usize = 61;

/// The radius of the hexagon: its side less one.
const RADIUS: i8 = 4;

/// The index that no cell has; its bit is never set in a [`CellSet`].
const NOWHERE: u8 = 63;

/// One cell of the hexagon.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in the middle of the hexagon.
    pub const CENTRE: Self = Self(30);

    /// The cell with this number, counted by columns from the left and upwards in each.
    pub const fn new(index: usize) -> Option<Self> {
        if index < CELLS {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The cell at these sheared coordinates; the centre is (0, 0).
    pub const fn at(x: i8, y: i8) -> Option<Self> {
        let index = index_at(x, y);
        if index == NOWHERE {
            None
        } else {
            Some(Self(index))
        }
    }

    /// All cells, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        CellSet::HEXAGON.into_iter()
    }

    /// The cell's number: `0..61`.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler drop bounds checks on 64-entry tables.
        (self.0 & 63) as usize
    }

    /// The sheared coordinates.
    pub const fn coordinates(self) -> (i8, i8) {
        COORDINATES[self.index()]
    }

    /// The next cell in a direction.
    #[inline]
    pub fn step(self, direction: Direction) -> Option<Self> {
        known(NEXT[self.index()][direction as usize])
    }

    /// The cell behind a neighbour, in a straight line: where a jump over it lands.
    #[inline]
    pub fn beyond(self, neighbour: Self) -> Option<Self> {
        known(BEYOND[self.index()][neighbour.index()])
    }

    /// The neighbouring cells.
    #[inline]
    pub fn neighbours(self) -> CellSet {
        CellSet::from_bits(AROUND[self.index()])
    }

    /// Which of the six neighbouring cells are in `set`, as a bit mask: bit *d* for direction *d*.
    #[inline]
    pub(crate) fn pattern(self, set: CellSet) -> u8 {
        let next = &NEXT[self.index()];
        let mut pattern = 0;
        for (direction, &neighbour) in next.iter().enumerate() {
            pattern |= u8::from(set.bit(neighbour)) << direction;
        }
        pattern
    }

    /// The neighbouring cells in the directions of a [pattern](Cell::pattern).
    #[inline]
    pub(crate) fn around(self, pattern: u8) -> CellSet {
        let next = &NEXT[self.index()];
        let mut set = 0;
        for (direction, &neighbour) in next.iter().enumerate() {
            set |= u64::from(pattern >> direction & 1) << (neighbour & 63);
        }
        CellSet::from_bits(set) & CellSet::HEXAGON
    }

    /// The direction and distance of `other`, if it lies in a straight line from here.
    pub fn line_to(self, other: Self) -> Option<(Direction, u8)> {
        let (x, y) = self.coordinates();
        let (to_x, to_y) = other.coordinates();
        let (dx, dy) = (to_x - x, to_y - y);
        let distance = dx.abs().max(dy.abs());
        Direction::ALL
            .into_iter()
            .find(|direction| {
                let (step_x, step_y) = direction.vector();
                distance > 0 && (dx, dy) == (step_x * distance, step_y * distance)
            })
            .map(|direction| (direction, distance as u8))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.coordinates();
        write!(f, "Cell({x},{y})")
    }
}

/// The cell with this index, unless it is [`NOWHERE`].
#[inline]
fn known(index: u8) -> Option<Cell> {
    (index != NOWHERE).then_some(Cell(index))
}

/// One of the six directions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(
    missing_docs,
    reason = "the names say it: a compass with columns running north"
)]
pub enum Direction {
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// All six, in cyclic order.
    pub const ALL: [Self; 6] = [
        Self::North,
        Self::NorthEast,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// One step, in sheared coordinates.
    pub const fn vector(self) -> (i8, i8) {
        VECTORS[self as usize]
    }
}

const VECTORS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

const fn index_at(x: i8, y: i8) -> u8 {
    let mut index = 0;
    let mut column = -RADIUS;
    if x < -RADIUS || x > RADIUS {
        return NOWHERE;
    }
    while column < x {
        index += 9 - column.abs();
        column += 1;
    }
    let lowest = if x > 0 { x - RADIUS } else { -RADIUS };
    if y < lowest || y >= lowest + 9 - x.abs() {
        return NOWHERE;
    }
    (index + y - lowest) as u8
}

const COORDINATES: [(i8, i8); 64] = {
    let mut table = [(0, 0); 64];
    let mut x = -RADIUS;
    while x <= RADIUS {
        let mut y = -RADIUS;
        while y <= RADIUS {
            let index = index_at(x, y);
            if index != NOWHERE {
                table[index as usize] = (x, y);
            }
            y += 1;
        }
        x += 1;
    }
    table
};

static NEXT: [[u8; 6]; 64] = steps(1);

static BEYOND: [[u8; 64]; 64] = {
    let (next, leap) = (steps(1), steps(2));
    let mut table = [[NOWHERE; 64]; 64];
    let mut index = 0;
    while index < CELLS {
        let mut direction = 0;
        while direction < 6 {
            let over = next[index][direction];
            if over != NOWHERE {
                table[index][over as usize] = leap[index][direction];
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

const fn steps(distance: i8) -> [[u8; 6]; 64] {
    let mut table = [[NOWHERE; 6]; 64];
    let mut index = 0;
    while index < CELLS {
        let (x, y) = COORDINATES[index];
        let mut direction = 0;
        while direction < 6 {
            let (dx, dy) = VECTORS[direction];
            table[index][direction] = index_at(x + dx * distance, y + dy * distance);
            direction += 1;
        }
        index += 1;
    }
    table
}

static AROUND: [u64; 64] = {
    let next = steps(1);
    let mut table = [0; 64];
    let mut index = 0;
    while index < CELLS {
        let mut direction = 0;
        while direction < 6 {
            if next[index][direction] != NOWHERE {
                table[index] |= 1 << next[index][direction];
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

/// For each direction and cell, the cells in that direction, up to the edge or to a cell in `stops`.
pub(crate) const fn rays(stops: CellSet) -> [[CellSet; 64]; 6] {
    let next = steps(1);
    let mut table = [[CellSet::EMPTY; 64]; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut index = 0;
        while index < CELLS {
            let mut at = next[index][direction];
            while at != NOWHERE && !stops.bit(at) {
                table[direction][index].insert(Cell(at));
                at = next[at as usize][direction];
            }
            index += 1;
        }
        direction += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_by_columns() {
        assert_eq!(Cell::at(-4, -4).unwrap().index(), 0);
        assert_eq!(Cell::at(-4, 0).unwrap().index(), 4);
        assert_eq!(Cell::at(-3, -4).unwrap().index(), 5);
        assert_eq!(Cell::at(0, 0), Some(Cell::CENTRE));
        assert_eq!(Cell::at(4, 4).unwrap().index(), 60);
        assert_eq!(Cell::at(4, -1), None);
        for (index, cell) in Cell::all().enumerate() {
            assert_eq!(cell.index(), index);
            let (x, y) = cell.coordinates();
            assert_eq!(Cell::at(x, y), Some(cell));
        }
    }

    #[test]
    fn steps_and_lines_agree() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                if let Some(next) = cell.step(direction) {
                    assert_eq!(cell.line_to(next), Some((direction, 1)));
                    assert!(cell.neighbours().contains(next));
                    assert_eq!(next.step(direction), cell.beyond(next));
                }
            }
        }
    }
}
