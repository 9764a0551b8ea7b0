//! `/leaderboard`: the highest-rated players of a game, on a guild or everywhere.

use hexpost_engine::game::GameKind;
use hexpost_render::alt_text::MAX_CHARS;
use hexpost_render::chart::{Table, TableLine};
use hexpost_render::{Drawing, drawable};
use serde_json::Value;

use crate::app::rating::stats::{Leader, Leaders};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::LeaderboardPage;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::share::ShareAction;
use crate::discord::features::share_button::share_button;
use crate::discord::i18n::Locale;
use crate::discord::i18n::rating::{
    deviation_in_words, game_name, number_in_words, rating_in_words,
};
use crate::discord::interaction::command::{STRING, choice, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::components::key;
use crate::discord::view::format::{mention, plain_name};
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message, Picture, cut};
use crate::discord::view::reader::Reader;
use crate::model::{PlayerId, Time};

/// Players on a page.
const PAGE: usize = 10;
/// Discord's limit of buttons in a row.
const MAX_KEYS: usize = 5;

pub(crate) fn slash_command() -> Value {
    let mut game = option(STRING, "leaderboard", "game");
    game["choices"] = GameKind::ALL
        .iter()
        .map(|kind| choice(kind.as_str(), |locale| game_name(locale, *kind)))
        .collect();
    let mut scope = option(STRING, "leaderboard", "scope");
    scope["choices"] = ["server", "overall"]
        .into_iter()
        .map(|scope| choice(scope, |locale| locale.text(&format!("scope-{scope}"), &[])))
        .collect();
    command("leaderboard", vec![game, scope])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let named = GameKind::ALL
        .iter()
        .find(|kind| Some(kind.as_str()) == call.string("game"));
    let kind = match named {
        Some(kind) => *kind,
        None => cx.app.usual_kind(cx.invoker.id).await?,
    };
    let best = LeaderboardPage {
        kind,
        is_server: call.string("scope") != Some("overall"),
        page: 0,
        slot: 0,
    };
    Ok(Response::Ephemeral(list(cx, best).await?))
}

/// The buttons and menus of the list.
pub(crate) async fn press(cx: &Cx<'_>, page: LeaderboardPage) -> Result<Response, HandlerError> {
    Ok(Response::Update(list(cx, page).await?))
}

/// A page of the list.
pub(crate) async fn list(cx: &Cx<'_>, best: LeaderboardPage) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let (leaders, here) = leaders(cx, best).await?;
    let mut lines = lines(cx, locale, here, &leaders).await;
    if !leaders.lines.is_empty() {
        lines.insert(1 + leaders.lines.len(), own(locale, &leaders));
    }
    let mut rows = rows(locale, here, &leaders, cx.invoker.server.is_some());
    let share = LeaderboardPage { slot: 0, ..here };
    if !leaders.lines.is_empty()
        && let Some(share) = share_button(cx, ShareAction::Leaderboard(share)).await?
    {
        match rows.last_mut() {
            Some(ActionRow::Buttons(keys)) if keys.len() < MAX_KEYS => keys.push(share),
            _ => rows.push(ActionRow::Buttons(vec![share])),
        }
    }
    Ok(Message {
        picture: table(cx, cx.reader, &leaders, &lines[0]).await,
        content: lines.join("\n"),
        rows,
    })
}

/// A page of the list for everyone: without the rank of the user who shows it.
pub(crate) async fn public(
    cx: &Cx<'_>,
    reader: &Reader,
    best: LeaderboardPage,
) -> Result<Message, HandlerError> {
    let (leaders, here) = leaders(cx, best).await?;
    let lines = lines(cx, reader.locale, here, &leaders).await;
    Ok(Message {
        picture: table(cx, reader, &leaders, &lines[0]).await,
        content: lines.join("\n"),
        rows: Vec::new(),
    })
}

/// The players of a page, and which page it really is.
async fn leaders(
    cx: &Cx<'_>,
    best: LeaderboardPage,
) -> Result<(Leaders, LeaderboardPage), HandlerError> {
    // Outside of guilds there is only the global list.
    let server = cx.invoker.server.filter(|_| best.is_server);
    let page = (usize::from(best.page), PAGE);
    let leaders = cx
        .app
        .leaders(best.kind, server, cx.invoker.id, page, cx.now())
        .await?;
    let here = LeaderboardPage {
        is_server: server.is_some(),
        page: leaders.page as u16,
        ..best
    };
    Ok((leaders, here))
}

/// The text of a page: the title and a line for each player first.
async fn lines(
    cx: &Cx<'_>,
    locale: &Locale,
    here: LeaderboardPage,
    leaders: &Leaders,
) -> Vec<String> {
    let title = if here.is_server {
        "leaders-title-server"
    } else {
        "leaders-title-overall"
    };
    let mut lines = vec![locale.text(title, &[("game", game_name(locale, here.kind).into())])];
    for line in &leaders.lines {
        let name = called(cx, line.player, here.is_server).await;
        lines.push(leader(locale, line, name, cx.now()));
    }
    if leaders.lines.is_empty() {
        lines.push(locale.text("leaders-none", &[]));
    }
    if leaders.lines.iter().any(|line| line.place.is_none()) {
        lines.push(locale.text("rating-provisional", &[]));
    }
    if leaders.pages > 1 {
        let page = ("page", (leaders.page + 1).to_string().into());
        let pages = ("pages", leaders.pages.to_string().into());
        lines.push(locale.text("leaders-page", &[page, pages]));
    }
    lines
}

