//! The engine: a search with its memory, for games of any kind.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use super::node::Node;
use super::pvs::{Context, RawLimits, RawLine, Searcher, Techniques};
use super::score::{Score, WIN};
use super::solver::{Solver, quick_win};
use super::tzaar::{self, Half, TzaarNode};
use super::zertz::{self, Action, ZertzNode};
use crate::game::{AnyGame, AnyTurn};
use crate::position::Position;
use crate::timeline::Timeline;
use crate::tzaar::Tzaar;
use crate::zertz::Zertz;

/// The default size of the transposition table.
pub const DEFAULT_MEGABYTES: usize = 64;
/// The deepest search, in moves.
const MAX_DEPTH: i32 = 60;

/// How an [`Engine`] works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table in MiB.
    pub megabytes: usize,
    /// The techniques used.
    pub techniques: Techniques,
    /// Whether the evaluation uses weights by rule of thumb instead of the fitted ones.
    pub plain: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            megabytes: DEFAULT_MEGABYTES,
            techniques: Techniques::ALL,
            plain: false,
        }
    }
}

/// When a search ends.
///
/// There is no clock: a caller that wants to limit the time sets the stop flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of positions looked at.
    pub nodes: u64,
    /// The depth: half-moves in TZAAR, free placements in ZÈRTZ.
    pub depth: i32,
    /// How many different best turns are returned.
    pub lines: usize,
}

impl Limits {
    /// No limit but the stop flag, and one line.
    pub const NONE: Self = Self {
        nodes: u64::MAX,
        depth: MAX_DEPTH,
        lines: 1,
    };

    /// This many nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            ..Self::NONE
        }
    }
}

/// A turn, its score, and how the game may go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score for the player to move.
    pub score: Score,
    /// The turn and what is expected to follow. Never empty.
    pub turns: Vec<AnyTurn>,
}

impl Line {
    /// The turn to play.
    pub fn turn(&self) -> AnyTurn {
        self.turns[0]
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The best lines, the best first. Never empty.
    pub lines: Vec<Line>,
    /// The depth of the last completed iteration.
    pub depth: i32,
    /// The number of positions looked at.
    pub nodes: u64,
}

/// A game that can be searched: the link between its rules and its [`Node`].
pub(crate) trait Searchable: Position {
    type Node: Node;

    fn node(&self) -> Self::Node;
    /// The first turn of a sequence of moves, and how many moves it consists of.
    fn turn_of(
        node: &Self::Node,
        moves: &[<Self::Node as Node>::Move],
    ) -> Option<(Self::Turn, usize)>;
    fn moves_of(turn: &Self::Turn) -> Vec<<Self::Node as Node>::Move>;
    fn weights(plain: bool) -> &'static <Self::Node as Node>::Weights;
}

impl Searchable for Zertz {
    type Node = ZertzNode;

    fn node(&self) -> ZertzNode {
        ZertzNode::new(self)
    }

    fn turn_of(node: &ZertzNode, moves: &[Action]) -> Option<(Self::Turn, usize)> {
        Some((node.turn_of(*moves.first()?)?, 1))
    }

    fn moves_of(turn: &Self::Turn) -> Vec<Action> {
        vec![ZertzNode::action_of(turn)]
    }

    fn weights(plain: bool) -> &'static zertz::eval::Weights {
        static FITTED: OnceLock<zertz::eval::Weights> = OnceLock::new();
        static PLAIN: OnceLock<zertz::eval::Weights> = OnceLock::new();
        if plain {
            PLAIN.get_or_init(zertz::eval::by_hand)
        } else {
            FITTED.get_or_init(|| {
                zertz::eval::parse(include_str!("../../../../assets/engine/zertz.txt"))
            })
        }
    }
}

impl Searchable for Tzaar {
    type Node = TzaarNode;

    fn node(&self) -> TzaarNode {
        TzaarNode::new(self)
    }

    fn turn_of(node: &TzaarNode, moves: &[Half]) -> Option<(Self::Turn, usize)> {
        node.turn_of(moves)
    }

    fn moves_of(turn: &Self::Turn) -> Vec<Half> {
        TzaarNode::halves(turn)
    }

    fn weights(plain: bool) -> &'static tzaar::eval::Weights {
        static FITTED: OnceLock<tzaar::eval::Weights> = OnceLock::new();
        static PLAIN: OnceLock<tzaar::eval::Weights> = OnceLock::new();
        if plain {
            PLAIN.get_or_init(tzaar::eval::by_hand)
        } else {
            FITTED.get_or_init(|| {
                tzaar::eval::parse(include_str!("../../../../assets/engine/tzaar.txt"))
            })
        }
    }
}

/// A computer player with its memory, which it keeps from turn to turn.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    zertz: Option<Searcher<ZertzNode>>,
    tzaar: Option<Searcher<TzaarNode>>,
}

impl Engine {
    /// An engine. The memory is allocated at the first search.
    pub const fn new(options: Options) -> Self {
        Self {
            options,
            zertz: None,
            tzaar: None,
        }
    }

    /// Forgets everything, as for a new game: the next search is that of a new engine.
    pub fn clear(&mut self) {
        if let Some(searcher) = &mut self.zertz {
            searcher.clear();
        }
        if let Some(searcher) = &mut self.tzaar {
            searcher.clear();
        }
    }

    /// A turn that is proved to win, if the position is simple enough for a proof.
    pub fn prove(&self, game: &AnyGame, limits: Limits, stop: &AtomicBool) -> Option<Report> {
        let techniques = self.options.techniques;
        let limits = Limits { lines: 1, ..limits };
        match game {
            AnyGame::Zertz(game) => proved(game, &game.position().node(), techniques, limits, stop),
            AnyGame::Tzaar(game) => proved(game, &game.position().node(), techniques, limits, stop),
        }
    }

