//! THE DATABASE: the only SQL. One file for each table, with the rows as values.
//!
//! [`Store`] is one SQLite file, or a database on a PostgreSQL server. Reading goes through a pool of
//! connections. Writing goes through one connection to the file, or through a pool of connections to the
//! server, in one of two ways:
//!
//! - [`Store::append`] appends events to a game, with everything that follows from them. It succeeds
//!   only if the game is still as it was when it was read: of two writers, one gets
//!   [`WriteOutcome::Conflict`] and reads again.
//! - [`Store::begin`] begins a transaction for everything else; one that erases data ends with
//!   [`Store::erase`].
//!
//! Every append is a transaction of its own. That limits the bot to the number of durable commits the
//! disk can do, which is far more than the 50 messages per second that Discord accepts from a bot.
//!
//! Only one process has a file open ([`Lock`]); a server may have several clients, and transactions that
//! decide something lock (`locks.rs`) what it is about. Nothing here decides anything about games: that
//! is up to [`app`](crate::app).
//!
//! Every statement is one text for both, and is checked against the `migrations` of both at compile time
//! (`dialect.rs`).

mod analyses;
mod append;
mod backup;
pub mod challenges;
mod club_puzzles;
mod connection;
mod daily_puzzles;
mod dialect;
mod drafts;
mod erasures;
mod evaluations;
pub mod events;
pub mod finished_games;
mod follows;
pub mod games;
mod heartbeat;
mod hints;
pub mod imports;
mod interactions;
mod jobs;
mod ladders;
mod leases;
mod lessons;
mod live_messages;
pub mod lobbies;
mod lock;
mod locks;
pub mod messages;
mod move_database;
mod mutes;
mod notes;
mod open;
pub mod outbox;
mod plans;
mod players;
mod position_questions;
mod postgres;
mod processes;
mod prune;
pub mod puzzle_ratings;
mod puzzles;
pub mod rated_games;
pub mod ratings;
mod reply_tokens;
pub mod results;
mod servers;
pub mod standing_challenges;
#[cfg(test)]
mod table_contents;
mod tournaments;
pub mod vacations;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgDatabaseError, PgPool};
use sqlx::sqlite::SqlitePool;

use crate::model::{InteractionId, Time};

pub use analyses::AnalysisRow;
pub use append::{GameWrite, JobWrite, Precondition, WriteOutcome};
pub use backup::{BackupError, back_up, restore};
use connection::WriteLock;
pub use connection::{Connection, Transaction};
pub use drafts::Draft;
pub use evaluations::GameAnalysisRow;
pub use hints::StoredHint;
use interactions::Claim;
pub use leases::LeaseRow;
pub use lock::Lock;
pub use move_database::{MoveError, Moved};
pub use open::{OpenError, OpenOptions};
pub use plans::PlanRow;
pub use position_questions::PositionQuestion;
pub use postgres::{ConnectError, ServerOptions, ServerState};
pub use processes::Census;
pub use prune::Pruned;
pub use servers::ServerMembership;

/// A handle to the open database, possibly one that writes on behalf of an
/// [interaction](Store::claimed).
#[derive(Clone, Debug)]
pub struct Store {
    database: Arc<Backend>,
    claim: Option<Claim>,
}

/// The open database.
#[derive(Debug)]
enum Backend {
    Sqlite(SqliteFile),
    Postgres(PostgresServer),
}

/// An open SQLite file.
#[derive(Debug)]
struct SqliteFile {
    path: PathBuf,
    readers: SqlitePool,
    /// `None` if it was opened for reading only.
    writing: Option<Writing>,
}

/// A database of a PostgreSQL server. Reading and writing have a pool each, so that a transaction that
/// has to read something aside never waits for the connection that it holds itself.
#[derive(Debug)]
struct PostgresServer {
    readers: PgPool,
    /// `None` if it was opened for reading only.
    writers: Option<PgPool>,
}

/// Everything that is needed for writing an SQLite file.
#[derive(Debug)]
struct Writing {
    writer: WriteLock,
    /// Held while the database is open, so that no other process opens it.
    lock: Lock,
    /// May erased data still be in the write-ahead log? The table `erasures` knows for sure; this saves a
    /// query.
    checkpoint_pending: AtomicBool,
}

