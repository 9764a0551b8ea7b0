//! The engine: a search with its memory, for games of any kind.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::node::Node;
use super::pvs::{RawLimits, RawLine, SearchContext, Searcher, Techniques};
use super::score::{Score, WIN};
use super::solver::{Solver, quick_win};
use crate::game::{AnyGame, AnyTurn, with_each};
use crate::position::Position;
use crate::timeline::Timeline;

/// The default size of the transposition table.
pub const DEFAULT_MEGABYTES: usize = 64;
/// The size of the solver's table: 2 to this power positions of 24 bytes.
const PROOF_BITS: u32 = 18;
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
pub struct SearchLimits {
    /// The number of positions looked at.
    pub nodes: u64,
    /// The depth: half-moves in TZAAR, free placements in ZÈRTZ.
    pub depth: i32,
    /// How many different best turns are returned.
    pub lines: usize,
    /// The number of positions for a proof before the search, where one is tried; each takes several times
    /// as long as one of the search.
    pub proof: u64,
}

impl SearchLimits {
    /// No limit but the stop flag, and one line.
    pub const NONE: Self = Self {
        nodes: u64::MAX,
        depth: MAX_DEPTH,
        lines: 1,
        proof: 40_000,
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
    /// Whether people easily overlook the turn.
    pub hard_to_see: bool,
}

impl Line {
    /// The turn to play.
    pub fn turn(&self) -> AnyTurn {
        self.turns[0]
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReport {
    /// The best lines, the best first. Never empty.
    pub lines: Vec<Line>,
    /// The depth of the last completed iteration.
    pub depth: i32,
    /// The number of positions looked at.
    pub nodes: u64,
}

/// A game that can be searched: the link between its rules and its [`Node`].
pub(crate) trait Searchable: Position {
    type Node: Node + 'static;

    /// For each level, the nodes and the greatest depth.
    const LEVELS: [(u64, i32); 6];
    /// For each level, the number of turns it chooses from.
    const LEVEL_LINES: [usize; 6];
    /// For each level, in millionths, the regret at which a turn is e times less likely and the greatest.
    const LEVEL_REGRETS: [(u32, u32); 6];

    fn node(&self) -> Self::Node;
    /// The first turn of a sequence of moves, and how many moves it consists of.
    fn turn_of(
        node: &Self::Node,
        moves: &[<Self::Node as Node>::Move],
    ) -> Option<(Self::Turn, usize)>;
    fn moves_of(turn: &Self::Turn) -> Vec<<Self::Node as Node>::Move>;
    /// Whether people easily overlook the turn.
    fn is_hard_to_see(turn: &Self::Turn) -> bool;

    /// The weights of the evaluation: fitted, or by rule of thumb.
    fn weights(plain: bool) -> &'static <Self::Node as Node>::Weights;
    /// Weights from the text of a file, if it has as many as there are features.
    fn read_weights(text: &str) -> Option<<Self::Node as Node>::Weights>;
    /// The weights by rule of thumb as a list.
    fn plain_weights() -> Vec<[i32; 2]>;
    /// Calls `add` with each feature and its value, and returns the share of the late weights in 32nds;
    /// `None` if the position is not fit for learning.
    fn describe(node: &Self::Node, add: impl FnMut(usize, i32)) -> Option<i32>;
    /// How strongly the fit holds a weight at its rule of thumb.
    fn stiffness(feature: usize) -> f64;
}

/// What an engine remembers of a game, and the room for it.
struct Memory<N: Node> {
    /// Made for the first search.
    searcher: Option<Searcher<N>>,
    /// Made for the first proof.
    solver: Option<Solver<N>>,
}

impl<N: Node> Memory<N> {
    fn clear(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }
}

/// A computer player with its memory, which it keeps from turn to turn.
pub struct Engine {
    options: Options,
    /// The [`Memory`] of the game played last.
    memory: Option<Box<dyn Any + Send>>,
    /// Whether the memory is to be cleared before it is used.
    is_stale: bool,
    /// Weights instead of the built-in ones: the text of a file, and what was read from it.
    text: Option<String>,
    weights: Option<Box<dyn Any + Send>>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine. The memory is allocated at the first search.
    pub const fn new(options: Options) -> Self {
        Self {
            options,
            memory: None,
            is_stale: false,
            text: None,
            weights: None,
        }
    }

    /// An engine with weights from the text of a file; it plays no other game than that of the file.
    pub const fn with_weights(options: Options, text: String) -> Self {
        Self {
            options,
            memory: None,
            is_stale: false,
            text: Some(text),
            weights: None,
        }
    }

    /// Whether the text of a file has weights for this game.
    pub fn knows_weights(game: &AnyGame, text: &str) -> bool {
        with_each!(game, game => weights_of(game, text).is_some())
    }

    /// Forgets everything, as for a new game: the next search is that of a new engine.
    pub const fn clear(&mut self) {
        self.is_stale = true;
    }

    /// A turn that is proved to win, if the position is simple enough for a proof. Earlier proofs make no
    /// difference.
    pub fn prove(
        &mut self,
        game: &AnyGame,
        limits: SearchLimits,
        stop: &AtomicBool,
    ) -> Option<SearchReport> {
        let limits = SearchLimits { lines: 1, ..limits };
        with_each!(game, game => {
            let root = game.position().node();
            let techniques = self.options.techniques;
            let solver = &mut self.memory_for(game)?.solver;
            if let Some(solver) = solver {
                solver.forget();
            }
            proved(game, &root, techniques, solver, limits, stop)
        })
    }

    /// The best turns in a running game; `None` if it is over.
    ///
    /// `progress` is called after every iteration. The search ends soon after `stop` is set, but never
    /// without a turn.
    pub fn search(
        &mut self,
        game: &AnyGame,
        limits: SearchLimits,
        stop: &AtomicBool,
        progress: impl FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        self.run(game, limits, false, stop, progress)
    }

    /// Like [`search`](Engine::search), but as a new engine would.
    pub fn search_afresh(
        &mut self,
        game: &AnyGame,
        limits: SearchLimits,
        stop: &AtomicBool,
        progress: impl FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        self.run(game, limits, true, stop, progress)
    }

    fn run(
        &mut self,
        game: &AnyGame,
        limits: SearchLimits,
        fresh: bool,
        stop: &AtomicBool,
        progress: impl FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        with_each!(game, game => {
            self.run_game(game, limits, fresh, stop, progress)
        })
    }

    fn run_game<P: Searchable>(
        &mut self,
        game: &Timeline<P>,
        limits: SearchLimits,
        fresh: bool,
        stop: &AtomicBool,
        progress: impl FnMut(&SearchReport),
    ) -> Option<SearchReport>
    where
        AnyTurn: From<P::Turn>,
    {
        if let (Some(text), None) = (&self.text, &self.weights) {
            self.weights = Some(Box::new(weights_of(game, text)?));
        }
        if fresh {
            self.is_stale = true;
        }
        let Options {
            megabytes,
            techniques,
            plain,
        } = self.options;
        let searcher = &mut self.memory_for(game)?.searcher;
        searcher.get_or_insert_with(|| Searcher::new(megabytes, techniques));
        let weights = match &self.weights {
            Some(weights) => weights.downcast_ref()?,
            None => P::weights(plain),
        };
        let memory: &mut Memory<P::Node> = self.memory.as_mut()?.downcast_mut()?;
        let Memory { searcher, solver } = memory;
        search(
            searcher.as_mut()?,
            solver,
            game,
            weights,
            limits,
            stop,
            progress,
        )
    }

    /// The memory for a game; `None` never happens.
    fn memory_for<P: Searchable>(&mut self, _game: &Timeline<P>) -> Option<&mut Memory<P::Node>> {
        let is_known = |memory: &Box<dyn Any + Send>| memory.is::<Memory<P::Node>>();
        if !self.memory.as_ref().is_some_and(is_known) {
            // First the memory of the old game is freed.
            self.memory = None;
            self.memory = Some(Box::new(Memory::<P::Node> {
                searcher: None,
                solver: None,
            }));
            self.is_stale = false;
        }
        let memory: &mut Memory<P::Node> = self.memory.as_mut()?.downcast_mut()?;
        if std::mem::take(&mut self.is_stale) {
            memory.clear();
        }
        Some(memory)
    }
}

/// Weights for a game from the text of a file.
fn weights_of<P: Searchable>(
    _game: &Timeline<P>,
    text: &str,
) -> Option<<P::Node as Node>::Weights> {
    P::read_weights(text)
}

fn search<P: Searchable>(
    searcher: &mut Searcher<P::Node>,
    solver: &mut Option<Solver<P::Node>>,
    game: &Timeline<P>,
    weights: &<P::Node as Node>::Weights,
    limits: SearchLimits,
    stop: &AtomicBool,
    mut progress: impl FnMut(&SearchReport),
) -> Option<SearchReport>
where
    AnyTurn: From<P::Turn>,
{
    let some = first_legal(game)?;
    let root = game.position().node();
    let occurred: Vec<u64> = game.earlier().map(|earlier| earlier.node().key()).collect();
    let forbidden = forbidden(game, &root);
    let context = SearchContext { weights, stop };
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
                let (first, _) = P::turn_of(&root, &line.moves)?;
                (!turns.is_empty()).then_some(Line {
                    score: Score(line.score),
                    turns,
                    hard_to_see: P::is_hard_to_see(&first),
                })
            })
            .collect();
        SearchReport {
            lines,
            depth,
            nodes,
        }
    };
    if let Some(proved) = proved(game, &root, searcher.techniques, solver, limits, stop) {
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
            hard_to_see: false,
        });
    }
    Some(found)
}

