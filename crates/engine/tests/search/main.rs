//! The computer player from outside.

mod known;
mod puzzles;
mod rare;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hexpost_engine::game::{AnyGame, GameKind, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{
    Engine, Fit, Level, Line, Options, Player, Proof, Score, ScoredGame, SearchLimits, SelfPlay,
    solve,
};

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
        .search(game, SearchLimits::nodes(nodes), &stop, |_| {})
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
        let limits = SearchLimits {
            nodes: 200_000,
            depth: 2,
            lines: 5,
            ..SearchLimits::NONE
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

/// How late `work` ends after the stop flag was set, at best: other programs run as well.
fn lateness(mut work: impl FnMut(&AtomicBool)) -> Duration {
    let stop = AtomicBool::new(false);
    let late = (0..8).map(|_| {
        stop.store(false, Ordering::SeqCst);
        std::thread::scope(|scope| {
            let timer = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(60));
                stop.store(true, Ordering::SeqCst);
                Instant::now()
            });
            work(&stop);
            let ended = Instant::now();
            ended.saturating_duration_since(timer.join().unwrap())
        })
    });
    late.min().unwrap()
}

/// In milliseconds.
const SOON: u64 = if cfg!(debug_assertions) { 25 } else { 5 };

#[test]
fn the_stop_flag_is_honoured_soon() {
    for (kind, variant) in [
        ("zertz", "61"),
        ("zertz", "61-tournament"),
        ("tzaar", "fixed"),
    ] {
        let any = game(kind, variant, &[]);
        let mut engine = Engine::new(Options {
            megabytes: 1,
            ..Options::default()
        });
        let late = lateness(|stop| {
            let report = engine.search(&any, SearchLimits::NONE, stop, |_| {});
            assert!(report.is_some());
        });
        let name = format!("{kind} {variant}");
        assert!(late < Duration::from_millis(SOON), "{name}: {late:?}");
        let late = lateness(|stop| {
            assert_eq!(solve(&any, u64::MAX, stop), Proof::Unknown);
        });
        assert!(late < Duration::from_millis(SOON), "solve {name}: {late:?}");
    }
}

#[test]
fn what_was_seen_makes_no_difference_after_clearing() {
    let stop = AtomicBool::new(false);
    let limits = SearchLimits::nodes(20_000);
    let options = Options {
        megabytes: 1,
        ..Options::default()
    };
    // In the last one proofs are tried.
    let endgame =
        "tzaar ....Z6/T...../......./R4..T2..../T.RT..../......r3./t2....../t...../t3T.z2. first";
    for mut any in [
        game("zertz", "37", &[]),
        game("tzaar", "fixed", &[]),
        AnyGame::from_code(endgame).unwrap(),
    ] {
        let mut engine = Engine::new(options);
        for _ in 0..4 {
            engine.search(&any, limits, &stop, |_| {});
            engine.clear();
            let report = engine.search(&any, limits, &stop, |_| {}).unwrap();
            let new = Engine::new(options).search(&any, limits, &stop, |_| {});
            assert_eq!(Some(&report), new.as_ref());
            any.play(&report.lines[0].turn()).unwrap();
            if any.outcome().is_some() {
                break;
            }
        }
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
                    let limits = SearchLimits::nodes(600);
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
        engine.search(&over, SearchLimits::nodes(100), &stop, |_| {}),
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
                let report = player.choose(&any, seed, SearchLimits::nodes(3_000), &stop, |_| {});
                report.unwrap().lines[0].turn()
            };
            assert_eq!(choose(5), choose(5));
        }
    }
    assert!("7".parse::<Level>().is_err());
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
        let mut engine = play.engine(None);
        let games: Vec<ScoredGame> = (0..4)
            .map(|seed| play.play(&mut engine, &variant, seed, &stop))
            .collect();
        let again = play.play(&mut play.engine(None), &variant, 2, &stop);
        assert_eq!(games[2], again);
        assert_eq!(games[2].to_string().parse(), Ok(again));
        let fit = Fit {
            steps: 5,
            trust: 30,
        };
        let one = fit.run(&games, "test", |_| {}).unwrap();
        assert_eq!(one, fit.run(&games, "test", |_| {}).unwrap());
        assert!(one.text.starts_with("# test\n"));
    }
}
