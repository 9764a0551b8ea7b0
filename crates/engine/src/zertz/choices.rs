//! A turn of ZÈRTZ as a sequence of steps.

use super::moves::landings;
use super::turn::{Chain, Turn, over};
use super::{Cell, Effect, Marble, MissedCapture, Role, Step, Zertz};
use crate::instrumentation;
use crate::steps::NextStep;

/// A turn under construction.
#[derive(Clone, Copy, Default, Debug)]
pub enum PartialTurn {
    /// Nothing has been chosen.
    #[default]
    Nothing,
    /// The colour of the marble to place.
    Kind(Marble),
    /// The colour and its ring; a ring to remove is still to be chosen.
    Placed(Marble, Cell),
    /// The path of the jumping marble so far: its starting ring and its landings.
    Jumping(Chain),
    /// A complete turn. A placement in this state may be illegal as it is, and legal only if its groups
    /// are left on the board.
    Complete(Turn),
}

impl Zertz {
    /// See [`Position::next_steps`](super::Position::next_steps).
    pub(super) fn steps_after(
        &self,
        partial: &PartialTurn,
        allowed: &impl Fn(&Turn) -> bool,
    ) -> Vec<NextStep<PartialTurn>> {
        let next = |step, role, partial| NextStep {
            step,
            role,
            partial,
        };
        if self.outcome.is_some() {
            return Vec::new();
        }
        match *partial {
            PartialTurn::Nothing => {
                let mut found = Vec::new();
                let has_capture = self.has_capture();
                if self.may_place(has_capture) {
                    let may_place = |kind: &Marble| self.any_place(*kind, has_capture, allowed);
                    let kinds = Marble::ALL.into_iter().filter(may_place);
                    found.extend(kinds.map(|kind| {
                        let step = Step::Kind(kind.letter());
                        next(step, Role::Kind, PartialTurn::Kind(kind))
                    }));
                }
                if has_capture {
                    let vacant = self.vacant();
                    for from in self.occupied() {
                        instrumentation::record_visit();
                        let mut jumps = landings(from, self.jumpable_by(from), vacant);
                        if jumps.next().is_some() {
                            let partial = PartialTurn::Jumping(Chain::new(from));
                            found.push(next(Step::Cell(from), Role::Jumper, partial));
                        }
                    }
                }
                let special = match self.missed_capture {
                    MissedCapture::MaySendBack(_) => Some((Step::SendBack, Turn::SendBack)),
                    _ => found.is_empty().then_some((Step::Pass, Turn::Pass)),
                };
                let special = special.map(|(step, turn)| (step, PartialTurn::Complete(turn)));
                found.extend(special.map(|(step, partial)| next(step, Role::Special, partial)));
                found
            }
            PartialTurn::Kind(marble) => {
                let has_capture = self.has_capture();
                let vacant = self.vacant().into_iter();
                let may_place = |at: &Cell| self.any_removal(marble, *at, has_capture, allowed);
                let places = vacant.filter(may_place);
                let begun_at = |at| {
                    let partial = if self.free_rings().without(at).is_empty() {
                        PartialTurn::Complete(placement(marble, at, None))
                    } else {
                        PartialTurn::Placed(marble, at)
                    };
                    next(Step::Cell(at), Role::Place, partial)
                };
                places.map(begun_at).collect()
            }
            PartialTurn::Placed(marble, at) => {
                let has_capture = self.has_capture();
                let rings = self.free_rings().without(at).into_iter();
                let turn = |ring| placement(marble, at, Some(ring));
                let may_remove = |ring: &Cell| self.may_make(turn(*ring), has_capture, allowed);
                let rings = rings.filter(may_remove);
                let removed = |ring| {
                    next(
                        Step::Cell(ring),
                        Role::Remove,
                        PartialTurn::Complete(turn(ring)),
                    )
                };
                rings.map(removed).collect()
            }
            PartialTurn::Jumping(chain) => {
                let mut found: Vec<_> = self
                    .jumps_on(&chain)
                    .map(|to| {
                        let mut chain = chain;
                        chain.push(to);
                        next(Step::Cell(to), Role::Landing, PartialTurn::Jumping(chain))
                    })
                    .collect();
                found.sort_unstable_by_key(|next| next.step);
                found
            }
            PartialTurn::Complete(turn) => {
                let left = leaving(turn).filter(|left| self.may_leave_by(left));
                let left = left.filter(|left| self.is_open(left, self.has_capture(), allowed));
                let left =
                    left.map(|left| next(Step::Leave, Role::Special, PartialTurn::Complete(left)));
                left.into_iter().collect()
            }
        }
    }

