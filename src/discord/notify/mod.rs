//! The courier: sends what is to be told, until it has arrived.
//!
//! A notice is sent under its nonce, which Discord remembers for some minutes: sent twice, it is one
//! message. When it is not known whether an older one has arrived, the channel is looked through for
//! our own message with its picture or its first words. Where we may not write, the next place is
//! tried: the thread, the channel, a direct message. Where we are only guests, a notice is the response
//! to the interaction that caused it (`response`). MessageKind can't be told anywhere waits for the person's
//! next visit.
//!
//! MessageKind is told in one place goes out in its order, on a lane of its own.
//!
//! It also keeps the lists of open challenges up to date that servers show.

pub(crate) mod content;
pub(crate) mod destination;
pub(crate) mod forum;
pub(crate) mod lobby;
pub(crate) mod messages;
pub(crate) mod missed;
pub(crate) mod queue;
pub(crate) mod response;
pub(crate) mod spectators;
pub(crate) mod time;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::app::notify::notice::Notice;
use crate::app::people::settings::Pings;
use crate::app::{No, Outgoing};
use crate::discord::context::Host;
use crate::discord::i18n::Words;
use crate::discord::rest::client::{Trouble, Wire};
use crate::discord::view::board::mention;
use crate::model::{ChallengeState, ChannelId, MessageKind, PlayerId, PostedMessage};
use crate::store::StoreError;
use content::{News, Subject, news};
use destination::Place;
pub(crate) use response::{Ready, Responded};
use time::short_digest;

/// So many pictures are painted for the post at once.
const BRUSHES: usize = 2;
/// A notice is given up after so many tries, but not before that time has passed: no outage of Discord
/// is longer.
const MOST_TRIES: i64 = 12;
const LONGEST_TRYING: Duration = Duration::from_hours(3 * 24);

/// The courier.
#[derive(Debug)]
pub(crate) struct Courier {
    host: Arc<Host>,
    wire: Arc<Wire>,
    /// Where people are written to alone: Discord does not like to be asked for it again and again.
    directs: Mutex<HashMap<PlayerId, ChannelId>>,
    /// Whoever taps waits for a picture, too: the post has only so many painted at once.
    brushes: Semaphore,
}

/// How someone wants to be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Here,
    Direct,
    Never,
}

/// MessageKind came of a direct message.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Whispered {
    /// It is there, as this message if it can be changed later; or it need not be.
    Done(Option<PostedMessage>),
    /// That person can't be written to.
    Closed,
    /// Perhaps later; if Discord says when, not before.
    Later(Option<Duration>),
}

impl Courier {
    pub(crate) fn new(host: Arc<Host>, wire: Arc<Wire>) -> Self {
        Self {
            host,
            wire,
            directs: Mutex::default(),
            brushes: Semaphore::new(BRUSHES),
        }
    }

    /// It is tried again after a while that grows, and not before Discord says so.
    async fn later(&self, outgoing: &Outgoing, told: Option<Duration>) -> Result<(), StoreError> {
        let app = &self.host.app;
        let now = self.host.now();
        if outgoing.attempts >= MOST_TRIES && outgoing.made_at + LONGEST_TRYING < now {
            return app.give_up(&outgoing.nonce, "tried too often", now).await;
        }
        let wait = Duration::from_secs(1 << outgoing.attempts.clamp(0, 10));
        let wait = wait.max(told.unwrap_or_default());
        app.send_later(&outgoing.nonce, now + wait).await?;
        // It is due at another time now.
        self.host.due().notify_one();
        Ok(())
    }

