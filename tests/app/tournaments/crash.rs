//! A process that is killed while it makes rounds leaves each round whole or not made at all.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use tempfile::TempDir;

use super::{ORGANISER, member, named, player, usual};
use crate::fixture::run;
use crate::test_database::is_postgres;
use hexpost::app::integrity::check;
use hexpost::app::{Act, App, Limits};
use hexpost::model::{
    InteractionId, PlayerId, Time, TournamentFormat, TournamentState, TournamentTerms,
};
use hexpost::store::{OpenOptions, Store};

const FOLDER: &str = "HEXPOST_TEST_FOLDER";
const SEED: &str = "HEXPOST_TEST_SEED";
const PLAYERS: i64 = 16;

/// Makes tournaments and plays them until it is killed; run by the test below.
#[test]
#[ignore = "started by another test, which kills it"]
fn play_tournaments_until_killed() {
    let folder = std::env::var(FOLDER).unwrap();
    let seed: i64 = std::env::var(SEED).unwrap().parse().unwrap();
    run(async {
        let database = Path::new(&folder).join("hexpost.db");
        let store = Store::open(&OpenOptions::new(&database)).await.unwrap();
        let app = App::new(store, Limits::default());
        let acts = AtomicI64::new(seed * 1_000_000);
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
            let server = named(usual(TournamentFormat::Swiss)).server;
            let rows = app.tournaments_on(server).await.unwrap();
            let open = rows.iter().find(|row| row.state == TournamentState::Open);
            let running = rows
                .iter()
                .find(|row| row.state == TournamentState::Running);
            if let Some(row) = running {
                let view = app.tournament(row.id).await.unwrap();
                for game in &view.games {
                    let row = app.game_row(game.game).await.unwrap().unwrap();
                    if row.status.end.is_none() {
                        let loser = row.players[Side::BOTH[(game.game.0 % 2) as usize]].unwrap();
                        app.resign(&act(loser), game.game).await.unwrap();
                    }
                }
                app.sweep(act(ORGANISER).now, 100).await.unwrap();
            } else if let Some(row) = open {
                let view = app.tournament(row.id).await.unwrap();
                for number in 1..=PLAYERS {
                    if view.entrant_of(player(number)).is_none() {
                        let by = member(player(number));
                        app.join_tournament(&act(player(number)), &by, row.id)
                            .await
                            .unwrap();
                    }
                }
                let by = member(ORGANISER);
                app.start_tournament(&act(ORGANISER), &by, row.id)
                    .await
                    .unwrap();
            } else {
                let terms = TournamentTerms {
                    rounds: Some(4),
                    ..usual(TournamentFormat::Swiss)
                };
                let by = member(ORGANISER);
                app.create_tournament(&act(ORGANISER), &by, &named(terms))
                    .await
                    .unwrap();
            }
            fs::write(Path::new(&folder).join("alive"), "").unwrap();
        }
    });
}

#[test]
fn killing_the_process_leaves_whole_rounds() {
    if is_postgres() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let mut numbers = SplitMix64::new(4);
    let mut rounds = 0;
    let mut kills = 0;
    // On a busy machine, more often.
    while kills < 12 || rounds <= 10 {
        assert!(kills < 100, "only {rounds} rounds were made");
        kills += 1;
        let alive = folder.path().join("alive");
        let _ = fs::remove_file(&alive);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "tournaments::crash::play_tournaments_until_killed",
                "--exact",
                "--ignored",
            ])
            .env(FOLDER, folder.path())
            .env(SEED, kills.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while !alive.exists() {
            assert!(begun.elapsed() < Duration::from_mins(1), "it does nothing");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(numbers.below(400_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        rounds = run(look(folder.path()));
    }
}

/// Checks the database; returns the number of rounds in it.
async fn look(folder: &Path) -> usize {
    let options = OpenOptions::new(folder.join("hexpost.db"));
    let store = Store::open(&options).await.unwrap();
    let report = check(&store).await.unwrap();
    assert_eq!(report.problems, [""; 0]);
    let app = App::new(store, Limits::default());
    let server = named(usual(TournamentFormat::Swiss)).server;
    let mut rounds = 0;
    for row in app.tournaments_on(server).await.unwrap() {
        let view = app.tournament(row.id).await.unwrap();
        let paired = usize::from(view.round());
        assert_eq!(
            view.games.len(),
            paired * PLAYERS as usize,
            "a round is not whole"
        );
        rounds += paired;
    }
    app.close().await;
    rounds
}
