//! Messages in channels.

use serde_json::{Value, json};

use super::super::clock::written;
use super::super::id::{self, Id};
use super::super::permissions::Permissions;
use super::super::api_error::{ApiError, Unknown};
use super::super::state::{News, State};
use super::super::world::Message;
use super::request::{Asked, number};
use super::{Answered, done, ok};

fn place(channel: &str) -> Result<Id, ApiError> {
    number(channel, Unknown::Channel)
}

fn json(state: &State, message: &Message) -> Value {
    state.world.message_json(message, &state.origin)
}

/// What was written, the latest first.
pub(super) fn list(state: &State, asked: &Asked, channel: &str) -> Answered {
    let channel = state.bots_channel(place(channel)?)?;
    let bot = state.world.application;
    let given = state.world.permissions(channel, bot);
    if !given.has(Permissions::READ_MESSAGE_HISTORY) {
        // Who may not look back finds nothing.
        return ok(json!([]));
    }
    let limit = asked
        .query("limit")
        .map_or(Some(50), |text| text.parse().ok());
    let Some(limit @ 1..=100) = limit else {
        let words = "int value should be between 1 and 100.";
        return Err(ApiError::field("limit", "NUMBER_TYPE_MAX", words));
    };
    let bound = |name: &str| asked.query(name).and_then(id::read);
    let messages = state.world.messages.get(&channel.id).into_iter();
    let public = messages
        .flat_map(|all| all.values())
        .filter(|message| message.only_for.is_none());
    let mut found: Vec<&Message> = match (bound("before"), bound("after"), bound("around")) {
        (Some(before), ..) => public.filter(|message| message.id < before).collect(),
        (_, Some(after), _) => {
            let after = public.filter(|message| message.id > after);
            after.take(limit).collect()
        }
        (.., Some(around)) => {
            let all: Vec<&Message> = public.collect();
            let at = all.partition_point(|message| message.id < around);
            let from = at.saturating_sub(limit / 2);
            all.into_iter().skip(from).take(limit).collect()
        }
        _ => public.collect(),
    };
    found.reverse();
    found.truncate(limit);
    ok(found
        .into_iter()
        .map(|message| json(state, message))
        .collect())
}

/// One message.
pub(super) fn get(state: &State, channel: &str, message: &str) -> Answered {
    let channel = state.bots_channel(place(channel)?)?.id;
    let message = state.public_message(channel, number(message, Unknown::Message)?)?;
    ok(json(state, message))
}

/// Writes.
pub(super) fn send(state: &mut State, asked: &Asked, channel: &str) -> Answered {
    let message = state.bot_sends(place(channel)?, asked.form(), asked.files.clone())?;
    ok(json(state, &message))
}

/// Changes what the bot has written.
pub(super) fn edit(state: &mut State, asked: &Asked, channel: &str, message: &str) -> Answered {
    let message = number(message, Unknown::Message)?;
    let files = asked.files.clone();
    let message = state.bot_edits(place(channel)?, message, asked.form(), files)?;
    ok(json(state, &message))
}

/// Takes a message away: an own one, or another's if the bot may.
pub(super) fn delete(state: &mut State, channel: &str, message: &str) -> Answered {
    let channel = state.bots_channel(place(channel)?)?.clone();
    let message = state.public_message(channel.id, number(message, Unknown::Message)?)?;
    let bot = state.world.application;
    let is_own = message.author == bot;
    let given = state.world.permissions(&channel, bot);
    if !is_own && !given.has(Permissions::MANAGE_MESSAGES) {
        return Err(ApiError::no_permission());
    }
    let id = message.id;
    state.delete(channel.id, id);
    done()
}

/// What is pinned: as a list, or in the newer way with the moment of each.
pub(super) fn pins(state: &State, channel: &str, is_new: bool) -> Answered {
    let channel = state.bots_channel(place(channel)?)?;
    let messages = state.world.messages.get(&channel.id).into_iter();
    let pinned = messages
        .flat_map(|all| all.values().rev())
        .filter(|message| message.is_pinned);
    if !is_new {
        return ok(pinned.map(|message| json(state, message)).collect());
    }
    let items = pinned.map(
        |message| json!({ "pinned_at": written(message.sent_at), "message": json(state, message) }),
    );
    ok(json!({ "items": items.collect::<Vec<_>>(), "has_more": false }))
}

/// Pins a message, or no longer does.
pub(super) fn pin(state: &mut State, channel: &str, message: &str, is_pinned: bool) -> Answered {
    let channel = state.bots_channel(place(channel)?)?.clone();
    let bot = state.world.application;
    let is_direct = channel.server.is_none();
    let given = state.world.permissions(&channel, bot);
    if !is_direct
        && !given.has(Permissions::MANAGE_MESSAGES)
        && !given.has(Permissions::PIN_MESSAGES)
    {
        return Err(ApiError::no_permission());
    }
    let message = state.public_message(channel.id, number(message, Unknown::Message)?)?;
    let mut message = message.clone();
    message.is_pinned = is_pinned;
    state.tell(News::Message(channel.id, message.id));
    state.world.put_message(message);
    done()
}
