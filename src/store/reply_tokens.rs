//! The table of reply tokens, for processes that deliver what others have caused.

use crate::model::{ChannelId, GameId, InteractionId, PlayerId, ReplyToken, Time};
use crate::store::dialect::{execute, fetch_optional_as};
use crate::store::{Connection, StoreError, Transaction};

/// A row with its columns.
struct Row {
    token: String,
    interaction: i64,
    player: i64,
    is_guest: bool,
    channel: i64,
    parent: i64,
    until: i64,
}

impl Connection {
    /// The token of the latest interaction with a game, if Discord still accepts it.
    pub async fn reply_token(
        &mut self,
        game: GameId,
        now: Time,
    ) -> Result<Option<ReplyToken>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT token, interaction, player, is_guest, channel, parent, until FROM reply_tokens
             WHERE game = $1 AND until > $2",
            game,
            now
        )?;
        Ok(row.map(|row| ReplyToken {
            token: row.token,
            interaction: InteractionId(row.interaction),
            player: PlayerId(row.player),
            is_guest: row.is_guest,
            places: [ChannelId(row.channel), ChannelId(row.parent)],
            until: Time(row.until),
        }))
    }
}

impl Transaction {
    /// Records the token of the latest interaction with a game.
    pub async fn set_reply_token(
        &mut self,
        game: GameId,
        token: &ReplyToken,
    ) -> Result<(), StoreError> {
        let [channel, parent] = token.places;
        execute!(
            self,
            "INSERT INTO reply_tokens (game, token, interaction, player, is_guest, channel, parent, until)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (game) DO UPDATE SET
                 token = excluded.token, interaction = excluded.interaction, player = excluded.player,
                 is_guest = excluded.is_guest, channel = excluded.channel, parent = excluded.parent,
                 until = excluded.until",
            game,
            token.token,
            token.interaction,
            token.player,
            token.is_guest,
            channel,
            parent,
            token.until
        )?;
        Ok(())
    }

    /// Deletes the tokens that Discord does not accept any more.
    pub(super) async fn drop_old_reply_tokens(&mut self, now: Time) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM reply_tokens WHERE until < $1", now)?;
        Ok(())
    }

    /// Deletes the tokens of a player's interactions.
    pub async fn drop_reply_tokens_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM reply_tokens WHERE player = $1", player)?;
        Ok(())
    }
}
