//! Connections to the database: [`Connection`] reads, [`Transaction`] also writes.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, Postgres};
use sqlx::sqlite::{Sqlite, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, query, query_scalar};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::store::StoreError;
use crate::store::dialect::Sql;
use crate::store::interactions::{Cause, Claim};
use crate::store::open::PATIENCE;

/// A connection with which queries are made. On its own it only reads.
#[derive(Debug)]
pub struct Connection {
    /// In a box, so that the futures of use cases, which hold it, stay small.
    link: Box<Link>,
}

/// The connection that is used. SQLite has a pool of readers and only one connection that writes;
/// PostgreSQL has a pool for each.
#[derive(Debug)]
enum Link {
    Reader(PoolConnection<Sqlite>),
    Writer(OwnedMutexGuard<WriteConnection>),
    PostgresReader(PoolConnection<Postgres>),
    PostgresWriter(sqlx::Transaction<'static, Postgres>),
}

/// A write transaction. If it is dropped without [`Transaction::commit`], it changes nothing: the next
/// writer that gets the connection rolls it back first.
///
/// On SQLite there is one writer at a time, so that what a transaction has read stays true until it is
/// committed. On PostgreSQL (READ COMMITTED) others write meanwhile: a transaction that decides something
/// from what it reads has to lock (`locks.rs`) the row that it is about before.
#[derive(Debug)]
pub struct Transaction {
    conn: Connection,
    /// The interaction that causes the notices written in this transaction.
    pub(super) cause: Option<Cause>,
    /// The claim of the interaction for which this transaction is made, if it is written in it.
    claim: Option<Claim>,
    /// Keeps other transactions of the same delivery from writing the claim as well.
    _turn: Option<OwnedMutexGuard<()>>,
}

/// The only connection that writes.
#[derive(Debug)]
pub(super) struct WriteConnection {
    pub(super) connection: SqliteConnection,
    /// Has a transaction been begun that has not ended?
    pub(super) is_open: bool,
}

/// Exclusive access to the [`WriteConnection`].
#[derive(Clone, Debug)]
pub(super) struct WriteLock {
    writer: Arc<Mutex<WriteConnection>>,
}

/// SQLite's general error code. `ROLLBACK` fails with it only if no transaction is active.
const GENERAL_ERROR: &str = "1";

impl WriteConnection {
    /// Rolls back a transaction whose owner has dropped it.
    pub(super) async fn clear(&mut self) -> Result<(), StoreError> {
        if self.is_open {
            self.roll_back().await?;
        }
        Ok(())
    }

    /// Begins a transaction.
    pub(super) async fn begin(&mut self) -> Result<(), StoreError> {
        self.clear().await?;
        // Set first: if this future is dropped while it waits, SQLite's thread begins the transaction
        // nevertheless.
        self.is_open = true;
        query("BEGIN IMMEDIATE")
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Commits the transaction.
    pub(super) async fn commit(&mut self) -> Result<(), StoreError> {
        query("COMMIT").execute(&mut self.connection).await?;
        self.is_open = false;
        Ok(())
    }

    /// Rolls the transaction back. After some errors SQLite has done so already.
    pub(super) async fn roll_back(&mut self) -> Result<(), StoreError> {
        let rolled_back = query("ROLLBACK").execute(&mut self.connection).await;
        if let Err(error) = rolled_back {
            let code = error
                .as_database_error()
                .and_then(sqlx::error::DatabaseError::code);
            if code.as_deref() != Some(GENERAL_ERROR) {
                return Err(error.into());
            }
        }
        self.is_open = false;
        Ok(())
    }
}

impl WriteLock {
    pub(super) fn new(connection: SqliteConnection) -> Self {
        let is_open = false;
        let writer = WriteConnection {
            connection,
            is_open,
        };
        Self {
            writer: Arc::new(Mutex::new(writer)),
        }
    }

    pub(super) async fn lock(&self) -> OwnedMutexGuard<WriteConnection> {
        Arc::clone(&self.writer).lock_owned().await
    }

    /// Begins a transaction. The first one that is made for an interaction inserts the interaction's id,
    /// and fails if another delivery of the interaction has inserted it before.
    pub(super) async fn begin(&self, claim: Option<Claim>) -> Result<Transaction, StoreError> {
        let mut writer = self.lock().await;
        let cause = claim.as_ref().map(Claim::cause);
        // Checked under the lock: earlier transactions of the same delivery have ended by now.
        let claim = claim.filter(|claim| !claim.is_written());
        writer.begin().await?;
        let link = Link::Writer(writer);
        Transaction::new(link, cause, claim, None).await
    }

