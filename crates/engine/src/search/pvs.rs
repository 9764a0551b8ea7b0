//! Iterative deepening, and a principal variation search with a transposition table.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use super::node::{Breadth, Candidate, End, Leaf, Node, ONE};
use super::score::{INFINITE, MOST, PROVEN, WIN};
use super::table::{Bound, StoredResult, TranspositionTable};

/// The deepest line in plies.
pub(crate) const MAX_PLY: usize = 120;
/// How often, in nodes, the stop flag is read.
const STOP_INTERVAL: u64 = 256;
/// How many tactical moves in a row are tried at the end of a line.
const MAX_GIFTS: i32 = 2;
/// Half the first aspiration window.
const WINDOW: i32 = 40;

/// Which techniques the search uses. All of them, except in tests and ablations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Techniques {
    /// The transposition table.
    pub table: bool,
    /// Move ordering by history and killer moves, and by the generators' ranks.
    pub ordering: bool,
    /// Forcing moves cost less depth.
    pub extensions: bool,
    /// Late moves are searched less deeply, similar moves are folded, hopeless ones skipped.
    pub reductions: bool,
    /// At the end of a line, tactical moves are tried that give something first.
    pub gifts: bool,
    /// Endgames are solved.
    pub solver: bool,
}

impl Techniques {
    /// Everything.
    pub const ALL: Self = Self {
        table: true,
        ordering: true,
        extensions: true,
        reductions: true,
        gifts: true,
        solver: true,
    };

    /// Plain minimax with a table.
    pub const EXACT: Self = Self {
        table: true,
        ordering: true,
        extensions: true,
        reductions: false,
        gifts: true,
        solver: false,
    };
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}

/// One of the best lines from the root.
#[derive(Clone, Debug)]
pub(crate) struct RawLine<M> {
    pub(crate) score: i32,
    pub(crate) moves: Vec<M>,
    /// The key of the position after the first whole turn.
    pub(crate) after: u64,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawLimits {
    pub(crate) nodes: u64,
    pub(crate) depth: i32,
    pub(crate) lines: usize,
}

/// A searcher with its memory, which is kept from turn to turn.
pub(crate) struct Searcher<N: Node> {
    pub(crate) table: TranspositionTable,
    /// The table for positions where the depth is used up. They are the most, each is worth little, and
    /// a table that fits into the processor's cache is several times faster.
    leaves: TranspositionTable,
    pub(crate) techniques: Techniques,
    history: Vec<i32>,
    killers: Vec<[u32; 2]>,
    arena: Vec<Candidate<N::Move>>,
    lines: Vec<Vec<N::Move>>,
    /// The keys of the positions on the path where positions can repeat; older ones first.
    path: Vec<u64>,
    /// The keys of earlier positions of the game that occurred before.
    occurred: Vec<u64>,
    /// Whether the current subtree contains a draw by repetition, which depends on the path.
    tainted: bool,
    pub(crate) nodes: u64,
    limit: u64,
    stopped: bool,
    excluded: Vec<u64>,
    root_nodes: Vec<(u32, u64)>,
    /// The moves of the root that have been tried before those folded away, sorted.
    folded: Vec<u32>,
    pub(crate) deepest: usize,
}

impl<N: Node> std::fmt::Debug for Searcher<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Searcher({:?})", self.table)
    }
}

/// What is the same for all nodes of a search.
pub(crate) struct SearchContext<'a, W> {
    pub(crate) weights: &'a W,
    pub(crate) stop: &'a AtomicBool,
}

impl<N: Node> Searcher<N> {
    pub(crate) fn new(megabytes: usize, techniques: Techniques) -> Self {
        Self {
            table: TranspositionTable::new(megabytes << 10),
            leaves: TranspositionTable::new(N::LEAF_KILOBYTES),
            techniques,
            history: vec![0; N::SLOTS],
            killers: vec![[0; 2]; MAX_PLY + 2],
            arena: Vec::with_capacity(8192),
            lines: vec![Vec::new(); MAX_PLY + 2],
            path: Vec::new(),
            occurred: Vec::new(),
            tainted: false,
            nodes: 0,
            limit: 0,
            stopped: false,
            excluded: Vec::new(),
            root_nodes: Vec::new(),
            folded: Vec::new(),
            deepest: 0,
        }
    }

