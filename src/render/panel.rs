//! The corners: who plays, what they have, what is in stock, and a sentence.

use super::View;
use super::board::{Look, Tally};
use super::font::fitted;
use super::layout::Layout;
use super::scene::{Anchor, Figure, Form, Shape, point};
use super::theme::Ink;
use crate::engine::side::Side;

/// Sizes for a picture of 1000 pixels.
const MARGIN: f32 = 22.0;
const NAME_SIZE: f32 = 38.0;
const NAME_WIDTH: f32 = 370.0;
const TOKEN: f32 = 40.0;
const COUNT_SIZE: f32 = 28.0;
const STEP: f32 = 60.0;

pub(super) fn corners<P: Look>(view: &View, position: &P, layout: &Layout) -> Vec<Figure> {
    let bottom = if view.is_flipped {
        Side::Second
    } else {
        Side::First
    };
    let mut figures = player(view, position, layout, bottom, true);
    figures.extend(player(view, position, layout, !bottom, false));
    figures.extend(stock::<P>(layout, &position.stock()));
    figures.extend(banner(view, layout));
    figures
}

/// A player's corner on the left: name, and below or above it the tallies.
fn player<P: Look>(
    view: &View,
    position: &P,
    layout: &Layout,
    side: Side,
    is_bottom: bool,
) -> Vec<Figure> {
    let scale = layout.scale;
    let height = layout.height as f32;
    let row = |from_edge: f32| {
        let y = if is_bottom {
            height - from_edge * scale
        } else {
            from_edge * scale
        };
        y.round() as i32
    };
    let left = (MARGIN * scale).round() as i32;
    let is_to_move = view.ending.is_none() && position.to_move() == side;
    let has_won = view.ending == Some(Some(side));
    let mut figures = Vec::new();
    let mut text_left = 0.0;
    let name_row = row(MARGIN + NAME_SIZE * 0.5);
    let mark = NAME_SIZE * scale * 0.42;
    if is_to_move {
        // A play sign: this player is to move.
        let sign = Form::Polygon(vec![
            point(0.0, -mark),
            point(mark * 1.55, 0.0),
            point(0.0, mark),
        ]);
        figures.push(Figure::new(
            "to move",
            (left, name_row),
            vec![Shape::new(sign, Ink::Last)],
        ));
        text_left = NAME_SIZE * scale;
    } else if has_won {
        let star = Shape::star(point(mark, 0.0), 5, mark * 1.2, mark * 0.5, Ink::Last);
        figures.push(Figure::new("winner", (left, name_row), vec![star]));
        text_left = NAME_SIZE * scale * 1.1;
    }
    let widest = NAME_WIDTH * scale - text_left;
    let text = fitted(&view.names[side], NAME_SIZE * scale, widest);
    let ink = if is_to_move || has_won || view.ending.is_none() {
        Ink::Text
    } else {
        Ink::TextSoft
    };
    if !text.is_empty() {
        let name = Form::Text {
            at: point(text_left, 0.0),
            anchor: Anchor::Start,
            size: NAME_SIZE * scale,
            text,
        };
        figures.push(Figure::new(
            "player",
            (left, name_row),
            vec![Shape::new(name, ink)],
        ));
    }
    let tallies = position.tallies(side);
    let first = MARGIN + NAME_SIZE + 10.0 + TOKEN * 0.5;
    for (index, tally) in tallies.iter().enumerate() {
        let x = (MARGIN + TOKEN * 0.5 + index as f32 * STEP) * scale;
        let at = (x.round() as i32, row(first));
        figures.extend(counted::<P>(layout, tally, at, is_bottom));
    }
    figures
}

