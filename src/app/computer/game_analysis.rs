//! The analysis of finished and imported games by the computer.
//!
//! A player asks once; from then on there is a job that asks for one position after the other. What is found
//! out about each is stored at once, so that a process that dies loses one position at most, and more urgent
//! jobs come between. Marks, accuracy and the deciding turn are computed from that whenever they are shown.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::record::{How, Record};
use hexpost_engine::search::{Level, turn_depth};
use hexpost_engine::side::{BySide, Side};

use crate::app::computer::assessment::{
    AssessedPosition, AssessedTurn, Assessment, PositionValue, TurnMark, assess,
};
use crate::app::computer::evaluation::Evaluation;
use crate::app::computer::hint::HintReason;
use crate::app::game::state::Game;
use crate::app::import::record_of;
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{ComputerJob, GameRef, JobKind, Seq, Time};

/// The level by whose number jobs of analyses are stored; they have no other use for one.
pub(crate) const LEVEL: Level = Level::Strongest;
/// The most positions that the search looks at for one position of a game.
const NODES: u64 = 150_000;
/// The longest game that is analysed, in turns.
pub const MAX_ANALYSED: usize = 300;
/// The most unfinished analyses per player.
pub const MAX_OPEN_ANALYSES: usize = 3;

/// A turn of an analysed game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AnalysedTurn {
    /// The points of winning chances that it gave away.
    pub loss: u8,
    /// Its mark.
    pub mark: Option<TurnMark>,
    /// A better turn with the reason, if the computer has found one.
    pub better: Option<(AnyTurn, HintReason)>,
}

/// An analysed game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAnalysis {
    /// The first player's winning chances in percent, in each position.
    pub chances: Vec<u8>,
    /// The turns.
    pub turns: Vec<AnalysedTurn>,
    /// The index of the turn that decided the game; `None` if it was decided step by step.
    pub deciding: Option<usize>,
    /// The accuracy of each player in percent; `None` without a turn that counts.
    pub accuracy: BySide<Option<u8>>,
}

/// How far the analysis of a game has got.
#[derive(Clone, PartialEq, Debug)]
pub enum AnalysisProgress {
    /// Nobody has asked for it.
    NotAsked,
    /// It waits, or is being worked on.
    Working {
        /// The number of positions that have been looked at.
        done: usize,
        /// The number of positions.
        total: usize,
        /// The number of other analyses that come first.
        before: usize,
    },
    /// It is finished.
    Finished(Box<GameAnalysis>),
}

impl GameAnalysis {
    /// The analysis of a game from what has been found out about its positions; `None` if something is
    /// missing.
    pub fn new(record: &Record, found: &[Evaluation]) -> Option<Self> {
        let mut positions = Vec::new();
        let mut turns = Vec::new();
        let mut better = Vec::new();
        let mut position = AnyGame::start(record.variant());
        for (turn, evaluation) in record.turns().iter().zip(found) {
            let best = position.exactly(&evaluation.best)?;
            turns.push(AssessedTurn {
                is_forced: position.only_turn().is_some(),
                is_best: best == *turn,
                depth: turn_depth(&position, turn)?,
            });
            better.push(Some((best, evaluation.reason)).filter(|_| best != *turn));
            positions.push(AssessedPosition {
                to_move: position.to_move(),
                known: PositionValue::Found(evaluation.clone()),
            });
            position.play(turn).ok()?;
        }
        positions.push(last_position(record, found)?);
        if positions.len() != record.turns().len() + 1 {
            return None;
        }
        let ending = record.ending();
        let loser = ending
            .and_then(|ending| ending.winner)
            .map(|winner| !winner);
        let assessed = assess(&positions, &turns, loser);
        Some(Self::of_assessment(&assessed, &better))
    }

    fn of_assessment(assessed: &Assessment, better: &[Option<(AnyTurn, HintReason)>]) -> Self {
        let turns = assessed.turns.iter().zip(better);
        let turns = turns.map(|(verdict, better)| AnalysedTurn {
            loss: percent(verdict.loss),
            mark: verdict.mark,
            better: *better,
        });
        Self {
            chances: assessed
                .chances
                .iter()
                .map(|chance| percent(*chance))
                .collect(),
            turns: turns.collect(),
            deciding: assessed.deciding,
            accuracy: assessed.accuracy,
        }
    }

    /// The winning chances of a side in percent, after a number of turns.
    pub fn chance(&self, side: Side, ply: usize) -> Option<u8> {
        let first = *self.chances.get(ply)?;
        Some(match side {
            Side::First => first,
            Side::Second => 100 - first,
        })
    }

    /// The turns with a mark, each with its index.
    pub fn marked(&self) -> impl Iterator<Item = (usize, &AnalysedTurn)> {
        let turns = self.turns.iter().enumerate();
        turns.filter(|(_, turn)| turn.mark.is_some())
    }
}

/// The position at the end of a game.
fn last_position(record: &Record, found: &[Evaluation]) -> Option<AssessedPosition> {
    let to_move = record.game().to_move();
    let known = match record.ending() {
        Some(ending) if matches!(ending.how, How::Rule(_)) => PositionValue::Over(ending.winner),
        _ => PositionValue::Found(found.get(record.turns().len())?.clone()),
    };
    Some(AssessedPosition { to_move, known })
}

fn percent(chance: f64) -> u8 {
    (chance * 100.0).round().clamp(0.0, 100.0) as u8
}

