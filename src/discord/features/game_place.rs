//! Where a new game is: the channel in which it is started, and the link to its thread or its first board.

use std::time::Duration;

use crate::app::AppError;
use crate::discord::context::Context;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::view::game_summary::message_link;
use crate::model::{ChannelId, GameId, MessageKind};

/// How many times and at which interval `place` checks whether the game has its thread. Together
/// they stay below the time after which a response is deferred.
pub(crate) const LOOKS: usize = 20;
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_millis(40);

/// The channel of a challenge: the parent of a thread, but a forum post itself, because nobody can
/// post in the forum. `None` for a direct message to the bot: each player is told in their own.
pub(crate) async fn challenge_channel(cx: &Cx<'_>) -> Result<Option<ChannelId>, HandlerError> {
    if cx.invoker.server.is_none() && cx.invoker.is_home {
        return Ok(None);
    }
    let forum = cx
        .server(cx.invoker)
        .await?
        .and_then(|settings| settings.forum);
    let is_post = match cx.invoker.parent {
        None => false,
        parent if parent == forum => true,
        Some(parent) => cx.is_forum(parent).await,
    };
    Ok(Some(if is_post {
        cx.invoker.channel
    } else {
        cx.invoker.parent_channel()
    }))
}

/// A link to the thread or the first board of a new game. The delivery worker is about to create
/// them; `None` if that takes too long.
pub(crate) async fn place(ctx: &Context, id: GameId) -> Result<Option<String>, AppError> {
    for _ in 0..LOOKS {
        let row = ctx.app.game_row(id).await?;
        if let Some(thread) = row.as_ref().and_then(|row| row.thread) {
            return Ok(Some(format!("<#{thread}>")));
        }
        let posts = ctx.app.posted_messages(id).await?;
        if let Some(board) = posts.iter().find(|post| post.what == MessageKind::Board) {
            return Ok(message_link(row.and_then(|row| row.server), board));
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Ok(None)
}
