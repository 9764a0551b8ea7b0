//! TODO

pub mod privacy;
pub(crate) mod servers;
pub mod settings;
