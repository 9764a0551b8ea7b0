//! `/vacation`: days on which a player's clocks are stopped.

use serde_json::{Value, json};

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Locale;
use crate::discord::interaction::command::{BOOLEAN, INTEGER, STRING, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::components::key;
use crate::discord::view::format::{day, last_day};
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
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

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    if call.flag("end") == Some(true) {
        return end(cx).await;
    }
    match call.number("days") {
        Some(days) => {
            let act = cx.act();
            let from = call.string("from");
            cx.app.take_vacation(&act, from, days).await?;
            cx.wake();
        }
        // A first day needs a number of days.
        None if call.string("from").is_some() => {
            return Err(HandlerError::Explained(
                cx.reader.locale.text("vacation-how-long", &[]),
            ));
        }
        None => {}
    }
    Ok(Response::Ephemeral(screen(cx).await?))
}

/// Ends or cancels the vacation.
pub(crate) async fn end(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    cx.app.end_vacation(&cx.act()).await?;
    cx.wake();
    let reply = screen(cx).await?;
    Ok(if cx.invoker.message.is_some() {
        Response::Update(reply)
    } else {
        Response::Ephemeral(reply)
    })
}

/// The player's vacation and the days that are left.
async fn screen(cx: &Cx<'_>) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let now = cx.now();
    let leave = cx.app.leave(cx.invoker.id, now).await?;
    let mut lines = vec![match &leave.vacation {
        Some(vacation) => in_words(locale, vacation, vacation.starts_at <= now),
        None => locale.text("vacation-none", &[]),
    }];
    let left = (leave.most - leave.used).max(0) as u64;
    lines.push(locale.text(
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
            locale.text(label, &[]),
            ButtonStyle::Plain,
        )]));
    }
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

fn in_words(locale: &Locale, vacation: &Vacation, has_begun: bool) -> String {
    let until = ("until", last_day(vacation.ends_at).into());
    if has_begun {
        locale.text("vacation-on", &[until])
    } else {
        let from = ("from", day(vacation.starts_at).into());
        locale.text("vacation-planned", &[from, until])
    }
}
