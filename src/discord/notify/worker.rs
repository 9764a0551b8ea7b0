//! The worker that delivers notifications, and what its parts share.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::discord::context::Context;
use crate::discord::rest::budget::Urgency;
use crate::discord::rest::client::RestClient;
use crate::lease_keeper::{LeaseGuard, Leases};
use crate::model::{ChannelId, GameId, PlayerId, PostedMessage};

/// Maximum number of pictures rendered for notifications at once.
const BRUSHES: usize = 2;

/// The delivery worker. Its methods are in the files of this folder.
#[derive(Clone, Debug)]
pub(crate) struct DeliveryWorker {
    pub(crate) ctx: Arc<Context>,
    pub(crate) rest: Arc<RestClient>,
    /// The direct-message channels of players: opening them is heavily rate-limited.
    pub(crate) directs: Arc<Mutex<HashMap<PlayerId, ChannelId>>>,
    /// Limits rendering for notifications, so that players who compose a turn do not wait.
    pub(crate) brushes: Arc<Semaphore>,
    /// What this process has to deliver, if several share a database.
    pub(crate) leases: Leases,
    /// Held while the thread of a tournament is begun, which several of its notices may want at once.
    pub(crate) tournament_threads: Arc<tokio::sync::Mutex<()>>,
    /// Games whose old boards still have their buttons, because the budget was short.
    pub(crate) put_off: Arc<Mutex<BTreeMap<GameId, OldBoards>>>,
}

/// Boards of a game that are out of date.
#[derive(Clone, Debug)]
pub(crate) struct OldBoards {
    /// The board that is not.
    pub(crate) latest: PostedMessage,
    pub(crate) lease: Option<LeaseGuard>,
}

/// How a player is pinged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PingMode {
    Here,
    Direct,
    Never,
}

/// The outcome of a direct message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DmOutcome {
    /// Sent, as this message if it can be changed later; or not needed.
    Done(Option<PostedMessage>),
    /// The player takes no direct messages.
    Closed,
    /// To be tried again, not before the time that Discord demands.
    Later(Option<Duration>),
}

impl DeliveryWorker {
    pub(crate) fn new(ctx: Arc<Context>, rest: Arc<RestClient>, leases: Leases) -> Self {
        Self {
            ctx,
            rest,
            directs: Arc::default(),
            brushes: Arc::new(Semaphore::new(BRUSHES)),
            leases,
            tournament_threads: Arc::default(),
            put_off: Arc::default(),
        }
    }

    /// This worker for requests of another urgency.
    pub(crate) fn with(&self, urgency: Urgency) -> Self {
        Self {
            rest: Arc::new(self.rest.with(urgency)),
            ..self.clone()
        }
    }

    /// This worker for work that is leased: it begins no request after the lease has ended.
    pub(crate) fn under(&self, lease: LeaseGuard) -> Self {
        Self {
            rest: Arc::new(self.rest.under(lease)),
            ..self.clone()
        }
    }
}
