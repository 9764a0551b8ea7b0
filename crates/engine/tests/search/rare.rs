//! Rare turns and positions: whatever happens, the computer answers with a legal turn.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{Engine, Level, Options, Player, Proof, SearchLimits, solve};
use hexpost_engine::{tzaar, zertz};

use super::{TZAAR, ZERTZ, game};

/// How many positions of each kind are tried.
const ENOUGH: usize = 6;

/// What is rare about a turn.
fn rarity(turn: &AnyTurn) -> Option<&'static str> {
    match turn {
        AnyTurn::Zertz(zertz::Turn::Place { leave: true, .. }) => Some("a group is left"),
        AnyTurn::Zertz(zertz::Turn::Place { remove: None, .. }) => Some("no ring is free"),
        AnyTurn::Zertz(zertz::Turn::Pass) => Some("nothing can be placed"),
        AnyTurn::Zertz(zertz::Turn::SendBack) => Some("a turn is sent back"),
        AnyTurn::Tzaar(tzaar::Turn::Place { .. }) => Some("a piece is placed"),
        AnyTurn::Tzaar(tzaar::Turn::Capture { second, .. }) => {
            matches!(second, tzaar::Second::Pass).then_some("the second half is passed")
        }
        AnyTurn::Zertz(_) => None,
    }
}

fn rarities(game: &AnyGame) -> Vec<&'static str> {
    let mut found: Vec<&str> = game
        .turns_up_to(30_000)
        .into_iter()
        .flatten()
        .filter_map(|turn| rarity(&turn))
        .collect();
    if let AnyGame::Zertz(game) = game
        && game.position().pool().is_empty()
    {
        found.push("the pool is empty");
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn answers_are_legal(game: &AnyGame, seed: u64) {
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Options {
        megabytes: 1,
        ..Options::default()
    });
    for lines in [1, 3] {
        let limits = SearchLimits {
            lines,
            ..SearchLimits::nodes(600)
        };
        let report = engine.search(game, limits, &stop, |_| {}).unwrap();
        for line in report.lines {
            let mut game = game.clone();
            for turn in line.turns {
                game.play(&turn).unwrap();
            }
        }
    }
    for level in Level::ALL {
        let limits = SearchLimits::nodes(300);
        let report = Player::new(level).choose(game, seed, limits, &stop, |_| {});
        game.check(&report.unwrap().lines[0].turn()).unwrap();
    }
    if let Proof::Win { winning, .. } = solve(game, 300, &stop) {
        for turn in winning {
            game.check(&turn).unwrap();
        }
    }
}

#[test]
fn rare_turns_are_answered_with_legal_ones() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let zertz = ZERTZ.map(|variant| ("zertz", variant));
    let tzaar = TZAAR.map(|variant| ("tzaar", variant));
    for (kind, variant) in zertz.into_iter().chain(tzaar) {
        for seed in 0..6 {
            let mut rng = SplitMix64::new(seed);
            let mut any = game(kind, variant, &[]);
            while any.outcome().is_none() {
                for rarity in rarities(&any) {
                    let count = seen.entry(rarity).or_default();
                    *count += 1;
                    if *count <= ENOUGH {
                        answers_are_legal(&any, seed);
                    }
                }
                let turn = any.uniform_turn(&mut rng).unwrap();
                any.play(&turn).unwrap();
            }
        }
    }
    for rarity in [
        "a group is left",
        "a turn is sent back",
        "a piece is placed",
        "no ring is free",
        "the pool is empty",
        "the second half is passed",
    ] {
        assert!(seen.contains_key(rarity), "{rarity}: {seen:?}");
    }
}

/// With an empty pool only captured marbles are placed, so that positions repeat.
#[test]
fn a_game_with_an_empty_pool_ends() {
    let stop = AtomicBool::new(false);
    let limits = SearchLimits::nodes(500);
    for code in [
        "zertz 37 1W2/1B1G1/6/2BGB2/6/5/4 0,0,0 3,2,5 2,4,2 first",
        "zertz 37 4/5/W5/7/5G/4B/3G 0,0,0 3,2,5 2,4,4 second",
    ] {
        let mut any = AnyGame::from_code(code).unwrap();
        let mut player = Player::new(Level::Strongest);
        let mut plies = 0;
        while any.outcome().is_none() {
            let report = player.choose(&any, 1, limits, &stop, |_| {}).unwrap();
            any.play(&report.lines[0].turn()).unwrap();
            plies += 1;
            assert!(plies < 300, "{}", any.code());
        }
    }
}
