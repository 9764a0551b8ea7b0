//! The entry point in front of every handler: an interaction that Discord delivers again changes nothing
//! again.
//!
//! - A second delivery to this process is not handled at all: the first one is being handled, or has been
//!   answered ([`Deliveries::receive`]).
//! - A handler is only reached with a [`Claimed`] host, whose use cases write the interaction's number in
//!   the transaction of the first thing they change. A delivery whose number is there was handled by
//!   another process, or before a restart; it is refused as repeated before a handler runs, or by that
//!   transaction at the latest.
//!
//! No handler does anything for this. What changes nothing is simply answered once more after a restart.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use crate::model::InteractionId;

/// At least so many of the latest interactions are remembered, and at most twice as many. Discord
/// delivers again within minutes, and a restart is covered by the database.
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

/// The first delivery of an interaction to this process. There is no other way to a handler.
#[derive(Debug)]
pub(crate) struct Delivery {
    pub(crate) id: InteractionId,
}

impl Deliveries {
    /// An interaction has arrived; none if it had arrived before.
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
