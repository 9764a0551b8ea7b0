//! `/challenge`: makes challenges, and answers the buttons of their cards.

use hexpost_engine::side::Side;
use serde_json::{Value, json};
use serenity::all::CommandType;

use crate::app::challenge::standing::{MAX_AT_ONCE, USUAL_AT_ONCE};
use crate::app::people::settings::Language;
use crate::app::{AppError, NewChallenge, Opponent, Refusal};
use crate::discord::features::computer;
use crate::discord::features::game_place::{BETWEEN_LOOKS, LOOKS, challenge_channel, place};
use crate::discord::i18n::{Locale, time};
use crate::discord::interaction::command::{
    BOOLEAN, INTEGER, STRING, USER, choice, command, everywhere, game_choices, option,
};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::{CommandCall, Invoker, UserOption};
use crate::discord::interaction::response::{Publication, Response};
use crate::discord::interaction::viewer::{may_accept, may_moderate, may_play};
use crate::discord::view::challenge::{GameOn, card, card_with_place, rating_limit};
use crate::discord::view::format::mention;
use crate::discord::view::format::without_seed;
use crate::discord::view::game_summary::message_link;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::Message;
use crate::model::{
    Challenge, GameId, MessageKind, Pace, PlayerId, PostedMessage, Seat, StoredVariant, Terms,
};

/// The option value for a game without a clock.
const NO_PACE: &str = "none";

/// The longest note, in characters.
const MAX_NOTE: u16 = 200;

/// The usual terms of a game.
pub(crate) fn terms(game: &str, variant: &str) -> Terms {
    Terms {
        variant: StoredVariant::parse(game, variant),
        seat: Seat::Random,
        pace: None,
        is_rated: false,
        note: None,
    }
}

pub(crate) fn slash_command() -> Value {
    let mut game = option(STRING, "challenge", "game");
    game["required"] = json!(true);
    game["choices"] = game_choices();
    let mut side = option(STRING, "challenge", "side");
    side["choices"] = ["random", "first", "second"]
        .into_iter()
        .map(|value| choice(value, |locale| locale.text(&format!("side-{value}"), &[])))
        .collect();
    let mut pace = option(STRING, "challenge", "pace");
    pace["choices"] = pace_choices();
    let mut timeout = option(STRING, "challenge", "timeout");
    timeout["choices"] = ["soft", "hard"]
        .into_iter()
        .map(|value| choice(value, |locale| locale.text(&format!("flag-{value}"), &[])))
        .collect();
    let mut note = option(STRING, "challenge", "note");
    note["max_length"] = json!(MAX_NOTE);
    let opponent = option(USER, "challenge", "opponent");
    let rated = option(BOOLEAN, "challenge", "rated");
    let standing = option(BOOLEAN, "challenge", "standing");
    let mut most = option(INTEGER, "challenge", "max-games");
    most["min_value"] = json!(1);
    most["max_value"] = json!(MAX_AT_ONCE);
    let options = vec![
        game, opponent, side, pace, timeout, rated, note, standing, most,
    ];
    command("challenge", options)
}

/// All time controls, as choices of an option.
pub(crate) fn pace_choices() -> Value {
    let choices = Pace::OFFERED
        .into_iter()
        .map(|pace| choice(pace_name(pace), |locale| time::pace(locale, pace)));
    choices.collect()
}

/// The option value of a time control.
pub(crate) fn pace_name(pace: Option<Pace>) -> String {
    pace.map_or_else(|| NO_PACE.to_owned(), |pace| pace.to_string())
}

/// The time control with this option value; `before` if there is none.
pub(crate) fn pace_named(name: &str, before: Option<Pace>) -> Option<Pace> {
    let mut known = Pace::OFFERED.into_iter();
    let named = known.find(|pace| pace_name(*pace) == name);
    named.unwrap_or(before)
}

/// The chosen time control, or the guild's default.
fn chosen_pace(call: &CommandCall, usual: Option<Pace>) -> Result<Option<Pace>, Refusal> {
    let pace = match call.string("pace") {
        Some(NO_PACE) => None,
        Some(text) => Some(text.parse().map_err(|_| Refusal::Days)?),
        None => usual,
    };
    let is_hard = call.string("timeout") == Some("hard");
    Ok(pace.map(|pace| pace.with_flag(is_hard)))
}

