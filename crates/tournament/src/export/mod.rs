//! Tournaments as files.
//!
//! - [`csv`]: standings and games for spreadsheets; [`json`]: everything; [`trf`]: the report format of chess
//!   federations, for round robins and Swiss tournaments.

pub mod csv;
pub mod json;
pub mod trf;
