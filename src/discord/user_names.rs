//! Display names of users. They are requested when a message needs them, and only cached in memory.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use quick_cache::sync::Cache;
use serenity::all::{Http, UserId};

use crate::discord::rest::client::snowflake;
use crate::discord::view::markdown::UserText;
use crate::model::PlayerId;

/// Maximum number of cached names.
const CAPACITY: usize = 10_000;
/// Maximum number of names requested for one list.
const MAX_REQUESTS: usize = 25;
/// How long a list waits for its names.
const LIST_TIMEOUT: Duration = Duration::from_secs(1);

/// A cache of display names.
#[derive(Debug)]
pub struct UserNames {
    cache: Cache<PlayerId, UserText>,
    http: Arc<Http>,
}

impl UserNames {
    pub(crate) fn new(http: Arc<Http>) -> Self {
        Self {
            cache: Cache::new(CAPACITY),
            http,
        }
    }

    /// Caches the current name of a user.
    pub(crate) fn note(&self, player: PlayerId, name: &UserText) {
        self.cache.insert(player, name.clone());
    }

    /// Requests the names that a list needs, concurrently. Gives up after [`LIST_TIMEOUT`], because the
    /// list is part of a response.
    pub(crate) async fn learn(&self, players: impl Iterator<Item = PlayerId>) {
        let mut unknown: Vec<PlayerId> = players
            .filter(|player| self.known(*player).is_none())
            .collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown.truncate(MAX_REQUESTS);
        let requests = join_all(unknown.iter().map(|player| self.of(*player)));
        if tokio::time::timeout(LIST_TIMEOUT, requests).await.is_err() {
            tracing::debug!(
                "display names were not received in time: a list is shown without them"
            );
        }
    }

    /// The cached name of a user.
    pub(crate) fn known(&self, player: PlayerId) -> Option<UserText> {
        self.cache.get(&player)
    }

    /// The name of a user, requested if it is not cached; `None` if the request fails. Concurrent calls
    /// for one user share a request.
    pub(crate) async fn of(&self, player: PlayerId) -> Option<UserText> {
        let request = async { self.request(player).await.ok_or(()) };
        self.cache.get_or_insert_async(&player, request).await.ok()
    }

    async fn request(&self, player: PlayerId) -> Option<UserText> {
        match self.http.get_user(UserId::new(snowflake(player.0)?)).await {
            Ok(user) => Some(UserText::line(user.display_name())),
            Err(error) => {
                tracing::debug!(%error, "failed to get a display name");
                None
            }
        }
    }
}
