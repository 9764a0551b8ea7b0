//! A turn as a path of steps: the choices a player makes, one after another.
//!
//! A colour, a ring, a ring to remove; a jump, and another; a piece, its target, a second piece, a
//! second target. Given the steps chosen so far, [`Timeline::offer`] returns what may be chosen next and
//! what each choice would do. Buttons, menus, autocompletion and the hints on a picture all use this
//! one interface and need not know the game.
//!
//! The next steps are derived from the rules, not from a list of legal turns, of which there may be
//! millions; the tests check that the complete paths are exactly the legal turns. A step is offered only
//! if some legal turn continues with it. No path is a dead end, so finding `n` turns takes at most `n`
//! times [`MAX_STEPS`] steps.

use std::fmt;
use std::ops::ControlFlow;

use super::hex::{Board, Cell, CellSet};
use super::outcome::Outcome;
use super::position::Position;
use super::timeline::Timeline;

/// The most steps a turn can have: one marble jumps over all 23 others.
pub const MAX_STEPS: usize = 24;
/// The most placements of one kind in any position: 61 cells, 60 rings to remove, and the choice
/// whether to leave a group.
pub const MAX_PLACEMENTS: usize = 61 * 60 * 2;

/// One choice while composing a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A colour of marble or a kind of piece, by its letter in the notation.
    Kind(char),
    /// A cell.
    Cell(Cell),
    /// Leave completed groups on the board instead of claiming them.
    Leave,
    /// Pass: the turn, or the rest of it.
    Pass,
    /// Send the previous turn back.
    SendBack,
}

impl Step {
    /// The step as text, with the cell names of `board`.
    pub fn write(self, board: &Board) -> String {
        match self {
            Self::Kind(letter) => letter.to_string(),
            Self::Cell(cell) => board.name(cell).to_string(),
            Self::Leave => "~".to_owned(),
            Self::Pass => "-".to_owned(),
            Self::SendBack => "!".to_owned(),
        }
    }

    /// Parses the output of [`Step::write`].
    pub fn read(text: &str, board: &Board) -> Option<Self> {
        let mut letters = text.chars();
        match (letters.next()?, letters.next()) {
            ('~', None) => Some(Self::Leave),
            ('-', None) => Some(Self::Pass),
            ('!', None) => Some(Self::SendBack),
            (letter @ 'A'..='Z', None) => Some(Self::Kind(letter)),
            _ => board.cell(text.parse().ok()?).map(Self::Cell),
        }
    }
}

/// The decision that a step makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The colour or kind to put on the board.
    Kind,
    /// The cell on which to put a marble or piece.
    Place,
    /// The ring to remove.
    Remove,
    /// The marble that jumps.
    Jumper,
    /// The ring on which the marble lands.
    Landing,
    /// The piece that moves.
    Mover,
    /// The piece or stack that the mover captures or covers.
    Target,
    /// Whether to leave a group unclaimed, pass, or send a turn back.
    Special,
}

/// A consequence of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A marble is jumped, or a piece or stack is captured.
    Captures {
        /// The cell of the captured marble, piece or stack.
        at: Cell,
        /// The letter of its colour or kind.
        kind: char,
        /// Its height; 1 for a marble.
        height: u8,
    },
    /// Isolated groups are claimed: these cells, with the marbles on them.
    Claims(CellSet),
    /// Isolated groups are left on the board for the rest of the game.
    Leaves(CellSet),
    /// The mover covers one of its own side's pieces and forms a stack.
    Stacks {
        /// The height of the new stack.
        height: u8,
    },
    /// The player covers their own last visible piece of this kind, and thereby loses.
    CoversLast(char),
    /// The marble is taken from the player's own captures.
    SpendsCapture(char),
    /// The position returns to what it was before the opponent's last turn.
    SendsBack,
    /// The turn ends the game if it stops with this step.
    Ends(Outcome<&'static str>),
}

/// One step that may be chosen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The step.
    pub step: Step,
    /// The decision it makes.
    pub role: Role,
    /// The cells involved: where the step happens, where it starts, and which cells it affects.
    pub cells: CellSet,
    /// Its consequences.
    pub effects: Vec<Effect>,
}

/// The options after some steps: the finished turn, if any, and the possible next steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer<T> {
    /// The turn that the steps make up, if they are a complete turn.
    ///
    /// There may still be choices, which then change the turn (leaving a group unclaimed).
    pub finished: Option<T>,
    /// The possible next steps: kinds in the order of the rule book, then cells by column, then the
    /// special steps.
    pub choices: Vec<Choice>,
}

/// A sequence of steps contains one that no legal turn continues with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepError {
    /// The index of the offending step; 0 is the first.
    pub index: usize,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no legal turn has this step {}", self.index + 1)
    }
}

impl std::error::Error for StepError {}

