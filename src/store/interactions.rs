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

use crate::model::{InteractionId, Time};
use crate::store::{Connection, StoreError, Transaction};

/// One delivery of an interaction, on whose behalf something is written.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) id: InteractionId,
    pub(super) at: Time,
    /// Has a transaction of this delivery inserted the row?
    is_written: Arc<AtomicBool>,
}

impl Claim {
    pub(super) fn new(id: InteractionId, at: Time) -> Self {
        Self {
            id,
            at,
            is_written: Arc::default(),
        }
    }

    /// Has this delivery inserted its interaction? Only read and set while holding the write
    /// connection.
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
        let found = sqlx::query_scalar!("SELECT id FROM interactions WHERE id = $1", id);
        Ok(found.fetch_optional(self.sql()).await?.is_some())
    }
}

impl Transaction {
    /// Inserts an interaction; false if it exists already.
    pub(super) async fn write_interaction(
        &mut self,
        id: InteractionId,
        at: Time,
    ) -> Result<bool, StoreError> {
        let done = sqlx::query!(
            "INSERT INTO interactions (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            id,
            at
        )
        .execute(self.sql())
        .await?;
        Ok(done.rows_affected() > 0)
    }
}
