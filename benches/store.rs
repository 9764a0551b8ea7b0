//! Measures how fast and how compact an SQLite database is: durable turns compared with the raw disk, and
//! a million games.
//!
//! Everything is measured in one run on one disk, so that the figures can be compared:
//!
//! ```text
//! cargo bench --features bench --bench store            # a million games
//! HEXPOST_GAMES=20000 cargo bench --features bench --bench store
//! ```

#![expect(clippy::print_stdout, reason = "prints its measurements")]

mod workload;

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};

use hexpost::app::{App, Limits};
use hexpost::store::{OpenOptions, Store};

fn main() {
    let folder = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        durable(folder.path()).await;
        many(folder.path()).await;
    });
}

/// The number of durable 4 KiB overwrites per second.
fn raw_rate(folder: &Path) -> f64 {
    let path = folder.join("raw");
    let file = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&path)
        .unwrap();
    file.write_all_at(&vec![1; 4096 * 64], 0).unwrap();
    file.sync_all().unwrap();
    let start = Instant::now();
    let mut count = 0_u32;
    while start.elapsed() < Duration::from_secs(2) {
        let place = u64::from(count % 64) * 4096;
        file.write_all_at(&[count as u8; 4096], place).unwrap();
        file.sync_data().unwrap();
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

async fn open(path: &Path) -> App {
    let store = Store::open(&OpenOptions::new(path)).await.unwrap();
    App::new(store, Limits::default())
}

/// Durable turns per second, compared with the raw disk.
async fn durable(folder: &Path) {
    for writers in [1, 8, 32] {
        let app = Arc::new(open(&folder.join(format!("durable-{writers}.db"))).await);
        let ids = workload::start_games(&app).await;
        let before = raw_rate(folder);
        let rate = workload::turn_rate(&app, &ids, writers).await;
        let after = raw_rate(folder);
        let raw = f64::midpoint(before, after);
        println!(
            "{writers:>2} writers: {rate:.0} durable turns/s, the raw disk {before:.0} and {after:.0} \
             syncs/s: {:.0} %",
            rate / raw * 100.0
        );
        if let Some(app) = Arc::into_inner(app) {
            app.close().await;
        }
    }
}

/// A million open games: how long lookups take, and how much space the games need.
async fn many(folder: &Path) {
    let games: i64 = std::env::var("HEXPOST_GAMES").map_or(1_000_000, |text| text.parse().unwrap());
    let path = folder.join("many.db");
    open(&path).await.close().await;
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .synchronous(sqlx::sqlite::SqliteSynchronous::Off);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let begun = Instant::now();
    let empty = fill(&mut connection, &path, &workload::create_games(games)).await;
    let full = fill(&mut connection, &path, &workload::create_turns(games)).await;
    connection.close().await.unwrap();
    println!(
        "{games} games with eight turns each in {:.0} s: {:.0} bytes a game, {:.1} bytes a turn",
        begun.elapsed().as_secs_f64(),
        empty as f64 / games as f64,
        (full - empty) as f64 / (8 * games) as f64
    );
    let app = open(&path).await;
    workload::look_up(&app, games).await;
    app.close().await;
}

/// Executes statements; returns the size of the file afterwards.
async fn fill(connection: &mut SqliteConnection, path: &Path, statements: &[String]) -> u64 {
    for sql in statements {
        let sql = AssertSqlSafe(sql.clone());
        sqlx::query(sql).execute(&mut *connection).await.unwrap();
    }
    let checkpoint = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)");
    checkpoint.execute(&mut *connection).await.unwrap();
    File::open(path).unwrap().metadata().unwrap().len()
}
