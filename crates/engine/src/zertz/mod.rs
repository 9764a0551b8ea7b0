//! ZÈRTZ: a shrinking board of rings, and marbles that belong to neither player.
//!
//! ```
//! use hexpost_engine::position::Position;
//! use hexpost_engine::timeline::Timeline;
//! use hexpost_engine::zertz::{Variant, Zertz};
//!
//! let variant: Variant = "37".parse()?;
//! let mut game = Timeline::new(Zertz::start(&variant));
//! assert_eq!(game.count_turns_up_to(10_000), 1944);
//! let turn = game.read("Wd4-a1")?;
//! game.play(&turn)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choices;
mod dialects;
mod illegal;
mod islands;
mod marble;
mod moves;
mod notation;
mod position_code;
mod setup;
mod turn;
mod variant;

use std::ops::ControlFlow;

use super::hex::{Board, Cell, CellSet};
use super::notation::{Dialect, Unreadable};
use super::outcome::{self, Outcome};
use super::position::{CodeError, Holding, Position, Readings};
use super::random::SplitMix64;
use super::side::{BySide, Side};
use super::steps::{Effect, NextStep, Role, Step};

pub use choices::PartialTurn;
pub use illegal::{Illegal, MANY_CAPTURES};
pub use marble::{ByMarble, Marble};
pub use setup::{Setup, SetupError};
pub use turn::{Chain, Turn};
pub use variant::{Goals, Rings, RuleSet, Variant, VariantError};

/// Why a game of ZÈRTZ is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The winner has enough marbles of one colour.
    Colour(Marble),
    /// The winner has enough marbles of each colour.
    EachColour,
    /// The winner filled or removed the last vacant ring.
    LastRing,
    /// The same position occurred for the third time.
    Repetition,
    /// Neither player can move any more.
    NobodyCanMove,
}

impl outcome::Reason for Reason {
    const ALL: &'static [Self] = &[
        Self::Colour(Marble::White),
        Self::Colour(Marble::Grey),
        Self::Colour(Marble::Black),
        Self::EachColour,
        Self::LastRing,
        Self::Repetition,
        Self::NobodyCanMove,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Colour(marble) => marble.as_str(),
            Self::EachColour => "each colour",
            Self::LastRing => "last ring",
            Self::Repetition => "repetition",
            Self::NobodyCanMove => "nobody can move",
        }
    }
}

/// Rings, marbles and the player to move: everything that the repetition rule compares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct BoardState {
    rings: CellSet,
    marbles: ByMarble<CellSet>,
    pool: ByMarble<u8>,
    captured: BySide<ByMarble<u8>>,
    to_move: Side,
}

/// The consequence of a missed capture in a tournament game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum MissedCapture {
    /// The previous turn did not miss a capture.
    None,
    /// The previous turn missed a capture and may be sent back, to this state before it.
    MaySendBack(BoardState),
    /// The previous turn sent a turn back, whose author must now capture.
    MustCapture,
}

/// A legal position of ZÈRTZ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Zertz {
    state: BoardState,
    missed_capture: MissedCapture,
    variant: Variant,
    /// Derived from the state; cached because it is needed in every turn.
    outcome: Option<Outcome<Reason>>,
    /// The rings with two adjacent gaps, vacant or not. Derived from the rings.
    loose: CellSet,
}

impl Zertz {
    /// The board and the rule set.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The rings still on the board.
    pub const fn rings(&self) -> CellSet {
        self.state.rings
    }

    /// The marbles on the board, by colour.
    pub const fn marbles(&self) -> ByMarble<CellSet> {
        self.state.marbles
    }

    /// The marble on a cell.
    #[inline]
    pub fn marble_at(&self, cell: Cell) -> Option<Marble> {
        Marble::ALL
            .into_iter()
            .find(|&marble| self.state.marbles[marble].contains(cell))
    }

    /// The marbles in the pool.
    pub const fn pool(&self) -> ByMarble<u8> {
        self.state.pool
    }

    /// The marbles each player has captured. In `zerc` this is only a tally.
    pub const fn captured(&self) -> BySide<ByMarble<u8>> {
        self.state.captured
    }

