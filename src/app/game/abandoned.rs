//! Games without a clock that someone has left: closed by the one who waits, after a notice.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::time::clock::days;
use crate::app::{Act, App, Decision, No, Refusal};
use crate::model::{Event, GameId, Time};

/// So long must nothing have happened.
const SILENCE: Duration = days(30);
/// So long after the notice the other still has.
pub const GRACE: Duration = days(3);

impl App {
    /// Gives notice to someone who has been silent for long that the game will be closed.
    pub async fn notice_silence(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = waiting(game, act)?;
            if !game.is_silent(act.now) {
                return Err(Refusal::NotYet(game.turn_at() + SILENCE));
            }
            if game.silence.is_some() {
                return Err(Refusal::AlreadyOffered);
            }
            let notice = Notice::SilenceNotice;
            Ok(Decision::one(game, side, Event::SilenceNoticed, notice))
        };
        self.amend(act, id, decide).await
    }

    /// Closes the game, which has no result then, if the other has not moved since the notice.
    pub async fn close_silent(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = waiting(game, act)?;
            let (_, noticed_at) = game.silence.ok_or(Refusal::NoNotice)?;
            let from = noticed_at + GRACE;
            if act.now < from {
                return Err(Refusal::NotYet(from));
            }
            Ok(Decision::end(Some(side), Event::ClosedForSilence))
        };
        self.amend(act, id, decide).await
    }
}

impl Game {
    /// Has whoever is to move been silent for so long that the other can give notice?
    pub fn is_silent(&self, now: Time) -> bool {
        !self.is_over() && self.row.pace.is_none() && self.turn_at() + SILENCE <= now
    }
}

/// The seat of someone who waits for the other in a game without a clock.
fn waiting(game: &Game, act: &Act) -> Result<Side, Refusal> {
    let side = game.player(act)?;
    if game.row.pace.is_some() {
        return Err(Refusal::HasClock);
    }
    if game.to_move() == Some(side) {
        // One's own silence is no reason; one can move or resign.
        return Err(Refusal::NothingOffered);
    }
    // Both can see that nobody is there.
    if let Some(away) = game.clock.away(!side) {
        return Err(Refusal::Away(away.until));
    }
    Ok(side)
}
