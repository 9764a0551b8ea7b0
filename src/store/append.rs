//! Appending events to a game, with everything that follows from them, in one transaction.

use hexpost_engine::side::BySide;

use crate::model::{
    ComputerJob, GameEnd, GameId, GameRow, GameStatus, JobKind, NewEvent, NewNotice, Seq, Time,
};
use crate::store::dialect::{execute, fetch_optional_scalar};
use crate::store::events::event_code;
use crate::store::games::side_code;
use crate::store::rated_games::Contest;
use crate::store::{Store, StoreError, Transaction};

/// The number of times that an append is tried when the database can't do it together with others.
const MAX_ATTEMPTS: usize = 100;

/// Events to be appended to a game, with what follows from them.
#[derive(Clone, Debug)]
pub struct GameWrite {
    /// The game.
    pub game: GameId,
    /// The state in which the game was read, and in which it still has to be.
    pub precondition: Precondition,
    /// The game's status afterwards.
    pub status: GameStatus,
    /// Why it can no longer be replayed, if so.
    pub frozen: Option<String>,
    /// The last board each player has seen, by event number.
    pub seen: BySide<Seq>,
    /// The last board each player has interacted with, by event number.
    pub acted: BySide<Seq>,
    /// The events, in order.
    pub events: Vec<NewEvent>,
    /// Notices for the outbox.
    pub notices: Vec<NewNotice>,
    /// The rating change, if a rated game ends.
    pub contest: Option<Contest>,
    /// What becomes of the computer's turn.
    pub job: JobWrite,
    /// When it happens.
    pub at: Time,
}

/// What becomes of the job in which the computer thinks about its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobWrite {
    /// It stays as it is.
    Keep,
    /// It is replaced.
    Put(ComputerJob),
    /// It is deleted: the computer has no turn to make.
    Drop,
}

impl GameWrite {
    /// A write to a game as it was read; without further fields it changes nothing.
    pub fn to(game: &GameRow, at: Time) -> Self {
        Self {
            game: game.id,
            precondition: Precondition {
                seq: game.status.seq,
                due_at: game.status.due_at,
                frozen: game.frozen.clone(),
                seen: game.seen,
                acted: game.acted,
                plans: None,
            },
            status: game.status.clone(),
            frozen: game.frozen.clone(),
            seen: game.seen,
            acted: game.acted,
            events: Vec::new(),
            notices: Vec::new(),
            contest: None,
            job: JobWrite::Keep,
            at,
        }
    }
}

/// What must not have changed since a game was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precondition {
    /// The number of the last event.
    pub seq: Seq,
    /// When the scheduler had to act on the game next.
    pub due_at: Option<Time>,
    /// Why the game could not be replayed, if so.
    pub frozen: Option<String>,
    /// The last board each player had seen.
    pub seen: BySide<Seq>,
    /// The last board each player had interacted with.
    pub acted: BySide<Seq>,
    /// The sum of the versions of both players' plans, if they were read.
    pub plans: Option<i64>,
}

/// The outcome of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteOutcome {
    /// It is durable.
    Done,
    /// The game has changed since it was read: nothing was written.
    Conflict,
    /// The interaction has been processed before: nothing was written.
    Repeated,
}

impl Store {
    /// Appends events to a game, durably, if the game is still as it was when it was read.
    pub async fn append(&self, write: GameWrite) -> Result<WriteOutcome, StoreError> {
        let mut attempts = 1;
        loop {
            match Box::pin(self.try_append(&write)).await {
                Err(StoreError::Contended) if attempts < MAX_ATTEMPTS => attempts += 1,
                outcome => return outcome,
            }
        }
    }

