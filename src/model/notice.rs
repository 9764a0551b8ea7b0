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
