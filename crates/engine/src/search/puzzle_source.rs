//! Puzzles from games of the computer against itself.
//!
//! The last positions of a game are examined. What makes a puzzle of one: the player to move is proved to win, in
//! two turns at least; few ideas win (which marble goes on which ring, which pieces are taken), or all turns that
//! win have one in common; some other turn loses; and it is not the obvious turn that wins in two.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use super::engine::{Engine, Options, SearchLimits};
use super::level::{Level, Player};
use super::puzzle::{PROOF_NODES, Puzzle, Verdict, defence, force, judge, winning};
use super::pvs::Techniques;
use crate::game::{AnyGame, AnyTurn, Variant};
use crate::hex::Cell;
use crate::random::SplitMix64;
use crate::side::BySide;
use crate::steps::{Effect, Step};

/// The number of turns in which a puzzle is won, at least and at most.
const LENGTHS: (u32, u32) = (2, 5);
/// The most ideas that win, and the most turns that have an idea in common.
const MAX_WINNING: usize = 4;
const MAX_SHARING: usize = 24;
/// A game that is longer is given up.
const MAX_PLIES: usize = 120;
/// The levels of the two players.
const LEVELS: [[u8; 2]; 4] = [[3, 4], [2, 3], [4, 2], [3, 3]];
/// How many random turns a game begins with, at least and at most.
const RANDOM: (u64, u64) = (2, 4);
/// How many positions of a game are examined.
const EXAMINED: usize = 16;
/// The positions for the proof that one turn wins, at least and at most; in between it is twice as many as the
/// win itself needed.
const LEAST_SHARE: u64 = 200;
const MOST_SHARE: u64 = 5_000;
/// The positions for the proof that a turn loses.
const LOSS_NODES: u64 = 4_000;
/// How many turns are tried for one that loses.
const MAX_LOSING_TRIES: usize = 40;
/// The most positions a level looks at when it tries a puzzle.
const LEVEL_NODES: u64 = 60_000;

/// Where puzzles come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleSource {
    /// The most positions the computer looks at for a turn of a game.
    pub nodes: u64,
    /// The most positions for a proof, at most [`PROOF_NODES`].
    pub proof: u64,
}

impl PuzzleSource {
    /// The puzzles from a game of middle levels against each other: for each player the one with the longest win.
    /// The same seed gives the same game and the same puzzles.
    pub fn find(&self, variant: &Variant, seed: u64, stop: &AtomicBool) -> Vec<Puzzle> {
        let positions = self.play(variant, seed, stop);
        let mut longest: BySide<Option<Puzzle>> = BySide::default();
        let last = positions.iter().rev().take(EXAMINED);
        for position in last.filter(|position| !position.is_setting_up()) {
            let best = &mut longest[position.to_move()];
            if let Examined::Puzzle(puzzle) = self.examine(position, stop)
                && best.as_ref().is_none_or(|best| best.turns <= puzzle.turns)
            {
                *best = Some(*puzzle);
            }
        }
        [longest.first, longest.second]
            .into_iter()
            .flatten()
            .collect()
    }

    /// The positions of a game.
    fn play(&self, variant: &Variant, seed: u64, stop: &AtomicBool) -> Vec<AnyGame> {
        let mut rng = SplitMix64::new(seed);
        let mut game = AnyGame::start(variant);
        let random = RANDOM.0 + rng.below(RANDOM.1 - RANDOM.0 + 1);
        let levels = LEVELS[(rng.below(LEVELS.len() as u64)) as usize];
        let mut players = levels.map(|number| Player::new(Level::Numbered(number)));
        let limits = SearchLimits {
            proof: 0,
            ..SearchLimits::nodes(self.nodes)
        };
        let mut positions = vec![game.snapshot()];
        let (mut placed, mut plies) = (0, 0);
        while game.outcome().is_none() && plies < MAX_PLIES {
            let turn = if placed < random && !game.is_setting_up() {
                placed += 1;
                game.uniform_turn(&mut rng)
            } else {
                let player = &mut players[(plies + seed as usize) % 2];
                let report = player.choose(&game, seed, limits, stop, |_| {});
                report.and_then(|report| Some(report.lines.first()?.turn()))
            };
            let Some(turn) = turn else { break };
            if game.play(&turn).is_err() {
                break;
            }
            plies += 1;
            positions.push(game.snapshot());
        }
        positions
    }