/// The number of positions of a game that the computer looks at: all, but not one in which the game is over.
pub(crate) fn positions_to_look_at(record: &Record) -> usize {
    record.turns().len() + usize::from(record.game().outcome().is_none())
}

impl App {
    /// How far the analysis of a game has got. Whoever may see the game may see that.
    pub async fn game_analysis(&self, game: &Game) -> Result<AnalysisProgress, AppError> {
        let mut conn = self.read().await?;
        let Some(row) = conn.game_analysis(game.reference).await? else {
            return Ok(AnalysisProgress::NotAsked);
        };
        if row.finished_at.is_none() {
            let subject = game.reference.into();
            let before = conn.jobs_before(JobKind::Analysis, subject).await?;
            let done = conn.count_evaluations(game.reference).await?;
            return Ok(AnalysisProgress::Working {
                done: done.max(0) as usize,
                total: positions_to_look_at(&game.record),
                before: before.max(0) as usize,
            });
        }
        let found = conn.evaluations(game.reference).await?;
        let read = found.iter().map(|text| serde_json::from_str(text).ok());
        let found: Option<Vec<Evaluation>> = read.collect();
        let analysis = found.and_then(|found| GameAnalysis::new(&game.record, &found));
        Ok(match analysis {
            Some(analysis) => AnalysisProgress::Finished(Box::new(analysis)),
            None => AnalysisProgress::NotAsked,
        })
    }

    /// Asks for the analysis of a finished game of one's own or an imported one, if that is fair
    /// (`fair_play.rs`). Nothing changes if it was asked for before.
    pub async fn ask_game_analysis(
        &self,
        act: &Act,
        game: &Game,
    ) -> Result<AnalysisProgress, AppError> {
        let known = self.game_analysis(game).await?;
        if let AnalysisProgress::Finished(_) = known {
            return Ok(known);
        }
        if let GameRef::Game(_) = game.reference {
            if !game.is_over() {
                return Err(Refusal::FairPlayRunning.into());
            }
            game.row.side_of(act.by).ok_or(Refusal::NotAPlayer)?;
        }
        let turns = game.record.turns().len();
        if turns == 0 {
            return Err(Refusal::NothingToAnalyse.into());
        }
        if turns > MAX_ANALYSED {
            return Err(Refusal::LongAnalysis(MAX_ANALYSED).into());
        }
        let is_new = known == AnalysisProgress::NotAsked;
        if is_new {
            self.check_analysis(act.by, game, act.now).await?;
        }
        retry!(self.put_analysis(act, game, is_new))?;
        self.game_analysis(game).await
    }

    /// Writes the request and its job, if they are not there.
    async fn put_analysis(&self, act: &Act, game: &Game, is_new: bool) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.lock_players(&[act.by]).await?;
        if is_new {
            // What is there can't be read by the rules of this version.
            tx.drop_game_analysis(game.reference).await?;
        }
        let open = tx.count_open_analyses(act.by).await?;
        if tx
            .ask_game_analysis(game.reference, act.by, act.now)
            .await?
            && open >= MAX_OPEN_ANALYSES as i64
        {
            return Err(Refusal::TooManyAnalyses(MAX_OPEN_ANALYSES).into());
        }
        let done = tx.count_evaluations(game.reference).await?;
        let done = done.min(positions_to_look_at(&game.record) as i64 - 1);
        let job = ComputerJob {
            subject: game.reference.into(),
            kind: JobKind::Analysis,
            seq: Seq(done),
            level: LEVEL,
            nodes: NODES.min(self.limits.computer_nodes),
        };
        if !tx.has_job(job.kind, job.subject).await? {
            tx.put_job(&job, act.now).await?;
        }
        Ok(tx.commit().await?)
    }

    /// The record of a game whose analysis a job is about; `None` if there is nothing to analyse any more.
    pub(crate) async fn analysed_record(
        &self,
        game: GameRef,
        now: Time,
    ) -> Result<Option<Record>, AppError> {
        match game {
            GameRef::Game(id) => {
                let game = match self.load(id, now).await {
                    Err(AppError::Refused(_)) => return Ok(None),
                    game => game?,
                };
                Ok(game.is_over().then_some(game.record))
            }
            GameRef::Import(id) => {
                let import = self.read().await?.import(id).await?;
                match import {
                    Some(import) => Ok(record_of(&import).await.ok()),
                    None => Ok(None),
                }
            }
        }
    }

    /// Stores what has been found out about a position of a game, and goes on to the next one; false if
    /// nobody needs it any more.
    pub(crate) async fn store_evaluation(
        &self,
        job: &ComputerJob,
        (game, total): (GameRef, usize),
        found: &Evaluation,
        now: Time,
    ) -> Result<bool, AppError> {
        let text = serde_json::to_string(found).expect("an evaluation is plain data");
        let next = job.seq.next();
        let is_last = next.0 >= total as i64;
        let mut tx = self.store.unclaimed().begin().await?;
        let is_asked = if is_last {
            tx.finish_job(job).await?
        } else {
            tx.advance_job(job, next).await?
        };
        if !is_asked {
            return Ok(false);
        }
        tx.add_evaluation(game, job.seq.0, &text).await?;
        if is_last {
            tx.finish_game_analysis(game, now).await?;
        }
        tx.commit().await?;
        Ok(true)
    }
}
