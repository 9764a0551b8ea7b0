//! Decides which question comes next.

use hexpost_engine::game::AnyTurn;
use hexpost_engine::steps::{Choice, Role, Step};

use crate::app::people::settings::InputMethod;
use crate::discord::composer::ComposerView;
use crate::discord::composer::turn::{
    CELLS_A_ROW, Composer, ComposerProgress, ComposerQuestion, room,
};

/// Options in a select menu, and select menus on a screen.
pub(crate) const OPTIONS: usize = 25;
pub(crate) const MENUS: usize = 3;
/// Maximum number of actions in a row.
const ACTIONS_A_ROW: usize = 4;

impl Composer<'_> {
    pub(crate) fn ask(&self, reach: &ComposerProgress) -> ComposerQuestion {
        if let Some(turn) = reach.offer.finished {
            let is_warned = reach.place == ComposerView::Warned;
            return if self.loses(&turn) && !is_warned {
                ComposerQuestion::Warn(turn)
            } else {
                ComposerQuestion::Confirm(turn)
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
        let is_placing =
            reach.place == ComposerView::Instead || specials.is_empty() && cells.is_empty();
        if !kinds.is_empty() && is_placing {
            return ComposerQuestion::Kinds(kinds);
        }
        let Some(first) = cells.first() else {
            return ComposerQuestion::Fork;
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
                    (Some(chains), _) if !chains.is_empty() => ComposerQuestion::Chains(chains),
                    (_, Some(&Step::Cell(from))) if first.role == Role::Landing => {
                        ComposerQuestion::Pad(from, cells)
                    }
                    _ => self.cells(reach, cells),
                }
            }
            Role::Mover if is_keys => self.movers(reach, cells),
            Role::Target => match reach.steps.last() {
                Some(&Step::Cell(from)) => ComposerQuestion::Pad(from, cells),
                _ => ComposerQuestion::Cells(cells),
            },
            _ => self.cells(reach, cells),
        }
    }

    fn movers(&self, reach: &ComposerProgress, movers: Vec<Choice>) -> ComposerQuestion {
        let most = ACTIONS_A_ROW * room(reach);
        if movers.len() <= most || self.column(reach, &movers).is_some() {
            let mut actions = self.actions(&reach.steps, &movers);
            if actions.len() <= most {
                return ComposerQuestion::Actions(actions);
            }
            if let Some(column) = self.column(reach, &movers) {
                let board = self.game.board();
                actions.retain(|action| board.name(action.from).column() == column);
                if actions.len() <= most {
                    return ComposerQuestion::Actions(actions);
                }
            }
        }
        self.cells(reach, movers)
    }

    fn cells(&self, reach: &ComposerProgress, cells: Vec<Choice>) -> ComposerQuestion {
        match self.column(reach, &cells) {
            Some(column) => ComposerQuestion::Row(column, cells),
            None => ComposerQuestion::Cells(cells),
        }
    }

    /// The open column, if it has choices.
    fn column(&self, reach: &ComposerProgress, cells: &[Choice]) -> Option<u8> {
        let ComposerView::Column(column) = reach.place else {
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
