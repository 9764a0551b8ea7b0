//! `/vacation`: days on which a player's clocks stand still.

use serde_json::{Value, json};

use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::menu::Other;
use crate::discord::features::{BOOLEAN, INTEGER, STRING, command, option};
use crate::discord::i18n::Words;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::{Call, Caller};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{day, key, last_day};
use crate::discord::view::message::{Reply, Row, Style};
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
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
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
            return Err(Stop::Say(reader.words.say("vacation-how-long", &[])));
        }
        None => {}
    }
    Ok(Answer::Tell(screen(host, caller, reader).await?))
}

/// Ends the vacation, or gives it up.
pub(crate) async fn end(host: &Host, caller: &Caller, reader: &Reader) -> Result<Answer, Stop> {
    host.app.end_vacation(&caller.act(host.now())).await?;
    host.wake();
    let reply = screen(host, caller, reader).await?;
    Ok(if caller.message.is_some() {
        Answer::Change(reply)
    } else {
        Answer::Tell(reply)
    })
}

/// What a player has of vacations.
async fn screen(host: &Host, caller: &Caller, reader: &Reader) -> Result<Reply, Stop> {
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
        let button = Button::Other(Other::EndVacation);
        rows.push(Row::Keys(vec![key(
            &button,
            words.say(label, &[]),
            Style::Plain,
        )]));
    }
    Ok(Reply {
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
