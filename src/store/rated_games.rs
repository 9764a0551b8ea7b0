//! The table of rated games: the rating changes of each, in the order in which they ended.

use crate::model::{
    EndReason, Figures, GameId, PlayerId, Rating, RatingChange, ServerId, Time, Uncounted,
};
use hexpost_engine::side::{BySide, Side};

use crate::store::dialect::{
    execute, fetch_all_scalars, fetch_as, fetch_optional_scalar, fetch_scalar,
};
use crate::store::games::{side_code, side_of};
use crate::store::ratings::set_rating;
use crate::store::{Connection, StoreError, Transaction};

/// Computes the rating changes at the end of a game from the players' ratings, the winner, if there is
/// one, and the time.
pub type Rate = fn(&BySide<Option<Rating>>, Option<Side>, Time) -> BySide<RatingChange>;

/// A rated game that ends.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The name of the game.
    pub kind: String,
    /// The server on which it was played.
    pub server: Option<ServerId>,
    /// The players.
    pub players: BySide<PlayerId>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason why it does not count, if that is known already.
    pub uncounted: Option<Uncounted>,
    /// The limit of counted games of the two players; `None` for no limit.
    pub limit: Option<PairLimit>,
    /// Computes the rating changes. A function, because ratings are read and written in the transaction
    /// that ends the game: of two games that end at once, the second starts from the ratings that the
    /// first has left.
    pub rate: Rate,
}

/// A limit on the number of counted games of two players since a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairLimit {
    /// The maximum number.
    pub most: usize,
    /// Games that ended after this time are counted.
    pub since: Time,
}

/// One player's half of a rated game, as it was counted, with the ending of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The game's position in the order of all rated games.
    pub place: i64,
    /// The player's side.
    pub side: Side,
    /// The game.
    pub game: GameId,
    /// The name of the game under which it was counted.
    pub kind: String,
    /// The player; `None` if the player's data were erased.
    pub player: Option<PlayerId>,
    /// The rating change.
    pub shift: RatingChange,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Why the game ended; `None` if it has not.
    pub how: Option<EndReason>,
    /// The version of the rules by which it was counted.
    pub rules: i64,
}

/// A row with its columns, and the ending of the game.
struct Row {
    place: i64,
    side: i64,
    game: i64,
    kind: String,
    player: Option<i64>,
    rating_before: f64,
    deviation_before: f64,
    volatility_before: f64,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i64,
    at: i64,
    settled_until: i64,
    winner: Option<i64>,
    how: Option<String>,
    rating_rules: i64,
}

impl TryFrom<Row> for Counted {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let before = Figures {
            rating: row.rating_before,
            deviation: row.deviation_before,
            volatility: row.volatility_before,
        };
        let figures = Figures {
            rating: row.rating,
            deviation: row.deviation,
            volatility: row.volatility,
        };
        let after = Rating {
            figures,
            games: row.games,
            at: Time(row.at),
            settled_until: Time(row.settled_until),
        };
        Ok(Self {
            place: row.place,
            side: side_of(row.side)?,
            game: GameId(row.game),
            kind: row.kind,
            player: row.player.map(PlayerId),
            shift: RatingChange { before, after },
            winner: row.winner.map(side_of).transpose()?,
            how: row.how.map(EndReason::from_name),
            rules: row.rating_rules,
        })
    }
}

/// Selects rows with the given conditions.
macro_rules! select {
    ($fetch:ident, $conn:expr, $which:literal $(, $argument:expr)*) => {
        fetch_as!(
            $fetch,
            Row,
            $conn,
            "SELECT place, side, rated_games.game, kind, player, rating_before, deviation_before,
                 volatility_before, rating, deviation, volatility, games, at, settled_until,
                 games.winner, games.how, games.rating_rules
             FROM rated_games JOIN games ON games.id = rated_games.game " + $which
            $(, $argument)*
        )
    };
}

fn counted(rows: Vec<Row>) -> Result<Vec<Counted>, StoreError> {
    rows.into_iter().map(Counted::try_from).collect()
}

impl Contest {
    /// Counts the game in the transaction that ends it, or stores the reason why it does not count.
    ///
    /// The transaction has [locked](Transaction::lock_players) both players: of two games of a player that
    /// end at once, the second is counted after the first, with a higher place. The unique index on a
    /// player's games would stop anything else.
    pub(super) async fn count(
        &self,
        conn: &mut Connection,
        game: GameId,
        at: Time,
    ) -> Result<(), StoreError> {
        let mut uncounted = self.uncounted;
        if let Some(limit) = self.limit.filter(|_| uncounted.is_none()) {
            let BySide { first, second } = self.players;
            let lately = counted_lately(&mut *conn, first, second, limit.since).await?;
            uncounted = (lately.len() >= limit.most).then_some(Uncounted::Limit);
        }
        if let Some(why) = uncounted.map(Uncounted::as_str) {
            execute!(
                conn,
                "UPDATE games SET uncounted = $2 WHERE id = $1",
                game,
                why
            )?;
            return Ok(());
        }
        let mut before = BySide::default();
        for side in Side::BOTH {
            before[side] = conn.rating(self.players[side], &self.kind).await?;
        }
        let shifts = (self.rate)(&before, self.winner, at);
        let place = fetch_scalar!(
            conn,
            sqlite: r#"SELECT COALESCE(MAX(place), 0) + 1 AS "place!: i64" FROM rated_games"#,
            postgres: r#"SELECT nextval('rated_game_places') AS "place!: i64""#
        )?;
        for side in Side::BOTH {
            let shift = &shifts[side];
            self.keep(&mut *conn, place, side, game, shift).await?;
            set_rating(&mut *conn, self.players[side], &self.kind, &shift.after).await?;
        }
        Ok(())
    }

