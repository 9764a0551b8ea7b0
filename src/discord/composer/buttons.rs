//! Screens made of buttons.

use hexpost_engine::hex::Cell;
use hexpost_engine::steps::{Choice, Effect, Step};

use crate::app::people::settings::InputMethod;
use crate::discord::composer::builder::PictureBuilder;
use crate::discord::composer::labels::{ARROWS, PAD, circled, claimed};
use crate::discord::composer::turn::{
    CELLS_A_ROW, CompleteTurn, Composer, ComposerProgress, ComposerQuestion, MoverTarget,
    fits_list, folded_columns, is_final, is_listed, room,
};
use crate::discord::custom_id::{ComposerState, ComposerView, Tap};
use crate::discord::view::message::{ActionRow, Button, ButtonStyle};

impl PictureBuilder<'_, '_> {
    /// The rows of a screen, from the top.
    pub(crate) fn keys(&mut self, ask: &ComposerQuestion) -> Vec<ActionRow> {
        let mut rows = Vec::new();
        match ask {
            ComposerQuestion::Cells(cells) if fits_list(self.reach, ask) => {
                rows.extend(self.list_rows(cells));
            }
            ComposerQuestion::Cells(cells) => {
                rows.extend(self.kind_row());
                let keys = self.grid(cells);
                // Seven columns as four and three, eight as four and four, nine as five and four.
                rows.extend(chunks(&keys, keys.len().div_ceil(2)));
            }
            ComposerQuestion::Row(column, cells) => {
                rows.extend(self.kind_row());
                let keys = self.row(*column, cells);
                rows.extend(chunks(&keys, CELLS_A_ROW));
            }
            ComposerQuestion::Kinds(kinds) => {
                let keys = self.kinds(kinds);
                rows.push(ActionRow::Buttons(keys));
            }
            ComposerQuestion::Chains(chains) => {
                let (keys, a_row) = self.chains(chains);
                rows.extend(chunks(&keys, a_row));
            }
            ComposerQuestion::Actions(actions) => {
                let (keys, a_row) = self.actions(actions);
                rows.extend(chunks(&keys, a_row));
            }
            ComposerQuestion::Pad(from, cells) => {
                let keys = self.pad(*from, cells);
                rows.extend(chunks(&keys, 3));
            }
            ComposerQuestion::Fork | ComposerQuestion::Warn(_) | ComposerQuestion::Confirm(_) => {}
        }
        self.finish(rows, ask)
    }

    /// The rows of a list of cells. The kinds come first, or after the cells if there is no row to
    /// spare for them.
    fn list_rows(&mut self, cells: &[Choice]) -> Vec<ActionRow> {
        let isolates = cells.iter().any(|choice| claimed(&choice.effects) > 0);
        let room = room(self.reach);
        let a_row = if isolates && cells.len() <= 4 * room {
            4
        } else {
            CELLS_A_ROW
        };
        let mut keys = self.list(cells, a_row < CELLS_A_ROW);
        let mut rows = Vec::new();
        if has_kind_row(self.composer, self.reach, cells) {
            rows.extend(self.kind_row());
        } else {
            keys.extend(self.other_kinds());
        }
        rows.extend(chunks(&keys, a_row));
        rows
    }

    fn list(&mut self, cells: &[Choice], is_wide: bool) -> Vec<Button> {
        let composer = self.composer;
        let folded = composer.folded(self.reach, cells);
        let mut shown = None;
        let mut keys = Vec::new();
        for choice in cells {
            let column = composer.column_of(choice);
            match column.filter(|column| folded.contains(column)) {
                None => keys.push(self.step_key(choice, composer.cell(choice, is_wide))),
                // One button stands for all cells of the column, which follow each other.
                Some(column) if shown != Some(column) => {
                    keys.push(self.folded_key(column, cells));
                    shown = Some(column);
                }
                Some(_) => {}
            }
        }
        keys
    }

    /// A column of a list as one button; a plus sign tells that one of its cells isolates something.
    fn folded_key(&mut self, column: u8, cells: &[Choice]) -> Button {
        let composer = self.composer;
        let mut here = cells
            .iter()
            .filter(|choice| composer.column_of(choice) == Some(column));
        let sign = if here.any(|choice| claimed(&choice.effects) > 0) {
            "+"
        } else {
            ""
        };
        let state = self.state().at(ComposerView::Column(column));
        let label = format!("{}…{sign}", composer.letter(column));
        self.key(Tap::Go(state), label)
    }

