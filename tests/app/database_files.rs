//! The database file: locking, permissions, backups, migrations, full disks, and games that no
//! longer replay.

use std::borrow::Cow;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};
use tempfile::TempDir;

use crate::fixture::{BLACK, TestApp, WHITE, refused, run, story};
use hexpost::app::integrity::check;
use hexpost::app::notify::notice::Notice;
use hexpost::app::{App, AppError, Limits, Refusal, TurnInput};
use hexpost::model::{GameId, InteractionId, Pace};
use hexpost::store::{BackupError, OpenError, OpenOptions, Store, StoreError, back_up, restore};

static STEPS: Migrator = sqlx::migrate!();

/// Changes the file in a way that no use case does.
pub(crate) async fn tamper(path: &Path, sql: &str) {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

async fn open(path: &Path) -> Result<Store, OpenError> {
    Store::open(&OpenOptions::new(path)).await
}

#[test]
fn opening_creates_the_folder_and_the_file() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("some/where/hexpost.db");
        open(&path).await.unwrap().close().await;
        assert!(path.exists());
        // After a clean shutdown only the file and its lock are left.
        let mut names: Vec<_> = std::fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["hexpost.db", "hexpost.db.lock"]);
    });
}

#[test]
fn a_database_in_use_is_refused_with_one_line() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        let first = open(&path).await.unwrap();
        let error = open(&path).await.unwrap_err().to_string();
        assert!(error.contains("in use by another program"), "{error}");
        assert!(!error.contains('\n'));
        first.close().await;
        open(&path).await.unwrap().close().await;
    });
}

#[test]
fn a_database_in_use_is_refused_under_any_other_name() {
    run(async {
        let (folder, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let path = folder.path().join("hexpost.db");
        let copy = folder.path().join("copy.db");
        let store = open(&path).await.unwrap();
        back_up(&OpenOptions::new(&path), &copy).await.unwrap();
        let symbolic = elsewhere.path().join("symbolic.db");
        std::os::unix::fs::symlink(&path, &symbolic).unwrap();
        let hard = elsewhere.path().join("hard.db");
        std::fs::hard_link(&path, &hard).unwrap();
        let roundabout = folder
            .path()
            .join("../")
            .join(folder.path().file_name().unwrap());
        for name in [&symbolic, &hard, &roundabout.join("hexpost.db")] {
            let error = open(name).await.unwrap_err();
            assert!(matches!(error, OpenError::Held(_)), "{name:?}: {error}");
            let error = restore(&OpenOptions::new(name), &copy).await.unwrap_err();
            assert!(error.to_string().contains("in use"), "{name:?}: {error}");
        }
        store.close().await;
        // Opened one after the other, both names reach the same database, with the log beside the
        // file itself.
        let store = open(&symbolic).await.unwrap();
        assert!(matches!(open(&path).await, Err(OpenError::Held(_))));
        assert!(folder.path().join("hexpost.db-wal").exists());
        assert!(!elsewhere.path().join("symbolic.db.lock").exists());
        store.close().await;
        // A link may exist before its file does.
        let new = elsewhere.path().join("new.db");
        std::os::unix::fs::symlink(folder.path().join("later.db"), &new).unwrap();
        open(&new).await.unwrap().close().await;
        assert!(folder.path().join("later.db.lock").exists());
    });
}

#[test]
fn a_restore_through_a_link_replaces_the_file_and_keeps_the_link() {
    run(async {
        let fixture = TestApp::open().await;
        let path = fixture.app.store().path().unwrap().to_owned();
        let copy = fixture.folder.path().join("copy.db");
        back_up(&OpenOptions::new(&path), &copy).await.unwrap();
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.app.close().await;
        let elsewhere = TempDir::new().unwrap();
        let link = elsewhere.path().join("link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let kept = restore(&OpenOptions::new(&link), &copy)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(kept.parent(), path.parent());
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        let store = Store::open_to_read(&OpenOptions::new(&path)).await.unwrap();
        assert_eq!(check(&store).await.unwrap().games, 0);
    });
}

/// The permission bits of a file.
fn mode(path: impl AsRef<Path>) -> u32 {
    let found = std::fs::metadata(path.as_ref());
    let found = found.unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()));
    found.permissions().mode() & 0o777
}

