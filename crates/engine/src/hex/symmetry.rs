//! Rotations and reflections of the hexagon.

use super::{Cell, CellSet, index_at};

/// One of the twelve symmetries of the hexagon: six rotations, each with or without a reflection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    rotations: u8,
    mirrored: bool,
}

impl Symmetry {
    /// All twelve symmetries; the first is the identity.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|mirrored| {
            (0..6).map(move |rotations| Self {
                rotations,
                mirrored,
            })
        })
    }

    /// The image of a cell.
    pub fn cell(self, cell: Cell) -> Cell {
        let (mut x, mut y) = cell.coordinates();
        if self.mirrored {
            (x, y) = (-x, y - x);
        }
        for _ in 0..self.rotations {
            (x, y) = (y, y - x);
        }
        Cell(index_at(x, y))
    }

    /// The image of a set of cells.
    pub fn set(self, set: CellSet) -> CellSet {
        set.into_iter().map(|cell| self.cell(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_preserve_neighbours_and_are_distinct() {
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
