//! The destinations of a notification: the thread of a game, its channel, the interaction that
//! caused it.

use std::time::Duration;

use hexpost_engine::record::{Ending, How};
use hexpost_engine::side::Side;
use serde_json::json;
use serenity::all::{ChannelId as Channel, GuildChannel, MessageId, Route, UserId};

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings::Language;
use crate::app::{AppError, Outgoing};
use crate::discord::i18n::Locale;
use crate::discord::notify::content::Subject;
use crate::discord::notify::notification::Notification;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::{DeliveryError, RestError, snowflake};
use crate::discord::rest::error_code;
use crate::discord::view::computer::computer_card;
use crate::discord::view::format::short_variant;
use crate::discord::view::ladder::ladder_card;
use crate::discord::view::message::Message;
use crate::model::{
    ChannelId, GameId, GameRow, MessageKind, PlayerId, ReplyToken, ResponseState, Seq, ServerId,
};

/// A destination of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Destination {
    Channel(ChannelId),
    /// A follow-up to an interaction.
    ReplyToken(ReplyToken),
    Direct(PlayerId),
    /// Delivered already, as a response.
    Said,
}

/// The outcome of starting a thread or a forum post for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ThreadOutcome {
    /// It exists.
    There(ChannelId),
    /// There will be none.
    Never,
    /// To be tried again, not before the time that Discord demands.
    Later(Option<Duration>),
}

impl ThreadOutcome {
    /// The outcome after an error: to be tried again, or given up.
    pub(crate) fn not(stop: RestError) -> Self {
        if stop.code() == Some(error_code::MAXIMUM_ACTIVE_THREADS) {
            tracing::info!(
                "a game gets no thread: its server has as many active ones as Discord allows"
            );
            return Self::Never;
        }
        match DeliveryError::from(stop) {
            DeliveryError::Later(wait) => Self::Later(wait),
            trouble => {
                tracing::info!(?trouble, "failed to start a thread for a game");
                Self::Never
            }
        }
    }
}

/// Discord's limit of a thread's name.
const MAX_TITLE: usize = 100;
/// The longest name of a player in a thread's name.
const MAX_NAME: usize = 30;
/// After this many minutes without a message Discord archives the thread of a running game: a week.
pub(crate) const ARCHIVE_AFTER: u16 = 10080;
/// The same for a finished game: a day.
const ARCHIVE_AFTER_END: u16 = 1440;

/// After this many attempts a game is played in the channel of its challenge.
const PATIENT: i64 = 5;

/// Where the players and the messages of a game are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameLocation {
    pub(crate) server: Option<ServerId>,
    pub(crate) channel: Option<ChannelId>,
    pub(crate) thread: Option<ChannelId>,
    pub(crate) players: Vec<Option<PlayerId>>,
}

impl GameLocation {
    fn of(row: &GameRow) -> Self {
        Self {
            server: row.server,
            channel: row.channel,
            thread: row.thread,
            players: row.players.iter().copied().collect(),
        }
    }
}

impl DeliveryWorker {
    /// Reads where the players and the messages of a game are.
    pub(crate) async fn row(
        &self,
        id: GameId,
        subject: &Subject,
    ) -> Result<GameLocation, AppError> {
        if let Subject::Game(game) = subject {
            return Ok(GameLocation::of(&game.row));
        }
        let challenge = self.ctx.app.challenge_by_id(id).await?;
        let mut places = GameLocation {
            server: challenge.server,
            channel: challenge.channel,
            thread: None,
            players: vec![challenge.challenger, challenge.opponent],
        };
        if let Subject::Frozen = subject
            && let Some(row) = self.ctx.app.game_row(id).await?
        {
            places = GameLocation::of(&row);
        }
        Ok(places)
    }

