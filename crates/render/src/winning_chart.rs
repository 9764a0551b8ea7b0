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
/// The radius of the dot of a turn for whose sign there is no room.
const DOT: f32 = 9.0;
/// The turns between two numbers are the least of these with which there are at most ten numbers.
const STEPS: [usize; 7] = [1, 2, 5, 10, 20, 50, 100];

/// The winning chances over a game. The light area is the first player's, the dark one the second's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningChart {
    /// The colours.
    pub theme: Theme,
    /// The players' names.
    pub names: BySide<String>,
    /// What is to be said of each player in a few characters, such as the accuracy; may be empty.
    pub notes: BySide<String>,
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
    /// How bad it is: 0 for the mildest signs. Where there is no room for all, the worst are shown.
    pub gravity: u8,
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
            (MARGIN, Side::First, Ink::White, Ink::WhiteEdge),
            (MARGIN + half, Side::Second, Ink::Black, Ink::BlackEdge),
        ];
        let each = areas.map(|(x, side, ink, edge)| {
            let swatch = vec![Shape::disc(20.0, edge), Shape::disc(17.0, ink)];
            let at = ((x + 22.0).round() as i32, 52);
            let note = fitted(&self.notes[side], TEXT, 120.0);
            let room = half - 92.0 - width(&note, TEXT);
            let name = fitted(&self.names[side], TEXT, room);
            let after = x + 56.0 + width(&name, TEXT) + 16.0;
            [
                Figure::new("swatch", at, swatch),
                text((x + 56.0, 52.0), Anchor::Start, TEXT, name, Ink::Text),
                text((after, 52.0), Anchor::Start, TEXT, note, Ink::TextSoft),
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

    /// The signs of the turns, the worst first; a dot on the line where there is no room for a sign.
    fn signs(&self) -> Vec<Figure> {
        let mut signs: Vec<&TurnSign> = self.signs.iter().collect();
        signs.sort_by_key(|sign| std::cmp::Reverse(sign.gravity));
        let mut taken: Vec<Point> = Vec::new();
        let (mut discs, mut dots) = (Vec::new(), Vec::new());
        for sign in signs {
            let at = self.beside_line(sign);
            let is_free = |other: &Point| (other.x - at.x).hypot(other.y - at.y) > 2.0 * DISC;
            if taken.iter().all(is_free) {
                taken.push(at);
                discs.push(sign.disc(at));
            } else {
                dots.push(sign.dot(self.place(sign.turn)));
            }
        }
        dots.extend(discs);
        dots
    }

    /// The place of a sign: below the line for the first player, whose line falls there, and above it for
    /// the second.
    fn beside_line(&self, sign: &TurnSign) -> Point {
        let on_line = self.place(sign.turn);
        let y = match sign.side {
            Side::First => on_line.y + APART,
            Side::Second => on_line.y - APART,
        };
        point(
            on_line.x.clamp(LEFT + DISC, RIGHT - DISC - 4.0),
            y.clamp(TOP + DISC + 4.0, BOTTOM - DISC - 4.0),
        )
    }
}

impl TurnSign {
    const fn inks(&self) -> (Ink, Ink) {
        if self.gravity > 0 {
            (Ink::Danger, Ink::OnDanger)
        } else {
            (Ink::Chosen, Ink::OnChosen)
        }
    }

    fn disc(&self, at: Point) -> Figure {
        let (ink, on) = self.inks();
        let is_wide = width(self.sign, 38.0) > DISC * 1.5;
        let size = if is_wide { 33.0 } else { 38.0 };
        let shapes = vec![
            Shape::disc(DISC + 4.0, Ink::White),
            Shape::disc(DISC, ink),
            Shape::text(point(0.0, 0.0), size, self.sign, on),
        ];
        Figure::new("sign", (at.x.round() as i32, at.y.round() as i32), shapes)
    }

    fn dot(&self, at: Point) -> Figure {
        let shapes = vec![
            Shape::disc(DOT + 3.0, Ink::White),
            Shape::disc(DOT, self.inks().0),
        ];
        Figure::new("dot", (at.x.round() as i32, at.y.round() as i32), shapes)
    }
}

/// The line at even chances, and the numbers on the left.
fn scale() -> Vec<Figure> {
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

/// The height of a percentage.
fn height(percent: f32) -> f32 {
    BOTTOM - percent / 100.0 * (BOTTOM - TOP)
}

impl Draw for WinningChart {
    fn scene(&self) -> Scene {
        let points: Vec<Point> = (0..self.chances.len())
            .map(|turn| self.place(turn))
            .collect();
        let mut figures = scale();
        figures.extend(self.turns());
        figures.extend(self.legend());
        figures.extend(self.decision());
        figures.push(line(&points, Ink::Last));
        figures.extend(self.signs());
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
