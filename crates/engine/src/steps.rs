//! A turn is a path of steps: what a player chooses, one choice after another.
//!
//! A colour, a ring, a ring to remove; a jump, and another; a piece, its target, a second piece, a
//! second target. [`Timeline::offer`] says, for the steps chosen so far, what may be chosen next and what each
//! choice would do. Keys on a phone, menus, suggestions and the hints on a picture all read this one
//! thing and need not know the game.
//!
//! The next steps are made from the rules and not from a list of legal turns, of which there may be millions;
//! that the finished paths are the legal turns is a law of the tests. A step is offered only if a legal turn goes
//! on with it: no path ends in nothing, so `n` turns are found in at most `n` times [`MAX_STEPS`] steps.

use std::fmt;
use std::ops::ControlFlow;

use super::hex::{Board, Cell, CellSet};
use super::outcome::Outcome;
use super::position::Position;
use super::timeline::Timeline;

/// No turn has more steps: a marble that jumps over all 23 others.
pub const MAX_STEPS: usize = 24;
/// No position has more placements of one kind: 61 cells, 60 rings to remove, and a group that may be left.
pub const MAX_PLACEMENTS: usize = 61 * 60 * 2;

/// One choice in the making of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A colour of marble or a kind of piece, by its letter in the notation.
    Kind(char),
    /// A cell.
    Cell(Cell),
    /// Leave completed groups on the board instead of claiming them.
    Leave,
    /// Do nothing (more).
    Pass,
    /// Send the turn before back.
    SendBack,
}

impl Step {
    /// The step as text, with the names of this board.
    pub fn write(self, board: &Board) -> String {
        match self {
            Self::Kind(letter) => letter.to_string(),
            Self::Cell(cell) => board.name(cell).to_string(),
            Self::Leave => "~".to_owned(),
            Self::Pass => "-".to_owned(),
            Self::SendBack => "!".to_owned(),
        }
    }

    /// Reads what [`Step::write`] writes.
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

/// What a step decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Which colour or kind to put on the board.
    Kind,
    /// Where to put it.
    Place,
    /// Which ring to take away.
    Remove,
    /// Which marble jumps.
    Jumper,
    /// Where it lands.
    Landing,
    /// Which piece moves.
    Mover,
    /// What it moves onto.
    Target,
    /// Whether to leave a group unclaimed, pass, or send a turn back.
    Special,
}

/// What a step would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A marble is jumped, or a piece or stack is captured.
    Captures {
        /// Where it lies.
        at: Cell,
        /// Its letter.
        kind: char,
        /// How high it is; 1 for a marble.
        height: u8,
    },
    /// Completed groups are claimed: these cells with what lies on them.
    Claims(CellSet),
    /// Completed groups are left on the board for good.
    Leaves(CellSet),
    /// The mover comes to stand on an own piece, making a stack of this height.
    Stacks {
        /// The height of the new stack.
        height: u8,
    },
    /// The player covers the last visible piece of this kind of his own, and loses by it.
    BuriesLast(char),
    /// The marble comes from the player's own captures.
    SpendsCapture(char),
    /// The position returns to what it was before the other's last turn.
    SendsBack,
    /// The turn, if it stops with this step, ends the game.
    Ends(Outcome<&'static str>),
}

/// One step that may be chosen next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The step.
    pub step: Step,
    /// What it decides.
    pub role: Role,
    /// The cells it concerns: where it happens, from where, and what is affected.
    pub cells: CellSet,
    /// What it would do.
    pub effects: Vec<Effect>,
}

/// What may be done after some steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer<T> {
    /// The turn that the steps make up, if they are a whole turn.
    ///
    /// There may still be choices, which then change the turn (leaving a group unclaimed).
    pub finished: Option<T>,
    /// The steps that may come next: kinds in the order of the rule book, cells by column, and then
    /// the special ones.
    pub choices: Vec<Choice>,
}

/// A step that no legal turn allows, after those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepError {
    /// Which of the steps: 0 is the first.
    pub index: usize,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no legal turn has this step {}", self.index + 1)
    }
}

impl std::error::Error for StepError {}

/// One step of a turn, and what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepEffect {
    /// The step.
    pub step: Step,
    /// What it decides.
    pub role: Role,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// What a legal turn does, step by step.
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

/// A step that may come next, and what the turn in the making is with it.
#[derive(Clone, Copy, Debug)]
pub struct NextStep<B> {
    /// The step.
    pub step: Step,
    /// What it decides.
    pub role: Role,
    /// The turn in the making, with the step.
    pub partial: B,
}

/// The turn in the making after some steps. `see` is shown each of them.
fn partial<P: Position>(
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

/// What may be chosen after the steps chosen so far.
pub(super) fn offer<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
) -> Result<Offer<P::Turn>, StepError> {
    let partial = partial(timeline, chosen, |_| {})?;
    let finished = timeline.finished(&partial);
    let next = timeline.next_steps(&partial).into_iter();
    let choices = next.map(|next| choice(timeline, chosen, &next)).collect();
    Ok(Offer { finished, choices })
}

/// What the steps do.
pub(super) fn step_effects_so_far<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
) -> Result<Vec<StepEffect>, StepError> {
    let mut deeds = Vec::new();
    partial(timeline, chosen, |next| {
        deeds.push(StepEffect {
            step: next.step,
            role: next.role,
            effects: timeline.position().last_effects(&next.partial),
        });
    })?;
    Ok(deeds)
}

/// Some legal turn that begins with the steps; none if the game is over.
pub(super) fn example<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
) -> Result<Option<P::Turn>, StepError> {
    let mut partial = partial(timeline, chosen, |_| {})?;
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

/// The legal turns that begin with the steps, if there are at most `limit`.
pub(super) fn turns_after<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
    limit: usize,
) -> Result<Option<Vec<P::Turn>>, StepError> {
    let partial = partial(timeline, chosen, |_| {})?;
    let mut turns = Vec::new();
    let all = add_turns(timeline, &partial, limit, &mut turns);
    Ok(all.is_continue().then_some(turns))
}

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
