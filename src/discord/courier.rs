//! The courier: sends what is to be told, until it has arrived.
//!
//! A notice is sent under its nonce, which Discord remembers for some minutes: sent twice, it is one
//! message. When it is not known whether an older one has arrived, the channel is looked through for
//! our own message with its picture or its first words. Where we may not write, the next place is
//! tried: the thread, the channel, the interaction that caused it, a direct message. What can't be
//! told anywhere waits for the person's next visit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{
    ChannelId as Channel, CreateAttachment, Http, HttpError, MessageId, MessagePagination, UserId,
};

use crate::app::notice::Notice;
use crate::app::settings::Pings;
use crate::app::{No, Outgoing, Refusal};
use crate::store::challenges::State;
use crate::store::games::Game as Row;
use crate::store::posts::{Post, What};
use crate::store::{ChannelId, GameId, PlayerId, StoreError, Time};

use super::answer::{File, message};
use super::card::card;
use super::host::Host;
use super::locale::Words;
use super::news::{News, Subject, news};

/// So many notices are taken at once.
const BATCH: usize = 20;
/// Where we could not write, we do not try again for so long.
const DEAD: Duration = Duration::from_mins(30);
/// Discord remembers a nonce at least so long.
const NONCE_LIFE: Duration = Duration::from_mins(3);
/// After so many tries a notice is given up.
const MOST_TRIES: i64 = 12;

/// The courier.
#[derive(Debug)]
pub(super) struct Courier {
    host: Arc<Host>,
    http: Arc<Http>,
    dead: Mutex<HashMap<ChannelId, Time>>,
}

/// What went wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Trouble {
    /// Not there, or not here: try another place.
    Closed,
    /// That message is gone, or can't be changed any more.
    Lost,
    /// Later, perhaps.
    Later,
    /// It will never work.
    Never(String),
}

/// Where something is said.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Channel(ChannelId),
    Hand(String),
    Direct(PlayerId),
}

impl Courier {
    pub(super) fn new(host: Arc<Host>, http: Arc<Http>) -> Self {
        Self {
            host,
            http,
            dead: Mutex::new(HashMap::new()),
        }
    }

    /// Sends what can be sent now; says whether there was anything.
    pub(super) async fn round(&self) -> Result<bool, StoreError> {
        let taken = self.host.app.take_notices(self.host.now(), BATCH).await?;
        let is_any = !taken.is_empty();
        for outgoing in taken {
            if let Err(error) = self.deliver(&outgoing).await {
                tracing::error!(?error, nonce = outgoing.nonce, "a notice could not be sent");
                self.later(&outgoing).await?;
            }
        }
        Ok(is_any)
    }

    /// It is tried again after a while that grows.
    async fn later(&self, outgoing: &Outgoing) -> Result<(), StoreError> {
        let app = &self.host.app;
        let now = self.host.now();
        if outgoing.attempts >= MOST_TRIES {
            return app.give_up(&outgoing.nonce, "tried too often", now).await;
        }
        let wait = Duration::from_secs(1 << outgoing.attempts.clamp(0, 10));
        app.send_later(&outgoing.nonce, now + wait).await
    }

    async fn subject(&self, outgoing: &Outgoing) -> Result<Option<Subject>, No> {
        let app = &self.host.app;
        let is_challenge = matches!(
            outgoing.notice,
            Notice::Challenged | Notice::Declined | Notice::Withdrawn | Notice::Expired
        );
        if is_challenge {
            return match app.challenged(outgoing.game).await {
                Ok(challenge) => Ok(Some(Subject::Challenge(Box::new(challenge)))),
                Err(No::Refused(_)) => Ok(None),
                Err(no) => Err(no),
            };
        }
        match app.game(outgoing.game, self.host.now()).await {
            Ok(game) => Ok(Some(Subject::Game(Box::new(game)))),
            Err(No::Refused(Refusal::Frozen)) => Ok(Some(Subject::Frozen)),
            Err(No::Refused(_)) => Ok(None),
            Err(no) => Err(no),
        }
    }

