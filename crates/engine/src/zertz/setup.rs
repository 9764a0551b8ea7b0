//! Unchecked arrangements of rings and marbles, and their conversion to legal positions.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::{
    Board, BoardState, ByMarble, BySide, CellSet, Marble, MissedCapture, Outcome, Reason, Side,
    Variant, Zertz, islands,
};
use crate::hex::Name;

/// An arrangement of rings and marbles that need not be legal.
///
/// [`Setup::position`] checks it and converts it to a [`Zertz`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board and the rule set.
    pub variant: Variant,
    /// The rings on the board.
    pub rings: CellSet,
    /// The marbles on the board.
    pub marbles: ByMarble<CellSet>,
    /// The marbles in the pool.
    pub pool: ByMarble<u8>,
    /// The marbles each player has captured.
    pub captured: BySide<ByMarble<u8>>,
    /// The player to move.
    pub to_move: Side,
}

/// Why an arrangement is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// A ring or marble is not on the board.
    OffBoard,
    /// A marble is on a cell without a ring.
    WithoutRing(Name),
    /// Two marbles are on the same ring.
    TwoMarbles(Name),
    /// There are more marbles of a colour than in the set. Fewer are allowed, as in puzzles.
    TooMany {
        /// The colour.
        marble: Marble,
        /// How many there are.
        found: u32,
        /// How many are in the set.
        most: u32,
    },
    /// The player to move has won already, or both have.
    WonBefore,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OffBoard => write!(f, "a ring lies where this board never had one"),
            Self::WithoutRing(name) => write!(f, "a marble lies on {name}, where there is no ring"),
            Self::TwoMarbles(name) => write!(f, "two marbles lie on {name}"),
            Self::TooMany {
                marble,
                found,
                most,
            } => write!(
                f,
                "there are {found} {} marbles, more than the {most} of the set",
                marble.as_str()
            ),
            Self::WonBefore => write!(f, "the player to move has won already"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// The position, if the arrangement is legal.
    ///
    /// Full groups are considered left on the board by the player who completed them.
    pub fn position(&self) -> Result<Zertz, SetupError> {
        self.check()?;
        let mut position = Zertz {
            state: BoardState {
                rings: self.rings,
                marbles: self.marbles,
                pool: self.pool,
                captured: self.captured,
                to_move: self.to_move,
            },
            missed_capture: MissedCapture::None,
            variant: self.variant,
            outcome: None,
            loose: islands::loose_rings(self.rings),
        };
        let goals = self.variant.goals();
        if goals.reached(self.captured[self.to_move]).is_some() {
            return Err(SetupError::WonBefore);
        }
        position.stop_if_goal_reached(!self.to_move);
        if position.outcome.is_none() && position.vacant().is_empty() {
            position.outcome = Some(Outcome::win(!self.to_move, Reason::LastRing));
        }
        position.stop_if_nobody_can_move();
        Ok(position)
    }

    fn check(&self) -> Result<(), SetupError> {
        let board: &Board = self.variant.board();
        if !self.rings.is_subset(board.cells()) {
            return Err(SetupError::OffBoard);
        }
        let mut seen = CellSet::EMPTY;
        for marble in Marble::ALL {
            let here = self.marbles[marble];
            if !here.is_subset(board.cells()) {
                return Err(SetupError::OffBoard);
            }
            if let Some(cell) = (here - self.rings).first() {
                return Err(SetupError::WithoutRing(board.name(cell)));
            }
            if let Some(cell) = (here & seen).first() {
                return Err(SetupError::TwoMarbles(board.name(cell)));
            }
            seen |= here;
            self.check_count(marble)?;
        }
        Ok(())
    }

    fn check_count(&self, marble: Marble) -> Result<(), SetupError> {
        let most = u32::from(self.variant.marbles()[marble]);
        let mut found = self.marbles[marble].len() as u32 + u32::from(self.pool[marble]);
        // In `zerc`, jumped marbles return to the pool but are tallied too.
        if !self.variant.is_zerc() {
            let captured = Side::BOTH.iter().map(|&side| self.captured[side][marble]);
            found += captured.map(u32::from).sum::<u32>();
        }
        if found > most {
            return Err(SetupError::TooMany {
                marble,
                found,
                most,
            });
        }
        Ok(())
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = self.variant.board();
        let names = |set: CellSet| -> Vec<String> {
            let on_board = set & board.cells();
            let name = |cell| board.name(cell).to_string();
            on_board.into_iter().map(name).collect()
        };
        let mut object = serializer.serialize_struct("Setup", 6)?;
        object.serialize_field("variant", &self.variant.to_string())?;
        object.serialize_field("rings", &names(self.rings))?;
        object.serialize_field(
            "marbles",
            &ByMarble::new_with(|marble| names(self.marbles[marble])),
        )?;
        object.serialize_field("pool", &self.pool)?;
        object.serialize_field("captured", &self.captured)?;
        object.serialize_field("to_move", &self.to_move)?;
        object.end()
    }
}
