//! A turn of TZAAR as a sequence of steps.

use super::moves::second_move;
use super::pieces::{Pieces, Stack};
use super::turn::{Move, Second, Turn};
use super::{Cell, Effect, Kind, Role, Step, Tzaar};
use crate::hex::Direction;
use crate::instrumentation;
use crate::steps::NextStep;

/// A turn under construction.
#[derive(Clone, Copy, Default, Debug)]
pub enum PartialTurn {
    /// Nothing has been chosen.
    #[default]
    Nothing,
    /// The kind of piece to place.
    Kind(Kind),
    /// The piece that makes the first capture.
    Mover(Cell),
    /// The first capture, which something may follow.
    Captured(Move),
    /// The first capture and the piece that moves next.
    MoverAfter(Move, Cell),
    /// A complete turn.
    Complete(Turn),
}

impl Tzaar {
    /// The possible next steps: at most one per piece, direction or vacant point.
    pub(super) fn steps_after(&self, partial: PartialTurn) -> Vec<NextStep<PartialTurn>> {
        let next = |step, role, partial| NextStep {
            step,
            role,
            partial,
        };
        if self.outcome.is_some() {
            return Vec::new();
        }
        let side = self.to_move;
        match partial {
            PartialTurn::Nothing if self.is_placing() => {
                let hand = self.hands[side];
                let kinds = Kind::ALL.into_iter().filter(|&kind| hand[kind] > 0);
                let kind = |kind: Kind| {
                    let step = Step::Kind(kind.letter());
                    next(step, Role::Kind, PartialTurn::Kind(kind))
                };
                kinds.map(kind).collect()
            }
            PartialTurn::Kind(kind) => {
                let placed = |at| {
                    let partial = PartialTurn::Complete(Turn::Place { kind, at });
                    next(Step::Cell(at), Role::Place, partial)
                };
                self.vacant().into_iter().map(placed).collect()
            }
            PartialTurn::Nothing => {
                let movers = self.movers(&self.pieces, false);
                let mover = |from| next(Step::Cell(from), Role::Mover, PartialTurn::Mover(from));
                movers.map(mover).collect()
            }
            PartialTurn::Mover(from) => {
                let target = |to| {
                    let first = Move { from, to };
                    let partial = match self.after_first(first) {
                        Some(_) => PartialTurn::Captured(first),
                        None => PartialTurn::Complete(Turn::Capture {
                            first,
                            second: Second::Nothing,
                        }),
                    };
                    next(Step::Cell(to), Role::Target, partial)
                };
                let targets = self.targets(&self.pieces, from, false);
                targets.into_iter().map(target).collect()
            }
            PartialTurn::Captured(first) => {
                let pieces = after(self, first);
                let mover = |from| {
                    let partial = PartialTurn::MoverAfter(first, from);
                    next(Step::Cell(from), Role::Mover, partial)
                };
                let mut found: Vec<_> = self.movers(&pieces, true).map(mover).collect();
                let second = Second::Pass;
                let pass = PartialTurn::Complete(Turn::Capture { first, second });
                found.push(next(Step::Pass, Role::Special, pass));
                found
            }
            PartialTurn::MoverAfter(first, from) => {
                let pieces = after(self, first);
                let target = |to| {
                    let second = second_move(&pieces, side, Move { from, to });
                    let partial = PartialTurn::Complete(Turn::Capture { first, second });
                    next(Step::Cell(to), Role::Target, partial)
                };
                let targets = self.targets(&pieces, from, true);
                targets.into_iter().map(target).collect()
            }
            PartialTurn::Complete(_) => Vec::new(),
        }
    }

    /// The pieces of the player to move that have a target.
    fn movers(&self, pieces: &Pieces, may_stack: bool) -> impl Iterator<Item = Cell> {
        let own = pieces.sides[self.to_move].into_iter();
        own.filter(move |&from| !self.targets(pieces, from, may_stack).is_empty())
    }

    /// The points a piece can move to, by column.
    fn targets(&self, pieces: &Pieces, from: Cell, may_stack: bool) -> Vec<Cell> {
        let target = |direction| {
            instrumentation::record_visit();
            pieces.target(self.to_move, from, direction, may_stack)
        };
        let mut targets: Vec<Cell> = Direction::ALL.into_iter().filter_map(target).collect();
        targets.sort_unstable();
        targets
    }
}

/// The `index`-th step of a turn: kind and point; or piece, target, and then piece and target or pass.
pub(super) fn step(turn: Turn, index: usize) -> Option<(Step, Role)> {
    match turn {
        Turn::Place { kind, at } => match index {
            0 => Some((Step::Kind(kind.letter()), Role::Kind)),
            1 => Some((Step::Cell(at), Role::Place)),
            _ => None,
        },
        Turn::Capture { first, second } => match (index, second) {
            (0, _) => Some((Step::Cell(first.from), Role::Mover)),
            (1, _) => Some((Step::Cell(first.to), Role::Target)),
            (2, Second::Pass) => Some((Step::Pass, Role::Special)),
            (2, Second::Capture(m) | Second::Stack(m)) => Some((Step::Cell(m.from), Role::Mover)),
            (3, Second::Capture(m) | Second::Stack(m)) => Some((Step::Cell(m.to), Role::Target)),
            _ => None,
        },
    }
}

/// The effects of the last step chosen so far.
pub(super) fn last_effects(position: &Tzaar, partial: PartialTurn) -> Vec<Effect> {
    match partial {
        PartialTurn::Nothing
        | PartialTurn::Kind(_)
        | PartialTurn::Mover(_)
        | PartialTurn::MoverAfter(..) => Vec::new(),
        PartialTurn::Captured(first) => captured(&position.pieces, first),
        PartialTurn::Complete(turn) => {
            let last = (0..)
                .map_while(|index| step(turn, index).map(|_| index))
                .last();
            last.map_or_else(Vec::new, |last| effects(position, turn, last))
        }
    }
}

/// The effects of the `index`-th step: targets are captured or stacked upon.
pub(super) fn effects(position: &Tzaar, turn: Turn, index: usize) -> Vec<Effect> {
    let Turn::Capture { first, second } = turn else {
        return Vec::new();
    };
    match (index, second) {
        (1, _) => captured(&position.pieces, first),
        (3, Second::Capture(m)) => captured(&after(position, first), m),
        (3, Second::Stack(m)) => stacked(position, &after(position, first), m),
        _ => Vec::new(),
    }
}

/// The pieces after the first capture.
fn after(position: &Tzaar, first: Move) -> Pieces {
    let mut pieces = position.pieces;
    pieces.apply(position.to_move, first, false);
    pieces
}

fn captured(pieces: &Pieces, m: Move) -> Vec<Effect> {
    let capture = |stack: Stack| Effect::Captures {
        at: m.to,
        kind: stack.kind.letter(),
        height: stack.height,
    };
    pieces.at(m.to).map(capture).into_iter().collect()
}

fn stacked(position: &Tzaar, pieces: &Pieces, m: Move) -> Vec<Effect> {
    let mut effects = vec![Effect::Stacks {
        height: pieces.height(m.from) + pieces.height(m.to),
    }];
    let mut later = *pieces;
    later.apply(position.to_move, m, true);
    if let Some(kind) = later.missing(position.to_move) {
        effects.push(Effect::CoversLast(kind.letter()));
    }
    effects
}