    async fn deliver(&self, outgoing: &Outgoing) -> Result<(), No> {
        let app = &self.host.app;
        let now = self.host.now();
        let Some(subject) = self.subject(outgoing).await? else {
            app.sent(&outgoing.nonce, now).await?;
            return Ok(());
        };
        // A challenge that was answered meanwhile is not posted any more.
        if let (Subject::Challenge(challenge), Notice::Challenged) = (&subject, &outgoing.notice)
            && challenge.state != State::Open
        {
            app.sent(&outgoing.nonce, now).await?;
            return Ok(());
        }
        if let Subject::Challenge(challenge) = &subject
            && challenge.state != State::Open
        {
            self.close_cards(outgoing.game).await?;
        }
        let row = self.row(outgoing.game, &subject).await?;
        let mut places = self.places(&row, outgoing, &subject).await?;
        // Whom it concerns, if nowhere else.
        let mut directs: Vec<PlayerId> = outgoing.player.into_iter().collect();
        if directs.is_empty() {
            directs.extend(row.players.iter().flatten());
        }
        let is_public = !places.is_empty();
        let mut has_trouble = false;
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
                        self.whisper(outgoing, &subject, player).await?;
                    }
                    self.arrived(outgoing, &told, post).await?;
                    return Ok(());
                }
                Err(Trouble::Closed | Trouble::Lost) => {
                    if let Place::Channel(channel) = place {
                        self.bury(channel);
                    }
                }
                Err(Trouble::Later) => has_trouble = true,
                Err(Trouble::Never(why)) => {
                    tracing::error!(why, nonce = outgoing.nonce, "Discord refuses a notice");
                    app.give_up(&outgoing.nonce, &why, now).await?;
                    return Ok(());
                }
            }
            if has_trouble {
                self.later(outgoing).await?;
                return Ok(());
            }
        }
        let mut is_told = false;
        for player in directs {
            is_told |= self.whisper(outgoing, &subject, player).await?;
        }
        if is_told {
            app.sent(&outgoing.nonce, now).await?;
        } else {
            let why = if is_public {
                "nowhere to say it"
            } else {
                "no direct message"
            };
            app.give_up(&outgoing.nonce, why, now).await?;
        }
        Ok(())
    }

    /// The rows of the tables that say where people are.
    async fn row(&self, id: GameId, subject: &Subject) -> Result<Where, No> {
        if let Subject::Game(game) = subject {
            return Ok(Where::of(&game.row));
        }
        let challenge = self.host.app.challenged(id).await?;
        let mut places = Where {
            server: challenge.server,
            channel: challenge.channel,
            thread: None,
            players: vec![challenge.challenger, challenge.opponent],
        };
        if let Subject::Frozen = subject
            && let Some(row) = self.host.app.row(id).await?
        {
            places = Where::of(&row);
        }
        Ok(places)
    }

    /// Where a notice can be said, the best place first.
    async fn places(
        &self,
        row: &Where,
        outgoing: &Outgoing,
        subject: &Subject,
    ) -> Result<Vec<Place>, No> {
        let mut thread = row.thread;
        if let (Notice::Started, Subject::Game(game)) = (&outgoing.notice, subject)
            && thread.is_none()
        {
            thread = self.begin_thread(game).await?;
        }
        let now = self.host.now();
        let dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        let is_alive = |channel: &ChannelId| dead.get(channel).is_none_or(|until| *until <= now);
        let channels = [thread, row.channel].into_iter().flatten().filter(is_alive);
        let mut places: Vec<Place> = channels.map(Place::Channel).collect();
        if let Some(hand) = self.host.hand(outgoing.game) {
            places.push(Place::Hand(hand.token));
        }
        Ok(places)
    }

    fn bury(&self, channel: ChannelId) {
        let until = self.host.now() + DEAD;
        let mut dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.insert(channel, until);
    }

    /// A thread for the game, from the card, if the server wants one and we may.
    async fn begin_thread(&self, game: &crate::app::game::Game) -> Result<Option<ChannelId>, No> {
        let app = &self.host.app;
        let Some(server) = game.row.server else {
            return Ok(None);
        };
        if !app.server_settings(server).await?.threads {
            return Ok(None);
        }
        let posts = app.posts(game.row.id).await?;
        let Some(card) = posts.iter().find(|post| post.what == What::Card) else {
            return Ok(None);
        };
        if Some(card.channel) != game.row.channel {
            return Ok(None);
        }
        let words = self.host.public_words(game.row.server).await?;
        let words = words.unwrap_or_else(|| Words::of(crate::app::settings::Language::English));
        let names = self.host.names_of(game, words).await;
        let title = super::board::variant(words, &game.row.game, &game.row.variant);
        let name = format!("{} – {} · {title}", names.first, names.second);
        let name: String = name.chars().take(100).collect();
        let form = json!({ "name": name, "auto_archive_duration": 10080 });
        let (Some(channel), Some(message)) = (snowflake(card.channel.0), snowflake(card.message))
        else {
            return Ok(None);
        };
        let (channel, message) = (Channel::new(channel), MessageId::new(message));
        let made = self
            .http
            .create_thread_from_message(channel, message, &form, None);
        let thread = match made.await {
            Ok(thread) => ChannelId(thread.id.get() as i64),
            // It was made before, and has the card's number.
            Err(error) if code_of(&error) == Some(160_004) => ChannelId(card.message),
            Err(error) => {
                tracing::info!(%error, "no thread for a game: it is played in the channel");
                return Ok(None);
            }
        };
        app.set_thread(game.row.id, thread).await?;
        for player in game.row.players.iter().flatten() {
            let user = snowflake(player.0).map(UserId::new);
            if let (Some(user), Some(thread)) = (user, snowflake(thread.0)) {
                // Whoever can't be added finds the thread by the ping.
                let added = self
                    .http
                    .add_thread_channel_member(Channel::new(thread), user);
                if let Err(error) = added.await {
                    tracing::debug!(%error, "a player could not be added to a thread");
                }
            }
        }
        Ok(Some(thread))
    }

    async fn words_for(&self, readers: &[PlayerId]) -> Result<&'static Words, StoreError> {
        match readers.first() {
            Some(reader) => Ok(self.host.reader_of(*reader).await?.words),
            None => Ok(Words::of(crate::app::settings::Language::English)),
        }
    }

    /// How someone wants to be called.
    async fn wish(&self, outgoing: &Outgoing, ping: Option<PlayerId>) -> Result<Wish, StoreError> {
        let Some(player) = ping else {
            return Ok(Wish::Here);
        };
        let app = &self.host.app;
        if app.is_muted(player, outgoing.game).await? {
            return Ok(Wish::Never);
        }
        let settings = app.player_settings(player).await?;
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
    ) -> Result<bool, No> {
        let reader = self.host.reader_of(player).await?;
        let Some(told) = news(&self.host, outgoing, subject, reader.words).await? else {
            return Ok(true);
        };
        if self.wish(outgoing, Some(player)).await? == Wish::Never {
            return Ok(true);
        }
        let nonce = short(&format!("{}d{:x}", outgoing.nonce, player.0 & 0xff));
        let place = Place::Direct(player);
        match self.say(&place, outgoing, &told, &nonce).await {
            Ok(post) => {
                if let (Some(post), Some(what)) = (post, told.what) {
                    self.keep(outgoing, what, post).await?;
                }
                Ok(true)
            }
            Err(trouble) => {
                tracing::debug!(?trouble, "no direct message");
                Ok(false)
            }
        }
    }

    /// Says it somewhere; the message, if it can be changed later.
    async fn say(
        &self,
        place: &Place,
        outgoing: &Outgoing,
        told: &News,
        nonce: &str,
    ) -> Result<Option<(ChannelId, i64)>, Trouble> {
        let name = format!("{nonce}.png");
        let mut files = Vec::new();
        if let Some(picture) = &told.reply.picture {
            files.push(self.host.paint(picture, &name).await);
        }
        let form = message(&told.reply, &files, told.ping);
        match place {
            Place::Hand(token) => {
                let sent = self
                    .http
                    .create_followup_message(token, &form, attached(&files));
                sent.await.map_err(|error| trouble(&error))?;
                Ok(None)
            }
            Place::Channel(channel) => {
                let id = self.post(*channel, outgoing, form, &files, nonce).await?;
                Ok(Some((*channel, id)))
            }
            Place::Direct(player) => {
                let form_of = json!({ "recipient_id": player.to_string() });
                let direct = self.http.create_private_channel(&form_of).await;
                let direct = direct.map_err(|error| trouble(&error))?;
                let channel = ChannelId(direct.id.get() as i64);
                let id = self.post(channel, outgoing, form, &files, nonce).await?;
                Ok(Some((channel, id)))
            }
        }
    }

    async fn post(
        &self,
        channel: ChannelId,
        outgoing: &Outgoing,
        mut form: Value,
        files: &[File],
        nonce: &str,
    ) -> Result<i64, Trouble> {
        let place = snowflake(channel.0)
            .map(Channel::new)
            .ok_or(Trouble::Closed)?;
        let is_old = outgoing.attempts > 1 && self.host.now() > outgoing.made_at + NONCE_LIFE;
        if is_old && let Some(found) = self.find(place, files, &form).await? {
            return Ok(found);
        }
        form["nonce"] = json!(nonce);
        form["enforce_nonce"] = json!(true);
        let sent = self.http.send_message(place, attached(files), &form).await;
        let sent = sent.map_err(|error| trouble(&error))?;
        Ok(sent.id.get() as i64)
    }

    /// Our own message that may have arrived before: the one with the same picture, or the same text.
    async fn find(
        &self,
        channel: Channel,
        files: &[File],
        form: &Value,
    ) -> Result<Option<i64>, Trouble> {
        let none: Option<MessagePagination> = None;
        let messages = self.http.get_messages(channel, none, Some(100)).await;
        let messages = messages.map_err(|error| trouble(&error))?;
        let text = form["content"].as_str().unwrap_or_default();
        let is_it = |message: &&serenity::all::Message| {
            message.author.bot
                && match files.first() {
                    Some(file) => message.attachments.iter().any(|a| a.filename == file.name),
                    None => message.content == text,
                }
        };
        Ok(messages
            .iter()
            .find(is_it)
            .map(|found| found.id.get() as i64))
    }

    /// It has arrived: what was shown before is out of date.
    async fn arrived(
        &self,
        outgoing: &Outgoing,
        told: &News,
        post: Option<(ChannelId, i64)>,
    ) -> Result<(), No> {
        let now = self.host.now();
        match (told.what, post) {
            (Some(what), Some(post)) => self.keep(outgoing, what, post).await?,
            _ => self.host.app.sent(&outgoing.nonce, now).await?,
        }
        Ok(())
    }

    async fn keep(
        &self,
        outgoing: &Outgoing,
        what: What,
        (channel, message): (ChannelId, i64),
    ) -> Result<(), No> {
        let app = &self.host.app;
        let board = match app.row(outgoing.game).await? {
            Some(row) => row.standing.board,
            None => 0,
        };
        let post = Post {
            message,
            channel,
            what,
            board,
            is_open: true,
        };
        let now = self.host.now();
        app.posted(&outgoing.nonce, outgoing.game, &post, now)
            .await?;
        if what == What::Board {
            self.close_boards(outgoing.game, &post).await?;
        }
        Ok(())
    }

    /// Older boards in the same place lose their keys, or go, if the server wants only the latest.
    async fn close_boards(&self, game: GameId, latest: &Post) -> Result<(), No> {
        let app = &self.host.app;
        let server = app.row(game).await?.and_then(|row| row.server);
        let keeps_latest = match server {
            Some(server) => app.server_settings(server).await?.latest_only,
            None => false,
        };
        for post in app.posts(game).await? {
            if post.what != What::Board || !post.is_open || post.message >= latest.message {
                continue;
            }
            let (Some(channel), Some(message)) =
                (snowflake(post.channel.0), snowflake(post.message))
            else {
                continue;
            };
            let (channel, message) = (Channel::new(channel), MessageId::new(message));
            let done = if keeps_latest && post.channel == latest.channel {
                self.http.delete_message(channel, message, None).await
            } else {
                let form = json!({ "components": [] });
                let edited = self.http.edit_message(channel, message, &form, Vec::new());
                edited.await.map(drop)
            };
            let is_gone = keeps_latest && post.channel == latest.channel;
            match done.map_err(|error| trouble(&error)) {
                // It is tried again with the next board.
                Err(Trouble::Later) => {}
                Ok(()) | Err(_) => app.close_post(game, &post, is_gone).await?,
            }
        }
        Ok(())
    }

    /// Cards of a challenge that is decided show what became of it.
    async fn close_cards(&self, id: GameId) -> Result<(), No> {
        let app = &self.host.app;
        let challenge = app.challenged(id).await?;
        for post in app.posts(id).await? {
            if post.what != What::Card || !post.is_open {
                continue;
            }
            let words = self.host.public_words(challenge.server).await?;
            let readers: Vec<PlayerId> = challenge.opponent.into_iter().collect();
            let words = match words {
                Some(words) => words,
                None => self.words_for(&readers).await?,
            };
            let reply = card(&challenge, words);
            let (Some(channel), Some(message_id)) =
                (snowflake(post.channel.0), snowflake(post.message))
            else {
                continue;
            };
            // The picture stays: what is not named is not changed.
            let mut form = message(&reply, &[], None);
            if let Some(fields) = form.as_object_mut() {
                fields.remove("attachments");
            }
            let (channel, message_id) = (Channel::new(channel), MessageId::new(message_id));
            let edited = self
                .http
                .edit_message(channel, message_id, &form, Vec::new());
            match edited.await.map_err(|error| trouble(&error)) {
                Err(Trouble::Later) => {}
                Ok(_) | Err(_) => app.close_post(id, &post, false).await?,
            }
        }
        Ok(())
    }
}

