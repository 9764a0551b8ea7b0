//! The application's emoji.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::request::{ApiRequest, parse_id};
use super::{ApiResult, created, no_content, ok};
use crate::api_error::{ApiError, FormErrors, Unknown};
use crate::id::{Id, IdString};
use crate::json;
use crate::limits;
use crate::model::ApplicationEmoji;
use crate::state::{PageEvent, State};

/// The largest number of emoji of an application.
const MAX_EMOJIS: usize = 2000;
/// The largest size of an image, in bytes.
const MAX_IMAGE_BYTES: usize = 256 << 10;

/// Routes of the application's emoji.
pub(super) fn emojis(
    state: &mut State,
    request: &ApiRequest,
    method: &str,
    application: &str,
    rest: &[&str],
) -> ApiResult {
    if parse_id(application, Unknown::Application)? != state.world.application {
        return Err(ApiError::unknown(Unknown::Application));
    }
    match (method, rest) {
        ("GET", []) => {
            let items = state.world.emojis.values();
            let items: Vec<Value> = items.map(|emoji| emoji_json(state, emoji)).collect();
            ok(json!({ "items": items }))
        }
        ("POST", []) => create(state, request.payload()),
        ("GET", [id]) => ok(emoji_json(state, &find(state, id)?)),
        ("PATCH", [id]) => rename(state, find(state, id)?, request.payload()),
        ("DELETE", [id]) => {
            let emoji = find(state, id)?;
            state.world.drop_emoji(emoji.id);
            state.attachments.drop(emoji.id);
            state.notify_pages(PageEvent::FullRefresh);
            no_content()
        }
        _ => Err(ApiError::new(405, 0, "405: Method Not Allowed")),
    }
}

fn find(state: &State, id: &str) -> Result<ApplicationEmoji, ApiError> {
    let emoji = state.world.emojis.get(&parse_id(id, Unknown::Emoji)?);
    emoji
        .cloned()
        .ok_or_else(|| ApiError::unknown(Unknown::Emoji))
}

fn create(state: &mut State, payload: &Value) -> ApiResult {
    let mut errors = FormErrors::default();
    limits::emoji_name(&payload["name"], &mut errors);
    let missing = ("BASE_TYPE_REQUIRED", "This field is required");
    let image = payload["image"].as_str().ok_or(missing).and_then(image);
    if let Err((code, message)) = image {
        errors.add("image", code, message);
    }
    let name = payload["name"].as_str().unwrap_or_default();
    check_unique(state, name, None, &mut errors);
    errors.into_result()?;
    let Ok((content_type, bytes)) = image else {
        return Err(ApiError::new(400, 50035, "Invalid Form Body"));
    };
    if state.world.emojis.len() >= MAX_EMOJIS {
        let reason = format!("Maximum number of emojis reached ({MAX_EMOJIS})");
        return Err(ApiError::new(400, 30008, &reason));
    }
    let now = state.now();
    let emoji = ApplicationEmoji {
        id: state.world.new_id(now),
        name: name.to_owned(),
        is_animated: content_type == "image/gif",
        content_type: content_type.to_owned(),
    };
    state.attachments.put(emoji.id, bytes);
    state.world.put_emoji(emoji.clone());
    created(emoji_json(state, &emoji))
}

fn rename(state: &mut State, mut emoji: ApplicationEmoji, payload: &Value) -> ApiResult {
    if let Some(name) = payload.get("name") {
        let mut errors = FormErrors::default();
        limits::emoji_name(name, &mut errors);
        let name = name.as_str().unwrap_or_default();
        check_unique(state, name, Some(emoji.id), &mut errors);
        errors.into_result()?;
        name.clone_into(&mut emoji.name);
        state.world.put_emoji(emoji.clone());
    }
    ok(emoji_json(state, &emoji))
}

/// Two emoji of an application can't have the same name.
fn check_unique(state: &State, name: &str, own: Option<Id>, errors: &mut FormErrors) {
    let others = state.world.emojis.values();
    let others = others.filter(|emoji| Some(emoji.id) != own);
    let taken: BTreeSet<&str> = others.map(|emoji| emoji.name.as_str()).collect();
    if taken.contains(name) {
        let message = "Emoji name is already taken";
        errors.add("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message);
    }
}

/// The type and the bytes of an image in a data URI, or the code and message of what is wrong.
fn image(uri: &str) -> Result<(&'static str, Vec<u8>), (&'static str, &'static str)> {
    let invalid = ("IMAGE_INVALID", "Invalid image data");
    let (declared, data) = uri
        .strip_prefix("data:")
        .and_then(|uri| uri.split_once(";base64,"))
        .ok_or(invalid)?;
    let bytes = BASE64_STANDARD.decode(data).map_err(|_| invalid)?;
    let actual = image_type(&bytes).ok_or(invalid)?;
    if !declared.starts_with("image/") {
        return Err(invalid);
    }
    if bytes.len() > MAX_IMAGE_BYTES {
        let message = "File cannot be larger than 256.0 kb.";
        return Err(("BINARY_TYPE_MAX_SIZE", message));
    }
    Ok((actual, bytes))
}

/// The type of an image by its first bytes, among those that Discord accepts.
fn image_type(bytes: &[u8]) -> Option<&'static str> {
    let has = |at: usize, what: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(what));
    Some(if has(0, b"\x89PNG\r\n\x1a\n") {
        "image/png"
    } else if has(0, b"GIF8") {
        "image/gif"
    } else if has(0, b"\xff\xd8\xff") {
        "image/jpeg"
    } else if has(0, b"RIFF") && has(8, b"WEBP") {
        "image/webp"
    } else if has(4, b"ftypavif") {
        "image/avif"
    } else {
        return None;
    })
}

fn emoji_json(state: &State, emoji: &ApplicationEmoji) -> Value {
    json!({
        "id": IdString(emoji.id), "name": emoji.name, "user": json::user(state.world.bot()),
        "roles": [], "require_colons": true, "managed": false,
        "animated": emoji.is_animated, "available": true,
    })
}
