//! The rules: counted positions, every rule by name, laws under random play.
//!
//! Needs nothing but the engine: `cargo test --no-default-features --test rules`.

mod dialects;
mod expensive;
mod fixtures;
mod malformed_input;
mod notation;
mod perft;
mod properties;
mod random_play;
mod record;
mod steps;
mod tzaar;
mod zertz;
