//! Live messages: one message for each subject, such as a ladder, which is kept up to date.
//!
//! Whatever changes the subject calls
//! [`change_live_message`](crate::store::Transaction::change_live_message) in its own transaction. A message is
//! taken as a lobby message is: whoever takes it has a minute to show it and to record that.

use std::time::Duration;

use crate::app::{App, AppError, Refusal};
use crate::model::{ChannelId, LiveMessage, LiveSubject, Time, TournamentId};

/// How long a worker that has taken a message has to report the outcome.
const LEASE: Duration = Duration::from_mins(1);

impl App {
    /// The live message about a subject.
    pub async fn live_message(
        &self,
        subject: LiveSubject,
    ) -> Result<Option<LiveMessage>, AppError> {
        Ok(self.read().await?.live_message(subject).await?)
    }

    /// Takes live messages that have to be updated.
    pub async fn claim_live_messages(
        &self,
        now: Time,
        most: usize,
    ) -> Result<Vec<LiveMessage>, AppError> {
        // Usually there is nothing to do, and then the write lock is not needed.
        let due = self.read().await?.next_due_live_message().await?;
        if due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let mut tx = self.store.begin().await?;
        let taken = tx.take_due_live_messages(now, now + LEASE, most as i64);
        let taken = taken.await?;
        tx.commit().await?;
        Ok(taken)
    }

    /// Records that a live message shows its subject as it was when the message was taken.
    pub async fn live_message_shown(
        &self,
        live: &LiveMessage,
        message: i64,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.live_message_shown(live, message, now, now + LiveMessage::APART)
            .await?;
        Ok(tx.commit().await?)
    }

    /// Records that a live message can't be edited: another is posted in its place.
    pub async fn post_live_message_anew(
        &self,
        live: &LiveMessage,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.post_live_message_anew(live, now).await?;
        Ok(tx.commit().await?)
    }

    /// Records that a live message could not be updated. It is tried again at the given time, or
    /// otherwise after the next change.
    pub async fn put_off_live_message(
        &self,
        subject: LiveSubject,
        later: Option<Time>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.put_off_live_message(subject, later).await?;
        Ok(tx.commit().await?)
    }

    /// Records that a live message was deleted.
    pub async fn drop_live_message(&self, live: &LiveMessage) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.drop_live_message(live).await?;
        Ok(tx.commit().await?)
    }

    /// Has the card of a tournament posted in another place, such as its forum post.
    pub async fn move_tournament_card(
        &self,
        id: TournamentId,
        channel: ChannelId,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        let row = tx.tournament(id).await?.ok_or(Refusal::UnknownTournament)?;
        let subject = LiveSubject::Tournament(id);
        tx.set_live_message(subject, row.server, channel, now)
            .await?;
        Ok(tx.commit().await?)
    }
}