/// A turn that is proved to win, if the position is simple enough for a proof.
fn proved<P: Searchable>(
    game: &Timeline<P>,
    root: &P::Node,
    techniques: Techniques,
    solver: &mut Option<Solver<P::Node>>,
    limits: SearchLimits,
    stop: &AtomicBool,
) -> Option<SearchReport>
where
    AnyTurn: From<P::Turn>,
{
    let nodes = root.proof_nodes(limits.nodes).min(limits.proof);
    let is_over = game.outcome().is_some();
    if !techniques.solver || limits.lines > 1 || nodes == 0 || is_over {
        return None;
    }
    let solver = solver.get_or_insert_with(|| Solver::new(root.mover(), PROOF_BITS));
    solver.begin(root.mover());
    let (mut moves, mut length) = quick_win(solver, root, nodes, stop)?;
    if length > 1
        && let Some(turn) = win_at_once(game)
    {
        // The proof need not be the shortest.
        (moves, length) = (P::moves_of(&turn), 1);
    }
    let turns = turns_of(game, root, &moves);
    (!turns.is_empty()).then(|| SearchReport {
        lines: vec![Line {
            score: Score(WIN - length as i32),
            turns,
            hard_to_see: false,
        }],
        depth: length as i32,
        nodes: solver.nodes(),
    })
}

/// A turn that ends the game with a win.
fn win_at_once<P: Searchable>(game: &Timeline<P>) -> Option<P::Turn> {
    let mover = game.position().to_move();
    let mut found = None;
    let _ = game.visit_turns(|turn| {
        let mut next = *game.position();
        next.play_unchecked(&turn);
        let outcome = next.outcome();
        if outcome.is_some_and(|outcome| outcome.winner == Some(mover)) {
            found = Some(turn);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
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
