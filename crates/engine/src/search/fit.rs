//! Fitting the weights of the evaluation to games: a logistic regression.
//!
//! Everything is computed in one order with additions, multiplications and divisions alone, so that the
//! same games give the same weights on every machine.

use super::engine::Searchable;
use super::node::Node;
use super::score::{POINTS_PER_LOGIT, PROVEN};
use super::selfplay::ScoredGame;
use super::weights;
use crate::game::{AnyGame, with_each};
use crate::timeline::Timeline;

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fit {
    /// How many steps of gradient descent.
    pub steps: u32,
    /// How much the search's own score counts against the result, in percent.
    pub trust: u32,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            steps: 1500,
            trust: 40,
        }
    }
}

/// A position for the fit: its features, each with its value and the share of the late weight.
struct TrainingPosition {
    features: Vec<(u16, i8)>,
    late: f64,
    target: f64,
}

/// The fitted weights, as the text of a file, and how well they predict.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The text of the file.
    pub text: String,
    /// The number of positions.
    pub positions: usize,
    /// The mean logarithmic loss of the weights by rule of thumb and of the fitted ones.
    pub loss: (f64, f64),
}

impl Fit {
    /// Fits the weights of a game. `comment` goes to the head of the file; `progress` is told the share
    /// done in percent.
    pub fn run(
        self,
        games: &[ScoredGame],
        comment: &str,
        progress: impl FnMut(u32),
    ) -> Result<Fitted, String> {
        let first = games.first().ok_or("no game to learn from")?;
        let start = AnyGame::start(&first.variant);
        with_each!(&start, start => self.fit(start, games, comment, progress))
    }

    fn fit<P: Searchable>(
        self,
        _game: &Timeline<P>,
        games: &[ScoredGame],
        comment: &str,
        progress: impl FnMut(u32),
    ) -> Result<Fitted, String> {
        let samples = self.samples::<P>(games)?;
        self.descend(
            &P::plain_weights(),
            &samples,
            comment,
            P::stiffness,
            progress,
        )
    }

    /// The positions of the games.
    fn samples<P: Searchable>(self, games: &[ScoredGame]) -> Result<Vec<TrainingPosition>, String> {
        let mut samples = Vec::new();
        for (number, scored) in games.iter().enumerate() {
            let wrong = |problem: String| format!("game {}: {problem}", number + 1);
            let variant: P::Variant = scored
                .variant
                .to_string()
                .parse()
                .map_err(|_| wrong("another game".to_owned()))?;
            let mut game = Timeline::new(P::start(&variant));
            for (text, score) in &scored.turns {
                let turn = game.read(text).map_err(|error| wrong(error.to_string()))?;
                if let Some(score) = *score
                    && score.abs() < PROVEN
                {
                    let mover = game.position().to_move();
                    let result = match scored.winner {
                        None => 0.5,
                        Some(winner) => f64::from(u8::from(winner == mover)),
                    };
                    let trust = f64::from(self.trust) / 100.0;
                    let guess = logistic(f64::from(score) / f64::from(POINTS_PER_LOGIT));
                    let target = trust * guess + (1.0 - trust) * result;
                    let mut node = game.position().node();
                    for part in P::moves_of(&turn) {
                        let mut sample = TrainingPosition {
                            features: Vec::new(),
                            late: 0.0,
                            target,
                        };
                        if node.mover() == mover
                            && let Some(late) = P::describe(&node, |index, value| {
                                sample.add(index, value);
                            })
                        {
                            sample.late = f64::from(late) / 32.0;
                            samples.push(sample);
                        }
                        node.play(part);
                    }
                }
                game.play(&turn).map_err(|error| wrong(error.to_string()))?;
            }
        }
        Ok(samples)
    }

