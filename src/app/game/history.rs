//! What someone has played: finished games, a page at a time, of all kinds or of one.

use crate::app::{App, AppError};
pub use crate::model::GameResult;
use crate::model::{GameId, GameRow, PlayerId, Time};
use crate::store::finished_games::Past;

/// Which finished games are meant; nothing said is all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Against whom.
    pub opponent: Option<PlayerId>,
    /// The name of the game.
    pub game: Option<String>,
    /// The name of the variant, without the number of a deal.
    pub variant: Option<String>,
    /// How it ended.
    pub score: Option<GameResult>,
}

/// A page of finished games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The games, the latest first.
    pub games: Vec<GameRow>,
    /// Where the next page begins, if there is one: after this game, which ended then.
    pub next: Option<(Time, GameId)>,
}

impl App {
    /// A page of what someone has played, after a place in the list, which is a game with the moment
    /// it ended.
    pub async fn history(
        &self,
        player: PlayerId,
        filter: &Filter,
        after: Option<(Time, GameId)>,
        most: usize,
    ) -> Result<Page, AppError> {
        let past = Past {
            opponent: filter.opponent,
            game: filter.game.as_deref(),
            variant: filter.variant.as_deref(),
            score: filter.score,
        };
        let mut conn = self.read().await?;
        // One more tells whether there is another page.
        let mut games = conn
            .past_games(player, &past, after, most as i64 + 1)
            .await?;
        let is_more = games.len() > most;
        games.truncate(most);
        let last = games.last().filter(|_| is_more);
        let next = last.and_then(|row| Some((row.status.end.as_ref()?.at, row.id)));
        Ok(Page { games, next })
    }
}
