//! Pictures that are no boards: ratings over time, and tables.

use super::Draw;
use super::font::{fitted, width};
use super::scene::{Anchor, Figure, Outline, Point, Scene, Shape, point};
use super::theme::{Ink, Theme};

/// The width of the pictures. On a phone they are shrunk to about 380 pixels.
pub(super) const WIDTH: f32 = 1000.0;
pub(super) const TEXT: f32 = 40.0;
pub(super) const SMALL: f32 = 34.0;
pub(super) const MARGIN: f32 = 30.0;

/// The ratings of one player over time, with a line for each game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingChart {
    /// The colours.
    pub theme: Theme,
    /// The lines; the first two can be told apart.
    pub series: Vec<RatingSeries>,
    /// The date at the left end.
    pub from: String,
    /// The date at the right end.
    pub to: String,
}

/// The ratings in one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatingSeries {
    /// The name of the game.
    pub name: String,
    /// Times, in any unit, and the ratings after the games that ended then, in order.
    pub points: Vec<(i64, i32)>,
}

/// A table of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The colours.
    pub theme: Theme,
    /// The headings of the numbers: rating, deviation and games.
    pub headings: [String; 3],
    /// The lines.
    pub lines: Vec<TableLine>,
}

/// A line of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLine {
    /// The rank; empty if there is none.
    pub place: String,
    /// The player's name.
    pub name: String,
    /// The numbers below the headings.
    pub numbers: [String; 3],
    /// Whether the line is highlighted.
    pub is_own: bool,
}

/// A text at a place.
pub(super) fn text(at: (f32, f32), anchor: Anchor, size: f32, text: String, ink: Ink) -> Figure {
    let form = Outline::Text {
        at: point(0.0, 0.0),
        anchor,
        size,
        text,
    };
    let at = (at.0.round() as i32, at.1.round() as i32);
    Figure::new("text", at, vec![Shape::new(form, ink)])
}

