//! The tables of ladders: what servers have chosen, who is on them, and what has happened.

use hexpost_engine::side::Side;
use hexpost_tournament::EntrantId;
use hexpost_tournament::ladder::{LadderEvent, LadderResult};

use crate::model::{
    ChannelId, GameEnd, GameId, LadderGame, LadderSetup, LiveSubject, PastLadderEvent, PlayerId,
    ServerId, StoredVariant, Time, ladder_result,
};
use crate::store::dialect::{
    execute, fetch_all_as, fetch_all_scalars, fetch_optional_as, fetch_optional_scalar,
    fetch_scalar,
};
use crate::store::games::{pace_of, side_code, side_of};
use crate::store::{Connection, StoreError, Transaction, damaged};

/// A row with its columns.
struct Row {
    server: i64,
    channel: i64,
    game: String,
    variant: String,
    pace: String,
    is_rated: bool,
    is_open: bool,
}

impl TryFrom<Row> for LadderSetup {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            server: ServerId(row.server),
            channel: ChannelId(row.channel),
            variant: StoredVariant::parse(&row.game, &row.variant),
            pace: pace_of(&row.pace)?,
            is_rated: row.is_rated,
            is_open: row.is_open,
        })
    }
}

/// A row of the table of events.
struct LadderEventRow {
    seq: i64,
    kind: String,
    player: Option<i64>,
    opponent: Option<i64>,
    game: Option<i64>,
    side: Option<i64>,
    result: Option<String>,
    at: i64,
}

impl TryFrom<LadderEventRow> for PastLadderEvent {
    type Error = StoreError;

    fn try_from(row: LadderEventRow) -> Result<Self, StoreError> {
        let wrong = || {
            damaged(format!(
                "event {} of a ladder ({}) can't be read",
                row.seq, row.kind
            ))
        };
        let player = row.player.map(EntrantId).ok_or_else(wrong);
        let game = row.game.ok_or_else(wrong);
        let event = match row.kind.as_str() {
            "joined" => LadderEvent::Joined { player: player? },
            "left" => LadderEvent::Left { player: player? },
            "challenged" => LadderEvent::Challenged {
                game: game?,
                challenger: player?,
                opponent: row.opponent.map(EntrantId).ok_or_else(wrong)?,
                at: row.at,
            },
            "ended" => LadderEvent::Ended {
                game: game?,
                result: row
                    .result
                    .as_deref()
                    .and_then(result_named)
                    .ok_or_else(wrong)?,
                at: row.at,
            },
            _ => return Err(wrong()),
        };
        Ok(Self {
            seq: row.seq,
            event,
            side: row.side.map(side_of).transpose()?,
            at: Time(row.at),
        })
    }
}

/// The stored name of a result.
const fn result_name(result: LadderResult) -> &'static str {
    match result {
        LadderResult::ChallengerWon => "challenger_won",
        LadderResult::ChallengedTimedOut => "challenged_timed_out",
        LadderResult::ChallengedWon => "challenged_won",
        LadderResult::ChallengerTimedOut => "challenger_timed_out",
        LadderResult::NoWinner => "no_winner",
    }
}

/// The result with this stored name.
fn result_named(name: &str) -> Option<LadderResult> {
    [
        LadderResult::ChallengerWon,
        LadderResult::ChallengedTimedOut,
        LadderResult::ChallengedWon,
        LadderResult::ChallengerTimedOut,
        LadderResult::NoWinner,
    ]
    .into_iter()
    .find(|result| result_name(*result) == name)
}

/// The columns of a player's number.
struct LadderPlayerRow {
    server: i64,
    number: i64,
    player: Option<i64>,
}

/// The columns of the beginning of a game.
struct LadderGameRow {
    server: i64,
    player: Option<i64>,
    opponent: Option<i64>,
    side: Option<i64>,
}

