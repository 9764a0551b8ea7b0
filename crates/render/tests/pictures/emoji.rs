//! Icons of pieces and marbles.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::Side;
use hexpost_render::emoji::{PIXELS, png};

/// Width, height and the red, green, blue and alpha bytes of an icon.
fn decode(bytes: &[u8]) -> Vec<[u8; 4]> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (PIXELS, PIXELS));
    assert_eq!(info.color_type, png::ColorType::Rgba);
    pixels.chunks(4).map(|p| p.try_into().unwrap()).collect()
}

/// The icon shrunk to a number of pixels, on a background.
fn shrunk(pixels: &[[u8; 4]], side: usize, background: u32) -> Vec<[i32; 3]> {
    let mut small = vec![[0; 3]; side * side];
    let full = PIXELS as usize;
    for (index, small) in small.iter_mut().enumerate() {
        let (x, y) = (index % side, index / side);
        let (mut sum, mut count) = ([0; 3], 0);
        for row in y * full / side..((y + 1) * full / side).max(1) {
            for column in x * full / side..(x + 1) * full / side {
                let pixel = pixels[row * full + column];
                let alpha = u32::from(pixel[3]);
                for channel in 0..3 {
                    let mixed = u32::from(pixel[channel]) * alpha + background * (255 - alpha);
                    sum[channel] += mixed / 255;
                }
                count += 1;
            }
        }
        *small = sum.map(|sum| (sum / count) as i32);
    }
    small
}

#[test]
fn icons_can_be_told_apart_at_the_size_of_a_letter() {
    let mut icons = Vec::new();
    for &game in GameKind::ALL {
        let sides = if game.has_sides() {
            &Side::BOTH[..]
        } else {
            &[Side::First]
        };
        for &side in sides {
            for kind in 'A'..='Z' {
                icons.extend(png(game, kind, side).map(|png| (game, kind, side, decode(&png))));
            }
        }
    }
    assert_eq!(icons.len(), 9);
    for side in [22, 48] {
        // Discord's dark and light backgrounds.
        for background in [0x31, 0xff] {
            let small: Vec<_> = icons
                .iter()
                .map(|icon| shrunk(&icon.3, side, background))
                .collect();
            for (index, one) in small.iter().enumerate() {
                let stands_out = |pixel: &&[i32; 3]| (pixel[0] - background as i32).abs() > 60;
                let visible = one.iter().filter(stands_out).count();
                assert!(
                    visible * 20 > side * side,
                    "{:?} on {background}",
                    &icons[index].1
                );
                for (other_index, other) in small.iter().enumerate().skip(index + 1) {
                    let differs = |(a, b): &(&[i32; 3], &[i32; 3])| {
                        a.iter().zip(*b).any(|(a, b)| (a - b).abs() > 60)
                    };
                    let different = one.iter().zip(other).filter(differs).count();
                    assert!(
                        different * 40 > side * side,
                        "{} and {} at {side}: {different}",
                        icons[index].1,
                        icons[other_index].1
                    );
                }
            }
        }
    }
}

#[test]
fn icons_are_small_files_with_transparent_corners() {
    for &game in GameKind::ALL {
        for bytes in ('A'..='Z').filter_map(|kind| png(game, kind, Side::First)) {
            assert!(bytes.len() < 16 << 10, "{} bytes", bytes.len());
            assert_eq!(decode(&bytes)[0][3], 0);
        }
    }
    assert_eq!(png(GameKind::ALL[0], 'Q', Side::First), None);
}

/// Applications upload an icon once and find it by its name. To change an icon, give it another
/// name there, or nobody will see the change.
#[test]
fn icons_match_their_snapshots() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/emoji");
    for &game in GameKind::ALL {
        for side in Side::BOTH {
            for kind in 'A'..='Z' {
                let Some(icon) = png(game, kind, side) else {
                    continue;
                };
                let name = format!("{}-{kind}-{}.png", game.as_str(), side.as_str());
                let path = folder.join(&name);
                if std::env::var_os("REGENERATE").is_some() {
                    std::fs::write(&path, &icon).unwrap();
                }
                let snapshot =
                    std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
                let (snapshot, now) = (decode(&snapshot), decode(&icon));
                let differs = |(a, b): &(&[u8; 4], &[u8; 4])| {
                    a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 24)
                };
                let differing = snapshot.iter().zip(&now).filter(differs).count();
                assert!(differing <= 30, "{name}: {differing} pixels differ");
            }
        }
    }
}
