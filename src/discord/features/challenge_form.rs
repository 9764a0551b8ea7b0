//! The form of a challenge: opponent, game, pace, rated or not, and *Send*. It opens from the green
//! *Challenge* button and from the menu of a user.

use crate::app::{AppError, Refusal};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::challenge::{ChallengeDraft, ChallengeFormAction};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::challenge::{make, pace_name, pace_named, terms};
use crate::discord::features::computer;
use crate::discord::i18n::{refusal, time};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::UserOption;
use crate::discord::interaction::response::Response;
use crate::discord::view::components::key;
use crate::discord::view::format::{hour, mention};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{
    ActionRow, ButtonStyle, EntityKind, EntitySelect, Message, SelectMenu, SelectOption,
};
use crate::discord::view::variants::{OfferedVariant, game_menu, offered};
use crate::model::{Pace, PlayerId};

/// Opens the form of a challenge to anyone.
pub(crate) async fn open(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    let draft = new_draft(cx, None).await?;
    Ok(Response::Ephemeral(form(cx, draft, None).await?))
}

/// Opens the form of a challenge to a user.
pub(crate) async fn open_for(cx: &Cx<'_>, person: &UserOption) -> Result<Response, HandlerError> {
    if cx.is_self(person.id) {
        return computer::open(cx, false).await;
    }
    check_opponent(cx, person)?;
    let draft = new_draft(cx, Some(person.id)).await?;
    Ok(Response::Ephemeral(form(cx, draft, None).await?))
}

/// Nobody can challenge a bot, or themselves. Everything else is checked when the challenge is sent.
fn check_opponent(cx: &Cx<'_>, person: &UserOption) -> Result<(), Refusal> {
    cx.names.note(person.id, &person.name);
    if person.is_bot {
        return Err(Refusal::Bot);
    }
    if person.id == cx.invoker.id {
        return Err(Refusal::Oneself);
    }
    Ok(())
}

/// The main variant of the first game, at the guild's default pace.
async fn new_draft(
    cx: &Cx<'_>,
    opponent: Option<PlayerId>,
) -> Result<ChallengeDraft, HandlerError> {
    let settings = cx.server(cx.invoker).await?;
    let variant = offered().next().ok_or(Refusal::UnknownGame)?;
    Ok(ChallengeDraft {
        opponent,
        variant,
        pace: settings.and_then(|settings| settings.pace),
        is_rated: false,
    })
}

/// Handles a component of the form.
pub(crate) async fn press(
    cx: &Cx<'_>,
    action: ChallengeFormAction,
    values: &[String],
) -> Result<Response, HandlerError> {
    let chosen = values.first().map(String::as_str).unwrap_or_default();
    let mut problem = None;
    let draft = match action {
        ChallengeFormAction::Opponent(mut draft) => {
            if cx
                .people
                .first()
                .is_some_and(|person| cx.is_self(person.id))
            {
                return computer::open(cx, true).await;
            }
            // Nobody is chosen if the selection is cleared.
            match cx
                .people
                .first()
                .map(|person| (person, check_opponent(cx, person)))
            {
                Some((_, Err(refused))) => problem = Some(refused),
                Some((person, Ok(()))) => draft.opponent = Some(person.id),
                None => draft.opponent = None,
            }
            draft
        }
        ChallengeFormAction::Game(mut draft) => {
            draft.variant = OfferedVariant::of_value(chosen).unwrap_or(draft.variant);
            draft
        }
        ChallengeFormAction::Pace(mut draft) => {
            draft.pace = pace_named(chosen, draft.pace);
            draft.is_rated &= draft.pace.is_some();
            draft
        }
        ChallengeFormAction::Rated(mut draft) => {
            if draft.pace.is_none() && !draft.is_rated {
                problem = Some(Refusal::RatedClock);
            } else {
                draft.is_rated = !draft.is_rated;
            }
            draft
        }
        ChallengeFormAction::Send(draft) => match send(cx, draft).await {
            Err(HandlerError::App(AppError::Refused(refused))) => {
                problem = Some(refused);
                draft
            }
            sent => return sent,
        },
    };
    let form = form(cx, draft, problem.as_ref()).await?;
    Ok(Response::Update(form))
}

