//! The outbox: notices, written in the transaction that causes them, delivered afterwards, and retried
//! as often as necessary.

use crate::model::{
    Bucket, Buckets, GameId, InteractionId, NewNotice, PlayerId, Recipient, ResponseState, Time,
    UnsentNotice,
};
use crate::store::dialect::{
    execute, fetch_all_as, fetch_all_scalars, fetch_optional_as, fetch_optional_scalar,
    fetch_scalar,
};
use crate::store::{Connection, StoreError, Transaction, damaged};

/// The two columns in which a response's state is stored.
const fn response_columns(response: &ResponseState) -> (&'static str, Option<&String>) {
    match response {
        ResponseState::First { token } => ("first", Some(token)),
        ResponseState::FollowUp => ("follow-up", None),
        ResponseState::Public => ("public", None),
        ResponseState::Failed => ("failed", None),
    }
}

fn response_of(
    response: Option<&str>,
    token: Option<String>,
) -> Result<Option<ResponseState>, StoreError> {
    Ok(Some(match (response, token) {
        (None, _) => return Ok(None),
        (Some("first"), Some(token)) => ResponseState::First { token },
        // The token is deleted once the response is given up.
        (Some("first" | "follow-up"), _) => ResponseState::FollowUp,
        (Some("public"), _) => ResponseState::Public,
        (Some("failed"), _) => ResponseState::Failed,
        (Some(other), _) => return Err(damaged(format!("a response that is {other:?}"))),
    }))
}

/// A row with its columns.
struct Row {
    nonce: String,
    game: i64,
    player: Option<i64>,
    notice: String,
    made_at: i64,
    attempts: i64,
    interaction: Option<i64>,
    response: Option<String>,
    token: Option<String>,
    bucket: i64,
}

impl TryFrom<Row> for UnsentNotice {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            nonce: row.nonce,
            game: GameId(row.game),
            player: row.player.map(PlayerId),
            notice: row.notice,
            made_at: Time(row.made_at),
            attempts: row.attempts,
            interaction: row.interaction.map(InteractionId),
            response: response_of(row.response.as_deref(), row.token)?,
            bucket: Bucket((row.bucket & 63) as u8),
        })
    }
}

impl Connection {
    /// When the next notice can be sent.
    pub async fn next_send(&mut self) -> Result<Option<Time>, StoreError> {
        let next = fetch_optional_scalar!(
            self,
            "SELECT next_try FROM outbox WHERE next_try IS NOT NULL ORDER BY next_try LIMIT 1"
        )?;
        Ok(next.flatten().map(Time))
    }

    /// The time since which the oldest overdue notice has been waiting.
    pub async fn oldest_unsent(&mut self, now: Time) -> Result<Option<Time>, StoreError> {
        let oldest = fetch_scalar!(
            self,
            "SELECT MIN(made_at) FROM outbox WHERE next_try IS NOT NULL AND made_at <= $1",
            now
        )?;
        Ok(oldest.map(Time))
    }

    /// The notices that could not be delivered to a player, oldest first.
    pub async fn missed(&mut self, player: PlayerId) -> Result<Vec<UnsentNotice>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT nonce, game, player, notice, made_at, attempts, interaction, response, token, bucket
             FROM outbox
             WHERE player = $1 AND failure IS NOT NULL ORDER BY made_at, nonce",
            player
        )?
        .into_iter();
        rows.map(UnsentNotice::try_from).collect()
    }

    /// The notices that an interaction has caused and whose delivery has not been tried. Uses the index
    /// by time, since only few notices wait at any moment.
    pub async fn untried_notices_of(
        &mut self,
        cause: InteractionId,
    ) -> Result<Vec<UnsentNotice>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT nonce, game, player, notice, made_at, attempts, interaction, response, token, bucket
             FROM outbox
             WHERE next_try IS NOT NULL AND interaction = $1 AND attempts = 0
             ORDER BY nonce",
            cause
        )?
        .into_iter();
        rows.map(UnsentNotice::try_from).collect()
    }

    /// The unique id of this database.
    pub async fn database_id(&mut self) -> Result<String, StoreError> {
        fetch_scalar!(self, "SELECT value FROM database_id")
    }

    /// All notices that concern a player, as JSON.
    pub async fn notices_of(&mut self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        fetch_all_scalars!(
            self,
            "SELECT notice FROM outbox WHERE player = $1 ORDER BY made_at",
            player
        )
    }
}

impl Transaction {
    /// Inserts a notice to be sent at a time, unless one with the same nonce exists.
    pub async fn add_notice(
        &mut self,
        game: GameId,
        notice: &NewNotice,
        then: Time,
    ) -> Result<(), StoreError> {
        let cause = self.cause.map(|cause| cause.id);
        let first_try = then + self.cause.map(|cause| cause.hold).unwrap_or_default();
        let recipient = match notice.recipient {
            Recipient::Game => 0_i64,
            Recipient::Player => 1,
            Recipient::Server => 2,
        };
        // The bucket is made from a number of the destination, as in migration 0022.
        execute!(
            self,
            "INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try, interaction, bucket)
             SELECT $1, $2, $3, $4, $5, 0, $8, $6, (number + (number >> 22)) & 63
             FROM (SELECT COALESCE(
                 CASE CAST($7 AS BIGINT)
                     WHEN 1 THEN CAST($3 AS BIGINT)
                     WHEN 2 THEN (SELECT server FROM challenges WHERE id = $2) END,
                 (SELECT channel FROM challenges WHERE id = $2), CAST($3 AS BIGINT), $2
             ) AS number) AS destination
             WHERE TRUE
             ON CONFLICT DO NOTHING",
            notice.nonce,
            game,
            notice.player,
            notice.notice,
            then,
            cause,
            recipient,
            first_try
        )?;
        Ok(())
    }

