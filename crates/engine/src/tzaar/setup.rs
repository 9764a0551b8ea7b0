//! Any arrangement of pieces, and the door from there to a legal position.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::kind::{ByKind, Kind};
use super::pieces::{Pieces, Stack};
use super::{BOARD, BySide, Cell, Side, Tzaar};
use crate::hex::Name;

/// A position that may be wrong.
///
/// [`Setup::position`] is the only way from here to a [`Tzaar`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands where.
    pub stacks: Vec<(Cell, Stack)>,
    /// The pieces still to be placed in the tournament set-up.
    pub hands: BySide<ByKind<u8>>,
    /// Whose turn it is.
    pub to_move: Side,
}

/// Why an arrangement is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// There is no point in the centre.
    OnCentre,
    /// Two stacks stand on one point.
    TwoStacks(Name),
    /// A stack of no height.
    NoHeight(Name),
    /// A side has more pieces than the game gives it.
    TooMany {
        /// The side.
        side: Side,
        /// How many it has.
        found: u32,
    },
    /// A side has more pieces of a kind, shown and in hand, than the game gives it.
    TooManyOfKind {
        /// The side.
        side: Side,
        /// The kind.
        kind: Kind,
        /// How many it has.
        found: u32,
    },
    /// While pieces are being placed, none is missing and none is stacked.
    NotASetup(Side),
    /// The other player must be on move here.
    WrongSide,
    /// Both sides miss a kind: the game would have ended when the first did.
    WonBefore,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OnCentre => write!(f, "there is no point in the centre"),
            Self::TwoStacks(name) => write!(f, "two stacks stand on {name}"),
            Self::NoHeight(name) => write!(f, "the stack on {name} has no height"),
            Self::TooMany { side, found } => {
                write!(f, "the {side} player has {found} pieces, more than 30")
            }
            Self::TooManyOfKind { side, kind, found } => write!(
                f,
                "the {side} player has {found} of {}, more than {}",
                kind.letter(),
                kind.count()
            ),
            Self::NotASetup(side) => write!(
                f,
                "while pieces are being placed the {side} player has them all, none stacked"
            ),
            Self::WrongSide => write!(f, "the other player must be on move here"),
            Self::WonBefore => write!(f, "the game would have been over before"),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// The position, if the arrangement is legal.
    pub fn position(&self) -> Result<Tzaar, SetupError> {
        let mut pieces = Pieces::NONE;
        for &(cell, stack) in &self.stacks {
            if cell == Cell::CENTRE {
                return Err(SetupError::OnCentre);
            }
            if pieces.occupied().contains(cell) {
                return Err(SetupError::TwoStacks(BOARD.name(cell)));
            }
            if stack.height == 0 {
                return Err(SetupError::NoHeight(BOARD.name(cell)));
            }
            pieces.put(cell, stack);
        }
        let mut position = Tzaar {
            pieces,
            hands: self.hands,
            to_move: self.to_move,
            outcome: None,
        };
        for side in Side::BOTH {
            self.check_side(&position, side)?;
        }
        if position.is_placing() {
            self.check_turn_of_placing(&position)?;
        } else if position.is_opening() {
            if self.to_move == Side::Second {
                return Err(SetupError::WrongSide);
            }
        } else {
            // Stacking may cost the one who did it, the other may have been captured out; but a
            // game can't have gone on after that.
            position.stop_if_kind_missing(!self.to_move);
            let both = Side::BOTH
                .iter()
                .all(|&side| pieces.missing(side).is_some());
            if both {
                return Err(SetupError::WonBefore);
            }
        }
        position.stop_if_no_capture();
        Ok(position)
    }

    fn check_side(&self, position: &Tzaar, side: Side) -> Result<(), SetupError> {
        let hand = self.hands[side];
        let visible = position.visible(side);
        let in_hand: u32 = Kind::ALL.iter().map(|&kind| u32::from(hand[kind])).sum();
        let own = self.stacks.iter().filter(|(_, stack)| stack.side == side);
        let standing: u32 = own.map(|(_, stack)| u32::from(stack.height)).sum();
        let found = in_hand + standing;
        if found > 30 {
            return Err(SetupError::TooMany { side, found });
        }
        for kind in Kind::ALL {
            let found = u32::from(visible[kind]) + u32::from(hand[kind]);
            if found > u32::from(kind.count()) {
                return Err(SetupError::TooManyOfKind { side, kind, found });
            }
            let incomplete = found < u32::from(kind.count());
            if incomplete && (position.is_placing() || position.is_opening()) {
                return Err(SetupError::NotASetup(side));
            }
        }
        Ok(())
    }

    /// White places first, so White has as many pieces in hand as Black, or one less.
    fn check_turn_of_placing(&self, position: &Tzaar) -> Result<(), SetupError> {
        let [first, second] = Side::BOTH.map(|side| position.points_of(side).len());
        let expected = match self.to_move {
            Side::First => second,
            Side::Second => second + 1,
        };
        if first == expected {
            Ok(())
        } else {
            Err(SetupError::WrongSide)
        }
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Standing {
            at: String,
            side: Side,
            kind: Kind,
            height: u8,
        }
        let standing = |&(cell, stack): &(Cell, Stack)| Standing {
            at: BOARD.name(cell).to_string(),
            side: stack.side,
            kind: stack.kind,
            height: stack.height,
        };
        let stacks: Vec<Standing> = self.stacks.iter().map(standing).collect();
        let mut object = serializer.serialize_struct("Setup", 3)?;
        object.serialize_field("stacks", &stacks)?;
        object.serialize_field("hands", &self.hands)?;
        object.serialize_field("to_move", &self.to_move)?;
        object.end()
    }
}
