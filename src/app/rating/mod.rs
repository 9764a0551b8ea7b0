//! What a rated game changes, and which games count.
//!
//! A rated game with a result counts, with two exceptions in games that began under the second
//! [rules](RULES):
//!
//! - An end that is not on the board (resignation, time, agreement, a moderator's word) counts only after
//!   each player has made three turns. Placing pieces in TZAAR's tournament set-up is no
//!   turn, and what was taken back has not been made. A win or draw by the rules of the board always counts.
//! - Of the games of two people at most [five](MOST_A_WEEK) a week count, whatever they play and wherever.
//!   The week is the seven days before the end of a game, and what counts among them are the games that
//!   were counted before it, in the order in which they were written down. Of several that end at the same
//!   moment the transaction decides which is first.
//!
//! Why a game did not count is kept with it, and `hexpost check` finds out the same again.
//!
//! A rating period is one game: ratings change as soon as it ends. A week without a rated game is a period,
//! too, in which the deviation grows; that is worked out when someone looks, and written down with the next
//! game. A rating is provisional as long as its deviation is large: at first, and again after a long pause.

pub mod glicko2;
pub mod stats;
pub(crate) mod verify;

use std::time::Duration;

use hexpost_engine::side::{BySide, Side};

use crate::app::time::clock;
use crate::model::{EndReason, Figures, GameRow, Rating, RatingChange, Time, Uncounted};
use crate::store::rated_games::{Contest, PairLimit};
use glicko2::START;

/// The version of the rules by which a game counts that begins now. The first counted every result.
pub const RULES: i64 = 2;
/// So many turns has each player made before an end that is not on the board counts.
const LEAST_TURNS: usize = 3;
/// So many games of the same two people count in a week.
pub const MOST_A_WEEK: usize = 5;
/// The time in which at most [`MOST_A_WEEK`] games of two people count.
pub(crate) const WEEK: Duration = clock::days(7);
/// So long without a rated game is a rating period.
const PERIOD: Duration = clock::days(7);
/// Above this deviation a rating is provisional.
pub const SETTLED: f64 = 110.0;
/// Nobody is settled for longer, in periods: a hundred years.
const LONGEST: i64 = 5200;

/// Did a game end otherwise than on the board before it had really begun?
pub(crate) fn is_short(how: &EndReason, turns: &BySide<usize>) -> bool {
    let is_by_people = matches!(
        how,
        EndReason::Resignation | EndReason::Time | EndReason::Agreement | EndReason::Moderator
    );
    is_by_people && turns.iter().any(|made| *made < LEAST_TURNS)
}

/// How a game with so many turns that was just ended is counted; none if there is nothing to count.
/// Without the turns, because the game does not replay, it is not counted.
pub(crate) fn contest(row: &GameRow, turns: Option<BySide<usize>>) -> Option<Contest> {
    let end = row.status.end.as_ref()?;
    let players = BySide {
        first: row.players.first?,
        second: row.players.second?,
    };
    (row.is_rated && end.has_result()).then(|| Contest {
        kind: row.game.clone(),
        server: row.server,
        players,
        winner: end.winner,
        uncounted: match turns {
            _ if row.rating_rules < RULES => None,
            Some(turns) => is_short(&end.how, &turns).then_some(Uncounted::Short),
            None => Some(Uncounted::Frozen),
        },
        // Games of a tournament are to have none.
        limit: (row.rating_rules >= RULES).then(|| PairLimit {
            most: MOST_A_WEEK,
            since: end.at - WEEK,
        }),
        rate,
    })
}

/// What the end of a game changes.
pub(crate) fn rate(
    ratings: &BySide<Option<Rating>>,
    winner: Option<Side>,
    now: Time,
) -> BySide<RatingChange> {
    let before = BySide::new_with(|side| current(ratings[side].as_ref(), now));
    BySide::new_with(|side| {
        let games = ratings[side].map_or(0, |rating| rating.games);
        shift(&before, side, winner, games, now)
    })
}

/// What the end of a game changes for one of two players as strong as this, who has had so many
/// rated games.
pub(crate) fn shift(
    before: &BySide<Figures>,
    side: Side,
    winner: Option<Side>,
    games: i64,
    now: Time,
) -> RatingChange {
    let score = match winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    let figures = glicko2::after(&before[side], &[(before[!side], score)]);
    RatingChange {
        before: before[side],
        after: Rating {
            figures,
            games: games + 1,
            at: now,
            settled_until: settled_until(&figures, now),
        },
    }
}

/// How strong someone is at this moment, as far as is known.
pub fn current(rating: Option<&Rating>, now: Time) -> Figures {
    let Some(rating) = rating else {
        return START;
    };
    let passed = now.0.saturating_sub(rating.at.0).max(0);
    glicko2::idle(&rating.figures, passed / PERIOD.as_millis() as i64)
}

/// Is a rating still, or again, too uncertain for a place among the others?
pub fn is_provisional(rating: &Rating, now: Time) -> bool {
    rating.settled_until <= now
}

/// From when on a rating is provisional, if no rated game follows.
fn settled_until(figures: &Figures, at: Time) -> Time {
    let is_settled = |periods: &i64| glicko2::idle(figures, *periods).deviation <= SETTLED;
    let periods = (0..LONGEST).take_while(is_settled).count();
    at + PERIOD * periods as u32
}
