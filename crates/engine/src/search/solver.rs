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
/// A position with more moves than this counts as several, so that a limit of nodes bounds the time.
const MOVES_PER_NODE: usize = 1024;
/// The moves that a node of a proof before a search may have on average; where there are more, it gives up
/// after fewer nodes.
const MOVES_OF_QUICK_NODE: u64 = 48;
/// How often, in moves tried, the stop flag is read.
const STOP_INTERVAL: usize = 4096;

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
    /// Some moves are not known, so that nothing can be concluded from the others.
    const UNDECIDABLE: Self = Self {
        proof: NEVER,
        disproof: NEVER,
        length: 0,
    };
    const fn decided(proved: bool, length: u32) -> Self {
        if proved {
            Self::proved(length)
        } else {
            Self::disproved(length)
        }
    }
    const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
    /// The number of which the least counts where the attacker moves, or where the other does.
    const fn least(self, is_or: bool) -> u32 {
        if is_or { self.proof } else { self.disproof }
    }
    /// For a move below which nothing more is found out within the limits: another is tried first.
    fn passed_over(self, is_or: bool) -> Self {
        let next = (self.least(is_or) + 1).min(NEVER - 1);
        let (proof, disproof) = if is_or {
            (next, self.disproof)
        } else {
            (self.proof, next)
        };
        Self {
            proof,
            disproof,
            length: 0,
        }
    }
}

#[derive(Clone, Copy)]
struct ProofEntry {
    key: u64,
    numbers: Numbers,
    /// Entries of other generations count as empty.
    generation: u32,
}

/// A move and what is known about the position after it.
#[derive(Clone, Copy)]
struct ProofMove<M> {
    mv: M,
    key: u64,
    numbers: Numbers,
    /// Whether the turn ends with this move.
    ends_turn: bool,
}

