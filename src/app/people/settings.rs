//! The settings of players and servers.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::time::reminders::Reminders;
use crate::app::{Act, App, AppError, Refusal};
use crate::model::{ChannelId, GameId, Pace, PlayerId, RoleId, ServerId};
use crate::store::Connection;

/// A language of the user interface.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[serde(rename = "en")]
    English,
    /// Russian.
    #[serde(rename = "ru")]
    Russian,
    /// Polish.
    #[serde(rename = "pl")]
    Polish,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::English, Self::Russian, Self::Polish];
}

/// The colours of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardTheme {
    /// Warm wood.
    #[default]
    Classic,
    /// For a dark background.
    Dark,
    /// Safe for colour-blind users.
    Contrast,
}

/// Whose colours the private pictures of a player have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeSource {
    /// Those of the server where the game is played.
    #[default]
    Server,
    /// Those that the player has chosen.
    Player,
}

/// The size of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardSize {
    /// For slow connections.
    Small,
    /// The default.
    #[default]
    Normal,
    /// For easier reading.
    Large,
}

/// The form in which boards are shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Boards {
    /// As pictures.
    #[default]
    Pictures,
    /// In words, for screen readers.
    Words,
}

/// The side at the bottom of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// The viewer's own side.
    #[default]
    Own,
    /// The side that moves first.
    First,
}

/// The controls for composing a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputMethod {
    /// Buttons.
    #[default]
    Keys,
    /// Select menus.
    Menus,
}

/// The place where a player is told that it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pings {
    /// Where the game is played.
    #[default]
    Channel,
    /// In a direct message.
    Direct,
}

/// A player's settings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerSettings {
    /// The chosen language, if it is not that of the player's Discord client.
    pub language: Option<Language>,
    /// The language of the player's Discord client, as last seen.
    pub locale: Option<Language>,
    /// The colours of pictures, if the player has chosen them.
    pub theme: BoardTheme,
    /// Whose colours private pictures have. Settings that were stored before this one existed tell it by
    /// other colours or another size than the default.
    pub theme_source: ThemeSource,
    /// The size of pictures.
    pub size: BoardSize,
    /// The form in which boards are shown.
    pub boards: Boards,
    /// The side at the bottom of pictures.
    pub orientation: Orientation,
    /// Buttons or menus.
    pub input: InputMethod,
    /// Are forced turns played automatically?
    pub forced_moves: bool,
    /// How many forced turns the player has confirmed, until the player is asked whether to have them
    /// played automatically.
    pub forced_confirmed: u8,
    /// The place where the player is told that it is their turn.
    pub pings: Pings,
    /// Are challenges accepted only from players met before?
    pub no_strangers: bool,
    /// The reminder settings.
    pub reminders: Reminders,
    /// Has the player seen the welcome message? True by default for settings stored before it existed.
    #[serde(default = "known")]
    pub welcomed: bool,
}

/// The number of forced turns that a player confirms before being asked whether to have them played
/// automatically.
const FORCED_BEFORE_OFFER: u8 = 3;

impl PlayerSettings {
    /// The colours of pictures that the player has chosen.
    pub fn chosen_theme(&self) -> Option<BoardTheme> {
        (self.theme_source == ThemeSource::Player).then_some(self.theme)
    }
}

const fn known() -> bool {
    true
}

/// A server's settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// The channels in which games may be played; empty for all.
    pub channels: Vec<ChannelId>,
    /// The roles whose members may start games; empty for everyone.
    pub roles: Vec<RoleId>,
    /// The roles whose members may end other players' games, besides the members who manage the server.
    pub moderators: Vec<RoleId>,
    /// The roles whose members may make tournaments, besides the members who manage the server; empty for
    /// everyone who may play.
    pub organisers: Vec<RoleId>,
    /// The role that winners of tournaments get.
    pub champion: Option<RoleId>,
    /// A forum in which every game gets a post.
    pub forum: Option<ChannelId>,
    /// The channel in which results are announced.
    pub results: Option<ChannelId>,
    /// Does every game get a thread of its own?
    pub threads: bool,
    /// Is only the latest board message of a game kept?
    pub latest_only: bool,
    /// The default pace of challenges; `None` for no clock.
    #[serde(alias = "days")]
    pub pace: Option<Pace>,
    /// The chosen language of public messages, if it is not the server's own.
    pub language: Option<Language>,
    /// The server's own language, as last seen.
    pub locale: Option<Language>,
    /// The colours of public pictures.
    pub theme: BoardTheme,
    /// The greeting that was posted when the bot joined, if it is known.
    pub greeting: Option<Greeting>,
}

