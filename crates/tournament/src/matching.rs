//! Minimum-cost perfect matching in a general graph, by Edmonds' blossom algorithm in O(n³).
//!
//! The libraries that have it don't fit: the costs of pairings rank five criteria in one number and need more
//! than the 32 bits of `mwmatching`, and `rustworkx-core` brings sixteen more crates. The tests compare it
//! with `mwmatching` and with exhaustive search.

use std::collections::VecDeque;

/// Matches everyone with someone so that the sum of the costs is least. `cost` is symmetric, not negative,
/// and `None` for those who must not be matched. Returns everyone's partner; `None` if not everyone can be
/// matched.
///
/// ```
/// # use hexpost_tournament::matching::min_cost_perfect;
/// // Neighbours are cheap, but 1 and 2 must not meet.
/// let cost = |a: usize, b: usize| {
///     let is_allowed = (a.min(b), a.max(b)) != (1, 2);
///     is_allowed.then_some(a.abs_diff(b) as i128)
/// };
/// assert_eq!(min_cost_perfect(4, cost), Some(vec![1, 0, 3, 2]));
/// ```
pub fn min_cost_perfect(
    count: usize,
    cost: impl Fn(usize, usize) -> Option<i128>,
) -> Option<Vec<usize>> {
    if count % 2 == 1 {
        return None;
    }
    let row = |a: usize| -> Vec<Option<i128>> { (0..a).map(|b| cost(a, b)).collect() };
    let costs: Vec<Vec<Option<i128>>> = (0..count).map(row).collect();
    let known = || costs.iter().flatten().flatten();
    debug_assert!(known().all(|&cost| cost >= 0), "costs are not negative");
    let highest = known().max().copied().unwrap_or_default();
    // So large that one more pair is worth any cost: the heaviest matching is the largest one.
    let bonus = highest * count as i128 + 1;
    let weight = |a: usize, b: usize| costs[a.max(b)][a.min(b)].map(|cost| bonus - cost);
    let mates = Blossoms::new(count, weight).solve();
    mates.into_iter().collect()
}

/// No vertex and no blossom: they are numbered from 1.
const NONE: usize = 0;

/// The label of a vertex or blossom in the current search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BlossomLabel {
    /// Not reached.
    Free,
    /// At an even distance from an unmatched vertex.
    Outer,
    /// At an odd distance.
    Inner,
}

