//! Copies of the whole database: made while it is in use, and put back.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use sqlx::query_scalar;

use crate::store::lock::{Lock, remove};
use crate::store::open::{beside, sync_folder, unused, vacuum_into};
use crate::store::{Connection, OpenError, Options, Store, StoreError};

/// A backup can't be made or put back.
#[derive(Debug)]
pub enum BackupError {
    /// The file that was to be written exists.
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

/// Copies the database as it is at this moment, also while it is in use.
pub async fn back_up(options: &Options, to: &Path) -> Result<(), BackupError> {
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let store = Store::open_to_read(options).await?;
    // Under another name until it is whole, so that half a backup is never taken for one.
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
    vacuum_into(store.read().await?.sql(), to).await
}

/// Puts a backup in the place of the database, which nobody may be using. What was there is kept
/// beside it; the answer says where.
pub async fn restore(options: &Options, from: &Path) -> Result<Option<PathBuf>, BackupError> {
    // It is read through SQLite, with the log that may lie beside it, and looked at before anything
    // is replaced.
    let backup = Store::open_to_read(&Options::new(from)).await?;
    let lock = Lock::take(&options.path)?;
    // The file itself is replaced, and not a link that leads to it.
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
    // From one moment to the next it is the backup; before and after, it is whole.
    fs::rename(&new, path).map_err(file)?;
    sync_folder(path).map_err(file)?;
    drop(lock);
    Ok(old)
}

/// Is nothing wrong with a copy?
async fn whole(copy: &Path, from: &Path) -> Result<(), BackupError> {
    let store = Store::open_to_read(&Options::new(copy)).await?;
    let problems = store.read().await?.damage().await;
    store.close().await;
    match problems?.into_iter().next() {
        Some(problem) => Err(BackupError::Damaged(from.to_owned(), problem)),
        None => Ok(()),
    }
}

/// Gives what is in the database's place another name as well, or nothing if nothing is there.
async fn keep(path: &Path) -> Result<Option<PathBuf>, BackupError> {
    let file = |error| BackupError::File(path.to_owned(), error);
    let old = unused(path, ".replaced");
    let (log, old_log) = (beside(path, "-wal"), beside(&old, "-wal"));
    // File and log get their other names first, so that whatever SQLite does now harms neither.
    let kept = link(path, &old).map_err(file)?;
    link(&log, &old_log).map_err(file)?;
    sync_folder(path).map_err(file)?;
    if kept == Link::Nothing {
        remove(&log).map_err(file)?;
        return Ok(None);
    }
    // Then the log is carried over to the file, so that the file alone is everything.
    match Options::new(path).fold().await {
        Ok(true) if kept == Link::Same => remove(&old_log).map_err(file)?,
        Ok(true) => {}
        Ok(false) => {
            remove(&old).map_err(file)?;
            remove(&old_log).map_err(file)?;
            return Err(OpenError::Held(path.to_owned()).into());
        }
        // SQLite does not understand it: it is kept as it is.
        Err(_) => {
            remove(&log).map_err(file)?;
            remove(&beside(path, "-shm")).map_err(file)?;
        }
    }
    Ok(Some(old))
}

/// How a file got another name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    /// There is none.
    Nothing,
    /// It is the same file.
    Same,
    /// It is a copy, where files can't have two names.
    Copy,
}

fn link(from: &Path, to: &Path) -> io::Result<Link> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(Link::Same),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Link::Nothing),
        Err(_) => fs::copy(from, to).map(|_| Link::Copy),
    }
}

impl Connection {
    /// What SQLite finds wrong with the file; nothing if it is sound.
    pub async fn damage(&mut self) -> Result<Vec<String>, StoreError> {
        let lines: Vec<String> = query_scalar("PRAGMA integrity_check(20)")
            .fetch_all(self.sql())
            .await?;
        let mut problems: Vec<String> = lines.into_iter().filter(|line| line != "ok").collect();
        let orphans: Vec<String> = query_scalar("SELECT \"table\" FROM pragma_foreign_key_check")
            .fetch_all(self.sql())
            .await?;
        problems.extend(orphans.iter().map(|table| format!("an orphan in {table}")));
        Ok(problems)
    }
}
