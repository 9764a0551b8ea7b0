//! What is particular to PostgreSQL: reasons to refuse a database, writers in several processes, moving a
//! database. These tests do something only if the tests [run on PostgreSQL](crate::test_database).

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use tempfile::TempDir;

use crate::fixture::{BLACK, THIRD, TestApp, WHITE, challenge_to, open_challenge, run, terms};
use crate::ratings::win;
use crate::test_database::{SERVER, ServerDatabase, TestDatabase, is_postgres};
use hexpost::app::game::follow::MAX_FOLLOWERS;
use hexpost::app::integrity::check;
use hexpost::app::{Act, App, AppError, Limits, Refusal, TurnInput};
use hexpost::model::{InteractionId, Pace, PlayerId, Terms, Time};
use hexpost::store::{ConnectError, MoveError, OpenOptions, ServerOptions, Store};

/// Runs a test if there is a server.
fn with_server(test: impl AsyncFnOnce()) {
    if is_postgres() {
        run(test());
    }
}

/// The error of opening a database.
async fn refused(url: &str) -> ConnectError {
    let options = ServerOptions::new(url).unwrap();
    match Store::connect(&options).await {
        Ok(_) => panic!("{url} was opened"),
        Err(error) => error,
    }
}

fn one_line(error: &ConnectError) -> String {
    let text = error.to_string();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_database_that_cannot_be_opened_is_reported_with_one_line() {
    with_server(async || {
        let server = std::env::var(SERVER).unwrap();
        let database = ServerDatabase::bare().await;
        let missing = database.url.replace("hexpost_test", "no_such_database");
        let error = refused(&missing).await;
        assert!(matches!(error, ConnectError::NoDatabase(_)), "{error:?}");
        assert!(one_line(&error).contains("createdb"));
        let error = refused(&server.replacen("hexpost@", "nobody@", 1)).await;
        assert!(matches!(error, ConnectError::Refused(_)), "{error:?}");
        assert!(!error.is_temporary());
        one_line(&error);
        let error = refused("postgres://hexpost@127.0.0.1:1/x").await;
        assert!(error.is_temporary(), "{error:?}");
        one_line(&error);
        let error = ServerOptions::new("postgres://host:port/x").unwrap_err();
        assert!(matches!(error, ConnectError::Url(_)), "{error:?}");
        // To be read, there must be something.
        let read = Store::connect_to_read(&database.options()).await;
        assert!(matches!(read, Err(ConnectError::Empty)), "{read:?}");
    });
}

#[test]
fn a_newer_or_foreign_database_is_refused() {
    with_server(async || {
        let database = ServerDatabase::new().await;
        let newer = "INSERT INTO _sqlx_migrations
             (version, description, installed_on, success, checksum, execution_time)
             VALUES (9999, 'later', now(), true, '', 0)";
        database.tamper(newer).await;
        let error = refused(&database.url).await;
        assert!(
            matches!(error, ConnectError::Newer { found: 9999, .. }),
            "{error:?}"
        );
        assert!(one_line(&error).contains("upgrade"));
        let database = ServerDatabase::bare().await;
        database.tamper("CREATE TABLE accounts (id BIGINT)").await;
        let error = refused(&database.url).await;
        assert!(matches!(error, ConnectError::Foreign), "{error:?}");
        one_line(&error);
    });
}

#[test]
fn processes_that_start_together_migrate_once() {
    with_server(async || {
        let database = ServerDatabase::bare().await;
        let options = database.options();
        let opened = join_all((0..6).map(|_| Store::connect(&options))).await;
        for store in opened {
            store.unwrap().close().await;
        }
        let database = TestDatabase::Server(database);
        let steps = database
            .number("SELECT COUNT(*) FROM _sqlx_migrations")
            .await;
        let known =
            std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres"));
        assert_eq!(steps as usize, known.unwrap().count());
        assert_eq!(database.number("SELECT COUNT(*) FROM database_id").await, 1);
    });
}

#[test]
fn both_databases_have_the_same_migrations() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let names = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.contains(".sql")).collect();
        names.sort();
        names
    };
    assert_eq!(names(&root), names(&root.join("postgres")));
}

/// Several processes on one database: each has its own connections.
struct Fleet {
    apps: Vec<Arc<App>>,
    now: Time,
    _fixture: TestApp,
}

