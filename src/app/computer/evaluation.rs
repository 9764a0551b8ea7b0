//! What the computer has found out about one position.

use hexpost_engine::game::AnyGame;
use hexpost_engine::search::{Proof, Score, SearchReport};
use serde::{Deserialize, Serialize};

use crate::app::computer::hint::HintReason;

/// The least winning chances of a side whose loss is not proved.
const UNPROVEN: f64 = 0.01;

/// What the computer has found out about one position: how good it is for the player to move at several
/// depths, what is proved, and the best turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The scores in points after each depth of the search, the shallowest first.
    pub scores: Vec<(i32, i32)>,
    /// A proof: within how many turns the player to move wins, or loses if negative.
    pub proof: Option<i32>,
    /// The best turn found, in canonical notation.
    pub best: String,
    /// Why it is the best.
    pub reason: HintReason,
}

impl Evaluation {
    /// Puts together what a search and a proof have found out about a position; `scores` are those of each
    /// depth. `None` without a turn.
    pub fn new(
        game: &AnyGame,
        scores: &[(i32, Score)],
        report: &SearchReport,
        proof: &Proof,
    ) -> Option<Self> {
        let line = report.lines.first()?;
        let mut line = line.clone();
        let mut winning = None;
        let proof = match proof {
            Proof::Win {
                turns,
                winning: all,
                ..
            } => {
                // A search may prefer a turn that wins more slowly, or for which there is no proof.
                let proved = all
                    .iter()
                    .find(|turn| **turn == line.turn())
                    .or(all.first());
                if let Some(turn) = proved {
                    line.turns = vec![*turn];
                    winning = Some(*turn);
                }
                Some(i32::try_from(*turns).unwrap_or(i32::MAX))
            }
            Proof::Loss { turns } => Some(-i32::try_from(*turns).unwrap_or(i32::MAX)),
            Proof::Unknown => None,
        };
        Some(Self {
            scores: scores
                .iter()
                .map(|(depth, score)| (*depth, score.points()))
                .collect(),
            proof,
            best: game.write(&line.turn())?,
            reason: HintReason::new(game, &line, winning),
        })
    }

    /// The winning chances of the player to move, from 0 to 1: the mean of the two greatest depths, because
    /// whoever makes the last turn of a search looks better than they are.
    pub fn chance(&self) -> f64 {
        if let Some(turns) = self.proof {
            return f64::from(u8::from(turns > 0));
        }
        let last = self.scores.iter().rev().take(2);
        let chances: Vec<f64> = last.map(|(_, points)| chance_of(*points)).collect();
        if chances.is_empty() {
            return 0.5;
        }
        chances.iter().sum::<f64>() / chances.len() as f64
    }

    /// The winning chances at a depth of the search, or at the nearest one that is shallower; `None` if all
    /// are deeper. A proof holds at every depth.
    pub fn chance_at(&self, depth: i32) -> Option<f64> {
        if let Some(turns) = self.proof {
            return Some(f64::from(u8::from(turns > 0)));
        }
        let found = self.scores.iter().rev().find(|(known, _)| *known <= depth);
        found.map(|(_, points)| chance_of(*points))
    }

    /// The greatest depth that was reached.
    pub fn depth(&self) -> i32 {
        self.scores.last().map_or(0, |(depth, _)| *depth)
    }
}

/// The winning chances for a score. The evaluation of each game is fitted to the results of self-play by
/// logistic regression, so that 200 points are one logit on every board: 1 / (1 + exp(−points / 200)).
/// Without a proof nothing is certain.
fn chance_of(points: i32) -> f64 {
    let chance = f64::from(Score::from_points(points).probability()) / 1e6;
    chance.clamp(UNPROVEN, 1.0 - UNPROVEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(scores: &[(i32, i32)], proof: Option<i32>) -> Evaluation {
        Evaluation {
            scores: scores.to_vec(),
            proof,
            best: "Wd4-a1".to_owned(),
            reason: HintReason::Chances(50),
        }
    }

    #[test]
    fn two_depths_make_up_the_chances() {
        let even = evaluation(&[(1, 900), (2, 200), (3, -200)], None);
        assert!((even.chance() - 0.5).abs() < 1e-3);
        assert!((even.chance_at(2).unwrap() - 0.731).abs() < 1e-3);
        assert!((even.chance_at(9).unwrap() - 0.269).abs() < 1e-3);
        assert_eq!(even.chance_at(0), None);
        assert!((evaluation(&[], None).chance() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_proof_beats_every_score() {
        let lost = evaluation(&[(1, 900), (2, 900)], Some(-3));
        assert!(lost.chance() < 1e-9);
        assert!(lost.chance_at(1).unwrap() < 1e-9);
        assert!(evaluation(&[], Some(1)).chance() > 1.0 - 1e-9);
    }
}
