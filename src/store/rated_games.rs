//! What each rated game changed, in the order in which they ended.

use crate::model::{
    EndReason, Figures, GameId, PlayerId, Rating, RatingChange, ServerId, Time, Uncounted,
};
use hexpost_engine::side::{BySide, Side};
use sqlx::sqlite::SqliteConnection;

use crate::store::games::{side_code, side_of};
use crate::store::ratings::{rating, set_rating};
use crate::store::{Connection, StoreError, Transaction};

/// Works out what the end of a game changes, from the ratings its players have, the winner, if there
/// is one, and the moment.
pub type Rate = fn(&BySide<Option<Rating>>, Option<Side>, Time) -> BySide<RatingChange>;

/// A rated game that ends.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The name of the game.
    pub kind: String,
    /// Where it was played.
    pub server: Option<ServerId>,
    /// Who played.
    pub players: BySide<PlayerId>,
    /// Who won; none in a draw.
    pub winner: Option<Side>,
    /// Why it is not counted, if that is certain already.
    pub uncounted: Option<Uncounted>,
    /// How many games of the two count; none for any number.
    pub limit: Option<PairLimit>,
    /// How ratings are worked out. They are read and written in the transaction that ends the game, so
    /// that of two games which end at once the second counts from what the first has left.
    pub rate: Rate,
}

/// Since a moment, no more than so many games of two people count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairLimit {
    /// So many.
    pub most: usize,
    /// Those that ended after this.
    pub since: Time,
}

/// One player's half of a rated game, as it was counted, with how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The game's place among all rated games.
    pub place: i64,
    /// Where the player sat.
    pub side: Side,
    /// The game.
    pub game: GameId,
    /// The name under which it was counted.
    pub kind: String,
    /// The player; none for someone who asked to be forgotten.
    pub player: Option<PlayerId>,
    /// What changed.
    pub shift: RatingChange,
    /// Who won.
    pub winner: Option<Side>,
    /// What ended the game; none if it has not ended.
    pub how: Option<EndReason>,
    /// The version of the rules by which it was counted.
    pub rules: i64,
}

/// The columns as they are, with the end of the game.
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

