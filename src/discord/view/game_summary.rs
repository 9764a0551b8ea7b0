//! A game in one line, and the link to its latest board.

use crate::app::AppError;
use crate::app::game::queries::ListedGame;
use crate::app::game::state::Game;
use crate::discord::context::Context;
use crate::discord::i18n::Locale;
use crate::discord::view::format::{last_day, mention, moment, variant};
use crate::discord::view::reader::Reader;
use crate::model::{ChannelId, GameRow, MessageKind, PostedMessage, ServerId};

/// A link to a message on a guild. Messages in direct messages have no link that works for both
/// players.
pub(crate) fn message_link(server: Option<ServerId>, post: &PostedMessage) -> Option<String> {
    channel_link(server, (post.channel, post.message))
}

/// A link to a message in a channel of a guild.
pub(crate) fn channel_link(
    server: Option<ServerId>,
    (channel, message): (ChannelId, i64),
) -> Option<String> {
    let server = server?;
    Some(format!(
        "https://discord.com/channels/{server}/{channel}/{message}"
    ))
}

/// A link to the latest board of a game, or its channel.
pub(crate) async fn link(ctx: &Context, row: &GameRow) -> Result<String, AppError> {
    let posts = ctx.app.posted_messages(row.id).await?;
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

/// A link to the message with the current board of a game, if it is known: where the game is played, or
/// in `direct`, the direct messages of the reader.
pub(crate) async fn board_link(
    ctx: &Context,
    game: &Game,
    direct: Option<ChannelId>,
) -> Result<Option<String>, AppError> {
    let row = &game.row;
    let posts = ctx.app.posted_messages(row.id).await?;
    let board_in = |place: Option<ChannelId>| {
        let is_it = |post: &&PostedMessage| {
            post.what == MessageKind::Board
                && post.board == game.position_seq()
                && Some(post.channel) == place
        };
        posts.iter().rfind(is_it)
    };
    let public = board_in(row.thread.or(row.channel));
    let link = public.and_then(|post| message_link(row.server, post));
    let own = || Some(direct_link(board_in(Some(direct?))?));
    Ok(link.or_else(own))
}

/// A link to a message in direct messages, for the person who takes part in them.
fn direct_link(post: &PostedMessage) -> String {
    let (channel, message) = (post.channel, post.message);
    format!("https://discord.com/channels/@me/{channel}/{message}")
}

pub(crate) async fn line(
    ctx: &Context,
    reader: &Reader,
    listed: &ListedGame,
    place: &str,
) -> Result<String, AppError> {
    let locale = reader.locale;
    let row = &listed.row;
    let other = row.players[!listed.side].map_or_else(|| nobody(locale, row), mention);
    let name = variant(locale, &row.variant);
    let when = row.status.deadline.map(moment).unwrap_or_default();
    let is_late = listed.left.is_some_and(|left| left <= 0);
    let key = match (listed.is_mine, row.status.deadline) {
        _ if row.is_frozen() => "games-frozen",
        (true, Some(_)) if is_late => "games-mine-late",
        (true, Some(_)) => "games-mine-until",
        (true, None) => "games-mine",
        (false, Some(_)) if is_late => "games-theirs-late",
        (false, Some(_)) => "games-theirs-until",
        (false, None) => "games-theirs",
    };
    let said = locale.text(
        key,
        &[
            ("number", row.id.to_string().into()),
            ("variant", name.into()),
            ("other", other.into()),
            ("when", when.into()),
        ],
    );
    // Only the vacation of the player to move matters.
    let mover = row.status.to_move.and_then(|side| row.players[side]);
    let away = match mover {
        Some(mover) => ctx.app.away_until(mover).await?,
        None => None,
    };
    let said = match away {
        Some(until) => {
            let key = if listed.is_mine {
                "games-away-own"
            } else {
                "games-away"
            };
            let away = locale.text(key, &[("when", last_day(until).into())]);
            format!("{said} — {away}")
        }
        None => said,
    };
    Ok(format!("{said} {place}").trim_end().to_owned())
}

/// The opponent without a user: the computer, or a player whose account is gone.
pub(crate) fn nobody(locale: &Locale, row: &GameRow) -> String {
    let key = if row.computer.is_some() {
        "computer"
    } else {
        "someone"
    };
    locale.text(key, &[])
}

/// Discord's limit of a label in a menu or an autocomplete choice.
const MAX_LABEL: usize = 100;

/// The label of a game in a menu: its number, the opponent, the variant, and whose turn it is.
/// Only cached names are used.
pub(crate) fn label(ctx: &Context, reader: &Reader, listed: &ListedGame) -> String {
    let locale = reader.locale;
    let row = &listed.row;
    let name = row.players[!listed.side].and_then(|player| ctx.names.known(player));
    let name = name.map_or_else(|| nobody(locale, row), |name| name.plain().to_owned());
    let key = if listed.is_mine {
        "label-mine"
    } else {
        "label-theirs"
    };
    let said = locale.text(
        key,
        &[
            ("variant", variant(locale, &row.variant).into()),
            ("other", name.into()),
        ],
    );
    format!("#{} · {said}", row.id)
        .chars()
        .take(MAX_LABEL)
        .collect()
}
