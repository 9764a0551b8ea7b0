//! `/board`: shows a game, as it stands or as it stood.
//!
//! Looks at a board: as it stands, as it stood, and in place of one that is out of date.

use hexpost_engine::game::GameKind;
use serde_json::{Value, json};

use crate::app::Refusal;
use crate::app::import::is_import;
use crate::discord::context::{Context, Reader};
use crate::discord::custom_id::action::{BoardRequest, Purpose};
use crate::discord::features::play::game_option;
use crate::discord::features::{self, INTEGER, command, named_game, option, plan, replay};
use crate::discord::i18n::refusal;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{CommandCall, Invoker};
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::board::BoardView;
use crate::discord::view::message::Message;
use crate::model::GameId;

pub(crate) fn slash_command() -> Value {
    let mut ply = option(INTEGER, "board", "turn");
    ply["min_value"] = json!(0);
    ply["max_value"] = json!(u16::MAX);
    command("board", vec![game_option("board"), ply])
}

pub(crate) async fn run(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
) -> Result<Response, HandlerError> {
    let game = find(host, caller, reader, named_game(call), Purpose::Board).await?;
    let ply = call.number("turn").and_then(|ply| u16::try_from(ply).ok());
    let look = BoardRequest {
        game,
        ply,
        is_flipped: is_flipped_for(host, caller, reader, game).await?,
        is_text: false,
        slot: 0,
    };
    Ok(Response::Ephemeral(
        features::look(host, caller, reader, look).await?,
    ))
}

/// A look at a board. Whoever plays has seen it then.
pub(crate) async fn look(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    look: BoardRequest,
) -> Result<Message, HandlerError> {
    let game = look_at(host, caller, look.game).await?;
    let names = host.names_of(&game, reader.words).await;
    let seen = BoardView::by(reader, &game, &names, look.is_flipped);
    let side = game.row.side_of(caller.id);
    let is_players_turn = side.is_some() && side == game.to_move();
    let mut reply = seen.look(look.ply, look.is_text, is_players_turn);
    if is_import(look.game) {
        let said = reader
            .words
            .say("imported", &[("variant", seen.variant().into())]);
        reply.content = format!("{said}\n{}", reply.content);
    }
    let is_drawn = !is_import(look.game) && host.app.is_drawn(look.game).await?;
    reply.rows.extend(replay::keys(
        &game,
        reader.words,
        look.is_flipped,
        side.is_some(),
        is_drawn,
    ));
    plan::with_news(host, caller, reader, &game, reply).await
}

/// Does someone see a board from the second player's side?
pub(crate) async fn is_flipped_for(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    id: GameId,
) -> Result<bool, HandlerError> {
    let Some(row) = host.app.game_row(id).await? else {
        return Ok(false);
    };
    let kinds = GameKind::ALL.iter();
    let kind = kinds.copied().find(|kind| kind.as_str() == row.game);
    Ok(kind.is_some_and(|kind| reader.is_flipped(kind, row.side_of(caller.id))))
}

/// The game has moved on: the board as it stands, and a key to move if it is the player's turn.
pub(crate) async fn stale(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    id: GameId,
) -> Result<Response, HandlerError> {
    Ok(Response::Ephemeral(
        moved_on(host, caller, reader, id).await?,
    ))
}

/// The same as a reply, for the place of a message that is out of date.
pub(crate) async fn moved_on(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    id: GameId,
) -> Result<Message, HandlerError> {
    let look = BoardRequest {
        game: id,
        ply: None,
        is_flipped: is_flipped_for(host, caller, reader, id).await?,
        is_text: false,
        slot: 0,
    };
    let mut reply = self::look(host, caller, reader, look).await?;
    let said = refusal::refusal(reader.words.language(), &Refusal::Stale);
    reply.content = format!("{said}\n{}", reply.content);
    Ok(reply)
}
