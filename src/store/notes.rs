//! The table of players' private notes about games.

use crate::model::{GameRef, PlayerId, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// A player's note about a game.
    pub async fn note(
        &mut self,
        player: PlayerId,
        game: GameRef,
    ) -> Result<Option<String>, StoreError> {
        let game = game.number();
        fetch_optional_scalar!(
            self,
            "SELECT note FROM notes WHERE player = $1 AND game = $2",
            player,
            game
        )
    }

    /// All notes of a player.
    pub async fn notes_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(GameRef, String, Time)>, StoreError> {
        struct Row {
            game: i64,
            note: String,
            at: i64,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT game, note, at FROM notes WHERE player = $1 ORDER BY game",
            player
        )?
        .into_iter();
        let note = |(game, note, at)| (GameRef::from_number(game), note, Time(at));
        Ok(rows.map(|row| note((row.game, row.note, row.at))).collect())
    }
}

impl Transaction {
    /// Inserts or replaces a note; an empty text deletes it.
    pub async fn set_note(
        &mut self,
        player: PlayerId,
        game: GameRef,
        note: &str,
        at: Time,
    ) -> Result<(), StoreError> {
        let game = game.number();
        if note.is_empty() {
            execute!(
                self,
                "DELETE FROM notes WHERE player = $1 AND game = $2",
                player,
                game
            )?;
        } else {
            execute!(
                self,
                "INSERT INTO notes (player, game, note, at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (player, game) DO UPDATE SET note = excluded.note, at = excluded.at",
                player,
                game,
                note,
                at
            )?;
        }
        Ok(())
    }

    /// Deletes all notes of a player.
    pub async fn drop_notes_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM notes WHERE player = $1", player)?;
        Ok(())
    }
}
