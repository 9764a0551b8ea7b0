//! TODO

pub(crate) mod attachments;
pub mod channels;
pub(crate) mod client;
pub(crate) mod multipart;
pub mod payload;
