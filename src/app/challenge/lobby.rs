//! The lobby of a server: its open challenges, and the pinned message that lists them.

use std::collections::HashSet;
use std::time::Duration;

use crate::app::{Act, App, AppError};
use crate::model::{Challenge, ChannelId, LobbyMessage, PlayerId, ServerId, Time};
use crate::store::Transaction;
use crate::store::challenges::OpenIn;

/// Changes within this time are shown in one update of the message.
pub(crate) const TOGETHER: Duration = Duration::from_secs(5);
/// Age above which Discord limits how often a message can be edited.
const OLD: Duration = Duration::from_hours(1);
/// Minimum time between two edits of a message older than [`OLD`].
const SELDOM: Duration = Duration::from_mins(4);
/// How long a worker that has taken a lobby has to report the outcome.
const LEASE: Duration = Duration::from_mins(1);

impl App {
    /// The challenges in these channels of a server that anyone may accept, and those of `own`,
    /// oldest first: one page of them, and the total number.
    pub(crate) async fn open_on(
        &self,
        server: ServerId,
        now: Time,
        channels: &HashSet<ChannelId>,
        own: Option<PlayerId>,
        (from, most): (usize, usize),
    ) -> Result<(Vec<Challenge>, usize), AppError> {
        let seen = OpenIn {
            server,
            channels,
            own,
            now,
        };
        let mut conn = self.read().await?;
        let count = conn.count_open_on(&seen).await?;
        let page = conn.open_on(&seen, from as i64, most as i64).await?;
        Ok((page, count.max(0) as usize))
    }

    /// Shows the open challenges of a server in a message. The caller checks whether the user may ask
    /// for that.
    pub async fn pin_lobby(
        &self,
        act: &Act,
        server: ServerId,
        channel: ChannelId,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.set_lobby(server, channel, act.now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Stops showing the open challenges of a server in a message; false if there was no such message.
    pub async fn unpin_lobby(&self, act: &Act, server: ServerId) -> Result<bool, AppError> {
        let mut tx = self.store.begin().await?;
        let is_closed = tx.close_lobby(server, act.now).await?;
        tx.commit().await?;
        Ok(is_closed)
    }

    /// The lobby message of a server.
    pub async fn lobby(&self, server: ServerId) -> Result<Option<LobbyMessage>, AppError> {
        Ok(self.read().await?.lobby(server).await?)
    }

    /// Takes lobby messages that have to be updated.
    pub async fn claim_lobby_updates(
        &self,
        now: Time,
        most: usize,
    ) -> Result<Vec<LobbyMessage>, AppError> {
        // Checked by a read first, because there is usually nothing to do and the write lock is then
        // not needed.
        let due = self.read().await?.next_due_lobby().await?;
        if due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let mut tx = self.store.begin().await?;
        let due = tx.take_due_lobbies(now, now + LEASE, most as i64);
        let mut taken = Vec::new();
        for lobby in due.await? {
            match not_before(&lobby, now) {
                Some(later) => tx.put_off_lobby(lobby.server, Some(later)).await?,
                None => taken.push(lobby),
            }
        }
        tx.commit().await?;
        Ok(taken)
    }

    /// Records that a lobby message shows the challenges as they were when it was taken.
    pub async fn lobby_shown(
        &self,
        lobby: &LobbyMessage,
        message: i64,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        let by = now + TOGETHER;
        tx.lobby_shown(lobby, message, now, by).await?;
        Ok(tx.commit().await?)
    }

    /// Records that a lobby message could not be updated. It is tried again at the given time, or
    /// otherwise after the next change.
    pub async fn put_off_lobby(
        &self,
        lobby: &LobbyMessage,
        later: Option<Time>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.put_off_lobby(lobby.server, later).await?;
        Ok(tx.commit().await?)
    }

    /// Records that a lobby message was deleted.
    pub async fn drop_lobby(&self, lobby: &LobbyMessage) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.drop_lobby(lobby).await?;
        Ok(tx.commit().await?)
    }
}

/// The time before which an old message must not be edited again, if it was edited too recently.
fn not_before(lobby: &LobbyMessage, now: Time) -> Option<Time> {
    let next = lobby.shown_at? + SELDOM;
    let is_old = lobby.made_at + OLD < now;
    (lobby.is_wanted && lobby.message.is_some() && is_old && next > now).then_some(next)
}

/// Schedules an update of the server's lobby message after a challenge was opened or closed. Only
/// challenges that anyone may accept are listed there.
pub(crate) async fn schedule_update(
    tx: &mut Transaction,
    challenge: &Challenge,
    now: Time,
) -> Result<(), AppError> {
    match (challenge.server, challenge.opponent) {
        (Some(server), None) => Ok(tx.change_lobby(server, now + TOGETHER).await?),
        _ => Ok(()),
    }
}