    /// The destinations of a notification, the best first. The error means that the game's thread
    /// can't be started just now, and when to try again.
    pub(crate) async fn places(
        &self,
        row: &GameLocation,
        outgoing: &Outgoing,
        subject: &Subject,
    ) -> Result<Result<Vec<Destination>, Option<Duration>>, AppError> {
        // A response that was sent is the destination; one that failed is not tried again.
        if outgoing.response == Some(ResponseState::Public) {
            return Ok(Ok(vec![Destination::Said]));
        }
        let has_left = match row.server {
            Some(server) => self.ctx.app.has_left(server).await?,
            None => false,
        };
        let mut thread = row.thread;
        if let (Notice::Started, Subject::Game(game)) = (&outgoing.notice, subject)
            && thread.is_none()
            && !has_left
        {
            match self.begin_thread(game, outgoing).await? {
                ThreadOutcome::There(begun) => thread = Some(begun),
                ThreadOutcome::Later(wait) if outgoing.attempts < PATIENT => return Ok(Err(wait)),
                // A game must not wait for its thread forever.
                ThreadOutcome::Later(_) | ThreadOutcome::Never => {}
            }
        }
        if let Subject::Game(game) = subject
            && thread.is_none()
            && !has_left
        {
            thread = self.place_without_thread(game).await?;
        }
        // On a guild that the bot has left, only a response can arrive.
        let is_alive = |channel: &ChannelId| !has_left && !self.ctx.is_unreachable(*channel);
        let channels = [thread, row.channel].into_iter().flatten().filter(is_alive);
        let mut places: Vec<Destination> = channels.map(Destination::Channel).collect();
        // A move made in another channel must not show the game there.
        let reply_token = self.ctx.reply_token(outgoing.game).await;
        let reply_token = reply_token.filter(|reply_token| {
            reply_token.is_guest
                && reply_token.is_at(&[row.channel, thread])
                && outgoing.response.is_none()
        });
        if let Some(reply_token) = reply_token {
            // Nothing but a response arrives there.
            places = vec![Destination::ReplyToken(reply_token)];
        }
        Ok(Ok(places))
    }

    /// The bot turned out not to see a channel and can only respond there: the interaction that
    /// caused the notification, if it was made there.
    pub(crate) async fn as_guest(
        &self,
        outgoing: &Outgoing,
        channel: ChannelId,
    ) -> Option<Destination> {
        self.ctx.mark_hidden_channel(channel);
        let reply_token = self.ctx.reply_token(outgoing.game).await?;
        let is_usable = reply_token.is_at(&[Some(channel)]) && outgoing.response.is_none();
        is_usable.then_some(Destination::ReplyToken(reply_token))
    }

    /// Starts a place for the game: a post in the guild's forum, or a thread from the card, if the
    /// guild wants one and the bot may.
    async fn begin_thread(
        &self,
        game: &Game,
        outgoing: &Outgoing,
    ) -> Result<ThreadOutcome, AppError> {
        let app = &self.ctx.app;
        let Some(server) = game.row.server else {
            return Ok(ThreadOutcome::Never);
        };
        let settings = app.server_settings(server).await?;
        let is_again = outgoing.attempts > 1;
        if let Some(tournament) = game.row.tournament {
            return self
                .begin_tournament_game(game, tournament, &settings, is_again)
                .await;
        }
        let mut begun = ThreadOutcome::Never;
        if let Some(forum) = settings.forum {
            begun = self.begin_post(game, server, forum, is_again).await?;
        }
        if begun == ThreadOutcome::Never && settings.threads {
            begun = match self.post_own_card(game, outgoing).await? {
                Ok(()) => self.begin_from_card(game).await?,
                Err(wait) => ThreadOutcome::Later(wait),
            };
        }
        if let ThreadOutcome::There(thread) = begun {
            app.set_thread(game.row.id, thread).await?;
            self.add_players(game, thread).await;
        }
        Ok(begun)
    }

    /// The name of a game's thread: its number, the variant and the players; between them a dash, or
    /// the result of a finished game. It is changed once, at the end, because Discord allows few
    /// changes.
    pub(crate) async fn title(&self, game: &Game) -> Result<String, AppError> {
        let locale = self.ctx.public_locale(game.row.server).await?;
        let locale = locale.unwrap_or_else(|| Locale::of(Language::English));
        let names = self.ctx.names_of(game, locale).await;
        let variant = short_variant(locale, &game.row.variant);
        let result = match game.record.ending() {
            None
            | Some(Ending {
                winner: None,
                how: How::Abort | How::Moderator,
            }) => "–",
            Some(Ending { winner, .. }) => match winner {
                Some(Side::First) => "1–0",
                Some(Side::Second) => "0–1",
                None => "½–½",
            },
        };
        let (first, second) = (names.first.short(MAX_NAME), names.second.short(MAX_NAME));
        let name = format!("#{} {variant} · {first} {result} {second}", game.row.id);
        Ok(name.chars().take(MAX_TITLE).collect())
    }

