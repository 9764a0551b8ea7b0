//! Attempts at puzzles: opening one, trying turns, looking at the solution.
//!
//! Every turn that is proved to win is right; the bot answers with the longest defence, and the player goes on
//! until the win. A try that is proved to lose, or a look at the solution, decides the attempt: it counts as not
//! solved, though it can still be solved. A try of which nothing is proved costs nothing.
//!
//! Proofs take a while, so they are made on threads of their own, and the attempt is changed afterwards if it is
//! still where it was.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::search::{PROOF_NODES, Verdict, defence, judge, solution};
use hexpost_engine::side::{BySide, Side};

use crate::app::import::on_blocking_thread;
use crate::app::puzzle::NumberedPuzzle;
use crate::app::{Act, App, AppError, Refusal, TurnInput, rating, retry};
use crate::model::{
    Figures, PlayerId, PuzzleAttempt, PuzzleId, PuzzleRecord, RatingChange, ServerId,
};
use crate::store::Transaction;

/// A player's attempt at a puzzle, with the position it has come to.
#[derive(Clone, Debug)]
pub struct OpenPuzzle {
    /// The puzzle.
    pub puzzle: Arc<NumberedPuzzle>,
    /// How hard it is.
    pub figures: Figures,
    /// The attempt.
    pub attempt: PuzzleAttempt,
    /// The position.
    pub position: AnyGame,
    /// The last turn, with the position before it.
    pub last: Option<(AnyGame, AnyTurn)>,
}

/// What a try has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TryOutcome {
    /// The game is won.
    Solved,
    /// It wins, and the opponent has replied.
    Right(AnyTurn),
    /// It does not win, or that is not proved.
    Wrong(Verdict),
}

/// A try.
#[derive(Clone, Debug)]
pub struct PuzzleTry {
    /// The attempt afterwards.
    pub open: OpenPuzzle,
    /// The turn that was tried.
    pub turn: AnyTurn,
    /// The position before it.
    pub before: AnyGame,
    /// The position after it.
    pub after: AnyGame,
    /// What it has come to.
    pub outcome: TryOutcome,
    /// The player's rating, if the try has decided the attempt.
    pub rated: Option<RatingChange>,
}

/// The solution of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleSolution {
    /// The attempt afterwards.
    pub open: OpenPuzzle,
    /// The turns of both players.
    pub line: Vec<AnyTurn>,
    /// The player's rating, if looking has decided the attempt.
    pub rated: Option<RatingChange>,
}

impl OpenPuzzle {
    fn new(puzzle: Arc<NumberedPuzzle>, figures: Figures, mut attempt: PuzzleAttempt) -> Self {
        let mut position = puzzle.puzzle.position.clone();
        let mut last = None;
        for (index, text) in attempt.line.iter().enumerate() {
            let before = position.clone();
            let Some(turn) = position.exactly(text) else {
                // By the rules of this version the line ends here.
                attempt.line.truncate(index / 2 * 2);
                break;
            };
            if position.play(&turn).is_err() {
                break;
            }
            last = Some((before, turn));
        }
        Self {
            puzzle,
            figures,
            attempt,
            position,
            last,
        }
    }

    /// The number of turns made so far, with the replies.
    pub fn ply(&self) -> usize {
        self.attempt.line.len()
    }

    /// The side of the player who solves it.
    pub fn side(&self) -> Side {
        self.puzzle.puzzle.position.to_move()
    }
}

/// Judges a try, and finds the opponent's reply to one that wins.
fn examine(
    puzzle: &NumberedPuzzle,
    ply: usize,
    before: &AnyGame,
    turn: AnyTurn,
) -> (AnyGame, TryOutcome) {
    let stop = AtomicBool::new(false);
    // After this turn so many more of the player's own are enough.
    let left = puzzle.puzzle.turns.saturating_sub(ply as u32 / 2 + 1);
    let side = before.to_move();
    let mut after = before.clone();
    // Can't fail: the turn was read in this position.
    let _ = after.play(&turn);
    let is_known = ply == 0 && puzzle.puzzle.winning.contains(&turn);
    let verdict = if is_known {
        Verdict::Wins
    } else {
        judge(&after, side, left, PROOF_NODES, &stop)
    };
    let outcome = match verdict {
        Verdict::Wins if after.outcome().is_some() => TryOutcome::Solved,
        Verdict::Wins => {
            let reply = defence(&after, left, PROOF_NODES, &stop);
            reply.map_or(TryOutcome::Solved, TryOutcome::Right)
        }
        other => TryOutcome::Wrong(other),
    };
    (after, outcome)
}

impl App {
    /// A player's attempt at a puzzle as it is; a new one if there is none.
    pub async fn open_puzzle(
        &self,
        act: &Act,
        id: PuzzleId,
        server: Option<ServerId>,
    ) -> Result<OpenPuzzle, AppError> {
        retry!(self.try_open_puzzle(act, id, server))
    }

