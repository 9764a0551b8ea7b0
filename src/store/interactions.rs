//! The table of interactions that have changed something, so that none does so twice.
//!
//! Discord may deliver an interaction more than once. The [`Claim`] of a delivery is part of the
//! [`Store`] handle through which its use cases write, and its row is inserted by the first transaction
//! of that delivery. The change and the fact that it was made are therefore committed together, at no
//! extra cost.
//!
//! [`Store`]: crate::store::Store

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::model::{InteractionId, Time};
use crate::store::dialect::{execute, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// One delivery of an interaction, on whose behalf something is written.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) id: InteractionId,
    pub(super) at: Time,
    /// How long the notices that it causes are left to the process that handles it.
    pub(super) hold: Duration,
    /// Has a transaction of this delivery inserted the row?
    is_written: Arc<AtomicBool>,
    /// Held by the transaction that inserts it.
    turn: Arc<Mutex<()>>,
}

/// The interaction that causes a notice, and how long the notice is left to the process that handles it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cause {
    pub(super) id: InteractionId,
    pub(super) hold: Duration,
}

impl Claim {
    pub(super) fn new(id: InteractionId, at: Time) -> Self {
        Self {
            id,
            at,
            hold: Duration::ZERO,
            is_written: Arc::default(),
            turn: Arc::default(),
        }
    }

    /// What the notices written for it are to be marked with.
    pub(super) const fn cause(&self) -> Cause {
        Cause {
            id: self.id,
            hold: self.hold,
        }
    }

    /// Waits until no other transaction of this delivery is inserting the row.
    pub(super) async fn turn(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.turn).lock_owned().await
    }

    /// Has this delivery inserted its interaction? Only read and set while holding SQLite's write
    /// connection, or in [turn](Claim::turn).
    pub(super) fn is_written(&self) -> bool {
        self.is_written.load(Ordering::Acquire)
    }

    /// Records that the row is durable.
    pub(super) fn note_written(&self) {
        self.is_written.store(true, Ordering::Release);
    }
}

impl Connection {
    /// Has the interaction changed something?
    pub async fn is_known(&mut self, id: InteractionId) -> Result<bool, StoreError> {
        Ok(
            fetch_optional_scalar!(self, "SELECT id FROM interactions WHERE id = $1", id)?
                .is_some(),
        )
    }
}

impl Transaction {
    /// Inserts an interaction; false if it exists already.
    pub(super) async fn write_interaction(
        &mut self,
        id: InteractionId,
        at: Time,
    ) -> Result<bool, StoreError> {
        let done = execute!(
            self,
            "INSERT INTO interactions (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            id,
            at
        )?;
        Ok(done > 0)
    }
}
