//! `/profile`: the ratings and results of a player.

use serde_json::Value;

use crate::app::Refusal;
use crate::app::rating::is_provisional;
use crate::app::rating::stats::GameStats;
use crate::discord::custom_id::share::ShareAction;
use crate::discord::features::share_button::share_button;
use crate::discord::i18n::Locale;
use crate::discord::i18n::rating::{
    against, deviation_in_words, form_in_words, game_name, rating_in_words, tally_in_words,
};
use crate::discord::interaction::command::{USER, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::format::mention;
use crate::discord::view::message::{ActionRow, Message};
use crate::model::{PlayerId, Time};

pub(crate) fn slash_command() -> Value {
    command("profile", vec![option(USER, "profile", "person")])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let person = call.person("person");
    if person.is_some_and(|person| person.is_bot) {
        return Err(Refusal::Bot.into());
    }
    let player = person.map_or(cx.invoker.id, |person| person.id);
    let locale = cx.reader.locale;
    let Some(mut reply) = message(cx, locale, player, cx.invoker.id).await? else {
        let content = if player == cx.invoker.id {
            locale.text("profile-own-none", &[])
        } else {
            locale.text("profile-none", &[("player", mention(player).into())])
        };
        return Ok(Response::Ephemeral(Message::text(content)));
    };
    if let Some(share) = share_button(cx, ShareAction::Profile(player)).await? {
        reply.rows.push(ActionRow::Buttons(vec![share]));
    }
    Ok(Response::Ephemeral(reply))
}

/// A player's profile as another player reads it, or everyone if both are the same; `None` before the
/// first finished game.
pub(crate) async fn message(
    cx: &Cx<'_>,
    locale: &Locale,
    player: PlayerId,
    by: PlayerId,
) -> Result<Option<Message>, HandlerError> {
    let profile = cx.app.profile(player, by).await?;
    if profile.records.is_empty() {
        return Ok(None);
    }
    let whose = ("player", mention(player).into());
    let now = cx.now();
    let mut lines = vec![locale.text("profile-title", &[whose])];
    for record in &profile.records {
        lines.extend(record_lines(locale, record, now));
    }
    if !profile.recent.is_empty() {
        let form = ("form", form_in_words(locale, &profile.recent).into());
        lines.push(locale.text("profile-form", &[form]));
    }
    let is_provisional = |record: &GameStats| {
        let rating = record.rating.as_ref();
        rating.is_some_and(|rating| is_provisional(rating, now))
    };
    if profile.records.iter().any(is_provisional) {
        lines.push(locale.text("rating-provisional", &[]));
    }
    Ok(Some(Message::text(lines.join("\n"))))
}

/// The rating and the results in one game.
fn record_lines(locale: &Locale, record: &GameStats, now: Time) -> Vec<String> {
    let game = ("game", game_name(locale, record.kind).into());
    let mut lines = Vec::new();
    lines.push(match &record.rating {
        Some(rating) => locale.text(
            "profile-rating",
            &[
                game,
                ("rating", rating_in_words(rating, now).into()),
                ("deviation", deviation_in_words(rating, now).into()),
                ("count", (rating.games.max(0) as u64).into()),
            ],
        ),
        None => locale.text("profile-unrated", &[game]),
    });
    let sides = [
        ("profile-first", &record.tallies.first),
        ("profile-second", &record.tallies.second),
    ];
    for (key, tally) in sides {
        if tally.games() > 0 {
            lines.push(locale.text(key, &[("tally", tally_in_words(locale, tally).into())]));
        }
    }
    if record.against.games() > 0 {
        lines.push(against(locale, &record.against));
    }
    lines
}
