//! The hexagon that carries every board: cells, sets of cells, directions, symmetries, names.
//!
//! All boards live on one hexagon of side 5. Its 61 cells are numbered column by column from the
//! left, each column from the bottom up, so a set of cells is one 64-bit word. The three bits left
//! over are never set; tables use the last of them, [`NOWHERE`], for "off the hexagon", so that a
//! look-up over the edge finds nothing without a branch.
//!
//! Sheared coordinates: `x` is the column, -4…4; `y` grows upwards, and the six directions are, in
//! cyclic order, (0,1) (1,1) (1,0) (0,-1) (-1,-1) (-1,0).

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

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

    /// The cells around this one.
    #[inline]
    pub fn neighbours(self) -> CellSet {
        CellSet(AROUND[self.index()])
    }

    /// Which of the six cells around this one are in `set`: bit *d* for direction *d*.
    #[inline]
    pub(super) fn pattern(self, set: CellSet) -> u8 {
        let next = &NEXT[self.index()];
        let mut pattern = 0;
        for (direction, &neighbour) in next.iter().enumerate() {
            pattern |= u8::from(set.bit(neighbour)) << direction;
        }
        pattern
    }

    /// The cells around this one in the directions of a [pattern](Cell::pattern).
    #[inline]
    pub(super) fn around(self, pattern: u8) -> CellSet {
        let next = &NEXT[self.index()];
        let mut set = 0;
        for (direction, &neighbour) in next.iter().enumerate() {
            set |= u64::from(pattern >> direction & 1) << (neighbour & 63);
        }
        CellSet(set) & CellSet::HEXAGON
    }

    /// The direction in which `other` lies in a straight line, and how many steps away.
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

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All 61 cells.
    pub const HEXAGON: Self = Self((1 << CELLS) - 1);

    /// The hexagon of the given radius around the centre: 0 is the centre alone.
    pub const fn hexagon(radius: i8) -> Self {
        let mut set = Self::EMPTY;
        let mut index = 0;
        while index < CELLS {
            let (x, y) = COORDINATES[index];
            if x.abs() <= radius && y.abs() <= radius && (x - y).abs() <= radius {
                set.0 |= 1 << index;
            }
            index += 1;
        }
        set
    }

    /// The set with one more cell.
    #[inline]
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.index())
    }

    /// The set without a cell.
    #[inline]
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.index()))
    }

    /// The cells of both sets.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        *self = self.with(cell);
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        *self = self.without(cell);
    }

    /// Is the cell in the set?
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Is there no cell in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells are in the set?
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Are all cells of this set in the other?
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The first cell of the set.
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.is_empty() {
            None
        } else {
            Some(Cell(self.0.trailing_zeros() as u8))
        }
    }

    /// The last cell of the set.
    #[inline]
    pub const fn last(self) -> Option<Cell> {
        if self.is_empty() {
            None
        } else {
            Some(Cell(63 - self.0.leading_zeros() as u8))
        }
    }

    /// The cell that has exactly `n` cells of the set before it; `n` must be below [`len`].
    ///
    /// [`len`]: CellSet::len
    #[inline]
    pub fn nth(self, n: usize) -> Cell {
        const ONES: u64 = 0x0101_0101_0101_0101;
        debug_assert!(n < self.len());
        // Counts of set bits in each byte, then their running sums, eight at a time in one word.
        let mut counts = self.0 - ((self.0 >> 1) & 0x5555_5555_5555_5555);
        counts = (counts & 0x3333_3333_3333_3333) + ((counts >> 2) & 0x3333_3333_3333_3333);
        counts = (counts + (counts >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        let sums = counts.wrapping_mul(ONES);
        // The bytes whose running sum is at most n lie wholly before the cell looked for.
        let before = (((n as u64 * ONES) | (ONES << 7)) - sums) & (ONES << 7);
        let byte = ((before >> 7).wrapping_mul(ONES) >> 56) * 8;
        let rest = (self.0 >> byte & 0xFF) as usize;
        let skipped = ((sums << 8) >> byte & 0xFF) as usize;
        Cell((byte as u8 + NTH_BIT[rest][(n - skipped) & 7]) & 63)
    }

    #[inline]
    const fn bit(self, index: u8) -> bool {
        self.0 >> (index & 63) & 1 == 1
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    #[inline]
    fn into_iter(self) -> Cells {
        Cells(self)
    }
}

/// The cells of a set, in order.
#[derive(Clone, Debug)]
pub struct Cells(CellSet);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl Sub for CellSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CellSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::HEXAGON - self
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for CellSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// One of the twelve ways to lay the hexagon onto itself: six turns, each plain or mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    turns: u8,
    mirrored: bool,
}

impl Symmetry {
    /// All twelve; the first leaves everything in its place.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|mirrored| (0..6).map(move |turns| Self { turns, mirrored }))
    }

    /// Where a cell comes to lie.
    pub fn cell(self, cell: Cell) -> Cell {
        let (mut x, mut y) = cell.coordinates();
        if self.mirrored {
            (x, y) = (-x, y - x);
        }
        for _ in 0..self.turns {
            (x, y) = (y, y - x);
        }
        Cell(index_at(x, y))
    }

    /// Where a set of cells comes to lie.
    pub fn set(self, set: CellSet) -> CellSet {
        set.into_iter().map(|cell| self.cell(cell)).collect()
    }
}

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
    /// None beyond `i` or outside 1–9: no board has such a cell.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 9 && 1 <= row && row <= 9 {
            Some(Self { column, row })
        } else {
            None
        }
    }

    /// The column, 0 for `a`.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The column's letter.
    pub const fn letter(self) -> char {
        (b'a' + self.column) as char
    }

    /// The number in the column, from 1.
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