    fn grid(&mut self, cells: &[Choice]) -> Vec<Button> {
        let composer = self.composer;
        let board = composer.game.board();
        let mut keys = Vec::new();
        let mut columns: Vec<u8> = (0..board.columns()).collect();
        // In the order in which they appear on the board.
        if composer.is_flipped {
            columns.reverse();
        }
        for column in columns {
            let here: Vec<&Choice> = cells
                .iter()
                .filter(|choice| composer.column_of(choice) == Some(column))
                .collect();
            let letter = composer.letter(column);
            keys.push(match here.as_slice() {
                [] => self.blank(letter.to_string()),
                [only] => self.step_key(only, composer.cell(only, false)),
                _ => {
                    let state = self.state().at(ComposerView::Column(column));
                    self.key(Tap::Go(state), letter.to_string())
                }
            });
        }
        keys
    }

    fn row(&mut self, column: u8, cells: &[Choice]) -> Vec<Button> {
        let composer = self.composer;
        let board = composer.game.board();
        let mut keys = Vec::new();
        for cell in board.column(column) {
            let choice = cells.iter().find(|choice| choice.step == Step::Cell(cell));
            keys.push(match choice {
                Some(choice) => self.step_key(choice, composer.cell(choice, false)),
                None => self.blank(composer.name(cell)),
            });
        }
        keys
    }

    /// The kinds above a grid, the chosen one marked.
    fn kind_row(&mut self) -> Option<ActionRow> {
        let keys = self.kind_keys();
        (!keys.is_empty()).then_some(ActionRow::Buttons(keys))
    }

    /// The kinds that can be chosen instead.
    fn other_kinds(&mut self) -> Vec<Button> {
        let mut keys = self.kind_keys();
        keys.retain(|key| key.style != ButtonStyle::Primary && !key.is_disabled);
        keys
    }

    fn kind_keys(&mut self) -> Vec<Button> {
        let composer = self.composer;
        let Some(chosen) = self.chosen_kind() else {
            return Vec::new();
        };
        let before = self.reach.steps[..self.reach.steps.len() - 1].to_vec();
        let mut keys = Vec::new();
        for (kind, count) in composer.game.supply() {
            let label = format!("{} {count}", composer.short(kind));
            let mut steps = before.clone();
            steps.push(Step::Kind(kind));
            let is_offered = composer.game.offer(&steps).is_ok();
            keys.push(if is_offered {
                let place = self.reach.place;
                let mut key = self.key(Tap::Go(ComposerState { steps, place }), label);
                if kind == chosen {
                    key.style = ButtonStyle::Primary;
                }
                key
            } else {
                self.blank(label)
            });
        }
        keys
    }

    /// The kind to be placed, if it can still be changed.
    pub(crate) fn chosen_kind(&self) -> Option<char> {
        self.composer.chosen_kind(self.reach)
    }

    fn kinds(&mut self, kinds: &[Choice]) -> Vec<Button> {
        let composer = self.composer;
        let mut keys = Vec::new();
        for (kind, count) in composer.game.supply() {
            let label = format!("{} {count}", composer.short(kind));
            let choice = kinds.iter().find(|choice| choice.step == Step::Kind(kind));
            keys.push(match choice {
                Some(choice) => self.step_key(choice, label),
                None => self.blank(label),
            });
        }
        keys
    }

    fn chains(&mut self, chains: &[CompleteTurn]) -> (Vec<Button>, usize) {
        let composer = self.composer;
        let room = room(self.reach);
        let a_row = match chains.len().div_ceil(room) {
            rows @ 1..=3 => rows,
            _ => CELLS_A_ROW,
        };
        let widest = [34, 15, 8][a_row.min(3) - 1] - 2;
        let mut keys = Vec::new();
        for (index, chain) in chains.iter().enumerate() {
            let number = circled(index + 1);
            let label = if a_row == CELLS_A_ROW {
                number.to_string()
            } else {
                let way = composer.chain(self.reach.steps.len(), chain, widest);
                format!("{number} {way}")
            };
            keys.push(self.key(Tap::Go(ComposerState::new(chain.path.clone())), label));
        }
        (keys, a_row)
    }

