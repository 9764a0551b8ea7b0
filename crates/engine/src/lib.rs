//! The rules of ZÈRTZ and TZAAR: positions, legal turns, notations and game records.
//!
//! Everything here is a pure value: no I/O, no clock, no async, and no randomness except from a seed
//! that the caller supplies. Equal input gives equal output.
//!
//! - [`hex`]: the hexagon that contains every board; cells, sets of cells, names, symmetries.
//! - [`side`] and [`outcome`]: the two players, and how a game ends by the rules.
//! - [`position`]: the [`Position`](position::Position) trait, implemented by every game.
//! - [`zertz`] and [`tzaar`]: the games, one folder each.
//! - [`timeline`]: a running game, i.e. a position plus the history that still matters.
//! - [`steps`]: a turn as a sequence of choices, and which choices may come next.
//! - [`game`]: the list of games, and enums over all of them for code that learns the game at run
//!   time.
//! - [`record`]: a whole game from start to end, as text, as JSON and in other sites' notations.
//! - [`notation`]: what the games' parsers share: tolerant spelling, a cursor, errors.
//! - [`ascii`]: a board drawn with letters.
//! - [`canonical`]: positions up to rotation and reflection.
//! - [`perft`], [`playout`] and [`random`]: counting, random play, and the seeded generator.
//! - [`search`]: the computer player: search, solver, evaluation, levels.
//! - [`instrumentation`]: counts the work done, so that tests can bound it.
//!
//! The number of legal turns has no useful upper bound, so nothing here takes time in proportion to
//! it; see [what things cost](position::Position#what-things-cost).

pub mod ascii;
pub mod canonical;
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
pub mod search;
pub mod side;
pub mod steps;
pub mod timeline;
pub mod tzaar;
pub mod zertz;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
