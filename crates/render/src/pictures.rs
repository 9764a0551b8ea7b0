//! Finished pictures, kept.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::View;

/// Pictures that have been asked for, so that the same one is not painted twice.
///
/// Bounded by bytes; the least useful are dropped first.
#[derive(Debug)]
pub struct Pictures {
    cache: Cache<u64, Arc<[u8]>, Bytes>,
}

#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<u64, Arc<[u8]>> for Bytes {
    fn weight(&self, _key: &u64, picture: &Arc<[u8]>) -> u64 {
        picture.len() as u64
    }
}

impl Pictures {
    /// Room for so many bytes of pictures.
    pub fn new(bytes: u64) -> Self {
        // A picture has some 50 KB; the estimate only sizes the table.
        let expected = (bytes / 50_000).max(1) as usize;
        Self {
            cache: Cache::with_weighter(expected, bytes, Bytes),
        }
    }

    /// How many bytes of pictures are kept.
    pub fn bytes(&self) -> u64 {
        self.cache.weight()
    }

    /// The picture of a view as a PNG file.
    pub fn png(&self, view: &View) -> Arc<[u8]> {
        // Everything that matters is in the scene, the theme and nothing else; two different
        // scenes have the same 64-bit hash once in an age.
        let scene = view.scene();
        let parts = (scene.width, scene.height, view.theme);
        let figures: Vec<_> = scene.all().map(|f| (f.at, &f.shapes, f.alpha)).collect();
        let key = BuildHasherDefault::<DefaultHasher>::default().hash_one((parts, figures));
        if let Some(picture) = self.cache.get(&key) {
            return picture;
        }
        let canvas = super::paint::paint(&scene, view.theme);
        let picture: Arc<[u8]> = super::paint::png(&canvas, view.theme).into();
        super::paint::give_back(canvas);
        self.cache.insert(key, Arc::clone(&picture));
        picture
    }
}
