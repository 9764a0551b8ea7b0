//! Answers to interactions.

use serde_json::Value;

use super::super::interaction::Which;
use super::super::api_error::{ApiError, Unknown};
use super::super::state::State;
use super::request::{Asked, number};
use super::{Answered, done, ok};

/// The first answer.
pub(super) fn callback(state: &mut State, asked: &Asked, id: &str, token: &str) -> Answered {
    let id = number(id, Unknown::Interaction)?;
    let answer = state.callback(id, token, asked.form(), asked.files.clone())?;
    if asked.is_set("with_response") {
        ok(answer)
    } else {
        done()
    }
}

fn check_application(state: &State, id: &str) -> Result<(), ApiError> {
    if number(id, Unknown::Webhook)? == state.world.application {
        Ok(())
    } else {
        Err(ApiError::unknown(Unknown::Webhook))
    }
}

fn which(text: &str) -> Result<Which, ApiError> {
    if text == "@original" {
        return Ok(Which::Original);
    }
    number(text, Unknown::Message).map(Which::Other)
}

/// Something more.
pub(super) fn follow_up(state: &mut State, asked: &Asked, id: &str, token: &str) -> Answered {
    check_application(state, id)?;
    let message = state.follow_up(token, asked.form(), asked.files.clone())?;
    ok(json(state, &message))
}

/// An answer, as it is.
pub(super) fn get(state: &State, id: &str, token: &str, message: &str) -> Answered {
    check_application(state, id)?;
    let message = state.replied(token, which(message)?)?;
    ok(json(state, &message))
}

/// Changes an answer.
pub(super) fn edit(
    state: &mut State,
    asked: &Asked,
    id: &str,
    token: &str,
    message: &str,
) -> Answered {
    check_application(state, id)?;
    let files = asked.files.clone();
    let message = state.edit_reply(token, which(message)?, asked.form(), files)?;
    ok(json(state, &message))
}

/// Takes an answer away.
pub(super) fn delete(state: &mut State, id: &str, token: &str, message: &str) -> Answered {
    check_application(state, id)?;
    state.delete_reply(token, which(message)?)?;
    done()
}

fn json(state: &State, message: &super::super::world::Message) -> Value {
    state.world.message_json(message, &state.origin)
}
