//! Channels and threads.

use serde_json::{Value, json};

use super::request::{ApiRequest, parse_id};
use super::{ApiResult, created, no_content, ok};
use crate::api_error::{ApiError, Unknown};
use crate::id::{self, Id, IdString};
use crate::limits;
use crate::message::NewMessage;
use crate::model::{Channel, DM, FORUM, HAS_THREAD, TEXT, THREAD, THREAD_CREATED};
use crate::permissions::Permissions;
use crate::seed::{new_channel, new_thread};
use crate::state::State;

/// The archive durations a thread can have, in minutes.
const ARCHIVE_DURATIONS: [u64; 4] = [60, 1440, 4320, 10080];

fn channel_id(channel: &str) -> Result<Id, ApiError> {
    parse_id(channel, Unknown::Channel)
}

/// Returns a channel.
pub(super) fn get(state: &State, channel: &str) -> ApiResult {
    let channel = state.bot_channel(channel_id(channel)?)?;
    ok(state.world.channel_json(channel))
}

/// Accepts a typing indicator, which nobody sees.
pub(super) fn typing(state: &State, channel: &str) -> ApiResult {
    state.bot_channel(channel_id(channel)?)?;
    no_content()
}

/// Edits a thread: name, archived, locked, archive duration, tags.
pub(super) fn edit(state: &mut State, request: &ApiRequest, channel: &str) -> ApiResult {
    let mut channel = state.bot_channel(channel_id(channel)?)?.clone();
    let (payload, now, bot) = (request.payload(), state.now(), state.world.application);
    let granted = state.world.permissions(&channel, bot);
    let Some(thread) = &mut channel.thread else {
        // Editing channels that aren't threads isn't modelled; the bot never has `MANAGE_CHANNELS`.
        return Err(ApiError::missing_permissions());
    };
    let may_manage = granted.has(Permissions::MANAGE_THREADS);
    let is_own = thread.owner == bot;
    if !may_manage && (!is_own || thread.is_locked || payload["locked"] == true) {
        return Err(ApiError::missing_permissions());
    }
    if thread.is_archived && payload["archived"] != false {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    if let Some(name) = payload["name"].as_str() {
        check_name(name)?;
        name.clone_into(&mut channel.name);
    }
    if let Some(is_archived) = payload["archived"].as_bool() {
        thread.is_archived = is_archived;
        thread.archive_at = now;
    }
    if let Some(is_locked) = payload["locked"].as_bool() {
        thread.is_locked = is_locked;
    }
    if let Some(minutes) = payload.get("auto_archive_duration") {
        thread.archive_minutes = parse_archive_minutes(minutes)?;
    }
    if let Some(tags) = payload.get("applied_tags") {
        let parent = channel.parent.and_then(|id| state.world.channels.get(&id));
        thread.tags = parse_tags(state, parent, tags)?;
    }
    state.put_channel(&channel);
    ok(state.world.channel_json(&channel))
}

/// Deletes a channel or thread.
pub(super) fn delete(state: &mut State, channel: &str) -> ApiResult {
    let channel = state.bot_channel(channel_id(channel)?)?.clone();
    let granted = state.world.permissions(&channel, state.world.application);
    let may = match channel.kind {
        DM => true,
        THREAD => granted.has(Permissions::MANAGE_THREADS),
        _ => false,
    };
    if !may {
        return Err(ApiError::missing_permissions());
    }
    let json = state.world.channel_json(&channel);
    state.drop_channel(channel.id);
    ok(json)
}

fn check_name(name: &str) -> Result<(), ApiError> {
    let mut errors = crate::api_error::FormErrors::default();
    errors.check_length("name", name, 1, 100);
    errors.into_result()
}

fn parse_archive_minutes(value: &Value) -> Result<u32, ApiError> {
    match value.as_u64() {
        None => Ok(4320),
        Some(minutes) if ARCHIVE_DURATIONS.contains(&minutes) => Ok(minutes as u32),
        Some(_) => {
            let reason = "Value must be one of {60, 1440, 4320, 10080}.";
            let path = "auto_archive_duration";
            Err(ApiError::field(path, "BASE_TYPE_CHOICES", reason))
        }
    }
}

/// Validates the tags of a forum post.
fn parse_tags(state: &State, forum: Option<&Channel>, tags: &Value) -> Result<Vec<Id>, ApiError> {
    let tags = tags.as_array().map_or(&[][..], Vec::as_slice);
    let tags: Vec<Id> = tags
        .iter()
        .filter_map(|tag| tag.as_str().and_then(id::parse).or(tag.as_u64()))
        .collect();
    let path = "applied_tags";
    if tags.len() > 5 {
        let reason = "Must be 5 or fewer in length.";
        return Err(ApiError::field(path, "BASE_TYPE_MAX_LENGTH", reason));
    }
    let Some(forum) = forum.filter(|forum| forum.kind == FORUM) else {
        return Ok(tags);
    };
    if forum.needs_tag && tags.is_empty() {
        let reason = "A tag is required to create a forum post in this channel";
        return Err(ApiError::new(400, 40067, reason));
    }
    let granted = state.world.permissions(forum, state.world.application);
    for tag in &tags {
        let known = forum.tags.iter().find(|known| known.id == *tag);
        let known = known.ok_or_else(|| {
            ApiError::field(
                path,
                "FORUM_CHANNEL_INVALID_TAG",
                "The provided tag is invalid.",
            )
        })?;
        if known.is_moderated && !granted.has(Permissions::MANAGE_THREADS) {
            return Err(ApiError::missing_permissions());
        }
    }
    Ok(tags)
}

/// Starts a thread without a message: a forum post, or a thread of a text channel.
pub(super) fn start_thread(state: &mut State, request: &ApiRequest, channel: &str) -> ApiResult {
    let parent = state.bot_channel(channel_id(channel)?)?.clone();
    let payload = request.payload();
    let is_forum = parent.kind == FORUM;
    let granted = state.world.permissions(&parent, state.world.application);
    // Starting a post in a forum needs `SEND_MESSAGES` only.
    let needed = if is_forum {
        Permissions::SEND_MESSAGES
    } else {
        Permissions::CREATE_PUBLIC_THREADS
    };
    if !granted.has(needed) {
        return Err(ApiError::missing_permissions());
    }
    if !is_forum && parent.kind != TEXT {
        let reason = "Cannot execute action on this channel type";
        return Err(ApiError::new(400, 50024, reason));
    }
    if !is_forum
        && payload["type"]
            .as_u64()
            .is_some_and(|kind| kind != u64::from(THREAD))
    {
        return Err(ApiError::not_implemented("private threads"));
    }
    if is_forum {
        limits::message(
            &payload["message"],
            !request.files.is_empty(),
            &state.world.emoji_ids(),
        )?;
    }
    let now = state.now();
    let id = state.world.new_id(now);
    let thread = create_thread(state, &parent, id, payload)?;
    let mut json = state.world.channel_json(&thread);
    if is_forum {
        // The first message of a post has the same id as the post.
        let message = state.send(NewMessage {
            id: Some(id),
            channel: id,
            author: state.world.application,
            kind: 0,
            payload: &payload["message"],
            files: request.files.clone(),
            ephemeral_for: None,
            interaction_metadata: None,
            flags: 0,
        })?;
        json = state.world.channel_json(&thread);
        json["message"] = state.world.message_json(&message, &state.origin);
    } else {
        post_thread_created(state, parent.id, &thread)?;
    }
    created(json)
}

/// Starts a thread from a message, whose id it takes.
pub(super) fn start_thread_from_message(
    state: &mut State,
    request: &ApiRequest,
    channel: &str,
    message: &str,
) -> ApiResult {
    let parent = state.bot_channel(channel_id(channel)?)?.clone();
    let message = parse_id(message, Unknown::Message)?;
    let mut message = state.public_message(parent.id, message)?.clone();
    let granted = state.world.permissions(&parent, state.world.application);
    if !granted.has(Permissions::CREATE_PUBLIC_THREADS) {
        return Err(ApiError::missing_permissions());
    }
    if parent.kind != TEXT {
        let reason = "Cannot execute action on this channel type";
        return Err(ApiError::new(400, 50024, reason));
    }
    if message.flags & HAS_THREAD != 0 || state.world.channels.contains_key(&message.id) {
        let reason = "A thread has already been created for this message";
        return Err(ApiError::new(400, 160_004, reason));
    }
    let thread = create_thread(state, &parent, message.id, request.payload())?;
    message.flags |= HAS_THREAD;
    state.world.put_message(message.clone());
    state.announce(&message, "MESSAGE_UPDATE");
    created(state.world.channel_json(&thread))
}

fn create_thread(
    state: &mut State,
    parent: &Channel,
    id: Id,
    payload: &Value,
) -> Result<Channel, ApiError> {
    let name = payload["name"].as_str().unwrap_or_default();
    check_name(name)?;
    let minutes = parse_archive_minutes(&payload["auto_archive_duration"])?;
    let mut thread = new_thread(state.world.application, minutes, state.now());
    thread.tags = parse_tags(state, Some(parent), &payload["applied_tags"])?;
    let channel = Channel {
        parent: Some(parent.id),
        thread: Some(thread),
        ..new_channel(id, THREAD, parent.guild, name)
    };
    state.put_channel(&channel);
    Ok(channel)
}

/// Posts the notice in the parent channel that a thread was created.
fn post_thread_created(state: &mut State, channel: Id, thread: &Channel) -> Result<(), ApiError> {
    state.send(NewMessage {
        id: None,
        channel,
        author: state.world.application,
        kind: THREAD_CREATED,
        payload: &json!({
            "content": thread.name, "message_reference": { "channel_id": IdString(thread.id) },
        }),
        files: Vec::new(),
        ephemeral_for: None,
        interaction_metadata: None,
        flags: 0,
    })?;
    Ok(())
}

/// Adds a user to a thread, or removes them.
pub(super) fn set_thread_member(
    state: &mut State,
    channel: &str,
    user: &str,
    is_following: bool,
) -> ApiResult {
    let mut channel = state.bot_channel(channel_id(channel)?)?.clone();
    let user = match user {
        "@me" => state.world.application,
        user => parse_id(user, Unknown::User)?,
    };
    if !state.world.users.contains_key(&user) {
        return Err(ApiError::unknown(Unknown::User));
    }
    if !state.world.can_view(&channel, user) {
        return Err(ApiError::missing_access());
    }
    let Some(thread) = &mut channel.thread else {
        return Err(ApiError::unknown(Unknown::Channel));
    };
    if thread.is_archived {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    if is_following {
        thread.members.insert(user);
    } else {
        thread.members.remove(&user);
    }
    state.put_channel(&channel);
    no_content()
}