impl Fleet {
    async fn new(fixture: TestApp) -> Self {
        let mut apps = Vec::new();
        for _ in 0..4 {
            let store = fixture.database.open().await;
            apps.push(Arc::new(App::new(store, Limits::default())));
        }
        Self {
            apps,
            now: fixture.now(),
            _fixture: fixture,
        }
    }

    /// Does something many times at once, in turn in each process; returns how often it succeeded, and the
    /// refusals.
    async fn rush<T, F>(
        &self,
        many: i64,
        does: impl Fn(Arc<App>, Act) -> F,
    ) -> (usize, Vec<Refusal>)
    where
        T: Send + 'static,
        F: Future<Output = Result<T, AppError>> + Send + 'static,
    {
        let tasks: Vec<_> = (0..many)
            .map(|number| {
                let app = Arc::clone(&self.apps[number as usize % self.apps.len()]);
                let act = Act {
                    by: PlayerId(5_000_000 + number),
                    interaction: InteractionId(1_000_000 + number),
                    expected_seq: None,
                    now: self.now,
                };
                tokio::spawn(does(app, act))
            })
            .collect();
        let (mut done, mut refusals) = (0, Vec::new());
        for task in tasks {
            match task.await.unwrap() {
                Ok(_) => done += 1,
                Err(AppError::Refused(refusal)) => refusals.push(refusal),
                Err(AppError::Store(error)) => panic!("{error}"),
            }
        }
        (done, refusals)
    }

    async fn assert_sound(&self) {
        let report = check(self.apps[0].store()).await.unwrap();
        assert!(report.problems.is_empty(), "{:#?}", report.problems);
    }
}

#[test]
fn limits_hold_for_writers_in_several_processes() {
    with_server(async || {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        let fleet = Fleet::new(fixture).await;
        // Different challenges of one player.
        let (done, refusals) = fleet
            .rush(60, |app, act| async move {
                let days = 1 + (act.by.0 % 30) as u8;
                let pace = Some(Pace::days(days.into()));
                let act = Act { by: THIRD, ..act };
                let new = open_challenge(Terms {
                    pace,
                    ..terms("zertz", "37")
                });
                app.challenge(&act, new).await
            })
            .await;
        let most = Limits::default().open_challenges;
        assert_eq!(done, most, "{refusals:?}");
        // Followers of one game.
        let (done, refusals) = fleet
            .rush(60, move |app, act| async move {
                app.follow(&act, id, true).await
            })
            .await;
        assert_eq!(done, MAX_FOLLOWERS);
        let is_right = |refusal: &Refusal| matches!(refusal, Refusal::TooManyFollowers(_));
        assert!(refusals.iter().all(is_right), "{refusals:?}");
        // Vacations of one player.
        let (done, _) = fleet
            .rush(20, |app, act| async move {
                let act = Act { by: WHITE, ..act };
                app.take_vacation(&act, None, 3).await
            })
            .await;
        assert_eq!(done, 1);
        // The welcome of one player.
        let (_, _) = fleet
            .rush(1, |app, act| async move { app.welcome(act.by).await })
            .await;
        fleet.assert_sound().await;
    });
}

#[test]
fn two_players_who_challenge_each_other_at_once_make_one_challenge() {
    with_server(async || {
        let fleet = Fleet::new(TestApp::open().await).await;
        let (done, refusals) = fleet
            .rush(40, |app, act| async move {
                let (by, other) = match act.by.0 % 2 {
                    0 => (WHITE, BLACK),
                    _ => (BLACK, WHITE),
                };
                let fair = Terms {
                    seat: hexpost::model::Seat::Random,
                    ..terms("zertz", "37")
                };
                app.challenge(&Act { by, ..act }, challenge_to(other, fair))
                    .await
            })
            .await;
        assert_eq!(done, 1);
        let is_right =
            |refusal: &Refusal| matches!(refusal, Refusal::Identical(_) | Refusal::Crossing(_));
        assert!(refusals.iter().all(is_right), "{refusals:?}");
        fleet.assert_sound().await;
    });
}