/// A solver with its table of positions, which is kept from proof to proof.
pub(crate) struct Solver<N: Node> {
    table: Vec<ProofEntry>,
    generation: u32,
    attacker: Side,
    path: Vec<u64>,
    nodes: u64,
    limit: u64,
    /// How many more moves may be tried.
    moves_left: u64,
    /// Moves tried since the stop flag was read.
    unread: usize,
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
            generation: 0,
        };
        Self {
            table: vec![entry; 1 << bits],
            generation: 1,
            attacker,
            path: Vec::new(),
            nodes: 0,
            limit: 0,
            moves_left: u64::MAX,
            unread: 0,
            stopped: false,
            history: vec![0; N::SLOTS],
            _node: std::marker::PhantomData,
        }
    }

    /// A solver with a table for the positions of a proof of this many nodes.
    fn sized(attacker: Side, nodes: u64) -> Self {
        let positions = nodes.clamp(1 << 10, 1 << 18).next_power_of_two() * 4;
        Self::new(attacker, positions.ilog2())
    }

    /// Forgets everything, as a new solver would, without touching the table.
    pub(crate) fn forget(&mut self) {
        match self.generation.checked_add(1) {
            Some(next) => self.generation = next,
            None => *self = Self::new(self.attacker, self.table.len().ilog2()),
        }
    }

    /// Counts from zero again, for a proof that `attacker` wins; what is known about another attacker is
    /// forgotten.
    pub(crate) fn begin(&mut self, attacker: Side) {
        self.nodes = 0;
        if attacker != self.attacker {
            self.attacker = attacker;
            self.forget();
        }
    }

    /// Whether the attacker wins, and in how many turns; `None` if that is not found out within `nodes`.
    pub(super) fn prove(&mut self, node: &N, nodes: u64, stop: &AtomicBool) -> Option<(bool, u32)> {
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
            .find(|entry| entry.key == key && entry.generation == self.generation)
            .map_or(Numbers::UNKNOWN, |entry| entry.numbers)
    }

    fn put(&mut self, key: u64, numbers: Numbers) {
        let slot = self.slot(key);
        let generation = self.generation;
        // Decided positions are worth most, then those with much work behind them.
        let worth = |entry: &ProofEntry| {
            if entry.generation != generation {
                0
            } else if entry.numbers.is_decided() {
                NEVER
            } else {
                entry.numbers.proof.saturating_add(entry.numbers.disproof)
            }
        };
        let [one, two] = [&self.table[slot], &self.table[slot + 1]];
        let at = if two.key == key || (one.key != key && worth(two) < worth(one)) {
            slot + 1
        } else {
            slot
        };
        self.table[at] = ProofEntry {
            key,
            numbers,
            generation,
        };
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

    /// The moves, the good ones first; only one if it decides the matter. Of moves that lead to the same
    /// position, one.
    fn moves(&self, node: &N, is_or: bool) -> Vec<ProofMove<N::Move>> {
        let mut list: Vec<Candidate<N::Move>> = Vec::new();
        for stage in 0..N::STAGES {
            node.generate(stage, Breadth::All, &self.history, &mut list);
        }
        // Good moves first, so that ties are broken well.
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
        let mut moves: Vec<ProofMove<N::Move>> = Vec::with_capacity(list.len());
        for candidate in list {
            let mut child = *node;
            child.play(candidate.mv);
            let mv = ProofMove {
                mv: candidate.mv,
                key: child.key(),
                numbers: self.look(&child),
                ends_turn: child.is_between_turns() || child.end().is_some(),
            };
            let numbers = mv.numbers;
            let open = if is_or {
                numbers.proof
            } else {
                numbers.disproof
            };
            if open == 0 {
                return vec![mv];
            }
            moves.push(mv);
        }
        without_repeats(&mut moves);
        moves
    }

    /// Counts the moves of a position, and sees whether a limit is reached.
    fn count(&mut self, moves: usize, stop: &AtomicBool) {
        self.nodes += (moves / MOVES_PER_NODE) as u64;
        self.unread += moves;
        if self.unread >= STOP_INTERVAL {
            self.unread = 0;
            self.stopped |= stop.load(Ordering::Relaxed);
        }
        self.moves_left = self.moves_left.saturating_sub(moves as u64);
        self.stopped |= self.nodes >= self.limit || self.moves_left == 0;
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
        self.count(1, stop);
        let known = self.look(node);
        if known.is_decided() || self.stopped || self.path.len() >= MAX_PLY {
            return known;
        }
        let is_or = node.mover() == self.attacker;
        let mut moves = self.moves(node, is_or);
        self.count(moves.len(), stop);
        let lists_all = node.lists_all();
        self.path.push(node.key());
        let result = loop {
            let numbers = summary(&moves, is_or, lists_all);
            if numbers.is_decided()
                || numbers.proof >= most_proof
                || numbers.disproof >= most_disproof
                || self.stopped
            {
                break numbers;
            }
            let (best, margin) = choose(&moves, is_or);
            let before = moves[best].numbers;
            let (proof, disproof) = if is_or {
                let others = numbers.disproof.saturating_sub(before.disproof);
                (most_proof.min(margin), most_disproof.saturating_sub(others))
            } else {
                let others = numbers.proof.saturating_sub(before.proof);
                (most_proof.saturating_sub(others), most_disproof.min(margin))
            };
            self.unread += moves.len() / 16;
            let mut child = *node;
            child.play(moves[best].mv);
            let after = if child.may_repeat() && self.path.contains(&child.key()) {
                // Going round in a circle wins nothing.
                Numbers::disproved(0)
            } else {
                self.expand(&child, proof, disproof, stop)
            };
            moves[best].numbers = if after == before && !self.stopped {
                after.passed_over(is_or)
            } else {
                after
            };
        };
        self.path.pop();
        if !self.stopped || result.is_decided() {
            self.put(node.key(), result);
        }
        result
    }
}

/// Leaves one of several moves that lead to the same position.
fn without_repeats<M>(moves: &mut Vec<ProofMove<M>>) {
    let mut keys: Vec<(u64, usize)> = moves.iter().map(|mv| mv.key).zip(0..).collect();
    keys.sort_unstable();
    let mut repeats: Vec<usize> = keys
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0)
        .map(|pair| pair[1].1)
        .collect();
    repeats.sort_unstable();
    for index in repeats.into_iter().rev() {
        moves.remove(index);
    }
}

/// The most promising move, and how far it may go before another is better.
fn choose<M>(moves: &[ProofMove<M>], is_or: bool) -> (usize, u32) {
    let mut best = 0;
    let (mut least, mut second) = (NEVER, NEVER);
    for (index, mv) in moves.iter().enumerate() {
        let rank = mv.numbers.least(is_or);
        if rank < least {
            second = least;
            (best, least) = (index, rank);
        } else {
            second = second.min(rank);
        }
    }
    (best, second.saturating_add(1 + second / 4).min(NEVER))
}

