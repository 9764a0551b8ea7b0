//! Greetings of servers whose language has changed since.

use serenity::all::{ChannelId as Channel, MessageId};

use crate::app::AppError;
use crate::app::people::settings::Greeting;
use crate::discord::i18n::Locale;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::{DeliveryError, snowflake};
use crate::discord::rest::payload::message;
use crate::discord::view::greeting::greeting;
use crate::model::ServerId;

impl DeliveryWorker {
    /// Rewrites the greetings of the servers whose language may have changed.
    pub(crate) async fn rewrite_greetings(&self) {
        for server in self.ctx.take_changed_servers() {
            if let Err(error) = self.rewrite_greeting(server).await {
                tracing::error!(%error, server = server.0, "failed to rewrite the greeting of a server");
            }
        }
    }

    async fn rewrite_greeting(&self, server: ServerId) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let settings = app.server_settings(server).await?;
        let language = settings.language.or(settings.locale);
        let (Some(old), Some(language)) = (settings.greeting, language) else {
            return Ok(());
        };
        let place = snowflake(old.channel.0).zip(snowflake(old.message));
        let Some((channel, id)) = place.filter(|_| old.language != language) else {
            return Ok(());
        };
        let (greeting, files) = greeting(&self.ctx, Locale::of(language)).await;
        let form = message(&greeting, &files, None);
        let (channel, id) = (Channel::new(channel), MessageId::new(id));
        let edited = self.rest.edit_with_files(channel, id, &files, &form).await;
        let now = match edited.map_err(DeliveryError::from) {
            Ok(()) => Some(Greeting { language, ..old }),
            // It is tried again at the next start, or when the language changes again.
            Err(DeliveryError::Later(_)) => return Ok(()),
            // It has been deleted, or can't be edited any more.
            Err(_) => None,
        };
        app.note_greeting(server, now).await
    }
}
