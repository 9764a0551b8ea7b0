//! Converts a scene to pixels: sprites are copied onto a cached ground and saved as an indexed PNG.

use std::cell::Cell;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, LazyLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::indexed_palette::Palette;
use super::scene::{Figure, Scene};
use super::sprite::{Sprite, Sprites};
use super::theme::{Ink, Theme};

/// The limit of the cache of grounds, in bytes. A ground depends on the board, theme, size, orientation
/// and crop, and takes 1.2 MB at the normal size.
const MAX_GROUND_BYTES: u64 = 24 << 20;
/// The estimated number of grounds in the cache; it only determines the size of the table.
const USUAL_GROUNDS: usize = 20;

/// A painted picture; pixels are entries of a theme's palette.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

impl Canvas {
    /// The width and height in pixels.
    pub const fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The pixels as red, green and blue bytes.
    pub fn rgb(&self, theme: Theme) -> Vec<u8> {
        let colours = &palette(theme).colours;
        let pixels = self.pixels.iter();
        pixels
            .flat_map(|&entry| colours[usize::from(entry)])
            .collect()
    }
}

static PALETTES: [LazyLock<Palette>; 3] = [
    LazyLock::new(|| Palette::new(Theme::Classic)),
    LazyLock::new(|| Palette::new(Theme::Dark)),
    LazyLock::new(|| Palette::new(Theme::Contrast)),
];

pub(super) fn palette(theme: Theme) -> &'static Palette {
    &PALETTES[theme as usize]
}

static SPRITES: LazyLock<Sprites> = LazyLock::new(Sprites::default);

/// Weighs a ground by its size in bytes.
#[derive(Clone, Debug)]
struct GroundBytes;

impl Weighter<(Theme, u64), Arc<Canvas>> for GroundBytes {
    fn weight(&self, _key: &(Theme, u64), ground: &Arc<Canvas>) -> u64 {
        ground.pixels.len() as u64
    }
}

/// Painted grounds. The least useful ones are evicted first.
static GROUNDS: LazyLock<Cache<(Theme, u64), Arc<Canvas>, GroundBytes>> =
    LazyLock::new(|| Cache::with_weighter(USUAL_GROUNDS, MAX_GROUND_BYTES, GroundBytes));

thread_local! {
    /// The buffer of the last picture, for reuse: allocating and freeing a megabyte for every picture would
    /// fragment the memory.
    static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Paints a scene.
pub fn paint(scene: &Scene, theme: Theme) -> Canvas {
    let ground = ground(scene, theme);
    let mut pixels = SCRATCH.take();
    pixels.clear();
    pixels.extend_from_slice(&ground.pixels);
    let mut canvas = Canvas { pixels, ..*ground };
    stamp_all(&mut canvas, &scene.figures, theme);
    canvas
}

/// Returns the buffer of a canvas that is no longer needed, for reuse by the next one.
pub(super) fn recycle(canvas: Canvas) {
    SCRATCH.set(canvas.pixels);
}

/// The ground of a scene, painted if it is not cached.
fn ground(scene: &Scene, theme: Theme) -> Arc<Canvas> {
    let mut parts = Vec::with_capacity(scene.ground.len());
    parts.extend(
        scene
            .ground
            .iter()
            .map(|figure| (figure.at, &figure.shapes, figure.alpha)),
    );
    let key = (scene.width, scene.height, parts);
    let key = (
        theme,
        BuildHasherDefault::<DefaultHasher>::default().hash_one(key),
    );
    if let Some(ground) = GROUNDS.get(&key) {
        return ground;
    }
    let (width, height) = (scene.width as usize, scene.height as usize);
    let mut canvas = Canvas {
        width,
        height,
        pixels: vec![Palette::entry(Ink::Canvas); width * height],
    };
    stamp_all(&mut canvas, &scene.ground, theme);
    let canvas = Arc::new(canvas);
    GROUNDS.insert(key, Arc::clone(&canvas));
    canvas
}

/// The sprite of a figure, painted if it is not cached.
pub(super) fn sprite(theme: Theme, palette: &Palette, figure: &Figure) -> Arc<Sprite> {
    SPRITES.get(theme, palette, figure)
}

fn stamp_all(canvas: &mut Canvas, figures: &[Figure], theme: Theme) {
    let palette = palette(theme);
    for figure in figures {
        let sprite = SPRITES.get(theme, palette, figure);
        stamp(canvas, &sprite, figure.at, palette);
    }
}

/// The rectangle of pixels that a figure covers: left, top, right and bottom, the last two exclusive.
pub fn bounds(figure: &Figure, theme: Theme) -> (i32, i32, i32, i32) {
    let sprite = SPRITES.get(theme, palette(theme), figure);
    let covered = |(index, dot): (usize, &super::sprite::Dot)| {
        let (x, y) = (index % sprite.width, index / sprite.width);
        (dot.alpha > 0).then_some((x as i32, y as i32))
    };
    let covered: Vec<_> = sprite
        .pixels
        .iter()
        .enumerate()
        .filter_map(covered)
        .collect();
    let (left, top) = (figure.at.0 + sprite.left, figure.at.1 + sprite.top);
    let least = |values: &mut dyn Iterator<Item = i32>| values.min().unwrap_or(0);
    let most = |values: &mut dyn Iterator<Item = i32>| values.max().unwrap_or(0);
    (
        left + least(&mut covered.iter().map(|c| c.0)),
        top + least(&mut covered.iter().map(|c| c.1)),
        left + most(&mut covered.iter().map(|c| c.0)) + 1,
        top + most(&mut covered.iter().map(|c| c.1)) + 1,
    )
}

/// Copies a sprite onto a canvas and clips it to the canvas.
fn stamp(canvas: &mut Canvas, sprite: &Sprite, at: (i32, i32), palette: &Palette) {
    let (left, top) = (at.0 + sprite.left, at.1 + sprite.top);
    let first = (-left).clamp(0, sprite.width as i32) as usize;
    let end = (canvas.width as i32 - left).clamp(0, sprite.width as i32) as usize;
    if first >= end {
        return;
    }
    for row in 0..sprite.height {
        let y = top + row as i32;
        if y < 0 || y >= canvas.height as i32 {
            continue;
        }
        let dots = &sprite.pixels[row * sprite.width + first..row * sprite.width + end];
        let start = y as usize * canvas.width + (left + first as i32) as usize;
        let below = &mut canvas.pixels[start..start + dots.len()];
        for (pixel, dot) in below.iter_mut().zip(dots) {
            match dot.alpha {
                0 => {}
                255 => *pixel = dot.entry,
                alpha => *pixel = palette.over(*pixel, dot.colour, alpha),
            }
        }
    }
}

/// The picture as a PNG file.
///
/// # Panics
///
/// Never: writing to memory can't fail, and the sizes match by construction.
pub fn png(canvas: &Canvas, theme: Theme) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64 << 10);
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette(theme).colours.concat());
    encoder.set_deflate_compression(png::DeflateCompression::Level(COMPRESSION));
    encoder.set_filter(png::Filter::NoFilter);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&canvas.pixels));
    written.expect("encoding to memory can't fail");
    bytes
}

/// The level of compression. Low levels are fast, and flat colours compress well at any level.
const COMPRESSION: u8 = 3;