    /// See [`Position::finished`](super::Position::finished).
    pub(super) fn complete_turn(
        &self,
        partial: &PartialTurn,
        allowed: &impl Fn(&Turn) -> bool,
    ) -> Option<Turn> {
        match *partial {
            PartialTurn::Jumping(chain) if chain.places().len() > 1 => {
                let is_end = self.jumps_on(&chain).next().is_none();
                is_end.then_some(Turn::Capture(chain))
            }
            PartialTurn::Complete(turn) => {
                Some(turn).filter(|turn| self.is_open(turn, self.has_capture(), allowed))
            }
            _ => None,
        }
    }

    /// The rings on which the jumping marble can land next.
    fn jumps_on(&self, chain: &Chain) -> impl Iterator<Item = Cell> {
        let from = chain.from();
        let jumped = chain.jumped();
        let jumpable = jumped.fold(self.jumpable_by(from).without(from), |jumpable, cell| {
            jumpable.without(cell)
        });
        let jumps = landings(chain.to(), jumpable, self.vacant().with(from));
        jumps.map(|(_, to)| {
            instrumentation::record_visit();
            to
        })
    }

    /// Whether any legal turn places a marble of this colour.
    ///
    /// If the turn misses no capture, the first placement examined is legal. Otherwise placements that
    /// would end the game are skipped.
    fn any_place(
        &self,
        marble: Marble,
        has_capture: bool,
        allowed: &impl Fn(&Turn) -> bool,
    ) -> bool {
        let mut vacant = self.vacant().into_iter();
        self.placeable()[marble] > 0
            && vacant.any(|at| self.any_removal(marble, at, has_capture, allowed))
    }

    /// Whether any legal turn places a marble of this colour on this ring.
    fn any_removal(
        &self,
        marble: Marble,
        at: Cell,
        has_capture: bool,
        allowed: &impl Fn(&Turn) -> bool,
    ) -> bool {
        let free = self.free_rings().without(at);
        if free.is_empty() {
            return self.may_make(placement(marble, at, None), has_capture, allowed);
        }
        let mut free = free.into_iter();
        free.any(|ring| self.may_make(placement(marble, at, Some(ring)), has_capture, allowed))
    }

    /// Whether a placement is legal, with its groups either claimed or left.
    fn may_make(&self, turn: Turn, has_capture: bool, allowed: &impl Fn(&Turn) -> bool) -> bool {
        self.is_open(&turn, has_capture, allowed)
            || leaving(turn).is_some_and(|left| {
                self.may_leave_by(&left) && self.is_open(&left, has_capture, allowed)
            })
    }

    /// Whether a turn is legal, given that it follows all rules except perhaps two: a turn that misses a
    /// capture may not end the game, and the history must allow it.
    fn is_open(&self, turn: &Turn, has_capture: bool, allowed: &impl Fn(&Turn) -> bool) -> bool {
        instrumentation::record_visit();
        let misses_capture = has_capture && matches!(turn, Turn::Place { .. });
        !(misses_capture && self.ends_with(turn)) && allowed(turn)
    }

    /// Whether the turn is a placement whose completed groups may be left on the board.
    fn may_leave_by(&self, turn: &Turn) -> bool {
        match *turn {
            Turn::Place { at, remove, .. } => self.may_leave(at, remove),
            _ => false,
        }
    }
}

/// A placement that claims the groups it completes.
const fn placement(marble: Marble, at: Cell, remove: Option<Cell>) -> Turn {
    Turn::Place {
        marble,
        at,
        remove,
        leave: false,
    }
}

