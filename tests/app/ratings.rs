//! Ratings: which games are rated, what they change, and that everything can be recomputed.

use std::sync::Arc;
use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::{BySide, Side};

use crate::fixture::{
    BLACK, THIRD, TestApp, WHITE, challenge_to, days, refused, run, story, terms,
};
use hexpost::app::integrity::check;
use hexpost::app::rating::glicko2::START;
use hexpost::app::rating::{SETTLED, current, is_provisional};
use hexpost::app::{Act, Refusal};
use hexpost::model::{
    Figures, GameId, InteractionId, Pace, PlayerId, Rating, RatingChange, Terms, Uncounted,
};

fn rated(game: &str, variant: &str) -> Terms {
    Terms {
        is_rated: true,
        pace: Some(Pace::days(60)),
        ..terms(game, variant)
    }
}

async fn rating(fixture: &TestApp, player: PlayerId, kind: &str) -> Option<Rating> {
    let mut session = fixture.app.store().read().await.unwrap();
    session.rating(player, kind).await.unwrap()
}

async fn shifts(fixture: &TestApp, id: GameId) -> BySide<Option<RatingChange>> {
    fixture.app.game_summary(id).await.unwrap().shifts
}

/// After this many turns by both players together, an end off the board counts.
const BEGUN: usize = 6;

/// A rated game in which the winner moves first and wins after a few turns.
pub(crate) async fn win(fixture: &TestApp, winner: PlayerId, loser: PlayerId) -> GameId {
    let id = begin(fixture, winner, loser).await;
    fixture.app.resign(&fixture.act(loser), id).await.unwrap();
    id
}

/// A rated game with enough turns to count however it ends.
pub(crate) async fn begin(fixture: &TestApp, one: PlayerId, other: PlayerId) -> GameId {
    let new = challenge_to(other, rated("zertz", "37"));
    let id = fixture.challenge(one, new).await.unwrap().id;
    fixture.accept(other, id).await.unwrap();
    fixture.play_random_turns(id, BEGUN).await;
    id
}

async fn uncounted(fixture: &TestApp, id: GameId) -> Option<Uncounted> {
    let summary = fixture.app.game_summary(id).await.unwrap();
    if summary.uncounted.is_some() {
        assert_eq!(summary.shifts, BySide::default());
    }
    summary.uncounted
}

#[test]
fn only_rated_games_change_ratings() {
    story(async |fixture| {
        let friendly = fixture.start("zertz", "37").await;
        fixture
            .app
            .resign(&fixture.act(BLACK), friendly)
            .await
            .unwrap();
        assert_eq!(rating(fixture, WHITE, "zertz").await, None);
        let id = win(fixture, WHITE, BLACK).await;
        let white = rating(fixture, WHITE, "zertz").await.unwrap();
        let black = rating(fixture, BLACK, "zertz").await.unwrap();
        assert!(white.figures.rating > 1600.0 && black.figures.rating < 1400.0);
        assert_eq!((white.games, white.at), (1, fixture.now()));
        assert!(is_provisional(&white, fixture.now()));
        let shifts = shifts(fixture, id).await;
        assert_eq!(shifts.first.unwrap().before, START);
        assert_eq!(shifts.first.unwrap().after, white);
        assert_eq!(shifts.second.unwrap().after, black);
        // Each game has its own rating.
        assert_eq!(rating(fixture, WHITE, "tzaar").await, None);
        // The terms say whether a game is rated, and the game keeps that.
        assert!(fixture.game(id).await.row.is_rated);
    });
}

