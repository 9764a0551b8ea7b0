//! Delivers one notification: in the channel, as a direct message, or later.

use std::time::Duration;

use crate::app::notify::notice::Notice;
use crate::app::people::settings::Pings;
use crate::app::{AppError, Outgoing};
use crate::discord::i18n::Locale;
use crate::discord::notify::content::{self, OnlyReader, Subject, notification_for};
use crate::discord::notify::destination::Destination;
use crate::discord::notify::notification::Notification;
use crate::discord::notify::time::short_digest;
use crate::discord::notify::worker::{DeliveryWorker, DmOutcome, PingMode};
use crate::discord::rest::client::DeliveryError;
use crate::discord::view::format::mention;
use crate::discord::view::game_summary::channel_link;
use crate::model::{ChallengeState, MessageKind, PlayerId};

impl DeliveryWorker {
    /// Schedules another attempt, not before the time that Discord demands, or gives up.
    pub(crate) async fn retry_later(
        &self,
        outgoing: &Outgoing,
        told: Option<Duration>,
    ) -> Result<(), AppError> {
        // Without the lease another process delivers it.
        if !self.rest.is_permitted() {
            return Ok(());
        }
        let now = self.ctx.now();
        self.ctx.app.retry_later(outgoing, told, now).await?;
        // The next due time has changed.
        self.ctx.schedule_signal().notify_one();
        Ok(())
    }

    /// Handles notifications that do not go to the game's channel or are out of date, and closes
    /// decided cards; true if nothing is left to deliver.
    async fn deliver_elsewhere(
        &self,
        outgoing: &Outgoing,
        subject: &Subject,
    ) -> Result<bool, AppError> {
        match (subject, &outgoing.notice) {
            (Subject::Game(game), Notice::Followed { board }) => {
                self.tell_follower(outgoing, game, *board).await?;
                return Ok(true);
            }
            (Subject::Game(game), Notice::Result) => {
                self.announce(outgoing, game).await?;
                return Ok(true);
            }
            (_, Notice::Digest) => {
                self.deliver_digest(outgoing, subject).await?;
                return Ok(true);
            }
            (Subject::Game(game), Notice::ThreadOver) => {
                self.end_thread(outgoing, game).await?;
                return Ok(true);
            }
            _ => {}
        }
        let is_decided = match subject {
            Subject::Challenge(challenge) => challenge.state != ChallengeState::Open,
            Subject::Game(_) | Subject::Frozen => false,
        };
        // A challenge that has been answered is not posted any more.
        let is_past = is_decided && outgoing.notice == Notice::Challenged;
        let is_aside = matches!(
            outgoing.notice,
            Notice::Followed { .. } | Notice::Result | Notice::ThreadOver
        );
        if is_past || is_aside {
            let now = self.ctx.now();
            self.ctx.app.sent(&outgoing.nonce, now).await?;
            return Ok(true);
        }
        if is_decided {
            self.close_cards(outgoing.game, None).await?;
        }
        Ok(false)
    }