/// The placement with its groups left on the board; `None` if it is not a placement, or leaves them
/// already.
fn leaving(turn: Turn) -> Option<Turn> {
    match turn {
        Turn::Place {
            marble,
            at,
            remove,
            leave: false,
        } => Some(Turn::Place {
            marble,
            at,
            remove,
            leave: true,
        }),
        _ => None,
    }
}

/// The `index`-th step of a turn: colour, ring, ring to remove, and perhaps "leave"; or the jumping
/// marble and each landing.
pub(super) fn step(turn: &Turn, index: usize) -> Option<(Step, Role)> {
    match *turn {
        Turn::Place {
            marble,
            at,
            remove,
            leave,
        } => {
            let last = leave.then_some((Step::Leave, Role::Special));
            match (index, remove) {
                (0, _) => Some((Step::Kind(marble.letter()), Role::Kind)),
                (1, _) => Some((Step::Cell(at), Role::Place)),
                (2, Some(ring)) => Some((Step::Cell(ring), Role::Remove)),
                (2, None) | (3, Some(_)) => last,
                _ => None,
            }
        }
        Turn::Capture(ref chain) => {
            let role = if index == 0 {
                Role::Jumper
            } else {
                Role::Landing
            };
            let place = chain.places().get(index)?;
            Some((Step::Cell(*place), role))
        }
        Turn::Pass if index == 0 => Some((Step::Pass, Role::Special)),
        Turn::SendBack if index == 0 => Some((Step::SendBack, Role::Special)),
        Turn::Pass | Turn::SendBack => None,
    }
}

/// The effects of the last step chosen so far.
pub(super) fn last_effects(position: &Zertz, partial: &PartialTurn) -> Vec<Effect> {
    match *partial {
        PartialTurn::Nothing | PartialTurn::Placed(..) => Vec::new(),
        PartialTurn::Kind(marble) => spent(position, marble),
        PartialTurn::Jumping(chain) => captured(position, chain.places()),
        PartialTurn::Complete(turn) => {
            let last = (0..)
                .map_while(|index| step(&turn, index).map(|_| index))
                .last();
            last.map_or_else(Vec::new, |last| effects(position, &turn, last))
        }
    }
}

/// The effects of the `index`-th step.
pub(super) fn effects(position: &Zertz, turn: &Turn, index: usize) -> Vec<Effect> {
    match (*turn, step(turn, index)) {
        (Turn::Place { marble, .. }, Some((_, Role::Kind))) => spent(position, marble),
        (Turn::Place { at, remove, .. }, Some((_, Role::Place))) if remove.is_none() => {
            claims(position, at, remove)
        }
        (Turn::Place { at, remove, .. }, Some((_, Role::Remove))) => claims(position, at, remove),
        (Turn::Place { at, remove, .. }, Some((Step::Leave, _))) => {
            vec![Effect::Leaves(position.completed_by(at, remove))]
        }
        (Turn::Capture(chain), Some((_, Role::Landing))) => {
            captured(position, &chain.places()[..=index])
        }
        (Turn::SendBack, _) => vec![Effect::SendsBack],
        _ => Vec::new(),
    }
}

/// The effect of placing a marble from the player's own captures, if the pool is empty.
fn spent(position: &Zertz, marble: Marble) -> Vec<Effect> {
    let spends = position.pool().is_empty();
    let spent = spends.then_some(Effect::SpendsCapture(marble.letter()));
    spent.into_iter().collect()
}

/// The capture made by the last of some jumps.
fn captured(position: &Zertz, places: &[Cell]) -> Vec<Effect> {
    let [.., from, to] = *places else {
        return Vec::new();
    };
    let at = over(from, to);
    let kind = position.marble_at(at).map_or('?', Marble::letter);
    vec![Effect::Captures {
        at,
        kind,
        height: 1,
    }]
}

/// The effect of completing groups, if a placement does.
fn claims(position: &Zertz, at: Cell, remove: Option<Cell>) -> Vec<Effect> {
    let groups = position.completed_by(at, remove);
    if groups.is_empty() {
        Vec::new()
    } else {
        vec![Effect::Claims(groups)]
    }
}
