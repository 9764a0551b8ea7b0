//! Notifications as responses: where the bot can only respond, the initial response to the
//! interaction that caused a notification is the notification itself.
//!
//! A response has no nonce, so it could ping twice. It is recorded before it is sent, and Discord
//! accepts only one initial response: if its fate is unknown, `GET …/messages/@original` tells, as
//! long as the interaction token is valid. A follow-up can't be looked up. If the fate stays
//! unknown, nothing is sent again; the player sees it after the next command.

use std::time::Duration;

use serde_json::Value;
use serenity::all::InteractionId;
use tokio::time::Instant;

use crate::app::notify::notice::Notice;
use crate::app::{AppError, Outgoing};
use crate::discord::context::TOKEN_LIFE;
use crate::discord::interaction::request::Invoker;
use crate::discord::notify::content::{self, Subject, notification_for};
use crate::discord::notify::worker::{DeliveryWorker, PingMode};
use crate::discord::rest::client::{DeliveryError, SentMessage, insist};
use crate::discord::rest::error_code;
use crate::discord::rest::payload::{CallbackType, File, callback, message, private};
use crate::discord::view::message::Message;
use crate::model::{ChallengeState, ReplyToken, ResponseState};

/// Discord accepts an initial response within three seconds: after this time it has arrived or
/// never will.
const SETTLED: Duration = Duration::from_secs(4);

/// Discord's error codes for a missing initial response.
const NO_RESPONSE: [isize; 3] = [
    error_code::UNKNOWN_MESSAGE,
    error_code::UNKNOWN_WEBHOOK,
    error_code::UNKNOWN_INTERACTION,
];

/// A notification that is ready to be sent as a response.
#[derive(Debug)]
pub(crate) struct PreparedNotification {
    nonce: String,
    form: Value,
    files: Vec<File>,
    /// Does it start a game or a challenge? Then the invoker is told what the bot lacks there.
    pub(crate) is_beginning: bool,
}

/// The outcome of sending a notification as the initial response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResponseOutcome {
    /// Sent: the invoker can be told more in follow-ups.
    Yes,
    /// Not sent: the interaction has no response.
    NotSent,
}

impl DeliveryWorker {
    /// The notification that an interaction has caused and that can be its response: only where the
    /// bot can do nothing but respond, and only in the channel of the game.
    pub(crate) async fn response_to(
        &self,
        invoker: &Invoker,
    ) -> Result<Option<PreparedNotification>, AppError> {
        if self.ctx.missing_access(invoker).is_none() {
            return Ok(None);
        }
        let mut untold = self.ctx.app.untried_notices_of(invoker.interaction).await?;
        // There is one response: a notification with a ping comes first.
        untold.sort_by_key(|outgoing| outgoing.player.is_none());
        for outgoing in untold {
            if outgoing.notice.is_for_game_channel()
                && let Some(ready) = self.prepare(invoker, &outgoing).await?
            {
                return Ok(Some(ready));
            }
        }
        Ok(None)
    }

    async fn prepare(
        &self,
        invoker: &Invoker,
        outgoing: &Outgoing,
    ) -> Result<Option<PreparedNotification>, AppError> {
        let Some(subject) = content::subject(&self.ctx, outgoing).await? else {
            return Ok(None);
        };
        if let Subject::Challenge(challenge) = &subject
            && challenge.state != ChallengeState::Open
            && outgoing.notice == Notice::Challenged
        {
            return Ok(None);
        }
        let row = self.row(outgoing.game, &subject).await?;
        let here = [Some(invoker.channel), Some(invoker.parent_channel())];
        if !here.contains(&row.channel) && !here.contains(&row.thread) || row.channel.is_none() {
            return Ok(None);
        }
        let locale = match self.ctx.public_locale(row.server).await? {
            Some(locale) => locale,
            None => {
                self.locale_for(&outgoing.player.into_iter().collect::<Vec<_>>())
                    .await?
            }
        };
        let Some(mut told) = notification_for(&self.ctx, outgoing, &subject, locale, None).await?
        else {
            return Ok(None);
        };
        let wish = self.ping_mode(outgoing, told.ping).await?;
        told.ping = told.ping.filter(|_| wish == PingMode::Here);
        let name = self.ctx.wire_nonce(&outgoing.nonce, "").await?;
        let files = self.render_files(&told, &name).await;
        Ok(Some(PreparedNotification {
            nonce: outgoing.nonce.clone(),
            form: message(&told.reply, &files, told.ping),
            files,
            is_beginning: matches!(outgoing.notice, Notice::Challenged | Notice::Started),
        }))
    }

