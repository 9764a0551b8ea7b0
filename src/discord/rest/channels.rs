//! Who sees which channel, requested from Discord and cached for ten minutes.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{
    ChannelType, GuildChannel, GuildId, Http, LightMethod, PermissionOverwriteType, UserId,
};
use serenity::http::{Request, Route};
use tokio::sync::OnceCell;

use crate::app::access::{ChannelVisibility, Viewer};
use crate::discord::clock::TimeSource;
use crate::discord::permissions::{
    ChannelRules, GuildPermissions, MemberRoles, OverwriteTarget, PermissionOverwrite,
};
use crate::discord::rest::client::snowflake;
use crate::discord::rest::error::code_of;
use crate::discord::rest::error_code;
use crate::model::{ChannelId, PlayerId, RoleId, ServerId, Time};

/// Lifetime of a cached response.
const LIFETIME: Duration = Duration::from_mins(10);
/// Delay before a failed request is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(30);
/// Maximum number of entries in each cache.
const CAPACITY: usize = 10_000;

/// Decides who sees which channel.
pub struct Channels {
    http: Arc<Http>,
    clock: TimeSource,
    servers: Cache<ServerId, Arc<GuildPermissions>>,
    /// The roles of users whose interaction is not on the server; `None` for users who are not members.
    members: Cache<(ServerId, PlayerId), Lookup<Vec<RoleId>>>,
    /// Threads, and channels created after their server was cached; `None` for deleted ones.
    others: Cache<ChannelId, Lookup<Arc<ChannelRules>>>,
    thread_members: Cache<(ChannelId, PlayerId), bool>,
}

impl fmt::Debug for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channels").finish_non_exhaustive()
    }
}

impl Channels {
    pub(crate) fn new(http: Arc<Http>, clock: TimeSource) -> Self {
        Self {
            http,
            clock,
            servers: Cache::default(),
            members: Cache::default(),
            others: Cache::default(),
            thread_members: Cache::default(),
        }
    }

    /// Whether the viewer sees a channel; `None` if a request failed.
    async fn visibility(
        &self,
        viewer: &Viewer,
        server: ServerId,
        channel: ChannelId,
    ) -> Option<Lookup<bool>> {
        let now = (self.clock)();
        let asks = !viewer.is_typing;
        let ask = || self.request_server(server);
        let known = self.servers.get(server, now, asks, ask).await?;
        let roles = if viewer.server == Some(server) {
            viewer.roles.clone()
        } else {
            let key = (server, viewer.player?);
            let ask = || self.request_member(key.0, key.1);
            match self.members.get(key, now, asks, ask).await? {
                Lookup::Found(roles) => roles,
                Lookup::Unknown => return None,
            }
        };
        let member = MemberRoles {
            id: viewer.player,
            roles: &roles,
        };
        let may = |place: &ChannelRules| known.permissions(member, &place.overwrites);
        if let Some(place) = known.channels.get(&channel) {
            return Some(Lookup::Found(may(place).view_channel()));
        }
        let ask = || self.request_channel(server, channel);
        let Lookup::Found(place) = self.others.get(channel, now, asks, ask).await? else {
            return Some(Lookup::Unknown);
        };
        let Some((parent, is_private)) = place.thread else {
            return Some(Lookup::Found(may(&place).view_channel()));
        };
        let given = may(known.channels.get(&parent)?);
        if !given.view_channel() {
            return Some(Lookup::Found(false));
        }
        if !is_private || given.manage_threads() {
            return Some(Lookup::Found(true));
        }
        let key = (channel, viewer.player?);
        let ask = || self.request_thread_member(key.0, key.1);
        let is_member = self.thread_members.get(key, now, asks, ask).await?;
        Some(Lookup::Found(is_member))
    }

    /// Is a user a member of a server? `None` if that can't be found out.
    pub(crate) async fn is_member(
        &self,
        server: ServerId,
        player: PlayerId,
        now: Time,
    ) -> Option<bool> {
        let ask = || self.request_member(server, player);
        let found = self.members.get((server, player), now, true, ask).await?;
        Some(matches!(found, Lookup::Found(_)))
    }

