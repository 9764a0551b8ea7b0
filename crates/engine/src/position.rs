//! The [`Position`] trait: what all games have in common.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::Serialize;

use super::hex::{Board, Cell};
use super::notation::{Dialect, Unreadable};
use super::outcome::{Outcome, Reason};
use super::random::SplitMix64;
use super::side::Side;
use super::steps::{Effect, NextStep, Role, Step};

/// A legal position of one game: a small value that knows whose turn it is and which turns are legal.
///
/// A position knows nothing about the turns before it, except where the rules themselves refer to
/// them (in tournament ZÈRTZ, the turn that may be sent back). Draws by repetition depend on the
/// history and are decided by [`Timeline`](super::timeline::Timeline).
///
/// **Legal** means: produced by [`visit_turns`](Position::visit_turns), which is equivalent to being
/// accepted by [`check`](Position::check). **Over** means: [`outcome`](Position::outcome) is `Some`;
/// then no turn is legal. **Equal** positions have the same future.
///
/// # What things cost
///
/// Positions come from users, and the number of legal turns is exponential in the worst of them: a
/// ZÈRTZ board with 24 marbles can have millions of chains of jumps. **Nothing here costs time or
/// memory in proportion to the number of legal turns unless the caller asks for that many**:
///
/// - [`next_steps`](Position::next_steps) derives the possible next steps from the rules. There are at
///   most 64, and finding them examines at most
///   [`MAX_PLACEMENTS`](super::steps::MAX_PLACEMENTS) placements.
/// - [`visit_turns`](Position::visit_turns) stops when the caller says so. Every step it takes belongs
///   to a legal turn or to a rejected placement, so `n` turns cost at most `n` times the steps of the
///   longest turn (25), plus the placements.
/// - [`count_turns_up_to`](Position::count_turns_up_to) and [`turns_up_to`](Position::turns_up_to) stop
///   at a limit given by the caller. There is no way to list all turns without one.
/// - Everything else concerns one turn at a time.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's name in records and on the command line.
    const NAME: &'static str;
    /// The syntax of variant names, to be shown to people.
    const VARIANTS: &'static str;
    /// The variants offered to people for choice, the most common one first.
    const OFFERED: &'static [&'static str];
    /// Whether pieces belong to players. If not, neither player has a side of the board.
    const HAS_SIDES: bool;
    /// The reason for a draw by repetition; `None` if positions can't repeat in this game.
    const REPETITION: Option<Self::Reason>;

    /// The rule set and starting position.
    type Variant: Clone + Eq + Hash + Debug + Display + FromStr<Err: Error>;
    /// One complete turn of a player.
    type Turn: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// A reason for the end of the game.
    type Reason: Reason;
    /// An unchecked arrangement, from which positions are built.
    type Setup: Serialize;
    /// The rule that an illegal turn breaks.
    type Illegal: Rule;
    /// A turn under construction: the result of the steps chosen so far. The default is no steps.
    type PartialTurn: Copy + Default + Debug;

    /// The starting position of a variant.
    fn start(variant: &Self::Variant) -> Self;

    /// The board as it was at the start of the game, which defines the cells' names.
    fn board(&self) -> &'static Board;

    /// The player to move. After the end of the game: who would have been to move.
    fn to_move(&self) -> Side;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome<Self::Reason>>;

    /// Calls `visit` with each legal turn once, in no particular order, until it breaks or there are no
    /// more.
    fn visit_turns(&self, visit: impl FnMut(Self::Turn) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The number of legal turns, or `limit` if there are more. Counts without generating the turns
    /// where possible.
    fn count_turns_up_to(&self, limit: u64) -> u64;

    /// The possible next steps after those chosen so far: kinds in the order of the rule book, then cells
    /// by column, then the special steps.
    ///
    /// A step is included if some legal turn continues with it that `allowed` accepts too. `allowed`
    /// knows the history; it accepts every capture.
    fn next_steps(
        &self,
        partial: &Self::PartialTurn,
        allowed: &impl Fn(&Self::Turn) -> bool,
    ) -> Vec<NextStep<Self::PartialTurn>>;

    /// The turn that the steps chosen so far make up, if they are a complete turn that is legal and
    /// `allowed`.
    fn finished(
        &self,
        partial: &Self::PartialTurn,
        allowed: &impl Fn(&Self::Turn) -> bool,
    ) -> Option<Self::Turn>;

    /// The effects of the last step chosen so far, apart from ending the game.
    fn last_effects(&self, partial: &Self::PartialTurn) -> Vec<Effect>;

    /// Checks that a turn is legal; otherwise returns the rule it breaks.
    fn check(&self, turn: &Self::Turn) -> Result<(), Self::Illegal>;

    /// Plays a turn that is known to be legal. Any other turn may panic or leave a meaningless
    /// position.
    fn play_unchecked(&mut self, turn: &Self::Turn);

    /// A random turn for a [playout](super::playout), or `None` if the game is over. Each implementation
    /// documents its distribution.
    fn random_turn(&self, rng: &mut SplitMix64) -> Option<Self::Turn>;

    /// The `index`-th step of the turn, counted from 0; `None` beyond the last.
    fn step(&self, turn: &Self::Turn, index: usize) -> Option<(Step, Role)>;

    /// The effects of the `index`-th step of a legal turn, apart from ending the game.
    ///
    /// They depend only on the steps up to that one, so any turn that begins with them will do.
    fn effects(&self, turn: &Self::Turn, index: usize) -> Vec<Effect>;

    /// The turn in canonical notation.
    fn write(&self, turn: &Self::Turn) -> String;

    /// A legal turn in another notation; `None` if that notation can't express it.
    fn written_in(&self, _turn: &Self::Turn, _dialect: Dialect) -> Option<String> {
        None
    }

    /// The possible meanings of a text here: one list per spelling that can be parsed, the likeliest
    /// spelling first. Never empty.
    ///
    /// A reading need not be legal. A reading that contradicts the position ("the white marble on d4",
    /// where a black one lies) is returned as the rule it breaks.
    fn readings(&self, text: &str) -> Result<Readings<Self>, Unreadable>;

    /// The error that [`check`](Position::check) returns for every turn after this outcome.
    fn game_over(outcome: Outcome<Self::Reason>) -> Self::Illegal;

    /// Whether, after this turn, neither this position nor any earlier one can occur again.
    fn is_irreversible(&self, turn: &Self::Turn) -> bool;

    /// Whether the repetition rule counts both as the same position.
    fn repeats(&self, other: &Self) -> bool;

    /// Whether the turn undoes the one before it.
    fn undoes(&self, _turn: &Self::Turn) -> bool {
        false
    }

    /// If the opponent may undo the turn: the rule that therefore forbids it to end the game.
    fn undoable(&self, _turn: &Self::Turn) -> Option<Self::Illegal> {
        None
    }

    /// The variant for a name that lacks a seed, completed with `seed`; `None` if the name needs no
    /// seed.
    fn drawn_variant(_name: &str, _seed: u64) -> Option<Self::Variant> {
        None
    }

    /// Whether touch-move applies: a step can't be taken back, even before the turn is complete.
    fn is_touch_move(&self) -> bool {
        false
    }

    /// Whether the players are still setting up the board, one piece per turn, before the game proper.
    fn is_setting_up(&self) -> bool {
        false
    }

    /// The position without anything it remembers about the previous turn.
    #[must_use]
    fn without_history(&self) -> Self {
        *self
    }

    /// The position [without history](Position::without_history) as one line of text.
    fn code(&self) -> String;

    /// Parses the output of [`Position::code`].
    fn from_code(code: &str) -> Result<Self, CodeError>;

    /// The contents of a cell, in one to three characters.
    fn symbol(&self, cell: Cell) -> String;

    /// The facts that a drawing of the board does not show, as English names and values.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// The marbles or pieces that the player to move may put on the board, by letter; empty in a game
    /// without a stock.
    fn supply(&self) -> Vec<(char, u8)>;

    /// All counts that matter: of the pool and the captures, or of pieces on the board where the rules
    /// depend on their number.
    fn holdings(&self) -> Vec<Holding>;

    /// The position as an arrangement that can be edited and checked again.
    fn setup(&self) -> Self::Setup;

    /// The number of sequences of `depth` half-moves; `None` in a game without half-moves.
    fn perft_half(&self, _depth: u32) -> Option<u64> {
        None
    }

    /// The positions between the parts of a turn that has several: after every jump or move but the
    /// last.
    ///
    /// They are for display only; the same player is still to move.
    fn parts(&self, _turn: &Self::Turn) -> Vec<Self> {
        Vec::new()
    }

    /// The position after a turn, or the rule that forbids it.
    fn play(&self, turn: &Self::Turn) -> Result<Self, Self::Illegal> {
        self.check(turn)?;
        let mut next = *self;
        next.play_unchecked(turn);
        Ok(next)
    }

    /// All legal turns; `None` if there are more than `limit`.
    fn turns_up_to(&self, limit: usize) -> Option<Vec<Self::Turn>> {
        listed_up_to(limit, |add| self.visit_turns(add))
    }
}

