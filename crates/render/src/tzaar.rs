//! How TZAAR looks: lines, and discs with an emblem for their kind.

use super::board::{Appearance, NameStyle, StockCount, icon_rim};
use super::layout::Layout;
use super::scene::{Figure, Shape, point};
use super::theme::Ink;
use hexpost_engine::hex::{Board, Cell, Direction};
use hexpost_engine::position::Position;
use hexpost_engine::side::Side;
use hexpost_engine::tzaar::{Kind, Tzaar};

impl Appearance for Tzaar {
    fn ground(layout: &Layout, board: &Board) -> Vec<Figure> {
        let mut figures = Vec::new();
        for cell in board.cells() {
            let from = layout.cell(cell);
            for direction in &Direction::ALL[..3] {
                let next = cell
                    .step(*direction)
                    .filter(|&next| board.cells().contains(next));
                if let Some(next) = next {
                    let to = layout.cell(next);
                    let end = point((to.0 - from.0) as f32, (to.1 - from.1) as f32);
                    let width = layout.unit * 0.035;
                    let bar = Shape::bar(point(0.0, 0.0), end, width, Ink::Line);
                    figures.push(Figure::new("line", from, vec![bar]));
                }
            }
        }
        let unit = layout.unit;
        // No piece stands on the centre or passes it.
        let hole = vec![
            Shape::disc(unit * 0.36, Ink::SurfaceEdge),
            Shape::disc(unit * 0.32, Ink::Canvas),
        ];
        figures.push(Figure::new("centre", layout.cell(Cell::CENTRE), hole));
        for cell in board.cells() {
            let spot = vec![
                Shape::disc(unit * 0.28, Ink::Line),
                Shape::disc(unit * 0.245, Ink::Surface),
            ];
            figures.push(Figure::new("point", layout.cell(cell), spot));
        }
        figures
    }

    fn cell(&self, cell: Cell, unit: f32) -> Vec<Shape> {
        let Some(stack) = self.stack_at(cell) else {
            return Vec::new();
        };
        let mut shapes = Vec::new();
        // The rims of up to three covered pieces are visible below the top piece.
        for below in (1..stack.height.min(4)).rev() {
            let down = f32::from(below) * unit * 0.045;
            let rim = disc(stack.side, unit).into_iter();
            shapes.extend(rim.map(|shape| shape.placed(0.0, down, 1.0)));
        }
        shapes.extend(disc(stack.side, unit));
        shapes
    }

    fn sign(&self, cell: Cell, unit: f32) -> Vec<Shape> {
        let Some(stack) = self.stack_at(cell) else {
            return Vec::new();
        };
        let mut shapes = emblem(stack.side, stack.kind, unit);
        if stack.height > 1 {
            let (x, y) = (unit * 0.27, -unit * 0.27);
            let badge = [
                Shape::disc(unit * 0.195, Ink::Surface),
                Shape::disc(unit * 0.175, Ink::Chosen),
                Shape::text(
                    point(0.0, 0.0),
                    unit * 0.30,
                    stack.height.to_string(),
                    Ink::OnChosen,
                ),
            ];
            shapes.extend(badge.map(|shape| shape.placed(x.round(), y.round(), 1.0)));
        }
        shapes
    }

    fn name(&self, cell: Cell) -> Option<NameStyle> {
        Some(match self.stack_at(cell) {
            Some(stack) => name_style(stack.side),
            None => NameStyle {
                below: 0.0,
                size: 0.27,
                ink: Ink::LabelSoft,
            },
        })
    }

    fn name_on(_kind: char, side: Side) -> NameStyle {
        name_style(side)
    }

    fn token(kind: Option<char>, side: Side, unit: f32) -> Vec<Shape> {
        let mut shapes = disc(side, unit);
        if let Some(kind) = kind.and_then(Kind::from_letter) {
            shapes.extend(
                emblem(side, kind, unit)
                    .into_iter()
                    .map(|s| s.placed(0.0, unit * 0.12, 1.25)),
            );
        }
        shapes
    }

    fn icon(kind: char, side: Side, unit: f32) -> Option<Vec<Shape>> {
        let kind = Kind::from_letter(kind)?;
        let mut shapes = disc(side, unit);
        let edge = match side {
            Side::First => Ink::WhiteEdge,
            Side::Second => Ink::BlackEdge,
        };
        shapes.push(icon_rim(unit, edge));
        // The emblem is larger than on the board: an icon is shown at 22 pixels.
        let scale = 1.5;
        let placed = |shape: Shape| shape.placed(0.0, unit * 0.12 * scale, scale);
        shapes.extend(emblem(side, kind, unit).into_iter().map(placed));
        Some(shapes)
    }

    fn tallies(&self, side: Side) -> Vec<StockCount> {
        let (visible, hand) = (self.visible(side), self.hand(side));
        let is_placing = self.is_placing();
        // After the end only the missing kind is alarming.
        let low = u8::from(self.outcome().is_none());
        let tally = |kind: Kind| StockCount {
            kinds: vec![kind.letter()],
            side,
            count: if is_placing {
                hand[kind]
            } else {
                visible[kind]
            },
            goal: None,
            is_alarming: !is_placing && visible[kind] <= low,
            is_winning: false,
        };
        Kind::ALL.map(tally).to_vec()
    }

    fn stock(&self) -> Vec<StockCount> {
        Vec::new()
    }

    fn pool(&self) -> Vec<StockCount> {
        Vec::new()
    }
}

/// The name of a cell, written in the lower part of a piece.
const fn name_style(side: Side) -> NameStyle {
    NameStyle {
        below: 0.225,
        size: 0.29,
        ink: match side {
            Side::First => Ink::WhiteText,
            Side::Second => Ink::BlackText,
        },
    }
}

fn disc(side: Side, unit: f32) -> Vec<Shape> {
    let (body, edge) = match side {
        Side::First => (Ink::White, Ink::WhiteEdge),
        Side::Second => (Ink::Black, Ink::BlackEdge),
    };
    vec![
        Shape::disc(unit * 0.44, edge),
        Shape::disc(unit * 0.415, body),
    ]
}

/// A star for a Tzaar, a ring for a Tzarra, a small dot for a Tott, in the upper half.
fn emblem(side: Side, kind: Kind, unit: f32) -> Vec<Shape> {
    let ink = match side {
        Side::First => Ink::EmblemDark,
        Side::Second => Ink::Emblem,
    };
    let shape = match kind {
        Kind::Tzaar => Shape::star(point(0.0, 0.0), 6, unit * 0.215, unit * 0.115, ink),
        Kind::Tzarra => Shape::ring(unit * 0.165, unit * 0.095, ink),
        Kind::Tott => Shape::disc(unit * 0.06, ink),
    };
    vec![shape.placed(0.0, -unit * 0.12, 1.0)]
}
