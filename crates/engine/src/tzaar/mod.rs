//! TZAAR: capture, then capture again, stack or pass, and keep all three kinds of pieces visible.
//!
//! ```
//! use hexpost_engine::position::Position;
//! use hexpost_engine::tzaar::{Tzaar, Variant};
//!
//! let start = Tzaar::start(&Variant::Fixed);
//! assert_eq!(start.count_turns_up_to(1000), 42);
//! ```

mod choices;
mod illegal;
mod kind;
mod moves;
mod notation;
mod pieces;
mod position_code;
mod setup;
mod turn;
mod variant;

use std::ops::ControlFlow;

use super::hex::{Board, Cell, CellSet};
use super::notation::Unreadable;
use super::outcome::{self, Outcome};
use super::position::{CodeError, Holding, Position, Readings};
use super::random::SplitMix64;
use super::side::{BySide, Side};
use super::steps::{Effect, NextStep, Role, Step};
use pieces::Pieces;

pub use choices::PartialTurn;
pub use illegal::Illegal;
pub use kind::{ByKind, Kind};
pub use pieces::Stack;
pub use setup::{Setup, SetupError};
pub use turn::{Move, Second, Turn};
pub use variant::{Deal, Variant, VariantError};

/// The board: the hexagon without its centre. The e column runs from e1 to e8, because the centre has no
/// number.
pub static BOARD: Board = Board::new(CellSet::HEXAGON.without(Cell::CENTRE));

/// Why a game of TZAAR is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The loser has no visible piece of this kind.
    Missing(Kind),
    /// The loser can't make the compulsory capture.
    NoCapture,
}

impl outcome::Reason for Reason {
    const ALL: &'static [Self] = &[
        Self::Missing(Kind::Tzaar),
        Self::Missing(Kind::Tzarra),
        Self::Missing(Kind::Tott),
        Self::NoCapture,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Missing(Kind::Tzaar) => "no Z",
            Self::Missing(Kind::Tzarra) => "no R",
            Self::Missing(Kind::Tott) => "no T",
            Self::NoCapture => "no capture",
        }
    }
}

/// A legal position of TZAAR, at the beginning of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tzaar {
    pieces: Pieces,
    /// The pieces each side still has to place; none outside the tournament set-up.
    hands: BySide<ByKind<u8>>,
    to_move: Side,
    /// Derived from the other fields; cached because it is needed in every turn.
    outcome: Option<Outcome<Reason>>,
}

impl Tzaar {
    /// The piece or stack on a point.
    pub fn stack_at(&self, cell: Cell) -> Option<Stack> {
        self.pieces.at(cell)
    }

    /// The points occupied by a side.
    pub fn points_of(&self, side: Side) -> CellSet {
        self.pieces.sides[side]
    }

    /// The number of visible pieces of a side, by kind.
    pub fn visible(&self, side: Side) -> ByKind<u8> {
        self.pieces.visible(side)
    }

    /// The pieces a side still has to place.
    pub fn hand(&self, side: Side) -> ByKind<u8> {
        self.hands[side]
    }

    /// Whether the players are still placing their pieces.
    pub fn is_placing(&self) -> bool {
        !self.hands.first.is_empty() || !self.hands.second.is_empty()
    }

    /// Whether this is White's first turn, which is one capture and nothing more.
    ///
    /// It is the only turn with all points occupied: every capture vacates one, and vacant points are
    /// never filled again.
    pub fn is_opening(&self) -> bool {
        self.pieces.occupied() == BOARD.cells()
    }

    /// Ends the game if a side lacks a kind; the mover's opponent is checked first.
    #[inline]
    fn stop_if_kind_missing(&mut self, mover: Side) {
        self.outcome = [!mover, mover].into_iter().find_map(|side| {
            let kind = self.pieces.missing(side)?;
            Some(Outcome::win(!side, Reason::Missing(kind)))
        });
    }

    /// Ends the game if the player to move can't capture.
    #[inline]
    fn stop_if_no_capture(&mut self) {
        if self.outcome.is_none() && !self.is_placing() && !self.pieces.can_capture(self.to_move) {
            self.outcome = Some(Outcome::win(!self.to_move, Reason::NoCapture));
        }
    }
}

