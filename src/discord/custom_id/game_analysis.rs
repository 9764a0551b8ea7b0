//! Components of the computer's analysis of a game.

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

impl GameAnalysisAction {
    /// The game that the component is about.
    pub(crate) const fn game(self) -> GameRef {
        match self {
            Self::Show(game) | Self::Turn(game, ..) => game,
        }
    }
}
