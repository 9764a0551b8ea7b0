//! Components of conditional moves and analysis boards.

use crate::discord::custom_id::codec::{BoardRef, Decoder, Encoder, Field, id_enum};
use crate::model::{GameId, GameRef};

id_enum! {
    /// An action on the conditional moves of a game.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PlanAction {
        /// Shows the plan.
        Show(game: GameId) => "s",
        /// Opens an analysis board on which a line is planned.
        Board(game: GameId) => "b",
        /// Opens an analysis board on which the opponent's only legal turn has been played.
        Forced(shown: BoardRef) => "f",
        /// Removes a branch from the plan.
        Cut {
            /// The game.
            game: GameId,
            /// The version of the plan that was shown.
            version: i64,
            /// The position of the branch in the list.
            index: u8,
        } => "c",
        /// Deletes the plan.
        Drop(game: GameId) => "d",
        /// Opens the modal for queued placements.
        Queue(game: GameId) => "q",
        /// Makes the next queued placement.
        Place(shown: BoardRef) => "p",
        /// Asks the user to confirm that the rest of the pieces is to be placed at random.
        Random(shown: BoardRef) => "r",
        /// Has the rest of the pieces placed at random.
        RandomSurely(shown: BoardRef) => "R",
    }
}

id_enum! {
    /// An action on an analysis board. The first number is that of the board, the second one that of a
    /// turn in its tree.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum AnalysisAction {
        /// Opens a new board with a game after a number of turns, or with its current position.
        Open(game: GameRef, ply: Option<u16>) => "g",
        /// Opens the composer after a turn.
        Turn(board: i64, turn: u32) => "t",
        /// Shows the position after a turn; the slot distinguishes buttons of one message.
        Go(board: i64, turn: u32, slot: u8) => "o",
        /// Flips the board.
        Flip(board: i64) => "f",
        /// Removes a turn and everything after it.
        Cut(board: i64, turn: u32) => "x",
        /// Plans the line up to a turn; the flag makes its last answer the one to any other turn.
        Plan(board: i64, turn: u32, is_default: bool) => "p",
        /// Saves the line as a note.
        Note(board: i64) => "n",
    }
}