    async fn try_append(&self, write: &GameWrite) -> Result<WriteOutcome, StoreError> {
        let mut tx = match self.begin().await {
            Err(StoreError::Repeated) => return Ok(WriteOutcome::Repeated),
            begun => begun?,
        };
        if let Some(contest) = &write.contest {
            let BySide { first, second } = contest.players;
            tx.lock_players(&[first, second]).await?;
        }
        if write.precondition.plans.is_some() {
            // A change of a plan locks the game as well.
            tx.lock_game(write.game).await?;
        }
        if !tx.update_status(write).await? {
            tx.roll_back().await?;
            return Ok(WriteOutcome::Conflict);
        }
        if let Some(end) = &write.status.end {
            tx.set_end(write.game, end).await?;
            tx.end_ladder_game(write.game, end).await?;
        }
        if let Some(contest) = &write.contest {
            contest.count(&mut tx, write.game, write.at).await?;
        }
        let mut seq = write.precondition.seq;
        for new in &write.events {
            seq = seq.next();
            tx.add_event(write.game, seq, new, write.at).await?;
        }
        for notice in &write.notices {
            tx.add_notice(write.game, notice, write.at + notice.delay)
                .await?;
        }
        match &write.job {
            JobWrite::Keep => {}
            JobWrite::Put(job) => tx.put_job(job, write.at).await?,
            JobWrite::Drop => tx.drop_job(write.game, JobKind::Turn).await?,
        }
        tx.commit().await?;
        Ok(WriteOutcome::Done)
    }
}

impl Transaction {
    /// Updates the status of a game that still meets the precondition; false if it doesn't.
    async fn update_status(&mut self, write: &GameWrite) -> Result<bool, StoreError> {
        let (was, status) = (&write.precondition, &write.status);
        let to_move = side_code(status.to_move);
        let done = execute!(self, "UPDATE games SET
                 seq = $2, board = $3, plies = $4, to_move = $5, turn_at = $6, deadline = $7,
                 due_at = $8, frozen = $9, seen_first = $10, seen_second = $11,
                 acted_first = $12, acted_second = $13
             WHERE id = $1 AND seq = $14
                 AND COALESCE(due_at, 0) = COALESCE(CAST($15 AS BIGINT), 0)
                 AND COALESCE(frozen, '') = COALESCE($16, '')
                 AND seen_first = $17 AND seen_second = $18
                 AND acted_first = $19 AND acted_second = $20
                 AND (CAST($21 AS BIGINT) IS NULL OR $21 = COALESCE(
                     CAST((SELECT SUM(plans.version) FROM plans WHERE plans.game = games.id) AS BIGINT),
                     0))",
            write.game,
            status.seq,
            status.position_seq,
            status.plies,
            to_move,
            status.turn_at,
            status.deadline,
            status.due_at,
            write.frozen,
            write.seen.first,
            write.seen.second,
            write.acted.first,
            write.acted.second,
            was.seq,
            was.due_at,
            was.frozen,
            was.seen.first,
            was.seen.second,
            was.acted.first,
            was.acted.second,
            was.plans)?;
        Ok(done > 0)
    }

    /// Stores how a game ended. A separate statement, because SQLite would otherwise rewrite the three
    /// indexes on these columns with every turn. A standing challenge that waits for the end is due then, and a tournament records the
    /// result.
    async fn set_end(&mut self, game: GameId, end: &GameEnd) -> Result<(), StoreError> {
        let (winner, how) = (side_code(end.winner), end.how.as_str());
        execute!(
            self,
            "UPDATE games SET finished_at = $2, winner = $3, how = $4 WHERE id = $1",
            game,
            end.at,
            winner,
            how
        )?;
        self.set_unrecorded(game).await?;
        let standing =
            fetch_optional_scalar!(self, "SELECT standing FROM challenges WHERE id = $1", game)?;
        if let Some(standing) = standing.flatten().map(GameId) {
            // Whether it is offered may just be decided, without knowing of this end.
            self.lock_standing(standing).await?;
            execute!(
                self,
                "UPDATE standing SET due_at = $2 WHERE id = $1 AND NOT is_open",
                standing,
                end.at
            )?;
        }
        Ok(())
    }

    /// Inserts an event.
    pub async fn add_event(
        &mut self,
        game: GameId,
        seq: Seq,
        new: &NewEvent,
        at: Time,
    ) -> Result<(), StoreError> {
        let (kind, data) = event_code(&new.event);
        let side = side_code(new.side);
        execute!(
            self,
            "INSERT INTO events (game, seq, kind, side, at, data) VALUES ($1, $2, $3, $4, $5, $6)",
            game,
            seq,
            kind,
            side,
            at,
            data
        )?;
        Ok(())
    }
}
