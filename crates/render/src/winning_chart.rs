//! The winning chances over a game, with its bad turns.

use hexpost_engine::side::{BySide, Side};

use super::Draw;
use super::chart::{MARGIN, SMALL, TEXT, WIDTH, line, text};
use super::font::{fitted, width};
use super::scene::{Anchor, Figure, Outline, Point, Scene, Shape, point};
use super::theme::{Ink, Theme};

const HEIGHT: f32 = 640.0;
const TOP: f32 = 112.0;
const BOTTOM: f32 = HEIGHT - 72.0;
const LEFT: f32 = 118.0;
const RIGHT: f32 = WIDTH - MARGIN;
/// The radius of the disc with the sign of a turn.
const DISC: f32 = 25.0;
/// The distance of that disc from the line.
const APART: f32 = 44.0;
/// The turns between two numbers are the least of these with which there are at most ten numbers.
const STEPS: [usize; 6] = [2, 5, 10, 20, 50, 100];

/// The winning chances over a game. The light area is the first player's, the dark one the second's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningChart {
    /// The colours.
    pub theme: Theme,
    /// The players' names, each with whatever else is to be said of them.
    pub names: BySide<String>,
    /// The first player's winning chances in percent, at the start and after each turn.
    pub chances: Vec<u8>,
    /// The turns with a sign.
    pub signs: Vec<TurnSign>,
    /// The number of the turn that decided the game.
    pub deciding: Option<usize>,
}

/// A turn with a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnSign {
    /// Its number, from 1.
    pub turn: usize,
    /// Who made it.
    pub side: Side,
    /// The sign, such as `?`.
    pub sign: &'static str,
    /// Is it one of the worst?
    pub is_grave: bool,
}

impl WinningChart {
    /// The place of the position after a number of turns.
    fn place(&self, turn: usize) -> Point {
        let last = self.chances.len().saturating_sub(1).max(1);
        let chance = self.chances.get(turn).copied().unwrap_or(50);
        let x = LEFT + turn as f32 / last as f32 * (RIGHT - LEFT);
        point(x, height(f32::from(chance.min(100))))
    }

    /// The two areas, the dark one below the light one.
    fn areas(&self) -> [Figure; 2] {
        let middle = f32::midpoint(TOP, BOTTOM);
        let all = Shape::bar(
            point(LEFT, middle),
            point(RIGHT, middle),
            BOTTOM - TOP,
            Ink::Black,
        );
        let mut outline: Vec<Point> = (0..self.chances.len())
            .map(|turn| self.place(turn))
            .collect();
        outline.extend([point(RIGHT, BOTTOM), point(LEFT, BOTTOM)]);
        let light = Shape::new(Outline::Polygon(outline), Ink::White);
        [
            Figure::new("second", (0, 0), vec![all]),
            Figure::new("first", (0, 0), vec![light]),
        ]
    }

    /// The line at even chances, and the numbers on the left.
    fn scale(&self) -> Vec<Figure> {
        let even = height(50.0);
        let rule = Shape::bar(point(LEFT, even), point(RIGHT, even), 3.0, Ink::Grey);
        let numbers = [
            (100.0, TOP + SMALL * 0.4),
            (50.0, even),
            (0.0, BOTTOM - SMALL * 0.4),
        ];
        let numbers = numbers.map(|(percent, y)| {
            let said = format!("{percent} %");
            text((LEFT - 14.0, y), Anchor::End, SMALL, said, Ink::TextSoft)
        });
        let mut figures = vec![Figure::new("even", (0, 0), vec![rule])];
        figures.extend(numbers);
        figures
    }