    async fn try_open_puzzle(
        &self,
        act: &Act,
        id: PuzzleId,
        server: Option<ServerId>,
    ) -> Result<OpenPuzzle, AppError> {
        let puzzle = self.puzzle(id).await?;
        self.check_fair_puzzle(act.by, &puzzle.puzzle.position, act.now)
            .await?;
        let mut conn = self.read().await?;
        let known = conn.puzzle_attempt(act.by, id).await?;
        let figures = conn.figures_of_puzzle(id).await?;
        drop(conn);
        let figures = figures.unwrap_or_else(|| puzzle.first_figures());
        if let Some(attempt) = known {
            return Ok(OpenPuzzle::new(puzzle, figures, attempt));
        }
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        let attempt = if let Some(attempt) = tx.puzzle_attempt(act.by, id).await? {
            attempt
        } else {
            check_source(&mut tx, act.by, &puzzle, server).await?;
            new_attempt(act, &puzzle, server)
        };
        tx.put_puzzle_attempt(&attempt).await?;
        tx.commit().await?;
        Ok(OpenPuzzle::new(puzzle, figures, attempt))
    }

    /// A player's attempt at a puzzle, after so many turns of it. Refused as stale if it is not where it was.
    pub async fn puzzle_at(
        &self,
        act: &Act,
        id: PuzzleId,
        ply: usize,
    ) -> Result<OpenPuzzle, AppError> {
        let puzzle = self.puzzle(id).await?;
        let mut conn = self.read().await?;
        let attempt = conn.puzzle_attempt(act.by, id).await?;
        let figures = conn.figures_of_puzzle(id).await?;
        drop(conn);
        let figures = figures.unwrap_or_else(|| puzzle.first_figures());
        let open = OpenPuzzle::new(puzzle, figures, attempt.ok_or(Refusal::Stale)?);
        if open.ply() != ply || open.position.outcome().is_some() {
            return Err(Refusal::Stale.into());
        }
        self.check_fair_puzzle(act.by, &open.position, act.now)
            .await?;
        Ok(open)
    }

    /// Tries a turn, after so many turns of the puzzle.
    pub async fn try_puzzle(
        &self,
        act: &Act,
        id: PuzzleId,
        ply: usize,
        made: &TurnInput,
    ) -> Result<PuzzleTry, AppError> {
        let open = self.puzzle_at(act, id, ply).await?;
        let turn = made.turn(&open.position)?;
        let (puzzle, before) = (Arc::clone(&open.puzzle), open.position.clone());
        let judged = {
            let (puzzle, before) = (Arc::clone(&puzzle), before.clone());
            let _permit = self.judges.acquire().await;
            on_blocking_thread(move || examine(&puzzle, ply, &before, turn)).await
        };
        let (after, outcome) = judged;
        let texts = played(&before, turn, &outcome);
        let (open, rated) = retry!(self.record_try(act, &open, &outcome, &texts))?;
        Ok(PuzzleTry {
            open,
            turn,
            before,
            after,
            outcome,
            rated,
        })
    }

    async fn record_try(
        &self,
        act: &Act,
        seen: &OpenPuzzle,
        outcome: &TryOutcome,
        texts: &[String],
    ) -> Result<(OpenPuzzle, Option<RatingChange>), AppError> {
        let decided = match outcome {
            TryOutcome::Solved => Some(true),
            TryOutcome::Wrong(Verdict::Loses { .. } | Verdict::Draws) => Some(false),
            _ => None,
        };
        let change = |attempt: &mut PuzzleAttempt| {
            match outcome {
                TryOutcome::Solved => {
                    attempt.line.extend_from_slice(texts);
                    attempt.is_over = true;
                }
                TryOutcome::Right(_) => attempt.line.extend_from_slice(texts),
                TryOutcome::Wrong(_) => attempt.tries += 1,
            }
            decided
        };
        self.change_attempt(act, seen, change).await
    }

    /// The solution of a puzzle; from then on the attempt is over.
    pub async fn solve_puzzle(
        &self,
        act: &Act,
        id: PuzzleId,
        server: Option<ServerId>,
    ) -> Result<PuzzleSolution, AppError> {
        let open = self.open_puzzle(act, id, server).await?;
        let line = self.solution_of(&open.puzzle).await;
        let change = |attempt: &mut PuzzleAttempt| {
            attempt.is_over = true;
            Some(false)
        };
        let (open, rated) = retry!(self.change_attempt(act, &open, change))?;
        Ok(PuzzleSolution { open, line, rated })
    }

