//! Measures a database on a PostgreSQL server: durable turns compared with `pgbench`, which sends the same
//! statements to the same server, and a million games.
//!
//! ```text
//! HEXPOST_POSTGRES_FSYNC=on .ci/postgres cargo bench --features bench --bench postgres
//! HEXPOST_GAMES=20000 HEXPOST_POSTGRES_FSYNC=on .ci/postgres cargo bench --features bench --bench postgres
//! ```

#![expect(clippy::print_stdout, reason = "prints its measurements")]

mod workload;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};

use hexpost::app::{App, Limits};
use hexpost::store::{ServerOptions, Store};

/// The variable with the URL of a server.
const SERVER: &str = "HEXPOST_TEST_DATABASE";

/// What the program looks for among a million games; the server must find it by an index.
const LOOKUPS: [&str; 4] = [
    "SELECT * FROM games WHERE id = 77",
    "SELECT id FROM games WHERE first = 1000000000000000077 AND finished_at IS NULL",
    "SELECT id FROM games WHERE second = 1000000000000000077 AND finished_at IS NULL",
    "SELECT id FROM games WHERE due_at <= 1800000000000 ORDER BY due_at LIMIT 100",
];

fn main() {
    let Ok(server) = std::env::var(SERVER) else {
        println!("no server: run this with `.ci/postgres`, or set {SERVER}");
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        durable(&server).await;
        many(&server).await;
    });
}

async fn execute(url: &str, sql: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let sql = AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Creates an empty database; returns its URL.
async fn create(server: &str, name: &str) -> String {
    execute(server, &format!("DROP DATABASE IF EXISTS {name}")).await;
    execute(server, &format!("CREATE DATABASE {name}")).await;
    let (address, options) = server.split_once('?').unwrap_or((server, ""));
    let (host, _) = address.rsplit_once('/').unwrap();
    format!("{host}/{name}?{options}")
}

async fn open(url: &str) -> App {
    let store = Store::connect(&ServerOptions::new(url).unwrap()).await;
    App::new(store.unwrap(), Limits::default())
}

/// Durable turns per second, and those of `pgbench`, taking turns.
async fn durable(server: &str) {
    for writers in [1, 8, 32] {
        let (ours, theirs) = ("hexpost_bench_turns", "hexpost_bench_pgbench");
        let (url, other) = (create(server, ours).await, create(server, theirs).await);
        let app = open(&other).await;
        workload::start_games(&app).await;
        app.close().await;
        let app = Arc::new(open(&url).await);
        let ids = workload::start_games(&app).await;
        execute(&url, "ANALYZE").await;
        execute(&other, "ANALYZE").await;
        let rate = workload::turn_rate(&app, &ids, writers).await;
        let reference = pgbench(&other, writers);
        println!(
            "{writers:>2} writers: {rate:.0} durable turns/s, pgbench {reference:.0}: {:.0} %",
            rate / reference * 100.0
        );
        if let Some(app) = Arc::into_inner(app) {
            app.close().await;
        }
        for name in [ours, theirs] {
            execute(server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }
}

/// The turns per second that `pgbench` makes, with as many clients. Every one of them has to be a turn.
fn pgbench(url: &str, writers: usize) -> f64 {
    let each = workload::GAMES as usize / writers;
    let turns = each * workload::TURNS.len();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/turn.pgbench");
    let threads = writers.min(2);
    let output = Command::new("pgbench")
        .args(["--no-vacuum", "--protocol=prepared"])
        .arg(format!("--file={}", script.display()))
        .args([format!("--client={writers}"), format!("--jobs={threads}")])
        .arg(format!("--transactions={turns}"))
        .args([
            format!("--define=each={each}"),
            "--define=turn=-1".to_owned(),
        ])
        .arg(url)
        .output()
        .expect("pgbench comes with PostgreSQL");
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    let rate = said.lines().find_map(|line| line.strip_prefix("tps = "));
    let rate = rate.and_then(|rate| rate.split(' ').next()?.parse().ok());
    rate.unwrap_or_else(|| panic!("no rate: {said}\n{complained}"))
}

/// A million open games: how long lookups take, and that they use an index.
async fn many(server: &str) {
    let games: i64 = std::env::var("HEXPOST_GAMES").map_or(1_000_000, |text| text.parse().unwrap());
    let name = "hexpost_bench_games";
    let url = create(server, name).await;
    open(&url).await.close().await;
    let begun = Instant::now();
    let mut statements = workload::create_games(games).to_vec();
    statements.extend(workload::create_turns(games));
    for sql in &statements {
        execute(&url, sql).await;
    }
    execute(&url, "VACUUM ANALYZE").await;
    println!(
        "{games} games with eight turns each in {:.0} s",
        begun.elapsed().as_secs_f64()
    );
    let mut connection = PgConnection::connect(&url).await.unwrap();
    for sql in LOOKUPS {
        let explain = AssertSqlSafe(format!("EXPLAIN {sql}"));
        let plan: Vec<String> = sqlx::query_scalar(explain)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        let plan = plan.join("\n");
        assert!(plan.contains("Index"), "{sql}\n{plan}");
        assert!(!plan.contains("Seq Scan"), "{sql}\n{plan}");
    }
    connection.close().await.unwrap();
    let app = open(&url).await;
    workload::look_up(&app, games).await;
    app.close().await;
    execute(server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
}
