//! Ends that are not on the board: resigning, agreeing on a draw, calling off, a moderator's word.

use crate::engine::side::Side;
use crate::store::events::{Event, NewEvent};
use crate::store::{GameId, PlayerId, Time};

use super::game::Game;
use super::notice::Notice;
use super::{Act, App, Decision, No, Refusal};

/// As long as fewer turns than these were made, a game can be called off.
const BEGUN: usize = 2;

impl Decision {
    /// One event of a player's, told to the other.
    pub(super) fn one(game: &Game, side: Side, event: Event, notice: Notice) -> Self {
        Self {
            events: vec![NewEvent {
                event,
                side: Some(side),
            }],
            notices: vec![(notice, game.row.players[!side])],
        }
    }

    /// The end, told to both.
    pub(super) fn end(side: Option<Side>, event: Event) -> Self {
        Self {
            events: vec![NewEvent { event, side }],
            notices: vec![(Notice::Finished, None)],
        }
    }
}

impl App {
    /// Gives up.
    pub async fn resign(&self, act: &Act, id: GameId) -> Result<Game, No> {
        self.amend(act, id, |game| resigned(game, act.by)).await
    }

    /// Gives up for someone who leaves.
    pub(super) async fn resign_for(
        &self,
        player: PlayerId,
        id: GameId,
        now: Time,
    ) -> Result<Game, No> {
        self.amend_as(None, now, id, |game| resigned(game, player))
            .await
    }

    /// Calls the game off, as long as it has hardly begun.
    pub async fn abort(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = game.player(act.by)?;
            if game.turns.len() >= BEGUN {
                return Err(Refusal::TooLateToAbort);
            }
            Ok(Decision::end(Some(side), Event::Aborted))
        };
        self.amend(act, id, decide).await
    }

    /// Ends a game as a moderator, who need not be a player. Whether someone is one is for the
    /// platform to know.
    pub async fn moderate(&self, act: &Act, id: GameId, winner: Option<Side>) -> Result<Game, No> {
        let decide = |game: &Game| {
            if game.is_over() {
                return Err(Refusal::Finished);
            }
            Ok(Decision::end(None, Event::EndedByModerator(winner)))
        };
        self.amend(act, id, decide).await
    }

    /// Offers a draw.
    pub async fn offer_draw(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = game.player(act.by)?;
            if game.draw_offer == Some(!side) {
                return Err(Refusal::TheyOffered);
            }
            // Once in a position is enough.
            if game.has_offered[side] {
                return Err(Refusal::AlreadyOffered);
            }
            let notice = Notice::DrawOffered;
            Ok(Decision::one(game, side, Event::DrawOffered, notice))
        };
        self.amend(act, id, decide).await
    }

    /// Takes the offer back.
    pub async fn withdraw_draw(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = game.player(act.by)?;
            if game.draw_offer != Some(side) {
                return Err(Refusal::NothingOffered);
            }
            let notice = Notice::DrawWithdrawn;
            Ok(Decision::one(game, side, Event::DrawWithdrawn, notice))
        };
        self.amend(act, id, decide).await
    }

    /// Declines the other's offer.
    pub async fn decline_draw(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = offered_draw(game, act)?;
            let notice = Notice::DrawDeclined;
            Ok(Decision::one(game, side, Event::DrawDeclined, notice))
        };
        self.amend(act, id, decide).await
    }

    /// Accepts the other's offer: a draw.
    pub async fn accept_draw(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = offered_draw(game, act)?;
            Ok(Decision::end(Some(side), Event::DrawAgreed))
        };
        self.amend(act, id, decide).await
    }
}

fn resigned(game: &Game, player: PlayerId) -> Result<Decision, Refusal> {
    let side = game.player(player)?;
    Ok(Decision::end(Some(side), Event::Resigned))
}

/// The seat of someone to whom a draw is offered.
fn offered_draw(game: &Game, act: &Act) -> Result<Side, Refusal> {
    let side = game.player(act.by)?;
    if game.draw_offer != Some(!side) {
        return Err(Refusal::NothingOffered);
    }
    Ok(side)
}
