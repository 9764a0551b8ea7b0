//! The jobs of the computer: handing them out, and storing the answers.
//!
//! A job is written in the transaction that makes it the computer's turn, and deleted or replaced in the one
//! that makes it anything else. An answer counts only if the game is still where it was. So there is exactly
//! one answer, however often processes die, and however many work on the same job.
//!
//! The job of an analysis asks for one position of a game after the other; that of an analysis board asks for
//! one position, and belongs to no game.

use std::time::Duration;

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::search::Level;

use crate::app::computer::evaluation::Evaluation;
use crate::app::computer::game_analysis::positions_to_look_at;
use crate::app::computer::hint::HintReason;
use crate::app::game::state::Game;
use crate::app::{App, AppError, Decision, MAX_ATTEMPTS, Refusal};
use crate::model::{ComputerJob, Event, GameId, GameRef, JobKind, JobSubject, Time};

/// How long a job is claimed without being renewed.
pub const CLAIM: Duration = Duration::from_secs(15);

/// A job that this process works on, with the position to think about.
#[derive(Clone, Debug)]
pub struct ClaimedJob {
    /// The job.
    pub job: ComputerJob,
    /// The position.
    pub position: AnyGame,
    /// The number of turns before it.
    pub ply: usize,
}

/// What the computer has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ComputerAnswer {
    /// It makes a turn.
    Turn(AnyTurn),
    /// It resigns: its loss is proven.
    Resign,
    /// It suggests a turn to the player.
    Hint(AnyTurn, HintReason),
    /// It says what it has found out about the position.
    Evaluation(Evaluation),
}

impl App {
    /// The job of the computer's turn in a game.
    pub(crate) fn new_turn_job(&self, game: &Game, level: Level) -> ComputerJob {
        let abilities = level.abilities(game.record.game());
        ComputerJob {
            subject: game.row.id.into(),
            kind: JobKind::Turn,
            seq: game.position_seq(),
            level,
            nodes: abilities.nodes.min(self.limits.computer_nodes),
        }
    }

    /// Claims the next job; `None` if there is none. `owner` is the name of this process.
    pub async fn claim_job(&self, owner: &str, now: Time) -> Result<Option<ClaimedJob>, AppError> {
        // Nothing is written where there is nothing to do.
        while self.read().await?.count_jobs().await? > 0 {
            let mut tx = self.store.unclaimed().begin().await?;
            let claimed = tx.claim_job(owner, CLAIM).await?;
            tx.commit().await?;
            let Some(job) = claimed else {
                return Ok(None);
            };
            match self.position_of(&job, now).await? {
                Some((position, ply)) => return Ok(Some(ClaimedJob { job, position, ply })),
                None => self.drop_job(&job, owner).await?,
            }
        }
        Ok(None)
    }

    /// The position that a job asks for, with the number of turns before it; `None` if nobody needs the
    /// answer any more. A frozen game gets its job again when it is thawed.
    async fn position_of(
        &self,
        job: &ComputerJob,
        now: Time,
    ) -> Result<Option<(AnyGame, usize)>, AppError> {
        let game = match job.subject {
            JobSubject::Question(id) => {
                return Ok(self.asked_position(id).await?.map(|position| (position, 0)));
            }
            JobSubject::Game(game) if job.kind == JobKind::Analysis => {
                let record = self.analysed_record(game, now).await?;
                let ply = usize::try_from(job.seq.0).unwrap_or_default();
                let position = record.and_then(|record| record.at(ply));
                let position = position.filter(|position| position.outcome().is_none());
                return Ok(position.map(|position| (position, ply)));
            }
            JobSubject::Game(GameRef::Game(id)) => self.load(id, now).await,
            JobSubject::Game(GameRef::Import(_)) => return Ok(None),
        };
        match game {
            Ok(game) if asks(job, &game) => {
                Ok(Some((game.record.game().clone(), game.turns.len())))
            }
            Ok(_) | Err(AppError::Refused(_)) => Ok(None),
            Err(no) => Err(no),
        }
    }

