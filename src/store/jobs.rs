//! The table of jobs: what the computer has to think about.
//!
//! A job is written in the transaction that asks for it, and deleted in the one that stores the answer.
//! Meanwhile a process claims it for a while, by the clock of the database, and renews the claim as long as
//! it works on it. If the process dies, another one claims the job.

use std::time::Duration;

use crate::model::{ComputerJob, JobKind, JobSubject, Seq, Time, level_number, level_of_number};
use crate::store::dialect::{execute, fetch_optional_as, fetch_optional_scalar, fetch_scalar};
use crate::store::{Connection, StoreError, Transaction, damaged};

struct Row {
    game: i64,
    kind: i64,
    seq: i64,
    level: i64,
    nodes: i64,
}

impl TryFrom<Row> for ComputerJob {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let wrong = || damaged(format!("a job of game {} and kind {}", row.game, row.kind));
        let kind = JobKind::of_number(row.kind).ok_or_else(wrong)?;
        Ok(Self {
            subject: JobSubject::of_number(kind, row.game),
            kind,
            seq: Seq(row.seq),
            level: level_of_number(row.level).ok_or_else(wrong)?,
            nodes: row.nodes.max(0) as u64,
        })
    }
}

impl Connection {
    /// The number of jobs of the same kind that come before one; 0 if there is no such job.
    pub async fn jobs_before(
        &mut self,
        kind: JobKind,
        subject: JobSubject,
    ) -> Result<i64, StoreError> {
        let (kind, game) = (kind.number(), subject.number());
        fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM jobs AS own JOIN jobs AS other
                 ON other.kind = own.kind AND (other.made_at < own.made_at
                     OR other.made_at = own.made_at AND other.game < own.game)
             WHERE own.game = $1 AND own.kind = $2"#,
            game,
            kind
        )
    }

    /// Is there a job of a kind about something?
    pub async fn has_job(
        &mut self,
        kind: JobKind,
        subject: JobSubject,
    ) -> Result<bool, StoreError> {
        let (kind, game) = (kind.number(), subject.number());
        let seq = fetch_optional_scalar!(
            self,
            "SELECT seq FROM jobs WHERE game = $1 AND kind = $2",
            game,
            kind
        )?;
        Ok(seq.is_some())
    }

    /// The number of jobs.
    pub async fn count_jobs(&mut self) -> Result<i64, StoreError> {
        fetch_scalar!(self, r#"SELECT COUNT(*) AS "count!" FROM jobs"#)
    }
}

impl Transaction {
    /// Writes a job, in place of the one of the same kind in the game.
    pub async fn put_job(&mut self, job: &ComputerJob, now: Time) -> Result<(), StoreError> {
        let (game, kind, level, nodes) = (
            job.subject.number(),
            job.kind.number(),
            level_number(job.level),
            i64::try_from(job.nodes).unwrap_or(i64::MAX),
        );
        execute!(
            self,
            "INSERT INTO jobs (game, kind, seq, level, nodes, made_at) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, kind) DO UPDATE SET
                 seq = excluded.seq, level = excluded.level, nodes = excluded.nodes,
                 made_at = excluded.made_at, owner = NULL, until = NULL",
            game,
            kind,
            job.seq,
            level,
            nodes,
            now
        )?;
        Ok(())
    }

    /// Writes a job, unless the same is asked already.
    pub async fn ask_job(&mut self, job: &ComputerJob, now: Time) -> Result<(), StoreError> {
        let (game, kind) = (job.subject.number(), job.kind.number());
        let asked = fetch_optional_scalar!(
            self,
            "SELECT seq FROM jobs WHERE game = $1 AND kind = $2",
            game,
            kind
        )?;
        if asked != Some(job.seq.0) {
            self.put_job(job, now).await?;
        }
        Ok(())
    }

    /// Deletes the job of a kind about something.
    pub async fn drop_job(
        &mut self,
        subject: impl Into<JobSubject>,
        kind: JobKind,
    ) -> Result<(), StoreError> {
        let (game, kind) = (subject.into().number(), kind.number());
        execute!(
            self,
            "DELETE FROM jobs WHERE game = $1 AND kind = $2",
            game,
            kind
        )?;
        Ok(())
    }

