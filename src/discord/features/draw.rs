//! `/draw`: offers a draw, or answers an offer.

use serde_json::Value;

use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::action::{Deed, Purpose};
use crate::discord::custom_id::menu::Other;
use crate::discord::features::play::game_option;
use crate::discord::features::{self, command, named_game};
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{Call, Caller};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{key, shown};
use crate::discord::view::message::{Reply, Row, Style};

pub(crate) fn slash_command() -> Value {
    command("draw", vec![game_option("draw")])
}

pub(crate) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Draw).await?;
    let game = host.app.game(id, host.now()).await?;
    let side = game.row.side_of(caller.id);
    // An offer that stands is answered; otherwise one is made.
    if let (Some(offer), Some(side)) = (game.draw_offer, side) {
        let say = |name: &str| reader.words.say(name, &[]);
        let button = |deed| Button::Other(Other::Do(deed, shown(&game)));
        let (text, keys) = if offer == side {
            let keys = vec![key(
                &button(Deed::WithdrawDraw),
                say("key-withdraw"),
                Style::Plain,
            )];
            ("draw-yours-stands", keys)
        } else {
            let keys = vec![
                key(
                    &button(Deed::AcceptDraw),
                    say("key-accept-draw"),
                    Style::Good,
                ),
                key(&button(Deed::DeclineDraw), say("key-decline"), Style::Plain),
            ];
            ("draw-theirs-stands", keys)
        };
        return Ok(Answer::Tell(Reply {
            content: say(text),
            picture: None,
            rows: vec![Row::Keys(keys)],
        }));
    }
    features::deed(host, caller, reader, Deed::OfferDraw, shown(&game), false).await
}
