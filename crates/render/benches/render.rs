//! Speed and size of pictures, compared with a naive renderer: the same scene drawn with imageproc at
//! three times the resolution, scaled down with a Lanczos filter, and saved as an RGB PNG.
//!
//! Run with `cargo bench -p hexpost-render --features bench`. Before measuring, it checks that both
//! renderers produce the same picture.

use ab_glyph::{FontRef, PxScale};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::record::Record;
use hexpost_render::View;
use hexpost_render::gallery::{gallery, random_game};
use hexpost_render::paint::{paint, png};
use hexpost_render::replay::Replay;
use hexpost_render::scene::{Anchor, Outline, Point, Scene};
use hexpost_render::theme::{Ink, Theme};
use image::imageops::{FilterType, crop_imm, resize};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_polygon_mut, draw_text_mut, text_size};

/// The supersampling of the naive renderer.
const FINE: f32 = 3.0;

#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
fn main() {
    let started = std::time::Instant::now();
    let first = View::new(AnyGame::start(&Variant::parse("zertz", "61").unwrap())).png();
    println!(
        "first picture: {:?}, {} bytes",
        started.elapsed(),
        first.len()
    );
    for name in POSITIONS {
        let view = position(name);
        let (mean, many) = difference(&view);
        println!(
            "{name}: mean difference to the naive picture {mean:.2} of 255, {many:.2} % of the pixels differ by more than 48"
        );
        assert!(
            mean < 2.0 && many < 1.5,
            "the naive picture shows something else"
        );
        println!(
            "{name}: {} bytes, naive {} bytes",
            view.png().len(),
            naive_png(&view).len()
        );
    }
    let record = sixty_plies();
    let frames = Replay::default().frames(&record).len();
    let bytes = Replay::default().gif(&record).len();
    println!("replay_sixty_plies: {frames} frames, {bytes} bytes");
    divan::main();
}

const POSITIONS: [&str; 2] = ["zertz-middle-classic", "tzaar-middle-classic"];

fn position(name: &str) -> View {
    let exhibit = gallery().into_iter().find(|exhibit| exhibit.name == name);
    exhibit.expect("the gallery has this picture").view
}

#[divan::bench(args = POSITIONS)]
fn ours(bencher: Bencher<'_, '_>, name: &str) {
    let view = position(name);
    view.png();
    bencher.bench(|| black_box(&view).png());
}

#[divan::bench(args = POSITIONS, sample_count = 5)]
fn naive(bencher: Bencher<'_, '_>, name: &str) {
    let view = position(name);
    bencher.bench(|| naive_png(black_box(&view)));
}

#[divan::bench(args = POSITIONS)]
fn scene_only(bencher: Bencher<'_, '_>, name: &str) {
    let view = position(name);
    bencher.bench(|| black_box(&view).scene());
}

#[divan::bench(args = POSITIONS)]
fn paint_only(bencher: Bencher<'_, '_>, name: &str) {
    let view = position(name);
    let scene = view.scene();
    bencher.bench(|| paint(black_box(&scene), view.theme));
}

#[divan::bench(args = POSITIONS)]
fn png_only(bencher: Bencher<'_, '_>, name: &str) {
    let view = position(name);
    let canvas = paint(&view.scene(), view.theme);
    bencher.bench(|| png(black_box(&canvas), view.theme));
}

/// A game of sixty plies, from the first seed that gives one.
fn sixty_plies() -> Record {
    let mut games = (0..1000).map(|seed| random_game("zertz", "61", seed, 60));
    let game = games.find(|record| record.turns().len() == 60);
    game.expect("some seed gives a game of sixty plies")
}

#[divan::bench(args = [1, 60], sample_count = 9)]
fn replay_sixty_plies(bencher: Bencher<'_, '_>, plies: usize) {
    let record = sixty_plies();
    let replay = Replay {
        to: Some(plies),
        ..Replay::default()
    };
    replay.gif(&record);
    bencher
        .counter(ItemsCount::new(replay.frames(&record).len()))
        .bench(|| replay.gif(black_box(&record)));
}

/// The difference between the naive picture and ours: the mean difference per channel, and the percentage
/// of pixels that differ a lot.
fn difference(view: &View) -> (f64, f64) {
    let canvas = paint(&view.scene(), view.theme);
    let ours = canvas.rgb(view.theme);
    let naive = naive_picture(&view.scene(), view.theme).into_raw();
    let sum: u64 = ours
        .iter()
        .zip(&naive)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    let pairs = ours.chunks(3).zip(naive.chunks(3));
    let differ = pairs.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 48));
    let pixels = ours.len() as f64 / 3.0;
    (
        sum as f64 / ours.len() as f64,
        differ.count() as f64 * 100.0 / pixels,
    )
}