    /// Sends a notification as the initial response to an interaction.
    pub(crate) async fn respond(
        &self,
        invoker: &Invoker,
        ready: &PreparedNotification,
        deadline: Instant,
    ) -> Result<ResponseOutcome, AppError> {
        let first = ResponseState::First {
            token: invoker.token.clone(),
        };
        if !self.ctx.app.begin_response(&ready.nonce, &first).await? {
            return Ok(ResponseOutcome::NotSent);
        }
        let id = InteractionId::new(invoker.interaction.0 as u64);
        let form = callback(
            CallbackType::ChannelMessageWithSource,
            Some(ready.form.clone()),
        );
        let target = (id, invoker.token.as_str(), deadline);
        let attempt = || self.rest.respond(target, &form, &ready.files);
        let (mut sent, _) = insist(deadline, attempt).await;
        // An earlier attempt had arrived after all; Discord knows as which message.
        if sent
            .as_ref()
            .is_err_and(|stop| stop.code() == Some(error_code::INTERACTION_ALREADY_ACKNOWLEDGED))
        {
            sent = self.rest.original(&invoker.token).await;
        }
        match sent {
            Ok(sent) => {
                self.note_sent(&ready.nonce, sent).await?;
                Ok(ResponseOutcome::Yes)
            }
            // The delivery worker asks Discord later.
            Err(stop) if stop.is_unknown() => {
                tracing::warn!(error = %stop, nonce = ready.nonce, "lost the result of a response; asking Discord later");
                Ok(ResponseOutcome::Yes)
            }
            Err(stop) => {
                tracing::info!(error = %stop, nonce = ready.nonce, "failed to send a notification as the response; delivering it otherwise");
                self.ctx
                    .app
                    .note_response(&ready.nonce, &ResponseState::Failed)
                    .await?;
                Ok(ResponseOutcome::NotSent)
            }
        }
    }

    /// Sends a notification as a follow-up to an interaction that was deferred because the
    /// notification was not ready in time.
    pub(crate) async fn respond_late(
        &self,
        invoker: &Invoker,
        ready: &PreparedNotification,
    ) -> Result<(), AppError> {
        let app = &self.ctx.app;
        if !app
            .begin_response(&ready.nonce, &ResponseState::FollowUp)
            .await?
        {
            return Ok(());
        }
        // The outcome is recorded, and the delivery worker reads it.
        let sent = self.send_follow_up(&invoker.token, &ready.nonce, &ready.form, &ready.files);
        match sent.await? {
            Ok(()) => Ok(()),
            Err(trouble) => {
                tracing::info!(
                    ?trouble,
                    nonce = ready.nonce,
                    "failed to send a notification as a follow-up"
                );
                Ok(())
            }
        }
    }

    /// Sends a recorded follow-up and records the outcome.
    pub(crate) async fn send_follow_up(
        &self,
        token: &str,
        nonce: &str,
        form: &Value,
        files: &[File],
    ) -> Result<Result<(), DeliveryError>, AppError> {
        match self.rest.follow_up(token, form, files).await {
            Ok(sent) => {
                self.note_sent(nonce, sent).await?;
                Ok(if sent.is_ephemeral {
                    Err(DeliveryError::Closed)
                } else {
                    Ok(())
                })
            }
            Err(stop) if stop.is_unknown() => Ok(Err(DeliveryError::Unknown)),
            Err(_) => {
                self.ctx
                    .app
                    .note_response(nonce, &ResponseState::Failed)
                    .await?;
                Ok(Err(DeliveryError::Closed))
            }
        }
    }

