//! Registration of slash commands.

use std::collections::HashMap;

use serde_json::Value;
use serenity::all::{Command, CommandType, GuildId, Http};

use crate::discord::features;

/// Registers the commands if they differ from the registered ones; returns our slash
/// commands by name with their ids. Discord limits registrations per day.
pub(crate) async fn register(
    http: &Http,
    development_server: Option<u64>,
) -> Result<HashMap<&'static str, Option<u64>>, serenity::Error> {
    let ours = features::definitions();
    let (server, theirs) = registered(http, development_server).await?;
    let known = ids(&theirs);
    let theirs = serde_json::to_value(theirs).unwrap_or_default();
    let theirs = theirs.as_array().map_or(&[][..], Vec::as_slice);
    let is_there = |form: &Value| theirs.iter().any(|their| is_within(form, their));
    if theirs.len() == ours.len() && ours.iter().all(is_there) {
        return Ok(known);
    }
    tracing::info!("registering {} commands", ours.len());
    let registered = match server {
        Some(server) => http.create_guild_commands(server, &ours).await?,
        None => http.create_global_commands(&ours).await?,
    };
    Ok(ids(&registered))
}

/// Our slash commands by name with their ids, as they are registered.
pub(crate) async fn known(
    http: &Http,
    development_server: Option<u64>,
) -> Result<HashMap<&'static str, Option<u64>>, serenity::Error> {
    let (_, theirs) = registered(http, development_server).await?;
    Ok(ids(&theirs))
}

/// The registered commands, and the server for which they are, if it is only one.
async fn registered(
    http: &Http,
    development_server: Option<u64>,
) -> Result<(Option<GuildId>, Vec<Command>), serenity::Error> {
    let server = development_server.filter(|id| *id > 0).map(GuildId::new);
    let commands = match server {
        Some(server) => http.get_guild_commands_with_localizations(server).await?,
        None => http.get_global_commands_with_localizations().await?,
    };
    Ok((server, commands))
}

/// Our slash commands by name, with their ids among the registered commands.
fn ids(registered: &[Command]) -> HashMap<&'static str, Option<u64>> {
    let id = |name: &'static str| {
        let is_it =
            |command: &&Command| command.kind == CommandType::ChatInput && command.name == name;
        let found = registered.iter().find(is_it);
        (name, found.map(|command| command.id.get()))
    };
    features::COMMANDS.iter().copied().map(id).collect()
}

/// Whether everything in our definition is also in Discord's, which has ids and defaults in addition.
fn is_within(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => ours.iter().all(|(name, value)| {
            let their = theirs.get(name).unwrap_or(&Value::Null);
            is_within(value, their) || is_nothing(value) && is_nothing(their)
        }),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| is_within(a, b))
        }
        (Value::Number(ours), Value::Number(theirs)) => ours.as_f64() == theirs.as_f64(),
        (ours, theirs) => ours == theirs,
    }
}

/// Whether a value is the same as an absent one.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}
