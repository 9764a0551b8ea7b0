//! Benchmarks of the rules and the search. Run with `cargo bench -p hexpost-engine --features bench`.
//!
//! Timings are noisy: compare figures of the same run only.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::perft::perft;
use hexpost_engine::playout::playout;
use hexpost_engine::position::Position;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::Record;
use hexpost_engine::search::{Engine, Options, SearchLimits};
use hexpost_engine::timeline::Timeline;
use hexpost_engine::tzaar::Tzaar;
use hexpost_engine::zertz::Zertz;

fn main() {
    divan::main();
}

const ZERTZ: [&str; 3] = ["37", "48", "61"];

fn start<P: Position>(variant: &str) -> Timeline<P> {
    let variant = variant.parse().unwrap_or_else(|_| panic!("{variant}"));
    Timeline::new(P::start(&variant))
}

/// A random game with exactly `plies` turns, from the first seed that gives one.
fn record(game: &str, variant: &str, plies: usize) -> Record {
    for seed in 0.. {
        let mut rng = SplitMix64::new(seed);
        let mut record = Record::new(Variant::parse(game, variant).unwrap());
        while record.turns().len() < plies
            && let Some(turn) = record.game().uniform_turn(&mut rng)
        {
            record.push(turn).unwrap();
        }
        if record.turns().len() == plies {
            return record;
        }
    }
    unreachable!("no seed gives a game that long");
}

/// Positions of random games, each with the turn played in it.
fn positions<P: Position>(variant: &str) -> Vec<(Timeline<P>, P::Turn)> {
    let mut rng = SplitMix64::new(1);
    let mut found = Vec::new();
    while found.len() < 256 {
        let mut game = start::<P>(variant);
        while let Some(turn) = game.random_turn(&mut rng) {
            found.push((game.clone(), turn));
            game.play_unchecked(&turn);
        }
    }
    found
}

#[divan::bench(args = ZERTZ)]
fn zertz_playouts(bencher: Bencher<'_, '_>, variant: &str) {
    let game = start::<Zertz>(variant);
    let mut rng = SplitMix64::new(1);
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| playout(black_box(&game), u32::MAX, &mut rng));
}

#[divan::bench]
fn tzaar_playouts(bencher: Bencher<'_, '_>) {
    let game = start::<Tzaar>("fixed");
    let mut rng = SplitMix64::new(1);
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| playout(black_box(&game), u32::MAX, &mut rng));
}

#[divan::bench(args = ZERTZ)]
fn zertz_list_all(bencher: Bencher<'_, '_>, variant: &str) {
    let game = start::<Zertz>(variant);
    bencher
        .counter(ItemsCount::new(game.count_turns_up_to(u64::MAX)))
        .bench(|| {
            black_box(&game).visit_turns(|turn| {
                black_box(turn);
                ControlFlow::Continue(())
            })
        });
}

#[divan::bench]
fn tzaar_list_all(bencher: Bencher<'_, '_>) {
    let mut game = start::<Tzaar>("fixed");
    let opening = game.turns_up_to(100_000).unwrap()[0];
    game.play_unchecked(&opening);
    bencher
        .counter(ItemsCount::new(game.count_turns_up_to(u64::MAX)))
        .bench(|| {
            black_box(&game).visit_turns(|turn| {
                black_box(turn);
                ControlFlow::Continue(())
            })
        });
}

#[divan::bench(sample_count = 3)]
fn zertz_37_perft_3() -> u64 {
    perft(&start::<Zertz>("37"), black_box(3))
}

#[divan::bench(sample_count = 3)]
fn tzaar_perft_3() -> u64 {
    perft(&start::<Tzaar>("fixed"), black_box(3))
}

#[divan::bench(args = ["37", "61", "48-tournament"])]
fn zertz_check_and_play(bencher: Bencher<'_, '_>, variant: &str) {
    check_and_play::<Zertz>(bencher, variant);
}

#[divan::bench(args = ["fixed"])]
fn tzaar_check_and_play(bencher: Bencher<'_, '_>, variant: &str) {
    check_and_play::<Tzaar>(bencher, variant);
}

fn check_and_play<P: Position>(bencher: Bencher<'_, '_>, variant: &str) {
    let positions = positions::<P>(variant);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        for (game, turn) in &positions {
            let _ = black_box(game.position().play(black_box(turn)));
        }
    });
}

#[divan::bench]
fn zertz_replay_60_plies_from_text(bencher: Bencher<'_, '_>) {
    replay(bencher, "zertz", "61", 60);
}

#[divan::bench]
fn tzaar_replay_30_plies_from_text(bencher: Bencher<'_, '_>) {
    replay(bencher, "tzaar", "fixed", 30);
}

fn replay(bencher: Bencher<'_, '_>, game: &str, variant: &str, plies: usize) {
    let record = record(game, variant, plies);
    let text = record.to_string();
    bencher.bench(|| black_box(&text).parse::<Record>().unwrap());
}

#[divan::bench(args = ["Wd4-a1", "w d4, a1", "Вd4-b1", "xe3g3e5", "nonsense"])]
fn zertz_read(bencher: Bencher<'_, '_>, text: &str) {
    let game = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
    bencher.bench(|| black_box(&game).read(black_box(text)));
}

#[divan::bench]
fn zertz_offer_first_step(bencher: Bencher<'_, '_>) {
    let game = AnyGame::start(&Variant::parse("zertz", "61").unwrap());
    bencher.bench(|| black_box(&game).offer(&[]));
}

/// The position with the most legal turns ever found: hundreds of thousands. Every query that a screen
/// needs must still be fast.
fn worst_position_found() -> AnyGame {
    let found = include_str!("../tests/data/expensive.positions");
    let mut codes = found.lines().filter(|line| !line.starts_with('#'));
    AnyGame::from_code(codes.next().expect("the file has a position"))
        .expect("the position is legal")
}

#[divan::bench]
fn worst_position_found_offer(bencher: Bencher<'_, '_>) {
    let game = worst_position_found();
    bencher.bench(|| black_box(&game).offer(&[]));
}

#[divan::bench]
fn worst_position_found_list_a_screenful(bencher: Bencher<'_, '_>) {
    let game = worst_position_found();
    bencher.bench(|| black_box(&game).turns_after(&[], 20));
}

#[divan::bench]
fn worst_position_found_count_up_to_1000(bencher: Bencher<'_, '_>) {
    let game = worst_position_found();
    bencher.bench(|| black_box(&game).count_turns_up_to(1000));
}

#[divan::bench(args = ["Wa1", "d4d6"])]
fn worst_position_found_read(bencher: Bencher<'_, '_>, text: &str) {
    let game = worst_position_found();
    bencher.bench(|| black_box(&game).read(black_box(text)));
}

/// The search, from the twelfth position of a game with little thought: nodes a second.
#[divan::bench(args = ["zertz 37", "zertz 48", "zertz 61", "tzaar fixed", "tzaar random:1"], sample_count = 5, sample_size = 1)]
fn search(bencher: Bencher<'_, '_>, name: &str) {
    let (game, variant) = name.split_once(' ').unwrap();
    let nodes = 400_000;
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Options::default());
    let mut any = AnyGame::start(&Variant::parse(game, variant).unwrap());
    for _ in 0..12 {
        let report = engine.search(&any, SearchLimits::nodes(2_000), &stop, |_| {});
        any.play(&report.unwrap().lines[0].turn()).unwrap();
    }
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| {
        let report = engine.search_afresh(&any, SearchLimits::nodes(nodes), &stop, |_| {});
        black_box(report).unwrap().nodes
    });
}