/// Collects everything that `visit` yields; `None` if that is more than `limit` values.
pub(super) fn listed_up_to<T>(
    limit: usize,
    visit: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Option<Vec<T>> {
    let mut list = Vec::new();
    let all = visit(&mut |value| {
        if list.len() == limit {
            return ControlFlow::Break(());
        }
        list.push(value);
        ControlFlow::Continue(())
    });
    all.is_continue().then_some(list)
}

/// A rule that forbids something, with a key and arguments for messages in any language.
///
/// [`Display`] gives an English message.
pub trait Rule: Error + Clone + Eq + Send + Sync {
    /// Every key that [`key`](Rule::key) can return.
    const KEYS: &'static [&'static str];

    /// A stable name for the rule, such as `not-free`.
    fn key(&self) -> &'static str;

    /// The named arguments of the message.
    fn arguments(&self) -> Vec<(&'static str, Argument)>;
}

/// An argument of a rule's message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A cell, or a letter of the notation.
    Text(String),
    /// A count.
    Number(u64),
}

impl Argument {
    pub(super) fn text(text: impl Display) -> Self {
        Self::Text(text.to_string())
    }
}

/// Marbles or pieces that are counted together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// A stable name for this group, such as `pool`.
    pub name: &'static str,
    /// The owner; `None` for a pool, which belongs to nobody.
    pub side: Option<Side>,
    /// The count of each colour or kind, by letter.
    pub counts: Vec<(char, u8)>,
}

/// The possible meanings of a text: for each spelling, its readings as turns, or as the rule that a
/// reading breaks.
pub type Readings<P> = Vec<Vec<Result<<P as Position>::Turn, <P as Position>::Illegal>>>;

/// A position code that can't be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeError {
    /// The part of the code that is wrong, such as "board".
    pub part: &'static str,
    /// A description of the problem.
    pub problem: String,
}

impl CodeError {
    pub(super) fn new(part: &'static str, problem: impl Into<String>) -> Self {
        Self {
            part,
            problem: problem.into(),
        }
    }
}

impl Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position code, {}: {}", self.part, self.problem)
    }
}

impl Error for CodeError {}