#[test]
fn databases_and_their_copies_are_readable_only_by_their_owner() {
    run(async {
        let folder = TempDir::new().unwrap();
        let name = |name: &str| folder.path().join(name);
        let path = name("hexpost.db");
        let options = OpenOptions::new(&path);
        let store = open(&path).await.unwrap();
        back_up(&options, &name("copy.db")).await.unwrap();
        for file in [
            "hexpost.db",
            "hexpost.db-wal",
            "hexpost.db-shm",
            "hexpost.db.lock",
            "copy.db",
        ] {
            assert_eq!(mode(name(file)), 0o600, "{file}");
        }
        store.close().await;
        // A file that others could read becomes private when it is opened or restored, and so do
        // its copies.
        let wide = |file: &str| {
            let wide = std::fs::Permissions::from_mode(0o644);
            std::fs::set_permissions(name(file), wide).unwrap();
        };
        wide("hexpost.db");
        let kept = restore(&options, &name("copy.db")).await.unwrap().unwrap();
        assert_eq!((mode(&path), mode(&kept)), (0o600, 0o600));
        wide("hexpost.db");
        let store = open(&path).await.unwrap();
        assert_eq!((mode(&path), mode(name("hexpost.db-wal"))), (0o600, 0o600));
        store.close().await;
        old_database(&name("old.db"), 3).await;
        assert_eq!(
            mode(name("old.db")),
            0o644,
            "the umask makes files readable by everyone"
        );
        open(&name("old.db")).await.unwrap().close().await;
        assert_eq!(mode(name("old.db.schema-3")), 0o600);
        assert_eq!(mode(name("old.db")), 0o600);
    });
}

#[test]
fn files_left_by_a_killed_restore_are_removed() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        open(&path).await.unwrap().close().await;
        let copy = folder.path().join("copy.db");
        back_up(&OpenOptions::new(&path), &copy).await.unwrap();
        let left = [
            "hexpost.db.restoring",
            "hexpost.db.restoring-wal",
            "hexpost.db.restoring-2",
        ];
        let names = || {
            let entries = std::fs::read_dir(folder.path()).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names
                .filter(|name| name.contains("restor"))
                .collect::<Vec<_>>()
        };
        let leave = || {
            for name in left.iter().chain(&["hexpost.db.restored"]) {
                std::fs::write(folder.path().join(name), "half a database").unwrap();
            }
        };
        leave();
        open(&path).await.unwrap().close().await;
        assert_eq!(
            names(),
            ["hexpost.db.restored"],
            "a file with another name is kept"
        );
        leave();
        restore(&OpenOptions::new(&path), &copy).await.unwrap();
        assert_eq!(names(), ["hexpost.db.restored"]);
    });
}

#[test]
fn an_erasure_blocked_by_a_reader_is_completed_at_the_next_start() {
    run(async {
        let fixture = TestApp::open().await;
        let noted = hexpost::model::Terms {
            note: Some("a word in private".to_owned()),
            ..crate::fixture::terms("zertz", "37")
        };
        let new = crate::fixture::open_challenge(noted);
        fixture.challenge(WHITE, new).await.unwrap();
        let path = fixture.app.store().path().unwrap().to_owned();
        let reading = SqliteConnectOptions::new().filename(&path).read_only(true);
        let mut reader = SqliteConnection::connect_with(&reading).await.unwrap();
        sqlx::raw_sql("BEGIN; SELECT * FROM challenges")
            .fetch_all(&mut reader)
            .await
            .unwrap();
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        // The files that a process killed at this point leaves behind.
        let folder = TempDir::new().unwrap();
        let killed = folder.path().join("killed.db");
        let beside = |path: &Path, end: &str| PathBuf::from(format!("{}{end}", path.display()));
        for end in ["", "-wal"] {
            std::fs::copy(beside(&path, end), beside(&killed, end)).unwrap();
        }
        let has_note = || {
            let files = ["", "-wal"].map(|end| std::fs::read(beside(&killed, end)));
            let mut files = files.into_iter().flatten();
            files.any(|bytes| bytes.windows(17).any(|part| part == b"a word in private"))
        };
        assert!(has_note());
        let store = open(&killed).await.unwrap();
        assert!(!has_note(), "the note is still in the log");
        // The erasure is no longer pending.
        let row = SqliteConnectOptions::new().filename(&killed);
        let mut row = SqliteConnection::connect_with(&row).await.unwrap();
        let owed: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM erasures")
            .fetch_one(&mut row)
            .await
            .unwrap();
        assert_eq!(owed, 0);
        row.close().await.unwrap();
        store.close().await;
        reader.close().await.unwrap();
    });
}

