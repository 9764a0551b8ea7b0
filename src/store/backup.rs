//! Copies of the whole database: made while it is in use, and put back.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::query_scalar;

use super::open::{beside, hold, sync_folder, unused, vacuum_into};
use super::{OpenError, Options, Session, Store, StoreError};

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
    let path = &options.path;
    let file = |error| BackupError::File(path.clone(), error);
    // It is read through SQLite, with the log that may lie beside it, and looked at before anything
    // is replaced.
    let backup = Store::open_to_read(&Options::new(from)).await?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    fs::create_dir_all(folder.unwrap_or_else(|| Path::new("."))).map_err(file)?;
    let lock = hold(path)?;
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
    let old = keep(options).await;
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
async fn keep(options: &Options) -> Result<Option<PathBuf>, BackupError> {
    let path = &options.path;
    let file = |error| BackupError::File(path.clone(), error);
    let old = unused(path, ".replaced");
    let ends = ["", "-wal", "-shm"];
    // First the log is carried over to the file, so that the file alone is everything.
    if path.exists() {
        match options.fold().await {
            Ok(true) => {
                link(path, &old).map_err(file)?;
                sync_folder(path).map_err(file)?;
                return Ok(Some(old));
            }
            Ok(false) => return Err(OpenError::Held(path.clone()).into()),
            Err(_) => {}
        }
    }
    // SQLite does not understand it: the file and its log get another name as they are. The file
    // keeps its own, too, until the backup takes it.
    for end in ends {
        let from = beside(path, end);
        if from.exists() {
            link(&from, &beside(&old, end)).map_err(file)?;
        }
    }
    sync_folder(path).map_err(file)?;
    for end in &ends[1..] {
        let log = beside(path, end);
        if log.exists() {
            fs::remove_file(log).map_err(file)?;
        }
    }
    Ok(path.exists().then_some(old))
}

/// Another name for the same file, or a copy where that can't be.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(|_| ()))
}

impl Session {
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
