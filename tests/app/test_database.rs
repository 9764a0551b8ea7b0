//! The database of a test: an SQLite file, or a database of its own on a PostgreSQL server.
//!
//! The tests run on SQLite. With `HEXPOST_TEST_DATABASE=postgres://…` they run on that server instead, each
//! test on a database that is created for it and dropped afterwards. [`on_postgres`](crate::on_postgres)
//! starts a server of its own and does that.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};
use tokio::sync::OnceCell;

use hexpost::store::{OpenOptions, ServerOptions, Store};

/// The variable with the URL of a server.
pub(crate) const SERVER: &str = "HEXPOST_TEST_DATABASE";

/// Do the tests run on PostgreSQL?
pub(crate) fn is_postgres() -> bool {
    std::env::var_os(SERVER).is_some()
}

/// The database of a test.
#[derive(Debug)]
pub(crate) enum TestDatabase {
    File(PathBuf),
    Server(ServerDatabase),
}

/// A database on a server, which is dropped with this value.
#[derive(Debug)]
pub(crate) struct ServerDatabase {
    pub(crate) url: String,
    name: String,
}

/// The URL of another database on the same server.
fn url_of(name: &str) -> String {
    let server = std::env::var(SERVER).unwrap();
    let (address, options) = match server.split_once('?') {
        Some((address, options)) => (address, format!("?{options}")),
        None => (server.as_str(), String::new()),
    };
    let (host, _) = address.rsplit_once('/').unwrap();
    format!("{host}/{name}{options}")
}

async fn execute_on(url: &str, sql: &str) -> Result<(), sqlx::Error> {
    let mut connection = PgConnection::connect(url).await?;
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await?;
    connection.close().await
}

async fn on_server(sql: &str) {
    let server = std::env::var(SERVER).unwrap();
    execute_on(&server, sql).await.unwrap();
}

/// A database with all migrations, of which the others are copies.
async fn template() -> &'static str {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let make = || async {
        let name = format!("hexpost_template_{}", std::process::id());
        on_server(&format!("DROP DATABASE IF EXISTS {name}")).await;
        on_server(&format!("CREATE DATABASE {name}")).await;
        let options = ServerOptions::new(&url_of(&name)).unwrap();
        Store::connect(&options).await.unwrap().close().await;
        name
    };
    TEMPLATE.get_or_init(make).await
}

impl ServerDatabase {
    /// An empty database with all migrations.
    pub(crate) async fn new() -> Self {
        let template = template().await;
        Self::create(&format!(" TEMPLATE {template}")).await
    }

    /// An empty database without anything.
    pub(crate) async fn bare() -> Self {
        Self::create("").await
    }

    async fn create(rest: &str) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("hexpost_test_{}_{number}", std::process::id());
        on_server(&format!("CREATE DATABASE {name}{rest}")).await;
        Self {
            url: url_of(&name),
            name,
        }
    }

    pub(crate) fn options(&self) -> ServerOptions {
        ServerOptions::new(&self.url).unwrap()
    }

    /// Changes the database in a way that no use case does.
    pub(crate) async fn tamper(&self, sql: &str) {
        execute_on(&self.url, sql).await.unwrap();
    }
}

impl Drop for ServerDatabase {
    fn drop(&mut self) {
        let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // The test's own runtime may be gone already.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(on_server(&drop));
        });
        let _ = dropped.join();
    }
}

impl TestDatabase {
    /// An empty database; `file` is its name if it is a file.
    pub(crate) async fn new(file: &Path) -> Self {
        if is_postgres() {
            Self::Server(ServerDatabase::new().await)
        } else {
            Self::File(file.to_owned())
        }
    }

    pub(crate) async fn open(&self) -> Store {
        match self {
            Self::File(path) => Store::open(&OpenOptions::new(path)).await.unwrap(),
            Self::Server(server) => Store::connect(&server.options()).await.unwrap(),
        }
    }

    pub(crate) async fn open_to_read(&self) -> Store {
        match self {
            Self::File(path) => Store::open_to_read(&OpenOptions::new(path)).await.unwrap(),
            Self::Server(server) => Store::connect_to_read(&server.options()).await.unwrap(),
        }
    }

    pub(crate) async fn tamper(&self, sql: &str) {
        match self {
            Self::File(path) => crate::database_files::tamper(path, sql).await,
            Self::Server(server) => server.tamper(sql).await,
        }
    }

    /// The number that a query returns.
    pub(crate) async fn number(&self, sql: &'static str) -> i64 {
        match self {
            Self::File(path) => {
                let options = SqliteConnectOptions::new().filename(path);
                let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
                let number = sqlx::query_scalar(sql).fetch_one(&mut connection).await;
                connection.close().await.unwrap();
                number.unwrap()
            }
            Self::Server(server) => {
                let mut connection = PgConnection::connect(&server.url).await.unwrap();
                let number = sqlx::query_scalar(sql).fetch_one(&mut connection).await;
                connection.close().await.unwrap();
                number.unwrap()
            }
        }
    }

    /// The file; `None` if there is none to look into.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }
}