/// The message with which the bot has greeted a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Greeting {
    /// Its channel.
    pub channel: ChannelId,
    /// Its id.
    pub message: i64,
    /// Its language.
    pub language: Language,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            channels: Vec::new(),
            roles: Vec::new(),
            moderators: Vec::new(),
            organisers: Vec::new(),
            champion: None,
            forum: None,
            results: None,
            threads: true,
            latest_only: false,
            pace: None,
            language: None,
            locale: None,
            // Discord is dark unless one changes it.
            theme: BoardTheme::Dark,
            greeting: None,
        }
    }
}

/// A player's settings, or the defaults.
pub(crate) async fn player(
    conn: &mut Connection,
    id: PlayerId,
) -> Result<PlayerSettings, AppError> {
    let mut settings: PlayerSettings = read(conn.player_settings(id).await?);
    let usual = (BoardTheme::default(), BoardSize::default());
    if (settings.theme, settings.size) != usual {
        settings.theme_source = ThemeSource::Player;
    }
    Ok(settings)
}

/// A server's settings, or the defaults.
pub(crate) async fn server(
    conn: &mut Connection,
    id: ServerId,
) -> Result<ServerSettings, AppError> {
    Ok(read(conn.server_settings(id).await?))
}

pub(crate) fn written(settings: &impl Serialize) -> String {
    serde_json::to_string(settings).expect("settings are plain data")
}

/// Parses stored settings. A setting that this version can't read gets its default value, and the
/// others are kept: another version may have written them.
fn read<T: Default + Serialize + for<'a> Deserialize<'a>>(text: Option<String>) -> T {
    let text = text.unwrap_or_default();
    if let Ok(settings) = serde_json::from_str(&text) {
        return settings;
    }
    let mut stored: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    // An old name of the setting. With both names, deserialization would fail.
    if let Some(days) = stored.remove("days") {
        stored.insert("pace".to_owned(), days);
    }
    let mut known = json!(T::default());
    for (name, value) in stored {
        let mut tried = known.clone();
        tried[name] = value;
        if serde_json::from_value::<T>(tried.clone()).is_ok() {
            known = tried;
        }
    }
    serde_json::from_value(known).unwrap_or_default()
}

impl App {
    /// A player's settings.
    pub async fn player_settings(&self, id: PlayerId) -> Result<PlayerSettings, AppError> {
        player(&mut self.read().await?, id).await
    }

    /// Changes a player's settings.
    pub async fn set_player(&self, act: &Act, settings: &PlayerSettings) -> Result<(), AppError> {
        let text = written(settings);
        let mut tx = self.store.begin().await?;
        tx.set_player_settings(act.by, &text).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Records the language of a player's Discord client.
    pub async fn note_locale(&self, id: PlayerId, locale: Language) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.lock_players(&[id]).await?;
        let mut settings = player(&mut tx, id).await?;
        settings.locale = Some(locale);
        tx.set_player_settings(id, &written(&settings)).await?;
        Ok(tx.commit().await?)
    }

