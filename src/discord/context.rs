//! The house in which people play: the desk, the clock, names and pictures, for everyone who
//! answers.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hexpost_engine::game::GameKind;
use hexpost_engine::side::{BySide, Side};
use hexpost_render::Pictures;
use serenity::all::{ChannelType, Http};
use tokio::sync::{Notify, OnceCell};

use crate::app::game::state::Game;
use crate::app::notify::notice::wire_nonce;
use crate::app::people::settings::{Language, ServerSettings};
use crate::app::{App, AppError};
use crate::discord::clock::Clock;
use crate::discord::i18n::{Words, alt_text, language_of};
use crate::discord::images::RenderPool;
use crate::discord::interaction::idempotency::Deliveries;
use crate::discord::interaction::rate_limit::RateLimiter;
use crate::discord::interaction::request::Invoker;
use crate::discord::rest::attachments::Downloads;
use crate::discord::rest::channels::Channels;
use crate::discord::rest::client::snowflake;
use crate::discord::rest::payload::File;
use crate::discord::user_names::UserNames;
use crate::discord::view::animation::Film;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::Picture;
use crate::discord::view::reader::Reader;
use crate::model::{ChannelId, GameId, InteractionId, PlayerId, ServerId, Time};

/// Room for finished pictures, in bytes.
const PICTURES: u64 = 16 << 20;
/// Of so many channels the kind is remembered.
const MOST_KINDS: usize = 10_000;
/// An interaction's token can be used so long; a little less than Discord allows.
pub(crate) const TOKEN_LIFE: Duration = Duration::from_mins(14);
/// Where we could not write, we do not try again for so long.
const DEAD: Duration = Duration::from_mins(30);

/// So often, every ten milliseconds, one looks whether an interaction has been answered.
const ANSWERING: usize = 300;

/// The house; perhaps for one interaction, whose number is written down with what it changes.
#[derive(Clone)]
pub struct Context {
    /// The desk.
    pub app: Arc<App>,
    shared: Arc<Shared>,
}

/// What everyone who answers shares.
pub struct Shared {
    pub(crate) names: UserNames,
    pub(crate) rate_limiter: RateLimiter,
    /// The interactions that this process has received.
    pub(crate) deliveries: Deliveries,
    work: Arc<Notify>,
    due: Arc<Notify>,
    clock: Clock,
    /// How long an answer may take before word is sent that it is coming.
    pub(crate) patience: Duration,
    pictures: Arc<Pictures>,
    painters: RenderPool,
    pub(crate) downloads: Downloads,
    /// Who sees which channel.
    pub(crate) channels: Channels,
    hands: Mutex<HashMap<GameId, ReplyToken>>,
    guards: Mutex<HashMap<(GameId, PlayerId), Time>>,
    /// Where we could not write, and until when we do not try again.
    dead: Mutex<HashMap<ChannelId, Time>>,
    /// Channels that we can't see at all, and until when that is taken for granted.
    unseen: Mutex<HashMap<ChannelId, Time>>,
    /// The servers on which we are, as far as the gateway has told.
    members: Mutex<HashSet<ServerId>>,
    /// Interactions that are being answered, and whether we are only guests there.
    answering: Mutex<HashMap<InteractionId, bool>>,
    /// What tells the database from every other.
    database: OnceCell<String>,
    /// What kinds of channels there are, as far as it was asked. It never changes.
    kinds: Mutex<HashMap<ChannelId, ChannelType>>,
    http: Arc<Http>,
}

/// What we lack where we can only answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lack {
    /// Nothing: someone has brought us along in the own account.
    Nothing,
    /// The server has the commands, but not the bot.
    Bot,
    /// The bot can't see the channel.
    Channel,
}

/// A way to say something where we are only guests: the last interaction with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReplyToken {
    pub(crate) token: String,
    pub(crate) interaction: InteractionId,
    /// Whose it was.
    pub(crate) player: PlayerId,
    /// Are we only guests there? Otherwise it is used only where we turn out to be.
    pub(crate) is_guest: bool,
    /// Where it was, and the channel of that place if it was a thread.
    places: [ChannelId; 2],
    until: Time,
}

