//! The outbox: hands out notices for delivery, and records what became of them and which messages were
//! sent.

use std::time::Duration;

use crate::app::notify::notice::Notice;
use crate::app::{App, AppError};
use crate::model::{
    Bucket, Buckets, GameId, InteractionId, PlayerId, PostedMessage, ResponseState, Time,
    UnsentNotice,
};

/// How long a worker that has taken a notice has to report the outcome, including waiting in a queue.
/// If the bot stops in the meantime, the next process [releases it](App::release_notices) at once.
const LEASE: Duration = Duration::from_hours(1);

/// A notice is given up after this many attempts, but not before [`MAX_TRYING`] has passed.
const MAX_TRIES: i64 = 12;

/// How long delivery of a notice is attempted at least: no outage of Discord is longer.
const MAX_TRYING: Duration = Duration::from_hours(3 * 24);

/// A notice to be delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// The permanent identity of the notice: one with the same nonce is the same notice.
    pub nonce: String,
    /// The game or challenge it is about.
    pub game: GameId,
    /// The recipient; `None` for both players.
    pub player: Option<PlayerId>,
    /// The content.
    pub notice: Notice,
    /// When it was written.
    pub made_at: Time,
    /// The number of delivery attempts, including this one once it is [being sent](App::begin_sending).
    /// After more than one, it is unknown whether the notice has arrived.
    pub attempts: i64,
    /// The interaction that caused it, if a user did.
    pub interaction: Option<InteractionId>,
    /// The progress of its delivery as a response to an interaction, once it is [being
    /// sent](App::begin_sending).
    pub response: Option<ResponseState>,
    /// Its share of the outbox: all notices for one destination are in the same.
    pub bucket: Bucket,
}

/// Parses a stored notice.
fn read(unsent: UnsentNotice) -> Result<Outgoing, serde_json::Error> {
    Ok(Outgoing {
        notice: serde_json::from_str(&unsent.notice)?,
        nonce: unsent.nonce,
        game: unsent.game,
        player: unsent.player,
        made_at: unsent.made_at,
        attempts: unsent.attempts,
        interaction: unsent.interaction,
        response: unsent.response,
        bucket: unsent.bucket,
    })
}

impl App {
    /// Takes notices of some buckets that can be sent now, oldest first.
    pub async fn take_notices(
        &self,
        buckets: Buckets,
        now: Time,
        most: usize,
    ) -> Result<Vec<Outgoing>, AppError> {
        let mut tx = self.store.begin().await?;
        let taken = tx
            .take_unsent(buckets, now, now + LEASE, most as i64)
            .await?;
        let mut outgoing = Vec::new();
        for unsent in taken {
            let nonce = unsent.nonce.clone();
            match read(unsent) {
                Ok(read) => outgoing.push(read),
                // Written by another version. Given up, because otherwise it would be taken again and
                // again.
                Err(error) => {
                    let why = format!("can't be read: {error}");
                    tx.give_up(&nonce, &why, now).await?;
                }
            }
        }
        tx.commit().await?;
        Ok(outgoing)
    }

    /// Records that a notice is being sent: from now on it may have arrived. False if it need not be
    /// sent any more.
    pub async fn begin_sending(&self, outgoing: &mut Outgoing) -> Result<bool, AppError> {
        let mut tx = self.store.begin().await?;
        let begun = tx.begin_try(&outgoing.nonce).await?;
        tx.commit().await?;
        let Some((attempts, response)) = begun else {
            return Ok(false);
        };
        outgoing.attempts = attempts;
        outgoing.response = response;
        Ok(true)
    }

    /// The notices that an interaction has caused and whose delivery has not been tried yet.
    pub async fn untried_notices_of(
        &self,
        cause: InteractionId,
    ) -> Result<Vec<Outgoing>, AppError> {
        let untold = self.read().await?.untried_notices_of(cause).await?;
        Ok(untold.into_iter().flat_map(read).collect())
    }

    /// Records that a notice is going to be the response to an interaction; false if another worker is
    /// sending it. This is durable before the response leaves, so that it is not sent a second time
    /// after a crash.
    pub async fn begin_response(
        &self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<bool, AppError> {
        let mut tx = self.store.begin().await?;
        let is_begun = tx.begin_response(nonce, response).await?;
        tx.commit().await?;
        Ok(is_begun)
    }

    /// Records the progress of a notice's delivery as a response.
    pub async fn note_response(
        &self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.set_response(nonce, response).await?;
        Ok(tx.commit().await?)
    }

    /// The unique id of this database.
    pub async fn database_id(&self) -> Result<String, AppError> {
        Ok(self.read().await?.database_id().await?)
    }

    /// Releases the notices of some buckets that the workers of an earlier process had taken, so that they
    /// can be sent at once.
    pub async fn release_notices(&self, buckets: Buckets, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.release_unsent(buckets, now).await?;
        Ok(tx.commit().await?)
    }

    /// Records that a notice has arrived.
    pub async fn sent(&self, nonce: &str, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.mark_sent(nonce, now).await?;
        Ok(tx.commit().await?)
    }

    /// Records that a message shows a game or its challenge, so that it can be edited later.
    pub async fn record_message(&self, game: GameId, post: &PostedMessage) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.set_post(game, post).await?;
        Ok(tx.commit().await?)
    }

    /// The messages that show a game or its challenge, oldest first.
    pub async fn posted_messages(&self, game: GameId) -> Result<Vec<PostedMessage>, AppError> {
        Ok(self.read().await?.posted_messages(game).await?)
    }

    /// Records that a message has lost its buttons or was deleted.
    pub async fn close_message(
        &self,
        game: GameId,
        post: &PostedMessage,
        is_gone: bool,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        if is_gone {
            tx.drop_post(game, post.message).await?;
        } else {
            let closed = PostedMessage {
                is_open: false,
                ..post.clone()
            };
            tx.set_post(game, &closed).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Schedules another attempt with exponential backoff, not before `told` has passed if Discord
    /// demands that; gives up after too many attempts.
    pub async fn retry_later(
        &self,
        outgoing: &Outgoing,
        told: Option<Duration>,
        now: Time,
    ) -> Result<(), AppError> {
        if outgoing.attempts >= MAX_TRIES && outgoing.made_at + MAX_TRYING < now {
            return self.give_up(&outgoing.nonce, "tried too often", now).await;
        }
        let wait = Duration::from_secs(1 << outgoing.attempts.clamp(0, 10));
        let wait = wait.max(told.unwrap_or_default());
        self.send_later(&outgoing.nonce, now + wait).await
    }

    /// Schedules another delivery attempt.
    pub async fn send_later(&self, nonce: &str, later: Time) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.try_again(nonce, later).await?;
        Ok(tx.commit().await?)
    }

    /// Records that a notice can't be delivered.
    pub async fn give_up(&self, nonce: &str, why: &str, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.give_up(nonce, why, now).await?;
        Ok(tx.commit().await?)
    }

    /// The notices that could not be delivered to a player, oldest first.
    pub async fn missed(&self, player: PlayerId) -> Result<Vec<Outgoing>, AppError> {
        let missed = self.read().await?.missed(player).await?;
        Ok(missed.into_iter().flat_map(read).collect())
    }

    /// Records that an undelivered notice was shown after all, or has become irrelevant.
    pub async fn mark_shown(&self, nonce: &str) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.mark_shown(nonce).await?;
        Ok(tx.commit().await?)
    }

    /// The time since which the oldest overdue notice has been waiting.
    pub async fn oldest_unsent(&self, now: Time) -> Result<Option<Time>, AppError> {
        Ok(self.read().await?.oldest_unsent(now).await?)
    }
}
