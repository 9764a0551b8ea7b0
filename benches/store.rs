//! Measures how fast and how compact the database is: durable turns compared with the raw disk, and
//! a million games.
//!
//! Everything is measured in one run on one disk, so that the figures can be compared:
//!
//! ```text
//! cargo bench --features bench --bench store            # a million games
//! HEXPOST_GAMES=20000 cargo bench --features bench --bench store
//! ```

#![expect(clippy::print_stdout, reason = "prints its measurements")]

mod fill;

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fill::{START, fill};
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use hexpost::app::{Act, App, Limits, NewChallenge, Opponent, TurnInput};
use hexpost::model::{GameId, InteractionId, PlayerId, Seat, StoredVariant, Terms, Time};
use hexpost::store::{OpenOptions, Store};

/// The turns that each game starts with.
const TURNS: [&str; 8] = [
    "Wd4-a1", "Bb3-g1", "Ge6-a2", "Bf2-d7", "Wc2-a3", "Bd6-g2", "Ge2-a4", "Bb5-g3",
];

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

fn act(by: i64, interaction: i64) -> Act {
    Act {
        by: PlayerId(by),
        interaction: InteractionId(interaction),
        expected_seq: None,
        now: Time(START + interaction),
    }
}

async fn start(app: &App, number: i64) -> GameId {
    let new = NewChallenge {
        opponent: Some(Opponent {
            id: PlayerId(2_000_000 + number),
            is_bot: false,
        }),
        server: None,
        channel: None,
        terms: Terms {
            variant: StoredVariant::parse("zertz", "37"),
            seat: Seat::Mine,
            pace: Some(hexpost::model::Pace::days(3)),
            is_rated: false,
            note: None,
        },
    };
    let challenge = act(1_000_000 + number, number * 2);
    let id = app.challenge(&challenge, new).await.unwrap().id;
    let accept = act(2_000_000 + number, number * 2 + 1);
    app.accept(&accept, id).await.unwrap();
    id
}

/// The number of durable turns per second: read, replay, check, append with deadline, notification
/// and interaction.
async fn durable(folder: &Path) {
    for writers in [1, 8, 32] {
        let path = folder.join(format!("durable-{writers}.db"));
        let app = Arc::new(open(&path).await);
        // Enough games for every turn to be a new one.
        let games_each = 2400 / writers;
        let mut ids = Vec::new();
        for number in 0..writers * games_each {
            ids.push(start(&app, number).await);
        }
        let before = raw_rate(folder);
        let begun = Instant::now();
        let tasks: Vec<_> = ids
            .chunks(games_each as usize)
            .enumerate()
            .map(|(writer, ids)| {
                let (app, ids) = (Arc::clone(&app), ids.to_vec());
                tokio::spawn(async move {
                    let mut interaction = 100_000_000 + writer as i64 * 1_000_000;
                    for (ply, turn) in TURNS.iter().enumerate().take(4) {
                        for id in &ids {
                            interaction += 1;
                            let side = if ply % 2 == 0 { 1_000_000 } else { 2_000_000 };
                            let act = act(side + id.0 - 1, interaction);
                            let made = TurnInput::Text((*turn).to_owned());
                            let app = app.claim_interaction(act.interaction, act.now).await;
                            app.unwrap().play(&act, *id, &made).await.unwrap();
                        }
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        let turns = ids.len() * 4;
        let rate = turns as f64 / begun.elapsed().as_secs_f64();
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

/// The median duration of an operation.
async fn median<T>(mut does: impl AsyncFnMut(i64) -> T) -> Duration {
    let mut times = Vec::new();
    for number in 0..400 {
        let begun = Instant::now();
        std::hint::black_box(does(number).await);
        times.push(begun.elapsed());
    }
    times.sort();
    times[times.len() / 2]
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
    let size = |path: &Path| File::open(path).unwrap().metadata().unwrap().len();
    let begun = Instant::now();
    fill(&mut connection, games).await;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut connection)
        .await
        .unwrap();
    let empty = size(&path);
    let turns = fill_turns(&mut connection, games).await;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut connection)
        .await
        .unwrap();
    let full = size(&path);
    println!(
        "{games} games with {turns} turns in {:.0} s: {:.0} bytes a game, {:.1} bytes a turn",
        begun.elapsed().as_secs_f64(),
        empty as f64 / games as f64,
        (full - empty) as f64 / turns as f64
    );
    connection.close().await.unwrap();
    let app = open(&path).await;
    let pick = |number: i64| (number * 7919) % games;
    let opened = median(async |number| {
        let id = GameId(pick(number) + 1);
        app.game(id, Time(START)).await.unwrap()
    })
    .await;
    let mine = median(async |number| {
        let player = PlayerId(1_000_000_000_000_000_000 + pick(number) % (games / 10));
        let list = app.my_games(player, Time(START)).await.unwrap();
        assert!(list.len() >= 10, "{}", list.len());
        list
    })
    .await;
    let due = median(async |_| {
        let swept = app.sweep(Time(START), 100).await.unwrap();
        assert!(swept.is_empty());
    })
    .await;
    println!("open a game by its number: {opened:?}");
    println!("my games, 10 to 20 of them: {mine:?}");
    println!("what is due, nothing being due: {due:?}");
    app.close().await;
}

/// Inserts turns in realistic order: one in every game, then the next.
async fn fill_turns(connection: &mut SqliteConnection, games: i64) -> i64 {
    let zertz = ["Wd4-a1", "Bb3-g1", "Ge6-a2", "Bf2-d7"];
    let tzaar = ["d3xd4", "c4xd5 f3xe4", "e1xf1 d7+d8", "c5xd6 e7+e6"];
    let mut turns = 0;
    for ply in 0..8 {
        // Only the first four turns are legal; games are opened with those.
        let (one, other) = (zertz[ply % 4], tzaar[ply % 4]);
        let sql = format!(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
             INSERT INTO events (game, seq, kind, side, at, data)
             SELECT i + 1, {ply} + 1, 1, {ply} % 2, {START} + i + {ply} * 86400000,
                 CASE i % 2 WHEN 0 THEN '{one}' ELSE '{other}' END
             FROM n"
        );
        let done = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(games)
            .execute(&mut *connection)
            .await
            .unwrap();
        turns += done.rows_affected() as i64;
    }
    // The state of the games after two turns.
    let sql = "UPDATE games SET seq = 2, board = 2, plies = 2, turn_at = started_at + 86400000,
                   deadline = started_at + 345600000, due_at = started_at + 259200000";
    sqlx::query(sql).execute(connection).await.unwrap();
    turns
}
