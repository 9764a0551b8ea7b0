//! A database on a PostgreSQL server: connecting, migrations, and the reasons to refuse.

use std::fmt;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgDatabaseError, PgPool, PgPoolOptions};
use sqlx::{Connection as _, query, query_as, query_scalar};

use crate::store::{Backend, PostgresServer, Store, StoreError, open};

/// How long to wait for the server at the start.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait for a free connection. A user who waits for a response gives up soon after.
const FREE: Duration = Duration::from_secs(5);

/// How long a connection may be unused before it is closed.
const IDLE: Duration = Duration::from_mins(10);

/// How long a connection may have been idle to be used without testing whether the server still answers. A server
/// takes longer to restart.
const UNTESTED: Duration = Duration::from_millis(100);

/// How often to look whether processes of older versions have ended.
const WAIT_FOR_OLDER: Duration = Duration::from_secs(1);

/// The default for the number of connections for reading, and for writing.
const CONNECTIONS: u32 = 8;

/// How a database on a server is opened.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    connect: PgConnectOptions,
    /// Maximum number of connections for reading, and the same number for writing.
    pub connections: u32,
}

/// The reason why a database on a server can't be opened. Its text is one line that says what to do.
#[derive(Debug)]
pub enum ConnectError {
    /// The URL can't be parsed.
    Url(String),
    /// The server can't be reached, or does not accept connections at the moment. Worth another try.
    Unreachable(String),
    /// The server refuses the user or the password.
    Refused(String),
    /// The server has no such database.
    NoDatabase(String),
    /// The database was written by a newer version of the program.
    Newer {
        /// The last migration in the database.
        found: i64,
        /// The last migration that this program knows.
        known: i64,
    },
    /// The database is empty, and it is only to be read.
    Empty,
    /// The database belongs to another program.
    Foreign,
    /// A migration failed.
    Migration(String),
    /// Any other error.
    Other(String),
}

impl ConnectError {
    /// May it be different in a moment?
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Unreachable(_))
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(error) => write!(
                f,
                "DATABASE_URL can't be read ({error}): write postgres://user:password@host/database"
            ),
            Self::Unreachable(error) => write!(
                f,
                "PostgreSQL can't be reached ({error}): check host and port in DATABASE_URL, and \
                 whether the server is running"
            ),
            Self::Refused(error) => write!(
                f,
                "PostgreSQL refuses the connection ({error}): check user and password in DATABASE_URL"
            ),
            Self::NoDatabase(error) => write!(
                f,
                "PostgreSQL has no such database ({error}): create it with createdb, or check \
                 DATABASE_URL"
            ),
            Self::Newer { found, known } => write!(
                f,
                "the database was written by a newer hexpost (schema {found}, this one knows \
                 {known}): upgrade the program or restore an older dump"
            ),
            Self::Empty => f.write_str("the database is empty: start the bot once, or check DATABASE_URL"),
            Self::Foreign => f.write_str(
                "the database has tables of another program: create one for hexpost alone, and check \
                 DATABASE_URL",
            ),
            Self::Migration(error) => write!(
                f,
                "the database can't be brought up to date ({error}): nothing was changed by the failed \
                 step; see the log"
            ),
            Self::Other(error) => write!(f, "PostgreSQL: {error}"),
        }
    }
}

impl std::error::Error for ConnectError {}

impl From<sqlx::Error> for ConnectError {
    fn from(error: sqlx::Error) -> Self {
        let said = error.as_database_error();
        let Some(said) = said.and_then(|said| said.try_downcast_ref::<PgDatabaseError>()) else {
            return match error {
                sqlx::Error::Configuration(error) => Self::Url(error.to_string()),
                sqlx::Error::Tls(error) => Self::Refused(error.to_string()),
                sqlx::Error::PoolTimedOut => Self::Unreachable("no answer".to_owned()),
                sqlx::Error::Io(error) => Self::Unreachable(error.to_string()),
                error => Self::Other(error.to_string()),
            };
        };
        let message = said.message().to_owned();
        match said.code() {
            // Invalid authorization, invalid password.
            "28000" | "28P01" => Self::Refused(message),
            "3D000" => Self::NoDatabase(message),
            // Too many connections; shutting down, crashed, starting up.
            "53300" | "57P01" | "57P02" | "57P03" => Self::Unreachable(message),
            _ => Self::Other(message),
        }
    }
}

impl ServerOptions {
    /// The default options for a URL: `postgres://user:password@host/database`, with `sslmode` and
    /// `sslrootcert` as usual.
    pub fn new(url: &str) -> Result<Self, ConnectError> {
        let connect = PgConnectOptions::from_str(url)?;
        Ok(Self {
            connect: connect.application_name("hexpost"),
            connections: CONNECTIONS,
        })
    }

