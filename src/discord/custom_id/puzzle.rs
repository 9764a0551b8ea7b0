//! Components of puzzles.

use hexpost_engine::game::GameKind;

use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::model::{GameId, PuzzleId};

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

id_enum! {
    /// A component of puzzles from games on a server.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ClubPuzzleAction {
        /// Shows the puzzle from a game, or looks for one.
        Show(game: GameId) => "s",
        /// Suggests the position after so many turns.
        Suggest(game: GameId, ply: u16) => "p",
        /// Agrees to what the other player has suggested.
        Agree(game: GameId) => "a",
        /// Declines, or takes back a suggestion or an agreement.
        End(game: GameId) => "e",
        /// Asks whether a puzzle is to be removed from the server.
        Remove(puzzle: PuzzleId) => "r",
        /// Removes it.
        RemoveSurely(puzzle: PuzzleId) => "R",
    }
}

impl ClubPuzzleAction {
    /// The game that the component is about, if it is about one.
    pub(crate) const fn game(self) -> Option<GameId> {
        match self {
            Self::Show(game) | Self::Suggest(game, _) | Self::Agree(game) | Self::End(game) => {
                Some(game)
            }
            Self::Remove(_) | Self::RemoveSurely(_) => None,
        }
    }
}
