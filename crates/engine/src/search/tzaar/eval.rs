//! What a TZAAR position is worth.

use super::{Stage, TzaarNode, bits, first_in_line};
use crate::hex::{CELLS, Cell};
use crate::search::weights::{self, Packed, ROOM, blend};

/// The number of features. Each has two weights: with all stacks on the board, and near the end.
pub(crate) const FEATURES: usize = TEMPO + 2;

const COUNTS: usize = 0; // by kind and number of visible pieces: 7 + 10 + 16
const COUNT_OF: [usize; 3] = [COUNTS, COUNTS + 7, COUNTS + 17];
const HEIGHTS: usize = COUNTS + 33; // by kind and height 2, 3, 4, 5 or more
const SINGLE_AT: usize = HEIGHTS + 12; // by distance from the centre
const STACK_AT: usize = SINGLE_AT + 4;
const ATTACKED: usize = STACK_AT + 4; // by part of the turn, mover or not, kind, height 1, 2, 3 or more
const ATTACKED_FEW: usize = ATTACKED + 36; // by part of the turn, mover or not: of a kind with at most 3
const CAPTURES: usize = ATTACKED_FEW + 4; // by mover or not and number of captures
const TALLEST: usize = CAPTURES + 20; // by kind: a stack that can't be taken
const ALL_SAFE: usize = TALLEST + 3; // all kinds have such a stack
const KINDS_STACKED: usize = ALL_SAFE + 1; // by number of kinds with a stack of 2 or more
const DOOMED: usize = KINDS_STACKED + 4; // by part, mover or not: a kind with ≤ 2 left, all of them attacked
const TOP_HEIGHT: usize = DOOMED + 4; // difference of the highest stacks
const TEMPO: usize = TOP_HEIGHT + 1; // by part of the turn

/// The distance of each cell from the centre, less one.
static DISTANCE: [u8; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < CELLS {
        let (x, y) = match Cell::new(index) {
            Some(cell) => cell.coordinates(),
            None => (0, 0),
        };
        let (x, y, z) = (x.unsigned_abs(), y.unsigned_abs(), (x - y).unsigned_abs());
        let mut most = if x > y { x } else { y };
        if z > most {
            most = z;
        }
        table[index] = if most == 0 { 0 } else { most - 1 };
        index += 1;
    }
    table
};

/// The weights: for each feature with a full board and near the end.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) pairs: Box<[[i32; 2]; FEATURES]>,
    packed: Packed,
    /// What a stack is worth by itself: by kind, height and distance from the centre.
    stacks: Packed,
}

impl Weights {
    fn new(pairs: Box<[[i32; 2]; FEATURES]>) -> Self {
        let mut stacks = [[0; 2]; 128];
        for kind in 0..3 {
            for height in 1..=5_u8 {
                for distance in 0..4 {
                    stack_features(kind, height, distance, |feature| {
                        let sum = &mut stacks[stack_index(kind, height, distance)];
                        sum[0] += pairs[feature][0];
                        sum[1] += pairs[feature][1];
                    });
                }
            }
        }
        Self {
            packed: Packed::new(&pairs[..]),
            stacks: Packed::new(&stacks),
            pairs,
        }
    }
}

const _: () = assert!(FEATURES <= ROOM);

#[inline]
const fn stack_index(kind: usize, height: u8, distance: usize) -> usize {
    let height = if height > 5 { 5 } else { height };
    kind << 5 | (height as usize) << 2 | distance
}

/// The features of a stack by itself.
#[inline]
fn stack_features(kind: usize, height: u8, distance: usize, mut add: impl FnMut(usize)) {
    if height == 1 {
        add(SINGLE_AT + distance);
    } else {
        add(STACK_AT + distance);
        add(HEIGHTS + kind * 4 + usize::from(height.min(5) - 2));
    }
}

/// How far the game is: 0 with 60 stacks on the board, 32 with 12 or fewer.
#[inline]
pub(crate) fn phase(node: &TzaarNode) -> i32 {
    let counts = &node.counts;
    let stacks: i32 = counts.iter().flatten().map(|&count| i32::from(count)).sum();
    ((60 - stacks) * 2 / 3).clamp(0, 32)
}

