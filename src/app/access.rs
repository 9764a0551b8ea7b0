//! Who may see and do what. Every such decision is made here; the platform provides the facts: who asks
//! and from where ([`Viewer`]), and who sees which channel ([`ChannelVisibility`]).
//!
//! # Who sees a game
//!
//! - Its players, wherever they are.
//! - Whoever is in its channel or thread.
//! - On its server, whoever can see its channel. Elsewhere, whoever follows it and can see its channel.
//! - A game that is played on no server: whoever is in the same conversation.
//!
//! For everyone else there is no such game. What is not known, because Discord does not tell or can't be
//! asked just now, counts as hidden. Sums that name no game, such as ratings and tallies, count all
//! games.
//!
//! An open challenge is seen like the game that will come of it.

use std::collections::HashSet;

use futures_util::future::try_join_all;

use crate::app::game::state::Game;
use crate::app::import::is_import;
use crate::app::people::settings::{self, ServerSettings};
use crate::app::{App, AppError, Refusal};
use crate::model::{Challenge, ChannelId, GameId, GameRow, PlayerId, RoleId, ServerId, Time};

/// Whoever wants to see or do something, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Viewer {
    /// Who; none stands for everyone who reads a public message.
    pub player: Option<PlayerId>,
    /// The server on which it is asked.
    pub server: Option<ServerId>,
    /// The channel, thread or conversation.
    pub channel: Option<ChannelId>,
    /// The channel of a thread.
    pub parent: Option<ChannelId>,
    /// The roles the person has on that server.
    pub roles: Vec<RoleId>,
    /// May the person manage that server?
    pub manages_server: bool,
    /// Is the person still typing? There is no time to ask Discord anything then.
    pub is_typing: bool,
}

impl Viewer {
    /// Everyone who reads a channel of a server: what is written there is for people without any role.
    pub fn everyone(server: ServerId, channel: ChannelId) -> Self {
        Self {
            server: Some(server),
            channel: Some(channel),
            ..Self::default()
        }
    }

    /// Someone who reads a direct message.
    pub fn direct(player: PlayerId) -> Self {
        Self {
            player: Some(player),
            ..Self::default()
        }
    }

    /// Is it asked in this very place, or in a thread of it?
    fn is_at(&self, place: Option<ChannelId>) -> bool {
        place.is_some() && (self.channel == place || self.parent == place)
    }

    /// May the person change what a server has chosen? The server, if so.
    pub fn managed_server(&self) -> Option<ServerId> {
        self.server.filter(|_| self.manages_server)
    }
}

/// Who sees which channel, as far as the platform knows.
pub trait ChannelVisibility: Sync {
    /// Can someone see a channel or thread of a server? Not if that is not known; none if there is no
    /// such channel any more.
    fn is_visible(
        &self,
        viewer: &Viewer,
        server: ServerId,
        channel: ChannelId,
    ) -> impl Future<Output = Option<bool>> + Send;
}

impl App {
    /// Does someone see a game?
    pub async fn is_game_visible(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        row: &GameRow,
    ) -> Result<bool, AppError> {
        let is_player = viewer
            .player
            .is_some_and(|player| row.side_of(player).is_some());
        if is_player || viewer.is_at(row.channel) || viewer.is_at(row.thread) {
            return Ok(true);
        }
        let Some(server) = row.server else {
            return Ok(false);
        };
        let is_there = viewer.server == Some(server);
        let is_near = match viewer.player {
            Some(player) if !is_there => self.following(player, row.id).await?.is_some(),
            _ => is_there,
        };
        if !is_near {
            return Ok(false);
        }
        // Where the thread is gone, or there never was one, the game goes on in the channel.
        for place in [row.thread, row.channel].into_iter().flatten() {
            if let Some(is_visible) = channels.is_visible(viewer, server, place).await {
                return Ok(is_visible);
            }
        }
        Ok(false)
    }

    /// A game that someone sees; for everyone else there is no such game.
    pub async fn visible_game(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        id: GameId,
    ) -> Result<GameRow, AppError> {
        let row = self.game_row(id).await?.ok_or(Refusal::UnknownGame)?;
        if self.is_game_visible(viewer, channels, &row).await? {
            Ok(row)
        } else {
            Err(Refusal::UnknownGame.into())
        }
    }

