//! The events of a game, from which everything else about it follows.

use hexpost_engine::side::Side;
use serde::Serialize;

use super::computer::HintStep;
use super::ids::Seq;
use super::time::Time;

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A turn, in canonical notation.
    Turn(String),
    /// The only legal turn, played automatically for a player who has asked for that.
    ForcedTurn(String),
    /// A planned (conditional) turn, played automatically.
    PlannedTurn(String),
    /// A draw was offered.
    DrawOffered,
    /// The draw offer was withdrawn.
    DrawWithdrawn,
    /// The draw offer was declined.
    DrawDeclined,
    /// The draw offer was accepted: the game is over.
    DrawAgreed,
    /// A player asked to take back their last turn.
    TakebackAsked,
    /// The take-back request was withdrawn.
    TakebackWithdrawn,
    /// The take-back request was declined.
    TakebackDeclined,
    /// Turns were taken back by consent, down to this number of turns; the clock restarts.
    TakenBack(usize),
    /// The last turn was taken back by the player who made it, without asking, down to this number of
    /// turns; the clock goes on.
    Retracted(usize),
    /// A player resigned.
    Resigned,
    /// The game was aborted before both players had moved.
    Aborted,
    /// A player lost on time.
    TimedOut,
    /// A moderator ended the game, with or without a winner.
    EndedByModerator(Option<Side>),
    /// The waiting player announced that they will close the abandoned game.
    SilenceNoticed,
    /// The waiting player closed the abandoned game after announcing it.
    ClosedForSilence,
    /// A frozen game can be replayed again; the clock restarts.
    Thawed,
    /// A player gave the opponent extra time, in milliseconds.
    TimeGiven(i64),
    /// A player is on vacation until this moment; their clock stands still.
    Away(Time),
    /// A player is back from vacation.
    Back,
    /// A player's time has run out; the opponent may claim the game.
    TimeUp,
    /// The player to move was compensated for downtime of the bot, in milliseconds.
    Excused(i64),
    /// The player has given the computer another level, by its number.
    LevelSet(i64),
    /// The player has seen a hint of the computer.
    HintTaken(HintStep),
}

impl Event {
    /// Whether it changes the clock or what is due. An offer doesn't.
    pub const fn moves_time(&self) -> bool {
        matches!(
            self,
            Self::Turn(_)
                | Self::ForcedTurn(_)
                | Self::PlannedTurn(_)
                | Self::TakenBack(_)
                | Self::Retracted(_)
                | Self::Thawed
                | Self::TimeGiven(_)
                | Self::Away(_)
                | Self::Back
                | Self::TimeUp
                | Self::Excused(_)
                | Self::LevelSet(_)
        )
    }
}

/// An event to be appended to a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// What happened.
    pub event: Event,
    /// The side it concerns; `None` for a moderator's decision.
    pub side: Option<Side>,
}

/// An event of a game, as stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PastEvent {
    /// Its number within the game; the first is 1.
    pub seq: Seq,
    /// What happened.
    pub event: Event,
    /// The side it concerns; `None` for a moderator's decision.
    pub side: Option<Side>,
    /// When it happened.
    pub at: Time,
}
