//! Puzzles: those that come with the program, attempts, ratings, fair play, the puzzle of the day.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hexpost_engine::game::{AnyGame, AnyTurn, GameKind, Variant};
use hexpost_engine::search::{PROOF_NODES, Puzzle, Verdict, judge, solution, winning};

use crate::fixture::{BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, days, refused, story};
use hexpost::app::puzzle::attempt::{OpenPuzzle, TryOutcome};
use hexpost::app::puzzle::choice::puzzle_of_day;
use hexpost::app::puzzle::{NumberedPuzzle, shipped, shipped_of};
use hexpost::app::{Refusal, TurnInput};
use hexpost::model::{DailyPuzzle, PlayerId, PuzzleRecord, Time};

/// One of so many puzzles is proved; all of them with `HEXPOST_DEEP`.
const SAMPLE: usize = 40;

fn stop() -> AtomicBool {
    AtomicBool::new(false)
}

fn after(position: &AnyGame, turn: &AnyTurn) -> AnyGame {
    let mut after = position.clone();
    after.play(turn).unwrap();
    after
}

fn typed(position: &AnyGame, turn: &AnyTurn) -> TurnInput {
    TurnInput::Text(position.write(turn).unwrap())
}

fn first_of(kind: GameKind) -> Arc<NumberedPuzzle> {
    shipped_of(kind).next().unwrap().clone()
}

/// A turn that wins where a player has come to.
fn right(open: &OpenPuzzle) -> AnyTurn {
    let puzzle = &open.puzzle.puzzle;
    if open.ply() == 0 {
        return puzzle.winning[0];
    }
    let left = puzzle.turns - open.ply() as u32 / 2;
    let found = (1..=left).find_map(|turns| {
        let wins = winning(&open.position, turns, PROOF_NODES / 10, &stop());
        wins.first().copied()
    });
    found.expect("a win")
}

/// Plays the solution to the end; returns the number of turns it took.
pub(crate) async fn solve(fixture: &TestApp, by: PlayerId, puzzle: &NumberedPuzzle) -> u32 {
    let act = fixture.act(by);
    let opened = fixture.app.open_puzzle(&act, puzzle.id, Some(SERVER));
    let mut open = opened.await.unwrap();
    for count in 1..=puzzle.puzzle.turns + 2 {
        let turn = typed(&open.position, &right(&open));
        let act = fixture.act(by);
        let tried = fixture.app.try_puzzle(&act, puzzle.id, open.ply(), &turn);
        let tried = tried.await.unwrap();
        if tried.outcome == TryOutcome::Solved {
            return count;
        }
        assert!(
            matches!(tried.outcome, TryOutcome::Right(_)),
            "{:?}",
            tried.outcome
        );
        open = tried.open;
    }
    panic!("not solved: {}", puzzle.puzzle);
}

async fn record(fixture: &TestApp, by: PlayerId, kind: GameKind) -> PuzzleRecord {
    let records = fixture.app.puzzle_records(by).await.unwrap();
    let found = records.iter().find(|(of, _)| *of == kind);
    found.expect("a record").1
}

#[test]
fn the_shipped_puzzles_are_many_different_and_within_the_limits() {
    let mut ids = HashSet::new();
    for puzzle in shipped() {
        let Puzzle { turns, nodes, .. } = puzzle.puzzle;
        assert!((2..=5).contains(&turns), "{}", puzzle.puzzle);
        assert!(nodes <= PROOF_NODES, "{}", puzzle.puzzle);
        assert!(ids.insert(puzzle.id), "twice: {}", puzzle.puzzle);
    }
    let lines = ["zertz", "tzaar"].map(|game| {
        let folder = env!("CARGO_MANIFEST_DIR");
        let text = std::fs::read_to_string(format!("{folder}/assets/puzzles/{game}.txt")).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).count()
    });
    assert_eq!(shipped().len(), lines[0] + lines[1], "every line is read");
    assert!(shipped().len() >= 150, "{lines:?}");
    assert!(lines.iter().all(|count| *count >= 30), "{lines:?}");
}