impl Connection {
    /// The ladder of a server, if there is one, open or closed.
    pub async fn ladder(&mut self, server: ServerId) -> Result<Option<LadderSetup>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT server, channel, game, variant, pace, is_rated, is_open FROM ladders WHERE server = $1",
            server
        )?;
        row.map(LadderSetup::try_from).transpose()
    }

    /// The servers that have a ladder.
    pub async fn ladders(&mut self) -> Result<Vec<ServerId>, StoreError> {
        let all = fetch_all_scalars!(self, "SELECT server FROM ladders ORDER BY server")?;
        Ok(all.into_iter().map(ServerId).collect())
    }

    /// Everyone who is or was on the ladder of a server, by number; `None` for those whose data were erased.
    pub async fn ladder_players(
        &mut self,
        server: ServerId,
    ) -> Result<Vec<(EntrantId, Option<PlayerId>)>, StoreError> {
        let rows = fetch_all_as!(
            LadderPlayerRow,
            self,
            "SELECT server, number, player FROM ladder_players WHERE server = $1 ORDER BY number",
            server
        )?;
        let read = |row: LadderPlayerRow| (EntrantId(row.number), row.player.map(PlayerId));
        Ok(rows.into_iter().map(read).collect())
    }

    /// The ladders on which a player is or was, with the player's number on each.
    pub async fn ladders_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(ServerId, EntrantId)>, StoreError> {
        let rows = fetch_all_as!(
            LadderPlayerRow,
            self,
            "SELECT server, number, player FROM ladder_players WHERE player = $1 ORDER BY server",
            player
        )?;
        let read = |row: LadderPlayerRow| (ServerId(row.server), EntrantId(row.number));
        Ok(rows.into_iter().map(read).collect())
    }

    /// What has happened on the ladder of a server.
    pub async fn ladder_events(
        &mut self,
        server: ServerId,
    ) -> Result<Vec<PastLadderEvent>, StoreError> {
        let rows = fetch_all_as!(
            LadderEventRow,
            self,
            "SELECT seq, kind, player, opponent, game, side, result, at
             FROM ladder_events WHERE server = $1 ORDER BY seq",
            server
        )?;
        rows.into_iter().map(PastLadderEvent::try_from).collect()
    }

    /// The ladder to which a game belongs, and who challenged whom, if it does.
    pub async fn ladder_game(&mut self, game: GameId) -> Result<Option<LadderGame>, StoreError> {
        let row = fetch_optional_as!(
            LadderGameRow,
            self,
            "SELECT server, player, opponent, side FROM ladder_events
             WHERE game = $1 AND kind = 'challenged'",
            game
        )?;
        let Some(row) = row else {
            return Ok(None);
        };
        let wrong = || damaged(format!("the beginning of game {game} on its ladder"));
        Ok(Some(LadderGame {
            server: ServerId(row.server),
            game,
            challenger: row.player.map(EntrantId).ok_or_else(wrong)?,
            opponent: row.opponent.map(EntrantId).ok_or_else(wrong)?,
            side: side_of(row.side.ok_or_else(wrong)?)?,
        }))
    }

    /// When it is next looked who has left a server with a ladder.
    pub async fn next_ladder_check(&mut self) -> Result<Option<Time>, StoreError> {
        let next = fetch_optional_scalar!(
            self,
            "SELECT check_at FROM ladders WHERE check_at IS NOT NULL ORDER BY check_at LIMIT 1"
        )?;
        Ok(next.flatten().map(Time))
    }
}

impl Transaction {
    /// Sets what a server has chosen for its ladder. A new one is checked at this time.
    pub async fn set_ladder(
        &mut self,
        setup: &LadderSetup,
        check_at: Time,
    ) -> Result<(), StoreError> {
        let (game, variant) = (setup.variant.game_name(), setup.variant.name());
        let (variant, pace) = (variant.as_ref(), setup.pace.to_string());
        execute!(
            self,
            "INSERT INTO ladders (server, channel, game, variant, pace, is_rated, is_open, check_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (server) DO UPDATE SET
                 channel = excluded.channel, game = excluded.game, variant = excluded.variant,
                 pace = excluded.pace, is_rated = excluded.is_rated, is_open = excluded.is_open",
            setup.server,
            setup.channel,
            game,
            variant,
            pace,
            setup.is_rated,
            setup.is_open,
            check_at
        )?;
        Ok(())
    }

