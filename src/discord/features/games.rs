//! `/games`: the games one is in, the most urgent first.

use serde_json::Value;

use crate::app::game::queries::Listed;
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::menu::Other;
use crate::discord::features::command;
use crate::discord::features::help::empty_row;
use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::interaction::viewer::viewer;
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{key, last_day, mention, moment, variant};
use crate::discord::view::message::{Key, LONGEST_TEXT, Reply, Row, Style};
use crate::model::{Challenge, GameRow, MessageKind, PostedMessage, ServerId};
use crate::store::StoreError;

/// So many games stand on a page: with links, names and vacations they fill a message.
const PAGE: usize = 7;
/// So many challenges are listed below them, as far as there is room.
const MOST_CHALLENGES: usize = 10;
/// So many suggestions are shown.
const MOST: usize = 25;

pub(crate) fn slash_command() -> Value {
    command("games", Vec::new())
}

pub(crate) async fn run(host: &Host, caller: &Caller, reader: &Reader) -> Result<Answer, Stop> {
    Ok(Answer::Tell(list(host, caller, reader, 0).await?))
}

/// A page of the list.
pub(crate) async fn list(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    page: u16,
) -> Result<Reply, Stop> {
    let words = reader.words;
    let games = host.app.my_games(caller.id, host.now()).await?;
    let to_me = host.app.challenges_to(caller.id).await?;
    let by_me = host.app.challenges_by(caller.id).await?;
    let viewer = viewer(caller);
    let followed = host.app.visible_followed(&viewer, &host.channels).await?;
    let followed = followed.len();
    if games.is_empty() && to_me.is_empty() && by_me.is_empty() && followed == 0 {
        return Ok(Reply {
            content: words.say("games-none", &[]),
            picture: None,
            rows: vec![empty_row(words)],
        });
    }
    let pages = games.len().div_ceil(PAGE).max(1);
    let page = usize::from(page).min(pages - 1);
    let mut lines = vec![words.say("games-title", &[("count", games.len().into())])];
    for listed in games.iter().skip(page * PAGE).take(PAGE) {
        let place = link(host, &listed.row).await?;
        lines.push(line(host, reader, listed, &place).await?);
    }
    for challenge in to_me.iter().chain(&by_me).take(MOST_CHALLENGES) {
        let name = variant(words, &challenge.terms.game, &challenge.terms.variant);
        let other = if challenge.challenger == Some(caller.id) {
            challenge.opponent
        } else {
            challenge.challenger
        };
        let other = other.map_or_else(|| words.say("anyone", &[]), mention);
        let key = if challenge.challenger == Some(caller.id) {
            "games-challenge-by"
        } else {
            "games-challenge-to"
        };
        let said = words.say(key, &[("variant", name.into()), ("other", other.into())]);
        let card = card_link(host, challenge).await?;
        lines.push(format!("{said} {card}").trim_end().to_owned());
    }
    while lines.len() > 1 && length(&lines) > LONGEST_TEXT {
        lines.pop();
    }
    let mut rows = Vec::new();
    if pages > 1 {
        let turn = |to: usize, label: &str, is_disabled: bool| Key {
            is_disabled,
            ..key(
                &Button::Other(Other::Games(to as u16)),
                label.to_owned(),
                Style::Plain,
            )
        };
        // Before the first page there is none, but a key that can't be pressed needs a name of its own.
        rows.push(Row::Keys(vec![
            turn(page.wrapping_sub(1) & 0xffff, "◀", page == 0),
            turn(page + 1, "▶", page + 1 == pages),
        ]));
    }
    if followed > 0 {
        let button = Button::Other(Other::Followed(0));
        let label = words.say("key-followed", &[("count", followed.into())]);
        rows.push(Row::Keys(vec![key(&button, label, Style::Plain)]));
    }
    Ok(Reply {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

/// How long some lines are together.
fn length(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count() + 1).sum()
}

/// A link to a message. Between people the same conversation has other numbers for each of them, so
/// there is none.
pub(crate) fn message_link(server: Option<ServerId>, post: &PostedMessage) -> Option<String> {
    let (server, channel, message) = (server?, post.channel, post.message);
    Some(format!(
        "https://discord.com/channels/{server}/{channel}/{message}"
    ))
}

/// Where a challenge can be answered.
async fn card_link(host: &Host, challenge: &Challenge) -> Result<String, StoreError> {
    let posts = host.app.posts(challenge.id).await?;
    let is_card = |post: &&PostedMessage| {
        post.what == MessageKind::Card && Some(post.channel) == challenge.channel
    };
    let card = posts.iter().rev().find(is_card);
    let link = card.and_then(|post| message_link(challenge.server, post));
    Ok(link.unwrap_or_default())
}

/// Where a game is: a link to its latest board, or its channel.
pub(crate) async fn link(host: &Host, row: &GameRow) -> Result<String, StoreError> {
    let posts = host.app.posts(row.id).await?;
    let place = row.thread.or(row.channel);
    let is_shown =
        |post: &&PostedMessage| matches!(post.what, MessageKind::Board | MessageKind::Card);
    let mut shown = posts.iter().rev().filter(is_shown);
    let latest = shown.find(|post| Some(post.channel) == place);
    let link = latest.and_then(|post| message_link(row.server, post));
    Ok(match (link, place) {
        (Some(link), _) => link,
        (None, Some(place)) if row.server.is_some() => format!("<#{place}>"),
        _ => String::new(),
    })
}

pub(crate) async fn line(
    host: &Host,
    reader: &Reader,
    listed: &Listed,
    place: &str,
) -> Result<String, Stop> {
    let words = reader.words;
    let row = &listed.row;
    let other = row.players[!listed.side].map_or_else(|| words.say("someone", &[]), mention);
    let name = variant(words, &row.game, &row.variant);
    let when = row.status.deadline.map(moment).unwrap_or_default();
    let is_late = listed.left.is_some_and(|left| left <= 0);
    let key = match (listed.is_mine, row.status.deadline) {
        (true, Some(_)) if is_late => "games-mine-late",
        (true, Some(_)) => "games-mine-until",
        (true, None) => "games-mine",
        (false, Some(_)) if is_late => "games-theirs-late",
        (false, Some(_)) => "games-theirs-until",
        (false, None) => "games-theirs",
    };
    let said = words.say(
        key,
        &[
            ("variant", name.into()),
            ("other", other.into()),
            ("when", when.into()),
        ],
    );
    // Whose turn it is, is of interest; whoever waits may wait at the sea.
    let mover = row.status.to_move.and_then(|side| row.players[side]);
    let away = match mover {
        Some(mover) => host.app.away_until(mover).await?,
        None => None,
    };
    let said = match away {
        Some(until) => {
            let key = if listed.is_mine {
                "games-away-own"
            } else {
                "games-away"
            };
            let away = words.say(key, &[("when", last_day(until).into())]);
            format!("{said} — {away}")
        }
        None => said,
    };
    Ok(format!("{said} {place}").trim_end().to_owned())
}

/// One's games as suggestions, with opponent, game and whose turn it is.
pub(crate) async fn suggested(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    text: &str,
) -> Result<Vec<Suggestion>, Stop> {
    let games = host.app.my_games(caller.id, host.now()).await?;
    let others = games
        .iter()
        .filter_map(|listed| listed.row.players[!listed.side]);
    host.names.learn(others).await;
    let text = text.trim().to_lowercase();
    let mut list = Vec::new();
    for listed in games {
        if list.len() == MOST {
            break;
        }
        let label = label(host, reader, &listed);
        if label.to_lowercase().contains(&text) {
            list.push(Suggestion {
                label,
                value: listed.row.id.to_string(),
            });
        }
    }
    Ok(list)
}

/// A game in a menu: opponent, game, whose turn, and a number that tells equal ones apart. Only names that
/// are known stand there.
pub(crate) fn label(host: &Host, reader: &Reader, listed: &Listed) -> String {
    let words = reader.words;
    let row = &listed.row;
    let name = row.players[!listed.side].and_then(|player| host.names.known(player));
    let name = name.map_or_else(|| words.say("someone", &[]), |name| name.plain().to_owned());
    let key = if listed.is_mine {
        "label-mine"
    } else {
        "label-theirs"
    };
    let said = words.say(
        key,
        &[
            ("variant", variant(words, &row.game, &row.variant).into()),
            ("other", name.into()),
        ],
    );
    let said: String = said.chars().take(85).collect();
    format!("{said} · #{}", row.id)
}
