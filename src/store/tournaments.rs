//! The tables of tournaments, their entrants, events, games and titles.

use hexpost_tournament::{EntrantId, GameKey};
use serde::{Deserialize, Serialize};

use crate::model::{
    ChannelId, EntrantRow, GameId, InteractionId, PlayerId, RoleId, ServerId, StoredVariant, Time,
    TournamentEventRow, TournamentFormat, TournamentGameRow, TournamentId, TournamentPlace,
    TournamentRow, TournamentStart, TournamentState, TournamentTerms, TournamentTitle,
};
use crate::store::dialect::{
    execute, fetch_all_as, fetch_all_scalars, fetch_as, fetch_optional_scalar, scalar,
};
use crate::store::games::pace_of;
use crate::store::{Connection, StoreError, Transaction, damaged};

/// The terms that no statement asks for.
#[derive(Serialize, Deserialize)]
struct OtherTerms {
    format: TournamentFormat,
    is_rated: bool,
    size: usize,
    role: Option<RoleId>,
    least_rating: Option<i64>,
    most_rating: Option<i64>,
    start: TournamentStart,
    at_once: usize,
    round_days: Option<i64>,
    rounds: Option<u16>,
    vacation_days: i64,
}

/// A row of tournaments with its columns.
struct Row {
    id: i64,
    server: i64,
    channel: i64,
    thread: Option<i64>,
    organiser: Option<i64>,
    name: String,
    game: String,
    variant: String,
    pace: String,
    terms: String,
    state: String,
    secret: String,
    start_action: Option<i64>,
    made_at: i64,
    started_at: Option<i64>,
    finished_at: Option<i64>,
    due_at: Option<i64>,
    season: i64,
    previous: Option<i64>,
}

impl TryFrom<Row> for TournamentRow {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let wrong = |what: String| damaged(format!("tournament {}: {what}", row.id));
        let state = TournamentState::from_name(&row.state);
        let state = state.ok_or_else(|| wrong(format!("a state {:?}", row.state)))?;
        let terms: OtherTerms =
            serde_json::from_str(&row.terms).map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            id: TournamentId(row.id),
            server: ServerId(row.server),
            channel: ChannelId(row.channel),
            thread: row.thread.map(ChannelId),
            organiser: row.organiser.map(PlayerId),
            name: row.name,
            terms: TournamentTerms {
                format: terms.format,
                variant: StoredVariant::parse(&row.game, &row.variant),
                pace: pace_of(&row.pace)?,
                is_rated: terms.is_rated,
                size: terms.size,
                role: terms.role,
                least_rating: terms.least_rating,
                most_rating: terms.most_rating,
                start: terms.start,
                at_once: terms.at_once,
                round_days: terms.round_days,
                rounds: terms.rounds,
                vacation_days: terms.vacation_days,
            },
            state,
            secret: row.secret,
            start_action: row.start_action.map(InteractionId),
            made_at: Time(row.made_at),
            started_at: row.started_at.map(Time),
            finished_at: row.finished_at.map(Time),
            due_at: row.due_at.map(Time),
            season: row.season,
            previous: row.previous.map(TournamentId),
        })
    }
}

/// Selects tournaments with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        fetch_as!(
            $fetch,
            Row,
            $conn,
            "SELECT id, server, channel, thread, organiser, name, game, variant, pace, terms, state, secret,
                 start_action, made_at, started_at, finished_at, due_at, season, previous
             FROM tournaments " + $which
            $(, $argument)*
        )
    };
}

/// The rows that can be parsed. Damaged ones must not hide the others; `hexpost check` reports them.
fn sound(rows: Vec<Row>) -> Vec<TournamentRow> {
    let read = rows.into_iter().map(TournamentRow::try_from);
    read.filter_map(Result::ok).collect()
}

/// A row of entrants with its columns.
struct Entry {
    number: i64,
    player: Option<i64>,
    rating: i64,
    division: i64,
    joined_at: i64,
    action: Option<i64>,
}

impl From<Entry> for EntrantRow {
    fn from(row: Entry) -> Self {
        Self {
            number: EntrantId(row.number),
            player: row.player.map(PlayerId),
            rating: row.rating as i32,
            division: row.division.max(0) as usize,
            joined_at: Time(row.joined_at),
            action: row.action.map(InteractionId),
        }
    }
}

/// A row of events with its columns.
struct EventColumns {
    seq: i64,
    division: i64,
    at: i64,
    decided_by: Option<i64>,
    is_decision: bool,
    event: String,
}

