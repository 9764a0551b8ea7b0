//! The house in which people play: the desk, the clock, names and pictures, for everyone who
//! answers.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::Http;
use tokio::sync::Notify;

use crate::app::App;
use crate::app::game::Game;
use crate::app::settings::{Language, Orientation, PlayerSettings, ServerSettings};
use crate::engine::game::GameKind;
use crate::engine::side::{BySide, Side};
use crate::render::Pictures;
use crate::render::layout::Size;
use crate::render::theme::Theme;
use crate::store::{ChannelId, GameId, PlayerId, ServerId, StoreError, Time};

use super::alt;
use super::answer::File;
use super::channels::Channels;
use super::composer::DOUBLE_TAP;
use super::download::Downloads;
use super::film::Film;
use super::idempotency::Deliveries;
use super::locale::{Words, language_of};
use super::markdown::UserText;
use super::names::Names;
use super::painters::Painters;
use super::picture::{size_of, theme_of};
use super::reply::Picture;
use super::request::Caller;

/// Room for finished pictures, in bytes.
const PICTURES: u64 = 16 << 20;
/// An interaction's token can be used so long; a little less than Discord allows.
const TOKEN_LIFE: Duration = Duration::from_mins(14);
/// Where we could not write, we do not try again for so long.
const DEAD: Duration = Duration::from_mins(30);

/// So often, every ten milliseconds, one looks whether an interaction has been answered.
const ANSWERING: usize = 300;

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> Time + Send + Sync>;

/// The house; perhaps for one interaction, whose number is written down with what it changes.
#[derive(Clone)]
pub struct Host {
    /// The desk.
    pub app: Arc<App>,
    shared: Arc<Shared>,
}

/// What everyone who answers shares.
pub struct Shared {
    pub(super) names: Names,
    /// The interactions that this process has received.
    pub(super) deliveries: Deliveries,
    work: Arc<Notify>,
    due: Arc<Notify>,
    clock: Clock,
    /// How long an answer may take before word is sent that it is coming.
    pub(super) patience: Duration,
    pictures: Arc<Pictures>,
    painters: Painters,
    pub(super) downloads: Downloads,
    /// Who sees which channel.
    pub(super) channels: Channels,
    hands: Mutex<HashMap<GameId, Hand>>,
    guards: Mutex<HashMap<(GameId, PlayerId), Time>>,
    /// Where we could not write, and until when we do not try again.
    dead: Mutex<HashMap<ChannelId, Time>>,
}

/// A way to say something where we are only guests: the last interaction with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hand {
    pub(super) token: String,
    /// Where it was, and the channel of that place if it was a thread.
    places: [ChannelId; 2],
    /// Has it been answered? Before that nothing can follow.
    is_answered: bool,
    until: Time,
}

impl Hand {
    /// Was it in one of these places?
    pub(super) fn is_at(&self, places: &[Option<ChannelId>]) -> bool {
        let mut known = places.iter().flatten();
        known.any(|place| self.places.contains(place))
    }
}

/// Someone who reads: the language, and what the person prefers.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The sentences.
    pub words: &'static Words,
    /// What the person prefers.
    pub settings: PlayerSettings,
}

impl Reader {
    /// The colours of pictures.
    pub const fn theme(&self) -> Theme {
        theme_of(self.settings.theme)
    }

    /// The size of pictures.
    pub const fn size(&self) -> Size {
        size_of(self.settings.size)
    }

    /// Is the second player at the bottom, for someone who sits there? Where nobody has pieces of his
    /// own, a board that turns round at every turn would only be hard to follow.
    pub fn is_flipped(&self, kind: GameKind, side: Option<Side>) -> bool {
        is_flipped(&self.settings, kind, side)
    }
}

/// Does someone with these settings, who sits on a side, see the board from there?
pub(super) fn is_flipped(settings: &PlayerSettings, kind: GameKind, side: Option<Side>) -> bool {
    settings.orientation == Orientation::Own && kind.has_sides() && side == Some(Side::Second)
}