    /// MessageKind is not said where the game is played, or not any more; and cards that are out of date.
    async fn is_dealt_with(&self, outgoing: &Outgoing, subject: &Subject) -> Result<bool, No> {
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
            let now = self.host.now();
            self.host.app.sent(&outgoing.nonce, now).await?;
            return Ok(true);
        }
        if is_decided {
            self.close_cards(outgoing.game).await?;
        }
        Ok(false)
    }

    async fn deliver(&self, mut outgoing: Outgoing) -> Result<(), No> {
        let app = &self.host.app;
        let now = self.host.now();
        let Some(subject) = content::subject(&self.host, &outgoing).await? else {
            app.sent(&outgoing.nonce, now).await?;
            return Ok(());
        };
        if self.is_dealt_with(&outgoing, &subject).await? {
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
            Notice::Started => content::subject(&self.host, outgoing)
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
            let words = self.host.public_words(row.server).await?;
            let words = match words {
                Some(words) => words,
                None => self.words_for(&directs).await?,
            };
            let Some(mut told) = news(&self.host, outgoing, &subject, words).await? else {
                app.sent(&outgoing.nonce, now).await?;
                return Ok(());
            };
            let called = told.ping;
            let wish = self.wish(outgoing, called).await?;
            told.ping = called.filter(|_| wish == Wish::Here);
            match self.say(&place, outgoing, &told, &outgoing.nonce).await {
                Ok(post) => {
                    // Before it counts as sent: a program that ends here calls nobody otherwise.
                    if let (Wish::Direct, Some(player)) = (wish, called) {
                        match self.whisper(outgoing, &subject, player).await? {
                            Whispered::Done(_) => {}
                            Whispered::Closed => self.call(&place, outgoing, player).await,
                            Whispered::Later(told) => {
                                return Ok(self.later(outgoing, told).await?);
                            }
                        }
                    }
                    self.arrived(outgoing, &told, post).await?;
                    if let Place::Hand(hand) = &place {
                        self.tell_lack(outgoing, hand).await?;
                    }
                    return Ok(());
                }
                Err(Trouble::NoAccess) => {
                    if let Place::Channel(channel) = place {
                        self.host.bury(channel);
                        places.extend(self.as_guest(outgoing, channel));
                    }
                }
                Err(Trouble::Closed | Trouble::Lost) => {
                    if let Place::Channel(channel) = place {
                        self.host.bury(channel);
                    }
                }
                Err(Trouble::Unknown) => return Ok(self.keep_silent(outgoing).await?),
                Err(Trouble::Later(told)) => {
                    self.later(outgoing, told).await?;
                    return Ok(());
                }
                Err(Trouble::Never(why)) => {
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
    ) -> Result<(), No> {
        let app = &self.host.app;
        let now = self.host.now();
        let mut is_told = false;
        let mut boards = Vec::new();
        for &player in players {
            match self.whisper(outgoing, subject, player).await? {
                Whispered::Done(post) => {
                    is_told = true;
                    boards.extend(post.filter(|post| post.what == MessageKind::Board));
                }
                Whispered::Closed => {}
                Whispered::Later(told) => return Ok(self.later(outgoing, told).await?),
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

    async fn words_for(&self, readers: &[PlayerId]) -> Result<&'static Words, StoreError> {
        match readers.first() {
            Some(reader) => Ok(self.host.reader_of(*reader).await?.words),
            None => Ok(Words::of(crate::app::people::settings::Language::English)),
        }
    }

    /// How someone wants to be called.
    async fn wish(&self, outgoing: &Outgoing, ping: Option<PlayerId>) -> Result<Wish, StoreError> {
        let Some(player) = ping else {
            return Ok(Wish::Here);
        };
        let app = &self.host.app;
        // A list of all games is no word of the one it is kept with.
        if outgoing.notice != Notice::Digest && app.is_muted(player, outgoing.game).await? {
            return Ok(Wish::Never);
        }
        let settings = app.player_settings(player).await?;
        // Whoever wants a list once a day wants no ping for every turn.
        let is_turn = matches!(
            outgoing.notice,
            Notice::Started | Notice::Turn { .. } | Notice::TakenBack { .. } | Notice::Thawed
        );
        if is_turn && settings.reminders.digest.is_some() {
            return Ok(Wish::Never);
        }
        Ok(match settings.pings {
            Pings::Channel => Wish::Here,
            Pings::Direct => Wish::Direct,
        })
    }

    /// Says it in a direct message; was that possible?
    async fn whisper(
        &self,
        outgoing: &Outgoing,
        subject: &Subject,
        player: PlayerId,
    ) -> Result<Whispered, No> {
        let reader = self.host.reader_of(player).await?;
        let Some(told) = news(&self.host, outgoing, subject, reader.words).await? else {
            return Ok(Whispered::Done(None));
        };
        if self.wish(outgoing, Some(player)).await? == Wish::Never {
            return Ok(Whispered::Done(None));
        }
        let place = Place::Direct(player);
        match self.say(&place, outgoing, &told, &outgoing.nonce).await {
            Ok(post) => {
                let post = match (post, told.what) {
                    (Some(post), Some(what)) => {
                        Some(self.note(outgoing.game, what, told.board, post).await?)
                    }
                    _ => None,
                };
                Ok(Whispered::Done(post))
            }
            Err(Trouble::Later(told)) => Ok(Whispered::Later(told)),
            Err(trouble) => {
                tracing::debug!(?trouble, "no direct message");
                Ok(Whispered::Closed)
            }
        }
    }

    /// Whoever wants direct messages but takes none is called where the board is.
    async fn call(&self, place: &Place, outgoing: &Outgoing, player: PlayerId) {
        let told = News::text(mention(player), Some(player));
        let nonce = format!("{}p", outgoing.nonce);
        if let Err(trouble) = self.say(place, outgoing, &told, &nonce).await {
            tracing::debug!(?trouble, "someone could not be called");
        }
    }

    /// A list of games is for one person alone. Where no direct message is possible, he is told in the
    /// place of the most urgent one that there is something to look at.
    async fn deliver_digest(&self, outgoing: &Outgoing, subject: &Subject) -> Result<(), No> {
        let app = &self.host.app;
        let now = self.host.now();
        let Some(player) = outgoing.player else {
            return Ok(app.give_up(&outgoing.nonce, "for nobody", now).await?);
        };
        match self.whisper(outgoing, subject, player).await? {
            Whispered::Done(_) => return Ok(app.sent(&outgoing.nonce, now).await?),
            Whispered::Later(told) => return Ok(self.later(outgoing, told).await?),
            Whispered::Closed => {}
        }
        let row = self.row(outgoing.game, subject).await?;
        let words = match self.host.public_words(row.server).await? {
            Some(words) => words,
            None => self.words_for(&[player]).await?,
        };
        let told = short_digest(words, player);
        let places = self.places(&row, outgoing, subject).await?;
        for place in places.unwrap_or_default() {
            match self.say(&place, outgoing, &told, &outgoing.nonce).await {
                Ok(_) => return Ok(app.sent(&outgoing.nonce, now).await?),
                Err(Trouble::Later(told)) => return Ok(self.later(outgoing, told).await?),
                Err(trouble) => tracing::debug!(?trouble, "no digest here"),
            }
        }
        app.give_up(&outgoing.nonce, "nowhere to say it", now)
            .await?;
        Ok(())
    }
}
