//! Messages as plain data, and what several features and notifications show.
//!
//! - [`message`] is a message, a modal and their components; `components` has the buttons that
//!   several features share, `format` players, times and variants as text, [`markdown`] text from
//!   users.
//! - [`board`] is the board of a game, `animation` its replay; `challenge`, `lobby`, `plan`,
//!   `game_summary`, `game_analysis`, `greeting`, `tournament` and `variants` are other things that more than one
//!   feature shows; `tournament_table` has the pictures of tables.
//! - [`emoji`] has the emoji for pieces and marbles.
//! - `reader` is the person for whom a message is written, `accessible` changes it for users of
//!   screen readers.

pub(crate) mod accessible;
pub(crate) mod animation;
pub mod board;
pub(crate) mod challenge;
pub(crate) mod components;
pub(crate) mod computer;
pub mod emoji;
pub(crate) mod format;
pub(crate) mod game_analysis;
pub(crate) mod game_summary;
pub(crate) mod greeting;
pub(crate) mod ladder;
pub(crate) mod lobby;
pub mod markdown;
pub mod message;
pub(crate) mod plan;
pub(crate) mod puzzle;
pub(crate) mod reader;
pub(crate) mod tournament;
pub(crate) mod tournament_table;
pub(crate) mod variants;