impl Draw for RatingChart {
    fn scene(&self) -> Scene {
        const HEIGHT: f32 = 620.0;
        let (top, bottom, right) = (105.0, HEIGHT - 75.0, WIDTH - MARGIN - 20.0);
        let all = || self.series.iter().flat_map(|series| &series.points);
        let lowest = all().map(|point| point.1).min().unwrap_or(1500);
        let highest = all().map(|point| point.1).max().unwrap_or(1500);
        let step = grid_step(highest - lowest);
        let low = (lowest - step / 4).div_euclid(step) * step;
        let high = ((highest + step / 4).div_euclid(step) + 1) * step;
        let widest = width(&high.to_string(), SMALL).max(width(&low.to_string(), SMALL));
        let left = MARGIN + widest + 20.0;
        let begin = all().map(|point| point.0).min().unwrap_or_default();
        let end = all().map(|point| point.0).max().unwrap_or_default();
        let span = (end - begin).max(1) as f32;
        let place = |&(time, rating): &(i64, i32)| {
            let x = left + 16.0 + (time - begin) as f32 / span * (right - left - 32.0);
            let y = bottom - (rating - low) as f32 / (high - low) as f32 * (bottom - top);
            point(x, y)
        };
        let mut ground = Vec::new();
        let mut figures = Vec::new();
        for rating in (low..=high).step_by(step as usize) {
            let y = place(&(begin, rating)).y;
            let line = Shape::bar(point(0.0, 0.0), point(right - left, 0.0), 2.0, Ink::Plate);
            let at = (left.round() as i32, y.round() as i32);
            ground.push(Figure::new("grid", at, vec![line]));
            let label = (left - 20.0, y);
            let rating = rating.to_string();
            figures.push(text(label, Anchor::End, SMALL, rating, Ink::TextSoft));
        }
        let below = bottom + 45.0;
        let (from, to) = (self.from.clone(), self.to.clone());
        figures.push(text(
            (left, below),
            Anchor::Start,
            SMALL,
            from,
            Ink::TextSoft,
        ));
        if to != self.from {
            figures.push(text((right, below), Anchor::End, SMALL, to, Ink::TextSoft));
        }
        let mut legend = left;
        for (index, series) in self.series.iter().enumerate() {
            let ink = [Ink::Last, Ink::Chosen][index % 2];
            let points: Vec<Point> = series.points.iter().map(place).collect();
            figures.push(line(&points, ink));
            // Besides the colour, the second line is marked by squares.
            let is_round = index % 2 == 0;
            if points.len() <= 40 {
                figures.extend(points.iter().map(|at| marker(*at, 9.0, is_round, ink)));
            }
            figures.extend(points.last().map(|at| marker(*at, 14.0, is_round, ink)));
            let last = series.points.last().map(|point| point.1.to_string());
            let name = format!("{} {}", series.name, last.unwrap_or_default());
            let name = fitted(&name, TEXT, (right - legend - 50.0).max(0.0));
            figures.push(marker(point(legend + 16.0, 52.0), 16.0, is_round, ink));
            let wide = width(&name, TEXT);
            let at = (legend + 48.0, 52.0);
            figures.push(text(at, Anchor::Start, TEXT, name, Ink::Text));
            legend += 48.0 + wide + 60.0;
        }
        Scene {
            width: WIDTH as u32,
            height: HEIGHT as u32,
            ground,
            figures,
        }
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}

/// The distance between grid lines that gives about four of them.
const fn grid_step(span: i32) -> i32 {
    match span {
        ..=80 => 25,
        81..=200 => 50,
        201..=400 => 100,
        401..=900 => 200,
        _ => 500,
    }
}

/// A line through points, with round corners.
pub(super) fn line(points: &[Point], ink: Ink) -> Figure {
    let mut shapes = Vec::new();
    for pair in points.windows(2) {
        shapes.push(Shape::bar(pair[0], pair[1], 7.0, ink));
        let (at, radius) = (pair[1], 3.5);
        shapes.push(Shape::new(Outline::Disc { at, radius }, ink));
    }
    Figure::new("line", (0, 0), shapes)
}

/// A disc or a square around a point.
fn marker(at: Point, radius: f32, is_round: bool, ink: Ink) -> Figure {
    let shape = if is_round {
        Shape::disc(radius, ink)
    } else {
        let side = radius * 0.9;
        Shape::bar(point(-side, 0.0), point(side, 0.0), side * 2.0, ink)
    };
    let at = (at.x.round() as i32, at.y.round() as i32);
    Figure::new("marker", at, vec![shape])
}

impl Draw for Table {
    fn scene(&self) -> Scene {
        const HEAD: f32 = 78.0;
        const LINE: f32 = 76.0;
        // The right edges of the numbers.
        const COLUMNS: [f32; 3] = [640.0, 800.0, WIDTH - MARGIN];
        let mut ground = Vec::new();
        let mut figures = Vec::new();
        for (heading, right) in self.headings.iter().zip(COLUMNS) {
            let heading = fitted(heading, SMALL, 150.0);
            let at = (right, HEAD / 2.0);
            figures.push(text(at, Anchor::End, SMALL, heading, Ink::TextSoft));
        }
        for (index, line) in self.lines.iter().enumerate() {
            let middle = HEAD + LINE * (index as f32 + 0.5);
            let mut stripe = |wide: f32, ink: Ink| {
                let bar = Shape::bar(point(0.0, 0.0), point(wide, 0.0), LINE, ink);
                ground.push(Figure::new("stripe", (0, middle.round() as i32), vec![bar]));
            };
            if index % 2 == 0 {
                stripe(WIDTH, Ink::Plate);
            }
            if line.is_own {
                stripe(10.0, Ink::Last);
            }
            let (place, name) = (100.0, 125.0);
            figures.push(text(
                (place, middle),
                Anchor::End,
                TEXT,
                line.place.clone(),
                Ink::TextSoft,
            ));
            let [rating, ..] = &line.numbers;
            let room = COLUMNS[0] - width(rating, TEXT) - 20.0 - name;
            let called = fitted(&line.name, TEXT, room);
            figures.push(text((name, middle), Anchor::Start, TEXT, called, Ink::Text));
            let inks = [Ink::Text, Ink::TextSoft, Ink::TextSoft];
            for ((number, right), ink) in line.numbers.iter().zip(COLUMNS).zip(inks) {
                let at = (right, middle);
                figures.push(text(at, Anchor::End, TEXT, number.clone(), ink));
            }
        }
        Scene {
            width: WIDTH as u32,
            height: (HEAD + LINE * self.lines.len() as f32) as u32,
            ground,
            figures,
        }
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}
