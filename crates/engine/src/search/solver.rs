//! Solving endgames: depth-first proof-number search.
//!
//! One player, the attacker, tries to prove a win. Where the attacker moves, one good move is enough;
//! where the other does, all moves have to lose. The proof number of a position is the least number of
//! open positions that must turn out well for a proof, the disproof number that for a disproof; the
//! search always goes where the least is missing.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::engine::Searchable;
use super::node::{Breadth, Candidate, End, Node};
use crate::game::{AnyGame, AnyTurn, with_each};
use crate::side::Side;
use crate::timeline::Timeline;

/// "Never": the proof or disproof number of what has been disproved or proved.
const NEVER: u32 = 1 << 30;
/// The most turns at the root that are examined one by one.
const MAX_ROOT_TURNS: usize = 20_000;
/// How deep a line may get.
const MAX_PLY: usize = 200;
/// How often, in nodes, the stop flag is read.
const STOP_INTERVAL: u64 = 256;

/// What the solver has found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The player to move wins.
    Win {
        /// Within this many own turns.
        turns: u32,
        /// The turns that win.
        winning: Vec<AnyTurn>,
        /// Whether every other turn is known not to win.
        complete: bool,
    },
    /// The player to move loses, whatever happens, within this many turns of the opponent.
    Loss {
        /// The number of turns.
        turns: u32,
    },
    /// Neither was proved within the limit, or the game is a draw with best play.
    Unknown,
}

/// The numbers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// For a decided position: the number of turns to the end.
    length: u32,
}

impl Numbers {
    const UNKNOWN: Self = Self {
        proof: 1,
        disproof: 1,
        length: 0,
    };
    const fn proved(length: u32) -> Self {
        Self {
            proof: 0,
            disproof: NEVER,
            length,
        }
    }
    const fn disproved(length: u32) -> Self {
        Self {
            proof: NEVER,
            disproof: 0,
            length,
        }
    }
    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct ProofEntry {
    key: u64,
    numbers: Numbers,
}

/// A solver for one attacker, with its table of positions.
pub(crate) struct Solver<N: Node> {
    table: Vec<ProofEntry>,
    attacker: Side,
    path: Vec<u64>,
    nodes: u64,
    limit: u64,
    stopped: bool,
    history: Vec<i32>,
    _node: std::marker::PhantomData<N>,
}

impl<N: Node> Solver<N> {
    /// A solver with a table for about 2ⁿ positions.
    pub(crate) fn new(attacker: Side, bits: u32) -> Self {
        let entry = ProofEntry {
            key: 0,
            numbers: Numbers::UNKNOWN,
        };
        Self {
            table: vec![entry; 1 << bits],
            attacker,
            path: Vec::new(),
            nodes: 0,
            limit: 0,
            stopped: false,
            history: vec![0; N::SLOTS],
            _node: std::marker::PhantomData,
        }
    }

    /// Whether the attacker wins, and in how many turns; `None` if that is not found out within `nodes`.
    fn prove(&mut self, node: &N, nodes: u64, stop: &AtomicBool) -> Option<(bool, u32)> {
        self.limit = self.nodes.saturating_add(nodes);
        self.stopped = false;
        self.path.clear();
        let numbers = self.expand(node, NEVER, NEVER, stop);
        numbers
            .is_decided()
            .then_some((numbers.proof == 0, numbers.length))
    }

    /// How many positions have been looked at.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn slot(&self, key: u64) -> usize {
        (key ^ key >> 29) as usize & (self.table.len() - 1) & !1
    }

    fn get(&self, key: u64) -> Numbers {
        let slot = self.slot(key);
        self.table[slot..=slot + 1]
            .iter()
            .find(|entry| entry.key == key)
            .map_or(Numbers::UNKNOWN, |entry| entry.numbers)
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let slot = self.slot(key);
        let at = if self.table[slot].key == key {
            slot
        } else if self.table[slot + 1].key == key {
            slot + 1
        } else {
            // Decided positions are worth most, then those with much work behind them.
            let worth = |entry: &ProofEntry| {
                if entry.numbers.is_decided() {
                    NEVER
                } else {
                    entry.numbers.proof.saturating_add(entry.numbers.disproof)
                }
            };
            if worth(&self.table[slot]) <= worth(&self.table[slot + 1]) {
                slot
            } else {
                slot + 1
            }
        };
        self.table[at] = ProofEntry { key, numbers };
    }

    /// The numbers of a position that has not been expanded.
    fn look(&self, node: &N) -> Numbers {
        if let Some((end, turns)) = node.end_soon() {
            return if end == End::Win(self.attacker) {
                Numbers::proved(turns)
            } else {
                Numbers::disproved(turns)
            };
        }
        self.get(node.key())
    }

