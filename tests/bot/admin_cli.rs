//! The commands for administering the database, each run as a process in a temporary folder.

use std::path::Path;
use std::process::{Command, Output};

use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tempfile::TempDir;

use hexpost::app::{Act, App, Limits, NewChallenge, TurnInput};
use hexpost::model::{InteractionId, PlayerId, Seat, StoredVariant, Terms, Time};
use hexpost::store::{OpenOptions, Store};

fn hexpost(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexpost"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("DATABASE_URL")
        .output()
        .unwrap()
}

#[track_caller]
fn prints(folder: &Path, arguments: &[&str]) -> String {
    let output = hexpost(folder, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn complains(folder: &Path, arguments: &[&str], problem: &str) {
    let output = hexpost(folder, arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.contains(problem), "{complaint}");
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(future)
}

async fn open_app(folder: &Path) -> App {
    let options = OpenOptions::new(folder.join("data/hexpost.db"));
    App::new(Store::open(&options).await.unwrap(), Limits::default())
}

/// Changes the database in a way that no use case does.
async fn tamper(folder: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(folder.join("data/hexpost.db"));
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query(sql).execute(&mut connection).await.unwrap();
}

/// Starts a game with a random deal, and makes a turn.
async fn play(app: &App) {
    let act = |by, number| Act {
        by: PlayerId(by),
        interaction: InteractionId(number),
        expected_seq: None,
        now: Time(1_800_000_000_000 + number),
    };
    let new = NewChallenge {
        opponent: None,
        server: None,
        channel: None,
        terms: Terms {
            variant: StoredVariant::parse("tzaar", "random"),
            seat: Seat::Random,
            pace: None,
            is_rated: false,
            note: None,
        },
    };
    let id = app.challenge(&act(1, 1), new).await.unwrap().id;
    let game = app.accept(&act(2, 2), id).await.unwrap().game;
    let turn = game.record.game().texts_up_to(100_000).unwrap()[0].clone();
    let by = game.row.players.first.unwrap();
    let act = act(by.0, 3);
    app.play(&act, id, &TurnInput::Text(turn)).await.unwrap();
}

/// A database with one game in a folder.
pub(crate) fn make_game(folder: &Path) {
    run(async {
        let app = open_app(folder).await;
        play(&app).await;
        app.close().await;
    });
}

#[test]
fn a_database_can_be_backed_up_checked_and_restored() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    complains(folder, &["check"], "there is no database data/hexpost.db");
    complains(folder, &["backup", "copy.db"], "there is no database");
    run(async {
        let app = open_app(folder).await;
        play(&app).await;
        // Backup and check run while the bot has the database open.
        let check = prints(folder, &["check"]);
        assert_eq!(check, "1 games with 1 turns: all is well\n");
        prints(folder, &["backup", "copy.db"]);
        complains(folder, &["restore", "copy.db"], "in use");
        app.close().await;
    });
    complains(folder, &["backup", "copy.db"], "exists already");
    let restored = prints(folder, &["restore", "copy.db"]);
    assert!(restored.contains("hexpost.db.replaced"), "{restored}");
    assert!(prints(folder, &["check"]).contains("all is well"));
    std::fs::write(folder.join("junk"), "junk").unwrap();
    complains(folder, &["restore", "junk"], "no readable database");
}

#[test]
fn check_reports_problems_and_exits_with_1() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    run(async {
        let app = open_app(folder).await;
        play(&app).await;
        app.close().await;
        tamper(folder, "UPDATE events SET data = 'a1xa1'").await;
    });
    let output = hexpost(folder, &["check"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("game 1: does not replay"), "{said}");
}

#[test]
fn a_draw_is_shown_with_the_commands_to_verify_it() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    run(async {
        let app = open_app(folder).await;
        play(&app).await;
        app.close().await;
    });
    let shown = prints(folder, &["verify", "1"]);
    let value = |name: &str| {
        let line = shown.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].trim().to_owned()
    };
    // The printed commands reproduce the printed values.
    let mut commands = shown.lines().filter(|line| line.starts_with("printf"));
    for expected in [value("commitment"), value("draw")] {
        let command = commands.next().unwrap();
        let output = Command::new("sh").args(["-c", command]).output().unwrap();
        let hash = String::from_utf8(output.stdout).unwrap();
        assert!(hash.starts_with(&expected), "{command}: {hash}");
    }
    let deal = value("deal");
    let seed = deal.strip_prefix("drawn: the seed is ").unwrap();
    let seed: u64 = seed.parse().unwrap();
    assert_eq!(value("draw")[..16], format!("{seed:016x}"));
    assert!(value("sides").starts_with("drawn: "));
    assert!(!shown.contains("UNFAIR"));
    // A manipulated draw is detected.
    run(tamper(
        folder,
        "UPDATE games SET first = second, second = first",
    ));
    let output = hexpost(folder, &["verify", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("UNFAIR"));
    complains(folder, &["verify", "2"], "there is no game 2");
    complains(folder, &["verify", "x"], "invalid value");
}

#[test]
fn settings_come_from_the_environment_or_a_file_and_invalid_ones_are_named() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let env = folder.join(".env");
    std::fs::write(&env, "DATABASE_URL=sqlite://other.db\n").unwrap();
    complains(folder, &["check"], "there is no database other.db");
    std::fs::write(&env, "DATABASE_URL=mysql://somewhere\n").unwrap();
    complains(folder, &["check"], "write sqlite:// and the path of a file");
    // The line may contain a secret, so it isn't repeated.
    std::fs::write(&env, "# settings\nDATABASE_URL='sekret\n").unwrap();
    complains(folder, &["check"], ".env can't be read: line 2 should be");
    let said = hexpost(folder, &["check"]).stderr;
    assert!(!String::from_utf8_lossy(&said).contains("sekret"));
    // Commands that need no settings ignore bad ones.
    assert!(!prints(folder, &["engine", "perft", "zertz", "37", "1"]).is_empty());
    std::fs::write(&env, "DATABASE_URL=sqlite://other.db\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_hexpost"))
        .arg("check")
        .current_dir(folder)
        .env("DATABASE_URL", "sqlite://third.db")
        .output()
        .unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert!(complaint.contains("third.db"), "{complaint}");
}
