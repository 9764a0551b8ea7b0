//! The computer as an opponent: the side it plays, its level, and what it has to think about.

use hexpost_engine::search::Level;
use hexpost_engine::side::Side;
use serde::Serialize;

use super::ids::{GameId, GameRef, InteractionId, Seq};

/// The computer's side in a game, and its level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Computer {
    /// The side it plays.
    pub side: Side,
    /// How strongly it plays.
    pub level: Level,
}

/// The number of a level, from 1 for the weakest.
pub fn level_number(level: Level) -> i64 {
    let index = Level::ALL.iter().position(|known| *known == level);
    index.unwrap_or_default() as i64 + 1
}

/// The level with a number.
pub fn level_of_number(number: i64) -> Option<Level> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    Level::ALL.get(index).copied()
}

/// What the computer thinks about. The order is that in which jobs are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum JobKind {
    /// Its turn in a game.
    Turn,
    /// A hint for the player.
    Hint,
    /// A position of an analysis board.
    Position,
    /// The positions of a finished or imported game, one after the other.
    Analysis,
}

impl JobKind {
    /// The number in the database.
    pub const fn number(self) -> i64 {
        match self {
            Self::Turn => 0,
            Self::Hint => 1,
            Self::Position => 2,
            Self::Analysis => 3,
        }
    }

    /// The kind with a number.
    pub const fn of_number(number: i64) -> Option<Self> {
        match number {
            0 => Some(Self::Turn),
            1 => Some(Self::Hint),
            2 => Some(Self::Position),
            3 => Some(Self::Analysis),
            _ => None,
        }
    }
}

/// How much of a hint a player has seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HintStep {
    /// The piece or the ring to look at.
    Look,
    /// The turn.
    Turn,
}

/// What a job is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobSubject {
    /// A game.
    Game(GameRef),
    /// A question about a position, by the interaction that asked it.
    Question(InteractionId),
}

impl JobSubject {
    /// The number in the database, unique among jobs of one kind.
    pub const fn number(self) -> i64 {
        match self {
            Self::Game(game) => game.number(),
            Self::Question(id) => id.0,
        }
    }

    /// The subject of a job of a kind, by its number.
    pub const fn of_number(kind: JobKind, number: i64) -> Self {
        match kind {
            JobKind::Turn | JobKind::Hint | JobKind::Analysis => {
                Self::Game(GameRef::from_number(number))
            }
            JobKind::Position => Self::Question(InteractionId(number)),
        }
    }

    /// The game, if it is one that is played here.
    pub const fn game(self) -> Option<GameId> {
        match self {
            Self::Game(game) => game.game(),
            Self::Question(_) => None,
        }
    }
}

impl From<GameId> for JobSubject {
    fn from(id: GameId) -> Self {
        Self::Game(GameRef::Game(id))
    }
}

impl From<GameRef> for JobSubject {
    fn from(game: GameRef) -> Self {
        Self::Game(game)
    }
}

/// Something that the computer has to think about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComputerJob {
    /// What it is about.
    pub subject: JobSubject,
    /// What is asked.
    pub kind: JobKind,
    /// The number of the event that led to the position; in an analysis, the number of turns before it.
    pub seq: Seq,
    /// The level.
    pub level: Level,
    /// The most positions to look at.
    pub nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_number() {
        for level in Level::ALL {
            assert_eq!(level_of_number(level_number(level)), Some(level));
        }
        assert_eq!(level_of_number(0), None);
        assert_eq!(level_of_number(8), None);
        assert_eq!(level_of_number(i64::MIN), None);
    }

    #[test]
    fn every_job_is_read_back() {
        let import = GameRef::from_number(-7);
        let subjects = [
            (JobKind::Turn, JobSubject::from(GameId(7))),
            (JobKind::Hint, JobSubject::from(GameId(7))),
            (JobKind::Position, JobSubject::Question(InteractionId(7))),
            (JobKind::Analysis, JobSubject::from(import)),
        ];
        for (kind, subject) in subjects {
            assert_eq!(JobKind::of_number(kind.number()), Some(kind));
            assert_eq!(JobSubject::of_number(kind, subject.number()), subject);
        }
    }
}
