//! Where a notice is said: the thread of a game, its channel, the interaction that caused it.

use std::sync::PoisonError;
use std::time::Duration;

use serde_json::json;
use serenity::all::{ChannelId as Channel, MessageId, UserId};

use crate::app::game::Game;
use crate::app::notice::Notice;
use crate::app::settings::Language;
use crate::app::{No, Outgoing};
use crate::store::games::Game as Row;
use crate::store::posts::What;
use crate::store::{ChannelId, GameId, PlayerId, ServerId};

use super::super::board::variant;
use super::super::locale::Words;
use super::super::news::Subject;
use super::super::wire::{code_of, snowflake};
use super::Courier;

/// Where we could not write, we do not try again for so long.
const DEAD: Duration = Duration::from_mins(30);

/// Where something is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Channel(ChannelId),
    Hand(String),
    Direct(PlayerId),
}

/// Where people are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Where {
    pub(super) server: Option<ServerId>,
    pub(super) channel: Option<ChannelId>,
    pub(super) thread: Option<ChannelId>,
    pub(super) players: Vec<Option<PlayerId>>,
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

impl Courier {
    /// The rows of the tables that say where people are.
    pub(super) async fn row(&self, id: GameId, subject: &Subject) -> Result<Where, No> {
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
    pub(super) async fn places(
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

    pub(super) fn bury(&self, channel: ChannelId) {
        let until = self.host.now() + DEAD;
        let mut dead = self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.insert(channel, until);
    }

    /// A thread for the game, from the card, if the server wants one and we may.
    async fn begin_thread(&self, game: &Game) -> Result<Option<ChannelId>, No> {
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
        let words = words.unwrap_or_else(|| Words::of(Language::English));
        let names = self.host.names_of(game, words).await;
        let title = variant(words, &game.row.game, &game.row.variant);
        let name = format!("{} – {} · {title}", names.first, names.second);
        let name: String = name.chars().take(100).collect();
        let form = json!({ "name": name, "auto_archive_duration": 10080 });
        let (Some(channel), Some(message)) = (snowflake(card.channel.0), snowflake(card.message))
        else {
            return Ok(None);
        };
        let (channel, message) = (Channel::new(channel), MessageId::new(message));
        let made = self
            .wire
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
                    .wire
                    .http
                    .add_thread_channel_member(Channel::new(thread), user);
                if let Err(error) = added.await {
                    tracing::debug!(%error, "a player could not be added to a thread");
                }
            }
        }
        Ok(Some(thread))
    }
}
