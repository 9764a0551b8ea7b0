//! The ways to lay the hexagon onto itself.

use super::{Cell, CellSet, index_at};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
