//! The world is written down line by line as it changes, and read back at the next start. A program
//! that is killed loses nothing of it; a half-written last line is left out.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::id::Id;
use super::world::{Persisted, World};

/// Where changes are written; nowhere for a world that is not kept.
#[derive(Debug, Default)]
pub(super) struct Journal {
    file: Option<File>,
}

impl Journal {
    pub(super) fn put<T: Persisted>(&mut self, thing: &T) {
        if self.file.is_some() {
            self.write(&json!({ "put": T::KIND, "id": thing.key(), "value": thing }));
        }
    }

    pub(super) fn drop(&mut self, kind: &str, id: Id) {
        if self.file.is_some() {
            self.write(&json!({ "drop": kind, "id": id }));
        }
    }

    fn write(&mut self, line: &Value) {
        let Some(file) = &mut self.file else { return };
        // One call, so that a line is there whole or not at all, even if the program is killed.
        let line = format!("{line}\n");
        if let Err(error) = file.write_all(line.as_bytes()) {
            tracing::error!(%error, "the sandbox can't write down its world");
        }
    }
}

impl World {
    /// Reads a world back and goes on writing it down; a new one if there is none.
    pub(super) fn open(
        path: &Path,
        application: Id,
        seed: impl FnOnce(&mut Self),
    ) -> io::Result<Self> {
        let mut world = Self::empty(application, Journal::default());
        match File::open(path) {
            Ok(file) => world.replay(BufReader::new(file), path)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        if world.users.is_empty() {
            seed(&mut world);
        }
        // What has changed often stands there often: begin with a short file.
        let fresh = with_suffix(path, "new");
        world.journal.file = Some(create_private(&fresh)?);
        world.write_snapshot();
        fs::rename(&fresh, path)?;
        world.journal.file = Some(OpenOptions::new().append(true).open(path)?);
        Ok(world)
    }

    fn replay(&mut self, mut lines: impl BufRead, path: &Path) -> io::Result<()> {
        let wrong = |number: usize| {
            let path = path.display();
            io::Error::other(format!("line {number} of {path} is not a sandbox's"))
        };
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if lines.read_until(b'\n', &mut line)? == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let mut entry: Value = serde_json::from_slice(&line).map_err(|_| wrong(number))?;
            let id = entry["id"].as_u64().ok_or_else(|| wrong(number))?;
            if let Some(kind) = entry["drop"].as_str() {
                self.apply_drop(kind, id);
            } else {
                let value = entry["value"].take();
                let kind = entry["put"].as_str().unwrap_or_default();
                self.apply_put(kind, value).map_err(|_| wrong(number))?;
            }
        }
        Ok(())
    }
}

/// Makes a file, or empties it, that only its owner can read: private messages are in it.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(path)
}

/// A file beside another, with a longer name.
pub(super) fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}