/// The reason why the database can't do what it was asked.
#[derive(Debug)]
pub enum StoreError {
    /// The disk is full.
    Full,
    /// The file can't be written.
    ReadOnly,
    /// Another transaction got in the way, and nothing was written: try again. Only PostgreSQL says so.
    Contended,
    /// This needs a database file, and the database is on a PostgreSQL server.
    NoFile,
    /// Any other error of the database.
    Sql(sqlx::Error),
    /// A row can't be parsed.
    Damaged(String),
    /// Another delivery of the same interaction has changed something: nothing was written.
    Repeated,
    /// The database was migrated by a newer version of the program while this one was running.
    Newer {
        /// The last migration in the database.
        found: i64,
        /// The last migration that this program knows.
        known: i64,
    },
    /// The store is being closed.
    Closed,
}

/// Number of times that closing checks, every five milliseconds, whether all other handles have been
/// dropped.
const CLOSING: usize = 400;

/// SQLite's error codes for a full disk and a read-only file.
const FULL: &str = "13";
const READ_ONLY: &str = "8";

/// PostgreSQL's error codes.
mod sqlstate {
    pub(super) const SERIALIZATION_FAILURE: &str = "40001";
    pub(super) const DEADLOCK_DETECTED: &str = "40P01";
    pub(super) const UNIQUE_VIOLATION: &str = "23505";
    pub(super) const DISK_FULL: &str = "53100";
    pub(super) const READ_ONLY_TRANSACTION: &str = "25006";
}

/// What an error of PostgreSQL means, if it means anything in particular.
fn postgres_error(error: &PgDatabaseError) -> Option<StoreError> {
    match error.code() {
        sqlstate::SERIALIZATION_FAILURE | sqlstate::DEADLOCK_DETECTED => {
            Some(StoreError::Contended)
        }
        // Of two games of a player that end at once, one comes second and has to start from the other's
        // ratings.
        sqlstate::UNIQUE_VIOLATION if error.table() == Some("rated_games") => {
            Some(StoreError::Contended)
        }
        sqlstate::DISK_FULL => Some(StoreError::Full),
        sqlstate::READ_ONLY_TRANSACTION => Some(StoreError::ReadOnly),
        _ => None,
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let said = error.as_database_error();
        if let Some(said) = said.and_then(|said| said.try_downcast_ref::<PgDatabaseError>()) {
            return postgres_error(said).unwrap_or(Self::Sql(error));
        }
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        // The lowest byte of an extended code is the primary code.
        let plain = code.and_then(|code| code.parse::<u32>().ok());
        match plain.map(|code| (code & 0xff).to_string()).as_deref() {
            Some(FULL) => Self::Full,
            Some(READ_ONLY) => Self::ReadOnly,
            _ => Self::Sql(error),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("the disk is full, nothing was written: make room"),
            Self::ReadOnly => f.write_str("the database can't be written: check its permissions"),
            Self::Contended => f.write_str("the database is contended: try again"),
            Self::NoFile => f.write_str("the database is no file"),
            Self::Sql(error) => write!(f, "the database: {error}"),
            Self::Damaged(what) => write!(f, "the database holds what it should not: {what}"),
            Self::Repeated => f.write_str("the interaction has been dealt with"),
            Self::Newer { found, known } => write!(
                f,
                "a newer hexpost has migrated the database (schema {found}, this one knows {known})"
            ),
            Self::Closed => f.write_str("the database is being closed"),
        }
    }
}

impl std::error::Error for StoreError {}

fn damaged(what: impl Into<String>) -> StoreError {
    StoreError::Damaged(what.into())
}

impl Store {
    fn new(database: Backend) -> Self {
        Self {
            database: Arc::new(database),
            claim: None,
        }
    }

    /// A handle for one delivery of an interaction. Its first transaction inserts the interaction; if
    /// another delivery has done so before, nothing is written, and the result is
    /// [`StoreError::Repeated`] or [`WriteOutcome::Repeated`].
    #[must_use]
    pub fn claimed(&self, id: InteractionId, at: Time) -> Self {
        Self {
            database: Arc::clone(&self.database),
            claim: Some(Claim::new(id, at)),
        }
    }