/// Sends the challenge; the response replaces the form.
async fn send(cx: &Cx<'_>, draft: ChallengeDraft) -> Result<Response, HandlerError> {
    let mut terms = terms(draft.variant.game, draft.variant.name);
    terms.pace = draft.pace;
    terms.is_rated = draft.is_rated;
    // Bots were refused when they were chosen.
    let person = draft.opponent.map(|id| UserOption {
        id,
        name: UserText::default(),
        is_bot: false,
    });
    match make(cx, person.as_ref(), terms).await? {
        Response::Ephemeral(reply) => Ok(Response::Update(reply)),
        other => Ok(other),
    }
}

/// The form, with the reason why it could not be sent or changed.
async fn form(
    cx: &Cx<'_>,
    draft: ChallengeDraft,
    problem: Option<&Refusal>,
) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let id = |action: ChallengeFormAction| CustomId::Menu(MenuAction::ChallengeForm(action));
    let mut lines = Vec::new();
    lines.extend(problem.map(|refused| {
        let why = refusal::refusal(locale.language(), refused);
        locale.text("challenge-problem", &[("why", why.into())])
    }));
    lines.push(match draft.opponent {
        Some(opponent) => {
            let opponent = ("opponent", mention(opponent).into());
            locale.text("challenge-form-to", &[opponent])
        }
        // In a direct message to the bot there is nobody else.
        None if cx.invoker.server.is_none() && cx.invoker.is_home => {
            refusal::refusal(locale.language(), &Refusal::NobodyHere)
        }
        None => say("challenge-form-open"),
    });
    if draft.is_rated
        && let Some(opponent) = draft.opponent
        && let Some(until) = cx.app.pair_limit(cx.invoker.id, opponent, cx.now()).await?
    {
        lines.push(locale.text("rating-limit", &[("when", hour(until).into())]));
    }
    lines.push(cx.text_with_commands(locale, "challenge-form-more", []));
    let rated = if draft.is_rated {
        ("challenge-rated-yes", ButtonStyle::Primary)
    } else {
        ("challenge-rated-no", ButtonStyle::Plain)
    };
    let send = match draft.opponent {
        Some(_) => "key-challenge-send",
        None => "key-challenge-send-open",
    };
    let rows = vec![
        ActionRow::EntitySelect(EntitySelect {
            id: id(ChallengeFormAction::Opponent(draft)).write(),
            placeholder: say("challenge-anyone"),
            kind: EntityKind::Users,
            chosen: draft.opponent.iter().map(|player| player.0).collect(),
            most: 1,
        }),
        ActionRow::SelectMenu(SelectMenu {
            id: id(ChallengeFormAction::Game(draft)).write(),
            placeholder: say("challenge-which"),
            options: game_menu(locale, Some(draft.variant)),
        }),
        ActionRow::SelectMenu(SelectMenu {
            id: id(ChallengeFormAction::Pace(draft)).write(),
            placeholder: say("challenge-pace"),
            options: pace_menu(cx, draft.pace),
        }),
        ActionRow::Buttons(vec![
            key(
                &id(ChallengeFormAction::Rated(draft)),
                say(rated.0),
                rated.1,
            ),
            key(
                &id(ChallengeFormAction::Send(draft)),
                say(send),
                ButtonStyle::Good,
            ),
        ]),
    ];
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

/// The time controls that are offered, and the guild's if it is another one.
fn pace_menu(cx: &Cx<'_>, chosen: Option<Pace>) -> Vec<SelectOption> {
    let mut paces = Pace::OFFERED.to_vec();
    if !paces.contains(&chosen) {
        paces.push(chosen);
    }
    let option = |pace: Option<Pace>| SelectOption {
        label: time::pace(cx.reader.locale, pace),
        value: pace_name(pace),
        description: None,
        is_chosen: pace == chosen,
    };
    paces.into_iter().map(option).collect()
}