fn naive_png(view: &View) -> Vec<u8> {
    let picture = naive_picture(&view.scene(), view.theme);
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(::png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(picture.as_raw()).unwrap();
    drop(writer);
    bytes
}

fn naive_picture(scene: &Scene, theme: Theme) -> RgbImage {
    let font = include_bytes!("../../../assets/fonts/Inter-SemiBold.otf");
    let font = FontRef::try_from_slice(font).unwrap();
    let (width, height) = (scene.width * 3, scene.height * 3);
    let mut canvas = RgbImage::from_pixel(width, height, Rgb(theme.colour(Ink::Canvas)));
    for figure in scene.all() {
        for shape in &figure.shapes {
            let place = |at: &Point| {
                let x = (figure.at.0 as f32 + at.x) * FINE;
                let y = (figure.at.1 as f32 + at.y) * FINE;
                (x.round() as i32, y.round() as i32)
            };
            let alpha = (u32::from(shape.alpha) * u32::from(figure.alpha) / 255) as u8;
            let is_open = alpha < 255 || matches!(shape.form, Outline::Ring { .. });
            let below = is_open.then(|| under(&canvas, &shape.form, &place));
            let ink = Rgb(theme.colour(shape.ink));
            match &shape.form {
                Outline::Disc { at, radius } => {
                    draw_filled_circle_mut(
                        &mut canvas,
                        place(at),
                        (radius * FINE).round() as i32,
                        ink,
                    );
                }
                Outline::Ring { at, outer, .. } => {
                    draw_filled_circle_mut(
                        &mut canvas,
                        place(at),
                        (outer * FINE).round() as i32,
                        ink,
                    );
                }
                Outline::Polygon(points) => {
                    let corners: Vec<_> = points
                        .iter()
                        .map(|at| {
                            let (x, y) = place(at);
                            imageproc::point::Point::new(x, y)
                        })
                        .collect();
                    draw_polygon_mut(&mut canvas, &corners, ink);
                }
                Outline::Text {
                    at,
                    anchor,
                    size,
                    text,
                } => {
                    let scale = PxScale::from(size * FINE);
                    let (wide, _) = text_size(scale, &font, text);
                    let (x, y) = place(at);
                    let left = match anchor {
                        Anchor::Start => x,
                        Anchor::Middle => x - wide as i32 / 2,
                        Anchor::End => x - wide as i32,
                    };
                    let top = y - (size * FINE * 0.5).round() as i32;
                    draw_text_mut(&mut canvas, ink, left, top, scale, &font, text);
                }
            }
            if let Some((left, top, below)) = below {
                restore(&mut canvas, (left, top), &below, alpha, &shape.form, &place);
            }
        }
    }
    resize(&canvas, scene.width, scene.height, FilterType::Lanczos3)
}

/// A copy of the canvas under a shape, with the position of its top left corner.
fn under(
    canvas: &RgbImage,
    form: &Outline,
    place: &impl Fn(&Point) -> (i32, i32),
) -> (u32, u32, RgbImage) {
    let boxed = |at: &Point, radius: f32| {
        let (x, y) = place(at);
        let reach = (radius * FINE).ceil() as i32 + 1;
        (x - reach, y - reach, x + reach, y + reach)
    };
    let (left, top, right, bottom) = match form {
        Outline::Disc { at, radius } => boxed(at, *radius),
        Outline::Ring { at, outer, .. } => boxed(at, *outer),
        Outline::Text { at, size, text, .. } => boxed(at, size * text.len() as f32),
        Outline::Polygon(points) => points
            .iter()
            .map(|at| boxed(at, 1.0))
            .fold((i32::MAX, i32::MAX, i32::MIN, i32::MIN), |a, b| {
                (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3))
            }),
    };
    let (left, top) = (left.max(0) as u32, top.max(0) as u32);
    let right = (right.max(0) as u32).min(canvas.width());
    let bottom = (bottom.max(0) as u32).min(canvas.height());
    let part = crop_imm(canvas, left, top, right - left, bottom - top).to_image();
    (left, top, part)
}

/// Restores what is visible through a translucent shape or the hole of a ring.
fn restore(
    canvas: &mut RgbImage,
    (left, top): (u32, u32),
    below: &RgbImage,
    alpha: u8,
    form: &Outline,
    place: &impl Fn(&Point) -> (i32, i32),
) {
    let hole = match form {
        Outline::Ring { at, inner, .. } => Some((place(at), (inner * FINE).round() as i32)),
        _ => None,
    };
    for (x, y, under) in below.enumerate_pixels() {
        let (x, y) = (left + x, top + y);
        let pixel = canvas.get_pixel_mut(x, y);
        if pixel == under {
            continue;
        }
        if let Some(((cx, cy), radius)) = hole
            && (x as i32 - cx).pow(2) + (y as i32 - cy).pow(2) <= radius * radius
        {
            *pixel = *under;
            continue;
        }
        for channel in 0..3 {
            let (over, under) = (u32::from(pixel[channel]), u32::from(under[channel]));
            let alpha = u32::from(alpha);
            pixel[channel] = ((over * alpha + under * (255 - alpha)) / 255) as u8;
        }
    }
}
