//! The jobs of the computer: handing them out, and storing the answers.
//!
//! A job is written in the transaction that makes it the computer's turn, and deleted or replaced in the one
//! that makes it anything else. An answer counts only if the game is still where it was. So there is exactly
//! one answer, however often processes die, and however many work on the same job.

use std::time::Duration;

use hexpost_engine::game::AnyTurn;
use hexpost_engine::search::Level;

use crate::app::computer::hint::HintReason;
use crate::app::game::state::Game;
use crate::app::{App, AppError, Decision, MAX_ATTEMPTS, Refusal};
use crate::model::{ComputerJob, Event, GameId, JobKind, Time};

/// How long a job is claimed without being renewed.
pub const CLAIM: Duration = Duration::from_secs(15);

/// A job that this process works on, with the game as it is.
#[derive(Clone, Debug)]
pub struct ClaimedJob {
    /// The job.
    pub job: ComputerJob,
    /// The game.
    pub game: Game,
}

/// What the computer has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComputerAnswer {
    /// It makes a turn.
    Turn(AnyTurn),
    /// It resigns: its loss is proven.
    Resign,
    /// It suggests a turn to the player.
    Hint(AnyTurn, HintReason),
}

impl App {
    /// The job of the computer's turn in a game.
    pub(crate) fn new_turn_job(&self, game: &Game, level: Level) -> ComputerJob {
        let abilities = level.abilities(game.record.game());
        ComputerJob {
            game: game.row.id,
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
            match self.load(job.game, now).await {
                Ok(game) if asks(&job, &game) => return Ok(Some(ClaimedJob { job, game })),
                // A frozen game gets its job again when it is thawed.
                Ok(_) | Err(AppError::Refused(_)) => self.drop_job(&job, owner).await?,
                Err(no) => return Err(no),
            }
        }
        Ok(None)
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

    /// Stores the computer's answer; `None` if the game is not where it was, and the answer does not count.
    pub async fn answer_job(
        &self,
        job: &ComputerJob,
        answer: &ComputerAnswer,
        now: Time,
    ) -> Result<Option<Game>, AppError> {
        for _ in 0..MAX_ATTEMPTS {
            let game = match self.load(job.game, now).await {
                Ok(game) if asks(job, &game) => game,
                Ok(_) | Err(AppError::Refused(_)) => return Ok(None),
                Err(no) => return Err(no),
            };
            let side = game.record.game().to_move();
            let done = match answer {
                ComputerAnswer::Turn(turn) => {
                    let made = self.make_turn(&game, side, *turn, None, now).await?;
                    made.map(|(game, _)| game)
                }
                ComputerAnswer::Hint(turn, reason) => {
                    self.store_hint(job, &game, (turn, *reason)).await?;
                    Some(game)
                }
                ComputerAnswer::Resign => {
                    let resigned = Decision::end(Some(side), Event::Resigned);
                    self.commit(&game, resigned, None, now).await?
                }
            };
            if done.is_some() {
                return Ok(done);
            }
        }
        Err(Refusal::Stale.into())
    }

    /// The number of jobs that come before the computer's turn in a game.
    pub async fn jobs_before(&self, game: GameId) -> Result<usize, AppError> {
        let count = self.read().await?.jobs_before_turn(game).await?;
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
    };
    asks && game.position_seq() == job.seq
}
