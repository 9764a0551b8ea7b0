//! What a ZÈRTZ position is worth.

use super::ZertzNode;
use super::sheared::{STEPS, exposed};
use crate::position::Position;
use crate::search::weights::{self, Packed, ROOM, blend};
use crate::zertz::{ByMarble, Marble};

/// The number of features. Each has two weights: with many vacant rings, and with few.
pub(crate) const FEATURES: usize = ON_BOARD + 3;

/// Marbles still needed, by colour: 0–6, or 7 if the goal is out of reach.
const NEED: usize = 0;
const NEED_EACH: usize = NEED + 24; // for one of each set: 0–9, or 10
const NEAREST: usize = NEED_EACH + 11; // by mover or not: to the nearest goal, 0–6, or 7
const CLOSE: usize = NEAREST + 16; // the number of goals within 2
const WANTED: usize = CLOSE + 5; // by colour: marbles on the board of which at most 2 are needed
const SAFE: usize = WANTED + 3; // the number of rings where a new marble is safe
const VACANT: usize = SAFE + 12; // the number of vacant rings
const POOL: usize = VACANT + 8; // the number of marbles in the pool
const NO_COLOUR: usize = POOL + 8; // by colour: none in the pool
const LONELY: usize = NO_COLOUR + 3; // by colour: marbles with few rings around them
const ON_BOARD: usize = LONELY + 3; // by colour: marbles on the board

/// The weights: for each feature with many vacant rings and with few.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) pairs: Box<[[i32; 2]; FEATURES]>,
    packed: Packed,
}

impl Weights {
    fn new(pairs: Box<[[i32; 2]; FEATURES]>) -> Self {
        Self {
            packed: Packed::new(&pairs[..]),
            pairs,
        }
    }
}

const _: () = assert!(FEATURES <= ROOM);

/// Scores are multiples of this: among turns that hardly differ, the search does not look for the best.
const GRAIN: i32 = 16;

/// How far the game is: 0 with 36 or more vacant rings, 32 with 4 or fewer.
#[inline]
pub(crate) fn phase(node: &ZertzNode) -> i32 {
    (36 - node.vacant().count_ones() as i32).clamp(0, 32)
}

/// The estimate for the player to move.
#[inline]
pub(crate) fn evaluate(node: &ZertzNode, weights: &Weights) -> i32 {
    let mut sum = 0;
    features(node, |index, value| {
        sum += weights.packed.get(index) * i64::from(value);
    });
    blend(sum, phase(node)) / GRAIN * GRAIN
}

/// Calls `add` with each feature and its value.
#[inline]
pub(crate) fn features(node: &ZertzNode, mut add: impl FnMut(usize, i32)) {
    let position = &node.position;
    let goals = position.variant().goals();
    let captured = position.captured();
    let pool = position.pool();
    let marbles = position.marbles();
    let mover = position.to_move();
    let on_board = ByMarble::new_with(|marble| marbles[marble].len() as u8);
    for (role, side, sign) in [(0, mover, 1), (1, !mover, -1)] {
        let own = captured[side];
        let mut nearest = 7;
        let mut close = 0;
        let mut each = 0;
        let mut each_possible = true;
        for marble in Marble::ALL {
            let left = pool[marble] + on_board[marble];
            let mut need = goals.colour[marble].saturating_sub(own[marble]);
            if need > left {
                need = 7;
            }
            add(
                NEED + (marble as usize) * 8 + usize::from(need.min(7)),
                sign,
            );
            nearest = nearest.min(need);
            close += usize::from(need <= 2);
            if need <= 2 {
                add(WANTED + marble as usize, sign * i32::from(on_board[marble]));
            }
            let part = goals.each.saturating_sub(own[marble]);
            each_possible &= part <= left;
            each += part;
        }
        if !each_possible {
            each = 10;
        }
        add(NEED_EACH + usize::from(each.min(10)), sign);
        if each_possible {
            nearest = nearest.min(each);
            close += usize::from(each <= 2);
        }
        add(NEAREST + role * 8 + usize::from(nearest.min(7)), sign);
        add(CLOSE + close, sign);
    }
    let vacant = node.vacant();
    let safe = vacant & !exposed(node.marbles, vacant);
    add(SAFE + (safe.count_ones() as usize).min(11), 1);
    let count = vacant.count_ones() as usize;
    add(
        VACANT + [0, 1, 2, 3, 4, 5, 6, 7][((count + 1) / 4).min(7)],
        1,
    );
    let total = usize::from(pool.white + pool.grey + pool.black);
    add(POOL + (total + 2) / 4, 1);
    // Marbles with at most two rings around them are nearly isolated.
    let mut one = 0;
    let mut two = 0;
    let mut three = 0;
    for step in STEPS {
        for beside in [node.rings << step, node.rings >> step] {
            three |= two & beside;
            two |= one & beside;
            one |= beside;
        }
    }
    let lonely = node.marbles & !three;
    for marble in Marble::ALL {
        if pool[marble] == 0 {
            add(NO_COLOUR + marble as usize, 1);
        }
        add(ON_BOARD + marble as usize, i32::from(on_board[marble]));
        if lonely != 0 {
            let near = super::sheared::cells(lonely)
                .filter(|&cell| marbles[marble].bits() >> cell & 1 == 1)
                .count();
            add(LONELY + marble as usize, near as i32);
        }
    }
}

/// How strongly the fit holds a weight at its rule of thumb. Fitted freely, the evaluation predicts
/// results better and plays worse: what both players share says little about who wins, but makes lines
/// of different length incomparable, and makes the search look for the best of equal turns.
pub(crate) fn stiffness(index: usize) -> f64 {
    if index >= SAFE { 10_000.0 } else { 1_500.0 }
}

/// The weights in the assets. A file that does not fit the features is a mistake that a test finds;
/// then the rules of thumb are used.
pub(crate) fn fitted() -> Weights {
    let text = include_str!("../../../../../assets/engine/zertz.txt");
    read(text).unwrap_or_else(by_hand)
}

/// Weights from the text of a file.
pub(crate) fn read(text: &str) -> Option<Weights> {
    weights::parse(text).map(Weights::new)
}

/// Weights by rule of thumb, for the first games and for comparison with the fitted ones.
pub(crate) fn by_hand() -> Weights {
    let mut w = Box::new([[0; 2]; FEATURES]);
    let mut set = |index: usize, value: i32| w[index] = [value, value];
    for (colour, most) in [(0, 4), (1, 5), (2, 6)] {
        for need in 0..=most {
            // The last marbles count most.
            let done = (most - need) * 100 / most;
            set(NEED + colour * 8 + need as usize, done * (100 + done) / 100);
        }
        set(NEED + colour * 8 + 7, -20);
    }
    for need in 0..=9 {
        let done = (9 - need) * 100 / 9;
        set(NEED_EACH + need as usize, done * (50 + done) / 100);
    }
    for role in 0..2 {
        for (need, value) in [400, 150, 60, 20, 0, 0, 0, -40].into_iter().enumerate() {
            let value = if role == 0 { value * 6 / 5 } else { value };
            set(NEAREST + role * 8 + need, value);
        }
    }
    for close in 0..5 {
        set(CLOSE + close, 25 * close as i32);
    }
    for (count, value) in [-60, -40, -25, -15, -8, -4, 0, 0, 0, 0, 0, 0]
        .into_iter()
        .enumerate()
    {
        set(SAFE + count, value);
    }
    Weights::new(w)
}