#[test]
fn check_write_detects_a_full_or_read_only_database() {
    run(async {
        let fixture = TestApp::open().await;
        let path = fixture.app.store().path().unwrap().to_owned();
        fixture.app.check_write().await.unwrap();
        fixture.app.close().await;
        let size = || std::fs::metadata(&path).unwrap().len();
        let before = size();
        let app = App::new(open(&path).await.unwrap(), Limits::default());
        for _ in 0..20 {
            app.check_write().await.unwrap();
        }
        app.close().await;
        assert_eq!(size(), before, "the check must not use space");
        // No page is free and none may be added, as on a full disk.
        tamper(&path, "VACUUM").await;
        let options = OpenOptions {
            page_limit: Some((size() / 4096) as u32),
            ..OpenOptions::new(&path)
        };
        let app = App::new(Store::open(&options).await.unwrap(), Limits::default());
        let full = app.check_write().await;
        assert!(
            matches!(full, Err(AppError::Store(StoreError::Full))),
            "{full:?}"
        );
        assert!(app.oldest_unsent(hexpost::model::Time(0)).await.is_ok());
        app.close().await;
        let read = Store::open_to_read(&OpenOptions::new(&path)).await.unwrap();
        let app = App::new(read, Limits::default());
        let refused = app.check_write().await;
        assert!(
            matches!(refused, Err(AppError::Store(StoreError::ReadOnly))),
            "{refused:?}"
        );
    });
}

#[test]
fn a_database_locked_by_another_program_is_reported_as_in_use() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        open(&path).await.unwrap().close().await;
        let options = SqliteConnectOptions::new().filename(&path);
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::raw_sql("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
            .execute(&mut other)
            .await
            .unwrap();
        let error = Store::open_to_read(&OpenOptions::new(&path))
            .await
            .unwrap_err();
        assert!(matches!(error, OpenError::Held(_)), "{error}");
    });
}

#[test]
fn a_newer_database_is_refused_and_left_unchanged() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        open(&path).await.unwrap().close().await;
        let newer = "INSERT INTO _sqlx_migrations
             (version, description, success, checksum, execution_time)
             VALUES (9999, 'later', true, x'00', 0)";
        tamper(&path, newer).await;
        let before = std::fs::read(&path).unwrap();
        let error = open(&path).await.unwrap_err();
        assert!(matches!(error, OpenError::Newer { found: 9999, .. }));
        assert!(error.to_string().contains("upgrade the program"));
        let error = Store::open_to_read(&OpenOptions::new(&path))
            .await
            .unwrap_err();
        assert!(matches!(error, OpenError::Newer { .. }));
        assert!(std::fs::read(&path).unwrap() == before, "it was touched");
    });
}

#[test]
fn other_files_are_refused_and_left_unchanged() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        std::fs::write(&path, b"certainly no database ".repeat(400)).unwrap();
        let error = open(&path).await.unwrap_err();
        assert!(matches!(error, OpenError::Unreadable(..)), "{error}");
        assert!(error.to_string().contains("restore a backup"), "{error}");
        let error = open(folder.path()).await.unwrap_err();
        assert!(matches!(error, OpenError::File(..)), "{error}");
        // A valid database of another program is left alone.
        let foreign = folder.path().join("foreign.db");
        tamper(&foreign, "CREATE TABLE recipes (name TEXT)").await;
        let before = std::fs::read(&foreign).unwrap();
        let error = open(&foreign).await.unwrap_err();
        assert!(matches!(error, OpenError::Foreign(_)), "{error}");
        assert!(std::fs::read(&foreign).unwrap() == before, "it was touched");
        assert_eq!(mode(&foreign), 0o644, "its permissions were changed");
        let missing = OpenOptions::new(folder.path().join("nothing.db"));
        let error = Store::open_to_read(&missing).await.unwrap_err();
        assert!(matches!(error, OpenError::Missing(_)), "{error}");
    });
}

/// Opens the database named by the environment and prints the result; run by the next test.
#[test]
#[ignore = "run by another test, as another user"]
#[expect(clippy::print_stdout, reason = "the result is read from the output")]
fn open_as_another_user() {
    let path = std::env::var("HEXPOST_TEST_DATABASE").unwrap();
    let opened = run(open(Path::new(&path)));
    println!("OPENED: {:?}", opened.err().map(|error| error.to_string()));
}

