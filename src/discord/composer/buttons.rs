//! Screens made of buttons.

use hexpost_engine::hex::Cell;
use hexpost_engine::steps::{Choice, Effect, Step};

use crate::discord::composer::builder::PictureBuilder;
use crate::discord::composer::labels::{ARROWS, PAD, circled, claimed};
use crate::discord::composer::turn::{
    CELLS_A_ROW, CompleteTurn, ComposerQuestion, MoverTarget, fits_list, is_final, room,
};
use crate::discord::custom_id::{ComposerState, ComposerView, Tap};
use crate::discord::view::message::{ActionRow, Button, ButtonStyle};

impl PictureBuilder<'_, '_> {
    /// The rows of a screen, from the top.
    pub(crate) fn keys(&mut self, ask: &ComposerQuestion) -> Vec<ActionRow> {
        let mut rows = Vec::new();
        match ask {
            ComposerQuestion::Cells(cells) if fits_list(self.reach, ask) => {
                if let Some(rows) = self.full_list(cells) {
                    return rows;
                }
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
        if self.has_kind_row(cells) {
            rows.extend(self.kind_row());
        } else {
            keys.extend(self.other_kinds());
        }
        rows.extend(chunks(&keys, a_row));
        rows
    }

    /// All rows of a list that needs the bottom row, too, so that every cell is one tap away: the other
    /// kinds stand there beside Back, Close and Type, or the last cells do. Then there may be room only
    /// for Back; or for Close, if Back is impossible. `None` if the bottom row can be left alone.
    fn full_list(&mut self, cells: &[Choice]) -> Option<Vec<ActionRow>> {
        let kinds = if self.has_kind_row(cells) {
            Vec::new()
        } else {
            self.other_kinds()
        };
        let room = CELLS_A_ROW * room(self.reach);
        if cells.len() + kinds.len() <= room {
            return None;
        }
        let mut keys = self.list(cells, false);
        let mut ways_out = self.ways_out(false);
        if cells.len() <= room {
            let mut rows = chunks(&keys, CELLS_A_ROW);
            ways_out.extend(kinds);
            rows.push(ActionRow::Buttons(ways_out));
            return Some(rows);
        }
        let spare = (room + CELLS_A_ROW).saturating_sub(cells.len());
        if spare < ways_out.len() {
            ways_out.retain(|key| !key.is_disabled);
            ways_out.truncate(spare);
        }
        keys.extend(ways_out);
        Some(chunks(&keys, CELLS_A_ROW))
    }

    /// Has a list of cells a row to spare for the kinds?
    fn has_kind_row(&self, cells: &[Choice]) -> bool {
        self.chosen_kind().is_some() && cells.len() <= CELLS_A_ROW * (room(self.reach) - 1)
    }

    fn list(&mut self, cells: &[Choice], is_wide: bool) -> Vec<Button> {
        let composer = self.composer;
        let key = |choice| self.step_key(choice, composer.cell(choice, is_wide));
        cells.iter().map(key).collect()
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
        match self.reach.steps.last() {
            Some(&Step::Kind(kind)) if !self.composer.is_touch_move() => Some(kind),
            _ => None,
        }
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
