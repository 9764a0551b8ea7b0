//! Random games that reach rare situations, for checking properties.

use hexpost_engine::position::Position;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::tzaar::{self, Tzaar};
use hexpost_engine::zertz::{self, Turn, Zertz};

/// A preference for turns, given the positions before and after: turns with a higher value are more
/// likely to be played.
pub(crate) type Preference<P> = fn(&Timeline<P>, <P as Position>::Turn, &Timeline<P>) -> u32;

/// Plays random games by a preference and calls `see` with every position, including the last.
pub(crate) fn play_games<P: Position>(
    start: &Timeline<P>,
    preference: Preference<P>,
    seed: u64,
    games: u64,
    mut see: impl FnMut(&Timeline<P>),
) {
    let mut rng = SplitMix64::new(seed);
    for _ in 0..games {
        let mut game = start.clone();
        for _ in 0..300 {
            see(&game);
            let turns = game.turns_up_to(100_000).unwrap();
            // A few candidates are enough to follow a preference.
            let candidates = (0..8)
                .filter(|_| !turns.is_empty())
                .map(|_| turns[rng.below(turns.len() as u64) as usize])
                .chain(rare(&turns))
                .collect::<Vec<_>>();
            let preferred = candidates.into_iter().max_by_key(|turn| {
                let mut next = game.clone();
                next.play_unchecked(turn);
                (preference(&game, *turn, &next), rng.next())
            });
            let Some(turn) = preferred else { break };
            game.play_unchecked(&turn);
        }
        see(&game);
    }
}

/// The last few turns of the list, such as passes, which random candidates would rarely include.
fn rare<T: Copy>(turns: &[T]) -> impl Iterator<Item = T> {
    turns.iter().rev().take(2).copied()
}

fn any<P: Position>(_: &Timeline<P>, _: P::Turn, _: &Timeline<P>) -> u32 {
    0
}

fn long<P: Position>(_: &Timeline<P>, _: P::Turn, next: &Timeline<P>) -> u32 {
    u32::from(next.outcome().is_none())
}

/// Prefers to leave groups, send turns back and miss captures.
fn odd(game: &Timeline<Zertz>, turn: Turn, next: &Timeline<Zertz>) -> u32 {
    let goes_on = u32::from(next.outcome().is_none());
    let oddity = match turn {
        Turn::Place { leave: true, .. } => 3,
        Turn::SendBack | Turn::Pass | Turn::Place { remove: None, .. } => 2,
        Turn::Place { .. } => u32::from(game.position().has_capture()),
        Turn::Capture(chain) => (chain.places().len() as u32 > 3).into(),
    };
    goes_on * 10 + oddity
}

/// Prefers to stack or to pass rather than capture again.
fn stacking(_: &Timeline<Tzaar>, turn: tzaar::Turn, next: &Timeline<Tzaar>) -> u32 {
    let goes_on = u32::from(next.outcome().is_none());
    let stacks = match turn {
        tzaar::Turn::Capture {
            second: tzaar::Second::Stack(_),
            ..
        } => 2,
        tzaar::Turn::Capture {
            second: tzaar::Second::Pass,
            ..
        } => 1,
        _ => 0,
    };
    goes_on * 10 + stacks
}

/// Plays random games of every variant of ZÈRTZ, and from some late positions, and calls `see` with every
/// position.
pub(crate) fn zertz_games(games: u64, mut see: impl FnMut(&Timeline<Zertz>)) {
    let preferences: [Preference<Zertz>; 3] = [any, long, odd];
    for (seed, variant) in zertz::Variant::ALL.into_iter().enumerate() {
        let start = Timeline::new(Zertz::start(&variant));
        for (index, preference) in preferences.into_iter().enumerate() {
            let seed = (seed * preferences.len() + index) as u64;
            play_games(&start, preference, seed, games, &mut see);
        }
    }
    for code in LATE {
        let start = Timeline::from_code(code).unwrap();
        play_games(&start, odd, 7, games, &mut see);
        play_games(&start, any, 8, games, &mut see);
    }
}

/// Plays random games from every kind of TZAAR start and calls `see` with every position.
pub(crate) fn tzaar_games(games: u64, mut see: impl FnMut(&Timeline<Tzaar>)) {
    let preferences: [Preference<Tzaar>; 3] = [any, long, stacking];
    let starts = [
        "fixed",
        "random:1",
        "random:18446744073709551615",
        "setup:ttttTTrrrRTTRzzZRTTRZtTZRTTRZTtzrttrztTzrttrzZZrttrRRRttTTTT",
        "tournament",
    ];
    for (seed, variant) in starts.into_iter().enumerate() {
        let start = Timeline::new(Tzaar::start(&variant.parse().unwrap()));
        for (index, preference) in preferences.into_iter().enumerate() {
            let seed = (seed * preferences.len() + index) as u64;
            play_games(&start, preference, seed, games, &mut see);
        }
    }
}

/// Positions with an empty pool, where marbles go back and forth and positions repeat.
const LATE: [&str; 6] = [
    "61 ...../G..G.G/.2W1W./.G..G.G./........./......../BBB..../GBBBBB/WWWWG 0,0,0 0,0,1 0,0,1 first",
    "61-tournament ...../G..G.G/.2W1W./.G..G.G./........./......../BB...../GBBBBB/WWWWG 0,0,0 0,0,2 0,0,1 first",
    "61 ...../.G..G./..2W../..G..G../........./......../WWWWWGG/GGBBBB/BBBBB 0,0,0 0,0,0 0,0,1 first",
    "61 ...../.G..G./G.2W.W/G.G..G.W/BB.....WW/B.B..B.G/B.2W.G/.B..B./..... 0,0,0 0,0,1 0,0,1 first",
    "61-tournament ...../.G..G./..2W../..G..G../........./......../WWWWWGG/GGBBBB/BBBBB 0,0,0 0,0,0 0,0,1 first",
    "61-tournament ...../.G..G./G.2W.W/G.G..G.W/BB.....WW/B.B..B.G/B.2W.G/.B..B./..... 0,0,0 0,0,1 0,0,1 first",
];
