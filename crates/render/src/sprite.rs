//! Sprites: figures that are painted once, with anti-aliasing, and cached for copying.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use ab_glyph::PxScale;
use image::{GrayImage, Luma};
use imageproc::drawing::{draw_filled_circle_mut, draw_polygon_mut, draw_text_mut};
use imageproc::point::Point as Corner;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::font::{self, FONT};
use super::indexed_palette::Palette;
use super::scene::{Anchor, Figure, Outline, Point, Shape};
use super::theme::Theme;

/// Circles and polygons are painted at this multiple of the resolution and then averaged.
const SUPERSAMPLING: u32 = 4;
/// The most pixels of a canvas for one shape: large shapes are painted with less supersampling.
const MAX_SUPERSAMPLED_PIXELS: f32 = 4_200_000.0;
/// The number of steps from no to full coverage at an edge. More would be invisible on a phone, and each
/// would increase file sizes by a tenth.
const COVERAGE_STEPS: u8 = 3;
/// The limit of the cache for all themes together.
const MAX_CACHE_BYTES: u64 = 20 << 20;
/// The estimated number of sprites in the cache; it only determines the size of the table.
const USUAL_SPRITES: usize = 1000;
/// The largest sprites that are cached. Only the surface of a board is larger. It is part of the ground, which is
/// cached as a whole, and would evict a hundred pieces.
const MAX_CACHED_BYTES: u64 = MAX_CACHE_BYTES / 32;

/// A painted figure: pixels with opacity, and the offset of the top left corner from the figure's
/// origin.
#[derive(Debug)]
pub(super) struct Sprite {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<Dot>,
}

/// One pixel of a sprite.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dot {
    pub(super) colour: [u8; 3],
    pub(super) alpha: u8,
    /// The palette entry of the colour; only valid for opaque pixels.
    pub(super) entry: u8,
}

impl Sprite {
    fn bytes(&self) -> u64 {
        (self.pixels.len() * size_of::<Dot>()) as u64
    }
}

/// Weighs a sprite by its size in bytes.
#[derive(Clone, Debug)]
struct SpriteBytes;

impl Weighter<(Theme, u64), Arc<Sprite>> for SpriteBytes {
    fn weight(&self, _key: &(Theme, u64), sprite: &Arc<Sprite>) -> u64 {
        sprite.bytes()
    }
}

/// A cache of painted sprites. The least useful ones are evicted first.
#[derive(Debug)]
pub(super) struct Sprites {
    cache: Cache<(Theme, u64), Arc<Sprite>, SpriteBytes>,
}

impl Default for Sprites {
    fn default() -> Self {
        Self {
            cache: Cache::with_weighter(USUAL_SPRITES, MAX_CACHE_BYTES, SpriteBytes),
        }
    }
}

impl Sprites {
    /// The sprite of a figure, painted if it is not cached.
    pub(super) fn get(&self, theme: Theme, palette: &Palette, figure: &Figure) -> Arc<Sprite> {
        let (shapes, alpha) = (&figure.shapes, figure.alpha);
        let key = BuildHasherDefault::<DefaultHasher>::default().hash_one((shapes, alpha));
        if let Some(sprite) = self.cache.get(&(theme, key)) {
            return sprite;
        }
        let sprite = Arc::new(paint(theme, palette, shapes, alpha));
        if sprite.bytes() <= MAX_CACHED_BYTES {
            self.cache.insert((theme, key), Arc::clone(&sprite));
        }
        sprite
    }
}

