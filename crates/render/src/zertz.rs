//! How ZÈRTZ looks: rings that contain a name or a marble.

use super::board::{Appearance, NameStyle, StockCount, icon_rim};
use super::layout::Layout;
use super::scene::{Figure, Outline, Shape, point};
use super::theme::Ink;
use hexpost_engine::hex::{Board, Cell};
use hexpost_engine::position::Position;
use hexpost_engine::side::Side;
use hexpost_engine::zertz::{ByMarble, Marble, Zertz};

impl Appearance for Zertz {
    fn ground(_layout: &Layout, _board: &Board) -> Vec<Figure> {
        Vec::new()
    }

    fn cell(&self, cell: Cell, unit: f32) -> Vec<Shape> {
        let mut shapes = Vec::new();
        if self.rings().contains(cell) {
            shapes.extend(ring(unit));
        }
        if let Some(marble) = self.marble_at(cell) {
            shapes.extend(ball(marble, unit));
        }
        shapes
    }

    fn name(&self, cell: Cell) -> Option<NameStyle> {
        match self.marble_at(cell) {
            Some(marble) => Some(name_style(ink(marble))),
            None if self.rings().contains(cell) => Some(name_style(Ink::Label)),
            None => None,
        }
    }

    fn name_on(kind: char, _side: Side) -> NameStyle {
        name_style(Marble::from_letter(kind).map_or(Ink::Label, ink))
    }

    fn token(kind: Option<char>, _side: Side, unit: f32) -> Vec<Shape> {
        match kind.and_then(Marble::from_letter) {
            Some(marble) => ball(marble, unit),
            None => vec![Shape::ring(unit * 0.47, unit * 0.40, Ink::Ring)],
        }
    }

    fn icon(kind: char, _side: Side, unit: f32) -> Option<Vec<Shape>> {
        let marble = Marble::from_letter(kind)?;
        let (_, edge, _) = inks(marble);
        let mut shapes = ball(marble, unit);
        shapes.push(icon_rim(unit, edge));
        Some(shapes)
    }

    fn tallies(&self, side: Side) -> Vec<StockCount> {
        let captured = self.captured()[side];
        let goals = self.variant().goals();
        let has_ended = self.outcome().is_some();
        let mut tallies: Vec<StockCount> = Marble::ALL
            .into_iter()
            .map(|marble| StockCount {
                kinds: vec![marble.letter()],
                side,
                count: captured[marble],
                goal: Some(goals.colour[marble]),
                is_alarming: false,
                is_winning: has_ended && captured[marble] >= goals.colour[marble],
            })
            .collect();
        let fewest = captured.white.min(captured.grey).min(captured.black);
        tallies.push(StockCount {
            kinds: Marble::ALL.map(Marble::letter).to_vec(),
            side,
            count: fewest,
            goal: Some(goals.each),
            is_alarming: false,
            is_winning: has_ended && fewest >= goals.each,
        });
        tallies
    }

    fn stock(&self) -> Vec<StockCount> {
        // Once the pool is empty, the player to move places from their own captures.
        tallied(self.placeable())
    }

    fn pool(&self) -> Vec<StockCount> {
        tallied(Zertz::pool(self))
    }
}

const fn ink(marble: Marble) -> Ink {
    match marble {
        Marble::White => Ink::WhiteText,
        Marble::Grey => Ink::GreyText,
        Marble::Black => Ink::BlackText,
    }
}

/// The name of a cell, written in the middle of its ring or marble.
const fn name_style(ink: Ink) -> NameStyle {
    NameStyle {
        below: 0.0,
        size: 0.33,
        ink,
    }
}

fn tallied(marbles: ByMarble<u8>) -> Vec<StockCount> {
    let tally = |marble: Marble| StockCount {
        kinds: vec![marble.letter()],
        side: Side::First,
        count: marbles[marble],
        goal: None,
        is_alarming: false,
        is_winning: false,
    };
    Marble::ALL.map(tally).to_vec()
}

fn ring(unit: f32) -> Vec<Shape> {
    vec![
        Shape::ring(unit * 0.48, unit * 0.335, Ink::Ring),
        Shape::ring(unit * 0.455, unit * 0.425, Ink::RingLight),
    ]
}

/// The colours of a marble, its edge and its gleam.
const fn inks(marble: Marble) -> (Ink, Ink, Ink) {
    match marble {
        Marble::White => (Ink::White, Ink::WhiteEdge, Ink::WhiteGloss),
        Marble::Grey => (Ink::Grey, Ink::GreyEdge, Ink::GreyGloss),
        Marble::Black => (Ink::Black, Ink::BlackEdge, Ink::BlackGloss),
    }
}

/// A marble. Besides the colour, grey is marked by stripes and black by a light rim.
fn ball(marble: Marble, unit: f32) -> Vec<Shape> {
    let (body, edge, gloss) = inks(marble);
    let gleam = Outline::Disc {
        at: point(-unit * 0.13, -unit * 0.20),
        radius: unit * 0.10,
    };
    let mut shapes = vec![
        Shape::disc(unit * 0.43, edge),
        Shape::disc(unit * 0.405, body),
        Shape::new(gleam, gloss),
    ];
    match marble {
        Marble::White => {}
        Marble::Grey => {
            for (y, half) in [(-0.27, 0.24), (0.27, 0.24)] {
                let (left, right) = (point(-half * unit, y * unit), point(half * unit, y * unit));
                shapes.push(Shape::bar(left, right, unit * 0.045, edge));
            }
        }
        Marble::Black => shapes.push(Shape::ring(unit * 0.365, unit * 0.335, Ink::BlackGloss)),
    }
    shapes
}