/// The numbers of a position from those of its moves. If some moves may be missing, a player who does not
/// win by any of those that are known may still win.
fn summary<M>(moves: &[ProofMove<M>], is_or: bool, lists_all: bool) -> Numbers {
    let (mut least, mut sum) = (NEVER, 0_u32);
    let (mut shortest, mut longest) = (u32::MAX, 0);
    for mv in moves {
        let numbers = mv.numbers;
        let length = numbers.length + u32::from(mv.ends_turn);
        let for_least = numbers.least(is_or);
        least = least.min(for_least);
        sum = sum.saturating_add(numbers.least(!is_or)).min(NEVER - 1);
        if for_least == 0 {
            shortest = shortest.min(length);
        }
        longest = longest.max(length);
    }
    if least == 0 {
        return Numbers::decided(is_or, shortest);
    }
    if sum == 0 {
        return if lists_all {
            Numbers::decided(!is_or, longest)
        } else {
            Numbers::UNDECIDABLE
        };
    }
    let (proof, disproof) = if is_or { (least, sum) } else { (sum, least) };
    Numbers {
        proof,
        disproof,
        length: 0,
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
    let mut solver: Solver<P::Node> = Solver::sized(mover, nodes);
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
            solver.begin(!mover);
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
    solver.moves_left = nodes.saturating_mul(MOVES_OF_QUICK_NODE);
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

/// What the tests of the games check.
#[cfg(test)]
pub(crate) mod checks {
    use super::*;

    static NEVER_STOPPED: AtomicBool = AtomicBool::new(false);

    /// However many turns a position has, a proof tries no more than the limit allows, and those of the
    /// last position.
    pub(crate) fn the_work_is_bounded<P: Searchable>(position: &P) {
        let turns = position.count_turns_up_to(u64::MAX);
        for nodes in [1, 20, 400] {
            let mut solver: Solver<P::Node> = Solver::new(position.to_move(), 12);
            solver.prove(&position.node(), nodes, &NEVER_STOPPED);
            let tried = u64::MAX - solver.moves_left;
            let most = nodes * (MOVES_PER_NODE as u64 + 1) + turns;
            assert!(tried <= most, "{} {nodes}: {tried}", position.code());
        }
        // A proof before a search gives up where each position takes so long.
        let mut solver: Solver<P::Node> = Solver::new(position.to_move(), 12);
        quick_win(&mut solver, &position.node(), 100, &NEVER_STOPPED);
        assert!(
            solver.nodes() <= 20,
            "{}: {}",
            position.code(),
            solver.nodes()
        );
    }

    /// A table that was used before and forgotten gives the same proofs as a new one; one that was not
    /// forgotten gives them at once. Returns the number of wins.
    pub(crate) fn a_table_that_is_kept_changes_no_proof<P: Searchable>(positions: &[P]) -> usize {
        let mut kept: Solver<P::Node> = Solver::new(Side::First, 14);
        let mut wins = 0;
        for position in positions {
            let (mover, root) = (position.to_move(), position.node());
            kept.begin(mover);
            kept.forget();
            let mut new = Solver::new(mover, 14);
            let found = quick_win(&mut kept, &root, 3_000, &NEVER_STOPPED);
            assert_eq!(found, quick_win(&mut new, &root, 3_000, &NEVER_STOPPED));
            assert_eq!(kept.nodes(), new.nodes());
            if found.is_some() {
                wins += 1;
                kept.begin(mover);
                assert!(quick_win(&mut kept, &root, 3_000, &NEVER_STOPPED).is_some());
                assert!(kept.nodes() <= 2, "{}", kept.nodes());
            }
        }
        wins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_concluded_where_moves_may_be_missing() {
        let lost = ProofMove {
            mv: (),
            key: 0,
            numbers: Numbers::disproved(3),
            ends_turn: true,
        };
        assert_eq!(summary(&[lost], true, true), Numbers::disproved(4));
        assert_eq!(summary(&[lost], true, false), Numbers::UNDECIDABLE);
        let won = ProofMove {
            numbers: Numbers::proved(3),
            ..lost
        };
        assert_eq!(summary(&[won, lost], true, false), Numbers::proved(4));
        assert_eq!(summary(&[won], false, false), Numbers::UNDECIDABLE);
    }
}
