//! Pieces and marbles as icons, for use as emoji in texts and on buttons.
//!
//! They look like those on the board, but have a transparent background, and rims that stand out from dark
//! and light ones.

use super::board::Appearance;
use super::paint::{palette, sprite};
use super::scene::{Figure, Shape};
use super::theme::Theme;
use hexpost_engine::game::{AnyGame, GameKind, Variant};
use hexpost_engine::side::Side;
use hexpost_engine::with_each;

/// The width and height in pixels. Discord shows emoji at 22 or 48 pixels, and more on dense screens.
pub const PIXELS: u32 = 128;

/// Its colours suit both dark and light backgrounds.
const THEME: Theme = Theme::Dark;

/// The icon of a piece or marble as a PNG file; `None` if the game has no such kind.
pub fn png(game: GameKind, kind: char, side: Side) -> Option<Vec<u8>> {
    let variant = Variant::parse(game.as_str(), game.offered().first()?).ok()?;
    let start = AnyGame::start(&variant);
    // A disc with a radius of 0.44 units fills the picture but for a pixel at each side.
    let unit = (PIXELS as f32 / 2.0 - 1.0) / 0.44;
    let shapes = with_each!(&start, game => icon(game.position(), kind, side, unit))?;
    Some(encode(&Figure::new("emoji", (0, 0), shapes)))
}

fn icon<P: Appearance>(_: &P, kind: char, side: Side, unit: f32) -> Option<Vec<Shape>> {
    P::icon(kind, side, unit)
}

fn encode(figure: &Figure) -> Vec<u8> {
    let side = PIXELS as usize;
    let mut pixels = vec![0; side * side * 4];
    let sprite = sprite(THEME, palette(THEME), figure);
    let half = PIXELS as i32 / 2;
    for (index, dot) in sprite.pixels.iter().enumerate() {
        let x = half + sprite.left + (index % sprite.width) as i32;
        let y = half + sprite.top + (index / sprite.width) as i32;
        let inside = 0..PIXELS as i32;
        if inside.contains(&x) && inside.contains(&y) {
            let [red, green, blue] = dot.colour;
            let at = (y as usize * side + x as usize) * 4;
            pixels[at..at + 4].copy_from_slice(&[red, green, blue, dot.alpha]);
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, PIXELS, PIXELS);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels));
    written.expect("encoding to memory can't fail");
    bytes
}
