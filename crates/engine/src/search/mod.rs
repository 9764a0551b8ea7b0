//! The computer player.

mod capped;
mod depth;
mod engine;
mod fit;
mod level;
mod node;
mod puzzle;
mod puzzle_source;
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
pub use puzzle::{
    PROOF_NODES, ParsePuzzleError, Puzzle, Verdict, defence, judge, solution, winning,
};
pub use puzzle_source::{Examined, PuzzleSource};
pub use pvs::Techniques;
pub use score::{POINTS_PER_LOGIT, Score};
pub use selfplay::{ScoredGame, SelfPlay};
pub use solver::{Proof, solve};

#[cfg(test)]
mod testing;
