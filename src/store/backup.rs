//! Backups: copies of the whole database, made while it is in use, and restored.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use sqlx::query_scalar;

use crate::store::lock::{Lock, remove};
use crate::store::open::{beside, sync_folder, unused, vacuum_into};
use crate::store::{Connection, OpenError, OpenOptions, Store, StoreError};

/// The reason why a backup can't be made or restored.
#[derive(Debug)]
pub enum BackupError {
    /// The file to be written already exists.
    Exists(PathBuf),
    /// A file can't be read or written.
    File(PathBuf, io::Error),
    /// A database can't be opened.
    Open(OpenError),
    /// A database can't be read.
    Store(StoreError),
    /// The backup is damaged.
    Damaged(PathBuf, String),
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists(path) => {
                let path = path.display();
                write!(f, "{path} exists already: choose another name")
            }
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Open(error) => error.fmt(f),
            Self::Store(error) => error.fmt(f),
            Self::Damaged(path, problem) => {
                let path = path.display();
                write!(f, "{path} is damaged ({problem}): use another backup")
            }
        }
    }
}

impl std::error::Error for BackupError {}

impl From<OpenError> for BackupError {
    fn from(error: OpenError) -> Self {
        Self::Open(error)
    }
}

impl From<StoreError> for BackupError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Copies the current state of the database, even while it is in use.
pub async fn back_up(options: &OpenOptions, to: &Path) -> Result<(), BackupError> {
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let store = Store::open_to_read(options).await?;
    // Under another name until it is complete, so that a partial copy is never taken for a backup.
    let part = unused(to, ".part");
    let copied = copy(&store, &part).await;
    store.close().await;
    if let Err(error) = copied {
        let _ = fs::remove_file(&part);
        return Err(error.into());
    }
    let renamed = fs::rename(&part, to).and_then(|()| sync_folder(to));
    renamed.map_err(|error| BackupError::File(to.to_owned(), error))
}

async fn copy(store: &Store, to: &Path) -> Result<(), StoreError> {
    vacuum_into(store.read().await?.sqlite()?, to).await
}

/// Replaces the database, which must not be in use, by a backup. The replaced file is kept beside it;
/// returns its path.
pub async fn restore(options: &OpenOptions, from: &Path) -> Result<Option<PathBuf>, BackupError> {
    // The backup is read through SQLite, including a write-ahead log beside it, and checked before
    // anything is replaced.
    let backup = Store::open_to_read(&OpenOptions::new(from)).await?;
    let lock = Lock::take(&options.path)?;
    // The file itself is replaced, not a symbolic link to it.
    let path = lock.path();
    let file = |error| BackupError::File(path.to_owned(), error);
    let new = unused(path, ".restoring");
    let copied = copy(&backup, &new).await;
    backup.close().await;
    let whole = match copied {
        Ok(()) => whole(&new, from).await,
        Err(error) => Err(BackupError::Damaged(from.to_owned(), error.to_string())),
    };
    if let Err(error) = whole {
        let _ = fs::remove_file(&new);
        return Err(error);
    }
    lock.close_to_others();
    let old = keep(path).await;
    if old.is_err() {
        let _ = fs::remove_file(&new);
    }
    let old = old?;
    // The rename is atomic: at every moment there is a complete database.
    fs::rename(&new, path).map_err(file)?;
    sync_folder(path).map_err(file)?;
    drop(lock);
    Ok(old)
}

/// Checks a copy for damage.
async fn whole(copy: &Path, from: &Path) -> Result<(), BackupError> {
    let store = Store::open_to_read(&OpenOptions::new(copy)).await?;
    let problems = store.read().await?.damage().await;
    store.close().await;
    match problems?.into_iter().next() {
        Some(problem) => Err(BackupError::Damaged(from.to_owned(), problem)),
        None => Ok(()),
    }
}

/// Keeps the database under another name; `None` if there is none.
async fn keep(path: &Path) -> Result<Option<PathBuf>, BackupError> {
    let file = |error| BackupError::File(path.to_owned(), error);
    let old = unused(path, ".replaced");
    let (log, old_log) = (beside(path, "-wal"), beside(&old, "-wal"));
    // File and log get their second names first, so that nothing SQLite does from here on can harm
    // them.
    let kept = link(path, &old).map_err(file)?;
    link(&log, &old_log).map_err(file)?;
    sync_folder(path).map_err(file)?;
    if kept == LinkedFile::Nothing {
        remove(&log).map_err(file)?;
        return Ok(None);
    }
    // Then the log is copied into the file, so that the file alone is complete.
    match OpenOptions::new(path).fold().await {
        Ok(true) if kept == LinkedFile::Same => remove(&old_log).map_err(file)?,
        Ok(true) => {}
        Ok(false) => {
            remove(&old).map_err(file)?;
            remove(&old_log).map_err(file)?;
            return Err(OpenError::Held(path.to_owned()).into());
        }
        // SQLite can't read it: it is kept as it is.
        Err(_) => {
            remove(&log).map_err(file)?;
            remove(&beside(path, "-shm")).map_err(file)?;
        }
    }
    Ok(Some(old))
}

/// How a file got a second name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkedFile {
    /// There is no such file.
    Nothing,
    /// A hard link to the same file.
    Same,
    /// A copy, on file systems without hard links.
    Copy,
}

fn link(from: &Path, to: &Path) -> io::Result<LinkedFile> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(LinkedFile::Same),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(LinkedFile::Nothing),
        Err(_) => fs::copy(from, to).map(|_| LinkedFile::Copy),
    }
}

impl Connection {
    /// The problems that SQLite finds in the file; empty if it is sound. PostgreSQL checks what it reads,
    /// and foreign keys at every write.
    pub async fn damage(&mut self) -> Result<Vec<String>, StoreError> {
        let Ok(sqlite) = self.sqlite() else {
            return Ok(Vec::new());
        };
        let lines: Vec<String> = query_scalar("PRAGMA integrity_check(20)")
            .fetch_all(&mut *sqlite)
            .await?;
        let mut problems: Vec<String> = lines.into_iter().filter(|line| line != "ok").collect();
        let orphans: Vec<String> = query_scalar("SELECT \"table\" FROM pragma_foreign_key_check")
            .fetch_all(sqlite)
            .await?;
        problems.extend(orphans.iter().map(|table| format!("an orphan in {table}")));
        Ok(problems)
    }
}