    /// The positions after each move, the good ones first; only one if it decides the matter.
    fn children(&self, node: &N, is_or: bool) -> Vec<(N, Numbers)> {
        let mut list: Vec<Candidate<N::Move>> = Vec::new();
        for stage in 0..N::STAGES {
            node.generate(stage, Breadth::All, &self.history, &mut list);
        }
        // Good moves first, so that ties are broken well.
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
        let mut children: Vec<(N, Numbers)> = Vec::with_capacity(list.len());
        let mut keys: Vec<u64> = Vec::with_capacity(list.len());
        for candidate in list {
            let mut child = *node;
            child.play(candidate.mv);
            if keys.contains(&child.key()) {
                continue;
            }
            keys.push(child.key());
            let numbers = self.look(&child);
            let decides = if is_or {
                numbers.proof == 0
            } else {
                numbers.disproof == 0
            };
            if decides {
                children.clear();
                children.push((child, numbers));
                break;
            }
            children.push((child, numbers));
        }
        children
    }

    /// Searches below a position until one of its numbers reaches its limit.
    fn expand(
        &mut self,
        node: &N,
        most_proof: u32,
        most_disproof: u32,
        stop: &AtomicBool,
    ) -> Numbers {
        self.nodes += 1;
        if self.nodes >= self.limit
            || (self.nodes.is_multiple_of(STOP_INTERVAL) && stop.load(Ordering::Relaxed))
        {
            self.stopped = true;
        }
        let known = self.look(node);
        if known.is_decided() || self.stopped || self.path.len() >= MAX_PLY {
            return known;
        }
        let key = node.key();
        let is_or = node.mover() == self.attacker;
        let mut children = self.children(node, is_or);
        self.path.push(key);
        let result = loop {
            let numbers = summary(&children, is_or);
            if numbers.is_decided()
                || numbers.proof >= most_proof
                || numbers.disproof >= most_disproof
                || self.stopped
            {
                break numbers;
            }
            // The most promising child, and how far it may go before another is better.
            let rank = |numbers: &Numbers| {
                if is_or {
                    numbers.proof
                } else {
                    numbers.disproof
                }
            };
            let mut best = 0;
            let mut second = NEVER;
            for (index, (_, child)) in children.iter().enumerate() {
                if rank(child) < rank(&children[best].1) {
                    second = rank(&children[best].1);
                    best = index;
                } else if index != best {
                    second = second.min(rank(child));
                }
            }
            let (child, before) = children[best];
            let margin = second.saturating_add(1 + second / 4).min(NEVER);
            let (proof, disproof) = if is_or {
                let others = numbers.disproof - before.disproof;
                (
                    most_proof.min(margin),
                    most_disproof.saturating_sub(others).min(NEVER),
                )
            } else {
                let others = numbers.proof - before.proof;
                (
                    most_proof.saturating_sub(others).min(NEVER),
                    most_disproof.min(margin),
                )
            };
            let after = if child.may_repeat() && self.path.contains(&child.key()) {
                // Going round in a circle wins nothing.
                Numbers::disproved(0)
            } else {
                self.expand(&child, proof, disproof, stop)
            };
            children[best].1 = after;
            if after == before && !self.stopped {
                // Nothing more can be found out below this child within these limits.
                children[best].1 = Numbers {
                    proof: if is_or {
                        (after.proof + 1).min(NEVER - 1)
                    } else {
                        after.proof
                    },
                    disproof: if is_or {
                        after.disproof
                    } else {
                        (after.disproof + 1).min(NEVER - 1)
                    },
                    length: 0,
                };
            }
        };
        self.path.pop();
        if !self.stopped || result.is_decided() {
            self.put(key, result);
        }
        result
    }
}

