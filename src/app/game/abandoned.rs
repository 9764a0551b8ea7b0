//! Closing abandoned games without a clock: the waiting player gives notice first, and can close the
//! game some days later.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::time::clock::days;
use crate::app::{Act, App, AppError, Decision, Refusal};
use crate::model::{Event, GameId, Time};

/// How long the player to move must have been silent before notice can be given.
const SILENCE: Duration = days(30);
/// How long the silent player has after the notice before the game can be closed.
pub const GRACE: Duration = days(3);

impl App {
    /// Gives notice to a silent opponent that the game will be closed.
    pub async fn give_abandonment_notice(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = waiting(game, act)?;
            if !game.is_silent(act.now) {
                return Err(Refusal::NotYet(game.turn_at() + SILENCE));
            }
            if game.silence.is_some() {
                return Err(Refusal::AlreadyOffered);
            }
            let notice = Notice::SilenceNotice;
            Ok(Decision::single(game, side, Event::SilenceNoticed, notice))
        };
        self.update_game(act, id, decide).await
    }

    /// Closes the game without a result, if the opponent has not moved since the notice.
    pub async fn close_abandoned(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = waiting(game, act)?;
            let (_, noticed_at) = game.silence.ok_or(Refusal::NoNotice)?;
            let from = noticed_at + GRACE;
            if act.now < from {
                return Err(Refusal::NotYet(from));
            }
            Ok(Decision::end(Some(side), Event::ClosedForSilence))
        };
        self.update_game(act, id, decide).await
    }
}

impl Game {
    /// Has the player to move been silent long enough for the opponent to give notice?
    pub fn is_silent(&self, now: Time) -> bool {
        let is_between_people = self.computer.is_none();
        !self.is_over()
            && is_between_people
            && self.row.pace.is_none()
            && self.turn_at() + SILENCE <= now
    }
}

/// The side of a player who waits for the opponent in a game without a clock.
fn waiting(game: &Game, act: &Act) -> Result<Side, Refusal> {
    let side = game.player(act)?;
    if game.row.pace.is_some() {
        return Err(Refusal::HasClock);
    }
    if game.to_move() == Some(side) || game.computer.is_some() {
        // A player's own silence is no reason to close the game: they can move or resign.
        return Err(Refusal::NothingOffered);
    }
    // A vacation is not silence.
    if let Some(away) = game.clock.away(!side) {
        return Err(Refusal::Away(away.until));
    }
    Ok(side)
}