    /// This handle, whose notices are left for a while to the process that handles the interaction.
    #[must_use]
    pub fn holding(mut self, hold: Duration) -> Self {
        if let Some(claim) = &mut self.claim {
            claim.hold = hold;
        }
        self
    }

    /// A handle without a claim: for changes that may be made any number of times, such as what a
    /// player has seen, or that would be made without the interaction as well.
    #[must_use]
    pub fn unclaimed(&self) -> Self {
        Self {
            database: Arc::clone(&self.database),
            claim: None,
        }
    }

    /// The database file; `None` if the database is on a server.
    pub fn path(&self) -> Option<&Path> {
        match &*self.database {
            Backend::Sqlite(file) => Some(&file.path),
            Backend::Postgres(_) => None,
        }
    }

    /// A connection for reading.
    pub async fn read(&self) -> Result<Connection, StoreError> {
        Ok(match &*self.database {
            Backend::Sqlite(file) => Connection::reader(file.readers.acquire().await?),
            Backend::Postgres(server) => {
                Connection::postgres_reader(server.readers.acquire().await?)
            }
        })
    }

    /// Begins a transaction; see [`Transaction::commit`].
    pub async fn begin(&self) -> Result<Transaction, StoreError> {
        let claim = self.claim.clone();
        match &*self.database {
            Backend::Sqlite(SqliteFile {
                writing: Some(writing),
                ..
            }) => writing.writer.begin(claim).await,
            Backend::Postgres(PostgresServer {
                writers: Some(writers),
                ..
            }) => connection::begin(writers, claim).await,
            _ => Err(StoreError::ReadOnly),
        }
    }

    /// What is needed for truncating SQLite's write-ahead log; `None` if there is none.
    fn writing(&self) -> Option<&Writing> {
        match &*self.database {
            Backend::Sqlite(file) => file.writing.as_ref(),
            Backend::Postgres(_) => None,
        }
    }

    /// Commits a transaction that erases data, and truncates SQLite's write-ahead log, so that no trace of
    /// the data is left in it either. (PostgreSQL reuses its log and the space of deleted rows by itself.)
    ///
    /// If a reader prevents that, it stays pending, also after a restart, and [`Store::prune`] tries
    /// again.
    pub async fn erase(&self, mut tx: Transaction) -> Result<(), StoreError> {
        let Some(writing) = self.writing() else {
            return tx.commit().await;
        };
        tx.add_erasure().await?;
        writing.checkpoint_pending.store(true, Ordering::Relaxed);
        tx.commit().await?;
        self.finish_pending_checkpoint().await
    }

    /// Makes the checkpoint that [`Store::erase`] could not make, if one is pending.
    async fn finish_pending_checkpoint(&self) -> Result<(), StoreError> {
        let Some(writing) = self.writing() else {
            return Ok(());
        };
        if !writing.checkpoint_pending.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        let done = self.checkpoint_erasures(writing).await;
        if !matches!(done, Ok(true)) {
            writing.checkpoint_pending.store(true, Ordering::Relaxed);
        }
        done.map(drop)
    }

    /// Makes a checkpoint for all erasures so far; false if a reader prevented it, or if there have been
    /// more erasures meanwhile.
    async fn checkpoint_erasures(&self, writing: &Writing) -> Result<bool, StoreError> {
        let Some(count) = self.read().await?.erasures().await? else {
            return Ok(true);
        };
        if !writing.writer.checkpoint().await? {
            return Ok(false);
        }
        let mut tx = self.begin().await?;
        let is_all = tx.drop_erasures(count).await?;
        tx.commit().await?;
        Ok(is_all)
    }

    /// Closes the database after finishing what has begun. Waits for the handles of running requests,
    /// but not forever: the end of the process closes the database as well.
    pub async fn close(self) {
        for _ in 0..CLOSING {
            if Arc::strong_count(&self.database) == 1 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let Some(database) = Arc::into_inner(self.database) else {
            return;
        };
        match database {
            Backend::Sqlite(file) => {
                file.readers.close().await;
                if let Some(writing) = file.writing {
                    writing.writer.close().await;
                    drop(writing.lock);
                }
            }
            Backend::Postgres(server) => {
                server.readers.close().await;
                if let Some(writers) = server.writers {
                    writers.close().await;
                }
            }
        }
    }
}
