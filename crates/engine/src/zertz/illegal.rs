//! Checking turns: which rule forbids a turn.

use std::fmt;

use super::islands::loose_rings;
use super::moves::landings;
use super::turn::{Chain, Turn};
use super::{Cell, Marble, MissedCapture, Outcome, Reason, Zertz};
use crate::hex::Name;
use crate::outcome::Reason as _;
use crate::position::{Argument, Rule};

/// The number at which [`Illegal`] stops counting captures: this many, or more.
pub const MANY_CAPTURES: u64 = 100;

/// The rule that forbids a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    GameOver(Outcome<Reason>),
    /// A cell is not on the board.
    OffBoard,
    /// A player who can capture must do so.
    CaptureCompulsory {
        /// The number of different captures, or [`MANY_CAPTURES`] if there are more.
        captures: u64,
    },
    /// The player's turn was sent back, so now they must capture.
    CaptureDemanded {
        /// The number of different captures, or [`MANY_CAPTURES`] if there are more.
        captures: u64,
    },
    /// A turn that misses a capture may not end the game.
    IgnoringEndsGame,
    /// The pool is not empty, but has no marble of this colour.
    NotInPool(Marble),
    /// The pool is empty, and the player has captured no marble of this colour.
    NotCaptured(Marble),
    /// The ring has been removed.
    NoRing(Name),
    /// There is a marble on this ring.
    Occupied(Name),
    /// The ring can't be slid out: no two adjacent places next to it are without a ring.
    NotFree(Name),
    /// A free ring must be removed.
    RemovalCompulsory {
        /// How many rings are free.
        free: u64,
    },
    /// The turn completes no group that could be left on the board.
    NothingToLeave,
    /// In this rule set groups are always claimed.
    ClaimAutomatic,
    /// No vacant ring is left, so the game is over and groups can't be left unclaimed.
    ClaimEndsGame,
    /// There is no marble here that could jump.
    NoMarble(Name),
    /// The marble has a different colour than the text states.
    WrongColour {
        /// The cell of the marble.
        at: Name,
        /// Its colour.
        is: Marble,
        /// The colour according to the text.
        says: Marble,
    },
    /// The text lists other marbles than the jumps capture.
    WrongCaptures,
    /// The text lists other marbles than the turn claims.
    WrongClaims,
    /// The move is not a jump: two places in a straight line.
    NoJump {
        /// The start of the jump.
        from: Name,
        /// Its landing.
        to: Name,
    },
    /// There is no marble to jump over on this cell, or no longer.
    NothingJumped(Name),
    /// In this rule set a marble can't jump over its own colour.
    OwnColour(Name),
    /// The marble can continue jumping, so it must.
    MustJumpOn {
        /// The last landing.
        from: Name,
    },
    /// A player may not pass if another turn is possible.
    PassNotForced,
    /// The previous turn did not miss a capture.
    NothingToSendBack,
    /// The ring to be removed is the one on which the turn places its marble.
    UnderMarble(Name),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver(outcome) => write!(f, "the game is over ({})", outcome.reason.as_str()),
            Self::OffBoard => write!(f, "a cell lies off the board"),
            Self::CaptureCompulsory { captures } => {
                write!(f, "a capture is compulsory: ")?;
                possible(f, captures)
            }
            Self::CaptureDemanded { captures } => {
                write!(f, "the turn was sent back, now a capture is compulsory: ")?;
                possible(f, captures)
            }
            Self::IgnoringEndsGame => {
                write!(f, "a turn that misses a capture may not end the game")
            }
            Self::NotInPool(marble) => {
                write!(f, "there is no {} marble in the pool", marble.as_str())
            }
            Self::NotCaptured(marble) => write!(
                f,
                "the pool is empty, and the player to move has captured no {} marble",
                marble.as_str()
            ),
            Self::NoRing(name) => write!(f, "there is no ring at {name} any more"),
            Self::Occupied(name) => write!(f, "a marble lies on {name}"),
            Self::NotFree(name) => {
                write!(f, "{name} is not free: it has no two neighbouring gaps")
            }
            Self::RemovalCompulsory { free: 1 } => {
                write!(f, "a free ring must be removed: there is 1")
            }
            Self::RemovalCompulsory { free } => {
                write!(f, "a free ring must be removed: there are {free}")
            }
            Self::NothingToLeave => write!(f, "the turn completes no group that could be left"),
            Self::ClaimAutomatic => write!(f, "completed groups are always claimed in this game"),
            Self::ClaimEndsGame => {
                write!(f, "no vacant ring is left: the last groups can't be left")
            }
            Self::NoMarble(name) => write!(f, "there is no marble on {name}"),
            Self::WrongColour { at, is, says } => write!(
                f,
                "the marble on {at} is {}, not {}",
                is.as_str(),
                says.as_str()
            ),
            Self::WrongCaptures => write!(f, "the jumps take other marbles than the text says"),
            Self::WrongClaims => write!(f, "the turn claims other marbles than the text says"),
            Self::NoJump { from, to } => write!(
                f,
                "{from} to {to} is no jump: a jump goes two places in a straight line"
            ),
            Self::NothingJumped(name) => write!(f, "there is no marble on {name} to jump over"),
            Self::OwnColour(name) => {
                write!(f, "the marble on {name} has the colour of the jumping one")
            }
            Self::MustJumpOn { from } => write!(f, "from {from} the marble must jump on"),
            Self::PassNotForced => write!(f, "nobody may pass who can do something else"),
            Self::NothingToSendBack => write!(f, "the turn before did not miss a capture"),
            Self::UnderMarble(name) => {
                write!(
                    f,
                    "the marble has just been placed on {name}: remove another ring"
                )
            }
        }
    }
}

