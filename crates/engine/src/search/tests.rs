//! Tests of the search against itself, against brute force, and against the rules.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::engine::{Engine, Limits, Line, Options, Searchable};
use super::fit::Fit;
use super::level::{Level, Player};
use super::node::{Breadth, Candidate, Node};
use super::pvs::{Context, RawLimits, Searcher, Techniques};
use super::score::{INFINITE, Score, WIN};
use super::selfplay::{ScoredGame, SelfPlay};
use super::solver::{Proof, solve};
use super::tzaar::TzaarNode;
use super::zertz::ZertzNode;
use crate::game::{AnyGame, AnyTurn, GameKind, Variant};
use crate::hex::Symmetry;
use crate::position::Position;
use crate::random::SplitMix64;
use crate::side::BySide;
use crate::timeline::Timeline;
use crate::tzaar::Tzaar;
use crate::zertz::{ByMarble, Zertz};

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
const TZAAR: [&str; 4] = ["fixed", "random:1", "random:2", "tournament"];

/// Positions of random games of a variant, all with at most `most` legal turns.
fn positions<P: Searchable>(variant: &str, count: usize, most: u64) -> Vec<P>
where
    <P::Variant as std::str::FromStr>::Err: std::fmt::Debug,
{
    positions_where(variant, count, |position: &P| {
        position.count_turns_up_to(most + 1) <= most
    })
}

