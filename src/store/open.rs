//! Opening the database: checks, migrations, and the reasons to refuse a file.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{fmt, io};

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection as _, query, query_scalar};

use crate::store::connection::WriteLock;
use crate::store::lock::Lock;
use crate::store::{Backend, SqliteFile, Store, StoreError, Writing, lock};

/// The migrations of the schema.
static MIGRATIONS: Migrator = sqlx::migrate!();

/// How long to wait for another process, such as a backup, to release the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// How the database is opened.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The database file.
    pub path: PathBuf,
    /// The number of connections for reading.
    pub readers: u32,
    /// Maximum size of the file in pages of 4 KiB; `None` for no limit.
    pub page_limit: Option<u32>,
}

/// The reason why the database can't be opened. Its text is one line that says what to do.
#[derive(Debug)]
pub enum OpenError {
    /// Another process uses it.
    Held(PathBuf),
    /// It was written by a newer version of the program.
    Newer {
        /// The file.
        path: PathBuf,
        /// The last migration in the file.
        found: i64,
        /// The last migration that this program knows.
        known: i64,
    },
    /// The file or its folder can't be read or written.
    File(PathBuf, io::Error),
    /// The file does not exist and must not be created.
    Missing(PathBuf),
    /// It is not a database, or a damaged one.
    Unreadable(PathBuf, String),
    /// The file is missing or empty, but its write-ahead log exists.
    LogAlone(PathBuf),
    /// It is a database, but not of this program.
    Foreign(PathBuf),
    /// A migration failed.
    Migration(PathBuf, String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held(path) => {
                let path = path.display();
                write!(
                    f,
                    "{path} is in use by another program: stop that one first"
                )
            }
            Self::Newer { path, found, known } => write!(
                f,
                "{} was written by a newer hexpost (schema {found}, this one knows {known}): \
                 upgrade the program or restore an older backup",
                path.display()
            ),
            Self::File(path, error) => {
                let path = path.display();
                write!(
                    f,
                    "{path} can't be opened ({error}): check the path and its permissions"
                )
            }
            Self::Missing(path) => write!(f, "there is no database {}", path.display()),
            Self::Unreadable(path, error) => {
                let path = path.display();
                write!(
                    f,
                    "{path} is no readable database ({error}): restore a backup"
                )
            }
            Self::LogAlone(path) => {
                let path = path.display();
                write!(
                    f,
                    "{path} is missing or empty, but its log {path}-wal is there: \
                     put the file back, or restore a backup"
                )
            }
            Self::Foreign(path) => {
                let path = path.display();
                write!(f, "{path} is no database of hexpost: check the path")
            }
            Self::Migration(path, error) => {
                let path = path.display();
                write!(
                    f,
                    "{path} can't be brought up to date ({error}): try again; if it held anything, \
                     a copy from before lies beside it"
                )
            }
        }
    }
}

impl std::error::Error for OpenError {}

impl OpenOptions {
    /// The default options for a file.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            readers: 2,
            page_limit: None,
        }
    }

    fn to_read(&self) -> SqliteConnectOptions {
        SqliteConnectOptions::new()
            .filename(&self.path)
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .read_only(true)
    }

    fn to_write(&self) -> SqliteConnectOptions {
        self.to_read()
            .read_only(false)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            // Deleted data are overwritten, so that erased data are really gone.
            .pragma("secure_delete", "ON")
            // Pages changed by many turns are copied to the file once for all of them.
            .pragma("wal_autocheckpoint", "4000")
    }
}

impl OpenOptions {
    /// Copies the log into the file, so that the file alone is complete; false if another process has
    /// it open.
    pub(super) async fn fold(&self) -> Result<bool, sqlx::Error> {
        // First a connection that changes nothing: a file that is not a database must not be opened for
        // writing.
        let look = self.to_read().immutable(true);
        let mut connection = SqliteConnection::connect_with(&look).await?;
        is_empty(&mut connection).await?;
        connection.close().await?;
        let mut connection = SqliteConnection::connect_with(&self.to_write()).await?;
        let busy: i64 = query_scalar("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut connection)
            .await?;
        connection.close().await?;
        // The process that closes it last deletes the log.
        Ok(busy == 0 && !beside(&self.path, "-wal").exists())
    }
}

impl Store {
    /// Opens the database, creates it if necessary, and runs missing migrations.
    pub async fn open(options: &OpenOptions) -> Result<Self, OpenError> {
        let lock = Lock::take(&options.path)?;
        Self::open_locked(options, lock).await
    }

