//! The context that all handlers share: the application, the clock, display names, image rendering,
//! and what is known about channels and servers.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use hexpost_engine::game::{GameKind, Variant};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::theme::Theme;
use hexpost_render::{Pictures, poster};
use serenity::all::{ChannelType, Http};
use tokio::sync::{Notify, OnceCell};

use crate::app::game::state::Game;
use crate::app::notify::notice::wire_nonce;
use crate::app::people::settings::{Language, ServerSettings};
use crate::app::{App, AppError};
use crate::discord::clock::TimeSource;
use crate::discord::i18n::{Arg, Locale, alt_text_phrases, language_of};
use crate::discord::images::{RenderPool, theme_of};
use crate::discord::interaction::idempotency::Deliveries;
use crate::discord::interaction::rate_limit::UserRateLimiter;
use crate::discord::interaction::request::Invoker;
use crate::discord::rest::attachments::Downloads;
use crate::discord::rest::channels::Channels;
use crate::discord::rest::client::snowflake;
use crate::discord::rest::payload::File;
use crate::discord::user_names::UserNames;
use crate::discord::view::animation::Animation;
use crate::discord::view::computer::computer_name;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::Picture;
use crate::discord::view::reader::Reader;
use crate::metrics::Metrics;
use crate::model::{
    ChannelId, GameId, GameRow, InteractionId, PlayerId, ReplyToken, ServerId, Time,
};

/// Size of the cache of rendered pictures, in bytes.
const PICTURE_CACHE_BYTES: u64 = 16 << 20;
/// Maximum number of channels whose type is cached.
const MAX_CHANNEL_TYPES: usize = 10_000;
/// How long an interaction token is used; Discord accepts it for 15 minutes.
pub(crate) const TOKEN_LIFE: Duration = Duration::from_mins(14);
/// How long a channel counts as unreachable after a failed message.
const UNREACHABLE_FOR: Duration = Duration::from_mins(30);

/// How many times, every 10 ms, `wait_while` checks whether an interaction has its response.
const RESPONSE_CHECKS: usize = 300;

/// The shared context, with an application that may record the interaction for which it writes.
#[derive(Clone)]
pub struct Context {
    /// The application: all use cases.
    pub app: Arc<App>,
    shared: Arc<Shared>,
}

/// The part of the context that exists once per process.
pub struct Shared {
    pub(crate) names: UserNames,
    pub(crate) rate_limiter: UserRateLimiter,
    /// The interactions that this process has received.
    pub(crate) deliveries: Deliveries,
    /// What is counted and measured.
    pub(crate) metrics: Arc<Metrics>,
    work: Arc<Notify>,
    due: Arc<Notify>,
    jobs: Arc<Notify>,
    clock: TimeSource,
    /// How long a handler may take before its response is deferred.
    pub(crate) patience: Duration,
    /// How long a response waits for what the computer is asked.
    pub(crate) computer_patience: Duration,
    pictures: Arc<Pictures>,
    render_pool: RenderPool,
    pub(crate) downloads: Downloads,
    /// Who can see which channel.
    pub(crate) channels: Channels,
    reply_tokens: Mutex<HashMap<GameId, ReplyToken>>,
    double_taps: Mutex<HashMap<(GameId, PlayerId), Time>>,
    /// What has been shown to everyone, by the message with the button, and until when that is known.
    posted_once: Mutex<HashMap<(Option<i64>, String), Time>>,
    /// Records that could not be imported, and until when they are kept.
    failed_imports: Mutex<HashMap<PlayerId, (FailedImport, Time)>>,
    /// Guilds whose language may have changed since the bot greeted them.
    changed_servers: Mutex<HashSet<ServerId>>,
    /// Unreachable channels, and until when they are not tried again.
    unreachable: Mutex<HashMap<ChannelId, Time>>,
    /// Channels that the bot can't see, and until when that is assumed.
    unseen: Mutex<HashMap<ChannelId, Time>>,
    /// The guilds of which the bot is a member, as reported by the gateway.
    members: Mutex<HashSet<ServerId>>,
    /// Interactions without a response so far, and whether the bot can only respond there.
    answering: Mutex<HashMap<InteractionId, bool>>,
    /// The unique id of the database.
    database: OnceCell<String>,
    /// The types of channels as far as they are known. The type of a channel never changes.
    kinds: Mutex<HashMap<ChannelId, ChannelType>>,
    /// The slash commands by name, with their ids as far as Discord has told them.
    commands: OnceLock<HashMap<&'static str, Option<u64>>>,
    http: Arc<Http>,
    works_together: AtomicBool,
}

