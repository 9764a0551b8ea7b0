//! Positions with too many legal turns to list: no query costs more than the caller allows.
//!
//! Positions come from users, so these tests look for the worst ones: by hill climbing here, and by a
//! longer search whose results are in `tests/data/expensive.positions`. To search further:
//! `HEXPOST_DEEP=1 cargo test --release -p hexpost-engine --test rules expensive -- --nocapture`.

use hexpost_engine::game::{AnyGame, GameKind};
use hexpost_engine::hex::{Cell, CellSet};
use hexpost_engine::instrumentation::count_visits;
use hexpost_engine::position::Position;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::steps::{MAX_PLACEMENTS, MAX_STEPS, Step};
use hexpost_engine::timeline::Timeline;
use hexpost_engine::tzaar::{self, Tzaar};
use hexpost_engine::zertz::{self, ByMarble, MANY_CAPTURES, Marble, Zertz};

/// The worst positions found by a longer search, one per line.
const FOUND: &str = include_str!("../data/expensive.positions");

/// The most steps offered at once: one per cell, plus three kinds or a special step.
const MAX_CHOICES: usize = 64;
/// Visits for finding the next steps: each placement once, and each piece in every direction.
const VISITS_PER_OFFER: u64 = 3 * MAX_PLACEMENTS as u64 + 30 * 6;
/// Visits for finding one more turn: at each of its steps, the next steps and whether it is complete.
const VISITS_PER_TURN: u64 = MAX_STEPS as u64 * 2 * 7;
/// Additional visits in TZAAR, where the next turn may begin with another first capture, after which
/// every piece is examined.
const VISITS_PER_CAPTURE: u64 = 2 * 30 * 6;

/// The number of visits allowed for finding some turns.
const fn max_visits(turns: u64) -> u64 {
    VISITS_PER_OFFER + (turns + 1) * (VISITS_PER_TURN + VISITS_PER_CAPTURE)
}

fn found() -> impl Iterator<Item = AnyGame> {
    let lines = FOUND.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| AnyGame::from_code(line).unwrap_or_else(|error| panic!("{line}: {error}")))
}

/// Checks that no query about a position costs more than it may.
fn check_costs(game: &AnyGame, rng: &mut SplitMix64) {
    let code = game.code();
    let cheap = |what: &str, visits: u64, turns: u64| {
        let most = max_visits(turns);
        assert!(
            visits <= most,
            "{what}: {visits} visits, not {most}: {code}"
        );
    };
    for limit in [1, 20, 1000] {
        let (count, visits) = count_visits(|| game.count_turns_up_to(limit));
        cheap("counting", visits, limit);
        let (turns, visits) = count_visits(|| game.turns_up_to(limit as usize));
        cheap("listing", visits, limit);
        assert!(turns.is_none_or(|turns| turns.len() as u64 == count));
        let (turns, visits) = count_visits(|| game.turns_after(&[], limit as usize));
        cheap("listing by steps", visits, limit);
        assert!(
            turns
                .unwrap()
                .is_none_or(|turns| turns.len() as u64 == count)
        );
    }
    let (only, visits) = count_visits(|| game.only_turn());
    cheap("the only turn", visits, 1);
    assert_eq!(only.is_some(), game.count_turns_up_to(2) == 1, "{code}");
    let (_, visits) = count_visits(|| game.uniform_turn(rng));
    cheap("a turn at random", visits, 200_000);
    let (_, visits) = count_visits(|| game.playout(1, rng));
    cheap("a random game", visits, 10_001);
    for text in [
        "Wd4-a1", "Wd4", "d4", "-", "!", "xd4d6", "d4d6f6", "a1xb2", "a1b2 -", "junk",
    ] {
        let (_, visits) = count_visits(|| game.read(text).is_ok());
        cheap("reading", visits, MANY_CAPTURES);
    }
    for _ in 0..4 {
        check_costs_of_composing(game, rng, &cheap);
    }
}

