//! Taking back a turn: with the other's consent, or before he has seen it.

use crate::engine::side::Side;
use crate::store::GameId;
use crate::store::events::Event;

use super::game::Game;
use super::notice::Notice;
use super::{Act, App, Decision, No, Refusal};

/// What came of the wish to take back.
#[derive(Clone, Debug)]
pub enum Takeback {
    /// The other had not seen the turn: it is gone.
    Done(Game),
    /// The other has been asked.
    Asked(Game),
}

impl App {
    /// Takes back one's last turn, or asks for it if the other has seen it.
    pub async fn take_back(&self, act: &Act, id: GameId) -> Result<Takeback, No> {
        let decide = |game: &Game| {
            let side = game.player(act.by)?;
            let ply = last_choice(game, side).ok_or(Refusal::NothingToTakeBack)?;
            if is_unseen(game, side, ply) {
                return Ok(taken_back(game, side, ply));
            }
            match game.takeback {
                Some(asker) if asker == side => Err(Refusal::AlreadyOffered),
                Some(_) => Err(Refusal::TheyOffered),
                None => {
                    let notice = Notice::TakebackAsked;
                    Ok(Decision::one(game, side, Event::TakebackAsked, notice))
                }
            }
        };
        let game = self.amend(act, id, decide).await?;
        if game.takeback.is_some() {
            Ok(Takeback::Asked(game))
        } else {
            Ok(Takeback::Done(game))
        }
    }

    /// No longer asks for it.
    pub async fn withdraw_takeback(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = game.player(act.by)?;
            if game.takeback != Some(side) {
                return Err(Refusal::NothingOffered);
            }
            let notice = Notice::TakebackWithdrawn;
            Ok(Decision::one(game, side, Event::TakebackWithdrawn, notice))
        };
        self.amend(act, id, decide).await
    }

    /// Would rather not.
    pub async fn decline_takeback(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = asked(game, act)?;
            let notice = Notice::TakebackDeclined;
            Ok(Decision::one(game, side, Event::TakebackDeclined, notice))
        };
        self.amend(act, id, decide).await
    }

    /// Lets the other take back his last turn, and what followed it.
    pub async fn allow_takeback(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = asked(game, act)?;
            let ply = last_choice(game, !side).ok_or(Refusal::NothingToTakeBack)?;
            Ok(taken_back(game, side, ply))
        };
        self.amend(act, id, decide).await
    }
}

/// The ply of the last turn that a player chose himself.
fn last_choice(game: &Game, side: Side) -> Option<usize> {
    let is_choice = |made: &super::game::Made| made.side == side && !made.is_forced;
    game.turns.iter().rposition(is_choice)
}

/// Is it the last turn of all, and has the other not looked at the game since?
fn is_unseen(game: &Game, side: Side, ply: usize) -> bool {
    let is_last = ply + 1 == game.turns.len();
    is_last && game.row.seen[!side] < game.turns[ply].seq
}

fn taken_back(game: &Game, side: Side, ply: usize) -> Decision {
    let board = game.row.standing.seq + 1;
    let notice = Notice::TakenBack { board };
    Decision::one(game, side, Event::TakenBack(ply), notice)
}

/// The seat of someone who is asked.
fn asked(game: &Game, act: &Act) -> Result<Side, Refusal> {
    let side = game.player(act.by)?;
    if game.takeback != Some(!side) {
        return Err(Refusal::NothingOffered);
    }
    Ok(side)
}
