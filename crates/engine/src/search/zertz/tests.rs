//! The search in ZÈRTZ.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use super::{MAX_CHAINS, ZertzNode, eval};
use crate::game::{AnyGame, AnyTurn};
use crate::hex::Symmetry;
use crate::position::Position;
use crate::random::SplitMix64;
use crate::search::engine::Searchable;
use crate::search::node::{Breadth, Node};
use crate::search::pvs::Techniques;
use crate::search::solver::{Proof, checks, solve};
use crate::search::testing::{
    brute_force, positions, positions_where, root_score, same_turns, table_changes_nothing,
};
use crate::search::weights;
use crate::side::BySide;
use crate::timeline::Timeline;
use crate::zertz::{ByMarble, Turn, Zertz};

const ZERTZ: [&str; 11] = [
    "37",
    "40",
    "43",
    "44",
    "48",
    "61",
    "37-blitz",
    "48-tournament",
    "61-tournament",
    "37-zerc",
    "61-zerc",
];
#[test]
fn the_table_changes_no_score() {
    for variant in ZERTZ {
        // The later, the fewer turns; in the middle game, plain search takes minutes.
        let late = |most| move |position: &Zertz| position.vacant().len() <= most;
        table_changes_nothing(&positions_where(variant, 60, late(12)), 1);
        table_changes_nothing(&positions_where(variant, 60, late(5)), 2);
    }
}

#[test]
fn the_search_agrees_with_brute_force_in_small_endgames() {
    let mut compared = 0;
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 120, 6) {
            if position.pool().is_empty() {
                continue; // positions may repeat, and brute force would not end
            }
            let node = position.node();
            let Some(truth) = brute_force(&node, &mut HashMap::new(), &mut 3_000) else {
                continue;
            };
            compared += 1;
            let score = root_score(&position, 10, Techniques::EXACT);
            assert_eq!(score, truth, "{}", position.code());
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn the_hash_is_kept_up_to_date() {
    let mut rng = SplitMix64::new(3);
    for variant in ZERTZ {
        for _ in 0..12 {
            let mut game = Timeline::new(Zertz::start(&variant.parse().unwrap()));
            let mut node = game.position().node();
            for _ in 0..300 {
                let Some(turn) = game.random_turn(&mut rng) else {
                    break;
                };
                node.play(ZertzNode::action_of(&turn));
                game.play_unchecked(&turn);
                assert_eq!(node.position, *game.position());
                assert!(node.is_consistent(), "{}", game.code());
                assert_eq!(node.has_capture(), node.position.has_capture());
            }
        }
    }
}

#[test]
fn the_search_knows_all_turns() {
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 40, 600) {
            same_turns(&position, true);
        }
    }
}

/// In folded and tactical lists, every move is legal and none occurs twice.
#[test]
fn folded_lists_are_legal_and_free_of_duplicates() {
    let history = vec![0; ZertzNode::SLOTS];
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 60, 2000) {
            let node = position.node();
            for breadth in [Breadth::Folded, Breadth::Tactical] {
                let mut list = Vec::new();
                for stage in 0..ZertzNode::STAGES {
                    node.generate(stage, breadth, &history, &mut list);
                }
                let mut codes: Vec<u32> = Vec::new();
                for candidate in &list {
                    let code = ZertzNode::pack(candidate.mv);
                    assert_eq!(node.unpack(code), Some(candidate.mv), "{}", position.code());
                    codes.push(code);
                }
                codes.sort_unstable();
                let all = codes.len();
                codes.dedup();
                assert_eq!(codes.len(), all, "{}", position.code());
                assert!(
                    breadth == Breadth::Tactical || all > 0,
                    "{}",
                    position.code()
                );
            }
        }
    }
}

/// Whatever can be taken by isolating it is among the first moves tried, a marble that is placed and
/// isolated in the same turn too.
#[test]
fn no_claim_is_overlooked() {
    let history = vec![0; ZertzNode::SLOTS];
    let mut claims = 0;
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 200, 2000) {
            if position.has_capture() {
                continue;
            }
            let node = position.node();
            let mut taken = HashSet::new();
            let _ = position.visit_turns(|turn| {
                if let Turn::Place { at, remove, .. } = turn {
                    let claimed = position.completed_by(at, remove);
                    if !claimed.is_empty() {
                        taken.insert((claimed & position.occupied(), claimed.contains(at)));
                    }
                }
                std::ops::ControlFlow::Continue(())
            });
            let mut list = Vec::new();
            node.generate(0, Breadth::Folded, &history, &mut list);
            let found: HashSet<_> = list
                .iter()
                .filter_map(|candidate| match candidate.mv.placement()? {
                    Turn::Place { at, remove, .. } => {
                        let claimed = position.completed_by(at, remove);
                        Some((claimed & position.occupied(), claimed.contains(at)))
                    }
                    _ => None,
                })
                .collect();
            claims += taken.len();
            for claim in taken {
                assert!(found.contains(&claim), "{} {claim:?}", position.code());
            }
        }
    }
    assert!(claims > 200, "{claims}");
}

