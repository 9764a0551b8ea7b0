//! TZAAR for the search: positions between half-moves.
//!
//! A turn is two half-moves, and the position between them is searched and hashed like any other, so
//! that the same two half-moves in either order meet in the table.

pub(crate) mod eval;

use std::sync::OnceLock;

use crate::hex::{Cell, CellSet, rays};
use crate::position::Position;
use crate::search::engine::Searchable;
use crate::search::node::{Breadth, Candidate, End, Leaf, Node, ONE};
use crate::search::score::{MOST, WIN};
use crate::search::zobrist::{key, keys};
use crate::side::Side;
use crate::tzaar::{BOARD, Kind, Move, Second, Turn, Tzaar};
use eval::Weights;

static RAYS: [[u64; 64]; 6] = {
    let sets = rays(CellSet::EMPTY.with(Cell::CENTRE));
    let mut table = [[0; 64]; 6];
    let mut direction = 0;
    while direction < 6 {
        let mut cell = 0;
        while cell < 64 {
            table[direction][cell] = sets[direction][cell].bits();
            cell += 1;
        }
        direction += 1;
    }
    table
};

/// By side and kind (8 rows, 6 used), then cell.
static PIECE_KEYS: [u64; 512] = keys(1);
/// By height (32), then cell.
static HEIGHT_KEYS: [u64; 2048] = keys(2);
/// By side, kind and number of pieces in hand.
static HAND_KEYS: [u64; 128] = keys(3);
const BLACK_KEY: u64 = key(4, 0);
const SECOND_KEY: u64 = key(4, 1);
const OPENING_KEY: u64 = key(4, 2);

/// Which part of the game the next half-move belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// The tournament set-up.
    Placing,
    /// White's first turn, one capture.
    Opening,
    /// The compulsory capture.
    First,
    /// What may follow it.
    Second,
}

/// A half-move: `from`, `to` and what it is, in 14 bits; never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Half(u16);

const CAPTURE: u16 = 0;
const STACK: u16 = 1;
const PASS: u16 = 2;
const PLACE: u16 = 3;

impl Half {
    const fn new(from: usize, to: usize, what: u16) -> Self {
        Self(from as u16 | (to as u16) << 6 | what << 12 | 1 << 14)
    }
    pub(crate) const PASSING: Self = Self::new(0, 0, PASS);

    const fn from(self) -> usize {
        (self.0 & 63) as usize
    }
    const fn to(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }
    const fn what(self) -> u16 {
        self.0 >> 12 & 3
    }
}

/// A position between half-moves.
#[derive(Clone, Copy)]
pub(crate) struct TzaarNode {
    pub(crate) sides: [u64; 2],
    pub(crate) kinds: [u64; 3],
    /// The height in the lowest five bits, then two bits for the kind and one for the side.
    pub(crate) pieces: [u8; 64],
    /// The visible pieces of each side by kind.
    pub(crate) counts: [[u8; 3]; 2],
    hands: [[u8; 3]; 2],
    key: u64,
    pub(crate) mover: u8,
    pub(crate) stage: Stage,
    end: Option<Side>,
}

impl std::fmt::Debug for TzaarNode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TzaarNode({:016x})", self.key)
    }
}

const fn side_of(index: u8) -> Side {
    if index == 0 {
        Side::First
    } else {
        Side::Second
    }
}

/// The cells of a word.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(index & 63)
    })
}

/// The first cell of `occupied` from a cell in a direction; 64 if there is none.
#[inline]
pub(crate) fn first_in_line(from: usize, direction: usize, occupied: u64) -> usize {
    let line = RAYS[direction][from & 63] & occupied;
    if line == 0 {
        64
    } else if direction < 3 {
        line.trailing_zeros() as usize
    } else {
        63 - line.leading_zeros() as usize
    }
}

