//! The history of a player: finished games, filtered and one page at a time.

use crate::app::{App, AppError};
pub use crate::model::GameResult;
use crate::model::{GameId, GameRow, PlayerId, Time};
use crate::store::finished_games::FinishedFilter;

/// A filter of finished games; the default matches all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Only games against this player.
    pub opponent: Option<PlayerId>,
    /// Only games of this name.
    pub game: Option<String>,
    /// Only this variant, by its name without the number of a deal.
    pub variant: Option<String>,
    /// Only games with this result.
    pub score: Option<GameResult>,
}

/// A page of finished games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HistoryPage {
    /// The games, latest first.
    pub games: Vec<GameRow>,
    /// The position in the list after which the next page begins, if there is one: a game with the time
    /// it ended.
    pub next: Option<(Time, GameId)>,
}

impl App {
    /// A page of the games a player has finished, after a position in the list: a game with the time it
    /// ended.
    pub async fn history(
        &self,
        player: PlayerId,
        filter: &Filter,
        after: Option<(Time, GameId)>,
        most: usize,
    ) -> Result<HistoryPage, AppError> {
        let past = FinishedFilter {
            opponent: filter.opponent,
            game: filter.game.as_deref(),
            variant: filter.variant.as_deref(),
            score: filter.score,
        };
        let mut conn = self.read().await?;
        // One more than needed tells whether there is another page.
        let mut games = conn
            .past_games(player, &past, after, most as i64 + 1)
            .await?;
        let is_more = games.len() > most;
        games.truncate(most);
        let last = games.last().filter(|_| is_more);
        let next = last.and_then(|row| Some((row.status.end.as_ref()?.at, row.id)));
        Ok(HistoryPage { games, next })
    }
}
