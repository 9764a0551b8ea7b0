//! From what is known about each position of a game to marks, the deciding turn and accuracy.
//!
//! Pure: positions and turns are facts here, so that tests can make up games.

use hexpost_engine::side::{BySide, Side};

use crate::app::computer::evaluation::Evaluation;

/// The winning chances that a turn must give away for each mark.
const INACCURACY: f64 = 0.07;
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.25;
/// Where a player has less than this before and after a turn, or the opponent has, the game is decided.
const DECIDED: f64 = 0.03;
/// The least drop that can have decided a game.
const DECISIVE: f64 = 0.15;
/// A drop is made good when the chances are within this of what they were.
const MADE_GOOD: f64 = 0.05;
/// How fast accuracy falls with the chances that a turn gives away: to 76 % at 7 points, 37 % at 25.
const STRICTNESS: f64 = 4.0;

/// How bad a turn was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TurnMark {
    /// It gave away 7 points of winning chances.
    Inaccuracy,
    /// It gave away 15 points.
    Mistake,
    /// It gave away 25 points.
    Blunder,
}

impl TurnMark {
    /// The sign that players write behind a turn.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The name in keys of texts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark for a loss of winning chances.
    fn of_loss(loss: f64) -> Option<Self> {
        match loss {
            _ if loss >= BLUNDER => Some(Self::Blunder),
            _ if loss >= MISTAKE => Some(Self::Mistake),
            _ if loss >= INACCURACY => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct AssessedPosition {
    /// The player to move.
    pub to_move: Side,
    /// What is known about it.
    pub known: PositionValue,
}

/// What is known about a position.
#[derive(Clone, PartialEq, Debug)]
pub enum PositionValue {
    /// The game is over by its rules, with this winner.
    Over(Option<Side>),
    /// The computer has looked at it.
    Found(Evaluation),
}

/// A turn of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AssessedTurn {
    /// Was it the only legal one?
    pub is_forced: bool,
    /// Is it the best turn that the computer has found?
    pub is_best: bool,
    /// The depth of the search that it takes.
    pub depth: i32,
}

/// What a turn did to the winning chances of its player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TurnVerdict {
    /// The chances that it gave away, from 0 to 1.
    pub loss: f64,
    /// Its mark.
    pub mark: Option<TurnMark>,
    /// Did the player have no choice, or nothing left to win or lose?
    pub is_exempt: bool,
}

/// The assessment of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// The first player's winning chances in each position, from 0 to 1.
    pub chances: Vec<f64>,
    /// What each turn did.
    pub turns: Vec<TurnVerdict>,
    /// The index of the turn that decided the game; `None` if it was decided step by step.
    pub deciding: Option<usize>,
    /// The accuracy of each player in percent; `None` without a turn that counts.
    pub accuracy: BySide<Option<u8>>,
}

impl AssessedPosition {
    /// The winning chances of a side.
    fn chance(&self, side: Side) -> f64 {
        match &self.known {
            PositionValue::Over(winner) => over(*winner, side),
            PositionValue::Found(found) => self.seen_by(side, found.chance()),
        }
    }

    fn chance_at(&self, side: Side, depth: i32) -> Option<f64> {
        match &self.known {
            PositionValue::Over(winner) => Some(over(*winner, side)),
            PositionValue::Found(found) => Some(self.seen_by(side, found.chance_at(depth)?)),
        }
    }

    /// The chances of the player to move as those of a side.
    fn seen_by(&self, side: Side, chance: f64) -> f64 {
        if side == self.to_move {
            chance
        } else {
            1.0 - chance
        }
    }

    /// The greatest depth at which it was looked at.
    fn depth(&self) -> i32 {
        match &self.known {
            PositionValue::Over(_) => i32::MAX / 2,
            PositionValue::Found(found) if found.proof.is_some() => i32::MAX / 2,
            PositionValue::Found(found) => found.depth(),
        }
    }

    /// Is it proved that a side loses?
    fn is_lost(&self, side: Side) -> bool {
        match &self.known {
            PositionValue::Over(winner) => *winner == Some(!side),
            PositionValue::Found(found) => {
                let proof = found.proof.unwrap_or_default();
                if side == self.to_move {
                    proof < 0
                } else {
                    proof > 0
                }
            }
        }
    }
}

