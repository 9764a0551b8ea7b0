//! Channels and threads.

use serde_json::{Value, json};

use super::super::seed::{new_channel, new_thread};
use super::super::id::{self, Id, Text};
use super::super::limits;
use super::super::permissions::Permissions;
use super::super::message::Letter;
use super::super::api_error::{ApiError, Unknown};
use super::super::state::State;
use super::super::world::{Channel, DIRECT, FORUM, HAS_THREAD, TEXT, THREAD, THREAD_BEGUN};
use super::request::{Asked, number};
use super::{Answered, created, done, ok};

/// After so many quiet minutes a thread may be put away.
const ARCHIVE_MINUTES: [u64; 4] = [60, 1440, 4320, 10080];

fn place(channel: &str) -> Result<Id, ApiError> {
    number(channel, Unknown::Channel)
}

/// A channel.
pub(super) fn get(state: &State, channel: &str) -> Answered {
    let channel = state.bots_channel(place(channel)?)?;
    ok(state.world.channel_json(channel))
}

/// The bot seems to write.
pub(super) fn typing(state: &State, channel: &str) -> Answered {
    state.bots_channel(place(channel)?)?;
    done()
}

/// Changes a thread: its name, whether it is put away or locked, its tags.
pub(super) fn edit(state: &mut State, asked: &Asked, channel: &str) -> Answered {
    let mut channel = state.bots_channel(place(channel)?)?.clone();
    let (form, now, bot) = (asked.form(), state.now(), state.world.application);
    let given = state.world.permissions(&channel, bot);
    let Some(thread) = &mut channel.thread else {
        // The bot manages no channels.
        return Err(ApiError::no_permission());
    };
    let may_manage = given.has(Permissions::MANAGE_THREADS);
    let is_own = thread.owner == bot;
    if !may_manage && (!is_own || thread.is_locked || form["locked"] == true) {
        return Err(ApiError::no_permission());
    }
    if thread.is_archived && form["archived"] != false {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    if let Some(name) = form["name"].as_str() {
        check_name(name)?;
        name.clone_into(&mut channel.name);
    }
    if let Some(is_archived) = form["archived"].as_bool() {
        thread.is_archived = is_archived;
        thread.archive_at = now;
    }
    if let Some(is_locked) = form["locked"].as_bool() {
        thread.is_locked = is_locked;
    }
    if let Some(minutes) = form.get("auto_archive_duration") {
        thread.archive_minutes = minutes_of(minutes)?;
    }
    if let Some(tags) = form.get("applied_tags") {
        let parent = channel.parent.and_then(|id| state.world.channels.get(&id));
        thread.tags = tags_of(state, parent, tags)?;
    }
    state.put_channel(&channel);
    ok(state.world.channel_json(&channel))
}

/// Takes a channel or thread away.
pub(super) fn delete(state: &mut State, channel: &str) -> Answered {
    let channel = state.bots_channel(place(channel)?)?.clone();
    let given = state.world.permissions(&channel, state.world.application);
    let may = match channel.kind {
        DIRECT => true,
        THREAD => given.has(Permissions::MANAGE_THREADS),
        _ => false,
    };
    if !may {
        return Err(ApiError::no_permission());
    }
    let json = state.world.channel_json(&channel);
    state.drop_channel(channel.id);
    ok(json)
}

fn check_name(name: &str) -> Result<(), ApiError> {
    let mut faults = super::super::api_error::Faults::default();
    faults.length("name", name, 1, 100);
    faults.verdict()
}

fn minutes_of(value: &Value) -> Result<u32, ApiError> {
    match value.as_u64() {
        None => Ok(4320),
        Some(minutes) if ARCHIVE_MINUTES.contains(&minutes) => Ok(minutes as u32),
        Some(_) => {
            let words = "Value must be one of {60, 1440, 4320, 10080}.";
            let place = "auto_archive_duration";
            Err(ApiError::field(place, "BASE_TYPE_CHOICES", words))
        }
    }
}

/// The tags of a forum's post.
fn tags_of(state: &State, forum: Option<&Channel>, tags: &Value) -> Result<Vec<Id>, ApiError> {
    let tags = tags.as_array().map_or(&[][..], Vec::as_slice);
    let tags: Vec<Id> = tags
        .iter()
        .filter_map(|tag| tag.as_str().and_then(id::read).or(tag.as_u64()))
        .collect();
    let place = "applied_tags";
    if tags.len() > 5 {
        let words = "Must be 5 or fewer in length.";
        return Err(ApiError::field(place, "BASE_TYPE_MAX_LENGTH", words));
    }
    let Some(forum) = forum.filter(|forum| forum.kind == FORUM) else {
        return Ok(tags);
    };
    if forum.needs_tag && tags.is_empty() {
        let words = "A tag is required to create a forum post in this channel";
        return Err(ApiError::new(400, 40067, words));
    }
    let given = state.world.permissions(forum, state.world.application);
    for tag in &tags {
        let known = forum.tags.iter().find(|known| known.id == *tag);
        let known = known.ok_or_else(|| {
            ApiError::field(
                place,
                "FORUM_CHANNEL_INVALID_TAG",
                "The provided tag is invalid.",
            )
        })?;
        if known.is_moderated && !given.has(Permissions::MANAGE_THREADS) {
            return Err(ApiError::no_permission());
        }
    }
    Ok(tags)
}

/// Begins a thread: a forum's post, or one beside a channel.
pub(super) fn begin_thread(state: &mut State, asked: &Asked, channel: &str) -> Answered {
    let parent = state.bots_channel(place(channel)?)?.clone();
    let form = asked.form();
    let is_forum = parent.kind == FORUM;
    let given = state.world.permissions(&parent, state.world.application);
    // Who may write in a forum may begin posts.
    let needed = if is_forum {
        Permissions::SEND_MESSAGES
    } else {
        Permissions::CREATE_PUBLIC_THREADS
    };
    if !given.has(needed) {
        return Err(ApiError::no_permission());
    }
    if !is_forum && parent.kind != TEXT {
        let words = "Cannot execute action on this channel type";
        return Err(ApiError::new(400, 50024, words));
    }
    if !is_forum
        && form["type"]
            .as_u64()
            .is_some_and(|kind| kind != u64::from(THREAD))
    {
        return Err(ApiError::not_done("private threads"));
    }
    if is_forum {
        limits::message(&form["message"], !asked.files.is_empty())?;
    }
    let now = state.now();
    let id = state.world.new_id(now);
    let thread = opened(state, &parent, id, form)?;
    let mut json = state.world.channel_json(&thread);
    if is_forum {
        // The first message of a post has the number of the post.
        let message = state.send(Letter {
            id: Some(id),
            channel: id,
            author: state.world.application,
            kind: 0,
            form: &form["message"],
            files: asked.files.clone(),
            only_for: None,
            cause: None,
            flags: 0,
        })?;
        json = state.world.channel_json(&thread);
        json["message"] = state.world.message_json(&message, &state.origin);
    } else {
        announce(state, parent.id, &thread)?;
    }
    created(json)
}

/// Begins a thread from a message; it gets the message's number.
pub(super) fn begin_thread_from(
    state: &mut State,
    asked: &Asked,
    channel: &str,
    message: &str,
) -> Answered {
    let parent = state.bots_channel(place(channel)?)?.clone();
    let message = number(message, Unknown::Message)?;
    let mut message = state.public_message(parent.id, message)?.clone();
    let given = state.world.permissions(&parent, state.world.application);
    if !given.has(Permissions::CREATE_PUBLIC_THREADS) {
        return Err(ApiError::no_permission());
    }
    if parent.kind != TEXT {
        let words = "Cannot execute action on this channel type";
        return Err(ApiError::new(400, 50024, words));
    }
    if message.flags & HAS_THREAD != 0 || state.world.channels.contains_key(&message.id) {
        let words = "A thread has already been created for this message";
        return Err(ApiError::new(400, 160_004, words));
    }
    let thread = opened(state, &parent, message.id, asked.form())?;
    message.flags |= HAS_THREAD;
    state.world.put_message(message.clone());
    state.announce(&message, "MESSAGE_UPDATE");
    created(state.world.channel_json(&thread))
}

fn opened(state: &mut State, parent: &Channel, id: Id, form: &Value) -> Result<Channel, ApiError> {
    let name = form["name"].as_str().unwrap_or_default();
    check_name(name)?;
    let minutes = minutes_of(&form["auto_archive_duration"])?;
    let mut thread = new_thread(state.world.application, minutes, state.now());
    thread.tags = tags_of(state, Some(parent), &form["applied_tags"])?;
    let channel = Channel {
        parent: Some(parent.id),
        thread: Some(thread),
        ..new_channel(id, THREAD, parent.server, name)
    };
    state.put_channel(&channel);
    Ok(channel)
}

/// A line in the channel that says that a thread was begun.
fn announce(state: &mut State, channel: Id, thread: &Channel) -> Result<(), ApiError> {
    state.send(Letter {
        id: None,
        channel,
        author: state.world.application,
        kind: THREAD_BEGUN,
        form: &json!({
            "content": thread.name, "message_reference": { "channel_id": Text(thread.id) },
        }),
        files: Vec::new(),
        only_for: None,
        cause: None,
        flags: 0,
    })?;
    Ok(())
}

/// Makes someone follow a thread, or no longer.
pub(super) fn set_follower(
    state: &mut State,
    channel: &str,
    user: &str,
    is_following: bool,
) -> Answered {
    let mut channel = state.bots_channel(place(channel)?)?.clone();
    let user = match user {
        "@me" => state.world.application,
        user => number(user, Unknown::User)?,
    };
    if !state.world.users.contains_key(&user) {
        return Err(ApiError::unknown(Unknown::User));
    }
    if !state.world.sees(&channel, user) {
        return Err(ApiError::no_access());
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
    done()
}
