//! Responses to interactions: the callback, follow-ups, and edits through the webhook routes.

use serde_json::Value;

use super::request::{ApiRequest, parse_id};
use super::{ApiResult, no_content, ok};
use crate::api_error::{ApiError, Unknown};
use crate::interaction::ResponseRef;
use crate::state::State;

/// The first response to an interaction.
pub(super) fn callback(
    state: &mut State,
    request: &ApiRequest,
    id: &str,
    token: &str,
) -> ApiResult {
    let id = parse_id(id, Unknown::Interaction)?;
    let answer = state.callback(id, token, request.payload(), request.files.clone())?;
    if request.is_set("with_response") {
        ok(answer)
    } else {
        no_content()
    }
}

fn check_application(state: &State, id: &str) -> Result<(), ApiError> {
    if parse_id(id, Unknown::Webhook)? == state.world.application {
        Ok(())
    } else {
        Err(ApiError::unknown(Unknown::Webhook))
    }
}

fn parse_target(text: &str) -> Result<ResponseRef, ApiError> {
    if text == "@original" {
        return Ok(ResponseRef::Original);
    }
    parse_id(text, Unknown::Message).map(ResponseRef::Other)
}

/// Sends a follow-up message.
pub(super) fn follow_up(
    state: &mut State,
    request: &ApiRequest,
    id: &str,
    token: &str,
) -> ApiResult {
    check_application(state, id)?;
    let message = state.follow_up(token, request.payload(), request.files.clone())?;
    ok(json(state, &message))
}

/// Returns a response message.
pub(super) fn get(state: &State, id: &str, token: &str, message: &str) -> ApiResult {
    check_application(state, id)?;
    let message = state.response_message(token, parse_target(message)?)?;
    ok(json(state, &message))
}

/// Edits a response message.
pub(super) fn edit(
    state: &mut State,
    request: &ApiRequest,
    id: &str,
    token: &str,
    message: &str,
) -> ApiResult {
    check_application(state, id)?;
    let files = request.files.clone();
    let message = state.edit_response(token, parse_target(message)?, request.payload(), files)?;
    ok(json(state, &message))
}

/// Deletes a response message.
pub(super) fn delete(state: &mut State, id: &str, token: &str, message: &str) -> ApiResult {
    check_application(state, id)?;
    state.delete_response(token, parse_target(message)?)?;
    no_content()
}

fn json(state: &State, message: &crate::model::ChannelMessage) -> Value {
    state.world.message_json(message, &state.origin)
}
