//! Glicko-2, as described by Mark Glickman in "Example of the Glicko-2 system".
//!
//! Implemented here instead of using a library, because `hexpost check` recomputes all ratings, and the
//! results must be identical to the last bit on every machine and with every version of the program.
//! Square roots are exact everywhere; logarithms and powers are not, so those of `libm` are used, which
//! compute the same everywhere.

use std::f64::consts::PI;

use crate::model::Figures;

/// The figures of a new player.
pub const START: Figures = Figures {
    rating: 1500.0,
    deviation: 350.0,
    volatility: 0.06,
};

/// The factor between the usual scale and that of the formulas.
const SCALE: f64 = 173.7178;
/// The system constant, which limits the change of the volatility.
const TAU: f64 = 0.5;
/// The precision of the volatility.
const TOLERANCE: f64 = 0.000_001;
/// Far fewer steps are needed; this only guarantees termination.
const MAX_STEPS: usize = 1000;
/// Below this information a result against a very distant opponent is ignored.
const LEAST_INFORMATION: f64 = 1e-12;

/// The figures after a rating period with these results: the opponents' figures before it, with 1 for a
/// win, ½ for a draw and 0 for a loss.
pub fn after(player: &Figures, results: &[(Figures, f64)]) -> Figures {
    let (mu, phi) = (to_scale(player.rating), player.deviation / SCALE);
    // Steps 3 and 4: the variance and the improvement.
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

/// The figures after a number of rating periods without a game: only the deviation grows.
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

/// The weight of a result against an opponent with this deviation: the function g.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// Step 5: the new volatility, the root of the paper's function f, found with the Illinois algorithm.
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
        let steps = (1..MAX_STEPS).map(|k| start - k as f64 * TAU);
        let mut steps = steps.skip_while(|x| curve(*x) < 0.0);
        steps.next().unwrap_or(start)
    };
    let (mut fa, mut fb) = (curve(a), curve(b));
    for _ in 0..MAX_STEPS {
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