    /// Records a response that has arrived. An ephemeral one does not reach the opponent.
    async fn note_sent(&self, nonce: &str, sent: SentMessage) -> Result<(), AppError> {
        let response = if sent.is_ephemeral {
            tracing::info!(nonce, "Discord made a public response ephemeral");
            ResponseState::Failed
        } else {
            ResponseState::Public
        };
        self.ctx.app.note_response(nonce, &response).await
    }

    /// Settles an initial response whose fate is unknown. False if the notification was put off or
    /// given up.
    pub(crate) async fn resolve_unknown_response(
        &self,
        outgoing: &mut Outgoing,
    ) -> Result<bool, AppError> {
        let (app, now) = (&self.ctx.app, self.ctx.now());
        let token = match &outgoing.response {
            Some(ResponseState::First { token }) => token.clone(),
            Some(ResponseState::FollowUp) => {
                self.hold_for_next_command(outgoing).await?;
                return Ok(false);
            }
            Some(ResponseState::Public | ResponseState::Failed) | None => return Ok(true),
        };
        if now < outgoing.made_at + SETTLED {
            let wait = Duration::from_millis((outgoing.made_at.0 - now.0).max(0) as u64) + SETTLED;
            self.retry_later(outgoing, Some(wait)).await?;
            return Ok(false);
        }
        if now > outgoing.made_at + TOKEN_LIFE {
            self.hold_for_next_command(outgoing).await?;
            return Ok(false);
        }
        let response = match self.rest.original(&token).await {
            Ok(sent) if !sent.is_ephemeral => ResponseState::Public,
            Ok(_) => ResponseState::Failed,
            Err(stop) if stop.code().is_some_and(|code| NO_RESPONSE.contains(&code)) => {
                ResponseState::Failed
            }
            Err(stop) => {
                match DeliveryError::from(stop) {
                    DeliveryError::Later(wait) => self.retry_later(outgoing, wait).await?,
                    _ => self.hold_for_next_command(outgoing).await?,
                }
                return Ok(false);
            }
        };
        app.note_response(&outgoing.nonce, &response).await?;
        outgoing.response = Some(response);
        Ok(true)
    }

    /// Tells the invoker what the bot lacks, after something was started in a channel that it
    /// turned out not to see.
    pub(crate) async fn tell_lack(
        &self,
        outgoing: &Outgoing,
        reply_token: &ReplyToken,
    ) -> Result<(), AppError> {
        let is_beginning = matches!(outgoing.notice, Notice::Challenged | Notice::Started);
        if reply_token.is_guest || !is_beginning {
            return Ok(());
        }
        let locale = self.ctx.reader_of(reply_token.player).await?.locale;
        let reply = Message::text(locale.text("lacks-channel", &[]));
        let form = private(message(&reply, &[], None));
        if let Err(error) = self.rest.follow_up(&reply_token.token, &form, &[]).await {
            tracing::debug!(%error, "failed to tell the invoker what the bot lacks");
        }
        Ok(())
    }

    /// It is unknown whether it has arrived: the notification waits for the player's next command,
    /// to avoid a second ping.
    pub(crate) async fn hold_for_next_command(&self, outgoing: &Outgoing) -> Result<(), AppError> {
        let why = "unknown whether the response has arrived";
        tracing::warn!(
            nonce = outgoing.nonce,
            "{why}: the notification waits for the player's next command"
        );
        let now = self.ctx.now();
        self.ctx.app.give_up(&outgoing.nonce, why, now).await
    }
}
