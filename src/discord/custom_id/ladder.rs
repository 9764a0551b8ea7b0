//! Components of ladders.

use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::model::PlayerId;

id_enum! {
    /// A component of the ladder of the server where it is used.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum LadderAction {
        /// Puts the user at the bottom.
        Join => "j",
        /// Asks the user to confirm that they leave.
        Leave => "l",
        /// Takes the user off.
        LeaveSurely => "L",
        /// Lists the players whom the user may challenge.
        Opponents => "o",
        /// Selects one of them.
        Opponent => "p",
        /// Begins the game.
        Challenge(opponent: PlayerId) => "c",
        /// Shows a page of the table; `None` for the one with the user.
        Table(page: Option<u16>) => "t",
    }
}
