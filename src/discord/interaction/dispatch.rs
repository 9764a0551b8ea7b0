//! From a request to its response: rate limit, handler, and the one place where a refusal becomes
//! an explanation and an error an apology.

use crate::app::{AppError, Refusal};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::features::{self, reminders, rules};
use crate::discord::heap::on_heap;
use crate::discord::i18n::{Locale, refusal};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::idempotency::Delivery;
use crate::discord::interaction::rate_limit::RateLimitKind;
use crate::discord::interaction::request::{Invoker, Request, UserOption};
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::page_for;
use crate::discord::view::accessible;
use crate::discord::view::message::{ActionRow, Message};

/// Responds to a request that this process receives for the first time.
pub(crate) async fn answer(
    ctx: &Context,
    invoker: &Invoker,
    delivery: Delivery,
    request: Request,
) -> Response {
    let is_typing = matches!(request, Request::Autocomplete(..));
    // Before anything is stored about the invoker, who may just have asked to be forgotten.
    let claimed = match delivery.claim(ctx, invoker).await {
        Ok(claimed) => claimed,
        Err(_) if is_typing => return Response::Autocomplete(Vec::new()),
        Err(AppError::Refused(refused)) => {
            return ephemeral(refusal::refusal(invoker.language(), &refused));
        }
        Err(error) => return log_internal_error(invoker, &error, Locale::of(invoker.language())),
    };
    ctx.names.note(invoker.id, &invoker.name);
    let reader = match ctx.reader(invoker).await {
        Ok(reader) => reader,
        Err(error) => return log_internal_error(invoker, &error, Locale::of(invoker.language())),
    };
    let is_public = is_on_public(&request);
    let ask = match request {
        Request::Command(_) | Request::UserCommand(..) => RateLimitKind::Command,
        Request::Autocomplete(..) | Request::Component { .. } | Request::ModalSubmit { .. } => {
            RateLimitKind::Component
        }
    };
    let done = match ctx.rate_limiter.check(invoker.id, ask, ctx.now()) {
        Ok(()) => {
            let people = chosen_people(&request);
            let is_private = is_on_ephemeral(&request);
            let cx = Cx::new(&claimed, invoker, &reader, is_private, &people);
            on_heap(|| handle(&cx, request)).await
        }
        Err(refused) => Err(refused.into()),
    };
    let answer = match done {
        Ok(answer) => answer,
        // Autocomplete shows no choices on errors.
        Err(_) if is_typing => Response::Autocomplete(Vec::new()),
        Err(HandlerError::Explained(content)) => ephemeral(content),
        Err(HandlerError::NeedsInput(reply)) => Response::Ephemeral(*reply),
        Err(HandlerError::App(AppError::Refused(refused))) => {
            let said = refusal::refusal(reader.locale.language(), &refused);
            let page = page_for(&refused, None);
            let key = match refused {
                Refusal::NoZone | Refusal::UnknownZone => {
                    Some(reminders::time_zone_button(reader.locale))
                }
                _ => page.map(|page| rules::rule_button(&reader, page)),
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
        Err(HandlerError::App(error)) => log_internal_error(invoker, &error, reader.locale),
    };
    accessible::for_reader(answer, &reader, is_public)
}

/// The users that were chosen from a user select menu.
fn chosen_people(request: &Request) -> Vec<UserOption> {
    match request {
        Request::Component { people, .. } => people.clone(),
        _ => Vec::new(),
    }
}

/// Was a component or a modal of an ephemeral message used?
const fn is_on_ephemeral(request: &Request) -> bool {
    match request {
        Request::Component { is_ephemeral, .. } | Request::ModalSubmit { is_ephemeral, .. } => {
            *is_ephemeral
        }
        _ => false,
    }
}

/// Was a component or a modal of a public message used?
const fn is_on_public(request: &Request) -> bool {
    match request {
        Request::Component { is_ephemeral, .. } | Request::ModalSubmit { is_ephemeral, .. } => {
            !*is_ephemeral
        }
        _ => false,
    }
}

fn ephemeral(content: String) -> Response {
    Response::Ephemeral(Message::text(content))
}

/// Logs an internal error; the invoker gets an apology.
fn log_internal_error(invoker: &Invoker, error: &AppError, locale: &Locale) -> Response {
    tracing::error!(%error, interaction = invoker.interaction.0, "failed to handle an interaction; the invoker gets an apology");
    internal_error_response(locale)
}

/// The apology for an internal error.
pub(crate) fn internal_error_response(locale: &Locale) -> Response {
    ephemeral(locale.text("sorry", &[]))
}

async fn handle(cx: &Cx<'_>, request: Request) -> Result<Response, HandlerError> {
    let unknown = || HandlerError::Explained(cx.reader.locale.text("unknown-button", &[]));
    match request {
        Request::Command(call) => on_heap(|| features::run_command(cx, &call)).await,
        Request::UserCommand(_, person) => {
            on_heap(|| features::run_user_command(cx, &person)).await
        }
        Request::Autocomplete(call, option, text) => {
            let list = on_heap(|| features::autocomplete(cx, &call, &option, &text)).await?;
            Ok(Response::Autocomplete(list))
        }
        Request::Component { id, values, .. } => {
            let id = CustomId::read(&id).ok_or_else(unknown)?;
            on_heap(|| features::press(cx, id, &values)).await
        }
        Request::ModalSubmit { id, lines, .. } => {
            let id = CustomId::read(&id).ok_or_else(unknown)?;
            on_heap(|| features::submit(cx, &id, &lines)).await
        }
    }
}