    /// All cells with a marble.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        let marbles = &self.state.marbles;
        marbles.white | marbles.grey | marbles.black
    }

    /// All rings without a marble on them.
    #[inline]
    pub fn vacant(&self) -> CellSet {
        self.state.rings - self.occupied()
    }

    /// Whether the previous turn may be sent back.
    pub const fn may_send_back(&self) -> bool {
        matches!(self.missed_capture, MissedCapture::MaySendBack(_))
    }

    /// Whether the last turn of the player to move was sent back, so that they must capture.
    pub fn must_capture(&self) -> bool {
        self.missed_capture == MissedCapture::MustCapture
    }

    /// The marbles that `side` may place when it is to move.
    #[inline]
    fn placeable_by(&self, side: Side) -> ByMarble<u8> {
        let state = &self.state;
        if state.pool.is_empty() && !self.variant.is_zerc() {
            state.captured[side]
        } else {
            state.pool
        }
    }

    fn place(&mut self, marble: Marble, at: Cell, remove: Option<Cell>, leave: bool) {
        let mover = self.state.to_move;
        self.missed_capture = if self.variant.is_tournament() && self.has_capture() {
            MissedCapture::MaySendBack(self.state)
        } else {
            MissedCapture::None
        };
        if self.state.pool.is_empty() {
            self.state.captured[mover][marble] -= 1;
        } else {
            self.state.pool[marble] -= 1;
        }
        self.state.marbles[marble].insert(at);
        if let Some(ring) = remove {
            self.state.rings.remove(ring);
            self.loose.remove(ring);
            self.loose |= islands::loosened_by(self.state.rings, ring);
        }
        self.state.to_move = !mover;

        let vacant = self.vacant();
        let groups = moves::completed(self.state.rings, vacant, at, remove);
        if !groups.is_empty() && !leave {
            self.claim(groups, mover);
        }
        if self.outcome.is_none() && vacant.is_empty() {
            self.outcome = Some(Outcome::win(mover, Reason::LastRing));
        }
        self.stop_if_nobody_can_move();
    }

    /// Takes whole groups off the board. No other ring is adjacent to them, so none becomes loose.
    fn claim(&mut self, groups: CellSet, mover: Side) {
        for marble in Marble::ALL {
            let taken = self.state.marbles[marble] & groups;
            self.state.captured[mover][marble] += taken.len() as u8;
            self.state.marbles[marble] -= groups;
        }
        self.state.rings -= groups;
        self.loose -= groups;
        self.stop_if_goal_reached(mover);
    }

    fn capture(&mut self, chain: &Chain) {
        let mover = self.state.to_move;
        self.missed_capture = MissedCapture::None;
        self.state.to_move = !mover;
        for cell in chain.jumped() {
            if let Some(marble) = self.marble_at(cell) {
                self.state.marbles[marble].remove(cell);
                self.state.captured[mover][marble] += 1;
                self.state.pool[marble] += u8::from(self.variant.is_zerc());
            }
        }
        if let Some(jumper) = self.marble_at(chain.from()) {
            self.state.marbles[jumper].remove(chain.from());
            self.state.marbles[jumper].insert(chain.to());
        }
        self.stop_if_goal_reached(mover);
    }

    /// Plays a legal capture of which only the result is known: the start, the end, and the marbles
    /// taken.
    #[inline]
    pub(crate) fn jump_unchecked(&mut self, from: Cell, to: Cell, jumped: CellSet) {
        let mover = self.state.to_move;
        self.missed_capture = MissedCapture::None;
        self.state.to_move = !mover;
        let zerc = self.variant.is_zerc();
        for marble in Marble::ALL {
            let taken = self.state.marbles[marble] & jumped;
            let count = taken.len() as u8;
            self.state.marbles[marble] -= taken;
            self.state.captured[mover][marble] += count;
            if zerc {
                self.state.pool[marble] += count;
            }
            if self.state.marbles[marble].contains(from) {
                self.state.marbles[marble].remove(from);
                self.state.marbles[marble].insert(to);
            }
        }
        self.stop_if_goal_reached(mover);
    }

    fn send_back(&mut self) {
        if let MissedCapture::MaySendBack(before) = self.missed_capture {
            self.state = before;
            self.loose = islands::loose_rings(before.rings);
            self.missed_capture = MissedCapture::MustCapture;
        }
    }

    #[inline]
    fn stop_if_goal_reached(&mut self, mover: Side) {
        let reached = self.variant.goals().reached(self.state.captured[mover]);
        self.outcome = reached.map(|reason| Outcome::win(mover, reason));
    }

    #[inline]
    fn stop_if_nobody_can_move(&mut self) {
        if self.outcome.is_none()
            && self.state.pool.is_empty()
            && Side::BOTH
                .iter()
                .all(|&side| self.placeable_by(side).is_empty())
            && !self.has_capture()
        {
            self.outcome = Some(Outcome::draw(Reason::NobodyCanMove));
        }
    }
}