    /// Like [`Store::open`], for a caller that already has the lock.
    pub async fn open_locked(options: &OpenOptions, mut lock: Lock) -> Result<Self, OpenError> {
        let path = lock.path().to_owned();
        let options = &OpenOptions {
            path: path.clone(),
            ..options.clone()
        };
        let path = &path;
        let size = |path: &Path| path.metadata().map_or(0, |file| file.len());
        if size(path) == 0 && size(&beside(path, "-wal")) > 0 {
            return Err(OpenError::LogAlone(path.clone()));
        }
        lock.create()?;
        let unreadable = |error: sqlx::Error| refused(path, &error);
        // Opening a file for writing changes it, so it is checked first that it is ours.
        if size(path) > 0 {
            let reader = SqliteConnection::connect_with(&options.to_read()).await;
            let mut reader = reader.map_err(unreadable)?;
            let looked_at = look(&mut reader, path).await;
            reader.close().await.map_err(unreadable)?;
            looked_at?;
        }
        lock.close_to_others();
        let mut writer = SqliteConnection::connect_with(&options.to_write())
            .await
            .map_err(unreadable)?;
        migrate(&mut writer, path).await?;
        if let Some(pages) = options.page_limit {
            let limit = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            query(limit)
                .execute(&mut writer)
                .await
                .map_err(unreadable)?;
        }
        let readers = readers(options).await?;
        let writer = WriteLock::new(writer);
        let writing = Writing {
            writer,
            lock,
            checkpoint_pending: AtomicBool::new(true),
        };
        let store = Self::new(Backend::Sqlite(SqliteFile {
            path: path.clone(),
            readers,
            writing: Some(writing),
        }));
        // The program may have been killed after an erasure, before the checkpoint.
        if let Err(error) = store.finish_pending_checkpoint().await {
            tracing::warn!(%error, "database: failed to truncate the write-ahead log after an erasure; will retry");
        }
        Ok(store)
    }

