//! The table of challenges.

use crate::model::{
    Acceptance, Challenge, ChallengeState, ChannelId, DrawVersion, EarlierChallenge, EndReason,
    GameEnd, GameId, InteractionId, PlayerId, Seat, ServerId, StoredVariant, Terms, Time,
};
use std::collections::HashSet;

use serde_json::json;

use crate::store::dialect::{
    execute, fetch_all_scalars, fetch_as, fetch_optional_as, fetch_optional_scalar, fetch_scalar,
};
use crate::store::games::pace_of;
use crate::store::games::side_of;
use crate::store::{Connection, StoreError, Transaction, damaged};

/// A row with its columns.
struct Row {
    id: i64,
    server: Option<i64>,
    channel: Option<i64>,
    challenger: Option<i64>,
    opponent: Option<i64>,
    game: String,
    variant: String,
    seat: String,
    pace: Option<String>,
    is_rated: bool,
    note: Option<String>,
    secret: String,
    draw_version: i64,
    state: String,
    made_at: i64,
    expires_at: Option<i64>,
    decided_at: Option<i64>,
    action: Option<i64>,
    card: Option<i64>,
    keeps: Option<i64>,
    standing: Option<i64>,
}

impl TryFrom<Row> for Challenge {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let wrong = |what: &str| damaged(format!("challenge {} has the {what}", row.id));
        let seat =
            Seat::from_name(&row.seat).ok_or_else(|| wrong(&format!("seat {}", row.seat)))?;
        let state = ChallengeState::from_name(&row.state);
        let state = state.ok_or_else(|| wrong(&format!("state {}", row.state)))?;
        let draw_version = DrawVersion::from_number(row.draw_version);
        let draw_version =
            draw_version.ok_or_else(|| wrong(&format!("draw version {}", row.draw_version)))?;
        Ok(Self {
            id: GameId(row.id),
            server: row.server.map(ServerId),
            channel: row.channel.map(ChannelId),
            challenger: row.challenger.map(PlayerId),
            opponent: row.opponent.map(PlayerId),
            terms: Terms {
                variant: StoredVariant::parse(&row.game, &row.variant),
                seat,
                pace: row.pace.as_deref().map(pace_of).transpose()?,
                is_rated: row.is_rated,
                note: row.note,
            },
            secret: row.secret,
            draw_version,
            state,
            made_at: Time(row.made_at),
            expires_at: row.expires_at.map(Time),
            decided_at: row.decided_at.map(Time),
            action: row.action.map(InteractionId),
            card: row.card,
            keeps: row.keeps.map(GameId),
            standing: row.standing.map(GameId),
        })
    }
}

/// Selects challenges with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        select!($fetch, $conn, sqlite: $which, postgres: $which + "\n-- pg" $(, $argument)*)
    };
    (
        $fetch:ident, $conn:expr, sqlite: $sqlite:literal,
        postgres: $postgres:literal $(+ $comment:literal)? $(, $argument:expr)*
    ) => {
        fetch_as!(
            $fetch,
            Row,
            $conn,
            sqlite: "SELECT id, server, channel, challenger, opponent, game, variant, seat, pace, is_rated,
                 note, secret, draw_version, state, made_at, expires_at, decided_at, action, card,
                 keeps, standing
             FROM challenges " + $sqlite,
            postgres: "SELECT id, server, channel, challenger, opponent, game, variant, seat, pace, is_rated,
                 note, secret, draw_version, state, made_at, expires_at, decided_at, action, card,
                 keeps, standing
             FROM challenges " + $postgres $(+ $comment)?
            $(, $argument)*
        )
    };
}

/// The rows that can be parsed. Damaged ones must not hide the others; `hexpost check` reports them.
fn challenges(rows: Vec<Row>) -> Vec<Challenge> {
    let read = rows.into_iter().map(Challenge::try_from);
    read.filter_map(Result::ok).collect()
}