    /// Claims the next job that nobody works on.
    pub async fn claim_job(
        &mut self,
        owner: &str,
        length: Duration,
    ) -> Result<Option<ComputerJob>, StoreError> {
        let length = length.as_millis() as i64;
        let row = fetch_optional_as!(Row, self,
            sqlite: "UPDATE jobs SET owner = $1, until = CAST(unixepoch('subsec') * 1000 AS BIGINT) + $2
             WHERE (game, kind) = (
                 SELECT game, kind FROM jobs
                 WHERE until IS NULL OR until <= CAST(unixepoch('subsec') * 1000 AS BIGINT)
                 ORDER BY kind, made_at, game LIMIT 1
             )
             RETURNING game, kind, seq, level, nodes",
            postgres: "UPDATE jobs
             SET owner = $1, until = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $2
             WHERE (game, kind) = (
                 SELECT game, kind FROM jobs
                 WHERE until IS NULL
                     OR until <= CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)
                 ORDER BY kind, made_at, game LIMIT 1 FOR UPDATE SKIP LOCKED
             )
             RETURNING game, kind, seq, level, nodes",
            owner,
            length
        )?;
        row.map(ComputerJob::try_from).transpose()
    }

    /// Renews the claim on a job; false if the job is gone, asks for something else by now, or belongs to
    /// another process.
    pub async fn renew_job(
        &mut self,
        job: &ComputerJob,
        owner: &str,
        length: Duration,
    ) -> Result<bool, StoreError> {
        let (game, kind) = (job.subject.number(), job.kind.number());
        let level = level_number(job.level);
        let length = length.as_millis() as i64;
        let done = execute!(
            self,
            sqlite: "UPDATE jobs SET until = CAST(unixepoch('subsec') * 1000 AS BIGINT) + $6
             WHERE game = $1 AND kind = $2 AND seq = $3 AND level = $4 AND owner = $5",
            postgres: "UPDATE jobs
             SET until = CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) + $6
             WHERE game = $1 AND kind = $2 AND seq = $3 AND level = $4 AND owner = $5",
            game,
            kind,
            job.seq,
            level,
            owner,
            length
        )?;
        Ok(done > 0)
    }

    /// Gives a job back, so that any process can claim it at once.
    pub async fn release_job(&mut self, job: &ComputerJob, owner: &str) -> Result<(), StoreError> {
        let (game, kind) = (job.subject.number(), job.kind.number());
        execute!(
            self,
            "UPDATE jobs SET owner = NULL, until = NULL
             WHERE game = $1 AND kind = $2 AND owner = $3",
            game,
            kind,
            owner
        )?;
        Ok(())
    }

    /// Gives all jobs back, where no other process can be working on them.
    pub async fn release_jobs(&mut self) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE jobs SET owner = NULL, until = NULL WHERE owner IS NOT NULL"
        )?;
        Ok(())
    }

    /// Deletes a job that this process works on, whatever it asks for: nobody needs the answer any more.
    pub async fn drop_claimed_job(
        &mut self,
        job: &ComputerJob,
        owner: &str,
    ) -> Result<(), StoreError> {
        let (game, kind) = (job.subject.number(), job.kind.number());
        execute!(
            self,
            "DELETE FROM jobs WHERE game = $1 AND kind = $2 AND seq = $3 AND owner = $4",
            game,
            kind,
            job.seq,
            owner
        )?;
        Ok(())
    }

    /// Deletes a job that has been done, whoever claims it; false if it is gone, or asks for something else
    /// by now.
    pub async fn finish_job(&mut self, job: &ComputerJob) -> Result<bool, StoreError> {
        let (game, kind) = (job.subject.number(), job.kind.number());
        let done = execute!(
            self,
            "DELETE FROM jobs WHERE game = $1 AND kind = $2 AND seq = $3",
            game,
            kind,
            job.seq
        )?;
        Ok(done > 0)
    }

    /// Has a job ask for the next position, and gives it back: what is more urgent comes first, but it
    /// keeps its place in line. False if it is gone, or asks for something else by now.
    pub async fn advance_job(&mut self, job: &ComputerJob, next: Seq) -> Result<bool, StoreError> {
        let (game, kind) = (job.subject.number(), job.kind.number());
        let done = execute!(
            self,
            "UPDATE jobs SET seq = $4, owner = NULL, until = NULL
             WHERE game = $1 AND kind = $2 AND seq = $3",
            game,
            kind,
            job.seq,
            next
        )?;
        Ok(done > 0)
    }
}
