//! Builds the scene of a view: ground, cells, marks, and what surrounds the board.

use super::View;
use super::layout::{Frame, LETTER_BELOW, Layout, place};
use super::marks::{Mark, Tone};
use super::scene::{Figure, Outline, Scene, Shape, point};
use super::theme::{Ink, Theme};
use super::{footer, panel};
use hexpost_engine::hex::{Board, Cell, CellSet, Direction};
use hexpost_engine::position::Position;
use hexpost_engine::side::{BySide, Side};
use hexpost_engine::with_each;

/// How the board, the pieces and the counts of a game look.
pub(super) trait Appearance: Position {
    /// Figures between the surface of the board and the pieces, such as lines.
    fn ground(layout: &Layout, board: &Board) -> Vec<Figure>;

    /// The contents of a cell, apart from its sign and its name.
    fn cell(&self, cell: Cell, unit: f32) -> Vec<Shape>;

    /// What tells pieces apart, such as an emblem. Nothing covers it, not even an arrow.
    fn sign(&self, _cell: Cell, _unit: f32) -> Vec<Shape> {
        Vec::new()
    }

    /// How the name of a cell is written; `None` if its ring has been removed.
    fn name(&self, cell: Cell) -> Option<NameStyle>;

    /// How the name of a cell is written on a piece or marble.
    fn name_on(kind: char, side: Side) -> NameStyle;

    /// A piece or marble in the size it has on the board; a ring if there is no kind.
    fn token(kind: Option<char>, side: Side, unit: f32) -> Vec<Shape>;

    /// A piece or marble as an icon that is recognisable at the size of a letter; `None` if there is no
    /// such kind.
    fn icon(kind: char, side: Side, unit: f32) -> Option<Vec<Shape>>;

    /// The counts shown in a player's bar.
    fn tallies(&self, side: Side) -> Vec<StockCount>;

    /// The stock from which the player to move may place.
    fn stock(&self) -> Vec<StockCount>;

    /// The counts that belong to neither player.
    fn pool(&self) -> Vec<StockCount>;
}

/// The rim of an icon, thick enough to stand out from a background of the same colour.
pub(super) const fn icon_rim(unit: f32, ink: Ink) -> Shape {
    Shape::ring(unit * 0.44, unit * 0.375, ink)
}

/// The position below the cell's centre, size and colour of a cell's name, in units of the layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameStyle {
    pub(super) below: f32,
    pub(super) size: f32,
    pub(super) ink: Ink,
}

/// A count beside a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StockCount {
    /// The kinds it counts.
    pub(super) kinds: Vec<char>,
    pub(super) side: Side,
    pub(super) count: u8,
    /// The count needed to win.
    pub(super) goal: Option<u8>,
    /// Whether the count is dangerously low.
    pub(super) is_alarming: bool,
    /// Whether the count has won the game.
    pub(super) is_winning: bool,
}

/// All counts of a position.
pub(super) struct Counts {
    pub(super) pool: Vec<StockCount>,
    pub(super) sides: BySide<Vec<StockCount>>,
}

impl Counts {
    fn of<P: Appearance>(position: &P) -> Self {
        Self {
            pool: position.pool(),
            sides: BySide {
                first: position.tallies(Side::First),
                second: position.tallies(Side::Second),
            },
        }
    }
}

pub(super) fn scene(view: &View) -> Scene {
    with_each!(&view.game, game => scene_of(view, game.position()))
}

