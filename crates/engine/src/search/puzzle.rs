//! Puzzles: positions with a win by force in a few turns, and what a try at one comes to.
//!
//! A puzzle says within how many turns the player to move wins, and names the turns that were found to win.
//! That list may lack some: a try that is not on it is [judged](judge) by a proof of its own. What can be
//! proved within the limit does not depend on the machine.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::capped::Capped;
use super::engine::{Engine, Options, SearchLimits, Searchable};
use super::node::Node;
use super::score::Score;
use super::solver::{Solver, quick_win};
use crate::game::{AnyGame, AnyTurn, with_each};
use crate::side::Side;
use crate::timeline::Timeline;

/// The most positions that are looked at to judge a try.
pub const PROOF_NODES: u64 = 200_000;
/// The most turns at the root that are examined one by one.
const MAX_ROOT_TURNS: usize = 20_000;
/// The smallest and the largest table of a proof: about 2ⁿ positions.
const TABLE_BITS: (u32, u32) = (12, 18);
/// How many turns longer than the shortest a win may take to be accepted.
const SLOWER: u32 = 2;
/// Within how many turns a loss is looked for.
const LOSING_TURNS: u32 = 4;
/// The positions for the reply that is shown after a try of which nothing is proved.
const REPLY_NODES: u64 = 20_000;

/// A position with a win by force.
///
/// As text: the number of turns, the positions needed for the proof, the gifts, the level, the code of the
/// position, the winning turns and a losing one, separated by bars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position, without history.
    pub position: AnyGame,
    /// The player to move wins within this many of their turns.
    pub turns: u32,
    /// The number of positions that the proof needs.
    pub nodes: u64,
    /// How many pieces the winner gives away before the first gain.
    pub gifts: u32,
    /// The weakest [level](super::Level) that finds a winning turn, from 1; 7 if none does.
    pub level: u8,
    /// The first turns that are known to win.
    pub winning: Vec<AnyTurn>,
    /// A first turn that loses.
    pub losing: AnyTurn,
}

/// A text that is no puzzle: what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePuzzleError(String);

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParsePuzzleError {}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |turn: &AnyTurn| self.position.write(turn).unwrap_or_default();
        let winning: Vec<String> = self.winning.iter().map(text).collect();
        write!(
            f,
            "{}|{}|{}|{}|{}|{}|{}",
            self.turns,
            self.nodes,
            self.gifts,
            self.level,
            self.position.code(),
            winning.join(","),
            text(&self.losing)
        )
    }
}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(line: &str) -> Result<Self, ParsePuzzleError> {
        let parts: Vec<&str> = line.split('|').collect();
        let [turns, nodes, gifts, level, code, winning, losing] = parts[..] else {
            return Err(ParsePuzzleError("not seven parts".to_owned()));
        };
        let number = |text: &str| {
            let number = text.parse::<u64>();
            number.map_err(|_| ParsePuzzleError(format!("{text:?} is no number")))
        };
        let position =
            AnyGame::from_code(code).map_err(|error| ParsePuzzleError(error.to_string()))?;
        let turn = |text: &str| {
            let turn = position.exactly(text);
            turn.ok_or_else(|| ParsePuzzleError(format!("{text:?} is no turn")))
        };
        Ok(Self {
            turns: number(turns)? as u32,
            nodes: number(nodes)?,
            gifts: number(gifts)? as u32,
            level: number(level)? as u8,
            winning: winning.split(',').map(turn).collect::<Result<_, _>>()?,
            losing: turn(losing)?,
            position,
        })
    }
}

/// What a try comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is proved to win, or has won.
    Wins,
    /// It is proved to lose.
    Loses {
        /// How the opponent wins; `None` if the try itself has lost the game.
        reply: Option<AnyTurn>,
        /// Within how many turns.
        turns: u32,
    },
    /// The game is a draw.
    Draws,
    /// Neither was proved.
    Unclear {
        /// What the opponent may reply.
        reply: AnyTurn,
        /// The winning chances after that, in percent, by the estimate of the search.
        chances: u8,
    },
}