#[test]
fn a_database_without_write_permission_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("hexpost.db");
    run(async { open(&path).await.unwrap().close().await });
    let lock = folder.path().join("hexpost.db.lock");
    let allow = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(&path, 0o444);
    allow(&lock, 0o666);
    allow(folder.path(), 0o555);
    let before = std::fs::read(&path).unwrap();
    // Root may write anything, so the test runs as `nobody`. A copy of the executable is needed
    // because `nobody` may not be able to reach the original.
    let elsewhere = TempDir::new().unwrap();
    allow(elsewhere.path(), 0o755);
    let program = elsewhere.path().join("hexpost-app-test");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    allow(&program, 0o755);
    let mut command = Command::new(&program);
    command
        .args(["open_as_another_user", "--ignored", "--nocapture"])
        .env("HEXPOST_TEST_DATABASE", &path)
        .current_dir("/");
    if std::fs::metadata(&path).unwrap().permissions().readonly()
        && std::fs::OpenOptions::new().append(true).open(&path).is_ok()
    {
        command.uid(65_534).gid(65_534);
    }
    // A child process of another test may still hold the copy open for writing.
    let busy = std::io::ErrorKind::ExecutableFileBusy;
    let tries = (0..100).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        command.output()
    });
    let mut ended = tries.skip_while(|ended| ended.as_ref().is_err_and(|e| e.kind() == busy));
    let output = ended
        .next()
        .expect("failed to run the test executable")
        .unwrap();
    allow(folder.path(), 0o755);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.contains("check the path and its permissions"),
        "{said}"
    );
    assert!(std::fs::read(&path).unwrap() == before, "it was touched");
}

#[test]
fn a_full_disk_refuses_turns_and_damages_nothing() {
    run(async {
        let fixture = TestApp::open().await;
        let mut ids = Vec::new();
        for _ in 0..20 {
            ids.push(fixture.start("zertz", "61").await);
        }
        let (path, now) = (
            fixture.app.store().path().unwrap().to_owned(),
            fixture.now(),
        );
        fixture.app.close().await;
        let pages = std::fs::metadata(&path).unwrap().len() / 4096;
        let options = OpenOptions {
            page_limit: Some(pages as u32 + 2),
            ..OpenOptions::new(&path)
        };
        let store = Store::open(&options).await.unwrap();
        let app = std::sync::Arc::new(App::new(store, Limits::default()));
        // Many at once, so that batches fail as well as single turns.
        let mut done = 0;
        let mut full = 0;
        for round in 0..40 {
            let tasks: Vec<_> = ids
                .iter()
                .map(|&id| {
                    let app = std::sync::Arc::clone(&app);
                    tokio::spawn(async move {
                        let game = app.game(id, now).await.unwrap();
                        let side = game.to_move().unwrap();
                        let by = game.row.players[side].unwrap();
                        let turn = game.record.game().turns_up_to(100_000).unwrap()[0];
                        let text = game.record.game().write(&turn).unwrap();
                        let interaction = InteractionId(10_000 + round * 100 + id.0);
                        let act = hexpost::app::Act {
                            by,
                            interaction,
                            expected_seq: None,
                            now,
                        };
                        app.play(&act, id, &TurnInput::Text(text)).await
                    })
                })
                .collect();
            for task in tasks {
                match task.await.unwrap() {
                    Ok(_) => done += 1,
                    Err(AppError::Store(StoreError::Full)) => full += 1,
                    Err(no) => panic!("{no:?}"),
                }
            }
        }
        assert!(done > 0 && full > 20, "{done} turns, {full} refusals");
        let report = check(app.store()).await.unwrap();
        assert_eq!(report.problems, [""; 0]);
        assert_eq!(report.turns, done);
        let challenge = crate::fixture::open_challenge(crate::fixture::terms("zertz", "37"));
        let act = hexpost::app::Act {
            by: WHITE,
            interaction: InteractionId(77_777),
            expected_seq: None,
            now,
        };
        let made = app.challenge(&act, challenge).await;
        assert!(
            matches!(made, Ok(_) | Err(AppError::Store(StoreError::Full))),
            "{made:?}"
        );
        std::sync::Arc::into_inner(app).unwrap().close().await;
        // With room again, play continues where it stopped.
        let app = App::new(open(&path).await.unwrap(), Limits::default());
        let game = app.game(ids[0], now).await.unwrap();
        let by = game.row.players[game.to_move().unwrap()].unwrap();
        let turn = game.record.game().turns_up_to(100_000).unwrap()[0];
        let text = game.record.game().write(&turn).unwrap();
        let act = hexpost::app::Act {
            by,
            interaction: InteractionId(99_999),
            expected_seq: None,
            now,
        };
        app.play(&act, ids[0], &TurnInput::Text(text))
            .await
            .unwrap();
        app.close().await;
    });
}

