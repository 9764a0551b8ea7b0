//! Concurrent actions: exactly one succeeds, and the others are refused with the right reason.

use std::sync::Arc;

use crate::fixture::{BLACK, THIRD, TestApp, WHITE, open_challenge, run, terms};
use hexpost::app::{Act, AppError, Refusal, TurnInput};
use hexpost::model::{ChallengeState, InteractionId, PlayerId, Seq};

const MANY: i64 = 300;

/// Runs the same action many times concurrently; returns how often it succeeded, and the refusals.
async fn rush<T: Send + 'static, F: Future<Output = Result<T, AppError>> + Send + 'static>(
    fixture: &Arc<Shared>,
    does: impl Fn(Arc<Shared>, i64) -> F,
) -> (usize, Vec<Refusal>) {
    let tasks: Vec<_> = (0..MANY)
        .map(|number| tokio::spawn(does(Arc::clone(fixture), number)))
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

/// The part of a fixture that tasks can share.
struct Shared {
    app: hexpost::app::App,
    now: hexpost::model::Time,
    _folder: tempfile::TempDir,
    _database: crate::test_database::TestDatabase,
}

impl Shared {
    fn act(&self, by: PlayerId, number: i64) -> Act {
        Act {
            by,
            interaction: InteractionId(1_000_000 + number),
            expected_seq: None,
            now: self.now,
        }
    }
}

impl From<TestApp> for Shared {
    fn from(fixture: TestApp) -> Self {
        let now = fixture.now();
        Self {
            app: fixture.app,
            now,
            _folder: fixture.folder,
            _database: fixture.database,
        }
    }
}

async fn sound(fixture: &Shared) {
    let report = hexpost::app::integrity::check(fixture.app.store())
        .await
        .unwrap();
    assert!(report.problems.is_empty(), "{:#?}", report.problems);
}

#[test]
fn the_same_turn_submitted_concurrently_is_made_once() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        let fixture = Arc::new(Shared::from(fixture));
        let (done, refusals) = rush(&fixture, move |fixture, number| async move {
            let made = TurnInput::Text("Wd4-a1".to_owned());
            let board = Some(0);
            let act = Act {
                expected_seq: board.map(Seq),
                ..fixture.act(WHITE, number)
            };
            fixture.app.play(&act, id, &made).await
        })
        .await;
        assert_eq!(done, 1);
        let is_right = |refusal: &Refusal| *refusal == Refusal::Stale;
        assert!(refusals.iter().all(is_right), "{refusals:?}");
        let game = fixture.app.game(id, fixture.now).await.unwrap();
        assert_eq!(game.row.status.seq, Seq(1));
        sound(&fixture).await;
    });
}

#[test]
fn the_same_press_delivered_concurrently_has_one_effect() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        let fixture = Arc::new(Shared::from(fixture));
        let (done, refusals) = rush(&fixture, move |fixture, _| async move {
            let made = TurnInput::Text("Wd4-a1".to_owned());
            let act = fixture.act(WHITE, 0);
            let app = fixture
                .app
                .claim_interaction(act.interaction, act.now)
                .await?;
            app.play(&act, id, &made).await
        })
        .await;
        assert_eq!(done, 1);
        // A delivery during the first one may also find that the opponent is to move.
        assert!(refusals.contains(&Refusal::Repeated), "{refusals:?}");
        sound(&fixture).await;
    });
}

