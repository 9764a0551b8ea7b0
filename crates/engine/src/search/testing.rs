//! What the tests of both games share: the search against itself, against brute force, and against the
//! rules.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::engine::Searchable;
use super::node::{Breadth, Candidate, End, Node};
use super::pvs::{RawLimits, SearchContext, Searcher, Techniques};
use super::score::{INFINITE, WIN};
use crate::game::AnyTurn;
use crate::random::SplitMix64;
use crate::timeline::Timeline;

/// Positions of random games of a variant, all with at most `most` legal turns.
pub(crate) fn positions<P: Searchable>(variant: &str, count: usize, most: u64) -> Vec<P>
where
    <P::Variant as std::str::FromStr>::Err: std::fmt::Debug,
{
    positions_where(variant, count, |position: &P| {
        position.count_turns_up_to(most + 1) <= most
    })
}

pub(crate) fn positions_where<P: Searchable>(
    variant: &str,
    count: usize,
    accept: impl Fn(&P) -> bool,
) -> Vec<P>
where
    <P::Variant as std::str::FromStr>::Err: std::fmt::Debug,
{
    let variant: P::Variant = variant.parse().unwrap();
    let mut rng = SplitMix64::new(5);
    let mut found = Vec::new();
    // In tournament rules hardly any position has few turns.
    for _ in 0..2000 {
        if found.len() >= count {
            break;
        }
        let mut game = Timeline::new(P::start(&variant));
        while let Some(turn) = game.random_turn(&mut rng) {
            let position = game.position();
            if accept(position)
                && position.outcome().is_none()
                && !position.is_setting_up()
                && rng.below(3) == 0
            {
                found.push(*position);
                if found.len() == count {
                    break;
                }
            }
            game.play_unchecked(&turn);
        }
    }
    found
}

pub(crate) fn root_score<P: Searchable>(position: &P, depth: i32, techniques: Techniques) -> i32 {
    let mut searcher: Searcher<P::Node> = Searcher::new(1, techniques);
    let stop = AtomicBool::new(false);
    let context = SearchContext {
        weights: P::weights(true),
        stop: &stop,
    };
    let limits = RawLimits {
        nodes: u64::MAX,
        depth,
        lines: 1,
    };
    let (lines, _) = searcher.run(&position.node(), &[], &[], limits, &context, |_, _, _| {});
    lines[0].score
}

pub(crate) fn table_changes_nothing<P: Searchable>(positions: &[P], depth: i32) {
    let without = Techniques {
        table: false,
        ..Techniques::EXACT
    };
    for position in positions {
        let on = root_score(position, depth, Techniques::EXACT);
        let off = root_score(position, depth, without);
        assert_eq!(on, off, "{} {} to depth {depth}", P::NAME, position.code());
    }
}

/// The value of a position by plain minimax to the end of the game, in plies as the search counts them.
pub(crate) fn brute_force<N: Node>(
    node: &N,
    known: &mut HashMap<u64, i32>,
    budget: &mut u32,
) -> Option<i32> {
    if let Some(end) = node.end() {
        return Some(match end {
            End::Draw => 0,
            End::Win(side) if side == node.mover() => WIN,
            End::Win(_) => -WIN,
        });
    }
    if let Some(&value) = known.get(&node.key()) {
        return Some(value);
    }
    *budget = budget.checked_sub(1)?;
    let mut list: Vec<Candidate<N::Move>> = Vec::new();
    let history = vec![0; N::SLOTS];
    for stage in 0..N::STAGES {
        node.generate(stage, Breadth::All, &history, &mut list);
    }
    let mut best = -INFINITE;
    for candidate in list {
        let mut child = *node;
        child.play(candidate.mv);
        let value = brute_force(&child, known, budget)?;
        let value = if child.mover() == node.mover() {
            value
        } else {
            -value
        };
        // One ply further away.
        let value = value - value.signum();
        best = best.max(value);
    }
    known.insert(node.key(), best);
    Some(best)
}

/// The number of different positions after one turn, by the rules and by the search.
pub(crate) fn same_turns<P: Searchable>(position: &P, all: bool)
where
    AnyTurn: From<P::Turn>,
{
    let node = position.node();
    let mut by_rules: Vec<u64> = Vec::new();
    let _ = position.visit_turns(|turn| {
        let mut next = node;
        for mv in P::moves_of(&turn) {
            next.play(mv);
        }
        by_rules.push(next.key());
        std::ops::ControlFlow::Continue(())
    });
    let mut by_search = Vec::new();
    let mut open = vec![node];
    let history = vec![0; <P::Node as Node>::SLOTS];
    while let Some(node) = open.pop() {
        let mut list = Vec::new();
        for stage in 0..<P::Node as Node>::STAGES {
            node.generate(stage, Breadth::All, &history, &mut list);
        }
        for candidate in list {
            let code = <P::Node as Node>::pack(candidate.mv);
            assert_eq!(node.unpack(code), Some(candidate.mv), "{}", position.code());
            let mut next = node;
            next.play(candidate.mv);
            if next.is_between_turns() || next.end().is_some() {
                by_search.push(next.key());
            } else {
                open.push(next);
            }
        }
    }
    by_rules.sort_unstable();
    by_rules.dedup();
    by_search.sort_unstable();
    by_search.dedup();
    for key in &by_search {
        assert!(by_rules.binary_search(key).is_ok(), "{}", position.code());
    }
    if all {
        assert_eq!(by_rules.len(), by_search.len(), "{}", position.code());
    }
}