#[test]
fn the_solver_never_contradicts_brute_force() {
    let stop = AtomicBool::new(false);
    let mut decided = 0;
    let mut turns = 0;
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 100, 6) {
            if position.pool().is_empty() {
                continue;
            }
            let node = position.node();
            let Some(truth) = brute_force(&node, &mut HashMap::new(), &mut 3_000) else {
                continue;
            };
            let game = AnyGame::Zertz(Timeline::new(position));
            match solve(&game, 100_000, &stop) {
                Proof::Win {
                    winning, complete, ..
                } => {
                    assert!(truth > 0, "{}", game.code());
                    let all = game.turns_up_to(10_000).unwrap();
                    for turn in &all {
                        let AnyTurn::Zertz(action) = turn else {
                            unreachable!()
                        };
                        let mut child = node;
                        child.play(ZertzNode::action_of(action));
                        let Some(value) = brute_force(&child, &mut HashMap::new(), &mut 10_000)
                        else {
                            continue;
                        };
                        let is_same = child.mover() == node.mover();
                        let wins = if is_same { value > 0 } else { value < 0 };
                        let is_named = winning.contains(turn);
                        assert!(wins || !is_named, "{} {turn:?}", game.code());
                        assert!(!wins || is_named || !complete, "{} {turn:?}", game.code());
                        turns += 1;
                    }
                }
                Proof::Loss { .. } => assert!(truth < 0, "{}", game.code()),
                Proof::Unknown => assert_eq!(truth, 0, "{}", game.code()),
            }
            decided += 1;
        }
    }
    assert!(decided > 50 && turns > 60, "{decided} {turns}");
}

#[test]
fn a_solver_that_is_kept_gives_the_same_proofs() {
    let positions = positions::<Zertz>("37", 80, 60);
    let wins = checks::a_table_that_is_kept_changes_no_proof(&positions);
    assert!(wins > 5, "{wins}");
}

#[test]
fn the_work_of_the_solver_is_bounded_where_there_are_thousands_of_turns() {
    for variant in ["37", "61", "61-tournament"] {
        checks::the_work_is_bounded(&Zertz::start(&variant.parse().unwrap()));
    }
}

#[test]
fn the_solver_knows_where_captures_are_left_out() {
    let found = include_str!("../../../tests/data/expensive.positions");
    for line in found.lines().filter(|line| !line.starts_with('#')) {
        let AnyGame::Zertz(game) = AnyGame::from_code(line).unwrap() else {
            continue;
        };
        let node = game.position().node();
        let mut list = Vec::new();
        node.generate(0, Breadth::All, &[0; ZertzNode::SLOTS], &mut list);
        assert!(!node.lists_all() && list.len() <= MAX_CHAINS, "{line}");
    }
    assert!(Zertz::start(&"61".parse().unwrap()).node().lists_all());
}

#[test]
fn the_evaluation_does_not_depend_on_symmetry() {
    for variant in ["37", "61", "37-blitz", "61-zerc"] {
        for position in positions::<Zertz>(variant, 40, 5000) {
            let weights = Zertz::weights(false);
            let score = position.node().evaluate(weights);
            for symmetry in Symmetry::all() {
                let mut setup = position.setup();
                setup.rings = symmetry.set(setup.rings);
                setup.marbles = ByMarble::new_with(|marble| symmetry.set(setup.marbles[marble]));
                let image = setup.position().unwrap();
                assert_eq!(score, image.node().evaluate(weights), "{}", position.code());
            }
            // The same for the other player, if everything of theirs is exchanged.
            let mut setup = position.setup();
            setup.to_move = !setup.to_move;
            setup.captured = BySide {
                first: setup.captured.second,
                second: setup.captured.first,
            };
            let swapped = setup.position().unwrap();
            assert_eq!(score, swapped.node().evaluate(weights));
        }
    }
}

#[test]
fn the_fitted_weights_fit_the_features() {
    let text = include_str!("../../../../../assets/engine/zertz.txt");
    assert!(weights::parse::<{ eval::FEATURES }>(text).is_some());
}