impl TzaarNode {
    /// The node for a position at the beginning of a turn.
    pub(crate) fn new(position: &Tzaar) -> Self {
        let mut node = Self {
            sides: [0; 2],
            kinds: [0; 3],
            pieces: [0; 64],
            counts: [[0; 3]; 2],
            hands: [[0; 3]; 2],
            key: 0,
            mover: position.to_move() as u8,
            stage: Stage::First,
            end: position.outcome().and_then(|outcome| outcome.winner),
        };
        for cell in BOARD.cells() {
            if let Some(stack) = position.stack_at(cell) {
                node.put(
                    cell.index(),
                    stack.side as usize,
                    stack.kind as usize,
                    stack.height,
                );
            }
        }
        for side in Side::BOTH {
            for kind in Kind::ALL {
                node.hands[side as usize][kind as usize] = position.hand(side)[kind];
            }
        }
        if position.is_placing() {
            node.stage = Stage::Placing;
        } else if position.is_opening() {
            node.stage = Stage::Opening;
        }
        node.key = node.key_from_scratch();
        node
    }

    /// The hash, computed from the position alone.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let mut key = 0;
        for cell in bits(self.sides[0] | self.sides[1]) {
            key ^= self.key_at(cell);
        }
        for side in 0..2 {
            for kind in 0..3 {
                key ^= HAND_KEYS[side << 6 | kind << 4 | usize::from(self.hands[side][kind])];
            }
        }
        if self.mover == 1 {
            key ^= BLACK_KEY;
        }
        match self.stage {
            Stage::Second => key ^= SECOND_KEY,
            Stage::Opening => key ^= OPENING_KEY,
            Stage::Placing | Stage::First => {}
        }
        key
    }

    #[inline]
    fn key_at(&self, cell: usize) -> u64 {
        let piece = usize::from(self.pieces[cell & 63]);
        PIECE_KEYS[(piece >> 5) << 6 | cell] ^ HEIGHT_KEYS[(piece & 31) << 6 | cell]
    }

    fn put(&mut self, cell: usize, side: usize, kind: usize, height: u8) {
        self.sides[side] |= 1 << cell;
        self.kinds[kind] |= 1 << cell;
        self.pieces[cell] = height | (kind as u8) << 5 | (side as u8) << 7;
        self.counts[side][kind] += 1;
    }

    #[inline]
    pub(crate) fn height(&self, cell: usize) -> u8 {
        self.pieces[cell & 63] & 31
    }

    #[inline]
    pub(crate) fn kind(&self, cell: usize) -> usize {
        usize::from(self.pieces[cell & 63] >> 5 & 3)
    }

    #[inline]
    pub(crate) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Moves a stack onto another.
    #[inline]
    fn shift(&mut self, from: usize, to: usize, stacks: bool) {
        self.key ^= self.key_at(from) ^ self.key_at(to);
        let mover = self.pieces[from];
        let target = self.pieces[to];
        let side = usize::from(mover >> 7);
        let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
        self.counts[usize::from(target >> 7)][usize::from(target >> 5 & 3)] -= 1;
        self.kinds[usize::from(target >> 5 & 3)] &= !to_bit;
        self.kinds[usize::from(mover >> 5 & 3)] ^= from_bit | to_bit;
        self.sides[usize::from(target >> 7)] &= !to_bit;
        self.sides[side] &= !from_bit;
        self.sides[side] |= to_bit;
        self.pieces[from] = 0;
        self.pieces[to] = if stacks { mover + (target & 31) } else { mover };
        self.key ^= self.key_at(to);
    }

    /// Whether a side can capture anything.
    pub(crate) fn can_capture(&self, side: usize) -> bool {
        let occupied = self.occupied();
        let enemies = self.sides[1 - side];
        bits(self.sides[side]).any(|from| {
            let height = self.height(from);
            (0..6).any(|direction| {
                let to = first_in_line(from, direction, occupied);
                to < 64 && enemies >> to & 1 == 1 && self.height(to) <= height
            })
        })
    }

    /// Whether a side can capture the stack on a point.
    pub(crate) fn is_attacked(&self, cell: usize) -> bool {
        let occupied = self.occupied();
        let owner = self.pieces[cell & 63] >> 7;
        let height = self.height(cell);
        (0..6).any(|direction| {
            let from = first_in_line(cell, direction, occupied);
            from < 64 && self.pieces[from] >> 7 != owner && self.height(from) >= height
        })
    }

    /// In how many half-moves a side can win in one turn by taking the last of a kind; `None` if it can't.
    pub(crate) fn win_this_turn(&self, side: usize, halves: u8) -> Option<i32> {
        let enemy = 1 - side;
        let mut in_two = None;
        for kind in 0..3 {
            let count = self.counts[enemy][kind];
            if count > halves {
                continue;
            }
            let targets = self.kinds[kind] & self.sides[enemy];
            if count == 1 {
                if self.is_attacked(targets.trailing_zeros() as usize) {
                    return Some(1);
                }
            } else if count == 2 && in_two.is_none() {
                let a = targets.trailing_zeros() as usize;
                let b = 63 - targets.leading_zeros() as usize;
                if self.takes_both(side, a, b) || self.takes_both(side, b, a) {
                    in_two = Some(2);
                }
            }
        }
        in_two
    }

    /// Whether a side can take `one` and then `other`.
    fn takes_both(&self, side: usize, one: usize, other: usize) -> bool {
        let occupied = self.occupied();
        let height = self.height(one);
        (0..6).any(|direction| {
            let from = first_in_line(one, direction, occupied);
            if from < 64
                && usize::from(self.pieces[from] >> 7) == side
                && self.height(from) >= height
            {
                let mut next = *self;
                next.shift(from, one, false);
                next.is_attacked(other)
            } else {
                false
            }
        })
    }

    /// Passes the turn to the other player.
    #[inline]
    fn turn_over(&mut self) {
        if self.stage == Stage::Second {
            self.key ^= SECOND_KEY;
        } else if self.stage == Stage::Opening {
            self.key ^= OPENING_KEY;
        }
        self.stage = Stage::First;
        self.mover ^= 1;
        self.key ^= BLACK_KEY;
        if self.end.is_none() && !self.can_capture(usize::from(self.mover)) {
            self.end = Some(side_of(self.mover ^ 1));
        }
    }

    /// The half-moves of a turn.
    pub(crate) fn halves(turn: Turn) -> Vec<Half> {
        let capture = |m: Move| Half::new(m.from.index(), m.to.index(), CAPTURE);
        match turn {
            Turn::Place { kind, at } => vec![Half::new(kind as usize, at.index(), PLACE)],
            Turn::Capture { first, second } => {
                let mut halves = vec![capture(first)];
                match second {
                    Second::Nothing => {}
                    Second::Capture(m) => halves.push(capture(m)),
                    Second::Stack(m) => {
                        halves.push(Half::new(m.from.index(), m.to.index(), STACK));
                    }
                    Second::Pass => halves.push(Half::PASSING),
                }
                halves
            }
        }
    }

    /// The turn that these half-moves make up, and how many of them.
    pub(crate) fn turn_of(&self, halves: &[Half]) -> Option<(Turn, usize)> {
        let step = |half: Half| {
            Some(Move {
                from: Cell::new(half.from())?,
                to: Cell::new(half.to())?,
            })
        };
        let &one = halves.first()?;
        if one.what() == PLACE {
            let turn = Turn::Place {
                kind: *Kind::ALL.get(one.from())?,
                at: Cell::new(one.to())?,
            };
            return Some((turn, 1));
        }
        let first = step(one)?;
        let mut node = *self;
        node.play(one);
        if node.end.is_some() || node.stage != Stage::Second {
            let second = Second::Nothing;
            return Some((Turn::Capture { first, second }, 1));
        }
        let &two = halves.get(1)?;
        let second = match two.what() {
            CAPTURE => Second::Capture(step(two)?),
            STACK => Second::Stack(step(two)?),
            _ => Second::Pass,
        };
        Some((Turn::Capture { first, second }, 2))
    }

    /// How much a capture of this stack is worth for ordering moves.
    #[inline]
    fn worth(&self, cell: usize) -> i32 {
        let piece = self.pieces[cell & 63];
        let count = self.counts[usize::from(piece >> 7)][usize::from(piece >> 5 & 3)];
        let height = i32::from(piece & 31);
        WORTH[usize::from(count)] * (1 + height) / 2
    }

    fn generate_placements(&self, list: &mut Vec<Candidate<Half>>) {
        let side = usize::from(self.mover);
        for at in bits(BOARD.cells().bits() & !self.occupied()) {
            for kind in 0..3 {
                if self.hands[side][kind] > 0 {
                    list.push(Candidate {
                        mv: Half::new(kind, at, PLACE),
                        order: 0,
                        quiet: true,
                    });
                }
            }
        }
    }
}

