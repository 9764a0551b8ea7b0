//! Looking who has left a server. Discord does not tell this by itself, so each ladder and tournament is looked at
//! once a day.

use std::time::Duration;

use serde_json::Value;
use serenity::all::{GuildId, Route, UserId};

use crate::app::AppError;
use crate::app::tournament::CHECK_EVERY;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::budget::Urgency;
use crate::discord::rest::client::snowflake;
use crate::discord::rest::error_code::{UNKNOWN_MEMBER, UNKNOWN_USER};
use crate::model::{PlayerId, ServerId};

/// Maximum number of ladders or tournaments looked at in a row.
pub(crate) const BATCH: usize = 5;
/// Pause before a look that failed is repeated.
pub(crate) const AGAIN: Duration = Duration::from_mins(10);

impl DeliveryWorker {
    /// Withdraws players from tournaments who have left the server; false if there was nothing to look at.
    pub(crate) async fn check_tournaments(&self) -> Result<bool, AppError> {
        let app = &self.ctx.app;
        let due = app.claim_tournament_checks(self.ctx.now(), BATCH).await?;
        let is_any = !due.is_empty();
        for (row, players) in due {
            if app.has_left(row.server).await? {
                // It goes on when the bot joins again.
                app.put_off_tournament_check(row.id, None).await?;
                continue;
            }
            let (gone, wait) = match self.who_left(row.server, &players).await {
                Some(gone) => (gone, CHECK_EVERY),
                None => (Vec::new(), AGAIN),
            };
            for player in gone {
                let now = self.ctx.now();
                app.member_left(row.server, player, now).await?;
            }
            let later = self.ctx.now() + wait;
            app.put_off_tournament_check(row.id, Some(later)).await?;
        }
        Ok(is_any)
    }

    /// Those of the players who are not members of a server any more; `None` if Discord could not be asked.
    pub(crate) async fn who_left(
        &self,
        server: ServerId,
        players: &[PlayerId],
    ) -> Option<Vec<PlayerId>> {
        let rest = self.rest.with(Urgency::Spare);
        let mut gone = Vec::new();
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
                    gone.push(player);
                }
                Err(error) => {
                    tracing::debug!(%error, server = server.0, "failed to find out who has left a server");
                    return None;
                }
            }
        }
        Some(gone)
    }
}
