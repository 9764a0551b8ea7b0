//! The table of servers: their settings, and whether the bot is a member.

use crate::model::{ServerId, Time};
use crate::store::dialect::{execute, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// Whether the bot is a member of a server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ServerMembership {
    /// The server is not in the database.
    Unknown,
    /// The bot is a member.
    Member,
    /// The bot has left.
    Left,
}

impl Connection {
    /// A server's settings as JSON, if there are any.
    pub async fn server_settings(&mut self, id: ServerId) -> Result<Option<String>, StoreError> {
        fetch_optional_scalar!(self, "SELECT settings FROM servers WHERE id = $1", id)
    }

    /// Whether the bot is a member of a server.
    pub async fn membership(&mut self, id: ServerId) -> Result<ServerMembership, StoreError> {
        Ok(
            match fetch_optional_scalar!(self, "SELECT gone_at FROM servers WHERE id = $1", id)? {
                None => ServerMembership::Unknown,
                Some(None) => ServerMembership::Member,
                Some(Some(_)) => ServerMembership::Left,
            },
        )
    }
}

impl Transaction {
    /// Records that the bot is a member of a server, or when it left.
    pub async fn set_server_gone(
        &mut self,
        id: ServerId,
        gone_at: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO servers (id, settings, gone_at) VALUES ($1, '{}', $2)
             ON CONFLICT (id) DO UPDATE SET gone_at = excluded.gone_at",
            id,
            gone_at
        )?;
        Ok(())
    }

    /// Inserts or replaces a server's settings.
    pub async fn set_server_settings(
        &mut self,
        id: ServerId,
        settings: &str,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO servers (id, settings) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET settings = excluded.settings",
            id,
            settings
        )?;
        Ok(())
    }
}
