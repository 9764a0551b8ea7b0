//! Users: the bot itself, other users, DM channels, and the guilds the bot is in.

use serde_json::json;

use super::guilds::joined_guild;
use super::request::{ApiRequest, parse_id};
use super::{ApiResult, no_content, ok};
use crate::api_error::{ApiError, Unknown};
use crate::id::{self, IdString};
use crate::json;
use crate::state::State;
use crate::world::World;

/// Returns the bot's user.
pub(super) fn me(state: &State) -> ApiResult {
    ok(json::me(state.world.bot()))
}

/// Returns a user.
pub(super) fn user(state: &State, id: &str) -> ApiResult {
    let user = state.world.users.get(&parse_id(id, Unknown::User)?);
    let user = user.ok_or_else(|| ApiError::unknown(Unknown::User))?;
    ok(json::user(user))
}

/// Returns the DM channel with a user, created if needed.
pub(super) fn open_dm(state: &mut State, request: &ApiRequest) -> ApiResult {
    let bot = state.world.application;
    let other = id::field(request.payload(), "recipient_id");
    let other = other.filter(|other| state.world.users.contains_key(other) && *other != bot);
    let other = other.ok_or_else(|| ApiError::new(400, 50033, "Invalid Recipient(s)"))?;
    let channel = state.open_dm(bot, other);
    let channel = channel.map_err(|_| ApiError::new(400, 50033, "Invalid Recipient(s)"))?;
    ok(state.world.channel_json(&channel))
}

/// Lists the guilds the bot is a member of.
pub(super) fn my_guilds(state: &State) -> ApiResult {
    let bot = state.world.application;
    let guilds = state.world.guilds.values();
    let guilds = guilds.filter(|guild| guild.members.contains_key(&bot));
    let guilds = guilds.map(|guild| {
        json!({
            "id": IdString(guild.id), "name": guild.name, "icon": null, "banner": null,
            "owner": guild.owner == bot, "features": ["COMMUNITY"],
            "permissions": json::permissions(World::guild_permissions(guild, bot)),
        })
    });
    ok(guilds.collect())
}

/// Makes the bot leave a guild.
pub(super) fn leave(state: &mut State, id: &str) -> ApiResult {
    let id = joined_guild(state, id)?.id;
    state.set_bot_installed(id, false);
    no_content()
}
