//! Queries about finished games.

use crate::model::{GameId, GameResult, GameRow, PlayerId, Time};
use std::cmp::Reverse;

use hexpost_engine::side::Side;

use crate::store::games::{Row, games, select, side_code};
use crate::store::{Connection, StoreError};

/// A filter of a player's finished games; the default matches all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FinishedFilter<'a> {
    /// Only games against this player.
    pub opponent: Option<PlayerId>,
    /// Only games of this name.
    pub game: Option<&'a str>,
    /// Only this variant, by its name without the number of a deal.
    pub variant: Option<&'a str>,
    /// Only games with this result.
    pub score: Option<GameResult>,
}

/// Selects finished games of a player; `$whose` is the condition on the player's side.
macro_rules! past {
    ($conn:expr, $whose:literal $(, $argument:expr)*) => {
        select!(
            fetch_all,
            $conn,
            "WHERE " + $whose + " AND (finished_at, id) < ($2, $3)
                 AND (CAST($5 AS TEXT) IS NULL OR game = $5)
                 AND (CAST($6 AS TEXT) IS NULL OR variant = $6 OR variant LIKE $6 || ':%')
                 AND (CAST($7 AS BIGINT) IS NULL OR $7 = COALESCE(winner,
                     CASE WHEN how IN ('abort', 'moderator') THEN 3 ELSE 2 END))
             ORDER BY finished_at DESC, id DESC LIMIT $4"
            $(, $argument)*
        )
    };
}

impl Connection {
    /// A page of the games a player has finished, latest first, after a position in the list: a game
    /// with the time it ended.
    ///
    /// Each query walks an index in the order of the list and stops when the page is full. Game,
    /// variant and result are checked on the way: in the worst case all games of the player are read.
    pub async fn past_games(
        &mut self,
        player: PlayerId,
        past: &FinishedFilter<'_>,
        after: Option<(Time, GameId)>,
        most: i64,
    ) -> Result<Vec<GameRow>, StoreError> {
        let (at, id) = after.unwrap_or((Time(i64::MAX), GameId(i64::MAX)));
        let (game, variant) = (past.game, past.variant);
        let mut all: Vec<Row> = Vec::new();
        for side in Side::BOTH {
            // 0 and 1: that side won. 2: a draw. 3: no result.
            let score = past.score.map(|score| match score {
                GameResult::Won => side_code(Some(side)).unwrap_or_default(),
                GameResult::Lost => side_code(Some(!side)).unwrap_or_default(),
                GameResult::Drawn => 2,
                GameResult::Nothing => 3,
            });
            all.extend(match (side, past.opponent) {
                (Side::First, None) => past!(
                    self,
                    "first = $1",
                    player,
                    at,
                    id,
                    most,
                    game,
                    variant,
                    score
                )?,
                (Side::Second, None) => past!(
                    self,
                    "second = $1",
                    player,
                    at,
                    id,
                    most,
                    game,
                    variant,
                    score
                )?,
                (_, Some(opponent)) => {
                    let (first, second) = match side {
                        Side::First => (player, opponent),
                        Side::Second => (opponent, player),
                    };
                    past!(
                        self,
                        "first = $1 AND second = $8",
                        first,
                        at,
                        id,
                        most,
                        game,
                        variant,
                        score,
                        second
                    )?
                }
            });
        }
        all.sort_by_key(|row| Reverse((row.finished_at, row.id)));
        all.truncate(most.max(0) as usize);
        Ok(games(all))
    }
}
