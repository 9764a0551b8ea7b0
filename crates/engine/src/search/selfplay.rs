//! Games of the engine against itself, as material for [fitting](super::fit) the evaluation.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::engine::{Engine, Options, SearchLimits};
use crate::game::{AnyGame, AnyTurn, Variant};
use crate::random::SplitMix64;
use crate::side::Side;

/// A game that is longer is given up as a draw.
const MAX_TURNS: usize = 200;

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// The nodes for each turn.
    pub nodes: u64,
    /// How many random turns a game begins with, at least and at most.
    pub random: (u64, u64),
    /// Whether the engine uses the weights by rule of thumb.
    pub plain: bool,
}

/// A game with the scores of its turns.
///
/// As text: the game, the variant, the result (`1`, `0` or `=`), then each turn with its score after an
/// `@`, all separated by bars. Random turns have no score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// The variant.
    pub variant: Variant,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The turns in canonical notation with their scores in points.
    pub turns: Vec<(String, Option<i32>)>,
}

impl fmt::Display for ScoredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.winner {
            Some(Side::First) => "1",
            Some(Side::Second) => "0",
            None => "=",
        };
        let game = self.variant.game().as_str();
        write!(f, "{game}|{}|{result}", self.variant)?;
        for (turn, score) in &self.turns {
            write!(f, "|{turn}")?;
            if let Some(score) = score {
                write!(f, "@{score}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for ScoredGame {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut parts = line.split('|');
        let mut next = |what: &str| parts.next().ok_or_else(|| format!("the {what} is missing"));
        let game = next("game")?;
        let variant = Variant::parse(game, next("variant")?).map_err(|error| error.to_string())?;
        let winner = match next("result")? {
            "1" => Some(Side::First),
            "0" => Some(Side::Second),
            "=" => None,
            other => return Err(format!("{other:?} is no result")),
        };
        let turns = parts
            .map(|part| match part.split_once('@') {
                None => Ok((part.to_owned(), None)),
                Some((turn, score)) => match score.parse() {
                    Ok(score) => Ok((turn.to_owned(), Some(score))),
                    Err(_) => Err(format!("{score:?} is no score")),
                },
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            variant,
            winner,
            turns,
        })
    }
}

impl SelfPlay {
    /// Plays one game. The same seed gives the same game.
    pub fn play(
        &self,
        engine: &mut Engine,
        variant: &Variant,
        seed: u64,
        stop: &AtomicBool,
    ) -> ScoredGame {
        let mut rng = SplitMix64::new(seed);
        let mut game = AnyGame::start(variant);
        let mut turns = Vec::new();
        engine.clear();
        let (least, most) = self.random;
        let random = least + rng.below(most - least + 1);
        let mut placed = 0;
        while game.outcome().is_none() && turns.len() < MAX_TURNS {
            let setting_up = game.is_setting_up();
            let (turn, score): (AnyTurn, _) = if placed < random && !setting_up {
                let Some(turn) = game.uniform_turn(&mut rng) else {
                    break;
                };
                placed += 1;
                (turn, None)
            } else {
                let limits = SearchLimits::nodes(self.nodes);
                let Some(report) = engine.search(&game, limits, stop, |_| {}) else {
                    break;
                };
                let line = &report.lines[0];
                let score = (!setting_up).then(|| line.score.points());
                (line.turn(), score)
            };
            turns.push((game.write(&turn).unwrap_or_default(), score));
            if game.play(&turn).is_err() {
                break;
            }
        }
        ScoredGame {
            variant: variant.clone(),
            winner: game.outcome().and_then(|outcome| outcome.winner),
            turns,
        }
    }

    /// An engine for such games, perhaps with other weights than the built-in ones.
    pub fn engine(&self, weights: Option<String>) -> Engine {
        let options = Options {
            megabytes: 8,
            plain: self.plain,
            ..Options::default()
        };
        match weights {
            Some(text) => Engine::with_weights(options, text),
            None => Engine::new(options),
        }
    }
}
