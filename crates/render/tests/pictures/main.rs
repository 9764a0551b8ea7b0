//! Tests of pictures: snapshots, descriptions, random play, and the validity of PNG and GIF files.
//!
//! `REGENERATE=1 cargo test -p hexpost-render --test pictures` rewrites the snapshots; review them before
//! committing.

mod alt;
mod emoji;
mod names;
mod play;
mod poster;
mod replay;
mod snapshots;
mod tables;