impl ReplyToken {
    /// Was it in one of these places?
    pub(crate) fn is_at(&self, places: &[Option<ChannelId>]) -> bool {
        let mut known = places.iter().flatten();
        known.any(|place| self.places.contains(place))
    }
}

impl Context {
    /// A house for a desk.
    pub fn new(
        app: Arc<App>,
        http: Arc<Http>,
        clock: Clock,
        patience: Duration,
        commands_per_minute: usize,
    ) -> Self {
        // Painting keeps a core busy: one fewer than there are, so that answers still go out.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let shared = Shared {
            deliveries: Deliveries::default(),
            downloads: Downloads::new(http.proxy.clone()),
            channels: Channels::new(Arc::clone(&http), Arc::clone(&clock)),
            names: UserNames::new(Arc::clone(&http)),
            rate_limiter: RateLimiter::new(commands_per_minute),
            work: Arc::new(Notify::new()),
            due: Arc::new(Notify::new()),
            clock,
            patience,
            pictures: Arc::new(Pictures::new(PICTURES)),
            painters: RenderPool::new(cores.saturating_sub(1)),
            hands: Mutex::new(HashMap::new()),
            guards: Mutex::new(HashMap::new()),
            dead: Mutex::new(HashMap::new()),
            unseen: Mutex::default(),
            members: Mutex::default(),
            answering: Mutex::default(),
            database: OnceCell::new(),
            kinds: Mutex::default(),
            http,
        };
        Self {
            app,
            shared: Arc::new(shared),
        }
    }

    /// The same house with a desk that writes for one interaction.
    pub(crate) fn with_app(&self, app: App) -> Self {
        Self {
            app: Arc::new(app),
            shared: Arc::clone(&self.shared),
        }
    }

    /// Someone has done something: there may be something to send, and something else may be due.
    pub(crate) fn wake(&self) {
        self.work.notify_one();
        self.due.notify_one();
    }

    /// Is told when there may be something to send.
    pub(crate) fn work(&self) -> Arc<Notify> {
        Arc::clone(&self.work)
    }

    /// Is told when something else may be due.
    pub(crate) fn due(&self) -> Arc<Notify> {
        Arc::clone(&self.due)
    }

    /// The moment.
    pub fn now(&self) -> Time {
        (self.clock)()
    }

    /// Whoever asks, as a reader. What the person's program speaks is kept for later messages.
    pub(crate) async fn reader(&self, invoker: &Invoker) -> Result<Reader, AppError> {
        let settings = self.app.player_settings(invoker.id).await?;
        let language = invoker.language();
        if settings.locale != Some(language) {
            self.app.note_locale(invoker.id, language).await?;
        }
        let words = Words::of(settings.language.unwrap_or(language));
        Ok(Reader { words, settings })
    }

    /// Someone who will read a message of ours.
    pub(crate) async fn reader_of(&self, player: PlayerId) -> Result<Reader, AppError> {
        let settings = self.app.player_settings(player).await?;
        let language = settings.language.or(settings.locale);
        let words = Words::of(language.unwrap_or(Language::English));
        Ok(Reader { words, settings })
    }

    /// The language of what is said for everyone on a server.
    pub(crate) async fn public_words(
        &self,
        server: Option<ServerId>,
    ) -> Result<Option<&'static Words>, AppError> {
        let Some(server) = server else {
            return Ok(None);
        };
        let settings = self.app.server_settings(server).await?;
        let language = settings.language.or(settings.locale);
        Ok(Some(Words::of(language.unwrap_or(Language::English))))
    }

    /// A server's settings. What Discord says of its language is kept for later messages.
    pub(crate) async fn server(
        &self,
        invoker: &Invoker,
    ) -> Result<Option<ServerSettings>, AppError> {
        let Some(id) = invoker.server else {
            return Ok(None);
        };
        let mut settings = self.app.server_settings(id).await?;
        let locale = invoker.server_locale.as_deref().map(language_of);
        if locale.is_some() && settings.locale != locale {
            self.app.note_server_locale(id, locale).await?;
            settings.locale = locale;
        }
        Ok(Some(settings))
    }

    /// What the players of a game are called; someone without a name by his side.
    pub(crate) async fn names_of(&self, game: &Game, words: &Words) -> BySide<UserText> {
        let kind = game.record.game().kind();
        self.names_in(game.row.players, kind, words).await
    }

    pub(crate) async fn names_in(
        &self,
        players: BySide<Option<PlayerId>>,
        kind: GameKind,
        words: &Words,
    ) -> BySide<UserText> {
        let mut names = BySide::new_with(|side| UserText::line(&alt_text::side(words, kind, side)));
        for side in Side::BOTH {
            if let Some(player) = players[side]
                && let Some(name) = self.names.of(player).await
            {
                names[side] = name;
            }
        }
        names
    }

    /// Draws a picture. Only so many are drawn at once; the others wait.
    pub(crate) async fn paint(&self, picture: &Picture, name: &str) -> File {
        let view = picture.view.clone();
        let pictures = Arc::clone(&self.pictures);
        let painted = self.painters.paint(move || pictures.png(&view)).await;
        File {
            name: name.to_owned(),
            bytes: painted.map(|bytes| bytes.to_vec()).unwrap_or_default(),
            description: Some(picture.alt.clone()),
        }
    }

    /// Draws a moving picture, in its turn among the others.
    pub(crate) async fn shoot(&self, film: &Film, name: &str) -> File {
        let (replay, record) = (film.replay.clone(), film.record.clone());
        let shot = self.painters.paint(move || replay.gif(&record)).await;
        File {
            name: name.to_owned(),
            bytes: shot.unwrap_or_default(),
            description: Some(film.alt.clone()),
        }
    }

    /// Whoever did something with a game can be answered through the same interaction for a while.
    pub(crate) fn remember_token(&self, game: GameId, invoker: &Invoker) {
        let now = self.now();
        let mut hands = self.hands.lock().unwrap_or_else(PoisonError::into_inner);
        hands.retain(|_, hand| hand.until > now);
        let hand = ReplyToken {
            token: invoker.token.clone(),
            interaction: invoker.interaction,
            player: invoker.id,
            is_guest: self.lack(invoker).is_some(),
            places: [invoker.channel, invoker.table()],
            until: now + TOKEN_LIFE,
        };
        hands.insert(game, hand);
    }

    /// What we lack where someone asks, if we can only answer there; none if we may write.
    pub(crate) fn lack(&self, invoker: &Invoker) -> Option<Lack> {
        if !invoker.is_home {
            return Some(Lack::Nothing);
        }
        let server = invoker.server?;
        let members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        // A form does not say how we got there; it is never at home.
        if !members.contains(&server) {
            return Some(Lack::Bot);
        }
        drop(members);
        let now = self.now();
        let unseen = self.unseen.lock().unwrap_or_else(PoisonError::into_inner);
        let until = unseen
            .get(&invoker.channel)
            .or(unseen.get(&invoker.table()));
        let is_unseen = until.is_some_and(|until| *until > now);
        is_unseen.then_some(Lack::Channel)
    }

    /// Is it a forum, in which only posts can be written? None that we can't see is taken for one.
    pub(crate) async fn is_forum(&self, channel: ChannelId) -> bool {
        self.kind_of(channel).await == Some(ChannelType::Forum)
    }

    /// Is it a thread, such as the post of a forum?
    pub(crate) async fn is_thread(&self, channel: ChannelId) -> bool {
        let kind = self.kind_of(channel).await;
        matches!(
            kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread)
        )
    }

    /// What kind of channel it is, as far as we can see it.
    async fn kind_of(&self, channel: ChannelId) -> Option<ChannelType> {
        let kinds = || self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kind) = kinds().get(&channel) {
            return Some(*kind);
        }
        let id = snowflake(channel.0).map(serenity::all::ChannelId::new)?;
        match self.http.get_channel(id).await {
            Ok(found) => {
                let kind = found.guild()?.kind;
                let mut kinds = kinds();
                if kinds.len() >= MOST_KINDS {
                    kinds.clear();
                }
                kinds.insert(channel, kind);
                Some(kind)
            }
            Err(error) => {
                tracing::debug!(%error, channel = channel.0, "a channel can't be looked at");
                None
            }
        }
    }

    /// We are on a server.
    pub(crate) fn join(&self, server: ServerId) {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        members.insert(server);
    }

    /// We are no longer on a server.
    pub(crate) fn leave(&self, server: ServerId) {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        members.remove(&server);
    }

    /// We can't see a channel: there we can only answer.
    pub(crate) fn note_unseen(&self, channel: ChannelId) {
        let now = self.now();
        let mut unseen = self.unseen.lock().unwrap_or_else(PoisonError::into_inner);
        unseen.retain(|_, until| *until > now);
        unseen.insert(channel, now + DEAD);
    }

    /// An interaction is being answered from now on.
    pub(crate) fn note_answering(&self, invoker: &Invoker) {
        let is_guest = self.lack(invoker).is_some();
        let mut answering = self
            .answering
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        answering.insert(invoker.interaction, is_guest);
    }

    /// An interaction has been answered: now something can follow.
    pub(crate) fn note_answered(&self, invoker: &Invoker) {
        let mut answering = self
            .answering
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        answering.remove(&invoker.interaction);
    }

    /// Waits a little until an interaction has been answered.
    pub(crate) async fn until_answered(&self, interaction: InteractionId) {
        self.wait_while(interaction, |_| true).await;
    }

    /// Waits a little until an interaction has been answered where we are only guests: the answer may be
    /// the very notice that it has caused.
    pub(crate) async fn until_answered_as_guest(&self, interaction: InteractionId) {
        self.wait_while(interaction, |is_guest| is_guest).await;
    }

    async fn wait_while(&self, interaction: InteractionId, is_in_the_way: impl Fn(bool) -> bool) {
        for _ in 0..ANSWERING {
            let is_answered = {
                let answering = self
                    .answering
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                let running = answering.get(&interaction);
                !running.copied().is_some_and(&is_in_the_way)
            };
            if is_answered {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// What a message is called on its way to Discord, and its files: the same for the same notice to
    /// the same place, however often it is sent, and another for any other database.
    pub(crate) async fn wire_nonce(&self, nonce: &str, whom: &str) -> Result<String, AppError> {
        let ask = || self.app.database_id();
        let database = self.database.get_or_try_init(ask).await?;
        Ok(wire_nonce(database, nonce, whom))
    }

    /// Someone was shown a screen whose keys lie where Confirm comes next.
    pub(crate) fn arm_double_tap(&self, game: GameId, player: PlayerId, is_guarded: bool) {
        let now = self.now();
        let mut guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        guards.retain(|_, until| *until > now);
        if is_guarded {
            guards.insert((game, player), now + DOUBLE_TAP);
        }
    }

    /// Is a press on Confirm the second half of a double tap?
    pub(crate) fn is_double_tap(&self, game: GameId, player: PlayerId) -> bool {
        let now = self.now();
        let guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        // Later than it can be: the clock has been set back.
        guards
            .get(&(game, player))
            .is_some_and(|until| *until > now && *until <= now + DOUBLE_TAP)
    }

    /// We could not write somewhere.
    pub(crate) fn mark_unreachable(&self, channel: ChannelId) {
        let now = self.now();
        let mut dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.retain(|_, until| *until > now);
        dead.insert(channel, now + DEAD);
    }

    /// Could we not write somewhere, a while ago?
    pub(crate) fn is_dead(&self, channel: ChannelId) -> bool {
        let now = self.now();
        let dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        // Later than it can be: the clock has been set back.
        dead.get(&channel)
            .is_some_and(|until| *until > now && *until <= now + DEAD)
    }

    /// Whatever could not be reached is tried again at once.
    pub(crate) fn clear_unreachable(&self) {
        let mut dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.clear();
        let mut unseen = self.unseen.lock().unwrap_or_else(PoisonError::into_inner);
        unseen.clear();
    }

    /// A way to say something about a game where we are only guests.
    pub(crate) fn hand(&self, game: GameId) -> Option<ReplyToken> {
        let now = self.now();
        let hands = self.hands.lock().unwrap_or_else(PoisonError::into_inner);
        hands.get(&game).filter(|hand| hand.until > now).cloned()
    }
}

impl Deref for Context {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

/// A second tap within this time of the first is not meant.
pub const DOUBLE_TAP: Duration = Duration::from_millis(700);