    async fn keep(
        &self,
        conn: &mut Connection,
        place: i64,
        side: Side,
        game: GameId,
        shift: &RatingChange,
    ) -> Result<(), StoreError> {
        let (code, player) = (side_code(Some(side)), self.players[side]);
        let RatingChange { before, after } = shift;
        let figures = &after.figures;
        // Bound as numbers, because a textual form could lose the last bits.
        execute!(
            conn,
            "INSERT INTO rated_games (
                 place, side, game, kind, server, player, rating_before, deviation_before,
                 volatility_before, rating, deviation, volatility, games, at, settled_until
             ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
            place,
            code,
            game,
            self.kind,
            self.server,
            player,
            before.rating,
            before.deviation,
            before.volatility,
            figures.rating,
            figures.deviation,
            figures.volatility,
            after.games,
            after.at,
            after.settled_until
        )?;
        Ok(())
    }
}

/// The end times of the counted games of two players that ended after a time, latest first.
async fn counted_lately(
    conn: &mut Connection,
    one: PlayerId,
    other: PlayerId,
    since: Time,
) -> Result<Vec<Time>, StoreError> {
    let ends = fetch_all_scalars!(
        conn,
        "SELECT own.at FROM rated_games AS own
         JOIN rated_games AS theirs ON theirs.place = own.place AND theirs.side = 1 - own.side
         WHERE own.player = $1 AND own.at > $3 AND theirs.player = $2
         ORDER BY own.at DESC",
        one,
        other,
        since
    )?;
    Ok(ends.into_iter().map(Time).collect())
}

impl Connection {
    /// The end times of the counted games of two players that ended after a time, latest first.
    pub async fn counted_lately(
        &mut self,
        one: PlayerId,
        other: PlayerId,
        since: Time,
    ) -> Result<Vec<Time>, StoreError> {
        counted_lately(self, one, other, since).await
    }

    /// The rating changes of a game's players; empty if it was not counted.
    pub async fn shifts(
        &mut self,
        game: GameId,
    ) -> Result<BySide<Option<RatingChange>>, StoreError> {
        let mut shifts = BySide::default();
        for half in counted(select!(
            fetch_all,
            self,
            "WHERE rated_games.game = $1",
            game
        )?)? {
            shifts[half.side] = Some(half.shift);
        }
        Ok(shifts)
    }

    /// A player's halves of all rated games.
    pub async fn counted_of(&mut self, player: PlayerId) -> Result<Vec<Counted>, StoreError> {
        counted(select!(
            fetch_all,
            self,
            "WHERE player = $1 ORDER BY kind, rated_games.games",
            player
        )?)
    }

    /// The next halves of rated games, in order, after one of them, for iterating over all of them.
    pub async fn counted_after(
        &mut self,
        last: Option<(i64, Side)>,
        most: i64,
    ) -> Result<Vec<Counted>, StoreError> {
        let place = last.map_or(i64::MIN, |(place, _)| place);
        let side = side_code(last.map(|(_, side)| side)).unwrap_or(-1);
        counted(select!(
            fetch_all,
            self,
            "WHERE (place, side) > ($1, $2) ORDER BY place, side LIMIT $3",
            place,
            side,
            most
        )?)
    }

    /// Has a player finished a rated game of this kind on a server?
    pub async fn is_rated_on(
        &mut self,
        server: ServerId,
        kind: &str,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        Ok(fetch_optional_scalar!(
            self,
            "SELECT game FROM rated_games WHERE server = $1 AND kind = $2 AND player = $3 LIMIT 1",
            server,
            kind,
            player
        )?
        .is_some())
    }

    /// Games that were counted otherwise than they were played, for example for other players, which
    /// indicates damage.
    pub async fn miscounted(&mut self) -> Result<Vec<GameId>, StoreError> {
        let ids = fetch_all_scalars!(
            self,
            "SELECT DISTINCT rated_games.game
             FROM rated_games LEFT JOIN games ON games.id = rated_games.game
             WHERE games.id IS NULL OR NOT games.is_rated OR games.game <> rated_games.kind
                 OR games.uncounted IS NOT NULL
                 OR COALESCE(games.finished_at, 0) <> rated_games.at
                 OR COALESCE(games.server, 0) <> COALESCE(rated_games.server, 0)
                 OR COALESCE(CASE side WHEN 0 THEN first ELSE second END, 0)
                     <> COALESCE(rated_games.player, 0)"
        )?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

impl Transaction {
    /// Erases a player's id from all rated games.
    pub async fn forget_in_rated_games(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "UPDATE rated_games SET player = NULL WHERE player = $1",
            player
        )?;
        Ok(())
    }
}