impl Position for Tzaar {
    const NAME: &'static str = "tzaar";
    const OFFERED: &'static [&'static str] = &["fixed", "random", "tournament"];
    const VARIANTS: &'static str = "fixed, random:SEED, tournament, setup:LETTERS";
    const HAS_SIDES: bool = true;
    /// Every turn captures at least one piece, so positions can't repeat.
    const REPETITION: Option<Reason> = None;

    type Variant = Variant;
    type Turn = Turn;
    type Reason = Reason;
    type Setup = Setup;
    type Illegal = Illegal;
    type PartialTurn = PartialTurn;

    fn start(variant: &Variant) -> Self {
        let mut start = Self {
            pieces: Pieces::NONE,
            hands: BySide::default(),
            to_move: Side::First,
            outcome: None,
        };
        match variant.deal() {
            Some(deal) => {
                for (cell, &(side, kind)) in BOARD.cells().into_iter().zip(deal.pieces()) {
                    start.pieces.put(
                        cell,
                        Stack {
                            side,
                            kind,
                            height: 1,
                        },
                    );
                }
                start.stop_if_no_capture();
            }
            None => start.hands = BySide::new_with(|_| ByKind::new_with(Kind::count)),
        }
        start
    }

    fn board(&self) -> &'static Board {
        &BOARD
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome<Reason>> {
        self.outcome
    }

    fn visit_turns(&self, visit: impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit_all(visit)
    }

    fn count_turns_up_to(&self, limit: u64) -> u64 {
        self.count_all_up_to(limit)
    }

    /// Ignores `allowed`: no legal turn is ever forbidden by the history.
    fn next_steps(
        &self,
        partial: &PartialTurn,
        _allowed: &impl Fn(&Turn) -> bool,
    ) -> Vec<NextStep<PartialTurn>> {
        self.steps_after(*partial)
    }

    fn finished(&self, partial: &PartialTurn, _allowed: &impl Fn(&Turn) -> bool) -> Option<Turn> {
        match *partial {
            PartialTurn::Complete(turn) => Some(turn),
            _ => None,
        }
    }

    fn last_effects(&self, partial: &PartialTurn) -> Vec<Effect> {
        choices::last_effects(self, *partial)
    }

    fn check(&self, turn: &Turn) -> Result<(), Illegal> {
        self.check_turn(*turn)
    }

    #[inline]
    fn play_unchecked(&mut self, turn: &Turn) {
        let mover = self.to_move;
        match *turn {
            Turn::Place { kind, at } => {
                self.hands[mover][kind] -= 1;
                self.pieces.put(
                    at,
                    Stack {
                        side: mover,
                        kind,
                        height: 1,
                    },
                );
            }
            Turn::Capture { first, second } => {
                self.pieces.apply(mover, first, false);
                match second {
                    Second::Nothing | Second::Pass => {}
                    Second::Capture(m) => self.pieces.apply(mover, m, false),
                    Second::Stack(m) => self.pieces.apply(mover, m, true),
                }
                self.stop_if_kind_missing(mover);
            }
        }
        self.to_move = !mover;
        self.stop_if_no_capture();
    }

    /// Each part of a turn is chosen uniformly from the legal options, including a pass, so complete
    /// turns are not equally likely.
    fn random_turn(&self, rng: &mut SplitMix64) -> Option<Turn> {
        self.random_one(rng)
    }

    fn step(&self, turn: &Turn, index: usize) -> Option<(Step, Role)> {
        choices::step(*turn, index)
    }

    fn effects(&self, turn: &Turn, index: usize) -> Vec<Effect> {
        choices::effects(self, *turn, index)
    }

    fn write(&self, turn: &Turn) -> String {
        turn.map(|cell| BOARD.name(cell)).to_string()
    }

    fn readings(&self, text: &str) -> Result<Readings<Self>, Unreadable> {
        notation::readings(self, text)
    }

    fn game_over(outcome: Outcome<Reason>) -> Illegal {
        Illegal::GameOver(outcome)
    }

    fn is_irreversible(&self, _turn: &Turn) -> bool {
        true
    }

    fn repeats(&self, other: &Self) -> bool {
        self == other
    }

    fn code(&self) -> String {
        position_code::write(&self.setup())
    }

    fn from_code(code: &str) -> Result<Self, CodeError> {
        position_code::read(code)
    }

    fn symbol(&self, cell: Cell) -> String {
        match self.pieces.at(cell) {
            None => ".".to_owned(),
            Some(stack) => position_code::symbol(stack),
        }
    }

    fn perft_half(&self, depth: u32) -> Option<u64> {
        Some(self.count_half_moves(depth))
    }

    fn parts(&self, turn: &Turn) -> Vec<Self> {
        match *turn {
            Turn::Capture {
                first,
                second: Second::Capture(_) | Second::Stack(_),
            } => {
                let mut part = *self;
                part.pieces.apply(self.to_move, first, false);
                vec![part]
            }
            _ => Vec::new(),
        }
    }

    fn drawn_variant(name: &str, seed: u64) -> Option<Variant> {
        (name == "random").then_some(Variant::Random(seed))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let list = |pieces: ByKind<u8>| {
            Kind::ALL
                .map(|kind| format!("{} {}", pieces[kind], kind.letter()))
                .join(", ")
        };
        let mut facts = vec![
            ("shown by first (capitals)", list(self.visible(Side::First))),
            ("shown by second", list(self.visible(Side::Second))),
        ];
        if self.is_placing() {
            facts.push(("to place, first", list(self.hands.first)));
            facts.push(("to place, second", list(self.hands.second)));
        }
        facts
    }

    fn is_setting_up(&self) -> bool {
        self.is_placing()
    }

    fn supply(&self) -> Vec<(char, u8)> {
        if self.is_placing() {
            listed(self.hands[self.to_move])
        } else {
            Vec::new()
        }
    }

    fn holdings(&self) -> Vec<Holding> {
        let is_placing = self.is_placing();
        let holding = |side| Holding {
            name: if is_placing { "to-place" } else { "shown" },
            side: Some(side),
            counts: listed(if is_placing {
                self.hands[side]
            } else {
                self.visible(side)
            }),
        };
        Side::BOTH.map(holding).to_vec()
    }

    fn setup(&self) -> Setup {
        let stacks = BOARD
            .cells()
            .into_iter()
            .filter_map(|cell| Some((cell, self.pieces.at(cell)?)))
            .collect();
        Setup {
            stacks,
            hands: self.hands,
            to_move: self.to_move,
        }
    }
}

/// The counts as a list, by letter.
fn listed(pieces: ByKind<u8>) -> Vec<(char, u8)> {
    Kind::ALL.map(|kind| (kind.letter(), pieces[kind])).to_vec()
}
