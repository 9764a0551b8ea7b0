//! Discord's REST API: requests, rate limits, payloads, attachments, and who sees which channel.

pub(crate) mod application;
pub(crate) mod attachments;
pub mod budget;
pub mod channels;
pub(crate) mod client;
pub(crate) mod error;
pub(crate) mod error_code;
mod outage;
pub mod payload;
mod rate_limit;
mod request;