#[test]
fn every_shipped_puzzle_is_proved_and_rejects_a_losing_turn() {
    let is_deep = std::env::var_os("HEXPOST_DEEP").is_some();
    let step = if is_deep { 1 } else { SAMPLE };
    for puzzle in shipped().iter().step_by(step) {
        let puzzle = &puzzle.puzzle;
        let (position, side) = (&puzzle.position, puzzle.position.to_move());
        let checked = if is_deep { puzzle.winning.len() } else { 1 };
        for turn in &puzzle.winning[..checked] {
            let end = after(position, turn);
            assert!(end.outcome().is_none(), "won at once: {puzzle}");
            let verdict = judge(&end, side, puzzle.turns - 1, PROOF_NODES, &stop());
            assert_eq!(verdict, Verdict::Wins, "{puzzle}");
        }
        let end = after(position, &puzzle.losing);
        let verdict = judge(&end, side, puzzle.turns - 1, PROOF_NODES, &stop());
        assert!(matches!(verdict, Verdict::Loses { .. }), "{puzzle}");
        let mut last = position.clone();
        for turn in solution(puzzle, &stop()) {
            last.play(&turn).unwrap();
        }
        let winner = last.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(side), "{puzzle}");
    }
}

#[test]
fn a_puzzle_is_solved_turn_by_turn_and_rated_once() {
    story(async |fixture| {
        for kind in GameKind::ALL {
            let puzzle = first_of(*kind);
            let turns = solve(fixture, WHITE, &puzzle).await;
            assert!(turns >= 2, "{turns}");
            let after = record(fixture, WHITE, *kind).await;
            assert!(after.rating.figures.rating > 1500.0, "{after:?}");
            assert_eq!((after.rating.games, after.solved, after.streak), (1, 1, 1));
            // It is over: no turn is tried any more.
            let act = fixture.act(WHITE);
            let turn = typed(&puzzle.puzzle.position, &puzzle.puzzle.winning[0]);
            let again = fixture.app.try_puzzle(&act, puzzle.id, 0, &turn);
            assert_eq!(refused(again.await), Refusal::Stale);
            let solved = fixture.app.solve_puzzle(&act, puzzle.id, None).await;
            assert!(solved.unwrap().rated.is_none());
            assert_eq!(record(fixture, WHITE, *kind).await, after);
        }
    });
}

#[test]
fn every_known_winning_turn_is_accepted() {
    story(async |fixture| {
        let puzzle = shipped().iter().find(|one| one.puzzle.winning.len() > 1);
        let puzzle = puzzle.expect("a puzzle with several winning turns");
        let players = (1..).map(|number| PlayerId(2_000_000 + number));
        for (turn, player) in puzzle.puzzle.winning.iter().zip(players).take(4) {
            let act = fixture.act(player);
            fixture
                .app
                .open_puzzle(&act, puzzle.id, None)
                .await
                .unwrap();
            let made = typed(&puzzle.puzzle.position, turn);
            let tried = fixture.app.try_puzzle(&act, puzzle.id, 0, &made).await;
            assert!(matches!(tried.unwrap().outcome, TryOutcome::Right(_)));
        }
    });
}

#[test]
fn a_losing_try_decides_the_attempt_says_why_and_leaves_another() {
    story(async |fixture| {
        let puzzle = first_of(GameKind::ALL[1]);
        let position = &puzzle.puzzle.position;
        let act = fixture.act(WHITE);
        fixture
            .app
            .open_puzzle(&act, puzzle.id, None)
            .await
            .unwrap();
        let losing = typed(position, &puzzle.puzzle.losing);
        let tried = fixture.app.try_puzzle(&act, puzzle.id, 0, &losing).await;
        let tried = tried.unwrap();
        let TryOutcome::Wrong(Verdict::Loses { reply, .. }) = tried.outcome else {
            panic!("{:?}", tried.outcome);
        };
        if let Some(reply) = reply {
            assert!(tried.after.check(&reply).is_ok());
        }
        assert!(tried.rated.unwrap().after.figures.rating < 1500.0);
        let before = record(fixture, WHITE, GameKind::ALL[1]).await;
        assert_eq!((before.solved, before.streak), (0, 0));
        // It can still be solved, which changes nothing.
        solve(fixture, WHITE, &puzzle).await;
        assert_eq!(record(fixture, WHITE, GameKind::ALL[1]).await, before);
    });
}