    /// Renews the claim on a job; false if nobody needs the answer any more, or another process works on it.
    pub async fn renew_job(&self, job: &ComputerJob, owner: &str) -> Result<bool, AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        let is_ours = tx.renew_job(job, owner, CLAIM).await?;
        tx.commit().await?;
        Ok(is_ours)
    }

    /// Gives a job back, so that another process can claim it at once.
    pub async fn release_job(&self, job: &ComputerJob, owner: &str) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.release_job(job, owner).await?;
        Ok(tx.commit().await?)
    }

    /// Gives back all jobs that an earlier process has left, where no other process can be working on them:
    /// a database file has one user.
    pub async fn release_jobs(&self) -> Result<(), AppError> {
        if self.store.path().is_none() || self.read().await?.count_jobs().await? == 0 {
            return Ok(());
        }
        let mut tx = self.store.unclaimed().begin().await?;
        tx.release_jobs().await?;
        Ok(tx.commit().await?)
    }

    async fn drop_job(&self, job: &ComputerJob, owner: &str) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.drop_claimed_job(job, owner).await?;
        Ok(tx.commit().await?)
    }

    /// Stores the computer's answer; false if the game is not where it was, and the answer does not count.
    pub async fn answer_job(
        &self,
        job: &ComputerJob,
        answer: &ComputerAnswer,
        now: Time,
    ) -> Result<bool, AppError> {
        match (job.subject, answer) {
            (JobSubject::Question(id), ComputerAnswer::Evaluation(found)) => {
                self.store_position_answer(job, id, found).await
            }
            (JobSubject::Game(game), ComputerAnswer::Evaluation(found)) => {
                let Some(record) = self.analysed_record(game, now).await? else {
                    return Ok(false);
                };
                let total = positions_to_look_at(&record);
                self.store_evaluation(job, (game, total), found, now).await
            }
            (JobSubject::Game(GameRef::Game(id)), _) => {
                self.answer_in_game(job, id, answer, now).await
            }
            (JobSubject::Game(GameRef::Import(_)) | JobSubject::Question(_), _) => Ok(false),
        }
    }

    /// Stores the answer of a job in a running game.
    async fn answer_in_game(
        &self,
        job: &ComputerJob,
        id: GameId,
        answer: &ComputerAnswer,
        now: Time,
    ) -> Result<bool, AppError> {
        for _ in 0..MAX_ATTEMPTS {
            let game = match self.load(id, now).await {
                Ok(game) if asks(job, &game) => game,
                Ok(_) | Err(AppError::Refused(_)) => return Ok(false),
                Err(no) => return Err(no),
            };
            let side = game.record.game().to_move();
            let is_done = match answer {
                ComputerAnswer::Turn(turn) => self
                    .make_turn(&game, side, *turn, None, now)
                    .await?
                    .is_some(),
                ComputerAnswer::Hint(turn, reason) => {
                    self.store_hint(job, &game, (turn, *reason)).await?;
                    true
                }
                ComputerAnswer::Resign => {
                    let resigned = Decision::end(Some(side), Event::Resigned);
                    self.commit(&game, resigned, None, now).await?.is_some()
                }
                ComputerAnswer::Evaluation(_) => return Ok(false),
            };
            if is_done {
                return Ok(true);
            }
        }
        Err(Refusal::Stale.into())
    }

    /// The number of jobs that come before the computer's turn in a game.
    pub async fn jobs_before(&self, game: GameId) -> Result<usize, AppError> {
        let mut conn = self.read().await?;
        let count = conn.jobs_before(JobKind::Turn, game.into()).await?;
        Ok(count.max(0) as usize)
    }
}

/// Is the game still where the job was given?
fn asks(job: &ComputerJob, game: &Game) -> bool {
    let Some(computer) = game.computer else {
        return false;
    };
    let asks = match job.kind {
        JobKind::Turn => game.is_computers_turn() && computer.level == job.level,
        JobKind::Hint => game.to_move() == Some(!computer.side),
        JobKind::Position | JobKind::Analysis => false,
    };
    asks && game.position_seq() == job.seq
}