    /// The numbers of turns below.
    fn turns(&self) -> Vec<Figure> {
        let last = self.chances.len().saturating_sub(1);
        let fits = |step: &&usize| last / **step <= 10;
        let step = STEPS.iter().find(fits).copied().unwrap_or(200);
        let at = |turn: usize| {
            let at = (self.place(turn).x, BOTTOM + 40.0);
            // The last number must not leave the picture.
            let anchor = if turn == last && turn > 0 {
                Anchor::End
            } else {
                Anchor::Middle
            };
            text(at, anchor, SMALL, turn.to_string(), Ink::TextSoft)
        };
        (step..=last).step_by(step).map(at).collect()
    }

    /// Both names with the colours of their areas.
    fn legend(&self) -> Vec<Figure> {
        let half = (RIGHT - MARGIN) / 2.0;
        let areas = [
            (MARGIN, &self.names.first, Ink::White, Ink::WhiteEdge),
            (
                MARGIN + half,
                &self.names.second,
                Ink::Black,
                Ink::BlackEdge,
            ),
        ];
        let each = areas.map(|(x, name, ink, edge)| {
            let swatch = vec![Shape::disc(20.0, edge), Shape::disc(17.0, ink)];
            let at = ((x + 22.0).round() as i32, 52);
            let name = fitted(name, TEXT, half - 80.0);
            [
                Figure::new("swatch", at, swatch),
                text((x + 56.0, 52.0), Anchor::Start, TEXT, name, Ink::Text),
            ]
        });
        each.into_iter().flatten().collect()
    }

    /// The upright line of the deciding turn.
    fn decision(&self) -> Option<Figure> {
        let x = self.place(self.deciding?).x;
        let mut shapes = Vec::new();
        let mut y = TOP;
        while y < BOTTOM {
            let end = (y + 16.0).min(BOTTOM);
            shapes.push(Shape::bar(point(x, y), point(x, end), 5.0, Ink::Last));
            y += 28.0;
        }
        let tip = Outline::Polygon(vec![
            point(x - 18.0, TOP - 24.0),
            point(x + 18.0, TOP - 24.0),
            point(x, TOP + 2.0),
        ]);
        shapes.push(Shape::new(tip, Ink::Last));
        Some(Figure::new("deciding", (0, 0), shapes))
    }

    /// The sign of a turn: below the line for the first player, whose line falls there, and above it for
    /// the second.
    fn sign(&self, sign: &TurnSign) -> Figure {
        let on_line = self.place(sign.turn);
        let y = match sign.side {
            Side::First => on_line.y + APART,
            Side::Second => on_line.y - APART,
        };
        let y = y.clamp(TOP + DISC + 4.0, BOTTOM - DISC - 4.0);
        let x = on_line.x.clamp(LEFT + DISC, RIGHT - DISC - 4.0);
        let (ink, on) = if sign.is_grave {
            (Ink::Danger, Ink::OnDanger)
        } else {
            (Ink::Chosen, Ink::OnChosen)
        };
        // Centred by what is drawn, not by the line of text.
        let size = if width(sign.sign, 38.0) > DISC * 1.5 {
            33.0
        } else {
            38.0
        };
        let shapes = vec![
            Shape::disc(DISC + 4.0, Ink::White),
            Shape::disc(DISC, ink),
            Shape::text(point(0.0, 0.0), size, sign.sign, on),
        ];
        Figure::new("sign", (x.round() as i32, y.round() as i32), shapes)
    }
}

/// The height of a percentage.
fn height(percent: f32) -> f32 {
    BOTTOM - percent / 100.0 * (BOTTOM - TOP)
}

impl Draw for WinningChart {
    fn scene(&self) -> Scene {
        let points: Vec<Point> = (0..self.chances.len())
            .map(|turn| self.place(turn))
            .collect();
        let mut figures = self.scale();
        figures.extend(self.turns());
        figures.extend(self.legend());
        figures.extend(self.decision());
        figures.push(line(&points, Ink::Last));
        figures.extend(self.signs.iter().map(|sign| self.sign(sign)));
        Scene {
            width: WIDTH as u32,
            height: HEIGHT as u32,
            ground: self.areas().to_vec(),
            figures,
        }
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}