/// A selection of the open challenges of a server: those in certain channels, and a user's own.
#[derive(Clone, Copy, Debug)]
pub struct OpenIn<'a> {
    /// The server.
    pub server: ServerId,
    /// The channels.
    pub channels: &'a HashSet<ChannelId>,
    /// The user whose own challenges are included.
    pub own: Option<PlayerId>,
    /// The current time, to leave out expired challenges.
    pub now: Time,
}

impl OpenIn<'_> {
    /// The channels as a JSON array, which the database unfolds.
    fn list(&self) -> String {
        json!(self.channels).to_string()
    }
}

/// The last challenge between two players with the same terms, with the ending of its game.
struct EarlierRow {
    id: i64,
    state: String,
    keeps: Option<i64>,
    decided_at: Option<i64>,
    finished_at: Option<i64>,
    winner: Option<i64>,
    how: Option<String>,
    plies: Option<i64>,
}

impl Connection {
    /// A challenge.
    pub async fn challenge(&mut self, id: GameId) -> Result<Option<Challenge>, StoreError> {
        let row = select!(fetch_optional, self, "WHERE id = $1", id)?;
        row.map(Challenge::try_from).transpose()
    }

    /// The open challenges that a player has made.
    pub async fn open_challenges_by(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<Challenge>, StoreError> {
        Ok(challenges(select!(
            fetch_all,
            self,
            "WHERE challenger = $1 AND expires_at > 0",
            player
        )?))
    }

    /// The open challenges to a player.
    pub async fn open_challenges_to(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<Challenge>, StoreError> {
        Ok(challenges(select!(
            fetch_all,
            self,
            "WHERE opponent = $1 AND expires_at > 0",
            player
        )?))
    }

    /// The channels of a server with challenges that anyone may accept.
    pub async fn open_channels_on(
        &mut self,
        server: ServerId,
        now: Time,
    ) -> Result<Vec<ChannelId>, StoreError> {
        let all = fetch_all_scalars!(
            self,
            r#"SELECT DISTINCT channel AS "channel: ChannelId" FROM challenges
             WHERE server = $1 AND opponent IS NULL AND expires_at > $2"#,
            server,
            now
        )?;
        Ok(all.into_iter().flatten().collect())
    }

    /// A page of the challenges on a server that anyone may accept, oldest first.
    pub async fn open_on(
        &mut self,
        seen: &OpenIn<'_>,
        from: i64,
        most: i64,
    ) -> Result<Vec<Challenge>, StoreError> {
        let channels = seen.list();
        Ok(challenges(select!(
            fetch_all,
            self,
            sqlite: "WHERE server = $1 AND opponent IS NULL AND expires_at > $2
                 AND (channel IN (SELECT value FROM json_each($3)) OR challenger = $4)
             ORDER BY id LIMIT $6 OFFSET $5",
            postgres: "WHERE server = $1 AND opponent IS NULL AND expires_at > $2
                 AND (challenger = $4 OR channel IN (
                     SELECT CAST(value AS BIGINT)
                     FROM json_array_elements_text(CAST(CAST($3 AS TEXT) AS JSON)) AS channels (value)))
             ORDER BY id LIMIT $6 OFFSET $5",
            seen.server,
            seen.now,
            channels,
            seen.own,
            from,
            most)?))
    }

    /// The number of challenges on a server that anyone may accept.
    pub async fn count_open_on(&mut self, seen: &OpenIn<'_>) -> Result<i64, StoreError> {
        let channels = seen.list();
        fetch_scalar!(
            self,
            sqlite: r#"SELECT COUNT(*) AS "count!" FROM challenges
             WHERE server = $1 AND opponent IS NULL AND expires_at > $2
                 AND (channel IN (SELECT value FROM json_each($3)) OR challenger = $4)"#,
            postgres: r#"SELECT COUNT(*) AS "count!" FROM challenges
             WHERE server = $1 AND opponent IS NULL AND expires_at > $2
                 AND (challenger = $4 OR channel IN (
                     SELECT CAST(value AS BIGINT)
                     FROM json_array_elements_text(CAST(CAST($3 AS TEXT) AS JSON)) AS channels (value)))"#,
            seen.server,
            seen.now,
            channels,
            seen.own)
    }

    /// All challenges that a player has made or received.
    pub async fn challenges_of(&mut self, player: PlayerId) -> Result<Vec<Challenge>, StoreError> {
        let mut all = select!(fetch_all, self, "WHERE challenger = $1", player)?;
        all.extend(select!(fetch_all, self, "WHERE opponent = $1", player)?);
        all.sort_by_key(|row| row.id);
        Ok(challenges(all))
    }

    /// The next challenges after an id, for iterating over all of them.
    pub async fn challenges_after(
        &mut self,
        id: GameId,
        most: i64,
    ) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT id FROM challenges WHERE id > $1 ORDER BY id LIMIT $2",
            id,
            most
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// The last challenge between two players, made by either of them, with the same terms as this one,
    /// that became a game or kept the draw of one.
    pub async fn earlier(
        &mut self,
        challenge: &Challenge,
        acceptor: PlayerId,
    ) -> Result<Option<EarlierChallenge>, StoreError> {
        let terms = &challenge.terms;
        let (game, variant) = (terms.variant.game_name(), terms.variant.name());
        let variant = variant.as_ref();
        let (seat, across) = (terms.seat.as_str(), terms.seat.from_across().as_str());
        let pace = terms.pace.map(|pace| pace.to_string());
        let Some(row) = fetch_optional_as!(
            EarlierRow,
            self,
            r#"SELECT challenges.id, challenges.state, challenges.keeps, challenges.decided_at,
                 games.finished_at AS "finished_at?", games.winner AS "winner?", games.how AS "how?",
                 games.plies AS "plies?"
             FROM challenges LEFT JOIN games ON games.id = challenges.id
             WHERE challenges.challenger IN ($1, $2) AND challenges.id <> $3
                 AND challenges.decided_at IS NOT NULL
                 AND challenges.game = $4 AND challenges.variant = $5
                 AND challenges.seat = CASE challenges.challenger WHEN $1 THEN $6 ELSE $7 END
                 AND COALESCE(challenges.pace, '') = COALESCE($8, '')
                 AND challenges.is_rated = $9
                 AND CASE challenges.state WHEN 'accepted'
                     THEN (games.first = $1 AND games.second = $2)
                         OR (games.first = $2 AND games.second = $1)
                     ELSE challenges.keeps IS NOT NULL AND challenges.opponent IN ($1, $2) END
             ORDER BY challenges.decided_at DESC, challenges.id DESC LIMIT 1"#,
            challenge.challenger,
            acceptor,
            challenge.id,
            game,
            variant,
            seat,
            across,
            pace,
            terms.is_rated
        )?
        else {
            return Ok(None);
        };
        let state = ChallengeState::from_name(&row.state);
        let winner = row.winner.map(side_of).transpose()?;
        Ok(Some(EarlierChallenge {
            id: GameId(row.id),
            state: state.ok_or_else(|| damaged(format!("the state {}", row.state)))?,
            keeps: row.keeps.map(GameId),
            decided_at: Time(row.decided_at.unwrap_or_default()),
            end: row.finished_at.zip(row.how).map(|(at, how)| GameEnd {
                at: Time(at),
                winner,
                how: EndReason::from_name(how),
            }),
            plies: row.plies.unwrap_or_default(),
        }))
    }

    /// When the next challenge expires.
    pub async fn next_due_challenge(&mut self) -> Result<Option<Time>, StoreError> {
        let due = fetch_optional_scalar!(
            self,
            "SELECT expires_at FROM challenges WHERE expires_at IS NOT NULL
             ORDER BY expires_at LIMIT 1"
        )?;
        Ok(due.flatten().map(Time))
    }
}

impl Transaction {
    /// Inserts a challenge and assigns its id.
    pub async fn add_challenge(&mut self, challenge: &Challenge) -> Result<GameId, StoreError> {
        let terms = &challenge.terms;
        let (seat, state) = (terms.seat.as_str(), challenge.state.as_str());
        let (game, variant) = (terms.variant.game_name(), terms.variant.name());
        let variant = variant.as_ref();
        let pace = terms.pace.map(|pace| pace.to_string());
        let draw_version = challenge.draw_version.number();
        loop {
            let id = fetch_optional_scalar!(self, sqlite: "INSERT INTO challenges (
                 id, server, channel, challenger, opponent, game, variant, seat, pace, is_rated,
                 note, secret, draw_version, state, made_at, expires_at, keeps, standing
             )
             SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
                 $13, $14, $15, $16, $17
             FROM challenges
             RETURNING id",
            postgres: "INSERT INTO challenges (
                 id, server, channel, challenger, opponent, game, variant, seat, pace, is_rated,
                 note, secret, draw_version, state, made_at, expires_at, keeps, standing
             )
             VALUES (nextval('challenge_ids'), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
                 $13, $14, $15, $16, $17)
             ON CONFLICT (id) DO NOTHING
             RETURNING id",
            challenge.server,
            challenge.channel,
            challenge.challenger,
            challenge.opponent,
            game,
            variant,
            seat,
            pace,
            terms.is_rated,
            terms.note,
            challenge.secret,
            draw_version,
            state,
            challenge.made_at,
            challenge.expires_at,
            challenge.keeps,
            challenge.standing)?;
            if let Some(id) = id {
                return Ok(GameId(id));
            }
            // The numbers have fallen behind, because rows were inserted by other means.
            fetch_scalar!(
                self,
                sqlite: r#"SELECT MAX(id) AS "last: i64" FROM challenges"#,
                postgres: r#"SELECT setval('challenge_ids', GREATEST(
                        nextval('challenge_ids'), (SELECT MAX(id) FROM challenges)
                    )) AS "last: i64""#
            )?;
        }
    }

    /// Closes an open challenge other than by accepting it; false if it is not open any more.
    pub async fn decide(
        &mut self,
        id: GameId,
        state: ChallengeState,
        now: Time,
    ) -> Result<bool, StoreError> {
        let state = state.as_str();
        let done = execute!(
            self,
            "UPDATE challenges SET state = $2, decided_at = $3, expires_at = NULL
             WHERE id = $1 AND expires_at IS NOT NULL",
            id,
            state,
            now
        )?;
        Ok(done > 0)
    }

    /// Marks an open challenge as accepted; false if it is not open any more.
    pub async fn accept(
        &mut self,
        id: GameId,
        acceptance: &Acceptance,
        now: Time,
    ) -> Result<bool, StoreError> {
        let state = ChallengeState::Accepted.as_str();
        let done = execute!(
            self,
            "UPDATE challenges SET state = $2, action = $3, card = $4, keeps = $5, decided_at = $6,
                 expires_at = NULL
             WHERE id = $1 AND expires_at IS NOT NULL",
            id,
            state,
            acceptance.action,
            acceptance.card,
            acceptance.keeps,
            now
        )?;
        Ok(done > 0)
    }

    /// Takes a challenge with a damaged row off the schedule.
    pub async fn unschedule_challenge(&mut self, id: GameId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE challenges SET expires_at = NULL WHERE id = $1",
            id
        )?;
        Ok(())
    }

    /// Erases a player's id and notes from all challenges. Outside a server, the channel is a
    /// conversation with the player and is erased as well.
    pub async fn forget_in_challenges(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE challenges SET challenger = NULL, note = NULL,
                 channel = CASE WHEN server IS NULL THEN NULL ELSE channel END
             WHERE challenger = $1",
            player
        )?;
        execute!(
            self,
            "UPDATE challenges SET opponent = NULL,
                 channel = CASE WHEN server IS NULL THEN NULL ELSE channel END
             WHERE opponent = $1",
            player
        )?;
        Ok(())
    }
}
