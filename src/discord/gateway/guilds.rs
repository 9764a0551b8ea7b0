//! Guild events: the bot joins or leaves a server.

use std::time::Duration;

use serenity::all::{ChannelId, Guild};

use crate::app::{AppError, GuildJoin};
use crate::discord::context::Context;
use crate::discord::i18n::{Locale, language_of};
use crate::discord::rest::client::RestClient;
use crate::discord::rest::payload::{self, File};
use crate::discord::view::components::{how_to_play_button, open_challenge_button};
use crate::discord::view::message::{ActionRow, Message};
use crate::model::{ServerId, Time};

/// Maximum time since joining for a server to be greeted. Discord sends all guilds again at each start.
const NEW: Duration = Duration::from_mins(10);

/// A server that the bot is on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct JoinedGuild {
    pub(crate) id: u64,
    pub(crate) joined_at: Time,
    /// The channel for Discord's own notices, where the bot introduces itself.
    pub(crate) system_channel: Option<ChannelId>,
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
        greet(host, wire, guild).await;
    }
    Ok(())
}

/// Sends a greeting to the system channel of a new server, if the bot may post there: a picture of the
/// games, and buttons that lead to a lesson and a challenge.
async fn greet(host: &Context, wire: &RestClient, guild: &JoinedGuild) {
    let Some(channel) = guild.system_channel else {
        return;
    };
    let locale = Locale::of(language_of(&guild.locale));
    let greeting = Message {
        content: host.text_with_commands(locale, "server-welcome", []),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![
            how_to_play_button(locale),
            open_challenge_button(locale),
        ])],
    };
    let poster = host.render_poster(locale.text("poster-alt", &[])).await;
    let files: Vec<File> = poster.into_iter().collect();
    let form = payload::message(&greeting, &files, None);
    if let Err(error) = wire.send(channel, &files, &form).await {
        tracing::info!(?error, server = guild.id, "failed to greet a new server");
    }
}

/// Records that the bot has left a server. Games continue in direct messages.
pub(crate) async fn left(host: &Context, server: u64) -> Result<(), AppError> {
    host.guild_left(ServerId(server as i64));
    host.app
        .note_left(ServerId(server as i64), host.now())
        .await
}
