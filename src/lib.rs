//! Hexpost.
pub mod engine;