/// The definition of the user command.
pub(crate) fn user_command() -> Value {
    let english = Locale::of(Language::English);
    let names: serde_json::Map<String, Value> = crate::discord::interaction::command::OTHERS
        .into_iter()
        .map(|(language, code)| {
            let name = Locale::of(language).text("menu-challenge", &[]);
            (code.to_owned(), json!(name))
        })
        .collect();
    let mut form = everywhere(CommandType::User);
    form["name"] = json!(english.text("menu-challenge", &[]));
    form["name_localizations"] = Value::Object(names);
    form
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let wanted = call.string("game").unwrap_or_default();
    let (game, name) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let mut terms = terms(game, name);
    terms.seat = match call.string("side") {
        Some("first") => Seat::Mine,
        Some("second") => Seat::Theirs,
        _ => Seat::Random,
    };
    let usual = cx
        .server(cx.invoker)
        .await?
        .and_then(|settings| settings.pace);
    terms.pace = chosen_pace(call, usual)?;
    terms.is_rated = call.flag("rated").unwrap_or_default();
    terms.note = call.string("note").map(str::to_owned);
    if let Some(opponent) = call.person("opponent")
        && cx.is_self(opponent.id)
    {
        return computer::open_with(cx, &terms).await;
    }
    let is_standing = call
        .flag("standing")
        .unwrap_or(call.number("max-games").is_some());
    if is_standing {
        let most = call.number("max-games").unwrap_or(USUAL_AT_ONCE);
        return make_standing(cx, call.person("opponent"), terms, most).await;
    }
    make(cx, call.person("opponent"), terms).await
}

async fn new_challenge(
    cx: &Cx<'_>,
    opponent: Option<&UserOption>,
    terms: Terms,
) -> Result<NewChallenge, HandlerError> {
    may_play(cx).await?;
    Ok(NewChallenge {
        opponent: opponent.map(|person| Opponent {
            id: person.id,
            is_bot: person.is_bot,
        }),
        server: cx.invoker.server,
        channel: challenge_channel(cx).await?,
        terms,
    })
}

/// Makes a standing challenge, which is posted again whenever it is accepted.
async fn make_standing(
    cx: &Cx<'_>,
    opponent: Option<&UserOption>,
    terms: Terms,
    most: i64,
) -> Result<Response, HandlerError> {
    if cx.missing_access(cx.invoker).is_some() {
        // Where the bot can only respond, it can't post the challenge again.
        return Err(Refusal::StandingServer.into());
    }
    let new = new_challenge(cx, opponent, terms).await?;
    cx.app.make_standing_challenge(&cx.act(), new, most).await?;
    cx.wake();
    let most = ("count", (most.max(0) as u64).into());
    Ok(Response::Ephemeral(Message::text(
        cx.reader.locale.text("challenge-made-standing", &[most]),
    )))
}

/// Makes a challenge, or accepts that of the opponent on the same terms.
pub(crate) async fn make(
    cx: &Cx<'_>,
    opponent: Option<&UserOption>,
    terms: Terms,
) -> Result<Response, HandlerError> {
    // Nobody else can accept it here.
    if opponent.is_none() && cx.invoker.server.is_none() && cx.invoker.is_home {
        return Err(Refusal::NobodyHere.into());
    }
    let new = new_challenge(cx, opponent, terms).await?;
    let act = cx.act();
    let made = match cx.app.challenge(&act, new).await {
        // Challenging the challenger on the same terms accepts the challenge.
        Err(AppError::Refused(Refusal::Crossing(id))) => {
            may_accept(cx, id).await?;
            cx.app.accept(&act, id).await?;
            cx.remember_token(id, cx.invoker);
            cx.wake();
            let other = opponent
                .map(|person| mention(person.id))
                .unwrap_or_default();
            let other = ("opponent", other.into());
            let said = match place(cx, id).await? {
                Some(place) => {
                    let args = [other, ("place", place.into())];
                    cx.reader.locale.text("crossing-accepted-place", &args)
                }
                None => cx.reader.locale.text("crossing-accepted", &[other]),
            };
            return Ok(Response::Ephemeral(Message::text(said)));
        }
        made => made?,
    };
    cx.remember_token(made.id, cx.invoker);
    cx.wake();
    let locale = cx.reader.locale;
    let said = match made.opponent {
        Some(opponent) => {
            let opponent = ("opponent", mention(opponent).into());
            locale.text("challenge-made", &[opponent])
        }
        None => locale.text("challenge-made-open", &[]),
    };
    let said = match card_elsewhere(cx, &made).await? {
        Some(place) => locale.text(
            "challenge-made-place",
            &[("said", said.into()), ("place", place.into())],
        ),
        None => said,
    };
    Ok(Response::Ephemeral(Message::text(said)))
}

