//! A win by force within a number of turns: a position that also counts the turns the attacker has left.

use super::node::{Breadth, Candidate, End, Leaf, Node};
use crate::side::Side;

/// A position in which the attacker has only so many turns left to win.
///
/// Without a win by then the attacker has failed, so that a search comes to an end where the game itself
/// would go on for long. Where moves that force something are generated first, the attacker makes no others: what
/// is proved is true all the same, and little is missed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capped<N> {
    node: N,
    attacker: Side,
    left: u32,
}

impl<N: Node> Capped<N> {
    pub(super) const fn new(node: N, attacker: Side, left: u32) -> Self {
        Self {
            node,
            attacker,
            left,
        }
    }

    pub(super) const fn node(&self) -> &N {
        &self.node
    }

    const fn failed(&self) -> (End, u32) {
        let winner = match self.attacker {
            Side::First => Side::Second,
            Side::Second => Side::First,
        };
        (End::Win(winner), 0)
    }
}

impl<N: Node> Node for Capped<N> {
    type Move = N::Move;
    type Weights = N::Weights;

    const STAGES: u8 = N::STAGES;
    const FOLDS: bool = N::FOLDS;
    const LEAF_KILOBYTES: usize = N::LEAF_KILOBYTES;
    const SLOTS: usize = N::SLOTS;
    const FIRST_DEPTH: i32 = N::FIRST_DEPTH;
    const NULL_REDUCTION: i32 = N::NULL_REDUCTION;

    fn key(&self) -> u64 {
        let left = u64::from(self.left) + 1;
        self.node.key() ^ left.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn mover(&self) -> Side {
        self.node.mover()
    }

    fn end(&self) -> Option<End> {
        self.node
            .end()
            .or_else(|| (self.left == 0).then_some(self.failed().0))
    }

    fn is_between_turns(&self) -> bool {
        self.node.is_between_turns()
    }

    fn play(&mut self, mv: N::Move) {
        let is_attack = self.node.mover() == self.attacker;
        self.node.play(mv);
        let is_complete = self.node.is_between_turns() || self.node.end().is_some();
        if is_attack && is_complete {
            self.left = self.left.saturating_sub(1);
        }
    }

    fn pack(mv: N::Move) -> u32 {
        N::pack(mv)
    }

    fn unpack(&self, code: u32) -> Option<N::Move> {
        self.node.unpack(code)
    }

    fn generate(
        &self,
        stage: u8,
        breadth: Breadth,
        history: &[i32],
        list: &mut Vec<Candidate<N::Move>>,
    ) {
        if !N::FOLDS || self.node.mover() != self.attacker {
            self.node.generate(stage, breadth, history, list);
        } else if stage == 0 {
            self.node.generate(stage, Breadth::Folded, history, list);
        }
    }

    fn slots(&self, mv: N::Move) -> [usize; 2] {
        self.node.slots(mv)
    }

    fn evaluate(&self, weights: &N::Weights) -> i32 {
        self.node.evaluate(weights)
    }

    fn leaf(&self, weights: &N::Weights, gifts: bool) -> Leaf {
        self.node.leaf(weights, gifts)
    }

    fn cost(&self, mv: N::Move, next: &Self, extend: bool) -> i32 {
        self.node.cost(mv, &next.node, extend)
    }

    fn skip(&self) -> Option<Self> {
        let node = self.node.skip()?;
        Some(Self { node, ..*self })
    }

    fn is_threatened(&self) -> bool {
        self.node.is_threatened()
    }

    fn end_soon(&self) -> Option<(End, u32)> {
        let soon = self.node.end_soon();
        if soon.is_none() && self.left == 0 {
            return Some(self.failed());
        }
        soon
    }

    fn proof_nodes(&self, total: u64) -> u64 {
        self.node.proof_nodes(total)
    }

    fn may_repeat(&self) -> bool {
        self.node.may_repeat()
    }
}
