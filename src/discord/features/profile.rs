//! `/profile`: the ratings and results of a player.

use hexpost_render::Drawing;
use hexpost_render::alt_text::MAX_CHARS;
use hexpost_render::chart::{RatingChart, RatingSeries};
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
use crate::discord::view::format::{day, mention};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, Message, Picture, cut};
use crate::discord::view::reader::Reader;
use crate::model::{PlayerId, Time, TournamentFormat};

/// How many titles are named.
const MAX_TITLES: usize = 8;

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
    let Some(mut reply) = message(cx, cx.reader, player, cx.invoker.id).await? else {
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
    reader: &Reader,
    player: PlayerId,
    by: PlayerId,
) -> Result<Option<Message>, HandlerError> {
    let locale = reader.locale;
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
    lines.extend(titles(cx, locale, player, by).await?);
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
    Ok(Some(Message {
        content: lines.join("\n"),
        picture: chart(reader, &profile.records),
        rows: Vec::new(),
    }))
}

/// The tournaments that a player has won on this server; outside of servers, only the reader's own.
async fn titles(
    cx: &Cx<'_>,
    locale: &Locale,
    player: PlayerId,
    by: PlayerId,
) -> Result<Option<String>, HandlerError> {
    let mut titles = cx.app.titles_of(player).await?;
    match cx.invoker.server {
        Some(server) => titles.retain(|title| title.server == server),
        None if player == by => {}
        None => titles.clear(),
    }
    let others = titles.len().saturating_sub(MAX_TITLES);
    let named = titles.iter().take(MAX_TITLES).map(|title| {
        let args = [
            ("name", UserText::line(&title.name).into()),
            ("when", day(title.at).into()),
            ("number", (title.season.max(1) as u64).into()),
            ("at", (title.division + 1).into()),
        ];
        match title.format {
            TournamentFormat::League => locale.text("profile-title-season", &args),
            _ => locale.text("profile-title-once", &args),
        }
    });
    let mut named: Vec<String> = named.collect();
    if others > 0 {
        named.push(locale.text("tournament-and-others", &[("count", others.into())]));
    }
    let all = ("titles", named.join(", ").into());
    Ok((!named.is_empty()).then(|| locale.text("profile-titles", &[all])))
}

/// The ratings over time; `None` before the second rated game of a kind.
fn chart(reader: &Reader, records: &[GameStats]) -> Option<Picture> {
    let locale = reader.locale;
    let records = records.iter().filter(|record| record.history.len() > 1);
    let records: Vec<&GameStats> = records.collect();
    let whole = |rating: f64| rating.round() as i32;
    let series = records.iter().map(|record| RatingSeries {
        name: game_name(locale, record.kind),
        points: record
            .history
            .iter()
            .map(|(at, rating)| (at.0, whole(*rating)))
            .collect(),
    });
    let series: Vec<RatingSeries> = series.collect();
    let times = || series.iter().flat_map(|series| &series.points);
    let first = times().map(|(at, _)| *at).min()?;
    let last = times().map(|(at, _)| *at).max()?;
    let told = series.iter().map(|series| {
        let ratings = || series.points.iter().map(|(_, rating)| *rating);
        let number = |rating: Option<i32>| rating.unwrap_or_default().to_string().into();
        let args = [
            ("game", series.name.as_str().into()),
            ("count", series.points.len().into()),
            ("first", number(ratings().next())),
            ("last", number(ratings().next_back())),
            ("lowest", number(ratings().min())),
            ("highest", number(ratings().max())),
        ];
        locale.text("profile-chart-alt", &args)
    });
    let alt = told.collect::<Vec<_>>().join(" ");
    Some(Picture {
        view: Drawing::Ratings(RatingChart {
            theme: reader.theme(),
            from: date(first),
            to: date(last),
            series,
        }),
        alt: cut(alt, MAX_CHARS),
        file: "ratings.png",
    })
}

/// A date in a form that is understood in every language.
fn date(millisecond: i64) -> String {
    let moment = jiff::Timestamp::from_millisecond(millisecond).unwrap_or_default();
    moment.strftime("%Y-%m-%d").to_string()
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
