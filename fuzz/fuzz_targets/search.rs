//! Whatever position a game gets into, the search and the solver return legal turns and don't panic.
#![no_main]

use std::sync::atomic::AtomicBool;

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{Engine, Level, SearchLimits, Options, Player, Proof, solve};
use libfuzzer_sys::fuzz_target;

const VARIANTS: [(&str, &str); 8] = [
    ("zertz", "37"),
    ("zertz", "37-blitz"),
    ("zertz", "48-tournament"),
    ("zertz", "61"),
    ("zertz", "37-zerc"),
    ("tzaar", "fixed"),
    ("tzaar", "random:7"),
    ("tzaar", "tournament"),
];

fuzz_target!(|input: (u8, u8, u16, u64)| {
    let (choice, level, plies, seed) = input;
    let (game, variant) = VARIANTS[usize::from(choice) % VARIANTS.len()];
    let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
    let mut rng = SplitMix64::new(seed);
    for _ in 0..plies % 150 {
        if let Some(turn) = game.uniform_turn(&mut rng) {
            game.play(&turn).unwrap();
        }
    }
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Options {
        megabytes: 1,
        ..Options::default()
    });
    let limits = SearchLimits {
        nodes: 500,
        lines: 1 + usize::from(level % 3),
        ..SearchLimits::NONE
    };
    let report = engine.search(&game, limits, &stop, |_| {});
    assert_eq!(report.is_none(), game.outcome().is_some());
    for line in report.iter().flat_map(|report| &report.lines) {
        let mut game = game.clone();
        for turn in &line.turns {
            game.play(turn).unwrap();
        }
    }
    let mut player = Player::new(Level::ALL[usize::from(level) % 6]);
    if let Some(report) = player.choose(&game, seed, SearchLimits::nodes(300), &stop, |_| {}) {
        game.check(&report.lines[0].turn()).unwrap();
    }
    if let Proof::Win { winning, .. } = solve(&game, 300, &stop) {
        for turn in winning {
            game.check(&turn).unwrap();
        }
    }
});
