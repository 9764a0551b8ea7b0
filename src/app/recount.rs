//! Working out all ratings again, from the first rated game on: they must come out the same to the bit.

use std::collections::HashMap;

use crate::engine::side::{BySide, Side};
use crate::store::rated_games::{Counted, Shift};
use crate::store::ratings::Rating;
use crate::store::{PlayerId, Session, StoreError};

use super::rating::{current, has_result, shift};

/// As many halves of games are read at once.
const PAGE: i64 = 1000;

/// What is wrong with the ratings, a line each.
pub(super) async fn recount(session: &mut Session) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    for id in session.miscounted().await? {
        problems.push(format!("game {id}: is not counted as it was played"));
    }
    for (id, end) in session.uncounted().await? {
        if has_result(end.winner, &end.how) {
            problems.push(format!("game {id}: is rated, but was not counted"));
        }
    }
    let mut count = Count::default();
    let mut last = None;
    loop {
        let page = match session.counted_after(last, PAGE).await {
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
    problems.extend(count.half.map(|half| halved(&half)));
    for (player, kind) in session.strange_ratings().await? {
        let problem =
            format!("player {player}: the rating for {kind} is not the last one worked out");
        problems.push(problem);
    }
    Ok(problems)
}

/// Ratings as far as they have been worked out.
#[derive(Default)]
struct Count {
    ratings: HashMap<(PlayerId, String), Rating>,
    /// The first player's half of a game whose other half comes next.
    half: Option<Counted>,
}

impl Count {
    /// Takes the next half of a game; says what is wrong with it.
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

    /// Counts a game again.
    fn count(&mut self, halves: &BySide<Counted>) -> Option<String> {
        let Counted {
            game, winner, how, ..
        } = &halves.first;
        let at = halves.first.shift.after.at;
        let wrong = |what: String| Some(format!("game {game}: {what}"));
        let has_result = |how: &String| has_result(*winner, how);
        if !how.as_ref().is_some_and(has_result) {
            return wrong("has no result, but was counted".to_owned());
        }
        let ratings = BySide::new_with(|side| self.rating(&halves[side]));
        let before = BySide::new_with(|side| match halves[side].player {
            Some(_) => current(ratings[side].as_ref(), at),
            // Of someone who was forgotten only the figures are left.
            None => halves[side].shift.before,
        });
        for side in Side::BOTH {
            let half = &halves[side];
            let games = match half.player {
                Some(_) => ratings[side].map_or(0, |rating| rating.games),
                None => half.shift.after.games - 1,
            };
            let shift: Shift = shift(&before, side, *winner, games, at);
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

    /// What a player had before a game.
    fn rating(&self, half: &Counted) -> Option<Rating> {
        // Whoever was forgotten and came back begins anew. That nobody else does is certain: a player has
        // each of his games only once.
        let is_first = half.shift.after.games == 1;
        let player = half.player.filter(|_| !is_first)?;
        self.ratings.get(&(player, half.kind.clone())).copied()
    }
}

fn halved(half: &Counted) -> String {
    format!("game {}: was counted for one player only", half.game)
}
