//! Decides who may see and do what. All such decisions are made here. The platform only provides the
//! facts: who asks and from where ([`Viewer`]), and which channels a user can see
//! ([`ChannelVisibility`]).
//!
//! # Who can see a game
//!
//! - Its players, from anywhere.
//! - Everyone in its channel or thread.
//! - On its server, everyone who can see its channel. From elsewhere, followers who can see its
//!   channel.
//! - A game outside a server: everyone in the same conversation.
//!
//! To everyone else the game does not exist. If visibility is unknown, because Discord does not tell or
//! can't be asked at the moment, the game counts as hidden. Totals that name no game, such as ratings
//! and tallies, count all games.
//!
//! An open challenge is visible to the same users as the game that would result from it.
//!
//! A game is shown to a whole channel only if everyone who reads that channel can see the game anyway:
//! in its own channel or thread, and elsewhere on its server if its channel is open to all members.

use std::collections::HashSet;

use futures_util::future::try_join_all;

use crate::app::game::state::Game;
use crate::app::people::settings::{self, ServerSettings};
use crate::app::{App, AppError, Refusal};
use crate::model::{
    Challenge, ChannelId, GameId, GameRef, GameRow, PlayerId, RoleId, ServerId, Time, TournamentRow,
};

/// The user who wants to see or do something, and the place they ask from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Viewer {
    /// The user; `None` stands for everyone who can read a public message.
    pub player: Option<PlayerId>,
    /// The server from which they ask.
    pub server: Option<ServerId>,
    /// The channel, thread or conversation from which they ask.
    pub channel: Option<ChannelId>,
    /// The parent channel, if they ask from a thread.
    pub parent: Option<ChannelId>,
    /// The user's roles on that server.
    pub roles: Vec<RoleId>,
    /// Does the user have the permission to manage that server?
    pub manages_server: bool,
    /// May the user send messages in that channel?
    pub may_post: bool,
    /// Is this an autocomplete request? Then there is no time for requests to Discord.
    pub is_typing: bool,
}

impl Viewer {
    /// Everyone who can read a channel of a server: a message there is for users without any role.
    pub fn everyone(server: ServerId, channel: ChannelId) -> Self {
        Self {
            server: Some(server),
            channel: Some(channel),
            ..Self::default()
        }
    }

    /// A user who reads a direct message.
    pub fn direct(player: PlayerId) -> Self {
        Self {
            player: Some(player),
            ..Self::default()
        }
    }

    /// Does the request come from this place, or from a thread of it?
    fn is_at(&self, place: Option<ChannelId>) -> bool {
        place.is_some() && (self.channel == place || self.parent == place)
    }

    /// The server whose settings the user may change, if they may.
    pub fn managed_server(&self) -> Option<ServerId> {
        self.server.filter(|_| self.manages_server)
    }
}

/// Which channels users can see, as far as the platform knows.
pub trait ChannelVisibility: Sync {
    /// Can a user see a channel or thread of a server? False if that is unknown; `None` if the channel
    /// does not exist any more.
    fn is_visible(
        &self,
        viewer: &Viewer,
        server: ServerId,
        channel: ChannelId,
    ) -> impl Future<Output = Option<bool>> + Send;
}

