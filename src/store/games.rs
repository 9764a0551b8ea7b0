//! The table of games: how each began, and its status.

use crate::model::{
    ChannelId, Computer, EndReason, GameEnd, GameId, GameRow, GameStatus, Pace, PaceError,
    PastEvent, PlayerId, Seq, ServerId, StoredVariant, Time, TournamentId, Uncounted, level_number,
    level_of_number,
};
use hexpost_engine::side::{BySide, Side};

use crate::store::dialect::{
    execute, fetch_all_as, fetch_all_scalars, fetch_optional_as, fetch_optional_scalar,
};
use crate::store::events::past_events;
use crate::store::{Connection, StoreError, Transaction, damaged};

fn uncounted_of(name: &str) -> Result<Uncounted, StoreError> {
    let found = Uncounted::from_name(name);
    found.ok_or_else(|| damaged(format!("a game that was not counted for {name}")))
}

/// Parses a stored pace.
pub(super) fn pace_of(text: &str) -> Result<Pace, StoreError> {
    let parsed = text.parse();
    parsed.map_err(|_: PaceError| damaged(format!("a pace of {text:?}")))
}

/// The number of a side in the database.
pub(super) fn side_code(side: Option<Side>) -> Option<i64> {
    side.map(|side| match side {
        Side::First => 0,
        Side::Second => 1,
    })
}

pub(super) fn side_of(code: i64) -> Result<Side, StoreError> {
    match code {
        0 => Ok(Side::First),
        1 => Ok(Side::Second),
        _ => Err(damaged(format!("a side {code}"))),
    }
}

/// The computer's side and level.
fn computer_of(side: i64, level: Option<i64>) -> Result<Computer, StoreError> {
    let known = level.and_then(level_of_number);
    Ok(Computer {
        side: side_of(side)?,
        level: known.ok_or_else(|| damaged(format!("a computer of level {level:?}")))?,
    })
}

/// Defines the row of a game, alone and with its events.
macro_rules! rows {
    ($($column:ident: $type:ty,)+) => {
        pub(super) struct Row {
            $(pub(super) $column: $type,)+
        }

        struct FullRow {
            $($column: $type,)+
            events: String,
        }

        impl FullRow {
            fn split(self) -> (Row, String) {
                (Row { $($column: self.$column,)+ }, self.events)
            }
        }
    };
}

rows! {
    id: i64,
    server: Option<i64>,
    channel: Option<i64>,
    thread: Option<i64>,
    first: Option<i64>,
    second: Option<i64>,
    game: String,
    variant: String,
    rules: i64,
    pace: Option<String>,
    is_rated: bool,
    started_at: i64,
    seq: i64,
    board: i64,
    plies: i64,
    to_move: Option<i64>,
    turn_at: i64,
    deadline: Option<i64>,
    due_at: Option<i64>,
    finished_at: Option<i64>,
    winner: Option<i64>,
    how: Option<String>,
    frozen: Option<String>,
    seen_first: i64,
    seen_second: i64,
    acted_first: i64,
    acted_second: i64,
    rating_rules: i64,
    uncounted: Option<String>,
    computer: Option<i64>,
    level: Option<i64>,
    given: i64,
    tournament: Option<i64>,
}

/// The value of a column; one that can't be parsed counts as none, and as damage of the row.
fn sound<T>(value: Option<Result<T, StoreError>>, damage: &mut Option<String>) -> Option<T> {
    match value? {
        Ok(value) => Some(value),
        Err(error) => {
            *damage = Some(error.to_string());
            None
        }
    }
}

