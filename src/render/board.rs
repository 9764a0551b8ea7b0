//! A view to a scene: the ground, the cells, the marks, the corners.

use super::View;
use super::layout::{Layout, place};
use super::marks::{Mark, Tone};
use super::panel;
use super::scene::{Figure, Scene, Shape, point};
use super::theme::Ink;
use crate::engine::game::with_each;
use crate::engine::hex::{Board, Cell, CellSet};
use crate::engine::position::Position;
use crate::engine::side::Side;

/// What a game looks like.
pub(super) trait Look: Position {
    /// What lies below everything, beside the surface: lines and the like.
    fn ground(layout: &Layout, board: &Board) -> Vec<Figure>;

    /// What stands on a cell, apart from its name.
    fn cell(&self, cell: Cell, unit: f32) -> Vec<Shape>;

    /// How a cell's name is written: where, how large, in which ink; none where the cell is gone.
    fn name(&self, cell: Cell) -> Option<NameStyle>;

    /// A piece or marble, as large as on the board; none of a ring.
    fn token(kind: Option<char>, side: Side, unit: f32) -> Vec<Shape>;

    /// What a player has, for the corner with the name.
    fn tallies(&self, side: Side) -> Vec<Tally>;

    /// What belongs to neither player.
    fn stock(&self) -> Vec<Tally>;
}

/// How a cell's name is written, in units.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameStyle {
    pub(super) below: f32,
    pub(super) size: f32,
    pub(super) ink: Ink,
}

/// A count beside a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    /// The kinds it counts.
    pub(super) kinds: Vec<char>,
    pub(super) side: Side,
    pub(super) count: u8,
    /// How many are needed.
    pub(super) goal: Option<u8>,
    /// Is it dangerously low?
    pub(super) is_alarming: bool,
    /// Has it won the game?
    pub(super) is_winning: bool,
}

pub(super) fn scene(view: &View) -> Scene {
    with_each!(&view.game, game => scene_of(view, game.position()))
}

fn scene_of<P: Look>(view: &View, position: &P) -> Scene {
    let board = position.board();
    let layout = Layout::new(board, view.size, view.is_flipped, view.is_cropped);
    let mut ground = vec![surface(&layout, board)];
    ground.extend(P::ground(&layout, board));
    ground.extend(letters(&layout, board));
    let mut figures = Vec::new();
    for mark in &view.marks {
        if let Mark::Column(column, tone) = mark {
            figures.extend(large_letter(&layout, board, *column, *tone));
        }
    }
    for cell in board.cells() {
        let at = layout.cell(cell);
        let shapes = position.cell(cell, layout.unit);
        if !shapes.is_empty() {
            figures.push(Figure::new("cell", at, shapes));
        }
        figures.extend(name(&layout, board, position, cell, &view.marks));
    }
    figures.extend(marked::<P>(&layout, board, &view.marks));
    if view.is_cropped {
        figures.extend(panel::card(view, &layout));
    } else {
        figures.extend(panel::corners(view, position, &layout));
    }
    Scene {
        width: layout.width,
        height: layout.height,
        ground,
        figures,
    }
}

/// The board's plate: a hexagon a little larger than its cells.
fn surface(layout: &Layout, board: &Board) -> Figure {
    let reach = 0.54;
    let mut corners = Vec::new();
    // Going round the compass, the cell furthest that way, moved outwards.
    for step in 0_u8..12 {
        let angle = (f32::from(step) * 30.0 + 15.0).to_radians();
        let (dx, dy) = (angle.sin(), angle.cos());
        let furthest = board.cells().into_iter().max_by(|&a, &b| {
            let along = |cell| {
                let (x, y) = place(cell);
                x * 0.866 * dx + y * dy
            };
            along(a).total_cmp(&along(b))
        });
        if let Some(cell) = furthest {
            let (x, y) = place(cell);
            corners.push((x + dx * reach / 0.866, y + dy * reach));
        }
    }
    let middle = layout.pixel(0.0, 0.0);
    let polygon = |grow: f32| {
        corners
            .iter()
            .map(|&(x, y)| {
                let (px, py) = layout.pixel(x * grow, y * grow);
                point((px - middle.0) as f32, (py - middle.1) as f32)
            })
            .collect()
    };
    let edge = super::scene::Form::Polygon(polygon(1.0));
    let inner = super::scene::Form::Polygon(polygon(0.988));
    Figure::new(
        "surface",
        middle,
        vec![
            Shape::new(edge, Ink::SurfaceEdge),
            Shape::new(inner, Ink::Surface),
        ],
    )
}

/// A letter under each column.
fn letters(layout: &Layout, board: &Board) -> Vec<Figure> {
    (0..board.columns())
        .filter_map(|column| {
            let lowest = *layout.column_upwards(board, column).first()?;
            let (x, y) = layout.cell(lowest);
            let at = (x, y + (layout.unit * 0.86).round() as i32);
            let letter = board.name(lowest).letter().to_string();
            let size = 34.0 * layout.scale;
            let shape = Shape::text(point(0.0, 0.0), size, letter, Ink::LabelSoft);
            Some(Figure::new("letter", at, vec![shape]))
        })
        .collect()
}

