//! How long the levels think: processor time of turns in games on every board, on Linux; elsewhere the time
//! on the clock.
//!
//! Run with `cargo bench -p hexpost-engine --features bench --bench responses -- [GAMES [LEVELS]]`.

#![expect(clippy::print_stdout, reason = "prints its figures")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{Level, Player, SearchLimits};

const VARIANTS: [(&str, &str); 15] = [
    ("zertz", "37"),
    ("zertz", "40"),
    ("zertz", "43"),
    ("zertz", "44"),
    ("zertz", "48"),
    ("zertz", "61"),
    ("zertz", "37-blitz"),
    ("zertz", "48-tournament"),
    ("zertz", "61-tournament"),
    ("zertz", "37-zerc"),
    ("zertz", "61-zerc"),
    ("tzaar", "fixed"),
    ("tzaar", "random:1"),
    ("tzaar", "random:2"),
    ("tzaar", "tournament"),
];

/// Turns that take longer than this are shown with their positions.
const SLOW: Duration = Duration::from_millis(1500);

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let games = words.first().map_or(2, |word| word.parse().unwrap());
    let levels: Vec<Level> = match words.get(1) {
        Some(numbers) => numbers
            .chars()
            .map(|digit| digit.to_string().parse().unwrap())
            .collect(),
        None => Level::ALL[..6].to_vec(),
    };
    println!("level  board            turns  median      99 %   longest  (milliseconds)");
    for level in levels {
        let mut all = Vec::new();
        for (game, variant) in VARIANTS {
            let times = responses(game, variant, level, games);
            print(level, variant, &times);
            all.extend(times);
        }
        print(level, "all", &all);
    }
}

/// The times for turns of a level in positions of games between players of little strength and chance.
fn responses(game: &str, variant: &str, level: Level, games: u64) -> Vec<Duration> {
    let stop = AtomicBool::new(false);
    let mut times = Vec::new();
    let mut player = Player::new(level);
    let mut other = Player::new(Level::Numbered(2));
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut any = AnyGame::start(&Variant::parse(game, variant).unwrap());
        while any.outcome().is_none() {
            if !any.is_setting_up() && rng.below(3) == 0 {
                let began = now();
                player.choose(&any, seed, SearchLimits::NONE, &stop, |_| {});
                let took = now().saturating_sub(began);
                if took > SLOW {
                    println!("{took:?}: {}", any.code());
                }
                times.push(took);
            }
            let turn = if rng.below(4) == 0 {
                any.uniform_turn(&mut rng).unwrap()
            } else {
                let limits = SearchLimits::nodes(5_000);
                let report = other.choose(&any, seed, limits, &stop, |_| {});
                report.unwrap().lines[0].turn()
            };
            any.play(&turn).unwrap();
        }
    }
    times
}

/// The processor time of this thread so far.
fn now() -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = statistics.and_then(|text| text.split(' ').next()?.parse().ok());
    spent.map_or_else(since_start, Duration::from_nanos)
}

fn since_start() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn print(level: Level, board: &str, times: &[Duration]) {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let at = |percent: usize| sorted[(sorted.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    let (count, half, most, longest) = (sorted.len(), at(50), at(99), at(100));
    println!("{level:5}  {board:15} {count:6} {half:7.0} {most:9.0} {longest:9.0}");
}