    /// Makes a puzzle of a position, if it is fit for one.
    pub fn examine(&self, position: &AnyGame, stop: &AtomicBool) -> Examined {
        let Some(position) = rebuilt(position) else {
            return Examined::NoPuzzle;
        };
        let proof = self.proof.min(PROOF_NODES);
        let Some((turns, nodes)) = shortest(&position, proof, stop) else {
            return Examined::NotWon;
        };
        let is_choice = position.only_turn().is_none();
        if turns < LENGTHS.0 || !is_choice || is_obvious(&position, turns, proof, stop) {
            return Examined::NoPuzzle;
        }
        let puzzle = puzzle_of(&position, (turns, nodes), stop);
        puzzle.map_or(Examined::NoPuzzle, |puzzle| {
            Examined::Puzzle(Box::new(puzzle))
        })
    }
}

/// The puzzle that a won position makes, if it is fit for one.
fn puzzle_of(position: &AnyGame, (turns, nodes): (u32, u64), stop: &AtomicBool) -> Option<Puzzle> {
    let share = (2 * nodes).clamp(LEAST_SHARE, MOST_SHARE);
    let first = winning(position, turns, share, stop);
    if !is_unique(position, &first) {
        return None;
    }
    let gifts = main_line(position, &first, turns, share, stop)?;
    let losing = losing(position, &first, stop)?;
    Some(Puzzle {
        position: position.clone(),
        turns,
        nodes,
        gifts,
        level: finder(position, &first, stop),
        winning: first,
        losing,
    })
}

/// What a position is good for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Examined {
    /// It is not proved to be won.
    NotWon,
    /// It is won, but is no puzzle.
    NoPuzzle,
    /// It is a puzzle.
    Puzzle(Box<Puzzle>),
}

/// The same position without anything its code leaves out.
fn rebuilt(position: &AnyGame) -> Option<AnyGame> {
    AnyGame::from_code(&position.code()).ok()
}

/// The least number of turns in which the player to move is proved to win, and the positions for that proof.
fn shortest(position: &AnyGame, nodes: u64, stop: &AtomicBool) -> Option<(u32, u64)> {
    let (found, needed) = force(position, LENGTHS.1, nodes, stop)?;
    let shorter = (1..found).find_map(|turns| force(position, turns, nodes, stop));
    Some(shorter.unwrap_or((found, needed)))
}

/// Whether the turn that looks best without thinking ahead wins in two.
fn is_obvious(position: &AnyGame, turns: u32, nodes: u64, stop: &AtomicBool) -> bool {
    if turns > 2 {
        return false;
    }
    let Some(turn) = greedy(position, stop) else {
        return true;
    };
    let mut after = position.clone();
    if after.play(&turn).is_err() {
        return true;
    }
    judge(&after, position.to_move(), turns - 1, nodes, stop) == Verdict::Wins
}

/// The turn that looks best by the plain evaluation, one move ahead.
fn greedy(position: &AnyGame, stop: &AtomicBool) -> Option<AnyTurn> {
    let mut engine = Engine::new(Options {
        megabytes: 1,
        plain: true,
        techniques: Techniques {
            gifts: false,
            solver: false,
            ..Techniques::ALL
        },
    });
    let limits = SearchLimits {
        depth: 1,
        proof: 0,
        ..SearchLimits::nodes(LEVEL_NODES)
    };
    let report = engine.search(position, limits, stop, |_| {})?;
    report.lines.first().map(super::engine::Line::turn)
}

/// Whether few turns win, or those that do have a move or a step in common: a marble on a ring, a ring removed, a
/// capture. Placements that differ only in the ring that is removed count once.
fn is_unique(position: &AnyGame, winning: &[AnyTurn]) -> bool {
    let idea = |turn: &AnyTurn| {
        let path = position.path(turn).unwrap_or_default();
        if let [Step::Kind(_), _, ..] = path[..] {
            return path[..2].to_vec();
        }
        // The same pieces taken, by whatever turn, are one idea.
        let taken = taken(position, turn);
        taken.into_iter().map(Step::Cell).collect()
    };
    let ideas: HashSet<Vec<Step>> = winning.iter().map(idea).collect();
    let is_few = (1..=MAX_WINNING).contains(&ideas.len()) && winning.len() <= MAX_SHARING;
    is_few || winning.len() <= MAX_SHARING && shares_move(position, winning)
}

