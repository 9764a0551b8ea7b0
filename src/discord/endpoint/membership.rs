//! Of which guilds the bot is a member. The gateway tells; without it, Discord is asked when someone
//! uses the bot in a guild, and again after a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use serenity::all::{GuildId, Route};
use tokio::time::Instant;

use crate::app::GuildJoin;
use crate::discord::context::Context;
use crate::discord::gateway::guilds;
use crate::discord::interaction::request::Invoker;
use crate::discord::rest::client::{RestClient, RestError};
use crate::discord::rest::error_code::{MISSING_ACCESS, UNKNOWN_GUILD};
use crate::model::ServerId;

/// How long an answer is valid: that the bot is a member, and that it isn't.
const MEMBER_FOR: Duration = Duration::from_hours(1);
const STRANGER_FOR: Duration = Duration::from_mins(5);
/// After this time Discord is asked again if there was no answer.
const UNSURE_FOR: Duration = Duration::from_secs(10);
/// How long an interaction waits for the answer.
const PATIENCE: Duration = Duration::from_millis(600);
/// Above this number of guilds, outdated answers are dropped.
const MAX_KNOWN: usize = 100_000;

/// What is known about guilds.
#[derive(Debug, Default)]
pub(crate) struct Memberships {
    known: Mutex<HashMap<ServerId, Answer>>,
    /// Guilds about which Discord is being asked: once, however many interactions wait for the answer.
    asked: Mutex<HashMap<ServerId, Arc<Gate>>>,
}

/// Held while Discord is asked about a guild.
type Gate = tokio::sync::Mutex<()>;

#[derive(Clone, Copy, Debug)]
struct Answer {
    is_member: bool,
    until: Instant,
}

impl Memberships {
    /// Finds out whether the bot is a member of the guild of an interaction, unless that is known. A
    /// bot that can't find out tries to post, and takes another way if it may not.
    pub(crate) async fn learn(&self, ctx: &Context, rest: &RestClient, invoker: &Invoker) {
        let Some(server) = invoker.server.filter(|_| invoker.is_home) else {
            return;
        };
        if self.is_known(server) {
            return;
        }
        let asked = || self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let gate = Arc::clone(asked().entry(server).or_default());
        let _is_asking = gate.lock().await;
        if !self.is_known(server) {
            self.ask(ctx, rest, server).await;
        }
        asked().remove(&server);
    }

    /// Is there an answer that is still valid?
    fn is_known(&self, server: ServerId) -> bool {
        let answer = self.get(server);
        answer.is_some_and(|answer| answer.until > Instant::now())
    }

    /// Asks Discord, and records the answer.
    async fn ask(&self, ctx: &Context, rest: &RestClient, server: ServerId) {
        let before = self.get(server);
        let Ok(id) = u64::try_from(server.0) else {
            return;
        };
        let route = Route::Guild {
            guild_id: GuildId::new(id.max(1)),
        };
        let asked = tokio::time::timeout(PATIENCE, rest.ask::<Value>(route, None)).await;
        let is_member = match asked {
            Ok(Ok(_)) => true,
            Ok(Err(error)) if is_stranger(&error) => false,
            // Those who wait for the same answer should not ask one after the other.
            _ => {
                ctx.guild_joined(server);
                self.set(server, true, UNSURE_FOR);
                return;
            }
        };
        let life = if is_member { MEMBER_FOR } else { STRANGER_FOR };
        self.set(server, is_member, life);
        let recorded = if is_member {
            ctx.guild_joined(server);
            ctx.app.arrive(server, ctx.now()).await.map(|arrival| {
                if arrival == GuildJoin::Back {
                    ctx.clear_unreachable();
                    ctx.wake();
                }
            })
        } else if before.is_some_and(|answer| answer.is_member) {
            guilds::left(ctx, id).await
        } else {
            ctx.guild_left(server);
            Ok(())
        };
        if let Err(error) = recorded {
            tracing::error!(%error, server = server.0, "failed to record the membership of a guild");
        }
    }

    /// Forgets what is known about a guild, so that Discord is asked again.
    pub(crate) fn forget(&self, server: ServerId) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.remove(&server);
    }

    fn get(&self, server: ServerId) -> Option<Answer> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&server).copied()
    }

    fn set(&self, server: ServerId, is_member: bool, life: Duration) {
        let now = Instant::now();
        let until = now + life;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.retain(|_, answer| answer.until > now);
        }
        known.insert(server, Answer { is_member, until });
    }
}

/// Does Discord say that the bot is not a member?
fn is_stranger(error: &RestError) -> bool {
    matches!(error.code(), Some(MISSING_ACCESS | UNKNOWN_GUILD))
}
