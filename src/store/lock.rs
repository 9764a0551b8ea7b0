//! One process for each database: the lock, and who may read the files.

use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::store::OpenError;
use crate::store::open::beside;

/// Only the owner may read and write: a database holds secrets of running draws and private notes.
const OWNER_ONLY: u32 = 0o600;

/// The exclusive right to a database. It ends when this is dropped, or with the process.
///
/// Two files are locked, in this order:
///
/// - `….lock` beside the database. It is there before the database is, and stays locked while the
///   database is replaced ([`restore`](crate::store::restore)) or emptied ([`Lock::erase`]).
/// - the database itself, so that it is refused under any other name, too: a hard link, or a path
///   that leads to it through another folder. Symbolic links are resolved first, because SQLite keeps its
///   log beside the file they point to.
///
/// Both are `flock` locks. SQLite uses `fcntl` locks, and on Linux the two kinds do not see each other,
/// so that neither keeps the other waiting. They meet in one place: when a process closes *any*
/// descriptor of a file, it loses all `fcntl` locks that it has on it. Therefore the descriptor is kept
/// until the database is closed, and a process that opens the same path twice is stopped by `….lock`,
/// before it has a second descriptor to close. On systems where the two kinds do exclude each other,
/// only `….lock` is used.
#[derive(Debug)]
pub struct Lock {
    /// The database, with symbolic links resolved.
    path: PathBuf,
    /// The database's own lock; none as long as there is no file.
    file: Option<File>,
    beside: File,
}

impl Lock {
    /// Takes the lock of a database, which need not exist. Its folder is made.
    pub fn take(path: &Path) -> Result<Self, OpenError> {
        let failed = |error| OpenError::File(path.to_owned(), error);
        fs::create_dir_all(folder(path)).map_err(failed)?;
        let path = resolve(path).map_err(failed)?;
        let beside = beside(&path, ".lock");
        let held = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(OWNER_ONLY)
            .open(&beside)
            .map_err(|error| OpenError::File(beside.clone(), error))?;
        exclusive(&held, &path)?;
        let mut lock = Self {
            path,
            file: None,
            beside: held,
        };
        match File::open(&lock.path) {
            Ok(file) => lock.hold(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(OpenError::File(lock.path.clone(), error)),
        }
        sweep(&lock.path);
        Ok(lock)
    }

    /// The database, with symbolic links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes an empty file if there is none, for the owner alone, and sees whether it may be written:
    /// SQLite would open one that may not for reading.
    pub(super) fn create(&mut self) -> Result<(), OpenError> {
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(OWNER_ONLY)
            .open(&self.path)
            .map_err(|error| OpenError::File(self.path.clone(), error))?;
        match self.file {
            None => self.hold(file),
            // Nothing of SQLite's is open yet.
            Some(_) => Ok(()),
        }
    }

    /// Empties the database. Its log goes first: it must never meet another file.
    pub fn erase(&mut self) -> io::Result<()> {
        for end in ["-wal", "-shm"] {
            remove(&beside(&self.path, end))?;
        }
        match OpenOptions::new().write(true).open(&self.path) {
            Ok(file) => file.set_len(0),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn hold(&mut self, file: File) -> Result<(), OpenError> {
        if cfg!(target_os = "linux") {
            exclusive(&file, &self.path)?;
        }
        self.file = Some(file);
        Ok(())
    }

    /// Nobody but the owner can read the database from now on, nor the log, to which SQLite gives the mode of
    /// the database.
    pub(super) fn close_to_others(&self) {
        for end in ["", "-wal", "-shm"] {
            close_to_others(&beside(&self.path, end));
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a child process shares the descriptors from `fork` until `exec`, and the lock
        // lasts until all copies are closed.
        for file in self.file.iter().chain([&self.beside]) {
            let _ = file.unlock();
        }
    }
}

/// Takes a `flock` lock at once or not at all.
fn exclusive(file: &File, path: &Path) -> Result<(), OpenError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(OpenError::Held(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::File(path.to_owned(), error)),
    }
}

/// Nobody but the owner can read a file from now on.
fn close_to_others(path: &Path) {
    let Ok(found) = fs::metadata(path) else {
        return;
    };
    let mode = found.permissions().mode() & 0o777;
    if mode & !OWNER_ONLY == 0 {
        return;
    }
    let (file, was) = (path.display(), format!("{mode:03o}"));
    match fs::set_permissions(path, Permissions::from_mode(mode & OWNER_ONLY)) {
        Ok(()) => {
            tracing::info!(%file, was, "database: others could read it; now only the owner can");
        }
        Err(error) => {
            tracing::warn!(%error, %file, was, "database: others can read it, and that can't be changed");
        }
    }
}

/// Makes an empty file for the owner alone, into which SQLite can write a copy.
pub(super) fn new_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(OWNER_ONLY);
    options.open(path).map(drop)
}

/// The file that a path leads to, also if it does not exist yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    if let Ok(target) = fs::read_link(path) {
        return resolve(&folder(path).join(target));
    }
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::other("it has no name"))?;
    Ok(fs::canonicalize(folder(path))?.join(name))
}

/// The folder in which a file lies.
fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new("."))
}

/// Takes away the copies of restores that were killed. Nobody is restoring now: that takes the lock.
fn sweep(path: &Path) {
    let begin = beside(path, ".restoring");
    let begin = begin.file_name().unwrap_or_default().as_encoded_bytes();
    let Ok(entries) = fs::read_dir(folder(path)) else {
        return;
    };
    for file in entries.flatten().map(|entry| entry.path()) {
        let name = file.file_name().unwrap_or_default().as_encoded_bytes();
        let rest = name.strip_prefix(begin);
        if !rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'-') {
            continue;
        }
        let file_name = file.display();
        match fs::remove_file(&file) {
            Ok(()) => {
                tracing::info!(file = %file_name, "database: removed what a restore that was cut short had left");
            }
            Err(error) => {
                tracing::warn!(%error, file = %file_name, "database: what a restore has left can't be removed");
            }
        }
    }
}

/// Takes a file away, if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
