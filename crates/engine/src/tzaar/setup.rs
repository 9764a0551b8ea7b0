//! Unchecked arrangements of pieces, and their conversion to legal positions.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::kind::{ByKind, Kind};
use super::pieces::{Pieces, Stack};
use super::{BOARD, BySide, Cell, Side, Tzaar};
use crate::hex::Name;

/// An arrangement of pieces that need not be legal.
///
/// [`Setup::position`] checks it and converts it to a [`Tzaar`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The stacks and their points.
    pub stacks: Vec<(Cell, Stack)>,
    /// The pieces still to be placed, in the tournament set-up.
    pub hands: BySide<ByKind<u8>>,
    /// The player to move.
    pub to_move: Side,
}

/// Why an arrangement is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// A stack is on the centre, where there is no point.
    OnCentre,
    /// Two stacks are on the same point.
    TwoStacks(Name),
    /// A stack has the height 0.
    NoHeight(Name),
    /// A side has more than 30 pieces.
    TooMany {
        /// The side.
        side: Side,
        /// How many pieces it has.
        found: u32,
    },
    /// A side has more pieces of a kind, visible and in hand, than it starts with.
    TooManyOfKind {
        /// The side.
        side: Side,
        /// The kind.
        kind: Kind,
        /// How many pieces it has.
        found: u32,
    },
    /// While pieces are being placed, or before the first capture, this side lacks pieces or has stacked
    /// some.
    NotASetup(Side),
    /// The other player must be to move here.
    WrongSide,
    /// Both sides lack a kind, but the game would have ended when the first of them did.
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
            // Either the mover has covered a last piece or the opponent's last piece was captured,
            // but the game can't have continued after that.
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
        let on_board: u32 = own.map(|(_, stack)| u32::from(stack.height)).sum();
        let found = in_hand + on_board;
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

    /// Checks whose turn it is during placement: White places first, so White has placed as many pieces
    /// as Black when White is to move, and one more when Black is.
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
        struct PlacedStack {
            at: String,
            side: Side,
            kind: Kind,
            height: u8,
        }
        let placed = |&(cell, stack): &(Cell, Stack)| PlacedStack {
            at: BOARD.name(cell).to_string(),
            side: stack.side,
            kind: stack.kind,
            height: stack.height,
        };
        let stacks: Vec<PlacedStack> = self.stacks.iter().map(placed).collect();
        let mut object = serializer.serialize_struct("Setup", 3)?;
        object.serialize_field("stacks", &stacks)?;
        object.serialize_field("hands", &self.hands)?;
        object.serialize_field("to_move", &self.to_move)?;
        object.end()
    }
}