    /// Puts the thread of a finished game in order: old messages lose their buttons, the name gets the
    /// result, and Discord archives the thread after a day. The bot doesn't archive it itself: on phones
    /// the buttons of the last board would fail.
    pub(crate) async fn end_thread(
        &self,
        outgoing: &Outgoing,
        game: &Game,
    ) -> Result<(), AppError> {
        let (app, now) = (&self.ctx.app, self.ctx.now());
        let has_left = match game.row.server {
            Some(server) => app.has_left(server).await?,
            None => true,
        };
        let thread = game.row.thread.filter(|_| game.is_over() && !has_left);
        let Some(thread) = thread.and_then(|thread| snowflake(thread.0)) else {
            return app.sent(&outgoing.nonce, now).await;
        };
        if !self.strip_messages(game.row.id).await? {
            return self.retry_later(outgoing, None).await;
        }
        let form = json!({
            "name": self.title(game).await?,
            "auto_archive_duration": ARCHIVE_AFTER_END,
        });
        let edited = self.rest.edit_thread(Channel::new(thread), &form).await;
        match edited.map_err(DeliveryError::from) {
            Err(DeliveryError::Later(wait)) => return self.retry_later(outgoing, wait).await,
            Err(trouble) => {
                tracing::debug!(?trouble, "failed to rename the thread of a finished game");
            }
            Ok(()) => {}
        }
        app.sent(&outgoing.nonce, now).await
    }

    /// The message from which the thread of a game starts that has no card of a challenge: a game against
    /// the computer, or one on a ladder. With a link to the game once it is there. `None` for any other game.
    pub(crate) async fn own_card(
        &self,
        row: &GameRow,
        locale: &'static Locale,
        place: Option<&str>,
    ) -> Result<Option<Message>, AppError> {
        if row.computer.is_some() {
            return Ok(Some(computer_card(locale, row, place)));
        }
        let players = self.ctx.app.ladder_players_of(row.id).await?;
        Ok(players.map(|players| ladder_card(locale, players, place)))
    }

    /// Posts what the thread of a game starts from that has no card yet. The error means that it can't be
    /// posted just now, and when to try again.
    async fn post_own_card(
        &self,
        game: &Game,
        outgoing: &Outgoing,
    ) -> Result<Result<(), Option<Duration>>, AppError> {
        let locale = self.ctx.public_locale(game.row.server).await?;
        let locale = locale.unwrap_or_else(|| Locale::of(Language::English));
        let card = self.own_card(&game.row, locale, None).await?;
        let Some((card, channel)) = card.zip(game.row.channel) else {
            return Ok(Ok(()));
        };
        let id = game.row.id;
        let is_posted = !self.ctx.app.posted_messages(id).await?.is_empty();
        if is_posted || self.ctx.is_thread(channel).await {
            return Ok(Ok(()));
        }
        let card = Notification {
            reply: card,
            ..Notification::text(String::new(), None)
        };
        let place = Destination::Channel(channel);
        let nonce = format!("{}c", outgoing.nonce);
        match self.send(&place, outgoing, &card, &nonce).await {
            Ok(Some(post)) => {
                let what = MessageKind::Card;
                self.record_message(id, what, Seq::START, post).await?;
                Ok(Ok(()))
            }
            Err(DeliveryError::Later(wait)) => Ok(Err(wait)),
            // Then the game is played in the channel, or in direct messages.
            Ok(None) | Err(_) => Ok(Ok(())),
        }
    }

    async fn begin_from_card(&self, game: &Game) -> Result<ThreadOutcome, AppError> {
        let posts = self.ctx.app.posted_messages(game.row.id).await?;
        let card = posts.iter().find(|post| post.what == MessageKind::Card);
        let card = card.filter(|card| Some(card.channel) == game.row.channel);
        let place = card.and_then(|card| snowflake(card.channel.0).zip(snowflake(card.message)));
        let Some((channel, message)) = place else {
            return Ok(ThreadOutcome::Never);
        };
        // The post of a forum is a thread already.
        if self.ctx.is_thread(ChannelId(channel as i64)).await {
            return Ok(ThreadOutcome::Never);
        }
        let name = self.title(game).await?;
        let form = json!({ "name": name, "auto_archive_duration": ARCHIVE_AFTER });
        let route = Route::ChannelMessageThreads {
            channel_id: Channel::new(channel),
            message_id: MessageId::new(message),
        };
        let made = self.rest.ask::<GuildChannel>(route, Some(&form)).await;
        Ok(match made {
            Ok(thread) => ThreadOutcome::There(ChannelId(thread.id.get() as i64)),
            // The thread was started before; it has the id of the card.
            Err(stop) if stop.code() == Some(error_code::THREAD_ALREADY_CREATED) => {
                ThreadOutcome::There(ChannelId(message as i64))
            }
            Err(stop) => ThreadOutcome::not(stop),
        })
    }

    async fn add_players(&self, game: &Game, thread: ChannelId) {
        for player in game.row.players.iter().flatten() {
            let user = snowflake(player.0).map(UserId::new);
            if let (Some(user), Some(thread)) = (user, snowflake(thread.0)) {
                // A player who can't be added finds the thread by the ping.
                let added = self.rest.add_to_thread(Channel::new(thread), user);
                if let Err(error) = added.await {
                    tracing::debug!(%error, "failed to add a player to a thread");
                }
            }
        }
    }
}
