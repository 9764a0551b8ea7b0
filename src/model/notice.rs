//! Outbox entries: notifications that are stored with their cause and delivered afterwards.

use std::time::Duration;

use super::ids::{GameId, InteractionId, PlayerId};
use super::time::Time;

/// A notice to be inserted into the outbox.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNotice {
    /// The deterministic key that makes delivery idempotent: equal nonces mean the same notice.
    pub nonce: String,
    /// The recipient; `None` for both players.
    pub player: Option<PlayerId>,
    /// The payload, as JSON.
    pub notice: String,
    /// How long it waits before it is sent.
    pub delay: Duration,
    /// Where it goes, by which notices are divided among processes.
    pub recipient: Recipient,
}

/// Where a notice goes. All notices for one destination are delivered by one process, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipient {
    /// The place where the game is played.
    Game,
    /// The player's direct messages.
    Player,
    /// A channel of the server that is not the game's own.
    Server,
}

/// A notice in the outbox that has not been delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsentNotice {
    /// The key that makes delivery idempotent.
    pub nonce: String,
    /// The game or challenge it is about.
    pub game: GameId,
    /// The recipient; `None` for both players.
    pub player: Option<PlayerId>,
    /// The payload, as JSON.
    pub notice: String,
    /// When it was inserted.
    pub made_at: Time,
    /// How many deliveries have been tried.
    pub attempts: i64,
    /// The interaction that caused it, if a person did.
    pub interaction: Option<InteractionId>,
    /// How far its delivery as an interaction response has come, if that was tried.
    pub response: Option<ResponseState>,
    /// Its share of the outbox: all notices for one destination are in the same.
    pub bucket: Bucket,
}

/// A share of the outbox, from 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bucket(pub u8);

/// Several shares of the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Buckets(u64);

impl Bucket {
    /// The number of buckets.
    pub const COUNT: u8 = 64;

    /// All buckets.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }
}

impl Buckets {
    /// All of them.
    pub const ALL: Self = Self(u64::MAX);

    /// Is a bucket among them?
    pub const fn contains(self, bucket: Bucket) -> bool {
        self.0 >> bucket.0 & 1 == 1
    }

    /// Adds a bucket.
    pub const fn insert(&mut self, bucket: Bucket) {
        self.0 |= 1 << bucket.0;
    }

    /// Removes a bucket.
    pub const fn remove(&mut self, bucket: Bucket) {
        self.0 &= !(1 << bucket.0);
    }

    /// Are there none?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of buckets.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The buckets, in order.
    pub fn iter(self) -> impl Iterator<Item = Bucket> {
        Bucket::all().filter(move |bucket| self.contains(*bucket))
    }

    /// The bits of an integer, as the database has them.
    pub const fn bits(self) -> i64 {
        self.0.cast_signed()
    }
}

impl FromIterator<Bucket> for Buckets {
    fn from_iter<T: IntoIterator<Item = Bucket>>(all: T) -> Self {
        let mut buckets = Self::default();
        for bucket in all {
            buckets.insert(bucket);
        }
        buckets
    }
}

/// How far the delivery of a notice as an interaction response has come. Responses carry no nonce, so the
/// state is stored before the response is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResponseState {
    /// It is, or was to be, the first response. The token can be used to ask Discord whether it arrived.
    First {
        /// The interaction's token.
        token: String,
    },
    /// It was to be a follow-up; whether that arrived can't be found out.
    FollowUp,
    /// It arrived, and everyone in the channel sees it.
    Public,
    /// It didn't arrive, or only one person sees it.
    Failed,
}
