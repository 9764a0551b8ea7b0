//! USE CASES: what people can do. Plain numbers for people and places, `now` as an argument, no
//! sentences: an answer is a value that says what happened, and what is to be told is a
//! [`Notice`] in the outbox.
//!
//! - [`game`] is a game with its events replayed: who is to move, what is offered, how it stands.
//! - `challenge`, `play`, `draft`, `finish`, `takeback`, `silence`, `time`, `vacation` are what players
//!   do; [`view`] is what they see; `due` is what time does, `digest` what it lists once a day, `outage`
//!   what it does not do to people who could not reach the program.
//! - [`clock`] is how much time players have, [`remind`] when they hear of it, [`zone`] what o'clock it
//!   is where they are.
//! - [`standing_challenge`]s come back by themselves, `lobby` is what a server has open, [`follow`] is
//!   for those who only watch, `membership` the servers we are on, `throttle` everyone's fair share.
//! - [`access`] is who may see and do what.
//! - [`history`] is what someone has played, [`import`] what he has brought along.
//! - [`plan`] is what players will answer, thought of beforehand; `planning` and `queue` what they do
//!   with it; [`analysis`] a private board on which they think, `note` what they write down.
//! - [`lesson`] is what can be learned, and who has learned it.
//! - [`fair`] is the draw nobody can bend, [`settings`] what people prefer, [`data`] what is kept
//!   about one of them.
//! - [`rating`] is what rated games change, by [`glicko`]; [`standing`] what results add up to.
//! - `courier` hands out what is to be told; [`check`] looks at everything.
//!
//! Every change of a game goes the same way: read it, decide, [append](Store::append); if someone
//! else was faster, read again. Nothing is decided on what may be out of date.

pub mod access;
pub mod challenge;
pub mod error;
pub mod game;
pub mod import;
pub mod integrity;
pub mod lessons;
pub mod notify;
pub mod people;
pub mod plan;
pub mod rating;
pub mod time;

use std::time::Duration;

use crate::model::{Event, GameId, GameRow, InteractionId, NewEvent, PlayerId, Time};
use crate::store::{Connection, GameWrite, Store, StoreError, WriteOutcome};
pub use challenge::{NewChallenge, Opponent, Started};
pub use error::{AppError, Refusal};
pub use game::abandoned::GRACE;
pub use game::draft::Composing;
pub use game::notes::LONGEST_NOTE;
pub use game::play::{Move, Played};
use game::state::{Broken, Game};
pub use game::takeback::{ALONE_FOR, Takeback};
use notify::notice::Notice;
pub use notify::outbox::Outgoing;
pub use people::servers::Arrival;
pub use plan::Planned;
pub use time::actions::{Later, MOST_GIFT};
pub use time::sweep::Swept;
pub use time::vacation::Leave;

/// Whoever is told to read again this often is given up on.
const MOST_TRIES: usize = 100;

/// The desk at which all games are played; perhaps for one [interaction](App::claim_interaction) alone.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    limits: Limits,
}

/// What a host may set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// As many unanswered challenges may a player have.
    pub open_challenges: usize,
    /// After this time a challenge expires.
    pub challenge_life: Duration,
    /// As many days of vacation has a player in a year.
    pub vacation_days: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_challenges: 10,
            challenge_life: time::clock::days(7),
            vacation_days: 30,
        }
    }
}

/// Someone does something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// Who.
    pub by: PlayerId,
    /// The command or press.
    pub interaction: InteractionId,
    /// The board that was shown where it was pressed, if it was one: if the game has moved on since,
    /// it is not meant any more.
    pub board: Option<i64>,
    /// When.
    pub now: Time,
}

/// A game whose events say what the table says. If they do not, because another version of the rules
/// ends it earlier, say, nobody can tell how it stands.
fn agreed(game: Game) -> Result<Game, Broken> {
    match game.disagreement() {
        Some(what) => Err(Broken::new(what)),
        None => Ok(game),
    }
}

/// What is decided about a game: the events, and who is told of them.
struct Decision {
    events: Vec<NewEvent>,
    notices: Vec<(Notice, Option<PlayerId>)>,
}

impl App {
    /// A desk with a database.
    pub fn new(store: Store, limits: Limits) -> Self {
        Self { store, limits }
    }

    /// The use cases for one delivery of an interaction. The first thing they change is written in one
    /// transaction with the interaction's number, so that no other delivery changes anything, in this
    /// process or another, now or after a restart.
    ///
    /// Refused as [`Refusal::Repeated`] if another delivery has changed something.
    pub async fn claim_interaction(&self, id: InteractionId, now: Time) -> Result<Self, AppError> {
        if self.read().await?.is_known(id).await? {
            return Err(Refusal::Repeated.into());
        }
        Ok(Self {
            store: self.store.claimed(id, now),
            ..self.clone()
        })
    }

    /// The use cases for what may happen any number of times, or has nothing to do with the interaction
    /// during which it happens.
    fn unclaimed(&self) -> Self {
        Self {
            store: self.store.unclaimed(),
            ..self.clone()
        }
    }

    /// The database.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }

