//! A thousand reminders due at once, from a program that is killed in between: in order, none twice
//! and none lost.

use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hexpost::app::check::check;
use hexpost::sandbox::{CLUB, FIRST_PLAYER, GAMES, SECOND_PLAYER};
use hexpost::store::{Options, Store};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};

use super::super::bench::Bench;

const GAMES_DUE: usize = 1000;
/// After so many reminders the program is killed.
const KILLS: [usize; 3] = [130, 421, 777];
/// So long nothing may be sent before it counts as lost.
const PATIENCE: Duration = Duration::from_mins(1);

struct Program(Child);

impl Program {
    fn start(bench: &Bench) -> Self {
        let database = bench.database();
        let log = database.with_extension("log");
        let log = OpenOptions::new().create(true).append(true).open(log);
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexpost"))
            .arg("run")
            .current_dir(database.parent().expect("a folder"))
            .env_clear()
            .env("DISCORD_TOKEN", bench.sandbox.token())
            .env("DISCORD_API_BASE", bench.sandbox.origin())
            .env("DATABASE_URL", format!("sqlite://{}", database.display()))
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log.expect("a log"))
            .spawn()
            .expect("the program starts");
        // What it says is of no interest, but it must be able to say it.
        let said = child.stdout.take().expect("a pipe");
        std::thread::spawn(move || BufReader::new(said).lines().count());
        Self(child)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // On Unix that is SIGKILL: it is not asked.
        self.0.kill().expect("it runs");
        self.0.wait().expect("it has ended");
    }
}

/// Games in which the last reminder should have gone out an hour ago, one after the other.
async fn fill(bench: &Bench) {
    let options = Options::new(bench.database());
    let store = Store::open(&options).await.expect("a database");
    store.close().await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.expect("a time after 1970").as_millis() as i64;
    let day = 24 * 60 * 60 * 1000;
    let begun = now - 3 * day + day / 12;
    let series = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES_DUE})"
    );
    let challenges = format!(
        "{series} INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant,
             seat, pace, is_rated, secret, state, made_at, decided_at, action)
         SELECT i, {CLUB}, {GAMES}, {FIRST_PLAYER}, {SECOND_PLAYER}, 'zertz', '37', 'mine', '3d!',
             false, 'x', 'accepted', {begun}, {begun}, i FROM n"
    );
    let games = format!(
        "{series} INSERT INTO games (id, server, channel, first, second, game, variant, rules, pace,
             is_rated, started_at, seq, board, plies, to_move, turn_at, deadline, due_at, seen_first,
             seen_second)
         SELECT i, {CLUB}, {GAMES}, {FIRST_PLAYER}, {SECOND_PLAYER}, 'zertz', '37', 1, '3d!', false,
             {begun} + i, 0, 0, 0, 0, {begun} + i, {begun} + i + 3 * {day},
             {begun} + i + 3 * {day} - {day} / 8, 0, 0 FROM n"
    );
    let options = SqliteConnectOptions::new().filename(bench.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for sql in [challenges, games] {
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection);
        done.await.unwrap();
    }
    connection.close().await.unwrap();
}

/// The games of which the first player was reminded, in the order of the messages.
fn reminded(bench: &Bench) -> Vec<usize> {
    let messages = bench.sandbox.messages(FIRST_PLAYER, GAMES).unwrap();
    let of = |message: &serde_json::Value| {
        let name = message["attachments"][0]["filename"].as_str()?;
        name.split('-').next()?.parse().ok()
    };
    messages.iter().filter_map(of).collect()
}

/// Waits until so many have been reminded.
async fn until(bench: &Bench, count: usize) {
    let mut changed = bench.sandbox.changed();
    let mut most = 0;
    while most < count {
        let moved = tokio::time::timeout(PATIENCE, changed.changed()).await;
        let seen = reminded(bench).len();
        assert!(moved.is_ok(), "only {seen} reminders\n{}", bench.story());
        most = most.max(seen);
    }
}

#[tokio::test]
async fn a_thousand_reminders_go_out_in_order_once_each_whenever_the_program_is_killed() {
    let bench = Bench::unlogged().await;
    fill(&bench).await;
    let mut program = Program::start(&bench);
    for count in KILLS {
        until(&bench, count).await;
        drop(program);
        program = Program::start(&bench);
    }
    until(&bench, GAMES_DUE).await;
    drop(program);
    let expected: Vec<usize> = (1..=GAMES_DUE).collect();
    assert_eq!(reminded(&bench), expected);
    assert_eq!(bench.sandbox.pings(GAMES).len(), GAMES_DUE);
    let store = Store::open_to_read(&Options::new(bench.database())).await;
    let store = store.expect("a database");
    let report = check(&store).await.expect("it can be read");
    let others = report.problems.iter().filter(|line| !line.contains("deal"));
    assert_eq!(others.count(), 0, "{:#?}", report.problems.first());
    store.close().await;
}