/// A bounding rectangle of some shapes.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Bounds {
    fn around(shape: &Shape) -> Self {
        match &shape.form {
            Outline::Disc { at, radius } => Self::square(*at, *radius),
            Outline::Ring { at, outer, .. } => Self::square(*at, *outer),
            Outline::Polygon(points) => {
                let start = points.first().copied().unwrap_or(Point { x: 0.0, y: 0.0 });
                let start = Self::square(start, 0.0);
                points
                    .iter()
                    .fold(start, |bounds, &p| bounds.with(Self::square(p, 0.0)))
            }
            Outline::Text { at, size, .. } => {
                let (left, width) = text_place(shape);
                Self {
                    left,
                    top: at.y - size * 0.7,
                    right: left + width + 2.0,
                    bottom: at.y + size * 0.7,
                }
            }
        }
    }

    fn square(at: Point, radius: f32) -> Self {
        Self {
            left: at.x - radius,
            top: at.y - radius,
            right: at.x + radius,
            bottom: at.y + radius,
        }
    }

    fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The left edge and the width of a text.
fn text_place(shape: &Shape) -> (f32, f32) {
    let Outline::Text {
        at,
        anchor,
        size,
        text,
    } = &shape.form
    else {
        return (0.0, 0.0);
    };
    let width = font::width(text, *size);
    let left = match anchor {
        Anchor::Start => at.x,
        Anchor::Middle => at.x - width / 2.0,
        Anchor::End => at.x - width,
    };
    (left, width)
}

fn paint(theme: Theme, palette: &Palette, shapes: &[Shape], density: u8) -> Sprite {
    let bounds = shapes.iter().map(Bounds::around).reduce(Bounds::with);
    let Some(bounds) = bounds else {
        return Sprite {
            left: 0,
            top: 0,
            width: 0,
            height: 0,
            pixels: Vec::new(),
        };
    };
    let (left, top) = (
        bounds.left.floor() as i32 - 1,
        bounds.top.floor() as i32 - 1,
    );
    let width = (bounds.right.ceil() as i32 + 2 - left).max(1) as usize;
    let height = (bounds.bottom.ceil() as i32 + 2 - top).max(1) as usize;
    let mut sprite = vec![[0.0_f32; 4]; width * height];
    for shape in shapes {
        blend(
            &mut sprite,
            (left, top, width),
            shape,
            theme.colour(shape.ink),
        );
    }
    let mut last = ([0; 3], palette.find([0; 3]));
    let pixels = sprite
        .into_iter()
        .map(|[red, green, blue, alpha]| {
            // Rounds to the nearest: a cast cuts off what is behind the point.
            let colour = [red, green, blue].map(|channel| (channel + 0.5) as u8);
            let alpha = (alpha * f32::from(density) + 0.5) as u8;
            // Neighbours mostly have the same colour, and only opaque pixels need an entry.
            if alpha == 255 && last.0 != colour {
                last = (colour, palette.find(colour));
            }
            Dot {
                colour,
                alpha,
                entry: last.1,
            }
        })
        .collect();
    Sprite {
        left,
        top,
        width,
        height,
        pixels,
    }
}

/// Paints one shape over a sprite, given the sprite's left edge, top edge and width.
fn blend(sprite: &mut [[f32; 4]], place: (i32, i32, usize), shape: &Shape, colour: [u8; 3]) {
    let (sprite_left, sprite_top, sprite_width) = place;
    let bounds = Bounds::around(shape);
    let (left, top) = (
        bounds.left.floor() as i32 - 1,
        bounds.top.floor() as i32 - 1,
    );
    let width = (bounds.right.ceil() as i32 + 2 - left).max(1) as u32;
    let height = (bounds.bottom.ceil() as i32 + 2 - top).max(1) as u32;
    let colour = colour.map(f32::from);
    let opaque = [colour[0], colour[1], colour[2], 1.0];
    let coverage = coverage(shape, left, top, width, height);
    for (row, covers) in coverage.chunks(width as usize).enumerate() {
        let start = (top - sprite_top) as usize + row;
        let start = start * sprite_width + (left - sprite_left) as usize;
        for (pixel, &cover) in sprite[start..].iter_mut().zip(covers) {
            let cover = stepped(cover);
            if cover == 0 {
                continue;
            }
            if cover == 255 && shape.alpha == 255 {
                *pixel = opaque;
                continue;
            }
            let alpha = f32::from(cover) * f32::from(shape.alpha) / (255.0 * 255.0);
            let whole = alpha + pixel[3] * (1.0 - alpha);
            for channel in 0..3 {
                pixel[channel] += (colour[channel] - pixel[channel]) * alpha / whole;
            }
            pixel[3] = whole;
        }
    }
}

