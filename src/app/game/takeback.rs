//! Taking back a turn: alone right after it was made, later only with the other's consent.
//!
//! Alone means: within [two minutes](ALONE_FOR) of the turn, as long as the opponent has not interacted
//! with the game since, and not in a touch-move game. What people write in a channel is not seen by us,
//! and is no interaction.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::ending::answerable;
use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::{Act, App, Decision, No, Refusal};
use crate::model::{Event, GameId, PlayerId, Time};

/// So long after it was made a turn can be taken back without consent.
pub const ALONE_FOR: Duration = Duration::from_mins(2);

/// What came of the wish to take back.
#[derive(Clone, Debug)]
pub enum Takeback {
    /// Nobody had to be asked: it is gone.
    Done(Game),
    /// The other has been asked.
    Asked(Game),
}

impl App {
    /// Takes back one's last turn, or asks for it if that needs the other's consent.
    pub async fn take_back(&self, act: &Act, id: GameId) -> Result<Takeback, No> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            let ply = game.last_choice(side).ok_or(Refusal::NothingToTakeBack)?;
            if game.may_retract(side, act.now) {
                return Ok(taken_back(game, side, Event::Retracted(ply)));
            }
            match game.takeback {
                Some(asker) if asker == side => Err(Refusal::AlreadyOffered),
                Some(_) => Err(Refusal::TheyOffered),
                // Whoever was told no is not asked again and again.
                None if game.has_asked[side] => Err(Refusal::AlreadyOffered),
                None => {
                    let notice = Notice::TakebackAsked;
                    Ok(Decision::one(game, side, Event::TakebackAsked, notice))
                }
            }
        };
        let undone = self.planned_choice(act, id, false).await?;
        let game = self.amend(act, id, decide).await?;
        if game.takeback.is_some() {
            return Ok(Takeback::Asked(game));
        }
        self.forget_plan(undone, &game, act).await?;
        Ok(Takeback::Done(game))
    }

    /// No longer asks for it.
    pub async fn withdraw_takeback(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
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
            let ply = game.last_choice(!side).ok_or(Refusal::NothingToTakeBack)?;
            Ok(taken_back(game, side, Event::TakenBack(ply)))
        };
        let undone = self.planned_choice(act, id, true).await?;
        let game = self.amend(act, id, decide).await?;
        self.forget_plan(undone, &game, act).await?;
        Ok(game)
    }

    /// Who would take back a turn that was planned: the one who acts, or the other one.
    async fn planned_choice(
        &self,
        act: &Act,
        id: GameId,
        is_other: bool,
    ) -> Result<Option<PlayerId>, No> {
        let game = self.load(id, act.now).await?;
        let side = game.row.side_of(act.by);
        let Some(side) = side.map(|side| if is_other { !side } else { side }) else {
            return Ok(None);
        };
        let choice = game.last_choice(side).and_then(|ply| game.turns.get(ply));
        let is_planned = choice.is_some_and(|made| made.is_planned);
        Ok(game.row.players[side].filter(|_| is_planned))
    }

    /// Whoever takes back what was planned wants no more of the plan.
    async fn forget_plan(
        &self,
        player: Option<PlayerId>,
        game: &Game,
        act: &Act,
    ) -> Result<(), No> {
        if let Some(player) = player {
            self.empty_plan(player, game, act.now).await?;
        }
        Ok(())
    }
}

impl Game {
    /// Can a player take back the last turn without asking? It must be the last of all, made just now,
    /// and the other must not have done anything with the game since. In touch-move games turns are
    /// final, and time that has run out does not come back.
    pub fn may_retract(&self, side: Side, now: Time) -> bool {
        let Some(ply) = self.last_choice(side) else {
            return false;
        };
        let made = &self.turns[ply];
        let is_last = ply + 1 == self.turns.len();
        let is_new = now <= made.at + ALONE_FOR;
        let is_unnoticed = self.row.acted[!side] < made.seq;
        let is_in_time = self.deadline_before(ply).is_none_or(|end| end > now);
        let is_touch_move = self.record.game().is_touch_move();
        !self.is_over() && is_last && is_new && is_unnoticed && is_in_time && !is_touch_move
    }
}

fn taken_back(game: &Game, side: Side, event: Event) -> Decision {
    let board = game.row.status.seq + 1;
    Decision::one(game, side, event, Notice::TakenBack { board })
}

/// The seat of someone who is asked.
fn asked(game: &Game, act: &Act) -> Result<Side, Refusal> {
    let side = game.player(act)?;
    answerable(game.takeback, side)
}
