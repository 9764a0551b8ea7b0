//! Who sees which channel: asked of Discord over REST, and believed for ten minutes.

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
use crate::discord::clock::Clock;
use crate::discord::permissions::{
    Channel, MANAGE_THREADS, Member, Overwrite, Server, VIEW_CHANNEL, Whose,
};
use crate::discord::rest::client::snowflake;
use crate::model::{ChannelId, PlayerId, RoleId, ServerId, Time};

/// What Discord has told is believed for so long.
const BELIEVED: Duration = Duration::from_mins(10);
/// After a question that got no answer, it is not asked again for so long.
const UNANSWERED: Duration = Duration::from_secs(30);
/// So many answers of a kind are remembered.
const MOST: usize = 10_000;

/// Discord's number for a channel that is gone.
const UNKNOWN_CHANNEL: isize = 10003;
/// Discord's numbers for someone who is not a member of a thread or a server.
const UNKNOWN_MEMBERS: [isize; 2] = [10007, 10013];

/// Who sees which channel, as far as Discord has told.
pub struct Channels {
    http: Arc<Http>,
    clock: Clock,
    servers: Cache<ServerId, Arc<Server>>,
    /// The roles of people who are not on the server just now; none for those who are not members.
    members: Cache<(ServerId, PlayerId), Option<Vec<RoleId>>>,
    /// Threads, and channels that are newer than what is known of their server; none for those that are
    /// gone.
    others: Cache<ChannelId, Option<Arc<Channel>>>,
    thread_members: Cache<(ChannelId, PlayerId), bool>,
}

impl fmt::Debug for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channels").finish_non_exhaustive()
    }
}

impl Channels {
    pub(crate) fn new(http: Arc<Http>, clock: Clock) -> Self {
        Self {
            http,
            clock,
            servers: Cache::default(),
            members: Cache::default(),
            others: Cache::default(),
            thread_members: Cache::default(),
        }
    }

    /// What Discord tells, if it does: whether someone sees a channel, or that there is none.
    async fn look(
        &self,
        viewer: &Viewer,
        server: ServerId,
        channel: ChannelId,
    ) -> Option<Option<bool>> {
        let now = (self.clock)();
        let asks = !viewer.is_typing;
        let ask = || self.ask_server(server);
        let known = self.servers.get(server, now, asks, ask).await?;
        let roles = if viewer.server == Some(server) {
            viewer.roles.clone()
        } else {
            let key = (server, viewer.player?);
            let ask = || self.ask_member(key.0, key.1);
            self.members.get(key, now, asks, ask).await??
        };
        let member = Member {
            id: viewer.player,
            roles: &roles,
        };
        let may = |place: &Channel| known.permissions(member, &place.overwrites);
        if let Some(place) = known.channels.get(&channel) {
            return Some(Some(may(place) & VIEW_CHANNEL != 0));
        }
        let ask = || self.ask_channel(server, channel);
        let Some(place) = self.others.get(channel, now, asks, ask).await? else {
            return Some(None);
        };
        let Some((parent, is_private)) = place.thread else {
            return Some(Some(may(&place) & VIEW_CHANNEL != 0));
        };
        let given = may(known.channels.get(&parent)?);
        if given & VIEW_CHANNEL == 0 {
            return Some(Some(false));
        }
        if !is_private || given & MANAGE_THREADS != 0 {
            return Some(Some(true));
        }
        let key = (channel, viewer.player?);
        let ask = || self.ask_thread_member(key.0, key.1);
        self.thread_members.get(key, now, asks, ask).await.map(Some)
    }

    async fn ask_server(&self, id: ServerId) -> Option<Arc<Server>> {
        let guild = GuildId::new(snowflake(id.0)?);
        let (found, channels) =
            tokio::join!(self.http.get_guild(guild), self.http.get_channels(guild));
        let found = told(found)?;
        let roles = found.roles.iter();
        let roles = roles.map(|(id, role)| (RoleId(id.get() as i64), role.permissions.bits()));
        let channels = told(channels)?;
        let channels = channels
            .iter()
            .map(|channel| (ChannelId(channel.id.get() as i64), read(channel)));
        Some(Arc::new(Server {
            id,
            owner: PlayerId(found.owner_id.get() as i64),
            roles: roles.collect(),
            channels: channels.collect(),
        }))
    }

    async fn ask_member(&self, server: ServerId, player: PlayerId) -> Option<Option<Vec<RoleId>>> {
        let (guild, user) = (snowflake(server.0)?, snowflake(player.0)?);
        let found = self.http.get_member(GuildId::new(guild), UserId::new(user));
        match found.await {
            Ok(member) => {
                let roles = member.roles.iter();
                Some(Some(roles.map(|id| RoleId(id.get() as i64)).collect()))
            }
            Err(error) if is_unknown_member(&error) => Some(None),
            Err(error) => told(Err(error)),
        }
    }

    async fn ask_channel(&self, server: ServerId, id: ChannelId) -> Option<Option<Arc<Channel>>> {
        let channel = serenity::all::ChannelId::new(snowflake(id.0)?);
        let found = match self.http.get_channel(channel).await {
            Err(error) if code_of(&error) == Some(UNKNOWN_CHANNEL) => return Some(None),
            found => told(found)?.guild()?,
        };
        // One of another server tells nothing about this one.
        (found.guild_id.get() as i64 == server.0).then(|| Some(Arc::new(read(&found))))
    }

