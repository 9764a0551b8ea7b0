//! Imported records: games that were played elsewhere.

use super::ids::{ImportId, PlayerId};
use super::time::Time;
use super::variant::StoredVariant;

/// A record that a player has imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// Its number.
    pub id: ImportId,
    /// The player who imported it.
    pub player: PlayerId,
    /// The game and its variant.
    pub variant: StoredVariant,
    /// The number of turns.
    pub plies: i64,
    /// The record, as text.
    pub record: String,
    /// When it was imported.
    pub at: Time,
}
