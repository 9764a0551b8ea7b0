//! From a request to its answer: the one place where mistakes become explanations and failures an
//! apology.

use crate::app::{No, Refusal};
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::features::{self, rules};
use crate::discord::i18n::{Words, refusal};
use crate::discord::interaction::idempotency::{Claimed, Delivery};
use crate::discord::interaction::rate_limit::RateLimitKind;
use crate::discord::interaction::request::{Caller, Request};
use crate::discord::rest::payload::Answer;
use crate::discord::view::accessible;
use crate::discord::view::message::{Reply, Row};
use crate::store::StoreError;

/// Why something was not done.
#[derive(Debug)]
pub(crate) enum Stop {
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
pub(crate) async fn answer(
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
        Request::Command(_) | Request::About(..) => RateLimitKind::Command,
        Request::Suggest(..) | Request::Press { .. } | Request::Form { .. } => {
            RateLimitKind::Component
        }
    };
    let done = match host.rate_limiter.check(caller.id, ask, host.now()) {
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
                Refusal::NoZone | Refusal::UnknownZone => Some(features::zone_key(reader.words)),
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
    accessible::for_reader(answer, &reader, is_public)
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
pub(crate) fn sorry(words: &Words) -> Answer {
    tell(words.say("sorry", &[]))
}

async fn carry_out(
    host: &Claimed,
    caller: &Caller,
    reader: &Reader,
    request: Request,
) -> Result<Answer, Stop> {
    match request {
        Request::Command(call) => features::run_command(host, caller, reader, &call).await,
        Request::About(_, person) => {
            host.names.note(person.id, &person.name);
            if person.is_bot {
                return Err(Refusal::Bot.into());
            }
            if person.id == caller.id {
                return Err(Refusal::Oneself.into());
            }
            Ok(features::about(reader, &person))
        }
        Request::Suggest(call, option, text) => {
            let list = features::suggest(host, caller, reader, &call, &option, &text).await?;
            Ok(Answer::Suggest(list))
        }
        Request::Press {
            id,
            values,
            is_private,
        } => match Button::read(&id) {
            Some(button) => {
                features::press(host, caller, reader, button, &values, is_private).await
            }
            None => Err(Stop::Say(reader.words.say("unknown-button", &[]))),
        },
        Request::Form {
            id,
            lines,
            is_private,
        } => match Button::read(&id) {
            Some(button) => {
                features::submit(host, caller, reader, &button, &lines, is_private).await
            }
            None => Err(Stop::Say(reader.words.say("unknown-button", &[]))),
        },
    }
}