impl App {
    /// Can a user see a game?
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
        // If there is no thread, or not any more, the game is played in the channel.
        for place in [row.thread, row.channel].into_iter().flatten() {
            if let Some(is_visible) = channels.is_visible(viewer, server, place).await {
                return Ok(is_visible);
            }
        }
        Ok(false)
    }

    /// Can a user see a tournament? On its server, everyone who can see its channel; elsewhere those who take
    /// part.
    pub async fn is_tournament_visible(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        row: &TournamentRow,
    ) -> Result<bool, AppError> {
        if viewer.is_at(Some(row.channel)) || viewer.is_at(row.thread) {
            return Ok(true);
        }
        if viewer.player.is_some() && row.organiser == viewer.player {
            return Ok(true);
        }
        if let Some(player) = viewer.player
            && viewer.server != Some(row.server)
        {
            let own = self.tournaments_of(player).await?;
            return Ok(own.iter().any(|own| own.id == row.id));
        }
        let is_visible = channels.is_visible(viewer, row.server, row.channel).await;
        Ok(viewer.server == Some(row.server) && is_visible == Some(true))
    }

    /// A game's row, if the user can see it; otherwise refused as [`Refusal::UnknownGame`].
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

    /// A game with its events, if the user can see it; it then counts as seen. An imported game is
    /// visible only to its owner.
    pub async fn look_at(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        id: GameRef,
        now: Time,
    ) -> Result<Game, AppError> {
        let player = viewer.player.ok_or(Refusal::UnknownGame)?;
        if let GameRef::Game(id) = id {
            self.visible_game(viewer, channels, id).await?;
        }
        self.view_game(player, id, now).await
    }

    /// May a user have something posted for everyone in the channel they ask from?
    pub fn may_post(viewer: &Viewer) -> Result<(), Refusal> {
        if viewer.may_post {
            Ok(())
        } else {
            Err(Refusal::MayNotPost)
        }
    }

    /// May a user show a game to everyone in the channel they ask from? An imported game belongs to its
    /// owner, who may show it anywhere.
    pub async fn may_show(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        id: GameRef,
    ) -> Result<(), AppError> {
        Self::may_post(viewer)?;
        let GameRef::Game(id) = id else {
            return Ok(());
        };
        let row = self.visible_game(viewer, channels, id).await?;
        let readers = Viewer {
            player: None,
            roles: Vec::new(),
            manages_server: false,
            ..viewer.clone()
        };
        if self.is_game_visible(&readers, channels, &row).await? {
            Ok(())
        } else {
            Err(Refusal::HiddenFromSome.into())
        }
    }

    /// Records the interaction that posts something for everyone, so that it does not do so again if
    /// Discord delivers it to a restarted program.
    pub async fn record_showing(&self) -> Result<(), AppError> {
        Ok(self.store.begin().await?.commit().await?)
    }

    /// The games that a user follows and can still see, latest first, each with whether they are told
    /// of every move.
    pub async fn visible_followed(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
    ) -> Result<Vec<(GameRow, bool)>, AppError> {
        let Some(player) = viewer.player else {
            return Ok(Vec::new());
        };
        let all = self.followed(player).await?;
        // Concurrently, because each may need a request to Discord.
        let looks = all
            .iter()
            .map(|(row, _)| self.is_game_visible(viewer, channels, row));
        let visible = try_join_all(looks).await?;
        let pairs = all.into_iter().zip(visible);
        Ok(pairs
            .filter_map(|(game, is_visible)| is_visible.then_some(game))
            .collect())
    }

    /// The open challenges of a server that a user can see, oldest first: one page of them, and the
    /// total number.
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

    /// May a user start a game here? A server can restrict that to certain roles.
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

    /// May a user accept a challenge, wherever it is shown? They must be able to see it; and if the
    /// server restricts who may play, the user's roles are only known on that server.
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

    /// May a user see the ladder of a server, join it and challenge others there? They must be allowed to play,
    /// and see the channel of the ladder; to everyone else it does not exist.
    pub async fn may_use_ladder(
        &self,
        viewer: &Viewer,
        channels: &impl ChannelVisibility,
        server: ServerId,
    ) -> Result<(), AppError> {
        let setup = self.ladder_setup(server).await?;
        let setup = setup
            .filter(|setup| setup.is_open)
            .ok_or(Refusal::NoLadder)?;
        let is_there = viewer.is_at(Some(setup.channel));
        if !is_there && channels.is_visible(viewer, server, setup.channel).await != Some(true) {
            return Err(Refusal::NoLadder.into());
        }
        self.may_play(viewer).await
    }

    /// May a user end other players' games on a server and remove their challenges? Members who can
    /// manage the server may, and those with a moderator role.
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

/// Can a user see a challenge?
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

/// Does one of these roles make a user a moderator of games?
fn are_moderators(settings: &ServerSettings, roles: &[RoleId]) -> bool {
    roles.iter().any(|role| settings.moderators.contains(role))
}
