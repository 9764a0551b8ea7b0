//! A drawing as data: figures made of simple shapes, in pixels.
//!
//! A scene can be printed, which makes it testable, and is converted to pixels by [`super::paint`].

use std::fmt;
use std::hash::{Hash, Hasher};

use super::theme::Ink;

/// A point relative to the origin of its figure, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Grows to the right.
    pub x: f32,
    /// Grows downwards.
    pub y: f32,
}

/// Makes a point.
pub const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// The horizontal alignment of a text to its point. Vertically, the point is always in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// An outline to be filled.
#[derive(Clone, PartialEq, Debug)]
pub enum Outline {
    /// A filled circle.
    Disc {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f32,
    },
    /// A circle with a hole.
    Ring {
        /// Its centre.
        at: Point,
        /// The outer radius.
        outer: f32,
        /// The radius of the hole.
        inner: f32,
    },
    /// A polygon.
    Polygon(Vec<Point>),
    /// One line of text.
    Text {
        /// The point it is aligned to.
        at: Point,
        /// The alignment.
        anchor: Anchor,
        /// The height of a line, in pixels.
        size: f32,
        /// The text.
        text: String,
    },
}

/// A form filled with an ink.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// The outline.
    pub form: Outline,
    /// The colour.
    pub ink: Ink,
    /// The opacity: 255 hides everything below.
    pub alpha: u8,
}

impl Shape {
    /// An opaque shape.
    pub const fn new(form: Outline, ink: Ink) -> Self {
        Self {
            form,
            ink,
            alpha: 255,
        }
    }

    /// A disc around the origin of the figure.
    pub const fn disc(radius: f32, ink: Ink) -> Self {
        let at = point(0.0, 0.0);
        Self::new(Outline::Disc { at, radius }, ink)
    }

    /// A ring around the origin of the figure.
    pub const fn ring(outer: f32, inner: f32, ink: Ink) -> Self {
        let at = point(0.0, 0.0);
        Self::new(Outline::Ring { at, outer, inner }, ink)
    }

    /// A text centred on a point.
    pub fn text(at: Point, size: f32, text: impl Into<String>, ink: Ink) -> Self {
        let (anchor, text) = (Anchor::Middle, text.into());
        Self::new(
            Outline::Text {
                at,
                anchor,
                size,
                text,
            },
            ink,
        )
    }

    /// A straight bar from one point to another.
    pub fn bar(from: Point, to: Point, width: f32, ink: Ink) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = dx.hypot(dy).max(0.01);
        let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
        Self::new(
            Outline::Polygon(vec![
                point(from.x + nx, from.y + ny),
                point(to.x + nx, to.y + ny),
                point(to.x - nx, to.y - ny),
                point(from.x - nx, from.y - ny),
            ]),
            ink,
        )
    }

    /// An arrow whose tip is at `to`, grown on all sides by `rim`.
    pub fn arrow(from: Point, to: Point, width: f32, rim: f32, ink: Ink) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = dx.hypot(dy).max(0.01);
        let (ux, uy) = (dx / length, dy / length);
        let (half, head) = (width / 2.0, (width * 3.2).min(length * 0.8));
        let place = |along: f32, across: f32| {
            point(
                from.x + ux * along - uy * across,
                from.y + uy * along + ux * across,
            )
        };
        let (neck, wing) = (length - head - rim, head * 0.55);
        // Growing slanted sides by the rim moves their corners by more than the rim.
        let slope = wing / head;
        let long = (1.0 + slope * slope).sqrt();
        let (wing, tip) = (wing + rim * (long + slope), length + rim * long / slope);
        let half = half + rim;
        Self::new(
            Outline::Polygon(vec![
                place(-rim, half),
                place(neck, half),
                place(neck, wing),
                place(tip, 0.0),
                place(neck, -wing),
                place(neck, -half),
                place(-rim, -half),
            ]),
            ink,
        )
    }

    /// A regular polygon, or a star if `inner` is smaller than `outer`, with a tip at the top.
    pub fn star(at: Point, tips: u8, outer: f32, inner: f32, ink: Ink) -> Self {
        let corners = u16::from(tips) * 2;
        let corner = |index: u16| {
            let angle = f32::from(index) / f32::from(corners) * std::f32::consts::TAU;
            let radius = if index.is_multiple_of(2) {
                outer
            } else {
                inner
            };
            point(at.x + angle.sin() * radius, at.y - angle.cos() * radius)
        };
        Self::new(Outline::Polygon((0..corners).map(corner).collect()), ink)
    }

    /// The shape with this opacity.
    #[must_use]
    pub const fn faint(mut self, alpha: u8) -> Self {
        self.alpha = alpha;
        self
    }

    /// The shape scaled and then moved.
    #[must_use]
    pub fn placed(mut self, dx: f32, dy: f32, scale: f32) -> Self {
        let moved = |p: &mut Point| *p = point(p.x * scale + dx, p.y * scale + dy);
        match &mut self.form {
            Outline::Disc { at, radius } => {
                moved(at);
                *radius *= scale;
            }
            Outline::Ring { at, outer, inner } => {
                moved(at);
                *outer *= scale;
                *inner *= scale;
            }
            Outline::Polygon(points) => points.iter_mut().for_each(moved),
            Outline::Text { at, size, .. } => {
                moved(at);
                *size *= scale;
            }
        }
        self
    }
}

