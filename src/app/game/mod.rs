//! TODO

pub(crate) mod abandoned;
pub(crate) mod draft;
pub(crate) mod ending;
pub mod follow;
pub mod history;
pub(crate) mod notes;
pub(crate) mod play;
pub mod queries;
pub mod state;
pub(crate) mod takeback;
