//! THE RULES. Pure values: no I/O, no clock, no async, nothing of Discord or databases.
//!
//! Given equal input, everything here gives equal output. The engine is built alone by
//! `--no-default-features` and refers to nothing outside itself.
//!
//! - [`hex`] is the hexagon that carries every board, [`side`] the two players, [`outcome`] an end.
//! - [`position`] says what every game has: a legal position, its turns, its notation.
//! - [`zertz`] and [`tzaar`] are the games, a folder each.
//! - [`timeline`] is a game as it runs: a position and the past that still matters.
//! - [`steps`] takes a turn apart into the choices a player makes one after another.
//! - [`game`] is the one list of games, for code that learns at run time which is played.
//! - [`record`] is a game written down; this is what gets stored.
//! - [`notation`] reads what people type; [`drawing`] draws a board with letters.
//! - [`perft`] counts, [`playout`] plays at random, [`random`] makes numbers from a seed.
//! - [`effort`] counts how much is looked at, for tests.
//!
//! The number of legal turns has no useful bound, so nothing lists them all:
//! [`Position`](position::Position#what-things-cost) says what things cost.

pub mod ascii;
pub mod game;
pub mod hex;
pub mod instrumentation;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod playout;
pub mod position;
pub mod random;
pub mod record;
pub mod side;
pub mod steps;
pub mod timeline;
pub mod tzaar;
pub mod zertz;