/// Composes a random turn step by step, plays it, and checks the costs.
fn check_costs_of_composing(game: &AnyGame, rng: &mut SplitMix64, cheap: &impl Fn(&str, u64, u64)) {
    let mut steps: Vec<Step> = Vec::new();
    loop {
        let (offer, visits) = count_visits(|| game.offer(&steps).unwrap());
        // Each choice is examined once more for its effects.
        cheap("offering", visits, MAX_CHOICES as u64);
        assert!(offer.choices.len() <= MAX_CHOICES, "{}", game.code());
        assert!(steps.len() <= MAX_STEPS + 1, "{}", game.code());
        let (effects, visits) = count_visits(|| game.step_effects_so_far(&steps).unwrap());
        cheap("saying what is chosen", visits, MAX_STEPS as u64);
        assert_eq!(effects.len(), steps.len());
        let (example, visits) = count_visits(|| game.example(&steps).unwrap());
        cheap("an example", visits, MAX_STEPS as u64);
        assert_eq!(game.check(&example.unwrap()), Ok(()));
        let (_, visits) = count_visits(|| game.turns_after(&steps, 20).unwrap());
        cheap("a screenful", visits, 20);
        if let Some(turn) = offer.finished {
            let text = game.write(&turn).unwrap();
            let (read, visits) = count_visits(|| game.read(&text));
            cheap("reading what is written", visits, MANY_CAPTURES);
            assert_eq!(read, Ok(turn));
            assert_eq!(game.path(&turn).unwrap(), steps);
            game.clone().play(&turn).unwrap();
            return;
        }
        let choice = rng.below(offer.choices.len() as u64) as usize;
        steps.push(offer.choices[choice].step);
    }
}

/// Whether to search for worse positions, which takes minutes in a release build.
fn is_deep() -> bool {
    std::env::var_os("HEXPOST_DEEP").is_some()
}

/// Hill climbing: changes a start at random `tries` times and keeps what does not reduce the number of
/// turns.
fn climb<S: Clone>(
    start: S,
    tries: u64,
    rng: &mut SplitMix64,
    change: impl Fn(&S, &mut SplitMix64) -> S,
    turns: impl Fn(&S) -> u64,
) -> (S, u64) {
    let (mut best, mut most) = (start.clone(), turns(&start));
    for _ in 0..tries {
        let mut other = change(&best, rng);
        for _ in 0..rng.below(3) {
            other = change(&other, rng);
        }
        let count = turns(&other);
        if count >= most {
            (best, most) = (other, count);
        }
    }
    (best, most)
}

fn one_of(cells: CellSet, rng: &mut SplitMix64) -> Option<Cell> {
    let place = rng.below(cells.len().max(1) as u64) as usize;
    cells.into_iter().nth(place)
}

/// A board with all marbles of a variant at random places.
fn scattered(variant: zertz::Variant, rng: &mut SplitMix64) -> zertz::Setup {
    let mut setup = Zertz::start(&variant).setup();
    for marble in Marble::ALL {
        for _ in 0..setup.pool[marble] {
            let vacant = vacant(&setup);
            let inner = vacant & CellSet::hexagon(3);
            let cell = one_of(if inner.is_empty() { vacant } else { inner }, rng);
            setup.marbles[marble].insert(cell.expect("there are more rings than marbles"));
        }
    }
    setup.pool = ByMarble::default();
    setup
}

fn vacant(setup: &zertz::Setup) -> CellSet {
    let marbles = &setup.marbles;
    setup.rings - (marbles.white | marbles.grey | marbles.black)
}

