//! Move generation: captures, placements, passing and sending back.

use std::ops::ControlFlow;

use super::choices::PartialTurn;
use super::islands::{full_group, group, may_split};
use super::turn::{Chain, Turn};
use super::{ByMarble, CellSet, Marble, MissedCapture, Role, Zertz};
use crate::hex::Cell;
use crate::instrumentation;
use crate::position::Position;
use crate::random::SplitMix64;

/// A random chain of jumps is chosen uniformly if there are no more chains than this. Positions from
/// actual play have a few dozen at most.
const MAX_SAMPLED: u64 = 10_000;

impl Zertz {
    /// Whether any marble can jump.
    pub fn has_capture(&self) -> bool {
        let vacant = self.vacant();
        self.occupied().into_iter().any(|from| {
            landings(from, self.jumpable_by(from), vacant)
                .next()
                .is_some()
        })
    }

    /// Calls `visit` with every legal chain of jumps, until it breaks.
    ///
    /// Every jump examined belongs to some chain, so `n` chains take at most 23 `n` jumps.
    #[inline]
    pub(crate) fn visit_chains(
        &self,
        mut visit: impl FnMut(&Chain) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let vacant = self.vacant();
        for from in self.occupied() {
            let jumpable = self.jumpable_by(from);
            for (over, to) in landings(from, jumpable, vacant) {
                let mut chain = Chain::new(from);
                chain.push(to);
                // The starting ring is vacant for the rest of the chain. The rings of jumped marbles
                // are never landed on: they are an odd number of steps away from the start.
                let jumpable = jumpable.without(over).without(from);
                extend(&mut chain, jumpable, vacant.with(from), &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of different chains of jumps, or `limit` if there are more.
    pub fn count_captures_up_to(&self, limit: u64) -> u64 {
        let mut count = 0;
        let _ = self.visit_chains(|_| {
            if count == limit {
                return ControlFlow::Break(());
            }
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The rings that may be removed, before or after a marble is placed on another ring.
    #[inline]
    pub fn free_rings(&self) -> CellSet {
        self.loose & self.vacant()
    }

    /// The marbles that the player to move may place: those in the pool or, once that is empty, the
    /// player's own captures.
    #[inline]
    pub fn placeable(&self) -> ByMarble<u8> {
        self.placeable_by(self.state.to_move)
    }

    /// The groups that placing a marble on `at` and removing a ring would complete.
    #[inline]
    pub(crate) fn completed_by(&self, at: Cell, remove: Option<Cell>) -> CellSet {
        let mut rings = self.state.rings;
        let mut vacant = self.vacant().without(at);
        if let Some(ring) = remove {
            rings.remove(ring);
            vacant.remove(ring);
        }
        completed(rings, vacant, at, remove)
    }

    /// Whether this placement completes groups that may be left on the board.
    pub(crate) fn may_leave(&self, at: Cell, remove: Option<Cell>) -> bool {
        // If no vacant ring is left, the game is over and leaving is no option.
        let taken = 1 + usize::from(remove.is_some());
        !self.variant.is_zerc()
            && self.vacant().len() > taken
            && !self.completed_by(at, remove).is_empty()
    }

    /// Whether the rules on compulsory captures allow placing a marble.
    pub(super) fn may_place(&self, has_capture: bool) -> bool {
        !has_capture
            || (self.variant.is_tournament() && self.missed_capture != MissedCapture::MustCapture)
    }

    /// See [`Position::visit_turns`].
    pub(super) fn visit_all(
        &self,
        mut visit: impl FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome.is_some() {
            return ControlFlow::Continue(());
        }
        let mut any = false;
        self.visit_chains(|&chain| {
            any = true;
            visit(Turn::Capture(chain))
        })?;
        if self.may_place(any) {
            let misses_capture = any;
            self.visit_placements(|turn| {
                if misses_capture && self.ends_with(&turn) {
                    return ControlFlow::Continue(());
                }
                any = true;
                visit(turn)
            })?;
        }
        if matches!(self.missed_capture, MissedCapture::MaySendBack(_)) {
            visit(Turn::SendBack)
        } else if !any {
            visit(Turn::Pass)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Whether the turn would end the game.
    pub(crate) fn ends_with(&self, turn: &Turn) -> bool {
        if let Turn::Place { at, remove, .. } = *turn {
            // Without a claim, only the last vacant rings or the last marbles can end the game.
            let pool = self.state.pool;
            let is_plain = self.completed_by(at, remove).is_empty();
            if is_plain && self.vacant().len() > 2 && pool.white + pool.grey + pool.black > 1 {
                return false;
            }
        }
        let mut next = *self;
        next.play_unchecked(turn);
        next.outcome.is_some()
    }

    /// Calls `visit` with every placement that follows the rules on marbles, rings and groups.
    fn visit_placements(&self, mut visit: impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        let placeable = self.placeable();
        let free = self.free_rings();
        let mut each_colour = |at, remove| {
            let may_leave = self.may_leave(at, remove);
            for marble in Marble::ALL {
                if placeable[marble] > 0 {
                    for leave in [false, true] {
                        if !leave || may_leave {
                            instrumentation::record_visit();
                            visit(Turn::Place {
                                marble,
                                at,
                                remove,
                                leave,
                            })?;
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        };
        for at in self.vacant() {
            let free = free.without(at);
            if free.is_empty() {
                each_colour(at, None)?;
            }
            for ring in free {
                each_colour(at, Some(ring))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// See [`Position::count_turns_up_to`].
    pub(super) fn count_all_up_to(&self, limit: u64) -> u64 {
        if self.outcome.is_some() {
            return 0;
        }
        let captures = self.count_captures_up_to(limit);
        let send_back = u64::from(matches!(self.missed_capture, MissedCapture::MaySendBack(_)));
        let placements = if captures == 0 {
            let placeable = self.placeable();
            let colours = Marble::ALL
                .into_iter()
                .filter(|&m| placeable[m] > 0)
                .count();
            colours as u64 * (self.count_places() + self.count_leaves())
        } else if self.may_place(true) {
            // Which of these end the game depends on their colour, so they have to be tried.
            let mut count = 0;
            let _ = self.visit_placements(|turn| {
                if captures + count >= limit {
                    return ControlFlow::Break(());
                }
                count += u64::from(!self.ends_with(&turn));
                ControlFlow::Continue(())
            });
            count
        } else {
            0
        };
        let count = captures + placements + send_back;
        // If nothing else is possible, there is the forced pass.
        count.max(1).min(limit)
    }

    /// The number of pairs of a ring to fill and a ring to remove.
    fn count_places(&self) -> u64 {
        let vacant = self.vacant().len() as u64;
        let free = self.free_rings().len() as u64;
        (vacant - free) * free.max(1) + free * free.saturating_sub(1).max(1)
    }

    /// The number of [those pairs](Self::count_places) that complete a group that may be left.
    fn count_leaves(&self) -> u64 {
        if self.variant.is_zerc() {
            return 0;
        }
        let vacant = self.vacant();
        let free = self.free_rings();
        let splits = free
            .into_iter()
            .any(|ring| may_split(self.state.rings, ring));
        let board = vacant.first().map(|cell| group(self.state.rings, cell));
        if !splits && board.is_some_and(|board| vacant.is_subset(board)) && vacant.len() > 2 {
            // All vacant rings are connected and remain so, and a turn uses up at most two of them.
            return 0;
        }
        let mut count = 0;
        for at in vacant {
            let free = free.without(at);
            if free.is_empty() {
                count += u64::from(self.may_leave(at, None));
            }
            for ring in free {
                count += u64::from(self.may_leave(at, Some(ring)));
            }
        }
        count
    }

    /// See [`Position::random_turn`].
    pub(super) fn random_one(&self, rng: &mut SplitMix64) -> Option<Turn> {
        if self.outcome.is_some() {
            return None;
        }
        if self.variant.is_tournament() {
            let mut choice = None;
            let mut seen = 0;
            let all = self.visit_all(|turn| {
                if !matches!(turn, Turn::Place { leave: true, .. }) {
                    reservoir_sample(&mut choice, turn, &mut seen, rng);
                }
                continue_if(seen <= MAX_SAMPLED || matches!(turn, Turn::Place { .. }))
            });
            return match all {
                ControlFlow::Continue(()) => choice,
                ControlFlow::Break(()) => self.random_jumps(rng),
            };
        }
        let mut choice = None;
        let mut seen = 0;
        let all = self.visit_chains(|chain| {
            reservoir_sample(&mut choice, *chain, &mut seen, rng);
            continue_if(seen <= MAX_SAMPLED)
        });
        if all.is_break() {
            return self.random_jumps(rng);
        }
        if let Some(chain) = choice {
            return Some(Turn::Capture(chain));
        }
        Some(self.random_placement(rng).unwrap_or(Turn::Pass))
    }

    /// A random chain, chosen jump by jump, for positions with too many chains to choose uniformly.
    #[cold]
    fn random_jumps(&self, rng: &mut SplitMix64) -> Option<Turn> {
        let allowed = |_: &Turn| true;
        let mut partial = PartialTurn::Nothing;
        loop {
            let mut next = self.steps_after(&partial, &allowed);
            next.retain(|next| matches!(next.role, Role::Jumper | Role::Landing));
            if next.is_empty() {
                return self.complete_turn(&partial, &allowed);
            }
            partial = next[rng.below(next.len() as u64) as usize].partial;
        }
    }

    /// A placement chosen uniformly from those that leave no group unclaimed.
    fn random_placement(&self, rng: &mut SplitMix64) -> Option<Turn> {
        let placeable = self.placeable();
        let mut colours = [Marble::White; 3];
        let mut known = 0;
        for marble in Marble::ALL {
            colours[known] = marble;
            known += usize::from(placeable[marble] > 0);
        }
        if known == 0 {
            return None;
        }
        let marble = colours[rng.below(known as u64) as usize];
        let vacant = self.vacant();
        let free = self.free_rings();
        let count = free.len() as u32;
        // A free ring can't be both filled and removed, so it has one partner fewer.
        let each = count.max(1);
        let apart = (vacant - free).len() as u32 * each;
        let within = count.saturating_sub(1).max(1);
        // 32 bits are enough, and division is faster.
        let pick = rng.below(u64::from(apart + count * within)) as u32;
        let (at, partner) = if pick < apart {
            ((vacant - free).nth((pick / each) as usize), pick % each)
        } else {
            let pick = pick - apart;
            (free.nth((pick / within) as usize), pick % within)
        };
        let rest = free.without(at);
        let remove = (!rest.is_empty()).then(|| rest.nth(partner as usize));
        Some(Turn::Place {
            marble,
            at,
            remove,
            leave: false,
        })
    }

    /// The marbles that the one on `jumper` may jump over.
    #[inline]
    pub(super) fn jumpable_by(&self, jumper: Cell) -> CellSet {
        let marbles = self.occupied();
        if !self.variant.is_zerc() {
            return marbles;
        }
        let own = self.marble_at(jumper).map(|own| self.state.marbles[own]);
        marbles - own.unwrap_or_default()
    }
}

/// The groups without a vacant ring that a placement on `at` and a removal have completed.
///
/// Any such group contains the new marble or is adjacent to the new gap. Groups that were full before
/// do neither: they are dead and remain so.
#[inline]
pub(super) fn completed(
    rings: CellSet,
    vacant: CellSet,
    at: Cell,
    removed: Option<Cell>,
) -> CellSet {
    let mut groups = full_group(rings, vacant, at).unwrap_or_default();
    if let Some(gap) = removed {
        for cell in (gap.neighbours() & rings) - vacant {
            if !groups.contains(cell) {
                groups |= full_group(rings, vacant, cell).unwrap_or_default();
            }
        }
    }
    groups
}

/// Extends a chain in every possible way and calls `visit` with those that can't be continued.
fn extend(
    chain: &mut Chain,
    jumpable: CellSet,
    vacant: CellSet,
    visit: &mut impl FnMut(&Chain) -> ControlFlow<()>,
) -> ControlFlow<()> {
    instrumentation::record_visit();
    let mut is_end = true;
    for (over, to) in landings(chain.to(), jumpable, vacant) {
        is_end = false;
        chain.push(to);
        extend(chain, jumpable.without(over), vacant, visit)?;
        chain.pop();
    }
    if is_end {
        visit(chain)
    } else {
        ControlFlow::Continue(())
    }
}

/// Continues if the condition holds, else breaks.
const fn continue_if(condition: bool) -> ControlFlow<()> {
    if condition {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// The possible jumps of a marble on `from`: the cell jumped over, and the landing.
#[inline]
pub(super) fn landings(
    from: Cell,
    jumpable: CellSet,
    vacant: CellSet,
) -> impl Iterator<Item = (Cell, Cell)> {
    (from.neighbours() & jumpable)
        .into_iter()
        .filter_map(move |over| Some((over, from.beyond(over).filter(|&to| vacant.contains(to))?)))
}

/// Reservoir sampling: keeps one of the values seen so far, each with the same probability.
#[inline]
fn reservoir_sample<T>(kept: &mut Option<T>, value: T, seen: &mut u64, rng: &mut SplitMix64) {
    *seen += 1;
    if *seen == 1 || rng.below(*seen) == 0 {
        *kept = Some(value);
    }
}