/// Judges a try of `side` by the position after it, where `turns` more should be enough to win.
pub fn judge(after: &AnyGame, side: Side, turns: u32, nodes: u64, stop: &AtomicBool) -> Verdict {
    if let Some(end) = after.outcome() {
        return match end.winner {
            Some(winner) if winner == side => Verdict::Wins,
            Some(_) => Verdict::Loses {
                reply: None,
                turns: 0,
            },
            None => Verdict::Draws,
        };
    }
    // A mistake is usually found out with few positions.
    let quarter = nodes / 4;
    if let Some(turns) = first_within(LOSING_TURNS, |turns| force(after, turns, quarter / 4, stop))
        && let Some(reply) = with_each!(after, game => win_within(game, turns, quarter, stop))
    {
        return Verdict::Loses {
            reply: Some(reply),
            turns,
        };
    }
    let turns = turns + SLOWER;
    if with_each!(after, game => is_lost(game, turns, nodes - quarter, stop)) {
        return Verdict::Wins;
    }
    let mut engine = Engine::new(Options {
        megabytes: 8,
        ..Options::default()
    });
    let limits = SearchLimits {
        proof: 0,
        ..SearchLimits::nodes(REPLY_NODES)
    };
    let found = engine.search(after, limits, stop, |_| {});
    match found.as_ref().and_then(|report| report.lines.first()) {
        Some(line) => Verdict::Unclear {
            reply: line.turn(),
            chances: chances_against(line.score),
        },
        None => Verdict::Draws,
    }
}

/// The winning chances of the other player in percent, never certain.
fn chances_against(score: Score) -> u8 {
    let percent = (1_000_000 - score.probability().min(1_000_000)) / 10_000;
    percent.clamp(1, 99) as u8
}

/// The size of the table for a proof with so many positions.
fn table_bits(nodes: u64) -> u32 {
    (nodes.max(1).ilog2() + 2).clamp(TABLE_BITS.0, TABLE_BITS.1)
}

/// The least number of turns for which `force` finds a win.
fn first_within(most: u32, mut force: impl FnMut(u32) -> Option<(u32, u64)>) -> Option<u32> {
    (1..=most).find_map(|turns| force(turns).map(|(found, _)| found))
}

