//! USE CASES: everything people can do, and everything that happens by itself when time passes.
//!
//! Users, servers and channels are plain ids, `now` is an argument, and there are no sentences: a use
//! case returns a value that says what happened, and tells other people through [notices](notify::notice)
//! in the outbox, which are written in the same transaction.
//!
//! | module | subject |
//! |---|---|
//! | [`game`] | a game replayed from its events ([`game::state`]), making turns, endings, take-backs, spectators, queries |
//! | [`challenge`] | challenges, standing challenges, the lobby of a server, the fair draw of sides and boards |
//! | [`computer`] | games against the computer, and its jobs |
//! | [`time`] | clocks, reminders, vacations, time zones, compensation for downtime, and the periodic sweep |
//! | [`puzzle`] | puzzles: attempts, ratings, the puzzle of the day |
//! | [`tournament`] | tournaments and leagues: joining, rounds, results, what organisers do |
//! | [`plan`] | conditional turns, queued placements, private analysis boards |
//! | [`rating`] | Glicko-2 ratings, results and leaderboards |
//! | [`notify`] | the notices and their delivery from the outbox |
//! | [`people`] | settings of players and servers, export and erasure of a player's data |
//! | [`access`] | who may see and do what |
//! | [`import`] | games played elsewhere |
//! | [`ladder`] | ladders |
//! | [`leases`] | what only one process does at a time |
//! | [`lessons`] | interactive lessons |
//! | [`live_messages`] | messages that are kept up to date |
//! | [`integrity`] | the consistency check of the database behind `hexpost check` |
//! | `commit` | how a change of a game is decided and committed |
//! | `error` | [`AppError`] and [`Refusal`] |
//!
//! All of them add methods to [`App`].

pub mod access;
pub mod challenge;
mod commit;
pub mod computer;
pub mod error;
pub mod game;
pub mod import;
pub mod integrity;
pub mod ladder;
pub mod leases;
pub mod lessons;
pub mod live_messages;
pub mod notify;
pub mod people;
pub mod plan;
pub mod puzzle;
pub mod rating;
pub mod time;
pub mod tournament;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::model::{InteractionId, PlayerId, Seq, Time};
use crate::store::{Connection, Store};
pub use challenge::{NewChallenge, Opponent, Started};
use commit::{Decision, MAX_ATTEMPTS, retry};
pub use computer::jobs::{CLAIM, ClaimedJob, ComputerAnswer};
pub use computer::{NewComputerGame, USUAL_LEVEL};
pub use error::{AppError, Refusal};
pub use game::abandoned::GRACE;
pub use game::draft::DraftTurn;
pub use game::notes::MAX_NOTE;
pub use game::play::{Played, TurnInput};
pub use game::takeback::{ALONE_FOR, Takeback};
pub use notify::outbox::Outgoing;
pub use people::servers::GuildJoin;
pub use plan::Planned;
pub use time::claims_and_gifts::MAX_GIFT;
pub use time::reminders::Later;
pub use time::sweep::SweepReport;
pub use time::vacation::VacationAllowance;
pub use tournament::{NewTournament, TournamentExport, TournamentView};

/// All use cases, on one database. [`App::claim_interaction`] makes one for a single interaction.
#[derive(Clone, Debug)]
pub struct App {
    store: Store,
    limits: Limits,
    /// How many tries at puzzles are judged at the same time.
    judges: Arc<Semaphore>,
    /// How many games are searched for puzzles at the same time.
    finders: Arc<Semaphore>,
}

/// How many threads judge tries at puzzles.
const JUDGES: usize = 2;
/// How many threads look for puzzles in games.
const FINDERS: usize = 1;

/// How long a notice is left to the process that handles the interaction: Discord accepts a response for three
/// seconds.
const HOLD: Duration = Duration::from_secs(3);

/// Limits that the host of the bot can configure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum number of open challenges per player.
    pub open_challenges: usize,
    /// Time after which an unanswered challenge expires.
    pub challenge_life: Duration,
    /// Vacation days per player and year.
    pub vacation_days: i64,
    /// Maximum number of running games against the computer per player.
    pub computer_games: usize,
    /// The most positions that the computer looks at for a turn, whatever its level.
    pub computer_nodes: u64,
    /// The number of threads on which the computer thinks; `None` for one fewer than there are cores.
    pub computer_threads: Option<usize>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_challenges: 10,
            challenge_life: time::clock::days(7),
            vacation_days: 30,
            computer_games: 3,
            computer_nodes: u64::MAX,
            computer_threads: None,
        }
    }
}

/// A user's action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// The user who acts.
    pub by: PlayerId,
    /// The interaction: a command, a pressed button, a submitted form.
    pub interaction: InteractionId,
    /// The number of the event that led to the position on the message whose button was pressed, if it
    /// showed one. If the position has changed since, the action is refused as [`Refusal::Stale`].
    pub expected_seq: Option<Seq>,
    /// The time of the action.
    pub now: Time,
}

impl App {
    /// Use cases on a database.
    pub fn new(store: Store, limits: Limits) -> Self {
        Self {
            store,
            limits,
            judges: Arc::new(Semaphore::new(JUDGES)),
            finders: Arc::new(Semaphore::new(FINDERS)),
        }
    }

    /// Use cases for one delivery of an interaction. The first change they make is written in one
    /// transaction with the interaction's id, so that no other delivery of the interaction changes
    /// anything, in this process or another, now or after a restart.
    ///
    /// Refused as [`Refusal::Repeated`] if another delivery has already changed something.
    pub async fn claim_interaction(&self, id: InteractionId, now: Time) -> Result<Self, AppError> {
        if self.read().await?.is_known(id).await? {
            return Err(Refusal::Repeated.into());
        }
        Ok(Self {
            store: self.store.claimed(id, now),
            ..self.clone()
        })
    }

    /// These use cases, whose notices are left for three seconds to the process that handles the interaction:
    /// one of them may be its response.
    #[must_use]
    pub fn holding_notices(self) -> Self {
        Self {
            store: self.store.holding(HOLD),
            ..self
        }
    }

    /// Use cases that do not use up the claim of the current interaction: for changes that may happen
    /// any number of times, or that the interaction did not ask for.
    fn unclaimed(&self) -> Self {
        Self {
            store: self.store.unclaimed(),
            ..self.clone()
        }
    }

    /// The number of threads on which the computer thinks, if the host has chosen one.
    pub const fn computer_threads(&self) -> Option<usize> {
        self.limits.computer_threads
    }

    /// The database.
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Closes the database.
    pub async fn close(self) {
        self.store.close().await;
    }

    /// A connection for reading.
    async fn read(&self) -> Result<Connection, AppError> {
        Ok(self.store.read().await?)
    }
}
