//! Storage for the bytes of attachments: a folder next to the world file, or memory.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use super::id::Id;
use super::persistence::create_private;

/// The bytes of attachments by attachment id.
#[derive(Debug)]
pub(super) enum AttachmentStore {
    Memory(HashMap<Id, Vec<u8>>),
    Folder(PathBuf),
}

impl AttachmentStore {
    pub(super) fn put(&mut self, id: Id, bytes: Vec<u8>) {
        match self {
            Self::Memory(files) => {
                files.insert(id, bytes);
            }
            Self::Folder(folder) => {
                let file = create_private(&folder.join(id.to_string()));
                if let Err(error) = file.and_then(|mut file| file.write_all(&bytes)) {
                    tracing::error!(%error, "attachments: failed to write a file, it can't be downloaded");
                }
            }
        }
    }

    pub(super) fn get(&self, id: Id) -> Option<Vec<u8>> {
        match self {
            Self::Memory(files) => files.get(&id).cloned(),
            Self::Folder(folder) => fs::read(folder.join(id.to_string())).ok(),
        }
    }

    pub(super) fn drop(&mut self, id: Id) {
        match self {
            Self::Memory(files) => {
                files.remove(&id);
            }
            // The file may already be missing.
            Self::Folder(folder) => drop(fs::remove_file(folder.join(id.to_string()))),
        }
    }

    pub(super) fn folder(path: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&path)?;
        Ok(Self::Folder(path))
    }
}

/// The MIME type for a file name; anything the page doesn't display is `application/octet-stream`.
pub(super) fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "json" => "application/json",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Width and height of a PNG or GIF.
pub(super) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let four = |at: usize| -> Option<[u8; 4]> { bytes.get(at..at + 4)?.try_into().ok() };
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((u32::from_be_bytes(four(16)?), u32::from_be_bytes(four(20)?)));
    }
    if bytes.starts_with(b"GIF8") {
        let [a, b, c, d] = four(6)?;
        let side = |low, high| u32::from(u16::from_le_bytes([low, high]));
        return Some((side(a, b), side(c, d)));
    }
    None
}
