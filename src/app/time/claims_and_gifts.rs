//! Actions of players about the clock: giving the opponent time, and claiming a game that the opponent has
//! lost on time.

use std::time::Duration;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::time::clock::days;
use crate::app::{Act, App, AppError, Decision, Refusal};
use crate::model::{Event, GameId};

/// Maximum time that can be given at once.
pub const MAX_GIFT: Duration = days(3);

impl App {
    /// Gives the opponent time, regardless of who is to move.
    pub async fn give_time(&self, act: &Act, id: GameId, time: Duration) -> Result<Game, AppError> {
        let time = time.min(MAX_GIFT).as_millis() as i64;
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.row.pace.is_none() {
                return Err(Refusal::NoClock);
            }
            if !game.clock.may_give(!side, time, game.to_move(), act.now) {
                return Err(Refusal::TimeEnough);
            }
            let notice = Notice::TimeGiven { time };
            Ok(Decision::single(game, side, Event::TimeGiven(time), notice))
        };
        self.update_game(act, id, decide).await
    }

    /// Claims a game in which the opponent has run out of time.
    pub async fn claim(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.row.pace.is_none() {
                return Err(Refusal::NoClock);
            }
            if game.to_move() == Some(side) {
                return Err(Refusal::OwnTime);
            }
            if let Some(away) = game.clock.away(!side) {
                return Err(Refusal::Away(away.until));
            }
            match game.clock.deadline(!side) {
                Some(deadline) if deadline > act.now => Err(Refusal::NotYet(deadline)),
                _ => Ok(Decision::end(Some(!side), Event::TimedOut)),
            }
        };
        self.update_game(act, id, decide).await
    }
}
