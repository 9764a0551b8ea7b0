//! A sheet: text and blocks of a table, and the heading that all tables share.

use super::font::{fitted, width};
use super::scene::{Anchor, Figure, Outline, Scene, Shape, point};
use super::theme::Ink;

/// The width of a sheet. On a phone it is shrunk to about 380 pixels.
pub(super) const WIDTH: f32 = 1000.0;
/// The space at the edges.
pub(super) const MARGIN: f32 = 26.0;

/// The title of a table, and what is written below it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The tournament's name.
    pub title: String,
    /// How it stands, such as "Round 3 of 5".
    pub subtitle: String,
}

/// A drawing in progress.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    ground: Vec<Figure>,
    figures: Vec<Figure>,
}

/// Where a text is written: its point, alignment and size.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellPosition {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) anchor: Anchor,
    pub(super) size: f32,
}

/// Makes a spot.
pub(super) const fn spot(x: f32, y: f32, anchor: Anchor, size: f32) -> CellPosition {
    CellPosition { x, y, anchor, size }
}

const fn whole(x: f32, y: f32) -> (i32, i32) {
    (x.round() as i32, y.round() as i32)
}

impl Sheet {
    /// Writes a text that is known to fit.
    pub(super) fn text(&mut self, at: CellPosition, text: impl Into<String>, ink: Ink) {
        let text = text.into();
        if text.is_empty() {
            return;
        }
        let form = Outline::Text {
            at: point(0.0, 0.0),
            anchor: at.anchor,
            size: at.size,
            text,
        };
        let figure = Figure::new("text", whole(at.x, at.y), vec![Shape::new(form, ink)]);
        self.figures.push(figure);
    }

    /// Writes a text, shortened to this width. Returns how wide it is.
    pub(super) fn fit(&mut self, at: CellPosition, text: &str, widest: f32, ink: Ink) -> f32 {
        let text = fitted(text, at.size, widest);
        let wide = width(&text, at.size);
        self.text(at, text, ink);
        wide
    }

    /// Fills a rectangle around a point, below everything else.
    pub(super) fn block(&mut self, middle: (f32, f32), wide: f32, high: f32, ink: Ink) {
        let (from, to) = (point(-wide / 2.0, 0.0), point(wide / 2.0, 0.0));
        let shape = Shape::bar(from, to, high, ink);
        let figure = Figure::new("block", whole(middle.0, middle.1), vec![shape]);
        self.ground.push(figure);
    }

    /// Fills a rectangle with round corners around a point.
    pub(super) fn chip(&mut self, middle: (f32, f32), wide: f32, high: f32, ink: Ink) {
        let radius = (high / 4.0).min(wide / 2.0).min(14.0);
        let shape = rounded(wide, high, radius, ink);
        let figure = Figure::new("chip", whole(middle.0, middle.1), vec![shape]);
        self.ground.push(figure);
    }

    /// Draws a polygon around a point.
    pub(super) fn polygon(&mut self, middle: (f32, f32), corners: &[(f32, f32)], ink: Ink) {
        let corners = corners.iter().map(|&(x, y)| point(x, y)).collect();
        let shape = Shape::new(Outline::Polygon(corners), ink);
        let figure = Figure::new("mark", whole(middle.0, middle.1), vec![shape]);
        self.figures.push(figure);
    }

    /// Draws a disc.
    pub(super) fn disc(&mut self, middle: (f32, f32), radius: f32, ink: Ink) {
        let shape = Shape::disc(radius, ink);
        let figure = Figure::new("mark", whole(middle.0, middle.1), vec![shape]);
        self.figures.push(figure);
    }

    /// Draws a star.
    pub(super) fn star(&mut self, middle: (f32, f32), radius: f32, ink: Ink) {
        let shape = Shape::star(point(0.0, 0.0), 5, radius, radius * 0.45, ink);
        let figure = Figure::new("mark", whole(middle.0, middle.1), vec![shape]);
        self.figures.push(figure);
    }

    /// Writes the heading. Returns where the table begins.
    pub(super) fn heading(&mut self, heading: &Heading) -> f32 {
        const TITLE: f32 = 48.0;
        const SUBTITLE: f32 = 36.0;
        let room = WIDTH - 2.0 * MARGIN;
        let mut y = 0.0;
        for (text, size, ink) in [
            (&heading.title, TITLE, Ink::Text),
            (&heading.subtitle, SUBTITLE, Ink::TextSoft),
        ] {
            if text.is_empty() {
                continue;
            }
            let top = if y > 0.0 { 4.0 } else { 22.0 };
            let at = spot(MARGIN, y + top + size / 2.0, Anchor::Start, size);
            self.fit(at, text, room, ink);
            y += top + size;
        }
        if y > 0.0 { y + 18.0 } else { y }
    }

    /// The finished drawing.
    pub(super) fn scene(self, height: f32) -> Scene {
        Scene {
            width: WIDTH as u32,
            height: height.ceil().max(1.0) as u32,
            ground: self.ground,
            figures: self.figures,
        }
    }
}

/// A rectangle with round corners around the origin.
fn rounded(wide: f32, high: f32, radius: f32, ink: Ink) -> Shape {
    const STEPS: u8 = 5;
    let mut corners = Vec::new();
    let (dx, dy) = (wide / 2.0 - radius, high / 2.0 - radius);
    for (quarter, (x, y)) in (0_u8..).zip([(dx, -dy), (dx, dy), (-dx, dy), (-dx, -dy)]) {
        for step in 0..=STEPS {
            let turn = f32::from(quarter) - 1.0 + f32::from(step) / f32::from(STEPS);
            let (sin, cos) = (turn * std::f32::consts::FRAC_PI_2).sin_cos();
            corners.push(point(x + cos * radius, y + sin * radius));
        }
    }
    Shape::new(Outline::Polygon(corners), ink)
}
