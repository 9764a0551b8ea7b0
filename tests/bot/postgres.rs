//! The program on a PostgreSQL server: administration, and a process that takes over from another.
//!
//! Needs PostgreSQL's programs; without them each test says that it was skipped.

use std::borrow::Cow;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};
use tempfile::TempDir;

use super::harness::Harness;
use super::program::Program;

/// How long to wait for a start, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The exit code of `.ci/postgres` if PostgreSQL is not installed.
const NOT_INSTALLED: i32 = 3;

/// A temporary server, which stops when this is dropped.
pub(crate) struct Server {
    child: Child,
    /// Each line restarts the server, which runs until this is closed.
    orders: Option<ChildStdin>,
    said: BufReader<ChildStdout>,
    pub(crate) url: String,
}

/// Prints the URL of the server, and restarts it whenever it is asked to. Only an unprivileged user may.
const RUN_SERVER: &str = r#"
as_server() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
echo "$HEXPOST_TEST_DATABASE"
while read -r order; do
  (cd / && as_server "$(command -v pg_ctl)" -D "$PGHOST/data" -m fast -w -l "$PGHOST/log" restart >/dev/null)
  echo restarted
done
"#;

impl Server {
    /// Starts a server; `None` if PostgreSQL is not installed.
    pub(crate) fn start() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut child = Command::new(root.join(".ci/postgres"))
            .args(["sh", "-c", RUN_SERVER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut url).unwrap();
        if url.is_empty() {
            assert_eq!(child.wait().unwrap().code(), Some(NOT_INSTALLED));
            assert!(
                std::env::var_os("HEXPOST_NEEDS_POSTGRES").is_none(),
                "PostgreSQL is not installed"
            );
            let note = "SKIPPED: the program on PostgreSQL, which is not installed\n";
            std::io::stderr().write_all(note.as_bytes()).unwrap();
            return None;
        }
        Some(Self {
            orders: child.stdin.take(),
            said,
            child,
            url: url.trim().to_owned(),
        })
    }

    /// Restarts the server, which ends all connections.
    pub(crate) fn restart(&mut self) {
        let orders = self.orders.as_mut().unwrap();
        orders.write_all(b"restart\n").unwrap();
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "restarted");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.orders.take());
        let _ = self.child.wait();
    }
}

fn hexpost(folder: &Path, url: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexpost"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("DATABASE_URL", url)
        .output()
        .unwrap()
}

#[track_caller]
fn prints(folder: &Path, url: &str, arguments: &[&str]) -> String {
    let output = hexpost(folder, url, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn complains(folder: &Path, url: &str, arguments: &[&str], problem: &str) {
    let output = hexpost(folder, url, arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains(problem), "{complaint}");
}

#[test]
fn a_database_moves_to_a_server_and_back_and_is_checked_on_both() {
    let Some(server) = Server::start() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let (folder, url) = (folder.path(), server.url.as_str());
    complains(folder, url, &["check"], "the database is empty");
    let missing = url.replace("/postgres?", "/nothing?");
    complains(folder, &missing, &["check"], "createdb");
    super::admin_cli::make_game(folder);
    let file = "sqlite://data/hexpost.db";
    let verified = prints(folder, file, &["verify", "1"]);
    let moved = prints(folder, file, &["move-database", file, url]);
    assert!(moved.contains("the copy was compared"), "{moved}");
    assert_eq!(prints(folder, url, &["verify", "1"]), verified);
    let check = prints(folder, url, &["check"]);
    assert_eq!(check, "1 games with 1 turns: all is well\n");
    complains(folder, file, &["move-database", file, url], "not empty");
    complains(folder, url, &["backup", "copy"], "pg_dump");
    complains(folder, url, &["restore", "copy"], "pg_restore");
    let back = "sqlite://data/back.db";
    prints(folder, file, &["move-database", url, back]);
    assert_eq!(prints(folder, back, &["verify", "1"]), verified);
    assert!(prints(folder, back, &["check"]).contains("all is well"));
    complains(
        folder,
        file,
        &["move-database", file, file],
        "choose another",
    );
}

/// Waits until the log contains a text this many times, but no longer than this.
async fn logged(program: &Program, text: &str, times: usize, patience: Duration) {
    let began = Instant::now();
    while program.log().matches(text).count() < times {
        assert!(began.elapsed() < patience, "{}", program.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_process_that_stands_by_takes_over_from_one_that_was_killed() {
    let Some(server) = Server::start() else {
        return;
    };
    let harness = Harness::unlogged().await;
    let settings = [("DATABASE_URL", server.url.as_str())];
    // All processes write to the same log.
    let plays = "this process plays";
    let one = Program::start(&harness, &settings, || {});
    let come = || harness.sandbox.has_bot().then_some(());
    harness.until("the bot to connect", come).await;
    let other = Program::start(&harness, &settings, || {});
    logged(&other, "standing by", 1, PATIENCE).await;
    assert_eq!(other.log().matches(plays).count(), 1);
    // `kill -9`.
    drop(one);
    logged(&other, plays, 2, Duration::from_secs(15)).await;
    harness.until("the bot to connect", come).await;
    // A process that ends in order leaves the lease to the next at once.
    let third = Program::start(&harness, &settings, || {});
    logged(&third, "standing by", 2, PATIENCE).await;
    other.stops().await;
    logged(&third, plays, 3, Duration::from_secs(5)).await;
    third.stops().await;
}

/// A database on which only the migrations before the last one have run; returns their last version.
async fn outdated_database(url: &str) -> i64 {
    let all = sqlx::migrate!("migrations/postgres");
    let count = all.iter().count() - 1;
    let mut old = Migrator {
        migrations: Cow::Owned(all.iter().take(count).cloned().collect()),
        ..Migrator::DEFAULT
    };
    old.set_locking(false);
    let mut connection = PgConnection::connect(url).await.unwrap();
    old.run(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    old.iter().map(|step| step.version).max().unwrap()
}

async fn execute_on(url: &str, sql: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_new_version_migrates_when_those_before_it_have_stopped_and_an_old_one_refuses_to_start()
{
    let Some(server) = Server::start() else {
        return;
    };
    let version = outdated_database(&server.url).await;
    // A process of the version before this one, which is alive.
    let alive = format!(
        "INSERT INTO processes (id, version, is_working, until, slowed_until)
         VALUES ('old', {version}, true, 9000000000000, 0)"
    );
    execute_on(&server.url, &alive).await;
    let harness = Harness::unlogged().await;
    let settings = [
        ("DATABASE_URL", server.url.as_str()),
        ("HEXPOST_LEASE_SECONDS", "1"),
    ];
    let program = Program::start(&harness, &settings, || {});
    let waits = "waiting until all processes of older versions have stopped";
    logged(&program, waits, 1, PATIENCE).await;
    assert!(program.log().contains("pg_dump"), "{}", program.log());
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let log = program.log();
    assert!(!log.contains("migrating from schema"), "{log}");
    assert_eq!(log.matches(waits).count(), 1, "{log}");
    execute_on(&server.url, "DELETE FROM processes WHERE id = 'old'").await;
    logged(&program, "migrating from schema", 1, PATIENCE).await;
    logged(&program, "this process plays", 1, PATIENCE).await;
    program.stops().await;
    let newer = "INSERT INTO _sqlx_migrations
        (version, description, success, checksum, execution_time) VALUES (9999, 'later', true, '', 0)";
    execute_on(&server.url, newer).await;
    let folder = TempDir::new().unwrap();
    complains(folder.path(), &server.url, &["check"], "newer hexpost");
}
