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
    ) -> Vec<ActionRow> {
        let special = self.specials(ask);
        if !special.is_empty() {
            rows.push(ActionRow::Buttons(special));
        }
        let ComposerQuestion::Confirm(_) = ask else {
            if rows.len() < MAX_ROWS - 1 {
                rows.extend(self.queue_row(ask));
            }
            let ways_out = self.ways_out(true);
            rows.push(ActionRow::Buttons(ways_out));
            return rows;
        };
        // Confirm comes fourth, where no other screen has a button: a double tap can't hit it.
        let mut bottom = self.ways_out(false);
        let steps = self.reach.steps.clone();
        // The label makes clear that no turn is made in a game.
        let label = match self.composer.table {
            ComposerTarget::Game(_) | ComposerTarget::Lesson(_) | ComposerTarget::Puzzle(..) => {
                "key-confirm"
            }
            ComposerTarget::Analysis(..) => "key-confirm-try",
        };
        let label = self.composer.locale.text(label, &[]);
        let mut key = self.key(Tap::Play(steps), label);
        key.emoji = Some("✅");
        key.style = ButtonStyle::Good;
        bottom.push(key);
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

    /// Back, Close and Type, in this order; with words if there is room. They have the bottom row for
    /// themselves wherever the choices leave it to them.
    pub(crate) fn ways_out(&mut self, has_room: bool) -> Vec<Button> {
        let back = match self.back.clone() {
            Some(state) => self.key(Tap::Back(state), String::new()),
            None => self.blank(String::new()),
        };
        let close = self.key(Tap::Close, String::new());
        let typed = self.key(Tap::Type, String::new());
        let named = [
            (back, "↩️", "key-back"),
            (close, "✖️", "key-close"),
            (typed, "⌨️", "key-type"),
        ];
        let labelled = |(mut key, emoji, name): (Button, &'static str, &str)| {
            key.emoji = Some(emoji);
            if has_room {
                key.label = self.composer.locale.text(name, &[]);
            }
            key
        };
        named.into_iter().map(labelled).collect()
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
}

/// How many pieces are left on the board.
fn left(effects: &[Effect]) -> usize {
    let left = effects.iter().find_map(|effect| match effect {
        Effect::Leaves(group) => Some(group.len()),
        _ => None,
    });
    left.unwrap_or(0)
}
