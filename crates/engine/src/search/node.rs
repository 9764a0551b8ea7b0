//! What a game provides so that it can be searched.

use std::fmt::Debug;

use crate::side::Side;

/// The depth that one ordinary move costs. Depths are counted in fractions of a move, so that a forcing
/// move can cost less.
pub(crate) const ONE: i32 = 4;

/// Which moves are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Breadth {
    /// All moves.
    All,
    /// Moves that differ only in details are folded into a few.
    Folded,
    /// Only moves that change the material at once, for positions at the end of a line.
    Tactical,
}

/// A move with its rank among its siblings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// Higher comes first.
    pub(crate) order: i32,
    /// Whether the search may reduce the depth of this move when it comes late.
    pub(crate) quiet: bool,
}

/// What a position at the end of a line is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leaf {
    /// This score; there is nothing to look for.
    Score(i32),
    /// At least this score, and perhaps more by a tactical move.
    Stand(i32),
    /// Unknown: the player to move is forced, so all moves are searched.
    Forced,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Win(Side),
    Draw,
}

/// A position as the search sees it: a small value with a hash kept up to date.
///
/// Several moves may make up one turn, so the mover of the next position may be the same. A score is
/// always from the point of view of the [mover](Node::mover).
pub(crate) trait Node: Copy + Debug + Send {
    /// One move: a whole turn or a part of it.
    type Move: Copy + Eq + Debug + Send;
    /// The weights of the evaluation.
    type Weights: Debug + Send + Sync + 'static;

    /// How many times [`generate`](Node::generate) is called for a position.
    const STAGES: u8;
    /// Whether [`Breadth::Folded`] leaves moves out.
    const FOLDS: bool;
    /// The size of the table for positions where the depth is used up, in KiB; 0 if evaluating them is
    /// cheaper than looking them up.
    const LEAF_KILOBYTES: usize;
    /// The number of [slots](Node::slots) of the history.
    const SLOTS: usize;
    /// The depth of the first iteration, in moves.
    const FIRST_DEPTH: i32;
    /// How many plies shallower a null move is searched.
    const NULL_REDUCTION: i32;

    /// The hash. Positions with the same future have the same key.
    fn key(&self) -> u64;

    /// The player to move.
    fn mover(&self) -> Side;

    /// How the game ended, if it is over.
    fn end(&self) -> Option<End>;

    /// Whether a turn is complete, so that another can begin.
    fn is_between_turns(&self) -> bool;

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The move as a number other than 0.
    fn pack(mv: Self::Move) -> u32;

    /// The legal move with this number.
    fn unpack(&self, code: u32) -> Option<Self::Move>;

    /// Appends the legal moves of a stage. `history` says how good moves have been elsewhere.
    fn generate(
        &self,
        stage: u8,
        breadth: Breadth,
        history: &[i32],
        list: &mut Vec<Candidate<Self::Move>>,
    );

    /// Whether [`generate`](Node::generate) lists every move in all, however many there are.
    fn lists_all(&self) -> bool {
        true
    }

    /// The two places in the history that a move is counted in.
    fn slots(&self, mv: Self::Move) -> [usize; 2];

    /// The estimate for the player to move.
    fn evaluate(&self, weights: &Self::Weights) -> i32;

    /// What a position is worth where the depth is used up. `gifts` says whether tactical moves that give
    /// something first may still be looked for.
    fn leaf(&self, weights: &Self::Weights, gifts: bool) -> Leaf;

    /// The depth that a move costs; `extend`: whether forcing moves cost less.
    fn cost(&self, mv: Self::Move, next: &Self, extend: bool) -> i32;

    /// The position if the mover did nothing; `None` where that would mislead.
    fn skip(&self) -> Option<Self>;

    /// Whether the opponent threatens to win at once, so that nothing may be overlooked.
    fn is_threatened(&self) -> bool;

    /// How the game ends, if it is over or the player to move can win in this turn, and the number of
    /// turns until then.
    fn end_soon(&self) -> Option<(End, u32)> {
        self.end().map(|end| (end, 0))
    }

    /// How many nodes are worth spending on a proof before the search, out of a total.
    fn proof_nodes(&self, total: u64) -> u64;

    /// Whether positions can repeat from here.
    fn may_repeat(&self) -> bool;
}
