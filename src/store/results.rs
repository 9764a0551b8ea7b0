//! Totals of game results, computed from covering indexes of the table of games.

use hexpost_engine::side::Side;

use crate::model::{EndReason, PlayerId};
use crate::store::dialect::fetch_all_as;
use crate::store::games::side_of;
use crate::store::{Connection, StoreError};

/// The number of games with the same outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    /// The name of the game.
    pub kind: String,
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// Why the games ended.
    pub how: EndReason,
    /// The number of games.
    pub count: u64,
}

/// A row with its columns.
struct Row {
    kind: String,
    winner: Option<i64>,
    how: String,
    count: i64,
}

fn results(rows: Vec<Row>) -> Result<Vec<Results>, StoreError> {
    let read = rows.into_iter().map(|row| {
        Ok(Results {
            kind: row.kind,
            winner: row.winner.map(side_of).transpose()?,
            how: EndReason::from_name(row.how),
            count: row.count.max(0) as u64,
        })
    });
    read.collect()
}

impl Connection {
    /// The results of the games that a player played on this side, without those against the computer.
    pub async fn results_of(
        &mut self,
        side: Side,
        player: PlayerId,
    ) -> Result<Vec<Results>, StoreError> {
        let rows = match side {
            Side::First => fetch_all_as!(
                Row,
                self,
                r#"SELECT game AS kind, winner, how AS "how!", COUNT(*) AS "count!" FROM games
                     WHERE first = $1 AND finished_at IS NOT NULL AND computer IS NULL
                     GROUP BY game, winner, how"#,
                player
            )?,
            Side::Second => fetch_all_as!(
                Row,
                self,
                r#"SELECT game AS kind, winner, how AS "how!", COUNT(*) AS "count!" FROM games
                     WHERE second = $1 AND finished_at IS NOT NULL AND computer IS NULL
                     GROUP BY game, winner, how"#,
                player
            )?,
        };
        results(rows)
    }

    /// The results of the games of this kind between two players, by who moved first.
    pub async fn results_between(
        &mut self,
        kind: &str,
        first: PlayerId,
        second: PlayerId,
    ) -> Result<Vec<Results>, StoreError> {
        results(fetch_all_as!(
            Row,
            self,
            r#"SELECT game AS kind, winner, how AS "how!", COUNT(*) AS "count!" FROM games
             WHERE first = $1 AND game = $2 AND second = $3 AND finished_at IS NOT NULL
             GROUP BY game, winner, how"#,
            first,
            kind,
            second
        )?)
    }
}