fn scene_of<P: Appearance>(view: &View, position: &P) -> Scene {
    let board = position.board();
    let before = view.before.as_ref().filter(|_| view.is_cropped);
    let changes = before.map(|before| {
        let counts = with_each!(before, game => Counts::of(game.position()));
        footer::changes(&counts, &Counts::of(position))
    });
    let frame = match &changes {
        _ if !view.is_cropped => Frame::Full,
        Some(changes) => Frame::Cropped {
            foot: footer::height(view, changes),
            keeps_shape: false,
        },
        None => Frame::Cropped {
            foot: footer::question_height(view),
            keeps_shape: true,
        },
    };
    let layout = Layout::new(board, view.size, view.is_flipped, frame);
    let mut ground = vec![surface(&layout, board)];
    ground.extend(P::ground(&layout, board));
    ground.extend(letters(&layout, board));
    let mut figures = Vec::new();
    for mark in &view.marks {
        if let Mark::Column(column, tone) = mark {
            figures.extend(large_letter(&layout, board, *column, *tone));
        }
    }
    // Faded cells, including their names, are at the bottom. The others are drawn on top of their
    // halos, so that nothing of them is hidden, and their signs and names on top of arrows and ghosts.
    let faded = faded_cells(board, &view.marks);
    let clear = board.cells() - faded;
    let standing = |cell| {
        let shapes = position.cell(cell, layout.unit);
        (!shapes.is_empty()).then(|| Figure::new("cell", layout.cell(cell), shapes))
    };
    let signed = |cell| {
        let shapes = position.sign(cell, layout.unit);
        (!shapes.is_empty()).then(|| Figure::new("sign", layout.cell(cell), shapes))
    };
    let written = |cell| name(&layout, board, position, cell, &view.marks);
    figures.extend(faded.into_iter().filter_map(standing));
    figures.extend(faded.into_iter().filter_map(signed));
    figures.extend(faded.into_iter().filter_map(written));
    figures.extend(veil(&layout, board, faded));
    figures.extend(view.marks.iter().filter_map(|mark| halo(&layout, mark)));
    figures.extend(clear.into_iter().filter_map(standing));
    figures.extend(mark_figures(&layout, view, position));
    figures.extend(clear.into_iter().filter_map(signed));
    figures.extend(clear.into_iter().filter_map(written));
    figures.extend(candidate_numbers(&layout, &view.marks));
    if let Some(changes) = &changes {
        figures.extend(footer::foot::<P>(view, &layout, changes));
    } else if view.is_cropped {
        figures.extend(footer::question(view, &layout));
        figures.extend(panel::cropped_banner(view, &layout));
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

/// The surface of the board: a hexagon slightly larger than its cells.
fn surface(layout: &Layout, board: &Board) -> Figure {
    let shapes = vec![
        Shape::new(surface_outline(layout, board, 1.0), Ink::SurfaceEdge),
        Shape::new(surface_outline(layout, board, 0.988), Ink::Surface),
    ];
    Figure::new("surface", layout.pixel(0.0, 0.0), shapes)
}

/// The outline of the surface around the middle of the hexagon, scaled by a factor.
fn surface_outline(layout: &Layout, board: &Board, scale: f32) -> Outline {
    let reach = 0.54;
    let mut corners = Vec::new();
    let middle = layout.pixel(0.0, 0.0);
    // For each of twelve directions, the cell furthest in that direction, moved outwards.
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
            let (x, y) = (x + dx * reach / 0.866, y + dy * reach);
            let (px, py) = layout.pixel(x * scale, y * scale);
            corners.push(point((px - middle.0) as f32, (py - middle.1) as f32));
        }
    }
    Outline::Polygon(corners)
}

/// A letter below each column.
fn letters(layout: &Layout, board: &Board) -> Vec<Figure> {
    (0..board.columns())
        .filter_map(|column| {
            let lowest = *layout.column_upwards(board, column).first()?;
            let (x, y) = layout.cell(lowest);
            let at = (x, y + (layout.unit * LETTER_BELOW).round() as i32);
            let letter = board.name(lowest).letter().to_string();
            let size = 34.0 * layout.scale;
            let shape = Shape::text(point(0.0, 0.0), size, letter, Ink::LabelSoft);
            Some(Figure::new("letter", at, vec![shape]))
        })
        .collect()
}

/// The name of a cell, or only its number in a column that is marked with [`Mark::Rows`].
fn name<P: Appearance>(
    layout: &Layout,
    board: &Board,
    position: &P,
    cell: Cell,
    marks: &[Mark],
) -> Option<Figure> {
    let placed = marks.iter().find_map(|mark| match *mark {
        Mark::Placed { at, kind, side } if at == cell => Some(P::name_on(kind, side)),
        _ => None,
    });
    let style = placed.or_else(|| position.name(cell))?;
    let name = board.name(cell);
    let large = marks.iter().any(|mark| *mark == Mark::Rows(name.column()));
    let (text, size, below) = match large {
        // A sign stays visible above the number.
        true if style.below > 0.0 => (name.row().to_string(), 0.36, 0.25),
        true => (name.row().to_string(), 0.46, 0.0),
        false => (name.to_string(), style.size, style.below),
    };
    let at = layout.cell(cell);
    let place = point(0.0, (below * layout.unit).round());
    let shape = Shape::text(place, (size * layout.unit).round(), text, style.ink);
    Some(Figure::new("name", at, vec![shape]))
}