/// A cell's name, unless a mark asks for something else.
fn name<P: Look>(
    layout: &Layout,
    board: &Board,
    position: &P,
    cell: Cell,
    marks: &[Mark],
) -> Option<Figure> {
    let style = position.name(cell)?;
    let name = board.name(cell);
    let large = marks.iter().any(|mark| *mark == Mark::Rows(name.column()));
    let (text, size, below) = if large {
        (name.row().to_string(), 0.46, style.below * 0.5)
    } else {
        (name.to_string(), style.size, style.below)
    };
    let at = layout.cell(cell);
    let place = point(0.0, (below * layout.unit).round());
    let shape = Shape::text(place, (size * layout.unit).round(), text, style.ink);
    Some(Figure::new("name", at, vec![shape]))
}

/// The letter of a column, large.
fn large_letter(layout: &Layout, board: &Board, column: u8, tone: Tone) -> Option<Figure> {
    let lowest = *layout.column_upwards(board, column).first()?;
    let (x, y) = layout.cell(lowest);
    let unit = layout.unit;
    let letter = board.name(lowest).letter().to_string();
    let badge = vec![
        Shape::disc(unit * 0.30, ink(tone)),
        Shape::text(point(0.0, 0.0), unit * 0.46, letter, Ink::OnChosen),
    ];
    let below = (x, y + (unit * 0.86).round() as i32);
    Some(Figure::new("column", below, badge))
}

fn ink(tone: Tone) -> Ink {
    match tone {
        Tone::Last => Ink::Last,
        Tone::Choice => Ink::Choice,
        Tone::Chosen => Ink::Chosen,
        Tone::Danger => Ink::Danger,
    }
}

/// The marks in the order in which they cover each other.
fn marked<P: Look>(layout: &Layout, board: &Board, marks: &[Mark]) -> Vec<Figure> {
    let unit = layout.unit;
    let mut figures = Vec::new();
    for mark in marks {
        if let Mark::Only(cells) = mark {
            figures.extend(faded(layout, board.cells() - *cells));
        }
    }
    for mark in marks {
        match *mark {
            Mark::Ghost { at, kind, side } => {
                let token = P::token(kind, side, unit * 0.86);
                let alpha = if kind.is_some() { 95 } else { 130 };
                let shapes = token.into_iter().map(|shape| shape.faint(alpha)).collect();
                figures.push(Figure::new("ghost", layout.cell(at), shapes));
            }
            Mark::Group(cells, tone) => figures.extend(group(layout, cells, tone)),
            Mark::Halo(cell, tone) => figures.push(halo(layout, cell, tone)),
            _ => {}
        }
    }
    for mark in marks {
        if let Mark::Arrow(from, to, tone) = *mark {
            figures.push(arrow(layout, from, to, tone));
        }
    }
    for mark in marks {
        if let Mark::Number(cell, number, tone) = *mark {
            let (x, y) = layout.cell(cell);
            let at = (x + (unit * 0.3) as i32, y - (unit * 0.3) as i32);
            let badge = vec![
                Shape::disc(unit * 0.24, Ink::Surface),
                Shape::disc(unit * 0.22, ink(tone)),
                Shape::text(
                    point(0.0, 0.0),
                    unit * 0.34,
                    number.to_string(),
                    Ink::OnChosen,
                ),
            ];
            figures.push(Figure::new("number", at, badge));
        }
    }
    figures
}

fn halo(layout: &Layout, cell: Cell, tone: Tone) -> Figure {
    let unit = layout.unit;
    let (outer, inner) = match tone {
        Tone::Choice | Tone::Danger => (0.50, 0.435),
        Tone::Chosen => (0.52, 0.40),
        Tone::Last => (0.50, 0.44),
    };
    let shape = Shape::ring(outer * unit, inner * unit, ink(tone));
    Figure::new("halo", layout.cell(cell), vec![shape])
}

fn faded(layout: &Layout, cells: CellSet) -> Vec<Figure> {
    let veil = Shape::disc(layout.unit * 0.49, Ink::Surface).faint(150);
    cells
        .into_iter()
        .map(|cell| Figure::new("veil", layout.cell(cell), vec![veil.clone()]))
        .collect()
}

/// A circle around each cell of a group, and bridges between neighbours.
fn group(layout: &Layout, cells: CellSet, tone: Tone) -> Vec<Figure> {
    let unit = layout.unit;
    cells
        .into_iter()
        .map(|cell| {
            let dashes = (0_u8..12).map(|dash| {
                let angle = (f32::from(dash) * 30.0).to_radians();
                let next = angle + 16_f32.to_radians();
                let on = |angle: f32| point(angle.sin() * unit * 0.5, angle.cos() * unit * 0.5);
                Shape::bar(on(angle), on(next), unit * 0.06, ink(tone))
            });
            Figure::new("group", layout.cell(cell), dashes.collect())
        })
        .collect()
}

/// An arrow between two cells that leaves their middles free.
fn arrow(layout: &Layout, from: Cell, to: Cell, tone: Tone) -> Figure {
    let (start, end) = (layout.cell(from), layout.cell(to));
    let (dx, dy) = ((end.0 - start.0) as f32, (end.1 - start.1) as f32);
    let length = dx.hypot(dy).max(1.0);
    let unit = layout.unit;
    let (near, far) = (unit * 0.31 / length, 1.0 - unit * 0.31 / length);
    let shape = Shape::arrow(
        point(dx * near, dy * near),
        point(dx * far, dy * far),
        unit * 0.10,
        ink(tone),
    );
    let casing = Shape::arrow(
        point(dx * near, dy * near),
        point(
            dx * (far + 0.05 * unit / length),
            dy * (far + 0.05 * unit / length),
        ),
        unit * 0.15,
        Ink::Surface,
    );
    Figure::new("arrow", start, vec![casing.faint(200), shape])
}
