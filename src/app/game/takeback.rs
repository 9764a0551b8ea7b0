//! Taking back a turn: without asking right after it was made, later with the opponent's consent.
//!
//! Without asking means within [two minutes](ALONE_FOR) of the turn, as long as the opponent has not
//! interacted with the game since, and not in a touch-move game. Messages that people write in a
//! channel are not visible to the bot and are not interactions.
//!
//! The computer agrees to every take-back at once.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::ending::answerable;
use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::{Act, App, AppError, Decision, Refusal};
use crate::model::{Event, GameId, PlayerId, Time};

/// How long after a turn it can be taken back without consent.
pub const ALONE_FOR: Duration = Duration::from_mins(2);

/// The outcome of a request to take back a turn.
#[derive(Clone, Debug)]
pub enum Takeback {
    /// The turn was taken back without asking.
    Done(Game),
    /// The opponent has been asked.
    Asked(Game),
}

impl App {
    /// Takes back the player's last turn, or asks the opponent for consent if that is needed.
    pub async fn take_back(&self, act: &Act, id: GameId) -> Result<Takeback, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            let ply = game.last_choice(side).ok_or(Refusal::NothingToTakeBack)?;
            if game.may_retract(side, act.now) {
                return Ok(taken_back(game, side, Event::Retracted(ply)));
            }
            if game.computer.is_some() {
                // The computer always agrees.
                return Ok(taken_back(game, side, Event::TakenBack(ply)));
            }
            match game.takeback {
                Some(asker) if asker == side => Err(Refusal::AlreadyOffered),
                Some(_) => Err(Refusal::TheyOffered),
                // A declined request can't be repeated in the same position.
                None if game.has_asked[side] => Err(Refusal::AlreadyOffered),
                None => {
                    let notice = Notice::TakebackAsked;
                    Ok(Decision::single(game, side, Event::TakebackAsked, notice))
                }
            }
        };
        let undone = self.planned_choice(act, id, false).await?;
        let game = self.update_game(act, id, decide).await?;
        if game.takeback.is_some() {
            return Ok(Takeback::Asked(game));
        }
        self.forget_plan(undone, &game, act).await?;
        Ok(Takeback::Done(game))
    }

    /// Withdraws a take-back request.
    pub async fn withdraw_takeback(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.takeback != Some(side) {
                return Err(Refusal::NothingOffered);
            }
            let notice = Notice::TakebackWithdrawn;
            Ok(Decision::single(
                game,
                side,
                Event::TakebackWithdrawn,
                notice,
            ))
        };
        self.update_game(act, id, decide).await
    }

    /// Declines the opponent's take-back request.
    pub async fn decline_takeback(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = asked(game, act)?;
            let notice = Notice::TakebackDeclined;
            Ok(Decision::single(
                game,
                side,
                Event::TakebackDeclined,
                notice,
            ))
        };
        self.update_game(act, id, decide).await
    }

    /// Grants the opponent's take-back request: removes the opponent's last turn and everything after
    /// it.
    pub async fn allow_takeback(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = asked(game, act)?;
            let ply = game.last_choice(!side).ok_or(Refusal::NothingToTakeBack)?;
            Ok(taken_back(game, side, Event::TakenBack(ply)))
        };
        let undone = self.planned_choice(act, id, true).await?;
        let game = self.update_game(act, id, decide).await?;
        self.forget_plan(undone, &game, act).await?;
        Ok(game)
    }

    /// The player whose last chosen turn would be taken back, if it was a planned one: the acting
    /// player, or with `is_other` the opponent.
    async fn planned_choice(
        &self,
        act: &Act,
        id: GameId,
        is_other: bool,
    ) -> Result<Option<PlayerId>, AppError> {
        let game = self.load(id, act.now).await?;
        let side = game.row.side_of(act.by);
        let Some(side) = side.map(|side| if is_other { !side } else { side }) else {
            return Ok(None);
        };
        let choice = game.last_choice(side).and_then(|ply| game.turns.get(ply));
        let is_planned = choice.is_some_and(|made| made.is_planned);
        Ok(game.row.players[side].filter(|_| is_planned))
    }

    /// Deletes the plan of a player who takes back a turn that came from it.
    async fn forget_plan(
        &self,
        player: Option<PlayerId>,
        game: &Game,
        act: &Act,
    ) -> Result<(), AppError> {
        if let Some(player) = player {
            self.empty_plan(player, game, act.now).await?;
        }
        Ok(())
    }
}

impl Game {
    /// Can a player take back the last turn without asking? It must be the last turn of the game, made
    /// just now, and the opponent must not have interacted with the game since. In touch-move games
    /// turns are final, and a deadline that would have passed prevents it.
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
    let board = game.row.status.seq.next();
    Decision::single(game, side, event, Notice::TakenBack { board })
}

/// The side of a player who is asked for a take-back.
fn asked(game: &Game, act: &Act) -> Result<Side, Refusal> {
    let side = game.player(act)?;
    answerable(game.takeback, side)
}
