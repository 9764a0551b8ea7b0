//! A turn of TZAAR as a path of steps.

use super::men::{Men, Stack};
use super::moves::second_move;
use super::turn::{Move, Second, Turn};
use super::{Cell, Effect, Kind, Role, Step, Tzaar};
use crate::effort;
use crate::hex::Direction;
use crate::steps::NextStep;

/// A turn in the making.
#[derive(Clone, Copy, Default, Debug)]
pub enum Begun {
    /// Nothing is chosen.
    #[default]
    Nothing,
    /// A kind to place.
    Kind(Kind),
    /// The piece that captures.
    Mover(Cell),
    /// The capture, after which something may follow.
    Captured(Move),
    /// The capture and the piece that moves then.
    MoverAfter(Move, Cell),
    /// A whole turn.
    Whole(Turn),
}

impl Tzaar {
    /// The steps that may come next: no more than there are pieces or directions.
    pub(super) fn steps_after(&self, begun: Begun) -> Vec<NextStep<Begun>> {
        let next = |step, role, begun| NextStep { step, role, begun };
        if self.outcome.is_some() {
            return Vec::new();
        }
        let side = self.to_move;
        match begun {
            Begun::Nothing if self.is_placing() => {
                let hand = self.hands[side];
                let kinds = Kind::ALL.into_iter().filter(|&kind| hand[kind] > 0);
                let kind = |kind: Kind| {
                    let step = Step::Kind(kind.letter());
                    next(step, Role::Kind, Begun::Kind(kind))
                };
                kinds.map(kind).collect()
            }
            Begun::Kind(kind) => {
                let placed = |at| {
                    let begun = Begun::Whole(Turn::Place { kind, at });
                    next(Step::Cell(at), Role::Place, begun)
                };
                self.vacant().into_iter().map(placed).collect()
            }
            Begun::Nothing => {
                let movers = self.movers(&self.men, false);
                let mover = |from| next(Step::Cell(from), Role::Mover, Begun::Mover(from));
                movers.map(mover).collect()
            }
            Begun::Mover(from) => {
                let target = |to| {
                    let first = Move { from, to };
                    let begun = match self.after_first(first) {
                        Some(_) => Begun::Captured(first),
                        None => Begun::Whole(Turn::Capture {
                            first,
                            second: Second::Nothing,
                        }),
                    };
                    next(Step::Cell(to), Role::Target, begun)
                };
                let targets = self.targets(&self.men, from, false);
                targets.into_iter().map(target).collect()
            }
            Begun::Captured(first) => {
                let men = after(self, first);
                let mover = |from| {
                    let begun = Begun::MoverAfter(first, from);
                    next(Step::Cell(from), Role::Mover, begun)
                };
                let mut found: Vec<_> = self.movers(&men, true).map(mover).collect();
                let second = Second::Pass;
                let pass = Begun::Whole(Turn::Capture { first, second });
                found.push(next(Step::Pass, Role::Special, pass));
                found
            }
            Begun::MoverAfter(first, from) => {
                let men = after(self, first);
                let target = |to| {
                    let second = second_move(&men, side, Move { from, to });
                    let begun = Begun::Whole(Turn::Capture { first, second });
                    next(Step::Cell(to), Role::Target, begun)
                };
                let targets = self.targets(&men, from, true);
                targets.into_iter().map(target).collect()
            }
            Begun::Whole(_) => Vec::new(),
        }
    }

    /// The pieces that have a target.
    fn movers(&self, men: &Men, may_stack: bool) -> impl Iterator<Item = Cell> {
        let own = men.sides[self.to_move].into_iter();
        own.filter(move |&from| !self.targets(men, from, may_stack).is_empty())
    }

    /// Where a piece can move, by column.
    fn targets(&self, men: &Men, from: Cell, may_stack: bool) -> Vec<Cell> {
        let target = |direction| {
            effort::visit();
            men.target(self.to_move, from, direction, may_stack)
        };
        let mut targets: Vec<Cell> = Direction::ALL.into_iter().filter_map(target).collect();
        targets.sort_unstable();
        targets
    }
}

/// Kind and point; or piece, target, and then piece, target or pass.
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

/// What the last of the steps chosen so far does.
pub(super) fn last_effects(position: &Tzaar, begun: Begun) -> Vec<Effect> {
    match begun {
        Begun::Nothing | Begun::Kind(_) | Begun::Mover(_) | Begun::MoverAfter(..) => Vec::new(),
        Begun::Captured(first) => captured(&position.men, first),
        Begun::Whole(turn) => {
            let last = (0..)
                .map_while(|index| step(turn, index).map(|_| index))
                .last();
            last.map_or_else(Vec::new, |last| effects(position, turn, last))
        }
    }
}

/// What the step does: targets are captured or stacked upon.
pub(super) fn effects(position: &Tzaar, turn: Turn, index: usize) -> Vec<Effect> {
    let Turn::Capture { first, second } = turn else {
        return Vec::new();
    };
    match (index, second) {
        (1, _) => captured(&position.men, first),
        (3, Second::Capture(m)) => captured(&after(position, first), m),
        (3, Second::Stack(m)) => stacked(position, &after(position, first), m),
        _ => Vec::new(),
    }
}

fn after(position: &Tzaar, first: Move) -> Men {
    let mut men = position.men;
    men.apply(position.to_move, first, false);
    men
}

fn captured(men: &Men, m: Move) -> Vec<Effect> {
    let capture = |stack: Stack| Effect::Captures {
        at: m.to,
        kind: stack.kind.letter(),
        height: stack.height,
    };
    men.at(m.to).map(capture).into_iter().collect()
}

fn stacked(position: &Tzaar, men: &Men, m: Move) -> Vec<Effect> {
    let mut effects = vec![Effect::Stacks {
        height: men.height(m.from) + men.height(m.to),
    }];
    let mut later = *men;
    later.apply(position.to_move, m, true);
    if let Some(kind) = later.missing(position.to_move) {
        effects.push(Effect::BuriesLast(kind.letter()));
    }
    effects
}
