//! USE CASES: what people can do. Plain numbers for people and places, `now` as an argument, no
//! sentences: an answer is a value that says what happened, and what is to be told is a
//! [`Notice`] in the outbox.
//!
//! - [`game`] is a game with its events replayed: who is to move, what is offered, how it stands.
//! - `challenge`, `play`, `draft`, `finish`, `takeback`, `silence` are what players do; [`view`] is
//!   what they see; `due` is what time does.
//! - [`fair`] is the draw nobody can bend, [`settings`] what people prefer, [`data`] what is kept
//!   about one of them.
//! - `courier` hands out what is to be told; [`check`] looks at everything.
//!
//! Every change of a game goes the same way: read it, decide, [append](Store::append); if someone
//! else was faster, read again. Nothing is decided on what may be out of date.

mod challenge;
pub mod check;
mod clock;
mod courier;
pub mod data;
mod draft;
mod due;
pub mod fair;
mod finish;
pub mod game;
pub mod notice;
mod play;
mod refusal;
pub mod settings;
mod silence;
mod takeback;
pub mod view;

use std::time::Duration;

use crate::engine::steps::StepError;
use crate::store::events::NewEvent;
use crate::store::outbox::NewNotice;
use crate::store::{
    Append, Appended, GameId, InteractionId, PlayerId, Session, Store, StoreError, Time,
};
use game::{Broken, Game};
use notice::Notice;

pub use challenge::{NewChallenge, Opponent, Started};
pub use clock::LONGEST_DAYS;
pub use courier::Outgoing;
pub use draft::Composing;
pub use due::Swept;
pub use play::{Move, Played};
pub use refusal::Refusal;
pub use silence::GRACE;
pub use takeback::Takeback;

/// Whoever is told to read again this often is given up on.
const MOST_TRIES: usize = 100;

/// The desk at which all games are played.
#[derive(Debug)]
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
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_challenges: 10,
            challenge_life: clock::days(7),
        }
    }
}

/// Someone does something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// Who.
    pub by: PlayerId,
    /// The command or press: the same one is never done twice.
    pub interaction: InteractionId,
    /// When.
    pub now: Time,
}

/// It was not done.
#[derive(Debug)]
pub enum No {
    /// A person's mistake, or someone was faster. Nothing has changed.
    Refused(Refusal),
    /// The database failed. Nothing has changed.
    Failed(StoreError),
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StepError> for No {
    fn from(error: StepError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<StoreError> for No {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
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
    async fn load(&self, id: GameId, now: Time) -> Result<Game, No> {
        let mut session = self.store.read().await?;
        let found = session.game_with_events(id).await?;
        drop(session);
        let (row, events) = found.ok_or(Refusal::UnknownGame)?;
        let was_frozen = row.frozen.is_some();
        let replayed = match events {
            Ok(events) => Game::replayed(row, &events),
            Err(StoreError::Damaged(why)) => Err(Broken::new(why)),
            Err(error) => return Err(error.into()),
        };
        match replayed {
            Ok(game) if was_frozen => {
                let due = clock::due(&game.row, game.row.standing.turn_at);
                let mut change = self.store.change().await?;
                change.thaw(id, due).await?;
                change.commit().await?;
                let mut game = game;
                game.row.frozen = None;
                game.row.standing.due_at = due;
                Ok(game)
            }
            Ok(game) => Ok(game),
            Err(why) => {
                let mut change = self.store.change().await?;
                if change.freeze(id, &why.to_string()).await? {
                    let notice = Notice::Frozen.written(id, 0, None);
                    change.add_notice(id, &notice, now).await?;
                }
                change.commit().await?;
                Err(Refusal::Frozen.into())
            }
        }
    }

    /// Reads a game, decides, and appends, until nobody else was faster.
    async fn amend(
        &self,
        act: &Act,
        id: GameId,
        decide: impl Fn(&Game) -> Result<Decision, Refusal>,
    ) -> Result<Game, No> {
        self.amend_as(Some(act.interaction), act.now, id, decide)
            .await
    }

    /// The same for what nobody pressed a button for.
    async fn amend_as(
        &self,
        interaction: Option<InteractionId>,
        now: Time,
        id: GameId,
        decide: impl Fn(&Game) -> Result<Decision, Refusal>,
    ) -> Result<Game, No> {
        for _ in 0..MOST_TRIES {
            let before = self.load(id, now).await?;
            let decision = decide(&before)?;
            if let Some(after) = self.commit(&before, decision, interaction, now).await? {
                return Ok(after);
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Appends what was decided; none if the game is not as it was read.
    async fn commit(
        &self,
        before: &Game,
        decision: Decision,
        interaction: Option<InteractionId>,
        now: Time,
    ) -> Result<Option<Game>, No> {
        let mut after = before.clone();
        for new in &decision.events {
            // The events were decided on this very game.
            let applied = after.add(&new.event, new.side, now);
            applied.map_err(|why| StoreError::Damaged(why.to_string()))?;
        }
        after.stand(&before.row, now);
        let seq = after.row.standing.seq;
        let written = |(notice, player): (Notice, _)| notice.written(before.row.id, seq, player);
        let notices: Vec<NewNotice> = decision.notices.into_iter().map(written).collect();
        let append = Append {
            game: before.row.id,
            was_seq: before.row.standing.seq,
            was_due: before.row.standing.due_at,
            standing: after.row.standing.clone(),
            events: decision.events,
            notices,
            interaction,
            at: now,
        };
        match self.store.append(append).await? {
            Appended::Done => Ok(Some(after)),
            Appended::Conflict => Ok(None),
            Appended::Repeated => Err(Refusal::Repeated.into()),
        }
    }

    async fn read(&self) -> Result<Session, StoreError> {
        self.store.read().await
    }
}
