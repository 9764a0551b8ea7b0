//! Notifications: [`notice`] defines what can be told to whom, `outbox` hands the notices out for delivery
//! and remembers which messages were sent for them.

pub mod notice;
pub(crate) mod outbox;
