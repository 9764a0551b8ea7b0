//! ZÈRTZ for the search: whole turns, of which captures cost no depth.

pub(crate) mod eval;
mod placements;
pub(crate) mod sheared;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::hex::{CELLS, Cell, CellSet};
use crate::position::Position;
use crate::search::engine::Searchable;
use crate::search::node::{Breadth, Candidate, End, Leaf, Node, ONE};
use crate::search::score::MOST;
use crate::search::tzaar::bits;
use crate::search::zobrist::{key, keys};
use crate::side::Side;
use crate::zertz::{Marble, Turn, Zertz};
use eval::Weights;
use placements::Placements;
use sheared::{BIT, exposed, has_jump, sheared};

/// By colour (3 of 4), then cell.
static MARBLE_KEYS: [u64; 256] = keys(11);
static RING_KEYS: [u64; 64] = keys(12);
/// By owner (the pool, first, second), colour and number.
static COUNT_KEYS: [u64; 384] = keys(13);
const SECOND_KEY: u64 = key(14, 0);
const MUST_CAPTURE_KEY: u64 = key(14, 1);

/// The most capture turns with different results that are searched in one position.
const MAX_CHAINS: usize = 400;
/// The most chains that are looked at for that.
const MAX_VISITED: usize = 20_000;
/// The cell number that stands for no ring.
const NO_RING: usize = 63;

/// A turn, reduced to its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Action {
    /// `a` and `b` in six bits each, then for a placement the colour and whether a group is left, for a
    /// capture a fingerprint of the marbles taken; the kind of turn at bit 28.
    code: u32,
    /// The marbles taken.
    jumped: u64,
}

const PLACE: u32 = 1;
const JUMP: u32 = 2;
const PASS: u32 = 3;
const SEND_BACK: u32 = 4;

impl Action {
    const fn place(marble: usize, at: usize, remove: usize, leave: bool) -> Self {
        Self {
            code: at as u32
                | (remove as u32) << 6
                | (marble as u32) << 12
                | (leave as u32) << 14
                | PLACE << 28,
            jumped: 0,
        }
    }

    fn jump(from: usize, to: usize, jumped: u64) -> Self {
        let fingerprint = (jumped.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u32;
        Self {
            code: from as u32 | (to as u32) << 6 | fingerprint << 12 | JUMP << 28,
            jumped,
        }
    }

    const fn special(what: u32) -> Self {
        Self {
            code: what << 28,
            jumped: 0,
        }
    }

    const fn what(self) -> u32 {
        self.code >> 28
    }
    const fn a(self) -> usize {
        (self.code & 63) as usize
    }
    const fn b(self) -> usize {
        (self.code >> 6 & 63) as usize
    }
    const fn marble(self) -> usize {
        (self.code >> 12 & 3) as usize
    }

    fn placement(self) -> Option<Turn> {
        Some(Turn::Place {
            marble: *Marble::ALL.get(self.marble())?,
            at: Cell::new(self.a())?,
            remove: Cell::new(self.b()),
            leave: self.code >> 14 & 1 == 1,
        })
    }
}

/// A position of ZÈRTZ with its hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZertzNode {
    pub(crate) position: Zertz,
    key: u64,
    /// The part of the key that stands for a missed capture.
    missed: u64,
    pub(crate) marbles: u128,
    pub(crate) rings: u128,
}

/// The value of a marble for ordering moves.
const WORTH: [i32; 3] = [45, 33, 26];

impl ZertzNode {
    pub(crate) fn new(position: &Zertz) -> Self {
        let mut node = Self {
            position: *position,
            key: 0,
            missed: 0,
            marbles: sheared(position.occupied()),
            rings: sheared(position.rings()),
        };
        node.key = node.key_from_scratch();
        if position.must_capture() {
            node.missed = MUST_CAPTURE_KEY;
        } else if position.may_send_back() {
            // The position before is found by sending back.
            let mut before = *position;
            before.play_unchecked(&Turn::SendBack);
            node.missed = missed_key(Self::new(&before.without_history()).key);
        }
        node.key ^= node.missed;
        node
    }

