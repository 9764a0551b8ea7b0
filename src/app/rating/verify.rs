//! Recomputes all ratings from the first rated game on. The results must be identical to the last bit.

use std::collections::HashMap;

use hexpost_engine::side::{BySide, Side};

use crate::app::AppError;
use crate::app::game::state::Game;
use crate::app::rating::{MAX_A_WEEK, RULES, WEEK, current, is_short, shift};
use crate::model::{GameEnd, GameRow, PlayerId, Rating, RatingChange, Time, Uncounted};
use crate::store::rated_games::Counted;
use crate::store::{Connection, StoreError};

/// Number of rows per query; each is one player's half of a rated game.
const PAGE: i64 = 1000;

/// Recomputes all ratings; returns the problems found, one line each.
pub(crate) async fn verify_ratings(conn: &mut Connection) -> Result<Vec<String>, AppError> {
    let mut problems = Vec::new();
    for id in conn.miscounted().await? {
        problems.push(format!("game {id}: is not counted as it was played"));
    }
    let uncounted = conn.uncounted().await?;
    for row in &uncounted {
        let end = row.status.end.as_ref();
        let has_result = end.is_some_and(GameEnd::has_result);
        if has_result && row.uncounted.is_none() {
            let id = row.id;
            problems.push(format!("game {id}: is rated, but was not counted"));
        }
    }
    let mut count = RatingRecount::default();
    let mut last = None;
    loop {
        let page = match conn.counted_after(last, PAGE).await {
            Err(what @ StoreError::Damaged(_)) => {
                problems.push(what.to_string());
                return Ok(problems);
            }
            page => page?,
        };
        let Some(end) = page.last() else {
            break;
        };
        last = Some((end.place, end.side));
        for half in page {
            problems.extend(count.add(half));
        }
    }
    let limited = uncounted.iter();
    let limited = limited.filter(|row| row.uncounted == Some(Uncounted::Limit));
    problems.extend(limited.filter_map(|row| count.below_limit(row)));
    problems.extend(count.half.map(|half| halved(&half)));
    for (player, kind) in conn.inconsistent_ratings().await? {
        let problem =
            format!("player {player}: the rating for {kind} is not the last one worked out");
        problems.push(problem);
    }
    Ok(problems)
}

/// The problem with a game's reason for not counting, as far as the game alone can tell.
pub(crate) fn uncounted_problem(game: &Game) -> Option<String> {
    let row = &game.row;
    let end = row.status.end.as_ref();
    let end = end.filter(|end| row.is_rated && end.has_result());
    let is_newer = row.rating_rules >= RULES;
    let is_short = end.is_some_and(|end| is_newer && is_short(&end.how, &game.real_turns()));
    let is_right = match row.uncounted {
        None => !is_short,
        Some(Uncounted::Short) => is_short,
        Some(Uncounted::Limit) => end.is_some() && is_newer && !is_short,
        // The number of turns was unknown when the game was ended.
        Some(Uncounted::Frozen) => end.is_some() && is_newer,
    };
    (!is_right).then(|| {
        let why = row.uncounted.map_or("nothing", Uncounted::as_str);
        format!("what keeps it from being counted is said to be {why}, which is wrong")
    })
}

/// The ratings recomputed so far.
#[derive(Default)]
struct RatingRecount {
    ratings: HashMap<(PlayerId, String), Rating>,
    /// The first player's half of a game whose second half comes next.
    half: Option<Counted>,
    /// The end times of the counted games of each pair of players, the lower id first.
    ends: HashMap<(PlayerId, PlayerId), Vec<Time>>,
}

impl RatingRecount {
    /// Adds the next half of a game; returns the problem found.
    fn add(&mut self, half: Counted) -> Option<String> {
        match (self.half.take(), half.side) {
            (None, Side::First) => {
                self.half = Some(half);
                None
            }
            (Some(first), Side::Second) if first.place == half.place && first.game == half.game => {
                self.count(&BySide {
                    first,
                    second: half,
                })
            }
            (Some(first), Side::First) => {
                self.half = Some(half);
                Some(halved(&first))
            }
            (first, Side::Second) => Some(halved(&first.unwrap_or(half))),
        }
    }

    /// Recomputes a game.
    fn count(&mut self, halves: &BySide<Counted>) -> Option<String> {
        let Counted {
            game, winner, how, ..
        } = &halves.first;
        let at = halves.first.shift.after.at;
        let wrong = |what: String| Some(format!("game {game}: {what}"));
        if !how.as_ref().is_some_and(|how| how.has_result(*winner)) {
            return wrong("has no result, but was counted".to_owned());
        }
        if let Some(pair) = pair(BySide::new_with(|side| halves[side].player)) {
            let lately = self.lately(pair, at);
            self.ends.entry(pair).or_default().push(at);
            if halves.first.rules == RULES && lately >= MAX_A_WEEK {
                return wrong(format!("was counted, after {lately} of the two in a week"));
            }
        }
        let ratings = BySide::new_with(|side| self.rating(&halves[side]));
        let before = BySide::new_with(|side| match halves[side].player {
            Some(_) => current(ratings[side].as_ref(), at),
            // Of a player whose data were erased only the figures are left.
            None => halves[side].shift.before,
        });
        for side in Side::BOTH {
            let half = &halves[side];
            let games = match half.player {
                Some(_) => ratings[side].map_or(0, |rating| rating.games),
                None => half.shift.after.games - 1,
            };
            let shift: RatingChange = shift(&before, side, *winner, games, at);
            if shift != half.shift {
                let said = half.shift;
                return wrong(format!(
                    "{side}'s rating is {said:?}, worked out it is {shift:?}"
                ));
            }
            if let Some(player) = half.player {
                self.ratings
                    .insert((player, half.kind.clone()), shift.after);
            }
        }
        None
    }

    /// The number of counted games of two players in the week before a time.
    fn lately(&self, pair: (PlayerId, PlayerId), at: Time) -> usize {
        let ends = self.ends.get(&pair).into_iter().flatten();
        ends.filter(|end| **end > at - WEEK).count()
    }

    /// The problem if a game was not counted because of a limit that had not been reached.
    fn below_limit(&self, row: &GameRow) -> Option<String> {
        let at = row.status.end.as_ref()?.at;
        let lately = self.lately(pair(row.players)?, at);
        let id = row.id;
        let problem =
            format!("game {id}: was not counted, after only {lately} of the two in a week");
        (lately < MAX_A_WEEK).then_some(problem)
    }

    /// A player's rating before a game.
    fn rating(&self, half: &Counted) -> Option<Rating> {
        // A player whose data were erased and who came back starts again with a first game. Nobody else
        // can: each game of a player is counted once.
        let is_first = half.shift.after.games == 1;
        let player = half.player.filter(|_| !is_first)?;
        self.ratings.get(&(player, half.kind.clone())).copied()
    }
}

/// Two players, regardless of their sides; `None` if the data of one were erased.
fn pair(players: BySide<Option<PlayerId>>) -> Option<(PlayerId, PlayerId)> {
    let (first, second) = (players.first?, players.second?);
    Some((first.min(second), first.max(second)))
}

fn halved(half: &Counted) -> String {
    format!("game {}: was counted for one player only", half.game)
}
