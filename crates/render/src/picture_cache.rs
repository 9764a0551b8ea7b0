//! A cache of finished pictures.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::Draw;

/// A cache of PNG files, so that the same picture is not painted twice.
///
/// Limited by total size; the least useful pictures are evicted first.
#[derive(Debug)]
pub struct Pictures {
    cache: Cache<u64, Arc<[u8]>, Bytes>,
}

/// Weighs a picture by its size in bytes.
#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<u64, Arc<[u8]>> for Bytes {
    fn weight(&self, _key: &u64, picture: &Arc<[u8]>) -> u64 {
        picture.len() as u64
    }
}

impl Pictures {
    /// A cache that holds up to `bytes` bytes of pictures.
    pub fn new(bytes: u64) -> Self {
        // A picture has about 50 KB; the estimate only determines the size of the table.
        let expected = (bytes / 50_000).max(1) as usize;
        Self {
            cache: Cache::with_weighter(expected, bytes, Bytes),
        }
    }

    /// The total size of the cached pictures, in bytes.
    pub fn bytes(&self) -> u64 {
        self.cache.weight()
    }

    /// A drawing as a PNG file, painted if it is not cached.
    pub fn png(&self, drawing: &impl Draw) -> Arc<[u8]> {
        // The scene and the theme determine the picture. A collision of 64-bit hashes is too unlikely
        // to matter.
        let (scene, theme) = (drawing.scene(), drawing.theme());
        let parts = (scene.width, scene.height, theme);
        let figures: Vec<_> = scene.all().map(|f| (f.at, &f.shapes, f.alpha)).collect();
        let key = BuildHasherDefault::<DefaultHasher>::default().hash_one((parts, figures));
        if let Some(picture) = self.cache.get(&key) {
            return picture;
        }
        let canvas = super::paint::paint(&scene, theme);
        let picture: Arc<[u8]> = super::paint::png(&canvas, theme).into();
        super::paint::recycle(canvas);
        self.cache.insert(key, Arc::clone(&picture));
        picture
    }
}