#[test]
fn a_backup_can_be_made_during_play_and_restored() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let options = OpenOptions::new(fixture.app.store().path().unwrap());
        let copy = fixture.folder.path().join("copy.db");
        back_up(&options, &copy).await.unwrap();
        let again = back_up(&options, &copy).await.unwrap_err();
        assert!(matches!(again, BackupError::Exists(_)), "{again}");
        fixture.plays(id, &["Bb3-g1"]).await;
        // A backup can't replace a database that is in use.
        let held = restore(&options, &copy).await.unwrap_err();
        assert!(held.to_string().contains("in use"), "{held}");
        let copied = Store::open_to_read(&OpenOptions::new(&copy)).await.unwrap();
        let report = check(&copied).await.unwrap();
        assert_eq!((report.turns, report.problems.len()), (1, 0));
        copied.close().await;
    });
}

#[test]
fn restoring_keeps_the_replaced_database() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        let options = OpenOptions::new(fixture.app.store().path().unwrap());
        let copy = fixture.folder.path().join("copy.db");
        back_up(&options, &copy).await.unwrap();
        fixture.plays(id, &["Wd4-a1"]).await;
        let folder = fixture.folder;
        fixture.app.close().await;
        let kept = restore(&options, &copy).await.unwrap().unwrap();
        let count = async |path: &Path| {
            let store = Store::open_to_read(&OpenOptions::new(path)).await.unwrap();
            let report = check(&store).await.unwrap();
            assert_eq!(report.problems, [""; 0]);
            store.close().await;
            report.turns
        };
        assert_eq!(count(&options.path).await, 0);
        assert_eq!(count(&kept).await, 1);
        let junk = folder.path().join("junk.db");
        std::fs::write(&junk, "junk").unwrap();
        restore(&options, &junk).await.unwrap_err();
        // A damaged backup is detected before anything is replaced.
        let mut bytes = std::fs::read(&copy).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..].fill(0x5a);
        std::fs::write(&junk, bytes).unwrap();
        restore(&options, &junk).await.unwrap_err();
        assert_eq!(count(&options.path).await, 0);
    });
}

#[test]
fn restoring_includes_the_write_ahead_log() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        // A killed process leaves a database file and a write-ahead log.
        let folder = TempDir::new().unwrap();
        let killed = folder.path().join("killed.db");
        for end in ["", "-wal"] {
            let from = format!("{}{end}", fixture.app.store().path().unwrap().display());
            let to = format!("{}{end}", killed.display());
            std::fs::copy(from, to).unwrap();
        }
        let count = async |path: &Path| {
            let store = Store::open_to_read(&OpenOptions::new(path)).await.unwrap();
            let report = check(&store).await.unwrap();
            assert_eq!(report.problems, [""; 0]);
            store.close().await;
            report.turns
        };
        // As the backup.
        let options = OpenOptions::new(folder.path().join("hexpost.db"));
        assert_eq!(restore(&options, &killed).await.unwrap(), None);
        assert_eq!(count(&options.path).await, 1);
        // And as the database that a backup replaces.
        let empty = folder.path().join("empty.db");
        open(&empty).await.unwrap().close().await;
        let options = OpenOptions::new(&killed);
        let kept = restore(&options, &empty).await.unwrap().unwrap();
        assert_eq!(count(&killed).await, 0);
        assert_eq!(count(&kept).await, 1);
        // Restoring the replaced database shows that nothing was lost.
        restore(&options, &kept).await.unwrap();
        assert_eq!(count(&killed).await, 1);
        fixture.app.close().await;
    });
}

#[test]
fn an_empty_or_foreign_file_is_refused_as_a_backup() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let options = OpenOptions::new(fixture.app.store().path().unwrap());
        fixture.app.close().await;
        let empty = fixture.folder.path().join("empty");
        std::fs::write(&empty, b"").unwrap();
        let foreign = fixture.folder.path().join("foreign");
        tamper(&foreign, "CREATE TABLE recipes (name TEXT)").await;
        for file in [empty, foreign] {
            let error = restore(&options, &file).await.unwrap_err();
            assert!(
                error.to_string().contains("no database of hexpost"),
                "{error}"
            );
        }
        let store = Store::open_to_read(&options).await.unwrap();
        assert_eq!(check(&store).await.unwrap().turns, 1);
        // No temporary files are left.
        let folder = std::fs::read_dir(fixture.folder.path()).unwrap();
        let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(names.into_iter().all(|name| !name.contains("restoring")));
    });
}