/// The estimate for the player to move.
#[inline]
pub(crate) fn evaluate(node: &TzaarNode, weights: &Weights) -> i32 {
    let sum = std::cell::Cell::new(0_i64);
    visit(
        node,
        |kind, height, distance, sign| {
            let word = weights.stacks.get(stack_index(kind, height, distance));
            sum.set(sum.get() + word * i64::from(sign));
        },
        |index, value| sum.set(sum.get() + weights.packed.get(index) * i64::from(value)),
    );
    blend(sum.get(), phase(node))
}

/// Calls `add` with each feature and its value.
pub(crate) fn features(node: &TzaarNode, add: impl FnMut(usize, i32)) {
    let add = std::cell::RefCell::new(add);
    visit(
        node,
        |kind, height, distance, sign| {
            stack_features(kind, height, distance, |feature| {
                (*add.borrow_mut())(feature, sign);
            });
        },
        |feature, value| (*add.borrow_mut())(feature, value),
    );
}

/// Calls `stack` with each stack and `add` with each feature of several stacks.
#[inline]
fn visit(
    node: &TzaarNode,
    mut stack: impl FnMut(usize, u8, usize, i32),
    mut add: impl FnMut(usize, i32),
) {
    let mover = usize::from(node.mover);
    let part = usize::from(node.stage == Stage::Second);
    let occupied = node.occupied();
    let mut attacked = [0_u64; 2];
    let mut captures = [0_usize; 2];
    let mut tallest = [[0_u8; 3]; 2];
    for cell in bits(occupied) {
        let piece = node.pieces[cell];
        let side = usize::from(piece >> 7);
        let kind = usize::from(piece >> 5 & 3);
        let height = piece & 31;
        let sign = if side == mover { 1 } else { -1 };
        stack(kind, height, usize::from(DISTANCE[cell]), sign);
        if height > tallest[side][kind] {
            tallest[side][kind] = height;
        }
        for direction in 0..3 {
            let other = first_in_line(cell, direction, occupied);
            if other < 64 {
                let piece = node.pieces[other];
                if usize::from(piece >> 7) != side {
                    if height >= piece & 31 {
                        attacked[1 - side] |= 1 << other;
                        captures[side] += 1;
                    }
                    if piece & 31 >= height {
                        attacked[side] |= 1 << cell;
                        captures[1 - side] += 1;
                    }
                }
            }
        }
    }
    let highest = [0, 1].map(|side| tallest[side].iter().copied().max().unwrap_or(0));
    for side in 0..2 {
        let sign = if side == mover { 1 } else { -1 };
        let role = usize::from(side != mover);
        for cell in bits(attacked[side]) {
            let class = usize::from(node.height(cell).min(3) - 1);
            let kind = node.kind(cell);
            add(ATTACKED + (part * 2 + role) * 9 + kind * 3 + class, sign);
            if node.counts[side][kind] <= 3 {
                add(ATTACKED_FEW + part * 2 + role, sign);
            }
        }
        let mut safe = 0;
        let mut stacked = 0;
        for kind in 0..3 {
            let count = usize::from(node.counts[side][kind]);
            add(COUNT_OF[kind] + count, sign);
            if tallest[side][kind] > highest[1 - side] {
                add(TALLEST + kind, sign);
                safe += 1;
            }
            stacked += usize::from(tallest[side][kind] >= 2);
            let own = node.kinds[kind] & node.sides[side];
            if count <= 2 && own & !attacked[side] == 0 {
                add(DOOMED + part * 2 + role, sign);
            }
        }
        if safe == 3 {
            add(ALL_SAFE, sign);
        }
        add(KINDS_STACKED + stacked, sign);
        add(CAPTURES + role * 10 + BUCKET[captures[side].min(31)], sign);
    }
    add(
        TOP_HEIGHT,
        (i32::from(highest[mover]) - i32::from(highest[1 - mover])).clamp(-3, 3),
    );
    add(TEMPO + part, 1);
}

/// Buckets for the number of captures.
static BUCKET: [usize; 32] = [
    0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9,
];