/// A row of games with its columns.
struct Placed {
    game: i64,
    division: i64,
    round: i64,
    board: i64,
    number: i64,
    is_dropped: bool,
    is_unrecorded: bool,
}

impl From<Placed> for TournamentGameRow {
    fn from(row: Placed) -> Self {
        Self {
            game: GameId(row.game),
            place: TournamentPlace {
                division: row.division.max(0) as usize,
                key: GameKey {
                    round: row.round as u16,
                    board: row.board as u16,
                    game: row.number as u8,
                },
            },
            is_dropped: row.is_dropped,
            is_unrecorded: row.is_unrecorded,
        }
    }
}

impl Connection {
    /// A tournament.
    pub async fn tournament(
        &mut self,
        id: TournamentId,
    ) -> Result<Option<TournamentRow>, StoreError> {
        let row = select!(fetch_optional, self, "WHERE id = $1", id)?;
        row.map(TournamentRow::try_from).transpose()
    }

    /// The tournaments of a server that are open or running, latest first; then those that are over, latest
    /// first, at most so many.
    pub async fn tournaments_on(
        &mut self,
        server: ServerId,
        most: i64,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        let mut all = select!(
            fetch_all,
            self,
            "WHERE server = $1 AND finished_at IS NULL ORDER BY id DESC",
            server
        )?;
        all.extend(select!(
            fetch_all,
            self,
            "WHERE server = $1 AND finished_at IS NOT NULL ORDER BY finished_at DESC, id DESC LIMIT $2",
            server,
            most
        )?);
        Ok(sound(all))
    }

