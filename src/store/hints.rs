//! The table of hints: what the computer suggests in games against it.

use crate::model::{GameId, Seq};
use crate::store::dialect::{execute, fetch_optional_as};
use crate::store::{Connection, StoreError, Transaction};

/// A hint as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredHint {
    /// The number of the event that led to the position.
    pub seq: Seq,
    /// The turn in canonical notation.
    pub turn: String,
    /// The reason, as JSON.
    pub reason: String,
}

struct Row {
    seq: i64,
    turn: String,
    reason: String,
}

impl Connection {
    /// The latest hint in a game.
    pub async fn hint(&mut self, game: GameId) -> Result<Option<StoredHint>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT seq, turn, reason FROM hints WHERE game = $1",
            game
        )?;
        Ok(row.map(|row| StoredHint {
            seq: Seq(row.seq),
            turn: row.turn,
            reason: row.reason,
        }))
    }
}

impl Transaction {
    /// Stores a hint in place of an earlier one.
    pub async fn set_hint(&mut self, game: GameId, hint: &StoredHint) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO hints (game, seq, turn, reason) VALUES ($1, $2, $3, $4)
             ON CONFLICT (game) DO UPDATE SET
                 seq = excluded.seq, turn = excluded.turn, reason = excluded.reason",
            game,
            hint.seq,
            hint.turn,
            hint.reason
        )?;
        Ok(())
    }
}
