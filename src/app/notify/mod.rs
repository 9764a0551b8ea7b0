//! Notifications: [`notice`] defines what can be told to whom, `outbox` hands the notices out for delivery
//! and remembers which messages were sent for them, `reply_tokens` keeps what is needed for follow-ups.

pub mod notice;
pub(crate) mod outbox;
mod reply_tokens;