/// One step of a turn, with its effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepEffect {
    /// The step.
    pub step: Step,
    /// The decision it makes.
    pub role: Role,
    /// Its consequences.
    pub effects: Vec<Effect>,
}

/// The steps of a legal turn with their effects, in order.
pub fn step_effects<P: Position>(position: &P, turn: &P::Turn) -> Vec<StepEffect> {
    (0..)
        .map_while(|index| {
            let (step, role) = position.step(turn, index)?;
            let effects = position.effects(turn, index);
            Some(StepEffect {
                step,
                role,
                effects,
            })
        })
        .collect()
}

/// The steps of a turn, in order.
pub fn path<P: Position>(position: &P, turn: &P::Turn) -> Vec<Step> {
    (0..)
        .map_while(|index| position.step(turn, index))
        .map(|(step, _)| step)
        .collect()
}

/// A possible next step, and the partial turn that results from it.
#[derive(Clone, Copy, Debug)]
pub struct NextStep<B> {
    /// The step.
    pub step: Step,
    /// The decision it makes.
    pub role: Role,
    /// The partial turn including this step.
    pub partial: B,
}

/// The partial turn after some steps. `see` is called with each of them.
fn partial_turn<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
    mut see: impl FnMut(&NextStep<P::PartialTurn>),
) -> Result<P::PartialTurn, StepError> {
    let mut partial = P::PartialTurn::default();
    for (index, &step) in chosen.iter().enumerate() {
        let mut next = timeline.next_steps(&partial).into_iter();
        let next = next.find(|next| next.step == step);
        let next = next.ok_or(StepError { index })?;
        see(&next);
        partial = next.partial;
    }
    Ok(partial)
}

/// See [`Timeline::offer`].
pub(super) fn offer<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
) -> Result<Offer<P::Turn>, StepError> {
    let partial = partial_turn(timeline, chosen, |_| {})?;
    let finished = timeline.finished(&partial);
    let next = timeline.next_steps(&partial).into_iter();
    let choices = next.map(|next| choice(timeline, chosen, &next)).collect();
    Ok(Offer { finished, choices })
}

/// See [`Timeline::step_effects_so_far`].
pub(super) fn step_effects_so_far<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
) -> Result<Vec<StepEffect>, StepError> {
    let mut effects = Vec::new();
    partial_turn(timeline, chosen, |next| {
        effects.push(StepEffect {
            step: next.step,
            role: next.role,
            effects: timeline.position().last_effects(&next.partial),
        });
    })?;
    Ok(effects)
}

/// See [`Timeline::example`].
pub(super) fn example<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
) -> Result<Option<P::Turn>, StepError> {
    let mut partial = partial_turn(timeline, chosen, |_| {})?;
    loop {
        if let Some(turn) = timeline.finished(&partial) {
            return Ok(Some(turn));
        }
        match timeline.next_steps(&partial).first() {
            Some(next) => partial = next.partial,
            None => return Ok(None),
        }
    }
}

/// See [`Timeline::turns_after`].
pub(super) fn turns_after<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
    limit: usize,
) -> Result<Option<Vec<P::Turn>>, StepError> {
    let partial = partial_turn(timeline, chosen, |_| {})?;
    let mut turns = Vec::new();
    let all = add_turns(timeline, &partial, limit, &mut turns);
    Ok(all.is_continue().then_some(turns))
}

/// Adds all turns that continue a partial turn; breaks when there are more than `limit`.
fn add_turns<P: Position>(
    timeline: &Timeline<P>,
    partial: &P::PartialTurn,
    limit: usize,
    turns: &mut Vec<P::Turn>,
) -> ControlFlow<()> {
    if let Some(turn) = timeline.finished(partial) {
        if turns.len() == limit {
            return ControlFlow::Break(());
        }
        turns.push(turn);
    }
    for next in timeline.next_steps(partial) {
        add_turns(timeline, &next.partial, limit, turns)?;
    }
    ControlFlow::Continue(())
}

fn choice<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
    next: &NextStep<P::PartialTurn>,
) -> Choice {
    let mut effects = timeline.position().last_effects(&next.partial);
    if let Some(turn) = timeline.finished(&next.partial) {
        let mut after = timeline.clone();
        after.play_unchecked(&turn);
        effects.extend(after.outcome().map(|outcome| Effect::Ends(outcome.named())));
    }
    let mut cells = CellSet::EMPTY;
    if let Step::Cell(cell) = next.step {
        cells.insert(cell);
    }
    if let (Role::Landing | Role::Target, Some(Step::Cell(from))) = (next.role, chosen.last()) {
        cells.insert(*from);
    }
    for effect in &effects {
        match effect {
            Effect::Captures { at, .. } => cells.insert(*at),
            Effect::Claims(group) | Effect::Leaves(group) => cells |= *group,
            _ => {}
        }
    }
    Choice {
        step: next.step,
        role: next.role,
        cells,
        effects,
    }
}