    /// A game with everything that happened in it.
    ///
    /// One that no longer replays is stopped, and both players are told; if a later version of the
    /// program can replay it, it goes on.
    async fn load(&self, id: GameId, now: Time) -> Result<Game, AppError> {
        for _ in 0..MOST_TRIES {
            let found = self.read().await?.game_with_events(id).await?;
            let (row, events) = found.ok_or(Refusal::UnknownGame)?;
            let replayed = match events {
                Ok(events) => Game::replayed(row.clone(), &events).and_then(agreed),
                Err(StoreError::Damaged(why)) => Err(Broken::new(why)),
                Err(error) => return Err(error.into()),
            };
            // Whatever was changed here is read again.
            match replayed {
                Ok(game) if game.row.frozen.is_none() => return Ok(game),
                Ok(game) => self.thaw(&game, now).await?,
                Err(_) if row.frozen.is_some() => return Err(Refusal::Frozen.into()),
                Err(why) => self.freeze(&row, &why, now).await?,
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Stops a game; both players are told.
    async fn freeze(&self, row: &GameRow, why: &Broken, now: Time) -> Result<(), AppError> {
        let mut append = GameWrite::to(row, now);
        append.status.due_at = None;
        append.frozen = Some(why.to_string());
        let seq = row.status.seq;
        append
            .notices
            .push(Notice::Frozen.written(row.id, seq, None));
        // If it has changed meanwhile, it is looked at again.
        self.store.unclaimed().append(append).await?;
        Ok(())
    }

    /// A game that was stopped goes on, with a new clock; the player to move is told.
    async fn thaw(&self, game: &Game, now: Time) -> Result<(), AppError> {
        let mut decision = Decision {
            events: Vec::new(),
            notices: Vec::new(),
        };
        if let Some(side) = game.to_move() {
            let event = Event::Thawed;
            decision.events.push(NewEvent { event, side: None });
            decision.events.extend(self.missed_vacations(game).await?);
            let notice = (Notice::Thawed, game.row.players[side]);
            decision.notices.push(notice);
        }
        self.commit(game, decision, None, now).await?;
        Ok(())
    }

    /// Reads a game, decides what a person's act comes to, and appends it, until nobody else was
    /// faster.
    async fn amend(
        &self,
        act: &Act,
        id: GameId,
        decide: impl Fn(&Game) -> Result<Decision, Refusal>,
    ) -> Result<Game, AppError> {
        self.amend_as(Some(act), act.now, id, decide).await
    }

    /// The same, also for what nobody pressed a button for.
    async fn amend_as(
        &self,
        act: Option<&Act>,
        now: Time,
        id: GameId,
        decide: impl Fn(&Game) -> Result<Decision, Refusal>,
    ) -> Result<Game, AppError> {
        for _ in 0..MOST_TRIES {
            let before = self.load(id, now).await?;
            let decision = decide(&before)?;
            if let Some(after) = self.commit(&before, decision, act, now).await? {
                return Ok(after);
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Appends what was decided; none if the game is not as it was read. Whoever decided has seen
    /// the board, and a game in which something happens replays.
    async fn commit(
        &self,
        before: &Game,
        decision: Decision,
        act: Option<&Act>,
        now: Time,
    ) -> Result<Option<Game>, AppError> {
        self.commit_planned(before, decision, None, act, now).await
    }

    /// The same for what was decided with a look at the plans of this version: none also if they have
    /// changed.
    async fn commit_planned(
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
            // The events were decided on this very game.
            let applied = after.add(&new.event, new.side, now);
            applied.map_err(|why| StoreError::Damaged(why.to_string()))?;
        }
        if decision.events.iter().any(|new| new.event.moves_time()) {
            let mover = after.to_move().and_then(|side| after.row.players[side]);
            let wishes = self.reminders_of(mover).await?;
            after.stand_anew(&wishes, now);
        } else {
            after.stand();
        }
        if let Some(side) = act.and_then(|act| before.row.side_of(act.by)) {
            after.row.seen[side] = after.board();
            after.row.acted[side] = after.board();
        }
        let aside = self.aside(&after, &decision.notices).await?;
        let (id, seq) = (before.row.id, after.row.status.seq);
        let ends = before.row.status.end.is_none();
        let written = |(notice, player): (Notice, _)| notice.written(id, seq, player);
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
                .chain(aside)
                .collect(),
            contest: ends
                .then(|| rating::contest(&after.row, Some(after.real_turns())))
                .flatten(),
            ..GameWrite::to(&before.row, now)
        };
        append.precondition.plans = plans;
        // What nobody pressed a button for is no part of what was asked.
        let appended = match act {
            Some(_) => self.store.append(append).await?,
            None => self.store.unclaimed().append(append).await?,
        };
        match appended {
            WriteOutcome::Done => Ok(Some(after)),
            WriteOutcome::Conflict => Ok(None),
            WriteOutcome::Repeated => Err(Refusal::Repeated.into()),
        }
    }

    async fn read(&self) -> Result<Connection, AppError> {
        Ok(self.store.read().await?)
    }
}
