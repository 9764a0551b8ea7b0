//! The servers we are on.

use crate::app::challenge::lobby::TOGETHER;
use crate::app::{App, AppError};
use crate::model::{ServerId, Time};

/// How we come to a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// For the first time.
    New,
    /// Once more.
    Back,
    /// We were there all the time.
    Known,
}

impl App {
    /// We are on a server.
    pub async fn arrive(&self, server: ServerId, now: Time) -> Result<Arrival, AppError> {
        // At a start this is asked for every server there is: mostly nothing is to be written.
        let arrival = match self.read().await?.server_gone_at(server).await? {
            Some(None) => return Ok(Arrival::Known),
            Some(Some(_)) => Arrival::Back,
            None => Arrival::New,
        };
        let mut tx = self.store.change().await?;
        tx.set_server_gone(server, None).await?;
        tx.change_lobby(server, now + TOGETHER).await?;
        tx.commit().await?;
        Ok(arrival)
    }

    /// We are not on a server any more: whatever is to be told goes elsewhere.
    pub async fn note_left(&self, server: ServerId, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.set_server_gone(server, Some(now)).await?;
        Ok(tx.commit().await?)
    }

    /// Have we left a server?
    pub async fn has_left(&self, server: ServerId) -> Result<bool, AppError> {
        let gone_at = self.read().await?.server_gone_at(server).await?;
        Ok(gone_at.flatten().is_some())
    }
}