    /// Forgets everything, as a new searcher would.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.leaves.clear();
        self.history.fill(0);
        self.killers.fill([0; 2]);
    }

    /// Searches deeper and deeper until a limit is reached, and returns the best lines, the best first.
    ///
    /// `progress` is called after every completed iteration with the depth in moves.
    pub(crate) fn run(
        &mut self,
        root: &N,
        occurred: &[u64],
        forbidden: &[u64],
        limits: RawLimits,
        context: &SearchContext<'_, N::Weights>,
        mut progress: impl FnMut(i32, u64, &[RawLine<N::Move>]),
    ) -> (Vec<RawLine<N::Move>>, i32) {
        self.table.begin();
        self.leaves.begin();
        for value in &mut self.history {
            *value /= 8;
        }
        self.killers.fill([0; 2]);
        self.nodes = 0;
        self.limit = limits.nodes;
        self.stopped = false;
        self.deepest = 0;
        self.root_nodes.clear();
        self.occurred = occurred.to_vec();
        self.path.clear();
        let mut best: Vec<RawLine<N::Move>> = Vec::new();
        let mut reached = 0;
        let mut depth = N::FIRST_DEPTH.min(limits.depth);
        while depth <= limits.depth {
            let mut found: Vec<RawLine<N::Move>> = Vec::new();
            self.excluded.clear();
            self.excluded.extend_from_slice(forbidden);
            for index in 0..limits.lines {
                let guess = best.get(index).map(|line| line.score);
                let Some(line) = self.aspire(root, depth, guess, context) else {
                    break;
                };
                let known = found.iter().any(|other| other.after == line.after);
                if known || (self.stopped && line.moves.is_empty()) {
                    break;
                }
                self.excluded.push(line.after);
                found.push(line);
                if self.stopped {
                    break;
                }
            }
            if self.stopped && reached > 0 {
                // A new best line of an unfinished iteration counts; the others are from the last one.
                if let Some(line) = found.into_iter().next()
                    && !line.moves.is_empty()
                {
                    best.retain(|other| other.after != line.after);
                    best.insert(0, line);
                    best.truncate(limits.lines);
                }
                break;
            }
            if found.is_empty() {
                break;
            }
            found.sort_by_key(|line| Reverse(line.score));
            best = found;
            reached = depth;
            progress(depth, self.nodes, &best);
            if self.stopped {
                break;
            }
            // A win or loss that has been seen will not change if it is within the searched depth.
            let decided = best[0].score.abs() > PROVEN
                && WIN - best[0].score.abs() <= depth
                && limits.lines == 1;
            if decided {
                break;
            }
            depth += 1;
        }
        (best, reached)
    }

    /// Searches the root with a window around the expected score, which grows until it holds the score.
    fn aspire(
        &mut self,
        root: &N,
        depth: i32,
        guess: Option<i32>,
        context: &SearchContext<'_, N::Weights>,
    ) -> Option<RawLine<N::Move>> {
        let mut window = WINDOW;
        let (mut alpha, mut beta) = match guess {
            Some(score) if depth > N::FIRST_DEPTH && score.abs() < PROVEN => {
                (score - window, score + window)
            }
            _ => (-INFINITE, INFINITE),
        };
        let mut kept = None;
        loop {
            self.arena.clear();
            self.path.clear();
            self.tainted = false;
            self.lines[0].clear();
            let score = self.search(root, depth * ONE, alpha, beta, 0, true, true, context);
            if !self.lines[0].is_empty() && (score > alpha || self.stopped) {
                kept = Some(RawLine {
                    score,
                    moves: self.lines[0].clone(),
                    after: self.key_after_turn(root),
                });
            }
            if self.stopped {
                return kept;
            }
            if score <= -INFINITE {
                return None;
            }
            window *= 4;
            if score <= alpha && alpha > -INFINITE {
                alpha = if window > 2000 {
                    -INFINITE
                } else {
                    score - window
                };
            } else if score >= beta && beta < INFINITE {
                beta = if window > 2000 {
                    INFINITE
                } else {
                    score + window
                };
            } else {
                return kept;
            }
        }
    }

    /// The key of the position after the first turn of the best line.
    fn key_after_turn(&self, root: &N) -> u64 {
        let mut node = *root;
        for &mv in &self.lines[0] {
            node.play(mv);
            if node.is_between_turns() || node.end().is_some() {
                break;
            }
        }
        node.key()
    }

    /// The value of a finished game for its (nominal) mover.
    #[inline]
    fn end_score(node: &N, end: End, ply: usize) -> i32 {
        match end {
            End::Draw => 0,
            End::Win(side) if side == node.mover() => WIN - ply as i32,
            End::Win(_) => -(WIN - ply as i32),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a recursive search")]
    #[expect(clippy::too_many_lines, reason = "one loop, read from top to bottom")]
    fn search(
        &mut self,
        node: &N,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        is_root: bool,
        may_skip: bool,
        context: &SearchContext<'_, N::Weights>,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STOP_INTERVAL)
            && (self.nodes >= self.limit || context.stop.load(Ordering::Relaxed))
        {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        self.lines[ply].clear();
        if ply > self.deepest {
            self.deepest = ply;
        }
        if let Some(end) = node.end() {
            return Self::end_score(node, end, ply);
        }
        let selective = self.techniques.reductions;
        let is_pv = beta - alpha > 1;
        let key = node.key();
        if !is_root && node.may_repeat() {
            let times = self.path.iter().filter(|&&other| other == key).count()
                + self.occurred.iter().filter(|&&other| other == key).count();
            if times > 0 {
                self.tainted = true;
                return 0;
            }
        }
        if ply >= MAX_PLY {
            self.tainted = true;
            return node.evaluate(context.weights).clamp(-MOST, MOST);
        }
        if selective && !is_root {
            // No line from here is better than a win in the next ply or worse than a loss now.
            alpha = alpha.max(-(WIN - ply as i32));
            beta = beta.min(WIN - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        if depth < -MAX_GIFTS * ONE {
            depth = -MAX_GIFTS * ONE;
        }

        // What is known already?
        let mut best_known = 0;
        let table = if depth > 0 { &self.table } else { &self.leaves };
        if self.techniques.table
            && (depth > 0 || N::LEAF_KILOBYTES > 0)
            && let Some(known) = table.get(key)
        {
            best_known = known.best;
            let deep_enough = if selective {
                known.depth >= depth
            } else {
                known.depth == depth
            };
            if deep_enough && !is_root && !(is_pv && selective) {
                let score = from_table(known.score, ply);
                let counts = match known.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                if counts {
                    return score;
                }
            }
        }

        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut breadth = if selective && (!is_root || N::FOLDS) {
            Breadth::Folded
        } else {
            Breadth::All
        };
        // At the root, what was folded away follows, and is searched less deeply.
        let unfolds = is_root && breadth == Breadth::Folded;
        let mut is_rest = false;
        let mut standing = None;
        if depth <= 0 && !is_root {
            let gifts = self.techniques.gifts && depth > -MAX_GIFTS * ONE;
            match node.leaf(context.weights, gifts) {
                Leaf::Score(score) => {
                    return if score > PROVEN {
                        score - ply as i32
                    } else if score < -PROVEN {
                        score + ply as i32
                    } else {
                        score
                    };
                }
                Leaf::Stand(score) => {
                    best = score;
                    standing = Some(score);
                    if score >= beta {
                        return score;
                    }
                    alpha = alpha.max(score);
                    breadth = Breadth::Tactical;
                }
                Leaf::Forced => breadth = Breadth::All,
            }
        }

        let outer_taint = std::mem::replace(&mut self.tainted, false);
        let threatened = selective && depth > 0 && node.is_threatened();
        let mut estimate = None;
        if selective && !is_pv && !is_root && depth > 0 && standing.is_none() && !threatened {
            let score = node.evaluate(context.weights).clamp(-MOST, MOST);
            estimate = Some(score);
            // So far ahead that a short search will not change it.
            if depth <= 3 * ONE && score - 60 * depth / ONE - 60 >= beta && beta.abs() < PROVEN {
                self.tainted |= outer_taint;
                return score;
            }
            if may_skip
                && depth >= 2 * ONE
                && score >= beta
                && beta.abs() < PROVEN
                && let Some(skipped) = node.skip()
            {
                let rest = depth - N::NULL_REDUCTION * ONE - depth / 4;
                let value = self.child(
                    node,
                    &skipped,
                    rest,
                    beta - 1,
                    beta,
                    ply,
                    false,
                    false,
                    context,
                );
                if self.stopped {
                    return 0;
                }
                if value >= beta {
                    self.tainted |= outer_taint;
                    return if value > PROVEN { beta } else { value };
                }
            }
        }
        if selective && best_known == 0 && depth >= 4 * ONE && !is_root {
            depth -= ONE;
        }

        let repeats = node.may_repeat();
        if repeats {
            self.path.push(key);
        }
        let base = self.arena.len();
        let mut next = base;
        let mut stage = 0;
        let mut picked = 0_usize;
        let mut searched = 0_usize;
        let mut best_move = 0;
        let mut first: Option<N::Move> = if best_known == 0 {
            None
        } else {
            node.unpack(best_known)
        };
        let hash_move = first;
        if breadth == Breadth::Tactical {
            first = None;
        }
        let mut quiets: [u32; 24] = [0; 24];
        let mut quiet_count = 0;
        loop {
            let (candidate, is_first) = if let Some(mv) = first.take() {
                let candidate = Candidate {
                    mv,
                    order: i32::MAX,
                    quiet: false,
                };
                (candidate, true)
            } else {
                if next == self.arena.len() {
                    if stage == N::STAGES {
                        if !unfolds || is_rest {
                            break;
                        }
                        is_rest = true;
                        stage = 0;
                        breadth = Breadth::All;
                        self.folded.clear();
                        let tried = self.arena[base..].iter();
                        self.folded
                            .extend(tried.map(|candidate| N::pack(candidate.mv)));
                        self.folded.sort_unstable();
                    }
                    node.generate(stage, breadth, &self.history, &mut self.arena);
                    if is_rest {
                        let folded = &self.folded;
                        let mut kept = next;
                        for index in next..self.arena.len() {
                            let candidate = self.arena[index];
                            if folded.binary_search(&N::pack(candidate.mv)).is_err() {
                                self.arena[kept] = candidate;
                                kept += 1;
                            }
                        }
                        self.arena.truncate(kept);
                    }
                    self.rank(node, next, ply, is_root);
                    stage += 1;
                    picked = 0;
                    continue;
                }
                self.pick(next, picked);
                picked += 1;
                let candidate = self.arena[next];
                next += 1;
                if breadth != Breadth::Tactical && Some(candidate.mv) == hash_move {
                    continue;
                }
                (candidate, false)
            };
            let mut child = *node;
            child.play(candidate.mv);
            let same_turn = is_root && !child.is_between_turns() && child.end().is_none();
            if is_root && !same_turn && self.excluded.contains(&child.key()) {
                continue;
            }
            let cost = node.cost(candidate.mv, &child, self.techniques.extensions);
            let rest = depth - cost;
            let before = self.nodes;
            let mut value;
            // The first move sets the mark that the others have to beat.
            if searched == 0 {
                value = self.child(
                    node, &child, rest, alpha, beta, ply, same_turn, true, context,
                );
            } else {
                let mut reduction = 0;
                if selective && depth >= 2 * ONE && searched >= 2 && cost > 0 && !threatened {
                    reduction = reduction_for(depth, searched, candidate.quiet, is_pv);
                    if is_root {
                        reduction = (reduction - ONE).max(0);
                    }
                    if is_rest && candidate.quiet {
                        reduction = (reduction + ONE).min(depth - ONE);
                    }
                }
                if selective
                    && !is_pv
                    && depth <= 2 * ONE
                    && depth > 0
                    && candidate.quiet
                    && !threatened
                    && searched >= 3
                    && best > -PROVEN
                    && let Some(score) = estimate
                    && score + 80 + 60 * depth / ONE + 100 * (depth / ONE - 1) <= alpha
                    && child.end().is_none()
                {
                    searched += 1;
                    continue;
                }
                value = self.child(
                    node,
                    &child,
                    rest - reduction,
                    alpha,
                    alpha + 1,
                    ply,
                    same_turn,
                    true,
                    context,
                );
                if value > alpha && reduction > 0 && !self.stopped {
                    value = self.child(
                        node,
                        &child,
                        rest,
                        alpha,
                        alpha + 1,
                        ply,
                        same_turn,
                        true,
                        context,
                    );
                }
                if value > alpha && value < beta && !self.stopped {
                    value = self.child(
                        node, &child, rest, alpha, beta, ply, same_turn, true, context,
                    );
                }
            }
            if self.stopped {
                break;
            }
            searched += 1;
            if ply == 0 {
                self.note_root(N::pack(candidate.mv), self.nodes - before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = N::pack(candidate.mv);
                    alpha = value;
                    let (upper, lower) = self.lines.split_at_mut(ply + 1);
                    upper[ply].clear();
                    upper[ply].push(candidate.mv);
                    upper[ply].extend_from_slice(&lower[0]);
                    if value >= beta {
                        if (candidate.quiet || is_first) && depth > 0 {
                            self.reward(node, candidate.mv, depth, ply, &quiets[..quiet_count]);
                        }
                        break;
                    }
                }
            }
            if candidate.quiet && quiet_count < quiets.len() {
                quiets[quiet_count] = N::pack(candidate.mv);
                quiet_count += 1;
            }
        }
        self.arena.truncate(base);
        if repeats {
            self.path.pop();
        }
        if self.stopped {
            return if is_root { best } else { 0 };
        }
        // With the table's move for a leaf there may be nothing else; else some move always exists.
        if self.techniques.table && !self.tainted && (!is_root || self.excluded.is_empty()) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // A move that stood pat is no move; and what was skipped is not known to be worse.
            if best.abs() < INFINITE {
                let table = if depth > 0 {
                    &mut self.table
                } else {
                    &mut self.leaves
                };
                table.put(
                    key,
                    StoredResult {
                        best: best_move,
                        score: to_table(best, ply),
                        depth,
                        bound,
                    },
                );
            }
        }
        self.tainted |= outer_taint;
        best
    }

    /// The value of a child for the mover of its parent.
    #[expect(clippy::too_many_arguments, reason = "passes the state on")]
    #[inline]
    fn child(
        &mut self,
        parent: &N,
        child: &N,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        is_root: bool,
        may_skip: bool,
        context: &SearchContext<'_, N::Weights>,
    ) -> i32 {
        if child.mover() == parent.mover() {
            self.search(
                child,
                depth,
                alpha,
                beta,
                ply + 1,
                is_root,
                may_skip,
                context,
            )
        } else {
            -self.search(
                child,
                depth,
                -beta,
                -alpha,
                ply + 1,
                is_root,
                may_skip,
                context,
            )
        }
    }

    /// Adds what is known about the moves to their ranks.
    fn rank(&mut self, node: &N, from: usize, ply: usize, is_root: bool) {
        if !self.techniques.ordering {
            for candidate in &mut self.arena[from..] {
                candidate.order = 0;
            }
            return;
        }
        let killers = self.killers[ply];
        for candidate in &mut self.arena[from..] {
            let code = N::pack(candidate.mv);
            if is_root
                && ply == 0
                && let Ok(at) = self
                    .root_nodes
                    .binary_search_by_key(&code, |&(code, _)| code)
            {
                candidate.order =
                    (self.root_nodes[at].1 / 4).min(1 << 28) as i32 + candidate.order / 4096;
                continue;
            }
            let [one, two] = node.slots(candidate.mv);
            candidate.order += self.history[one] + self.history[two];
            if code == killers[0] {
                candidate.order += 6_000;
            } else if code == killers[1] {
                candidate.order += 5_000;
            }
        }
    }

    /// Moves the best of the remaining candidates to the front.
    #[inline]
    fn pick(&mut self, next: usize, picked: usize) {
        let rest = &mut self.arena[next..];
        if picked < 5 {
            let mut best = 0;
            for (index, candidate) in rest.iter().enumerate().skip(1) {
                if candidate.order > rest[best].order {
                    best = index;
                }
            }
            rest.swap(0, best);
        } else if picked == 5 {
            rest.sort_unstable_by_key(|candidate| {
                (Reverse(candidate.order), N::pack(candidate.mv))
            });
        }
    }

    /// Remembers that a move was good enough, and that those tried before it were not.
    fn reward(&mut self, node: &N, mv: N::Move, depth: i32, ply: usize, failed: &[u32]) {
        let code = N::pack(mv);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let amount = (depth * depth).min(400);
        for slot in node.slots(mv) {
            let value = &mut self.history[slot];
            *value += amount - *value * amount / 4096;
        }
        for &code in failed {
            if let Some(other) = node.unpack(code) {
                for slot in node.slots(other) {
                    let value = &mut self.history[slot];
                    *value -= amount / 2 + *value * amount / 8192;
                }
            }
        }
    }

    fn note_root(&mut self, code: u32, nodes: u64) {
        match self
            .root_nodes
            .binary_search_by_key(&code, |&(code, _)| code)
        {
            Ok(at) => self.root_nodes[at].1 = nodes,
            Err(at) => self.root_nodes.insert(at, (code, nodes)),
        }
    }
}

/// How much less deeply a late move is searched.
#[inline]
fn reduction_for(depth: i32, searched: usize, quiet: bool, is_pv: bool) -> i32 {
    let late = (usize::BITS - searched.leading_zeros()) as i32; // 2 for 2–3, 3 for 4–7, …
    let deep = (32 - (depth / ONE).leading_zeros() as i32).max(1);
    let mut reduction = late * deep * ONE / 6;
    if is_pv {
        reduction -= ONE;
    }
    if !quiet {
        reduction /= 2;
    }
    reduction.clamp(0, (depth - ONE).max(0))
}

/// Distances are counted from the root in the search and from the position in the table.
#[inline]
const fn to_table(score: i32, ply: usize) -> i32 {
    if score > PROVEN {
        score + ply as i32
    } else if score < -PROVEN {
        score - ply as i32
    } else {
        score
    }
}

#[inline]
const fn from_table(score: i32, ply: usize) -> i32 {
    if score > PROVEN {
        score - ply as i32
    } else if score < -PROVEN {
        score + ply as i32
    } else {
        score
    }
}
