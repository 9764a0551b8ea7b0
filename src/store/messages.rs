//! Messages that show a challenge, a board or an offer.

use crate::store::{Change, ChannelId, GameId, PlayerId, Session, StoreError, damaged};

/// A message that shows a challenge or a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post {
    /// The message.
    pub message: i64,
    /// Where it is.
    pub channel: ChannelId,
    /// What it shows.
    pub what: What,
    /// The event after which it was shown.
    pub board: i64,
    /// Does it still have its buttons?
    pub is_open: bool,
}

/// What a message shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// A challenge.
    Card,
    /// A board.
    Board,
    /// An offer of a draw, with keys to answer it.
    Draw,
    /// The question whether a turn may be taken back, with keys to answer it.
    Takeback,
}

impl What {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Board => "board",
            Self::Draw => "draw",
            Self::Takeback => "takeback",
        }
    }

    fn read(text: &str) -> Result<Self, StoreError> {
        match text {
            "card" => Ok(Self::Card),
            "board" => Ok(Self::Board),
            "draw" => Ok(Self::Draw),
            "takeback" => Ok(Self::Takeback),
            _ => Err(damaged(format!("a post of {text:?}"))),
        }
    }
}

impl Session {
    /// The messages of a game, the oldest first.
    pub async fn posts(&mut self, game: GameId) -> Result<Vec<Post>, StoreError> {
        let rows = sqlx::query!(
            "SELECT message, channel, what, board, is_open FROM posts
             WHERE game = $1 ORDER BY message",
            game
        );
        let rows = rows.fetch_all(self.sql()).await?.into_iter();
        rows.map(|row| {
            Ok(Post {
                message: row.message,
                channel: ChannelId(row.channel),
                what: What::read(&row.what)?,
                board: row.board,
                is_open: row.is_open,
            })
        })
        .collect()
    }
}

impl Session {
    /// The first message that showed a challenge, as far as is known.
    pub async fn card(&mut self, challenge: GameId) -> Result<Option<i64>, StoreError> {
        let what = What::Card.as_str();
        let message = sqlx::query_scalar!(
            "SELECT MIN(message) FROM posts WHERE game = $1 AND what = $2",
            challenge,
            what
        );
        Ok(message.fetch_one(self.sql()).await?)
    }

    /// How many messages there are of boards that are still to come.
    pub async fn stray_posts(&mut self) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            "SELECT COUNT(*) FROM posts LEFT JOIN games ON games.id = posts.game
             WHERE posts.board > COALESCE(games.seq, 0)"
        )
        .fetch_one(self.sql())
        .await?;
        Ok(count)
    }
}

impl Change {
    /// Forgets the messages of a player's games that were sent to one person alone: their channel is
    /// a talk with that person.
    pub async fn drop_private_posts_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!(
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
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Keeps a message, or that it has lost its buttons.
    pub async fn set_post(&mut self, game: GameId, post: &Post) -> Result<(), StoreError> {
        let what = post.what.as_str();
        sqlx::query!(
            "INSERT INTO posts (game, message, channel, what, board, is_open)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, message) DO UPDATE SET is_open = excluded.is_open",
            game,
            post.message,
            post.channel,
            what,
            post.board,
            post.is_open
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Forgets a message that is gone.
    pub async fn drop_post(&mut self, game: GameId, message: i64) -> Result<(), StoreError> {
        sqlx::query!(
            "DELETE FROM posts WHERE game = $1 AND message = $2",
            game,
            message
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }
}
