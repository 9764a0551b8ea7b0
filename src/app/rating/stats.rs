//! What results add up to: someone's profile, two players' series, and the best of all.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::{BySide, Side};

use crate::app::rating::{MOST_A_WEEK, WEEK, is_provisional};
use crate::app::{App, AppError};
use crate::model::{GameId, GameResult, PlayerId, Rating, RatingChange, ServerId, Time, Uncounted};
use crate::store::Connection;
use crate::store::finished_games::Past;
use crate::store::ratings::Circle;
use crate::store::results::Results;

/// So many of the last games are told.
const RECENT: usize = 10;

/// So many of the last games are looked at for that: some may have no result.
const LOOKED_AT: i64 = 30;

/// How often someone has won, lost and drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
}

/// What someone has done in one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The game.
    pub kind: GameKind,
    /// The rating, if there has been a rated game.
    pub rating: Option<Rating>,
    /// The results on each side.
    pub tallies: BySide<Tally>,
    /// The results against the one who looks.
    pub against: Tally,
}

/// What someone has done in all games.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// Game by game; only those in which there is something to tell.
    pub records: Vec<Record>,
    /// How the last games came out, the latest first.
    pub recent: Vec<GameResult>,
}

/// What the end of a game has brought.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Upshot {
    /// What it changed for each player, if it was rated.
    pub shifts: BySide<Option<RatingChange>>,
    /// Why it changed nothing though it was rated and has a result, if so.
    pub uncounted: Option<Uncounted>,
    /// All results between the two in this game, as the first player of the game sees them.
    pub series: Tally,
}

/// A page of the best.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaders {
    /// The page, which may be an earlier one than was asked for.
    pub page: usize,
    /// How many pages there are, at least one.
    pub pages: usize,
    /// Who is on it: first those who have a place, then those whose rating is provisional.
    pub lines: Vec<Leader>,
    /// How many have a place.
    pub placed: u64,
    /// The one who looks, if he is among them.
    pub own: Option<Leader>,
}

/// Someone among the best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leader {
    /// Who.
    pub player: PlayerId,
    /// The place; none as long as the rating is provisional.
    pub place: Option<u64>,
    /// The rating.
    pub rating: Rating,
}

impl Tally {
    /// How many games these are.
    pub const fn games(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Adds results of games in which someone sat on this side; those without a result do not count.
    fn add(&mut self, side: Side, results: &Results) {
        match GameResult::for_side(side, results.winner, &results.how) {
            GameResult::Won => self.won += results.count,
            GameResult::Lost => self.lost += results.count,
            GameResult::Drawn => self.drawn += results.count,
            GameResult::Nothing => {}
        }
    }
}

/// All results of one player against another in a game.
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
    /// What someone has done, as another sees it.
    pub async fn profile(&self, player: PlayerId, by: PlayerId) -> Result<Profile, AppError> {
        let mut conn = self.read().await?;
        let ratings = conn.ratings_of(player).await?;
        let mut results = BySide::default();
        for side in Side::BOTH {
            results[side] = conn.results_of(side, player).await?;
        }
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
            records.push(Record {
                kind,
                rating,
                tallies,
                against,
            });
        }
        let latest = conn
            .past_games(player, &Past::default(), None, LOOKED_AT)
            .await?;
        let results = latest.iter().filter_map(|row| {
            let result = GameResult::of(row, row.side_of(player)?)?;
            (result != GameResult::Nothing).then_some(result)
        });
        Ok(Profile {
            records,
            recent: results.take(RECENT).collect(),
        })
    }

    /// The game in which someone has had most rated games; the first of all without any.
    pub async fn usual_kind(&self, player: PlayerId) -> Result<GameKind, AppError> {
        let ratings = self.read().await?.ratings_of(player).await?;
        let games = |kind: &&GameKind| {
            let found = ratings.iter().find(|(name, _)| name == kind.as_str());
            found.map_or(0, |(_, rating)| rating.games)
        };
        // Of several with as many the last is taken: seen from behind, the first.
        let usual = GameKind::ALL.iter().rev().max_by_key(games);
        Ok(usual.copied().unwrap_or(GameKind::ALL[0]))
    }

    /// What the end of a game has brought.
    pub async fn game_summary(&self, id: GameId) -> Result<Upshot, AppError> {
        let mut conn = self.read().await?;
        let Some(row) = conn.game(id).await? else {
            return Ok(Upshot::default());
        };
        let series = match (row.players.first, row.players.second) {
            (Some(first), Some(second)) => series(&mut conn, &row.game, first, second).await?,
            _ => Tally::default(),
        };
        let shifts = conn.shifts(id).await?;
        Ok(Upshot {
            shifts,
            uncounted: row.uncounted,
            series,
        })
    }

    /// Have enough games of two people counted for ratings this week? Then the moment from which on
    /// another one can.
    pub async fn pair_limit(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Time,
    ) -> Result<Option<Time>, AppError> {
        let mut conn = self.read().await?;
        let lately = conn.counted_lately(one, other, now - WEEK).await?;
        // As soon as the oldest of the latest ones is a week ago, there is room again.
        Ok(lately.get(MOST_A_WEEK - 1).map(|end| *end + WEEK))
    }

    /// A page of the best in a game, of a server or of all, with the place of the one who looks.
    pub async fn leaders(
        &self,
        kind: GameKind,
        server: Option<ServerId>,
        by: PlayerId,
        (page, size): (usize, usize),
        now: Time,
    ) -> Result<Leaders, AppError> {
        let circle = |is_settled| Circle {
            kind: kind.as_str(),
            server,
            is_settled,
            now,
        };
        let (settled, others) = (circle(true), circle(false));
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

/// Where someone stands, if he is in the circle.
async fn own(
    conn: &mut Connection,
    settled: &Circle<'_>,
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
