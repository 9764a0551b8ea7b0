//! Pictures: against kept ones, as text, under random play, and as files that others can read.
//!
//! `REGENERATE=1 cargo test --test pictures` writes the kept pictures and scenes anew; look at them
//! before they are committed.

mod alt;
mod names;
mod play;
mod replay;
mod snapshots;