/// A random change: a marble moves, two swap places, or a marble or a ring is removed or added.
fn rearranged(setup: &zertz::Setup, rng: &mut SplitMix64) -> zertz::Setup {
    let mut setup = *setup;
    let colour = |rng: &mut SplitMix64| Marble::ALL[rng.below(3) as usize];
    let marble = colour(rng);
    let from = one_of(setup.marbles[marble], rng);
    let to = one_of(vacant(&setup), rng);
    match (rng.below(12), from, to) {
        (0, Some(from), _) => {
            let other = colour(rng);
            if let Some(place) = one_of(setup.marbles[other], rng) {
                setup.marbles[marble].remove(from);
                setup.marbles[other].remove(place);
                setup.marbles[marble].insert(place);
                setup.marbles[other].insert(from);
            }
        }
        (1, Some(from), _) => setup.marbles[marble].remove(from),
        (2, _, Some(to))
            if setup.marbles[marble].len() < usize::from(setup.variant.marbles()[marble]) =>
        {
            setup.marbles[marble].insert(to);
        }
        (3, _, Some(to)) => setup.rings.remove(to),
        (4, ..) => {
            let gone = setup.variant.board().cells() - setup.rings;
            setup.rings = one_of(gone, rng).map_or(setup.rings, |ring| setup.rings.with(ring));
        }
        (_, Some(from), Some(to)) => {
            setup.marbles[marble].remove(from);
            setup.marbles[marble].insert(to);
        }
        _ => {}
    }
    setup
}

fn worst_zertz(variant: zertz::Variant, tries: u64, limit: u64, seed: u64) -> (Zertz, u64) {
    let mut rng = SplitMix64::new(seed);
    let start = scattered(variant, &mut rng);
    let chains = |setup: &zertz::Setup| match setup.position() {
        Ok(position) if position.outcome().is_none() => position.count_captures_up_to(limit),
        _ => 0,
    };
    let (worst, most) = climb(start, tries, &mut rng, rearranged, chains);
    (
        worst
            .position()
            .expect("climbing only keeps legal positions"),
        most,
    )
}

#[test]
#[expect(clippy::print_stdout, reason = "a deep search prints its results")]
fn zertz_costs_are_bounded_in_the_worst_positions_found_by_hill_climbing() {
    // Counting chains stops at this limit: more make no difference to the assertions.
    let (tries, limit, climbs) = if is_deep() {
        (6_000, 30_000_000, 3)
    } else {
        (400, 5_000, 1)
    };
    let mut worst = 0;
    for variant in zertz::Variant::ALL {
        for seed in 0..climbs {
            let (position, most) = worst_zertz(variant, tries, limit, seed);
            let game = AnyGame::Zertz(Timeline::new(position));
            if is_deep() {
                println!("{most} {}", game.code());
            }
            worst = worst.max(most);
            check_costs(&game, &mut SplitMix64::new(seed));
        }
    }
    assert!(
        worst >= 2_000,
        "only {worst} chains: the search finds nothing"
    );
}

/// A random change: a stack moves, two swap places, or one becomes higher, lower or is removed.
fn reshuffled(setup: &tzaar::Setup, rng: &mut SplitMix64) -> tzaar::Setup {
    let mut setup = setup.clone();
    let place = rng.below(setup.stacks.len() as u64) as usize;
    let other = rng.below(setup.stacks.len() as u64) as usize;
    let taken: CellSet = setup.stacks.iter().map(|(cell, _)| *cell).collect();
    let vacant = one_of(tzaar::BOARD.cells() - taken, rng);
    match (rng.below(6), vacant) {
        (0 | 1, Some(to)) => setup.stacks[place].0 = to,
        (2, _) => {
            let (a, b) = (setup.stacks[place].0, setup.stacks[other].0);
            (setup.stacks[place].0, setup.stacks[other].0) = (b, a);
        }
        (3, _) => setup.stacks[place].1.height += 1,
        (4, _) => {
            let height = &mut setup.stacks[place].1.height;
            *height = (*height - 1).max(1);
        }
        (5, _) if setup.stacks.len() > 12 => {
            setup.stacks.remove(place);
        }
        _ => {}
    }
    setup
}

fn worst_tzaar(tries: u64, seed: u64) -> (Tzaar, u64) {
    let mut rng = SplitMix64::new(seed);
    let start = Tzaar::start(&tzaar::Variant::Random(seed)).setup();
    let turns = |setup: &tzaar::Setup| match setup.position() {
        Ok(position) => position.count_turns_up_to(u64::MAX),
        Err(_) => 0,
    };
    let (worst, most) = climb(start, tries, &mut rng, reshuffled, turns);
    (
        worst
            .position()
            .expect("climbing only keeps legal positions"),
        most,
    )
}

