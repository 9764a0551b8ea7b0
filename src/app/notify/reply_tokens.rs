//! Tokens with which any process can send follow-ups to an interaction that another one has handled.

use crate::app::{App, AppError};
use crate::model::{GameId, ReplyToken, Time};

impl App {
    /// Keeps the token of the latest interaction with a game for the process that delivers its notices.
    pub async fn keep_reply_token(&self, game: GameId, token: &ReplyToken) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.set_reply_token(game, token).await?;
        Ok(tx.commit().await?)
    }

    /// The token of the latest interaction with a game, if Discord still accepts it.
    pub async fn kept_reply_token(
        &self,
        game: GameId,
        now: Time,
    ) -> Result<Option<ReplyToken>, AppError> {
        Ok(self.read().await?.reply_token(game, now).await?)
    }
}
