//! What people see: a game, as it is or was, and lists of games.

use hexpost_engine::game::AnyGame;
use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::import::is_import;
use crate::app::{App, AppError, Refusal};
use crate::model::{Challenge, ChannelId, GameId, GameRow, PlayerId, Time};
use crate::store::finished_games::Past;

/// A game in a player's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The game.
    pub row: GameRow,
    /// Where the player sits.
    pub side: Side,
    /// Is it his turn?
    pub is_mine: bool,
    /// How long the player to move still has, in milliseconds; none without a clock.
    pub left: Option<i64>,
}

impl App {
    /// A game.
    pub async fn game(&self, id: GameId, now: Time) -> Result<Game, AppError> {
        self.load(id, now).await
    }

    /// A game as it stood after so many turns.
    pub async fn game_at(&self, id: GameId, ply: usize, now: Time) -> Result<AnyGame, AppError> {
        let game = self.load(id, now).await?;
        game.record.at(ply).ok_or_else(|| Refusal::Stale.into())
    }

    /// A game as the table has it, without its events; none if there is no such game.
    pub async fn game_row(&self, id: GameId) -> Result<Option<GameRow>, AppError> {
        Ok(self.read().await?.game(id).await?)
    }

    /// A challenge.
    pub async fn challenge_by_id(&self, id: GameId) -> Result<Challenge, AppError> {
        let challenge = self.read().await?.challenge(id).await?;
        challenge.ok_or_else(|| Refusal::UnknownChallenge.into())
    }

    /// A player looks at a game: from now on the turn can't be taken back without his consent. It may
    /// also be one that he has brought along himself.
    pub async fn seen(&self, player: PlayerId, id: GameId, now: Time) -> Result<Game, AppError> {
        if is_import(id) {
            return self.imported(player, id).await;
        }
        let mut game = self.load(id, now).await?;
        if let Some(side) = game.row.side_of(player)
            && game.row.seen[side] < game.board()
        {
            let mut tx = self.store.unclaimed().change().await?;
            tx.set_seen(id, side, game.board()).await?;
            tx.commit().await?;
            game.row.seen[side] = game.board();
            game.row.acted[side] = game.row.acted[side].max(game.board());
        }
        Ok(game)
    }

    /// Someone interacts with a game, in whatever way: if it is a player, what the other has moved
    /// can't be taken back without consent from now on. Unlike [`App::seen`] this does not mean that
    /// the player knows the board, and so does not keep anyone from being pinged.
    pub async fn acted(&self, player: PlayerId, id: GameId) -> Result<(), AppError> {
        let Some(row) = self.read().await?.game(id).await? else {
            return Ok(());
        };
        let board = row.status.board;
        if let Some(side) = row.side_of(player)
            && row.acted[side] < board
        {
            let mut tx = self.store.unclaimed().change().await?;
            tx.set_acted(id, side, board).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// The games a player is in: those in which it is his turn first, then by how little time is
    /// left, then those that have waited longest.
    pub async fn my_games(&self, player: PlayerId, now: Time) -> Result<Vec<Listed>, AppError> {
        let rows = self.read().await?.running_games(player).await?;
        let list = |row: GameRow| {
            let side = row.side_of(player)?;
            Some(Listed {
                side,
                is_mine: row.status.to_move == Some(side),
                left: row.status.deadline.map(|deadline| deadline.0 - now.0),
                row,
            })
        };
        let mut games: Vec<Listed> = rows.into_iter().filter_map(list).collect();
        games.sort_by_key(|listed| {
            let left = listed.left.unwrap_or(i64::MAX);
            (
                !listed.is_mine,
                left,
                listed.row.status.turn_at,
                listed.row.id,
            )
        });
        Ok(games)
    }

    /// Challenges a player has made and nobody has answered.
    pub async fn challenges_by(&self, player: PlayerId) -> Result<Vec<Challenge>, AppError> {
        Ok(self.read().await?.open_challenges_by(player).await?)
    }

    /// Challenges a player has not answered.
    pub async fn challenges_to(&self, player: PlayerId) -> Result<Vec<Challenge>, AppError> {
        Ok(self.read().await?.open_challenges_to(player).await?)
    }

    /// The games of a channel that are not over, the latest first.
    pub async fn channel_games(
        &self,
        channel: ChannelId,
        most: usize,
    ) -> Result<Vec<GameRow>, AppError> {
        Ok(self
            .read()
            .await?
            .channel_games(channel, most as i64)
            .await?)
    }

    /// The game that has a thread to itself.
    pub async fn thread_game(&self, thread: ChannelId) -> Result<Option<GameRow>, AppError> {
        Ok(self.read().await?.thread_game(thread).await?)
    }

    /// Gives a game a thread of its own.
    pub async fn set_thread(&self, id: GameId, thread: ChannelId) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.set_thread(id, thread).await?;
        Ok(tx.commit().await?)
    }

    /// The games a player has finished, the latest first; those after a place in that list, which is
    /// a game with the moment it ended.
    pub async fn finished_games(
        &self,
        player: PlayerId,
        after: Option<(Time, GameId)>,
        most: usize,
    ) -> Result<Vec<GameRow>, AppError> {
        let mut conn = self.read().await?;
        Ok(conn
            .past_games(player, &Past::default(), after, most as i64)
            .await?)
    }
}