#[test]
fn a_try_of_which_nothing_is_proved_costs_nothing() {
    story(async |fixture| {
        // A turn that neither wins nor loses by force.
        let unclear = shipped().iter().find_map(|puzzle| {
            let position = &puzzle.puzzle.position;
            let turns = position.turns_up_to(5_000)?;
            let (side, left) = (position.to_move(), puzzle.puzzle.turns - 1);
            let found = turns.iter().step_by(turns.len() / 6 + 1).find(|turn| {
                let end = after(position, turn);
                let verdict = judge(&end, side, left, PROOF_NODES, &stop());
                matches!(verdict, Verdict::Unclear { .. })
            });
            Some((puzzle, *found?))
        });
        let (puzzle, turn) = unclear.expect("a turn that proves nothing");
        let act = fixture.act(WHITE);
        fixture
            .app
            .open_puzzle(&act, puzzle.id, None)
            .await
            .unwrap();
        for count in 1..=2 {
            let act = fixture.act(WHITE);
            let made = typed(&puzzle.puzzle.position, &turn);
            let tried = fixture.app.try_puzzle(&act, puzzle.id, 0, &made).await;
            let tried = tried.unwrap();
            let TryOutcome::Wrong(Verdict::Unclear { reply, chances }) = tried.outcome else {
                panic!("{:?}", tried.outcome);
            };
            assert!(tried.after.check(&reply).is_ok());
            assert!((1..=99).contains(&chances));
            assert!(tried.rated.is_none());
            assert_eq!(tried.open.attempt.tries, count);
        }
        assert_eq!(fixture.app.puzzle_records(WHITE).await.unwrap(), []);
        solve(fixture, WHITE, puzzle).await;
        assert_eq!(record(fixture, WHITE, puzzle.kind()).await.solved, 1);
    });
}

#[test]
fn looking_at_the_solution_counts_as_not_solved_and_ends_a_streak() {
    story(async |fixture| {
        let kind = GameKind::ALL[1];
        let mut puzzles = shipped_of(kind);
        for puzzle in puzzles.by_ref().take(2) {
            solve(fixture, WHITE, puzzle).await;
        }
        assert_eq!(record(fixture, WHITE, kind).await.streak, 2);
        let third = puzzles.next().unwrap();
        let solved = fixture
            .app
            .solve_puzzle(&fixture.act(WHITE), third.id, None)
            .await
            .unwrap();
        assert!(solved.line.len() >= 3 && solved.rated.is_some());
        let after = record(fixture, WHITE, kind).await;
        assert_eq!(
            (after.streak, after.best_streak, after.rating.games),
            (0, 2, 3)
        );
    });
}

#[test]
fn the_next_puzzle_is_new_and_one_that_was_begun_comes_first() {
    story(async |fixture| {
        let kind = GameKind::ALL[1];
        let next = async || {
            let act = fixture.act(WHITE);
            let next = fixture.app.next_puzzle(&act, kind, None).await;
            next.unwrap().puzzle.id
        };
        let first = next().await;
        assert_eq!(next().await, first, "it is not decided");
        let mut seen = HashSet::new();
        for _ in 0..5 {
            let id = next().await;
            assert!(seen.insert(id), "shown before");
            let act = fixture.act(WHITE);
            fixture.app.solve_puzzle(&act, id, None).await.unwrap();
        }
        // Not solving puzzles makes the next ones easier.
        let hardest = record(fixture, WHITE, kind).await.rating.figures.rating;
        assert!(hardest < 1400.0, "{hardest}");
    });
}

#[test]
fn after_the_last_puzzle_there_is_none() {
    story(async |fixture| {
        let kind = GameKind::ALL[0];
        for puzzle in shipped_of(kind) {
            let act = fixture.act(BLACK);
            fixture
                .app
                .open_puzzle(&act, puzzle.id, None)
                .await
                .unwrap();
            // Nothing is worked out for that.
            let mut tx = fixture.app.store().begin().await.unwrap();
            let found = tx.puzzle_attempt(BLACK, puzzle.id).await.unwrap();
            let mut attempt = found.unwrap();
            attempt.is_over = true;
            tx.put_puzzle_attempt(&attempt).await.unwrap();
            tx.commit().await.unwrap();
        }
        let act = fixture.act(BLACK);
        let next = fixture.app.next_puzzle(&act, kind, None).await;
        assert_eq!(refused(next), Refusal::NoPuzzleLeft);
    });
}

