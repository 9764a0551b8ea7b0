//! A thousand reminders due at once, from a program that is killed in between: they arrive in
//! order, none twice and none lost, even under Discord's rate limits.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hexpost_sandbox::{CLUB, FIRST_PLAYER, GAMES, Id, SECOND_PLAYER};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};

use super::super::harness::Harness;
use super::super::program::Program;
use hexpost::app::integrity::check;
use hexpost::app::notify::notice::wire_nonce;
use hexpost::store::{OpenOptions, Store};

const GAMES_DUE: usize = 1000;
/// The numbers of reminders after which the program is killed.
const KILLS: [usize; 3] = [130, 421, 777];
/// The maximum number of concurrent background requests.
const ON_THE_WAY: usize = 8;
/// The number of other requests at a start: the gateway, the commands, the bot itself, two names.
const AT_A_START: usize = 6;
/// How long to wait for the next reminder before it counts as lost.
const PATIENCE: Duration = Duration::from_mins(1);

fn start(harness: &Harness) -> Program {
    Program::start(harness, &[("RUST_LOG", "warn")], || {})
}

/// Creates games whose last reminder was due an hour ago, one after the other, in these channels in
/// turn.
async fn fill(harness: &Harness, places: &[Id]) {
    let options = OpenOptions::new(harness.database());
    let store = Store::open(&options)
        .await
        .expect("failed to open the database");
    store.close().await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.expect("the clock is before 1970").as_millis() as i64;
    let day = 24 * 60 * 60 * 1000;
    let begun = now - 3 * day + day / 12;
    let rows = (0..).zip(places).map(|(at, id)| format!("({at}, {id})"));
    let rows: Vec<String> = rows.collect();
    let (count, rows) = (rows.len(), rows.join(", "));
    let series = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES_DUE}),
         places(place, channel) AS (VALUES {rows})"
    );
    let from = format!("FROM n JOIN places ON place = i % {count}");
    let challenges = format!(
        "{series} INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant,
             seat, pace, is_rated, secret, state, made_at, decided_at, action)
         SELECT i, {CLUB}, channel, {FIRST_PLAYER}, {SECOND_PLAYER}, 'zertz', '37', 'mine', '3d!',
             false, 'x', 'accepted', {begun}, {begun}, i {from}"
    );
    let games = format!(
        "{series} INSERT INTO games (id, server, channel, first, second, game, variant, rules, pace,
             is_rated, started_at, seq, board, plies, to_move, turn_at, deadline, due_at, seen_first,
             seen_second)
         SELECT i, {CLUB}, channel, {FIRST_PLAYER}, {SECOND_PLAYER}, 'zertz', '37', 1, '3d!', false,
             {begun} + i, 0, 0, 0, 0, {begun} + i, {begun} + i + 3 * {day},
             {begun} + i + 3 * {day} - {day} / 8, 0, 0 {from}"
    );
    let options = SqliteConnectOptions::new().filename(harness.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for sql in [challenges, games] {
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection);
        done.await.unwrap();
    }
    connection.close().await.unwrap();
}

/// The games by the file names of the pictures in their notifications.
async fn pictures(harness: &Harness) -> HashMap<String, usize> {
    let options = SqliteConnectOptions::new().filename(harness.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let database: String = sqlx::query_scalar("SELECT value FROM database_id")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let rows: Vec<(String, i64)> = sqlx::query_as("SELECT nonce, game FROM outbox")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let named = |(nonce, game): (String, i64)| {
        let name = wire_nonce(&database, &nonce, "");
        (format!("{name}.png"), game as usize)
    };
    rows.into_iter().map(named).collect()
}

/// The games of the reminders for the first player in a channel, in the order of the messages.
fn reminded(harness: &Harness, pictures: &HashMap<String, usize>, place: Id) -> Vec<usize> {
    let messages = harness.sandbox.messages(FIRST_PLAYER, place).unwrap();
    let of = |message: &serde_json::Value| {
        let name = message["attachments"][0]["filename"].as_str()?;
        pictures.get(name).copied()
    };
    messages.iter().filter_map(of).collect()
}

/// Waits until this many reminders have arrived.
async fn until(harness: &Harness, places: &[Id], count: usize) {
    let mut changed = harness.sandbox.changed();
    let mut most = 0;
    while most < count {
        let moved = tokio::time::timeout(PATIENCE, changed.changed()).await;
        let pings = |place: &Id| harness.sandbox.pings(*place).len();
        let seen = places.iter().map(pings).sum();
        assert!(moved.is_ok(), "only {seen} reminders\n{}", harness.story());
        most = most.max(seen);
    }
}

/// Checks that all reminders are sent although the program is killed in between.
async fn remind(harness: &Harness, places: &[Id]) {
    fill(harness, places).await;
    let mut program = start(harness);
    for count in KILLS {
        until(harness, places, count).await;
        drop(program);
        program = start(harness);
    }
    until(harness, places, GAMES_DUE).await;
    drop(program);
    let pictures = pictures(harness).await;
    for (at, place) in places.iter().enumerate() {
        let all = 1..=GAMES_DUE;
        let expected: Vec<usize> = all.filter(|game| game % places.len() == at).collect();
        assert_eq!(reminded(harness, &pictures, *place), expected, "{at}");
        assert_eq!(harness.sandbox.pings(*place).len(), expected.len(), "{at}");
    }
    let store = Store::open_to_read(&OpenOptions::new(harness.database())).await;
    let store = store.expect("failed to open the database");
    let report = check(&store).await.expect("failed to read the database");
    let others = report.problems.iter().filter(|line| !line.contains("deal"));
    assert_eq!(others.count(), 0, "{:#?}", report.problems.first());
    store.close().await;
}

#[tokio::test]
async fn a_thousand_reminders_are_sent_once_and_in_order_despite_kills() {
    let harness = Harness::unlogged().await;
    remind(&harness, &[GAMES]).await;
    assert_eq!(harness.refused(), [""; 0]);
}

#[tokio::test]
async fn reminders_are_sent_once_and_in_order_under_rate_limits() {
    let harness = Harness::with(hexpost_sandbox::SandboxOptions::default()).await;
    let place = |number: usize| {
        let name = format!("table-{number}");
        harness
            .sandbox
            .add_channel(CLUB, &name)
            .expect("failed to add a channel")
    };
    let places: Vec<Id> = (0..100).map(place).collect();
    remind(&harness, &places).await;
    let refused = harness.refused();
    let too_many = |line: &&String| line.contains("429");
    let all = |line: &&String| line.contains(r#""global":true"#);
    assert_eq!(refused.iter().filter(too_many).count(), refused.len());
    let in_all = refused.iter().filter(all).count();
    // After a restart the program doesn't know a channel's rate limit, but runs into it at most
    // once.
    let in_places = refused.len() - in_all;
    let most = KILLS.len() * places.len();
    assert!(in_places <= most, "{in_places} of {most}");
    // Nor does it know the global rate limit: requests already under way are refused too, and so
    // are those that a start makes.
    let most = (KILLS.len() + 1) * (ON_THE_WAY + AT_A_START);
    assert!(in_all <= most, "{in_all} of {most}");
}
