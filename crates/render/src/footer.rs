//! The area below a cropped board: a question, or, for a turn that awaits confirmation, the counts that
//! the turn changes, before and after, and a sentence.

use super::View;
use super::board::{Appearance, Counts, StockCount};
use super::font::{fitted, width};
use super::layout::Layout;
use super::panel::{COUNT_SIZE, MARGIN, TOKEN, token, wrapped};
use super::scene::{Anchor, Figure, Outline, Shape, point};
use super::theme::Ink;
use hexpost_engine::side::Side;

// Sizes for a picture 1000 pixels wide.
const LINE: f32 = 62.0;
const SENTENCE: f32 = 36.0;
const SENTENCE_LINE: f32 = 46.0;
const QUESTION: f32 = 44.0;
const QUESTION_LINE: f32 = 54.0;
/// The width of the narrowest cropped board.
const MIN_WIDTH: f32 = 700.0;

/// The counts of one player or of the pool that a turn changes.
pub(super) struct Change {
    /// The player; `None` for the pool.
    of: Option<Side>,
    /// Each count before the turn, with the tally after it.
    tallies: Vec<(u8, StockCount)>,
}

/// The counts that differ between two positions.
pub(super) fn changes(before: &Counts, after: &Counts) -> Vec<Change> {
    let groups = [
        (None, &before.pool, &after.pool),
        (Some(Side::First), &before.sides.first, &after.sides.first),
        (
            Some(Side::Second),
            &before.sides.second,
            &after.sides.second,
        ),
    ];
    groups
        .into_iter()
        .map(|(of, before, after)| {
            // A combined count of several kinds follows from the single ones.
            let pairs = before.iter().zip(after);
            let differs = |(before, after): &(&StockCount, &StockCount)| {
                before.count != after.count && after.kinds.len() == 1
            };
            let pairs = pairs.filter(differs);
            let tallies = pairs.map(|(before, after)| (before.count, after.clone()));
            let tallies = tallies.collect();
            Change { of, tallies }
        })
        .filter(|change| !change.tallies.is_empty())
        .collect()
}

/// The height needed for the changes and the sentence, in a picture 1000 pixels wide.
pub(super) fn height(view: &View, changes: &[Change]) -> f32 {
    let lines = sentence(view, MIN_WIDTH).len();
    changes.len() as f32 * LINE + lines as f32 * SENTENCE_LINE
}

/// The banner, broken into lines.
fn sentence(view: &View, widest: f32) -> Vec<String> {
    let text = view.banner.as_deref().unwrap_or_default();
    wrapped(text, SENTENCE, widest, 2)
}

/// The question, broken into lines.
fn question_lines(view: &View) -> Vec<String> {
    let text = view.question.as_deref().unwrap_or_default();
    wrapped(text, QUESTION, MIN_WIDTH, 2)
}

/// The height needed for the question, in a picture 1000 pixels wide.
pub(super) fn question_height(view: &View) -> f32 {
    question_lines(view).len() as f32 * QUESTION_LINE
}

/// Draws the question.
pub(super) fn question(view: &View, layout: &Layout) -> Vec<Figure> {
    let scale = layout.scale;
    let top = layout.height as f32 - (question_height(view) + MARGIN * 0.5) * scale;
    let line = |(index, text): (usize, String)| {
        let down = (index as f32 + 0.5) * QUESTION_LINE * scale;
        let at = (layout.width.div_ceil(2) as i32, (top + down).round() as i32);
        let shape = Shape::text(point(0.0, 0.0), QUESTION * scale, text, Ink::Text);
        Figure::new("question", at, vec![shape])
    };
    question_lines(view)
        .into_iter()
        .enumerate()
        .map(line)
        .collect()
}

/// Draws the changes, one line per player, and the sentence below them.
pub(super) fn foot<P: Appearance>(view: &View, layout: &Layout, changes: &[Change]) -> Vec<Figure> {
    let scale = layout.scale;
    let mut figures = Vec::new();
    let mut top = layout.height as f32 - (height(view, changes) + MARGIN * 0.5) * scale;
    for change in changes {
        let middle = (top + LINE * scale / 2.0).round() as i32;
        figures.extend(line::<P>(view, layout, change, middle));
        top += LINE * scale;
    }
    for text in sentence(view, MIN_WIDTH) {
        let middle = (top + SENTENCE_LINE * scale / 2.0).round() as i32;
        let at = (layout.width.div_ceil(2) as i32, middle);
        let shape = Shape::text(point(0.0, 0.0), SENTENCE * scale, text, Ink::Text);
        figures.push(Figure::new("banner", at, vec![shape]));
        top += SENTENCE_LINE * scale;
    }
    figures
}

/// Draws the owner of some counts, and each count before and after.
fn line<P: Appearance>(view: &View, layout: &Layout, change: &Change, middle: i32) -> Vec<Figure> {
    let scale = layout.scale;
    let size = COUNT_SIZE * scale;
    let gap = 12.0 * scale;
    let words: Vec<String> = change
        .tallies
        .iter()
        .map(|(before, tally)| format!("{before} → {}", tally.text()))
        .collect();
    let item = |text: &String| TOKEN * scale + gap + width(text, size) + 2.2 * gap;
    let items: f32 = words.iter().map(item).sum();
    let whose = change
        .of
        .map_or(view.stock.as_ref(), |side| Some(&view.names[side]));
    let room = layout.width as f32 - 2.0 * MARGIN * scale - items;
    let whose = whose.map_or_else(String::new, |text| fitted(text, size, room));
    let wide = width(&whose, size) + items;
    let mut left = (layout.width as f32 - wide) / 2.0 + gap;
    let mut figures = Vec::new();
    let write = |left: f32, text: String, ink: Ink| {
        let (at, anchor) = (point(0.0, 0.0), Anchor::Start);
        let form = Outline::Text {
            at,
            anchor,
            size,
            text,
        };
        Figure::new(
            "change",
            (left.round() as i32, middle),
            vec![Shape::new(form, ink)],
        )
    };
    if !whose.is_empty() {
        left += width(&whose, size);
        figures.push(write(
            left - width(&whose, size) - gap,
            whose,
            Ink::TextSoft,
        ));
        left += gap;
    }
    for ((_, tally), text) in change.tallies.iter().zip(words) {
        let step = item(&text);
        let at = ((left + TOKEN * scale / 2.0).round() as i32, middle);
        figures.push(token::<P>(layout, tally, at));
        figures.push(write(left + TOKEN * scale + gap, text, Ink::Text));
        left += step;
    }
    figures
}
