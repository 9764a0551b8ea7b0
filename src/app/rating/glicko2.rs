//! Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system".
//!
//! Written out here and not taken from a library, because ratings are worked out again by `hexpost
//! check` and have to come out the same to the last bit: on every machine, and with every version of the
//! program. Square roots are exact everywhere; logarithms and powers are not, so those are `libm`'s,
//! which are computed alike everywhere.

use std::f64::consts::PI;

use crate::model::Figures;

/// What a new player has.
pub const START: Figures = Figures {
    rating: 1500.0,
    deviation: 350.0,
    volatility: 0.06,
};

/// From the usual scale to that of the formulas.
const SCALE: f64 = 173.7178;
/// How much the volatility changes.
const TAU: f64 = 0.5;
/// How exactly the volatility is found.
const TOLERANCE: f64 = 0.000_001;
/// It is found in far fewer steps; this only makes sure that there is an end.
const MOST_STEPS: usize = 1000;
/// Against someone so far away that less than this could be learnt, nothing is.
const LEAST_INFORMATION: f64 = 1e-12;

/// The figures after a rating period with these results: the opponents as they were before it, with 1
/// for a win, ½ for a draw and 0 for a loss.
pub fn after(player: &Figures, results: &[(Figures, f64)]) -> Figures {
    let (mu, phi) = (to_scale(player.rating), player.deviation / SCALE);
    // Steps 3 and 4: what could be learnt, and what was.
    let (mut information, mut surprise) = (0.0, 0.0);
    for (opponent, score) in results {
        let g = weight(opponent.deviation / SCALE);
        let expected = 1.0 / (1.0 + libm::exp(-g * (mu - to_scale(opponent.rating))));
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score - expected);
    }
    if information < LEAST_INFORMATION {
        return idle(player, 1);
    }
    let variance = 1.0 / information;
    let volatility = volatility(player.volatility, phi, variance, variance * surprise);
    // Steps 6 and 7.
    let grown = phi * phi + volatility * volatility;
    let left = 1.0 / (1.0 / grown + information);
    Figures {
        rating: START.rating + SCALE * (mu + left * surprise),
        deviation: (SCALE * left.sqrt()).min(START.deviation),
        volatility,
    }
}

/// The figures after so many rating periods without a game: only less is known.
pub fn idle(player: &Figures, periods: i64) -> Figures {
    if periods <= 0 {
        return *player;
    }
    let phi = player.deviation / SCALE;
    let grown = phi * phi + periods as f64 * player.volatility * player.volatility;
    Figures {
        deviation: (SCALE * grown.sqrt()).min(START.deviation),
        ..*player
    }
}

fn to_scale(rating: f64) -> f64 {
    (rating - START.rating) / SCALE
}

/// How much a result counts against someone of that deviation: g.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// Step 5: the new volatility, where the paper's curve f crosses zero, by the Illinois algorithm.
fn volatility(sigma: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let start = libm::log(sigma * sigma);
    let curve = |x: f64| {
        let power = libm::exp(x);
        let sum = phi * phi + variance + power;
        power * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let mut a = start;
    let excess = delta * delta - phi * phi - variance;
    let mut b = if excess > 0.0 {
        libm::log(excess)
    } else {
        let steps = (1..MOST_STEPS).map(|k| start - k as f64 * TAU);
        let mut steps = steps.skip_while(|x| curve(*x) < 0.0);
        steps.next().unwrap_or(start)
    };
    let (mut fa, mut fb) = (curve(a), curve(b));
    for _ in 0..MOST_STEPS {
        if (b - a).abs() <= TOLERANCE {
            break;
        }
        let c = a + (a - b) * fa / (fb - fa);
        let fc = curve(c);
        if fc * fb <= 0.0 {
            (a, fa) = (b, fb);
        } else {
            fa /= 2.0;
        }
        (b, fb) = (c, fc);
    }
    libm::exp(a / 2.0)
}