/// The worth of a single piece by how many of its kind are left.
const WORTH: [i32; 16] = [
    9000, 6000, 3000, 1600, 1100, 850, 700, 600, 520, 460, 400, 360, 320, 290, 270, 250,
];

impl Node for TzaarNode {
    type Move = Half;
    type Weights = Weights;
    const STAGES: u8 = 1;
    const FOLDS: bool = false;
    const LEAF_KILOBYTES: usize = 0;
    const SLOTS: usize = 4 * 4096 + 1;
    const FIRST_DEPTH: i32 = 2;
    const NULL_REDUCTION: i32 = 2;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn mover(&self) -> Side {
        side_of(self.mover)
    }

    #[inline]
    fn end(&self) -> Option<End> {
        self.end.map(End::Win)
    }

    #[inline]
    fn is_between_turns(&self) -> bool {
        self.stage != Stage::Second
    }

    #[inline]
    fn play(&mut self, half: Half) {
        let side = usize::from(self.mover);
        match half.what() {
            PLACE => {
                let (kind, at) = (half.from(), half.to());
                let hand = |count: u8| HAND_KEYS[side << 6 | kind << 4 | usize::from(count)];
                let count = self.hands[side][kind];
                self.key ^= hand(count) ^ hand(count - 1);
                self.hands[side][kind] -= 1;
                self.put(at, side, kind, 1);
                self.key ^= self.key_at(at);
                self.mover ^= 1;
                self.key ^= BLACK_KEY;
                if self.hands == [[0; 3]; 2] {
                    self.stage = Stage::Opening;
                    self.key ^= OPENING_KEY;
                    if !self.can_capture(usize::from(self.mover)) {
                        self.end = Some(side_of(self.mover ^ 1));
                    }
                }
            }
            PASS => self.turn_over(),
            what => {
                self.shift(half.from(), half.to(), what == STACK);
                for loser in [1 - side, side] {
                    if self.end.is_none() && self.counts[loser].contains(&0) {
                        self.end = Some(side_of(loser as u8 ^ 1));
                    }
                }
                if self.stage == Stage::First {
                    self.stage = Stage::Second;
                    self.key ^= SECOND_KEY;
                } else {
                    self.turn_over();
                }
            }
        }
    }

