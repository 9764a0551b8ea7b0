//! TODO

pub(crate) mod accessible;
pub(crate) mod animation;
pub mod board;
pub mod markdown;
pub mod message;
