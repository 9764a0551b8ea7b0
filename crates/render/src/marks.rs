//! Highlights on a board: the last turn, the possible choices, the effects of a choice.
//!
//! Marks are derived from the engine's steps and effects and are independent of the game.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::hex::{Cell, CellSet};
use hexpost_engine::side::Side;
use hexpost_engine::steps::{Choice, Effect, Role, Step};

/// Why something is highlighted, which determines its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    /// It belongs to the last turn.
    Last,
    /// It can be chosen.
    Choice,
    /// It has been chosen.
    Chosen,
    /// It is dangerous.
    Danger,
}

/// A highlight on the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A circle around a cell.
    Halo(Cell, Tone),
    /// An arrow from cell to cell.
    Arrow(Cell, Cell, Tone),
    /// A part of a candidate turn, from cell to cell: an arrow in the colour and with the dashes of the
    /// turn's number.
    Route(Cell, Cell, u8),
    /// A number next to a cell, the same as on the button that chooses it.
    Number(Cell, u8, Tone),
    /// The trace of a ring, piece or marble that has been removed.
    Ghost {
        /// The cell.
        at: Cell,
        /// The letter of its kind; `None` for a ring.
        kind: Option<char>,
        /// The owner, in a game where pieces have one.
        side: Side,
    },
    /// A piece or marble that a turn is about to put there.
    Placed {
        /// The cell.
        at: Cell,
        /// The letter of its kind.
        kind: char,
        /// The owner, in a game where pieces have one.
        side: Side,
    },
    /// An outline around cells that belong together.
    Group(CellSet, Tone),
    /// A column with a large letter.
    Column(u8, Tone),
    /// A column with large numbers on its cells.
    Rows(u8),
    /// Everything but these cells is faded.
    Only(CellSet),
}

/// The marks of a turn that has been played.
pub fn last_turn(before: &AnyGame, turn: &AnyTurn) -> Vec<Mark> {
    effect_marks(before, turn, Tone::Last)
}

/// The marks of a turn that has been composed, on the board after it.
pub fn preview(game: &AnyGame, turn: &AnyTurn) -> Vec<Mark> {
    effect_marks(game, turn, Tone::Chosen)
}

/// The marks of a turn, on the board before it.
pub fn intended(game: &AnyGame, turn: &AnyTurn) -> Vec<Mark> {
    let mut put = None;
    let mut marks = Vec::new();
    for step in &game.step_effects(turn).unwrap_or_default() {
        match (step.step, step.role) {
            (Step::Kind(kind), _) => put = Some(kind),
            (Step::Cell(at), Role::Place) => {
                let side = game.to_move();
                marks.extend(put.map(|kind| Mark::Placed { at, kind, side }));
            }
            (Step::Cell(at), Role::Remove) => marks.push(Mark::Halo(at, Tone::Danger)),
            _ => {}
        }
    }
    let is_ring = |mark: &Mark| matches!(mark, Mark::Ghost { kind: None, .. });
    let effects = effect_marks(game, turn, Tone::Last).into_iter();
    marks.extend(effects.filter(|mark| !is_ring(mark)));
    marks
}

/// The marks of a turn and its effects.
fn effect_marks(before: &AnyGame, turn: &AnyTurn, tone: Tone) -> Vec<Mark> {
    let mover = before.to_move();
    let mut marks = Vec::new();
    let mut from = None;
    let mut put = None;
    for step in &before.step_effects(turn).unwrap_or_default() {
        if let Step::Kind(kind) = step.step {
            put = Some(kind);
        }
        if let Step::Cell(cell) = step.step {
            match step.role {
                Role::Place => marks.push(Mark::Halo(cell, tone)),
                Role::Remove => marks.push(Mark::Ghost {
                    at: cell,
                    kind: None,
                    side: mover,
                }),
                Role::Landing | Role::Target => {
                    marks.extend(from.map(|from| Mark::Arrow(from, cell, tone)));
                    if step.role == Role::Target {
                        marks.push(Mark::Halo(cell, tone));
                    }
                }
                _ => {}
            }
            from = Some(cell);
        }
        for effect in &step.effects {
            match *effect {
                // A captured piece is replaced by the capturing one; a jumped marble leaves its ring
                // vacant.
                Effect::Captures { at, kind, .. } if Some(at) != from => marks.push(Mark::Ghost {
                    at,
                    kind: Some(kind),
                    side: !mover,
                }),
                Effect::Claims(group) => {
                    for at in group {
                        // If the cell was vacant before, the turn has put a marble there.
                        let known = before.symbol(at).chars().next();
                        let kind = known.filter(char::is_ascii_uppercase).or(put);
                        let side = mover;
                        marks.push(Mark::Ghost { at, kind, side });
                    }
                    marks.push(Mark::Group(group, tone));
                }
                _ => {}
            }
        }
    }
    marks
}

/// The marks of the possible choices and of what has been chosen.
pub fn choices(chosen: &[Step], choices: &[Choice]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut open = CellSet::EMPTY;
    let origin = chosen.iter().rev().find_map(|step| match step {
        Step::Cell(cell) => Some(*cell),
        _ => None,
    });
    let is_direct = |choice: &Choice| matches!(choice.role, Role::Landing | Role::Target);
    for choice in choices {
        if let Step::Cell(cell) = choice.step {
            open.insert(cell);
            if let (Some(origin), true) = (origin, is_direct(choice)) {
                marks.push(Mark::Arrow(origin, cell, Tone::Choice));
            }
            for effect in &choice.effects {
                if let Effect::Claims(group) = effect {
                    marks.push(Mark::Group(*group, Tone::Choice));
                }
            }
            let buries = choice
                .effects
                .iter()
                .any(|e| matches!(e, Effect::CoversLast(_)));
            let tone = if buries { Tone::Danger } else { Tone::Choice };
            marks.push(Mark::Halo(cell, tone));
        }
    }
    for step in chosen {
        if let Step::Cell(cell) = *step {
            marks.push(Mark::Halo(cell, Tone::Chosen));
            open.insert(cell);
        }
    }
    if choices.iter().any(is_direct) {
        marks.insert(0, Mark::Only(open));
    }
    marks
}

/// The marks of candidate turns that are chosen by number: numbered arrows along each path, in a colour
/// of its own.
pub fn numbered(paths: &[Vec<Step>]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (number, path) in (1..).zip(paths) {
        let cells: Vec<Cell> = path
            .iter()
            .filter_map(|step| match step {
                Step::Cell(cell) => Some(*cell),
                _ => None,
            })
            .collect();
        marks.extend(cells.first().map(|&first| Mark::Halo(first, Tone::Choice)));
        for pair in cells.windows(2) {
            marks.push(Mark::Route(pair[0], pair[1], number));
        }
        if let Some(&last) = cells.last() {
            marks.push(Mark::Number(last, number, Tone::Chosen));
        }
    }
    marks
}