fn positions_where<P: Searchable>(
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

fn root_score<P: Searchable>(position: &P, depth: i32, techniques: Techniques) -> i32 {
    let mut searcher: Searcher<P::Node> = Searcher::new(1, techniques);
    let stop = AtomicBool::new(false);
    let context = Context {
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

fn table_changes_nothing<P: Searchable>(positions: &[P], depth: i32) {
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

#[test]
fn the_table_changes_no_score_in_zertz() {
    for variant in ZERTZ {
        // The later, the fewer turns; in the middle game, plain search takes minutes.
        let late = |most| move |position: &Zertz| position.vacant().len() <= most;
        table_changes_nothing(&positions_where(variant, 60, late(12)), 1);
        table_changes_nothing(&positions_where(variant, 60, late(5)), 2);
    }
}

#[test]
fn the_table_changes_no_score_in_tzaar() {
    for variant in TZAAR {
        table_changes_nothing(&positions::<Tzaar>(variant, 60, 150), 3);
        table_changes_nothing(&positions::<Tzaar>(variant, 60, 40), 5);
    }
}

/// The value of a position by plain minimax to the end of the game, in plies as the search counts them.
fn brute_force<N: Node>(
    node: &N,
    ply: i32,
    known: &mut HashMap<u64, i32>,
    budget: &mut u32,
) -> Option<i32> {
    if let Some(winner) = node.end() {
        return Some(match winner {
            None => 0,
            Some(side) if side == node.mover() => WIN,
            Some(_) => -WIN,
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
        let value = brute_force(&child, ply + 1, known, budget)?;
        let value = if child.mover() == node.mover() {
            value
        } else {
            -value
        };
        // One ply further away.
        let value = if value > 0 {
            value - 1
        } else if value < 0 {
            value + 1
        } else {
            0
        };
        best = best.max(value);
    }
    known.insert(node.key(), best);
    Some(best)
}

#[test]
fn the_search_agrees_with_brute_force_in_small_tzaar_endgames() {
    let mut compared = 0;
    for variant in TZAAR {
        for position in positions::<Tzaar>(variant, 150, 12) {
            let node = position.node();
            let Some(truth) = brute_force(&node, 0, &mut HashMap::new(), &mut 20_000) else {
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
fn the_search_agrees_with_brute_force_in_small_zertz_endgames() {
    let mut compared = 0;
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 120, 6) {
            if position.pool().is_empty() {
                continue; // positions may repeat, and brute force would not end
            }
            let node = position.node();
            let Some(truth) = brute_force(&node, 0, &mut HashMap::new(), &mut 3_000) else {
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
    for variant in TZAAR {
        for _ in 0..20 {
            let mut game = Timeline::new(Tzaar::start(&variant.parse().unwrap()));
            let mut node = game.position().node();
            while let Some(turn) = game.random_turn(&mut rng) {
                for half in TzaarNode::halves(&turn) {
                    node.play(half);
                    assert_eq!(node.key(), node.key_from_scratch());
                }
                game.play_unchecked(&turn);
                if game.outcome().is_none() {
                    assert_eq!(node.key(), game.position().node().key(), "{}", game.code());
                }
                let winner = game.position().outcome().map(|outcome| outcome.winner);
                assert_eq!(node.end(), winner);
            }
        }
    }
}

/// The number of different positions after one turn, by the rules and by the search.
fn same_turns<P: Searchable>(position: &P)
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
    // Covering one's own last piece of a kind is legal and loses at once; the search leaves it out.
    by_search.iter().for_each(|key| {
        assert!(by_rules.binary_search(key).is_ok(), "{}", position.code());
    });
    if P::NAME == "zertz" {
        assert_eq!(by_rules.len(), by_search.len(), "{}", position.code());
    }
}

#[test]
fn the_search_knows_all_turns() {
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 40, 600) {
            same_turns(&position);
        }
    }
    for variant in TZAAR {
        for position in positions::<Tzaar>(variant, 20, 1500) {
            same_turns(&position);
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

#[test]
fn the_solver_never_contradicts_brute_force() {
    let stop = AtomicBool::new(false);
    let mut decided = 0;
    for variant in TZAAR {
        for position in positions::<Tzaar>(variant, 60, 20) {
            let node = position.node();
            let mut known = HashMap::new();
            let Some(truth) = brute_force(&node, 0, &mut known, &mut 20_000) else {
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
                        for half in TzaarNode::halves(&halves) {
                            child.play(half);
                        }
                        let value = brute_force(&child, 0, &mut known, &mut 200_000).unwrap();
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
    let mut decided = 0;
    for variant in ZERTZ {
        for position in positions::<Zertz>(variant, 100, 6) {
            if position.pool().is_empty() {
                continue;
            }
            let node = position.node();
            let Some(truth) = brute_force(&node, 0, &mut HashMap::new(), &mut 3_000) else {
                continue;
            };
            let game = AnyGame::Zertz(Timeline::new(position));
            match solve(&game, 100_000, &stop) {
                Proof::Win { .. } => assert!(truth > 0, "{}", game.code()),
                Proof::Loss { .. } => assert!(truth < 0, "{}", game.code()),
                Proof::Unknown => assert_eq!(truth, 0, "{}", game.code()),
            }
            decided += 1;
        }
    }
    assert!(decided > 50, "{decided}");
}

#[test]
fn the_evaluation_of_zertz_does_not_depend_on_symmetry() {
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
fn the_evaluation_of_tzaar_does_not_depend_on_symmetry_or_colour() {
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

fn game(game: &str, variant: &str, turns: &[&str]) -> AnyGame {
    let mut any = AnyGame::start(&Variant::parse(game, variant).unwrap());
    for text in turns {
        let turn = any.read(text).unwrap();
        any.play(&turn).unwrap();
    }
    any
}

fn best(game: &AnyGame, nodes: u64) -> (String, Score) {
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Options {
        megabytes: 2,
        ..Options::default()
    });
    let report = engine
        .search(game, Limits::nodes(nodes), &stop, |_| {})
        .unwrap();
    let line = &report.lines[0];
    (game.write(&line.turn()).unwrap(), line.score)
}

#[test]
fn equal_limits_give_equal_turns() {
    for (kind, variant) in [
        ("zertz", "48"),
        ("zertz", "48-tournament"),
        ("tzaar", "random:8"),
    ] {
        let mut any = game(kind, variant, &[]);
        for _ in 0..4 {
            let one = best(&any, 4_000);
            assert_eq!(one, best(&any, 4_000));
            let turn = any.read(&one.0).unwrap();
            any.play(&turn).unwrap();
        }
    }
}

#[test]
fn several_lines_are_different_and_sorted() {
    let stop = AtomicBool::new(false);
    for (kind, variant) in [("zertz", "37"), ("tzaar", "random:8")] {
        let any = game(kind, variant, &[]);
        let mut engine = Engine::new(Options {
            megabytes: 2,
            ..Options::default()
        });
        let limits = Limits {
            nodes: 200_000,
            depth: 2,
            lines: 5,
        };
        let report = engine.search(&any, limits, &stop, |_| {}).unwrap();
        assert_eq!(report.lines.len(), 5);
        let mut turns: Vec<_> = report.lines.iter().map(Line::turn).collect();
        turns.sort_unstable();
        turns.dedup();
        assert_eq!(turns.len(), 5);
        assert!(report.lines.is_sorted_by(|one, two| one.score >= two.score));
    }
}

#[test]
fn the_stop_flag_is_honoured_soon() {
    for (kind, variant) in [
        ("zertz", "61"),
        ("zertz", "61-tournament"),
        ("tzaar", "fixed"),
    ] {
        let any = game(kind, variant, &[]);
        let stop = AtomicBool::new(false);
        let mut engine = Engine::new(Options {
            megabytes: 1,
            ..Options::default()
        });
        // The best of several tries: other programs run as well.
        let late = (0..8)
            .map(|_| {
                stop.store(false, Ordering::SeqCst);
                std::thread::scope(|scope| {
                    let timer = scope.spawn(|| {
                        std::thread::sleep(Duration::from_millis(60));
                        stop.store(true, Ordering::SeqCst);
                        Instant::now()
                    });
                    let report = engine.search(&any, Limits::NONE, &stop, |_| {});
                    let ended = Instant::now();
                    assert!(report.is_some());
                    ended.saturating_duration_since(timer.join().unwrap())
                })
            })
            .min();
        let most = if cfg!(debug_assertions) { 25 } else { 5 };
        assert!(
            late < Some(Duration::from_millis(most)),
            "{kind} {variant}: {late:?}"
        );
    }
}

/// Plays a whole game with few nodes, with random turns in between that lead to rare positions.
#[test]
fn every_variant_is_played_to_its_end() {
    let variants = ZERTZ.map(|variant| ("zertz", variant));
    let stop = AtomicBool::new(false);
    for (kind, variant) in variants
        .into_iter()
        .chain(TZAAR.map(|variant| ("tzaar", variant)))
    {
        for seed in 0..3 {
            let mut rng = SplitMix64::new(seed);
            let mut any = game(kind, variant, &[]);
            let mut player = Player::new(Level::ALL[seed as usize * 2 + 1]);
            let mut plies = 0;
            while any.outcome().is_none() && plies < 250 {
                let turn = if rng.below(3) == 0 {
                    any.uniform_turn(&mut rng).unwrap()
                } else {
                    let limits = Limits::nodes(600);
                    let report = player.choose(&any, seed, limits, &stop, |_| {}).unwrap();
                    report.lines[0].turn()
                };
                any.play(&turn).unwrap();
                plies += 1;
            }
        }
    }
}

#[test]
fn the_end_of_a_game_has_no_turn() {
    let over = AnyGame::from_code(
        "tzaar ...../....../......./......../......../......../......./....../TRZtr first",
    );
    let over = over.unwrap();
    assert!(over.outcome().is_some());
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Options::default());
    assert_eq!(
        engine.search(&over, Limits::nodes(100), &stop, |_| {}),
        None
    );
    assert_eq!(solve(&over, 100, &stop), Proof::Unknown);
}

#[test]
fn wins_in_one_turn_are_found() {
    // Three whites are captured; the fourth is isolated by removing a2, or by jumping.
    let code = "zertz 37 WWWW/..2../6/3W3/6/5/4 0,8,10 3,0,0 0,0,0 first";
    assert!(
        AnyGame::from_code(code).is_err(),
        "more whites than there are"
    );
    let isolate = "zertz 37 W1../..3/.5/7/6/5/4 2,8,10 3,0,0 0,0,0 first";
    let any = AnyGame::from_code(isolate).unwrap();
    let (turn, score) = best(&any, 20_000);
    assert!(score.is_win() && turn.ends_with("-a2"), "{turn} {score}");
    let jump = "zertz 37 4/5/6/1BW4/6/5/4 2,8,9 3,0,0 0,0,0 first";
    let any = AnyGame::from_code(jump).unwrap();
    let (turn, score) = best(&any, 20_000);
    assert_eq!((turn.as_str(), score.distance()), ("xd2d4", Some(1)));
    // Two Tzaars, both in reach.
    let pair = "tzaar ...../....../......./......../..ZzR.../..T.tr../..Zzt../..RTrt/..... first";
    let any = AnyGame::from_code(pair).unwrap();
    let (turn, score) = best(&any, 20_000);
    assert!(score.is_win(), "{turn} {score}");
    let Proof::Win { turns: 1, .. } = solve(&any, 100_000, &AtomicBool::new(false)) else {
        panic!("{:?}", solve(&any, 100_000, &AtomicBool::new(false)));
    };
}

#[test]
fn levels_answer_the_same_after_a_restart() {
    let stop = AtomicBool::new(false);
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
        for (kind, variant) in [("zertz", "37"), ("tzaar", "fixed")] {
            let any = game(kind, variant, &[]);
            let choose = |seed| {
                let mut player = Player::new(level);
                let report = player.choose(&any, seed, Limits::nodes(3_000), &stop, |_| {});
                report.unwrap().lines[0].turn()
            };
            assert_eq!(choose(5), choose(5));
        }
    }
    assert!("7".parse::<Level>().is_err());
}

#[test]
fn the_fitted_weights_fit_the_features() {
    let zertz = include_str!("../../../../assets/engine/zertz.txt");
    assert!(super::weights::parse::<{ super::zertz::eval::FEATURES }>(zertz).is_some());
    let tzaar = include_str!("../../../../assets/engine/tzaar.txt");
    assert!(super::weights::parse::<{ super::tzaar::eval::FEATURES }>(tzaar).is_some());
}

#[test]
fn self_play_and_fit_are_repeatable() {
    let stop = AtomicBool::new(false);
    for (kind, variant) in [(GameKind::Zertz, "37"), (GameKind::Tzaar, "fixed")] {
        let play = SelfPlay {
            nodes: 300,
            random: (2, 4),
            plain: true,
        };
        let variant = Variant::parse(kind.as_str(), variant).unwrap();
        let mut engine = play.engine();
        let games: Vec<ScoredGame> = (0..4)
            .map(|seed| play.play(&mut engine, &variant, seed, &stop))
            .collect();
        let again = play.play(&mut play.engine(), &variant, 2, &stop);
        assert_eq!(games[2], again);
        assert_eq!(games[2].to_string().parse(), Ok(again));
        let fit = Fit {
            steps: 5,
            trust: 30,
        };
        let one = fit.run(kind, &games, "test", |_| {}).unwrap();
        assert_eq!(one, fit.run(kind, &games, "test", |_| {}).unwrap());
        assert!(one.text.starts_with("# test\n"));
    }
}