    async fn request_server(&self, id: ServerId) -> Option<Arc<GuildPermissions>> {
        let guild = GuildId::new(snowflake(id.0)?);
        let (found, channels) =
            tokio::join!(self.http.get_guild(guild), self.http.get_channels(guild));
        let found = received(found)?;
        let roles = found.roles.iter();
        let roles = roles.map(|(id, role)| (RoleId(id.get() as i64), role.permissions));
        let channels = received(channels)?;
        let channels = channels
            .iter()
            .map(|channel| (ChannelId(channel.id.get() as i64), channel_of(channel)));
        Some(Arc::new(GuildPermissions {
            id,
            owner: PlayerId(found.owner_id.get() as i64),
            roles: roles.collect(),
            channels: channels.collect(),
        }))
    }

    async fn request_member(
        &self,
        server: ServerId,
        player: PlayerId,
    ) -> Option<Lookup<Vec<RoleId>>> {
        let (guild, user) = (snowflake(server.0)?, snowflake(player.0)?);
        let found = self.http.get_member(GuildId::new(guild), UserId::new(user));
        match found.await {
            Ok(member) => {
                let roles = member.roles.iter();
                let roles = roles.map(|id| RoleId(id.get() as i64));
                Some(Lookup::Found(roles.collect()))
            }
            Err(error) if is_unknown_member(&error) => Some(Lookup::Unknown),
            Err(error) => received(Err(error)),
        }
    }

    async fn request_channel(
        &self,
        server: ServerId,
        id: ChannelId,
    ) -> Option<Lookup<Arc<ChannelRules>>> {
        let channel = serenity::all::ChannelId::new(snowflake(id.0)?);
        let found = match self.http.get_channel(channel).await {
            Err(error) if code_of(&error) == Some(error_code::UNKNOWN_CHANNEL) => {
                return Some(Lookup::Unknown);
            }
            found => received(found)?.guild()?,
        };
        // A channel of another server says nothing about this one.
        let is_here = found.guild_id.get() as i64 == server.0;
        is_here.then(|| Lookup::Found(Arc::new(channel_of(&found))))
    }

    async fn request_thread_member(&self, thread: ChannelId, player: PlayerId) -> Option<bool> {
        let route = Route::ChannelThreadMember {
            channel_id: serenity::all::ChannelId::new(snowflake(thread.0)?),
            user_id: UserId::new(snowflake(player.0)?),
        };
        let request = Request::new(route, LightMethod::Get);
        match self.http.fire::<serde_json::Value>(request).await {
            Ok(_) => Some(true),
            Err(error) if is_unknown_member(&error) => Some(false),
            Err(error) => received(Err(error)),
        }
    }
}

impl ChannelVisibility for Channels {
    async fn is_visible(
        &self,
        viewer: &Viewer,
        server: ServerId,
        channel: ChannelId,
    ) -> Option<bool> {
        // A channel of which nothing is known counts as hidden.
        match self.visibility(viewer, server, channel).await {
            Some(Lookup::Found(is_visible)) => Some(is_visible),
            Some(Lookup::Unknown) => None,
            None => Some(false),
        }
    }
}

/// Discord's answer to a request for something that may not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lookup<T> {
    /// It exists.
    Found(T),
    /// Discord doesn't know it: it was deleted, or the user isn't a member.
    Unknown,
}

/// Converts a channel.
fn channel_of(channel: &GuildChannel) -> ChannelRules {
    let overwrites = channel.permission_overwrites.iter();
    let overwrites = overwrites.filter_map(|one| {
        let whose = match one.kind {
            PermissionOverwriteType::Member(id) => {
                OverwriteTarget::Member(PlayerId(id.get() as i64))
            }
            PermissionOverwriteType::Role(id) => OverwriteTarget::Role(RoleId(id.get() as i64)),
            _ => return None,
        };
        Some(PermissionOverwrite {
            whose,
            allow: one.allow,
            deny: one.deny,
        })
    });
    let is_thread = matches!(
        channel.kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    );
    let is_private = channel.kind == ChannelType::PrivateThread;
    let parent = channel.parent_id.filter(|_| is_thread);
    ChannelRules {
        overwrites: overwrites.collect(),
        thread: parent.map(|id| (ChannelId(id.get() as i64), is_private)),
    }
}