/// Shapes that belong together, at one position.
///
/// Equal figures are painted once and then copied to each position.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// A name for people and tests that read the scene.
    pub name: &'static str,
    /// The position of its origin, in whole pixels.
    pub at: (i32, i32),
    /// Its shapes, from the bottom up.
    pub shapes: Vec<Shape>,
    /// The opacity of the figure as a whole, after its shapes have covered each other.
    pub alpha: u8,
}

impl Figure {
    /// An opaque figure.
    pub const fn new(name: &'static str, at: (i32, i32), shapes: Vec<Shape>) -> Self {
        Self {
            name,
            at,
            shapes,
            alpha: 255,
        }
    }
}

/// A whole picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The figures that never change during a game. They are painted once and cached.
    pub ground: Vec<Figure>,
    /// All other figures, from the bottom up.
    pub figures: Vec<Figure>,
}

impl Scene {
    /// All figures, from the bottom up.
    pub fn all(&self) -> impl Iterator<Item = &Figure> {
        self.ground.iter().chain(&self.figures)
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} x {}", self.width, self.height)?;
        for figure in self.all() {
            let (x, y) = figure.at;
            write!(f, "{x},{y} {}:", figure.name)?;
            for shape in &figure.shapes {
                write!(f, " {shape}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Outline::Disc { radius, .. } => write!(f, "disc {radius:.1}")?,
            Outline::Ring { outer, inner, .. } => write!(f, "ring {outer:.1}-{inner:.1}")?,
            Outline::Polygon(points) => write!(f, "polygon of {}", points.len())?,
            Outline::Text { size, text, .. } => write!(f, "{text:?} {size:.1}")?,
        }
        write!(f, " {:?}", self.ink)?;
        match self.alpha {
            255 => f.write_str(";"),
            alpha => write!(f, " at {alpha};"),
        }
    }
}

impl Hash for Point {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.x.to_bits().hash(state);
        self.y.to_bits().hash(state);
    }
}

impl Hash for Outline {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Disc { at, radius } => {
                at.hash(state);
                radius.to_bits().hash(state);
            }
            Self::Ring { at, outer, inner } => {
                at.hash(state);
                outer.to_bits().hash(state);
                inner.to_bits().hash(state);
            }
            Self::Polygon(points) => points.hash(state),
            Self::Text {
                at,
                anchor,
                size,
                text,
            } => {
                at.hash(state);
                anchor.hash(state);
                size.to_bits().hash(state);
                text.hash(state);
            }
        }
    }
}

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.form.hash(state);
        self.ink.hash(state);
        self.alpha.hash(state);
    }
}
