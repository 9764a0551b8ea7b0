//! What people and servers prefer.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::app::time::reminders::Reminders;
use crate::app::{Act, App, AppError, Refusal};
use crate::model::{ChannelId, GameId, Pace, PlayerId, RoleId, ServerId};
use crate::store::Connection;

/// A language we speak.
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::English, Self::Russian, Self::Polish];
}

/// The colours of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Warm wood.
    #[default]
    Classic,
    /// For a dark background.
    Dark,
    /// Colour-blind safe.
    Contrast,
}

/// How large pictures are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// For a slow line.
    Small,
    /// For most.
    #[default]
    Normal,
    /// For tired eyes.
    Large,
}

/// How boards are shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Boards {
    /// As pictures.
    #[default]
    Pictures,
    /// In words, for those who can't see pictures.
    Words,
}

/// Who is at the bottom of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// The one who looks.
    #[default]
    Own,
    /// The one who moves first.
    First,
}

/// How turns are put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputMethod {
    /// With keys.
    #[default]
    Keys,
    /// With menus.
    Menus,
}

/// Where a player is told that it is his turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pings {
    /// Where the game is played.
    #[default]
    Channel,
    /// In a direct message.
    Direct,
}

/// What a player prefers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerSettings {
    /// A language other than that of his program.
    pub language: Option<Language>,
    /// The language of his program, as it was last seen.
    pub locale: Option<Language>,
    /// The colours.
    pub theme: Theme,
    /// How large pictures are.
    pub size: Size,
    /// How boards are shown.
    pub boards: Boards,
    /// Who is at the bottom.
    pub orientation: Orientation,
    /// Keys or menus.
    pub input: InputMethod,
    /// Is a turn played for him if there is no other?
    pub forced_moves: bool,
    /// Where he is told.
    pub pings: Pings,
    /// Wants challenges only from those with whom he has played.
    pub no_strangers: bool,
    /// When he is reminded.
    pub reminders: Reminders,
    /// Has he been welcomed? Whoever has set something before there was a welcome needs none.
    #[serde(default = "known")]
    pub welcomed: bool,
}

const fn known() -> bool {
    true
}

/// What a server prefers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerSettings {
    /// Where games may be played; none means everywhere.
    pub channels: Vec<ChannelId>,
    /// Who may begin games: whoever has one of these roles; none means everyone.
    pub roles: Vec<RoleId>,
    /// Who may end the games of others, besides those who manage the server.
    pub moderators: Vec<RoleId>,
    /// A forum in which every game gets a post.
    pub forum: Option<ChannelId>,
    /// Where results are announced.
    pub results: Option<ChannelId>,
    /// Does every game get a thread of its own?
    pub threads: bool,
    /// Is only the latest board of a game kept?
    pub latest_only: bool,
    /// How fast games are played, if a challenge does not say; none for no clock.
    #[serde(alias = "days")]
    pub pace: Option<Pace>,
    /// The language of public messages, if it is not the server's own.
    pub language: Option<Language>,
    /// The server's own language, as it was last seen.
    pub locale: Option<Language>,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            channels: Vec::new(),
            roles: Vec::new(),
            moderators: Vec::new(),
            forum: None,
            results: None,
            threads: true,
            latest_only: false,
            pace: None,
            language: None,
            locale: None,
        }
    }
}

/// A player's settings; the usual ones for someone who never set any.
pub(crate) async fn player(
    conn: &mut Connection,
    id: PlayerId,
) -> Result<PlayerSettings, AppError> {
    Ok(read(conn.player_settings(id).await?))
}

/// A server's settings; the usual ones for one that never set any.
pub(crate) async fn server(
    conn: &mut Connection,
    id: ServerId,
) -> Result<ServerSettings, AppError> {
    Ok(read(conn.server_settings(id).await?))
}

pub(crate) fn written(settings: &impl Serialize) -> String {
    serde_json::to_string(settings).expect("settings are plain data")
}

