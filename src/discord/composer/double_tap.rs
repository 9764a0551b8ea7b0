//! Double taps. Confirm is fourth in the bottom row, where hardly any screen has a button that leads to
//! it: only a list of rings that fills the bottom row does. And a message that isn't the last one in its
//! channel keeps its top when it gets fewer rows. In both cases Confirm may come to lie where the tapped
//! button was.

use std::ops::Range;

use hexpost_engine::steps::Step;

use crate::discord::composer::builder::{Screen, ScreenKind};
use crate::discord::composer::labels::width;
use crate::discord::composer::turn::Composer;
use crate::discord::custom_id::{ComposerState, ComposerView, CustomId, Tap};
use crate::discord::view::message::{ActionRow, Button};

/// The distance between two buttons and the width of their edges, in characters.
const BETWEEN: usize = 4;

/// Where a button is.
struct Spot {
    /// The number of rows above it.
    above: usize,
    /// The number of rows below it.
    below: usize,
    /// The characters of its row that it covers.
    across: Range<usize>,
}

impl Composer<'_> {
    /// Did the button that led to this screen lie where the screen has Confirm, whether the message keeps
    /// its top or its bottom?
    pub fn lies_under_confirm(&self, tap: &Tap, screen: &Screen) -> bool {
        if screen.form != ScreenKind::Confirm {
            return false;
        }
        let is_confirm = |key: &Button| {
            let id = CustomId::read(&key.id);
            matches!(id, Some(CustomId::Compose(_, Tap::Play(_))))
        };
        let Some(confirm) = spot(&screen.reply.rows, is_confirm) else {
            return false;
        };
        let id = CustomId::Compose(self.table, tap.clone()).write();
        self.screens_before(&screen.state).iter().any(|before| {
            let pressed = spot(&before.reply.rows, |key| key.id == id);
            pressed.is_some_and(|pressed| overlaps(&pressed, &confirm))
        })
    }

    /// The screens from which one tap can lead to a complete turn.
    fn screens_before(&self, state: &ComposerState) -> Vec<Screen> {
        // Also where Back is impossible, because the steps are final.
        let mut composer = self.clone();
        composer.touched = 0;
        let mut states = Vec::new();
        if state.place == ComposerView::Warned {
            states.push(state.at(ComposerView::Start));
        }
        let back = composer
            .reach(state)
            .and_then(|reach| composer.back(&reach));
        if let Ok(Some(back)) = back {
            if let Some(&Step::Cell(cell)) = state.steps.get(back.steps.len()) {
                let column = self.game.board().name(cell).column();
                states.push(back.at(ComposerView::Column(column)));
            }
            states.push(back);
        }
        let screens = states.iter().map(|state| composer.screen(state));
        screens.filter_map(Result::ok).collect()
    }
}

/// The place of a button on a screen.
fn spot(rows: &[ActionRow], is_meant: impl Fn(&Button) -> bool) -> Option<Spot> {
    for (index, row) in rows.iter().enumerate() {
        let ActionRow::Buttons(keys) = row else {
            continue;
        };
        let mut left = 0;
        for key in keys {
            let right = left + width(&key.label) + key.emoji.map_or(0, |_| 2);
            if is_meant(key) {
                return Some(Spot {
                    above: index,
                    below: rows.len() - index - 1,
                    across: left..right,
                });
            }
            left = right + BETWEEN;
        }
    }
    None
}

fn overlaps(one: &Spot, other: &Spot) -> bool {
    let is_same_row = one.above == other.above || one.below == other.below;
    let (one, other) = (&one.across, &other.across);
    is_same_row && one.start < other.end && other.start < one.end
}
