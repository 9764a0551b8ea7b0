//! TODO

pub(crate) mod actions;
pub mod clock;
pub(crate) mod digest;
pub(crate) mod downtime;
pub mod reminders;
pub(crate) mod sweep;
pub(crate) mod vacation;
pub mod zone;
