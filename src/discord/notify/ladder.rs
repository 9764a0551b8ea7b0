//! The public table of a ladder, and looking who has left its server.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::Value;
use serenity::all::{GuildId, Route, UserId};

use crate::app::ladder::setup::CHECK_EVERY;
use crate::app::people::settings::Language;
use crate::app::{AppError, Refusal};
use crate::discord::i18n::Locale;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::budget::Urgency;
use crate::discord::rest::client::snowflake;
use crate::discord::rest::error_code::{UNKNOWN_MEMBER, UNKNOWN_USER};
use crate::discord::view::game_summary::link;
use crate::discord::view::ladder::{LadderPage, MAX_GAMES, on_page};
use crate::discord::view::message::Message;
use crate::model::{PlayerId, ServerId};

/// Maximum number of servers looked at in a row.
const BATCH: usize = 5;
/// Pause before a look that failed is repeated.
const AGAIN: Duration = Duration::from_mins(10);

impl DeliveryWorker {
    /// The message with the table of a server's ladder; `None` if there is no ladder any more.
    pub(crate) async fn ladder_message(
        &self,
        server: ServerId,
    ) -> Result<Option<Message>, AppError> {
        let ctx = &self.ctx;
        let ladder = match ctx.app.ladder(server, ctx.now()).await {
            Err(AppError::Refused(Refusal::NoLadder)) => return Ok(None),
            ladder => ladder?,
        };
        let locale = ctx.public_locale(Some(server)).await?;
        let locale = locale.unwrap_or_else(|| Locale::of(Language::English));
        let mut names = HashMap::new();
        for row in on_page(&ladder, 0) {
            if let Some(name) = ctx.names.of(row.player).await {
                names.insert(row.player, name);
            }
        }
        let mut links = Vec::new();
        for game in ladder.games.iter().take(MAX_GAMES) {
            let row = ctx.app.game_row(game.game).await?;
            let row = row.ok_or(Refusal::UnknownGame)?;
            links.push(link(ctx, &row).await?);
        }
        let page = LadderPage {
            locale,
            theme: ctx.public_theme(Some(server)).await?,
            ladder: &ladder,
            names: &names,
            links: &links,
            page: 0,
        };
        Ok(Some(page.message()))
    }

    /// Takes players off ladders who have left the server. Discord does not tell this by itself, so each server is
    /// looked at once a day.
    pub(crate) async fn check_ladders(&self) -> Result<bool, AppError> {
        let app = &self.ctx.app;
        let due = app.claim_ladder_checks(self.ctx.now(), BATCH).await?;
        let is_any = !due.is_empty();
        for (server, players) in due {
            if app.has_left(server).await? {
                // It goes on when the bot joins again.
                app.put_off_ladder_check(server, None).await?;
                continue;
            }
            let is_done = self.drop_those_who_left(server, &players).await?;
            let wait = if is_done { CHECK_EVERY } else { AGAIN };
            let later = self.ctx.now() + wait;
            app.put_off_ladder_check(server, Some(later)).await?;
        }
        Ok(is_any)
    }

    /// False if Discord could not be asked.
    async fn drop_those_who_left(
        &self,
        server: ServerId,
        players: &[PlayerId],
    ) -> Result<bool, AppError> {
        let rest = self.rest.with(Urgency::Spare);
        for &player in players {
            let Some((guild, user)) = snowflake(server.0).zip(snowflake(player.0)) else {
                continue;
            };
            let route = Route::GuildMember {
                guild_id: GuildId::new(guild),
                user_id: UserId::new(user),
            };
            match rest.ask::<Value>(route, None).await {
                Ok(_) => {}
                Err(stop) if matches!(stop.code(), Some(UNKNOWN_MEMBER | UNKNOWN_USER)) => {
                    let now = self.ctx.now();
                    self.ctx.app.drop_from_ladder(server, player, now).await?;
                }
                Err(error) => {
                    tracing::debug!(%error, server = server.0, "failed to find out who has left a server");
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