#[test]
fn a_try_that_is_delivered_twice_counts_once() {
    story(async |fixture| {
        let puzzle = first_of(GameKind::ALL[1]);
        let act = fixture.act(WHITE);
        fixture
            .app
            .open_puzzle(&act, puzzle.id, None)
            .await
            .unwrap();
        let losing = typed(&puzzle.puzzle.position, &puzzle.puzzle.losing);
        let act = fixture.act(WHITE);
        let (one, two) = (
            fixture.deliver(&act).await.unwrap(),
            fixture.deliver(&act).await.unwrap(),
        );
        let (one, two) = tokio::join!(
            one.try_puzzle(&act, puzzle.id, 0, &losing),
            two.try_puzzle(&act, puzzle.id, 0, &losing)
        );
        assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1);
        assert_eq!(
            record(fixture, WHITE, GameKind::ALL[1]).await.rating.games,
            1
        );
    });
}

#[test]
fn two_players_who_solve_a_puzzle_at_once_both_change_its_rating() {
    story(async |fixture| {
        let puzzle = first_of(GameKind::ALL[1]);
        let before = fixture.app.puzzle_figures(&puzzle).await.unwrap();
        let losing = typed(&puzzle.puzzle.position, &puzzle.puzzle.losing);
        for player in [WHITE, BLACK] {
            let act = fixture.act(player);
            fixture
                .app
                .open_puzzle(&act, puzzle.id, None)
                .await
                .unwrap();
        }
        let (one, two) = (fixture.act(WHITE), fixture.act(BLACK));
        let (first, second) = tokio::join!(
            fixture.app.try_puzzle(&one, puzzle.id, 0, &losing),
            fixture.app.try_puzzle(&two, puzzle.id, 0, &losing)
        );
        let gains = [first.unwrap(), second.unwrap()].map(|tried| tried.rated.unwrap());
        let after = fixture.app.puzzle_figures(&puzzle).await.unwrap();
        assert!(after.rating > before.rating && after.deviation < before.deviation);
        // The second one met a puzzle that the first had made harder.
        assert_ne!(gains[0].after.figures, gains[1].after.figures);
    });
}

#[test]
fn a_position_from_ones_own_running_game_is_refused_however_it_is_turned() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let start = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
        let position = |text: &str| after(&start, &start.read(text).unwrap());
        for turned in ["Wd4-a1", "Wd4-g4", "Wd4-d1"] {
            for player in [WHITE, BLACK] {
                let (position, now) = (position(turned), fixture.now());
                let asked = fixture.app.check_fair_puzzle(player, &position, now);
                assert_eq!(refused(asked.await), Refusal::FairPlayPuzzle, "{turned}");
            }
        }
        let may = |player: PlayerId, text: &str| {
            let (position, now) = (position(text), fixture.now());
            let app = fixture.app.clone();
            async move { app.check_fair_puzzle(player, &position, now).await }
        };
        may(THIRD, "Wd4-a1").await.unwrap();
        may(WHITE, "Wd4-a2").await.unwrap();
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        may(WHITE, "Wd4-a1").await.unwrap();
    });
}

#[test]
fn the_leaderboard_of_a_server_lists_those_who_finished_a_puzzle_there() {
    story(async |fixture| {
        let puzzle = first_of(GameKind::ALL[1]);
        solve(fixture, WHITE, &puzzle).await;
        let act = fixture.act(BLACK);
        let seen = fixture
            .app
            .solve_puzzle(&act, puzzle.id, Some(SERVER))
            .await;
        seen.unwrap();
        let act = fixture.act(THIRD);
        fixture
            .app
            .solve_puzzle(&act, puzzle.id, None)
            .await
            .unwrap();
        let leaders = async |server| {
            let now = fixture.now();
            let leaders = fixture.app.puzzle_leaders(puzzle.kind(), server, now).await;
            let players = leaders.unwrap().into_iter().map(|(player, _)| player);
            players.collect::<Vec<_>>()
        };
        assert_eq!(leaders(Some(SERVER)).await, [WHITE, BLACK]);
        assert_eq!(leaders(None).await.len(), 3);
    });
}

#[test]
fn puzzles_are_exported_and_deleted_with_personal_data() {
    story(async |fixture| {
        let puzzle = first_of(GameKind::ALL[1]);
        for player in [WHITE, BLACK] {
            solve(fixture, player, &puzzle).await;
        }
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["puzzles"][0]["puzzle"], puzzle.id.0);
        assert_eq!(all["puzzles"][0]["is_solved"], true);
        assert_eq!(all["puzzle_ratings"]["tzaar"]["solved"], 1);
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["puzzles"].as_array().unwrap().len(), 0);
        assert_eq!(all["puzzle_ratings"].as_object().unwrap().len(), 0);
        assert_eq!(record(fixture, BLACK, puzzle.kind()).await.solved, 1);
    });
}

