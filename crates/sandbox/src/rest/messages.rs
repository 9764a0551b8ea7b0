//! Messages of channels, and pins.

use serde_json::{Value, json};

use super::request::{ApiRequest, parse_id};
use super::{ApiResult, no_content, ok};
use crate::api_error::{ApiError, Unknown};
use crate::clock::format_timestamp;
use crate::id::{self, Id};
use crate::model::ChannelMessage;
use crate::permissions::Permissions;
use crate::state::{PageEvent, State};

fn channel_id(channel: &str) -> Result<Id, ApiError> {
    parse_id(channel, Unknown::Channel)
}

fn json(state: &State, message: &ChannelMessage) -> Value {
    state.world.message_json(message, &state.origin)
}

/// Lists messages of a channel, newest first.
pub(super) fn list(state: &State, request: &ApiRequest, channel: &str) -> ApiResult {
    let channel = state.bot_channel(channel_id(channel)?)?;
    let bot = state.world.application;
    let granted = state.world.permissions(channel, bot);
    if !granted.has(Permissions::READ_MESSAGE_HISTORY) {
        // Without `READ_MESSAGE_HISTORY` the list is empty.
        return ok(json!([]));
    }
    let limit = request
        .query("limit")
        .map_or(Some(50), |text| text.parse().ok());
    let Some(limit @ 1..=100) = limit else {
        let reason = "int value should be between 1 and 100.";
        return Err(ApiError::field("limit", "NUMBER_TYPE_MAX", reason));
    };
    let bound = |name: &str| request.query(name).and_then(id::parse);
    let messages = state.world.messages.get(&channel.id).into_iter();
    let public = messages
        .flat_map(|all| all.values())
        .filter(|message| message.ephemeral_for.is_none());
    let mut found: Vec<&ChannelMessage> = match (bound("before"), bound("after"), bound("around")) {
        (Some(before), ..) => public.filter(|message| message.id < before).collect(),
        (_, Some(after), _) => {
            let after = public.filter(|message| message.id > after);
            after.take(limit).collect()
        }
        (.., Some(around)) => {
            let all: Vec<&ChannelMessage> = public.collect();
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

/// Returns a message.
pub(super) fn get(state: &State, channel: &str, message: &str) -> ApiResult {
    let channel = state.bot_channel(channel_id(channel)?)?.id;
    let message = state.public_message(channel, parse_id(message, Unknown::Message)?)?;
    ok(json(state, message))
}

/// Sends a message.
pub(super) fn send(state: &mut State, request: &ApiRequest, channel: &str) -> ApiResult {
    let message = state.send_as_bot(
        channel_id(channel)?,
        request.payload(),
        request.files.clone(),
    )?;
    ok(json(state, &message))
}

/// Edits a message of the bot.
pub(super) fn edit(
    state: &mut State,
    request: &ApiRequest,
    channel: &str,
    message: &str,
) -> ApiResult {
    let message = parse_id(message, Unknown::Message)?;
    let files = request.files.clone();
    let message = state.edit_as_bot(channel_id(channel)?, message, request.payload(), files)?;
    ok(json(state, &message))
}

/// Deletes a message: the bot's own, or another's with `MANAGE_MESSAGES`.
pub(super) fn delete(state: &mut State, channel: &str, message: &str) -> ApiResult {
    let channel = state.bot_channel(channel_id(channel)?)?.clone();
    let message = state.public_message(channel.id, parse_id(message, Unknown::Message)?)?;
    let bot = state.world.application;
    let is_own = message.author == bot;
    let granted = state.world.permissions(&channel, bot);
    if !is_own && !granted.has(Permissions::MANAGE_MESSAGES) {
        return Err(ApiError::missing_permissions());
    }
    let id = message.id;
    state.delete(channel.id, id);
    no_content()
}

/// Lists pinned messages: an array, or with `is_new` the newer format with the time of each pin.
pub(super) fn pins(state: &State, channel: &str, is_new: bool) -> ApiResult {
    let channel = state.bot_channel(channel_id(channel)?)?;
    let messages = state.world.messages.get(&channel.id).into_iter();
    let pinned = messages
        .flat_map(|all| all.values().rev())
        .filter(|message| message.is_pinned);
    if !is_new {
        return ok(pinned.map(|message| json(state, message)).collect());
    }
    let items = pinned.map(
        |message| json!({ "pinned_at": format_timestamp(message.sent_at), "message": json(state, message) }),
    );
    ok(json!({ "items": items.collect::<Vec<_>>(), "has_more": false }))
}

/// Pins or unpins a message.
pub(super) fn pin(state: &mut State, channel: &str, message: &str, is_pinned: bool) -> ApiResult {
    let channel = state.bot_channel(channel_id(channel)?)?.clone();
    let bot = state.world.application;
    let is_direct = channel.guild.is_none();
    let granted = state.world.permissions(&channel, bot);
    if !is_direct
        && !granted.has(Permissions::MANAGE_MESSAGES)
        && !granted.has(Permissions::PIN_MESSAGES)
    {
        return Err(ApiError::missing_permissions());
    }
    let message = state.public_message(channel.id, parse_id(message, Unknown::Message)?)?;
    let mut message = message.clone();
    message.is_pinned = is_pinned;
    state.notify_pages(PageEvent::Message(channel.id, message.id));
    state.world.put_message(message);
    no_content()
}