fn over(winner: Option<Side>, side: Side) -> f64 {
    match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    }
}

/// Assesses a game from its positions, of which there is one more than turns. `loser` is the player who has
/// lost it, however that came.
pub fn assess(
    positions: &[AssessedPosition],
    turns: &[AssessedTurn],
    loser: Option<Side>,
) -> Assessment {
    let verdicts: Vec<TurnVerdict> = positions
        .windows(2)
        .zip(turns)
        .map(|(pair, turn)| verdict(&pair[0], &pair[1], *turn))
        .collect();
    let chances = positions
        .iter()
        .map(|position| position.chance(Side::First))
        .collect();
    let deciding = loser
        .and_then(|loser| last_before_proven_loss(positions, turns, loser))
        .or_else(|| biggest_drop(positions, &verdicts, loser));
    Assessment {
        chances,
        accuracy: BySide::new_with(|side| accuracy(positions, &verdicts, side)),
        turns: verdicts,
        deciding,
    }
}

/// What a turn between two positions did.
fn verdict(before: &AssessedPosition, after: &AssessedPosition, turn: AssessedTurn) -> TurnVerdict {
    let side = before.to_move;
    let ends = [before.chance(side), after.chance(side)];
    let is_decided = ends.iter().all(|chance| *chance < DECIDED)
        || ends.iter().all(|chance| *chance > 1.0 - DECIDED);
    let is_exempt = turn.is_forced || is_decided;
    if is_exempt || turn.is_best || before.is_lost(side) {
        return TurnVerdict {
            is_exempt,
            ..TurnVerdict::default()
        };
    }
    // Both positions as far ahead as each other, at the two greatest depths that are known of both.
    let deep = before.depth().min(after.depth().saturating_add(turn.depth));
    let loss = |depth: i32| {
        let before = before.chance_at(side, depth)?;
        let after = after.chance_at(side, depth.saturating_sub(turn.depth))?;
        Some((before - after).max(0.0))
    };
    let (deep, shallow) = (loss(deep), loss(deep - 1));
    let agreed = deep.zip(shallow).map(|(one, other)| one.min(other));
    let mean = deep
        .zip(shallow)
        .map(|(one, other)| f64::midpoint(one, other));
    TurnVerdict {
        loss: mean.or(deep).unwrap_or_default(),
        mark: agreed.and_then(TurnMark::of_loss),
        is_exempt,
    }
}

/// The loser's last free turn before the end of the game was proved lost, if there still was something to
/// lose.
fn last_before_proven_loss(
    positions: &[AssessedPosition],
    turns: &[AssessedTurn],
    loser: Side,
) -> Option<usize> {
    let lost = positions
        .iter()
        .rev()
        .take_while(|position| position.is_lost(loser));
    let first_lost = positions.len() - lost.count();
    if first_lost == positions.len() {
        return None;
    }
    let decisive = (0..first_lost)
        .rev()
        .find(|ply| positions[*ply].to_move == loser && !turns[*ply].is_forced)?;
    (positions[decisive].chance(loser) >= DECISIVE).then_some(decisive)
}

/// The turn that gave away most, if that was never made good. Whoever has won has made everything good.
fn biggest_drop(
    positions: &[AssessedPosition],
    verdicts: &[TurnVerdict],
    loser: Option<Side>,
) -> Option<usize> {
    let is_made_good = |ply: usize| {
        let side = positions[ply].to_move;
        let was = positions[ply].chance(side);
        let mut later = positions[ply + 1..].iter();
        later.any(|position| position.chance(side) >= was - MADE_GOOD)
    };
    let drops = verdicts.iter().enumerate().filter(|(ply, verdict)| {
        let has_won = loser == Some(!positions[*ply].to_move);
        !has_won && !verdict.is_exempt && verdict.loss > DECISIVE && !is_made_good(*ply)
    });
    let biggest = drops.max_by(|(_, one), (_, other)| one.loss.total_cmp(&other.loss));
    biggest.map(|(ply, _)| ply)
}