/// A token with its count towards the board's side.
fn counted<P: Look>(
    layout: &Layout,
    tally: &Tally,
    at: (i32, i32),
    is_bottom: bool,
) -> Vec<Figure> {
    let scale = layout.scale;
    let unit = TOKEN * scale / 0.86;
    let many = tally.kinds.len();
    let mut shapes = Vec::new();
    for (index, &kind) in tally.kinds.iter().enumerate() {
        let (size, dx) = if many == 1 {
            (1.0, 0.0)
        } else {
            (
                0.62,
                (index as f32 - (many as f32 - 1.0) / 2.0) * TOKEN * scale * 0.36,
            )
        };
        let token = P::token(Some(kind), tally.side, unit);
        shapes.extend(token.into_iter().map(|shape| shape.placed(dx, 0.0, size)));
    }
    let text = match tally.goal {
        Some(goal) => format!("{}/{goal}", tally.count),
        None => tally.count.to_string(),
    };
    let below = if is_bottom { -1.0 } else { 1.0 };
    let dy = (TOKEN * 0.5 + COUNT_SIZE * 0.62) * scale * below;
    let count_at = (at.0, at.1 + dy.round() as i32);
    let size = COUNT_SIZE * scale;
    let mut count = Vec::new();
    let ink = if tally.is_alarming || tally.is_winning {
        let (back, front) = if tally.is_alarming {
            (Ink::Danger, Ink::OnDanger)
        } else {
            (Ink::Chosen, Ink::OnChosen)
        };
        let half = size * 0.62_f32.max(text.len() as f32 * 0.34);
        count.push(Shape::bar(
            point(-half, 0.0),
            point(half, 0.0),
            size * 1.08,
            back,
        ));
        front
    } else {
        Ink::Text
    };
    count.push(Shape::text(point(0.0, 0.0), size, text, ink));
    vec![
        Figure::new("token", at, shapes),
        Figure::new("count", count_at, count),
    ]
}

/// What is in stock, in the corner at the top right.
fn stock<P: Look>(layout: &Layout, stock: &[Tally]) -> Vec<Figure> {
    let scale = layout.scale;
    let mut figures = Vec::new();
    if stock.is_empty() {
        return figures;
    }
    let right = layout.width as f32 - MARGIN * scale;
    let top = MARGIN * scale;
    let width = (stock.len() as f32 * STEP + 8.0) * scale;
    let height = (TOKEN + COUNT_SIZE * 1.3 + 20.0) * scale;
    let plate = Shape::bar(
        point(-width, height / 2.0),
        point(0.0, height / 2.0),
        height,
        Ink::Plate,
    );
    let corner = (right.round() as i32, top.round() as i32);
    figures.push(Figure::new("stock", corner, vec![plate]));
    for (index, tally) in stock.iter().enumerate() {
        let x = right - width + (STEP * 0.5 + 4.0 + index as f32 * STEP) * scale;
        let at = (
            x.round() as i32,
            (top + (TOKEN * 0.5 + 8.0) * scale).round() as i32,
        );
        figures.extend(counted::<P>(layout, tally, at, false));
    }
    figures
}

/// A sentence in the corner at the bottom right, broken into lines that fit.
fn banner(view: &View, layout: &Layout) -> Vec<Figure> {
    let scale = layout.scale;
    let Some(text) = &view.banner else {
        return Vec::new();
    };
    let size = 32.0 * scale;
    let widest = 290.0 * scale;
    let lines = broken(text, size, widest, 3);
    let right = (layout.width as f32 - MARGIN * scale).round() as i32;
    let count = lines.len();
    lines
        .into_iter()
        .enumerate()
        .map(|(index, text)| {
            let up = (count - index) as f32 * size * 1.18 - size * 0.6;
            let y = layout.height as f32 - MARGIN * scale - up;
            let form = Form::Text {
                at: point(0.0, 0.0),
                anchor: Anchor::End,
                size,
                text,
            };
            let shape = Shape::new(form, Ink::Text);
            Figure::new("banner", (right, y.round() as i32), vec![shape])
        })
        .collect()
}

/// A text as lines, the last one shortened if there are too many.
fn broken(text: &str, size: f32, widest: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace().take(60) {
        let longer = match lines.last() {
            Some(line) => format!("{line} {word}"),
            None => word.to_owned(),
        };
        let fits = super::font::width(&longer, size) <= widest;
        match lines.last_mut() {
            Some(line) if fits => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(rest);
    }
    lines
        .into_iter()
        .map(|line| fitted(&line, size, widest))
        .filter(|line| !line.is_empty())
        .collect()
}
