//! Components that post an ephemeral message for everyone.

use crate::discord::custom_id::action::{BoardRequest, LeaderboardPage};
use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::discord::custom_id::replay::Perspective;
use crate::model::{GameId, PlayerId};

id_enum! {
    /// What is posted for everyone in the channel.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ShareAction {
        /// A board.
        Board(request: BoardRequest) => "b",
        /// An animation of a range of turns.
        Animation {
            /// The game, and the side from which it is seen.
            perspective: Perspective,
            /// The first turn.
            from: u16,
            /// The last turn.
            to: u16,
        } => "a",
        /// A player's profile.
        Profile(player: PlayerId) => "p",
        /// A page of the leaderboard.
        Leaderboard(page: LeaderboardPage) => "l",
    }
}

impl ShareAction {
    /// The game that is shown, if any.
    pub(crate) const fn game(self) -> Option<GameId> {
        match self {
            Self::Board(request) => request.game.game(),
            Self::Animation { perspective, .. } => perspective.game.game(),
            Self::Profile(_) | Self::Leaderboard(_) => None,
        }
    }
}