#[test]
fn games_with_a_result_count_and_others_do_not() {
    story(async |fixture| {
        let app = &fixture.app;
        let counted = async |id| shifts(fixture, id).await.first.is_some();
        // Aborted.
        let id = fixture.start_with(rated("zertz", "37")).await;
        app.abort(&fixture.act(WHITE), id).await.unwrap();
        assert!(!counted(id).await);
        // Ended by a moderator, without and with a winner.
        let id = fixture.start_with(rated("zertz", "37")).await;
        app.moderate(&fixture.act(THIRD), id, None).await.unwrap();
        assert!(!counted(id).await);
        let id = fixture.start_with(rated("zertz", "37")).await;
        fixture.play_random_turns(id, BEGUN).await;
        let winner = Some(Side::Second);
        app.moderate(&fixture.act(THIRD), id, winner).await.unwrap();
        assert!(counted(id).await);
        // A rated game needs a time control, because it could otherwise be left unfinished for
        // ever.
        let endless = Terms {
            pace: None,
            ..rated("zertz", "37")
        };
        let new = challenge_to(BLACK, endless);
        let refusal = app.challenge(&fixture.act(WHITE), new).await;
        assert_eq!(refused(refusal), Refusal::RatedClock);
        // Draw by agreement.
        let id = fixture.start_with(rated("tzaar", "fixed")).await;
        fixture.play_random_turns(id, BEGUN).await;
        app.offer_draw(&fixture.act(WHITE), id).await.unwrap();
        app.accept_draw(&fixture.act(BLACK), id).await.unwrap();
        assert!(counted(id).await);
        let shift = shifts(fixture, id).await.first.unwrap();
        assert!((shift.after.figures.rating - 1500.0).abs() < 1e-9);
        assert!(shift.after.figures.deviation < 350.0);
        // Loss on time.
        let timed = Terms {
            pace: Some(Pace::days(1).with_flag(true)),
            ..rated("zertz", "37")
        };
        let id = fixture.start_with(timed).await;
        fixture.play_random_turns(id, BEGUN).await;
        fixture.wait(days(30));
        fixture.sweep().await;
        fixture.wait(days(30));
        fixture.sweep().await;
        assert!(fixture.game(id).await.is_over());
        assert!(counted(id).await);
    });
}

#[test]
fn an_ending_off_the_board_counts_only_after_three_turns_each() {
    story(async |fixture| {
        let app = &fixture.app;
        for turns in 0..=BEGUN {
            let expected = (turns < BEGUN).then_some(Uncounted::Short);
            // Separate players, so that the weekly limit doesn't apply.
            let one = PlayerId(10 + turns as i64);
            let start = async |other: i64| {
                let timed = Terms {
                    pace: Some(Pace::days(1).with_flag(true)),
                    ..rated("zertz", "37")
                };
                let new = challenge_to(PlayerId(other), timed);
                let id = fixture.challenge(one, new).await.unwrap().id;
                fixture.accept(PlayerId(other), id).await.unwrap();
                fixture.play_random_turns(id, turns).await;
                id
            };
            let resigned = start(101).await;
            app.resign(&fixture.act(one), resigned).await.unwrap();
            let agreed = start(102).await;
            app.offer_draw(&fixture.act(one), agreed).await.unwrap();
            app.accept_draw(&fixture.act(PlayerId(102)), agreed)
                .await
                .unwrap();
            let moderated = start(103).await;
            let winner = Some(Side::First);
            app.moderate(&fixture.act(THIRD), moderated, winner)
                .await
                .unwrap();
            let late = start(104).await;
            fixture.wait(days(2));
            fixture.sweep().await;
            for id in [resigned, agreed, moderated, late] {
                let game = fixture.game(id).await;
                assert!(game.is_over(), "the result stands");
                assert_eq!(uncounted(fixture, id).await, expected, "{turns} turns");
            }
            let profile = app.profile(one, one).await.unwrap();
            assert_eq!(profile.recent.len(), 4, "results are kept");
        }
    });
}

#[test]
fn turns_taken_back_and_placements_do_not_count_as_turns() {
    story(async |fixture| {
        let id = begin(fixture, WHITE, BLACK).await;
        fixture
            .app
            .take_back(&fixture.act(BLACK), id)
            .await
            .unwrap();
        fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
        assert_eq!(uncounted(fixture, id).await, Some(Uncounted::Short));
        let id = fixture.start_with(rated("tzaar", "tournament")).await;
        fixture.play_random_turns(id, 60).await;
        assert!(!fixture.game(id).await.record.game().is_setting_up());
        fixture.play_random_turns(id, BEGUN - 1).await;
        fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
        assert_eq!(uncounted(fixture, id).await, Some(Uncounted::Short));
        let id = fixture.start_with(rated("tzaar", "tournament")).await;
        fixture.play_random_turns(id, 60 + BEGUN).await;
        fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
        assert_eq!(uncounted(fixture, id).await, None);
        assert!(shifts(fixture, id).await.first.is_some());
    });
}