impl Host {
    /// A house for a desk.
    pub fn new(app: Arc<App>, http: Arc<Http>, clock: Clock, patience: Duration) -> Self {
        // Painting keeps a core busy: one fewer than there are, so that answers still go out.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let shared = Shared {
            deliveries: Deliveries::default(),
            downloads: Downloads::new(http.proxy.clone()),
            channels: Channels::new(Arc::clone(&http), Arc::clone(&clock)),
            names: Names::new(http),
            work: Arc::new(Notify::new()),
            due: Arc::new(Notify::new()),
            clock,
            patience,
            pictures: Arc::new(Pictures::new(PICTURES)),
            painters: Painters::new(cores.saturating_sub(1)),
            hands: Mutex::new(HashMap::new()),
            guards: Mutex::new(HashMap::new()),
            dead: Mutex::new(HashMap::new()),
        };
        Self {
            app,
            shared: Arc::new(shared),
        }
    }

    /// The same house with a desk that writes for one interaction.
    pub(super) fn with_app(&self, app: App) -> Self {
        Self {
            app: Arc::new(app),
            shared: Arc::clone(&self.shared),
        }
    }

    /// Someone has done something: there may be something to send, and something else may be due.
    pub(super) fn wake(&self) {
        self.work.notify_one();
        self.due.notify_one();
    }

    /// Is told when there may be something to send.
    pub(super) fn work(&self) -> Arc<Notify> {
        Arc::clone(&self.work)
    }

    /// Is told when something else may be due.
    pub(super) fn due(&self) -> Arc<Notify> {
        Arc::clone(&self.due)
    }

    /// The moment.
    pub fn now(&self) -> Time {
        (self.clock)()
    }

    /// Whoever asks, as a reader. What the person's program speaks is kept for later messages.
    pub(super) async fn reader(&self, caller: &Caller) -> Result<Reader, StoreError> {
        let settings = self.app.player_settings(caller.id).await?;
        let language = caller.language();
        if settings.locale != Some(language) {
            self.app.note_locale(caller.id, language).await?;
        }
        let words = Words::of(settings.language.unwrap_or(language));
        Ok(Reader { words, settings })
    }

    /// Someone who will read a message of ours.
    pub(super) async fn reader_of(&self, player: PlayerId) -> Result<Reader, StoreError> {
        let settings = self.app.player_settings(player).await?;
        let language = settings.language.or(settings.locale);
        let words = Words::of(language.unwrap_or(Language::English));
        Ok(Reader { words, settings })
    }

    /// The language of what is said for everyone on a server.
    pub(super) async fn public_words(
        &self,
        server: Option<ServerId>,
    ) -> Result<Option<&'static Words>, StoreError> {
        let Some(server) = server else {
            return Ok(None);
        };
        let settings = self.app.server_settings(server).await?;
        let language = settings.language.or(settings.locale);
        Ok(Some(Words::of(language.unwrap_or(Language::English))))
    }

    /// A server's settings. What Discord says of its language is kept for later messages.
    pub(super) async fn server(
        &self,
        caller: &Caller,
    ) -> Result<Option<ServerSettings>, StoreError> {
        let Some(id) = caller.server else {
            return Ok(None);
        };
        let mut settings = self.app.server_settings(id).await?;
        let locale = caller.server_locale.as_deref().map(language_of);
        if locale.is_some() && settings.locale != locale {
            self.app.note_server_locale(id, locale).await?;
            settings.locale = locale;
        }
        Ok(Some(settings))
    }

    /// What the players of a game are called; someone without a name by his side.
    pub(super) async fn names_of(&self, game: &Game, words: &Words) -> BySide<UserText> {
        let kind = game.record.game().kind();
        self.names_in(game.row.players, kind, words).await
    }

    pub(super) async fn names_in(
        &self,
        players: BySide<Option<PlayerId>>,
        kind: GameKind,
        words: &Words,
    ) -> BySide<UserText> {
        let mut names = BySide::new_with(|side| UserText::line(&alt::side(words, kind, side)));
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
    pub(super) async fn paint(&self, picture: &Picture, name: &str) -> File {
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
    pub(super) async fn shoot(&self, film: &Film, name: &str) -> File {
        let (replay, record) = (film.replay.clone(), film.record.clone());
        let shot = self.painters.paint(move || replay.gif(&record)).await;
        File {
            name: name.to_owned(),
            bytes: shot.unwrap_or_default(),
            description: Some(film.alt.clone()),
        }
    }

    /// Whoever did something with a game can be answered through the same interaction for a while.
    pub(super) fn keep_hand(&self, game: GameId, caller: &Caller) {
        if caller.is_home {
            return;
        }
        let now = self.now();
        let mut hands = self.hands.lock().unwrap_or_else(PoisonError::into_inner);
        hands.retain(|_, hand| hand.until > now);
        let hand = Hand {
            token: caller.token.clone(),
            places: [caller.channel, caller.table()],
            is_answered: false,
            until: now + TOKEN_LIFE,
        };
        hands.insert(game, hand);
    }

    /// An interaction has been answered: now something can follow.
    pub(super) fn note_answered(&self, token: &str) {
        let mut hands = self.hands.lock().unwrap_or_else(PoisonError::into_inner);
        for hand in hands.values_mut().filter(|hand| hand.token == token) {
            hand.is_answered = true;
        }
    }

    /// Waits a little until an interaction has been answered.
    pub(super) async fn until_answered(&self, token: &str) {
        for _ in 0..ANSWERING {
            let is_answered = {
                let hands = self.hands.lock().unwrap_or_else(PoisonError::into_inner);
                let mut own = hands.values().filter(|hand| hand.token == token);
                own.all(|hand| hand.is_answered)
            };
            if is_answered {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Someone was shown a screen whose keys lie where Confirm comes next.
    pub(super) fn guard(&self, game: GameId, player: PlayerId, is_guarded: bool) {
        let now = self.now();
        let mut guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        guards.retain(|_, until| *until > now);
        if is_guarded {
            guards.insert((game, player), now + DOUBLE_TAP);
        }
    }

    /// Is a press on Confirm the second half of a double tap?
    pub(super) fn is_double_tap(&self, game: GameId, player: PlayerId) -> bool {
        let now = self.now();
        let guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        guards
            .get(&(game, player))
            .is_some_and(|until| *until > now)
    }

    /// We could not write somewhere.
    pub(super) fn bury(&self, channel: ChannelId) {
        let now = self.now();
        let mut dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.retain(|_, until| *until > now);
        dead.insert(channel, now + DEAD);
    }

    /// Could we not write somewhere, a while ago?
    pub(super) fn is_dead(&self, channel: ChannelId) -> bool {
        let now = self.now();
        let dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.get(&channel).is_some_and(|until| *until > now)
    }

    /// Whatever could not be reached is tried again at once.
    pub(super) fn dig_up(&self) {
        let mut dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.clear();
    }

    /// A way to say something about a game where we are only guests.
    pub(super) fn hand(&self, game: GameId) -> Option<Hand> {
        let now = self.now();
        let hands = self.hands.lock().unwrap_or_else(PoisonError::into_inner);
        hands.get(&game).filter(|hand| hand.until > now).cloned()
    }
}

impl Deref for Host {
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

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}
