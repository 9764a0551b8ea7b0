//! Following games of others, and the list of followed games.

use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::FollowAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Locale;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{seen_by, viewer};
use crate::discord::view::components::{follow_button, key, show_board};
use crate::discord::view::format::{mention, variant};
use crate::discord::view::game_summary;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, SelectMenu, SelectOption,
};
use crate::model::{GameId, GameRow};

/// Games on a page.
const PAGE: usize = 10;
/// Discord's limit of a label in a menu.
const MAX_LABEL: usize = 100;

/// Follows or unfollows a game, or changes how much the follower is told.
pub(crate) async fn press(
    cx: &Cx<'_>,
    watch: FollowAction,
    id: GameId,
) -> Result<Response, HandlerError> {
    // Unfollowing needs no permission to see the game.
    if watch != FollowAction::Unfollow {
        seen_by(cx, id).await?;
    }
    let (app, act) = (&cx.app, cx.act());
    let said = match watch {
        FollowAction::Follow | FollowAction::Hush => {
            app.follow(&act, id, false).await?;
            "follow-quiet"
        }
        FollowAction::Tell => {
            app.follow(&act, id, true).await?;
            "follow-told"
        }
        FollowAction::Unfollow => {
            app.unfollow(&act, id).await?;
            "follow-none"
        }
    };
    let keys = match watch {
        FollowAction::Follow | FollowAction::Hush => vec![
            follow_button(cx.reader.locale, FollowAction::Tell, id),
            follow_button(cx.reader.locale, FollowAction::Unfollow, id),
        ],
        FollowAction::Tell => vec![
            follow_button(cx.reader.locale, FollowAction::Hush, id),
            follow_button(cx.reader.locale, FollowAction::Unfollow, id),
        ],
        FollowAction::Unfollow => Vec::new(),
    };
    let rows = if keys.is_empty() {
        Vec::new()
    } else {
        vec![ActionRow::Buttons(keys)]
    };
    let reply = Message {
        content: cx.reader.locale.text(said, &[]),
        picture: None,
        rows,
    };
    Ok(Response::Show(reply))
}

/// A page of the followed games, with a select menu to show one of them.
pub(crate) async fn followed(cx: &Cx<'_>, page: u16) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let viewer = viewer(cx.invoker);
    let all = cx.app.visible_followed(&viewer, &cx.channels).await?;
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = usize::from(page).min(pages - 1);
    let title = [
        ("count", all.len().into()),
        ("more", cx.public_label("key-more").await?.into()),
    ];
    let mut lines = vec![locale.text("followed-title", &title)];
    let mut options = Vec::new();
    for (row, is_told) in all.iter().skip(page * PAGE).take(PAGE) {
        let place = game_summary::link(cx, row).await?;
        lines.push(
            format!("{} {place}", line(locale, row, *is_told))
                .trim_end()
                .to_owned(),
        );
        options.push(SelectOption {
            label: label(cx, locale, row).await,
            value: show_board(row.id).write(),
            description: None,
            is_chosen: false,
        });
    }
    let mut rows = Vec::new();
    if !options.is_empty() {
        rows.push(ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Selected).write(),
            placeholder: locale.text("followed-look", &[]),
            options,
        }));
    }
    let turn = |to: usize, label: &str, is_disabled: bool| Button {
        is_disabled,
        ..key(
            &CustomId::Menu(MenuAction::FollowedPage((to & 0xffff) as u16)),
            label.to_owned(),
            ButtonStyle::Plain,
        )
    };
    let mut keys = Vec::new();
    if pages > 1 {
        keys.push(turn(page.wrapping_sub(1), "◀", page == 0));
        keys.push(turn(page + 1, "▶", page + 1 == pages));
    }
    let back = CustomId::Menu(MenuAction::GamesPage(0));
    keys.push(key(
        &back,
        locale.text("key-own-games", &[]),
        ButtonStyle::Plain,
    ));
    rows.push(ActionRow::Buttons(keys));
    Ok(Response::Update(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    }))
}

fn line(locale: &Locale, row: &GameRow, is_told: bool) -> String {
    let someone = || locale.text("someone", &[]);
    let said = if is_told {
        "followed-line-told"
    } else {
        "followed-line"
    };
    locale.text(
        said,
        &[
            ("number", row.id.to_string().into()),
            ("variant", variant(locale, &row.variant).into()),
            (
                "first",
                row.players.first.map_or_else(someone, mention).into(),
            ),
            (
                "second",
                row.players.second.map_or_else(someone, mention).into(),
            ),
        ],
    )
}

/// The label of a game in a menu: its number, the players, and the variant.
async fn label(ctx: &Context, locale: &'static Locale, row: &GameRow) -> String {
    let mut names = Vec::new();
    for player in row.players.iter() {
        let name = match player {
            Some(player) => ctx.names.of(*player).await,
            None => None,
        };
        let name = name.map(|name| name.plain().to_owned());
        names.push(name.unwrap_or_else(|| locale.text("someone", &[])));
    }
    let title = variant(locale, &row.variant);
    let said = format!("#{} · {} · {title}", row.id, names.join(" – "));
    said.chars().take(MAX_LABEL).collect()
}