#[test]
fn at_most_five_games_between_two_players_are_rated_in_seven_days() {
    story(async |fixture| {
        let mut ends = Vec::new();
        for _ in 0..4 {
            win(fixture, WHITE, BLACK).await;
            ends.push(fixture.now());
            fixture.wait(days(1));
        }
        assert_eq!(
            fixture
                .app
                .pair_limit(WHITE, BLACK, fixture.now())
                .await
                .unwrap(),
            None
        );
        let id = fixture.start_with(rated("tzaar", "fixed")).await;
        fixture.play_random_turns(id, BEGUN).await;
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(uncounted(fixture, id).await, None);
        // The sixth keeps its result, but isn't rated.
        let sixth = win(fixture, BLACK, WHITE).await;
        assert_eq!(uncounted(fixture, sixth).await, Some(Uncounted::Limit));
        assert!(fixture.game(sixth).await.is_over());
        // Games against others aren't affected.
        let other = win(fixture, WHITE, THIRD).await;
        assert_eq!(uncounted(fixture, other).await, None);
        // Both are told when the next game will count, and then it does.
        let free = ends[0] + days(7);
        for (one, other) in [(WHITE, BLACK), (BLACK, WHITE)] {
            let limit = fixture.app.pair_limit(one, other, fixture.now()).await;
            assert_eq!(limit.unwrap(), Some(free));
        }
        let early = begin(fixture, WHITE, BLACK).await;
        let then = begin(fixture, BLACK, WHITE).await;
        let act = |now| Act {
            now,
            ..fixture.act(WHITE)
        };
        fixture
            .app
            .resign(&act(free - Duration::from_millis(1)), early)
            .await
            .unwrap();
        assert_eq!(uncounted(fixture, early).await, Some(Uncounted::Limit));
        fixture.app.resign(&act(free), then).await.unwrap();
        assert_eq!(uncounted(fixture, then).await, None);
    });
}

#[test]
fn games_started_under_the_first_rating_rules_are_rated_by_them() {
    story(async |fixture| {
        let mut ids = Vec::new();
        for _ in 0..7 {
            ids.push(fixture.start_with(rated("zertz", "37")).await);
        }
        // Like a game that was started by the previous version.
        fixture.tamper("UPDATE games SET rating_rules = 1").await;
        for id in ids {
            fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
            assert_eq!(uncounted(fixture, id).await, None);
        }
        assert_eq!(rating(fixture, WHITE, "zertz").await.unwrap().games, 7);
        // They use up the limit for new games.
        let id = win(fixture, WHITE, BLACK).await;
        assert_eq!(uncounted(fixture, id).await, Some(Uncounted::Limit));
    });
}

#[test]
fn a_frozen_game_is_not_rated_unless_it_started_under_the_first_rating_rules() {
    run(async {
        let fixture = TestApp::open().await;
        let mut ids = Vec::new();
        for _ in 0..2 {
            let id = fixture.start_with(rated("zertz", "37")).await;
            fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
            ids.push(id);
        }
        let junk = "UPDATE events SET data = 'Bd4-g1' WHERE seq = 2";
        fixture.tamper(junk).await;
        fixture
            .tamper("UPDATE games SET rating_rules = 1 WHERE id = 2")
            .await;
        let winner = Some(Side::First);
        fixture
            .app
            .moderate(&fixture.act(THIRD), ids[0], winner)
            .await
            .unwrap();
        // The number of turns is unknown.
        assert_eq!(rating(&fixture, WHITE, "zertz").await, None);
        assert_eq!(uncounted(&fixture, ids[0]).await, Some(Uncounted::Frozen));
        fixture
            .app
            .moderate(&fixture.act(THIRD), ids[1], winner)
            .await
            .unwrap();
        let white = rating(&fixture, WHITE, "zertz").await.unwrap();
        assert!(white.figures.rating > 1600.0);
        // The game itself is damaged, but its ratings are consistent.
        let report = check(fixture.app.store()).await.unwrap();
        let is_of_ratings =
            |problem: &&String| problem.contains("rat") || problem.contains("count");
        assert_eq!(report.problems.iter().filter(is_of_ratings).count(), 0);
        fixture.app.close().await;
    });
}