    /// The number of a player on the ladder of a server. Whoever has none gets one.
    pub async fn ladder_number(
        &mut self,
        server: ServerId,
        player: PlayerId,
    ) -> Result<EntrantId, StoreError> {
        execute!(
            self,
            "INSERT INTO ladder_players (server, number, player)
             SELECT $1, COALESCE((SELECT MAX(number) FROM ladder_players WHERE server = $1), 0) + 1, $2
             WHERE NOT EXISTS (SELECT 1 FROM ladder_players WHERE player = $2 AND server = $1)",
            server,
            player
        )?;
        let number = fetch_scalar!(
            self,
            "SELECT number FROM ladder_players WHERE player = $2 AND server = $1",
            server,
            player
        )?;
        Ok(EntrantId(number))
    }

    /// Appends an event to a ladder, which the caller has [locked](Transaction::lock_ladder). The
    /// message with its table is updated.
    pub async fn add_ladder_event(
        &mut self,
        server: ServerId,
        event: &LadderEvent,
        side: Option<Side>,
        at: Time,
    ) -> Result<(), StoreError> {
        let (kind, player, opponent, game, result) = match event {
            LadderEvent::Joined { player } => ("joined", Some(player.0), None, None, None),
            LadderEvent::Left { player } => ("left", Some(player.0), None, None, None),
            LadderEvent::Challenged {
                game,
                challenger,
                opponent,
                ..
            } => (
                "challenged",
                Some(challenger.0),
                Some(opponent.0),
                Some(*game),
                None,
            ),
            LadderEvent::Ended { game, result, .. } => {
                ("ended", None, None, Some(*game), Some(result_name(*result)))
            }
        };
        let side = side_code(side);
        execute!(
            self,
            "INSERT INTO ladder_events (server, seq, kind, player, opponent, game, side, result, at)
             SELECT $1, COALESCE(MAX(seq), 0) + 1, CAST($2 AS TEXT), CAST($3 AS BIGINT),
                 CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS TEXT),
                 CAST($8 AS BIGINT)
             FROM ladder_events WHERE server = $1",
            server,
            kind,
            player,
            opponent,
            game,
            side,
            result,
            at
        )?;
        self.change_live_message(LiveSubject::Ladder(server), at)
            .await
    }

    /// Records the end of a game on its ladder, if it belongs to one.
    pub(super) async fn end_ladder_game(
        &mut self,
        game: GameId,
        end: &GameEnd,
    ) -> Result<(), StoreError> {
        let Some(played) = self.ladder_game(game).await? else {
            return Ok(());
        };
        self.lock_ladder(played.server).await?;
        let ended = LadderEvent::Ended {
            game: game.0,
            result: ladder_result(end, played.side),
            at: end.at.0,
        };
        self.add_ladder_event(played.server, &ended, None, end.at)
            .await
    }

    /// Takes servers on which it is to be looked who has left. The caller has until `again` to report the
    /// outcome.
    pub async fn take_due_ladder_checks(
        &mut self,
        now: Time,
        again: Time,
        most: i64,
    ) -> Result<Vec<ServerId>, StoreError> {
        let servers = fetch_all_scalars!(self, sqlite: "UPDATE ladders SET check_at = $2
             WHERE server IN (
                 SELECT server FROM ladders WHERE check_at <= $1 ORDER BY check_at LIMIT $3
             )
             RETURNING server",
            postgres: "UPDATE ladders SET check_at = $2
             WHERE server IN (
                 SELECT server FROM ladders WHERE check_at <= $1 ORDER BY check_at LIMIT $3
                 FOR UPDATE SKIP LOCKED
             )
             RETURNING server",
            now,
            again,
            most)?;
        Ok(servers.into_iter().map(ServerId).collect())
    }

    /// Schedules the next look at who has left a server with a ladder, or none.
    pub async fn put_off_ladder_check(
        &mut self,
        server: ServerId,
        later: Option<Time>,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE ladders SET check_at = $2 WHERE server = $1",
            server,
            later
        )?;
        Ok(())
    }

    /// Forgets who had a player's numbers on ladders.
    pub async fn forget_in_ladders(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE ladder_players SET player = NULL WHERE player = $1",
            player
        )?;
        Ok(())
    }
}
