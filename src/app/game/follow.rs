//! Spectators: users who follow other players' games.

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{GameId, GameRow, NewNotice, PlayerId};

/// Maximum number of followers of a game.
pub const MAX_FOLLOWERS: usize = 25;
/// Maximum number of games a user can follow at once.
pub const MAX_FOLLOWED: usize = 25;

impl App {
    /// Follows a game of other players; `is_told` asks for a notice of every move. The caller checks
    /// with [`access`](crate::app::access) whether the user can see the game.
    pub async fn follow(&self, act: &Act, id: GameId, is_told: bool) -> Result<(), AppError> {
        retry!(self.try_follow(act, id, is_told))
    }

    async fn try_follow(&self, act: &Act, id: GameId, is_told: bool) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        tx.lock_game(id).await?;
        let game = tx.game(id).await?.ok_or(Refusal::UnknownGame)?;
        if game.side_of(act.by).is_some() {
            return Err(Refusal::OwnGame.into());
        }
        if game.status.end.is_some() {
            return Err(Refusal::Finished.into());
        }
        if tx.follow(id, act.by).await?.is_none() {
            for player in game.players.iter().flatten() {
                if tx.has_blocked(*player, act.by).await? {
                    return Err(Refusal::Blocked.into());
                }
            }
            if tx.follower_count(id).await? >= MAX_FOLLOWERS as i64 {
                return Err(Refusal::TooManyFollowers(MAX_FOLLOWERS).into());
            }
            if tx.followed(act.by).await?.len() >= MAX_FOLLOWED {
                return Err(Refusal::TooManyFollowed(MAX_FOLLOWED).into());
            }
        }
        tx.set_follow(id, act.by, is_told).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Stops following a game.
    pub async fn unfollow(&self, act: &Act, id: GameId) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.drop_follow(id, act.by).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Whether a user follows a game and is told of every move; `None` if they don't follow it.
    pub async fn following(&self, player: PlayerId, id: GameId) -> Result<Option<bool>, AppError> {
        Ok(self.read().await?.follow(id, player).await?)
    }

    /// The games a user follows, latest first, each with whether they are told of every move.
    pub async fn followed(&self, player: PlayerId) -> Result<Vec<(GameRow, bool)>, AppError> {
        let mut conn = self.read().await?;
        let mut all = Vec::new();
        for (id, is_told) in conn.followed(player).await? {
            // One unreadable row must not hide the others.
            if let Ok(Some(row)) = conn.game(id).await {
                all.push((row, is_told));
            }
        }
        Ok(all)
    }

    /// The notices for those who don't play: every move to followers, the result to the server's result
    /// channel; and the one that puts the thread of a finished game in order.
    pub(crate) async fn spectator_notices(
        &self,
        after: &Game,
        notices: &[(Notice, Option<PlayerId>)],
    ) -> Result<Vec<NewNotice>, AppError> {
        let is_move = |notice: &Notice| matches!(notice, Notice::Turn { .. } | Notice::Finished);
        if !notices.iter().any(|(notice, _)| is_move(notice)) {
            return Ok(Vec::new());
        }
        let (id, seq) = (after.row.id, after.row.status.seq);
        let mut conn = self.read().await?;
        let board = after.position_seq();
        let followers = conn.told_followers(id).await?;
        let told = |player| Notice::Followed { board }.written(id, seq, Some(player));
        let mut all: Vec<NewNotice> = followers.into_iter().map(told).collect();
        if let Some(server) = after.row.server.filter(|_| after.is_over()) {
            let settings = settings::server(&mut conn, server).await?;
            if settings.results.is_some() && after.computer.is_none() {
                all.push(Notice::Result.written(id, seq, None));
            }
            all.push(Notice::ThreadOver.written(id, seq, None));
        }
        Ok(all)
    }
}