/// A turn with which the player to move wins within a number of turns.
fn win_within<P: Searchable>(
    game: &Timeline<P>,
    turns: u32,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<AnyTurn>
where
    AnyTurn: From<P::Turn>,
{
    let node = game.position().node();
    let root = Capped::new(node, node.mover(), turns);
    let mut solver: Solver<Capped<P::Node>> = Solver::new(node.mover(), table_bits(nodes));
    let (moves, _) = quick_win(&mut solver, &root, nodes, stop)?;
    let (turn, _) = P::turn_of(root.node(), &moves)?;
    game.check(&turn).ok()?;
    Some(turn.into())
}

/// How a puzzle is won against the longest defence: the turns of both players.
pub fn solution(puzzle: &Puzzle, stop: &AtomicBool) -> Vec<AnyTurn> {
    let mut game = puzzle.position.clone();
    let mut line = Vec::new();
    for left in (1..=puzzle.turns).rev() {
        let won = (1..=left).find_map(
            |turns| with_each!(&game, game => win_within(game, turns, PROOF_NODES, stop)),
        );
        let known = puzzle.winning.first().filter(|_| line.is_empty());
        let Some(turn) = known.copied().or(won) else {
            break;
        };
        for next in [Some(turn), None] {
            let next = next.or_else(|| defence(&game, left - 1, PROOF_NODES, stop));
            let Some(next) = next.filter(|next| game.play(next).is_ok()) else {
                return line;
            };
            line.push(next);
        }
    }
    line
}

/// Whether the player to move is proved to lose within so many turns of the opponent.
fn is_lost<P: Searchable>(game: &Timeline<P>, turns: u32, nodes: u64, stop: &AtomicBool) -> bool {
    let node = game.position().node();
    let root = Capped::new(node, !node.mover(), turns);
    let mut solver: Solver<Capped<P::Node>> = Solver::new(!node.mover(), table_bits(nodes));
    matches!(solver.prove(&root, nodes, stop), Some((true, _)))
}

/// Within how many turns the player to move wins, at most `turns`, and the positions needed for the proof.
pub(super) fn force(
    game: &AnyGame,
    turns: u32,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<(u32, u64)> {
    with_each!(game, game => force_in(game, turns, nodes, stop))
}

fn force_in<P: Searchable>(
    game: &Timeline<P>,
    turns: u32,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<(u32, u64)> {
    let node = game.position().node();
    let mover = node.mover();
    let mut solver: Solver<Capped<P::Node>> = Solver::new(mover, table_bits(nodes));
    let (wins, plies) = solver.prove(&Capped::new(node, mover, turns), nodes, stop)?;
    wins.then_some((plies.div_ceil(2).max(1), solver.nodes()))
}

/// The turns that are proved to win within `turns`, each with at most `nodes` positions.
pub fn winning(game: &AnyGame, turns: u32, nodes: u64, stop: &AtomicBool) -> Vec<AnyTurn> {
    with_each!(game, game => winning_in(game, turns, nodes, stop))
}

fn winning_in<P: Searchable>(
    game: &Timeline<P>,
    turns: u32,
    nodes: u64,
    stop: &AtomicBool,
) -> Vec<AnyTurn>
where
    AnyTurn: From<P::Turn>,
{
    let node = game.position().node();
    let mover = node.mover();
    let root = Capped::new(node, mover, turns);
    // All proofs share a table.
    let mut solver: Solver<Capped<P::Node>> = Solver::new(mover, table_bits(nodes * 16));
    // What is not proved to win in the middle of a turn does not win at its end.
    let mut known: HashMap<u64, bool> = HashMap::new();
    let mut found = Vec::new();
    let mut visited = 0;
    let _ = game.visit_turns(|turn| {
        let mut node = root;
        let wins = P::moves_of(&turn).into_iter().all(|mv| {
            node.play(mv);
            *known
                .entry(node.key())
                .or_insert_with(|| matches!(solver.prove(&node, nodes, stop), Some((true, _))))
        });
        if wins {
            found.push(turn.into());
        }
        visited += 1;
        if visited < MAX_ROOT_TURNS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    found.sort_unstable();
    found
}

/// The reply that resists longest in a position that is lost within so many turns of the opponent or a few more,
/// as far as can be proved with `nodes` positions; `None` if the game is over.
pub fn defence(game: &AnyGame, turns: u32, nodes: u64, stop: &AtomicBool) -> Option<AnyTurn> {
    with_each!(game, game => defence_in(game, turns + SLOWER, nodes, stop))
}

fn defence_in<P: Searchable>(
    game: &Timeline<P>,
    turns: u32,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<AnyTurn>
where
    AnyTurn: From<P::Turn>,
{
    let node = game.position().node();
    let root = Capped::new(node, !node.mover(), turns);
    let mut solver: Solver<Capped<P::Node>> = Solver::new(!node.mover(), table_bits(nodes));
    let _ = solver.prove(&root, nodes, stop);
    let mut best: Option<(u32, P::Turn)> = None;
    let mut visited = 0;
    let _ = game.visit_turns(|turn| {
        let mut node = root;
        for mv in P::moves_of(&turn) {
            node.play(mv);
        }
        let left = nodes.saturating_sub(solver.nodes()).max(50);
        // A reply that is not proved to lose might leave nothing that can be proved.
        let length = match solver.prove(&node, left, stop) {
            Some((true, length)) => length + 1,
            _ => 0,
        };
        let is_better = best.is_none_or(|(most, other)| (length, other) > (most, turn));
        if is_better {
            best = Some((length, turn));
        }
        visited += 1;
        if visited < MAX_ROOT_TURNS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    best.map(|(_, turn)| turn.into())
}
