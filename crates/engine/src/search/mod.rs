//! The computer player.

mod depth;
mod engine;
mod fit;
mod level;
mod node;
mod pvs;
mod score;
mod selfplay;
mod solver;
mod table;
mod tzaar;
mod weights;
mod zertz;
mod zobrist;

pub use depth::{proof_nodes, turn_depth};
pub use engine::{DEFAULT_MEGABYTES, Engine, Line, Options, SearchLimits, SearchReport};
pub use fit::{Fit, Fitted};
pub use level::{Abilities, Level, ParseLevelError, Player};
pub use pvs::Techniques;
pub use score::{POINTS_PER_LOGIT, Score};
pub use selfplay::{ScoredGame, SelfPlay};
pub use solver::{Proof, solve};

#[cfg(test)]
mod testing;