/// Rounds a coverage to the nearest of the [`COVERAGE_STEPS`].
fn stepped(cover: u8) -> u8 {
    ((u32::from(cover) * u32::from(COVERAGE_STEPS) + 127) / 255 * 255 / u32::from(COVERAGE_STEPS))
        as u8
}

/// The coverage of each pixel by a shape.
fn coverage(shape: &Shape, left: i32, top: i32, width: u32, height: u32) -> Vec<u8> {
    if let Outline::Text { at, size, text, .. } = &shape.form {
        // Text is anti-aliased by the font renderer.
        let mut canvas = GrayImage::new(width, height);
        let (start, _) = text_place(shape);
        let x = (start - left as f32).round() as i32;
        // Centres capitals and digits vertically.
        let y = (at.y - top as f32 - size * 0.5).round() as i32;
        draw_text_mut(
            &mut canvas,
            Luma([255]),
            x,
            y,
            PxScale::from(*size),
            &*FONT,
            text,
        );
        return canvas.into_raw();
    }
    let area = (width * height) as f32;
    let fine = (1..=SUPERSAMPLING)
        .rev()
        .find(|fine| area * (fine * fine) as f32 <= MAX_SUPERSAMPLED_PIXELS)
        .unwrap_or(1);
    let mut canvas = GrayImage::new(width * fine, height * fine);
    fill(&mut canvas, &shape.form, left, top, fine);
    averaged(&canvas, width, height, fine)
}

/// Paints a form white on black at `fine` times the resolution.
fn fill(canvas: &mut GrayImage, form: &Outline, left: i32, top: i32, fine: u32) {
    let scale = fine as f32;
    let place = |at: &Point| {
        let x = (at.x - left as f32) * scale;
        let y = (at.y - top as f32) * scale;
        (x.round() as i32, y.round() as i32)
    };
    let long = |length: f32| (length * scale).round() as i32;
    match form {
        Outline::Disc { at, radius } => {
            draw_filled_circle_mut(canvas, place(at), long(*radius), Luma([255]));
        }
        Outline::Ring { at, outer, inner } => {
            draw_filled_circle_mut(canvas, place(at), long(*outer), Luma([255]));
            draw_filled_circle_mut(canvas, place(at), long(*inner), Luma([0]));
        }
        Outline::Polygon(points) => {
            let mut corners: Vec<Corner<i32>> = points
                .iter()
                .map(|at| {
                    let (x, y) = place(at);
                    Corner::new(x, y)
                })
                .collect();
            corners.dedup();
            if corners.len() > 1 && corners.first() == corners.last() {
                corners.pop();
            }
            if corners.len() > 2 {
                draw_polygon_mut(canvas, &corners, Luma([255]));
            }
        }
        Outline::Text { .. } => {}
    }
}

/// Scales a canvas down by averaging.
fn averaged(canvas: &GrayImage, width: u32, height: u32, fine: u32) -> Vec<u8> {
    let (width, fine) = (width as usize, fine as usize);
    let mut means = Vec::with_capacity(width * height as usize);
    let mut sums = vec![0_u32; width];
    for rows in canvas.as_raw().chunks_exact(width * fine * fine) {
        sums.fill(0);
        for row in rows.chunks_exact(width * fine) {
            for (sum, values) in sums.iter_mut().zip(row.chunks_exact(fine)) {
                *sum += values.iter().map(|&value| u32::from(value)).sum::<u32>();
            }
        }
        means.extend(sums.iter().map(|sum| (sum / (fine * fine) as u32) as u8));
    }
    means
}