/// A record that could not be imported, with the board that was chosen for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FailedImport {
    pub(crate) text: String,
    pub(crate) board: Option<Variant>,
}

/// Maximum number of failed imports that are kept.
const MAX_FAILED_IMPORTS: usize = 1000;
/// How long a failed import is kept.
const FAILED_IMPORT_LIFE: Duration = Duration::from_hours(1);

/// What the bot lacks in a place where it can only respond to interactions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MissingAccess {
    /// Nothing: the app is installed to the invoker's account.
    Nothing,
    /// The guild has the slash commands, but the bot is not a member.
    Bot,
    /// The bot can't see the channel.
    Channel,
}

impl Context {
    /// A context for an application.
    pub fn new(
        app: Arc<App>,
        http: Arc<Http>,
        clock: TimeSource,
        patience: Duration,
        computer_patience: Duration,
        commands_per_minute: usize,
    ) -> Self {
        // Rendering keeps a core busy: one fewer than there are, so that responses still go out.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let shared = Shared {
            deliveries: Deliveries::default(),
            metrics: Arc::default(),
            downloads: Downloads::new(http.proxy.clone()),
            channels: Channels::new(Arc::clone(&http), Arc::clone(&clock)),
            names: UserNames::new(Arc::clone(&http)),
            rate_limiter: UserRateLimiter::new(commands_per_minute),
            work: Arc::new(Notify::new()),
            due: Arc::new(Notify::new()),
            jobs: Arc::new(Notify::new()),
            clock,
            patience,
            computer_patience,
            pictures: Arc::new(Pictures::new(PICTURE_CACHE_BYTES)),
            render_pool: RenderPool::new(cores.saturating_sub(1)),
            reply_tokens: Mutex::new(HashMap::new()),
            double_taps: Mutex::new(HashMap::new()),
            posted_once: Mutex::default(),
            failed_imports: Mutex::default(),
            changed_servers: Mutex::default(),
            unreachable: Mutex::new(HashMap::new()),
            unseen: Mutex::default(),
            members: Mutex::default(),
            answering: Mutex::default(),
            database: OnceCell::new(),
            kinds: Mutex::default(),
            commands: OnceLock::new(),
            http,
            works_together: AtomicBool::new(false),
        };
        Self {
            app,
            shared: Arc::new(shared),
        }
    }

    /// This context with an application that records one interaction.
    pub(crate) fn with_app(&self, app: App) -> Self {
        Self {
            app: Arc::new(app),
            shared: Arc::clone(&self.shared),
        }
    }

    /// Wakes the delivery worker, the scheduler and the computer after a change.
    pub(crate) fn wake(&self) {
        self.work.notify_one();
        self.due.notify_one();
        self.jobs.notify_one();
    }

    /// Notified when there may be something to deliver.
    pub(crate) fn delivery_signal(&self) -> Arc<Notify> {
        Arc::clone(&self.work)
    }

    /// Notified when the next due time may have changed.
    pub(crate) fn schedule_signal(&self) -> Arc<Notify> {
        Arc::clone(&self.due)
    }

    /// Notified when the computer may have to think about something.
    pub(crate) fn job_signal(&self) -> Arc<Notify> {
        Arc::clone(&self.jobs)
    }

    /// Is a user this bot itself?
    pub(crate) fn is_self(&self, player: PlayerId) -> bool {
        let own = self.http.application_id();
        own.is_some_and(|own| Some(own.get()) == snowflake(player.0))
    }

    /// The present time.
    pub fn now(&self) -> Time {
        (self.clock)()
    }

    /// The invoker as a reader. The locale of the invoker's client is stored for later messages.
    pub(crate) async fn reader(&self, invoker: &Invoker) -> Result<Reader, AppError> {
        let settings = self.app.player_settings(invoker.id).await?;
        let language = invoker.language();
        if settings.locale != Some(language) {
            self.app.note_locale(invoker.id, language).await?;
        }
        let locale = Locale::of(settings.language.unwrap_or(language));
        let is_direct = invoker.server.is_none() && invoker.is_home;
        let usual_theme = if settings.chosen_theme().is_some() || is_direct {
            Theme::default()
        } else {
            self.public_theme(invoker.server).await?
        };
        Ok(Reader {
            locale,
            settings,
            usual_theme,
        })
    }

    /// A player as the reader of a message.
    pub(crate) async fn reader_of(&self, player: PlayerId) -> Result<Reader, AppError> {
        let settings = self.app.player_settings(player).await?;
        let language = settings.language.or(settings.locale);
        let locale = Locale::of(language.unwrap_or(Language::English));
        Ok(Reader {
            locale,
            settings,
            usual_theme: Theme::default(),
        })
    }

    /// The colours of public pictures on a guild, or where there is none.
    pub(crate) async fn public_theme(&self, server: Option<ServerId>) -> Result<Theme, AppError> {
        let settings = match server {
            Some(server) => self.app.server_settings(server).await?,
            None => ServerSettings::default(),
        };
        Ok(theme_of(settings.theme))
    }

    /// The colours in which a reader sees a game in private: the chosen ones, or those of the game's
    /// public boards. A game that is played in direct messages alone has no public boards.
    pub(crate) async fn theme_for(
        &self,
        reader: &Reader,
        game: &GameRow,
    ) -> Result<Theme, AppError> {
        let is_direct = game.server.is_none() && game.channel.is_none();
        match reader.settings.chosen_theme() {
            Some(theme) => Ok(theme_of(theme)),
            None if is_direct => Ok(reader.usual_theme),
            None => self.public_theme(game.server).await,
        }
    }

    /// The language of public messages on a guild.
    pub(crate) async fn public_locale(
        &self,
        server: Option<ServerId>,
    ) -> Result<Option<&'static Locale>, AppError> {
        let Some(server) = server else {
            return Ok(None);
        };
        let settings = self.app.server_settings(server).await?;
        let language = settings.language.or(settings.locale);
        Ok(Some(Locale::of(language.unwrap_or(Language::English))))
    }

    /// The settings of the invoker's guild. Its locale is stored for later messages.
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
            self.note_language_change(id);
        }
        Ok(Some(settings))
    }

    /// The display names of the players of a game; a player without one is named by the side.
    pub(crate) async fn names_of(&self, game: &Game, locale: &Locale) -> BySide<UserText> {
        let kind = game.record.game().kind();
        let mut names = self.names_in(game.row.players, kind, locale).await;
        if let Some(computer) = game.computer {
            names[computer.side] = UserText::line(&computer_name(locale, computer.level));
        }
        names
    }

    pub(crate) async fn names_in(
        &self,
        players: BySide<Option<PlayerId>>,
        kind: GameKind,
        locale: &Locale,
    ) -> BySide<UserText> {
        let mut names =
            BySide::new_with(|side| UserText::line(&alt_text_phrases::side(locale, kind, side)));
        for side in Side::BOTH {
            if let Some(player) = players[side]
                && let Some(name) = self.names.of(player).await
            {
                names[side] = name;
            }
        }
        names
    }

    /// Renders a picture on the render pool.
    pub(crate) async fn render(&self, picture: &Picture, name: &str) -> File {
        let view = picture.view.clone();
        let pictures = Arc::clone(&self.pictures);
        let started = Instant::now();
        let painted = self.render_pool.render(move || pictures.png(&view)).await;
        self.metrics.rendered(started.elapsed());
        File {
            name: name.to_owned(),
            bytes: painted.map(|bytes| bytes.to_vec()).unwrap_or_default(),
            description: Some(picture.alt.clone()),
        }
    }

    /// Renders the poster of all games on the render pool; `None` if that failed.
    pub(crate) async fn render_poster(&self, alt: String) -> Option<File> {
        let bytes = self.render_pool.render(|| poster::png(Theme::Dark)).await?;
        Some(File {
            name: "games.png".to_owned(),
            bytes,
            description: Some(alt),
        })
    }

    /// Sets the slash commands with their ids, which stay the same until the next start.
    pub(crate) fn set_commands(&self, commands: HashMap<&'static str, Option<u64>>) {
        let _ = self.commands.set(commands);
    }

    /// A text that names commands: each is an argument, and can be tapped if its id is known.
    ///
    /// A mention has the English name in every language: Discord shows the name as it is written there,
    /// and a mention with a translated name can't be tapped (discord-api-docs #5518, #5632).
    pub(crate) fn text_with_commands<const N: usize>(
        &self,
        locale: &Locale,
        key: &str,
        others: [(&'static str, Arg); N],
    ) -> String {
        let mention = |(name, id): (&&'static str, &Option<u64>)| {
            // Of a command with subcommands only these can be tapped.
            let subcommand = (*name == "tournament").then_some("table");
            let text = match (id, subcommand) {
                (Some(id), None) => format!("</{name}:{id}>"),
                (Some(id), Some(subcommand)) => format!("</{name} {subcommand}:{id}>"),
                (None, _) => format!("`/{}`", locale.text(&format!("cmd-{name}"), &[])),
            };
            (*name, Arg::Text(text))
        };
        let commands = self.commands.get().into_iter().flatten();
        let args: Vec<(&str, Arg)> = commands.map(mention).chain(others).collect();
        locale.text(key, &args)
    }

    /// Renders a replay as a GIF on the render pool.
    pub(crate) async fn render_animation(&self, animation: &Animation, name: &str) -> File {
        let (replay, record) = (animation.replay.clone(), animation.record.clone());
        let started = Instant::now();
        let shot = self.render_pool.render(move || replay.gif(&record)).await;
        self.metrics.rendered(started.elapsed());
        File {
            name: name.to_owned(),
            bytes: shot.unwrap_or_default(),
            description: Some(animation.alt.clone()),
        }
    }

    /// Remembers the interaction's token for follow-ups about a game.
    pub(crate) fn remember_token(&self, game: GameId, invoker: &Invoker) {
        let now = self.now();
        let mut reply_tokens = self
            .reply_tokens
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        reply_tokens.retain(|_, reply_token| reply_token.until > now);
        let reply_token = ReplyToken {
            token: invoker.token.clone(),
            interaction: invoker.interaction,
            player: invoker.id,
            is_guest: self.missing_access(invoker).is_some(),
            places: [invoker.channel, invoker.parent_channel()],
            until: now + TOKEN_LIFE,
        };
        reply_tokens.insert(game, reply_token.clone());
        drop(reply_tokens);
        if self.is_shared() {
            let app = Arc::clone(&self.app);
            tokio::spawn(async move {
                if let Err(error) = app.keep_reply_token(game, &reply_token).await {
                    tracing::warn!(%error, "failed to keep a token for follow-ups by other processes");
                }
            });
        }
    }

    /// What the bot lacks in the channel of an interaction, if it can only respond there; `None` if
    /// it may post.
    pub(crate) fn missing_access(&self, invoker: &Invoker) -> Option<MissingAccess> {
        if !invoker.is_home {
            return Some(MissingAccess::Nothing);
        }
        let server = invoker.server?;
        let members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        // A modal submission does not say how the app is installed.
        if !members.contains(&server) {
            return Some(MissingAccess::Bot);
        }
        drop(members);
        let now = self.now();
        let unseen = self.unseen.lock().unwrap_or_else(PoisonError::into_inner);
        let until = unseen
            .get(&invoker.channel)
            .or(unseen.get(&invoker.parent_channel()));
        let is_unseen = until.is_some_and(|until| *until > now);
        is_unseen.then_some(MissingAccess::Channel)
    }

    /// Is the channel a forum? A channel that the bot can't see counts as none.
    pub(crate) async fn is_forum(&self, channel: ChannelId) -> bool {
        self.kind_of(channel).await == Some(ChannelType::Forum)
    }

    /// Is the channel a thread, such as the post of a forum?
    pub(crate) async fn is_thread(&self, channel: ChannelId) -> bool {
        let kind = self.kind_of(channel).await;
        matches!(
            kind,
            Some(ChannelType::PublicThread | ChannelType::PrivateThread)
        )
    }

    /// The type of a channel, if the bot can see it.
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
                if kinds.len() >= MAX_CHANNEL_TYPES {
                    kinds.clear();
                }
                kinds.insert(channel, kind);
                Some(kind)
            }
            Err(error) => {
                tracing::debug!(%error, channel = channel.0, "failed to read the type of a channel");
                None
            }
        }
    }

    /// The language of a guild may have changed: its greeting is rewritten soon, if necessary.
    pub(crate) fn note_language_change(&self, server: ServerId) {
        let mut changed = self
            .changed_servers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        changed.insert(server);
        drop(changed);
        self.wake();
    }

    /// Takes the guilds whose language may have changed.
    pub(crate) fn take_changed_servers(&self) -> HashSet<ServerId> {
        let mut changed = self
            .changed_servers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *changed)
    }

    /// The bot has joined a guild.
    pub(crate) fn guild_joined(&self, server: ServerId) {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        members.insert(server);
    }

    /// The bot has left a guild.
    pub(crate) fn guild_left(&self, server: ServerId) {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        members.remove(&server);
    }

    /// The bot can't see a channel and can only respond there.
    pub(crate) fn mark_hidden_channel(&self, channel: ChannelId) {
        let now = self.now();
        let mut unseen = self.unseen.lock().unwrap_or_else(PoisonError::into_inner);
        unseen.retain(|_, until| *until > now);
        unseen.insert(channel, now + UNREACHABLE_FOR);
    }

    /// Marks an interaction as waiting for its response.
    pub(crate) fn note_answering(&self, invoker: &Invoker) {
        let is_guest = self.missing_access(invoker).is_some();
        let mut answering = self
            .answering
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        answering.insert(invoker.interaction, is_guest);
    }

    /// Marks an interaction as responded to: follow-ups are possible.
    pub(crate) fn note_answered(&self, invoker: &Invoker) {
        let mut answering = self
            .answering
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        answering.remove(&invoker.interaction);
    }

    /// Waits up to three seconds until an interaction has its response.
    pub(crate) async fn until_answered(&self, interaction: InteractionId) {
        self.wait_while(interaction, |_| true).await;
    }

    /// Like [`until_answered`](Self::until_answered), but only for interactions where the bot can
    /// do nothing but respond: the response may be the notification that waits.
    pub(crate) async fn until_answered_as_guest(&self, interaction: InteractionId) {
        self.wait_while(interaction, |is_guest| is_guest).await;
    }

    async fn wait_while(&self, interaction: InteractionId, is_in_the_way: impl Fn(bool) -> bool) {
        for _ in 0..RESPONSE_CHECKS {
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

    /// The nonce and the file name of a message: the same for every delivery of a notification to
    /// one place, and different for every database.
    pub(crate) async fn wire_nonce(&self, nonce: &str, whom: &str) -> Result<String, AppError> {
        let ask = || self.app.database_id();
        let database = self.database.get_or_try_init(ask).await?;
        Ok(wire_nonce(database, nonce, whom))
    }

    /// Arms the guard against double taps, or disarms it: the player has just tapped a button where
    /// Confirm may be now.
    pub(crate) fn arm_double_tap(&self, game: GameId, player: PlayerId, is_guarded: bool) {
        let now = self.now();
        let mut double_taps = self
            .double_taps
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        double_taps.retain(|_, until| *until > now);
        double_taps.remove(&(game, player));
        if is_guarded {
            double_taps.insert((game, player), now + DOUBLE_TAP);
        }
    }

    /// Is Confirm pressed so soon after the button in its place that it must be a double tap? The
    /// next press counts in any case.
    pub(crate) fn is_double_tap(&self, game: GameId, player: PlayerId) -> bool {
        let now = self.now();
        let mut double_taps = self
            .double_taps
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Later than it can be: the clock has been set back.
        double_taps
            .remove(&(game, player))
            .is_some_and(|until| until > now && until <= now + DOUBLE_TAP)
    }

    /// Is this the first time that this button of this message shows something to everyone?
    pub(crate) fn is_first_share(&self, invoker: &Invoker, button: &str) -> bool {
        let now = self.now();
        let mut shared = self
            .posted_once
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        shared.retain(|_, until| *until > now);
        let key = (invoker.message, button.to_owned());
        shared.insert(key, now + TOKEN_LIFE).is_none()
    }

    /// Keeps a record that could not be imported, for another try.
    pub(crate) fn keep_failed_import(&self, player: PlayerId, failed: FailedImport) {
        let now = self.now();
        let mut kept = self
            .failed_imports
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        kept.retain(|_, (_, until)| *until > now);
        if kept.len() < MAX_FAILED_IMPORTS {
            kept.insert(player, (failed, now + FAILED_IMPORT_LIFE));
        }
    }

    /// The record that a player could not import.
    pub(crate) fn failed_import(&self, player: PlayerId) -> Option<FailedImport> {
        let kept = self
            .failed_imports
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        kept.get(&player).map(|(failed, _)| failed.clone())
    }

    /// Forgets the record that a player could not import.
    pub(crate) fn forget_failed_import(&self, player: PlayerId) {
        let mut kept = self
            .failed_imports
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        kept.remove(&player);
    }

    /// Marks a channel as unreachable for a while.
    pub(crate) fn mark_unreachable(&self, channel: ChannelId) {
        let now = self.now();
        let mut unreachable = self
            .unreachable
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        unreachable.retain(|_, until| *until > now);
        unreachable.insert(channel, now + UNREACHABLE_FOR);
    }

    /// Is the channel marked as unreachable?
    pub(crate) fn is_unreachable(&self, channel: ChannelId) -> bool {
        let now = self.now();
        let unreachable = self
            .unreachable
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        // Later than it can be: the clock has been set back.
        unreachable
            .get(&channel)
            .is_some_and(|until| *until > now && *until <= now + UNREACHABLE_FOR)
    }

    /// Forgets which channels are unreachable, so that they are tried again.
    pub(crate) fn clear_unreachable(&self) {
        let mut unreachable = self
            .unreachable
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        unreachable.clear();
        let mut unseen = self.unseen.lock().unwrap_or_else(PoisonError::into_inner);
        unseen.clear();
    }

    /// The token of the latest interaction with a game, if it has not expired. Another process may have handled
    /// that.
    pub(crate) async fn reply_token(&self, game: GameId) -> Option<ReplyToken> {
        let now = self.now();
        if self.is_shared() {
            return match self.app.kept_reply_token(game, now).await {
                Ok(found) => found,
                Err(error) => {
                    tracing::warn!(%error, "failed to read the token for a follow-up");
                    None
                }
            };
        }
        let reply_tokens = self
            .reply_tokens
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        reply_tokens
            .get(&game)
            .filter(|reply_token| reply_token.until > now)
            .cloned()
    }

    /// Several processes share the database, and all of them work.
    pub(crate) fn set_shared(&self) {
        self.works_together.store(true, Ordering::Relaxed);
    }

    /// May another process deliver what an interaction here causes?
    pub(crate) fn is_shared(&self) -> bool {
        self.works_together.load(Ordering::Relaxed)
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
        f.debug_struct("Context").finish_non_exhaustive()
    }
}

/// A second tap within this time of the first is taken for a double tap and ignored.
pub const DOUBLE_TAP: Duration = Duration::from_millis(700);