/// The numbers of a position from those of its children.
fn summary<N: Node>(children: &[(N, Numbers)], is_or: bool) -> Numbers {
    let add = |child: &N, numbers: &Numbers| {
        let ends_turn = child.is_between_turns() || child.end().is_some();
        numbers.length + u32::from(ends_turn)
    };
    let (mut least, mut sum) = (NEVER, 0_u32);
    let (mut shortest, mut longest) = (u32::MAX, 0);
    for (child, numbers) in children {
        let (for_least, for_sum) = if is_or {
            (numbers.proof, numbers.disproof)
        } else {
            (numbers.disproof, numbers.proof)
        };
        least = least.min(for_least);
        sum = sum.saturating_add(for_sum).min(NEVER - 1);
        if for_least == 0 {
            shortest = shortest.min(add(child, numbers));
        }
        longest = longest.max(add(child, numbers));
    }
    let won = least == 0;
    let lost = !won && sum == 0;
    let length = if won {
        shortest
    } else if lost {
        longest
    } else {
        0
    };
    match (is_or, won, lost) {
        (true, true, _) | (false, _, true) => Numbers::proved(length),
        (true, _, true) | (false, true, _) => Numbers::disproved(length),
        (true, ..) => Numbers {
            proof: least.max(1),
            disproof: sum.max(1),
            length: 0,
        },
        (false, ..) => Numbers {
            proof: sum.max(1),
            disproof: least.max(1),
            length: 0,
        },
    }
}

/// Solves a position with at most `nodes` positions looked at.
pub fn solve(game: &AnyGame, nodes: u64, stop: &AtomicBool) -> Proof {
    with_each!(game, game => solve_game(game, nodes, stop))
}

fn solve_game<P: Searchable>(game: &Timeline<P>, nodes: u64, stop: &AtomicBool) -> Proof
where
    AnyTurn: From<P::Turn>,
{
    if game.outcome().is_some() || game.position().is_setting_up() {
        return Proof::Unknown;
    }
    let mover = game.position().to_move();
    let root = game.position().node();
    let mut solver: Solver<P::Node> = Solver::new(mover, 20);
    match solver.prove(&root, nodes / 2, stop) {
        Some((true, plies)) => {
            let (winning, complete) = winning_turns(&mut solver, game, &root, nodes, stop);
            Proof::Win {
                turns: plies.div_ceil(2).max(1),
                winning,
                complete,
            }
        }
        Some((false, plies)) if P::REPETITION.is_none() => Proof::Loss {
            turns: plies.div_ceil(2).max(1),
        },
        _ => {
            if P::REPETITION.is_none() {
                return Proof::Unknown;
            }
            // There are draws: that there is no win is not yet a loss.
            let mut solver: Solver<P::Node> = Solver::new(!mover, 20);
            match solver.prove(&root, nodes / 2, stop) {
                Some((true, plies)) => Proof::Loss {
                    turns: plies.div_ceil(2).max(1),
                },
                _ => Proof::Unknown,
            }
        }
    }
}

/// All winning turns, and whether every other one is known not to win.
fn winning_turns<P: Searchable>(
    solver: &mut Solver<P::Node>,
    game: &Timeline<P>,
    root: &P::Node,
    nodes: u64,
    stop: &AtomicBool,
) -> (Vec<AnyTurn>, bool)
where
    AnyTurn: From<P::Turn>,
{
    let mut complete = true;
    let mut winning = Vec::new();
    let mut visited = 0;
    let limit = solver.nodes.max(nodes);
    let _ = game.visit_turns(|turn| {
        visited += 1;
        let mut node = *root;
        for mv in P::moves_of(&turn) {
            node.play(mv);
        }
        let left = limit.saturating_sub(solver.nodes).max(1);
        match solver.prove(&node, left, stop) {
            Some((true, _)) => winning.push(turn.into()),
            Some((false, _)) => {}
            None => complete = false,
        }
        if visited < MAX_ROOT_TURNS {
            ControlFlow::Continue(())
        } else {
            complete = false;
            ControlFlow::Break(())
        }
    });
    winning.sort_unstable();
    (winning, complete)
}

/// A winning move at the root, with the number of turns to the end, found with few nodes; or that there
/// is none.
pub(crate) fn quick_win<N: Node>(
    solver: &mut Solver<N>,
    root: &N,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<(Vec<N::Move>, u32)> {
    let (wins, length) = solver.prove(root, nodes, stop)?;
    if !wins {
        return None;
    }
    // The moves of the first turn.
    let mut node = *root;
    let mut moves = Vec::new();
    loop {
        let mut list: Vec<Candidate<N::Move>> = Vec::new();
        for stage in 0..N::STAGES {
            node.generate(stage, Breadth::All, &solver.history, &mut list);
        }
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
        let mut best: Option<(u32, N::Move)> = None;
        for candidate in &list {
            let mut child = node;
            child.play(candidate.mv);
            let numbers = solver.look(&child);
            if numbers.proof == 0 && best.is_none_or(|(least, _)| numbers.length < least) {
                best = Some((numbers.length, candidate.mv));
            }
        }
        let (_, mv) = best?;
        node.play(mv);
        moves.push(mv);
        if node.is_between_turns() || node.end().is_some() {
            return Some((moves, length));
        }
    }
}
