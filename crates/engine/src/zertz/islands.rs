//! Geometry of the rings: which can be slid out, and which groups have no vacant ring left.

use super::{Cell, CellSet};

/// The rings that have two adjacent gaps next to them. They can be slid out if they are vacant.
pub(super) fn loose_rings(rings: CellSet) -> CellSet {
    rings
        .into_iter()
        .filter(|&ring| has_two_adjacent_gaps(gaps_around(rings, ring)))
        .collect()
}

/// The rings that become loose because `ring` has just been removed from `rings`.
///
/// For a neighbour of the new gap, the two places adjacent to that gap are the common neighbours of
/// both, so the places around the gap decide everything.
#[inline]
pub(super) fn loosened_by(rings: CellSet, ring: Cell) -> CellSet {
    let gaps = gaps_around(rings, ring);
    let beside_a_gap = rotate(gaps, 1) | rotate(gaps, 5);
    ring.around(beside_a_gap & !gaps)
}

/// The connected group of rings that contains `from`; `None` if it has a vacant ring.
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

/// The connected group of rings that contains `from`.
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

/// Whether removing `ring` might disconnect its neighbours, judging only by the six places around it.
pub(super) fn may_split(rings: CellSet, ring: Cell) -> bool {
    let around = ring.pattern(rings);
    let beginnings = around & !rotate(around, 1);
    beginnings.count_ones() > 1
}

/// The places around a cell without a ring, as a pattern of six bits.
#[inline]
fn gaps_around(rings: CellSet, cell: Cell) -> u8 {
    !cell.pattern(rings) & 0b11_1111
}

#[inline]
fn has_two_adjacent_gaps(gaps: u8) -> bool {
    gaps & rotate(gaps, 1) != 0
}

/// Rotates a pattern of six places.
#[inline]
const fn rotate(pattern: u8, by: u32) -> u8 {
    (pattern << by | pattern >> (6 - by)) & 0b11_1111
}
