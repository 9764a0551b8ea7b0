//! The table of current ratings, as each player's last rated game left them.

use crate::model::{Figures, PlayerId, Rating, ServerId, Time};

use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as, fetch_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// A selection of ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingFilter<'a> {
    /// The name of the game.
    pub kind: &'a str,
    /// Only players who have finished a rated game on this server; `None` for all players.
    pub server: Option<ServerId>,
    /// Only established ratings, or only provisional ones?
    pub is_settled: bool,
    /// The current time.
    pub now: Time,
}

/// A row with its columns.
struct Row {
    player: i64,
    kind: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i64,
    at: i64,
    settled_until: i64,
}

impl From<Row> for Rating {
    fn from(row: Row) -> Self {
        Self {
            figures: Figures {
                rating: row.rating,
                deviation: row.deviation,
                volatility: row.volatility,
            },
            games: row.games,
            at: Time(row.at),
            settled_until: Time(row.settled_until),
        }
    }
}

/// Inserts or replaces a player's rating.
pub(super) async fn set_rating(
    conn: &mut Connection,
    player: PlayerId,
    kind: &str,
    rating: &Rating,
) -> Result<(), StoreError> {
    let figures = &rating.figures;
    execute!(
        conn,
        "INSERT INTO ratings
             (player, kind, rating, deviation, volatility, games, at, settled_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (player, kind) DO UPDATE SET
             rating = excluded.rating, deviation = excluded.deviation,
             volatility = excluded.volatility, games = excluded.games, at = excluded.at,
             settled_until = excluded.settled_until",
        player,
        kind,
        figures.rating,
        figures.deviation,
        figures.volatility,
        rating.games,
        rating.at,
        rating.settled_until
    )?;
    Ok(())
}

impl Connection {
    /// A player's rating in a game, if there is one.
    pub async fn rating(
        &mut self,
        player: PlayerId,
        kind: &str,
    ) -> Result<Option<Rating>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT player, kind, rating, deviation, volatility, games, at, settled_until
             FROM ratings WHERE player = $1 AND kind = $2",
            player,
            kind
        )?;
        Ok(row.map(Rating::from))
    }

    /// All ratings of a player, with the names of the games.
    pub async fn ratings_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(String, Rating)>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT player, kind, rating, deviation, volatility, games, at, settled_until
             FROM ratings WHERE player = $1 ORDER BY kind",
            player
        )?
        .into_iter();
        Ok(rows.map(|row| (row.kind.clone(), row.into())).collect())
    }

    /// The number of ratings in a selection.
    pub async fn count_ratings(&mut self, filter: &RatingFilter<'_>) -> Result<i64, StoreError> {
        let count = match filter.server {
            None => fetch_scalar!(
                self,
                r#"SELECT COUNT(*) AS "count!" FROM ratings
                     WHERE kind = $1 AND (settled_until > $2) = $3"#,
                filter.kind,
                filter.now,
                filter.is_settled
            )?,
            Some(server) => fetch_scalar!(
                self,
                r#"SELECT COUNT(*) AS "count!" FROM ratings
                     WHERE kind = $1 AND (settled_until > $2) = $3 AND EXISTS (
                         SELECT 1 FROM rated_games WHERE server = $4 AND kind = $1
                             AND rated_games.player = ratings.player)"#,
                filter.kind,
                filter.now,
                filter.is_settled,
                server
            )?,
        };
        Ok(count)
    }

    /// The number of players in a selection who rank before a player with this rating.
    pub async fn count_before(
        &mut self,
        filter: &RatingFilter<'_>,
        player: PlayerId,
        rating: f64,
    ) -> Result<i64, StoreError> {
        let count = match filter.server {
            None => fetch_scalar!(
                self,
                r#"SELECT COUNT(*) AS "count!" FROM ratings
                     WHERE kind = $1 AND (settled_until > $2) = $3
                         AND rating >= $4 AND (rating > $4 OR player < $5)"#,
                filter.kind,
                filter.now,
                filter.is_settled,
                rating,
                player
            )?,
            Some(server) => fetch_scalar!(
                self,
                r#"SELECT COUNT(*) AS "count!" FROM ratings
                     WHERE kind = $1 AND (settled_until > $2) = $3
                         AND rating >= $4 AND (rating > $4 OR player < $5) AND EXISTS (
                         SELECT 1 FROM rated_games WHERE server = $6 AND kind = $1
                             AND rated_games.player = ratings.player)"#,
                filter.kind,
                filter.now,
                filter.is_settled,
                rating,
                player,
                server
            )?,
        };
        Ok(count)
    }

    /// A page of the best players of a selection.
    pub async fn best(
        &mut self,
        filter: &RatingFilter<'_>,
        skipped: i64,
        most: i64,
    ) -> Result<Vec<(PlayerId, Rating)>, StoreError> {
        let rows = match filter.server {
            None => fetch_all_as!(
                Row,
                self,
                "SELECT player, kind, rating, deviation, volatility, games, at, settled_until
                     FROM ratings WHERE kind = $1 AND (settled_until > $2) = $3
                     ORDER BY rating DESC, player LIMIT $4 OFFSET $5",
                filter.kind,
                filter.now,
                filter.is_settled,
                most,
                skipped
            )?,
            // In the order of the index by rating, checking the server of each: this needs no sorting,
            // and stops when the page is full.
            Some(server) => fetch_all_as!(
                Row,
                self,
                "SELECT player, kind, rating, deviation, volatility, games, at, settled_until
                     FROM ratings WHERE kind = $1 AND (settled_until > $2) = $3 AND EXISTS (
                         SELECT 1 FROM rated_games WHERE server = $6 AND kind = $1
                             AND rated_games.player = ratings.player)
                     ORDER BY rating DESC, player LIMIT $4 OFFSET $5",
                filter.kind,
                filter.now,
                filter.is_settled,
                most,
                skipped,
                server
            )?,
        };
        let rated = |row: Row| (PlayerId(row.player), row.into());
        Ok(rows.into_iter().map(rated).collect())
    }

    /// Players whose rating is not what their last rated game left, with the name of the game, which
    /// indicates damage.
    pub async fn inconsistent_ratings(&mut self) -> Result<Vec<(PlayerId, String)>, StoreError> {
        struct Row {
            player: i64,
            kind: String,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            r#"SELECT player AS "player!: i64", kind AS "kind!: String" FROM ratings
             WHERE NOT EXISTS (
                 SELECT 1 FROM rated_games AS last
                 WHERE last.player = ratings.player AND last.kind = ratings.kind
                     AND last.games = ratings.games AND last.rating = ratings.rating
                     AND last.deviation = ratings.deviation
                     AND last.volatility = ratings.volatility AND last.at = ratings.at
                     AND last.settled_until = ratings.settled_until)
             UNION
             SELECT player, kind FROM rated_games
             WHERE player IS NOT NULL AND NOT EXISTS (
                 SELECT 1 FROM ratings
                 WHERE ratings.player = rated_games.player AND ratings.kind = rated_games.kind
                     AND ratings.games >= rated_games.games)"#
        )?
        .into_iter();
        Ok(rows.map(|row| (PlayerId(row.player), row.kind)).collect())
    }
}

impl Transaction {
    /// Deletes a player's ratings.
    pub async fn drop_ratings_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM ratings WHERE player = $1", player)?;
        Ok(())
    }
}
