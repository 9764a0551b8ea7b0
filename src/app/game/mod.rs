//! Games: what the two players do, and what everyone sees.
//!
//! - [`state`]: a game replayed from its events.
//! - `play`: making a turn, with the forced and planned turns that follow from it; `draft`: the turn a
//!   player has begun to put together.
//! - `ending`: resignation, draw offers, aborting, moderators' decisions; `abandoned`: closing untimed
//!   games whose player to move has left.
//! - `takeback`: taking back a turn.
//! - [`queries`]: looking at games; [`history`]: finished games.
//! - [`follow`]: spectators; `notes`: private notes of players.

pub(crate) mod abandoned;
pub(crate) mod draft;
pub(crate) mod ending;
pub mod follow;
pub mod history;
pub(crate) mod notes;
pub(crate) mod play;
pub mod queries;
pub mod state;
pub(crate) mod takeback;