#[test]
fn numbers_of_challenges_made_at_once_are_all_different() {
    with_server(async || {
        let fleet = Fleet::new(TestApp::open().await).await;
        let (done, _) = fleet
            .rush(100, |app, act| async move {
                app.challenge(&act, open_challenge(terms("zertz", "37")))
                    .await
            })
            .await;
        assert_eq!(done, 100);
        fleet.assert_sound().await;
    });
}

#[test]
fn every_notice_is_taken_by_one_process() {
    with_server(async || {
        let fleet = Fleet::new(TestApp::open().await).await;
        fleet
            .rush(60, |app, act| async move {
                app.challenge(&act, open_challenge(terms("zertz", "37")))
                    .await
            })
            .await;
        let now = fleet.now;
        let takers = (0..40).map(|number| {
            let app = Arc::clone(&fleet.apps[number % fleet.apps.len()]);
            tokio::spawn(async move {
                app.take_notices(hexpost::model::Buckets::ALL, now, 3)
                    .await
                    .unwrap()
            })
        });
        let taken = join_all(takers).await;
        let mut nonces: Vec<String> = taken
            .into_iter()
            .flat_map(|taken| taken.unwrap())
            .map(|notice| notice.nonce)
            .collect();
        let all = nonces.len();
        nonces.sort();
        nonces.dedup();
        assert_eq!((all, nonces.len()), (60, 60));
    });
}

#[test]
fn a_lost_connection_is_replaced_and_nothing_is_lost() {
    with_server(async || {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        let TestDatabase::Server(database) = &fixture.database else {
            unreachable!();
        };
        for turn in ["Wd4-a1", "Bb3-g1", "Ge6-a2"] {
            // The server closes all connections, as at a restart.
            let close = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()";
            database.tamper(close).await;
            // A restart takes longer than connections are trusted without a test.
            tokio::time::sleep(Duration::from_millis(200)).await;
            let game = fixture.game(id).await;
            let by = game.row.players[game.to_move().unwrap()].unwrap();
            fixture.play(by, id, turn).await.unwrap();
        }
        assert_eq!(fixture.game(id).await.record.texts().len(), 3);
        fixture.assert_sound().await;
    });
}

#[test]
fn a_database_moves_to_postgres_and_back_unchanged() {
    with_server(async || {
        let folder = TempDir::new().unwrap();
        let first = OpenOptions::new(folder.path().join("first.db"));
        let app = App::new(Store::open(&first).await.unwrap(), Limits::default());
        // A game, finished rated games, and everything that comes with them, made on PostgreSQL.
        let fixture = TestApp::open().await;
        for _ in 0..3 {
            win(&fixture, WHITE, BLACK).await;
            win(&fixture, THIRD, WHITE).await;
        }
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        fixture
            .app
            .follow(&fixture.act(THIRD), id, true)
            .await
            .unwrap();
        let moved = fixture.app.store().copy_to(app.store()).await.unwrap();
        assert!(moved.rows > 50, "{moved:?}");
        assert!(moved.tables > 20, "{moved:?}");
        let report = check(app.store()).await.unwrap();
        assert_eq!(report.problems, [""; 0]);
        // Back again, where play goes on.
        let again = TestApp::open().await;
        assert_eq!(app.store().copy_to(again.app.store()).await.unwrap(), moved);
        again.assert_sound().await;
        let mut original = fixture.app.store().read().await.unwrap();
        let mut copied = again.app.store().read().await.unwrap();
        for player in [WHITE, BLACK, THIRD] {
            let bits = |rating: hexpost::model::Rating| {
                let figures = rating.figures;
                [figures.rating, figures.deviation, figures.volatility].map(f64::to_bits)
            };
            let before = original.rating(player, "zertz").await.unwrap().unwrap();
            let after = copied.rating(player, "zertz").await.unwrap().unwrap();
            assert_eq!(bits(before), bits(after));
        }
        assert_eq!(
            original.database_id().await.unwrap(),
            copied.database_id().await.unwrap()
        );
        let act = Act {
            interaction: InteractionId(9_999_999),
            now: fixture.now() + Duration::from_mins(1),
            ..fixture.act(WHITE)
        };
        let turn = TurnInput::Text("Ge6-a2".to_owned());
        again.app.play(&act, id, &turn).await.unwrap();
        let act = Act {
            interaction: InteractionId(9_999_998),
            ..act
        };
        let new = open_challenge(terms("zertz", "48"));
        let challenge = again.app.challenge(&act, new).await.unwrap();
        assert!(challenge.id > id);
        win(&again, THIRD, WHITE).await;
        again.assert_sound().await;
        // A database that holds anything is not overwritten.
        let full = app.store().copy_to(again.app.store()).await;
        assert!(matches!(full, Err(MoveError::NotEmpty(_))), "{full:?}");
    });
}