/// Writes how many captures are possible.
fn possible(f: &mut fmt::Formatter<'_>, captures: u64) -> fmt::Result {
    match captures {
        1 => write!(f, "1 is possible"),
        MANY_CAPTURES.. => write!(f, "{MANY_CAPTURES} or more are possible"),
        _ => write!(f, "{captures} are possible"),
    }
}

impl std::error::Error for Illegal {}

impl Rule for Illegal {
    const KEYS: &'static [&'static str] = &[
        "game-over",
        "off-board",
        "capture-compulsory",
        "capture-demanded",
        "ignoring-ends-game",
        "not-in-pool",
        "not-captured",
        "no-ring",
        "occupied",
        "not-free",
        "removal-compulsory",
        "nothing-to-leave",
        "claim-automatic",
        "claim-ends-game",
        "no-marble",
        "wrong-colour",
        "wrong-captures",
        "wrong-claims",
        "no-jump",
        "nothing-jumped",
        "own-colour",
        "must-jump-on",
        "pass-not-forced",
        "nothing-to-send-back",
        "under-marble",
    ];

    fn key(&self) -> &'static str {
        match self {
            Self::GameOver(_) => "game-over",
            Self::OffBoard => "off-board",
            Self::CaptureCompulsory { .. } => "capture-compulsory",
            Self::CaptureDemanded { .. } => "capture-demanded",
            Self::IgnoringEndsGame => "ignoring-ends-game",
            Self::NotInPool(_) => "not-in-pool",
            Self::NotCaptured(_) => "not-captured",
            Self::NoRing(_) => "no-ring",
            Self::Occupied(_) => "occupied",
            Self::NotFree(_) => "not-free",
            Self::RemovalCompulsory { .. } => "removal-compulsory",
            Self::NothingToLeave => "nothing-to-leave",
            Self::ClaimAutomatic => "claim-automatic",
            Self::ClaimEndsGame => "claim-ends-game",
            Self::NoMarble(_) => "no-marble",
            Self::WrongColour { .. } => "wrong-colour",
            Self::WrongCaptures => "wrong-captures",
            Self::WrongClaims => "wrong-claims",
            Self::NoJump { .. } => "no-jump",
            Self::NothingJumped(_) => "nothing-jumped",
            Self::OwnColour(_) => "own-colour",
            Self::MustJumpOn { .. } => "must-jump-on",
            Self::PassNotForced => "pass-not-forced",
            Self::NothingToSendBack => "nothing-to-send-back",
            Self::UnderMarble(_) => "under-marble",
        }
    }

    fn arguments(&self) -> Vec<(&'static str, Argument)> {
        match *self {
            Self::GameOver(outcome) => vec![("reason", Argument::text(outcome.reason.as_str()))],
            Self::CaptureCompulsory { captures } | Self::CaptureDemanded { captures } => {
                vec![("count", Argument::Number(captures))]
            }
            Self::NotInPool(marble) | Self::NotCaptured(marble) => {
                vec![("kind", Argument::text(marble.letter()))]
            }
            Self::NoRing(cell)
            | Self::Occupied(cell)
            | Self::NotFree(cell)
            | Self::NoMarble(cell)
            | Self::NothingJumped(cell)
            | Self::OwnColour(cell)
            | Self::UnderMarble(cell) => vec![("cell", Argument::text(cell))],
            Self::RemovalCompulsory { free } => vec![("count", Argument::Number(free))],
            Self::WrongColour { at, is, says } => vec![
                ("cell", Argument::text(at)),
                ("kind", Argument::text(is.letter())),
                ("said", Argument::text(says.letter())),
            ],
            Self::NoJump { from, to } => {
                vec![("from", Argument::text(from)), ("to", Argument::text(to))]
            }
            Self::MustJumpOn { from } => vec![("cell", Argument::text(from))],
            Self::OffBoard
            | Self::IgnoringEndsGame
            | Self::NothingToLeave
            | Self::ClaimAutomatic
            | Self::ClaimEndsGame
            | Self::WrongCaptures
            | Self::WrongClaims
            | Self::PassNotForced
            | Self::NothingToSendBack => Vec::new(),
        }
    }
}

