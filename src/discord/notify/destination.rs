//! Where a notice is said: the thread of a game, its channel, the interaction that caused it.

use std::time::Duration;

use serde_json::json;
use serenity::all::{ChannelId as Channel, GuildChannel, MessageId, Route, UserId};

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings::Language;
use crate::app::{AppError, Outgoing};
use crate::discord::context::ReplyToken;
use crate::discord::i18n::Words;
use crate::discord::notify::content::Subject;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::{DeliveryError, RestError, snowflake};
use crate::discord::view::format::variant;
use crate::model::{ChannelId, GameId, GameRow, MessageKind, PlayerId, ResponseState, ServerId};

/// Where something is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Destination {
    Channel(ChannelId),
    /// A follow-up to an interaction.
    ReplyToken(ReplyToken),
    Direct(PlayerId),
    /// It has been said already, as a response.
    Said,
}

/// MessageKind came of the wish for a place of a game's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Begun {
    /// It is there.
    There(ChannelId),
    /// There will be none.
    Never,
    /// Perhaps later; if Discord says when, not before.
    Later(Option<Duration>),
}

impl Begun {
    /// Why there is none, and whether there may be one later.
    pub(crate) fn not(stop: RestError) -> Self {
        match DeliveryError::from(stop) {
            DeliveryError::Later(wait) => Self::Later(wait),
            trouble => {
                tracing::info!(?trouble, "no place of its own for a game");
                Self::Never
            }
        }
    }
}

/// After so many tries a game is played where there is a place.
const PATIENT: i64 = 5;

/// Where people are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Where {
    pub(crate) server: Option<ServerId>,
    pub(crate) channel: Option<ChannelId>,
    pub(crate) thread: Option<ChannelId>,
    pub(crate) players: Vec<Option<PlayerId>>,
}

impl Where {
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
    /// The rows of the tables that say where people are.
    pub(crate) async fn row(&self, id: GameId, subject: &Subject) -> Result<Where, AppError> {
        if let Subject::Game(game) = subject {
            return Ok(Where::of(&game.row));
        }
        let challenge = self.ctx.app.challenged(id).await?;
        let mut places = Where {
            server: challenge.server,
            channel: challenge.channel,
            thread: None,
            players: vec![challenge.challenger, challenge.opponent],
        };
        if let Subject::Frozen = subject
            && let Some(row) = self.ctx.app.row(id).await?
        {
            places = Where::of(&row);
        }
        Ok(places)
    }

    /// Where a notice can be said, the best place first. If a place of its own can't be had just now, it
    /// is to be said later.
    pub(crate) async fn places(
        &self,
        row: &Where,
        outgoing: &Outgoing,
        subject: &Subject,
    ) -> Result<Result<Vec<Destination>, Option<Duration>>, AppError> {
        // A response that is there is the place; one that could not be given will not be.
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
            match self.begin_thread(game, outgoing.attempts > 1).await? {
                Begun::There(begun) => thread = Some(begun),
                Begun::Later(wait) if outgoing.attempts < PATIENT => return Ok(Err(wait)),
                // A game must not wait for its thread for ever.
                Begun::Later(_) | Begun::Never => {}
            }
        }
        // Nothing of ours arrives where we have left; an answer may.
        let is_alive = |channel: &ChannelId| !has_left && !self.ctx.is_dead(*channel);
        let channels = [thread, row.channel].into_iter().flatten().filter(is_alive);
        let mut places: Vec<Destination> = channels.map(Destination::Channel).collect();
        // Who moved elsewhere must not show the game there.
        let hand = self.ctx.hand(outgoing.game).filter(|hand| {
            hand.is_guest && hand.is_at(&[row.channel, thread]) && outgoing.response.is_none()
        });
        if let Some(hand) = hand {
            // Nothing else of ours arrives there.
            places = vec![Destination::ReplyToken(hand)];
        }
        Ok(Ok(places))
    }

    /// We are not in a channel after all: we can only answer there. A way to say something there through
    /// the interaction that caused it, if it was made there.
    pub(crate) fn as_guest(&self, outgoing: &Outgoing, channel: ChannelId) -> Option<Destination> {
        self.ctx.note_unseen(channel);
        let hand = self.ctx.hand(outgoing.game)?;
        let is_usable = hand.is_at(&[Some(channel)]) && outgoing.response.is_none();
        is_usable.then_some(Destination::ReplyToken(hand))
    }

    /// A place of the game's own: a post in the server's forum, or a thread from the card, if the server
    /// wants one and we may.
    async fn begin_thread(&self, game: &Game, is_again: bool) -> Result<Begun, AppError> {
        let app = &self.ctx.app;
        let Some(server) = game.row.server else {
            return Ok(Begun::Never);
        };
        let settings = app.server_settings(server).await?;
        let mut begun = Begun::Never;
        if let Some(forum) = settings.forum {
            begun = self.begin_post(game, server, forum, is_again).await?;
        }
        if begun == Begun::Never && settings.threads {
            begun = self.begin_from_card(game).await?;
        }
        if let Begun::There(thread) = begun {
            app.set_thread(game.row.id, thread).await?;
            self.add_players(game, thread).await;
        }
        Ok(begun)
    }

    /// MessageKind a game's thread is called.
    pub(crate) async fn title(&self, game: &Game) -> Result<String, AppError> {
        let words = self.ctx.public_words(game.row.server).await?;
        let words = words.unwrap_or_else(|| Words::of(Language::English));
        let names = self.ctx.names_of(game, words).await;
        let title = variant(words, &game.row.game, &game.row.variant);
        let (first, second) = (names.first.plain(), names.second.plain());
        let name = format!("{first} – {second} · {title}");
        Ok(name.chars().take(100).collect())
    }

    async fn begin_from_card(&self, game: &Game) -> Result<Begun, AppError> {
        let posts = self.ctx.app.posts(game.row.id).await?;
        let card = posts.iter().find(|post| post.what == MessageKind::Card);
        let card = card.filter(|card| Some(card.channel) == game.row.channel);
        let place = card.and_then(|card| snowflake(card.channel.0).zip(snowflake(card.message)));
        let Some((channel, message)) = place else {
            return Ok(Begun::Never);
        };
        // The post of a forum is a thread already.
        if self.ctx.is_thread(ChannelId(channel as i64)).await {
            return Ok(Begun::Never);
        }
        let name = self.title(game).await?;
        let form = json!({ "name": name, "auto_archive_duration": 10080 });
        let route = Route::ChannelMessageThreads {
            channel_id: Channel::new(channel),
            message_id: MessageId::new(message),
        };
        let made = self.rest.ask::<GuildChannel>(route, Some(&form)).await;
        Ok(match made {
            Ok(thread) => Begun::There(ChannelId(thread.id.get() as i64)),
            // It was made before, and has the card's number.
            Err(stop) if stop.code() == Some(160_004) => Begun::There(ChannelId(message as i64)),
            Err(stop) => Begun::not(stop),
        })
    }

    async fn add_players(&self, game: &Game, thread: ChannelId) {
        for player in game.row.players.iter().flatten() {
            let user = snowflake(player.0).map(UserId::new);
            if let (Some(user), Some(thread)) = (user, snowflake(thread.0)) {
                // Whoever can't be added finds the thread by the ping.
                let added = self.rest.add_to_thread(Channel::new(thread), user);
                if let Err(error) = added.await {
                    tracing::debug!(%error, "a player could not be added to a thread");
                }
            }
        }
    }
}