impl From<Row> for GameRow {
    fn from(row: Row) -> Self {
        let mut damage = None;
        let end = match (row.finished_at, row.how) {
            (None, None) => None,
            (None, Some(how)) => {
                damage = Some(format!("half an end: {how}, but no time"));
                None
            }
            (Some(at), how) => Some(GameEnd {
                at: Time(at),
                winner: sound(row.winner.map(side_of), &mut damage),
                how: EndReason::from_name(how.unwrap_or_else(|| {
                    damage = Some("half an end: no reason".to_owned());
                    String::new()
                })),
            }),
        };
        let uncounted = row.uncounted.as_deref().map(uncounted_of);
        let uncounted = sound(uncounted, &mut damage);
        let pace = sound(row.pace.as_deref().map(pace_of), &mut damage);
        let to_move = sound(row.to_move.map(side_of), &mut damage);
        let computer = row.computer.map(|side| computer_of(side, row.level));
        let computer = sound(computer, &mut damage);
        Self {
            id: GameId(row.id),
            server: row.server.map(ServerId),
            channel: row.channel.map(ChannelId),
            thread: row.thread.map(ChannelId),
            players: BySide {
                first: row.first.map(PlayerId),
                second: row.second.map(PlayerId),
            },
            computer,
            given: row.given,
            variant: StoredVariant::parse(&row.game, &row.variant),
            rules: row.rules,
            pace,
            is_rated: row.is_rated,
            started_at: Time(row.started_at),
            status: GameStatus {
                seq: Seq(row.seq),
                position_seq: Seq(row.board),
                plies: row.plies,
                to_move,
                turn_at: Time(row.turn_at),
                deadline: row.deadline.map(Time),
                due_at: row.due_at.map(Time),
                end,
            },
            frozen: row.frozen,
            damage,
            seen: BySide {
                first: Seq(row.seen_first),
                second: Seq(row.seen_second),
            },
            acted: BySide {
                first: Seq(row.acted_first),
                second: Seq(row.acted_second),
            },
            rating_rules: row.rating_rules,
            uncounted,
            tournament: row.tournament.map(TournamentId),
        }
    }
}

/// Selects games with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(+ $more:literal)* $(, $argument:expr)*) => {
        $crate::store::dialect::fetch_as!(
            $fetch,
            Row,
            $conn,
            "SELECT id, server, channel, thread, first, second, game, variant, rules, pace, is_rated,
                 started_at, seq, board, plies, to_move, turn_at, deadline, due_at, finished_at,
                 winner, how, frozen, seen_first, seen_second, acted_first, acted_second,
                 rating_rules, uncounted, computer, level, given, tournament
             FROM games " + $which $(+ $more)*
            $(, $argument)*
        )
    };
}
pub(super) use select;

/// The games of these rows.
pub(super) fn games(rows: Vec<Row>) -> Vec<GameRow> {
    rows.into_iter().map(GameRow::from).collect()
}

impl Connection {
    /// Have two players ever had a game together?
    pub async fn have_met(&mut self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        Ok(fetch_optional_scalar!(
            self,
            r#"SELECT id AS "id!" FROM games WHERE first = $1 AND second = $2
             UNION ALL
             SELECT id FROM games WHERE first = $2 AND second = $1
             LIMIT 1"#,
            one,
            other
        )?
        .is_some())
    }

    /// A game.
    pub async fn game(&mut self, id: GameId) -> Result<Option<GameRow>, StoreError> {
        let row = select!(fetch_optional, self, "WHERE id = $1", id)?;
        Ok(row.map(GameRow::from))
    }

