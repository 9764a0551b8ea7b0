//! Following the games of others.

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::{Act, App, AppError, Refusal};
use crate::model::{GameId, GameRow, NewNotice, PlayerId};

/// As many may follow a game.
pub const MOST_FOLLOWERS: usize = 25;
/// As many games may someone follow at once.
pub const MOST_FOLLOWED: usize = 25;

impl App {
    /// Follows a game of others, and is told of every move or not. Whether someone
    /// sees the game is asked of [access](crate::app::access) before.
    pub async fn follow(&self, act: &Act, id: GameId, is_told: bool) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
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
            if tx.follower_count(id).await? >= MOST_FOLLOWERS as i64 {
                return Err(Refusal::TooManyFollowers(MOST_FOLLOWERS).into());
            }
            if tx.followed(act.by).await?.len() >= MOST_FOLLOWED {
                return Err(Refusal::TooManyFollowed(MOST_FOLLOWED).into());
            }
        }
        tx.set_follow(id, act.by, is_told).await?;
        tx.commit().await?;
        Ok(())
    }

    /// No longer follows a game.
    pub async fn unfollow(&self, act: &Act, id: GameId) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.drop_follow(id, act.by).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Does someone follow a game, and is he told of every move? None if he does not.
    pub async fn following(&self, player: PlayerId, id: GameId) -> Result<Option<bool>, AppError> {
        Ok(self.read().await?.follow(id, player).await?)
    }

    /// The games someone follows, the latest first, each with whether he is told of every move.
    pub async fn followed(&self, player: PlayerId) -> Result<Vec<(GameRow, bool)>, AppError> {
        let mut conn = self.read().await?;
        let mut all = Vec::new();
        for (id, is_told) in conn.followed(player).await? {
            // A row that can't be understood must not hide the others.
            if let Ok(Some(row)) = conn.game(id).await {
                all.push((row, is_told));
            }
        }
        Ok(all)
    }

    /// What those are told who do not play: followers of every move, a server of every result.
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
        let board = after.board();
        let followers = conn.told_followers(id).await?;
        let told = |player| Notice::Followed { board }.written(id, seq, Some(player));
        let mut all: Vec<NewNotice> = followers.into_iter().map(told).collect();
        if let Some(server) = after.row.server.filter(|_| after.is_over()) {
            let settings = settings::server(&mut conn, server).await?;
            if settings.results.is_some() {
                all.push(Notice::Result.written(id, seq, None));
            }
        }
        Ok(all)
    }
}
