//! Handing out what is to be told, to whoever sends it.

use std::time::Duration;

use crate::app::notify::notice::Notice;
use crate::app::{App, AppError};
use crate::model::{
    GameId, InteractionId, PlayerId, PostedMessage, ResponseState, Time, UnsentNotice,
};

/// Whoever takes a notice has so long to say what became of it. It may have to wait for its turn; should
/// the program end meanwhile, the next one [takes it back](App::take_back_notices) at once.
const LEASE: Duration = Duration::from_hours(1);

/// A notice to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// Its name for good: one with the same nonce is the same notice.
    pub nonce: String,
    /// The game or challenge it is about.
    pub game: GameId,
    /// Whom it concerns; none for both players.
    pub player: Option<PlayerId>,
    /// What it says.
    pub notice: Notice,
    /// When it was written.
    pub made_at: Time,
    /// How often it has been tried, with this time once it is [being sent](App::begin_sending). After
    /// more than one it is not known whether it has arrived.
    pub attempts: i64,
    /// The interaction that caused it, if a person did.
    pub interaction: Option<InteractionId>,
    /// How far it has come as a response to an interaction, once it is
    /// [being sent](App::begin_sending).
    pub response: Option<ResponseState>,
}

/// A notice as it was kept.
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
    })
}

impl App {
    /// Takes notices that can be sent now, the oldest first.
    pub async fn take_notices(&self, now: Time, most: usize) -> Result<Vec<Outgoing>, AppError> {
        let mut tx = self.store.change().await?;
        let taken = tx.take_unsent(now, now + LEASE, most as i64).await?;
        let mut outgoing = Vec::new();
        for unsent in taken {
            let nonce = unsent.nonce.clone();
            match read(unsent) {
                Ok(read) => outgoing.push(read),
                // Written by another version; it would come up again for ever.
                Err(error) => {
                    let why = format!("can't be read: {error}");
                    tx.give_up(&nonce, &why, now).await?;
                }
            }
        }
        tx.commit().await?;
        Ok(outgoing)
    }

    /// A notice that was taken is being sent: from now on it may have arrived. False if it need not be
    /// sent any more.
    pub async fn begin_sending(&self, outgoing: &mut Outgoing) -> Result<bool, AppError> {
        let mut tx = self.store.change().await?;
        let begun = tx.begin_try(&outgoing.nonce).await?;
        tx.commit().await?;
        let Some((attempts, response)) = begun else {
            return Ok(false);
        };
        outgoing.attempts = attempts;
        outgoing.response = response;
        Ok(true)
    }

    /// What an interaction has caused and nobody has tried to tell yet.
    pub async fn untold_of(&self, cause: InteractionId) -> Result<Vec<Outgoing>, AppError> {
        let untold = self.read().await?.untold_of(cause).await?;
        Ok(untold.into_iter().flat_map(read).collect())
    }

    /// The response to an interaction is to be a notice; false if someone else is sending it. What is
    /// noted here is on disk before the response leaves: after a crash it is not sent a second time.
    pub async fn begin_response(
        &self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<bool, AppError> {
        let mut tx = self.store.change().await?;
        let is_begun = tx.begin_response(nonce, response).await?;
        tx.commit().await?;
        Ok(is_begun)
    }

    /// How far a notice has come as a response.
    pub async fn note_response(
        &self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.set_response(nonce, response).await?;
        Ok(tx.commit().await?)
    }

    /// What tells this database from every other.
    pub async fn database_id(&self) -> Result<String, AppError> {
        Ok(self.read().await?.database_id().await?)
    }

    /// Whoever sent notices before is gone, and with him what he had taken: it can be sent at once.
    pub async fn take_back_notices(&self, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.take_back_unsent(now).await?;
        Ok(tx.commit().await?)
    }

    /// A notice has arrived.
    pub async fn sent(&self, nonce: &str, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.mark_sent(nonce, now).await?;
        Ok(tx.commit().await?)
    }

    /// A message shows a game or its challenge, and can be changed later.
    pub async fn keep_post(&self, game: GameId, post: &PostedMessage) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.set_post(game, post).await?;
        Ok(tx.commit().await?)
    }

    /// The messages that show a game or its challenge, the oldest first.
    pub async fn posts(&self, game: GameId) -> Result<Vec<PostedMessage>, AppError> {
        Ok(self.read().await?.posts(game).await?)
    }

    /// A message has lost its buttons, or is gone.
    pub async fn close_post(
        &self,
        game: GameId,
        post: &PostedMessage,
        is_gone: bool,
    ) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
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

    /// A notice is to be tried again.
    pub async fn send_later(&self, nonce: &str, later: Time) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.try_again(nonce, later).await?;
        Ok(tx.commit().await?)
    }

    /// A notice can't be sent, for good.
    pub async fn give_up(&self, nonce: &str, why: &str, now: Time) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.give_up(nonce, why, now).await?;
        Ok(tx.commit().await?)
    }

    /// What someone could not be told, the oldest first.
    pub async fn missed(&self, player: PlayerId) -> Result<Vec<Outgoing>, AppError> {
        let missed = self.read().await?.missed(player).await?;
        Ok(missed.into_iter().flat_map(read).collect())
    }

    /// It has been told after all, or need not be any more.
    pub async fn make_up_for(&self, nonce: &str) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
        tx.make_up_for(nonce).await?;
        Ok(tx.commit().await?)
    }

    /// When the oldest notice that should have been sent by now was written, or was to be sent.
    pub async fn oldest_unsent(&self, now: Time) -> Result<Option<Time>, AppError> {
        Ok(self.read().await?.oldest_unsent(now).await?)
    }
}
