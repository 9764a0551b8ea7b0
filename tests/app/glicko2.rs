//! The Glicko-2 arithmetic.

use hexpost_engine::random::SplitMix64;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use hexpost::app::rating::glicko2::{START, after, idle};
use hexpost::model::Figures;

fn figures(rating: f64, deviation: f64) -> Figures {
    Figures {
        rating,
        deviation,
        ..START
    }
}

#[test]
fn the_worked_example_of_glickmans_paper_is_reproduced() {
    let results = [
        (figures(1400.0, 30.0), 1.0),
        (figures(1550.0, 100.0), 0.0),
        (figures(1700.0, 300.0), 0.0),
    ];
    let after = after(&figures(1500.0, 200.0), &results);
    assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.059_996).abs() < 1e-6, "{after:?}");
}

#[test]
fn ratings_agree_with_another_implementation() {
    let mut numbers = SplitMix64::new(7);
    let mut between = |low: f64, high: f64| {
        let part = numbers.below(1 << 32) as f64 / f64::from(u32::MAX);
        low + part * (high - low)
    };
    for round in 0..3000 {
        let mut player = || Figures {
            rating: between(600.0, 2600.0),
            deviation: between(30.0, 350.0),
            volatility: between(0.02, 0.12),
        };
        let one = player();
        let results: Vec<(Figures, f64)> = (0..=round % 4)
            .map(|score| (player(), f64::from(score % 3) / 2.0))
            .collect();
        let plain = |figures: &Figures| Glicko2Rating {
            rating: figures.rating,
            deviation: figures.deviation,
            volatility: figures.volatility,
        };
        let theirs: Vec<(Glicko2Rating, Outcomes)> = results
            .iter()
            .map(|(opponent, score)| {
                let outcome = match score {
                    1.0 => Outcomes::WIN,
                    0.0 => Outcomes::LOSS,
                    _ => Outcomes::DRAW,
                };
                (plain(opponent), outcome)
            })
            .collect();
        let theirs = glicko2_rating_period(&plain(&one), &theirs, &Glicko2Config::new());
        let ours = after(&one, &results);
        let deviation = theirs.deviation.min(350.0);
        assert!((ours.rating - theirs.rating).abs() < 1e-6, "{one:?}");
        assert!((ours.deviation - deviation).abs() < 1e-6, "{one:?}");
        assert!(
            (ours.volatility - theirs.volatility).abs() < 1e-9,
            "{one:?}"
        );
    }
}

#[test]
fn ratings_stay_finite_however_far_apart_two_players_are() {
    for gap in [0.0, 1e2, 1e3, 1e4, 1e6] {
        for score in [0.0, 0.5, 1.0] {
            let strong = figures(1500.0 + gap, 50.0);
            let after = after(&figures(1500.0, 350.0), &[(strong, score)]);
            for figure in [after.rating, after.deviation, after.volatility] {
                assert!(figure.is_finite(), "{gap} {score}: {after:?}");
            }
            assert!(after.deviation <= 350.0 && after.volatility < 1.0);
        }
    }
    assert_eq!(idle(&START, 100_000), START);
    assert_eq!(idle(&START, -3), START);
}

#[test]
fn ratings_are_bit_identical_on_every_machine() {
    let mut one = START;
    let mut other = START;
    for score in [1.0, 0.5, 1.0, 0.0, 1.0] {
        let after_one = after(&one, &[(other, score)]);
        other = after(&other, &[(one, 1.0 - score)]);
        one = after_one;
    }
    let bits = [one.rating, one.deviation, one.volatility].map(f64::to_bits);
    assert_eq!(bits, BITS, "{one:?}");
}

/// The bits of a rating after five games.
const BITS: [u64; 3] = [
    4_654_652_028_651_179_658,
    4_640_845_822_712_609_929,
    4_588_807_897_965_639_838,
];
