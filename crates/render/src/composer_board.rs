//! The board while a turn is being composed: the position so far, and what can be chosen next.

use super::marks::{self, Mark, Tone};
use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::hex::Cell;
use hexpost_engine::steps::{Role, Step, StepError};

/// The board as shown while a turn is being composed.
#[derive(Clone, Debug)]
pub struct ComposerBoard {
    /// The position, with the parts of the turn already played that are certain.
    pub shown: AnyGame,
    /// The position before the turn, if the turn is complete and awaits confirmation.
    pub before: Option<AnyGame>,
    /// Highlights of what has been chosen and what can be.
    pub marks: Vec<Mark>,
}

/// If the opponent's reply can begin with at most this many pieces, it is all but forced and is
/// highlighted.
const MAX_FORCED_PIECES: usize = 3;

/// The board after some steps: with the choices, or with the result of a finished turn.
pub fn composing(game: &AnyGame, chosen: &[Step]) -> Result<ComposerBoard, StepError> {
    let offer = game.offer(chosen)?;
    let is_open = offer
        .choices
        .iter()
        .any(|choice| choice.role != Role::Special);
    if let (Some(turn), false) = (&offer.finished, is_open) {
        return Ok(result(game, turn));
    }
    let mut shown = game.clone();
    let mut made = 0;
    let mut marks = Vec::new();
    if let Some(example) = game.example(chosen)? {
        let effects = game.step_effects(&example).unwrap_or_default();
        let parts = game.parts(&example);
        // A part is certain once its last step has been chosen.
        let ends = (0..)
            .zip(&effects)
            .filter(|(_, effect)| matches!(effect.role, Role::Landing | Role::Target));
        for ((index, _), part) in ends.zip(parts) {
            if index < chosen.len() {
                shown = part;
                made = index + 1;
                if let (Some(Step::Cell(from)), Step::Cell(to)) =
                    (chosen.get(index.wrapping_sub(1)), effects[index].step)
                {
                    marks.push(Mark::Arrow(*from, to, Tone::Last));
                }
            }
        }
        let placed = effects.iter().take(chosen.len());
        let kind = chosen.iter().find_map(|step| match step {
            Step::Kind(kind) => Some(*kind),
            _ => None,
        });
        for effect in placed {
            if let (Role::Place, Step::Cell(at)) = (effect.role, effect.step) {
                let side = game.to_move();
                marks.extend(kind.map(|kind| Mark::Placed { at, kind, side }));
            }
        }
    }
    // The jumping or moving piece is where the last certain part has taken it.
    let open = &chosen[made.saturating_sub(1).min(chosen.len())..];
    let is_jumping = offer
        .choices
        .iter()
        .any(|choice| choice.role == Role::Landing);
    let open = if made > 0 && !is_jumping {
        &chosen[made..]
    } else {
        open
    };
    marks.extend(marks::choices(open, &offer.choices));
    Ok(ComposerBoard {
        shown,
        before: None,
        marks,
    })
}

/// The board after a finished turn that awaits confirmation.
fn result(game: &AnyGame, turn: &AnyTurn) -> ComposerBoard {
    let mut marks = marks::preview(game, turn);
    let mut shown = game.clone();
    // Can't fail: an offered turn is legal.
    let _ = shown.play(turn);
    marks.extend(forced_replies(&shown));
    ComposerBoard {
        shown,
        before: Some(game.clone()),
        marks,
    }
}

/// Arrows for the opponent's replies, if there is hardly a choice.
fn forced_replies(game: &AnyGame) -> Vec<Mark> {
    let choices = game
        .offer(&[])
        .map_or_else(|_| Vec::new(), |offer| offer.choices);
    let is_piece = |role: Role| matches!(role, Role::Jumper | Role::Mover);
    if choices.len() > MAX_FORCED_PIECES || !choices.iter().all(|choice| is_piece(choice.role)) {
        return Vec::new();
    }
    let mut marks = Vec::new();
    for choice in choices {
        let next = game
            .offer(&[choice.step])
            .map_or_else(|_| Vec::new(), |o| o.choices);
        for target in next {
            if let (Step::Cell(from), Step::Cell(to)) = (choice.step, target.step) {
                marks.push(Mark::Arrow(from, to, Tone::Danger));
            }
        }
    }
    marks
}

/// The board for choosing a column: large letters below all columns that have a choice.
pub fn columns(game: &AnyGame, chosen: &[Step]) -> Result<ComposerBoard, StepError> {
    let offer = game.offer(chosen)?;
    let mut composed = composing(game, chosen)?;
    let board = game.board();
    // The player chooses a letter; a circle around every cell would only distract.
    let is_choice = |mark: &Mark| matches!(mark, Mark::Halo(_, Tone::Choice));
    composed.marks.retain(|mark| !is_choice(mark));
    for column in 0..board.columns() {
        let has_choice = offer.choices.iter().any(|choice| match choice.step {
            Step::Cell(cell) => board.name(cell).column() == column,
            _ => false,
        });
        if has_choice {
            composed.marks.push(Mark::Column(column, Tone::Chosen));
        }
    }
    Ok(composed)
}

/// The board for choosing a cell of a column: only that column is not faded, with large numbers on its
/// cells.
pub fn rows(game: &AnyGame, chosen: &[Step], column: u8) -> Result<ComposerBoard, StepError> {
    let mut composed = composing(game, chosen)?;
    let board = game.board();
    composed.marks.retain(|mark| match mark {
        Mark::Halo(cell, Tone::Choice) => board.name(*cell).column() == column,
        _ => true,
    });
    composed
        .marks
        .push(Mark::Only(board.column(column).collect()));
    composed.marks.push(Mark::Column(column, Tone::Chosen));
    composed.marks.push(Mark::Rows(column));
    Ok(composed)
}

/// The board for choosing one of several turns: numbered arrows for the part of each turn that follows
/// the chosen steps.
pub fn numbered(
    game: &AnyGame,
    chosen: &[Step],
    turns: &[AnyTurn],
) -> Result<ComposerBoard, StepError> {
    let mut composed = composing(game, chosen)?;
    composed.marks.retain(is_past);
    // The arrows begin where the chosen steps end.
    let common = chosen.len().saturating_sub(1);
    let path = |turn| game.path(turn).map(|path| path[common..].to_vec());
    let paths: Vec<Vec<Step>> = turns.iter().filter_map(path).collect();
    composed.marks.extend(marks::numbered(&paths));
    Ok(composed)
}

/// The board for choosing mover and target at once: an arrow for each pair.
pub fn actions(
    game: &AnyGame,
    chosen: &[Step],
    pairs: &[(Cell, Cell, Tone)],
) -> Result<ComposerBoard, StepError> {
    let mut composed = composing(game, chosen)?;
    composed.marks.retain(is_past);
    for &(from, to, tone) in pairs {
        composed.marks.push(Mark::Halo(from, Tone::Choice));
        composed.marks.push(Mark::Arrow(from, to, tone));
    }
    Ok(composed)
}

/// Whether a mark highlights something that has been chosen, rather than something that can be.
fn is_past(mark: &Mark) -> bool {
    match mark {
        Mark::Arrow(_, _, tone) | Mark::Halo(_, tone) | Mark::Group(_, tone) => {
            matches!(tone, Tone::Last | Tone::Chosen)
        }
        Mark::Ghost { .. } | Mark::Placed { .. } => true,
        _ => false,
    }
}