    async fn ask_thread_member(&self, thread: ChannelId, player: PlayerId) -> Option<bool> {
        let route = Route::ChannelThreadMember {
            channel_id: serenity::all::ChannelId::new(snowflake(thread.0)?),
            user_id: UserId::new(snowflake(player.0)?),
        };
        let request = Request::new(route, LightMethod::Get);
        match self.http.fire::<serde_json::Value>(request).await {
            Ok(_) => Some(true),
            Err(error) if is_unknown_member(&error) => Some(false),
            Err(error) => told(Err(error)),
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
        // What is not known is hidden.
        self.look(viewer, server, channel)
            .await
            .unwrap_or(Some(false))
    }
}

/// A channel as Discord has it.
fn read(channel: &GuildChannel) -> Channel {
    let overwrites = channel.permission_overwrites.iter();
    let overwrites = overwrites.filter_map(|one| {
        let whose = match one.kind {
            PermissionOverwriteType::Member(id) => Whose::Member(PlayerId(id.get() as i64)),
            PermissionOverwriteType::Role(id) => Whose::Role(RoleId(id.get() as i64)),
            _ => return None,
        };
        Some(Overwrite {
            whose,
            allow: one.allow.bits(),
            deny: one.deny.bits(),
        })
    });
    let is_thread = matches!(
        channel.kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    );
    let is_private = channel.kind == ChannelType::PrivateThread;
    let parent = channel.parent_id.filter(|_| is_thread);
    Channel {
        overwrites: overwrites.collect(),
        thread: parent.map(|id| (ChannelId(id.get() as i64), is_private)),
    }
}

/// What Discord has answered; a question that got no answer is written down.
fn told<T>(answer: Result<T, serenity::Error>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(error) => {
            tracing::debug!(%error, "who sees a channel is not known, so it counts as hidden");
            None
        }
    }
}

fn is_unknown_member(error: &serenity::Error) -> bool {
    code_of(error).is_some_and(|code| UNKNOWN_MEMBERS.contains(&code))
}

/// Discord's number for what was wrong.
fn code_of(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(serenity::http::HttpError::UnsuccessfulRequest(response)) => {
            Some(response.error.code)
        }
        _ => None,
    }
}

/// Answers that are believed for a while. Whoever asks the same at the same time waits for one answer.
#[derive(Debug)]
struct Cache<K, V> {
    known: Mutex<HashMap<K, Entry<V>>>,
}

#[derive(Clone, Debug)]
struct Entry<V> {
    at: Time,
    /// Empty as long as it is being asked for; none is an unknown answer.
    answer: Arc<OnceCell<Option<V>>>,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self {
            known: Mutex::default(),
        }
    }
}

impl<V> Entry<V> {
    fn is_fresh(&self, now: Time) -> bool {
        let life = match self.answer.get() {
            Some(None) => UNANSWERED,
            Some(Some(_)) | None => BELIEVED,
        };
        // A clock that was set back makes nothing last longer.
        self.at <= now && now < self.at + life
    }
}

impl<K: Copy + Eq + Hash, V: Clone> Cache<K, V> {
    /// What is known, or what is answered now; none if there is no answer, or nobody may ask.
    async fn get<F: Future<Output = Option<V>>>(
        &self,
        key: K,
        now: Time,
        may_ask: bool,
        ask: impl FnOnce() -> F,
    ) -> Option<V> {
        let answer = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let fresh = known.get(&key).filter(|entry| entry.is_fresh(now)).cloned();
            match fresh {
                Some(entry) => entry.answer,
                None if !may_ask => return None,
                None => {
                    if known.len() >= MOST {
                        known.clear();
                    }
                    let answer = Arc::default();
                    let entry = Entry {
                        at: now,
                        answer: Arc::clone(&answer),
                    };
                    known.insert(key, entry);
                    answer
                }
            }
        };
        if !may_ask {
            return answer.get().cloned().flatten();
        }
        answer.get_or_init(ask).await.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering;

    use super::*;

    #[tokio::test]
    async fn an_answer_is_believed_for_ten_minutes_and_never_asked_for_while_typing() {
        let cache: Cache<u8, usize> = Cache::default();
        let asked = AtomicUsize::new(0);
        let ask = || async { Some(asked.fetch_add(1, Ordering::Relaxed)) };
        let beginning = Time(1_000_000);
        assert_eq!(cache.get(1, beginning, false, ask).await, None);
        assert_eq!(cache.get(1, beginning, true, ask).await, Some(0));
        let later = beginning + Duration::from_secs(599);
        assert_eq!(cache.get(1, later, true, ask).await, Some(0));
        assert_eq!(cache.get(1, later, false, ask).await, Some(0));
        let late = beginning + BELIEVED;
        assert_eq!(cache.get(1, late, false, ask).await, None);
        assert_eq!(cache.get(1, late, true, ask).await, Some(1));
        // The clock was set back.
        assert_eq!(cache.get(1, beginning, true, ask).await, Some(2));
    }

    #[tokio::test]
    async fn no_answer_is_asked_for_again_soon() {
        let cache: Cache<u8, usize> = Cache::default();
        let now = Time(1_000_000);
        assert_eq!(cache.get(1, now, true, || async { None }).await, None);
        assert_eq!(cache.get(1, now, true, || async { Some(1) }).await, None);
        let later = now + UNANSWERED;
        assert_eq!(
            cache.get(1, later, true, || async { Some(2) }).await,
            Some(2)
        );
    }
}