    /// The tournaments that are open or running and in which a player takes part, latest first.
    pub async fn tournaments_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        Ok(sound(select!(
            fetch_all,
            self,
            "WHERE finished_at IS NULL
                 AND id IN (SELECT tournament FROM tournament_entrants WHERE player = $1)
             ORDER BY id DESC",
            player
        )?))
    }

    /// Everything about tournaments in which a player takes or took part, or that they organise.
    pub async fn all_tournaments_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        Ok(sound(select!(
            fetch_all,
            self,
            "WHERE id IN (
                 SELECT tournament FROM tournament_entrants WHERE player = $1
                 UNION SELECT id FROM tournaments WHERE organiser = $1
             ) ORDER BY id",
            player
        )?))
    }

    /// The next tournaments after an id, for iterating over all of them.
    pub async fn tournaments_after(
        &mut self,
        id: TournamentId,
        most: i64,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT id FROM tournaments WHERE id > $1 ORDER BY id LIMIT $2",
            id,
            most
        )?;
        Ok(ids.into_iter().map(TournamentId).collect())
    }

    /// The tournaments about which something has to be done, and those with games that have ended.
    pub async fn due_tournaments(
        &mut self,
        now: Time,
        most: i64,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let mut ids = fetch_all_scalars!(
            self,
            "SELECT id FROM tournaments WHERE due_at <= $1 ORDER BY due_at LIMIT $2",
            now,
            most
        )?;
        ids.extend(fetch_all_scalars!(
            self,
            "SELECT DISTINCT tournament FROM tournament_games WHERE is_unrecorded LIMIT $1",
            most
        )?);
        ids.sort_unstable();
        ids.dedup();
        Ok(ids.into_iter().map(TournamentId).collect())
    }

    /// When something has to be done about a tournament next.
    pub async fn next_due_tournament(&mut self) -> Result<Option<Time>, StoreError> {
        let due = fetch_optional_scalar!(
            self,
            "SELECT due_at FROM tournaments WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1"
        )?;
        Ok(due.flatten().map(Time))
    }

    /// When it is next looked who has left the server of a tournament.
    pub async fn next_tournament_check(&mut self) -> Result<Option<Time>, StoreError> {
        let next = fetch_optional_scalar!(
            self,
            "SELECT check_at FROM tournaments WHERE check_at IS NOT NULL ORDER BY check_at LIMIT 1"
        )?;
        Ok(next.flatten().map(Time))
    }

    /// The season that follows a season of a league.
    pub async fn season_after(
        &mut self,
        id: TournamentId,
    ) -> Result<Option<TournamentId>, StoreError> {
        let found = fetch_optional_scalar!(
            self,
            "SELECT id FROM tournaments WHERE previous = $1 ORDER BY id LIMIT 1",
            id
        )?;
        Ok(found.map(TournamentId))
    }

    /// Those who take part in a tournament, in the order of their numbers.
    pub async fn entrants_of(&mut self, id: TournamentId) -> Result<Vec<EntrantRow>, StoreError> {
        let rows = fetch_all_as!(
            Entry,
            self,
            "SELECT number, player, rating, division, joined_at, action
             FROM tournament_entrants WHERE tournament = $1 ORDER BY number",
            id
        )?;
        Ok(rows.into_iter().map(EntrantRow::from).collect())
    }

    /// What has happened in a tournament, in order.
    pub async fn tournament_events(
        &mut self,
        id: TournamentId,
    ) -> Result<Vec<TournamentEventRow>, StoreError> {
        let rows = fetch_all_as!(
            EventColumns,
            self,
            "SELECT seq, division, at, decided_by, is_decision, event
             FROM tournament_events WHERE tournament = $1 ORDER BY seq",
            id
        )?;
        let parse = |row: EventColumns| {
            let act = serde_json::from_str(&row.event);
            let act = act.map_err(|why| {
                damaged(format!(
                    "tournament {id}: event {} can't be read: {why}",
                    row.seq
                ))
            })?;
            Ok(TournamentEventRow {
                seq: row.seq,
                division: row.division.max(0) as usize,
                at: Time(row.at),
                by: row.decided_by.map(PlayerId),
                is_decision: row.is_decision,
                act,
            })
        };
        rows.into_iter().map(parse).collect()
    }

    /// The places of a tournament's games, with those that were dropped.
    pub async fn tournament_games(
        &mut self,
        id: TournamentId,
    ) -> Result<Vec<TournamentGameRow>, StoreError> {
        let rows = fetch_all_as!(
            Placed,
            self,
            "SELECT game, division, round, board, number, is_dropped, is_unrecorded
             FROM tournament_games WHERE tournament = $1 ORDER BY game",
            id
        )?;
        Ok(rows.into_iter().map(TournamentGameRow::from).collect())
    }

    /// The pairs of entrants of which the first has blocked the second.
    pub async fn blocks_in_tournament(
        &mut self,
        id: TournamentId,
    ) -> Result<Vec<(PlayerId, PlayerId)>, StoreError> {
        struct Block {
            player: i64,
            blocked: i64,
        }
        let rows = fetch_all_as!(
            Block,
            self,
            "SELECT player, blocked FROM blocks
             WHERE player IN (SELECT player FROM tournament_entrants WHERE tournament = $1)
                 AND blocked IN (SELECT player FROM tournament_entrants WHERE tournament = $1)
             ORDER BY player, blocked",
            id
        )?;
        let pair = |row: Block| (PlayerId(row.player), PlayerId(row.blocked));
        Ok(rows.into_iter().map(pair).collect())
    }

    /// What a player has won, latest first.
    pub async fn titles_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<TournamentTitle>, StoreError> {
        struct Won {
            division: i64,
            tournament: i64,
        }
        let rows = fetch_all_as!(
            Won,
            self,
            "SELECT division, tournament FROM tournament_titles WHERE player = $1
             ORDER BY tournament DESC, division",
            player
        )?;
        let mut titles = Vec::new();
        for won in rows {
            let Some(row) = self.tournament(TournamentId(won.tournament)).await? else {
                continue;
            };
            titles.push(TournamentTitle {
                tournament: row.id,
                division: won.division.max(0) as usize,
                server: row.server,
                name: row.name,
                format: row.terms.format,
                season: row.season,
                variant: row.terms.variant,
                at: row.finished_at.unwrap_or(row.made_at),
            });
        }
        Ok(titles)
    }

    /// Who has won a tournament, by division.
    pub async fn titles_in(
        &mut self,
        id: TournamentId,
    ) -> Result<Vec<(usize, PlayerId)>, StoreError> {
        struct Won {
            division: i64,
            player: i64,
        }
        let rows = fetch_all_as!(
            Won,
            self,
            "SELECT division, player FROM tournament_titles WHERE tournament = $1
             ORDER BY division, player",
            id
        )?;
        let pair = |row: Won| (row.division.max(0) as usize, PlayerId(row.player));
        Ok(rows.into_iter().map(pair).collect())
    }

    /// Games that say they belong to a tournament without a place in it.
    pub async fn stray_tournament_games(&mut self) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT id FROM games WHERE tournament IS NOT NULL AND NOT EXISTS (
                 SELECT 1 FROM tournament_games
                 WHERE tournament_games.game = games.id
                     AND tournament_games.tournament = games.tournament
             ) ORDER BY id"
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

