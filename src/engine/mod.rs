//! The rules: pure values, no I/O, no clock, nothing of Discord or databases.

pub mod hex;
pub mod notation;
pub mod outcome;
pub mod perft;
pub mod position;
pub mod random;
pub mod side;
pub mod steps;
pub mod timeline;
pub mod tzaar;
pub mod zertz;
