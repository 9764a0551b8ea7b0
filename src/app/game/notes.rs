//! What a player notes about a game, seen by nobody else.

use crate::app::{Act, App, AppError, Refusal};
use crate::model::{GameId, PlayerId};

/// A note has so many characters, at most.
pub const LONGEST_NOTE: usize = 1000;

impl App {
    /// What a player has noted about a game.
    pub async fn note(&self, player: PlayerId, id: GameId) -> Result<Option<String>, AppError> {
        Ok(self.read().await?.note(player, id).await?)
    }

    /// Notes something in place of what was noted before; an empty note is none.
    pub async fn set_note(&self, act: &Act, id: GameId, note: &str) -> Result<(), AppError> {
        // There must be such a game.
        self.seen(act.by, id, act.now).await?;
        let note = note.trim();
        if note.chars().count() > LONGEST_NOTE {
            return Err(Refusal::Note(LONGEST_NOTE).into());
        }
        let mut tx = self.store.change().await?;
        tx.set_note(act.by, id, note, act.now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Adds a line to a note.
    pub(crate) async fn add_to_note(
        &self,
        act: &Act,
        id: GameId,
        line: &str,
    ) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        let before = tx.note(act.by, id).await?.unwrap_or_default();
        let note = format!("{before}\n{line}");
        let note = note.trim();
        if note.chars().count() > LONGEST_NOTE {
            return Err(Refusal::Note(LONGEST_NOTE).into());
        }
        tx.set_note(act.by, id, note, act.now).await?;
        tx.commit().await?;
        Ok(())
    }
}
