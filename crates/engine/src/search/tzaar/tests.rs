//! The search in TZAAR.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::{TzaarNode, eval};
use crate::game::{AnyGame, AnyTurn};
use crate::hex::Symmetry;
use crate::position::Position;
use crate::random::SplitMix64;
use crate::search::engine::Searchable;
use crate::search::node::{End, Node};
use crate::search::pvs::Techniques;
use crate::search::solver::{Proof, checks, solve};
use crate::search::testing::{
    brute_force, positions, root_score, same_turns, table_changes_nothing,
};
use crate::search::weights;
use crate::timeline::Timeline;
use crate::tzaar::Tzaar;

const TZAAR: [&str; 4] = ["fixed", "random:1", "random:2", "tournament"];

#[test]
fn the_table_changes_no_score() {
    for variant in TZAAR {
        table_changes_nothing(&positions::<Tzaar>(variant, 60, 150), 3);
        table_changes_nothing(&positions::<Tzaar>(variant, 60, 40), 5);
    }
}

#[test]
fn the_search_agrees_with_brute_force_in_small_endgames() {
    let mut compared = 0;
    for variant in TZAAR {
        for position in positions::<Tzaar>(variant, 150, 12) {
            let node = position.node();
            let Some(truth) = brute_force(&node, &mut HashMap::new(), &mut 20_000) else {
                continue;
            };
            compared += 1;
            for techniques in [Techniques::EXACT, Techniques::ALL] {
                let score = root_score(&position, 24, techniques);
                if techniques.reductions {
                    assert_eq!(score.signum(), truth.signum(), "{}", position.code());
                } else {
                    assert_eq!(score, truth, "{}", position.code());
                }
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn the_hash_is_kept_up_to_date() {
    let mut rng = SplitMix64::new(3);
    for variant in TZAAR {
        for _ in 0..20 {
            let mut game = Timeline::new(Tzaar::start(&variant.parse().unwrap()));
            let mut node = game.position().node();
            while let Some(turn) = game.random_turn(&mut rng) {
                for half in TzaarNode::halves(turn) {
                    node.play(half);
                    assert_eq!(node.key(), node.key_from_scratch());
                }
                game.play_unchecked(&turn);
                if game.outcome().is_none() {
                    assert_eq!(node.key(), game.position().node().key(), "{}", game.code());
                }
                let outcome = game.position().outcome();
                let end = outcome.map(|outcome| outcome.winner.map_or(End::Draw, End::Win));
                assert_eq!(node.end(), end);
            }
        }
    }
}

#[test]
fn the_search_knows_all_turns() {
    for variant in TZAAR {
        for position in positions::<Tzaar>(variant, 20, 1500) {
            // Covering one's own last piece of a kind is legal and loses at once; it is left out.
            same_turns(&position, false);
        }
    }
}

#[test]
fn the_solver_never_contradicts_brute_force() {
    let stop = AtomicBool::new(false);
    let mut decided = 0;
    for variant in TZAAR {
        for position in positions::<Tzaar>(variant, 60, 20) {
            let node = position.node();
            let mut known = HashMap::new();
            let Some(truth) = brute_force(&node, &mut known, &mut 20_000) else {
                continue;
            };
            let game = AnyGame::Tzaar(Timeline::new(position));
            decided += 1;
            match solve(&game, 200_000, &stop) {
                Proof::Win {
                    winning, complete, ..
                } => {
                    assert!(truth > 0 && complete, "{}", game.code());
                    let mut expected = Vec::new();
                    for turn in game.turns_up_to(10_000).unwrap() {
                        let AnyTurn::Tzaar(halves) = turn else {
                            unreachable!()
                        };
                        let mut child = node;
                        for half in TzaarNode::halves(halves) {
                            child.play(half);
                        }
                        let value = brute_force(&child, &mut known, &mut 200_000).unwrap();
                        let value = if child.mover() == node.mover() {
                            value
                        } else {
                            -value
                        };
                        if value > 0 {
                            expected.push(turn);
                        }
                    }
                    expected.sort_unstable();
                    assert_eq!(winning, expected, "{}", game.code());
                }
                Proof::Loss { .. } => assert!(truth < 0, "{}", game.code()),
                Proof::Unknown => panic!("{}", game.code()),
            }
        }
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn a_solver_that_is_kept_gives_the_same_proofs() {
    let positions = positions::<Tzaar>("random:3", 120, 400);
    let wins = checks::a_table_that_is_kept_changes_no_proof(&positions);
    assert!(wins > 20, "{wins}");
}

#[test]
fn the_evaluation_does_not_depend_on_symmetry_or_colour() {
    for position in positions::<Tzaar>("random:4", 60, 5000) {
        if position.is_opening() {
            continue;
        }
        let weights = Tzaar::weights(false);
        let score = position.node().evaluate(weights);
        for symmetry in Symmetry::all() {
            let mut setup = position.setup();
            for (cell, _) in &mut setup.stacks {
                *cell = symmetry.cell(*cell);
            }
            let image = setup.position().unwrap();
            assert_eq!(score, image.node().evaluate(weights), "{}", position.code());
        }
        let mut setup = position.setup();
        setup.to_move = !setup.to_move;
        for (_, stack) in &mut setup.stacks {
            stack.side = !stack.side;
        }
        let swapped = setup.position().unwrap();
        assert_eq!(score, swapped.node().evaluate(weights));
    }
}

#[test]
fn the_fitted_weights_fit_the_features() {
    let text = include_str!("../../../../../assets/engine/tzaar.txt");
    assert!(weights::parse::<{ eval::FEATURES }>(text).is_some());
}
