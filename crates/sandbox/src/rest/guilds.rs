//! Guilds: their channels, threads, roles and members.

use serde_json::{Value, json};

use super::request::{ApiRequest, parse_id};
use super::{ApiResult, no_content, ok};
use crate::api_error::{ApiError, Unknown};
use crate::id::{self, Id};
use crate::json;
use crate::model::{Channel, Guild};
use crate::permissions::Permissions;
use crate::state::State;
use crate::world::World;

/// A guild that the bot is a member of.
pub(super) fn joined_guild<'a>(state: &'a State, id: &str) -> Result<&'a Guild, ApiError> {
    let guild = state.world.guilds.get(&parse_id(id, Unknown::Guild)?);
    let bot = state.world.application;
    let guild = guild.filter(|guild| guild.members.contains_key(&bot));
    guild.ok_or_else(|| ApiError::unknown(Unknown::Guild))
}

/// Returns a guild.
pub(super) fn get(state: &State, id: &str) -> ApiResult {
    ok(World::guild_json(joined_guild(state, id)?))
}

fn visible_channels(state: &State, guild: Id, is_thread: bool) -> impl Iterator<Item = &Channel> {
    let bot = state.world.application;
    state.world.channels.values().filter(move |channel| {
        channel.guild == Some(guild)
            && channel.thread.is_some() == is_thread
            && state.world.can_view(channel, bot)
    })
}

/// Lists the channels of a guild, without threads.
pub(super) fn channels(state: &State, id: &str) -> ApiResult {
    let guild = joined_guild(state, id)?;
    let channels = visible_channels(state, guild.id, false);
    ok(channels
        .map(|channel| state.world.channel_json(channel))
        .collect())
}

/// Lists the threads of a guild that aren't archived.
pub(super) fn active_threads(state: &State, id: &str) -> ApiResult {
    let guild = joined_guild(state, id)?;
    let is_active = |channel: &&Channel| {
        channel
            .thread
            .as_ref()
            .is_some_and(|thread| !thread.is_archived)
    };
    let threads = visible_channels(state, guild.id, true).filter(is_active);
    let threads: Vec<Value> = threads
        .map(|channel| state.world.channel_json(channel))
        .collect();
    ok(json!({ "threads": threads, "members": [], "has_more": false }))
}

/// Lists the roles of a guild.
pub(super) fn roles(state: &State, id: &str) -> ApiResult {
    let roles = joined_guild(state, id)?.roles.iter().zip(0..);
    ok(roles
        .map(|(role, position)| json::role_json(role, position))
        .collect())
}

/// Lists the members of a guild.
pub(super) fn members(state: &State, request: &ApiRequest, id: &str) -> ApiResult {
    let guild = joined_guild(state, id)?;
    let limit = request.query("limit").and_then(|text| text.parse().ok());
    let after = request
        .query("after")
        .and_then(id::parse)
        .unwrap_or_default();
    let members = guild.members.keys().filter(|id| **id > after);
    let members = members.filter_map(|id| state.world.member_json(guild, *id));
    ok(members.take(limit.unwrap_or(1)).collect())
}

/// Returns a member of a guild.
pub(super) fn member(state: &State, id: &str, user: &str) -> ApiResult {
    let guild = joined_guild(state, id)?;
    let member = state
        .world
        .member_json(guild, parse_id(user, Unknown::User)?);
    ok(member.ok_or_else(|| ApiError::unknown(Unknown::Member))?)
}

/// Gives a member a role: the bot needs the permission, and a role above it.
pub(super) fn give_role(state: &mut State, id: &str, user: &str, role: &str) -> ApiResult {
    let guild = joined_guild(state, id)?;
    let (user, role) = (
        parse_id(user, Unknown::User)?,
        parse_id(role, Unknown::Role)?,
    );
    let place = |role: Id| guild.roles.iter().position(|known| known.id == role);
    let wanted = place(role).ok_or_else(|| ApiError::unknown(Unknown::Role))?;
    let own = guild.members.get(&state.world.application);
    let own = own.map(|member| &member.roles).into_iter().flatten();
    let own: Vec<usize> = own.filter_map(|role| place(*role)).collect();
    let may = own.iter().any(|place| {
        let granted = guild.roles[*place].permissions;
        granted.has(Permissions::MANAGE_ROLES) || granted.has(Permissions::ADMINISTRATOR)
    });
    if !may || own.iter().max() <= Some(&wanted) {
        return Err(ApiError::missing_permissions());
    }
    let guild = guild.id;
    let mut changed = state.world.guilds[&guild].clone();
    let member = changed.members.get_mut(&user);
    let member = member.ok_or_else(|| ApiError::unknown(Unknown::Member))?;
    member.roles.insert(role);
    state.world.put_guild(changed);
    no_content()
}
