//! The worker that delivers notifications, and what its parts share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::discord::context::Context;
use crate::discord::rest::client::RestClient;
use crate::model::{ChannelId, PlayerId, PostedMessage};

/// So many pictures are painted for the post at once.
const BRUSHES: usize = 2;

/// The courier.
#[derive(Debug)]
pub(crate) struct DeliveryWorker {
    pub(crate) ctx: Arc<Context>,
    pub(crate) rest: Arc<RestClient>,
    /// Where people are written to alone: Discord does not like to be asked for it again and again.
    pub(crate) directs: Mutex<HashMap<PlayerId, ChannelId>>,
    /// Whoever taps waits for a picture, too: the post has only so many painted at once.
    pub(crate) brushes: Semaphore,
}

/// How someone wants to be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PingMode {
    Here,
    Direct,
    Never,
}

/// MessageKind came of a direct message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DmOutcome {
    /// It is there, as this message if it can be changed later; or it need not be.
    Done(Option<PostedMessage>),
    /// That person can't be written to.
    Closed,
    /// Perhaps later; if Discord says when, not before.
    Later(Option<Duration>),
}

impl DeliveryWorker {
    pub(crate) fn new(ctx: Arc<Context>, rest: Arc<RestClient>) -> Self {
        Self {
            ctx,
            rest,
            directs: Mutex::default(),
            brushes: Semaphore::new(BRUSHES),
        }
    }
}
