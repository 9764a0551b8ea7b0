//! Screens made of keys.

use crate::discord::custom_id::{Place, State, Tap};
use crate::discord::reply::{Key, Row, Style};
use crate::engine::hex::Cell;
use crate::engine::steps::{Choice, Effect, Role, Step};

use super::ask::{Ask, is_full};
use super::labels::{ARROWS, PAD, circled, claimed};
use super::path::{Action, Whole};
use super::{Composer, Draw, is_touched};

/// Keys in a row, at most.
const A_ROW: usize = 5;

impl Draw<'_, '_> {
    /// The rows of a screen, from the top.
    pub(super) fn keys(&mut self, ask: &Ask) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut others = Vec::new();
        match ask {
            Ask::Cells(cells) | Ask::Row(_, cells) if is_full(self.stage, cells) => {
                let mut keys = self.list(cells, A_ROW);
                keys.push(self.back_key());
                return chunks(keys, A_ROW);
            }
            Ask::Cells(cells) if self.composer.fits_list(self.stage, ask) => {
                let isolates = cells.iter().any(|choice| claimed(&choice.effects) > 0);
                let room = self.composer.room(self.stage);
                let a_row = if isolates && cells.len() <= 4 * room {
                    4
                } else {
                    A_ROW
                };
                let keys = self.list(cells, a_row);
                rows.extend(chunks(keys, a_row));
                others = self.other_kinds();
            }
            Ask::Cells(cells) => {
                rows.extend(self.kind_row());
                let keys = self.grid(cells);
                rows.extend(chunks(keys, A_ROW));
            }
            Ask::Row(column, cells) => {
                rows.extend(self.kind_row());
                let keys = self.row(*column, cells);
                rows.extend(chunks(keys, A_ROW));
            }
            Ask::Kinds(kinds) => {
                let keys = self.kinds(kinds);
                rows.push(Row::Keys(keys));
            }
            Ask::Chains(chains) => {
                let (keys, a_row) = self.chains(chains);
                rows.extend(chunks(keys, a_row));
            }
            Ask::Actions(actions) => {
                let (keys, a_row) = self.actions(actions);
                rows.extend(chunks(keys, a_row));
            }
            Ask::Pad(from, cells) => {
                let keys = self.pad(*from, cells);
                rows.extend(chunks(keys, 3));
            }
            Ask::Fork | Ask::Warn(_) | Ask::Confirm(_) => {}
        }
        self.finish(rows, ask, others)
    }

    /// Adds what every screen has: special keys, and the bottom row.
    pub(super) fn finish(&mut self, mut rows: Vec<Row>, ask: &Ask, others: Vec<Key>) -> Vec<Row> {
        let special = self.specials(ask);
        if !special.is_empty() {
            rows.push(Row::Keys(special));
        }
        let mut bottom = vec![self.back_key(), self.close_key(), self.type_key()];
        bottom.extend(others);
        if self.stage.pending.is_some() {
            let touch = self.touch_key(rows.len() < 4);
            if rows.len() < 4 {
                rows.push(Row::Keys(vec![touch]));
            } else {
                bottom.push(touch);
            }
        }
        if let Ask::Confirm(_) = ask {
            let steps = self.stage.steps.clone();
            let label = self.composer.words.say("key-confirm", &[]);
            let mut key = self.key(Tap::Play(steps), label);
            key.emoji = Some("✅");
            key.style = Style::Good;
            bottom.push(key);
        }
        rows.push(Row::Keys(bottom));
        rows
    }

    fn list(&mut self, cells: &[Choice], a_row: usize) -> Vec<Key> {
        let is_wide = a_row < A_ROW;
        let label = |choice: &Choice| (choice.clone(), self.composer.cell(choice, is_wide));
        let labelled: Vec<(Choice, String)> = cells.iter().map(label).collect();
        labelled
            .into_iter()
            .map(|(choice, label)| self.step_key(&choice, label))
            .collect()
    }

    fn grid(&mut self, cells: &[Choice]) -> Vec<Key> {
        let composer = self.composer;
        let board = composer.game.board();
        let mut keys = Vec::new();
        for column in 0..board.columns() {
            let here: Vec<&Choice> = cells
                .iter()
                .filter(|choice| composer.column_of(choice) == Some(column))
                .collect();
            let first = board.column(column).next();
            let letter = first.map_or('?', |cell| board.name(cell).letter());
            keys.push(match here.as_slice() {
                [] => self.blank(letter.to_string()),
                [only] => self.step_key(only, composer.cell(only, false)),
                _ => {
                    let state = self.state().at(Place::Column(column));
                    self.key(Tap::Go(state), letter.to_string())
                }
            });
        }
        keys
    }

    fn row(&mut self, column: u8, cells: &[Choice]) -> Vec<Key> {
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
    fn kind_row(&mut self) -> Option<Row> {
        let keys = self.kind_keys(|composer, kind| composer.long(kind));
        (!keys.is_empty()).then_some(Row::Keys(keys))
    }

    /// The kinds that are not chosen, for the bottom row.
    fn other_kinds(&mut self) -> Vec<Key> {
        let mut keys = self.kind_keys(|composer, kind| composer.short(kind));
        keys.retain(|key| key.style != Style::Primary);
        keys
    }

    fn kind_keys(&mut self, name: impl Fn(&Composer<'_>, char) -> String) -> Vec<Key> {
        let composer = self.composer;
        let Some(chosen) = self.chosen_kind() else {
            return Vec::new();
        };
        let before = self.stage.steps[..self.stage.steps.len() - 1].to_vec();
        let mut keys = Vec::new();
        for (kind, count) in composer.game.supply() {
            let label = format!("{} {count}", name(composer, kind));
            let mut steps = before.clone();
            steps.push(Step::Kind(kind));
            let is_offered = composer.game.offer(&steps).is_ok();
            keys.push(if is_offered {
                let place = self.stage.place;
                let mut key = self.key(Tap::Go(State { steps, place }), label);
                if kind == chosen {
                    key.style = Style::Primary;
                }
                key
            } else {
                self.blank(label)
            });
        }
        keys
    }

    /// The kind that is to be placed, if it can still be changed.
    pub(super) fn chosen_kind(&self) -> Option<char> {
        match self.stage.steps.last() {
            Some(&Step::Kind(kind)) if !self.composer.game.is_touch_move() => Some(kind),
            _ => None,
        }
    }

    fn kinds(&mut self, kinds: &[Choice]) -> Vec<Key> {
        let composer = self.composer;
        let mut keys = Vec::new();
        for (kind, count) in composer.game.supply() {
            let label = format!("{} {count}", composer.long(kind));
            let choice = kinds.iter().find(|choice| choice.step == Step::Kind(kind));
            keys.push(match choice {
                Some(choice) => self.step_key(choice, label),
                None => self.blank(label),
            });
        }
        keys
    }

    fn chains(&mut self, chains: &[Whole]) -> (Vec<Key>, usize) {
        let composer = self.composer;
        let room = composer.room(self.stage);
        let a_row = match chains.len().div_ceil(room) {
            rows @ 1..=3 => rows,
            _ => A_ROW,
        };
        let widest = [34, 15, 8][a_row.min(3) - 1] - 2;
        let mut keys = Vec::new();
        for (index, chain) in chains.iter().enumerate() {
            let number = circled(index + 1);
            let label = if a_row == A_ROW {
                number.to_string()
            } else {
                let way = composer.chain(self.stage.steps.len(), chain, widest);
                format!("{number} {way}")
            };
            keys.push(self.key(Tap::Go(State::new(chain.path.clone())), label));
        }
        (keys, a_row)
    }

    fn actions(&mut self, actions: &[Action]) -> (Vec<Key>, usize) {
        let composer = self.composer;
        let a_row = if actions.len() <= 3 * composer.room(self.stage) {
            3
        } else {
            4
        };
        let mut keys = Vec::new();
        for action in actions {
            let label = composer.action(&self.shown, action.from, &action.target, a_row == 3);
            let mut steps = self.stage.steps.clone();
            steps.extend([Step::Cell(action.from), Step::Cell(action.to)]);
            let mut key = self.key(Tap::Go(State::new(steps)), label);
            key.style = style(&action.target.effects);
            keys.push(key);
        }
        (keys, a_row)
    }

    fn pad(&mut self, from: Cell, cells: &[Choice]) -> Vec<Key> {
        let composer = self.composer;
        let mut keys = Vec::new();
        for (index, arrow) in ARROWS.into_iter().enumerate() {
            // On a flipped board everything points the other way.
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

    /// Other things to do: placing after all, special steps, leaving a group, losing on purpose.
    fn specials(&mut self, ask: &Ask) -> Vec<Key> {
        let composer = self.composer;
        let words = composer.words;
        let mut keys = Vec::new();
        if let Ask::Warn(turn) = ask {
            let reason = composer.ending(turn);
            let label = words.say("key-loses", &[("reason", reason.into())]);
            let state = self.state().at(Place::Warned);
            let mut key = self.key(Tap::Go(state), label);
            key.emoji = Some("⚠️");
            key.style = Style::Danger;
            return vec![key];
        }
        if let Ask::Confirm(_) = ask {
            let leave = self.stage.offer.choices.iter();
            let leave = leave.clone().find(|choice| choice.step == Step::Leave);
            if let Some(choice) = leave.cloned() {
                let count = left(&choice.effects);
                let label = words.say("key-leave", &[("count", count.into())]);
                let mut key = self.step_key(&choice, label);
                key.emoji = Some("🚫");
                keys.push(key);
            }
            return keys;
        }
        if !composer.has_special_row(self.stage) {
            return keys;
        }
        let choices = self.stage.offer.choices.clone();
        if choices.iter().any(|choice| choice.role == Role::Kind) {
            let name = if matches!(ask, Ask::Fork) {
                "key-place"
            } else {
                "key-place-instead"
            };
            let label = words.say(name, &[]);
            let mut key = self.key(Tap::Go(self.state().at(Place::Instead)), label);
            key.emoji = Some("✋");
            keys.push(key);
        }
        for choice in choices.iter().filter(|choice| choice.role == Role::Special) {
            let (name, emoji) = match choice.step {
                Step::SendBack => ("key-send-back", "❗"),
                _ => ("key-pass", "⏭️"),
            };
            let label = words.say(name, &[]);
            let mut key = self.step_key(choice, label);
            key.emoji = Some(emoji);
            keys.push(key);
        }
        keys.extend(self.again_key(ask, &choices));
        keys
    }

    /// The piece that has just moved, if it can move again and is not shown with its targets anyway.
    fn again_key(&mut self, ask: &Ask, choices: &[Choice]) -> Option<Key> {
        let &Step::Cell(moved) = self.stage.steps.last()? else {
            return None;
        };
        let is_listed = matches!(ask, Ask::Cells(_) | Ask::Row(..));
        let can_move =
            |choice: &&Choice| choice.role == Role::Mover && choice.step == Step::Cell(moved);
        let choice = choices.iter().find(can_move).filter(|_| is_listed)?;
        let mut steps = self.stage.steps.clone();
        steps.push(choice.step);
        let name = self.composer.name(moved);
        let label = self
            .composer
            .words
            .say("key-again", &[("cell", name.into())]);
        Some(self.key(Tap::Also(State::new(steps)), label))
    }

    fn back_key(&mut self) -> Key {
        let mut key = match self.back.clone() {
            Some(state) => self.key(Tap::Back(state), String::new()),
            None => self.blank(String::new()),
        };
        key.emoji = Some("↩️");
        key
    }

    fn close_key(&mut self) -> Key {
        let label = if self.composer.game.is_touch_move() {
            self.composer.words.say("key-close", &[])
        } else {
            String::new()
        };
        let mut key = self.key(Tap::Close, label);
        key.emoji = Some("✖️");
        key
    }

    fn type_key(&mut self) -> Key {
        let mut key = self.key(Tap::Type, String::new());
        key.emoji = Some("⌨️");
        key
    }

    /// The second tap that makes a step final, in words if there is room for them.
    fn touch_key(&mut self, has_room: bool) -> Key {
        let composer = self.composer;
        let mut steps = self.stage.steps.clone();
        steps.extend(self.stage.pending);
        let label = if has_room {
            composer.take(self.stage)
        } else {
            let board = composer.game.board();
            let step = self.stage.pending.map(|step| step.write(board));
            step.unwrap_or_default()
        };
        let mut key = self.key(Tap::Touch(State::new(steps)), label);
        key.emoji = Some("✔️");
        key.style = Style::Good;
        key
    }

    /// A key that adds a step.
    fn step_key(&mut self, choice: &Choice, label: String) -> Key {
        let mut steps = self.stage.steps.clone();
        steps.push(choice.step);
        // What waits for its second tap stays in sight.
        let place = if is_touched(choice.role) && self.composer.game.is_touch_move() {
            self.stage.place
        } else {
            Place::Start
        };
        let mut key = self.key(Tap::Go(State { steps, place }), label);
        key.style = if self.stage.pending == Some(choice.step) {
            Style::Primary
        } else {
            style(&choice.effects)
        };
        key
    }

    fn blank(&mut self, label: String) -> Key {
        self.blanks += 1;
        let mut key = self.key(Tap::Nothing(self.blanks), label);
        key.is_disabled = true;
        key
    }
}

fn style(effects: &[Effect]) -> Style {
    let buries = |effect: &Effect| matches!(effect, Effect::BuriesLast(_));
    if effects.iter().any(buries) {
        Style::Danger
    } else {
        Style::Plain
    }
}

/// How much is left on the board.
fn left(effects: &[Effect]) -> usize {
    let left = effects.iter().find_map(|effect| match effect {
        Effect::Leaves(group) => Some(group.len()),
        _ => None,
    });
    left.unwrap_or(0)
}

fn chunks(keys: Vec<Key>, a_row: usize) -> Vec<Row> {
    let rows = keys.chunks(a_row);
    rows.map(|row| Row::Keys(row.to_vec())).collect()
}
