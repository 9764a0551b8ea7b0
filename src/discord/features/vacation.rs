//! `/vacation`: days on which a player's clocks stand still.

use serde_json::{Value, json};

use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Words;
use crate::discord::interaction::command::{BOOLEAN, INTEGER, STRING, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::{CommandCall, Invoker};
use crate::discord::interaction::response::Response;
use crate::discord::view::components::key;
use crate::discord::view::format::{day, last_day};
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::reader::Reader;
use crate::model::{Vacation, VacationPhase};

pub(crate) fn slash_command() -> Value {
    let mut from = option(STRING, "vacation", "from");
    from["max_length"] = json!(20);
    command(
        "vacation",
        vec![
            option(INTEGER, "vacation", "days"),
            from,
            option(BOOLEAN, "vacation", "end"),
        ],
    )
}

pub(crate) async fn run(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
) -> Result<Response, HandlerError> {
    if call.flag("end") == Some(true) {
        return end(host, caller, reader).await;
    }
    match call.number("days") {
        Some(days) => {
            let act = caller.act(host.now());
            let from = call.text("from");
            host.app.take_vacation(&act, from, days).await?;
            host.wake();
        }
        // A day without a number of days is half a wish.
        None if call.text("from").is_some() => {
            return Err(HandlerError::Explained(
                reader.words.say("vacation-how-long", &[]),
            ));
        }
        None => {}
    }
    Ok(Response::Ephemeral(screen(host, caller, reader).await?))
}

/// Ends the vacation, or gives it up.
pub(crate) async fn end(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
) -> Result<Response, HandlerError> {
    host.app.end_vacation(&caller.act(host.now())).await?;
    host.wake();
    let reply = screen(host, caller, reader).await?;
    Ok(if caller.message.is_some() {
        Response::Update(reply)
    } else {
        Response::Ephemeral(reply)
    })
}

/// What a player has of vacations.
async fn screen(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
) -> Result<Message, HandlerError> {
    let words = reader.words;
    let now = host.now();
    let leave = host.app.leave(caller.id, now).await?;
    let mut lines = vec![match &leave.vacation {
        Some(vacation) => in_words(words, vacation, vacation.starts_at <= now),
        None => words.say("vacation-none", &[]),
    }];
    let left = (leave.most - leave.used).max(0) as u64;
    lines.push(words.say(
        "vacation-left",
        &[
            ("count", left.into()),
            ("most", (leave.most.max(0) as u64).into()),
        ],
    ));
    let mut rows = Vec::new();
    if let Some(vacation) = &leave.vacation {
        let label = if vacation.phase == VacationPhase::Planned && vacation.starts_at > now {
            "key-cancel-vacation"
        } else {
            "key-end-vacation"
        };
        let button = CustomId::Menu(MenuAction::EndVacation);
        rows.push(ActionRow::Buttons(vec![key(
            &button,
            words.say(label, &[]),
            ButtonStyle::Plain,
        )]));
    }
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

fn in_words(words: &Words, vacation: &Vacation, has_begun: bool) -> String {
    let until = ("until", last_day(vacation.ends_at).into());
    if has_begun {
        words.say("vacation-on", &[until])
    } else {
        let from = ("from", day(vacation.starts_at).into());
        words.say("vacation-planned", &[from, until])
    }
}
