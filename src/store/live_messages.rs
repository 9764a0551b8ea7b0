//! The table of live messages, which are kept up to date.

use crate::model::{ChannelId, LiveMessage, LiveSubject, ServerId, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as, fetch_optional_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// A row with its columns.
struct Row {
    kind: String,
    subject: i64,
    server: i64,
    channel: i64,
    message: Option<i64>,
    old_channel: Option<i64>,
    old_message: Option<i64>,
    is_wanted: bool,
    posts: i64,
    shown_at: Option<i64>,
    changes: i64,
}

impl Row {
    /// The message; `None` if another version has written it about a subject that this one does not know.
    fn read(self) -> Option<LiveMessage> {
        Some(LiveMessage {
            subject: LiveSubject::from_stored(&self.kind, self.subject)?,
            server: ServerId(self.server),
            channel: ChannelId(self.channel),
            message: self.message,
            old: self.old_channel.map(ChannelId).zip(self.old_message),
            is_wanted: self.is_wanted,
            posts: self.posts,
            shown_at: self.shown_at.map(Time),
            changes: self.changes,
        })
    }
}

impl Connection {
    /// The live message about a subject.
    pub async fn live_message(
        &mut self,
        subject: LiveSubject,
    ) -> Result<Option<LiveMessage>, StoreError> {
        let (kind, number) = subject.stored();
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT kind, subject, server, channel, message, old_channel, old_message, is_wanted, posts,
                 shown_at, changes
             FROM live_messages WHERE kind = $1 AND subject = $2",
            kind,
            number
        )?;
        Ok(row.and_then(Row::read))
    }

    /// When the next live message has to be updated.
    pub async fn next_due_live_message(&mut self) -> Result<Option<Time>, StoreError> {
        let next = fetch_optional_scalar!(
            self,
            "SELECT due_at FROM live_messages WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        )?;
        Ok(next.flatten().map(Time))
    }
}

impl Transaction {
    /// Wants a live message about a subject in a channel. One that is there is posted anew.
    pub async fn set_live_message(
        &mut self,
        subject: LiveSubject,
        server: ServerId,
        channel: ChannelId,
        now: Time,
    ) -> Result<(), StoreError> {
        let (kind, number) = subject.stored();
        execute!(
            self,
            "INSERT INTO live_messages (kind, subject, server, channel, is_wanted, posts, changes, due_at)
             VALUES ($1, $2, $3, $4, true, 1, 0, $5)
             ON CONFLICT (kind, subject) DO UPDATE SET
                 old_channel = CASE WHEN live_messages.message IS NULL
                     THEN live_messages.old_channel ELSE live_messages.channel END,
                 old_message = COALESCE(live_messages.message, live_messages.old_message),
                 server = excluded.server, channel = excluded.channel, message = NULL,
                 is_wanted = true, posts = live_messages.posts + 1, shown_at = NULL,
                 changes = live_messages.changes + 1, due_at = excluded.due_at",
            kind,
            number,
            server,
            channel,
            now
        )?;
        Ok(())
    }

    /// Marks a live message for deletion.
    pub async fn close_live_message(
        &mut self,
        subject: LiveSubject,
        now: Time,
    ) -> Result<(), StoreError> {
        let (kind, number) = subject.stored();
        execute!(
            self,
            "UPDATE live_messages SET is_wanted = false, changes = changes + 1, due_at = $3
             WHERE kind = $1 AND subject = $2 AND is_wanted",
            kind,
            number,
            now
        )?;
        Ok(())
    }

    /// Schedules an update of a live message after a change of what it shows, if there is one: soon, but
    /// not too soon after the last one.
    pub async fn change_live_message(
        &mut self,
        subject: LiveSubject,
        now: Time,
    ) -> Result<(), StoreError> {
        let (kind, number) = subject.stored();
        let by = now + LiveMessage::TOGETHER;
        let apart = LiveMessage::APART.as_millis() as i64;
        execute!(
            self,
            "UPDATE live_messages SET changes = changes + 1,
                 due_at = COALESCE(due_at,
                     CASE WHEN shown_at + $4 > $3 THEN shown_at + $4 ELSE CAST($3 AS BIGINT) END)
             WHERE kind = $1 AND subject = $2",
            kind,
            number,
            by,
            apart
        )?;
        Ok(())
    }

    /// Schedules an update of all live messages on a server.
    pub async fn change_live_messages_on(
        &mut self,
        server: ServerId,
        by: Time,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE live_messages SET changes = changes + 1, due_at = COALESCE(due_at, $2)
             WHERE server = $1",
            server,
            by
        )?;
        Ok(())
    }

    /// Schedules an update of all live messages on a server after a change of its settings, not too soon
    /// after the last one.
    pub async fn restyle_live_messages_on(&mut self, server: ServerId) -> Result<(), StoreError> {
        let apart = LiveMessage::APART.as_millis() as i64;
        execute!(
            self,
            "UPDATE live_messages SET changes = changes + 1, due_at = COALESCE(due_at, shown_at + $2)
             WHERE server = $1",
            server,
            apart
        )?;
        Ok(())
    }

    /// Takes live messages that have to be updated. The caller has until `again` to report the outcome.
    pub async fn take_due_live_messages(
        &mut self,
        now: Time,
        again: Time,
        most: i64,
    ) -> Result<Vec<LiveMessage>, StoreError> {
        let rows = fetch_all_as!(Row, self, sqlite: "UPDATE live_messages SET due_at = $2
             WHERE (kind, subject) IN (
                 SELECT kind, subject FROM live_messages WHERE due_at <= $1 ORDER BY due_at LIMIT $3
             )
             RETURNING kind, subject, server, channel, message, old_channel, old_message, is_wanted,
                 posts, shown_at, changes",
            postgres: "UPDATE live_messages SET due_at = $2
             WHERE (kind, subject) IN (
                 SELECT kind, subject FROM live_messages WHERE due_at <= $1 ORDER BY due_at LIMIT $3
                 FOR UPDATE SKIP LOCKED
             )
             RETURNING kind, subject, server, channel, message, old_channel, old_message, is_wanted,
                 posts, shown_at, changes",
            now,
            again,
            most)?;
        Ok(rows.into_iter().filter_map(Row::read).collect())
    }

    /// Records that a live message shows its subject as it was when the message was taken. If that has
    /// changed since, another update is scheduled, and so it is after a message was posted: if the answer to
    /// an earlier attempt was lost, Discord has kept that one.
    pub async fn live_message_shown(
        &mut self,
        live: &LiveMessage,
        message: i64,
        now: Time,
        by: Time,
    ) -> Result<(), StoreError> {
        let (kind, number) = live.subject.stored();
        execute!(
            self,
            "UPDATE live_messages SET message = $4, shown_at = $5, old_channel = NULL, old_message = NULL,
                 due_at = CASE WHEN changes = $3 AND message IS NOT NULL
                     THEN NULL ELSE CAST($6 AS BIGINT) END
             WHERE kind = $1 AND subject = $2 AND posts = $7",
            kind,
            number,
            live.changes,
            message,
            now,
            by,
            live.posts
        )?;
        Ok(())
    }

    /// Has a live message posted anew, in place of the one that can't be edited.
    pub async fn post_live_message_anew(
        &mut self,
        live: &LiveMessage,
        now: Time,
    ) -> Result<(), StoreError> {
        let (kind, number) = live.subject.stored();
        execute!(
            self,
            "UPDATE live_messages SET old_channel = channel, old_message = message, message = NULL,
                 posts = posts + 1, due_at = $4
             WHERE kind = $1 AND subject = $2 AND posts = $3",
            kind,
            number,
            live.posts,
            now
        )?;
        Ok(())
    }

    /// Postpones the update of a live message; until the next change without a time.
    pub async fn put_off_live_message(
        &mut self,
        subject: LiveSubject,
        later: Option<Time>,
    ) -> Result<(), StoreError> {
        let (kind, number) = subject.stored();
        execute!(
            self,
            "UPDATE live_messages SET due_at = $3 WHERE kind = $1 AND subject = $2",
            kind,
            number,
            later
        )?;
        Ok(())
    }

    /// Forgets a live message, unless it is wanted again.
    pub async fn drop_live_message(&mut self, live: &LiveMessage) -> Result<(), StoreError> {
        let (kind, number) = live.subject.stored();
        execute!(
            self,
            "DELETE FROM live_messages WHERE kind = $1 AND subject = $2 AND posts = $3",
            kind,
            number,
            live.posts
        )?;
        Ok(())
    }
}