#[test]
fn concurrent_endings_all_count_within_the_weekly_limit() {
    const OPPONENTS: i64 = 10;
    run(async {
        let fixture = TestApp::open().await;
        let mut ids = Vec::new();
        for round in 0..7 {
            for opponent in (1..=OPPONENTS).map(PlayerId) {
                // With either player moving first.
                ids.push(if round % 2 == 0 {
                    (opponent, begin(&fixture, WHITE, opponent).await)
                } else {
                    (opponent, begin(&fixture, opponent, WHITE).await)
                });
            }
        }
        let now = fixture.now();
        let app = Arc::new(fixture.app);
        let tasks: Vec<_> = (0..)
            .zip(ids.clone())
            .map(|(number, (opponent, id))| {
                let app = Arc::clone(&app);
                let by = if number % 3 == 0 { WHITE } else { opponent };
                let act = Act {
                    by,
                    interaction: InteractionId(1_000_000 + number),
                    expected_seq: None,
                    now,
                };
                tokio::spawn(async move { app.resign(&act, id).await.unwrap() })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        let mut session = app.store().read().await.unwrap();
        let white = session.rating(WHITE, "zertz").await.unwrap().unwrap();
        assert_eq!(white.games, 5 * OPPONENTS);
        for opponent in (1..=OPPONENTS).map(PlayerId) {
            let rating = session.rating(opponent, "zertz").await.unwrap().unwrap();
            assert_eq!(rating.games, 5);
        }
        let mut limited = 0;
        for (_, id) in ids {
            let row = session.game(id).await.unwrap().unwrap();
            limited += i64::from(row.uncounted == Some(Uncounted::Limit));
        }
        assert_eq!(limited, 2 * OPPONENTS);
        drop(session);
        let report = check(app.store()).await.unwrap();
        assert!(report.problems.is_empty(), "{:#?}", report.problems);
    });
}

#[test]
fn check_finds_no_problems_during_play() {
    run(async {
        let fixture = TestApp::open().await;
        let players: Vec<PlayerId> = (1..6).map(PlayerId).collect();
        let mut games = Vec::new();
        for round in 0..20 {
            for pair in players.windows(2) {
                let new = challenge_to(pair[1], rated("zertz", "37"));
                let id = fixture.challenge(pair[0], new).await.unwrap().id;
                fixture.accept(pair[1], id).await.unwrap();
                games.push((fixture.act(pair[round % 2]), id));
            }
        }
        let leaves: Vec<Act> = players.iter().map(|player| fixture.act(*player)).collect();
        let app = Arc::new(fixture.app);
        let play = tokio::spawn({
            let app = Arc::clone(&app);
            async move {
                for (number, (act, id)) in games.into_iter().enumerate() {
                    // A player who has left has resigned.
                    let _ = app.resign(&act, id).await;
                    if number % 30 == 29 {
                        app.forget(&leaves[number / 30]).await.unwrap();
                    }
                }
            }
        });
        let mut looks = 0;
        while !play.is_finished() || looks == 0 {
            let report = check(app.store()).await.unwrap();
            assert!(report.problems.is_empty(), "{:#?}", report.problems);
            looks += 1;
        }
        play.await.unwrap();
    });
}

#[test]
fn deviation_grows_week_by_week_and_a_rating_becomes_provisional_again() {
    story(async |fixture| {
        for _ in 0..12 {
            win(fixture, WHITE, BLACK).await;
            win(fixture, BLACK, WHITE).await;
            fixture.wait(days(4));
        }
        let white = rating(fixture, WHITE, "zertz").await.unwrap();
        assert!(white.figures.deviation < SETTLED, "{white:?}");
        assert!(!is_provisional(&white, fixture.now()));
        let mut last = white.figures.deviation;
        for week in 1..200 {
            let then = white.at + days(7 * week);
            let figures = current(Some(&white), then);
            assert!(figures.deviation >= last && figures.deviation <= 350.0);
            let deviation = figures.deviation;
            let only = Figures {
                deviation,
                ..white.figures
            };
            assert_eq!(figures, only, "nothing else changes");
            assert_eq!(figures, current(Some(&white), then + days(6)));
            // The predicted status is the actual one.
            let is_large = figures.deviation > SETTLED;
            assert_eq!(is_provisional(&white, then), is_large, "week {week}");
            last = figures.deviation;
        }
        assert!(is_provisional(&white, white.at + days(7 * 199)));
        // Reading writes nothing; the next game starts from the grown deviation.
        fixture.wait(days(70));
        assert_eq!(rating(fixture, WHITE, "zertz").await.unwrap(), white);
        let id = win(fixture, BLACK, WHITE).await;
        let shift = shifts(fixture, id).await.second.unwrap();
        assert_eq!(shift.before, current(Some(&white), fixture.now()));
        assert!(shift.before.deviation > white.figures.deviation);
    });
}

#[test]
fn deleting_personal_data_keeps_anonymous_ratings() {
    const LEAVER: PlayerId = PlayerId(123_456_789_012_345);
    story(async |fixture| {
        win(fixture, LEAVER, BLACK).await;
        win(fixture, BLACK, WHITE).await;
        let new = challenge_to(BLACK, rated("zertz", "37"));
        let running = fixture.challenge(LEAVER, new).await.unwrap().id;
        fixture.accept(BLACK, running).await.unwrap();
        fixture.play_random_turns(running, BEGUN).await;
        let all = fixture.app.export(LEAVER, fixture.now()).await.unwrap();
        assert_eq!(all["ratings"]["zertz"]["games"], 1);
        assert_eq!(all["rated_games"][0]["before"]["rating"], 1500.0);
        let before = rating(fixture, BLACK, "zertz").await.unwrap();
        fixture.app.forget(&fixture.act(LEAVER)).await.unwrap();
        // The running game is resigned, and counts.
        let black = rating(fixture, BLACK, "zertz").await.unwrap();
        assert_eq!(black.games, before.games + 1);
        assert!(black.figures.rating > before.figures.rating);
        assert_eq!(rating(fixture, LEAVER, "zertz").await, None);
        let all = fixture.app.export(LEAVER, fixture.now()).await.unwrap();
        assert_eq!(all["rated_games"].as_array().unwrap().len(), 0);
        assert_eq!(all["ratings"].as_object().unwrap().len(), 0);
        // What PostgreSQL leaves in its files is up to the server.
        let files = fixture
            .database
            .file()
            .map(|path| ["", "-wal"].map(|end| format!("{}{end}", path.display())));
        for file in files.into_iter().flatten() {
            let bytes = std::fs::read(&file).unwrap_or_default();
            let number = &LEAVER.0.to_be_bytes()[2..];
            assert!(!bytes.windows(6).any(|part| part == number), "{file}");
        }
        fixture.assert_sound().await;
        // A player who comes back starts with a new rating.
        win(fixture, LEAVER, BLACK).await;
        let again = rating(fixture, LEAVER, "zertz").await.unwrap();
        assert_eq!(again.games, 1);
    });
}

#[test]
fn check_finds_tampered_ratings() {
    let damages = [
        "UPDATE ratings SET rating = rating + 0.0000001 WHERE player = 1000001",
        "UPDATE ratings SET settled_until = settled_until + 1 WHERE player = 1000001",
        "DELETE FROM ratings WHERE player = 1000002",
        "UPDATE rated_games SET rating = rating * 1.0000000000000002 WHERE place = 2",
        "UPDATE rated_games SET deviation_before = deviation_before + 1 WHERE place = 3",
        "UPDATE rated_games SET player = 7 WHERE place = 1 AND side = 0",
        "UPDATE rated_games SET kind = 'tzaar' WHERE place = 1",
        "UPDATE rated_games SET server = 51 WHERE place = 1",
        "DELETE FROM rated_games WHERE place = 2",
        "DELETE FROM rated_games WHERE place = 3 AND side = 1",
        "UPDATE games SET winner = 1 - winner WHERE id = 2",
        "UPDATE games SET is_rated = NOT is_rated WHERE id = 2",
        "UPDATE games SET how = 'abort', winner = NULL WHERE id = 3",
        "UPDATE games SET uncounted = 'short' WHERE id = 2",
        "UPDATE games SET uncounted = NULL WHERE id = 5",
        "UPDATE games SET uncounted = 'limit' WHERE id = 5",
        "UPDATE games SET rating_rules = 1 WHERE id = 5",
    ];
    for damage in damages {
        run(async {
            let fixture = TestApp::open().await;
            for _ in 0..2 {
                win(&fixture, WHITE, BLACK).await;
                win(&fixture, THIRD, WHITE).await;
            }
            let short = fixture.start_with(rated("zertz", "37")).await;
            fixture
                .app
                .resign(&fixture.act(WHITE), short)
                .await
                .unwrap();
            fixture.assert_sound().await;
            fixture.tamper(damage).await;
            let report = check(fixture.app.store()).await.unwrap();
            let is_of_ratings =
                |problem: &&String| problem.contains("rating") || problem.contains("counted");
            let found = report.problems.iter().filter(is_of_ratings).count();
            assert!(found > 0, "{damage}: {:#?}", report.problems);
            fixture.app.close().await;
        });
    }
}

/// Random rated games of a few players: all kinds of endings, several at once, take-backs,
/// restarts, players who leave and come back, long pauses.
fn league(seed: u64) {
    run(async {
        let mut fixture = TestApp::open().await;
        let mut numbers = SplitMix64::new(seed);
        let mut counted = 0;
        for round in 0..60 {
            let mut running = Vec::new();
            for _ in 0..=numbers.below(5) {
                let one = 1 + numbers.below(4) as i64;
                let other = 1 + (one + numbers.below(3) as i64) % 4;
                let game = [("zertz", "37"), ("tzaar", "fixed")][numbers.below(2) as usize];
                let mut terms = rated(game.0, game.1);
                terms.is_rated = numbers.below(5) > 0;
                let new = challenge_to(PlayerId(other), terms);
                let Ok(challenge) = fixture.challenge(PlayerId(one), new).await else {
                    continue;
                };
                fixture.accept(PlayerId(other), challenge.id).await.unwrap();
                running.push((challenge.id, PlayerId(one), PlayerId(other)));
            }
            for (id, ..) in &running {
                fixture
                    .play_random_turns(*id, numbers.below(9) as usize)
                    .await;
            }
            // A turn that is taken back changes nothing.
            if let Some((id, ..)) = running.first() {
                let game = fixture.game(*id).await;
                let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
                let text = game.record.game().write(&turn).unwrap();
                let mover = game.row.players[game.to_move().unwrap()].unwrap();
                fixture.play(mover, *id, &text).await.unwrap();
                fixture
                    .app
                    .take_back(&fixture.act(mover), *id)
                    .await
                    .unwrap();
            }
            let before = all_games(&fixture).await;
            let acts: Vec<_> = running
                .iter()
                .map(|(id, one, other)| {
                    (
                        *id,
                        fixture.act(*one),
                        fixture.act(*other),
                        numbers.below(6),
                    )
                })
                .collect();
            // All of them end concurrently.
            let ends = acts.iter().map(|(id, one, other, how)| {
                let app = &fixture.app;
                async move {
                    match how {
                        // Refused if both have moved.
                        0 => match app.abort(one, *id).await {
                            Ok(_) => {}
                            Err(_) => app.moderate(other, *id, None).await.unwrap(),
                        },
                        1 => app.moderate(one, *id, None).await.unwrap(),
                        2 => app.moderate(one, *id, Some(Side::Second)).await.unwrap(),
                        3 => {
                            app.offer_draw(one, *id).await.unwrap();
                            drop(app.accept_draw(other, *id).await.unwrap());
                        }
                        4 => drop(app.resign(one, *id).await.unwrap()),
                        _ => drop(app.resign(other, *id).await.unwrap()),
                    }
                }
            });
            join(ends).await;
            counted += all_games(&fixture).await - before;
            match numbers.below(8) {
                0 => fixture.restart().await,
                1 => {
                    let leaver = PlayerId(1 + numbers.below(4) as i64);
                    fixture.app.forget(&fixture.act(leaver)).await.unwrap();
                }
                2 => fixture.wait(days(numbers.below(400))),
                _ => fixture.wait(Duration::from_secs(numbers.below(100_000))),
            }
            if round % 6 == 0 {
                fixture.assert_sound().await;
            }
        }
        fixture.assert_sound().await;
        assert!(counted > 20, "{counted}");
        let mut session = fixture.app.store().read().await.unwrap();
        let mut passed = session.uncounted().await.unwrap();
        passed.retain(|row| row.uncounted.is_some());
        assert!(!passed.is_empty(), "no game was left unrated");
        drop(session);
        fixture.app.close().await;
    });
}

/// The number of rated games so far.
async fn all_games(fixture: &TestApp) -> usize {
    let mut session = fixture.app.store().read().await.unwrap();
    session.counted_after(None, 100_000).await.unwrap().len() / 2
}

/// Awaits all of these concurrently.
async fn join(futures: impl Iterator<Item = impl Future<Output = ()>>) {
    let mut futures: Vec<_> = futures.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        futures.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if futures.is_empty() {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
}

#[test]
fn ratings_of_random_games_can_be_recomputed_1() {
    league(1);
}

#[test]
fn ratings_of_random_games_can_be_recomputed_2() {
    league(2);
}

#[test]
fn ratings_of_random_games_can_be_recomputed_3() {
    league(3);
}
