//! Idempotency: an interaction that Discord delivers again changes nothing again.
//!
//! - A second delivery to this process is not handled at all ([`Deliveries::receive`]).
//! - A handler only runs with a [`Claimed`](super::claim::Claimed) context, whose use cases record the
//!   interaction in the transaction of their first change. An interaction that is recorded already was
//!   handled by another process or before a restart; it is refused before a handler runs, or by that
//!   transaction at the latest.
//!
//! Handlers need no code for this. A handler that changes nothing may run again after a restart.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use crate::model::InteractionId;

/// Number of latest interactions that are remembered at least; at most twice as many. Discord
/// delivers again within minutes, and the database covers restarts.
const REMEMBERED: usize = 1 << 16;

/// The interactions that this process has received.
#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    known: Mutex<Generations>,
}

/// The latest ids, in two sets: when the newer is full, the older is dropped.
#[derive(Debug, Default)]
struct Generations {
    newer: HashSet<InteractionId>,
    older: HashSet<InteractionId>,
}

/// The first delivery of an interaction to this process. Handlers can't run without one.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(crate) id: InteractionId,
}

impl Deliveries {
    /// Registers the arrival of an interaction; `None` if it has arrived before.
    pub(crate) fn receive(&self, id: InteractionId) -> Option<Delivery> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.older.contains(&id) || !known.newer.insert(id) {
            return None;
        }
        if known.newer.len() >= REMEMBERED {
            known.older = mem::take(&mut known.newer);
        }
        Some(Delivery { id })
    }
}
