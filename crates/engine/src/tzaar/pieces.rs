//! The pieces on the board: who, what, how high, and what lies in line with what.
//!
//! Only the topmost piece of a stack and its height ever matter: stacks move and are captured
//! whole, so what is buried in them never comes to light again.

use std::ops::ControlFlow;

use super::kind::{ByKind, Kind};
use super::turn::Move;
use super::{BySide, Cell, CellSet, Side};
use crate::hex::{Direction, rays};
use crate::instrumentation;

/// For each direction and point, the points in line, as far as the edge or the missing centre.
static RAYS: [[CellSet; 64]; 6] = rays(CellSet::EMPTY.with(Cell::CENTRE));

/// A piece or stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack {
    /// Whose it is.
    pub side: Side,
    /// The kind of the topmost piece.
    pub kind: Kind,
    /// How many pieces it is made of.
    pub height: u8,
}

/// All pieces and stacks on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pieces {
    pub(super) sides: BySide<CellSet>,
    pub(super) kinds: ByKind<CellSet>,
    /// 0 where nothing stands.
    heights: [u8; 64],
}

impl Pieces {
    pub(super) const NONE: Self = Self {
        sides: BySide {
            first: CellSet::EMPTY,
            second: CellSet::EMPTY,
        },
        kinds: ByKind {
            tzaar: CellSet::EMPTY,
            tzarra: CellSet::EMPTY,
            tott: CellSet::EMPTY,
        },
        heights: [0; 64],
    };

    #[inline]
    pub(super) fn occupied(&self) -> CellSet {
        self.sides.first | self.sides.second
    }

    #[inline]
    pub(super) fn height(&self, cell: Cell) -> u8 {
        self.heights[cell.index()]
    }

    #[inline]
    fn kind(&self, cell: Cell) -> Kind {
        if self.kinds.tott.contains(cell) {
            Kind::Tott
        } else if self.kinds.tzarra.contains(cell) {
            Kind::Tzarra
        } else {
            Kind::Tzaar
        }
    }

    pub(super) fn at(&self, cell: Cell) -> Option<Stack> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.sides[side].contains(cell))?;
        Some(Stack {
            side,
            kind: self.kind(cell),
            height: self.height(cell),
        })
    }

    pub(super) fn put(&mut self, cell: Cell, stack: Stack) {
        self.sides[stack.side].insert(cell);
        self.kinds[stack.kind].insert(cell);
        self.heights[cell.index()] = stack.height;
    }

    /// The visible pieces of a side, by kind.
    pub(super) fn visible(&self, side: Side) -> ByKind<u8> {
        ByKind::new_with(|kind| (self.kinds[kind] & self.sides[side]).len() as u8)
    }

    /// The kind of which a side has no visible piece.
    #[inline]
    pub(super) fn missing(&self, side: Side) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|&kind| (self.kinds[kind] & self.sides[side]).is_empty())
    }

    /// The first piece or stack in a direction.
    #[inline]
    pub(super) fn first_in_line(&self, from: Cell, direction: Direction) -> Option<Cell> {
        first_of(from, direction, self.occupied())
    }

    /// Moves a piece of `side` onto an enemy, which leaves the game, or onto an own piece, which
    /// it covers.
    #[inline]
    pub(super) fn apply(&mut self, side: Side, m: Move, stacks: bool) {
        let kind = self.kind(m.from);
        let covered = self.kind(m.to);
        self.kinds[covered].remove(m.to);
        self.kinds[kind].remove(m.from);
        self.kinds[kind].insert(m.to);
        self.sides[!side].remove(m.to);
        self.sides[side].remove(m.from);
        self.sides[side].insert(m.to);
        let height = self.heights[m.from.index()];
        let below = if stacks {
            self.heights[m.to.index()]
        } else {
            0
        };
        self.heights[m.to.index()] = height + below;
        self.heights[m.from.index()] = 0;
    }

    /// What lies in line with a piece of `side`, if it may move there: an enemy that is not
    /// higher or, where stacking is allowed, an own piece.
    #[inline]
    pub(super) fn target(
        &self,
        side: Side,
        from: Cell,
        direction: Direction,
        may_stack: bool,
    ) -> Option<Cell> {
        let to = self.first_in_line(from, direction)?;
        let allowed = if self.sides[side].contains(to) {
            may_stack
        } else {
            self.height(to) <= self.height(from)
        };
        allowed.then_some(to)
    }

    /// Shows `visit` every capture of `side`, and every stacking too if that is allowed, until it breaks: at
    /// most 180 moves, of 30 pieces in six directions.
    #[inline]
    pub(super) fn visit_moves(
        &self,
        side: Side,
        may_stack: bool,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.sides[side] {
            for direction in Direction::ALL {
                if let Some(to) = self.target(side, from, direction, may_stack) {
                    instrumentation::record_visit();
                    visit(Move { from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn count_moves(&self, side: Side, may_stack: bool) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(side, may_stack, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    pub(super) fn can_capture(&self, side: Side) -> bool {
        self.sides[side].into_iter().any(|from| {
            Direction::ALL
                .into_iter()
                .any(|direction| self.target(side, from, direction, false).is_some())
        })
    }
}

/// The first cell of `occupied` in a direction.
#[inline]
fn first_of(from: Cell, direction: Direction, occupied: CellSet) -> Option<Cell> {
    let in_line = RAYS[direction as usize][from.index()] & occupied;
    // Along the first three directions the numbers of the cells grow.
    match direction {
        Direction::North | Direction::NorthEast | Direction::SouthEast => in_line.first(),
        Direction::South | Direction::SouthWest | Direction::NorthWest => in_line.last(),
    }
}
