//! The lobby: the open challenges of a server, and the message in which it shows them.

use std::collections::HashSet;
use std::time::Duration;

use crate::app::{Act, App, AppError};
use crate::model::{Challenge, ChannelId, LobbyMessage, PlayerId, ServerId, Time};
use crate::store::Transaction;
use crate::store::challenges::OpenIn;

/// Challenges that come or go within this time are shown together.
pub(crate) const TOGETHER: Duration = Duration::from_secs(5);
/// A message is old after this time: Discord lets it be changed only so often then.
const OLD: Duration = Duration::from_hours(1);
/// An old message is changed no more often than this.
const SELDOM: Duration = Duration::from_mins(4);
/// Whoever takes a lobby has so long to say what became of it.
const LEASE: Duration = Duration::from_mins(1);

impl App {
    /// The challenges in these channels of a server that anyone may accept, and someone's own, the oldest
    /// first: some of them, and how many there are.
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

    /// A server shows its open challenges in a message. Whether someone may ask for that is for the
    /// platform to know.
    pub async fn pin_lobby(
        &self,
        act: &Act,
        server: ServerId,
        channel: ChannelId,
    ) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.set_lobby(server, channel, act.now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// It no longer does; false if it did not.
    pub async fn unpin_lobby(&self, act: &Act, server: ServerId) -> Result<bool, AppError> {
        let mut tx = self.store.change().await?;
        let is_closed = tx.close_lobby(server, act.now).await?;
        tx.commit().await?;
        Ok(is_closed)
    }

    /// A server's lobby.
    pub async fn lobby(&self, server: ServerId) -> Result<Option<LobbyMessage>, AppError> {
        Ok(self.read().await?.lobby(server).await?)
    }

    /// Takes lobbies that are to be shown anew.
    pub async fn take_lobbies(
        &self,
        now: Time,
        most: usize,
    ) -> Result<Vec<LobbyMessage>, AppError> {
        // Most of the time there is nothing to do, and nobody who writes has to wait for it.
        let due = self.read().await?.next_due_lobby().await?;
        if due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let mut tx = self.store.change().await?;
        let due = tx.take_due_lobbies(now, now + LEASE, most as i64);
        let mut taken = Vec::new();
        for lobby in due.await? {
            match too_soon(&lobby, now) {
                Some(later) => tx.put_off_lobby(lobby.server, Some(later)).await?,
                None => taken.push(lobby),
            }
        }
        tx.commit().await?;
        Ok(taken)
    }

    /// A lobby shows what there was when it was taken.
    pub async fn lobby_shown(
        &self,
        lobby: &LobbyMessage,
        message: i64,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        let by = now + TOGETHER;
        tx.lobby_shown(lobby, message, now, by).await?;
        Ok(tx.commit().await?)
    }

    /// A lobby could not be shown; it is tried again then, or not before something changes.
    pub async fn put_off_lobby(
        &self,
        lobby: &LobbyMessage,
        later: Option<Time>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.put_off_lobby(lobby.server, later).await?;
        Ok(tx.commit().await?)
    }

    /// A lobby is gone.
    pub async fn drop_lobby(&self, lobby: &LobbyMessage) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.drop_lobby(lobby).await?;
        Ok(tx.commit().await?)
    }
}

/// Until when an old message should be left alone, if it was changed a moment ago.
fn too_soon(lobby: &LobbyMessage, now: Time) -> Option<Time> {
    let next = lobby.shown_at? + SELDOM;
    let is_old = lobby.made_at + OLD < now;
    (lobby.is_wanted && lobby.message.is_some() && is_old && next > now).then_some(next)
}

/// A challenge has come or gone: if anyone could accept it, the server's lobby shows something else.
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