/// A database with only the first migrations applied.
async fn old_database(path: &Path, steps: usize) {
    let old = Migrator {
        migrations: Cow::Owned(STEPS.iter().take(steps).cloned().collect()),
        ..Migrator::DEFAULT
    };
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    old.run(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[test]
fn every_migration_runs_on_existing_data_after_copying_the_file() {
    run(async {
        let folder = TempDir::new().unwrap();
        let last = STEPS.iter().count();
        for steps in 1..last {
            let path: PathBuf = folder.path().join(format!("{steps}.db"));
            // Each migration is applied to the data of all steps before it.
            let versions: Vec<i64> = STEPS.iter().take(steps).map(|step| step.version).collect();
            for (step, count) in versions.iter().zip(1..) {
                old_database(&path, count).await;
                let folder = env!("CARGO_MANIFEST_DIR");
                let data = format!("{folder}/tests/data/migrations/{step:04}.sql");
                let data = std::fs::read_to_string(&data)
                    .unwrap_or_else(|_| panic!("migration {step} needs sample data in {data}"));
                tamper(&path, &data).await;
            }
            let app = App::new(open(&path).await.unwrap(), Limits::default());
            let report = check(app.store()).await.unwrap();
            assert_eq!(report.problems, [""; 0]);
            assert!(report.games >= 1 && report.turns >= 2, "{report:?}");
            if steps >= 3 {
                // Days per move become a time control in which a late player loses at once, as
                // before.
                let timed = app.game(GameId(2), hexpost::model::Time(0)).await.unwrap();
                let pace = Pace::days(3).with_flag(true);
                assert_eq!(timed.row.pace, Some(pace));
            }
            let game = app.game(GameId(1), hexpost::model::Time(0)).await.unwrap();
            assert_eq!(game.record.texts(), ["Wd4-a1", "Bb3-g1"]);
            let verdict = app.verify(GameId(1)).await.unwrap().unwrap();
            assert_eq!(
                verdict.draw.text, "hexpost draw 1 99 abc",
                "the draw is unchanged"
            );
            if steps >= 5 {
                // Before, a resignation without a turn was rated; the rating is kept.
                let summary = app.game_summary(GameId(5)).await.unwrap();
                let shift = summary.shifts.first.unwrap();
                let rating = shift.after.figures.rating;
                assert_eq!(rating.to_bits(), 1_662.310_893_906_297_7_f64.to_bits());
            }
            app.close().await;
            let found = versions.last().unwrap();
            let copy = folder.path().join(format!("{steps}.db.schema-{found}"));
            assert!(copy.exists(), "no copy was made before migration {last}");
        }
    });
}

#[test]
fn a_game_that_no_longer_replays_is_frozen_with_a_notification_until_it_replays() {
    story(async |fixture| {
        let broken = fixture.start("zertz", "37").await;
        let sound = fixture.start("zertz", "37").await;
        fixture.plays(broken, &["Wd4-a1", "Bb3-g1"]).await;
        fixture.notifications().await;
        let path = fixture.app.store().path().unwrap().to_owned();
        let change =
            |text: &str| format!("UPDATE events SET data = '{text}' WHERE game = 1 AND seq = 2");
        tamper(&path, &change("Bd4-g1")).await;
        let refusal = refused(fixture.play(WHITE, broken, "Ge6-a2").await);
        assert_eq!(refusal, Refusal::Frozen);
        assert_eq!(fixture.notifications().await, [(Notice::Frozen, None)]);
        let refusal = refused(fixture.app.resign(&fixture.act(BLACK), broken).await);
        assert_eq!(refusal, Refusal::Frozen);
        assert_eq!(fixture.notifications().await, [], "notified once");
        let report = check(fixture.app.store()).await.unwrap();
        assert!(
            report
                .problems
                .iter()
                .any(|p| p.contains("does not replay"))
        );
        // Other games continue, and time doesn't affect the frozen one.
        fixture.plays(sound, &["Wd4-a1"]).await;
        fixture.wait(crate::fixture::days(40));
        assert_eq!(fixture.sweep().await.reminders, 1);
        // A version that can replay it thaws it, and the player to move is notified.
        tamper(&path, &change("Bb3-g1")).await;
        fixture.notifications().await;
        fixture.game(broken).await;
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Thawed, Some(WHITE))]
        );
        fixture.plays(broken, &["Ge6-a2"]).await;
        assert_eq!(fixture.game(broken).await.record.turns().len(), 3);
        // If it happens again, the players are notified again.
        fixture.notifications().await;
        tamper(&path, &change("Bd4-g1")).await;
        refused(fixture.app.resign(&fixture.act(BLACK), broken).await);
        assert_eq!(fixture.notifications().await, [(Notice::Frozen, None)]);
        tamper(&path, &change("Bb3-g1")).await;
        fixture.game(broken).await;
    });
}

