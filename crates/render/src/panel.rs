//! What surrounds the board: a bar for each player, the stock, and a sentence.

use super::board::{Appearance, StockCount};
use super::font::{drawable, fitted, width};
use super::layout::{BAR, Layout};
use super::scene::{Anchor, Figure, Outline, Shape, point};
use super::theme::Ink;
use super::{ResultMark, View};
use hexpost_engine::side::Side;

// Sizes for a picture 1000 pixels wide.
pub(super) const MARGIN: f32 = 22.0;
const NAME_SIZE: f32 = 42.0;
pub(super) const TOKEN: f32 = 48.0;
pub(super) const COUNT_SIZE: f32 = 35.0;
const STEP: f32 = 126.0;

/// The bars of both players, the stock and the banner.
pub(super) fn corners<P: Appearance>(view: &View, position: &P, layout: &Layout) -> Vec<Figure> {
    let bottom = if view.is_flipped {
        Side::Second
    } else {
        Side::First
    };
    let bar = BAR * layout.scale;
    let mut figures = player(
        view,
        position,
        layout,
        bottom,
        layout.height as f32 - bar / 2.0,
    );
    figures.extend(player(view, position, layout, !bottom, bar / 2.0));
    figures.extend(stock::<P>(view, layout, &position.stock()));
    figures.extend(banner(view, layout));
    figures.extend(turn_number(view, layout));
    figures
}

/// The number of the turn, in the corner below the name of the upper player.
fn turn_number(view: &View, layout: &Layout) -> Option<Figure> {
    let (turn, last) = view.turn?;
    let scale = layout.scale;
    let size = 34.0 * scale;
    let number = Outline::Text {
        at: point(0.0, 0.0),
        anchor: Anchor::Start,
        size,
        text: format!("{turn} / {last}"),
    };
    let at = (
        (MARGIN * scale).round() as i32,
        ((BAR + MARGIN) * scale + size / 2.0).round() as i32,
    );
    let shape = Shape::new(number, Ink::TextSoft);
    Some(Figure::new("turn", at, vec![shape]))
}

/// A player's bar: the name on the left, the tallies on the right.
fn player<P: Appearance>(
    view: &View,
    position: &P,
    layout: &Layout,
    side: Side,
    middle: f32,
) -> Vec<Figure> {
    let scale = layout.scale;
    let middle = middle.round() as i32;
    let left = (MARGIN * scale).round() as i32;
    let is_to_move = view.result.is_none() && position.to_move() == side;
    let has_won = view.result == Some(ResultMark::Win(side));
    let mut figures = Vec::new();
    if is_to_move || has_won {
        let end = point(layout.width as f32 - 1.0, 0.0);
        let plate = Shape::bar(point(0.0, 0.0), end, BAR * scale - 2.0, Ink::Plate);
        figures.push(Figure::new("bar", (0, middle), vec![plate]));
    }
    let mark = NAME_SIZE * scale * 0.40;
    let mut name_left = 0.0;
    if is_to_move {
        // A triangle like a play button marks the player to move.
        let triangle = Outline::Polygon(vec![
            point(0.0, -mark),
            point(mark * 1.55, 0.0),
            point(0.0, mark),
        ]);
        let shape = Shape::new(triangle, Ink::Last);
        figures.push(Figure::new("to move", (left, middle), vec![shape]));
        name_left = NAME_SIZE * scale * 0.95;
    } else if has_won {
        let star = Shape::star(point(mark, 0.0), 5, mark * 1.2, mark * 0.5, Ink::Last);
        figures.push(Figure::new("winner", (left, middle), vec![star]));
        name_left = NAME_SIZE * scale * 1.1;
    }
    let tallies = position.tallies(side);
    let room = tallies.len() as f32 * STEP * scale;
    let widest = layout.width as f32 - room - 2.2 * MARGIN * scale - name_left;
    let text = fitted(&view.names[side], NAME_SIZE * scale, widest);
    let is_over = view.result.is_some() && !has_won;
    let ink = if is_over { Ink::TextSoft } else { Ink::Text };
    if !text.is_empty() {
        let name = Outline::Text {
            at: point(name_left, 0.0),
            anchor: Anchor::Start,
            size: NAME_SIZE * scale,
            text,
        };
        figures.push(Figure::new(
            "player",
            (left, middle),
            vec![Shape::new(name, ink)],
        ));
    }
    for (index, tally) in tallies.iter().enumerate() {
        let x = layout.width as f32 - room + (index as f32 * STEP + TOKEN * 0.5) * scale;
        figures.extend(counted::<P>(layout, tally, (x.round() as i32, middle)));
    }
    figures
}

/// A tally: a token with its count to the right.
fn counted<P: Appearance>(layout: &Layout, tally: &StockCount, at: (i32, i32)) -> Vec<Figure> {
    let scale = layout.scale;
    let many = tally.kinds.len();
    let text = tally.text();
    let size = COUNT_SIZE * scale;
    let wide = width(&text, size);
    let reach = if many == 1 { 0.5 } else { 0.68 };
    let dx = (TOKEN * reach + 7.0) * scale + wide / 2.0;
    let mut count = Vec::new();
    let ink = match (tally.is_alarming, tally.is_winning) {
        (true, _) => Some((Ink::Danger, Ink::OnDanger)),
        (_, true) => Some((Ink::Chosen, Ink::OnChosen)),
        _ => None,
    };
    if let Some((back, _)) = ink {
        let half = wide / 2.0 + 5.0 * scale;
        let ends = (point(-half, 0.0), point(half, 0.0));
        count.push(Shape::bar(ends.0, ends.1, size * 1.12, back));
    }
    let front = ink.map_or(Ink::Text, |(_, front)| front);
    count.push(Shape::text(point(0.0, 0.0), size, text, front));
    vec![
        token::<P>(layout, tally, at),
        Figure::new("count", (at.0 + dx.round() as i32, at.1), count),
    ]
}

