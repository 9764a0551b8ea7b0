//! The clock that everything in this folder reads.

use std::sync::Arc;

use crate::model::Time;

/// Tells the time.
pub type TimeSource = Arc<dyn Fn() -> Time + Send + Sync>;