#[test]
#[expect(clippy::print_stdout, reason = "a deep search prints its results")]
fn tzaar_costs_are_bounded_in_the_worst_positions_found_by_hill_climbing() {
    let (tries, climbs) = if is_deep() { (100_000, 6) } else { (600, 2) };
    for seed in 1..=climbs {
        let (position, most) = worst_tzaar(tries, seed);
        let game = AnyGame::Tzaar(Timeline::new(position));
        if is_deep() {
            println!("{most} {}", game.code());
        }
        assert!(most > 1_000, "only {most} turns: the search finds nothing");
        check_costs(&game, &mut SplitMix64::new(seed));
    }
}

#[test]
fn costs_are_bounded_in_the_worst_positions_ever_found() {
    let mut rng = SplitMix64::new(1);
    let mut kinds: Vec<GameKind> = Vec::new();
    for game in found() {
        kinds.push(game.kind());
        check_costs(&game, &mut rng);
    }
    kinds.dedup();
    assert_eq!(kinds, GameKind::ALL);
}

#[test]
fn visits_are_counted_in_test_builds() {
    let game = found().next().unwrap();
    let (count, visits) = count_visits(|| game.count_turns_up_to(100_000));
    assert_eq!(count, 100_000);
    if cfg!(debug_assertions) {
        assert!(visits > count, "{visits}");
    }
}

/// Tournament positions in which nearly every placement misses a capture and would end the game.
#[test]
fn costs_are_bounded_where_most_placements_would_end_the_game() {
    let mut rng = SplitMix64::new(3);
    for variant in ["48-tournament", "61-tournament"] {
        let variant: zertz::Variant = variant.parse().unwrap();
        let mut setup = Zertz::start(&variant).setup();
        let line: Vec<Cell> = variant.board().column(3).collect();
        setup.marbles.white.insert(line[0]);
        setup.marbles.grey.insert(line[1]);
        // The last marble of the pool; neither player has captured any.
        setup.pool = ByMarble::new(1, 0, 0);
        let position = setup.position().unwrap();
        let mut game = Timeline::new(position);
        check_costs(&AnyGame::Zertz(game.clone()), &mut rng);
        // Blocking the only jump with the last marble would end the game.
        let blocked = position.board().name(line[2]).to_string();
        assert!(game.read(&format!("W{blocked}")).is_err());
        let turn = game.turns_up_to(100_000).unwrap()[0];
        game.play(&turn).unwrap();
        check_costs(&AnyGame::Zertz(game), &mut rng);
    }
}

/// The error for a missed capture counts the captures only up to a limit.
#[test]
fn a_refusal_counts_at_most_a_hundred_captures() {
    let game = found().next().unwrap();
    let refused = game.read("Wa1").unwrap_err().to_string();
    assert!(refused.contains("100 or more are possible"), "{refused}");
    let few = "zertz 37 4/5/6/3WG2/6/5/4 5,7,10 0,0,0 0,0,0 first";
    let refused = AnyGame::from_code(few).unwrap().read("Wa1").unwrap_err();
    assert!(refused.to_string().contains("2 are possible"), "{refused}");
}

#[test]
fn positions_with_more_pieces_than_the_set_are_refused() {
    let code =
        "zertz 61 5/2WW2/1W1W1W1/1WGGGGG1/3GGG3/1BBBBBB1/3B1B1/2BB2/W4 0,0,0 0,0,0 0,0,0 first";
    let refused = AnyGame::from_code(code).unwrap_err().to_string();
    assert!(
        refused.contains("7 white marbles, more than the 6"),
        "{refused}"
    );
    for code in [
        "tzaar T31..../....../......./......../......../......../......./....../z.r.t first",
        "tzaar ZZZZZ/ZZ..../......./......../......../......../......./....../z.r.t first",
    ] {
        let refused = AnyGame::from_code(code).unwrap_err().to_string();
        assert!(refused.contains("more than"), "{refused}");
    }
}
