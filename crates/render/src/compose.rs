//! A turn in the making: the position as far as it has come, and what can be chosen next.

use super::marks::{self, Mark, Tone};
use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::hex::Cell;
use hexpost_engine::steps::{Role, Step, StepError};

/// What is shown while a turn is being put together.
#[derive(Clone, Debug)]
pub struct ComposerBoard {
    /// The position, with the parts of the turn that are certain already made.
    pub shown: AnyGame,
    /// The position before the turn, if the turn is whole and only to be confirmed.
    pub before: Option<AnyGame>,
    /// What has been chosen and what can be.
    pub marks: Vec<Mark>,
}

/// So many pieces that a reply can begin with are pointed out, and no more: then it is all but
/// forced.
const FEW: usize = 3;

/// What is shown after some steps: the choices, or the result of a finished turn.
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
        let deeds = game.step_effects(&example).unwrap_or_default();
        let parts = game.parts(&example);
        // A part is certain once its last step has been chosen.
        let ends = (0..)
            .zip(&deeds)
            .filter(|(_, deed)| matches!(deed.role, Role::Landing | Role::Target));
        for ((index, _), part) in ends.zip(parts) {
            if index < chosen.len() {
                shown = part;
                made = index + 1;
                if let (Some(Step::Cell(from)), Step::Cell(to)) =
                    (chosen.get(index.wrapping_sub(1)), deeds[index].step)
                {
                    marks.push(Mark::Arrow(*from, to, Tone::Last));
                }
            }
        }
        let placed = deeds.iter().take(chosen.len());
        let kind = chosen.iter().find_map(|step| match step {
            Step::Kind(kind) => Some(*kind),
            _ => None,
        });
        for deed in placed {
            if let (Role::Place, Step::Cell(at)) = (deed.role, deed.step) {
                let side = game.to_move();
                marks.extend(kind.map(|kind| Mark::Placed { at, kind, side }));
            }
        }
    }
    // The jumper or mover stands where the last certain part has brought it.
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

fn result(game: &AnyGame, turn: &AnyTurn) -> ComposerBoard {
    let mut marks = marks::preview(game, turn);
    let mut shown = game.clone();
    // The offer's turn is legal.
    let _ = shown.play(turn);
    marks.extend(forced(&shown));
    ComposerBoard {
        shown,
        before: Some(game.clone()),
        marks,
    }
}

/// What the other must do next, if he has hardly a choice.
fn forced(game: &AnyGame) -> Vec<Mark> {
    let choices = game
        .offer(&[])
        .map_or_else(|_| Vec::new(), |offer| offer.choices);
    let is_piece = |role: Role| matches!(role, Role::Jumper | Role::Mover);
    if choices.len() > FEW || !choices.iter().all(|choice| is_piece(choice.role)) {
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

/// All columns that have a choice, with large letters.
pub fn columns(game: &AnyGame, chosen: &[Step]) -> Result<ComposerBoard, StepError> {
    let offer = game.offer(chosen)?;
    let mut composing = composing(game, chosen)?;
    let board = game.board();
    // The letters are what is chosen from; a circle around every cell would only hide them.
    let is_choice = |mark: &Mark| matches!(mark, Mark::Halo(_, Tone::Choice));
    composing.marks.retain(|mark| !is_choice(mark));
    for column in 0..board.columns() {
        let has_choice = offer.choices.iter().any(|choice| match choice.step {
            Step::Cell(cell) => board.name(cell).column() == column,
            _ => false,
        });
        if has_choice {
            composing.marks.push(Mark::Column(column, Tone::Chosen));
        }
    }
    Ok(composing)
}

/// One column, lit, with large numbers on its cells.
pub fn rows(game: &AnyGame, chosen: &[Step], column: u8) -> Result<ComposerBoard, StepError> {
    let mut composing = composing(game, chosen)?;
    let board = game.board();
    composing.marks.retain(|mark| match mark {
        Mark::Halo(cell, Tone::Choice) => board.name(*cell).column() == column,
        _ => true,
    });
    composing
        .marks
        .push(Mark::Only(board.column(column).collect()));
    composing.marks.push(Mark::Column(column, Tone::Chosen));
    composing.marks.push(Mark::Rows(column));
    Ok(composing)
}

/// Finished turns side by side, each with its number, as far as they go beyond the chosen steps.
pub fn numbered(
    game: &AnyGame,
    chosen: &[Step],
    turns: &[AnyTurn],
) -> Result<ComposerBoard, StepError> {
    let mut composing = composing(game, chosen)?;
    composing.marks.retain(is_past);
    // The arrows begin where the chosen steps have led to.
    let common = chosen.len().saturating_sub(1);
    let path = |turn| game.path(turn).map(|path| path[common..].to_vec());
    let paths: Vec<Vec<Step>> = turns.iter().filter_map(path).collect();
    composing.marks.extend(marks::numbered(&paths));
    Ok(composing)
}

/// Movers with their targets, all at once.
pub fn actions(
    game: &AnyGame,
    chosen: &[Step],
    pairs: &[(Cell, Cell, Tone)],
) -> Result<ComposerBoard, StepError> {
    let mut composing = composing(game, chosen)?;
    composing.marks.retain(is_past);
    for &(from, to, tone) in pairs {
        composing.marks.push(Mark::Halo(from, Tone::Choice));
        composing.marks.push(Mark::Arrow(from, to, tone));
    }
    Ok(composing)
}

/// What has been chosen rather than what can be.
fn is_past(mark: &Mark) -> bool {
    match mark {
        Mark::Arrow(_, _, tone) | Mark::Halo(_, tone) | Mark::Group(_, tone) => {
            matches!(tone, Tone::Last | Tone::Chosen)
        }
        Mark::Ghost { .. } | Mark::Placed { .. } => true,
        _ => false,
    }
}