    /// The hash without what is remembered about the turn before.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let position = &self.position;
        let mut key = 0;
        for marble in Marble::ALL {
            for cell in position.marbles()[marble] {
                key ^= MARBLE_KEYS[(marble as usize) << 6 | cell.index()];
            }
            key ^= count_key(0, marble, position.pool()[marble]);
            key ^= count_key(1, marble, position.captured().first[marble]);
            key ^= count_key(2, marble, position.captured().second[marble]);
        }
        for ring in position.rings() {
            key ^= RING_KEYS[ring.index()];
        }
        if position.to_move() == Side::Second {
            key ^= SECOND_KEY;
        }
        key
    }

    /// Whether the incremental hash is what [`ZertzNode::new`] computes.
    #[cfg(test)]
    pub(crate) fn is_consistent(&self) -> bool {
        let fresh = Self::new(&self.position);
        fresh.key == self.key && fresh.marbles == self.marbles && fresh.rings == self.rings
    }

    #[inline]
    fn rehash(&mut self, before: &Zertz) {
        let plain = self.key ^ self.missed;
        let mut key = plain;
        let after = &self.position;
        let (old, new) = (before.marbles(), after.marbles());
        let (old_pool, new_pool) = (before.pool(), after.pool());
        let (old_captured, new_captured) = (before.captured(), after.captured());
        let mut occupied = 0;
        for marble in Marble::ALL {
            let diff = old[marble].bits() ^ new[marble].bits();
            occupied ^= diff;
            for cell in bits(diff) {
                key ^= MARBLE_KEYS[(marble as usize) << 6 | cell];
            }
            if old_pool[marble] != new_pool[marble] {
                key ^= count_key(0, marble, old_pool[marble]);
                key ^= count_key(0, marble, new_pool[marble]);
            }
            for (owner, side) in [(1, Side::First), (2, Side::Second)] {
                let (one, two) = (old_captured[side][marble], new_captured[side][marble]);
                if one != two {
                    key ^= count_key(owner, marble, one) ^ count_key(owner, marble, two);
                }
            }
        }
        for cell in bits(occupied) {
            self.marbles ^= 1 << BIT[cell];
        }
        for cell in bits(before.rings().bits() ^ after.rings().bits()) {
            key ^= RING_KEYS[cell];
            self.rings ^= 1 << BIT[cell];
        }
        if before.to_move() != after.to_move() {
            key ^= SECOND_KEY;
        }
        self.missed = if after.may_send_back() {
            missed_key(plain)
        } else if after.must_capture() {
            MUST_CAPTURE_KEY
        } else {
            0
        };
        self.key = key ^ self.missed;
    }

    #[inline]
    pub(crate) fn vacant(&self) -> u128 {
        self.rings & !self.marbles
    }

    /// Whether the player to move can capture.
    #[inline]
    pub(crate) fn has_capture(&self) -> bool {
        has_jump(self.marbles, self.vacant())
            && (!self.position.variant().is_zerc() || self.position.has_capture())
    }

    /// The result of a turn.
    pub(crate) fn action_of(turn: &Turn) -> Action {
        match turn {
            Turn::Place {
                marble,
                at,
                remove,
                leave,
            } => Action::place(
                *marble as usize,
                at.index(),
                remove.map_or(NO_RING, Cell::index),
                *leave,
            ),
            Turn::Capture(chain) => {
                let jumped: CellSet = chain.jumped().collect();
                Action::jump(chain.from().index(), chain.to().index(), jumped.bits())
            }
            Turn::Pass => Action::special(PASS),
            Turn::SendBack => Action::special(SEND_BACK),
        }
    }

    /// Some turn with this result.
    pub(crate) fn turn_of(&self, action: Action) -> Option<Turn> {
        match action.what() {
            PLACE => action.placement(),
            JUMP => {
                let mut found = None;
                let _ = self.position.visit_chains(|chain| {
                    let turn = Turn::Capture(*chain);
                    if Self::action_of(&turn) == action {
                        found = Some(turn);
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                });
                found
            }
            PASS => Some(Turn::Pass),
            _ => Some(Turn::SendBack),
        }
    }

    fn worth_of(&self, jumped: u64) -> i32 {
        let marbles = self.position.marbles();
        Marble::ALL
            .into_iter()
            .map(|marble| {
                let taken = (marbles[marble].bits() & jumped).count_ones() as i32;
                WORTH[marble as usize] * taken
            })
            .sum()
    }

    /// The capture turns with different results.
    fn generate_captures(&self, list: &mut Vec<Candidate<Action>>) {
        let start = list.len();
        let mut visited = 0;
        let _ = self.position.visit_chains(|chain| {
            let mut jumped = 0;
            for cell in chain.jumped() {
                jumped |= 1_u64 << cell.index();
            }
            let mv = Action::jump(chain.from().index(), chain.to().index(), jumped);
            if !list[start..].iter().any(|other| other.mv == mv) {
                list.push(Candidate {
                    mv,
                    order: 10_000 + 20 * self.worth_of(jumped),
                    quiet: false,
                });
            }
            visited += 1;
            if list.len() - start >= MAX_CHAINS || visited >= MAX_VISITED {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    /// All legal turns other than captures.
    fn generate_all_placements(&self, has_capture: bool, list: &mut Vec<Candidate<Action>>) {
        let position = &self.position;
        let must = position.must_capture();
        let tournament = position.variant().is_tournament();
        let mut any = has_capture;
        if !has_capture || (tournament && !must) {
            let placeable = position.placeable();
            let exposed = exposed(self.marbles, self.vacant());
            let free = position.free_rings();
            for at in position.vacant() {
                let open = exposed >> BIT[at.index()] & 1 == 1;
                let rest = free.without(at);
                let rings = rest
                    .into_iter()
                    .map(Some)
                    .chain(rest.is_empty().then_some(None));
                for remove in rings {
                    let claimed = position.completed_by(at, remove);
                    let may_leave = !claimed.is_empty() && position.may_leave(at, remove);
                    for marble in Marble::ALL {
                        if placeable[marble] == 0 {
                            continue;
                        }
                        for leave in [false, true] {
                            if leave && !may_leave {
                                continue;
                            }
                            let turn = Turn::Place {
                                marble,
                                at,
                                remove,
                                leave,
                            };
                            if has_capture && position.ends_with(&turn) {
                                continue;
                            }
                            any = true;
                            let mut order = 1000 - WORTH[marble as usize];
                            if open {
                                order -= 3000;
                            }
                            if !claimed.is_empty() && !leave {
                                order += 8_000 + 20 * self.worth_of(claimed.bits());
                            }
                            list.push(Candidate {
                                mv: Self::action_of(&turn),
                                order,
                                quiet: claimed.is_empty(),
                            });
                        }
                    }
                }
            }
        }
        if position.may_send_back() {
            list.push(Candidate {
                mv: Action::special(SEND_BACK),
                order: 2000,
                quiet: false,
            });
        } else if !any {
            list.push(Candidate {
                mv: Action::special(PASS),
                order: 0,
                quiet: false,
            });
        }
    }

    /// Some placements for each ring that can be filled: tactical ones in the first stage, others in the
    /// second. There is no capture.
    fn generate_folded(
        &self,
        stage: u8,
        only_tactical: bool,
        history: &[i32],
        list: &mut Vec<Candidate<Action>>,
    ) {
        let placeable = self.position.placeable();
        if placeable.is_empty() {
            if stage == 1 {
                list.push(Candidate {
                    mv: Action::special(PASS),
                    order: 0,
                    quiet: false,
                });
            }
            return;
        }
        if stage == 1 && only_tactical {
            return;
        }
        // At the end of a line the choice depends on the position alone, so that it can be stored.
        let history = if only_tactical { &[] } else { history };
        let placements = Placements::new(self, history);
        if stage == 0 {
            placements.add_claims(only_tactical, list);
            placements.add_gifts(list);
        } else {
            placements.add_others(list);
        }
    }
}

const fn ring_slot(ring: usize) -> usize {
    256 + ring
}

fn missed_key(before: u64) -> u64 {
    before.rotate_left(17).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
}

#[inline]
fn count_key(owner: usize, marble: Marble, count: u8) -> u64 {
    COUNT_KEYS[owner << 7 | (marble as usize) << 5 | usize::from(count & 31)]
}

impl Node for ZertzNode {
    type Move = Action;
    type Weights = Weights;
    const STAGES: u8 = 2;
    const FOLDS: bool = true;
    const LEAF_KILOBYTES: usize = 512;
    const SLOTS: usize = 256 + 64 + 1;
    const FIRST_DEPTH: i32 = 1;
    const NULL_REDUCTION: i32 = 1;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn mover(&self) -> Side {
        self.position.to_move()
    }

    #[inline]
    fn end(&self) -> Option<End> {
        let outcome = self.position.outcome()?;
        Some(outcome.winner.map_or(End::Draw, End::Win))
    }

    #[inline]
    fn is_between_turns(&self) -> bool {
        true
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let before = self.position;
        match action.what() {
            PLACE => {
                if let Some(turn) = action.placement() {
                    self.position.play_unchecked(&turn);
                }
            }
            JUMP => {
                if let (Some(from), Some(to)) = (Cell::new(action.a()), Cell::new(action.b())) {
                    self.position
                        .jump_unchecked(from, to, CellSet::from_bits(action.jumped));
                }
            }
            PASS => self.position.play_unchecked(&Turn::Pass),
            _ => self.position.play_unchecked(&Turn::SendBack),
        }
        self.rehash(&before);
    }

    #[inline]
    fn pack(action: Action) -> u32 {
        action.code
    }

    fn unpack(&self, code: u32) -> Option<Action> {
        let action = Action { code, jumped: 0 };
        match action.what() {
            PLACE => {
                let turn = action.placement()?;
                if action.b() >= CELLS && action.b() != NO_RING {
                    return None;
                }
                self.position.check(&turn).ok()?;
                Some(action)
            }
            JUMP => {
                let mut list = Vec::new();
                self.generate_captures(&mut list);
                let mut captures = list.iter().map(|candidate| candidate.mv);
                captures.find(|capture| capture.code == code)
            }
            PASS => self
                .position
                .check(&Turn::Pass)
                .is_ok()
                .then_some(Action::special(PASS)),
            SEND_BACK => self
                .position
                .may_send_back()
                .then_some(Action::special(SEND_BACK)),
            _ => None,
        }
    }

    fn generate(
        &self,
        stage: u8,
        breadth: Breadth,
        history: &[i32],
        list: &mut Vec<Candidate<Action>>,
    ) {
        let has_capture = self.has_capture();
        if stage == 0 && has_capture {
            self.generate_captures(list);
        }
        let tournament = self.position.variant().is_tournament();
        match breadth {
            Breadth::All => {
                if stage == 1 {
                    self.generate_all_placements(has_capture, list);
                }
            }
            // Where captures may be missed there are no forced replies, so little is folded.
            Breadth::Folded | Breadth::Tactical if tournament && has_capture => {
                if stage == 1 && breadth == Breadth::Folded {
                    self.generate_all_placements(true, list);
                }
            }
            Breadth::Folded | Breadth::Tactical => {
                if !has_capture {
                    self.generate_folded(stage, breadth == Breadth::Tactical, history, list);
                    if stage == 1 && self.position.may_send_back() && breadth == Breadth::Folded {
                        list.retain(|candidate| candidate.mv.what() != PASS);
                        list.push(Candidate {
                            mv: Action::special(SEND_BACK),
                            order: 2000,
                            quiet: false,
                        });
                    }
                }
            }
        }
    }

    fn lists_all(&self) -> bool {
        let most = MAX_CHAINS as u64;
        !self.has_capture() || self.position.count_captures_up_to(most) < most
    }

    #[inline]
    fn slots(&self, action: Action) -> [usize; 2] {
        const NONE: usize = 256 + 64;
        if action.what() == PLACE {
            let at = action.marble() << 6 | action.a();
            let ring = if action.b() == NO_RING {
                NONE
            } else {
                ring_slot(action.b())
            };
            [at, ring]
        } else {
            [NONE, NONE]
        }
    }

    fn evaluate(&self, weights: &Weights) -> i32 {
        eval::evaluate(self, weights)
    }

    fn leaf(&self, weights: &Weights, gifts: bool) -> Leaf {
        let tournament = self.position.variant().is_tournament();
        if self.has_capture() && (!tournament || self.position.must_capture()) {
            return Leaf::Forced;
        }
        let score = eval::evaluate(self, weights).clamp(-MOST, MOST);
        if gifts || (tournament && self.has_capture()) {
            Leaf::Stand(score)
        } else {
            Leaf::Score(score)
        }
    }

    #[inline]
    fn cost(&self, action: Action, _next: &Self, extend: bool) -> i32 {
        if extend && action.what() == JUMP && !self.position.variant().is_tournament() {
            0
        } else {
            ONE
        }
    }

    fn skip(&self) -> Option<Self> {
        if self.position.variant().is_tournament() || self.has_capture() {
            return None;
        }
        let vacant = self.vacant();
        let safe = vacant & !exposed(self.marbles, vacant);
        if safe.count_ones() < 5 {
            return None;
        }
        let mut next = *self;
        next.play(Action::special(PASS));
        Some(next)
    }

    fn is_threatened(&self) -> bool {
        false
    }

    fn proof_nodes(&self, total: u64) -> u64 {
        if self.vacant().count_ones() > 12 || self.position.variant().is_tournament() {
            0
        } else {
            total / 5
        }
    }

    #[inline]
    fn may_repeat(&self) -> bool {
        self.position.pool().is_empty() && !self.position.variant().is_zerc()
    }
}

impl Searchable for Zertz {
    type Node = ZertzNode;

    const LEVELS: [(u64, i32); 6] = [
        (200_000, 1),
        (100_000, 1),
        (60_000, 2),
        (60_000, 2),
        (100_000, 3),
        (1_200_000, 60),
    ];
    const LEVEL_LINES: [usize; 6] = [60, 24, 10, 6, 2, 1];
    const LEVEL_REGRETS: [(u32, u32); 6] = [
        (300_000, 600_000),
        (80_000, 250_000),
        (120_000, 250_000),
        (90_000, 260_000),
        (25_000, 70_000),
        (0, 0),
    ];

    fn node(&self) -> ZertzNode {
        ZertzNode::new(self)
    }

    fn turn_of(node: &ZertzNode, moves: &[Action]) -> Option<(Turn, usize)> {
        Some((node.turn_of(*moves.first()?)?, 1))
    }

    fn moves_of(turn: &Turn) -> Vec<Action> {
        vec![ZertzNode::action_of(turn)]
    }

    fn is_hard_to_see(turn: &Turn) -> bool {
        matches!(turn, Turn::Capture(chain) if chain.places().len() > 3)
    }

    fn weights(plain: bool) -> &'static Weights {
        static FITTED: OnceLock<Weights> = OnceLock::new();
        static PLAIN: OnceLock<Weights> = OnceLock::new();
        if plain {
            PLAIN.get_or_init(eval::by_hand)
        } else {
            FITTED.get_or_init(eval::fitted)
        }
    }

    fn read_weights(text: &str) -> Option<Weights> {
        eval::read(text)
    }

    fn plain_weights() -> Vec<[i32; 2]> {
        eval::by_hand().pairs.to_vec()
    }

    fn describe(node: &ZertzNode, add: impl FnMut(usize, i32)) -> Option<i32> {
        // Where a capture is pending, the position is decided by it.
        if node.has_capture() {
            return None;
        }
        eval::features(node, add);
        Some(eval::phase(node))
    }

    fn stiffness(feature: usize) -> f64 {
        eval::stiffness(feature)
    }
}

#[cfg(test)]
mod tests;
