//! *Show to all*: posts what an ephemeral message shows as a public message in the channel.
//!
//! It pings nobody. What the user may not post there, or what not everyone there may see, is refused;
//! the same button of the same message posts once.

use hexpost_engine::side::Side;

use crate::app::Refusal;
use crate::app::people::settings::ThemeSource;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::BoardRequest;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::share::ShareAction;
use crate::discord::features::share_button::{check_share, share_id};
use crate::discord::features::{leaderboard, profile, replay};
use crate::discord::i18n::Locale;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::rate_limit::RateLimitKind;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::board::BoardView;
use crate::discord::view::components::key;
use crate::discord::view::format::mention;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::reader::Reader;
use crate::model::GameRef;

/// Posts what the invoker sees.
pub(crate) async fn press(cx: &Cx<'_>, what: ShareAction) -> Result<Response, HandlerError> {
    check_share(cx, what).await?;
    cx.rate_limiter
        .check(cx.invoker.id, RateLimitKind::Share, cx.now())?;
    if !cx.is_first_share(cx.invoker, &share_id(what).write()) {
        return Err(Refusal::Repeated.into());
    }
    cx.app.record_showing().await?;
    let public = cx.public_locale(cx.invoker.server).await?;
    let mut reader = Reader {
        locale: public.unwrap_or(cx.reader.locale),
        settings: cx.reader.settings.clone(),
        usual_theme: cx.reader.usual_theme,
    };
    if let Some(server) = cx.invoker.server {
        reader.settings.theme = cx.app.server_settings(server).await?.theme;
        reader.settings.theme_source = ThemeSource::Player;
    }
    let mut files = Vec::new();
    let mut reply = match what {
        ShareAction::Board(request) => board(cx, &reader, request).await?,
        ShareAction::Animation {
            perspective,
            from,
            to,
        } => {
            let (from, to) = (from.into(), Some(to.into()));
            let made = replay::animated(cx, &reader, perspective, from, to).await?;
            files.push(made.file);
            made.reply
        }
        ShareAction::Profile(player) => {
            let profile = profile::message(cx, &reader, player, player).await?;
            // Its games may have been erased since.
            profile.ok_or(Refusal::UnknownGame)?
        }
        ShareAction::Leaderboard(page) => leaderboard::public(cx, &reader, page).await?,
    };
    reply.content = format!("{}\n{}", headline(cx, reader.locale), reply.content);
    Ok(Response::PublicWithFiles(reply, files))
}

/// Who shows something.
fn headline(cx: &Cx<'_>, locale: &Locale) -> String {
    let player = ("player", mention(cx.invoker.id).into());
    locale.text("shared-by", &[player])
}

/// A board for everyone, with the game it belongs to.
async fn board(
    cx: &Cx<'_>,
    reader: &Reader,
    request: BoardRequest,
) -> Result<Message, HandlerError> {
    let game = look_at(cx, request.game).await?;
    let names = cx.names_of(&game, reader.locale).await;
    let seen = BoardView::for_reader(reader, &game, &names, request.is_flipped);
    let mut reply = seen.look(request.ply, request.is_text, false);
    reply.content = format!("{}\n{}", game_line(cx, &seen), reply.content);
    reply.rows = match request.game {
        GameRef::Game(_) => {
            let look = CustomId::Menu(MenuAction::ShowBoard(request));
            let label = reader.locale.text("key-board", &[]);
            let keys = vec![key(&look, label, ButtonStyle::Plain)];
            vec![ActionRow::Buttons(keys)]
        }
        // Only its owner can open an imported game.
        GameRef::Import(_) => Vec::new(),
    };
    Ok(reply)
}

/// The game, its players, and where it is played if that is not here.
fn game_line(cx: &Cx<'_>, seen: &BoardView<'_>) -> String {
    let line = seen.locale.text(
        "result-headline",
        &[
            ("variant", seen.variant().into()),
            ("first", seen.player(Side::First).into()),
            ("second", seen.player(Side::Second).into()),
        ],
    );
    let row = &seen.game.row;
    match row.thread.or(row.channel) {
        Some(place) if place != cx.invoker.channel && row.server.is_some() => {
            format!("{line} → <#{place}>")
        }
        _ => line,
    }
}
