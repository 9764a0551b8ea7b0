//! THE DATABASE: the only SQL. One file for each table, with the rows as values.
//!
//! [`Store`] is one SQLite file. Reading goes through a pool of connections; writing goes through one
//! connection, in one of two ways:
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
//! Only one process has the database open ([`Lock`]). Nothing here decides anything about games: that
//! is up to [`app`](crate::app).
//!
//! The queries are checked against `migrations` at compile time (`.sqlx`, made by `.ci/prepare`).

mod analyses;
mod append;
mod backup;
pub mod challenges;
mod connection;
mod drafts;
mod erasures;
pub mod events;
pub mod finished_games;
mod follows;
pub mod games;
mod heartbeat;
pub mod imports;
mod interactions;
mod lessons;
pub mod lobbies;
mod lock;
pub mod messages;
mod mutes;
mod notes;
mod open;
pub mod outbox;
mod plans;
mod players;
mod prune;
pub mod rated_games;
pub mod ratings;
pub mod results;
mod servers;
pub mod standing_challenges;
#[cfg(test)]
mod table_contents;
pub mod vacations;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqlitePool;

use crate::model::{InteractionId, Time};

pub use analyses::AnalysisRow;
pub use append::{GameWrite, Precondition, WriteOutcome};
pub use backup::{BackupError, back_up, restore};
use connection::WriteLock;
pub use connection::{Connection, Transaction};
pub use drafts::Draft;
use interactions::Claim;
pub use lock::Lock;
pub use open::{OpenError, OpenOptions};
pub use plans::PlanRow;
pub use prune::Pruned;
pub use servers::ServerMembership;

/// A handle to the open database, possibly one that writes on behalf of an
/// [interaction](Store::claimed).
#[derive(Clone, Debug)]
pub struct Store {
    database: Arc<Database>,
    claim: Option<Claim>,
}

/// The open database.
#[derive(Debug)]
struct Database {
    path: PathBuf,
    readers: SqlitePool,
    /// `None` if it was opened for reading only.
    writing: Option<Writing>,
}

/// Everything that is needed for writing.
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
    /// Any other error of SQLite.
    Sql(sqlx::Error),
    /// A row can't be parsed.
    Damaged(String),
    /// Another delivery of the same interaction has changed something: nothing was written.
    Repeated,
    /// The store is being closed.
    Closed,
}

/// Number of times that closing checks, every five milliseconds, whether all other handles have been
/// dropped.
const CLOSING: usize = 400;

/// SQLite's error codes for a full disk and a read-only file.
const FULL: &str = "13";
const READ_ONLY: &str = "8";

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
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
            Self::Sql(error) => write!(f, "the database: {error}"),
            Self::Damaged(what) => write!(f, "the database holds what it should not: {what}"),
            Self::Repeated => f.write_str("the interaction has been dealt with"),
            Self::Closed => f.write_str("the database is being closed"),
        }
    }
}

impl std::error::Error for StoreError {}

fn damaged(what: impl Into<String>) -> StoreError {
    StoreError::Damaged(what.into())
}

impl Store {
    fn new(path: PathBuf, readers: SqlitePool, writing: Option<Writing>) -> Self {
        let database = Database {
            path,
            readers,
            writing,
        };
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

    /// A handle without a claim: for changes that may be made any number of times, such as what a
    /// player has seen, or that would be made without the interaction as well.
    #[must_use]
    pub fn unclaimed(&self) -> Self {
        Self {
            database: Arc::clone(&self.database),
            claim: None,
        }
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.database.path
    }

    /// A connection for reading.
    pub async fn read(&self) -> Result<Connection, StoreError> {
        let connection = self.database.readers.acquire().await?;
        Ok(Connection::reader(connection))
    }

    fn writing(&self) -> Result<&Writing, StoreError> {
        let writing = self.database.writing.as_ref();
        writing.ok_or(StoreError::ReadOnly)
    }

    /// Begins a transaction; see [`Transaction::commit`].
    pub async fn begin(&self) -> Result<Transaction, StoreError> {
        self.writing()?.writer.begin(self.claim.clone()).await
    }

    /// Commits a transaction that erases data, and truncates SQLite's write-ahead log, so that no trace of
    /// the data is left in it either.
    ///
    /// If a reader prevents that, it stays pending, also after a restart, and [`Store::prune`] tries
    /// again.
    pub async fn erase(&self, mut tx: Transaction) -> Result<(), StoreError> {
        let writing = self.writing()?;
        tx.add_erasure().await?;
        writing.checkpoint_pending.store(true, Ordering::Relaxed);
        tx.commit().await?;
        self.finish_pending_checkpoint().await
    }

    /// Makes the checkpoint that [`Store::erase`] could not make, if one is pending.
    async fn finish_pending_checkpoint(&self) -> Result<(), StoreError> {
        let Some(writing) = &self.database.writing else {
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
        database.readers.close().await;
        if let Some(writing) = database.writing {
            writing.writer.close().await;
            drop(writing.lock);
        }
    }
}