/// The mean accuracy of a player's turns in percent, without those that are exempt.
fn accuracy(positions: &[AssessedPosition], verdicts: &[TurnVerdict], side: Side) -> Option<u8> {
    let own = positions.iter().zip(verdicts);
    let own = own.filter(|(position, verdict)| position.to_move == side && !verdict.is_exempt);
    let each: Vec<f64> = own
        .map(|(_, verdict)| (-STRICTNESS * verdict.loss).exp())
        .collect();
    let mean = each.iter().sum::<f64>() / each.len() as f64;
    (!each.is_empty()).then(|| (mean * 100.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::computer::hint::HintReason;

    /// A score that gives these chances in percent.
    fn points(percent: f64) -> i32 {
        let chance = percent / 100.0;
        (200.0 * (chance / (1.0 - chance)).ln()).round() as i32
    }

    /// A position with the first player's chances in percent at two depths.
    fn position(ply: usize, deep: f64, shallow: f64) -> AssessedPosition {
        let to_move = mover(ply);
        let own = |percent: f64| match to_move {
            Side::First => points(percent),
            Side::Second => -points(percent),
        };
        AssessedPosition {
            to_move,
            known: PositionValue::Found(Evaluation {
                scores: vec![
                    (0, own(shallow)),
                    (1, own(shallow)),
                    (2, own(deep)),
                    (3, own(deep)),
                ],
                proof: None,
                best: String::new(),
                reason: HintReason::Only,
            }),
        }
    }

    fn mover(ply: usize) -> Side {
        Side::BOTH[ply % 2]
    }

    /// A game by the first player's chances, the same at all depths.
    fn game(chances: &[f64]) -> Vec<AssessedPosition> {
        let each = chances.iter().enumerate();
        each.map(|(ply, percent)| position(ply, *percent, *percent))
            .collect()
    }

    fn free(count: usize) -> Vec<AssessedTurn> {
        let turn = AssessedTurn {
            is_forced: false,
            is_best: false,
            depth: 1,
        };
        vec![turn; count]
    }

    /// Proves that the side wins in these positions.
    fn prove(positions: &mut [AssessedPosition], plies: &[usize], winner: Side) {
        for ply in plies {
            let position = &mut positions[*ply];
            let PositionValue::Found(found) = &mut position.known else {
                panic!("the game is over");
            };
            found.proof = Some(if position.to_move == winner { 2 } else { -2 });
        }
    }

    fn marks(assessed: &Assessment) -> Vec<Option<TurnMark>> {
        assessed.turns.iter().map(|turn| turn.mark).collect()
    }

    #[test]
    fn marks_begin_at_seven_fifteen_and_twenty_five_points() {
        // A turn of the first player, a good one of the second, and so on.
        let chances = [50.0, 44.0, 44.0, 36.0, 36.0, 20.0, 46.0];
        let assessed = assess(&game(&chances), &free(6), None);
        let expected = [
            None,
            None,
            Some(TurnMark::Inaccuracy),
            None,
            Some(TurnMark::Mistake),
            Some(TurnMark::Blunder),
        ];
        assert_eq!(marks(&assessed), expected);
    }

    #[test]
    fn a_mark_needs_two_depths_that_agree() {
        let mut positions = game(&[50.0, 50.0]);
        positions[1] = position(1, 20.0, 20.0);
        // One depth below, the turn looks as good as any.
        found_scores(&mut positions[1])[1].1 = 0;
        let assessed = assess(&positions, &free(1), None);
        assert_eq!(marks(&assessed), [None]);
        found_scores(&mut positions[1])[1].1 = -points(40.0);
        let assessed = assess(&positions, &free(1), None);
        assert_eq!(marks(&assessed), [Some(TurnMark::Inaccuracy)]);
    }

    fn found_scores(position: &mut AssessedPosition) -> &mut Vec<(i32, i32)> {
        match &mut position.known {
            PositionValue::Found(found) => &mut found.scores,
            PositionValue::Over(_) => panic!("the game is over"),
        }
    }

    #[test]
    fn forced_turns_and_the_best_turn_get_no_mark() {
        let positions = game(&[50.0, 10.0]);
        for (is_forced, is_best) in [(true, false), (false, true)] {
            let turn = AssessedTurn {
                is_forced,
                is_best,
                depth: 1,
            };
            let assessed = assess(&positions, &[turn], None);
            assert_eq!(marks(&assessed), [None]);
        }
    }

    #[test]
    fn a_decided_game_gets_no_marks_and_does_not_count() {
        let assessed = assess(&game(&[2.9, 0.1, 0.1]), &free(2), None);
        assert_eq!(marks(&assessed), [None, None]);
        assert_eq!(assessed.accuracy, BySide::default());
        // Giving away a decided game is another matter.
        let assessed = assess(&game(&[99.0, 60.0]), &free(1), None);
        assert_eq!(marks(&assessed), [Some(TurnMark::Blunder)]);
    }

    #[test]
    fn proofs_override_scores() {
        // The search thinks that all is well, but the turn loses by force.
        let mut positions = game(&[50.0, 50.0]);
        prove(&mut positions, &[1], Side::Second);
        let assessed = assess(&positions, &free(1), None);
        assert_eq!(marks(&assessed), [Some(TurnMark::Blunder)]);
        assert!(assessed.chances[1] < 1e-9);
        // In a lost position no turn is a mistake.
        prove(&mut positions, &[0], Side::Second);
        let assessed = assess(&positions, &free(1), None);
        assert_eq!(marks(&assessed), [None]);
    }

    #[test]
    fn the_losers_last_turn_before_a_proven_loss_decides() {
        let mut positions = game(&[50.0, 50.0, 20.0, 20.0, 30.0, 15.0, 10.0, 5.0]);
        prove(&mut positions, &[5, 6, 7], Side::Second);
        let assessed = assess(&positions, &free(7), Some(Side::First));
        assert_eq!(assessed.deciding, Some(4));
        // It had no choice there: the turn before counts.
        let mut turns = free(7);
        turns[4].is_forced = true;
        let assessed = assess(&positions, &turns, Some(Side::First));
        assert_eq!(assessed.deciding, Some(2));
    }

    #[test]
    fn a_proof_that_was_given_away_decides_nothing() {
        let mut positions = game(&[50.0, 50.0, 50.0, 50.0, 45.0, 40.0]);
        // The second player had a proven win after the first turn, and let it go.
        prove(&mut positions, &[1], Side::Second);
        let assessed = assess(&positions, &free(5), Some(Side::First));
        assert_eq!(assessed.deciding, None, "step by step");
    }

    #[test]
    fn without_a_proof_the_biggest_drop_decides_unless_it_was_made_good() {
        let chances = [50.0, 25.0, 25.0, 50.0, 50.0, 32.0, 30.0, 25.0];
        let assessed = assess(&game(&chances), &free(7), Some(Side::First));
        assert_eq!(assessed.deciding, Some(4), "the first drop was made good");
        let chances = [50.0, 42.0, 42.0, 34.0, 34.0, 26.0];
        let assessed = assess(&game(&chances), &free(5), Some(Side::First));
        assert_eq!(assessed.deciding, None, "step by step");
    }

    #[test]
    fn the_end_of_the_game_counts_as_a_proof() {
        let mut positions = game(&[50.0, 50.0, 50.0, 50.0]);
        positions[3].known = PositionValue::Over(Some(Side::First));
        let mut turns = free(3);
        turns[2].is_best = true;
        let assessed = assess(&positions, &turns, Some(Side::Second));
        assert_eq!(assessed.deciding, Some(1), "Black's last turn");
        assert!(assessed.chances[3] > 1.0 - 1e-9);
        positions[3].known = PositionValue::Over(None);
        let assessed = assess(&positions, &turns, None);
        assert!((assessed.chances[3] - 0.5).abs() < 1e-9, "a draw");
    }

    #[test]
    fn accuracy_falls_with_what_is_given_away() {
        let best = assess(&game(&[50.0, 50.0, 50.0]), &free(2), None);
        assert_eq!(
            (best.accuracy.first, best.accuracy.second),
            (Some(100), Some(100))
        );
        let worse = assess(&game(&[50.0, 25.0, 25.0]), &free(2), None);
        assert_eq!(
            (worse.accuracy.first, worse.accuracy.second),
            (Some(37), Some(100))
        );
    }

    #[test]
    fn a_game_without_turns_has_one_position() {
        let assessed = assess(&game(&[50.0]), &[], None);
        assert_eq!((assessed.chances.len(), assessed.turns.len()), (1, 0));
        assert_eq!(assessed.deciding, None);
    }
}