    /// Counts a forced turn that a player has confirmed. Returns true with the third one: then the
    /// player is asked, once, whether to have such turns played automatically.
    pub async fn count_forced(&self, id: PlayerId) -> Result<bool, AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        let mut settings = player(&mut tx, id).await?;
        if settings.forced_moves || settings.forced_confirmed >= FORCED_BEFORE_OFFER {
            return Ok(false);
        }
        settings.forced_confirmed += 1;
        tx.set_player_settings(id, &written(&settings)).await?;
        tx.commit().await?;
        Ok(settings.forced_confirmed == FORCED_BEFORE_OFFER)
    }

    /// Is this the user's first contact with the bot? Of several concurrent calls only one returns
    /// true.
    pub async fn welcome(&self, id: PlayerId) -> Result<bool, AppError> {
        if self.player_settings(id).await?.welcomed {
            return Ok(false);
        }
        let mut tx = self.store.unclaimed().begin().await?;
        tx.lock_players(&[id]).await?;
        let mut settings = player(&mut tx, id).await?;
        let is_new = !settings.welcomed;
        settings.welcomed = true;
        tx.set_player_settings(id, &written(&settings)).await?;
        tx.commit().await?;
        Ok(is_new)
    }

    /// Records the language of a server.
    pub async fn note_server_locale(
        &self,
        id: ServerId,
        locale: Option<Language>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.lock_server(id).await?;
        let mut settings = server(&mut tx, id).await?;
        settings.locale = locale;
        tx.set_server_settings(id, &written(&settings)).await?;
        Ok(tx.commit().await?)
    }

    /// Records the greeting of a server, or that it is gone.
    pub async fn note_greeting(
        &self,
        id: ServerId,
        greeting: Option<Greeting>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        let mut settings = server(&mut tx, id).await?;
        settings.greeting = greeting;
        tx.set_server_settings(id, &written(&settings)).await?;
        Ok(tx.commit().await?)
    }

    /// A server's settings.
    pub async fn server_settings(&self, id: ServerId) -> Result<ServerSettings, AppError> {
        server(&mut self.read().await?, id).await
    }

    /// Changes a server's settings. The caller checks that the user
    /// [manages](crate::app::access::Viewer::managed_server) it.
    pub async fn set_server(
        &self,
        id: ServerId,
        settings: &ServerSettings,
    ) -> Result<(), AppError> {
        if settings.pace.is_some_and(|pace| !pace.is_sound()) {
            return Err(Refusal::Days.into());
        }
        let mut tx = self.store.begin().await?;
        let mut settings = settings.clone();
        // It may have been posted or rewritten since the settings were read.
        settings.greeting = server(&mut tx, id).await?.greeting;
        tx.set_server_settings(id, &written(&settings)).await?;
        tx.restyle_live_messages_on(id).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Blocks or unblocks challenges from a user.
    pub async fn block(
        &self,
        act: &Act,
        other: PlayerId,
        is_blocked: bool,
    ) -> Result<(), AppError> {
        self.set_contacts(act, Some((other, is_blocked)), None)
            .await
    }

    /// Changes whether challenges from a user, or from strangers, are blocked.
    pub async fn set_contacts(
        &self,
        act: &Act,
        block: Option<(PlayerId, bool)>,
        no_strangers: Option<bool>,
    ) -> Result<(), AppError> {
        if block.is_some_and(|(other, _)| other == act.by) {
            return Err(Refusal::Oneself.into());
        }
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        if let Some((other, is_blocked)) = block {
            tx.set_blocked(act.by, other, is_blocked).await?;
        }
        if let Some(no_strangers) = no_strangers {
            let mut settings = player(&mut tx, act.by).await?;
            settings.no_strangers = no_strangers;
            let text = written(&settings);
            tx.set_player_settings(act.by, &text).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The users a player has blocked.
    pub async fn blocks(&self, player: PlayerId) -> Result<Vec<PlayerId>, AppError> {
        Ok(self.read().await?.blocks_of(player).await?)
    }

    /// Mutes or unmutes a game.
    pub async fn mute(&self, act: &Act, id: GameId, is_muted: bool) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        let game = tx.game(id).await?.ok_or(Refusal::UnknownGame)?;
        if game.side_of(act.by).is_none() {
            return Err(Refusal::NotAPlayer.into());
        }
        tx.set_muted(act.by, id, is_muted).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Has a player muted a game?
    pub async fn is_muted(&self, player: PlayerId, id: GameId) -> Result<bool, AppError> {
        Ok(self.read().await?.is_muted(player, id).await?)
    }
}
