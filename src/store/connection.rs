//! A conversation with the database: one that only reads, or a transaction that changes something.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, query, query_scalar};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::model::InteractionId;
use crate::store::StoreError;
use crate::store::interactions::Claim;
use crate::store::open::PATIENCE;

/// Someone who reads.
#[derive(Debug)]
pub struct Connection {
    connection: Link,
}

#[derive(Debug)]
enum Link {
    Reader(PoolConnection<Sqlite>),
    WriteLock(OwnedMutexGuard<WriteConnection>),
}

/// A transaction. Dropped without [`Transaction::commit`], it has changed nothing: whoever writes next
/// undoes it first.
#[derive(Debug)]
pub struct Transaction {
    session: Connection,
    /// The interaction that is being dealt with, which is the cause of what is to be told.
    pub(super) cause: Option<InteractionId>,
    /// The interaction this is done for, which is written down with it.
    claim: Option<Claim>,
}

/// The connection that writes.
#[derive(Debug)]
pub(super) struct WriteConnection {
    pub(super) connection: SqliteConnection,
    /// A transaction has begun and not ended.
    pub(super) is_open: bool,
}

/// The way to the connection that writes: one at a time.
#[derive(Clone, Debug)]
pub(super) struct WriteLock {
    pen: Arc<Mutex<WriteConnection>>,
}

impl WriteConnection {
    /// Undoes a transaction that was left open by someone who has gone away.
    pub(super) async fn clear(&mut self) -> Result<(), StoreError> {
        if self.is_open {
            self.undo().await?;
        }
        Ok(())
    }

    /// Begins a transaction.
    pub(super) async fn begin(&mut self) -> Result<(), StoreError> {
        self.clear().await?;
        // Noted first: if the caller goes away now, SQLite's thread begins all the same.
        self.is_open = true;
        query("BEGIN IMMEDIATE")
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Makes the transaction durable.
    pub(super) async fn commit(&mut self) -> Result<(), StoreError> {
        query("COMMIT").execute(&mut self.connection).await?;
        self.is_open = false;
        Ok(())
    }

    /// Undoes what the transaction has done.
    pub(super) async fn undo(&mut self) -> Result<(), StoreError> {
        // After some errors SQLite has already rolled back by itself.
        match query("ROLLBACK").execute(&mut self.connection).await {
            Err(error) if !error.to_string().contains("no transaction is active") => {
                Err(error.into())
            }
            _ => {
                self.is_open = false;
                Ok(())
            }
        }
    }
}

impl WriteLock {
    pub(super) fn new(connection: SqliteConnection) -> Self {
        let is_open = false;
        let pen = WriteConnection {
            connection,
            is_open,
        };
        Self {
            pen: Arc::new(Mutex::new(pen)),
        }
    }

    pub(super) async fn lock(&self) -> OwnedMutexGuard<WriteConnection> {
        Arc::clone(&self.pen).lock_owned().await
    }

    /// Begins a transaction. One that is done for an interaction writes that down first, and fails if
    /// another delivery of the interaction has done so before.
    pub(super) async fn begin(&self, claim: Option<Claim>) -> Result<Transaction, StoreError> {
        let mut pen = self.lock().await;
        let cause = claim.as_ref().map(|claim| claim.id);
        // Looked at with the pen in hand: an earlier transaction of the same delivery has ended.
        let claim = claim.filter(|claim| !claim.is_written());
        pen.begin().await?;
        let connection = Link::WriteLock(pen);
        let session = Connection { connection };
        let mut change = Transaction {
            session,
            cause,
            claim,
        };
        if let Some(claim) = change.claim.clone()
            && !change.write_interaction(claim.id, claim.at).await?
        {
            return Err(StoreError::Repeated);
        }
        Ok(change)
    }

    /// Carries everything over from SQLite's log to the file; false if someone who reads is in the
    /// way. Nobody is kept waiting for that.
    pub(super) async fn checkpoint(&self) -> Result<bool, StoreError> {
        let mut pen = self.lock().await;
        pen.clear().await?;
        let sql = &mut pen.connection;
        query("PRAGMA busy_timeout = 20").execute(&mut *sql).await?;
        let done = query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut *sql)
            .await;
        let patience = AssertSqlSafe(format!("PRAGMA busy_timeout = {}", PATIENCE.as_millis()));
        query(patience).execute(&mut *sql).await?;
        // Its first column says whether it was blocked.
        Ok(done? == 0)
    }

    pub(super) async fn close(self) {
        if let Some(pen) = Arc::into_inner(self.pen) {
            // Nothing is left to write; if the file is gone by now, nobody can help it.
            let _ = pen.into_inner().connection.close().await;
        }
    }
}

impl Connection {
    pub(super) fn reader(connection: PoolConnection<Sqlite>) -> Self {
        Self {
            connection: Link::Reader(connection),
        }
    }

    pub(super) fn sql(&mut self) -> &mut SqliteConnection {
        match &mut self.connection {
            Link::Reader(connection) => connection,
            Link::WriteLock(pen) => &mut pen.connection,
        }
    }
}

impl Transaction {
    /// Makes the change durable.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        match &mut self.session.connection {
            Link::WriteLock(pen) => pen.commit().await?,
            Link::Reader(_) => unreachable!("a change is made by the connection that writes"),
        }
        if let Some(claim) = &self.claim {
            claim.note_written();
        }
        Ok(())
    }
}

impl Transaction {
    /// Undoes the change at once, instead of leaving that to the next writer.
    pub(super) async fn roll_back(mut self) -> Result<(), StoreError> {
        match &mut self.session.connection {
            Link::WriteLock(pen) => pen.undo().await,
            Link::Reader(_) => unreachable!("a change is made by the connection that writes"),
        }
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.session
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.session
    }
}
