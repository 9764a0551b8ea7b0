//! Sets of cells.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

use super::{CELLS, COORDINATES, Cell};

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet(u64);

impl CellSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 61 cells.
    pub const HEXAGON: Self = Self((1 << CELLS) - 1);

    /// The set with these bits. The three bits without a cell must be clear.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set as one word: bit *n* for the cell with the number *n*.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

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

    /// The union of both sets.
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

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        *self = self.without(cell);
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cells in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether all cells of this set are in the other.
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

    /// The cell with exactly `n` cells of the set before it; `n` must be less than [`len`].
    ///
    /// [`len`]: CellSet::len
    #[inline]
    pub(crate) fn nth(self, n: usize) -> Cell {
        const ONES: u64 = 0x0101_0101_0101_0101;
        debug_assert!(n < self.len());
        // The number of set bits in each byte, then their prefix sums, all eight in one word.
        let mut counts = self.0 - ((self.0 >> 1) & 0x5555_5555_5555_5555);
        counts = (counts & 0x3333_3333_3333_3333) + ((counts >> 2) & 0x3333_3333_3333_3333);
        counts = (counts + (counts >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        let sums = counts.wrapping_mul(ONES);
        // The bytes whose prefix sum is at most n lie entirely before the cell we want.
        let before = (((n as u64 * ONES) | (ONES << 7)) - sums) & (ONES << 7);
        let byte = ((before >> 7).wrapping_mul(ONES) >> 56) * 8;
        let rest = (self.0 >> byte & 0xFF) as usize;
        let skipped = ((sums << 8) >> byte & 0xFF) as usize;
        Cell((byte as u8 + NTH_BIT[rest][(n - skipped) & 7]) & 63)
    }

    #[inline]
    pub(super) const fn bit(self, index: u8) -> bool {
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

/// For each byte, the positions of its set bits. A table, because a loop would be mispredicted.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn nth_agrees_with_iteration() {
        let mut rng = SplitMix64::new(7);
        for _ in 0..2000 {
            let set = CellSet(rng.next() & rng.next() & CellSet::HEXAGON.0);
            for (n, cell) in set.into_iter().enumerate() {
                assert_eq!(set.nth(n), cell, "{n} of {set:?}");
            }
        }
        for (n, cell) in Cell::all().enumerate() {
            assert_eq!(CellSet::HEXAGON.nth(n), cell);
        }
    }
}
