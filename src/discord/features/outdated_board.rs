//! The response to a button of an outdated board: the current one.

use crate::app::Refusal;
use crate::discord::custom_id::action::BoardRequest;
use crate::discord::features::board::{is_flipped_for, show};
use crate::discord::i18n::refusal;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::{OutdatedPress, Response};
use crate::discord::view::message::Message;
use crate::model::GameId;

/// Responds to the use of an outdated board: shows the current one, with a Move button if it is the
/// invoker's turn.
pub(crate) async fn show_current(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    let reply = current_board(cx, id).await?;
    Ok(Response::Outdated(Box::new(OutdatedPress {
        reply,
        game: id,
    })))
}

/// The message of [`show_current`].
pub(crate) async fn current_board(cx: &Cx<'_>, id: GameId) -> Result<Message, HandlerError> {
    let request = BoardRequest {
        game: id.into(),
        ply: None,
        is_flipped: is_flipped_for(cx, id.into()).await?,
        is_text: false,
        slot: 0,
    };
    let mut reply = show(cx, request).await?;
    let said = refusal::refusal(cx.reader.locale.language(), &Refusal::Stale);
    reply.content = format!("{said}\n{}", reply.content);
    Ok(reply)
}
