//! `/games`: the running games of the invoker, the most urgent first.

use serde_json::Value;

use crate::app::AppError;
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::interaction::command::command;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::viewer;
use crate::discord::view::components::{first_steps_row, key};
use crate::discord::view::format::{mention, variant};
use crate::discord::view::game_summary::{label, line, link, message_link};
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, MAX_TEXT, Message};
use crate::model::{Challenge, MessageKind, PostedMessage};

/// Games on a page: with links, names and vacations they fill a message.
const PAGE: usize = 7;
/// Maximum number of challenges listed below the games.
const MAX_CHALLENGES: usize = 10;
/// Discord's limit of autocomplete choices.
const MOST: usize = 25;

pub(crate) fn slash_command() -> Value {
    command("games", Vec::new())
}

pub(crate) async fn run(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    Ok(Response::Ephemeral(list(cx, 0).await?))
}

/// The buttons that turn the pages of the list.
pub(crate) async fn press(cx: &Cx<'_>, page: u16) -> Result<Response, HandlerError> {
    Ok(Response::Update(list(cx, page).await?))
}

/// A page of the list.
pub(crate) async fn list(cx: &Cx<'_>, page: u16) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let games = cx.app.my_games(cx.invoker.id, cx.now()).await?;
    let to_me = cx.app.challenges_to(cx.invoker.id).await?;
    let by_me = cx.app.challenges_by(cx.invoker.id).await?;
    let viewer = viewer(cx.invoker);
    let followed = cx.app.visible_followed(&viewer, &cx.channels).await?;
    let followed = followed.len();
    if games.is_empty() && to_me.is_empty() && by_me.is_empty() && followed == 0 {
        return Ok(Message {
            content: locale.text("games-none", &[]),
            picture: None,
            rows: vec![first_steps_row(locale)],
        });
    }
    let pages = games.len().div_ceil(PAGE).max(1);
    let page = usize::from(page).min(pages - 1);
    let mut lines = vec![locale.text("games-title", &[("count", games.len().into())])];
    for listed in games.iter().skip(page * PAGE).take(PAGE) {
        let place = link(cx, &listed.row).await?;
        lines.push(line(cx, cx.reader, listed, &place).await?);
    }
    for challenge in to_me.iter().chain(&by_me).take(MAX_CHALLENGES) {
        let name = variant(locale, &challenge.terms.variant);
        let other = if challenge.challenger == Some(cx.invoker.id) {
            challenge.opponent
        } else {
            challenge.challenger
        };
        let other = other.map_or_else(|| locale.text("anyone", &[]), mention);
        let key = if challenge.challenger == Some(cx.invoker.id) {
            "games-challenge-by"
        } else {
            "games-challenge-to"
        };
        let said = locale.text(key, &[("variant", name.into()), ("other", other.into())]);
        let card = card_link(cx, challenge).await?;
        lines.push(format!("{said} {card}").trim_end().to_owned());
    }
    while lines.len() > 1 && length(&lines) > MAX_TEXT {
        lines.pop();
    }
    let mut rows = Vec::new();
    if pages > 1 {
        let turn = |to: usize, label: &str, is_disabled: bool| Button {
            is_disabled,
            ..key(
                &CustomId::Menu(MenuAction::GamesPage(to as u16)),
                label.to_owned(),
                ButtonStyle::Plain,
            )
        };
        // A disabled button needs a custom id of its own, too.
        rows.push(ActionRow::Buttons(vec![
            turn(page.wrapping_sub(1) & 0xffff, "◀", page == 0),
            turn(page + 1, "▶", page + 1 == pages),
        ]));
    }
    if followed > 0 {
        let button = CustomId::Menu(MenuAction::FollowedPage(0));
        let label = locale.text("key-followed", &[("count", followed.into())]);
        rows.push(ActionRow::Buttons(vec![key(
            &button,
            label,
            ButtonStyle::Plain,
        )]));
    }
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

/// The length of the lines together.
fn length(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count() + 1).sum()
}

/// A link to the card of a challenge.
async fn card_link(ctx: &Context, challenge: &Challenge) -> Result<String, AppError> {
    let posts = ctx.app.posted_messages(challenge.id).await?;
    let is_card = |post: &&PostedMessage| {
        post.what == MessageKind::Card && Some(post.channel) == challenge.channel
    };
    let card = posts.iter().rev().find(is_card);
    let link = card.and_then(|post| message_link(challenge.server, post));
    Ok(link.unwrap_or_default())
}

/// Completes the name of a game of the invoker.
pub(crate) async fn suggest(cx: &Cx<'_>, text: &str) -> Result<Vec<Suggestion>, HandlerError> {
    let games = cx.app.my_games(cx.invoker.id, cx.now()).await?;
    let others = games
        .iter()
        .filter_map(|listed| listed.row.players[!listed.side]);
    cx.names.learn(others).await;
    let text = text.trim().to_lowercase();
    let mut list = Vec::new();
    for listed in games {
        if list.len() == MOST {
            break;
        }
        let label = label(cx, cx.reader, &listed);
        if label.to_lowercase().contains(&text) {
            list.push(Suggestion {
                label,
                value: listed.row.id.to_string(),
            });
        }
    }
    Ok(list)
}
