//! Copies of the whole database: made while it is in use, and put back.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{query, query_scalar};

use super::open::hold;
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
    let mut session = store.read().await?;
    // Under another name until it is whole, so that half a backup is never taken for one.
    let part = beside(to, ".part");
    let _ = fs::remove_file(&part);
    let file = |error| BackupError::File(to.to_owned(), error);
    let copied = query("VACUUM INTO $1")
        .bind(part.to_string_lossy().into_owned())
        .execute(session.sql())
        .await;
    if let Err(error) = copied {
        let _ = fs::remove_file(&part);
        return Err(StoreError::from(error).into());
    }
    File::open(&part)
        .and_then(|part| part.sync_all())
        .map_err(file)?;
    fs::rename(&part, to).map_err(file)?;
    drop(session);
    store.close().await;
    Ok(())
}

/// Puts a backup in the place of the database, which nobody may be using. What was there is kept
/// beside it; the answer says where.
pub async fn restore(options: &Options, from: &Path) -> Result<Option<PathBuf>, BackupError> {
    let path = &options.path;
    let file = |error| BackupError::File(path.clone(), error);
    // First look at it: it must be whole and not too new.
    let backup = Store::open_to_read(&Options::new(from)).await?;
    let mut session = backup.read().await?;
    let problems = session.damage().await?;
    drop(session);
    backup.close().await;
    if let Some(problem) = problems.into_iter().next() {
        return Err(BackupError::Damaged(from.to_owned(), problem));
    }
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder).map_err(file)?;
    }
    let lock = hold(path)?;
    let new = beside(path, ".restoring");
    fs::copy(from, &new).map_err(file)?;
    File::open(&new)
        .and_then(|new| new.sync_all())
        .map_err(file)?;
    let mut kept = None;
    if path.exists() {
        // The log beside the file belongs to it: together they are what was there.
        let old = unused(path);
        for end in ["-wal", "-shm"] {
            let log = beside(path, end);
            if log.exists() {
                fs::rename(&log, beside(&old, end)).map_err(file)?;
            }
        }
        fs::rename(path, &old).map_err(file)?;
        kept = Some(old);
    }
    fs::rename(&new, path).map_err(file)?;
    drop(lock);
    Ok(kept)
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// A name for the replaced database that nothing has yet.
fn unused(path: &Path) -> PathBuf {
    let names = (1..).map(|number| beside(path, &format!(".replaced-{number}")));
    let mut free = names.filter(|name| !name.exists());
    free.next().unwrap_or_else(|| beside(path, ".replaced"))
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
