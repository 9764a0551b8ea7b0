//! From a request to its answer: the one place where mistakes become explanations and failures an
//! apology.

use crate::app::{Ask, No, Refusal};
use crate::store::StoreError;

use super::answer::Answer;
use super::commands;
use super::custom_id::Button;
use super::host::{Host, Reader};
use super::idempotency::{Claimed, Delivery};
use super::locale::Words;
use super::press;
use super::refusal;
use super::reply::{Reply, Row};
use super::request::{Caller, Request};
use super::rules;
use super::spoken;

/// Why something was not done.
#[derive(Debug)]
pub(super) enum Stop {
    /// A person's mistake, already in words.
    Say(String),
    /// The person has to say more first.
    Ask(Box<Reply>),
    /// The desk says no.
    No(No),
}

impl From<No> for Stop {
    fn from(no: No) -> Self {
        Self::No(no)
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::No(refusal.into())
    }
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::No(error.into())
    }
}

/// Answers a request that was delivered for the first time.
pub(super) async fn answer(
    host: &Host,
    caller: &Caller,
    delivery: Delivery,
    request: Request,
) -> Answer {
    let is_typing = matches!(request, Request::Suggest(..));
    // Before anything is noted about the person, who may just have asked to be forgotten.
    let claimed = match delivery.claim(host).await {
        Ok(claimed) => claimed,
        Err(_) if is_typing => return Answer::Suggest(Vec::new()),
        Err(No::Refused(refused)) => {
            return tell(refusal::refusal(caller.language(), &refused));
        }
        Err(No::Failed(error)) => return apology(caller, &error, Words::of(caller.language())),
    };
    host.names.note(caller.id, &caller.name);
    let reader = match host.reader(caller).await {
        Ok(reader) => reader,
        Err(error) => return apology(caller, &error, Words::of(caller.language())),
    };
    let is_public = is_on_public(&request);
    let ask = match request {
        Request::Command(_) | Request::About(..) => Ask::Command,
        Request::Suggest(..) | Request::Press { .. } | Request::Form { .. } => Ask::Tap,
    };
    let done = match host.app.admit(caller.id, ask, host.now()) {
        Ok(()) => carry_out(&claimed, caller, &reader, request).await,
        Err(refused) => Err(refused.into()),
    };
    let answer = match done {
        Ok(answer) => answer,
        // Whoever is still typing sees no suggestions.
        Err(_) if is_typing => Answer::Suggest(Vec::new()),
        Err(Stop::Say(content)) => tell(content),
        Err(Stop::Ask(reply)) => Answer::Tell(*reply),
        Err(Stop::No(No::Refused(refused))) => {
            let said = refusal::refusal(reader.words.language(), &refused);
            let page = rules::page_for(&refused, None);
            let key = match refused {
                Refusal::NoZone | Refusal::UnknownZone => Some(commands::zone_key(reader.words)),
                _ => page.map(|page| rules::key_for_rule(&reader, page)),
            };
            Answer::Tell(Reply {
                content: said,
                picture: None,
                rows: key.map(|key| Row::Keys(vec![key])).into_iter().collect(),
            })
        }
        Err(Stop::No(No::Failed(error))) => apology(caller, &error, reader.words),
    };
    spoken::for_reader(answer, &reader, is_public)
}

/// Was it asked on a message that everyone sees?
const fn is_on_public(request: &Request) -> bool {
    match request {
        Request::Press { is_private, .. } | Request::Form { is_private, .. } => !*is_private,
        _ => false,
    }
}

fn tell(content: String) -> Answer {
    Answer::Tell(Reply {
        content,
        ..Reply::default()
    })
}

/// Something of ours has failed: it is written down, and the person is told once.
fn apology(caller: &Caller, error: &StoreError, words: &Words) -> Answer {
    tracing::error!(%error, interaction = caller.interaction.0, "a request failed");
    sorry(words)
}

/// What is said when something of ours has failed.
pub(super) fn sorry(words: &Words) -> Answer {
    tell(words.say("sorry", &[]))
}

async fn carry_out(
    host: &Claimed,
    caller: &Caller,
    reader: &Reader,
    request: Request,
) -> Result<Answer, Stop> {
    match request {
        Request::Command(call) => commands::run_command(host, caller, reader, &call).await,
        Request::About(_, person) => {
            host.names.note(person.id, &person.name);
            if person.is_bot {
                return Err(Refusal::Bot.into());
            }
            if person.id == caller.id {
                return Err(Refusal::Oneself.into());
            }
            Ok(commands::about(reader, &person))
        }
        Request::Suggest(call, option, text) => {
            let list = commands::suggest(host, caller, reader, &call, &option, &text).await?;
            Ok(Answer::Suggest(list))
        }
        Request::Press {
            id,
            values,
            is_private,
        } => match Button::read(&id) {
            Some(button) => press::press(host, caller, reader, button, &values, is_private).await,
            None => Err(Stop::Say(reader.words.say("unknown-button", &[]))),
        },
        Request::Form {
            id,
            lines,
            is_private,
        } => match Button::read(&id) {
            Some(button) => press::submit(host, caller, reader, &button, &lines, is_private).await,
            None => Err(Stop::Say(reader.words.say("unknown-button", &[]))),
        },
    }
}
