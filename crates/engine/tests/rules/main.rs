//! Tests of the rules: perft counts, every rule by name, properties checked under random play.
//!
//! Run with `cargo test -p hexpost-engine`.

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
