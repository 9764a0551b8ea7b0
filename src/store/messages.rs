//! The table of posted messages that show a challenge, a board or an offer.

use crate::model::{ChannelId, GameId, MessageKind, PlayerId, PostedMessage, Seq};
use crate::store::dialect::{execute, fetch_all_as, fetch_scalar};
use crate::store::{Connection, StoreError, Transaction, damaged};

impl Connection {
    /// The messages of a game, oldest first.
    pub async fn posted_messages(
        &mut self,
        game: GameId,
    ) -> Result<Vec<PostedMessage>, StoreError> {
        struct Row {
            message: i64,
            channel: i64,
            what: String,
            board: i64,
            is_open: bool,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT message, channel, what, board, is_open FROM posts
             WHERE game = $1 ORDER BY message",
            game
        )?
        .into_iter();
        rows.map(|row| {
            Ok(PostedMessage {
                message: row.message,
                channel: ChannelId(row.channel),
                what: MessageKind::from_name(&row.what)
                    .ok_or_else(|| damaged(format!("a post of {:?}", row.what)))?,
                board: Seq(row.board),
                is_open: row.is_open,
            })
        })
        .collect()
    }
}

impl Connection {
    /// The first message that showed a challenge, if it is known.
    pub async fn card(&mut self, challenge: GameId) -> Result<Option<i64>, StoreError> {
        let what = MessageKind::Card.as_str();
        fetch_scalar!(
            self,
            "SELECT MIN(message) FROM posts WHERE game = $1 AND what = $2",
            challenge,
            what
        )
    }

    /// The number of messages with a later position than their game has reached, which indicate damage.
    pub async fn stray_posts(&mut self) -> Result<i64, StoreError> {
        let count = fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM posts LEFT JOIN games ON games.id = posts.game
             WHERE posts.board > COALESCE(games.seq, 0)"#
        )?;
        Ok(count)
    }
}

impl Transaction {
    /// Deletes the messages of a player's games that were sent to one user alone: their channel is a
    /// conversation with that user.
    pub async fn drop_private_posts_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM posts
             WHERE game IN (SELECT id FROM challenges WHERE challenger = $1 OR opponent = $1
                            UNION SELECT id FROM games WHERE first = $1 OR second = $1)
                 AND NOT EXISTS (
                     SELECT 1 FROM challenges
                     LEFT JOIN games ON games.id = challenges.id
                     WHERE challenges.id = posts.game AND challenges.server IS NOT NULL
                         AND posts.channel IN (challenges.channel, COALESCE(games.thread, 0))
                 )",
            player
        )?;
        Ok(())
    }

    /// Inserts or updates a message.
    pub async fn set_post(&mut self, game: GameId, post: &PostedMessage) -> Result<(), StoreError> {
        let what = post.what.as_str();
        execute!(
            self,
            "INSERT INTO posts (game, message, channel, what, board, is_open)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, message) DO UPDATE SET is_open = excluded.is_open",
            game,
            post.message,
            post.channel,
            what,
            post.board,
            post.is_open
        )?;
        Ok(())
    }

    /// Deletes a message.
    pub async fn drop_post(&mut self, game: GameId, message: i64) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM posts WHERE game = $1 AND message = $2",
            game,
            message
        )?;
        Ok(())
    }
}