    /// How a puzzle is won against the longest defence.
    pub async fn solution_of(&self, puzzle: &Arc<NumberedPuzzle>) -> Vec<AnyTurn> {
        let puzzle = Arc::clone(puzzle);
        let _permit = self.judges.acquire().await;
        on_blocking_thread(move || solution(&puzzle.puzzle, &AtomicBool::new(false))).await
    }

    /// Changes an attempt, if it is as it was seen, and rates it if it is decided by that.
    async fn change_attempt(
        &self,
        act: &Act,
        seen: &OpenPuzzle,
        change: impl Fn(&mut PuzzleAttempt) -> Option<bool>,
    ) -> Result<(OpenPuzzle, Option<RatingChange>), AppError> {
        let puzzle = &seen.puzzle;
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        let found = tx.puzzle_attempt(act.by, puzzle.id).await?;
        let mut attempt = found
            .filter(|attempt| attempt.line == seen.attempt.line)
            .ok_or(Refusal::Stale)?;
        let decided = change(&mut attempt).filter(|_| attempt.is_solved.is_none());
        attempt.at = act.now;
        let mut rated = None;
        if let Some(is_solved) = decided {
            let change = rate(&mut tx, act, puzzle, is_solved).await?;
            attempt.is_solved = Some(is_solved);
            attempt.place = Some(change.after.games);
            rated = Some(change);
        }
        tx.put_puzzle_attempt(&attempt).await?;
        let figures = tx.figures_of_puzzle(puzzle.id).await?;
        tx.commit().await?;
        let figures = figures.unwrap_or(seen.figures);
        let open = OpenPuzzle::new(Arc::clone(puzzle), figures, attempt);
        Ok((open, rated))
    }
}

/// Checks that a player may begin a puzzle here: one from a game on a server is for its other members.
async fn check_source(
    tx: &mut Transaction,
    player: PlayerId,
    puzzle: &NumberedPuzzle,
    here: Option<ServerId>,
) -> Result<(), AppError> {
    let Some((server, game)) = puzzle.source else {
        return Ok(());
    };
    let game = tx.game(game).await?;
    if game.is_some_and(|game| game.side_of(player).is_some()) {
        return Err(Refusal::OwnPuzzle.into());
    }
    if here != Some(server) {
        return Err(Refusal::UnknownPuzzle.into());
    }
    Ok(())
}

fn new_attempt(act: &Act, puzzle: &NumberedPuzzle, server: Option<ServerId>) -> PuzzleAttempt {
    PuzzleAttempt {
        player: act.by,
        puzzle: puzzle.id,
        kind: puzzle.kind().as_str().to_owned(),
        server,
        line: Vec::new(),
        tries: 0,
        place: None,
        is_solved: None,
        is_over: false,
        at: act.now,
    }
}

/// The turn as text, with the reply.
fn played(before: &AnyGame, turn: AnyTurn, outcome: &TryOutcome) -> Vec<String> {
    let mut game = before.clone();
    let reply = match outcome {
        TryOutcome::Right(reply) => Some(*reply),
        _ => None,
    };
    let mut texts = Vec::new();
    for turn in [Some(turn), reply].into_iter().flatten() {
        texts.extend(game.write(&turn));
        // Can't fail: both are legal.
        let _ = game.play(&turn);
    }
    texts
}

/// Changes the ratings of the player and the puzzle.
async fn rate(
    tx: &mut Transaction,
    act: &Act,
    puzzle: &NumberedPuzzle,
    is_solved: bool,
) -> Result<RatingChange, AppError> {
    let kind = puzzle.kind().as_str();
    let record = tx.puzzle_record(act.by, kind).await?;
    let figures = tx
        .lock_puzzle(puzzle.id, kind, &puzzle.first_figures())
        .await?;
    let before = BySide {
        first: rating::current(record.as_ref().map(|record| &record.rating), act.now),
        second: figures,
    };
    let winner = Some(if is_solved { Side::First } else { Side::Second });
    let attempts = record.map_or(0, |record| record.rating.games);
    let change = rating::shift(&before, Side::First, winner, attempts, act.now);
    let harder = rating::shift(&before, Side::Second, winner, 0, act.now);
    tx.set_puzzle_figures(puzzle.id, &harder.after.figures)
        .await?;
    let record = next_record(record.as_ref(), &change, is_solved);
    tx.set_puzzle_record(act.by, kind, &record).await?;
    Ok(change)
}

fn next_record(
    before: Option<&PuzzleRecord>,
    change: &RatingChange,
    is_solved: bool,
) -> PuzzleRecord {
    let (solved, streak, best) = before.map_or((0, 0, 0), |record| {
        (record.solved, record.streak, record.best_streak)
    });
    let streak = if is_solved { streak + 1 } else { 0 };
    PuzzleRecord {
        rating: change.after,
        solved: solved + i64::from(is_solved),
        streak,
        best_streak: best.max(streak),
    }
}
