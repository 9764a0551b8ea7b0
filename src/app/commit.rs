//! Commits what happens in a game.
//!
//! Every change of a game goes through the same steps: [load](App::load) it, make a [`Decision`] about
//! it, and [commit](App::commit) the decision. A commit succeeds only if the game is still as it was
//! when it was loaded; otherwise it is loaded again and the decision is made again on the new state.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::state::{Game, ReplayError};
use crate::app::notify::notice::Notice;
use crate::app::{Act, App, AppError, Refusal, rating};
use crate::model::{Event, GameId, GameRow, NewEvent, PlayerId, Time};
use crate::store::{GameWrite, JobWrite, StoreError, WriteOutcome};

/// The number of times a change is tried when other writers keep getting in first, before it is
/// refused as [`Refusal::Stale`].
pub(crate) const MAX_ATTEMPTS: usize = 100;

/// The board on which the computer is to move is sent after this time, unless it has moved by then.
const BEFORE_THINKING: Duration = Duration::from_secs(2);

/// The number of times that a transaction is tried when the database can't do it together with others.
pub(crate) const MAX_CONTENDED: usize = 20;

/// Waits for the future of a use case, and for another one if its transaction could not be done together
/// with that of another process ([`StoreError::Contended`]): nothing of it has been written then.
macro_rules! retry {
    ($attempt:expr) => {{
        let mut attempts = 1;
        loop {
            match Box::pin($attempt).await {
                Err($crate::app::AppError::Store($crate::store::StoreError::Contended))
                    if attempts < $crate::app::commit::MAX_CONTENDED =>
                {
                    attempts += 1;
                }
                done => break done,
            }
        }
    }};
}
pub(crate) use retry;

/// The events to append to a game, and the notices to send about them.
pub(crate) struct Decision {
    pub(crate) events: Vec<NewEvent>,
    /// Each with its recipient; `None` addresses both players.
    pub(crate) notices: Vec<(Notice, Option<PlayerId>)>,
}

impl Decision {
    /// One event by a player, with a notice to the opponent.
    pub(crate) fn single(game: &Game, side: Side, event: Event, notice: Notice) -> Self {
        Self {
            events: vec![NewEvent {
                event,
                side: Some(side),
            }],
            notices: vec![(notice, game.row.players[!side])],
        }
    }

    /// An event that ends the game, with a notice to both players.
    pub(crate) fn end(side: Option<Side>, event: Event) -> Self {
        Self {
            events: vec![NewEvent { event, side }],
            notices: vec![(Notice::Finished, None)],
        }
    }
}

/// Checks that the status columns of a game agree with its events. They disagree, for example, if the
/// rules of this version end the game earlier than those by which it was played.
fn verify_status(game: Game) -> Result<Game, ReplayError> {
    match game.disagreement() {
        Some(what) => Err(ReplayError::new(what)),
        None => Ok(game),
    }
}

