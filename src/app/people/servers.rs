//! The servers that the bot is a member of.

use crate::app::challenge::lobby::TOGETHER;
use crate::app::{App, AppError};
use crate::model::{ServerId, Time};
use crate::store::ServerMembership;

/// How the bot came to be on a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuildJoin {
    /// It joined for the first time.
    New,
    /// It joined again.
    Back,
    /// It was a member already.
    Known,
}

impl App {
    /// Records that the bot is on a server.
    pub async fn arrive(&self, server: ServerId, now: Time) -> Result<GuildJoin, AppError> {
        // At a start this is called for every server, and usually there is nothing to write.
        let arrival = match self.read().await?.membership(server).await? {
            ServerMembership::Member => return Ok(GuildJoin::Known),
            ServerMembership::Left => GuildJoin::Back,
            ServerMembership::Unknown => GuildJoin::New,
        };
        let mut tx = self.store.begin().await?;
        tx.set_server_gone(server, None).await?;
        tx.change_lobby(server, now + TOGETHER).await?;
        tx.change_live_messages_on(server, now + TOGETHER).await?;
        tx.put_off_ladder_check(server, Some(now)).await?;
        tx.put_off_daily_puzzle(server, Some(now)).await?;
        tx.wake_tournaments(server, now).await?;
        tx.commit().await?;
        Ok(arrival)
    }

    /// Records that the bot has left a server, so that notices are sent elsewhere.
    pub async fn note_left(&self, server: ServerId, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.set_server_gone(server, Some(now)).await?;
        Ok(tx.commit().await?)
    }

    /// Has the bot left a server?
    pub async fn has_left(&self, server: ServerId) -> Result<bool, AppError> {
        let membership = self.read().await?.membership(server).await?;
        Ok(membership == ServerMembership::Left)
    }
}
