//! From a request to its answer: the one place where mistakes become explanations and failures an
//! apology.

use crate::app::{AppError, Refusal};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::features::{self, rules};
use crate::discord::i18n::{Words, refusal};
use crate::discord::interaction::claim::Claimed;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::idempotency::Delivery;
use crate::discord::interaction::rate_limit::RateLimitKind;
use crate::discord::interaction::request::{Invoker, Request};
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::page_for;
use crate::discord::view::accessible;
use crate::discord::view::message::{ActionRow, Message};
use crate::discord::view::reader::Reader;

/// Answers a request that was delivered for the first time.
pub(crate) async fn answer(
    host: &Context,
    caller: &Invoker,
    delivery: Delivery,
    request: Request,
) -> Response {
    let is_typing = matches!(request, Request::Suggest(..));
    // Before anything is noted about the person, who may just have asked to be forgotten.
    let claimed = match delivery.claim(host).await {
        Ok(claimed) => claimed,
        Err(_) if is_typing => return Response::Autocomplete(Vec::new()),
        Err(AppError::Refused(refused)) => {
            return tell(refusal::refusal(caller.language(), &refused));
        }
        Err(error) => return apology(caller, &error, Words::of(caller.language())),
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
        Err(_) if is_typing => Response::Autocomplete(Vec::new()),
        Err(HandlerError::Explained(content)) => tell(content),
        Err(HandlerError::NeedsInput(reply)) => Response::Ephemeral(*reply),
        Err(HandlerError::App(AppError::Refused(refused))) => {
            let said = refusal::refusal(reader.words.language(), &refused);
            let page = page_for(&refused, None);
            let key = match refused {
                Refusal::NoZone | Refusal::UnknownZone => Some(features::zone_key(reader.words)),
                _ => page.map(|page| rules::key_for_rule(&reader, page)),
            };
            Response::Ephemeral(Message {
                content: said,
                picture: None,
                rows: key
                    .map(|key| ActionRow::Buttons(vec![key]))
                    .into_iter()
                    .collect(),
            })
        }
        Err(HandlerError::App(error)) => apology(caller, &error, reader.words),
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

fn tell(content: String) -> Response {
    Response::Ephemeral(Message {
        content,
        ..Message::default()
    })
}

/// Something of ours has failed: it is written down, and the person is told once.
fn apology(caller: &Invoker, error: &AppError, words: &Words) -> Response {
    tracing::error!(%error, interaction = caller.interaction.0, "a request failed");
    sorry(words)
}

/// What is said when something of ours has failed.
pub(crate) fn sorry(words: &Words) -> Response {
    tell(words.say("sorry", &[]))
}

async fn carry_out(
    host: &Claimed,
    caller: &Invoker,
    reader: &Reader,
    request: Request,
) -> Result<Response, HandlerError> {
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
            Ok(Response::Autocomplete(list))
        }
        Request::Press {
            id,
            values,
            is_private,
        } => match CustomId::read(&id) {
            Some(button) => {
                features::press(host, caller, reader, button, &values, is_private).await
            }
            None => Err(HandlerError::Explained(
                reader.words.say("unknown-button", &[]),
            )),
        },
        Request::Form {
            id,
            lines,
            is_private,
        } => match CustomId::read(&id) {
            Some(button) => {
                features::submit(host, caller, reader, &button, &lines, is_private).await
            }
            None => Err(HandlerError::Explained(
                reader.words.say("unknown-button", &[]),
            )),
        },
    }
}