    /// A game with its events, or the reason why the events can't be parsed.
    ///
    /// The events come as one JSON value, because fetching many rows takes longer.
    pub async fn game_with_events(
        &mut self,
        id: GameId,
    ) -> Result<Option<(GameRow, Result<Vec<PastEvent>, StoreError>)>, StoreError> {
        let Some(row) = fetch_optional_as!(FullRow, self, sqlite: r#"SELECT id, server, channel, thread, first, second, game, variant, rules, pace,
                 is_rated, started_at, seq, board, plies, to_move, turn_at, deadline, due_at,
                 finished_at, winner, how, frozen, seen_first, seen_second, acted_first,
                 acted_second, rating_rules, uncounted, computer, level, given, tournament,
                 (SELECT json_group_array(json_array(seq, kind, side, at, data) ORDER BY seq)
                  FROM events WHERE events.game = games.id AND events.seq <= games.seq
                 ) AS "events!: String"
             FROM games WHERE id = $1"#,
            postgres: r#"SELECT id, server, channel, thread, first, second, game, variant, rules, pace,
                 is_rated, started_at, seq, board, plies, to_move, turn_at, deadline, due_at,
                 finished_at, winner, how, frozen, seen_first, seen_second, acted_first,
                 acted_second, rating_rules, uncounted, computer, level, given, tournament,
                 (SELECT CAST(COALESCE(
                      json_agg(json_build_array(seq, kind, side, at, data) ORDER BY seq), '[]'
                  ) AS TEXT)
                  FROM events WHERE events.game = games.id AND events.seq <= games.seq
                 ) AS "events!: String"
             FROM games WHERE id = $1"#,
            id)?
        else {
            return Ok(None);
        };
        let (row, events) = row.split();
        Ok(Some((row.into(), past_events(&events))))
    }

    /// The running games of a player.
    pub async fn running_games(&mut self, player: PlayerId) -> Result<Vec<GameRow>, StoreError> {
        let mut all = Vec::new();
        // Two queries on two indexes; one condition with OR would scan the table.
        all.extend(select!(
            fetch_all,
            self,
            "WHERE first = $1 AND finished_at IS NULL",
            player
        )?);
        all.extend(select!(
            fetch_all,
            self,
            "WHERE second = $1 AND finished_at IS NULL",
            player
        )?);
        Ok(games(all))
    }

    /// The running games of a variant between people, with a number of turns in a range.
    pub async fn running_between_people(
        &mut self,
        game: &str,
        variant: &str,
        least: i64,
        most: i64,
    ) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT id FROM games WHERE game = $1 AND variant = $2
                 AND finished_at IS NULL AND computer IS NULL AND plies >= $3 AND plies <= $4",
            game,
            variant,
            least,
            most
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// The running games between people in a game with at least so many turns, each with its variant.
    pub async fn running_between_people_in(
        &mut self,
        game: &str,
        least: i64,
    ) -> Result<Vec<(GameId, String)>, StoreError> {
        struct Found {
            id: i64,
            variant: String,
        }
        let rows = fetch_all_as!(
            Found,
            self,
            "SELECT id, variant FROM games WHERE game = $1
                 AND finished_at IS NULL AND computer IS NULL AND plies >= $2",
            game,
            least
        )?;
        let pair = |row: Found| (GameId(row.id), row.variant);
        Ok(rows.into_iter().map(pair).collect())
    }

