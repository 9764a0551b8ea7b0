//! Checking turns: which rule forbids a turn.

use std::fmt;

use super::kind::Kind;
use super::pieces::Pieces;
use super::turn::{Move, Second, Turn};
use super::{BOARD, Cell, Outcome, Reason, Tzaar};
use crate::hex::Name;
use crate::outcome::Reason as _;
use crate::position::{Argument, Rule};

/// The rule that forbids a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    GameOver(Outcome<Reason>),
    /// The turn uses the centre, where there is no point.
    OffBoard,
    /// No piece may capture until all pieces have been placed.
    StillPlacing,
    /// There are no pieces to place: all are on the board.
    NotPlacing,
    /// The player has no piece of this kind left to place.
    NoneInHand(Kind),
    /// The point to place a piece on is occupied.
    Occupied(Name),
    /// There is no piece on this point.
    Vacant(Name),
    /// The piece on this point belongs to the opponent.
    NotYours(Name),
    /// The two points do not lie in a straight line.
    NotInLine {
        /// The mover's point.
        from: Name,
        /// The target's point.
        to: Name,
    },
    /// The line between the two points is interrupted by the centre.
    Centre {
        /// The mover's point.
        from: Name,
        /// The target's point.
        to: Name,
    },
    /// There is a piece between mover and target.
    Blocked {
        /// The point of that piece.
        by: Name,
    },
    /// The first part of a turn must be a capture, but the piece on this point is the player's own.
    FirstMustCapture(Name),
    /// The player can stack only on their own pieces; the one on this point is the opponent's.
    StackOnEnemy(Name),
    /// The piece on this point is the player's own and can't be captured.
    CaptureOwn(Name),
    /// The target is higher than the mover.
    Higher {
        /// The target's point.
        target: Name,
        /// The target's height.
        height: u8,
        /// The mover's height.
        mover: u8,
    },
    /// White's first turn is one capture and nothing more.
    OpeningIsOneCapture,
    /// The first capture has won the game, so nothing may follow.
    AlreadyWon,
    /// The first capture must be followed by a second capture, a stacking or a pass.
    SecondMissing,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver(outcome) => write!(f, "the game is over ({})", outcome.reason.as_str()),
            Self::OffBoard => write!(f, "there is no point in the centre"),
            Self::StillPlacing => write!(f, "all pieces must be placed before anyone captures"),
            Self::NotPlacing => write!(f, "all pieces have been placed"),
            Self::NoneInHand(kind) => write!(
                f,
                "the player to move has no {} ({}) left to place",
                kind.letter(),
                kind.as_str()
            ),
            Self::Occupied(name) => write!(f, "a piece stands on {name} already"),
            Self::Vacant(name) => write!(f, "no piece stands on {name}"),
            Self::NotYours(name) => write!(f, "the piece on {name} is the opponent's"),
            Self::NotInLine { from, to } => write!(f, "{from} and {to} are not in a line"),
            Self::Centre { from, to } => write!(
                f,
                "the missing centre lies between {from} and {to} and stops the line"
            ),
            Self::Blocked { by } => write!(f, "the piece on {by} stands in the way"),
            Self::FirstMustCapture(name) => write!(
                f,
                "the first part of a turn must capture, and the piece on {name} is the player's own"
            ),
            Self::StackOnEnemy(name) => write!(
                f,
                "the piece on {name} is the opponent's: it can be captured, not stacked upon"
            ),
            Self::CaptureOwn(name) => write!(
                f,
                "the piece on {name} is the player's own: it can be stacked upon, not captured"
            ),
            Self::Higher {
                target,
                height,
                mover,
            } => write!(
                f,
                "the target is higher: {target} has height {height}, the mover {mover}"
            ),
            Self::OpeningIsOneCapture => {
                write!(f, "the very first turn is one capture and nothing more")
            }
            Self::AlreadyWon => write!(f, "the first capture has won: nothing may follow"),
            Self::SecondMissing => write!(
                f,
                "after the capture a second capture, a stacking or a pass (-) must follow"
            ),
        }
    }
}

impl std::error::Error for Illegal {}