/// What an arrangement is worth in the tournament set-up: who attacks more valuable pieces.
pub(crate) fn arrangement(node: &TzaarNode) -> i32 {
    const VALUE: [i32; 3] = [30, 18, 9];
    let mover = usize::from(node.mover);
    let occupied = node.occupied();
    let mut score = 0;
    for cell in bits(occupied) {
        let side = usize::from(node.pieces[cell] >> 7);
        let sign = if side == mover { 1 } else { -1 };
        let mut attackers = 0;
        for direction in 0..6 {
            let other = first_in_line(cell, direction, occupied);
            // Only neighbours count: what is in between will be filled.
            if other < 64
                && usize::from(node.pieces[other] >> 7) != side
                && Cell::new(cell)
                    .zip(Cell::new(other))
                    .is_some_and(|(a, b)| a.neighbours().contains(b))
            {
                attackers += 1;
            }
        }
        let value = VALUE[node.kind(cell)];
        // The first attacker matters most.
        score -= sign * value * [0, 4, 5, 6, 6, 6, 6][attackers] / 4;
        score += sign * (3 - i32::from(DISTANCE[cell])) * value / 10;
    }
    score
}

/// The weights in the assets. A file that does not fit the features is a mistake that a test finds;
/// then the rules of thumb are used.
pub(crate) fn fitted() -> Weights {
    let text = include_str!("../../../../../assets/engine/tzaar.txt");
    read(text).unwrap_or_else(by_hand)
}

/// Weights from the text of a file.
pub(crate) fn read(text: &str) -> Option<Weights> {
    weights::parse(text).map(Weights::new)
}

/// Weights by rule of thumb, for the first games and for comparison with the fitted ones.
pub(crate) fn by_hand() -> Weights {
    let mut w = Box::new([[0; 2]; FEATURES]);
    let mut set = |index: usize, early: i32, late: i32| w[index] = [early, late];
    for kind in 0..3 {
        let most = [6, 9, 15][kind];
        let mut sum = 0;
        for count in 0..=most {
            set(COUNT_OF[kind] + count, sum, sum);
            sum += match count {
                0 => 300,
                1 => 200,
                2 => 120,
                3 => 80,
                4 => 60,
                5 => 50,
                6..=8 => 35,
                _ => 25,
            };
        }
        for (height, value) in [(0, 45), (1, 80), (2, 100), (3, 110)] {
            let rare = [14, 12, 10][kind];
            set(
                HEIGHTS + kind * 4 + height,
                value * rare / 10,
                value * rare / 8,
            );
        }
        for part in 0..2 {
            for class in 0..3_usize {
                let value = [12, 8, 5][kind] * [1, 3, 4][class];
                // The mover can rescue one or two; the other can't.
                set(
                    ATTACKED + (part * 2) * 9 + kind * 3 + class,
                    -value / 2,
                    -value,
                );
                set(
                    ATTACKED + (part * 2 + 1) * 9 + kind * 3 + class,
                    -value,
                    -value * 3 / 2,
                );
            }
        }
        set(TALLEST + kind, 15, 40);
    }
    for (bucket, value) in [-400, -250, -150, -100, -60, -40, -20, 0, 5, 10]
        .into_iter()
        .enumerate()
    {
        set(CAPTURES + bucket, value / 2, value);
        set(CAPTURES + 10 + bucket, value / 2, value);
    }
    for distance in 0..4 {
        let value = 8 - 4 * distance as i32;
        set(SINGLE_AT + distance, value / 4, value / 4);
        set(STACK_AT + distance, value, value);
    }
    for part in 0..2 {
        set(ATTACKED_FEW + part * 2, -20, -30);
        set(ATTACKED_FEW + part * 2 + 1, -30, -40);
        set(DOOMED + part * 2, -60, -60);
        set(DOOMED + part * 2 + 1, -100, -100);
    }
    set(ALL_SAFE, 60, 100);
    set(TOP_HEIGHT, 15, 25);
    set(TEMPO, 40, 40);
    set(TEMPO + 1, 20, 20);
    Weights::new(w)
}