impl Position for Zertz {
    const NAME: &'static str = "zertz";
    const OFFERED: &'static [&'static str] = &[
        "37",
        "37-blitz",
        "48",
        "61",
        "40",
        "43",
        "44",
        "48-tournament",
        "61-tournament",
        "37-zerc",
        "61-zerc",
    ];
    const VARIANTS: &'static str = "37, 40, 43, 44, 48, 61, 37-blitz, 48-tournament, \
                                    61-tournament, 37-zerc, 61-zerc";
    const HAS_SIDES: bool = false;
    const REPETITION: Option<Reason> = Some(Reason::Repetition);

    type Variant = Variant;
    type Turn = Turn;
    type Reason = Reason;
    type Setup = Setup;
    type Illegal = Illegal;
    type PartialTurn = PartialTurn;

    fn start(variant: &Variant) -> Self {
        let rings = variant.board().cells();
        Self {
            state: BoardState {
                rings,
                marbles: ByMarble::default(),
                pool: variant.marbles(),
                captured: BySide::default(),
                to_move: Side::First,
            },
            missed_capture: MissedCapture::None,
            variant: *variant,
            outcome: None,
            loose: islands::loose_rings(rings),
        }
    }

    fn board(&self) -> &'static Board {
        self.variant.board()
    }

    fn to_move(&self) -> Side {
        self.state.to_move
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

    fn next_steps(
        &self,
        partial: &PartialTurn,
        allowed: &impl Fn(&Turn) -> bool,
    ) -> Vec<NextStep<PartialTurn>> {
        self.steps_after(partial, allowed)
    }

    fn finished(&self, partial: &PartialTurn, allowed: &impl Fn(&Turn) -> bool) -> Option<Turn> {
        self.complete_turn(partial, allowed)
    }

    fn last_effects(&self, partial: &PartialTurn) -> Vec<Effect> {
        choices::last_effects(self, partial)
    }

    fn check(&self, turn: &Turn) -> Result<(), Illegal> {
        self.check_turn(turn)
    }

    #[inline]
    fn play_unchecked(&mut self, turn: &Turn) {
        match *turn {
            Turn::Place {
                marble,
                at,
                remove,
                leave,
            } => self.place(marble, at, remove, leave),
            Turn::Capture(ref chain) => self.capture(chain),
            Turn::Pass => self.state.to_move = !self.state.to_move,
            Turn::SendBack => self.send_back(),
        }
    }

    /// Chosen uniformly from the legal turns that leave no group unclaimed. If there are more than ten
    /// thousand captures, one of them is chosen jump by jump instead.
    fn random_turn(&self, rng: &mut SplitMix64) -> Option<Turn> {
        self.random_one(rng)
    }

    fn step(&self, turn: &Turn, index: usize) -> Option<(Step, Role)> {
        choices::step(turn, index)
    }

    fn effects(&self, turn: &Turn, index: usize) -> Vec<Effect> {
        choices::effects(self, turn, index)
    }

    fn write(&self, turn: &Turn) -> String {
        let board = self.board();
        turn.map(|cell| board.name(cell)).to_string()
    }

    fn written_in(&self, turn: &Turn, dialect: Dialect) -> Option<String> {
        dialects::write(self, turn, dialect)
    }

    fn readings(&self, text: &str) -> Result<Readings<Self>, Unreadable> {
        notation::readings(self, text)
    }

    fn game_over(outcome: Outcome<Reason>) -> Illegal {
        Illegal::GameOver(outcome)
    }

    fn is_irreversible(&self, turn: &Turn) -> bool {
        // Removed rings never return, and neither do marbles that have left the pool. Only when the
        // pool is empty do marbles go from the board to the players and back. In `zerc` they don't:
        // the tallies only grow.
        !self.state.pool.is_empty()
            || self.variant.is_zerc()
            || match *turn {
                Turn::Place {
                    at, remove, leave, ..
                } => remove.is_some() || (!leave && !self.completed_by(at, None).is_empty()),
                Turn::Capture(_) | Turn::Pass | Turn::SendBack => false,
            }
    }

    fn repeats(&self, other: &Self) -> bool {
        self.state == other.state
    }

    fn undoes(&self, turn: &Turn) -> bool {
        *turn == Turn::SendBack
    }

    fn undoable(&self, turn: &Turn) -> Option<Illegal> {
        let misses_capture = matches!(turn, Turn::Place { .. })
            && self.variant.is_tournament()
            && self.has_capture();
        misses_capture.then_some(Illegal::IgnoringEndsGame)
    }

    fn is_touch_move(&self) -> bool {
        self.variant.is_tournament()
    }

    fn without_history(&self) -> Self {
        Self {
            missed_capture: MissedCapture::None,
            ..*self
        }
    }

    fn code(&self) -> String {
        position_code::write(&self.setup())
    }

    fn from_code(code: &str) -> Result<Self, CodeError> {
        position_code::read(code)
    }

    fn symbol(&self, cell: Cell) -> String {
        match self.marble_at(cell) {
            Some(marble) => marble.letter().to_string(),
            None if self.state.rings.contains(cell) => "o".to_owned(),
            None => ".".to_owned(),
        }
    }

    fn parts(&self, turn: &Turn) -> Vec<Self> {
        let Turn::Capture(chain) = turn else {
            return Vec::new();
        };
        let places = chain.places();
        let part = |jumps: usize| {
            let mut part = *self;
            part.capture(&Chain::from_places(&places[..=jumps])?);
            part.state.to_move = self.state.to_move;
            Some(part)
        };
        (1..places.len() - 1).filter_map(part).collect()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let list = |marbles: ByMarble<u8>| {
            Marble::ALL
                .map(|marble| format!("{} {}", marbles[marble], marble.as_str()))
                .join(", ")
        };
        let mut facts = vec![
            ("pool", list(self.state.pool)),
            ("captured by first", list(self.state.captured.first)),
            ("captured by second", list(self.state.captured.second)),
        ];
        if self.must_capture() {
            facts.push(("sent back", "a capture is demanded".to_owned()));
        } else if self.may_send_back() {
            facts.push(("missed capture", "may be sent back".to_owned()));
        }
        facts
    }

    fn supply(&self) -> Vec<(char, u8)> {
        listed(self.placeable())
    }

    fn holdings(&self) -> Vec<Holding> {
        let holding = |name, side, marbles| Holding {
            name,
            side,
            counts: listed(marbles),
        };
        let captured = |side| holding("captured", Some(side), self.state.captured[side]);
        vec![
            holding("pool", None, self.state.pool),
            captured(Side::First),
            captured(Side::Second),
        ]
    }

    fn setup(&self) -> Setup {
        Setup {
            variant: self.variant,
            rings: self.state.rings,
            marbles: self.state.marbles,
            pool: self.state.pool,
            captured: self.state.captured,
            to_move: self.state.to_move,
        }
    }
}

/// The counts as a list, by letter.
fn listed(marbles: ByMarble<u8>) -> Vec<(char, u8)> {
    Marble::ALL
        .map(|marble| (marble.letter(), marbles[marble]))
        .to_vec()
}
