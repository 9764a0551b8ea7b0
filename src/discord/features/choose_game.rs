//! The select menu with which a user says which game is meant.

use crate::app::Refusal;
use crate::discord::custom_id::BoardRef;
use crate::discord::custom_id::action::{BoardRequest, GameAction, GameCommand};
use crate::discord::features::{analysis, board, game_actions, plan, play};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::view::message::Message;
use crate::model::{GameId, GameRef};

/// A game was chosen: goes on with what the menu was opened for.
pub(crate) async fn press(
    cx: &Cx<'_>,
    purpose: GameCommand,
    chosen: &str,
) -> Result<Response, HandlerError> {
    let chosen = GameRef::from_number(chosen.parse().unwrap_or(0));
    let id = match (purpose, chosen) {
        (_, GameRef::Game(id)) => id,
        (GameCommand::Replay, GameRef::Import(_)) => {
            return Ok(Response::Ephemeral(show(cx, chosen, Some(0)).await?));
        }
        (_, GameRef::Import(_)) => return Err(Refusal::UnknownGame.into()),
    };
    cx.app.record_interaction(cx.invoker.id, id).await?;
    let response = match purpose {
        // The list stays: the user may want to open another game.
        GameCommand::Replay => return Ok(Response::Ephemeral(show(cx, chosen, Some(0)).await?)),
        GameCommand::Board => Response::Ephemeral(show(cx, chosen, None).await?),
        GameCommand::Move => play::compose(cx, id, None).await?,
        GameCommand::Resign => perform(cx, GameAction::Resign, id).await?,
        GameCommand::Draw => perform(cx, GameAction::OfferDraw, id).await?,
        GameCommand::Takeback => perform(cx, GameAction::TakeBack, id).await?,
        GameCommand::Plan => Response::Ephemeral(plan::show(cx, id).await?),
        GameCommand::Analyse => Response::Ephemeral(analysis::open(cx, id.into(), None).await?),
    };
    // The menu is no longer needed: the response takes its place.
    Ok(match response {
        Response::Ephemeral(message) | Response::Show(message) => Response::Update(message),
        response => response,
    })
}

async fn show(cx: &Cx<'_>, game: GameRef, ply: Option<u16>) -> Result<Message, HandlerError> {
    let request = BoardRequest {
        game,
        ply,
        is_flipped: board::is_flipped_for(cx, game).await?,
        is_text: false,
        slot: 0,
    };
    board::show(cx, request).await
}

async fn perform(cx: &Cx<'_>, action: GameAction, id: GameId) -> Result<Response, HandlerError> {
    let row = cx.app.game_row(id).await?.ok_or(Refusal::UnknownGame)?;
    let shown = BoardRef {
        game: id,
        seq: row.status.position_seq,
    };
    game_actions::perform(cx, action, shown).await
}