impl App {
    /// Loads a game and replays its events.
    ///
    /// A game that no longer replays is frozen, and both players are told. As soon as a later version of
    /// the program can replay it, it is thawed.
    pub(crate) async fn load(&self, id: GameId, now: Time) -> Result<Game, AppError> {
        for _ in 0..MAX_ATTEMPTS {
            let found = self.read().await?.game_with_events(id).await?;
            let (row, events) = found.ok_or(Refusal::UnknownGame)?;
            if let Some(damage) = &row.damage {
                // The columns are kept as they are, for whoever repairs the database.
                let mut tx = self.store.unclaimed().begin().await?;
                tx.freeze_damaged(id, damage).await?;
                tx.commit().await?;
                return Err(Refusal::Frozen.into());
            }
            let replayed = match events {
                Ok(events) => Game::replayed(row.clone(), &events).and_then(verify_status),
                Err(StoreError::Damaged(why)) => Err(ReplayError::new(why)),
                Err(error) => return Err(error.into()),
            };
            // After `thaw` and `freeze` the row has changed and is read again.
            match replayed {
                Ok(game) if game.row.frozen.is_none() => return Ok(game),
                Ok(game) => self.thaw(&game, now).await?,
                Err(_) if row.frozen.is_some() => return Err(Refusal::Frozen.into()),
                Err(why) => self.freeze(&row, &why, now).await?,
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Freezes a game that does not replay, and tells both players.
    async fn freeze(&self, row: &GameRow, why: &ReplayError, now: Time) -> Result<(), AppError> {
        let mut append = GameWrite::to(row, now);
        append.status.due_at = None;
        append.frozen = Some(why.to_string());
        let seq = row.status.seq;
        append
            .notices
            .push(Notice::Frozen.written(row.id, seq, None));
        // A conflict needs no handling: `load` reads the game again anyway.
        self.store.unclaimed().append(append).await?;
        Ok(())
    }

    /// Resumes a frozen game that replays again, with a fresh clock, and tells the player to move.
    async fn thaw(&self, game: &Game, now: Time) -> Result<(), AppError> {
        let mut decision = Decision {
            events: Vec::new(),
            notices: Vec::new(),
        };
        if let Some(side) = game.to_move() {
            let event = Event::Thawed;
            decision.events.push(NewEvent { event, side: None });
            decision
                .events
                .extend(self.missed_vacations(game, now).await?);
            let notice = (Notice::Thawed, game.row.players[side]);
            decision.notices.push(notice);
        }
        self.commit(game, decision, None, now).await?;
        Ok(())
    }

    /// Loads a game, decides what a user's action comes to, and commits that; tries again if another
    /// writer got in first.
    pub(crate) async fn update_game(
        &self,
        act: &Act,
        id: GameId,
        decide: impl Fn(&Game) -> Result<Decision, Refusal>,
    ) -> Result<Game, AppError> {
        self.update_game_as(Some(act), act.now, id, decide).await
    }

    /// Like [`App::update_game`], but also without a user's action: for the scheduler and for the erasure of a
    /// player's data.
    pub(crate) async fn update_game_as(
        &self,
        act: Option<&Act>,
        now: Time,
        id: GameId,
        decide: impl Fn(&Game) -> Result<Decision, Refusal>,
    ) -> Result<Game, AppError> {
        for _ in 0..MAX_ATTEMPTS {
            let before = self.load(id, now).await?;
            let decision = decide(&before)?;
            if let Some(after) = self.commit(&before, decision, act, now).await? {
                return Ok(after);
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Commits a decision; `None` if the game has changed since it was loaded.
    ///
    /// A player who acts has seen the position, and a game that was loaded replays: `seen`, `acted` and
    /// `frozen` are updated accordingly.
    pub(crate) async fn commit(
        &self,
        before: &Game,
        decision: Decision,
        act: Option<&Act>,
        now: Time,
    ) -> Result<Option<Game>, AppError> {
        self.commit_planned(before, decision, None, act, now).await
    }

    /// Like [`App::commit`], for a decision that also depends on the players' plans: `None` as well if
    /// `plans` is no longer their version.
    pub(crate) async fn commit_planned(
        &self,
        before: &Game,
        decision: Decision,
        plans: Option<i64>,
        act: Option<&Act>,
        now: Time,
    ) -> Result<Option<Game>, AppError> {
        let mut after = before.clone();
        after.row.frozen = None;
        for new in &decision.events {
            // Can't fail: the events were decided on this very game.
            let applied = after.add(&new.event, new.side, now);
            applied.map_err(|why| StoreError::Damaged(why.to_string()))?;
        }
        if decision.events.iter().any(|new| new.event.moves_time()) {
            let mover = after.to_move().and_then(|side| after.row.players[side]);
            let reminders = self.reminders_of(mover).await?;
            after.reschedule(&reminders, now);
        } else {
            after.refresh_status();
        }
        if let Some(side) = act.and_then(|act| before.row.side_of(act.by)) {
            after.row.seen[side] = after.position_seq();
            after.row.acted[side] = after.position_seq();
        }
        let for_spectators = self.spectator_notices(&after, &decision.notices).await?;
        let (id, seq) = (before.row.id, after.row.status.seq);
        let was_running = before.row.status.end.is_none();
        let written = |(notice, player): (Notice, _)| {
            let is_turn = matches!(notice, Notice::Turn { .. });
            let mut written = notice.written(id, seq, player);
            if is_turn && after.is_computers_turn() {
                written.delay = BEFORE_THINKING;
            }
            written
        };
        let mut append = GameWrite {
            status: after.row.status.clone(),
            frozen: None,
            seen: after.row.seen,
            acted: after.row.acted,
            events: decision.events,
            notices: decision
                .notices
                .into_iter()
                .map(written)
                .chain(for_spectators)
                .collect(),
            contest: was_running
                .then(|| rating::contest(&after.row, Some(after.real_turns())))
                .flatten(),
            job: self.turn_job(before, &after),
            ..GameWrite::to(&before.row, now)
        };
        append.precondition.plans = plans;
        // Without an action, the write must not use up the claim of the current interaction.
        let outcome = match act {
            Some(_) => self.store.append(append).await?,
            None => self.store.unclaimed().append(append).await?,
        };
        match outcome {
            WriteOutcome::Done => Ok(Some(after)),
            WriteOutcome::Conflict => Ok(None),
            WriteOutcome::Repeated => Err(Refusal::Repeated.into()),
        }
    }

    /// What becomes of the job of the computer's turn when a game changes.
    fn turn_job(&self, before: &Game, after: &Game) -> JobWrite {
        let Some(computer) = after.computer else {
            return JobWrite::Keep;
        };
        if !after.is_computers_turn() {
            return JobWrite::Drop;
        }
        let is_same = before.position_seq() == after.position_seq()
            && before.computer == after.computer
            && before.row.frozen.is_none();
        if is_same {
            return JobWrite::Keep;
        }
        JobWrite::Put(self.new_turn_job(after, computer.level))
    }
}
