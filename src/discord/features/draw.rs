//! `/draw`: offers a draw, or answers an offer.

use serde_json::Value;

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{GameAction, GameCommand};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::game_actions::perform;
use crate::discord::interaction::command::{command, game_option, named_game};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::board::shown;
use crate::discord::view::components::key;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};

pub(crate) fn slash_command() -> Value {
    command("draw", vec![game_option("draw")])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let id = find(cx, named_game(call), GameCommand::Draw).await?;
    let game = cx.app.game(id, cx.now()).await?;
    let side = game.row.side_of(cx.invoker.id);
    // An open offer is answered; otherwise one is made.
    if let (Some(offer), Some(side)) = (game.draw_offer, side) {
        let say = |name: &str| cx.reader.locale.text(name, &[]);
        let button = |action| CustomId::Menu(MenuAction::GameAction(action, shown(&game)));
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
    perform(cx, GameAction::OfferDraw, shown(&game)).await
}