    /// Copies the write-ahead log into the database file and truncates it; false if a reader prevents
    /// that. Does not wait for readers, because writers would have to wait as well.
    pub(super) async fn checkpoint(&self) -> Result<bool, StoreError> {
        let mut writer = self.lock().await;
        writer.clear().await?;
        let sql = &mut writer.connection;
        query("PRAGMA busy_timeout = 20").execute(&mut *sql).await?;
        let blocked = query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut *sql)
            .await;
        let patience = AssertSqlSafe(format!("PRAGMA busy_timeout = {}", PATIENCE.as_millis()));
        query(patience).execute(&mut *sql).await?;
        Ok(blocked? == 0)
    }

    pub(super) async fn close(self) {
        if let Some(writer) = Arc::into_inner(self.writer) {
            // Everything is committed by now; an error here has no consequences.
            let _ = writer.into_inner().connection.close().await;
        }
    }
}

/// Begins a transaction on PostgreSQL; otherwise like [`WriteLock::begin`].
pub(super) async fn begin(
    writers: &PgPool,
    claim: Option<Claim>,
) -> Result<Transaction, StoreError> {
    let cause = claim.as_ref().map(Claim::cause);
    let turn = match &claim {
        Some(claim) => Some(claim.turn().await),
        None => None,
    };
    // Checked in turn: earlier transactions of the same delivery have ended by now.
    let claim = claim.filter(|claim| !claim.is_written());
    let turn = turn.filter(|_| claim.is_some());
    let link = Link::PostgresWriter(writers.begin().await?);
    Transaction::new(link, cause, claim, turn).await
}

impl Connection {
    pub(super) fn reader(connection: PoolConnection<Sqlite>) -> Self {
        Self {
            link: Box::new(Link::Reader(connection)),
        }
    }

    pub(super) fn postgres_reader(connection: PoolConnection<Postgres>) -> Self {
        Self {
            link: Box::new(Link::PostgresReader(connection)),
        }
    }

    pub(super) fn sql(&mut self) -> Sql<'_> {
        match &mut *self.link {
            Link::Reader(connection) => Sql::Sqlite(connection),
            Link::Writer(writer) => Sql::Sqlite(&mut writer.connection),
            Link::PostgresReader(connection) => Sql::Postgres(connection),
            Link::PostgresWriter(transaction) => Sql::Postgres(transaction),
        }
    }

    /// The connection to SQLite, for what only a file can do.
    pub(super) fn sqlite(&mut self) -> Result<&mut SqliteConnection, StoreError> {
        match self.sql() {
            Sql::Sqlite(connection) => Ok(connection),
            Sql::Postgres(_) => Err(StoreError::NoFile),
        }
    }
}

impl Transaction {
    /// A transaction that has begun. The first one that is made for an interaction inserts the
    /// interaction's id, and fails if another delivery of the interaction has inserted it before.
    async fn new(
        link: Link,
        cause: Option<Cause>,
        claim: Option<Claim>,
        turn: Option<OwnedMutexGuard<()>>,
    ) -> Result<Self, StoreError> {
        let mut tx = Self {
            conn: Connection {
                link: Box::new(link),
            },
            cause,
            claim,
            _turn: turn,
        };
        if let Some(claim) = tx.claim.clone()
            && !tx.write_interaction(claim.id, claim.at).await?
        {
            return Err(StoreError::Repeated);
        }
        Ok(tx)
    }

    /// Commits the transaction: from now on its changes are durable.
    pub async fn commit(self) -> Result<(), StoreError> {
        match *self.conn.link {
            Link::Writer(mut writer) => writer.commit().await?,
            Link::PostgresWriter(transaction) => transaction.commit().await?,
            Link::Reader(_) | Link::PostgresReader(_) => return Err(StoreError::ReadOnly),
        }
        if let Some(claim) = &self.claim {
            claim.note_written();
        }
        Ok(())
    }

    /// Rolls the transaction back at once, instead of leaving that to the next writer.
    pub(super) async fn roll_back(self) -> Result<(), StoreError> {
        match *self.conn.link {
            Link::Writer(mut writer) => writer.roll_back().await,
            Link::PostgresWriter(transaction) => Ok(transaction.rollback().await?),
            Link::Reader(_) | Link::PostgresReader(_) => Err(StoreError::ReadOnly),
        }
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.conn
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.conn
    }
}
