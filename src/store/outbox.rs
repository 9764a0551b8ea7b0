//! What is to be told: written with its cause, sent afterwards, as often as it takes.

use crate::model::{GameId, InteractionId, NewNotice, PlayerId, ResponseState, Time, UnsentNotice};
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

/// A row of the outbox.
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
        })
    }
}

impl Connection {
    /// When the next notice can be sent.
    pub async fn next_send(&mut self) -> Result<Option<Time>, StoreError> {
        let next = sqlx::query_scalar!(
            "SELECT next_try FROM outbox WHERE next_try IS NOT NULL ORDER BY next_try LIMIT 1"
        );
        let next = next.fetch_optional(self.sql()).await?;
        Ok(next.flatten().map(Time))
    }

    /// When the oldest notice that should have been sent by now was written, or was to be sent.
    pub async fn oldest_unsent(&mut self, now: Time) -> Result<Option<Time>, StoreError> {
        let oldest = sqlx::query_scalar!(
            "SELECT MIN(made_at) FROM outbox WHERE next_try IS NOT NULL AND made_at <= $1",
            now
        );
        let oldest = oldest.fetch_one(self.sql()).await?;
        Ok(oldest.map(Time))
    }

    /// What a player could not be told, the oldest first.
    pub async fn missed(&mut self, player: PlayerId) -> Result<Vec<UnsentNotice>, StoreError> {
        let rows = sqlx::query_as!(
            Row,
            "SELECT nonce, game, player, notice, made_at, attempts, interaction, response, token
             FROM outbox
             WHERE player = $1 AND failure IS NOT NULL ORDER BY made_at, nonce",
            player
        );
        let rows = rows.fetch_all(self.sql()).await?.into_iter();
        rows.map(UnsentNotice::try_from).collect()
    }

    /// What an interaction has caused and nobody has tried to tell yet. Few notices wait at a time:
    /// their index is the one by time.
    pub async fn untold_of(
        &mut self,
        cause: InteractionId,
    ) -> Result<Vec<UnsentNotice>, StoreError> {
        let rows = sqlx::query_as!(
            Row,
            "SELECT nonce, game, player, notice, made_at, attempts, interaction, response, token
             FROM outbox
             WHERE next_try IS NOT NULL AND interaction = $1 AND attempts = 0
             ORDER BY nonce",
            cause
        );
        let rows = rows.fetch_all(self.sql()).await?.into_iter();
        rows.map(UnsentNotice::try_from).collect()
    }

    /// What tells this database from every other.
    pub async fn database_id(&mut self) -> Result<String, StoreError> {
        let id = sqlx::query_scalar!("SELECT value FROM database_id");
        Ok(id.fetch_one(self.sql()).await?)
    }

    /// Every notice that concerns a player, as JSON.
    pub async fn notices_of(&mut self, player: PlayerId) -> Result<Vec<String>, StoreError> {
        let notices = sqlx::query_scalar!(
            "SELECT notice FROM outbox WHERE player = $1 ORDER BY made_at",
            player
        );
        Ok(notices.fetch_all(self.sql()).await?)
    }
}

impl Transaction {
    /// Adds a notice that is to be sent then; one with the same nonce is the same.
    pub async fn add_notice(
        &mut self,
        game: GameId,
        notice: &NewNotice,
        then: Time,
    ) -> Result<(), StoreError> {
        let cause = self.cause;
        sqlx::query!(
            "INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try, interaction)
             VALUES ($1, $2, $3, $4, $5, 0, $5, $6)
             ON CONFLICT DO NOTHING",
            notice.nonce,
            game,
            notice.player,
            notice.notice,
            then,
            cause
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Takes notices that can be sent now, the oldest first. Whoever takes them has until `again`
    /// to say what became of them; then they can be taken once more.
    pub async fn take_unsent(
        &mut self,
        now: Time,
        again: Time,
        most: i64,
    ) -> Result<Vec<UnsentNotice>, StoreError> {
        let rows = sqlx::query_as!(
            Row,
            "UPDATE outbox SET next_try = $2
             WHERE nonce IN (
                 SELECT nonce FROM outbox WHERE next_try <= $1 ORDER BY next_try LIMIT $3
             )
             RETURNING nonce, game, player, notice, made_at, attempts, interaction, response, token",
            now,
            again,
            most
        );
        let rows = rows.fetch_all(self.sql()).await?.into_iter();
        let taken: Result<Vec<UnsentNotice>, StoreError> =
            rows.map(UnsentNotice::try_from).collect();
        let mut taken = taken?;
        taken.sort_by(|a, b| (a.made_at, &a.nonce).cmp(&(b.made_at, &b.nonce)));
        Ok(taken)
    }

    /// A notice that was taken is being sent: from now on it may have arrived. How often it has been
    /// tried with this time, and how far it has come as a response; none if it need not be sent any more.
    pub async fn begin_try(
        &mut self,
        nonce: &str,
    ) -> Result<Option<(i64, Option<ResponseState>)>, StoreError> {
        let begun = sqlx::query!(
            "UPDATE outbox SET attempts = attempts + 1 WHERE nonce = $1 AND done_at IS NULL
             RETURNING attempts, response, token",
            nonce
        );
        let Some(begun) = begun.fetch_optional(self.sql()).await? else {
            return Ok(None);
        };
        let response = response_of(begun.response.as_deref(), begun.token)?;
        Ok(Some((begun.attempts, response)))
    }

    /// The response to an interaction is to be a notice that nobody has tried to send before; false if
    /// someone has.
    pub async fn begin_response(
        &mut self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<bool, StoreError> {
        let (response, token) = response_columns(response);
        let begun = sqlx::query!(
            "UPDATE outbox SET attempts = 1, response = $2, token = $3
             WHERE nonce = $1 AND attempts = 0 AND done_at IS NULL",
            nonce,
            response,
            token
        );
        let begun = begun.execute(self.sql()).await?;
        Ok(begun.rows_affected() > 0)
    }

    /// How far a notice has come as a response.
    pub async fn set_response(
        &mut self,
        nonce: &str,
        response: &ResponseState,
    ) -> Result<(), StoreError> {
        let (response, token) = response_columns(response);
        sqlx::query!(
            "UPDATE outbox SET response = $2, token = $3 WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            response,
            token
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// A notice has arrived.
    pub async fn mark_sent(&mut self, nonce: &str, now: Time) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE outbox SET next_try = NULL, done_at = $2, token = NULL
             WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            now
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// A notice is to be tried again later.
    pub async fn try_again(&mut self, nonce: &str, later: Time) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE outbox SET next_try = $2 WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            later
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Whoever took notices is gone: all that were taken or put off can be taken at once, before those
    /// that were written after them. Those whose time has not come yet wait for it.
    pub async fn take_back_unsent(&mut self, now: Time) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE outbox SET next_try = made_at WHERE next_try > $1 AND next_try <> made_at",
            now
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// A notice can't be sent, for good.
    pub async fn give_up(&mut self, nonce: &str, why: &str, now: Time) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE outbox SET next_try = NULL, done_at = $3, failure = $2, token = NULL
             WHERE nonce = $1 AND done_at IS NULL",
            nonce,
            why,
            now
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// What could not be told has been told after all.
    pub async fn make_up_for(&mut self, nonce: &str) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE outbox SET failure = NULL WHERE nonce = $1 AND done_at IS NOT NULL",
            nonce
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Forgets what was to be told to a player, and who it was that was told.
    pub async fn drop_notices_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM outbox WHERE player = $1", player)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
