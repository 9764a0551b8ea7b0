//! Concurrent actions of writers in different processes on one PostgreSQL database: exactly one succeeds where only
//! one may, and nothing is lost where all may.
//!
//! Each writer is this program, started again to run [`a_writer`]. On SQLite, whose file has one user, there is
//! nothing to test.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use crate::fixture::{BLACK, SERVER, TestApp, WHITE, open_challenge, run, story, terms};
use crate::ladder;
use crate::ratings::begin;
use crate::test_database::{TestDatabase, is_postgres};
use hexpost::app::{Act, App, AppError, Limits, Refusal, TurnInput};
use hexpost::model::{GameId, InteractionId, PlayerId, Seq, Time};
use hexpost::store::{ServerOptions, Store};

/// The number of processes.
const WRITERS: i64 = 3;
/// The number of actions of each.
const ACTIONS: i64 = 30;

/// What a writer is to do, in its environment.
const RACE: &str = "HEXPOST_TEST_RACE";
const URL: &str = "HEXPOST_TEST_URL";
const WRITER: &str = "HEXPOST_TEST_WRITER";
const GAME: &str = "HEXPOST_TEST_GAME";
const NOW: &str = "HEXPOST_TEST_NOW";

/// What the line with the result of a writer begins with.
const RESULT: &str = "succeeded: ";

fn variable(name: &str) -> String {
    std::env::var(name).unwrap()
}

fn number(name: &str) -> i64 {
    variable(name).parse().unwrap()
}

/// One action of a writer.
async fn does(app: &App, race: &str, act: &Act, id: GameId) -> Result<(), AppError> {
    match race {
        "turn" => {
            let turn = TurnInput::Text("Wd4-a1".to_owned());
            let act = Act {
                by: WHITE,
                expected_seq: Some(Seq(0)),
                ..*act
            };
            app.play(&act, id, &turn).await.map(drop)
        }
        "accept" => app.accept(act, id).await.map(drop),
        "challenge" => {
            let act = Act { by: WHITE, ..*act };
            let new = open_challenge(terms("zertz", "37"));
            app.challenge(&act, new).await.map(drop)
        }
        "games" => {
            let id = app
                .challenge(act, open_challenge(terms("zertz", "37")))
                .await?;
            let by = PlayerId(act.by.0 + 1_000_000);
            let interaction = InteractionId(act.interaction.0 + 1_000_000);
            let act = Act {
                by,
                interaction,
                ..*act
            };
            app.accept(&act, id.id).await.map(drop)
        }
        "rated" => {
            // Each game has one resignation, and all have the same loser.
            let id = GameId(id.0 + act.interaction.0 % (WRITERS * ACTIONS));
            let act = Act { by: BLACK, ..*act };
            app.resign(&act, id).await.map(drop)
        }
        "ladder" => {
            let act = Act {
                by: ladder::player(2 + act.interaction.0 % (WRITERS * ACTIONS)),
                ..*act
            };
            app.challenge_on_ladder(&act, SERVER, ladder::player(1))
                .await
                .map(drop)
        }
        _ => panic!("no race is called {race}"),
    }
}

/// A process of the tests below: does the same many times at once, and prints how often it succeeded.
#[test]
#[ignore = "started by other tests, several times at once"]
fn a_writer() {
    let (race, writer) = (variable(RACE), number(WRITER));
    run(async {
        let options = ServerOptions::new(&variable(URL)).unwrap();
        let store = Store::connect(&options).await.unwrap();
        let app = App::new(store, Limits::default());
        let tasks: Vec<_> = (0..ACTIONS)
            .map(|action| {
                let (app, race) = (app.clone(), race.clone());
                let number = writer * ACTIONS + action;
                let act = Act {
                    by: PlayerId(2_000_000 + number),
                    interaction: InteractionId((WRITERS * ACTIONS) * 1000 + number),
                    expected_seq: None,
                    now: Time(self::number(NOW)),
                };
                tokio::spawn(
                    async move { does(&app, &race, &act, GameId(self::number(GAME))).await },
                )
            })
            .collect();
        let mut done = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(()) => done += 1,
                Err(AppError::Refused(
                    Refusal::Stale
                    | Refusal::Decided(_)
                    | Refusal::Identical(_)
                    | Refusal::LadderTooFar(_)
                    | Refusal::LadderIncoming(_),
                )) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
        writeln!(std::io::stdout(), "\n{RESULT}{done}").unwrap();
        app.close().await;
    });
}

