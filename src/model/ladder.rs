//! Ladders: what a server has chosen, and what happens on them.

use hexpost_engine::side::Side;
use hexpost_tournament::EntrantId;
use hexpost_tournament::ladder::{LadderEvent, LadderResult};

use super::game::{EndReason, GameEnd};
use super::ids::{ChannelId, GameId, ServerId};
use super::pace::Pace;
use super::time::Time;
use super::variant::StoredVariant;

/// The ladder of a server, as its managers have set it up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderSetup {
    /// The server.
    pub server: ServerId,
    /// The channel in which its games are played and its table is shown.
    pub channel: ChannelId,
    /// The game and its variant.
    pub variant: StoredVariant,
    /// The clock. Whoever runs out of time has lost.
    pub pace: Pace,
    /// Do its games count for ratings?
    pub is_rated: bool,
    /// Can it be used? A closed ladder keeps its players.
    pub is_open: bool,
}

/// Something that happened on a ladder, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastLadderEvent {
    /// Its number, from 1.
    pub seq: i64,
    /// What happened. The ids are the players' numbers on this ladder.
    pub event: LadderEvent,
    /// The side of the challenger, if a game began.
    pub side: Option<Side>,
    /// When.
    pub at: Time,
}

/// A game on a ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LadderGame {
    /// The server of the ladder.
    pub server: ServerId,
    /// The game.
    pub game: GameId,
    /// The number of the player who challenged.
    pub challenger: EntrantId,
    /// The number of the challenged player.
    pub opponent: EntrantId,
    /// The side of the challenger.
    pub side: Side,
}

/// What the end of a game means on a ladder, given the side of the challenger.
pub fn ladder_result(end: &GameEnd, challenger: Side) -> LadderResult {
    let is_timeout = end.how == EndReason::Time;
    match end.winner {
        None => LadderResult::NoWinner,
        Some(winner) if winner == challenger && is_timeout => LadderResult::ChallengedTimedOut,
        Some(winner) if winner == challenger => LadderResult::ChallengerWon,
        Some(_) if is_timeout => LadderResult::ChallengerTimedOut,
        Some(_) => LadderResult::ChallengedWon,
    }
}
