//! The components that all screens share: special buttons and the bottom row.

use hexpost_engine::steps::{Choice, Effect, Role, Step};

use crate::discord::composer::builder::PictureBuilder;
use crate::discord::composer::turn::{ComposerQuestion, has_special_row};
use crate::discord::custom_id::plan::PlanAction;
use crate::discord::custom_id::{ComposerState, ComposerTarget, ComposerView, Tap};
use crate::discord::view::components::key;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle};
use crate::discord::view::plan::button;

/// Discord's limit of action rows.
const MAX_ROWS: usize = 5;

impl PictureBuilder<'_, '_> {
    /// Adds the special buttons and the bottom row.
    pub(crate) fn finish(
        &mut self,
        mut rows: Vec<ActionRow>,
        ask: &ComposerQuestion,
        others: Vec<Button>,
    ) -> Vec<ActionRow> {
        let special = self.specials(ask);
        if !special.is_empty() {
            rows.push(ActionRow::Buttons(special));
        }
        if rows.len() < MAX_ROWS - 1 {
            rows.extend(self.queue_row(ask));
        }
        let mut bottom = vec![self.back_key(), self.close_key(), self.type_key()];
        bottom.extend(others);
        if self.reach.pending.is_some() {
            let touch = self.touch_key(rows.len() < 4);
            if rows.len() < 4 {
                rows.push(ActionRow::Buttons(vec![touch]));
            } else {
                bottom.push(touch);
            }
        }
        if let ComposerQuestion::Confirm(_) = ask {
            let steps = self.reach.steps.clone();
            // The label makes clear that no turn is made in a game.
            let label = match self.composer.table {
                ComposerTarget::Game(_) | ComposerTarget::Lesson(_) => "key-confirm",
                ComposerTarget::Analysis(..) => "key-confirm-try",
            };
            let label = self.composer.locale.text(label, &[]);
            let mut key = self.key(Tap::Play(steps), label);
            key.emoji = Some("✅");
            key.style = ButtonStyle::Good;
            bottom.push(key);
        }
        rows.push(ActionRow::Buttons(bottom));
        rows
    }

    /// During setup: several placements at once, and the rest at random. Left out where the places
    /// need all the room; the plan offers both, too.
    fn queue_row(&self, ask: &ComposerQuestion) -> Option<ActionRow> {
        let ComposerTarget::Game(shown) = self.composer.table else {
            return None;
        };
        let is_asked = matches!(
            ask,
            ComposerQuestion::Kinds(_) | ComposerQuestion::Cells(_) | ComposerQuestion::Row(..)
        );
        if !is_asked || !self.composer.game.is_setting_up() {
            return None;
        }
        let of = |what: PlanAction, label: &str| {
            let label = self.composer.locale.text(label, &[]);
            key(&button(what), label, ButtonStyle::Plain)
        };
        Some(ActionRow::Buttons(vec![
            of(PlanAction::Queue(shown.game), "key-queue-several"),
            of(PlanAction::Random(shown), "key-random"),
        ]))
    }

    /// The buttons of the bottom row, as many as fit: Back first, or Close where there is no Back.
    pub(crate) fn few_ways_out(&mut self, room: usize) -> Vec<Button> {
        let mut keys = Vec::new();
        if self.back.is_some() {
            keys.push(self.back_key());
        }
        keys.push(self.close_key());
        keys.push(self.type_key());
        keys.truncate(room);
        for key in &mut keys {
            // Beside buttons with two characters each there is no room for words.
            if key.emoji.is_some() {
                key.label.clear();
            }
        }
        keys
    }