/// The text is no cell name: a letter from `a` to `i` and a digit from 1 to 9.
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

/// The shape of a board at the start of the game, which is what its cells are named by.
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
    /// Columns are lettered from the leftmost one in use, and cells numbered from the lowest one in
    /// use in their column.
    pub(super) const fn new(cells: CellSet) -> Self {
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
        self.indices[column as usize]
            .iter()
            .filter_map(|&index| known(index))
    }

    /// What a cell of the board is called.
    pub const fn name(&self, cell: Cell) -> Name {
        self.names[cell.index()]
    }

    /// The cell with that name, if the board has it.
    pub fn cell(&self, name: Name) -> Option<Cell> {
        known(self.indices[name.column as usize][name.row as usize])
    }
}

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

/// For each byte, the places of its set bits. A table, because a loop would be mispredicted.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut found = 0;
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

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

/// For each direction and cell, the cells that lie that way, up to the edge or to a cell in `stops`.
pub(super) const fn rays(stops: CellSet) -> [[CellSet; 64]; 6] {
    let next = steps(1);
    let mut table = [[CellSet::EMPTY; 64]; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut index = 0;
        while index < CELLS {
            let mut at = next[index][direction];
            while at != NOWHERE && !stops.bit(at) {
                table[direction][index].0 |= 1 << at;
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

    #[test]
    fn nth_counts_the_cells_of_a_set() {
        let mut numbers = super::super::random::SplitMix64::new(7);
        for _ in 0..2000 {
            let set = CellSet(numbers.next() & numbers.next() & CellSet::HEXAGON.0);
            for (n, cell) in set.into_iter().enumerate() {
                assert_eq!(set.nth(n), cell, "{n} of {set:?}");
            }
        }
        for (n, cell) in Cell::all().enumerate() {
            assert_eq!(CellSet::HEXAGON.nth(n), cell);
        }
    }

    #[test]
    fn symmetries_keep_neighbours_and_differ_from_each_other() {
        let mut seen = Vec::new();
        for symmetry in Symmetry::all() {
            let image: Vec<_> = Cell::all().map(|cell| symmetry.cell(cell)).collect();
            for cell in Cell::all() {
                assert_eq!(
                    symmetry.set(cell.neighbours()),
                    symmetry.cell(cell).neighbours()
                );
            }
            assert!(!seen.contains(&image));
            seen.push(image);
        }
        assert_eq!(seen.len(), 12);
    }

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
