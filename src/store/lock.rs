//! The lock that lets only one process use a database, and the permissions of its files.

use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::store::OpenError;
use crate::store::open::beside;

/// Only the owner may read and write: a database contains the secrets of open draws and private notes.
const OWNER_ONLY: u32 = 0o600;

/// The exclusive right to a database. It ends when this is dropped, or with the process.
///
/// Two files are locked, in this order:
///
/// - `….lock` beside the database. It exists before the database does, and stays locked while the
///   database is replaced ([`restore`](crate::store::restore)) or emptied ([`Lock::erase`]).
/// - the database itself, so that it can't be opened under another name either: through a hard link, or
///   a path through another folder. Symbolic links are resolved first, because SQLite keeps its log
///   beside the file they point to.
///
/// Both are `flock` locks. SQLite uses `fcntl` locks, and on Linux the two kinds are independent, so
/// that neither blocks the other. They interact in one way: when a process closes *any* descriptor of a
/// file, it loses all its `fcntl` locks on it. Therefore the descriptor is kept until the database is
/// closed, and a process that opens the same path twice is stopped by `….lock` before it has a second
/// descriptor to close. On systems where the two kinds exclude each other, only `….lock` is used.
#[derive(Debug)]
pub struct Lock {
    /// The database file, with symbolic links resolved.
    path: PathBuf,
    /// The lock of the database file; `None` while there is no file.
    file: Option<File>,
    beside: File,
}

impl Lock {
    /// Takes the lock of a database, which need not exist. Creates its folder.
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

    /// The database file, with symbolic links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates an empty file if there is none, readable by the owner only, and checks that it can be
    /// written: SQLite would silently open a read-only file for reading.
    pub(super) fn create(&mut self) -> Result<(), OpenError> {
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(OWNER_ONLY)
            .open(&self.path)
            .map_err(|error| OpenError::File(self.path.clone(), error))?;
        match self.file {
            None => self.hold(file),
            // SQLite has not opened anything yet, so the second descriptor can be closed.
            Some(_) => Ok(()),
        }
    }

    /// Empties the database. The log is deleted first, because it must never be applied to another
    /// file.
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

    /// Removes the permissions of other users on the database and on the log, to which SQLite gives the
    /// mode of the database.
    pub(super) fn close_to_others(&self) {
        for end in ["", "-wal", "-shm"] {
            close_to_others(&beside(&self.path, end));
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing is not enough: a child process shares the descriptors between `fork` and `exec`, and
        // the lock lasts until all copies are closed.
        for file in self.file.iter().chain([&self.beside]) {
            let _ = file.unlock();
        }
    }
}

/// Takes a `flock` lock without waiting.
fn exclusive(file: &File, path: &Path) -> Result<(), OpenError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(OpenError::Held(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::File(path.to_owned(), error)),
    }
}

/// Removes the permissions of other users on a file.
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
            tracing::info!(%file, was, "database: removed the permissions of other users");
        }
        Err(error) => {
            tracing::warn!(%error, %file, was, "database: failed to remove the permissions of other users; they can read the file");
        }
    }
}

/// Creates an empty file for the owner only, into which SQLite can write a copy.
pub(super) fn new_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(OWNER_ONLY);
    options.open(path).map(drop)
}

/// The file to which a path leads, which need not exist.
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

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new("."))
}

/// Deletes the copies left by interrupted restores. No restore is running, because that takes the lock.
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
                tracing::info!(file = %file_name, "database: deleted the remains of an interrupted restore");
            }
            Err(error) => {
                tracing::warn!(%error, file = %file_name, "database: failed to delete the remains of an interrupted restore");
            }
        }
    }
}

/// Deletes a file if it exists.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
