//! Delivers one notification: in the channel, as a direct message, or later.

use std::time::Duration;

use crate::app::notify::notice::Notice;
use crate::app::people::settings::Pings;
use crate::app::{AppError, Outgoing};
use crate::discord::i18n::Words;
use crate::discord::notify::content::{self, Subject, news};
use crate::discord::notify::destination::Destination;
use crate::discord::notify::notification::Notification;
use crate::discord::notify::time::short_digest;
use crate::discord::notify::worker::{DeliveryWorker, DmOutcome, PingMode};
use crate::discord::rest::client::DeliveryError;
use crate::discord::view::format::mention;
use crate::model::{ChallengeState, MessageKind, PlayerId};

/// A notice is given up after so many tries, but not before that time has passed: no outage of Discord
/// is longer.
const MOST_TRIES: i64 = 12;

const LONGEST_TRYING: Duration = Duration::from_hours(3 * 24);

impl DeliveryWorker {
    /// It is tried again after a while that grows, and not before Discord says so.
    pub(crate) async fn later(
        &self,
        outgoing: &Outgoing,
        told: Option<Duration>,
    ) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let now = self.ctx.now();
        if outgoing.attempts >= MOST_TRIES && outgoing.made_at + LONGEST_TRYING < now {
            return app.give_up(&outgoing.nonce, "tried too often", now).await;
        }
        let wait = Duration::from_secs(1 << outgoing.attempts.clamp(0, 10));
        let wait = wait.max(told.unwrap_or_default());
        app.send_later(&outgoing.nonce, now + wait).await?;
        // It is due at another time now.
        self.ctx.due().notify_one();
        Ok(())
    }

    /// MessageKind is not said where the game is played, or not any more; and cards that are out of date.
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
            // Whoever accepted it elsewhere has not seen its card.
            (Subject::Game(_), Notice::Started) => self.close_cards(outgoing.game).await?,
            _ => {}
        }
        let is_decided = match subject {
            Subject::Challenge(challenge) => challenge.state != ChallengeState::Open,
            Subject::Game(_) | Subject::Frozen => false,
        };
        // A challenge that was answered meanwhile is not posted any more.
        let is_past = is_decided && outgoing.notice == Notice::Challenged;
        let is_aside = matches!(outgoing.notice, Notice::Followed { .. } | Notice::Result);
        if is_past || is_aside {
            let now = self.ctx.now();
            self.ctx.app.sent(&outgoing.nonce, now).await?;
            return Ok(true);
        }
        if is_decided {
            self.close_cards(outgoing.game).await?;
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
        if !self.settle(&mut outgoing).await? {
            return Ok(());
        }
        let outgoing = &outgoing;
        let row = self.row(outgoing.game, &subject).await?;
        let mut places = match self.places(&row, outgoing, &subject).await? {
            Ok(places) => places,
            Err(wait) => return Ok(self.later(outgoing, wait).await?),
        };
        // It takes a while to begin a thread: the game may have gone on.
        let subject = match outgoing.notice {
            Notice::Started => content::subject(&self.ctx, outgoing)
                .await?
                .unwrap_or(subject),
            _ => subject,
        };
        // Whom it concerns, if nowhere else.
        let mut directs: Vec<PlayerId> = outgoing.player.into_iter().collect();
        if directs.is_empty() {
            directs.extend(row.players.iter().flatten());
        }
        let is_public = !places.is_empty();
        while let Some(place) = places.first().cloned() {
            places.remove(0);
            let words = self.ctx.public_words(row.server).await?;
            let words = match words {
                Some(words) => words,
                None => self.words_for(&directs).await?,
            };
            let Some(mut told) = news(&self.ctx, outgoing, &subject, words).await? else {
                app.sent(&outgoing.nonce, now).await?;
                return Ok(());
            };
            let called = told.ping;
            let wish = self.wish(outgoing, called).await?;
            told.ping = called.filter(|_| wish == PingMode::Here);
            match self.say(&place, outgoing, &told, &outgoing.nonce).await {
                Ok(post) => {
                    // Before it counts as sent: a program that ends here calls nobody otherwise.
                    if let (PingMode::Direct, Some(player)) = (wish, called) {
                        match self.whisper(outgoing, &subject, player).await? {
                            DmOutcome::Done(_) => {}
                            DmOutcome::Closed => self.call(&place, outgoing, player).await,
                            DmOutcome::Later(told) => {
                                return Ok(self.later(outgoing, told).await?);
                            }
                        }
                    }
                    self.arrived(outgoing, &told, post).await?;
                    if let Destination::ReplyToken(hand) = &place {
                        self.tell_lack(outgoing, hand).await?;
                    }
                    return Ok(());
                }
                Err(DeliveryError::NoAccess) => {
                    if let Destination::Channel(channel) = place {
                        self.ctx.mark_unreachable(channel);
                        places.extend(self.as_guest(outgoing, channel));
                    }
                }
                Err(DeliveryError::Closed | DeliveryError::Lost) => {
                    if let Destination::Channel(channel) = place {
                        self.ctx.mark_unreachable(channel);
                    }
                }
                Err(DeliveryError::Unknown) => return Ok(self.keep_silent(outgoing).await?),
                Err(DeliveryError::Later(told)) => {
                    self.later(outgoing, told).await?;
                    return Ok(());
                }
                Err(DeliveryError::Never(why)) => {
                    tracing::error!(why, nonce = outgoing.nonce, "Discord refuses a notice");
                    app.give_up(&outgoing.nonce, &why, now).await?;
                    return Ok(());
                }
            }
        }
        let why = if is_public {
            "nowhere to say it"
        } else {
            "no direct message"
        };
        self.deliver_directly(outgoing, &subject, &directs, why)
            .await
    }

    /// Tells it in direct messages; if nobody takes one, it is given up for this reason.
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
            match self.whisper(outgoing, subject, player).await? {
                DmOutcome::Done(post) => {
                    is_told = true;
                    boards.extend(post.filter(|post| post.what == MessageKind::Board));
                }
                DmOutcome::Closed => {}
                DmOutcome::Later(told) => return Ok(self.later(outgoing, told).await?),
            }
        }
        // MessageKind each of them has been sent stays open.
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

    pub(crate) async fn words_for(&self, readers: &[PlayerId]) -> Result<&'static Words, AppError> {
        match readers.first() {
            Some(reader) => Ok(self.ctx.reader_of(*reader).await?.words),
            None => Ok(Words::of(crate::app::people::settings::Language::English)),
        }
    }

    /// How someone wants to be called.
    pub(crate) async fn wish(
        &self,
        outgoing: &Outgoing,
        ping: Option<PlayerId>,
    ) -> Result<PingMode, AppError> {
        let Some(player) = ping else {
            return Ok(PingMode::Here);
        };
        let app = &self.ctx.app;
        // A list of all games is no word of the one it is kept with.
        if outgoing.notice != Notice::Digest && app.is_muted(player, outgoing.game).await? {
            return Ok(PingMode::Never);
        }
        let settings = app.player_settings(player).await?;
        // Whoever wants a list once a day wants no ping for every turn.
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

    /// Says it in a direct message; was that possible?
    async fn whisper(
        &self,
        outgoing: &Outgoing,
        subject: &Subject,
        player: PlayerId,
    ) -> Result<DmOutcome, AppError> {
        let reader = self.ctx.reader_of(player).await?;
        let Some(told) = news(&self.ctx, outgoing, subject, reader.words).await? else {
            return Ok(DmOutcome::Done(None));
        };
        if self.wish(outgoing, Some(player)).await? == PingMode::Never {
            return Ok(DmOutcome::Done(None));
        }
        let place = Destination::Direct(player);
        match self.say(&place, outgoing, &told, &outgoing.nonce).await {
            Ok(post) => {
                let post = match (post, told.what) {
                    (Some(post), Some(what)) => {
                        Some(self.note(outgoing.game, what, told.board, post).await?)
                    }
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

    /// Whoever wants direct messages but takes none is called where the board is.
    async fn call(&self, place: &Destination, outgoing: &Outgoing, player: PlayerId) {
        let told = Notification::text(mention(player), Some(player));
        let nonce = format!("{}p", outgoing.nonce);
        if let Err(trouble) = self.say(place, outgoing, &told, &nonce).await {
            tracing::debug!(?trouble, "someone could not be called");
        }
    }

    /// A list of games is for one person alone. Where no direct message is possible, he is told in the
    /// place of the most urgent one that there is something to look at.
    async fn deliver_digest(&self, outgoing: &Outgoing, subject: &Subject) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let now = self.ctx.now();
        let Some(player) = outgoing.player else {
            return Ok(app.give_up(&outgoing.nonce, "for nobody", now).await?);
        };
        match self.whisper(outgoing, subject, player).await? {
            DmOutcome::Done(_) => return Ok(app.sent(&outgoing.nonce, now).await?),
            DmOutcome::Later(told) => return Ok(self.later(outgoing, told).await?),
            DmOutcome::Closed => {}
        }
        let row = self.row(outgoing.game, subject).await?;
        let words = match self.ctx.public_words(row.server).await? {
            Some(words) => words,
            None => self.words_for(&[player]).await?,
        };
        let told = short_digest(words, player);
        let places = self.places(&row, outgoing, subject).await?;
        for place in places.unwrap_or_default() {
            match self.say(&place, outgoing, &told, &outgoing.nonce).await {
                Ok(_) => return Ok(app.sent(&outgoing.nonce, now).await?),
                Err(DeliveryError::Later(told)) => return Ok(self.later(outgoing, told).await?),
                Err(trouble) => tracing::debug!(?trouble, "no digest here"),
            }
        }
        app.give_up(&outgoing.nonce, "nowhere to say it", now)
            .await?;
        Ok(())
    }
}
