//! The computer player.

mod engine;
mod node;
mod pvs;
mod score;
mod table;
mod tzaar;
mod zertz;
mod zobrist;

pub use engine::{DEFAULT_MEGABYTES, Engine, Limits, Line, Options, Report};
pub use pvs::Techniques;
pub use score::{POINTS_PER_LOGIT, Score};

#[cfg(test)]
mod tests;
