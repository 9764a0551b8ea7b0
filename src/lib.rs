//! Hexpost: correspondence games of ZÈRTZ and TZAAR in Discord.
//!
//! # Code map
//!
//! Layers, each a folder of `src`, and what each may use:
//!
//! | layer | what it is | may use |
//! |---|---|---|
//! | [`engine`] | the rules: pure values | nothing of ours |
//! | [`render`] | pictures: a position in, bytes out | engine |
//! | `main`, `cli` | reads the command line, wires the parts | everything |
//!
//! # Invariants
//!
//! - The engine does no I/O, reads no clock and knows no randomness but that of a seed; it builds
//!   alone (`cargo check --lib --no-default-features`), with `serde` as its only dependency.
//! - Only `render` names the crates of pictures; it builds with the engine alone
//!   (`--no-default-features --features render`).
//! - A position is never stored: a [`Record`](engine::record::Record) is, and loading replays it
//!   through the rules.
//! - A turn is a path of steps, and the steps offered are read off the list of legal turns, so every
//!   way of input offers exactly what the rules allow.
//! - The list of games stands in [`engine::game`] and nowhere else.
//!
//! `tests/bot/tidy.rs` reads the sources and fails where they do not keep to this.
//!
//! # Where does it go?
//!
//! A rule: `engine/<game>/moves.rs` and `illegal.rs`, with a test that names it in
//! `tests/rules/<game>`. A notation: `engine/<game>/notation.rs`. A third game: a folder in
//! `engine`, a line in `engine/game.rs`, a file in `render`. A colour: `render/theme.rs`.

#[cfg(feature = "bot")]
pub mod app;
pub mod engine;
#[cfg(feature = "render")]
pub mod render;
#[cfg(feature = "bot")]
pub mod store;

/// Keeps the README's examples compiling.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
