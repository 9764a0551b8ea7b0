//! Messages that show the open challenges of a server, kept up to date.

use std::time::Duration;

use serde_json::json;
use serenity::all::{ChannelId as Channel, MessageId};

use crate::app::AppError;
use crate::app::access::Viewer;
use crate::discord::custom_id::codec::number;
use crate::discord::i18n::Locale;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::{DeliveryError, snowflake};
use crate::discord::rest::error_code::MAXIMUM_EDITS_TO_OLD_MESSAGES;
use crate::discord::rest::payload::message;
use crate::discord::view::lobby::{LobbyPage, PAGE};
use crate::model::LobbyMessage;

/// Maximum number of lobby messages updated at once.
const BATCH: usize = 10;
/// Pause before an update that failed is tried again.
const AGAIN: Duration = Duration::from_secs(20);
/// How long a message is left alone after Discord refused to edit it again.
const ENOUGH: Duration = Duration::from_mins(10);

impl DeliveryWorker {
    /// Updates the lobby messages that have changed; true if there were any.
    pub(crate) async fn show_lobbies(&self) -> Result<bool, AppError> {
        let app = &self.ctx.app;
        let taken = app.claim_lobby_updates(self.ctx.now(), BATCH).await?;
        let is_any = !taken.is_empty();
        for lobby in taken {
            if let Err(error) = self.show_lobby(&lobby).await {
                tracing::error!(
                    ?error,
                    server = lobby.server.0,
                    "failed to update a lobby message; trying again later"
                );
                let later = self.ctx.now() + AGAIN;
                app.put_off_lobby(&lobby, Some(later)).await?;
            }
        }
        Ok(is_any)
    }

    async fn show_lobby(&self, lobby: &LobbyMessage) -> Result<(), AppError> {
        let (app, now) = (&self.ctx.app, self.ctx.now());
        if app.has_left(lobby.server).await? {
            // It is updated when the bot joins again.
            app.put_off_lobby(lobby, None).await?;
            return Ok(());
        }
        if let Some((channel, old)) = lobby.old {
            self.take_down(channel, old).await;
        }
        if !lobby.is_wanted {
            if let Some(shown) = lobby.message {
                self.take_down(lobby.channel, shown).await;
            }
            app.drop_lobby(lobby).await?;
            return Ok(());
        }
        // The message is for everyone on the guild, so only challenges that need no role are
        // listed.
        let viewer = Viewer::everyone(lobby.server, lobby.channel);
        let channels = &self.ctx.channels;
        let open = app.visible_open_on(&viewer, channels, lobby.server, now, (0, PAGE));
        let (challenges, count) = open.await?;
        let listed = LobbyPage {
            challenges: &challenges,
            page: 0,
            count,
        };
        let locale = self.ctx.public_locale(Some(lobby.server)).await?;
        let locale =
            locale.unwrap_or_else(|| Locale::of(crate::app::people::settings::Language::English));
        let form = message(&listed.message(locale), &[], None);
        match self.put_up(lobby, form).await {
            Ok(shown) => app.lobby_shown(lobby, shown, now).await?,
            Err(DeliveryError::Later(told)) => {
                let wait = AGAIN.max(told.unwrap_or_default());
                app.put_off_lobby(lobby, Some(now + wait)).await?;
            }
            // A message that was deleted is not wanted, and where the bot may not post there is
            // none.
            Err(trouble) => {
                tracing::info!(
                    ?trouble,
                    server = lobby.server.0,
                    "a lobby message is gone; it is no longer updated"
                );
                app.drop_lobby(lobby).await?;
            }
        }
        Ok(())
    }

    /// Sends the message or edits the existing one; returns its id.
    async fn put_up(
        &self,
        lobby: &LobbyMessage,
        mut form: serde_json::Value,
    ) -> Result<i64, DeliveryError> {
        let channel = snowflake(lobby.channel.0).map(Channel::new);
        let channel = channel.ok_or(DeliveryError::Closed)?;
        let Some(shown) = lobby.message.and_then(snowflake) else {
            // The nonce makes sure that it is sent once.
            let nonce = format!("l{}-{}", number(lobby.server.0), number(lobby.made_at.0));
            let nonce = self.ctx.wire_nonce(&nonce, "").await;
            let Ok(nonce) = nonce else {
                return Err(DeliveryError::Later(None));
            };
            form["nonce"] = json!(nonce);
            form["enforce_nonce"] = json!(true);
            return self.rest.send(channel, &[], &form).await;
        };
        let edited = self.rest.edit(channel, MessageId::new(shown), &form);
        match edited.await {
            Ok(()) => Ok(shown as i64),
            Err(stop) if stop.code() == Some(MAXIMUM_EDITS_TO_OLD_MESSAGES) => {
                Err(DeliveryError::Later(Some(ENOUGH)))
            }
            Err(stop) => Err(stop.into()),
        }
    }
}