/// Starts the processes at the same time; returns how many of their actions succeeded.
fn race(fixture: &TestApp, race: &str, game: GameId) -> i64 {
    let TestDatabase::Server(server) = &fixture.database else {
        unreachable!("only on a server")
    };
    let start = |writer: i64| {
        Command::new(std::env::current_exe().unwrap())
            .args(["races_between_processes::a_writer", "--exact"])
            .args(["--ignored", "--nocapture"])
            .env(RACE, race)
            .env(URL, &server.url)
            .env(WRITER, writer.to_string())
            .env(GAME, game.0.to_string())
            .env(NOW, fixture.now().0.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let writers: Vec<Child> = (0..WRITERS).map(start).collect();
    let succeeded = |writer: Child| {
        let output = writer.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let complained = String::from_utf8_lossy(&output.stderr);
        let line = said.lines().find_map(|line| line.strip_prefix(RESULT));
        let line = line.unwrap_or_else(|| panic!("{said}\n{complained}"));
        line.parse::<i64>().unwrap()
    };
    writers.into_iter().map(succeeded).sum()
}

#[test]
fn a_turn_made_by_several_processes_is_made_once() {
    if !is_postgres() {
        return;
    }
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        assert_eq!(race(fixture, "turn", id), 1);
        assert_eq!(fixture.game(id).await.row.status.seq, Seq(1));
    });
}

#[test]
fn an_open_challenge_accepted_by_several_processes_makes_one_game() {
    if !is_postgres() {
        return;
    }
    story(async |fixture| {
        let new = open_challenge(terms("zertz", "37"));
        let id = fixture.challenge(WHITE, new).await.unwrap().id;
        assert_eq!(race(fixture, "accept", id), 1);
        let games = fixture.database.number("SELECT COUNT(*) FROM games").await;
        assert_eq!(games, 1);
    });
}

#[test]
fn identical_challenges_of_several_processes_make_one() {
    if !is_postgres() {
        return;
    }
    story(async |fixture| {
        assert_eq!(race(fixture, "challenge", GameId(0)), 1);
    });
}

#[test]
fn games_started_by_several_processes_have_different_numbers() {
    if !is_postgres() {
        return;
    }
    story(async |fixture| {
        assert_eq!(race(fixture, "games", GameId(0)), WRITERS * ACTIONS);
        let games = fixture.database.number("SELECT COUNT(*) FROM games").await;
        assert_eq!(games, WRITERS * ACTIONS);
    });
}

#[test]
fn of_ladder_challenges_by_several_processes_three_succeed() {
    if !is_postgres() {
        return;
    }
    story(async |fixture| {
        ladder::ladder_of(fixture, 1 + WRITERS * ACTIONS).await;
        assert_eq!(race(fixture, "ladder", GameId(0)), 3);
        let games = fixture.database.number("SELECT COUNT(*) FROM games").await;
        assert_eq!(games, 3);
    });
}

#[test]
fn rated_games_ended_by_several_processes_are_rated_one_after_the_other() {
    if !is_postgres() {
        return;
    }
    story(async |fixture| {
        let mut ids = Vec::new();
        for number in 0..WRITERS * ACTIONS {
            ids.push(begin(fixture, PlayerId(3_000_000 + number), BLACK).await);
        }
        assert!(ids.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1));
        assert_eq!(race(fixture, "rated", ids[0]), WRITERS * ACTIONS);
        // The story ends with a check that computes all ratings again.
        let rated = "SELECT COUNT(*) FROM rated_games";
        let rated = fixture.database.number(rated).await;
        // A row for each player.
        assert_eq!(rated, 2 * WRITERS * ACTIONS);
    });
}
