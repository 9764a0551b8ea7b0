//! `/draw`: offers a draw, or answers an offer.

use serde_json::Value;

use super::super::answer::Answer;
use super::super::board::{key, shown};
use super::super::custom_id::Button;
use super::super::deed::{Deed, Purpose};
use super::super::find::find;
use super::super::host::{Host, Reader};
use super::super::other::Other;
use super::super::press;
use super::super::reply::{Reply, Row, Style};
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::turn::game_option;
use super::{command, named_game};

pub(super) fn command() -> Value {
    command("draw", vec![game_option("draw")])
}

pub(super) async fn run(
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
    press::deed(host, caller, reader, Deed::OfferDraw, shown(&game), false).await
}
