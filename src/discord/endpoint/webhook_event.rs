//! Webhook events: someone has installed the bot.

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use serenity::all::{GuildId, Route};

use crate::discord::context::Context;
use crate::discord::gateway::guilds::{self, JoinedGuild};
use crate::discord::rest::application::APPLICATION_AUTHORIZED;
use crate::discord::rest::client::RestClient;
use crate::model::ServerId;

/// Number of latest events that are remembered at least; at most twice as many. Discord sends an event
/// again for ten minutes.
const REMEMBERED: usize = 4096;
/// How often it is checked whether the bot has joined the guild, which may come after the event.
const JOIN_CHECKS: usize = 5;
const JOIN_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The events that this process has received.
#[derive(Debug, Default)]
pub(crate) struct WebhookEvents {
    known: Mutex<[HashSet<String>; 2]>,
}

/// The bot was installed in a guild.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Installation {
    guild: u64,
}

impl Installation {
    /// The guild.
    pub(crate) const fn server(self) -> ServerId {
        ServerId(self.guild as i64)
    }
}

impl WebhookEvents {
    /// Reads a request; `None` for a PING, an event that does not concern the bot, or one that has
    /// arrived before.
    pub(crate) fn receive(&self, request: &Value) -> Option<Installation> {
        let event = &request["event"];
        let data = &event["data"];
        let is_installation = request["type"] == 1 && event["type"] == APPLICATION_AUTHORIZED;
        // 0 is a guild; 1 is someone's account.
        if !is_installation || data["integration_type"] != 0 {
            return None;
        }
        let guild = data["guild"]["id"].as_str()?.parse().ok()?;
        // Without this scope there are only the commands, and nothing can be posted.
        let scopes = data["scopes"].as_array();
        if guild == 0 || scopes.is_some_and(|all| !all.iter().any(|scope| scope == "bot")) {
            return None;
        }
        // An event has no id.
        let timestamp = event["timestamp"].as_str().unwrap_or_default();
        let key = format!("{timestamp} {guild}");
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let [newer, older] = &mut *known;
        if older.contains(&key) || !newer.insert(key) {
            return None;
        }
        if newer.len() >= REMEMBERED {
            *older = mem::take(newer);
        }
        Some(Installation { guild })
    }
}

/// Records that the bot was installed in a guild, and greets it if it is new.
pub(crate) async fn installed(ctx: &Context, rest: &RestClient, installation: Installation) {
    let id = installation.guild;
    for _ in 0..JOIN_CHECKS {
        let route = Route::Guild {
            guild_id: GuildId::new(id),
        };
        let Ok(guild) = rest.ask::<Value>(route, None).await else {
            tokio::time::sleep(JOIN_CHECK_INTERVAL).await;
            continue;
        };
        let system_channel = guild["system_channel_id"].as_str();
        let joined = JoinedGuild {
            id,
            joined_at: ctx.now(),
            system_channel: system_channel.and_then(|id| id.parse().ok()),
            locale: guild["preferred_locale"]
                .as_str()
                .unwrap_or("en-US")
                .to_owned(),
        };
        if let Err(error) = guilds::arrived(ctx, rest, &joined).await {
            tracing::error!(%error, server = id, "failed to record guild join");
        }
        return;
    }
    tracing::info!(
        server = id,
        "the bot was installed, but is not a member of the server"
    );
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(guild: &str, timestamp: &str) -> Value {
        json!({ "type": 1, "event": { "type": APPLICATION_AUTHORIZED, "timestamp": timestamp, "data": {
            "integration_type": 0, "scopes": ["bot", "applications.commands"], "guild": { "id": guild },
        } } })
    }

    #[test]
    fn an_event_that_is_sent_again_is_received_once() {
        let events = WebhookEvents::default();
        let first = event("7", "2026-11-18T12:00:00+00:00");
        assert_eq!(events.receive(&first), Some(Installation { guild: 7 }));
        assert_eq!(events.receive(&first), None);
        // Removed, and installed again.
        let second = event("7", "2026-11-18T13:00:00+00:00");
        assert!(events.receive(&second).is_some());
        for number in 0..REMEMBERED {
            events.receive(&event("8", &number.to_string()));
        }
        assert_eq!(events.receive(&second), None);
    }

    #[test]
    fn only_installations_with_the_bot_in_guilds_count() {
        let events = WebhookEvents::default();
        assert_eq!(events.receive(&json!({ "type": 0 })), None);
        assert_eq!(events.receive(&json!(null)), None);
        assert_eq!(events.receive(&json!({ "type": 1, "event": "x" })), None);
        let changed = |path: &str, value: Value| {
            let mut event = event("7", "now");
            *event.pointer_mut(path).unwrap() = value;
            events.receive(&event)
        };
        assert_eq!(changed("/event/type", json!("ENTITLEMENT_CREATE")), None);
        assert_eq!(changed("/event/data/integration_type", json!(1)), None);
        assert_eq!(
            changed("/event/data/scopes", json!(["applications.commands"])),
            None
        );
        assert_eq!(changed("/event/data/guild/id", json!("0")), None);
        assert_eq!(changed("/event/data/guild/id", json!("x")), None);
        assert_eq!(changed("/event/data/guild/id", json!(7)), None);
    }
}
