//! The pieces on the board, and how they move.
//!
//! Only the topmost piece of a stack and its height ever matter: stacks move and are captured as a
//! whole, so covered pieces never become visible again.

use std::ops::ControlFlow;

use super::kind::{ByKind, Kind};
use super::turn::Move;
use super::{BySide, Cell, CellSet, Side};
use crate::hex::{Direction, rays};
use crate::instrumentation;

/// For each direction and point, the points in that direction, up to the edge or the missing centre.
static RAYS: [[CellSet; 64]; 6] = rays(CellSet::EMPTY.with(Cell::CENTRE));

/// A stack of one or more pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack {
    /// The owner.
    pub side: Side,
    /// The kind of the topmost piece.
    pub kind: Kind,
    /// The number of pieces.
    pub height: u8,
}

/// All pieces and stacks on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pieces {
    pub(super) sides: BySide<CellSet>,
    pub(super) kinds: ByKind<CellSet>,
    /// The height of the stack on each cell; 0 if vacant.
    heights: [u8; 64],
}

impl Pieces {
    /// The empty board.
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

    /// The stack on a point.
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

    /// Puts a stack on a vacant point.
    pub(super) fn put(&mut self, cell: Cell, stack: Stack) {
        self.sides[stack.side].insert(cell);
        self.kinds[stack.kind].insert(cell);
        self.heights[cell.index()] = stack.height;
    }

    /// The number of visible pieces of a side, by kind.
    pub(super) fn visible(&self, side: Side) -> ByKind<u8> {
        ByKind::new_with(|kind| (self.kinds[kind] & self.sides[side]).len() as u8)
    }

    /// The first kind of which a side has no visible piece.
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

    /// Moves a stack of `side` onto an opponent's stack, which leaves the game, or onto one of its own,
    /// which it covers.
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

    /// The point that a stack of `side` can move to in a direction: the first occupied one, if its stack
    /// is the opponent's and not higher or, where stacking is allowed, the player's own.
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

    /// Calls `visit` with every capture of `side`, and with every stacking if that is allowed, until it
    /// breaks. There are at most 180 moves: 30 pieces in six directions.
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

    /// The number of moves that [`visit_moves`](Pieces::visit_moves) yields.
    pub(super) fn count_moves(&self, side: Side, may_stack: bool) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(side, may_stack, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether `side` can capture anything.
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
    // Cell indices increase along the first three directions.
    match direction {
        Direction::North | Direction::NorthEast | Direction::SouthEast => in_line.first(),
        Direction::South | Direction::SouthWest | Direction::NorthWest => in_line.last(),
    }
}