    /// The best turns in a running game; `None` if it is over.
    ///
    /// `progress` is called after every iteration. The search ends soon after `stop` is set, but never
    /// without a turn.
    pub fn search(
        &mut self,
        game: &AnyGame,
        limits: Limits,
        stop: &AtomicBool,
        progress: impl FnMut(&Report),
    ) -> Option<Report> {
        let Options {
            megabytes,
            techniques,
            plain,
        } = self.options;
        match game {
            AnyGame::Zertz(timeline) => {
                self.tzaar = None;
                let searcher = self
                    .zertz
                    .get_or_insert_with(|| Searcher::new(megabytes, techniques));
                search(searcher, timeline, plain, limits, stop, progress)
            }
            AnyGame::Tzaar(timeline) => {
                self.zertz = None;
                let searcher = self
                    .tzaar
                    .get_or_insert_with(|| Searcher::new(megabytes, techniques));
                search(searcher, timeline, plain, limits, stop, progress)
            }
        }
    }
}

pub(crate) fn search<P: Searchable>(
    searcher: &mut Searcher<P::Node>,
    game: &Timeline<P>,
    plain: bool,
    limits: Limits,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Report),
) -> Option<Report>
where
    AnyTurn: From<P::Turn>,
{
    let some = first_legal(game)?;
    let root = game.position().node();
    let occurred: Vec<u64> = game.earlier().map(|earlier| earlier.node().key()).collect();
    let forbidden = forbidden(game, &root);
    let context = Context {
        weights: P::weights(plain),
        stop,
    };
    let only = game.only_turn().is_some();
    let raw = RawLimits {
        nodes: limits.nodes,
        depth: if only {
            2
        } else {
            limits.depth.clamp(1, MAX_DEPTH)
        },
        lines: limits.lines.max(1),
    };
    let report = |depth, nodes, raw: &[RawLine<<P::Node as Node>::Move>]| {
        let lines: Vec<Line> = raw
            .iter()
            .filter_map(|line| {
                let turns = turns_of(game, &root, &line.moves);
                (!turns.is_empty()).then_some(Line {
                    score: Score(line.score),
                    turns,
                })
            })
            .collect();
        Report {
            lines,
            depth,
            nodes,
        }
    };
    if let Some(proved) = proved(game, &root, searcher.techniques, limits, stop) {
        return Some(proved);
    }
    let (best, depth) = searcher.run(
        &root,
        &occurred,
        &forbidden,
        raw,
        &context,
        |depth, nodes, raw| {
            let report = report(depth, nodes, raw);
            if !report.lines.is_empty() {
                progress(&report);
            }
        },
    );
    let mut found = report(depth, searcher.nodes, &best);
    if found.lines.is_empty() {
        // Stopped before anything was found.
        found.lines.push(Line {
            score: Score(0),
            turns: vec![some.into()],
        });
    }
    Some(found)
}

/// A turn that is proved to win, if the position is simple enough for a proof.
fn proved<P: Searchable>(
    game: &Timeline<P>,
    root: &P::Node,
    techniques: Techniques,
    limits: Limits,
    stop: &AtomicBool,
) -> Option<Report>
where
    AnyTurn: From<P::Turn>,
{
    let nodes = root.proof_nodes(limits.nodes);
    let is_over = game.outcome().is_some();
    if !techniques.solver || limits.lines > 1 || nodes == 0 || is_over {
        return None;
    }
    let mut solver: Solver<P::Node> = Solver::new(root.mover(), 18);
    let (moves, length) = quick_win(&mut solver, root, nodes, stop)?;
    let turns = turns_of(game, root, &moves);
    (!turns.is_empty()).then(|| Report {
        lines: vec![Line {
            score: Score(WIN - length as i32),
            turns,
        }],
        depth: length as i32,
        nodes: solver.nodes(),
    })
}

/// Any legal turn; `None` if the game is over.
fn first_legal<P: Position>(game: &Timeline<P>) -> Option<P::Turn> {
    let mut found = None;
    let _ = game.visit_turns(|turn| {
        found = Some(turn);
        ControlFlow::Break(())
    });
    found
}

/// The keys of positions that the history forbids, though the position alone would allow them.
fn forbidden<P: Searchable>(game: &Timeline<P>, root: &P::Node) -> Vec<u64> {
    let mut keys = Vec::new();
    if game.earlier().next().is_some() {
        let _ = game.position().visit_turns(|turn| {
            if game.check(&turn).is_err() {
                let mut node = *root;
                for mv in P::moves_of(&turn) {
                    node.play(mv);
                }
                keys.push(node.key());
            }
            ControlFlow::Continue(())
        });
    }
    keys
}

/// A line of moves as legal turns.
fn turns_of<P: Searchable>(
    game: &Timeline<P>,
    root: &P::Node,
    moves: &[<P::Node as Node>::Move],
) -> Vec<AnyTurn>
where
    AnyTurn: From<P::Turn>,
{
    let mut game = game.clone();
    let mut node = *root;
    let mut rest = moves;
    let mut turns = Vec::new();
    while let Some((turn, count)) = P::turn_of(&node, rest) {
        if game.play(&turn).is_err() {
            break;
        }
        turns.push(turn.into());
        for &mv in &rest[..count] {
            node.play(mv);
        }
        rest = &rest[count..];
        if rest.is_empty() {
            break;
        }
    }
    turns
}
