//! What is pointed out on a board: the last turn, what can be chosen, what a choice would do.
//!
//! Marks are made from the engine's steps and effects, so they know no game.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::hex::{Cell, CellSet};
use hexpost_engine::side::Side;
use hexpost_engine::steps::{Choice, Effect, Role, Step};

/// How strongly something is pointed out, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    /// The last turn.
    Last,
    /// It can be chosen.
    Choice,
    /// It has been chosen.
    Chosen,
    /// It is dangerous.
    Danger,
}

/// Something pointed out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A circle around a cell.
    Halo(Cell, Tone),
    /// An arrow from cell to cell.
    Arrow(Cell, Cell, Tone),
    /// A number beside a cell, the same as on the key that chooses it.
    Number(Cell, u8, Tone),
    /// The trace of a ring, piece or marble that is gone.
    Ghost {
        /// Where.
        at: Cell,
        /// Its letter; none for a ring.
        kind: Option<char>,
        /// Whose it is, where that matters.
        side: Side,
    },
    /// A piece or marble that is put there by a turn in the making.
    Placed {
        /// Where.
        at: Cell,
        /// Its letter.
        kind: char,
        /// Whose it is, where that matters.
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

/// The marks of a turn that has been made.
pub fn last_turn(before: &AnyGame, turn: &AnyTurn) -> Vec<Mark> {
    done(before, turn, Tone::Last)
}

/// The marks of a turn in the making: what it would do.
pub fn preview(game: &AnyGame, turn: &AnyTurn) -> Vec<Mark> {
    done(game, turn, Tone::Chosen)
}

/// The marks of a turn on the board as it stands before it.
pub fn intended(game: &AnyGame, turn: &AnyTurn) -> Vec<Mark> {
    let mut put = None;
    let mut marks = Vec::new();
    for deed in &game.step_effects(turn).unwrap_or_default() {
        match (deed.step, deed.role) {
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
    let done = done(game, turn, Tone::Last).into_iter();
    marks.extend(done.filter(|mark| !is_ring(mark)));
    marks
}

fn done(before: &AnyGame, turn: &AnyTurn, tone: Tone) -> Vec<Mark> {
    let mover = before.to_move();
    let mut marks = Vec::new();
    let mut from = None;
    let mut put = None;
    for deed in &before.step_effects(turn).unwrap_or_default() {
        if let Step::Kind(kind) = deed.step {
            put = Some(kind);
        }
        if let Step::Cell(cell) = deed.step {
            match deed.role {
                Role::Place => marks.push(Mark::Halo(cell, tone)),
                Role::Remove => marks.push(Mark::Ghost {
                    at: cell,
                    kind: None,
                    side: mover,
                }),
                Role::Landing | Role::Target => {
                    marks.extend(from.map(|from| Mark::Arrow(from, cell, tone)));
                    if deed.role == Role::Target {
                        marks.push(Mark::Halo(cell, tone));
                    }
                }
                _ => {}
            }
            from = Some(cell);
        }
        for effect in &deed.effects {
            match *effect {
                // A captured piece's place is taken by the one that captured it; a jumped marble's
                // is not.
                Effect::Captures { at, kind, .. } if Some(at) != from => marks.push(Mark::Ghost {
                    at,
                    kind: Some(kind),
                    side: !mover,
                }),
                Effect::Claims(group) => {
                    for at in group {
                        // What was not there before is what the turn has put there.
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

/// The marks of what can be chosen next and of what has been chosen.
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
                .any(|e| matches!(e, Effect::BuriesLast(_)));
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

/// The marks of candidates that are chosen by their number: numbered arrows along each path.
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
            marks.push(Mark::Arrow(pair[0], pair[1], Tone::Choice));
        }
        if let Some(&last) = cells.last() {
            marks.push(Mark::Number(last, number, Tone::Chosen));
        }
    }
    marks
}
