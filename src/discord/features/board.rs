//! `/board`: shows a game, as it stands or as it stood.
//!
//! Looks at a board: as it stands, as it stood, and in place of one that is out of date.

use hexpost_engine::game::GameKind;
use serde_json::{Value, json};

use crate::app::Refusal;
use crate::app::game::state::Game;
use crate::app::import::is_import;
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{BoardRequest, Purpose};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::replay::{Perspective, RecordAction, Replay};
use crate::discord::i18n::{Words, refusal};
use crate::discord::interaction::command::{INTEGER, command, game_option, named_game, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{CommandCall, Invoker};
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::board::BoardView;
use crate::discord::view::components::key;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message};
use crate::discord::view::plan::told;
use crate::discord::view::reader::Reader;
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
    let request = BoardRequest {
        game,
        ply,
        is_flipped: is_flipped_for(host, caller, reader, game).await?,
        is_text: false,
        slot: 0,
    };
    Ok(Response::Ephemeral(
        look(host, caller, reader, request).await?,
    ))
}

/// A look at a board. Whoever plays has seen it then.
pub(crate) async fn look(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    request: BoardRequest,
) -> Result<Message, HandlerError> {
    let game = look_at(host, caller, request.game).await?;
    let names = host.names_of(&game, reader.words).await;
    let seen = BoardView::by(reader, &game, &names, request.is_flipped);
    let side = game.row.side_of(caller.id);
    let is_players_turn = side.is_some() && side == game.to_move();
    let mut reply = seen.look(request.ply, request.is_text, is_players_turn);
    if is_import(request.game) {
        let said = reader
            .words
            .say("imported", &[("variant", seen.variant().into())]);
        reply.content = format!("{said}\n{}", reply.content);
    }
    let is_drawn = !is_import(request.game) && host.app.is_drawn(request.game).await?;
    reply.rows.extend(keys(
        &game,
        reader.words,
        request.is_flipped,
        side.is_some(),
        is_drawn,
    ));
    with_news(host, caller, reader, &game, reply).await
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
    let request = BoardRequest {
        game: id,
        ply: None,
        is_flipped: is_flipped_for(host, caller, reader, id).await?,
        is_text: false,
        slot: 0,
    };
    let mut reply = look(host, caller, reader, request).await?;
    let said = refusal::refusal(reader.words.language(), &Refusal::Stale);
    reply.content = format!("{said}\n{}", reply.content);
    Ok(reply)
}

/// What became of someone's plan, above what is shown of the game.
pub(crate) async fn with_news(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    game: &Game,
    mut reply: Message,
) -> Result<Message, HandlerError> {
    let news = host.app.plan_news(&caller.act(host.now()), game).await?;
    if let Some(news) = news {
        reply.content = format!("{}\n{}", told(reader.words, &news), reply.content);
    }
    Ok(reply)
}

/// What else can be done with a game one looks at. A record of a game that is running is for those
/// who play it.
pub(crate) fn keys(
    game: &Game,
    words: &Words,
    is_flipped: bool,
    is_player: bool,
    is_drawn: bool,
) -> Option<ActionRow> {
    let id = game.row.id;
    let angle = Perspective {
        game: id,
        is_flipped,
    };
    let has_turns = !game.record.turns().is_empty();
    let of = |other: MenuAction, label: &str, is_disabled: bool| Button {
        is_disabled,
        ..key(
            &CustomId::Menu(other),
            words.say(label, &[]),
            ButtonStyle::Plain,
        )
    };
    let mut keys = Vec::new();
    if game.is_over() || is_player || is_import(id) {
        let film = MenuAction::Replay(Replay::Film(angle));
        let part = MenuAction::Replay(Replay::Part(angle));
        let record = MenuAction::Keep(RecordAction::Files(id));
        keys.push(of(film, "key-film", !has_turns));
        keys.push(of(part, "key-film-part", !has_turns));
        keys.push(of(record, "key-record", false));
    }
    if is_import(id) {
        let drop = MenuAction::Keep(RecordAction::Drop(id));
        keys.push(of(drop, "key-import-drop", false));
    } else if is_drawn {
        keys.push(of(MenuAction::Fair(id), "key-fair", false));
    }
    (!keys.is_empty()).then_some(ActionRow::Buttons(keys))
}