impl Rule for Illegal {
    const KEYS: &'static [&'static str] = &[
        "game-over",
        "off-board",
        "still-placing",
        "not-placing",
        "none-in-hand",
        "occupied",
        "vacant",
        "not-yours",
        "not-in-line",
        "centre",
        "blocked",
        "first-must-capture",
        "stack-on-enemy",
        "capture-own",
        "higher",
        "opening-is-one-capture",
        "already-won",
        "second-missing",
    ];

    fn key(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "game-over",
            Self::OffBoard => "off-board",
            Self::StillPlacing => "still-placing",
            Self::NotPlacing => "not-placing",
            Self::NoneInHand(_) => "none-in-hand",
            Self::Occupied(_) => "occupied",
            Self::Vacant(_) => "vacant",
            Self::NotYours(_) => "not-yours",
            Self::NotInLine { .. } => "not-in-line",
            Self::Centre { .. } => "centre",
            Self::Blocked { .. } => "blocked",
            Self::FirstMustCapture(_) => "first-must-capture",
            Self::StackOnEnemy(_) => "stack-on-enemy",
            Self::CaptureOwn(_) => "capture-own",
            Self::Higher { .. } => "higher",
            Self::OpeningIsOneCapture => "opening-is-one-capture",
            Self::AlreadyWon => "already-won",
            Self::SecondMissing => "second-missing",
        }
    }

    fn arguments(&self) -> Vec<(&'static str, Argument)> {
        match *self {
            Self::GameOver(outcome) => vec![("reason", Argument::text(outcome.reason.as_str()))],
            Self::NoneInHand(kind) => vec![("kind", Argument::text(kind.letter()))],
            Self::Occupied(cell)
            | Self::Vacant(cell)
            | Self::NotYours(cell)
            | Self::FirstMustCapture(cell)
            | Self::StackOnEnemy(cell)
            | Self::CaptureOwn(cell) => vec![("cell", Argument::text(cell))],
            Self::NotInLine { from, to } | Self::Centre { from, to } => {
                vec![("from", Argument::text(from)), ("to", Argument::text(to))]
            }
            Self::Blocked { by } => vec![("cell", Argument::text(by))],
            Self::Higher {
                target,
                height,
                mover,
            } => vec![
                ("cell", Argument::text(target)),
                ("height", Argument::Number(u64::from(height))),
                ("mover", Argument::Number(u64::from(mover))),
            ],
            Self::OffBoard
            | Self::StillPlacing
            | Self::NotPlacing
            | Self::OpeningIsOneCapture
            | Self::AlreadyWon
            | Self::SecondMissing => Vec::new(),
        }
    }
}

impl Tzaar {
    pub(super) fn check_turn(&self, turn: Turn) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome {
            return Err(Illegal::GameOver(outcome));
        }
        let mut is_on_board = true;
        turn.map(|cell| is_on_board &= BOARD.cells().contains(cell));
        if !is_on_board {
            return Err(Illegal::OffBoard);
        }
        match turn {
            Turn::Place { kind, at } => {
                if !self.is_placing() {
                    return Err(Illegal::NotPlacing);
                }
                if self.hands[self.to_move][kind] == 0 {
                    return Err(Illegal::NoneInHand(kind));
                }
                if self.pieces.occupied().contains(at) {
                    return Err(Illegal::Occupied(BOARD.name(at)));
                }
                Ok(())
            }
            Turn::Capture { first, second } => {
                if self.is_placing() {
                    return Err(Illegal::StillPlacing);
                }
                self.check_first(first)?;
                self.check_second(first, second)
            }
        }
    }

    pub(super) fn check_first(&self, first: Move) -> Result<(), Illegal> {
        match self.check_move(&self.pieces, first, false) {
            Err(Illegal::CaptureOwn(name)) => Err(Illegal::FirstMustCapture(name)),
            other => other,
        }
    }

    fn check_second(&self, first: Move, second: Second) -> Result<(), Illegal> {
        let Some(pieces) = self.after_first(first) else {
            return match second {
                Second::Nothing => Ok(()),
                _ if self.is_opening() => Err(Illegal::OpeningIsOneCapture),
                _ => Err(Illegal::AlreadyWon),
            };
        };
        match second {
            Second::Nothing => Err(Illegal::SecondMissing),
            Second::Pass => Ok(()),
            Second::Capture(m) => self.check_move(&pieces, m, false),
            Second::Stack(m) => self.check_move(&pieces, m, true),
        }
    }

    fn check_move(&self, pieces: &Pieces, m: Move, stacks: bool) -> Result<(), Illegal> {
        let name = |cell: Cell| BOARD.name(cell);
        let own = pieces.sides[self.to_move];
        if !pieces.occupied().contains(m.from) {
            return Err(Illegal::Vacant(name(m.from)));
        }
        if !own.contains(m.from) {
            return Err(Illegal::NotYours(name(m.from)));
        }
        let (from, to) = (name(m.from), name(m.to));
        let Some((direction, _)) = m.from.line_to(m.to) else {
            return Err(Illegal::NotInLine { from, to });
        };
        if !pieces.occupied().contains(m.to) {
            return Err(Illegal::Vacant(to));
        }
        match pieces.first_in_line(m.from, direction) {
            Some(first) if first == m.to => {}
            Some(first) if is_between(first, m) => {
                return Err(Illegal::Blocked { by: name(first) });
            }
            _ => return Err(Illegal::Centre { from, to }),
        }
        match (own.contains(m.to), stacks) {
            (true, false) => Err(Illegal::CaptureOwn(to)),
            (false, true) => Err(Illegal::StackOnEnemy(to)),
            (false, false) if pieces.height(m.to) > pieces.height(m.from) => Err(Illegal::Higher {
                target: to,
                height: pieces.height(m.to),
                mover: pieces.height(m.from),
            }),
            (true, true) | (false, false) => Ok(()),
        }
    }
}

/// Whether a cell lies on the line of a move, before its target.
fn is_between(cell: Cell, m: Move) -> bool {
    match (m.from.line_to(cell), m.from.line_to(m.to)) {
        (Some((way, near)), Some((same, far))) => way == same && near < far,
        _ => false,
    }
}