/// The token of a tally; several kinds are drawn smaller and side by side.
pub(super) fn token<P: Appearance>(layout: &Layout, tally: &StockCount, at: (i32, i32)) -> Figure {
    let scale = layout.scale;
    let unit = TOKEN * scale / 0.86;
    let mut shapes = Vec::new();
    for (index, &kind) in tally.kinds.iter().enumerate() {
        let (size, dx) = if tally.kinds.len() == 1 {
            (1.0, 0.0)
        } else {
            (0.56, (index as f32 * 0.32 - 0.26) * TOKEN * scale)
        };
        let token = P::token(Some(kind), tally.side, unit);
        shapes.extend(token.into_iter().map(|shape| shape.placed(dx, 0.0, size)));
    }
    Figure::new("token", at, shapes)
}

impl StockCount {
    /// The count and, if there is one, the goal.
    pub(super) fn text(&self) -> String {
        match self.goal {
            Some(goal) => format!("{}/{goal}", self.count),
            None => self.count.to_string(),
        }
    }
}

/// The stock, in the corner below the upper bar.
fn stock<P: Appearance>(view: &View, layout: &Layout, stock: &[StockCount]) -> Vec<Figure> {
    let scale = layout.scale;
    let mut figures = Vec::new();
    if stock.is_empty() {
        return figures;
    }
    let step = STEP * 0.8 * scale;
    let right = layout.width as f32 - MARGIN * 0.5 * scale;
    let width = stock.len() as f32 * step + 4.0 * scale;
    let height = (TOKEN + 20.0) * scale;
    let middle = (BAR * scale + MARGIN * 0.5 * scale + height / 2.0).round() as i32;
    let plate = Shape::bar(point(-width, 0.0), point(0.0, 0.0), height, Ink::Plate);
    let corner = (right.round() as i32, middle);
    figures.push(Figure::new("stock", corner, vec![plate]));
    if let Some(caption) = &view.stock {
        let size = 30.0 * scale;
        let caption = Outline::Text {
            at: point(0.0, height / 2.0 + size * 0.66),
            anchor: Anchor::End,
            size,
            text: fitted(caption, size, width),
        };
        let shape = Shape::new(caption, Ink::TextSoft);
        figures.push(Figure::new("caption", corner, vec![shape]));
    }
    for (index, tally) in stock.iter().enumerate() {
        let x = right - width + (TOKEN * 0.5 + 12.0) * scale + index as f32 * step;
        figures.extend(counted::<P>(layout, tally, (x.round() as i32, middle)));
    }
    figures
}

/// The banner, in the corner above the lower bar, broken into lines.
fn banner(view: &View, layout: &Layout) -> Vec<Figure> {
    let scale = layout.scale;
    let Some(text) = &view.banner else {
        return Vec::new();
    };
    let size = 34.0 * scale;
    let lines = wrapped(text, size, 300.0 * scale, 3);
    let right = (layout.width as f32 - MARGIN * scale).round() as i32;
    let bottom = layout.height as f32 - (BAR + 8.0) * scale;
    let count = lines.len();
    lines
        .into_iter()
        .enumerate()
        .map(|(index, text)| {
            let up = (count - index) as f32 * size * 1.16 - size * 0.58;
            let form = Outline::Text {
                at: point(0.0, 0.0),
                anchor: Anchor::End,
                size,
                text,
            };
            let at = (right, (bottom - up).round() as i32);
            Figure::new("banner", at, vec![Shape::new(form, Ink::Text)])
        })
        .collect()
}

/// The banner at the bottom of a cropped board.
pub(super) fn cropped_banner(view: &View, layout: &Layout) -> Vec<Figure> {
    let scale = layout.scale;
    let Some(text) = &view.banner else {
        return Vec::new();
    };
    let (wide, size) = (layout.width as f32, 36.0 * scale);
    let height = (size * 1.5).round();
    let text = fitted(text, size, wide - 4.0 * MARGIN * scale);
    if text.is_empty() {
        return Vec::new();
    }
    let half = width(&text, size) / 2.0 + MARGIN * scale;
    let at = (
        (wide / 2.0).round() as i32,
        (layout.height as f32 - height / 2.0 - 4.0) as i32,
    );
    let plate = Shape::bar(point(-half, 0.0), point(half, 0.0), height, Ink::Plate);
    let text = Shape::text(point(0.0, 0.0), size, text, Ink::Text);
    vec![Figure::new("card", at, vec![plate, text])]
}

/// Breaks a text into at most `max_lines` lines and shortens the last one if there would be more.
pub(super) fn wrapped(text: &str, size: f32, widest: f32, max_lines: usize) -> Vec<String> {
    let text = drawable(text);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace().take(60) {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= widest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > max_lines {
        let rest = lines.split_off(max_lines - 1).join(" ");
        lines.push(rest);
    }
    lines
        .into_iter()
        .map(|line| fitted(&line, size, widest))
        .filter(|line| !line.is_empty())
        .collect()
}