    /// Gradient descent with momentum per weight (Adam), over all samples in each step.
    fn descend(
        self,
        start: &[[i32; 2]],
        samples: &[TrainingPosition],
        comment: &str,
        stiffness: impl Fn(usize) -> f64,
        mut progress: impl FnMut(u32),
    ) -> Result<Fitted, String> {
        if samples.is_empty() {
            return Err("no position to learn from".to_owned());
        }
        let scale = f64::from(POINTS_PER_LOGIT);
        let mut w: Vec<[f64; 2]> = start
            .iter()
            .map(|pair| pair.map(|weight| f64::from(weight) / scale))
            .collect();
        let prior = w.clone();
        let before = loss(&w, samples);
        let mut mean = vec![[0.0; 2]; w.len()];
        let mut square = vec![[0.0; 2]; w.len()];
        let (mut power_one, mut power_two) = (1.0, 1.0);
        for step in 0..self.steps {
            let mut gradient = vec![[0.0; 2]; w.len()];
            for sample in samples {
                let error = logistic(sample.logit(&w)) - sample.target;
                for &(index, value) in &sample.features {
                    let part = error * f64::from(value);
                    gradient[usize::from(index)][0] += part * (1.0 - sample.late);
                    gradient[usize::from(index)][1] += part * sample.late;
                }
            }
            power_one *= 0.9;
            power_two *= 0.999;
            // The steps get smaller towards the end.
            let rate = 0.02 * (1.0 - f64::from(step) / f64::from(self.steps)) + 0.000_5;
            for index in 0..w.len() {
                for late in 0..2 {
                    // What is seen rarely stays near the rule of thumb.
                    let pull = stiffness(index) * (w[index][late] - prior[index][late]);
                    let g = (gradient[index][late] + pull) / samples.len() as f64;
                    let m = &mut mean[index][late];
                    *m = 0.9 * *m + 0.1 * g;
                    let s = &mut square[index][late];
                    *s = 0.999 * *s + 0.001 * g * g;
                    let m = *m / (1.0 - power_one);
                    let s = *s / (1.0 - power_two);
                    w[index][late] -= rate * m / (s.sqrt() + 1e-8);
                }
            }
            progress(step * 100 / self.steps);
        }
        let after = loss(&w, samples);
        let whole: Vec<[i32; 2]> = w
            .iter()
            .map(|pair| pair.map(|weight| (weight * scale).round() as i32))
            .collect();
        Ok(Fitted {
            text: weights::write(comment, &whole),
            positions: samples.len(),
            loss: (before, after),
        })
    }
}

impl TrainingPosition {
    fn add(&mut self, index: usize, value: i32) {
        if value != 0 {
            // Opposite contributions cancel out.
            match self
                .features
                .iter_mut()
                .find(|(other, _)| usize::from(*other) == index)
            {
                Some((_, sum)) => *sum += value as i8,
                None => self.features.push((index as u16, value as i8)),
            }
        }
    }

    fn logit(&self, w: &[[f64; 2]]) -> f64 {
        let mut sum = 0.0;
        for &(index, value) in &self.features {
            let [early, late] = w[usize::from(index)];
            sum += f64::from(value) * (early * (1.0 - self.late) + late * self.late);
        }
        sum
    }
}

/// The mean logarithmic loss.
fn loss(w: &[[f64; 2]], samples: &[TrainingPosition]) -> f64 {
    let mut sum = 0.0;
    for sample in samples {
        let p = logistic(sample.logit(w)).clamp(1e-6, 1.0 - 1e-6);
        sum -= sample.target * p.ln() + (1.0 - sample.target) * (1.0 - p).ln();
    }
    sum / samples.len() as f64
}

/// The logistic function by means that give the same result everywhere.
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// The exponential function: by halving the argument and a series.
fn exp(x: f64) -> f64 {
    let x = x.clamp(-40.0, 40.0) / 64.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    let mut n = 1.0;
    while n < 14.0 {
        term *= x / n;
        sum += term;
        n += 1.0;
    }
    for _ in 0..6 {
        sum *= sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_precise() {
        for i in -200..200 {
            let x = f64::from(i) / 13.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-9, "{x}");
        }
    }
}