/// A large letter below a column.
fn large_letter(layout: &Layout, board: &Board, column: u8, tone: Tone) -> Option<Figure> {
    let lowest = *layout.column_upwards(board, column).first()?;
    let (x, y) = layout.cell(lowest);
    let unit = layout.unit;
    let letter = board.name(lowest).letter().to_string();
    let badge = vec![
        Shape::disc(unit * 0.30, ink(tone)),
        Shape::text(point(0.0, 0.0), unit * 0.46, letter, Ink::OnChosen),
    ];
    let below = (x, y + (unit * LETTER_BELOW).round() as i32);
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

/// Ghosts, placed pieces, groups and arrows, in the order in which they cover each other.
fn mark_figures<P: Appearance>(layout: &Layout, view: &View, position: &P) -> Vec<Figure> {
    let unit = layout.unit;
    let marks = &view.marks;
    let mut figures = Vec::new();
    for mark in marks {
        match *mark {
            Mark::Ghost { at, kind, side } => {
                let token = P::token(kind, side, unit * 0.86);
                // Rings are thin, and little contrast remains on a dark ground.
                let is_faint = kind.is_none() || view.theme == Theme::Dark;
                let alpha = if is_faint { 150 } else { 100 };
                let mut ghost = Figure::new("ghost", layout.cell(at), token);
                ghost.alpha = alpha;
                figures.push(ghost);
            }
            // Nearly opaque, so that its colour can't be mistaken for another.
            Mark::Placed { at, kind, side } => {
                let token = P::token(Some(kind), side, unit * 0.86);
                let mut placed = Figure::new("placed", layout.cell(at), token);
                placed.alpha = 230;
                figures.push(placed);
            }
            Mark::Group(cells, tone) => figures.extend(outline(layout, cells, tone)),
            _ => {}
        }
    }
    for mark in marks {
        if let Mark::Arrow(from, to, tone) = *mark {
            // Threats are shifted to their right, so that two opposite ones on the same line remain
            // distinguishable.
            let aside = match tone {
                Tone::Danger => 0.17,
                _ => 0.0,
            };
            let is_empty = position.cell(from, unit).is_empty();
            figures.push(arrow(layout, (from, to), tone, aside, is_empty));
        }
    }
    figures.extend(routes(layout, marks));
    figures
}

/// The arrows of candidate turns. Where several go the same way, they are side by side.
fn routes(layout: &Layout, marks: &[Mark]) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut drawn: Vec<(Cell, Cell)> = Vec::new();
    for mark in marks {
        if let Mark::Route(from, to, number) = *mark {
            let lane = drawn.iter().filter(|&&one| one == (from, to)).count();
            drawn.push((from, to));
            figures.push(route(layout, from, to, number, lane.min(3)));
        }
    }
    figures
}

/// The colours of candidate turns. None of them has its usual meaning where turns are numbered.
const ROUTE_INKS: [Ink; 5] = [Ink::Chosen, Ink::Last, Ink::Choice, Ink::Danger, Ink::Label];

/// The colour of a candidate turn, and whether it is dashed. Every other one is, so ten turns differ and
/// neighbours differ without colours too.
fn route_style(number: u8) -> (Ink, bool) {
    let index = usize::from(number.saturating_sub(1));
    (ROUTE_INKS[index % ROUTE_INKS.len()], index % 2 == 1)
}

/// An arrow of a candidate turn, shifted to its right, so that an opposite one on the same line remains
/// distinguishable; further by its lane.
fn route(layout: &Layout, from: Cell, to: Cell, number: u8, lane: usize) -> Figure {
    let (start, end) = (layout.cell(from), layout.cell(to));
    let (dx, dy) = ((end.0 - start.0) as f32, (end.1 - start.1) as f32);
    let length = dx.hypot(dy).max(1.0);
    let unit = layout.unit;
    let aside = (0.08 + 0.15 * lane as f32) * unit;
    let on = |along: f32| {
        point(
            (dx * along - dy * aside) / length,
            (dy * along + dx * aside) / length,
        )
    };
    let (tail, tip) = (0.31 * unit, length - 0.31 * unit);
    let thick = unit * 0.09;
    let (ink, is_dashed) = route_style(number);
    let whole = |from: f32, rim: f32, ink| Shape::arrow(on(from), on(tip), thick, rim, ink);
    let mut shapes = vec![whole(tail, unit * 0.025, Ink::Surface)];
    if is_dashed {
        let (dash, gap) = (unit * 0.16, unit * 0.09);
        let head = tip - unit * 0.34;
        let mut along = tail;
        while along + dash < head {
            shapes.push(Shape::bar(on(along), on(along + dash), thick, ink));
            along += dash + gap;
        }
        shapes.push(whole(head, 0.0, ink));
    } else {
        shapes.push(whole(tail, 0.0, ink));
    }
    Figure::new("route", start, shapes)
}

/// The cells that are faded by marks.
fn faded_cells(board: &Board, marks: &[Mark]) -> CellSet {
    let mut faded = CellSet::EMPTY;
    for mark in marks {
        if let Mark::Only(cells) = mark {
            faded |= board.cells() - *cells;
        }
    }
    faded
}