    fn actions(&mut self, actions: &[MoverTarget]) -> (Vec<Button>, usize) {
        let composer = self.composer;
        let a_row = if actions.len() <= 3 * room(self.reach) {
            3
        } else {
            4
        };
        let mut keys = Vec::new();
        for action in actions {
            let label = composer.action(&self.shown, action.from, &action.target, a_row == 3);
            let mut steps = self.reach.steps.clone();
            steps.extend([Step::Cell(action.from), Step::Cell(action.to)]);
            let mut key = self.key(Tap::Go(ComposerState::new(steps)), label);
            key.style = style(&action.target.effects);
            keys.push(key);
        }
        (keys, a_row)
    }

    fn pad(&mut self, from: Cell, cells: &[Choice]) -> Vec<Button> {
        let composer = self.composer;
        let mut keys = Vec::new();
        for (index, arrow) in ARROWS.into_iter().enumerate() {
            // On a flipped board all directions are reversed.
            let direction = PAD[if composer.is_flipped {
                5 - index
            } else {
                index
            }];
            let choice = cells.iter().find(|choice| match choice.step {
                Step::Cell(to) => from.line_to(to).is_some_and(|(way, _)| way == direction),
                _ => false,
            });
            keys.push(match choice {
                Some(choice) => self.step_key(choice, composer.target(&self.shown, arrow, choice)),
                None => self.blank(format!("{arrow} –")),
            });
        }
        keys
    }

    /// A button that adds a step.
    pub(crate) fn step_key(&mut self, choice: &Choice, label: String) -> Button {
        let mut steps = self.reach.steps.clone();
        steps.push(choice.step);
        steps.extend(&self.after_kind);
        let state = ComposerState::new(steps);
        let tap = if self.composer.is_touch_move() && is_final(choice.role) {
            Tap::Touch(state)
        } else {
            Tap::Go(state)
        };
        let mut key = self.key(tap, label);
        key.style = style(&choice.effects);
        key
    }

    pub(crate) fn blank(&mut self, label: String) -> Button {
        self.blanks += 1;
        let mut key = self.key(Tap::Nothing(self.blanks), label);
        key.is_disabled = true;
        key
    }
}

impl Composer<'_> {
    /// The columns of a list of cells that are shown as one button each.
    pub(crate) fn folded(&self, reach: &ComposerProgress, cells: &[Choice]) -> Vec<u8> {
        if self.input != InputMethod::Keys || !is_listed(reach, cells) {
            return Vec::new();
        }
        let kinds = if has_kind_row(self, reach, cells) {
            CELLS_A_ROW
        } else {
            self.other_kind_count(reach)
        };
        let columns = 0..self.game.board().columns();
        let size = |column| {
            let is_here = |choice: &&Choice| self.column_of(choice) == Some(column);
            (column, cells.iter().filter(is_here).count())
        };
        folded_columns(
            columns.map(size).collect(),
            CELLS_A_ROW * room(reach) - kinds,
        )
    }

    /// The number of kinds that can be placed instead of the chosen one.
    fn other_kind_count(&self, reach: &ComposerProgress) -> usize {
        let Some(chosen) = self.chosen_kind(reach) else {
            return 0;
        };
        let before = &reach.steps[..reach.steps.len() - 1];
        let offer = self.game.offer(before);
        let choices = offer.map_or_else(|_| Vec::new(), |offer| offer.choices);
        let is_other = |choice: &&Choice| matches!(choice.step, Step::Kind(kind) if kind != chosen);
        choices.iter().filter(is_other).count()
    }

    /// The kind to be placed, if it can still be changed.
    fn chosen_kind(&self, reach: &ComposerProgress) -> Option<char> {
        match reach.steps.last() {
            Some(&Step::Kind(kind)) if !self.is_touch_move() => Some(kind),
            _ => None,
        }
    }
}

/// Has a list of cells a row to spare for the kinds?
fn has_kind_row(composer: &Composer<'_>, reach: &ComposerProgress, cells: &[Choice]) -> bool {
    composer.chosen_kind(reach).is_some() && cells.len() <= CELLS_A_ROW * (room(reach) - 1)
}

fn style(effects: &[Effect]) -> ButtonStyle {
    let buries = |effect: &Effect| matches!(effect, Effect::CoversLast(_));
    if effects.iter().any(buries) {
        ButtonStyle::Danger
    } else {
        ButtonStyle::Plain
    }
}

fn chunks(keys: &[Button], a_row: usize) -> Vec<ActionRow> {
    let rows = keys.chunks(a_row);
    rows.map(|row| ActionRow::Buttons(row.to_vec())).collect()
}