/// The state of the primal–dual algorithm for a matching of maximum weight. Vertices are 1 to `count`;
/// higher numbers are blossoms, odd cycles that are treated as one vertex.
struct Blossoms {
    count: usize,
    /// The highest number of a blossom.
    highest: usize,
    weights: Vec<Vec<i128>>,
    /// The best edge between two vertices or blossoms, as the vertices at its ends.
    edges: Vec<Vec<Option<(usize, usize)>>>,
    duals: Vec<i128>,
    /// The vertex that a vertex or blossom is matched with.
    mates: Vec<usize>,
    /// The outer vertex with the least slack to each vertex or blossom.
    slack: Vec<usize>,
    /// The outermost blossom of each.
    outermost: Vec<usize>,
    /// The vertex from which each was reached.
    parents: Vec<usize>,
    labels: Vec<BlossomLabel>,
    visits: Vec<usize>,
    visit: usize,
    /// The cycle of each blossom, from its base.
    cycles: Vec<Vec<usize>>,
    /// For each blossom and vertex, the part of the cycle that contains the vertex.
    parts: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Blossoms {
    fn new(count: usize, weight: impl Fn(usize, usize) -> Option<i128>) -> Self {
        let size = count * 2 + 1;
        let mut edges = vec![vec![None; size]; size];
        let mut weights = vec![vec![0; count + 1]; count + 1];
        let mut parts = vec![vec![NONE; count + 1]; size];
        let mut heaviest = 0;
        for a in 1..=count {
            parts[a][a] = a;
            for b in (1..=count).filter(|&b| b != a) {
                if let Some(weight) = weight(a - 1, b - 1) {
                    weights[a][b] = weight;
                    edges[a][b] = Some((a, b));
                    heaviest = heaviest.max(weight);
                }
            }
        }
        Self {
            count,
            highest: count,
            weights,
            edges,
            duals: (0..size)
                .map(|it| if it <= count { heaviest } else { 0 })
                .collect(),
            mates: vec![NONE; size],
            slack: vec![NONE; size],
            outermost: (0..size)
                .map(|it| if it <= count { it } else { NONE })
                .collect(),
            parents: vec![NONE; size],
            labels: vec![BlossomLabel::Free; size],
            visits: vec![0; size],
            visit: 0,
            cycles: vec![Vec::new(); size],
            parts,
            queue: VecDeque::new(),
        }
    }

    /// Everyone's partner, counted from 0.
    fn solve(mut self) -> Vec<Option<usize>> {
        while self.find_augmenting_path() {}
        let mates = self.mates[1..=self.count].iter();
        mates.map(|&mate| mate.checked_sub(1)).collect()
    }

    /// Twice the slack of an edge; it can be used if it is 0.
    fn slack_of(&self, (a, b): (usize, usize)) -> i128 {
        self.duals[a] + self.duals[b] - 2 * self.weights[a][b]
    }

    /// Twice the slack of the best known edge into a vertex or blossom.
    fn least_slack(&self, to: usize) -> Option<i128> {
        let edge = self.edges[self.slack[to]][to]?;
        Some(self.slack_of(edge))
    }

    fn update_slack(&mut self, from: usize, to: usize) {
        let Some(edge) = self.edges[from][to] else {
            return;
        };
        let is_better = self.slack[to] == NONE
            || self
                .least_slack(to)
                .is_none_or(|least| self.slack_of(edge) < least);
        if is_better {
            self.slack[to] = from;
        }
    }

    fn reset_slack(&mut self, to: usize) {
        self.slack[to] = NONE;
        for from in 1..=self.count {
            let outermost = self.outermost[from];
            if outermost != to && self.labels[outermost] == BlossomLabel::Outer {
                self.update_slack(from, to);
            }
        }
    }

    /// Queues all vertices of a vertex or blossom.
    fn enqueue(&mut self, it: usize) {
        if it <= self.count {
            self.queue.push_back(it);
        } else {
            for index in 0..self.cycles[it].len() {
                self.enqueue(self.cycles[it][index]);
            }
        }
    }

    fn set_outermost(&mut self, it: usize, blossom: usize) {
        self.outermost[it] = blossom;
        for index in 0..self.cycles[it].len() {
            if it > self.count {
                self.set_outermost(self.cycles[it][index], blossom);
            }
        }
    }

    /// The position of a part in the cycle, turned around if needed so that it is even.
    fn even_position(&mut self, blossom: usize, part: usize) -> usize {
        let cycle = &mut self.cycles[blossom];
        let position = cycle.iter().position(|&it| it == part).unwrap_or_default();
        if position.is_multiple_of(2) {
            return position;
        }
        cycle[1..].reverse();
        cycle.len() - position
    }

    /// Matches two outermost vertices or blossoms, and what is inside of the first.
    fn set_mate(&mut self, a: usize, b: usize) {
        let Some((from, to)) = self.edges[a][b] else {
            return;
        };
        self.mates[a] = to;
        if a <= self.count {
            return;
        }
        let part = self.parts[a][from];
        let position = self.even_position(a, part);
        for index in 0..position {
            let (one, other) = (self.cycles[a][index], self.cycles[a][index ^ 1]);
            self.set_mate(one, other);
        }
        self.set_mate(part, b);
        self.cycles[a].rotate_left(position);
    }

    fn augment(&mut self, mut a: usize, mut b: usize) {
        loop {
            let next = self.outermost[self.mates[a]];
            self.set_mate(a, b);
            if next == NONE {
                return;
            }
            let before = self.outermost[self.parents[next]];
            self.set_mate(next, before);
            (a, b) = (before, next);
        }
    }

    fn common_ancestor(&mut self, mut a: usize, mut b: usize) -> usize {
        self.visit += 1;
        while a != NONE || b != NONE {
            if a != NONE {
                if self.visits[a] == self.visit {
                    return a;
                }
                self.visits[a] = self.visit;
                a = self.outermost[self.mates[a]];
                if a != NONE {
                    a = self.outermost[self.parents[a]];
                }
            }
            std::mem::swap(&mut a, &mut b);
        }
        NONE
    }

    /// The way up from `from` to `base`, whose inner parts become outer.
    fn climb(&mut self, from: usize, base: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut at = from;
        while at != base {
            let inner = self.outermost[self.mates[at]];
            way.extend([at, inner]);
            self.enqueue(inner);
            at = self.outermost[self.parents[inner]];
        }
        way
    }

    fn add_blossom(&mut self, a: usize, base: usize, b: usize) {
        let unused = (self.count + 1..=self.highest).find(|&it| self.outermost[it] == NONE);
        let blossom = unused.unwrap_or(self.highest + 1);
        self.highest = self.highest.max(blossom);
        self.duals[blossom] = 0;
        self.labels[blossom] = BlossomLabel::Outer;
        self.mates[blossom] = self.mates[base];
        let mut cycle = self.climb(a, base);
        cycle.reverse();
        cycle.insert(0, base);
        cycle.extend(self.climb(b, base));
        self.cycles[blossom].clone_from(&cycle);
        self.set_outermost(blossom, blossom);
        for it in 1..=self.highest {
            self.edges[blossom][it] = None;
            self.edges[it][blossom] = None;
        }
        self.parts[blossom].fill(NONE);
        for part in cycle {
            for it in 1..=self.highest {
                let Some(edge) = self.edges[part][it] else {
                    continue;
                };
                let known = self.edges[blossom][it];
                if known.is_none_or(|known| self.slack_of(edge) < self.slack_of(known)) {
                    self.edges[blossom][it] = Some(edge);
                    self.edges[it][blossom] = self.edges[it][part];
                }
            }
            for vertex in 1..=self.count {
                if self.parts[part][vertex] != NONE {
                    self.parts[blossom][vertex] = part;
                }
            }
        }
        self.reset_slack(blossom);
    }

    /// Dissolves an inner blossom whose dual is 0.
    fn expand_blossom(&mut self, blossom: usize) {
        for part in self.cycles[blossom].clone() {
            self.set_outermost(part, part);
        }
        let entry = self.edges[blossom][self.parents[blossom]];
        let entry = entry.map_or(NONE, |(vertex, _)| self.parts[blossom][vertex]);
        let position = self.even_position(blossom, entry);
        let cycle = self.cycles[blossom].clone();
        for pair in cycle[..position].chunks_exact(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parents[inner] = self.edges[outer][inner].map_or(NONE, |(vertex, _)| vertex);
            self.labels[inner] = BlossomLabel::Inner;
            self.labels[outer] = BlossomLabel::Outer;
            self.slack[inner] = NONE;
            self.reset_slack(outer);
            self.enqueue(outer);
        }
        self.labels[entry] = BlossomLabel::Inner;
        self.parents[entry] = self.parents[blossom];
        for &free in &cycle[position + 1..] {
            self.labels[free] = BlossomLabel::Free;
            self.reset_slack(free);
        }
        self.outermost[blossom] = NONE;
    }

    /// Uses an edge without slack from an outer vertex. Returns whether the matching has grown.
    fn use_edge(&mut self, (from, to): (usize, usize)) -> bool {
        let (a, b) = (self.outermost[from], self.outermost[to]);
        match self.labels[b] {
            BlossomLabel::Free => {
                self.parents[b] = from;
                self.labels[b] = BlossomLabel::Inner;
                let mate = self.outermost[self.mates[b]];
                self.slack[b] = NONE;
                self.slack[mate] = NONE;
                self.labels[mate] = BlossomLabel::Outer;
                self.enqueue(mate);
            }
            BlossomLabel::Outer => {
                let base = self.common_ancestor(a, b);
                if base == NONE {
                    self.augment(a, b);
                    self.augment(b, a);
                    return true;
                }
                self.add_blossom(a, base, b);
            }
            BlossomLabel::Inner => {}
        }
        false
    }

    /// The numbers that are vertices or blossoms within no other.
    fn outermost_ones(&self) -> impl Iterator<Item = usize> + use<> {
        let ones: Vec<usize> = (1..=self.highest)
            .filter(|&it| self.outermost[it] == it)
            .collect();
        ones.into_iter()
    }

    /// Makes the matching larger by one pair; false if it is heaviest.
    fn find_augmenting_path(&mut self) -> bool {
        self.labels.fill(BlossomLabel::Free);
        self.slack.fill(NONE);
        self.queue.clear();
        for it in self.outermost_ones() {
            if self.mates[it] == NONE {
                self.parents[it] = NONE;
                self.labels[it] = BlossomLabel::Outer;
                self.enqueue(it);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.search() {
                return true;
            }
            if !self.adjust_duals() {
                return false;
            }
            self.queue.clear();
            for it in self.outermost_ones() {
                if self.outermost[it] == it
                    && self.slack[it] != NONE
                    && self.outermost[self.slack[it]] != it
                    && self.least_slack(it) == Some(0)
                    && let Some(edge) = self.edges[self.slack[it]][it]
                    && self.use_edge(edge)
                {
                    return true;
                }
            }
            for blossom in self.count + 1..=self.highest {
                if self.outermost[blossom] == blossom
                    && self.labels[blossom] == BlossomLabel::Inner
                    && self.duals[blossom] == 0
                {
                    self.expand_blossom(blossom);
                }
            }
        }
    }

    /// Follows edges without slack from the queued vertices. Returns whether the matching has grown.
    fn search(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.labels[self.outermost[from]] == BlossomLabel::Inner {
                continue;
            }
            for to in 1..=self.count {
                let Some(edge) = self.edges[from][to] else {
                    continue;
                };
                if self.outermost[from] == self.outermost[to] {
                    continue;
                }
                if self.slack_of(edge) > 0 {
                    self.update_slack(from, self.outermost[to]);
                } else if self.use_edge(edge) {
                    return true;
                }
            }
        }
        false
    }

    /// Changes the duals until another edge can be used; false if none would make the matching heavier.
    fn adjust_duals(&mut self) -> bool {
        let mut steps = Vec::new();
        for it in self.outermost_ones() {
            if it > self.count && self.labels[it] == BlossomLabel::Inner {
                steps.push(self.duals[it] / 2);
            }
            match (self.least_slack(it), self.labels[it]) {
                (Some(slack), BlossomLabel::Free) => steps.push(slack),
                (Some(slack), BlossomLabel::Outer) => steps.push(slack / 2),
                (None, _) | (_, BlossomLabel::Inner) => {}
            }
        }
        let step = steps.into_iter().min().unwrap_or(i128::MAX);
        let vertices = 1..=self.count;
        let mut outer = vertices
            .clone()
            .filter(|&it| self.labels[self.outermost[it]] == BlossomLabel::Outer);
        if outer.any(|vertex| self.duals[vertex] <= step) {
            return false;
        }
        for vertex in vertices {
            match self.labels[self.outermost[vertex]] {
                BlossomLabel::Outer => self.duals[vertex] -= step,
                BlossomLabel::Inner => self.duals[vertex] += step,
                BlossomLabel::Free => {}
            }
        }
        for blossom in self.outermost_ones().filter(|&it| it > self.count) {
            match self.labels[blossom] {
                BlossomLabel::Outer => self.duals[blossom] += step * 2,
                BlossomLabel::Inner => self.duals[blossom] -= step * 2,
                BlossomLabel::Free => {}
            }
        }
        true
    }
}
