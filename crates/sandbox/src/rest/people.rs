//! People and servers.

use serde_json::{Value, json};

use super::super::id::{self, Id, Text};
use super::super::api_error::{ApiError, Unknown};
use super::super::state::State;
use super::super::json;
use super::super::world::{Channel, Server, World};
use super::request::{Asked, number};
use super::{Answered, done, ok};

/// The bot.
pub(super) fn me(state: &State) -> Answered {
    ok(json::me(state.world.bot()))
}

/// Someone.
pub(super) fn user(state: &State, id: &str) -> Answered {
    let user = state.world.users.get(&number(id, Unknown::User)?);
    let user = user.ok_or_else(|| ApiError::unknown(Unknown::User))?;
    ok(json::user(user))
}

/// The conversation with someone; a new one if there is none.
pub(super) fn direct(state: &mut State, asked: &Asked) -> Answered {
    let bot = state.world.application;
    let other = id::of(asked.form(), "recipient_id");
    let other = other.filter(|other| state.world.users.contains_key(other) && *other != bot);
    let other = other.ok_or_else(|| ApiError::new(400, 50033, "Invalid Recipient(s)"))?;
    let channel = state.direct(bot, other);
    let channel = channel.map_err(|_| ApiError::new(400, 50033, "Invalid Recipient(s)"))?;
    ok(state.world.channel_json(&channel))
}

/// The servers on which the bot is.
pub(super) fn my_servers(state: &State) -> Answered {
    let bot = state.world.application;
    let servers = state.world.servers.values();
    let servers = servers.filter(|server| server.members.contains_key(&bot));
    let servers = servers.map(|server| {
        json!({
            "id": Text(server.id), "name": server.name, "icon": null, "banner": null,
            "owner": server.owner == bot, "features": ["COMMUNITY"],
            "permissions": json::permissions(World::server_permissions(server, bot)),
        })
    });
    ok(servers.collect())
}

/// A server the bot is on.
fn own<'a>(state: &'a State, id: &str) -> Result<&'a Server, ApiError> {
    let server = state.world.servers.get(&number(id, Unknown::Guild)?);
    let bot = state.world.application;
    let server = server.filter(|server| server.members.contains_key(&bot));
    server.ok_or_else(|| ApiError::unknown(Unknown::Guild))
}

/// A server.
pub(super) fn server(state: &State, id: &str) -> Answered {
    ok(World::server_json(own(state, id)?))
}

/// The bot goes away from a server.
pub(super) fn leave(state: &mut State, id: &str) -> Answered {
    let id = own(state, id)?.id;
    state.set_bot_on(id, false);
    done()
}

fn inside(state: &State, server: Id, is_thread: bool) -> impl Iterator<Item = &Channel> {
    let bot = state.world.application;
    state.world.channels.values().filter(move |channel| {
        channel.server == Some(server)
            && channel.thread.is_some() == is_thread
            && state.world.sees(channel, bot)
    })
}

/// The channels of a server.
pub(super) fn channels(state: &State, id: &str) -> Answered {
    let server = own(state, id)?;
    let channels = inside(state, server.id, false);
    ok(channels
        .map(|channel| state.world.channel_json(channel))
        .collect())
}

/// The threads of a server that are not put away.
pub(super) fn threads(state: &State, id: &str) -> Answered {
    let server = own(state, id)?;
    let is_active = |channel: &&Channel| {
        channel
            .thread
            .as_ref()
            .is_some_and(|thread| !thread.is_archived)
    };
    let threads = inside(state, server.id, true).filter(is_active);
    let threads: Vec<Value> = threads
        .map(|channel| state.world.channel_json(channel))
        .collect();
    ok(json!({ "threads": threads, "members": [], "has_more": false }))
}

/// The roles of a server.
pub(super) fn roles(state: &State, id: &str) -> Answered {
    let roles = own(state, id)?.roles.iter().zip(0..);
    ok(roles
        .map(|(role, position)| json::role_json(role, position))
        .collect())
}

/// Who is on a server.
pub(super) fn members(state: &State, asked: &Asked, id: &str) -> Answered {
    let server = own(state, id)?;
    let limit = asked.query("limit").and_then(|text| text.parse().ok());
    let after = asked.query("after").and_then(id::read).unwrap_or_default();
    let members = server.members.keys().filter(|id| **id > after);
    let members = members.filter_map(|id| state.world.member_json(server, *id));
    ok(members.take(limit.unwrap_or(1)).collect())
}

/// Someone on a server.
pub(super) fn member(state: &State, id: &str, user: &str) -> Answered {
    let server = own(state, id)?;
    let member = state
        .world
        .member_json(server, number(user, Unknown::User)?);
    ok(member.ok_or_else(|| ApiError::unknown(Unknown::Member))?)
}
