//! Imported records: games that were played elsewhere.

use super::ids::{GameId, PlayerId};
use super::time::Time;

/// A record that a player has imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// Its number, which is negative and therefore never that of a game played here.
    pub id: GameId,
    /// The player who imported it.
    pub player: PlayerId,
    /// The name of the game.
    pub game: String,
    /// The name of the variant.
    pub variant: String,
    /// The number of turns.
    pub plies: i64,
    /// The record, as text.
    pub record: String,
    /// When it was imported.
    pub at: Time,
}
