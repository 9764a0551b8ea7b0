//! SQLite's query plans: every query uses an index, so that it stays fast in large tables.

use std::fs;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use tempfile::TempDir;

use crate::fixture::run;
use hexpost::store::{OpenOptions, Store};

/// Queries that may scan a whole table, each identified by a part of its text, and why.
const MAY_SCAN: &[(&str, &str)] = &[
    (
        "COUNT(*) AS \"count!\" FROM events LEFT JOIN games",
        "hexpost check looks at everything",
    ),
    (
        "challenges.state = 'accepted' AND games.id IS NULL",
        "hexpost check looks at everything",
    ),
    (
        "SELECT player FROM vacations\n             WHERE (due_at IS NULL",
        "hexpost check looks at everything",
    ),
    (
        "FROM rated_games LEFT JOIN games",
        "hexpost check looks at everything",
    ),
    (
        "SELECT 1 FROM rated_games WHERE rated_games.game = games.id",
        "hexpost check looks at everything",
    ),
    (
        "SELECT 1 FROM rated_games AS last",
        "hexpost check looks at everything",
    ),
    (
        "COUNT(*) AS \"count!\" FROM posts LEFT JOIN games",
        "hexpost check looks at everything",
    ),
    ("DELETE FROM drafts WHERE NOT EXISTS", "drafts are few"),
    ("DELETE FROM plans WHERE NOT EXISTS", "plans are few"),
    ("DELETE FROM hints WHERE NOT EXISTS", "hints are few"),
    (
        "COUNT(*) AS \"count!\" FROM game_analyses\n                 LEFT JOIN",
        "hexpost check looks at everything",
    ),
    (
        "COUNT(*) AS \"count!\" FROM evaluations\n                 LEFT JOIN",
        "hexpost check looks at everything",
    ),
    (
        "UPDATE interactions SET at",
        "only when the clock was set back; a week of them is kept",
    ),
    (
        "COUNT(*) AS \"count!\" FROM plans LEFT JOIN games",
        "hexpost check looks at everything",
    ),
    (
        "outbox WHERE player = $1",
        "only for export and deletion of personal data",
    ),
    (
        "INSERT INTO challenges",
        "SQLite names the outbox, but scans it only if a row is orphaned",
    ),
    ("ORDER BY id LIMIT $2", "the first few rows of an index"),
    ("DELETE FROM follows WHERE EXISTS", "followers are few"),
    (
        "LEFT JOIN challenges ON challenges.id = standing.challenge",
        "hexpost check looks at everything",
    ),
    (
        "ORDER BY challenges.decided_at DESC, challenges.id DESC LIMIT 1",
        "two players have few challenges with the same terms",
    ),
    ("SELECT value FROM database_id", "one row"),
    (
        "FROM games WHERE tournament IS NOT NULL AND NOT EXISTS",
        "hexpost check looks at everything",
    ),
    (
        "FROM tournament_games WHERE is_unrecorded",
        "only what is unrecorded, by its own index",
    ),
    ("SELECT server FROM ladders ORDER BY", "ladders are few"),
    ("FROM leases WHERE name LIKE", "leases are few"),
    ("SELECT name FROM leases", "leases are few"),
    ("UPDATE leases SET until", "leases are few"),
    ("FROM processes", "processes are few"),
    (
        "DELETE FROM reply_tokens WHERE until",
        "they are kept for 15 minutes",
    ),
    (
        "DELETE FROM reply_tokens WHERE player",
        "only for deletion of personal data",
    ),
    ("FROM jobs", "jobs are few"),
    ("UPDATE jobs SET", "jobs are few"),
    (
        "MIN(made_at) FROM outbox",
        "only what is unsent, by its own index",
    ),
];

/// Every query of the sources for SQLite, from its answer in `.sqlx`.
fn queries() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
    let mut queries = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        if answer["db_name"] != "SQLite" {
            continue;
        }
        let text = answer["query"].as_str().unwrap();
        let statements = text.split(';').map(str::trim);
        let is_plain = |text: &&str| !text.starts_with("BEGIN") && *text != "COMMIT";
        queries.extend(statements.filter(is_plain).map(str::to_owned));
    }
    queries.sort();
    queries
}