    /// Special buttons: placing instead, special steps, leaving a group, losing on purpose.
    fn specials(&mut self, ask: &ComposerQuestion) -> Vec<Button> {
        let composer = self.composer;
        let locale = composer.locale;
        let mut keys = Vec::new();
        if let ComposerQuestion::Warn(_) = ask {
            let label = locale.text("key-loses", &[]);
            let state = self.state().at(ComposerView::Warned);
            let mut key = self.key(Tap::Go(state), label);
            key.emoji = Some("⚠️");
            key.style = ButtonStyle::Danger;
            return vec![key];
        }
        if let ComposerQuestion::Confirm(_) = ask {
            let leave = self.reach.offer.choices.iter();
            let leave = leave.clone().find(|choice| choice.step == Step::Leave);
            if let Some(choice) = leave.cloned() {
                let count = left(&choice.effects);
                let label = locale.text("key-leave", &[("count", count.into())]);
                let mut key = self.step_key(&choice, label);
                key.emoji = Some("🚫");
                keys.push(key);
            }
            return keys;
        }
        if !has_special_row(self.reach) {
            return keys;
        }
        let choices = self.reach.offer.choices.clone();
        if choices.iter().any(|choice| choice.role == Role::Kind) {
            let name = if matches!(ask, ComposerQuestion::Fork) {
                "key-place"
            } else {
                "key-place-instead"
            };
            let label = locale.text(name, &[]);
            let mut key = self.key(Tap::Go(self.state().at(ComposerView::Instead)), label);
            key.emoji = Some("✋");
            keys.push(key);
        }
        for choice in choices.iter().filter(|choice| choice.role == Role::Special) {
            let (name, emoji) = match choice.step {
                Step::SendBack => ("key-send-back", "❗"),
                _ => ("key-pass", "⏭️"),
            };
            let label = locale.text(name, &[]);
            let mut key = self.step_key(choice, label);
            key.emoji = Some(emoji);
            keys.push(key);
        }
        keys.extend(self.again_key(ask, &choices));
        keys
    }

    /// The piece that has just moved, if it can move again and is not shown with its targets anyway.
    fn again_key(&mut self, ask: &ComposerQuestion, choices: &[Choice]) -> Option<Button> {
        let &Step::Cell(moved) = self.reach.steps.last()? else {
            return None;
        };
        let is_listed = matches!(ask, ComposerQuestion::Cells(_) | ComposerQuestion::Row(..));
        let can_move =
            |choice: &&Choice| choice.role == Role::Mover && choice.step == Step::Cell(moved);
        let choice = choices.iter().find(can_move).filter(|_| is_listed)?;
        let mut steps = self.reach.steps.clone();
        steps.push(choice.step);
        let name = self.composer.name(moved);
        let label = self
            .composer
            .locale
            .text("key-again", &[("cell", name.into())]);
        Some(self.key(Tap::Also(ComposerState::new(steps)), label))
    }

    pub(crate) fn back_key(&mut self) -> Button {
        let mut key = match self.back.clone() {
            Some(state) => self.key(Tap::Back(state), String::new()),
            None => self.blank(String::new()),
        };
        key.emoji = Some("↩️");
        key
    }

    fn close_key(&mut self) -> Button {
        let mut key = if self.composer.is_touch_move() {
            let label = self.composer.locale.text("key-close", &[]);
            self.key(Tap::Aside, label)
        } else {
            self.key(Tap::Close, String::new())
        };
        key.emoji = Some("✖️");
        key
    }

    fn type_key(&mut self) -> Button {
        let mut key = self.key(Tap::Type, String::new());
        key.emoji = Some("⌨️");
        key
    }

    /// The second tap, which makes a step final; with a text if there is room.
    fn touch_key(&mut self, has_room: bool) -> Button {
        let composer = self.composer;
        let mut steps = self.reach.steps.clone();
        steps.extend(self.reach.pending);
        let label = if has_room {
            composer.take(self.reach)
        } else {
            let board = composer.game.board();
            let step = self.reach.pending.map(|step| step.write(board));
            step.unwrap_or_default()
        };
        let mut key = self.key(Tap::Touch(ComposerState::new(steps)), label);
        key.emoji = Some("✔️");
        key.style = ButtonStyle::Good;
        key
    }
}

/// How many pieces are left on the board.
fn left(effects: &[Effect]) -> usize {
    let left = effects.iter().find_map(|effect| match effect {
        Effect::Leaves(group) => Some(group.len()),
        _ => None,
    });
    left.unwrap_or(0)
}
