//! `/draw`: offers a draw, or answers an offer.

use serde_json::Value;

use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{GameAction, Purpose};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::game_actions::deed;
use crate::discord::interaction::command::{command, game_option, named_game};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{CommandCall, Invoker};
use crate::discord::interaction::response::Response;
use crate::discord::view::board::shown;
use crate::discord::view::components::key;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::reader::Reader;

pub(crate) fn slash_command() -> Value {
    command("draw", vec![game_option("draw")])
}

pub(crate) async fn run(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
) -> Result<Response, HandlerError> {
    let id = find(host, caller, reader, named_game(call), Purpose::Draw).await?;
    let game = host.app.game(id, host.now()).await?;
    let side = game.row.side_of(caller.id);
    // An offer that stands is answered; otherwise one is made.
    if let (Some(offer), Some(side)) = (game.draw_offer, side) {
        let say = |name: &str| reader.words.say(name, &[]);
        let button = |deed| CustomId::Menu(MenuAction::Do(deed, shown(&game)));
        let (text, keys) = if offer == side {
            let keys = vec![key(
                &button(GameAction::WithdrawDraw),
                say("key-withdraw"),
                ButtonStyle::Plain,
            )];
            ("draw-yours-stands", keys)
        } else {
            let keys = vec![
                key(
                    &button(GameAction::AcceptDraw),
                    say("key-accept-draw"),
                    ButtonStyle::Good,
                ),
                key(
                    &button(GameAction::DeclineDraw),
                    say("key-decline"),
                    ButtonStyle::Plain,
                ),
            ];
            ("draw-theirs-stands", keys)
        };
        return Ok(Response::Ephemeral(Message {
            content: say(text),
            picture: None,
            rows: vec![ActionRow::Buttons(keys)],
        }));
    }
    deed(host, caller, reader, GameAction::OfferDraw, shown(&game)).await
}