impl Transaction {
    /// Inserts a tournament and assigns its id. At `check_at` it is looked who has left the server.
    pub async fn add_tournament(
        &mut self,
        row: &TournamentRow,
        check_at: Time,
    ) -> Result<TournamentId, StoreError> {
        let terms = &row.terms;
        let (game, variant) = (terms.variant.game_name(), terms.variant.name());
        let variant = variant.as_ref();
        let (pace, state) = (terms.pace.to_string(), row.state.as_str());
        let others = other_terms(terms)?;
        loop {
            // On PostgreSQL two may want the same number at once: one of them takes the next.
            let id = scalar!(
                fetch_optional,
                self,
                "INSERT INTO tournaments (
                     id, server, channel, thread, organiser, name, game, variant, pace, terms, state,
                     secret, start_action, made_at, started_at, finished_at, due_at, season, previous,
                     check_at
                 )
                 SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
                     $13, $14, $15, $16, $17, $18, $19
                 FROM tournaments
                 WHERE TRUE
                 ON CONFLICT (id) DO NOTHING
                 RETURNING id",
                row.server,
                row.channel,
                row.thread,
                row.organiser,
                row.name,
                game,
                variant,
                pace,
                others,
                state,
                row.secret,
                row.start_action,
                row.made_at,
                row.started_at,
                row.finished_at,
                row.due_at,
                row.season,
                row.previous,
                check_at
            )?;
            if let Some(id) = id {
                return Ok(TournamentId(id));
            }
        }
    }

    /// Stores what can change about a tournament.
    pub async fn set_tournament(&mut self, row: &TournamentRow) -> Result<(), StoreError> {
        let state = row.state.as_str();
        execute!(
            self,
            "UPDATE tournaments SET organiser = $2, state = $3, start_action = $4, started_at = $5,
                 finished_at = $6, due_at = $7
             WHERE id = $1",
            row.id,
            row.organiser,
            state,
            row.start_action,
            row.started_at,
            row.finished_at,
            row.due_at
        )?;
        Ok(())
    }

    /// Records the thread or forum post of a tournament.
    pub async fn set_tournament_thread(
        &mut self,
        id: TournamentId,
        thread: Option<ChannelId>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournaments SET thread = $2 WHERE id = $1",
            id,
            thread
        )?;
        Ok(())
    }

    /// Has the scheduler look at a tournament; with `None`, not any more.
    pub async fn set_tournament_due(
        &mut self,
        id: TournamentId,
        due_at: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournaments SET due_at = $2 WHERE id = $1",
            id,
            due_at
        )?;
        Ok(())
    }

    /// Has the tournaments of a server that are open or running looked at: what follows, and who has left.
    pub async fn wake_tournaments(
        &mut self,
        server: ServerId,
        now: Time,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournaments SET due_at = $2, check_at = $2
             WHERE server = $1 AND finished_at IS NULL",
            server,
            now
        )?;
        Ok(())
    }

    /// Takes tournaments of which it is to be looked who has left the server. The caller has until `again` to
    /// report the outcome.
    pub async fn take_due_tournament_checks(
        &mut self,
        now: Time,
        again: Time,
        most: i64,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let ids = fetch_all_scalars!(self, sqlite: "UPDATE tournaments SET check_at = $2
             WHERE id IN (
                 SELECT id FROM tournaments WHERE check_at <= $1 ORDER BY check_at LIMIT $3
             )
             RETURNING id",
            postgres: "UPDATE tournaments SET check_at = $2
             WHERE id IN (
                 SELECT id FROM tournaments WHERE check_at <= $1 ORDER BY check_at LIMIT $3
                 FOR UPDATE SKIP LOCKED
             )
             RETURNING id",
            now,
            again,
            most)?;
        Ok(ids.into_iter().map(TournamentId).collect())
    }

    /// Schedules the next look at who has left the server of a tournament, or none.
    pub async fn put_off_tournament_check(
        &mut self,
        id: TournamentId,
        later: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournaments SET check_at = $2 WHERE id = $1",
            id,
            later
        )?;
        Ok(())
    }

    /// Inserts an entrant.
    pub async fn add_entrant(
        &mut self,
        id: TournamentId,
        entrant: &EntrantRow,
    ) -> Result<(), StoreError> {
        let (number, rating) = (entrant.number.0, i64::from(entrant.rating));
        let division = entrant.division as i64;
        execute!(
            self,
            "INSERT INTO tournament_entrants (
                 tournament, number, player, rating, division, joined_at, action
             ) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            id,
            number,
            entrant.player,
            rating,
            division,
            entrant.joined_at,
            entrant.action
        )?;
        Ok(())
    }

    /// Stores who an entrant is, with the rating and the division.
    pub async fn set_entrant(
        &mut self,
        id: TournamentId,
        entrant: &EntrantRow,
    ) -> Result<(), StoreError> {
        let (number, rating) = (entrant.number.0, i64::from(entrant.rating));
        let division = entrant.division as i64;
        execute!(
            self,
            "UPDATE tournament_entrants SET player = $3, rating = $4, division = $5
             WHERE tournament = $1 AND number = $2",
            id,
            number,
            entrant.player,
            rating,
            division
        )?;
        Ok(())
    }

    /// Removes an entrant of a tournament that has not started.
    pub async fn drop_entrant(
        &mut self,
        id: TournamentId,
        number: EntrantId,
    ) -> Result<(), StoreError> {
        let number = number.0;
        execute!(
            self,
            "DELETE FROM tournament_entrants WHERE tournament = $1 AND number = $2",
            id,
            number
        )?;
        Ok(())
    }

    /// Appends an event.
    pub async fn add_tournament_event(
        &mut self,
        id: TournamentId,
        event: &TournamentEventRow,
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(&event.act).map_err(|why| damaged(why.to_string()))?;
        let division = event.division as i64;
        execute!(
            self,
            "INSERT INTO tournament_events (
                 tournament, seq, division, at, decided_by, is_decision, event
             ) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            id,
            event.seq,
            division,
            event.at,
            event.by,
            event.is_decision,
            text
        )?;
        Ok(())
    }

    /// Puts a game into its place.
    pub async fn add_tournament_game(
        &mut self,
        id: TournamentId,
        game: &TournamentGameRow,
    ) -> Result<(), StoreError> {
        let TournamentPlace { division, key } = game.place;
        let division = division as i64;
        let (round, board, number) = (
            i64::from(key.round),
            i64::from(key.board),
            i64::from(key.game),
        );
        execute!(
            self,
            "INSERT INTO tournament_games (
                 game, tournament, division, round, board, number, is_dropped, is_unrecorded
             ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            game.game,
            id,
            division,
            round,
            board,
            number,
            game.is_dropped,
            game.is_unrecorded
        )?;
        Ok(())
    }

    /// Records that a tournament knows of the end of a game.
    pub async fn set_recorded(&mut self, game: GameId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournament_games SET is_unrecorded = FALSE WHERE game = $1",
            game
        )?;
        Ok(())
    }

    /// Records that a game has ended, for the tournament to which it belongs.
    pub(super) async fn set_unrecorded(&mut self, game: GameId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournament_games SET is_unrecorded = TRUE WHERE game = $1",
            game
        )?;
        Ok(())
    }

    /// Takes a game out of its place, so that another one can be started there.
    pub async fn drop_tournament_game(&mut self, game: GameId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournament_games SET is_dropped = TRUE WHERE game = $1",
            game
        )?;
        Ok(())
    }

    /// Stores who has won a tournament.
    pub async fn set_titles(
        &mut self,
        id: TournamentId,
        titles: &[(usize, PlayerId)],
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM tournament_titles WHERE tournament = $1",
            id
        )?;
        for (division, player) in titles {
            let division = *division as i64;
            execute!(
                self,
                "INSERT INTO tournament_titles (tournament, division, player) VALUES ($1, $2, $3)",
                id,
                division,
                player
            )?;
        }
        Ok(())
    }

    /// Erases a player's id from all tournaments.
    pub async fn forget_in_tournaments(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE tournament_entrants SET player = NULL WHERE player = $1",
            player
        )?;
        execute!(
            self,
            "UPDATE tournaments SET organiser = NULL WHERE organiser = $1",
            player
        )?;
        execute!(
            self,
            "UPDATE tournament_events SET decided_by = NULL WHERE decided_by = $1",
            player
        )?;
        execute!(
            self,
            "DELETE FROM tournament_titles WHERE player = $1",
            player
        )?;
        Ok(())
    }
}

/// The terms that have no column of their own, as JSON.
fn other_terms(terms: &TournamentTerms) -> Result<String, StoreError> {
    let others = OtherTerms {
        format: terms.format,
        is_rated: terms.is_rated,
        size: terms.size,
        role: terms.role,
        least_rating: terms.least_rating,
        most_rating: terms.most_rating,
        start: terms.start,
        at_once: terms.at_once,
        round_days: terms.round_days,
        rounds: terms.rounds,
        vacation_days: terms.vacation_days,
    };
    serde_json::to_string(&others).map_err(|why| damaged(why.to_string()))
}
