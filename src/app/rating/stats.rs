//! Statistics: players' profiles, results between two players, and leaderboards.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::{BySide, Side};

use crate::app::rating::{MAX_A_WEEK, WEEK, is_provisional};
use crate::app::{App, AppError};
use crate::model::{GameId, GameResult, PlayerId, Rating, RatingChange, ServerId, Time, Uncounted};
use crate::store::Connection;
use crate::store::finished_games::FinishedFilter;
use crate::store::ratings::RatingFilter;
use crate::store::results::Results;

/// Number of recent results in a profile.
const RECENT: usize = 10;

/// Number of games that are read for the recent results, since some have no result.
const LOOKED_AT: i64 = 30;

/// Number of ratings in a profile's history.
const MAX_HISTORY: usize = 200;

/// A player's wins, losses and draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Wins.
    pub won: u64,
    /// Losses.
    pub lost: u64,
    /// Draws.
    pub drawn: u64,
}

/// A player's record in one kind of game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameStats {
    /// The kind of game.
    pub kind: GameKind,
    /// The rating, if the player has finished a rated game.
    pub rating: Option<Rating>,
    /// The results on each side.
    pub tallies: BySide<Tally>,
    /// The results against the user who looks at the profile.
    pub against: Tally,
    /// The ratings after the latest rated games, in order, with the times at which the games ended.
    pub history: Vec<(Time, f64)>,
}

/// A player's record in all kinds of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// One record per kind of game that the player has played.
    pub records: Vec<GameStats>,
    /// The recent results, latest first.
    pub recent: Vec<GameResult>,
}

/// The effect of a finished game on ratings and results.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameSummary {
    /// The rating changes of the players, if it counted.
    pub shifts: BySide<Option<RatingChange>>,
    /// The reason why a rated game with a result did not count.
    pub uncounted: Option<Uncounted>,
    /// All results between the two players in this kind of game, from the first player's point of view.
    pub series: Tally,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaders {
    /// The number of the page, which may be lower than the one asked for.
    pub page: usize,
    /// The number of pages, at least one.
    pub pages: usize,
    /// The players on it: first those with a rank, then those with a provisional rating.
    pub lines: Vec<Leader>,
    /// The number of players with a rank.
    pub placed: u64,
    /// The line of the user who looks at it, if they are listed.
    pub own: Option<Leader>,
}

/// A line of a leaderboard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leader {
    /// The player.
    pub player: PlayerId,
    /// The rank; `None` while the rating is provisional.
    pub place: Option<u64>,
    /// The rating.
    pub rating: Rating,
}

impl Tally {
    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Adds the results of games that a player played on this side; games without a result don't count.
    fn add(&mut self, side: Side, results: &Results) {
        match GameResult::for_side(side, results.winner, &results.how) {
            GameResult::Won => self.won += results.count,
            GameResult::Lost => self.lost += results.count,
            GameResult::Drawn => self.drawn += results.count,
            GameResult::Nothing => {}
        }
    }
}

/// All results of one player against another in a kind of game.
async fn series(
    conn: &mut Connection,
    kind: &str,
    one: PlayerId,
    other: PlayerId,
) -> Result<Tally, AppError> {
    let mut tally = Tally::default();
    for (side, first, second) in [(Side::First, one, other), (Side::Second, other, one)] {
        let all = conn.results_between(kind, first, second).await?;
        for results in &all {
            tally.add(side, results);
        }
    }
    Ok(tally)
}

impl App {
    /// A player's profile, as another user sees it.
    pub async fn profile(&self, player: PlayerId, by: PlayerId) -> Result<Profile, AppError> {
        let mut conn = self.read().await?;
        let ratings = conn.ratings_of(player).await?;
        let mut results = BySide::default();
        for side in Side::BOTH {
            results[side] = conn.results_of(side, player).await?;
        }
        let mut counted = conn.counted_of(player).await?;
        counted.sort_by_key(|half| half.place);
        let mut records = Vec::new();
        for &kind in GameKind::ALL {
            let name = kind.as_str();
            let tallies = BySide::new_with(|side| {
                let mut tally = Tally::default();
                let all: &Vec<Results> = &results[side];
                for results in all.iter().filter(|results| results.kind == name) {
                    tally.add(side, results);
                }
                tally
            });
            let rating = ratings.iter().find(|(of, _)| of == name);
            let rating = rating.map(|(_, rating)| *rating);
            if rating.is_none() && tallies.iter().all(|tally| tally.games() == 0) {
                continue;
            }
            let against = if player == by {
                Tally::default()
            } else {
                series(&mut conn, name, player, by).await?
            };
            let rated = counted.iter().filter(|half| half.kind == name);
            let rated: Vec<_> = rated.map(|half| &half.shift.after).collect();
            let latest = &rated[rated.len().saturating_sub(MAX_HISTORY)..];
            let history = latest.iter().map(|after| (after.at, after.figures.rating));
            records.push(GameStats {
                kind,
                rating,
                tallies,
                against,
                history: history.collect(),
            });
        }
        let latest = conn
            .past_games(player, &FinishedFilter::default(), None, LOOKED_AT)
            .await?;
        let between_people = latest.iter().filter(|row| row.computer.is_none());
        let results = between_people.filter_map(|row| {
            let result = GameResult::of(row, row.side_of(player)?)?;
            (result != GameResult::Nothing).then_some(result)
        });
        Ok(Profile {
            records,
            recent: results.take(RECENT).collect(),
        })
    }