/// Whether all of these turns contain the same move (two steps), or remove the same ring.
fn shares_move(position: &AnyGame, turns: &[AnyTurn]) -> bool {
    let moves = |turn: &AnyTurn| -> HashSet<Vec<Step>> {
        let path = position.path(turn).unwrap_or_default();
        path.chunks(2).map(<[Step]>::to_vec).collect()
    };
    let mut all = turns.iter().map(moves);
    let first = all.next().unwrap_or_default();
    let shared = all.fold(first, |shared, moves| &shared & &moves);
    !shared.is_empty()
}

/// The cells of what a turn takes, in order.
fn taken(position: &AnyGame, turn: &AnyTurn) -> Vec<Cell> {
    let effects = position.step_effects(turn).unwrap_or_default();
    let all = effects.iter().flat_map(|step| &step.effects);
    let mut cells: Vec<Cell> = all
        .flat_map(|effect| match effect {
            Effect::Captures { at, .. } => vec![*at],
            Effect::Claims(cells) => cells.into_iter().collect(),
            _ => Vec::new(),
        })
        .collect();
    cells.sort_unstable();
    cells
}

/// Plays through the win against the longest defence, and returns how many pieces are given away before the
/// first gain; `None` if too many turns win on the way.
fn main_line(
    position: &AnyGame,
    first: &[AnyTurn],
    turns: u32,
    share: u64,
    stop: &AtomicBool,
) -> Option<u32> {
    let mut game = position.clone();
    let mut choice = first.to_vec();
    let (mut gifts, mut has_gained) = (0, false);
    for left in (0..turns).rev() {
        let turn = *choice.first()?;
        has_gained |= !taken(&game, &turn).is_empty();
        game.play(&turn).ok()?;
        if game.outcome().is_some() {
            break;
        }
        let reply = defence(&game, left, PROOF_NODES, stop)?;
        if !has_gained {
            gifts += taken(&game, &reply).len() as u32;
        }
        game.play(&reply).ok()?;
        if game.outcome().is_some() || left == 0 {
            break;
        }
        choice = winning(&game, left, share, stop);
        if left > 1 && !is_unique(&game, &choice) {
            return None;
        }
    }
    Some(gifts)
}

/// A turn that loses: the obvious one, or another.
fn losing(position: &AnyGame, winning: &[AnyTurn], stop: &AtomicBool) -> Option<AnyTurn> {
    let loses = |turn: &AnyTurn| {
        let mut after = position.clone();
        let is_legal = after.play(turn).is_ok();
        is_legal
            && matches!(
                judge_loss(&after, position, stop),
                Some(Verdict::Loses { .. })
            )
    };
    if let Some(turn) = greedy(position, stop).filter(|turn| !winning.contains(turn))
        && loses(&turn)
    {
        return Some(turn);
    }
    let mut rng = SplitMix64::new(position.code().len() as u64);
    let tries = (0..MAX_LOSING_TRIES).filter_map(|_| position.uniform_turn(&mut rng));
    tries
        .filter(|turn| !winning.contains(turn))
        .find(|turn| loses(turn))
}

/// Whether the position after a turn is lost, by a quick proof.
fn judge_loss(after: &AnyGame, before: &AnyGame, stop: &AtomicBool) -> Option<Verdict> {
    if after.outcome().is_none() {
        force(after, LENGTHS.1, LOSS_NODES, stop)?;
    }
    Some(judge(after, before.to_move(), 0, PROOF_NODES, stop))
}

/// The weakest level that finds a winning turn; 7 if none does.
fn finder(position: &AnyGame, winning: &[AnyTurn], stop: &AtomicBool) -> u8 {
    let limits = SearchLimits::nodes(LEVEL_NODES);
    let finds = |number: &u8| {
        let mut player = Player::new(Level::Numbered(*number));
        let report = player.choose(position, 1, limits, stop, |_| {});
        let turn = report.and_then(|report| Some(report.lines.first()?.turn()));
        turn.is_some_and(|turn| winning.contains(&turn))
    };
    (1..=6).find(finds).unwrap_or(7)
}
