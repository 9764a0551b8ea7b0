//! Components of puzzles.

use hexpost_engine::game::GameKind;

use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::model::PuzzleId;

id_enum! {
    /// A component of puzzles, apart from their composer.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PuzzleAction {
        /// Opens the next puzzle of a game.
        Next(kind: GameKind) => "n",
        /// Opens the puzzle of the day.
        Daily => "d",
        /// Opens a puzzle where the player has left it.
        Open(puzzle: PuzzleId) => "o",
        /// Shows the solution.
        Solution(puzzle: PuzzleId) => "s",
        /// Shows the player's results.
        Results => "r",
        /// Shows the leaderboard of a game, of the server where it is asked for or of everyone.
        Leaders(kind: GameKind, is_server: bool) => "l",
    }
}