    fn pool(&self) -> PgPoolOptions {
        PgPoolOptions::new()
            .max_connections(self.connections.max(1))
            .acquire_timeout(FREE)
            .idle_timeout(IDLE)
            // A round trip before each statement would take a fifth of the time of a turn.
            .test_before_acquire(false)
            .before_acquire(|connection, meta| {
                Box::pin(async move {
                    if meta.idle_for >= UNTESTED {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
    }

    async fn connect(&self) -> Result<PgConnection, ConnectError> {
        let connecting = PgConnection::connect_with(&self.connect);
        match tokio::time::timeout(PATIENCE, connecting).await {
            Ok(connected) => Ok(connected?),
            Err(_) => Err(ConnectError::Unreachable("no answer".to_owned())),
        }
    }

    /// The pool, which connects when it is used.
    fn lazy(&self) -> PgPool {
        self.pool().connect_lazy_with(self.connect.clone())
    }

    /// Where the database is, without the password.
    pub fn place(&self) -> String {
        let database = self.connect.get_database().unwrap_or_default();
        match self.connect.get_socket() {
            Some(socket) => format!("{database} at {}", socket.display()),
            None => format!(
                "{database} at {}:{}",
                self.connect.get_host(),
                self.connect.get_port()
            ),
        }
    }
}

/// What is found out about a database on a server without changing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerState {
    /// It can be used.
    Usable,
    /// It can be used after a migration.
    Older {
        /// The last migration in the database.
        found: i64,
        /// The last migration that this program knows.
        known: i64,
    },
    /// It can't be written: the server is a standby, or the user may not.
    ReadOnly,
}

impl Store {
    /// Looks at a database on a server, and changes nothing.
    pub async fn examine(options: &ServerOptions) -> Result<ServerState, ConnectError> {
        let mut connection = options.connect().await?;
        check(&mut connection).await?;
        let (found, known) = (last_step(&mut connection).await?, known_step());
        if found == 0 {
            return Err(ConnectError::Empty);
        }
        let is_writable: bool = query_scalar(
            "SELECT current_setting('transaction_read_only') = 'off'
             AND has_table_privilege('games', 'INSERT') AND has_table_privilege('games', 'UPDATE')",
        )
        .fetch_one(&mut connection)
        .await?;
        close(connection).await;
        Ok(match (is_writable, found < known) {
            (false, _) => ServerState::ReadOnly,
            (true, true) => ServerState::Older { found, known },
            (true, false) => ServerState::Usable,
        })
    }

    /// Opens a database on a server, and runs missing migrations.
    pub async fn connect(options: &ServerOptions) -> Result<Self, ConnectError> {
        let mut connection = options.connect().await?;
        check(&mut connection).await?;
        migrate(&mut connection, options).await?;
        close(connection).await;
        Ok(Self::new(Backend::Postgres(PostgresServer {
            readers: options.lazy(),
            writers: Some(options.lazy()),
        })))
    }

    /// Opens a database on a server for reading only.
    pub async fn connect_to_read(options: &ServerOptions) -> Result<Self, ConnectError> {
        let mut connection = options.connect().await?;
        check(&mut connection).await?;
        if last_step(&mut connection).await? == 0 {
            return Err(ConnectError::Empty);
        }
        close(connection).await;
        Ok(Self::new(Backend::Postgres(PostgresServer {
            readers: options.lazy(),
            writers: None,
        })))
    }
}

impl Store {
    /// The last migration that this program knows.
    pub fn version(&self) -> i64 {
        match &*self.database {
            Backend::Sqlite(_) => open::known_step(),
            Backend::Postgres(_) => known_step(),
        }
    }

    /// Checks that no newer version has migrated the database since it was opened; waits while that happens.
    pub async fn check_version(&self) -> Result<(), StoreError> {
        let Backend::Postgres(PostgresServer {
            writers: Some(writers),
            ..
        }) = &*self.database
        else {
            // Nobody else can open a file.
            return Ok(());
        };
        let mut tx = writers.begin().await?;
        // Waits for a process that is migrating: it has locked the row for writing.
        query("SELECT id FROM migration_lock FOR SHARE")
            .execute(&mut *tx)
            .await?;
        let (found, known) = (last_step(&mut tx).await?, known_step());
        tx.commit().await?;
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        Ok(())
    }
}

async fn close(connection: PgConnection) {
    // Nothing is open on it, so an error has no consequences.
    let _ = connection.close().await;
}

/// The migrations of the schema. Locking is ours: sqlx would use an advisory lock, which not every server
/// that speaks PostgreSQL's protocol has.
fn migrations() -> Migrator {
    let mut migrations = sqlx::migrate!("migrations/postgres");
    migrations.set_locking(false);
    migrations
}

/// The last migration that this program knows.
fn known_step() -> i64 {
    let migrations = migrations();
    let versions = migrations.iter().map(|step| step.version);
    versions.max().unwrap_or_default()
}

/// The last migration in the database; 0 if none.
pub(super) async fn last_step(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let has_steps: bool = query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !has_steps {
        return Ok(0);
    }
    query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success")
        .fetch_one(connection)
        .await
}

/// Checks that a database belongs to this program and is not too new.
async fn check(connection: &mut PgConnection) -> Result<(), ConnectError> {
    let (found, known) = (last_step(connection).await?, known_step());
    if found > known {
        return Err(ConnectError::Newer { found, known });
    }
    let tables: i64 = query_scalar(
        "SELECT COUNT(*) FROM information_schema.tables
         WHERE table_schema = current_schema()
             AND table_name NOT IN ('_sqlx_migrations', 'migration_lock')",
    )
    .fetch_one(&mut *connection)
    .await?;
    let ours: bool = query_scalar("SELECT to_regclass('database_id') IS NOT NULL")
        .fetch_one(connection)
        .await?;
    if tables > 0 && (found == 0 || !ours) {
        return Err(ConnectError::Foreign);
    }
    Ok(())
}

/// The processes of older versions that use the database.
struct OlderProcesses {
    count: i64,
    /// The last migration that the oldest of them knows.
    version: i64,
}

/// Finds processes of older versions that have not ended.
async fn older_processes(connection: &mut PgConnection) -> Result<OlderProcesses, sqlx::Error> {
    let is_known: bool = query_scalar("SELECT to_regclass('processes') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !is_known {
        return Ok(OlderProcesses {
            count: 0,
            version: 0,
        });
    }
    let (count, version) = query_as(
        "SELECT COUNT(*), COALESCE(MIN(version), 0) FROM processes
         WHERE version < $1
             AND until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    )
    .bind(known_step())
    .fetch_one(connection)
    .await?;
    Ok(OlderProcesses { count, version })
}

/// Runs the missing migrations, while other processes that want to do the same wait. Before that, waits until
/// all processes of older versions have ended.
async fn migrate(
    connection: &mut PgConnection,
    options: &ServerOptions,
) -> Result<(), ConnectError> {
    let known = known_step();
    if last_step(connection).await? == known {
        return Ok(());
    }
    create_lock(connection).await?;
    let mut is_told = false;
    loop {
        let mut holder = options.connect().await?;
        let mut lock = holder.begin().await?;
        query("SELECT id FROM migration_lock FOR UPDATE")
            .execute(&mut *lock)
            .await?;
        let found = last_step(connection).await?;
        if found > known {
            return Err(ConnectError::Newer { found, known });
        }
        // In this order: a process that begins to use the database says so first and looks for the lock then.
        let older = older_processes(connection).await?;
        if found == known || older.count == 0 {
            if found < known {
                run_migrations(connection, found).await?;
            }
            lock.commit().await?;
            close(holder).await;
            return Ok(());
        }
        // Meanwhile they may start again.
        lock.rollback().await?;
        close(holder).await;
        if !is_told {
            is_told = true;
            tracing::info!(
                processes = older.count,
                "database: waiting until all processes of older versions have stopped (schema {}, this one \
                 has {known}); {}",
                older.version,
                dump_hint(found)
            );
        }
        tokio::time::sleep(WAIT_FOR_OLDER).await;
    }
}

/// The command for a copy from before a migration.
fn dump_hint(found: i64) -> String {
    format!(
        "to be able to go back, make a copy first: pg_dump --format=custom \
         --file=hexpost-schema-{found}.dump \"$DATABASE_URL\""
    )
}

async fn run_migrations(connection: &mut PgConnection, found: i64) -> Result<(), ConnectError> {
    if found > 0 {
        tracing::info!(
            "database: migrating from schema {found} to {}; {}",
            known_step(),
            dump_hint(found)
        );
    }
    let run = migrations().run(connection).await;
    run.map_err(|error| ConnectError::Migration(error.to_string()))
}

/// Makes the row that is locked while migrations run. If the process that has locked it is killed, the server
/// unlocks it.
async fn create_lock(connection: &mut PgConnection) -> Result<(), ConnectError> {
    for attempt in 1.. {
        let created = query("CREATE TABLE IF NOT EXISTS migration_lock (id BIGINT PRIMARY KEY)")
            .execute(&mut *connection)
            .await;
        match created {
            Ok(_) => break,
            // Another process is creating it at this moment.
            Err(error) if attempt < 20 => {
                tracing::debug!(%error, "database: waiting for another process");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(error) => return Err(error.into()),
        }
    }
    query("INSERT INTO migration_lock (id) VALUES (1) ON CONFLICT DO NOTHING")
        .execute(connection)
        .await?;
    Ok(())
}
