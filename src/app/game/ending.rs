//! Endings that are decided by people: resignation, agreed draws, aborted games, moderators' decisions.

use hexpost_engine::record::How;
use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::{Act, App, AppError, Decision, MAX_ATTEMPTS, Refusal, rating};
use crate::model::{Event, GameEnd, GameId, GameRow, NewEvent, PlayerId, Time};
use crate::store::{GameWrite, WriteOutcome};

/// A game can be aborted while fewer turns than this have been made.
pub(crate) const BEGUN: usize = 2;

impl App {
    /// Resigns.
    pub async fn resign(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            Ok(Decision::end(Some(side), Event::Resigned))
        };
        self.update_game(act, id, decide).await
    }

    /// Resigns on behalf of a player whose data are erased, even if the game is frozen.
    pub(crate) async fn resign_for(
        &self,
        player: PlayerId,
        id: GameId,
        now: Time,
    ) -> Result<(), AppError> {
        let decide = |game: &Game| {
            let side = game.row.side_of(player).ok_or(Refusal::NotAPlayer)?;
            if game.is_over() {
                return Err(Refusal::Finished);
            }
            Ok(Decision::end(Some(side), Event::Resigned))
        };
        match self.update_game_as(None, now, id, decide).await {
            Ok(_) => Ok(()),
            Err(AppError::Refused(Refusal::Frozen)) => {
                let end = |row: &GameRow| {
                    let side = row.side_of(player);
                    let winner = side.map(|side| !side);
                    (side, Event::Resigned, winner, How::Resignation)
                };
                self.unclaimed().end_frozen(id, now, end).await
            }
            Err(no) => Err(no),
        }
    }

    /// Ends a frozen game. Its events are kept, and the ending is appended to them.
    pub(crate) async fn end_frozen(
        &self,
        id: GameId,
        now: Time,
        end: impl Fn(&GameRow) -> (Option<Side>, Event, Option<Side>, How),
    ) -> Result<(), AppError> {
        for _ in 0..MAX_ATTEMPTS {
            let row = self.read().await?.game(id).await?;
            let row = row.ok_or(Refusal::UnknownGame)?;
            if row.status.end.is_some() {
                return Err(Refusal::Finished.into());
            }
            let (side, event, winner, how) = end(&row);
            let mut append = GameWrite::to(&row, now);
            append.status.seq = append.status.seq.next();
            append.status.to_move = None;
            append.status.deadline = None;
            append.status.due_at = None;
            append.status.end = Some(GameEnd {
                at: now,
                winner,
                how: how.into(),
            });
            let seq = append.status.seq;
            append.notices.push(Notice::Finished.written(id, seq, None));
            append.events.push(NewEvent { event, side });
            let status = append.status.clone();
            append.contest = rating::contest(&GameRow { status, ..row }, None);
            match self.store.append(append).await? {
                WriteOutcome::Done => return Ok(()),
                WriteOutcome::Conflict => {}
                WriteOutcome::Repeated => return Err(Refusal::Repeated.into()),
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Aborts a game that has hardly begun.
    pub async fn abort(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.row.tournament.is_some() {
                return Err(Refusal::TournamentGame);
            }
            if game.turns.len() >= BEGUN {
                return Err(Refusal::TooLateToAbort);
            }
            Ok(Decision::end(Some(side), Event::Aborted))
        };
        self.update_game(act, id, decide).await
    }

    /// Ends a game as a moderator, who need not be a player; also a frozen one. The caller checks
    /// whether the user is a moderator.
    pub async fn moderate(
        &self,
        act: &Act,
        id: GameId,
        winner: Option<Side>,
    ) -> Result<(), AppError> {
        let event = Event::EndedByModerator(winner);
        let decide = |game: &Game| {
            if game.is_over() {
                return Err(Refusal::Finished);
            }
            Ok(Decision::end(None, event.clone()))
        };
        match self.update_game(act, id, decide).await {
            Ok(_) => Ok(()),
            Err(AppError::Refused(Refusal::Frozen)) => {
                let end = |_: &GameRow| (None, event.clone(), winner, How::Moderator);
                self.end_frozen(id, act.now, end).await
            }
            Err(no) => Err(no),
        }
    }

    /// Offers a draw.
    pub async fn offer_draw(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.computer.is_some() {
                return Err(Refusal::ComputerDraw);
            }
            if game.draw_offer == Some(!side) {
                return Err(Refusal::TheyOffered);
            }
            // One offer per position is enough.
            if game.has_offered[side] {
                return Err(Refusal::AlreadyOffered);
            }
            let notice = Notice::DrawOffered;
            Ok(Decision::single(game, side, Event::DrawOffered, notice))
        };
        self.update_game(act, id, decide).await
    }

    /// Withdraws one's draw offer.
    pub async fn withdraw_draw(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.draw_offer != Some(side) {
                return Err(Refusal::NothingOffered);
            }
            let notice = Notice::DrawWithdrawn;
            Ok(Decision::single(game, side, Event::DrawWithdrawn, notice))
        };
        self.update_game(act, id, decide).await
    }

    /// Declines the opponent's draw offer.
    pub async fn decline_draw(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = offered_draw(game, act)?;
            let notice = Notice::DrawDeclined;
            Ok(Decision::single(game, side, Event::DrawDeclined, notice))
        };
        self.update_game(act, id, decide).await
    }

    /// Accepts the opponent's draw offer, which ends the game.
    pub async fn accept_draw(&self, act: &Act, id: GameId) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = offered_draw(game, act)?;
            Ok(Decision::end(Some(side), Event::DrawAgreed))
        };
        self.update_game(act, id, decide).await
    }
}

/// The side of a player who answers the opponent's offer.
pub(crate) fn answerable(offer: Option<Side>, side: Side) -> Result<Side, Refusal> {
    match offer {
        Some(by) if by == side => Err(Refusal::OwnOffer),
        Some(_) => Ok(side),
        None => Err(Refusal::NothingOffered),
    }
}

/// The side of a player to whom a draw is offered.
fn offered_draw(game: &Game, act: &Act) -> Result<Side, Refusal> {
    let side = game.player(act)?;
    answerable(game.draw_offer, side)
}
