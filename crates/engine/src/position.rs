//! What every game has in common.

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

/// A legal position of one game: a small value that knows whose turn it is and what may be done.
///
/// A position knows nothing of the turns before it, except what the rules themselves ask for (in
/// tournament ZÈRTZ, the turn that may be sent back). Draws by repetition, which need the past, are
/// the business of [`Timeline`](super::timeline::Timeline).
///
/// **Legal** means: offered by [`visit_turns`](Position::visit_turns), which is the same as passed by
/// [`check`](Position::check). **Over** means: [`outcome`](Position::outcome) is known; then no turn
/// is legal. **Equal** positions have the same future.
///
/// # What things cost
///
/// Positions come from users, and the number of legal turns is exponential in the worst of them: a
/// board of ZÈRTZ with 24 marbles can have millions of chains of jumps. **Nothing here costs time or memory in
/// proportion to the number of legal turns unless the caller asks for that many**:
///
/// - [`next_steps`](Position::next_steps) makes the steps that may come next from the rules. There are at
///   most 64, and to find them at most [`MAX_PLACEMENTS`](super::steps::MAX_PLACEMENTS) placements are looked at.
/// - [`visit_turns`](Position::visit_turns) stops when the caller says so. Every step it takes belongs to a
///   legal turn or a placement that is refused, so `n` turns cost at most `n` times the steps of the longest turn
///   (25), and the placements.
/// - [`count_turns_up_to`](Position::count_turns_up_to) and [`turns_up_to`](Position::turns_up_to) stop
///   at a limit that the caller gives. There is no list of all turns.
/// - Everything else is done for one turn at a time.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's name in records and on the command line.
    const NAME: &'static str;
    /// How variants are written, for people to read.
    const VARIANTS: &'static str;
    /// The variants that people choose from, the usual one first.
    const OFFERED: &'static [&'static str];
    /// Do the pieces belong to the players? Where they do not, a board has no side of one's own.
    const HAS_SIDES: bool;
    /// The reason given when the same position has come too often; none where it never comes again.
    const REPETITION: Option<Self::Reason>;

    /// How the game begins.
    type Variant: Clone + Eq + Hash + Debug + Display + FromStr<Err: Error>;
    /// One whole turn of one player.
    type Turn: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// How the game can end.
    type Reason: Reason;
    /// An arrangement that may be wrong, from which positions are made.
    type Setup: Serialize;
    /// Which rule forbids a turn.
    type Illegal: Rule;
    /// A turn in the making: what the steps chosen so far amount to. By default none are.
    type PartialTurn: Copy + Default + Debug;

    /// The position at the beginning of a game.
    fn start(variant: &Self::Variant) -> Self;

    /// The board the cells are named by.
    fn board(&self) -> &'static Board;

    /// Whose turn it is. After the end: whose turn it would have been.
    fn to_move(&self) -> Side;

    /// The end of the game, if it has come.
    fn outcome(&self) -> Option<Outcome<Self::Reason>>;

    /// Shows `visit` legal turns, each once, in no particular order, until it breaks or there are no more.
    fn visit_turns(&self, visit: impl FnMut(Self::Turn) -> ControlFlow<()>) -> ControlFlow<()>;

    /// How many legal turns there are, but at most `limit`; not made one by one where that is
    /// possible.
    fn count_turns_up_to(&self, limit: u64) -> u64;

    /// The steps that may come after those chosen so far: kinds in the order of the rule book, cells by
    /// column, and then the special ones.
    ///
    /// A step is offered if a legal turn goes on with it which `allowed`, who knows the past, allows as
    /// well. Captures are always allowed.
    fn next_steps(
        &self,
        partial: &Self::PartialTurn,
        allowed: &impl Fn(&Self::Turn) -> bool,
    ) -> Vec<NextStep<Self::PartialTurn>>;

    /// The turn that the steps chosen so far make up, if they are a whole turn that is legal and allowed.
    fn finished(
        &self,
        partial: &Self::PartialTurn,
        allowed: &impl Fn(&Self::Turn) -> bool,
    ) -> Option<Self::Turn>;

    /// What the last of the steps chosen so far does, apart from ending the game.
    fn last_effects(&self, partial: &Self::PartialTurn) -> Vec<Effect>;

    /// Does a rule forbid the turn?
    fn check(&self, turn: &Self::Turn) -> Result<(), Self::Illegal>;

    /// Plays a turn that is known to be legal. Any other turn may panic, or leave a position that
    /// means nothing.
    fn play_unchecked(&mut self, turn: &Self::Turn);

    /// A turn for a game of chance, or none if the game is over; each game says how it is chosen.
    fn random_turn(&self, rng: &mut SplitMix64) -> Option<Self::Turn>;

    /// The `index`-th choice a player makes when putting the turn together.
    fn step(&self, turn: &Self::Turn, index: usize) -> Option<(Step, Role)>;

    /// What the `index`-th step of a legal turn does, apart from ending the game.
    ///
    /// Depends on the steps up to that one only, so any turn that begins with them will do.
    fn effects(&self, turn: &Self::Turn, index: usize) -> Vec<Effect>;

    /// The turn in canonical notation.
    fn write(&self, turn: &Self::Turn) -> String;

    /// A legal turn in another notation; none where that has no word for it.
    fn written_in(&self, _turn: &Self::Turn, _dialect: Dialect) -> Option<String> {
        None
    }

    /// What a text may mean here: a list for each way to spell it that can be read, the likeliest
    /// first; never empty.
    ///
    /// A reading need not be legal. One that contradicts the position ("the white marble on d4",
    /// where a black one lies) is the rule it breaks.
    fn readings(&self, text: &str) -> Result<Readings<Self>, Unreadable>;

    /// Why no turn is legal any more, in the words of [`check`](Position::check).
    fn game_over(outcome: Outcome<Self::Reason>) -> Self::Illegal;

    /// Can neither this position nor any before it come again after the turn?
    fn is_irreversible(&self, turn: &Self::Turn) -> bool;

    /// Is this the same position in the sense of the rule on repetition?
    fn repeats(&self, other: &Self) -> bool;

    /// Does the turn undo the one before it?
    fn undoes(&self, _turn: &Self::Turn) -> bool {
        false
    }

    /// If the other player may undo the turn: the rule that therefore forbids it to end the game.
    fn undoable(&self, _turn: &Self::Turn) -> Option<Self::Illegal> {
        None
    }

    /// The variant that a name without a seed stands for, given a seed; none if it needs none.
    fn drawn_variant(_name: &str, _seed: u64) -> Option<Self::Variant> {
        None
    }

    /// Is a step final once it has been made, before the turn is whole?
    fn is_touch_move(&self) -> bool {
        false
    }

    /// Is the board still being set up, one piece a turn, before the game proper?
    fn is_setting_up(&self) -> bool {
        false
    }

    /// The position without what it remembers of the turn before.
    #[must_use]
    fn without_history(&self) -> Self {
        *self
    }

    /// The [quiet](Position::without_history) position as one line of text.
    fn code(&self) -> String;

    /// Reads what [`Position::code`] writes.
    fn from_code(code: &str) -> Result<Self, CodeError>;

    /// What stands on a cell, in one to three characters.
    fn symbol(&self, cell: Cell) -> String;

    /// What a drawing of the board does not show, as names and values in English.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// What the player to move may put on the board, by letter; nothing in a game without a stock.
    fn supply(&self) -> Vec<(char, u8)>;

    /// What is counted beside the board, or on it where the rules look at the number.
    fn holdings(&self) -> Vec<Holding>;

    /// The arrangement behind the position.
    fn setup(&self) -> Self::Setup;

    /// Counts sequences of half-moves, in a game that has them.
    fn perft_half(&self, _depth: u32) -> Option<u64> {
        None
    }

    /// The positions between the parts of a turn that has several: after each jump but the last.
    ///
    /// They are for looking at only; the same player is still on move.
    fn parts(&self, _turn: &Self::Turn) -> Vec<Self> {
        Vec::new()
    }

    /// Plays a turn, or says which rule forbids it. The caller still has the position.
    fn play(&self, turn: &Self::Turn) -> Result<Self, Self::Illegal> {
        self.check(turn)?;
        let mut next = *self;
        next.play_unchecked(turn);
        Ok(next)
    }

    /// All legal turns, if there are at most `limit`.
    fn turns_up_to(&self, limit: usize) -> Option<Vec<Self::Turn>> {
        listed_up_to(limit, |add| self.visit_turns(add))
    }
}

/// What `visit` shows, unless that is more than `limit`.
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

/// A rule that forbids something, for people to be told in their own language.
///
/// [`Display`] says it in English.
pub trait Rule: Error + Clone + Eq + Send + Sync {
    /// Every key there is.
    const KEYS: &'static [&'static str];

    /// A stable name for the rule, such as `not-free`.
    fn key(&self) -> &'static str;

    /// What the rule is about, by name.
    fn arguments(&self) -> Vec<(&'static str, Argument)>;
}

/// What a rule is about.
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

/// Some marbles or pieces that are counted together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// What they are: a stable name, such as `pool`.
    pub name: &'static str,
    /// Whose they are; nobody's in a pool.
    pub side: Option<Side>,
    /// How many of each, by letter.
    pub counts: Vec<(char, u8)>,
}

/// What a text may mean: for each spelling, turns, or rules that a reading breaks.
pub type Readings<P> = Vec<Vec<Result<<P as Position>::Turn, <P as Position>::Illegal>>>;

/// A position code that can't be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeError {
    /// The part at fault, such as "board".
    pub part: &'static str,
    /// What is wrong with it.
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