#[test]
fn a_frozen_game_stops_the_clock_and_a_moderator_can_end_it() {
    story(async |fixture| {
        let timed = hexpost::model::Terms {
            pace: Some(Pace::days(3)),
            ..crate::fixture::terms("zertz", "37")
        };
        let id = fixture.start_with(timed).await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let path = fixture.app.store().path().unwrap().to_owned();
        let change = |text: &str| format!("UPDATE events SET data = '{text}' WHERE seq = 1");
        tamper(&path, &change("Wd4-d4")).await;
        assert_eq!(
            refused(fixture.play(BLACK, id, "Bb3-g1").await),
            Refusal::Frozen
        );
        fixture.wait(crate::fixture::days(10));
        assert!(fixture.sweep().await.is_empty());
        tamper(&path, &change("Wd4-a1")).await;
        let game = fixture.game(id).await;
        assert_eq!(
            game.row.status.deadline,
            Some(fixture.now() + crate::fixture::days(3))
        );
        assert!(fixture.sweep().await.is_empty());
        // Frozen once more, and ended by a moderator.
        tamper(&path, &change("Wd4-d4")).await;
        refused(fixture.play(BLACK, id, "Bb3-g1").await);
        fixture.notifications().await;
        fixture
            .app
            .moderate(&fixture.act(WHITE), id, None)
            .await
            .unwrap();
        assert_eq!(fixture.notifications().await, [(Notice::Finished, None)]);
        assert!(
            fixture
                .app
                .my_games(BLACK, fixture.now())
                .await
                .unwrap()
                .is_empty()
        );
        tamper(&path, &change("Wd4-a1")).await;
        assert!(fixture.game(id).await.is_over());
    });
}

#[test]
fn a_game_whose_row_contradicts_its_events_is_frozen_but_can_be_resigned_by_deletion() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        // The row says seven plies; the events have one.
        let path = fixture.app.store().path().unwrap().to_owned();
        let change = "UPDATE games SET plies = 7 WHERE id = 1";
        tamper(&path, change).await;
        assert_eq!(
            refused(fixture.play(BLACK, id, "Bb3-g1").await),
            Refusal::Frozen
        );
        assert!(fixture.sweep().await.is_empty());
        let forgotten = fixture.app.forget(&fixture.act(BLACK)).await.unwrap();
        assert_eq!(forgotten.resigned, 1);
        tamper(&path, "UPDATE games SET plies = 1 WHERE id = 1").await;
        assert!(fixture.game(id).await.is_over());
    });
}

#[test]
fn an_abandonment_warning_is_void_if_the_game_was_frozen() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.wait(crate::fixture::days(31));
        fixture
            .app
            .give_abandonment_notice(&fixture.act(WHITE), id)
            .await
            .unwrap();
        let path = fixture.app.store().path().unwrap().to_owned();
        let change = |text: &str| format!("UPDATE events SET data = '{text}' WHERE seq = 1");
        tamper(&path, &change("Wd4-d4")).await;
        refused(fixture.play(BLACK, id, "Bb3-g1").await);
        fixture.wait(crate::fixture::days(31));
        tamper(&path, &change("Wd4-a1")).await;
        let closed = fixture.app.close_abandoned(&fixture.act(WHITE), id).await;
        assert_eq!(refused(closed), Refusal::NoNotice);
        let again = fixture
            .app
            .give_abandonment_notice(&fixture.act(WHITE), id)
            .await;
        assert!(matches!(refused(again), Refusal::NotYet(_)));
    });
}

#[test]
fn an_interrupted_first_start_is_completed() {
    run(async {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        old_database(&path, 0).await;
        open(&path).await.unwrap().close().await;
        // A log without its database isn't overwritten by an empty database.
        let lost = folder.path().join("lost.db");
        std::fs::write(folder.path().join("lost.db-wal"), "what was confirmed").unwrap();
        let error = open(&lost).await.unwrap_err();
        assert!(matches!(error, OpenError::LogAlone(_)), "{error}");
        let log = std::fs::read(folder.path().join("lost.db-wal")).unwrap();
        assert_eq!(log, b"what was confirmed");
    });
}