#[test]
fn no_query_reads_a_whole_table() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        let store = Store::open(&OpenOptions::new(&path)).await.unwrap();
        store.close().await;
        let options = SqliteConnectOptions::new().filename(&path);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let mut looked_at = 0;
        for text in queries() {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {text}"));
            let mut query = sqlx::query(explain);
            let parameters = (1..30).filter(|n| text.contains(&format!("${n}"))).count();
            for _ in 0..parameters {
                query = query.bind(None::<i64>);
            }
            let plan = query.fetch_all(&mut connection).await;
            let plan = plan.unwrap_or_else(|error| panic!("{text}: {error}"));
            for step in plan {
                let step: String = step.get("detail");
                looked_at += 1;
                let is_scan = step.starts_with("SCAN")
                    && !step.contains("json_each")
                    && !step.contains("CONSTANT ROW")
                    // A scan of the rows that an index search found.
                    && !step.contains("(subquery")
                    && !["SCAN due_games", "SCAN due_challenges", "SCAN destination"].contains(&step.as_str());
                let may = MAY_SCAN.iter().any(|(part, _)| text.contains(part));
                assert!(may || !is_scan, "{step}\n{text}");
                let is_sorted = step.contains("TEMP B-TREE") && text.contains("LIMIT");
                assert!(may || !is_sorted, "{step}\n{text}");
            }
        }
        assert!(looked_at > 60, "only {looked_at} steps");
    });
}

#[test]
fn frequent_queries_use_their_index() {
    let expected = [
        ("WHERE due_at <= $1 ORDER BY due_at", "games_due"),
        ("SELECT due_at FROM games", "games_due"),
        (
            "WHERE expires_at <= $1 ORDER BY expires_at",
            "challenges_due",
        ),
        ("WHERE next_try <= $1 AND", "outbox_next"),
        ("SELECT next_try FROM outbox", "outbox_next"),
        ("WHERE first = $1 AND finished_at IS NULL", "games_first"),
        ("WHERE second = $1 AND finished_at IS NULL", "games_second"),
        ("FROM games WHERE id = $1", "PRIMARY KEY"),
        (
            "FROM events WHERE events.game = games.id",
            "SEARCH events USING PRIMARY KEY",
        ),
        ("WHERE first = $1 AND second = $8", "games_pair"),
        (
            "WHERE first = $1 AND (finished_at, id) < ($2, $3)\n                 AND",
            "games_first",
        ),
        (
            "WHERE second = $1 AND (finished_at, id) < ($2, $3)\n                 AND",
            "games_second",
        ),
        (
            "FROM imports\n             WHERE player = $1",
            "imports_player",
        ),
        ("WHERE channel = $1", "games_channel"),
        ("WHERE thread = $1", "games_thread"),
        (
            "= $3\n                     ORDER BY rating DESC, player LIMIT",
            "SEARCH ratings USING INDEX ratings_order",
        ),
        (
            "WHERE server = $6 AND kind = $1",
            "USING COVERING INDEX rated_games_server",
        ),
        (
            "first = $1 AND game = $2 AND second = $3",
            "COVERING INDEX games_results",
        ),
        (
            "WHERE second = $1 AND finished_at IS NOT NULL",
            "COVERING INDEX games_results_second",
        ),
        ("WHERE (place, side) > ($1, $2)", "PRIMARY KEY"),
        (
            "WHERE own.player = $1 AND own.at > $3",
            "rated_games_recent",
        ),
    ];
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        let store = Store::open(&OpenOptions::new(&path)).await.unwrap();
        store.close().await;
        let options = SqliteConnectOptions::new().filename(&path);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        for (part, index) in expected {
            let all = queries();
            let text = all.iter().find(|text| text.contains(part));
            let text = text.unwrap_or_else(|| panic!("no query has {part:?}"));
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {text}"));
            let mut query = sqlx::query(explain);
            for n in 1..30 {
                if text.contains(&format!("${n}")) {
                    query = query.bind(None::<i64>);
                }
            }
            let plan = query.fetch_all(&mut connection).await.unwrap();
            let steps: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
            assert!(steps.join("\n").contains(index), "{part}: {steps:?}");
        }
    });
}
