//! Notifications that could not be delivered anywhere: they follow the player's next command.

use crate::app::notify::notice::Notice;
use crate::app::{AppError, Outgoing};
use crate::discord::context::Context;
use crate::discord::interaction::request::Invoker;
use crate::discord::notify::content::{OnlyReader, Subject, notification_for, subject};
use crate::discord::view::message::Message;
use crate::model::ChallengeState;

/// Maximum number sent after one command; the rest follows the next ones.
const MOST: usize = 3;

/// The missed notifications that still matter, with their nonces.
pub(crate) async fn missed(
    ctx: &Context,
    invoker: &Invoker,
) -> Result<Vec<(String, Message)>, AppError> {
    let mut told = Vec::new();
    for outgoing in ctx.app.missed(invoker.id).await? {
        if told.len() == MOST {
            break;
        }
        match still_relevant(ctx, invoker, &outgoing).await? {
            Some(reply) => told.push((outgoing.nonce, reply)),
            None => ctx.app.mark_shown(&outgoing.nonce).await?,
        }
    }
    Ok(told)
}

/// The message of a missed notification, if it still matters.
async fn still_relevant(
    ctx: &Context,
    invoker: &Invoker,
    outgoing: &Outgoing,
) -> Result<Option<Message>, AppError> {
    // Digests and notifications for spectators are not made up for.
    if !outgoing.notice.is_for_game_channel() {
        return Ok(None);
    }
    let Some(subject) = subject(ctx, outgoing).await? else {
        return Ok(None);
    };
    if let Subject::Challenge(challenge) = &subject
        && outgoing.notice == Notice::Challenged
        && challenge.state != ChallengeState::Open
    {
        return Ok(None);
    }
    let locale = ctx.reader(invoker).await?.locale;
    let only_reader = OnlyReader {
        player: invoker.id,
        direct: None,
    };
    let notification = notification_for(ctx, outgoing, &subject, locale, Some(only_reader)).await?;
    Ok(notification.map(|notification| notification.reply))
}