#[test]
fn a_backup_does_not_replace_a_database_another_program_reads() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        let options = OpenOptions::new(fixture.app.store().path().unwrap());
        let copy = fixture.folder.path().join("copy.db");
        back_up(&options, &copy).await.unwrap();
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.app.close().await;
        let reading = SqliteConnectOptions::new().filename(&options.path);
        let mut other = SqliteConnection::connect_with(&reading).await.unwrap();
        sqlx::query("SELECT * FROM games")
            .fetch_all(&mut other)
            .await
            .unwrap();
        let error = restore(&options, &copy).await.unwrap_err();
        assert!(error.to_string().contains("in use"), "{error}");
        other.close().await.unwrap();
        restore(&options, &copy).await.unwrap().unwrap();
        // An unreadable database is kept together with its log, and the backup replaces it.
        std::fs::write(&options.path, "damaged".repeat(1000)).unwrap();
        let log = format!("{}-wal", options.path.display());
        std::fs::write(&log, "a log").unwrap();
        let kept = restore(&options, &copy).await.unwrap().unwrap();
        assert!(std::fs::read(&kept).unwrap().starts_with(b"damaged"));
        let kept_log = format!("{}-wal", kept.display());
        assert_eq!(std::fs::read(kept_log).unwrap(), b"a log");
        let store = Store::open_to_read(&options).await.unwrap();
        assert_eq!(check(&store).await.unwrap().problems, [""; 0]);
    });
}

#[test]
fn an_invalid_row_does_not_affect_other_games() {
    run(async {
        let fixture = TestApp::open().await;
        let bad = fixture.start("zertz", "37").await;
        let good = fixture.start("zertz", "37").await;
        let half = format!("UPDATE games SET finished_at = NULL, how = 'time' WHERE id = {bad}");
        tamper(fixture.app.store().path().unwrap(), &half).await;
        for variant in ["48", "61"] {
            let new = crate::fixture::open_challenge(crate::fixture::terms("zertz", variant));
            fixture.challenge(WHITE, new).await.unwrap();
        }
        let silly = "UPDATE challenges SET seat = 'floor' WHERE variant = '48'";
        tamper(fixture.app.store().path().unwrap(), silly).await;
        assert_eq!(fixture.app.challenges_by(WHITE).await.unwrap().len(), 1);
        fixture.wait(crate::fixture::days(8));
        let swept = fixture.sweep().await;
        assert_eq!((swept.reminders, swept.expired), (1, 1));
        assert!(fixture.sweep().await.is_empty());
        let mine = fixture.app.my_games(WHITE, fixture.now()).await.unwrap();
        let listed: Vec<_> = mine
            .iter()
            .map(|game| (game.row.id, game.row.is_frozen()))
            .collect();
        assert!(listed.contains(&(good, false)), "{listed:?}");
        assert!(listed.contains(&(bad, true)), "{listed:?}");
        assert_eq!(
            refused(fixture.app.game(bad, fixture.now()).await),
            Refusal::Frozen
        );
        let report = check(fixture.app.store()).await.unwrap();
        assert_eq!(report.problems.len(), 2, "{:?}", report.problems);
    });
}

#[test]
fn check_finds_inconsistencies() {
    run(async {
        for (what, sql) in [
            (
                "not replay",
                "UPDATE events SET data = 'Wd4-d4' WHERE seq = 1",
            ),
            ("not replay", "UPDATE events SET side = 1 WHERE seq = 1"),
            ("kind 99", "UPDATE events SET kind = 99 WHERE seq = 1"),
            ("not replay", "DELETE FROM events WHERE seq = 1"),
            ("after its last", "UPDATE games SET seq = 1"),
            ("stands as", "UPDATE games SET to_move = 1"),
            ("stands as", "UPDATE games SET plies = 7"),
            (
                "stands as",
                "UPDATE games SET finished_at = 5, how = 'time'",
            ),
            ("half an end", "UPDATE games SET finished_at = 5"),
            ("a pace of", "UPDATE games SET pace = '99999d'"),
            ("is due", "UPDATE games SET due_at = 5"),
            (
                "still to come",
                "INSERT INTO posts VALUES (1, 9, 9, 'board', 99, true)",
            ),
            ("never accepted", "UPDATE challenges SET action = NULL"),
            (
                "not the one drawn",
                "UPDATE challenges SET secret = 'x' WHERE id = 2",
            ),
            (
                "does not sit where",
                "UPDATE games SET first = second, second = first WHERE id = 1",
            ),
            (
                "it is not there",
                "PRAGMA foreign_keys = OFF; DELETE FROM games WHERE id = 2",
            ),
            (
                "orphan",
                "PRAGMA foreign_keys = OFF; DELETE FROM challenges WHERE id = 1",
            ),
        ] {
            let fixture = TestApp::open().await;
            let id = fixture.start("zertz", "37").await;
            fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
            fixture.start("tzaar", "random").await;
            tamper(fixture.app.store().path().unwrap(), sql).await;
            let report = check(fixture.app.store()).await.unwrap();
            let problems = report.problems.join("\n");
            assert!(problems.contains(what), "{sql}: {problems:?}");
        }
    });
}
