//! Ratings: which games count, and how they change ratings.
//!
//! A rated game with a result counts, with two exceptions for games that began under the second
//! [rules](RULES):
//!
//! - An ending by resignation, time, agreement or a moderator counts only after each player has made
//!   three turns. Placements in TZAAR's tournament setup are not turns, and neither are turns that were
//!   taken back. A win or draw by the rules of the game always counts.
//! - At most [five](MAX_A_WEEK) games of the same two players count per week, whichever games they
//!   play and wherever. The week is the seven days before the end of a game, and the games that count
//!   in it are those that were counted before, in the order in which they were stored. Of games that
//!   end at the same moment the order of the transactions decides. Games of tournaments count whatever the
//!   number, and are counted in the limit of other games.
//!
//! The reason why a game did not count is stored with it, and `hexpost check` verifies it.
//!
//! Each game is a rating period of its own: ratings change as soon as it ends. A week without a rated
//! game is a period as well, in which the deviation grows; this is computed when a rating is shown, and
//! stored with the next game. A rating is provisional while its deviation is large: at first, and again
//! after a long pause.

pub mod glicko2;
pub mod stats;
pub(crate) mod verify;

use std::time::Duration;

use hexpost_engine::side::{BySide, Side};

use crate::app::time::clock;
use crate::model::{EndReason, Figures, GameRow, Rating, RatingChange, Time, Uncounted};
use crate::store::rated_games::{Contest, PairLimit};
use glicko2::START;

/// The version of the rules for games that begin now. Under the first version every result counted.
pub const RULES: i64 = 2;
/// The version of the rules for games of tournaments: like [`RULES`], but without the weekly limit.
pub(crate) const TOURNAMENT_RULES: i64 = 3;
/// Minimum number of turns of each player before an ending by people counts.
const LEAST_TURNS: usize = 3;
/// Maximum number of games of the same two players that count in a week.
pub const MAX_A_WEEK: usize = 5;
/// The period in which at most [`MAX_A_WEEK`] games of two players count.
pub(crate) const WEEK: Duration = clock::days(7);
/// The length of a rating period without a rated game.
const PERIOD: Duration = clock::days(7);
/// The deviation above which a rating is provisional.
pub const SETTLED: f64 = 110.0;
/// Upper bound of the periods until a rating becomes provisional: a hundred years.
const LONGEST: i64 = 5200;

/// Was a game ended by people before each player had made [`LEAST_TURNS`] turns?
pub(crate) fn is_short(how: &EndReason, turns: &BySide<usize>) -> bool {
    let is_by_people = matches!(
        how,
        EndReason::Resignation | EndReason::Time | EndReason::Agreement | EndReason::Moderator
    );
    is_by_people && turns.iter().any(|made| *made < LEAST_TURNS)
}

/// How a game that has just ended counts; `None` if it is not rated or has no result. `turns` is the
/// number of turns of each player, or `None` for a game that does not replay and therefore does not
/// count.
pub(crate) fn contest(row: &GameRow, turns: Option<BySide<usize>>) -> Option<Contest> {
    let end = row.status.end.as_ref()?;
    let players = BySide {
        first: row.players.first?,
        second: row.players.second?,
    };
    (row.is_rated && end.has_result()).then(|| Contest {
        kind: row.variant.game_name().to_owned(),
        server: row.server,
        players,
        winner: end.winner,
        uncounted: match turns {
            _ if row.rating_rules < RULES => None,
            Some(turns) => is_short(&end.how, &turns).then_some(Uncounted::Short),
            None => Some(Uncounted::Frozen),
        },
        limit: (row.rating_rules == RULES).then(|| PairLimit {
            most: MAX_A_WEEK,
            since: end.at - WEEK,
        }),
        rate,
    })
}

/// The rating changes at the end of a game.
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

/// The rating change of one of two players with these figures, after this number of rated games.
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

/// A player's figures at this time.
pub fn current(rating: Option<&Rating>, now: Time) -> Figures {
    let Some(rating) = rating else {
        return START;
    };
    let passed = now.0.saturating_sub(rating.at.0).max(0);
    glicko2::idle(&rating.figures, passed / PERIOD.as_millis() as i64)
}

/// Is a rating too uncertain to be ranked, at first or again?
pub fn is_provisional(rating: &Rating, now: Time) -> bool {
    rating.settled_until <= now
}

/// The time from which a rating is provisional if no rated game follows.
fn settled_until(figures: &Figures, at: Time) -> Time {
    let is_settled = |periods: &i64| glicko2::idle(figures, *periods).deviation <= SETTLED;
    let periods = (0..LONGEST).take_while(is_settled).count();
    at + PERIOD * periods as u32
}