    pub(crate) async fn deliver(&self, mut outgoing: Outgoing) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let now = self.ctx.now();
        let Some(subject) = content::subject(&self.ctx, &outgoing).await? else {
            app.sent(&outgoing.nonce, now).await?;
            return Ok(());
        };
        if self.deliver_elsewhere(&outgoing, &subject).await? {
            return Ok(());
        }
        if !self.resolve_unknown_response(&mut outgoing).await? {
            return Ok(());
        }
        let outgoing = &outgoing;
        let row = self.row(outgoing.game, &subject).await?;
        let mut places = match self.places(&row, outgoing, &subject).await? {
            Ok(places) => places,
            Err(wait) => return self.retry_later(outgoing, wait).await,
        };
        let is_start = outgoing.notice == Notice::Started;
        let subject = if is_start {
            self.begun(outgoing, subject).await?
        } else {
            subject
        };
        // The recipients of direct messages if no channel takes it.
        let mut directs: Vec<PlayerId> = outgoing.player.into_iter().collect();
        if directs.is_empty() {
            directs.extend(row.players.iter().flatten());
        }
        let is_public = !places.is_empty();
        while let Some(place) = places.first().cloned() {
            places.remove(0);
            let locale = self.ctx.public_locale(row.server).await?;
            let locale = match locale {
                Some(locale) => locale,
                None => self.locale_for(&directs).await?,
            };
            let Some(mut told) =
                notification_for(&self.ctx, outgoing, &subject, locale, None).await?
            else {
                if is_start {
                    self.close_cards(outgoing.game, None).await?;
                }
                app.sent(&outgoing.nonce, now).await?;
                return Ok(());
            };
            let called = told.ping;
            let wish = self.ping_mode(outgoing, called).await?;
            told.ping = called.filter(|_| wish == PingMode::Here);
            match self.send(&place, outgoing, &told, &outgoing.nonce).await {
                Ok(post) => {
                    // Before it counts as sent: otherwise a crash here would lose the ping.
                    if let (PingMode::Direct, Some(player)) = (wish, called) {
                        match self.send_direct(outgoing, &subject, player).await? {
                            DmOutcome::Done(_) => {}
                            DmOutcome::Closed => self.ping(&place, outgoing, player).await,
                            DmOutcome::Later(told) => {
                                return self.retry_later(outgoing, told).await;
                            }
                        }
                    }
                    if is_start {
                        let place = post.and_then(|post| channel_link(row.server, post));
                        self.close_cards(outgoing.game, place.as_deref()).await?;
                    }
                    self.record_delivery(outgoing, &told, post).await?;
                    if let Destination::ReplyToken(reply_token) = &place {
                        self.tell_lack(outgoing, reply_token).await?;
                    }
                    return Ok(());
                }
                Err(DeliveryError::NoAccess) => {
                    if let Destination::Channel(channel) = place {
                        self.ctx.mark_unreachable(channel);
                        places.extend(self.as_guest(outgoing, channel).await);
                    }
                }
                Err(DeliveryError::Closed | DeliveryError::Lost) => {
                    if let Destination::Channel(channel) = place {
                        self.ctx.mark_unreachable(channel);
                    }
                }
                Err(DeliveryError::Unknown) => return self.hold_for_next_command(outgoing).await,
                Err(DeliveryError::Later(told)) => {
                    self.retry_later(outgoing, told).await?;
                    return Ok(());
                }
                Err(DeliveryError::Never(why)) => return self.give_up(outgoing, &why).await,
            }
        }
        if is_start {
            self.close_cards(outgoing.game, None).await?;
        }
        let why = if is_public {
            "nowhere to say it"
        } else {
            "no direct message"
        };
        self.deliver_directly(outgoing, &subject, &directs, why)
            .await
    }

    /// The game that has just begun. Starting its thread takes a while, so it may have moved on; its
    /// cards link to the thread.
    async fn begun(&self, outgoing: &Outgoing, subject: Subject) -> Result<Subject, AppError> {
        let current = content::subject(&self.ctx, outgoing).await?;
        let subject = current.unwrap_or(subject);
        if let Subject::Game(game) = &subject
            && let Some(thread) = game.row.thread
        {
            let place = format!("<#{thread}>");
            self.close_cards(outgoing.game, Some(&place)).await?;
        }
        Ok(subject)
    }

    /// Gives up a notification that Discord will never accept.
    async fn give_up(&self, outgoing: &Outgoing, why: &str) -> Result<(), AppError> {
        tracing::error!(
            why,
            nonce = outgoing.nonce,
            "Discord rejected a notification; giving it up"
        );
        let now = self.ctx.now();
        self.ctx.app.give_up(&outgoing.nonce, why, now).await
    }

    /// Delivers by direct message; if no player takes one, gives up for the given reason.
    async fn deliver_directly(
        &self,
        outgoing: &Outgoing,
        subject: &Subject,
        players: &[PlayerId],
        why: &str,
    ) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let now = self.ctx.now();
        let mut is_told = false;
        let mut boards = Vec::new();
        for &player in players {
            match self.send_direct(outgoing, subject, player).await? {
                DmOutcome::Done(post) => {
                    is_told = true;
                    boards.extend(post.filter(|post| post.what == MessageKind::Board));
                }
                DmOutcome::Closed => {}
                DmOutcome::Later(told) => return self.retry_later(outgoing, told).await,
            }
        }
        // The boards just sent stay open.
        if let Some(oldest) = boards.iter().min_by_key(|post| post.message) {
            self.close_boards(outgoing.game, oldest).await?;
        }
        if is_told {
            app.sent(&outgoing.nonce, now).await?;
            self.close_offers(outgoing).await?;
        } else {
            app.give_up(&outgoing.nonce, why, now).await?;
        }
        Ok(())
    }

    pub(crate) async fn locale_for(
        &self,
        readers: &[PlayerId],
    ) -> Result<&'static Locale, AppError> {
        match readers.first() {
            Some(reader) => Ok(self.ctx.reader_of(*reader).await?.locale),
            None => Ok(Locale::of(crate::app::people::settings::Language::English)),
        }
    }

    /// How a player is pinged by a notification.
    pub(crate) async fn ping_mode(
        &self,
        outgoing: &Outgoing,
        ping: Option<PlayerId>,
    ) -> Result<PingMode, AppError> {
        let Some(player) = ping else {
            return Ok(PingMode::Here);
        };
        let app = &self.ctx.app;
        // Muting a game does not mute the digest that is stored with it.
        if outgoing.notice != Notice::Digest && app.is_muted(player, outgoing.game).await? {
            return Ok(PingMode::Never);
        }
        let settings = app.player_settings(player).await?;
        // Players with a daily digest are not pinged for every turn.
        let is_turn = matches!(
            outgoing.notice,
            Notice::Started | Notice::Turn { .. } | Notice::TakenBack { .. } | Notice::Thawed
        );
        if is_turn && settings.reminders.digest.is_some() {
            return Ok(PingMode::Never);
        }
        Ok(match settings.pings {
            Pings::Channel => PingMode::Here,
            Pings::Direct => PingMode::Direct,
        })
    }

    /// Sends a notification as a direct message.
    async fn send_direct(
        &self,
        outgoing: &Outgoing,
        subject: &Subject,
        player: PlayerId,
    ) -> Result<DmOutcome, AppError> {
        let reader = self.ctx.reader_of(player).await?;
        // Only a reminder links to another message there.
        let direct = match outgoing.notice {
            Notice::Reminder | Notice::Wake { .. } => self.direct(player).await.ok(),
            _ => None,
        };
        let only_reader = OnlyReader { player, direct };
        let (locale, only_reader) = (reader.locale, Some(only_reader));
        let told = notification_for(&self.ctx, outgoing, subject, locale, only_reader).await?;
        let Some(told) = told else {
            return Ok(DmOutcome::Done(None));
        };
        if self.ping_mode(outgoing, Some(player)).await? == PingMode::Never {
            return Ok(DmOutcome::Done(None));
        }
        let place = Destination::Direct(player);
        match self.send(&place, outgoing, &told, &outgoing.nonce).await {
            Ok(post) => {
                let post = match (post, told.what) {
                    (Some(post), Some(what)) => Some(
                        self.record_message(outgoing.game, what, told.board, post)
                            .await?,
                    ),
                    _ => None,
                };
                Ok(DmOutcome::Done(post))
            }
            Err(DeliveryError::Later(told)) => Ok(DmOutcome::Later(told)),
            Err(trouble) => {
                tracing::debug!(?trouble, "no direct message");
                Ok(DmOutcome::Closed)
            }
        }
    }

    /// Pings a player below the board who prefers direct messages but takes none.
    async fn ping(&self, place: &Destination, outgoing: &Outgoing, player: PlayerId) {
        let told = Notification::text(mention(player), Some(player));
        let nonce = format!("{}p", outgoing.nonce);
        if let Err(trouble) = self.send(place, outgoing, &told, &nonce).await {
            tracing::debug!(
                ?trouble,
                "failed to ping a player who takes no direct messages"
            );
        }
    }

    /// Delivers a digest by direct message. If the player takes none, a short ping is posted in the
    /// channel of the most urgent game.
    async fn deliver_digest(&self, outgoing: &Outgoing, subject: &Subject) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let now = self.ctx.now();
        let Some(player) = outgoing.player else {
            return app.give_up(&outgoing.nonce, "for nobody", now).await;
        };
        match self.send_direct(outgoing, subject, player).await? {
            DmOutcome::Done(_) => return app.sent(&outgoing.nonce, now).await,
            DmOutcome::Later(told) => return self.retry_later(outgoing, told).await,
            DmOutcome::Closed => {}
        }
        let row = self.row(outgoing.game, subject).await?;
        let locale = match self.ctx.public_locale(row.server).await? {
            Some(locale) => locale,
            None => self.locale_for(&[player]).await?,
        };
        let told = short_digest(locale, player);
        let places = self.places(&row, outgoing, subject).await?;
        for place in places.unwrap_or_default() {
            match self.send(&place, outgoing, &told, &outgoing.nonce).await {
                Ok(_) => return app.sent(&outgoing.nonce, now).await,
                Err(DeliveryError::Later(told)) => {
                    return self.retry_later(outgoing, told).await;
                }
                Err(trouble) => {
                    tracing::debug!(?trouble, "failed to post the digest ping in a channel");
                }
            }
        }
        app.give_up(&outgoing.nonce, "nowhere to say it", now)
            .await?;
        Ok(())
    }
}
