//! Private notes: what a player writes down about a game, visible to nobody else.

use crate::app::{Act, App, AppError, Refusal};
use crate::model::{GameRef, PlayerId};

/// Maximum length of a note, in characters.
pub const MAX_NOTE: usize = 1000;

impl App {
    /// A player's note about a game.
    pub async fn note(&self, player: PlayerId, id: GameRef) -> Result<Option<String>, AppError> {
        Ok(self.read().await?.note(player, id).await?)
    }

    /// Replaces a player's note about a game; an empty text deletes it.
    pub async fn set_note(&self, act: &Act, id: GameRef, note: &str) -> Result<(), AppError> {
        // Checks that the game exists.
        self.view_game(act.by, id, act.now).await?;
        let note = note.trim();
        if note.chars().count() > MAX_NOTE {
            return Err(Refusal::Note(MAX_NOTE).into());
        }
        let mut tx = self.store.begin().await?;
        tx.set_note(act.by, id, note, act.now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Appends a line to a note.
    pub(crate) async fn add_to_note(
        &self,
        act: &Act,
        id: GameRef,
        line: &str,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        let before = tx.note(act.by, id).await?.unwrap_or_default();
        let note = format!("{before}\n{line}");
        let note = note.trim();
        if note.chars().count() > MAX_NOTE {
            return Err(Refusal::Note(MAX_NOTE).into());
        }
        tx.set_note(act.by, id, note, act.now).await?;
        tx.commit().await?;
        Ok(())
    }
}
