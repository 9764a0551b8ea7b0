//! Components of the computer's analysis of a game, and of its answers on analysis boards.

use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::model::GameRef;

id_enum! {
    /// A component of the computer's analysis of a game.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum GameAnalysisAction {
        /// Shows the analysis, and asks for it if nobody has.
        Show(game: GameRef) => "s",
        /// Shows what a turn did, by the number of turns before it: the turn itself, or a better one.
        Turn(game: GameRef, ply: u16, is_better: bool) => "t",
    }
}

id_enum! {
    /// A component that asks the computer about an analysis board. The first number is that of the board, the
    /// second one that of a turn in its tree.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PositionAction {
        /// Asks for the best turn after that turn.
        Ask(board: i64, turn: u32) => "q",
        /// Asks for the level of a game from there.
        Level(board: i64, turn: u32) => "l",
        /// Starts a game from there, at the level that was selected.
        Start(board: i64, turn: u32) => "s",
    }
}

impl GameAnalysisAction {
    /// The game that the component is about.
    pub(crate) const fn game(self) -> GameRef {
        match self {
            Self::Show(game) | Self::Turn(game, ..) => game,
        }
    }
}
