//! Read access to games and challenges: single ones, and lists of a player or a channel.

use hexpost_engine::game::AnyGame;
use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::{App, AppError, Refusal};
use crate::model::{Challenge, ChannelId, GameId, GameRef, GameRow, PlayerId, Time};
use crate::store::finished_games::FinishedFilter;

/// A game in a player's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// The game.
    pub row: GameRow,
    /// The player's side.
    pub side: Side,
    /// Is it the player's turn?
    pub is_mine: bool,
    /// The remaining time of the player to move, in milliseconds; `None` without a clock.
    pub left: Option<i64>,
}

impl App {
    /// A game with its events replayed.
    pub async fn game(&self, id: GameId, now: Time) -> Result<Game, AppError> {
        self.load(id, now).await
    }

    /// The position of a game after `ply` turns.
    pub async fn game_at(&self, id: GameId, ply: usize, now: Time) -> Result<AnyGame, AppError> {
        let game = self.load(id, now).await?;
        game.record.at(ply).ok_or_else(|| Refusal::Stale.into())
    }

    /// A game's row without its events; `None` if there is no such game.
    pub async fn game_row(&self, id: GameId) -> Result<Option<GameRow>, AppError> {
        Ok(self.read().await?.game(id).await?)
    }

    /// A challenge by its number.
    pub async fn challenge_by_id(&self, id: GameId) -> Result<Challenge, AppError> {
        let challenge = self.read().await?.challenge(id).await?;
        challenge.ok_or_else(|| Refusal::UnknownChallenge.into())
    }

    /// Loads a game for a user who looks at it. If the user is a player, the opponent can't take back
    /// the last turn without consent any more. Also loads the user's imported games.
    pub async fn view_game(
        &self,
        player: PlayerId,
        id: impl Into<GameRef>,
        now: Time,
    ) -> Result<Game, AppError> {
        let id = match id.into() {
            GameRef::Game(id) => id,
            GameRef::Import(id) => return self.imported(player, id).await,
        };
        let mut game = self.load(id, now).await?;
        if let Some(side) = game.row.side_of(player)
            && game.row.seen[side] < game.position_seq()
        {
            let mut tx = self.store.unclaimed().begin().await?;
            tx.set_seen(id, side, game.position_seq()).await?;
            tx.commit().await?;
            game.row.seen[side] = game.position_seq();
            game.row.acted[side] = game.row.acted[side].max(game.position_seq());
        }
        Ok(game)
    }

    /// Records that a user has interacted with a game in any way. If the user is a player, the opponent
    /// can't take back the last turn without consent any more. Unlike [`App::view_game`] this does not mean
    /// that the player has seen the position, so it does not suppress a ping.
    pub async fn record_interaction(&self, player: PlayerId, id: GameId) -> Result<(), AppError> {
        let Some(row) = self.read().await?.game(id).await? else {
            return Ok(());
        };
        let board = row.status.position_seq;
        if let Some(side) = row.side_of(player)
            && row.acted[side] < board
        {
            let mut tx = self.store.unclaimed().begin().await?;
            tx.set_acted(id, side, board).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// A player's running games: first those in which it is their turn, then by remaining time, then by
    /// how long they have been waiting.
    pub async fn my_games(&self, player: PlayerId, now: Time) -> Result<Vec<ListedGame>, AppError> {
        let rows = self.read().await?.running_games(player).await?;
        let list = |row: GameRow| {
            let side = row.side_of(player)?;
            Some(ListedGame {
                side,
                is_mine: row.status.to_move == Some(side),
                left: row.status.deadline.map(|deadline| deadline.0 - now.0),
                row,
            })
        };
        let mut games: Vec<ListedGame> = rows.into_iter().filter_map(list).collect();
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

    /// Open challenges that a player has made.
    pub async fn challenges_by(&self, player: PlayerId) -> Result<Vec<Challenge>, AppError> {
        Ok(self.read().await?.open_challenges_by(player).await?)
    }

    /// Open challenges to a player.
    pub async fn challenges_to(&self, player: PlayerId) -> Result<Vec<Challenge>, AppError> {
        Ok(self.read().await?.open_challenges_to(player).await?)
    }

    /// The running games of a channel, latest first.
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

    /// The game to which a thread belongs.
    pub async fn thread_game(&self, thread: ChannelId) -> Result<Option<GameRow>, AppError> {
        Ok(self.read().await?.thread_game(thread).await?)
    }

    /// Records the thread of a game.
    pub async fn set_thread(&self, id: GameId, thread: ChannelId) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.set_thread(id, thread).await?;
        Ok(tx.commit().await?)
    }

    /// The finished games of a player, latest first, after a position in the list: a game with the time
    /// it ended.
    pub async fn finished_games(
        &self,
        player: PlayerId,
        after: Option<(Time, GameId)>,
        most: usize,
    ) -> Result<Vec<GameRow>, AppError> {
        let mut conn = self.read().await?;
        Ok(conn
            .past_games(player, &FinishedFilter::default(), after, most as i64)
            .await?)
    }
}
