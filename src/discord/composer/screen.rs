//! Which screen comes next.

use hexpost_engine::game::AnyTurn;
use hexpost_engine::hex::Cell;
use hexpost_engine::steps::{Choice, Role, Step};

use crate::app::people::settings::InputMethod;
use crate::discord::composer::navigation::{Action, Reach, Whole};
use crate::discord::composer::{Composer, Place};

/// The rows of a message, less the one at the bottom.
const ROWS: usize = 4;
/// Keys in a row of cells.
const CELLS_A_ROW: usize = 5;
/// Options in a menu, and menus on a screen.
pub(crate) const OPTIONS: usize = 25;
pub(crate) const MENUS: usize = 3;
/// Actions in a row, at most.
const ACTIONS_A_ROW: usize = 4;
/// So many cells to choose from fill a whole message, with one key for Back.
const FULL: usize = 24;

/// What a screen asks.
pub(crate) enum Ask {
    /// Placing, or one of the special steps.
    Fork,
    /// A kind, where the choice of it is final.
    Kinds(Vec<Choice>),
    /// One of a few turns.
    Chains(Vec<Whole>),
    /// One of a few movers with its target.
    Actions(Vec<Action>),
    /// A cell.
    Cells(Vec<Choice>),
    /// A cell of one column.
    Row(u8, Vec<Choice>),
    /// A cell in one of six directions.
    Pad(Cell, Vec<Choice>),
    /// Whether a turn that loses is really meant.
    Warn(AnyTurn),
    /// Whether the turn is to be made.
    Confirm(AnyTurn),
}

impl Composer<'_> {
    pub(crate) fn ask(&self, reach: &Reach) -> Ask {
        if let Some(turn) = reach.offer.finished {
            let is_warned = reach.place == Place::Warned;
            return if self.loses(&turn) && !is_warned {
                Ask::Warn(turn)
            } else {
                Ask::Confirm(turn)
            };
        }
        let with = |role: Role| {
            let of_role = reach.offer.choices.iter().filter(move |c| c.role == role);
            of_role.cloned().collect::<Vec<Choice>>()
        };
        let (kinds, specials) = (with(Role::Kind), with(Role::Special));
        let cells: Vec<Choice> = reach
            .offer
            .choices
            .iter()
            .filter(|choice| matches!(choice.step, Step::Cell(_)))
            .cloned()
            .collect();
        let is_placing = reach.place == Place::Instead || specials.is_empty() && cells.is_empty();
        if !kinds.is_empty() && is_placing {
            return Ask::Kinds(kinds);
        }
        let Some(first) = cells.first() else {
            return Ask::Fork;
        };
        let is_keys = self.input == InputMethod::Keys;
        match first.role {
            Role::Jumper | Role::Landing => {
                let most = if is_keys {
                    CELLS_A_ROW * room(reach)
                } else {
                    OPTIONS * MENUS
                };
                match (self.chains(reach, most), reach.steps.last()) {
                    (Some(chains), _) if !chains.is_empty() => Ask::Chains(chains),
                    (_, Some(&Step::Cell(from))) if first.role == Role::Landing => {
                        Ask::Pad(from, cells)
                    }
                    _ => self.cells(reach, cells),
                }
            }
            Role::Mover if is_keys => self.movers(reach, cells),
            Role::Target => match reach.steps.last() {
                Some(&Step::Cell(from)) => Ask::Pad(from, cells),
                _ => Ask::Cells(cells),
            },
            _ => self.cells(reach, cells),
        }
    }

    fn movers(&self, reach: &Reach, movers: Vec<Choice>) -> Ask {
        let most = ACTIONS_A_ROW * room(reach);
        if movers.len() <= most || self.column(reach, &movers).is_some() {
            let mut actions = self.actions(&reach.steps, &movers);
            if actions.len() <= most {
                return Ask::Actions(actions);
            }
            if let Some(column) = self.column(reach, &movers) {
                let board = self.game.board();
                actions.retain(|action| board.name(action.from).column() == column);
                if actions.len() <= most {
                    return Ask::Actions(actions);
                }
            }
        }
        self.cells(reach, movers)
    }

    fn cells(&self, reach: &Reach, cells: Vec<Choice>) -> Ask {
        match self.column(reach, &cells) {
            Some(column) => Ask::Row(column, cells),
            None => Ask::Cells(cells),
        }
    }

    /// The column that is open, if it has choices.
    fn column(&self, reach: &Reach, cells: &[Choice]) -> Option<u8> {
        let Place::Column(column) = reach.place else {
            return None;
        };
        let is_there = |choice: &Choice| self.column_of(choice) == Some(column);
        (self.input == InputMethod::Keys && cells.iter().any(is_there)).then_some(column)
    }

    /// The column of a choice of a cell.
    pub(crate) fn column_of(&self, choice: &Choice) -> Option<u8> {
        match choice.step {
            Step::Cell(cell) => Some(self.game.board().name(cell).column()),
            _ => None,
        }
    }

    /// Does the turn lose the game at once?
    pub(crate) fn loses(&self, turn: &AnyTurn) -> bool {
        let mut after = self.game.clone();
        let is_legal = after.play(turn).is_ok();
        let winner = after.outcome().and_then(|outcome| outcome.winner);
        is_legal && winner == Some(!self.game.to_move())
    }
}

/// Do the cells fill a whole message? Only where nothing else is to be shown.
pub(crate) fn is_full(reach: &Reach, cells: &[Choice]) -> bool {
    let is_removal = cells.iter().all(|choice| choice.role == Role::Remove);
    let is_alone = reach.offer.choices.len() == cells.len() && reach.pending.is_none();
    is_removal && is_alone && (CELLS_A_ROW * ROWS + 1..=FULL).contains(&cells.len())
}

/// The rows that cells and turns may take, above special keys and the bottom row.
pub(crate) fn room(reach: &Reach) -> usize {
    ROWS - usize::from(has_special_row(reach))
}

/// Is there a row of other things to do?
pub(crate) fn has_special_row(reach: &Reach) -> bool {
    let has = |wanted: fn(&Choice) -> bool| reach.offer.choices.iter().any(wanted);
    let has_special = has(|choice| choice.role == Role::Special);
    let has_kinds = has(|choice| choice.role == Role::Kind);
    let has_cells = has(|choice| matches!(choice.step, Step::Cell(_)));
    let is_open = reach.offer.finished.is_none() && reach.place != Place::Instead;
    is_open && (has_special || has_kinds && has_cells)
}

/// Do the cells fit a screen without columns?
pub(crate) fn fits_list(reach: &Reach, ask: &Ask) -> bool {
    match ask {
        Ask::Cells(cells) => cells.len() <= CELLS_A_ROW * room(reach) || is_full(reach, cells),
        _ => false,
    }
}
