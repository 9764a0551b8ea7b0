//! Those who take part.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of an entrant, chosen by the caller. It stays when the player is replaced.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EntrantId(pub i64);

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A place in a tournament, and who holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// The id.
    pub id: EntrantId,
    /// The player's name, for exports.
    pub name: String,
    /// The player's rating when the tournament started.
    pub rating: i32,
}
