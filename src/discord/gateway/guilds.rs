//! Guild events: the bot joins or leaves a server.

use std::time::Duration;

use serenity::all::{ChannelId as Channel, Guild};

use crate::app::people::settings::Greeting;
use crate::app::{AppError, GuildJoin};
use crate::discord::context::Context;
use crate::discord::i18n::{Locale, language_of};
use crate::discord::rest::client::RestClient;
use crate::discord::rest::payload;
use crate::discord::view::greeting::greeting;
use crate::model::{ChannelId, ServerId, Time};

/// Maximum time since joining for a server to be greeted. Discord sends all guilds again at each start.
const NEW: Duration = Duration::from_mins(10);

/// A server that the bot is on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct JoinedGuild {
    pub(crate) id: u64,
    pub(crate) joined_at: Time,
    /// The channel for Discord's own notices, where the bot introduces itself.
    pub(crate) system_channel: Option<Channel>,
    /// The preferred language.
    pub(crate) locale: String,
}

impl From<&Guild> for JoinedGuild {
    fn from(guild: &Guild) -> Self {
        Self {
            id: guild.id.get(),
            joined_at: Time(guild.joined_at.unix_timestamp().saturating_mul(1000)),
            system_channel: guild.system_channel_id,
            locale: guild.preferred_locale.clone(),
        }
    }
}

/// Records that the bot is on a server, which it has just joined or was on before.
pub(crate) async fn arrived(
    host: &Context,
    wire: &RestClient,
    guild: &JoinedGuild,
) -> Result<(), AppError> {
    let now = host.now();
    let server = ServerId(guild.id as i64);
    host.guild_joined(server);
    let arrival = host.app.arrive(server, now).await?;
    if arrival == GuildJoin::Back {
        // Channels that were unreachable may be reachable again.
        host.clear_unreachable();
        host.wake();
    }
    let joined_at = guild.joined_at;
    // A time far in the future is not recent: one of the clocks is wrong.
    let is_new = joined_at + NEW > now && joined_at < now + NEW;
    if arrival == GuildJoin::New && is_new {
        greet(host, wire, guild).await?;
    }
    if arrival == GuildJoin::Known {
        // It may have been impossible to rewrite the greeting when the language changed.
        host.note_language_change(server);
    }
    Ok(())
}

/// Sends a greeting to the system channel of a new server, if the bot may post there.
async fn greet(host: &Context, wire: &RestClient, guild: &JoinedGuild) -> Result<(), AppError> {
    let Some(channel) = guild.system_channel else {
        return Ok(());
    };
    let language = language_of(&guild.locale);
    let (greeting, files) = greeting(host, Locale::of(language)).await;
    let form = payload::message(&greeting, &files, None);
    let message = match wire.send(channel, &files, &form).await {
        Ok(message) => message,
        Err(error) => {
            tracing::info!(?error, server = guild.id, "failed to greet a new server");
            return Ok(());
        }
    };
    let greeting = Greeting {
        channel: ChannelId(channel.get() as i64),
        message,
        language,
    };
    let server = ServerId(guild.id as i64);
    host.app.note_server_locale(server, Some(language)).await?;
    host.app.note_greeting(server, Some(greeting)).await?;
    // The language may have been changed meanwhile.
    host.note_language_change(server);
    Ok(())
}

/// Records that the bot has left a server. Games continue in direct messages.
pub(crate) async fn left(host: &Context, server: u64) -> Result<(), AppError> {
    host.guild_left(ServerId(server as i64));
    host.app
        .note_left(ServerId(server as i64), host.now())
        .await
}
