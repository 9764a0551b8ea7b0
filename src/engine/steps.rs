//! A turn is a path of steps: what a player chooses, one choice after another.
//!
//! A colour, a ring, a ring to remove; a jump, and another; a piece, its target, a second piece, a
//! second target. [`Timeline::offer`] says, for the steps chosen so far, what may be chosen next and what each
//! choice would do. Keys on a phone, menus, suggestions and the hints on a picture all read this one
//! thing and need not know the game.
//!
//! The offer is read off the list of legal turns, so the finished paths *are* the legal turns.

use std::fmt;

use super::hex::{Board, Cell, CellSet};
use super::outcome::Outcome;
use super::position::Position;
use super::timeline::Timeline;

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
pub struct Deed {
    /// The step.
    pub step: Step,
    /// What it decides.
    pub role: Role,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// What a legal turn does, step by step.
pub fn deeds<P: Position>(position: &P, turn: &P::Turn) -> Vec<Deed> {
    (0..)
        .map_while(|index| {
            let (step, role) = position.step(turn, index)?;
            let effects = position.effects(turn, index);
            Some(Deed {
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

/// What may be chosen after the steps chosen so far.
pub(super) fn offer<P: Position>(
    timeline: &Timeline<P>,
    chosen: &[Step],
) -> Result<Offer<P::Turn>, StepError> {
    let position = timeline.position();
    let mut finished = None;
    let mut next: Vec<Next<P>> = Vec::new();
    let mut matched = 0;
    timeline.visit_turns(|turn| {
        let fits = |(index, &step): (usize, &Step)| {
            position
                .step(&turn, index)
                .is_some_and(|(own, _)| own == step)
        };
        let common = chosen.iter().enumerate().take_while(|&s| fits(s)).count();
        matched = matched.max(common);
        if common < chosen.len() {
            return;
        }
        let Some((step, role)) = position.step(&turn, common) else {
            finished = Some(turn);
            return;
        };
        let is_last = position.step(&turn, common + 1).is_none();
        match next.iter_mut().find(|known| known.step == step) {
            Some(known) if is_last => known.whole = Some(turn),
            Some(_) => {}
            None => next.push(Next {
                step,
                role,
                example: turn,
                whole: is_last.then_some(turn),
            }),
        }
    });
    if matched < chosen.len() {
        return Err(StepError { index: matched });
    }
    // Kinds stay in the rule book's order, in which they were found.
    next.sort_by_key(|next| match next.step {
        Step::Kind(_) => (0, None),
        Step::Cell(cell) => (1, Some(cell)),
        Step::Leave | Step::Pass | Step::SendBack => (2, None),
    });
    let choices = next
        .into_iter()
        .map(|next| next.choice(timeline, chosen))
        .collect();
    Ok(Offer { finished, choices })
}

/// A step found while going through the legal turns.
struct Next<P: Position> {
    step: Step,
    role: Role,
    /// Some turn that has the step.
    example: P::Turn,
    /// The turn that stops with the step, if there is one.
    whole: Option<P::Turn>,
}

impl<P: Position> Next<P> {
    fn choice(self, timeline: &Timeline<P>, chosen: &[Step]) -> Choice {
        let mut effects = timeline.position().effects(&self.example, chosen.len());
        if let Some(turn) = &self.whole {
            let mut after = timeline.clone();
            after.play_unchecked(turn);
            effects.extend(after.outcome().map(|outcome| Effect::Ends(outcome.named())));
        }
        let mut cells = CellSet::EMPTY;
        if let Step::Cell(cell) = self.step {
            cells.insert(cell);
        }
        if let (Role::Landing | Role::Target, Some(Step::Cell(from))) = (self.role, chosen.last()) {
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
            step: self.step,
            role: self.role,
            cells,
            effects,
        }
    }
}