#[test]
fn concurrent_turns_and_resignations_leave_a_consistent_game() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("tzaar", "fixed").await;
        let fixture = Arc::new(Shared::from(fixture));
        let (done, refusals) = rush(&fixture, move |fixture, number| async move {
            match number % 4 {
                0 => {
                    let made = TurnInput::Text("d3xd4".to_owned());
                    let act = fixture.act(WHITE, number);
                    fixture.app.play(&act, id, &made).await.map(|_| ())
                }
                1 => {
                    let act = fixture.act(BLACK, number);
                    fixture.app.offer_draw(&act, id).await.map(|_| ())
                }
                2 => {
                    let act = fixture.act(WHITE, number);
                    fixture.app.accept_draw(&act, id).await.map(|_| ())
                }
                _ => {
                    let act = fixture.act(BLACK, number);
                    fixture.app.resign(&act, id).await.map(|_| ())
                }
            }
        })
        .await;
        assert!(done >= 1);
        assert_eq!(done + refusals.len(), MANY as usize);
        let game = fixture.app.game(id, fixture.now).await.unwrap();
        assert!(game.is_over());
        assert_eq!(
            game.row.status.seq,
            Seq(done as i64),
            "every successful action is recorded"
        );
        sound(&fixture).await;
    });
}

#[test]
fn an_open_challenge_is_accepted_only_once() {
    run(async {
        let fixture = TestApp::open().await;
        let new = open_challenge(terms("zertz", "37"));
        let id = fixture.challenge(WHITE, new).await.unwrap().id;
        let fixture = Arc::new(Shared::from(fixture));
        let (done, refusals) = rush(&fixture, move |fixture, number| async move {
            let by = PlayerId(THIRD.0 + number);
            let act = fixture.act(by, number);
            fixture.app.accept(&act, id).await
        })
        .await;
        assert_eq!(done, 1);
        let decided = Refusal::Decided(ChallengeState::Accepted);
        assert!(refusals.iter().all(|refusal| *refusal == decided));
        sound(&fixture).await;
    });
}

#[test]
fn concurrent_identical_challenges_make_one() {
    run(async {
        let fixture = Arc::new(Shared::from(TestApp::open().await));
        let (done, refusals) = rush(&fixture, move |fixture, number| async move {
            let new = open_challenge(terms("zertz", "37"));
            let act = fixture.act(WHITE, number);
            fixture.app.challenge(&act, new).await
        })
        .await;
        assert_eq!(done, 1);
        let is_double = |refusal: &Refusal| matches!(refusal, Refusal::Identical(_));
        assert!(refusals.iter().all(is_double), "{refusals:?}");
    });
}

#[test]
fn hundreds_of_games_are_played_concurrently() {
    run(async {
        let fixture = TestApp::open().await;
        let mut ids = Vec::new();
        for _ in 0..MANY {
            ids.push(fixture.start("zertz", "37").await);
        }
        let fixture = Arc::new(Shared::from(fixture));
        let (done, refusals) = rush(&fixture, move |fixture, number| {
            let id = ids[number as usize];
            async move {
                let made = TurnInput::Text("Wd4-a1".to_owned());
                let act = fixture.act(WHITE, number);
                fixture.app.play(&act, id, &made).await
            }
        })
        .await;
        assert_eq!((done, refusals.len()), (MANY as usize, 0));
        sound(&fixture).await;
    });
}

#[test]
fn a_cancelled_call_leaves_a_consistent_state() {
    run(async {
        let fixture = TestApp::open().await;
        let one = fixture.start("zertz", "37").await;
        let other = fixture.start("zertz", "37").await;
        let fixture = Arc::new(Shared::from(fixture));
        for number in 0..200 {
            let task = tokio::spawn({
                let fixture = Arc::clone(&fixture);
                async move {
                    let act = fixture.act(WHITE, number);
                    let _ = fixture.app.offer_draw(&act, one).await;
                    let new = open_challenge(terms("zertz", "48"));
                    let act = fixture.act(THIRD, 1000 + number);
                    let _ = fixture.app.challenge(&act, new).await;
                }
            });
            for _ in 0..number % 40 {
                tokio::task::yield_now().await;
            }
            task.abort();
            // The next action finds everything in order.
            let act = fixture.act(BLACK, 2000 + number);
            fixture
                .app
                .block(&act, THIRD, number % 2 == 0)
                .await
                .unwrap();
        }
        let made = TurnInput::Text("Wd4-a1".to_owned());
        let act = fixture.act(WHITE, 5000);
        fixture.app.play(&act, other, &made).await.unwrap();
        sound(&fixture).await;
    });
}