    #[inline]
    fn pack(half: Half) -> u32 {
        u32::from(half.0)
    }

    fn unpack(&self, code: u32) -> Option<Half> {
        let half = Half(code as u16);
        if code >> 14 != 1 {
            return None;
        }
        let (from, to) = (half.from(), half.to());
        let side = usize::from(self.mover);
        let legal = match (half.what(), self.stage) {
            (PLACE, Stage::Placing) => {
                from < 3
                    && self.hands[side][from] > 0
                    && BOARD.cells().bits() >> to & 1 == 1
                    && self.occupied() >> to & 1 == 0
            }
            (PASS, Stage::Second) => half == Self::Move::PASSING,
            (CAPTURE, Stage::Opening | Stage::First | Stage::Second) => {
                self.sides[side] >> from & 1 == 1
                    && self.sides[1 - side] >> to & 1 == 1
                    && self.height(to) <= self.height(from)
                    && self.in_reach(from, to)
            }
            (STACK, Stage::Second) => {
                self.sides[side] >> from & 1 == 1
                    && self.sides[side] >> to & 1 == 1
                    && self.counts[side][self.kind(to)] > 1
                    && self.in_reach(from, to)
            }
            _ => false,
        };
        legal.then_some(half)
    }

    fn generate(
        &self,
        _stage: u8,
        _breadth: Breadth,
        _history: &[i32],
        list: &mut Vec<Candidate<Half>>,
    ) {
        if self.stage == Stage::Placing {
            self.generate_placements(list);
            return;
        }
        let side = usize::from(self.mover);
        let may_stack = self.stage == Stage::Second;
        let own = self.sides[side];
        let occupied = self.occupied();
        for from in bits(own) {
            let height = self.height(from);
            let kind = self.kind(from);
            for direction in 0..6 {
                let to = first_in_line(from, direction, occupied);
                if to >= 64 {
                    continue;
                }
                if own >> to & 1 == 1 {
                    let covered = self.kind(to);
                    if may_stack && self.counts[side][covered] > 1 {
                        let total = i32::from(height + self.height(to));
                        let scarce = WORTH[usize::from(self.counts[side][kind])];
                        let hidden = WORTH[usize::from(self.counts[side][covered])];
                        list.push(Candidate {
                            mv: Half::new(from, to, STACK),
                            order: 600 + (scarce - hidden) / 2 - 60 * total,
                            quiet: true,
                        });
                    }
                } else {
                    let target = self.height(to);
                    if target <= height {
                        let worth = self.worth(to);
                        list.push(Candidate {
                            mv: Half::new(from, to, CAPTURE),
                            order: worth - 20 * i32::from(height - target),
                            quiet: worth < 1000,
                        });
                    }
                }
            }
        }
        if may_stack {
            list.push(Candidate {
                mv: Half::PASSING,
                order: -2000,
                quiet: true,
            });
        }
    }

