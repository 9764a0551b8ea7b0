//! Rings: which can be slid out, and which groups have no vacant ring left.

use super::{Cell, CellSet};

/// The rings that have two neighbouring places without a ring beside them: they could be slid out
/// if they are vacant.
pub(super) fn loose_rings(rings: CellSet) -> CellSet {
    rings
        .into_iter()
        .filter(|&ring| has_two_neighbouring_gaps(gaps_around(rings, ring)))
        .collect()
}

/// The rings that become loose when `ring` has just been taken away from `rings`.
///
/// Around a neighbour of the new gap, the two places next to that gap are the two that the
/// neighbour and the gap have in common, so one look around the gap tells everything.
#[inline]
pub(super) fn loosened_by(rings: CellSet, ring: Cell) -> CellSet {
    let gaps = gaps_around(rings, ring);
    let beside_a_gap = rotate(gaps, 1) | rotate(gaps, 5);
    ring.around(beside_a_gap & !gaps)
}

/// The connected group of rings around `from`, unless it has a vacant ring.
#[inline]
pub(super) fn full_group(rings: CellSet, vacant: CellSet, from: Cell) -> Option<CellSet> {
    if vacant.contains(from) {
        return None;
    }
    let mut group = CellSet::EMPTY.with(from);
    let mut edge = group;
    while let Some(cell) = edge.first() {
        edge.remove(cell);
        let around = cell.neighbours() & rings;
        if !(around & vacant).is_empty() {
            return None;
        }
        edge |= around - group;
        group |= around;
    }
    Some(group)
}

/// All rings connected with `from`.
pub(super) fn group(rings: CellSet, from: Cell) -> CellSet {
    let mut group = CellSet::EMPTY.with(from);
    let mut edge = group;
    while let Some(cell) = edge.first() {
        edge.remove(cell);
        let around = cell.neighbours() & rings;
        edge |= around - group;
        group |= around;
    }
    group
}

/// Does taking `ring` away leave its neighbours in more than one piece, as far as one can see from
/// the six places around it?
pub(super) fn may_split(rings: CellSet, ring: Cell) -> bool {
    let around = ring.pattern(rings);
    let beginnings = around & !rotate(around, 1);
    beginnings.count_ones() > 1
}

#[inline]
fn gaps_around(rings: CellSet, cell: Cell) -> u8 {
    !cell.pattern(rings) & 0b11_1111
}

#[inline]
fn has_two_neighbouring_gaps(gaps: u8) -> bool {
    gaps & rotate(gaps, 1) != 0
}

/// Turns a pattern of six places by some directions.
#[inline]
const fn rotate(pattern: u8, by: u32) -> u8 {
    (pattern << by | pattern >> (6 - by)) & 0b11_1111
}