#[test]
fn the_check_finds_counts_that_do_not_follow_from_the_attempts() {
    story(async |fixture| {
        let puzzle = first_of(GameKind::ALL[1]);
        solve(fixture, WHITE, &puzzle).await;
        fixture.tamper("UPDATE puzzle_ratings SET streak = 7").await;
        let report = hexpost::app::integrity::check(fixture.app.store()).await;
        let problems = report.unwrap().problems;
        assert!(problems[0].contains("tzaar puzzles"), "{problems:?}");
        fixture.tamper("UPDATE puzzle_ratings SET streak = 1").await;
    });
}

/// The time of a date in Warsaw's winter.
fn warsaw(day: i64, hour: i64) -> Time {
    // 1 January 2027, 00:00 in Warsaw.
    Time(1_798_758_000_000 + (day * 24 + hour) * 3_600_000)
}

fn daily(hour: u8) -> DailyPuzzle {
    DailyPuzzle {
        server: SERVER,
        channel: CHANNEL,
        hour,
        zone: "Europe/Warsaw".to_owned(),
        last: None,
    }
}

#[test]
fn the_puzzle_of_the_day_is_sent_once_a_day_by_the_clock_of_the_server() {
    story(async |fixture| {
        let app = &fixture.app;
        let due = async |now: Time| app.claim_daily_puzzles(now, 10).await.unwrap();
        let set = async |hour, now| {
            app.set_daily_puzzle(SERVER, Some(&daily(hour)), now)
                .await
                .unwrap();
        };
        set(0, warsaw(0, 12)).await;
        assert_eq!(due(warsaw(0, 23)).await, []);
        assert_eq!(app.next_due().await.unwrap(), Some(warsaw(1, 0)));
        // Midnight in Warsaw is still the day before in UTC.
        let midnight = warsaw(1, 0);
        let [first] = &due(midnight).await[..] else {
            panic!("nothing is due");
        };
        // Whoever has taken it has a minute; then it is taken again.
        assert_eq!(due(midnight + Duration::from_secs(59)).await, []);
        let again = due(midnight + Duration::from_secs(61)).await;
        assert_eq!(again, std::slice::from_ref(first));
        let puzzle = puzzle_of_day(first.day).unwrap();
        let later = midnight + Duration::from_secs(62);
        app.daily_puzzle_sent(first, puzzle.id, later)
            .await
            .unwrap();
        assert_eq!(due(warsaw(1, 23)).await, []);
        // Another hour on the same day: no second message.
        set(20, warsaw(1, 10)).await;
        assert_eq!(due(warsaw(1, 20)).await, []);
        let [second] = &due(warsaw(2, 20)).await[..] else {
            panic!("nothing is due");
        };
        assert_eq!(second.day, first.day + 1);
        assert_eq!(second.daily.last, Some((first.day, puzzle.id)));
        // The bot was away overnight: the next one comes at the usual hour.
        let night = warsaw(3, 2);
        assert_eq!(due(night + days(1)).await, []);
        assert_eq!(app.next_due().await.unwrap(), Some(warsaw(4, 20)));
        app.set_daily_puzzle(SERVER, None, night).await.unwrap();
        assert_eq!(due(warsaw(9, 20)).await, []);
    });
}

#[test]
fn the_puzzles_of_the_days_take_turns_and_come_again_only_after_all_others() {
    let count = shipped_of(GameKind::ALL[0]).count() as i64;
    let of_kind = (0..count).map(|day| puzzle_of_day(20_000 + 2 * day).unwrap());
    let ids: HashSet<_> = of_kind.map(|puzzle| puzzle.id).collect();
    assert_eq!(ids.len() as i64, count);
    let [one, two] = [20_000, 20_001].map(|day| puzzle_of_day(day).unwrap().kind());
    assert_ne!(one, two);
    assert!(puzzle_of_day(-1).is_some() && puzzle_of_day(i64::MAX).is_some());
}

#[test]
fn nobody_can_set_a_time_zone_that_does_not_exist() {
    story(async |fixture| {
        let nowhere = DailyPuzzle {
            zone: "Atlantis".to_owned(),
            ..daily(8)
        };
        let set = fixture
            .app
            .set_daily_puzzle(SERVER, Some(&nowhere), fixture.now());
        assert_eq!(refused(set.await), Refusal::UnknownZone);
    });
}
