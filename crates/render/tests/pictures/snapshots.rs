//! Compares the gallery with the pictures and scenes in `tests/data`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hexpost_render::gallery::{charts, gallery, random_game};
use hexpost_render::layout::Size;
use hexpost_render::{Draw as _, Pictures, View};

/// How much a channel of a pixel may differ.
const TOLERANCE: u8 = 24;
/// How many pixels per thousand may differ by more than [`TOLERANCE`].
const MAX_DIFFERING_PER_MILLE: usize = 2;

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(folder)
}

fn is_regenerating() -> bool {
    std::env::var_os("REGENERATE").is_some()
}

/// A decoded picture with red, green and blue bytes.
pub(crate) struct DecodedPng {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: Vec<u8>,
}

pub(crate) fn decode(bytes: &[u8]) -> DecodedPng {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    DecodedPng {
        width: info.width,
        height: info.height,
        pixels,
    }
}

/// A picture of the gallery.
struct Picture {
    name: String,
    bytes: Vec<u8>,
    /// The most bytes that it may have.
    limit: usize,
}

/// All boards of the gallery, in its order, and then all charts; drawn once for all tests.
static GALLERY: LazyLock<Vec<Picture>> = LazyLock::new(|| {
    let boards = gallery().into_iter().map(|exhibit| Picture {
        name: exhibit.name,
        bytes: exhibit.view.png(),
        limit: if exhibit.view.size == Size::Large {
            130_000
        } else {
            100_000
        },
    });
    let charts = charts().into_iter().map(|(name, drawing)| Picture {
        name,
        bytes: drawing.png(),
        limit: 100_000,
    });
    boards.chain(charts).collect()
});

#[test]
fn the_gallery_matches_its_snapshots() {
    let folder = data("pictures");
    let mut names = Vec::new();
    for Picture { name, bytes, .. } in &*GALLERY {
        let path = folder.join(format!("{name}.png"));
        if is_regenerating() {
            fs::write(&path, bytes).unwrap();
        }
        let snapshot =
            fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (snapshot, now) = (decode(&snapshot), decode(bytes));
        assert_eq!(
            (snapshot.width, snapshot.height),
            (now.width, now.height),
            "{name}"
        );
        let pairs = snapshot.pixels.chunks(3).zip(now.pixels.chunks(3));
        let differs =
            |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
        let differing = pairs.filter(differs).count();
        let most = snapshot.pixels.len() / 3 * MAX_DIFFERING_PER_MILLE / 1000;
        assert!(differing <= most, "{name}: {differing} pixels differ");
        names.push(format!("{name}.png"));
    }
    // There are no unused snapshots, and their total size is limited.
    let mut bytes = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        assert!(
            names.contains(&name),
            "{name} is not in the gallery any more"
        );
        bytes += entry.metadata().unwrap().len();
    }
    assert!(bytes < 5 << 20, "the snapshots have {bytes} bytes");
}

#[test]
fn scenes_match_their_snapshots() {
    for exhibit in gallery() {
        let with_snapshot = [
            "zertz-captured-classic",
            "tzaar-stacked-dark",
            "composer-rows",
            "zertz-won-classic",
        ];
        if !with_snapshot.contains(&exhibit.name.as_str()) {
            continue;
        }
        let path = data("scenes").join(format!("{}.txt", exhibit.name));
        let scene = exhibit.view.scene().to_string();
        if is_regenerating() {
            fs::write(&path, &scene).unwrap();
        }
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            scene,
            "{}",
            exhibit.name
        );
    }
}

#[test]
fn pictures_are_small() {
    for Picture { name, bytes, limit } in &*GALLERY {
        let bytes = bytes.len();
        assert!(bytes <= *limit, "{name}: {bytes} bytes");
    }
    // Most middlegame positions of random games are smaller still.
    for (game, variant) in [("zertz", "37"), ("zertz", "61"), ("tzaar", "fixed")] {
        let mut sizes: Vec<usize> = (0..15)
            .map(|seed| {
                let record = random_game(game, variant, seed, 8 + seed as usize);
                View::new(record.game().clone()).png().len()
            })
            .collect();
        sizes.sort_unstable();
        assert!(sizes[12] <= 70_000, "{game} {variant}: {sizes:?}");
    }
}

#[test]
fn the_same_picture_comes_from_the_cache() {
    let pictures = Pictures::new(400_000);
    let gallery = gallery();
    let first = pictures.png(&gallery[0].view);
    assert!(std::sync::Arc::ptr_eq(
        &first,
        &pictures.png(&gallery[0].view)
    ));
    for (exhibit, drawn) in gallery.iter().zip(&*GALLERY) {
        assert_eq!(*pictures.png(&exhibit.view), drawn.bytes);
    }
    assert!(pictures.bytes() <= 400_000);
}
