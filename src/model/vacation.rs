//! Vacations: times in which a player's clocks stand still.

use super::ids::{GameId, PlayerId};
use super::time::Time;

/// A player's vacation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vacation {
    /// The player who is away.
    pub player: PlayerId,
    /// When it begins.
    pub starts_at: Time,
    /// When it ends.
    pub ends_at: Time,
    /// How far it has come.
    pub phase: VacationPhase,
    /// The last game that has got the event for the current phase; `None` once all games have it.
    pub reached: Option<GameId>,
    /// When the scheduler has to act on it next.
    pub due_at: Option<Time>,
}

/// How far a vacation has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VacationPhase {
    /// It has not begun.
    Planned,
    /// It is under way.
    On,
    /// It is over.
    Over,
}

impl VacationPhase {
    /// The stable number, as stored.
    pub const fn code(self) -> i64 {
        match self {
            Self::Planned => 0,
            Self::On => 1,
            Self::Over => 2,
        }
    }

    /// Parses what [`VacationPhase::code`] returns.
    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Self::Planned),
            1 => Some(Self::On),
            2 => Some(Self::Over),
            _ => None,
        }
    }
}
