//! Coming to a server and leaving it.

use std::time::Duration;

use serde_json::json;
use serenity::all::Guild;

use crate::app::Arrival;
use crate::discord::context::Host;
use crate::discord::i18n::{Words, language_of};
use crate::discord::rest::client::Wire;
use crate::model::{ServerId, Time};
use crate::store::StoreError;

/// Only a server that we came to so lately is greeted: the news of every server comes at each start.
const NEW: Duration = Duration::from_mins(10);

/// We are on a server: since a moment, or for long, when the program starts.
pub(crate) async fn arrived(host: &Host, wire: &Wire, guild: &Guild) -> Result<(), StoreError> {
    let now = host.now();
    let server = ServerId(guild.id.get() as i64);
    host.join(server);
    let arrival = host.app.arrive(server, now).await?;
    if arrival == Arrival::Back {
        // What could not be reached can be again.
        host.dig_up();
        host.wake();
    }
    let joined_at = Time(guild.joined_at.unix_timestamp().saturating_mul(1000));
    // A time to come is no time that has just passed: one of the clocks is wrong.
    let is_new = joined_at + NEW > now && joined_at < now + NEW;
    if arrival == Arrival::New && is_new {
        greet(wire, guild).await;
    }
    Ok(())
}

/// One short message to a server that is new to us, where it speaks of itself; if we may not write
/// there, none.
async fn greet(wire: &Wire, guild: &Guild) {
    let Some(channel) = guild.system_channel_id else {
        return;
    };
    let words = Words::of(language_of(&guild.preferred_locale));
    let form = json!({
        "content": words.say("server-welcome", &[]),
        "allowed_mentions": { "parse": [] },
    });
    if let Err(error) = wire.send(channel, &[], &form).await {
        tracing::info!(?error, server = guild.id.get(), "no greeting");
    }
}

/// We are not on a server any more. Its games go on, in direct messages.
pub(crate) async fn left(host: &Host, server: u64) -> Result<(), StoreError> {
    host.leave(ServerId(server as i64));
    host.app
        .note_left(ServerId(server as i64), host.now())
        .await
}