    /// Takes notices of some buckets that can be sent now, oldest first. The caller has until `again` to
    /// report the outcome; then they can be taken again.
    pub async fn take_unsent(
        &mut self,
        buckets: Buckets,
        now: Time,
        again: Time,
        most: i64,
    ) -> Result<Vec<UnsentNotice>, StoreError> {
        let buckets = buckets.bits();
        let rows = fetch_all_as!(Row, self, sqlite: "UPDATE outbox SET next_try = $2
             WHERE nonce IN (
                 SELECT nonce FROM outbox WHERE next_try <= $1 AND $4 >> bucket & 1 = 1
                 ORDER BY next_try LIMIT $3
             )
             RETURNING nonce, game, player, notice, made_at, attempts, interaction, response, token, bucket",
            postgres: "UPDATE outbox SET next_try = $2
             WHERE nonce IN (
                 SELECT nonce FROM outbox
                 WHERE next_try <= $1 AND (CAST($4 AS BIGINT) >> CAST(bucket AS INTEGER)) & 1 = 1
                 ORDER BY next_try LIMIT $3
                 FOR UPDATE SKIP LOCKED
             )
             RETURNING nonce, game, player, notice, made_at, attempts, interaction, response, token, bucket",
            now,
            again,
            most,
            buckets)?.into_iter();
        let taken: Result<Vec<UnsentNotice>, StoreError> =
            rows.map(UnsentNotice::try_from).collect();
        let mut taken = taken?;
        taken.sort_by(|a, b| (a.made_at, &a.nonce).cmp(&(b.made_at, &b.nonce)));
        Ok(taken)
    }

    /// Records that a notice is being sent. Returns the number of attempts including this one, and its
    /// progress as a response; `None` if it need not be sent any more.
    pub async fn begin_try(
        &mut self,
        nonce: &str,
    ) -> Result<Option<(i64, Option<ResponseState>)>, StoreError> {
        struct Row {
            attempts: i64,
            response: Option<String>,
            token: Option<String>,
        }
        let Some(begun) = fetch_optional_as!(
            Row,
            self,
            "UPDATE outbox SET attempts = attempts + 1 WHERE nonce = $1 AND done_at IS NULL
             RETURNING attempts, response, token",
            nonce
        )?
        else {
            return Ok(None);
        };
        let response = response_of(begun.response.as_deref(), begun.token)?;
        Ok(Some((begun.attempts, response)))
    }

    /// Records that a notice is going to be the response to an interaction; false if its delivery has
    /// been tried before.
    pub async fn begin_response(
        &mut self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<bool, StoreError> {
        let (response, token) = response_columns(response);
        let begun = execute!(
            self,
            "UPDATE outbox SET attempts = 1, response = $2, token = $3
             WHERE nonce = $1 AND attempts = 0 AND done_at IS NULL",
            nonce,
            response,
            token
        )?;
        Ok(begun > 0)
    }

    /// Records the progress of a notice as a response.
    pub async fn set_response(
        &mut self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<(), StoreError> {
        let (response, token) = response_columns(response);
        execute!(
            self,
            "UPDATE outbox SET response = $2, token = $3 WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            response,
            token
        )?;
        Ok(())
    }

    /// Records that a notice has arrived.
    pub async fn mark_sent(&mut self, nonce: &str, now: Time) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE outbox SET next_try = NULL, done_at = $2, token = NULL
             WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            now
        )?;
        Ok(())
    }

    /// Schedules another attempt to send a notice.
    pub async fn try_again(&mut self, nonce: &str, later: Time) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE outbox SET next_try = $2 WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            later
        )?;
        Ok(())
    }

    /// Releases the notices of some buckets that were taken or postponed by an earlier process, so that they
    /// are sent before later ones. Those whose time has not come yet stay scheduled.
    pub async fn release_unsent(&mut self, buckets: Buckets, now: Time) -> Result<(), StoreError> {
        let buckets = buckets.bits();
        execute!(
            self,
            sqlite: "UPDATE outbox SET next_try = made_at
             WHERE next_try > $1 AND next_try <> made_at AND $2 >> bucket & 1 = 1",
            postgres: "UPDATE outbox SET next_try = made_at
             WHERE next_try > $1 AND next_try <> made_at
                 AND (CAST($2 AS BIGINT) >> CAST(bucket AS INTEGER)) & 1 = 1",
            now,
            buckets
        )?;
        Ok(())
    }

    /// Records that a notice can't be delivered.
    pub async fn give_up(&mut self, nonce: &str, why: &str, now: Time) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE outbox SET next_try = NULL, done_at = $3, failure = $2, token = NULL
             WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            why,
            now
        )?;
        Ok(())
    }

    /// Records that an undelivered notice was shown after all.
    pub async fn mark_shown(&mut self, nonce: &str) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE outbox SET failure = NULL WHERE nonce = $1 AND done_at IS NOT NULL",
            nonce
        )?;
        Ok(())
    }

    /// Deletes the notices to a player, and the player's id from the others.
    pub async fn drop_notices_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM outbox WHERE player = $1", player)?;
        Ok(())
    }
}