#[test]
fn ratings_are_the_same_bits_on_both_databases() {
    with_server(async || {
        let folder = TempDir::new().unwrap();
        let file = OpenOptions::new(folder.path().join("hexpost.db"));
        let file = App::new(Store::open(&file).await.unwrap(), Limits::default());
        let fixture = TestApp::open().await;
        // The second test application has the same clock and numbers, but a file.
        let on_file = TestApp::with_app(file, folder, fixture.now());
        for (winner, loser) in [
            (WHITE, BLACK),
            (BLACK, THIRD),
            (WHITE, THIRD),
            (THIRD, WHITE),
        ] {
            win(&fixture, winner, loser).await;
            win(&on_file, winner, loser).await;
        }
        for player in [WHITE, BLACK, THIRD] {
            let mut found = Vec::new();
            for app in [&fixture.app, &on_file.app] {
                let mut conn = app.store().read().await.unwrap();
                let figures = conn.rating(player, "zertz").await.unwrap().unwrap().figures;
                found.push(
                    [figures.rating, figures.deviation, figures.volatility].map(f64::to_bits),
                );
            }
            assert_eq!(found[0], found[1]);
        }
    });
}

/// Statements that may read a whole table, and why.
const MAY_SCAN: &[(&str, &str)] = &[
    ("LEFT JOIN", "hexpost check looks at everything"),
    (
        "SELECT 1 FROM rated_games",
        "hexpost check looks at everything",
    ),
    (
        "phase NOT IN (0, 1, 2)",
        "hexpost check looks at everything",
    ),
    ("DELETE FROM drafts WHERE NOT EXISTS", "drafts are few"),
    ("DELETE FROM plans WHERE NOT EXISTS", "plans are few"),
    ("DELETE FROM follows WHERE EXISTS", "followers are few"),
    ("FROM database_id", "one row"),
    ("FROM write_checks", "one row"),
    (
        "UPDATE interactions SET at",
        "only when the clock was set back",
    ),
    (
        "outbox WHERE player = $1",
        "only for export and deletion of personal data",
    ),
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
    ("DELETE FROM hints WHERE NOT EXISTS", "hints are few"),
    ("FROM jobs", "jobs are few"),
    ("UPDATE jobs SET", "jobs are few"),
];

#[test]
fn no_statement_on_postgres_has_to_read_a_whole_table() {
    with_server(async || {
        let database = ServerDatabase::new().await;
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        // Empty tables are always scanned, unless there is an index and a scan is made expensive.
        sqlx::raw_sql("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan")
            .execute(&mut connection)
            .await
            .unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
        let mut seen = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
            if answer["db_name"] != "PostgreSQL" {
                continue;
            }
            seen += 1;
            let text = answer["query"].as_str().unwrap();
            let count = answer["describe"]["parameters"]["Left"]
                .as_array()
                .unwrap()
                .len();
            let prepare = format!("PREPARE statement_{seen} AS {text}");
            let nulls = vec!["NULL"; count].join(", ");
            let nulls = if count == 0 {
                String::new()
            } else {
                format!("({nulls})")
            };
            let explain = format!("EXPLAIN EXECUTE statement_{seen}{nulls}");
            sqlx::raw_sql(AssertSqlSafe(prepare))
                .execute(&mut connection)
                .await
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let plan = sqlx::raw_sql(AssertSqlSafe(explain))
                .fetch_all(&mut connection)
                .await
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let may = MAY_SCAN.iter().any(|(part, _)| text.contains(part));
            for step in plan {
                let step: String = step.get(0);
                assert!(may || !step.contains("Seq Scan"), "{step}\n{text}");
            }
        }
        assert!(seen > 150, "only {seen} statements");
        connection.close().await.unwrap();
    });
}