/// How someone wants to be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wish {
    Here,
    Direct,
    Never,
}

/// Where people are.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Where {
    server: Option<crate::store::ServerId>,
    channel: Option<ChannelId>,
    thread: Option<ChannelId>,
    players: Vec<Option<PlayerId>>,
}

impl Where {
    fn of(row: &Row) -> Self {
        Self {
            server: row.server,
            channel: row.channel,
            thread: row.thread,
            players: row.players.iter().copied().collect(),
        }
    }
}

/// A number of Discord's; none for one that can't be.
pub(super) fn snowflake(id: i64) -> Option<u64> {
    u64::try_from(id).ok().filter(|id| *id > 0)
}

/// A nonce that fits.
fn short(nonce: &str) -> String {
    nonce.chars().take(25).collect()
}

/// Files as they are sent.
pub(super) fn attached(files: &[File]) -> Vec<CreateAttachment> {
    let files = files.iter();
    files
        .map(|file| CreateAttachment::bytes(file.bytes.clone(), file.name.clone()))
        .collect()
}

fn code_of(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some(response.error.code)
        }
        _ => None,
    }
}

fn trouble(error: &serenity::Error) -> Trouble {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else {
        // The network, or an answer that can't be read: nobody knows what became of it.
        return Trouble::Later;
    };
    let status = response.status_code.as_u16();
    match response.error.code {
        50007 | 50278 | 50001 | 50013 | 10003 | 50083 | 10015 | 50027 | 10013 | 40094 | 160_005 => {
            Trouble::Closed
        }
        10008 | 30046 => Trouble::Lost,
        _ if status == 429 || status >= 500 => Trouble::Later,
        _ if status == 403 || status == 404 => Trouble::Closed,
        code => Trouble::Never(format!("{status} {code}: {}", response.error.message)),
    }
}
