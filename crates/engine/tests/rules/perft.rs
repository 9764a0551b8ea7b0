//! Counted positions against the tables in `tests/data/*.perft`.
//!
//! Counts of more than twenty million sequences run only if `HEXPOST_DEEP` is set, in a release
//! build preferably: `HEXPOST_DEEP=1 cargo test --release --no-default-features --test rules perft`.

use hexpost_engine::game::{AnyGame, Variant};

const SHALLOW: u64 = 20_000_000;

/// Each line of a table: variant, `turns` or `half`, depth, count, and turns to play before.
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
fn zertz_positions_are_counted_right() {
    check("zertz", include_str!("../data/zertz.perft"));
}

#[test]
fn tzaar_positions_are_counted_right() {
    check("tzaar", include_str!("../data/tzaar.perft"));
}