/// The numbers of candidate turns. Numbers on the same cell are arranged around it.
fn candidate_numbers(layout: &Layout, marks: &[Mark]) -> Vec<Figure> {
    let unit = layout.unit;
    let mut figures = Vec::new();
    let mut numbered: Vec<Cell> = Vec::new();
    for mark in marks {
        if let Mark::Number(cell, number, tone) = *mark {
            let before = numbered.iter().filter(|&&other| other == cell).count();
            numbered.push(cell);
            let angle = (45.0 + 60.0 * before as f32).to_radians();
            let (x, y) = layout.cell(cell);
            let at = (
                x + (angle.sin() * unit * 0.42).round() as i32,
                y - (angle.cos() * unit * 0.42).round() as i32,
            );
            let is_route = |mark: &Mark| matches!(mark, Mark::Route(_, _, one) if *one == number);
            let ink = if marks.iter().any(is_route) {
                route_style(number).0
            } else {
                ink(tone)
            };
            let badge = vec![
                Shape::disc(unit * 0.215, Ink::Surface),
                Shape::disc(unit * 0.195, ink),
                Shape::text(
                    point(0.0, 0.0),
                    unit * 0.30,
                    number.to_string(),
                    Ink::OnChosen,
                ),
            ];
            figures.push(Figure::new("number", at, badge));
        }
    }
    figures
}

/// A ring around the contents of a cell.
fn halo(layout: &Layout, mark: &Mark) -> Option<Figure> {
    let Mark::Halo(cell, tone) = *mark else {
        return None;
    };
    let reach = if tone == Tone::Chosen { 0.575 } else { 0.545 };
    let shape = Shape::ring(reach * layout.unit, 0.36 * layout.unit, ink(tone));
    Some(Figure::new("halo", layout.cell(cell), vec![shape]))
}

/// A translucent layer that fades everything drawn so far, if any cell is faded.
fn veil(layout: &Layout, board: &Board, faded: CellSet) -> Option<Figure> {
    let veil = Shape::new(surface_outline(layout, board, 0.996), Ink::Surface).faint(150);
    let at = layout.pixel(0.0, 0.0);
    (!faded.is_empty()).then(|| Figure::new("veil", at, vec![veil]))
}

/// One outline around cells that belong together: the sides of their hexagons that no two of them share.
fn outline(layout: &Layout, cells: CellSet, tone: Tone) -> Option<Figure> {
    let (start, unit) = (layout.cell(cells.into_iter().next()?), layout.unit);
    let (reach, thick) = (unit * 0.577, unit * 0.075);
    let turn = if layout.is_flipped { 180.0 } else { 0.0 };
    let mut sides = Vec::new();
    for cell in cells {
        let (x, y) = layout.cell(cell);
        let middle = point((x - start.0) as f32, (y - start.1) as f32);
        for (index, direction) in (0_u8..).zip(Direction::ALL) {
            let is_shared = cell
                .step(direction)
                .is_some_and(|next| cells.contains(next));
            if !is_shared {
                let corner = |before: f32| {
                    let angle = (f32::from(index) * 60.0 + before + turn).to_radians();
                    point(
                        middle.x + angle.sin() * reach,
                        middle.y - angle.cos() * reach,
                    )
                };
                sides.push((corner(-30.0), corner(30.0)));
            }
        }
    }
    let mut shapes = Vec::new();
    for (thick, ink) in [(thick * 1.7, Ink::Surface), (thick, ink(tone))] {
        for &(from, to) in &sides {
            shapes.push(Shape::bar(from, to, thick, ink));
            // Rounds the corners.
            let radius = thick / 2.0;
            shapes.push(Shape::new(Outline::Disc { at: from, radius }, ink));
        }
    }
    Some(Figure::new("group", start, shapes))
}

/// An arrow between two cells, shifted to its right by a fraction of a unit. It touches their contents only
/// at the rims. Between neighbours it begins in the middle of a cell that is empty, so that it is long
/// enough to see.
fn arrow(
    layout: &Layout,
    (from, to): (Cell, Cell),
    tone: Tone,
    aside: f32,
    is_empty: bool,
) -> Figure {
    let (start, end) = (layout.cell(from), layout.cell(to));
    let (dx, dy) = ((end.0 - start.0) as f32, (end.1 - start.1) as f32);
    let length = dx.hypot(dy).max(1.0);
    let unit = layout.unit;
    let is_short = length < unit * 1.5;
    let near = if is_short && is_empty { 0.06 } else { 0.31 };
    let far = 0.36;
    let (right_x, right_y) = (-dy / length * aside * unit, dx / length * aside * unit);
    let on = |along: f32| point(dx / length * along + right_x, dy / length * along + right_y);
    let (tail, tip) = (near * unit, length - far * unit);
    let arrow = |rim: f32, ink| Shape::arrow(on(tail), on(tip), unit * 0.10, unit * rim, ink);
    let shapes = vec![arrow(0.025, Ink::Surface), arrow(0.0, ink(tone))];
    Figure::new("arrow", start, shapes)
}
