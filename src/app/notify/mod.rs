//! TODO

pub mod notice;
pub(crate) mod outbox;
