//! The rules: counted positions, every rule by name, laws under random play.
//!
//! Needs nothing but the engine: `cargo test --no-default-features --test rules`.

mod drawn;
mod elsewhere;
mod expensive;
mod junk;
mod laws;
mod notation;
mod perft;
mod random_play;
mod record;
mod steps;
mod tzaar;
mod zertz;