/// What was set, as far as it can be understood. Another version may have known more; one setting
/// that is not known here is the usual one, and the others stay.
fn read<T: Default + Serialize + for<'a> Deserialize<'a>>(text: Option<String>) -> T {
    let text = text.unwrap_or_default();
    if let Ok(settings) = serde_json::from_str(&text) {
        return settings;
    }
    let mut stored: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    // Under its old name it would come twice.
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
        let mut tx = self.store.change().await?;
        tx.set_player_settings(act.by, &text).await?;
        tx.commit().await?;
        Ok(())
    }

    /// A player's program was seen to speak this language.
    pub async fn note_locale(&self, id: PlayerId, locale: Language) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().change().await?;
        let mut settings = player(&mut tx, id).await?;
        settings.locale = Some(locale);
        tx.set_player_settings(id, &written(&settings)).await?;
        Ok(tx.commit().await?)
    }

    /// Someone is here: is it for the first time? Of several who ask at once, one hears yes.
    pub async fn welcome(&self, id: PlayerId) -> Result<bool, AppError> {
        if self.player_settings(id).await?.welcomed {
            return Ok(false);
        }
        let mut tx = self.store.unclaimed().change().await?;
        let mut settings = player(&mut tx, id).await?;
        let is_new = !settings.welcomed;
        settings.welcomed = true;
        tx.set_player_settings(id, &written(&settings)).await?;
        tx.commit().await?;
        Ok(is_new)
    }

    /// A server was seen to speak this language.
    pub async fn note_server_locale(
        &self,
        id: ServerId,
        locale: Option<Language>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().change().await?;
        let mut settings = server(&mut tx, id).await?;
        settings.locale = locale;
        tx.set_server_settings(id, &written(&settings)).await?;
        Ok(tx.commit().await?)
    }

    /// A server's settings.
    pub async fn server_settings(&self, id: ServerId) -> Result<ServerSettings, AppError> {
        server(&mut self.read().await?, id).await
    }

    /// Changes a server's settings, for whoever [manages](crate::app::access::Viewer::managed_server) it.
    pub async fn set_server(
        &self,
        id: ServerId,
        settings: &ServerSettings,
    ) -> Result<(), AppError> {
        if settings.pace.is_some_and(|pace| !pace.is_sound()) {
            return Err(Refusal::Days.into());
        }
        let text = written(settings);
        let mut tx = self.store.change().await?;
        tx.set_server_settings(id, &text).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Wants no challenges from someone, or does again.
    pub async fn block(
        &self,
        act: &Act,
        other: PlayerId,
        is_blocked: bool,
    ) -> Result<(), AppError> {
        self.set_contacts(act, Some((other, is_blocked)), None)
            .await
    }

    /// Wants no challenges from someone, or from strangers, or does again.
    pub async fn set_contacts(
        &self,
        act: &Act,
        block: Option<(PlayerId, bool)>,
        no_strangers: Option<bool>,
    ) -> Result<(), AppError> {
        if block.is_some_and(|(other, _)| other == act.by) {
            return Err(Refusal::Oneself.into());
        }
        let mut tx = self.store.change().await?;
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

    /// Whom a player has blocked.
    pub async fn blocks(&self, player: PlayerId) -> Result<Vec<PlayerId>, AppError> {
        Ok(self.read().await?.blocks_of(player).await?)
    }

    /// Does not want to hear of a game, or does again.
    pub async fn mute(&self, act: &Act, id: GameId, is_muted: bool) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        let game = tx.game(id).await?.ok_or(Refusal::UnknownGame)?;
        if game.side_of(act.by).is_none() {
            return Err(Refusal::NotAPlayer.into());
        }
        tx.set_muted(act.by, id, is_muted).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Does a player not want to hear of a game?
    pub async fn is_muted(&self, player: PlayerId, id: GameId) -> Result<bool, AppError> {
        Ok(self.read().await?.is_muted(player, id).await?)
    }
}
