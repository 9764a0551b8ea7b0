//! A process that is killed at any moment loses no confirmed turn and no notification.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use hexpost_engine::random::SplitMix64;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Row as _};
use tempfile::TempDir;

use crate::fixture::{BLACK, WHITE, challenge_to, run, terms};
use hexpost::app::integrity::check;
use hexpost::app::{Act, App, AppError, Limits, Refusal, TurnInput};
use hexpost::model::{GameId, InteractionId, PlayerId, Seq, Time};
use hexpost::store::{OpenOptions, Store};

const KILLS: u64 = 60;
const PLAYERS: u64 = 8;

/// The files of a process under test.
struct Place {
    database: PathBuf,
    /// The confirmed turns, written after the call returned.
    confirmed: PathBuf,
    /// The nonces of sent notifications, written before they are marked as sent.
    sent: PathBuf,
}

impl Place {
    fn new(folder: &Path) -> Self {
        Self {
            database: folder.join("hexpost.db"),
            confirmed: folder.join("confirmed"),
            sent: folder.join("sent"),
        }
    }
}

fn append(path: &Path) -> File {
    fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .unwrap()
}

/// Plays and sends until it is killed; run by the test below.
#[test]
#[ignore = "started by another test, which kills it"]
fn play_until_killed() {
    let folder = std::env::var("HEXPOST_TEST_FOLDER").unwrap();
    let seed: u64 = std::env::var("HEXPOST_TEST_SEED").unwrap().parse().unwrap();
    let place = Place::new(Path::new(&folder));
    run(async {
        let store = Store::open(&OpenOptions::new(&place.database))
            .await
            .unwrap();
        let app = Arc::new(App::new(store, Limits::default()));
        // Every run has its own interaction ids.
        let acts = Arc::new(AtomicI64::new(seed as i64 * 1_000_000));
        for player in 0..PLAYERS {
            let (app, acts) = (Arc::clone(&app), Arc::clone(&acts));
            let mut confirmed = append(&place.confirmed);
            let numbers = SplitMix64::new(seed * 100 + player);
            tokio::spawn(async move { play_on(&app, &acts, numbers, &mut confirmed).await });
        }
        let mut sent = append(&place.sent);
        loop {
            let now = Time(acts.load(Ordering::Relaxed));
            for notice in app
                .take_notices(hexpost::model::Buckets::ALL, now, 20)
                .await
                .unwrap()
            {
                // A single write, so that no line is torn.
                let line = format!("{}\n", notice.nonce);
                sent.write_all(line.as_bytes()).unwrap();
                app.sent(&notice.nonce, now).await.unwrap();
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
}

async fn play_on(app: &App, acts: &AtomicI64, mut numbers: SplitMix64, confirmed: &mut File) {
    let act = |by: PlayerId| {
        let number = acts.fetch_add(1, Ordering::Relaxed);
        Act {
            by,
            interaction: InteractionId(number),
            expected_seq: None,
            now: Time(number),
        }
    };
    loop {
        let games = app.my_games(WHITE, Time(0)).await.unwrap();
        if games.len() < 24 {
            // Other players do the same concurrently; duplicates are refused.
            let (game, variant) = [("zertz", "37"), ("tzaar", "random")][numbers.below(2) as usize];
            let new = challenge_to(BLACK, terms(game, variant));
            // Accept a challenge that a killed process left open.
            let open = match app.challenge(&act(WHITE), new).await {
                Ok(challenge) => Some(challenge.id),
                Err(AppError::Refused(Refusal::Identical(id))) => Some(id),
                Err(_) => None,
            };
            if let Some(id) = open {
                let _ = app.accept(&act(BLACK), id).await;
            }
            continue;
        }
        let id = games[numbers.below(games.len() as u64) as usize].row.id;
        let game = app.game(id, Time(0)).await.unwrap();
        let Some(side) = game.to_move() else {
            continue;
        };
        let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
        let text = game.record.game().write(&turn).unwrap();
        let by = game.row.players[side].unwrap();
        let made = TurnInput::Text(text.clone());
        let act = Act {
            expected_seq: Some(game.position_seq()),
            ..act(by)
        };
        match app.play(&act, id, &made).await {
            Ok(played) => {
                let line = format!("{id} {} {text}\n", played.game.position_seq());
                confirmed.write_all(line.as_bytes()).unwrap();
            }
            Err(AppError::Refused(_)) => {}
            Err(AppError::Store(error)) => panic!("{error}"),
        }
    }
}

#[test]
fn killing_the_process_loses_no_turn_and_no_notification() {
    let folder = TempDir::new().unwrap();
    let place = Place::new(folder.path());
    let mut numbers = SplitMix64::new(9);
    let mut confirmed = 0;
    for seed in 1..=KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["crash::play_until_killed", "--exact", "--ignored"])
            .env("HEXPOST_TEST_FOLDER", folder.path())
            .env("HEXPOST_TEST_SEED", seed.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Wait for more turns rather than for time, so that a busy machine plays as many; sometimes
        // kill it before the first turn, while it is opening the file.
        let some = if seed % 6 == 0 {
            0
        } else {
            100 + numbers.below(1500)
        };
        wait_for(&place.confirmed, length(&place.confirmed) + some);
        std::thread::sleep(Duration::from_micros(numbers.below(30_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        confirmed = run(look(&place));
    }
    assert!(confirmed > 1000, "only {confirmed} turns were confirmed");
    run(check_notifications(&place));
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Waits until a file has reached this length; panics after a timeout.
fn wait_for(path: &Path, bytes: u64) {
    let begun = Instant::now();
    while length(path) < bytes {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "no more turns are confirmed"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Checks that every confirmed turn is stored and the database is consistent; returns the number of
/// turns.
async fn look(place: &Place) -> usize {
    let lines = fs::read_to_string(&place.confirmed).unwrap_or_default();
    if !place.database.exists() {
        assert!(lines.is_empty());
        return 0;
    }
    // Opening the database replays SQLite's write-ahead log.
    let store = Store::open(&OpenOptions::new(&place.database))
        .await
        .unwrap();
    let report = check(&store).await.unwrap();
    assert_eq!(report.problems, [""; 0]);
    let app = App::new(store, Limits::default());
    let mut games = HashMap::new();
    for line in lines.lines() {
        let mut parts = line.splitn(3, ' ');
        let id = GameId(parts.next().unwrap().parse().unwrap());
        let seq: i64 = parts.next().unwrap().parse().unwrap();
        let text = parts.next().unwrap();
        if let std::collections::hash_map::Entry::Vacant(new) = games.entry(id) {
            new.insert(app.game(id, Time(0)).await.unwrap());
        }
        let game = &games[&id];
        let ply = game.turns.iter().position(|made| made.seq == Seq(seq));
        let ply = ply.unwrap_or_else(|| panic!("{line}: the turn is lost"));
        assert_eq!(game.record.texts()[ply], text, "{line}");
    }
    app.close().await;
    lines.lines().count()
}

/// Checks that every event was notified, counting what is still to be sent; notifications with the
/// same nonce count once.
async fn check_notifications(place: &Place) {
    let store = Store::open(&OpenOptions::new(&place.database))
        .await
        .unwrap();
    let app = App::new(store, Limits::default());
    let late = Time(i64::MAX / 2);
    let mut sent = append(&place.sent);
    loop {
        let notices = app
            .take_notices(hexpost::model::Buckets::ALL, late, 500)
            .await
            .unwrap();
        if notices.is_empty() {
            break;
        }
        for notice in notices {
            writeln!(sent, "{}", notice.nonce).unwrap();
            app.sent(&notice.nonce, late).await.unwrap();
        }
    }
    app.close().await;
    let lines = fs::read_to_string(&place.sent).unwrap();
    let told: BTreeSet<&str> = lines.lines().collect();
    let options = SqliteConnectOptions::new().filename(&place.database);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let written = sqlx::query("SELECT nonce FROM outbox")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let written: Vec<String> = written.iter().map(|row| row.get(0)).collect();
    let written: BTreeSet<&str> = written.iter().map(String::as_str).collect();
    assert_eq!(told, written);
    // Every turn has its notification.
    let turns = sqlx::query("SELECT game, seq FROM events WHERE kind = 1")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert!(turns.len() > 1000);
    for row in turns {
        let (game, seq): (i64, i64) = (row.get(0), row.get(1));
        let turn = format!("{game}-{seq}t");
        let end = format!("{game}-{seq}f");
        assert!(told.contains(&*turn) || told.contains(&*end), "{turn}");
    }
}