/// The list as a picture; `None` if it is empty.
async fn table(cx: &Cx<'_>, reader: &Reader, leaders: &Leaders, title: &str) -> Option<Picture> {
    let locale = reader.locale;
    let now = cx.now();
    let players = leaders.lines.iter().map(|line| line.player);
    cx.names.learn(players).await;
    let mut lines = Vec::new();
    let mut told = Vec::new();
    for line in &leaders.lines {
        let name = cx.names.known(line.player);
        let name = name.as_ref().map(plain_name);
        let name = name.unwrap_or_else(|| locale.text("someone", &[]));
        let place = line.place.map(|place| format!("{place}."));
        let place = place.unwrap_or_else(|| "–".to_owned());
        let rating = rating_in_words(&line.rating, now);
        told.push(format!("{place} {name} {rating}"));
        let name = match drawable(&name) {
            name if name.is_empty() => locale.text("someone", &[]),
            name => name,
        };
        lines.push(TableLine {
            place,
            name,
            numbers: [
                rating,
                format!("± {}", deviation_in_words(&line.rating, now)),
                line.rating.games.to_string(),
            ],
            is_own: line.player == cx.invoker.id,
        });
    }
    let title = title.replace('*', "");
    let headings = ["leaders-column-rating", "leaders-column-games"];
    let [rating, games] = headings.map(|heading| locale.text(heading, &[]));
    (!lines.is_empty()).then(|| Picture {
        view: Drawing::Table(Table {
            theme: reader.theme(),
            headings: [rating, String::new(), games],
            lines,
        }),
        alt: cut(format!("{title}: {}", told.join("; ")), MAX_CHARS),
        file: "leaderboard.png",
    })
}

/// A player as a mention; by name where the reader's client may not know the user.
async fn called(ctx: &Context, player: PlayerId, is_of_server: bool) -> String {
    if is_of_server {
        return mention(player);
    }
    match ctx.names.of(player).await {
        Some(name) => name.markdown(),
        None => mention(player),
    }
}

/// A line of the list.
fn leader(locale: &Locale, leader: &Leader, name: String, now: Time) -> String {
    let place = match leader.place {
        Some(place) => format!("`{place}.`"),
        None => "`–`".to_owned(),
    };
    locale.text(
        "leaders-line",
        &[
            ("place", place.into()),
            ("player", name.into()),
            ("rating", rating_in_words(&leader.rating, now).into()),
            ("deviation", deviation_in_words(&leader.rating, now).into()),
            ("count", (leader.rating.games.max(0) as u64).into()),
        ],
    )
}

/// The rank of the invoker.
fn own(locale: &Locale, leaders: &Leaders) -> String {
    let Some(own) = &leaders.own else {
        return locale.text("leaders-own-none", &[]);
    };
    let rating = ("rating", number_in_words(&own.rating).into());
    match own.place {
        Some(place) => {
            let place = ("place", place.to_string().into());
            let count = ("count", leaders.placed.to_string().into());
            locale.text("leaders-own", &[place, count, rating])
        }
        None => locale.text("leaders-own-provisional", &[rating]),
    }
}

/// Buttons for other pages, other games, and the scope of the list.
fn rows(
    locale: &Locale,
    here: LeaderboardPage,
    leaders: &Leaders,
    is_on_server: bool,
) -> Vec<ActionRow> {
    let button = |best: LeaderboardPage, label: String| {
        let button = CustomId::Menu(MenuAction::Leaderboard(best));
        key(&button, label, ButtonStyle::Plain)
    };
    let (page, last) = (leaders.page, leaders.pages - 1);
    let turn = |to: usize, slot: u8, label: &str, is_disabled: bool| {
        let page = to.min(usize::from(u16::MAX)) as u16;
        let best = LeaderboardPage { page, slot, ..here };
        Button {
            is_disabled,
            ..button(best, label.to_owned())
        }
    };
    let mut rows = Vec::new();
    if last > 0 {
        let mut keys = vec![
            turn(0, 0, "⏮", page == 0),
            turn(page.saturating_sub(1), 1, "◀", page == 0),
            turn(page + 1, 2, "▶", page == last),
            turn(last, 3, "⏭", page == last),
        ];
        if let Some(place) = leaders.own.and_then(|own| own.place) {
            let own = (place as usize - 1) / PAGE;
            keys.push(turn(
                own,
                4,
                &locale.text("key-own-place", &[]),
                page == own,
            ));
        }
        rows.push(ActionRow::Buttons(keys));
    }
    let first = LeaderboardPage { page: 0, ..here };
    let others = GameKind::ALL.iter().filter(|kind| **kind != here.kind);
    let mut keys: Vec<Button> = (5..)
        .zip(others)
        .map(|(slot, &kind)| {
            let best = LeaderboardPage {
                kind,
                slot,
                ..first
            };
            button(best, game_name(locale, kind))
        })
        .take(4)
        .collect();
    if is_on_server {
        let is_server = !here.is_server;
        let label = if is_server { "key-here" } else { "key-overall" };
        let best = LeaderboardPage {
            is_server,
            slot: 9,
            ..first
        };
        keys.push(button(best, locale.text(label, &[])));
    }
    if !keys.is_empty() {
        rows.push(ActionRow::Buttons(keys));
    }
    rows
}
