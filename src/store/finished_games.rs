//! Games that are over, as their players look back at them.

use crate::model::{GameId, GameResult, GameRow, PlayerId, Time};
use std::cmp::Reverse;

use hexpost_engine::side::Side;

use crate::store::games::{Row, games, select, side_code};
use crate::store::{Connection, StoreError};

/// Which finished games of a player are meant; nothing said is all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Past<'a> {
    /// Against whom.
    pub opponent: Option<PlayerId>,
    /// The name of the game.
    pub game: Option<&'a str>,
    /// The name of the variant, without the number of a deal.
    pub variant: Option<&'a str>,
    /// How it went.
    pub score: Option<GameResult>,
}

/// Selects the finished games of someone; what is said first says where he sits.
macro_rules! past {
    ($whose:tt $(, $argument:expr)*) => {
        select!(
            "WHERE " + $whose + " AND (finished_at, id) < ($2, $3)
                 AND ($5 IS NULL OR game = $5)
                 AND ($6 IS NULL OR variant = $6 OR variant LIKE $6 || ':%')
                 AND ($7 IS NULL OR $7 = COALESCE(winner,
                     CASE WHEN how IN ('abort', 'moderator') THEN 3 ELSE 2 END))
             ORDER BY finished_at DESC, id DESC LIMIT $4"
            $(, $argument)*
        )
    };
}

impl Connection {
    /// Some of the games a player has finished, the latest first; those after a place in that list,
    /// which is a game with the moment it ended.
    ///
    /// Each search walks an index in the order of the list and stops when the page is full. What is
    /// said of game, variant and score is looked at on the way: the worst that can happen is that a
    /// player's own games are all looked at.
    pub async fn past_games(
        &mut self,
        player: PlayerId,
        past: &Past<'_>,
        after: Option<(Time, GameId)>,
        most: i64,
    ) -> Result<Vec<GameRow>, StoreError> {
        let (at, id) = after.unwrap_or((Time(i64::MAX), GameId(i64::MAX)));
        let (game, variant) = (past.game, past.variant);
        let mut all: Vec<Row> = Vec::new();
        for side in Side::BOTH {
            // 0 and 1: that side has won. 2: nobody. 3: there is no result.
            let score = past.score.map(|score| match score {
                GameResult::Won => side_code(Some(side)).unwrap_or_default(),
                GameResult::Lost => side_code(Some(!side)).unwrap_or_default(),
                GameResult::Drawn => 2,
                GameResult::Nothing => 3,
            });
            let sql = self.sql();
            all.extend(match (side, past.opponent) {
                (Side::First, None) => {
                    let own = past!("first = $1", player, at, id, most, game, variant, score);
                    own.fetch_all(sql).await?
                }
                (Side::Second, None) => {
                    let own = past!("second = $1", player, at, id, most, game, variant, score);
                    own.fetch_all(sql).await?
                }
                (_, Some(opponent)) => {
                    let (first, second) = match side {
                        Side::First => (player, opponent),
                        Side::Second => (opponent, player),
                    };
                    let both = past!(
                        "first = $1 AND second = $8",
                        first,
                        at,
                        id,
                        most,
                        game,
                        variant,
                        score,
                        second
                    );
                    both.fetch_all(sql).await?
                }
            });
        }
        all.sort_by_key(|row| Reverse((row.finished_at, row.id)));
        all.truncate(most.max(0) as usize);
        Ok(games(all))
    }
}
