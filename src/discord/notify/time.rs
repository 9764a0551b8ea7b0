//! Notifications about time: a gift of time, an expired clock, the daily digest.

use std::time::Duration;

use hexpost_render::theme::Theme;

use crate::app::notify::notice::Notice;
use crate::app::{AppError, Outgoing};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::GameAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::time::time_span;
use crate::discord::i18n::{Arg, Locale};
use crate::discord::notify::notification::Notification;
use crate::discord::view::board::{BoardView, shown};
use crate::discord::view::components::key;
use crate::discord::view::format::{mention, moment};
use crate::discord::view::game_summary;
use crate::discord::view::message::{ActionRow, ButtonStyle, MAX_TEXT};
use crate::discord::view::reader::Reader;
use crate::model::{MessageKind, PlayerId};

/// Maximum number of games listed in a digest.
const MAX_LISTED: usize = 15;

/// The notification of a gift of time or of an expired clock; `None` if it is out of date.
pub(crate) fn about_time(outgoing: &Outgoing, seen: &BoardView<'_>) -> Option<Notification> {
    let (game, locale) = (seen.game, seen.locale);
    let player = outgoing.player;
    let called = Arg::from(player.map_or_else(String::new, mention));
    let mover = game.to_move()?;
    let deadline = game.row.status.deadline;
    if let Notice::TimeGiven { time } = &outgoing.notice {
        let time = Duration::from_millis(u64::try_from(*time).unwrap_or_default());
        let time = ("time", time_span(locale, time).into());
        let mut said = locale.text("notice-given", &[("player", called), time]);
        // The player to move sees the new deadline.
        if game.row.players[mover] == player {
            let when = deadline.map(moment).unwrap_or_default();
            let line = locale.text("deadline", &[("when", when.into())]);
            said = format!("{said} {line}");
        }
        return Some(Notification::text(said, player));
    }
    let when = deadline.filter(|_| game.is_time_up)?;
    let args = [("player", called), ("when", moment(when).into())];
    // Both are out of date once the player has moved or the game is over.
    let news = |key: &str| Notification {
        what: Some(MessageKind::Claim),
        board: game.position_seq(),
        ..Notification::text(locale.text(key, &args), player)
    };
    if outgoing.notice == Notice::TimeUp {
        return Some(news("notice-time-up"));
    }
    let mut notification = news("notice-may-claim");
    let button = CustomId::Menu(MenuAction::GameAction(GameAction::Claim, shown(game)));
    let claim = key(&button, locale.text("key-claim", &[]), ButtonStyle::Primary);
    notification.reply.rows = vec![ActionRow::Buttons(vec![claim])];
    Some(notification)
}

/// The digest: the games with a player to move; `None` if there are none any more.
pub(crate) async fn digest(
    ctx: &Context,
    outgoing: &Outgoing,
    locale: &'static Locale,
) -> Result<Option<Notification>, AppError> {
    let Some(player) = outgoing.player else {
        return Ok(None);
    };
    let games = ctx.app.my_games(player, ctx.now()).await?;
    let waiting: Vec<_> = games.iter().filter(|listed| listed.is_mine).collect();
    if waiting.is_empty() {
        return Ok(None);
    }
    let reader = Reader {
        locale,
        settings: ctx.app.player_settings(player).await?,
        usual_theme: Theme::default(),
    };
    let mut said = locale.text("notice-digest", &[("count", waiting.len().into())]);
    let mut left = waiting.len();
    for listed in waiting.iter().take(MAX_LISTED) {
        let line = async {
            let place = game_summary::link(ctx, &listed.row).await?;
            game_summary::line(ctx, &reader, listed, &place).await
        };
        let line = match line.await {
            Ok(line) => line,
            Err(AppError::Store(error)) => return Err(error.into()),
            Err(_) => continue,
        };
        // Room for the line that says how many more there are.
        if said.chars().count() + line.chars().count() + 100 > MAX_TEXT {
            break;
        }
        said = format!("{said}\n{line}");
        left -= 1;
    }
    if left > 0 {
        let more = locale.text("notice-digest-more", &[("count", left.into())]);
        said = format!("{said}\n{more}");
    }
    Ok(Some(Notification::text(said, Some(player))))
}

/// The short public ping for a player who takes no direct messages.
pub(crate) fn short_digest(locale: &Locale, player: PlayerId) -> Notification {
    let player_called = ("player", mention(player).into());
    Notification::text(
        locale.text("notice-digest-short", &[player_called]),
        Some(player),
    )
}