/// Selects rows; what follows says which.
macro_rules! select {
    ($which:tt $(, $argument:expr)*) => {
        sqlx::query_as!(
            Row,
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
    /// Counts the game, within the transaction that ends it, or keeps with it why it is not counted.
    pub(super) async fn count(
        &self,
        sql: &mut SqliteConnection,
        game: GameId,
        at: Time,
    ) -> Result<(), StoreError> {
        let mut uncounted = self.uncounted;
        if let Some(limit) = self.limit.filter(|_| uncounted.is_none()) {
            let BySide { first, second } = self.players;
            let lately = counted_lately(&mut *sql, first, second, limit.since).await?;
            uncounted = (lately.len() >= limit.most).then_some(Uncounted::Limit);
        }
        if let Some(why) = uncounted.map(Uncounted::as_str) {
            sqlx::query!("UPDATE games SET uncounted = $2 WHERE id = $1", game, why)
                .execute(sql)
                .await?;
            return Ok(());
        }
        let mut before = BySide::default();
        for side in Side::BOTH {
            before[side] = rating(&mut *sql, self.players[side], &self.kind).await?;
        }
        let shifts = (self.rate)(&before, self.winner, at);
        let last = sqlx::query_scalar!("SELECT MAX(place) FROM rated_games")
            .fetch_one(&mut *sql)
            .await?;
        let place = last.unwrap_or_default() + 1;
        for side in Side::BOTH {
            let shift = &shifts[side];
            self.keep(&mut *sql, place, side, game, shift).await?;
            set_rating(&mut *sql, self.players[side], &self.kind, &shift.after).await?;
        }
        Ok(())
    }

    async fn keep(
        &self,
        sql: &mut SqliteConnection,
        place: i64,
        side: Side,
        game: GameId,
        shift: &RatingChange,
    ) -> Result<(), StoreError> {
        let (code, player) = (side_code(Some(side)), self.players[side]);
        let RatingChange { before, after } = shift;
        let figures = &after.figures;
        // Figures go in as they are: written as text, their last bits could be lost.
        sqlx::query!(
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
        )
        .execute(sql)
        .await?;
        Ok(())
    }
}

/// When the games of two people ended that were counted and ended after a moment, the latest first.
async fn counted_lately(
    sql: &mut SqliteConnection,
    one: PlayerId,
    other: PlayerId,
    since: Time,
) -> Result<Vec<Time>, StoreError> {
    let ends = sqlx::query_scalar!(
        "SELECT own.at FROM rated_games AS own
         JOIN rated_games AS theirs ON theirs.place = own.place AND theirs.side = 1 - own.side
         WHERE own.player = $1 AND own.at > $3 AND theirs.player = $2
         ORDER BY own.at DESC",
        one,
        other,
        since
    );
    let ends = ends.fetch_all(sql).await?;
    Ok(ends.into_iter().map(Time).collect())
}

impl Connection {
    /// When the games of two people ended that were counted and ended after a moment, the latest first.
    pub async fn counted_lately(
        &mut self,
        one: PlayerId,
        other: PlayerId,
        since: Time,
    ) -> Result<Vec<Time>, StoreError> {
        counted_lately(self.sql(), one, other, since).await
    }

    /// What a game changed for its players; nothing if it was not counted.
    pub async fn shifts(
        &mut self,
        game: GameId,
    ) -> Result<BySide<Option<RatingChange>>, StoreError> {
        let rows = select!("WHERE rated_games.game = $1", game);
        let mut shifts = BySide::default();
        for half in counted(rows.fetch_all(self.sql()).await?)? {
            shifts[half.side] = Some(half.shift);
        }
        Ok(shifts)
    }

    /// A player's halves of all rated games.
    pub async fn counted_of(&mut self, player: PlayerId) -> Result<Vec<Counted>, StoreError> {
        let rows = select!("WHERE player = $1 ORDER BY kind, rated_games.games", player);
        counted(rows.fetch_all(self.sql()).await?)
    }

    /// Halves of rated games, in order, after one of them: for going through them all.
    pub async fn counted_after(
        &mut self,
        last: Option<(i64, Side)>,
        most: i64,
    ) -> Result<Vec<Counted>, StoreError> {
        let place = last.map_or(i64::MIN, |(place, _)| place);
        let side = side_code(last.map(|(_, side)| side)).unwrap_or(-1);
        let rows = select!(
            "WHERE (place, side) > ($1, $2) ORDER BY place, side LIMIT $3",
            place,
            side,
            most
        );
        counted(rows.fetch_all(self.sql()).await?)
    }

    /// Has a player ended a rated game of this kind on a server?
    pub async fn is_rated_on(
        &mut self,
        server: ServerId,
        kind: &str,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            "SELECT game FROM rated_games WHERE server = $1 AND kind = $2 AND player = $3 LIMIT 1",
            server,
            kind,
            player
        );
        Ok(found.fetch_optional(self.sql()).await?.is_some())
    }

    /// Rated games that were counted for others than played them, or otherwise than they were played.
    pub async fn miscounted(&mut self) -> Result<Vec<GameId>, StoreError> {
        let ids = sqlx::query_scalar!(
            "SELECT DISTINCT rated_games.game
             FROM rated_games LEFT JOIN games ON games.id = rated_games.game
             WHERE games.id IS NULL OR NOT games.is_rated OR games.game <> rated_games.kind
                 OR games.uncounted IS NOT NULL
                 OR COALESCE(games.finished_at, 0) <> rated_games.at
                 OR COALESCE(games.server, 0) <> COALESCE(rated_games.server, 0)
                 OR COALESCE(CASE side WHEN 0 THEN first ELSE second END, 0)
                     <> COALESCE(rated_games.player, 0)"
        );
        let ids = ids.fetch_all(self.sql()).await?;
        Ok(ids.into_iter().map(GameId).collect())
    }
}

impl Transaction {
    /// Takes a player's number out of all rated games.
    pub async fn forget_in_rated_games(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!(
            "UPDATE rated_games SET player = NULL WHERE player = $1",
            player
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }
}
