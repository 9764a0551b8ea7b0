//! How strong people are at puzzles: their records, and the leaderboard of a server.

use hexpost_engine::game::GameKind;

use crate::app::{App, AppError};
use crate::model::{PlayerId, PuzzleRecord, ServerId, Time};
use crate::store::ratings::RatingFilter;

/// The number of players on the leaderboard.
const LEADERS: i64 = 10;

impl App {
    /// A player's records in the puzzles of all games.
    pub async fn puzzle_records(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(GameKind, PuzzleRecord)>, AppError> {
        let records = self.read().await?.puzzle_records_of(player).await?;
        let known = |(name, record): (String, PuzzleRecord)| {
            let kind = GameKind::ALL.iter().find(|kind| kind.as_str() == name)?;
            Some((*kind, record))
        };
        Ok(records.into_iter().filter_map(known).collect())
    }

    /// The best players at the puzzles of a game on a server, or anywhere; first those whose ratings are established.
    pub async fn puzzle_leaders(
        &self,
        kind: GameKind,
        server: Option<ServerId>,
        now: Time,
    ) -> Result<Vec<(PlayerId, PuzzleRecord)>, AppError> {
        let mut conn = self.read().await?;
        let mut leaders = Vec::new();
        for is_settled in [true, false] {
            let filter = RatingFilter {
                kind: kind.as_str(),
                server,
                is_settled,
                now,
            };
            let left = LEADERS - leaders.len() as i64;
            leaders.extend(conn.puzzle_leaders(&filter, left).await?);
        }
        Ok(leaders)
    }
}
