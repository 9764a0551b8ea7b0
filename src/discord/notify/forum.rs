//! A game as a post in a server's forum.

use serde_json::json;
use serenity::all::{
    Channel as AnyChannel, ChannelFlags, ChannelId as Channel, ForumTag, GuildChannel, GuildId,
    Route, ThreadsData,
};

use crate::app::AppError;
use crate::app::game::state::Game;
use crate::app::people::settings::Language;
use crate::discord::i18n::Locale;
use crate::discord::notify::destination::{ARCHIVE_AFTER, ThreadOutcome};
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::{RestError, snowflake};
use crate::discord::view::format::{mention, variant, without_seed};
use crate::discord::view::markdown::UserText;
use crate::model::{ChannelId, ServerId};

/// Discord's limit of tags on a forum post.
const MAX_TAGS: usize = 5;

impl DeliveryWorker {
    /// Creates the post for a game, if the forum allows it. The board is its second message.
    pub(crate) async fn begin_post(
        &self,
        game: &Game,
        server: ServerId,
        forum: ChannelId,
        is_again: bool,
    ) -> Result<ThreadOutcome, AppError> {
        let (Some(place), Some(guild)) = (snowflake(forum.0), snowflake(server.0)) else {
            return Ok(ThreadOutcome::Never);
        };
        let name = self.title(game).await?;
        if is_again && let Some(found) = self.find_post(guild, place, &name).await? {
            return Ok(ThreadOutcome::There(found));
        }
        let tags = match self.tags(game, place).await {
            Ok(Some(tags)) => tags,
            Ok(None) => return Ok(ThreadOutcome::Never),
            Err(stop) => return Ok(ThreadOutcome::not(stop)),
        };
        let players = game.row.players.iter().flatten();
        let players: Vec<String> = players.copied().map(mention).collect();
        let post = json!({
            "name": name,
            "auto_archive_duration": ARCHIVE_AFTER,
            "applied_tags": tags,
            "message": {
                "content": format!("**{}**\n{}", UserText::line(&name).markdown(), players.join(" – ")),
                "allowed_mentions": { "parse": [] },
            },
        });
        let channel_id = Channel::new(place);
        let route = Route::ChannelForumPosts { channel_id };
        let begun = match self.rest.ask::<GuildChannel>(route, Some(&post)).await {
            Ok(post) => ThreadOutcome::There(ChannelId(post.id.get() as i64)),
            Err(stop) => ThreadOutcome::not(stop),
        };
        // The response may have been lost although the post was created.
        if let ThreadOutcome::Later(_) = begun
            && let Some(found) = self.find_post(guild, place, &name).await?
        {
            return Ok(ThreadOutcome::There(found));
        }
        Ok(begun)
    }

    /// A post that was created before a restart and belongs to no game.
    pub(crate) async fn find_post(
        &self,
        guild: u64,
        forum: u64,
        name: &str,
    ) -> Result<Option<ChannelId>, AppError> {
        let guild_id = GuildId::new(guild);
        let route = Route::GuildThreadsActive { guild_id };
        let Ok(active) = self.rest.ask::<ThreadsData>(route, None).await else {
            return Ok(None);
        };
        let is_it =
            |post: &&GuildChannel| post.parent_id == Some(Channel::new(forum)) && post.name == name;
        for post in active.threads.iter().filter(is_it) {
            let id = ChannelId(post.id.get() as i64);
            if self.ctx.app.thread_game(id).await?.is_none() {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// The tags of a forum that fit a game, by their names; `None` if the bot can't see the forum,
    /// or if it requires a tag and none fits.
    async fn tags(&self, game: &Game, forum: u64) -> Result<Option<Vec<String>>, RestError> {
        let channel_id = Channel::new(forum);
        let found = self.rest.ask(Route::Channel { channel_id }, None).await?;
        let AnyChannel::Guild(channel) = found else {
            return Ok(None);
        };
        let tags = fitting(&channel.available_tags, game);
        let needs_one = channel.flags.contains(ChannelFlags::REQUIRE_TAG);
        Ok((!needs_one || !tags.is_empty()).then_some(tags))
    }
}

/// The tags named like the game or its variant, without those that only moderators may set.
fn fitting(tags: &[ForumTag], game: &Game) -> Vec<String> {
    let stored = &game.row.variant;
    let mut called = vec![
        plain(stored.game_name()),
        plain(without_seed(&stored.name())),
    ];
    for language in Language::ALL {
        let title = variant(Locale::of(language), stored);
        called.extend(title.split(" · ").map(plain));
        called.push(plain(&title));
    }
    let fits = |tag: &&ForumTag| !tag.moderated && called.contains(&plain(&tag.name));
    let tags = tags.iter().filter(fits).take(MAX_TAGS);
    tags.map(|tag| tag.id.to_string()).collect()
}

/// A name without accents, punctuation and capitals, for comparison.
fn plain(name: &str) -> String {
    let letters = name.chars().flat_map(char::to_lowercase);
    let letters = letters.filter(|letter| letter.is_alphanumeric());
    letters
        .map(|letter| if letter == 'è' { 'e' } else { letter })
        .collect()
}
