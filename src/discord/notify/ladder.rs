//! The public table of a ladder, and looking who has left its server.

use std::collections::HashMap;

use crate::app::ladder::setup::CHECK_EVERY;
use crate::app::people::settings::Language;
use crate::app::{AppError, Refusal};
use crate::discord::i18n::Locale;
use crate::discord::notify::membership::{AGAIN, BATCH};
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::view::game_summary::link;
use crate::discord::view::ladder::{LadderPage, MAX_GAMES, on_page};
use crate::discord::view::message::Message;
use crate::model::ServerId;

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
            let (gone, wait) = match self.who_left(server, &players).await {
                Some(gone) => (gone, CHECK_EVERY),
                None => (Vec::new(), AGAIN),
            };
            for player in gone {
                let now = self.ctx.now();
                app.drop_from_ladder(server, player, now).await?;
            }
            let later = self.ctx.now() + wait;
            app.put_off_ladder_check(server, Some(later)).await?;
        }
        Ok(is_any)
    }
}