    /// Opens an existing database for reading only, next to a process that writes it.
    pub async fn open_to_read(options: &OpenOptions) -> Result<Self, OpenError> {
        let path = &options.path;
        if !path.exists() {
            return Err(OpenError::Missing(path.clone()));
        }
        let store = Self::new(Backend::Sqlite(SqliteFile {
            path: path.clone(),
            readers: readers(options).await?,
            writing: None,
        }));
        let unreadable = |error: StoreError| OpenError::Unreadable(path.clone(), error.to_string());
        let mut conn = store.read().await.map_err(unreadable)?;
        let found = last_step(conn.sqlite().map_err(unreadable)?).await;
        let found = found.map_err(|error| refused(path, &error))?;
        if found == 0 {
            return Err(OpenError::Foreign(path.clone()));
        }
        check_version(path, found)?;
        drop(conn);
        Ok(store)
    }
}

/// The pool of connections for reading.
async fn readers(options: &OpenOptions) -> Result<SqlitePool, OpenError> {
    let unreadable = |error: sqlx::Error| refused(&options.path, &error);
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(options.readers.max(1))
        // A connection to a file does not go stale.
        .test_before_acquire(false)
        .max_lifetime(None)
        .idle_timeout(None)
        .connect_with(options.to_read())
        .await
        .map_err(unreadable)
}

/// Checks that a database belongs to this program and is not too new.
async fn look(connection: &mut SqliteConnection, path: &Path) -> Result<(), OpenError> {
    let unreadable = |error: sqlx::Error| refused(path, &error);
    let found = last_step(connection).await.map_err(unreadable)?;
    if found == 0 && !is_empty(connection).await.map_err(unreadable)? {
        return Err(OpenError::Foreign(path.to_owned()));
    }
    check_version(path, found)
}

/// Runs the missing migrations, after making a copy of the file.
async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<(), OpenError> {
    let unreadable = |error: sqlx::Error| refused(path, &error);
    let failed = |error: String| OpenError::Migration(path.to_owned(), error);
    let found = last_step(connection).await.map_err(unreadable)?;
    if found < known_step() {
        if found > 0 {
            let copy = unused(path, &format!(".schema-{found}"));
            let copied = vacuum_into(connection, &copy).await;
            copied.map_err(|error| failed(format!("no copy could be made: {error}")))?;
        }
        MIGRATIONS
            .run(&mut *connection)
            .await
            .map_err(|error| failed(error.to_string()))?;
    }
    Ok(())
}

/// Writes a copy to a new file that only its owner can read, and waits until it is on disk.
pub(super) async fn vacuum_into(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<(), StoreError> {
    let no_text = || io::Error::other("the path is no readable text");
    let name = path.to_str().ok_or_else(|| sqlx::Error::from(no_text()))?;
    // SQLite accepts an empty file and keeps its mode.
    lock::new_file(path).map_err(|error| StoreError::Sql(error.into()))?;
    let copied = query("VACUUM INTO $1").bind(name).execute(connection).await;
    if let Err(error) = copied {
        // A partial copy is useless.
        let _ = lock::remove(path);
        return Err(error.into());
    }
    let on_disk = File::open(path).and_then(|file| file.sync_all());
    let on_disk = on_disk.and_then(|()| sync_folder(path));
    on_disk.map_err(|error| StoreError::Sql(error.into()))
}

/// Waits until a file's directory entry is on disk.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or_else(|| Path::new(".")))?.sync_all()
}

/// A path with a suffix.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// An unused name beside a database, without a log beside it.
pub(super) fn unused(path: &Path, end: &str) -> PathBuf {
    let names = (1..).map(|number| match number {
        1 => beside(path, end),
        _ => beside(path, &format!("{end}-{number}")),
    });
    let is_free = |name: &PathBuf| {
        ["", "-wal", "-shm"]
            .iter()
            .all(|end| !beside(name, end).exists())
    };
    let mut free = names.filter(is_free);
    free.next().unwrap_or_else(|| beside(path, end))
}

/// Does the database contain no tables?
async fn is_empty(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let tables: i64 = query_scalar(
        // An interrupted first start leaves the table of migrations behind.
        r#"SELECT COUNT(*) AS "count!" FROM sqlite_master
         WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> '_sqlx_migrations'"#,
    )
    .fetch_one(connection)
    .await?;
    Ok(tables == 0)
}

/// The last migration in the file; 0 if none.
pub(super) async fn last_step(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    let has_steps: Option<i64> = query_scalar(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations'",
    )
    .fetch_optional(&mut *connection)
    .await?;
    if has_steps.is_none() {
        return Ok(0);
    }
    query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success")
        .fetch_one(connection)
        .await
}

/// The last migration that this program knows.
pub(super) fn known_step() -> i64 {
    let versions = MIGRATIONS.iter().map(|step| step.version);
    versions.max().unwrap_or_default()
}

pub(super) fn check_version(path: &Path, found: i64) -> Result<(), OpenError> {
    let known = known_step();
    if found > known {
        let path = path.to_owned();
        return Err(OpenError::Newer { path, found, known });
    }
    Ok(())
}

/// Classifies SQLite's reason for not opening a file.
fn refused(path: &Path, error: &sqlx::Error) -> OpenError {
    let path = path.to_owned();
    let Some(said) = error.as_database_error() else {
        return OpenError::Unreadable(path, error.to_string());
    };
    let code = said.code().and_then(|code| code.parse::<u32>().ok());
    let message = said.message().to_owned();
    match code.map(|code| code & 0xff) {
        // Busy, locked.
        Some(5 | 6) => OpenError::Held(path),
        // Read-only, I/O error, full, can't open.
        Some(8 | 10 | 13 | 14) => OpenError::File(path, io::Error::other(message)),
        _ => OpenError::Unreadable(path, message),
    }
}