    #[inline]
    fn slots(&self, half: Half) -> [usize; 2] {
        let part = usize::from(self.stage == Stage::Second);
        let at = (half.from() << 6 | half.to()) + 4096 * (part * 2 + usize::from(self.mover));
        [at, 4 * 4096]
    }

    fn evaluate(&self, weights: &Weights) -> i32 {
        eval::evaluate(self, weights)
    }

    fn leaf(&self, weights: &Weights, _gifts: bool) -> Leaf {
        let halves = match self.stage {
            Stage::First => 2,
            Stage::Second | Stage::Opening => 1,
            Stage::Placing => return Leaf::Score(eval::arrangement(self)),
        };
        if let Some(distance) = self.win_this_turn(usize::from(self.mover), halves) {
            return Leaf::Score(WIN - distance);
        }
        Leaf::Score(eval::evaluate(self, weights).clamp(-MOST, MOST))
    }

    #[inline]
    fn cost(&self, _half: Half, _next: &Self, _extend: bool) -> i32 {
        ONE
    }

    fn skip(&self) -> Option<Self> {
        if self.stage != Stage::First {
            return None;
        }
        let mut next = *self;
        next.turn_over();
        next.end.is_none().then_some(next)
    }

    fn is_threatened(&self) -> bool {
        let side = usize::from(self.mover);
        let few = self.counts[side].iter().any(|&count| count <= 2);
        few && self.stage != Stage::Placing && self.win_this_turn(1 - side, 2).is_some()
    }

    fn end_soon(&self) -> Option<(End, u32)> {
        if let Some(winner) = self.end {
            return Some((End::Win(winner), 0));
        }
        let halves = match self.stage {
            Stage::First => 2,
            Stage::Second | Stage::Opening => 1,
            Stage::Placing => return None,
        };
        self.win_this_turn(usize::from(self.mover), halves)
            .map(|_| (End::Win(self.mover()), 1))
    }

    fn proof_nodes(&self, total: u64) -> u64 {
        let stacks = self.occupied().count_ones();
        if self.stage == Stage::Placing || stacks > 26 {
            0
        } else {
            total / 4
        }
    }

    #[inline]
    fn may_repeat(&self) -> bool {
        false
    }
}

impl TzaarNode {
    fn in_reach(&self, from: usize, to: usize) -> bool {
        let occupied = self.occupied();
        (0..6).any(|direction| first_in_line(from, direction, occupied) == to)
    }
}

impl Searchable for Tzaar {
    type Node = TzaarNode;

    const LEVELS: [(u64, i32); 6] = [
        (80_000, 2),
        (20_000, 2),
        (20_000, 2),
        (60_000, 3),
        (80_000, 4),
        (400_000, 60),
    ];
    const LEVEL_LINES: [usize; 6] = [48, 10, 8, 5, 3, 1];
    const LEVEL_REGRETS: [(u32, u32); 6] = [
        (280_000, 550_000),
        (70_000, 200_000),
        (60_000, 200_000),
        (20_000, 80_000),
        (10_000, 40_000),
        (0, 0),
    ];

    fn node(&self) -> TzaarNode {
        TzaarNode::new(self)
    }

    fn turn_of(node: &TzaarNode, moves: &[Half]) -> Option<(Turn, usize)> {
        node.turn_of(moves)
    }

    fn moves_of(turn: &Turn) -> Vec<Half> {
        TzaarNode::halves(*turn)
    }

    fn is_hard_to_see(_turn: &Turn) -> bool {
        false
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

    fn describe(node: &TzaarNode, add: impl FnMut(usize, i32)) -> Option<i32> {
        eval::features(node, add);
        Some(eval::phase(node))
    }

    fn stiffness(_feature: usize) -> f64 {
        12.0
    }
}

#[cfg(test)]
mod tests;
