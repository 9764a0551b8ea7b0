//! Perft counts, compared with the tables in `tests/data/*.perft`.
//!
//! Counts of more than twenty million sequences are skipped unless `HEXPOST_DEEP` is set, preferably in
//! a release build: `HEXPOST_DEEP=1 cargo test --release -p hexpost-engine --test rules perft`.

use hexpost_engine::game::{AnyGame, Variant};

/// The largest count that is checked without `HEXPOST_DEEP`.
const SHALLOW: u64 = 20_000_000;

/// Checks a table. Each line has a variant, `turns` or `half`, a depth, the count, and turns to play
/// before counting.
fn check(game: &str, table: &str) {
    let is_deep = std::env::var_os("HEXPOST_DEEP").is_some();
    let mut checked = 0;
    for line in table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let mut fields = line.split_whitespace();
        let mut next = || fields.next().unwrap_or_else(|| panic!("{line}"));
        let (variant, unit, depth, count) = (next(), next(), next(), next());
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        if count > SHALLOW && !is_deep {
            continue;
        }
        let mut start = AnyGame::start(&Variant::parse(game, variant).unwrap());
        for turn in fields {
            let turn = start.read(turn).unwrap();
            start.play(&turn).unwrap();
        }
        let found = match unit {
            "turns" => Some(start.perft(depth)),
            "half" => start.perft_half(depth),
            _ => None,
        };
        assert_eq!(found, Some(count), "{game} {line}");
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn zertz_counts_match_the_table() {
    check("zertz", include_str!("../data/zertz.perft"));
}

#[test]
fn tzaar_counts_match_the_table() {
    check("tzaar", include_str!("../data/tzaar.perft"));
}