    /// The next running games of a player after an id.
    pub async fn running_games_after(
        &mut self,
        player: PlayerId,
        id: GameId,
        most: i64,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut ids = fetch_all_scalars!(
            self,
            "SELECT id FROM games WHERE first = $1 AND finished_at IS NULL AND id > $2
             ORDER BY id LIMIT $3",
            player,
            id,
            most
        )?;
        ids.extend(fetch_all_scalars!(
            self,
            "SELECT id FROM games WHERE second = $1 AND finished_at IS NULL AND id > $2
             ORDER BY id LIMIT $3",
            player,
            id,
            most
        )?);
        ids.sort_unstable();
        ids.truncate(most.max(0) as usize);
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// The next running games after an id whose deadline is in a range of time.
    pub async fn games_ending(
        &mut self,
        from: Time,
        until: Time,
        after: GameId,
        most: i64,
    ) -> Result<Vec<GameId>, StoreError> {
        // Every running game with a deadline has a `due_at`, and that has the smallest index.
        let ids = fetch_all_scalars!(
            self,
            "SELECT id FROM games WHERE due_at IS NOT NULL AND deadline > $1 AND deadline < $2
                 AND finished_at IS NULL AND id > $3
             ORDER BY id LIMIT $4",
            from,
            until,
            after,
            most
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// All games of a player.
    pub async fn games_of(&mut self, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let mut ids = fetch_all_scalars!(self, "SELECT id FROM games WHERE first = $1", player)?;
        ids.extend(fetch_all_scalars!(
            self,
            "SELECT id FROM games WHERE second = $1",
            player
        )?);
        ids.sort_unstable();
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// The running games of a channel, latest first.
    pub async fn channel_games(
        &mut self,
        channel: ChannelId,
        most: i64,
    ) -> Result<Vec<GameRow>, StoreError> {
        Ok(games(select!(
            fetch_all,
            self,
            "WHERE channel = $1 AND finished_at IS NULL ORDER BY id DESC LIMIT $2",
            channel,
            most
        )?))
    }

    /// The game to which a thread belongs.
    pub async fn thread_game(&mut self, thread: ChannelId) -> Result<Option<GameRow>, StoreError> {
        let row = select!(
            fetch_optional,
            self,
            "WHERE thread = $1 ORDER BY id DESC LIMIT 1",
            thread
        )?;
        Ok(row.map(GameRow::from))
    }

    /// The games of a tournament, with those that were dropped.
    pub async fn games_in_tournament(
        &mut self,
        id: TournamentId,
    ) -> Result<Vec<GameRow>, StoreError> {
        Ok(games(select!(
            fetch_all,
            self,
            "WHERE id IN (SELECT game FROM tournament_games WHERE tournament = $1)",
            id
        )?))
    }

    /// Games and challenges that are due by `now`, most urgent first, at most `most` of each.
    pub async fn due(
        &mut self,
        now: Time,
        most: i64,
    ) -> Result<(Vec<GameId>, Vec<GameId>), StoreError> {
        struct Row {
            id: i64,
            is_game: bool,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            r#"SELECT id AS "id!: i64", is_game AS "is_game!: bool" FROM (
                 SELECT id, true AS is_game FROM games
                 WHERE due_at <= $1 ORDER BY due_at LIMIT $2
             ) AS due_games UNION ALL SELECT id, is_game FROM (
                 SELECT id, false AS is_game FROM challenges
                 WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
             ) AS due_challenges"#,
            now,
            most
        )?;
        let (games, challenges): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.is_game);
        let games = games.into_iter().map(|row| GameId(row.id));
        let challenges = challenges.into_iter().map(|row| GameId(row.id));
        Ok((games.collect(), challenges.collect()))
    }

    /// When the next game is due.
    pub async fn next_due_game(&mut self) -> Result<Option<Time>, StoreError> {
        let due = fetch_optional_scalar!(
            self,
            "SELECT due_at FROM games WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        )?;
        Ok(due.flatten().map(Time))
    }

    /// The next games after an id, for iterating over all of them.
    pub async fn games_after(&mut self, id: GameId, most: i64) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2",
            id,
            most
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    /// Finished rated games between known players that have not been counted.
    pub async fn uncounted(&mut self) -> Result<Vec<GameRow>, StoreError> {
        Ok(games(select!(
            fetch_all,
            self,
            "WHERE is_rated AND finished_at IS NOT NULL AND seq > 0
                 AND first IS NOT NULL AND second IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM rated_games WHERE rated_games.game = games.id)"
        )?))
    }

    /// Accepted challenges without a game, which indicate damage.
    pub async fn lost_games(&mut self) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT challenges.id FROM challenges LEFT JOIN games ON games.id = challenges.id
             WHERE challenges.state = 'accepted' AND games.id IS NULL"
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

impl Transaction {
    /// Inserts a game.
    pub async fn add_game(&mut self, game: &GameRow) -> Result<(), StoreError> {
        let status = &game.status;
        let (kind, variant) = (game.variant.game_name(), game.variant.name());
        let variant = variant.as_ref();
        let (to_move, end) = (side_code(status.to_move), status.end.as_ref());
        let finished_at = end.map(|end| end.at);
        let winner = side_code(end.and_then(|end| end.winner));
        let how = end.map(|end| end.how.as_str());
        let pace = game.pace.map(|pace| pace.to_string());
        let computer = side_code(game.computer.map(|computer| computer.side));
        let level = game.computer.map(|computer| level_number(computer.level));
        execute!(
            self,
            "INSERT INTO games (
                 id, server, channel, thread, first, second, game, variant, rules, pace, is_rated,
                 started_at, seq, board, plies, to_move, turn_at, deadline, due_at, finished_at,
                 winner, how, seen_first, seen_second, acted_first, acted_second, rating_rules,
                 computer, level, given, tournament
             ) VALUES (
                 $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31
             )",
            game.id,
            game.server,
            game.channel,
            game.thread,
            game.players.first,
            game.players.second,
            kind,
            variant,
            game.rules,
            pace,
            game.is_rated,
            game.started_at,
            status.seq,
            status.position_seq,
            status.plies,
            to_move,
            status.turn_at,
            status.deadline,
            status.due_at,
            finished_at,
            winner,
            how,
            game.seen.first,
            game.seen.second,
            game.acted.first,
            game.acted.second,
            game.rating_rules,
            computer,
            level,
            game.given,
            game.tournament
        )?;
        Ok(())
    }

    /// Records the thread of a game.
    pub async fn set_thread(&mut self, id: GameId, thread: ChannelId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE games SET thread = $2 WHERE id = $1",
            id,
            thread
        )?;
        Ok(())
    }

    /// Records that a player has seen a position, which is an interaction with the game as well.
    pub async fn set_seen(&mut self, id: GameId, side: Side, board: Seq) -> Result<(), StoreError> {
        match side {
            Side::First => execute!(
                self,
                "UPDATE games SET seen_first = $2,
                     acted_first = CASE WHEN acted_first < $2 THEN $2 ELSE acted_first END
                 WHERE id = $1 AND seen_first < $2",
                id,
                board
            ),
            Side::Second => execute!(
                self,
                "UPDATE games SET seen_second = $2,
                     acted_second = CASE WHEN acted_second < $2 THEN $2 ELSE acted_second END
                 WHERE id = $1 AND seen_second < $2",
                id,
                board
            ),
        }?;
        Ok(())
    }

    /// Records that a player has interacted with a game in a position.
    pub async fn set_acted(
        &mut self,
        id: GameId,
        side: Side,
        board: Seq,
    ) -> Result<(), StoreError> {
        match side {
            Side::First => execute!(
                self,
                "UPDATE games SET acted_first = $2 WHERE id = $1 AND acted_first < $2",
                id,
                board
            ),
            Side::Second => execute!(
                self,
                "UPDATE games SET acted_second = $2 WHERE id = $1 AND acted_second < $2",
                id,
                board
            ),
        }?;
        Ok(())
    }

    /// Reschedules a game, if nothing else has happened in it.
    pub async fn set_due(
        &mut self,
        id: GameId,
        seq: Seq,
        due_at: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE games SET due_at = $3 WHERE id = $1 AND seq = $2 AND frozen IS NULL",
            id,
            seq,
            due_at
        )?;
        Ok(())
    }

    /// Freezes a game with a damaged row, so that it does not stay due forever.
    pub async fn freeze_damaged(&mut self, id: GameId, why: &str) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE games SET frozen = $2, due_at = NULL WHERE id = $1",
            id,
            why
        )?;
        Ok(())
    }

    /// Erases a player's id from all games, and the channels of games outside a server, which are
    /// conversations with the player.
    pub async fn forget_in_games(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE games SET first = NULL,
                 channel = CASE WHEN server IS NULL THEN NULL ELSE channel END,
                 thread = CASE WHEN server IS NULL THEN NULL ELSE thread END
             WHERE first = $1",
            player
        )?;
        execute!(
            self,
            "UPDATE games SET second = NULL,
                 channel = CASE WHEN server IS NULL THEN NULL ELSE channel END,
                 thread = CASE WHEN server IS NULL THEN NULL ELSE thread END
             WHERE second = $1",
            player
        )?;
        Ok(())
    }
}
