//! Messages that are kept up to date: the table of a ladder.
//!
//! A message is edited when its subject has changed, at most once a minute. Where Discord allows no more
//! edits (30046), or the message or its thread is no longer there to be edited, another is posted in its
//! place. What a message shows is made by the subject's own file.

use std::time::Duration;

use serde_json::json;
use serenity::all::{ChannelId as Channel, MessageId};

use crate::app::AppError;
use crate::discord::custom_id::codec::number;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::{DeliveryError, snowflake};
use crate::discord::rest::error_code::{
    MAXIMUM_EDITS_TO_OLD_MESSAGES, THREAD_ARCHIVED, UNKNOWN_MESSAGE,
};
use crate::discord::rest::payload::{File, message};
use crate::discord::view::message::Message;
use crate::model::{ChannelId, LiveMessage, LiveSubject};

/// Maximum number of messages updated at once.
const BATCH: usize = 10;
/// Pause before an update that failed is tried again.
const AGAIN: Duration = Duration::from_secs(20);

/// The outcome of showing a message.
enum ShowOutcome {
    /// It is shown as this message.
    Shown(i64),
    /// It can't be edited: another has to be posted.
    Anew,
    /// To be tried again, not before the time that Discord demands.
    Later(Option<Duration>),
    /// The bot can't post there.
    Never(DeliveryError),
}

impl DeliveryWorker {
    /// Updates the live messages that have changed; true if there were any.
    pub(crate) async fn show_live_messages(&self) -> Result<bool, AppError> {
        let app = &self.ctx.app;
        let taken = app.claim_live_messages(self.ctx.now(), BATCH).await?;
        let is_any = !taken.is_empty();
        for live in taken {
            if let Err(error) = self.show_live_message(&live).await {
                tracing::error!(
                    ?error,
                    subject = ?live.subject,
                    "failed to update a live message; trying again later"
                );
                let later = self.ctx.now() + AGAIN;
                app.put_off_live_message(live.subject, Some(later)).await?;
            }
        }
        Ok(is_any)
    }

    /// What a message shows now; `None` if there is nothing to show any more.
    async fn live_content(&self, live: &LiveMessage) -> Result<Option<Message>, AppError> {
        match live.subject {
            LiveSubject::Ladder(server) => self.ladder_message(server).await,
            LiveSubject::Tournament(tournament) => self.tournament_card(tournament).await,
        }
    }

    async fn show_live_message(&self, live: &LiveMessage) -> Result<(), AppError> {
        let app = &self.ctx.app;
        if app.has_left(live.server).await? {
            // It is updated when the bot joins again.
            return app.put_off_live_message(live.subject, None).await;
        }
        if live.is_wanted && self.begin_tournament_post(live).await? {
            // The message is taken again, for its new place.
            return Ok(());
        }
        if let Some((channel, old)) = live.old {
            self.take_down(channel, old).await;
        }
        let content = if live.is_wanted {
            self.live_content(live).await?
        } else {
            None
        };
        let Some(content) = content else {
            if let Some(shown) = live.message {
                self.take_down(live.channel, shown).await;
            }
            return app.drop_live_message(live).await;
        };
        let mut files = Vec::new();
        if let Some(picture) = &content.picture {
            let brush = self.brushes.acquire().await.ok();
            files.push(self.ctx.render(picture, picture.file).await);
            drop(brush);
        }
        let outcome = match live.message.and_then(snowflake) {
            Some(shown) => self.edit_live(live, shown, &content, &files).await,
            None => self.post_live(live, &content, &files).await,
        };
        let now = self.ctx.now();
        match outcome {
            ShowOutcome::Shown(message) => app.live_message_shown(live, message, now).await,
            ShowOutcome::Anew => app.post_live_message_anew(live, now).await,
            ShowOutcome::Later(told) => {
                let later = now + AGAIN.max(told.unwrap_or_default());
                app.put_off_live_message(live.subject, Some(later)).await
            }
            ShowOutcome::Never(trouble) => {
                tracing::info!(
                    ?trouble,
                    subject = ?live.subject,
                    "a live message can't be shown; trying again after the next change"
                );
                app.put_off_live_message(live.subject, None).await
            }
        }
    }

    async fn edit_live(
        &self,
        live: &LiveMessage,
        shown: u64,
        content: &Message,
        files: &[File],
    ) -> ShowOutcome {
        let Some(channel) = snowflake(live.channel.0).map(Channel::new) else {
            return ShowOutcome::Never(DeliveryError::Closed);
        };
        let form = message(content, files, None);
        let edited = self
            .rest
            .edit_with_files(channel, MessageId::new(shown), files, &form);
        match edited.await {
            Ok(()) => ShowOutcome::Shown(shown as i64),
            Err(stop)
                if matches!(
                    stop.code(),
                    Some(MAXIMUM_EDITS_TO_OLD_MESSAGES | UNKNOWN_MESSAGE | THREAD_ARCHIVED)
                ) =>
            {
                ShowOutcome::Anew
            }
            Err(stop) => not_shown(stop.into()),
        }
    }

    async fn post_live(
        &self,
        live: &LiveMessage,
        content: &Message,
        files: &[File],
    ) -> ShowOutcome {
        let Some(channel) = snowflake(live.channel.0).map(Channel::new) else {
            return ShowOutcome::Never(DeliveryError::Closed);
        };
        let mut form = message(content, files, None);
        // The nonce makes sure that it is sent once.
        let (kind, subject) = live.subject.stored();
        let nonce = format!("live-{kind}-{}-{}", number(subject), live.posts);
        let Ok(nonce) = self.ctx.wire_nonce(&nonce, "").await else {
            return ShowOutcome::Later(None);
        };
        form["nonce"] = json!(nonce);
        form["enforce_nonce"] = json!(true);
        match self.rest.send(channel, files, &form).await {
            Ok(sent) => ShowOutcome::Shown(sent),
            Err(trouble) => not_shown(trouble),
        }
    }

    /// Deletes a message of the bot. One that can't be deleted is gone already or out of reach.
    pub(crate) async fn take_down(&self, channel: ChannelId, message: i64) {
        let (Some(channel), Some(message)) = (snowflake(channel.0), snowflake(message)) else {
            return;
        };
        let (channel, message) = (Channel::new(channel), MessageId::new(message));
        let deleted = self.rest.delete(channel, message);
        if let Err(error) = deleted.await {
            tracing::debug!(%error, "failed to delete an old message");
        }
    }
}

/// The outcome after an error.
fn not_shown(trouble: DeliveryError) -> ShowOutcome {
    match trouble {
        DeliveryError::Later(told) => ShowOutcome::Later(told),
        trouble => ShowOutcome::Never(trouble),
    }
}