    /// The kind of game in which a player has most rated games; the first kind if there are none.
    pub async fn usual_kind(&self, player: PlayerId) -> Result<GameKind, AppError> {
        let ratings = self.read().await?.ratings_of(player).await?;
        let games = |kind: &&GameKind| {
            let found = ratings.iter().find(|(name, _)| name == kind.as_str());
            found.map_or(0, |(_, rating)| rating.games)
        };
        // `max_by_key` returns the last of several maxima: in reverse order, the first kind.
        let usual = GameKind::ALL.iter().rev().max_by_key(games);
        Ok(usual.copied().unwrap_or(GameKind::ALL[0]))
    }

    /// The effect of a finished game on ratings and results.
    pub async fn game_summary(&self, id: GameId) -> Result<GameSummary, AppError> {
        let mut conn = self.read().await?;
        let Some(row) = conn.game(id).await? else {
            return Ok(GameSummary::default());
        };
        let series = match (row.players.first, row.players.second) {
            (Some(first), Some(second)) => {
                series(&mut conn, row.variant.game_name(), first, second).await?
            }
            _ => Tally::default(),
        };
        let shifts = conn.shifts(id).await?;
        Ok(GameSummary {
            shifts,
            uncounted: row.uncounted,
            series,
        })
    }

    /// If the maximum number of games of two players have counted this week, the time from which
    /// another one can count.
    pub async fn pair_limit(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Time,
    ) -> Result<Option<Time>, AppError> {
        let mut conn = self.read().await?;
        let lately = conn.counted_lately(one, other, now - WEEK).await?;
        // Another game can count as soon as the oldest of the counted ones is a week old.
        Ok(lately.get(MAX_A_WEEK - 1).map(|end| *end + WEEK))
    }

    /// A page of the leaderboard of a kind of game, of one server or of all, with the line of the user
    /// who looks at it.
    pub async fn leaders(
        &self,
        kind: GameKind,
        server: Option<ServerId>,
        by: PlayerId,
        (page, size): (usize, usize),
        now: Time,
    ) -> Result<Leaders, AppError> {
        let filter = |is_settled| RatingFilter {
            kind: kind.as_str(),
            server,
            is_settled,
            now,
        };
        let (settled, others) = (filter(true), filter(false));
        let mut conn = self.read().await?;
        let placed = conn.count_ratings(&settled).await?;
        let all = placed + conn.count_ratings(&others).await?;
        let size = size.max(1) as i64;
        let pages = ((all + size - 1) / size).max(1);
        let page = (page as i64).min(pages - 1);
        let skipped = page * size;
        let mut lines = Vec::new();
        for (place, (player, rating)) in
            (skipped + 1..).zip(conn.best(&settled, skipped, size).await?)
        {
            lines.push(Leader {
                player,
                place: Some(place as u64),
                rating,
            });
        }
        let room = size - lines.len() as i64;
        if room > 0 {
            let skipped = (skipped - placed).max(0);
            let rest = conn.best(&others, skipped, room).await?;
            lines.extend(rest.into_iter().map(|(player, rating)| Leader {
                player,
                place: None,
                rating,
            }));
        }
        let own = own(&mut conn, &settled, by).await?;
        Ok(Leaders {
            page: page as usize,
            pages: pages as usize,
            lines,
            placed: placed as u64,
            own,
        })
    }
}

/// A player's line, if the player is listed.
async fn own(
    conn: &mut Connection,
    settled: &RatingFilter<'_>,
    player: PlayerId,
) -> Result<Option<Leader>, AppError> {
    let Some(rating) = conn.rating(player, settled.kind).await? else {
        return Ok(None);
    };
    if let Some(server) = settled.server
        && !conn.is_rated_on(server, settled.kind, player).await?
    {
        return Ok(None);
    }
    let place = if is_provisional(&rating, settled.now) {
        None
    } else {
        let strength = rating.figures.rating;
        let before = conn.count_before(settled, player, strength).await?;
        Some(before as u64 + 1)
    };
    Ok(Some(Leader {
        player,
        place,
        rating,
    }))
}
