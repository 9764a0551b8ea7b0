//! Sets of cells in sheared words, where a step in a direction is a shift.
//!
//! One question about all cells at once is faster this way than cell by cell. Column `x` begins at bit
//! 10 `x`; the tenth bit of every column is never set, so that nothing runs over an edge.

use crate::hex::{CELLS, Cell, CellSet};

/// The bit of each cell.
pub(crate) static BIT: [u8; 64] = {
    let mut table = [127; 64];
    let mut index = 0;
    while index < CELLS {
        if let Some(cell) = Cell::new(index) {
            let (x, y) = cell.coordinates();
            table[index] = ((x + 4) * 10 + y + 4) as u8;
        }
        index += 1;
    }
    table
};

/// The cell of each bit; 63 where there is none.
pub(crate) static CELL: [u8; 128] = {
    let mut table = [63; 128];
    let mut index = 0;
    while index < CELLS {
        table[BIT[index] as usize] = index as u8;
        index += 1;
    }
    table
};

/// One step in each of the three forward directions.
pub(crate) const STEPS: [u32; 3] = [1, 10, 11];

/// The set in sheared bits.
pub(crate) fn sheared(set: CellSet) -> u128 {
    set.into_iter()
        .fold(0, |bits, cell| bits | 1 << BIT[cell.index()])
}

/// The numbers of the cells of a sheared set.
#[inline]
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let bit = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(usize::from(CELL[bit & 127]))
    })
}

/// Whether any marble can jump, whatever its colour.
#[inline]
pub(crate) fn has_jump(marbles: u128, vacant: u128) -> bool {
    STEPS.into_iter().any(|step| {
        let pairs = marbles & marbles >> step;
        pairs & (vacant >> (2 * step) | vacant << step) != 0
    })
}

/// The vacant cells where a new marble could jump or be jumped over.
#[inline]
pub(crate) fn exposed(marbles: u128, vacant: u128) -> u128 {
    let mut set = 0;
    for step in STEPS {
        let (before, after) = (marbles << step, marbles >> step);
        // A marble on one side and a vacant ring on the other: the new one is jumped over.
        set |= before & (vacant >> step) | after & (vacant << step);
        // A marble beside and a vacant ring behind it: the new one jumps.
        set |= before & (vacant << (2 * step)) | after & (vacant >> (2 * step));
    }
    set & vacant
}

/// The cells next to a set.
#[inline]
pub(crate) fn around(set: u128) -> u128 {
    STEPS
        .into_iter()
        .fold(0, |all, step| all | set << step | set >> step)
}

/// The connected part of `rings` that contains `start`.
#[inline]
pub(crate) fn component(start: u128, rings: u128) -> u128 {
    let mut group = start & rings;
    loop {
        let grown = (group | around(group)) & rings;
        if grown == group {
            return group;
        }
        group = grown;
    }
}