/// The response, if the request succeeded; a failure is logged.
fn received<T>(response: Result<T, serenity::Error>) -> Option<T> {
    response
        .inspect_err(|error| {
            tracing::debug!(%error, "failed to find out who sees a channel: it counts as hidden");
        })
        .ok()
}

/// Whether a user is not a member of a thread or a server.
fn is_unknown_member(error: &serenity::Error) -> bool {
    matches!(
        code_of(error),
        Some(error_code::UNKNOWN_MEMBER | error_code::UNKNOWN_USER)
    )
}

/// A cache whose entries expire. Concurrent calls for one key share a request.
///
/// Not `quick_cache`, because entries expire by the application's clock and failures are cached too.
#[derive(Debug)]
struct Cache<K, V> {
    entries: Mutex<HashMap<K, CacheEntry<V>>>,
}

#[derive(Clone, Debug)]
struct CacheEntry<V> {
    requested_at: Time,
    /// Empty while the request is in flight; `None` if it failed.
    response: Arc<OnceCell<Option<V>>>,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self {
            entries: Mutex::default(),
        }
    }
}

impl<V> CacheEntry<V> {
    fn is_fresh(&self, now: Time) -> bool {
        let lifetime = match self.response.get() {
            Some(None) => RETRY_DELAY,
            Some(Some(_)) | None => LIFETIME,
        };
        // An entry does not live longer if the clock is set back.
        self.requested_at <= now && now < self.requested_at + lifetime
    }
}

impl<K: Copy + Eq + Hash, V: Clone> Cache<K, V> {
    /// The cached or requested value; `None` if the request failed, or if nothing is cached and
    /// `may_request` is false.
    async fn get<F: Future<Output = Option<V>>>(
        &self,
        key: K,
        now: Time,
        may_request: bool,
        request: impl FnOnce() -> F,
    ) -> Option<V> {
        let response = {
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = entries.get(&key).filter(|entry| entry.is_fresh(now));
            match fresh {
                Some(entry) => Arc::clone(&entry.response),
                None if !may_request => return None,
                None => {
                    if entries.len() >= CAPACITY {
                        entries.clear();
                    }
                    let response = Arc::default();
                    let entry = CacheEntry {
                        requested_at: now,
                        response: Arc::clone(&response),
                    };
                    entries.insert(key, entry);
                    response
                }
            }
        };
        if !may_request {
            return response.get().cloned().flatten();
        }
        response.get_or_init(request).await.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;

    use super::*;

    #[tokio::test]
    async fn a_response_is_cached_for_ten_minutes_and_not_requested_while_typing() {
        let cache: Cache<u8, usize> = Cache::default();
        let asked = AtomicUsize::new(0);
        let ask = || async { Some(asked.fetch_add(1, Ordering::Relaxed)) };
        let beginning = Time(1_000_000);
        assert_eq!(cache.get(1, beginning, false, ask).await, None);
        assert_eq!(cache.get(1, beginning, true, ask).await, Some(0));
        let later = beginning + Duration::from_secs(599);
        assert_eq!(cache.get(1, later, true, ask).await, Some(0));
        assert_eq!(cache.get(1, later, false, ask).await, Some(0));
        let late = beginning + LIFETIME;
        assert_eq!(cache.get(1, late, false, ask).await, None);
        assert_eq!(cache.get(1, late, true, ask).await, Some(1));
        // The clock was set back.
        assert_eq!(cache.get(1, beginning, true, ask).await, Some(2));
    }

    #[tokio::test]
    async fn a_failed_request_is_not_repeated_at_once() {
        let cache: Cache<u8, usize> = Cache::default();
        let now = Time(1_000_000);
        assert_eq!(cache.get(1, now, true, || async { None }).await, None);
        assert_eq!(cache.get(1, now, true, || async { Some(1) }).await, None);
        let later = now + RETRY_DELAY;
        assert_eq!(
            cache.get(1, later, true, || async { Some(2) }).await,
            Some(2)
        );
    }
}