impl Zertz {
    pub(super) fn check_turn(&self, turn: &Turn) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome {
            return Err(Illegal::GameOver(outcome));
        }
        let board = self.variant.board().cells();
        if !turn.cells().all(|cell| board.contains(cell)) {
            return Err(Illegal::OffBoard);
        }
        match *turn {
            Turn::Place {
                marble,
                at,
                remove,
                leave,
            } => {
                let misses_capture = self.has_capture();
                self.check_may_place(misses_capture)?;
                self.check_place(marble, at)?;
                self.check_remove(at, remove)?;
                if leave {
                    self.check_leave(at, remove)?;
                }
                if misses_capture && self.ends_with(turn) {
                    return Err(Illegal::IgnoringEndsGame);
                }
                Ok(())
            }
            Turn::Capture(ref chain) => self.check_chain(chain),
            Turn::Pass => self.check_pass(),
            Turn::SendBack if self.may_send_back() => Ok(()),
            Turn::SendBack => Err(Illegal::NothingToSendBack),
        }
    }

    fn check_may_place(&self, has_capture: bool) -> Result<(), Illegal> {
        if !has_capture {
            return Ok(());
        }
        let captures = || self.count_captures_up_to(MANY_CAPTURES);
        if self.missed_capture == MissedCapture::MustCapture {
            Err(Illegal::CaptureDemanded {
                captures: captures(),
            })
        } else if self.variant.is_tournament() {
            Ok(())
        } else {
            Err(Illegal::CaptureCompulsory {
                captures: captures(),
            })
        }
    }

    fn check_place(&self, marble: Marble, at: Cell) -> Result<(), Illegal> {
        if self.placeable()[marble] == 0 {
            return Err(if self.state.pool.is_empty() && !self.variant.is_zerc() {
                Illegal::NotCaptured(marble)
            } else {
                Illegal::NotInPool(marble)
            });
        }
        self.check_vacant(at)
    }

    fn check_vacant(&self, ring: Cell) -> Result<(), Illegal> {
        let name = self.variant.board().name(ring);
        if !self.state.rings.contains(ring) {
            Err(Illegal::NoRing(name))
        } else if self.occupied().contains(ring) {
            Err(Illegal::Occupied(name))
        } else {
            Ok(())
        }
    }

    fn check_remove(&self, at: Cell, remove: Option<Cell>) -> Result<(), Illegal> {
        debug_assert_eq!(self.loose, loose_rings(self.state.rings));
        let free = self.free_rings().without(at);
        let name = |ring| self.variant.board().name(ring);
        match remove {
            Some(ring) if free.contains(ring) => Ok(()),
            Some(ring) if ring == at => Err(Illegal::UnderMarble(name(ring))),
            Some(ring) => {
                self.check_vacant(ring)?;
                Err(Illegal::NotFree(name(ring)))
            }
            None if free.is_empty() => Ok(()),
            None => Err(Illegal::RemovalCompulsory {
                free: free.len() as u64,
            }),
        }
    }

    fn check_leave(&self, at: Cell, remove: Option<Cell>) -> Result<(), Illegal> {
        if self.may_leave(at, remove) {
            Ok(())
        } else if self.completed_by(at, remove).is_empty() {
            Err(Illegal::NothingToLeave)
        } else if self.variant.is_zerc() {
            Err(Illegal::ClaimAutomatic)
        } else {
            Err(Illegal::ClaimEndsGame)
        }
    }

    fn check_chain(&self, chain: &Chain) -> Result<(), Illegal> {
        let name = |cell| self.variant.board().name(cell);
        let Some(jumper) = self.marble_at(chain.from()) else {
            return Err(Illegal::NoMarble(name(chain.from())));
        };
        let mut jumpable = self.occupied().without(chain.from());
        let vacant = self.vacant().with(chain.from());
        let own = self.state.marbles[jumper];
        for jump in chain.places().windows(2) {
            let (from, to) = (jump[0], jump[1]);
            let over = match from.line_to(to) {
                Some((direction, 2)) => from.step(direction),
                _ => None,
            };
            let Some(over) = over else {
                return Err(Illegal::NoJump {
                    from: name(from),
                    to: name(to),
                });
            };
            if !jumpable.contains(over) {
                return Err(Illegal::NothingJumped(name(over)));
            }
            if self.variant.is_zerc() && own.contains(over) {
                return Err(Illegal::OwnColour(name(over)));
            }
            if !vacant.contains(to) {
                self.check_vacant(to)?;
            }
            jumpable.remove(over);
        }
        if self.variant.is_zerc() {
            jumpable -= own;
        }
        if landings(chain.to(), jumpable, vacant).next().is_some() {
            return Err(Illegal::MustJumpOn {
                from: name(chain.to()),
            });
        }
        Ok(())
    }

    fn check_pass(&self) -> Result<(), Illegal> {
        if self.has_capture() {
            self.check_may_place(true)?;
            return Err(Illegal::PassNotForced);
        }
        if self.may_send_back() || !self.placeable().is_empty() {
            return Err(Illegal::PassNotForced);
        }
        Ok(())
    }
}