    /// A game that someone sees, with its events; from now on it counts as seen. What someone has
    /// brought along is for that person alone.
    pub async fn look_at(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        id: GameId,
        now: Time,
    ) -> Result<Game, AppError> {
        let player = viewer.player.ok_or(Refusal::UnknownGame)?;
        if !is_import(id) {
            self.visible_game(viewer, channels, id).await?;
        }
        self.seen(player, id, now).await
    }

    /// The games someone follows and can still see, the latest first, each with whether he is told of
    /// every move.
    pub async fn visible_followed(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
    ) -> Result<Vec<(GameRow, bool)>, AppError> {
        let Some(player) = viewer.player else {
            return Ok(Vec::new());
        };
        let all = self.followed(player).await?;
        // All at once: each may be a question to Discord.
        let looks = all
            .iter()
            .map(|(row, _)| self.is_game_visible(viewer, channels, row));
        let visible = try_join_all(looks).await?;
        let pairs = all.into_iter().zip(visible);
        Ok(pairs
            .filter_map(|(game, is_visible)| is_visible.then_some(game))
            .collect())
    }

    /// The open challenges of a server that someone sees, the oldest first: some of them, and how many
    /// there are.
    pub async fn visible_open_on(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        server: ServerId,
        now: Time,
        (from, most): (usize, usize),
    ) -> Result<(Vec<Challenge>, usize), AppError> {
        let all = self.read().await?.open_channels_on(server, now).await?;
        let mut seen = HashSet::new();
        for channel in all {
            let is_visible = || channels.is_visible(viewer, server, channel);
            if viewer.is_at(Some(channel)) || is_visible().await == Some(true) {
                seen.insert(channel);
            }
        }
        self.open_on(server, now, &seen, viewer.player, (from, most))
            .await
    }

    /// May someone begin a game here? A server can say whom it wants to play.
    pub async fn may_play(&self, viewer: &Viewer) -> Result<(), AppError> {
        let Some(server) = viewer.server else {
            return Ok(());
        };
        let wanted = settings::server(&mut self.read().await?, server)
            .await?
            .roles;
        let has_one = viewer.roles.iter().any(|role| wanted.contains(role));
        if wanted.is_empty() || has_one {
            return Ok(());
        }
        Err(Refusal::NotAllowed(wanted).into())
    }

    /// May someone accept a challenge, wherever it is shown? Only one that he sees; and where a server
    /// says whom it wants to play, that can only be seen there.
    pub async fn may_accept(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        id: GameId,
    ) -> Result<(), AppError> {
        let challenge = self.challenge_by_id(id).await?;
        if !is_challenge_visible(viewer, channels, &challenge).await {
            return Err(Refusal::UnknownChallenge.into());
        }
        let elsewhere = challenge
            .server
            .filter(|server| viewer.server != Some(*server));
        if let Some(server) = elsewhere
            && !self.server_settings(server).await?.roles.is_empty()
        {
            return Err(Refusal::AcceptThere(challenge.channel).into());
        }
        self.may_play(viewer).await
    }

    /// May someone end the games of others on a server, and clear away their challenges? Whoever
    /// manages it, or has a role for that.
    pub async fn may_moderate(
        &self,
        viewer: &Viewer,
        server: Option<ServerId>,
    ) -> Result<bool, AppError> {
        let Some(server) = server.filter(|server| viewer.server == Some(*server)) else {
            return Ok(false);
        };
        if viewer.manages_server {
            return Ok(true);
        }
        let settings = self.server_settings(server).await?;
        Ok(are_moderators(&settings, &viewer.roles))
    }
}

/// Does someone see a challenge?
async fn is_challenge_visible(
    viewer: &Viewer,
    channels: &impl ChannelVisibility,
    challenge: &Challenge,
) -> bool {
    let is_own = viewer.player.is_some()
        && (viewer.player == challenge.challenger || viewer.player == challenge.opponent);
    if is_own || viewer.is_at(challenge.channel) {
        return true;
    }
    match (challenge.server, challenge.channel) {
        (Some(server), Some(channel)) if viewer.server == Some(server) => {
            channels.is_visible(viewer, server, channel).await == Some(true)
        }
        _ => false,
    }
}

/// Do these roles make someone a moderator of games?
fn are_moderators(settings: &ServerSettings, roles: &[RoleId]) -> bool {
    roles.iter().any(|role| settings.moderators.contains(role))
}
