//! The table of drafts: unfinished turns.

use crate::model::{GameId, PlayerId, Seq, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as};
use crate::store::{Connection, StoreError, Transaction};

/// A player's unfinished turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The position it is for, by the number of the event that led to it.
    pub board: Seq,
    /// The steps chosen so far, as text.
    pub steps: String,
    /// The number of steps that are final.
    pub touched: i64,
    /// When it was last changed.
    pub at: Time,
}

impl Connection {
    /// A player's draft in a game.
    pub async fn draft(
        &mut self,
        game: GameId,
        player: PlayerId,
    ) -> Result<Option<Draft>, StoreError> {
        fetch_optional_as!(
            Draft,
            self,
            r#"SELECT board, steps, touched, at AS "at: Time" FROM drafts WHERE game = $1 AND player = $2"#,
            game,
            player
        )
    }

    /// All drafts of a player, with their games.
    pub async fn drafts_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(GameId, Draft)>, StoreError> {
        struct Row {
            game: i64,
            board: i64,
            steps: String,
            touched: i64,
            at: i64,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT game, board, steps, touched, at FROM drafts WHERE player = $1 ORDER BY game",
            player
        )?
        .into_iter();
        let drafts = rows.map(|row| {
            let draft = Draft {
                board: Seq(row.board),
                steps: row.steps,
                touched: row.touched,
                at: Time(row.at),
            };
            (GameId(row.game), draft)
        });
        Ok(drafts.collect())
    }
}

impl Transaction {
    /// Inserts or replaces a draft.
    pub async fn set_draft(
        &mut self,
        game: GameId,
        player: PlayerId,
        draft: &Draft,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO drafts (game, player, board, steps, touched, at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, player) DO UPDATE SET board = excluded.board,
                 steps = excluded.steps, touched = excluded.touched, at = excluded.at",
            game,
            player,
            draft.board,
            draft.steps,
            draft.touched,
            draft.at
        )?;
        Ok(())
    }

    /// Deletes a draft.
    pub async fn drop_draft(&mut self, game: GameId, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM drafts WHERE game = $1 AND player = $2",
            game,
            player
        )?;
        Ok(())
    }

    /// Deletes all drafts of a player.
    pub async fn drop_drafts_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM drafts WHERE player = $1", player)?;
        Ok(())
    }
}