/// A link to the card of a challenge that was made in a thread: the card is posted in the thread's
/// channel. The delivery worker is about to post it; if that takes too long, a link to the channel.
async fn card_elsewhere(cx: &Cx<'_>, made: &Challenge) -> Result<Option<String>, AppError> {
    let Some(channel) = made.channel.filter(|_| made.server.is_some()) else {
        return Ok(None);
    };
    if channel == cx.invoker.channel || cx.missing_access(cx.invoker).is_some() {
        return Ok(None);
    }
    for _ in 0..LOOKS {
        let posts = cx.app.posted_messages(made.id).await?;
        if let Some(card) = posts.iter().find(|post| post.what == MessageKind::Card) {
            // Where the bot may not post, the card is a direct message to the opponent.
            let is_there = card.channel == channel;
            return Ok(message_link(made.server, card).filter(|_| is_there));
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Ok(Some(format!("<#{channel}>")))
}

/// The terms of a variant chosen from a menu, with the guild's default time control.
async fn chosen_terms(cx: &Cx<'_>, value: &str) -> Result<Terms, HandlerError> {
    let (game, name) = value.split_once(' ').unwrap_or((value, ""));
    let mut terms = terms(game, name);
    let usual = cx
        .server(cx.invoker)
        .await?
        .and_then(|settings| settings.pace);
    terms.pace = usual;
    Ok(terms)
}

/// Makes an open challenge with the variant chosen from the menu of an earlier version.
pub(crate) async fn against_anyone(cx: &Cx<'_>, value: &str) -> Result<Response, HandlerError> {
    let terms = chosen_terms(cx, value).await?;
    match make(cx, None, terms).await? {
        // The response replaces the menu.
        Response::Ephemeral(reply) => Ok(Response::Update(reply)),
        other => Ok(other),
    }
}

/// Challenges a user with the variant chosen from the menu of an earlier version.
pub(crate) async fn against(
    cx: &Cx<'_>,
    opponent: PlayerId,
    value: &str,
) -> Result<Response, HandlerError> {
    let terms = chosen_terms(cx, value).await?;
    // Bots were refused when the menu was opened.
    let person = UserOption {
        id: opponent,
        name: UserText::default(),
        is_bot: false,
    };
    let made = make(cx, Some(&person), terms).await?;
    // The menu has done its work.
    match made {
        Response::Ephemeral(reply) => Ok(Response::Update(reply)),
        other => Ok(other),
    }
}

/// Challenges the opponent of a finished game to a rematch with sides swapped.
pub(crate) async fn rematch(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    let game = cx.app.game(id, cx.now()).await?;
    let side = game.row.side_of(cx.invoker.id);
    let side = side.ok_or(Refusal::NotAPlayer)?;
    if let Some(computer) = game.computer {
        return computer::rematch(cx, &game, side, computer).await;
    }
    let other = game.row.players[!side].ok_or(Refusal::UnknownGame)?;
    // A dealt variant gets a new deal.
    let (kind, full) = (game.row.variant.game_name(), game.row.variant.name());
    let undealt = StoredVariant::parse(kind, without_seed(&full));
    let is_dealt = matches!(undealt, StoredVariant::Undealt { .. });
    let mut terms = terms(kind, if is_dealt { without_seed(&full) } else { &full });
    terms.pace = game.row.pace;
    // Rated games need a clock now, even if the first one had none.
    terms.is_rated = game.row.is_rated && terms.pace.is_some();
    terms.seat = match side {
        Side::First => Seat::Theirs,
        Side::Second => Seat::Mine,
    };
    let person = UserOption {
        id: other,
        name: UserText::default(),
        is_bot: false,
    };
    make(cx, Some(&person), terms).await
}

/// Accepts a challenge.
pub(crate) async fn accept(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    may_accept(cx, id).await?;
    cx.app.accept(&cx.act(), id).await?;
    accepted(cx, id, true).await
}

/// Declines a challenge.
pub(crate) async fn decline(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    cx.app.decline(&cx.act(), id).await?;
    update_card(cx, id).await
}

/// Withdraws a challenge. Moderators may remove those of others.
pub(crate) async fn withdraw(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    let challenge = cx.app.challenge_by_id(id).await?;
    let is_own = challenge.challenger == Some(cx.invoker.id);
    if !is_own && may_moderate(cx, challenge.server).await? {
        cx.app.remove_challenge(&cx.act(), id).await?;
    } else {
        cx.app.withdraw(&cx.act(), id).await?;
    }
    update_card(cx, id).await
}

/// Updates the card of a decided challenge.
pub(crate) async fn update_card(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    cx.remember_token(id, cx.invoker);
    let challenge = cx.app.challenge_by_id(id).await?;
    for post in cx.app.posted_messages(id).await? {
        // The other cards are updated by the delivery worker.
        if is_card_here(&post, cx.invoker) {
            cx.app.close_message(id, &post, false).await?;
        }
    }
    cx.wake();
    let locale = public_locale(cx, &challenge).await?;
    let rematch = cx.app.rematch_of(&challenge).await?;
    Ok(Response::Update(card(&challenge, rematch, locale)))
}

/// Announces an accepted challenge in public, with a link to the game. Discord shows the id of the
/// interaction on this message, so that anyone can verify the fair draw. A known card is updated by
/// the delivery worker; `is_card` says whether a card was pressed at all.
///
/// Where the bot can only respond, the first board is the public response, and the card is updated
/// as usual.
pub(crate) async fn accepted(
    cx: &Cx<'_>,
    id: GameId,
    is_card: bool,
) -> Result<Response, HandlerError> {
    if cx.missing_access(cx.invoker).is_some() {
        return update_card(cx, id).await;
    }
    cx.remember_token(id, cx.invoker);
    cx.wake();
    let challenge = cx.app.challenge_by_id(id).await?;
    let locale = public_locale(cx, &challenge).await?;
    let is_known = cx.app.posted_messages(id).await?;
    let is_known = is_known.iter().any(|post| is_card_here(post, cx.invoker));
    let place = place(cx, id).await?;
    let rating_limit = rating_limit(cx, &challenge, Some(cx.invoker.id), locale).await?;
    let answer = GameOn {
        game: id,
        player: cx.invoker.id,
        language: locale.language(),
        rating_limit,
    };
    let rematch = cx.app.rematch_of(&challenge).await?;
    let card = || card_with_place(&challenge, rematch, locale, place.as_deref());
    Ok(Response::Public(Box::new(Publication {
        reply: answer.message(place.as_deref()),
        ping: None,
        pressed: (is_card && !is_known).then(card),
        // Direct messages have no links.
        without_place: Some(answer).filter(|_| place.is_none() && challenge.server.is_some()),
    })))
}

fn is_card_here(post: &PostedMessage, invoker: &Invoker) -> bool {
    post.what == MessageKind::Card && post.channel == invoker.channel
}

/// The language of a card: the guild's, or that of the opponent.
async fn public_locale(
    cx: &Cx<'_>,
    challenge: &Challenge,
) -> Result<&'static Locale, HandlerError> {
    if let Some(locale) = cx.public_locale(challenge.server).await? {
        return Ok(locale);
    }
    let reader = challenge.opponent.unwrap_or(cx.invoker.id);
    Ok(cx.reader_of(reader).await?.locale)
}
