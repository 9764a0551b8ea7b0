//! Ratings: which games count, what they change, and that all of it can be worked out again.

use std::sync::Arc;
use std::time::Duration;

use hexpost::app::check::check;
use hexpost::app::glicko::{START, after, idle};
use hexpost::app::rating::{SETTLED, current, is_provisional};
use hexpost::app::standing::{Came, Tally};
use hexpost::app::{Act, GRACE};
use hexpost::engine::game::GameKind;
use hexpost::engine::random::SplitMix64;
use hexpost::engine::side::{BySide, Side};
use hexpost::store::challenges::Terms;
use hexpost::store::rated_games::Shift;
use hexpost::store::ratings::{Figures, Rating};
use hexpost::store::{GameId, InteractionId, PlayerId};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::desk::{BLACK, Desk, SERVER, THIRD, WHITE, challenge_to, days, run, story, terms};
use crate::files::tamper;

fn rated(game: &str, variant: &str) -> Terms {
    Terms {
        is_rated: true,
        ..terms(game, variant)
    }
}

async fn rating(desk: &Desk, player: PlayerId, kind: &str) -> Option<Rating> {
    let mut session = desk.app.store().read().await.unwrap();
    session.rating(player, kind).await.unwrap()
}

async fn shifts(desk: &Desk, id: GameId) -> BySide<Option<Shift>> {
    desk.app.upshot(id).await.unwrap().shifts
}

/// A rated game between two, the first of whom moves first and wins.
async fn win(desk: &Desk, winner: PlayerId, loser: PlayerId) -> GameId {
    let new = challenge_to(loser, rated("zertz", "37"));
    let id = desk.challenge(winner, new).await.unwrap().id;
    desk.accept(loser, id).await.unwrap();
    desk.app.resign(&desk.act(loser), id).await.unwrap();
    id
}

fn figures(rating: f64, deviation: f64) -> Figures {
    Figures {
        rating,
        deviation,
        ..START
    }
}

#[test]
fn the_worked_example_of_glickmans_paper_comes_out() {
    let results = [
        (figures(1400.0, 30.0), 1.0),
        (figures(1550.0, 100.0), 0.0),
        (figures(1700.0, 300.0), 0.0),
    ];
    let after = after(&figures(1500.0, 200.0), &results);
    assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.059_996).abs() < 1e-6, "{after:?}");
}

#[test]
fn figures_are_those_of_another_glicko_2() {
    let mut numbers = SplitMix64::new(7);
    let mut between = |low: f64, high: f64| {
        let part = numbers.below(1 << 32) as f64 / f64::from(u32::MAX);
        low + part * (high - low)
    };
    for round in 0..3000 {
        let mut player = || Figures {
            rating: between(600.0, 2600.0),
            deviation: between(30.0, 350.0),
            volatility: between(0.02, 0.12),
        };
        let one = player();
        let results: Vec<(Figures, f64)> = (0..=round % 4)
            .map(|score| (player(), f64::from(score % 3) / 2.0))
            .collect();
        let plain = |figures: &Figures| Glicko2Rating {
            rating: figures.rating,
            deviation: figures.deviation,
            volatility: figures.volatility,
        };
        let theirs: Vec<(Glicko2Rating, Outcomes)> = results
            .iter()
            .map(|(opponent, score)| {
                let outcome = match score {
                    1.0 => Outcomes::WIN,
                    0.0 => Outcomes::LOSS,
                    _ => Outcomes::DRAW,
                };
                (plain(opponent), outcome)
            })
            .collect();
        let theirs = glicko2_rating_period(&plain(&one), &theirs, &Glicko2Config::new());
        let ours = after(&one, &results);
        let deviation = theirs.deviation.min(350.0);
        assert!((ours.rating - theirs.rating).abs() < 1e-6, "{one:?}");
        assert!((ours.deviation - deviation).abs() < 1e-6, "{one:?}");
        assert!(
            (ours.volatility - theirs.volatility).abs() < 1e-9,
            "{one:?}"
        );
    }
}

#[test]
fn figures_stay_sane_however_far_apart_two_players_are() {
    for gap in [0.0, 1e2, 1e3, 1e4, 1e6] {
        for score in [0.0, 0.5, 1.0] {
            let strong = figures(1500.0 + gap, 50.0);
            let after = after(&figures(1500.0, 350.0), &[(strong, score)]);
            for figure in [after.rating, after.deviation, after.volatility] {
                assert!(figure.is_finite(), "{gap} {score}: {after:?}");
            }
            assert!(after.deviation <= 350.0 && after.volatility < 1.0);
        }
    }
    assert_eq!(idle(&START, 100_000).deviation, START.deviation);
    assert_eq!(idle(&START, -3), START);
}

#[test]
fn figures_have_these_very_bits_on_every_machine() {
    let mut one = START;
    let mut other = START;
    for score in [1.0, 0.5, 1.0, 0.0, 1.0] {
        let after_one = after(&one, &[(other, score)]);
        other = after(&other, &[(one, 1.0 - score)]);
        one = after_one;
    }
    let bits = [one.rating, one.deviation, one.volatility].map(f64::to_bits);
    assert_eq!(bits, BITS, "{one:?}");
}

/// What five games have led to.
const BITS: [u64; 3] = [
    4_654_652_028_651_179_658,
    4_640_845_822_712_609_929,
    4_588_807_897_965_639_838,
];

#[test]
fn only_games_that_both_agreed_to_rate_change_ratings() {
    story(async |desk| {
        let friendly = desk.start("zertz", "37").await;
        desk.app.resign(&desk.act(BLACK), friendly).await.unwrap();
        assert_eq!(rating(desk, WHITE, "zertz").await, None);
        let id = win(desk, WHITE, BLACK).await;
        let white = rating(desk, WHITE, "zertz").await.unwrap();
        let black = rating(desk, BLACK, "zertz").await.unwrap();
        assert!(white.figures.rating > 1600.0 && black.figures.rating < 1400.0);
        assert_eq!((white.games, white.at), (1, desk.now()));
        assert!(is_provisional(&white, desk.now()));
        let shifts = shifts(desk, id).await;
        assert_eq!(shifts.first.unwrap().before, START);
        assert_eq!(shifts.first.unwrap().after, white);
        assert_eq!(shifts.second.unwrap().after, black);
        // Each game has its own ratings.
        assert_eq!(rating(desk, WHITE, "tzaar").await, None);
        // Terms say whether a game is rated, and so does the game that is made of them.
        assert!(desk.game(id).await.row.is_rated);
    });
}

#[test]
fn ends_with_a_result_count_and_others_do_not() {
    story(async |desk| {
        let app = &desk.app;
        let counted = async |id| shifts(desk, id).await.first.is_some();
        // Called off.
        let id = desk.start_with(rated("zertz", "37")).await;
        app.abort(&desk.act(WHITE), id).await.unwrap();
        assert!(!counted(id).await);
        // By a moderator, without and with a winner.
        let id = desk.start_with(rated("zertz", "37")).await;
        app.moderate(&desk.act(THIRD), id, None).await.unwrap();
        assert!(!counted(id).await);
        let id = desk.start_with(rated("zertz", "37")).await;
        let winner = Some(Side::Second);
        app.moderate(&desk.act(THIRD), id, winner).await.unwrap();
        assert!(counted(id).await);
        // Closed for silence.
        let id = desk.start_with(rated("zertz", "37")).await;
        desk.wait(days(31));
        app.notice_silence(&desk.act(BLACK), id).await.unwrap();
        desk.wait(GRACE);
        app.close_silent(&desk.act(BLACK), id).await.unwrap();
        assert!(!counted(id).await);
        // A draw by agreement.
        let id = desk.start_with(rated("tzaar", "fixed")).await;
        app.offer_draw(&desk.act(WHITE), id).await.unwrap();
        app.accept_draw(&desk.act(BLACK), id).await.unwrap();
        assert!(counted(id).await);
        let shift = shifts(desk, id).await.first.unwrap();
        assert_eq!(shift.after.figures.rating, 1500.0);
        assert!(shift.after.figures.deviation < 350.0);
        // Time.
        let timed = Terms {
            days: Some(1),
            ..rated("zertz", "37")
        };
        let id = desk.start_with(timed).await;
        desk.wait(days(30));
        desk.sweep().await;
        desk.wait(days(30));
        desk.sweep().await;
        assert!(desk.game(id).await.is_over());
        assert!(counted(id).await);
    });
}

#[test]
fn a_rated_game_that_no_longer_replays_still_counts_when_it_is_ended() {
    run(async {
        let desk = Desk::open().await;
        let id = desk.start_with(rated("zertz", "37")).await;
        desk.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        let path = desk.app.store().path().to_owned();
        let junk = "UPDATE events SET data = 'Bd4-g1' WHERE game = 1 AND seq = 2";
        tamper(&path, junk).await;
        let winner = Some(Side::First);
        let act = desk.act(THIRD);
        desk.app.moderate(&act, id, winner).await.unwrap();
        let white = rating(&desk, WHITE, "zertz").await.unwrap();
        assert!(white.figures.rating > 1600.0);
        // The game itself is damaged, its ratings are not.
        let report = check(desk.app.store()).await.unwrap();
        let is_of_ratings =
            |problem: &&String| problem.contains("rat") || problem.contains("count");
        assert_eq!(report.problems.iter().filter(is_of_ratings).count(), 0);
        desk.app.close().await;
    });
}

#[test]
fn games_that_end_at_the_same_moment_all_count() {
    run(async {
        let desk = Desk::open().await;
        let mut ids = Vec::new();
        for _ in 0..150 {
            ids.push(desk.start_with(rated("zertz", "37")).await);
        }
        let now = desk.now();
        let app = Arc::new(desk.app);
        let tasks: Vec<_> = (0..)
            .zip(ids)
            .map(|(number, id)| {
                let app = Arc::clone(&app);
                let by = if number % 3 == 0 { WHITE } else { BLACK };
                let act = Act {
                    by,
                    interaction: InteractionId(1_000_000 + number),
                    board: None,
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
        let black = session.rating(BLACK, "zertz").await.unwrap().unwrap();
        assert_eq!((white.games, black.games), (150, 150));
        drop(session);
        let report = check(app.store()).await.unwrap();
        assert!(report.problems.is_empty(), "{:#?}", report.problems);
    });
}

#[test]
fn a_look_at_everything_while_people_play_and_leave_finds_nothing_wrong() {
    run(async {
        let desk = Desk::open().await;
        let players: Vec<PlayerId> = (1..6).map(PlayerId).collect();
        let mut games = Vec::new();
        for round in 0..20 {
            for pair in players.windows(2) {
                let new = challenge_to(pair[1], rated("zertz", "37"));
                let id = desk.challenge(pair[0], new).await.unwrap().id;
                desk.accept(pair[1], id).await.unwrap();
                games.push((desk.act(pair[round % 2]), id));
            }
        }
        let leaves: Vec<Act> = players.iter().map(|player| desk.act(*player)).collect();
        let app = Arc::new(desk.app);
        let play = tokio::spawn({
            let app = Arc::clone(&app);
            async move {
                for (number, (act, id)) in games.into_iter().enumerate() {
                    // Someone who has left has resigned.
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
    story(async |desk| {
        for _ in 0..12 {
            win(desk, WHITE, BLACK).await;
            win(desk, BLACK, WHITE).await;
        }
        let white = rating(desk, WHITE, "zertz").await.unwrap();
        assert!(white.figures.deviation < SETTLED, "{white:?}");
        assert!(!is_provisional(&white, desk.now()));
        let mut last = white.figures.deviation;
        for week in 1..200 {
            let then = white.at + days(7 * week);
            let figures = current(Some(&white), then);
            assert!(figures.deviation >= last && figures.deviation <= 350.0);
            assert_eq!(figures.rating, white.figures.rating);
            assert_eq!(figures, current(Some(&white), then + days(6)));
            // What is known beforehand is what is found when one looks.
            let is_large = figures.deviation > SETTLED;
            assert_eq!(is_provisional(&white, then), is_large, "week {week}");
            last = figures.deviation;
        }
        assert!(is_provisional(&white, white.at + days(7 * 199)));
        // Nothing is written by looking; the next game begins from what has grown.
        desk.wait(days(70));
        assert_eq!(rating(desk, WHITE, "zertz").await.unwrap(), white);
        let id = win(desk, BLACK, WHITE).await;
        let shift = shifts(desk, id).await.second.unwrap();
        assert_eq!(shift.before, current(Some(&white), desk.now()));
        assert!(shift.before.deviation > white.figures.deviation);
    });
}

#[test]
fn whoever_is_forgotten_leaves_figures_without_a_number() {
    const LEAVER: PlayerId = PlayerId(123_456_789_012_345);
    story(async |desk| {
        win(desk, LEAVER, BLACK).await;
        win(desk, BLACK, WHITE).await;
        let new = challenge_to(BLACK, rated("zertz", "37"));
        let running = desk.challenge(LEAVER, new).await.unwrap().id;
        desk.accept(BLACK, running).await.unwrap();
        let all = desk.app.export(LEAVER, desk.now()).await.unwrap();
        assert_eq!(all["ratings"]["zertz"]["games"], 1);
        assert_eq!(all["rated_games"][0]["before"]["rating"], 1500.0);
        let before = rating(desk, BLACK, "zertz").await.unwrap();
        desk.app.forget(&desk.act(LEAVER)).await.unwrap();
        // The game that was running is resigned, and counts.
        let black = rating(desk, BLACK, "zertz").await.unwrap();
        assert_eq!(black.games, before.games + 1);
        assert!(black.figures.rating > before.figures.rating);
        assert_eq!(rating(desk, LEAVER, "zertz").await, None);
        let all = desk.app.export(LEAVER, desk.now()).await.unwrap();
        assert_eq!(all["rated_games"].as_array().unwrap().len(), 0);
        assert_eq!(all["ratings"].as_object().unwrap().len(), 0);
        let path = desk.app.store().path().to_owned();
        for end in ["", "-wal"] {
            let file = format!("{}{end}", path.display());
            let bytes = std::fs::read(file).unwrap_or_default();
            let number = &LEAVER.0.to_be_bytes()[2..];
            assert!(!bytes.windows(6).any(|part| part == number), "{end}");
        }
        desk.assert_sound().await;
        // Whoever comes back begins anew.
        win(desk, LEAVER, BLACK).await;
        let back = rating(desk, LEAVER, "zertz").await.unwrap();
        assert_eq!(back.games, 1);
    });
}

#[test]
fn a_figure_that_was_changed_is_found() {
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
    ];
    for damage in damages {
        run(async {
            let desk = Desk::open().await;
            for _ in 0..2 {
                win(&desk, WHITE, BLACK).await;
                win(&desk, THIRD, WHITE).await;
            }
            desk.assert_sound().await;
            tamper(desk.app.store().path(), damage).await;
            let report = check(desk.app.store()).await.unwrap();
            let is_of_ratings =
                |problem: &&String| problem.contains("rating") || problem.contains("counted");
            let found = report.problems.iter().filter(is_of_ratings).count();
            assert!(found > 0, "{damage}: {:#?}", report.problems);
            desk.app.close().await;
        });
    }
}

#[test]
fn a_profile_tells_results_by_game_and_side_form_and_series() {
    story(async |desk| {
        let empty = desk.app.profile(WHITE, BLACK).await.unwrap();
        assert!(empty.records.is_empty() && empty.recent.is_empty());
        win(desk, WHITE, BLACK).await;
        win(desk, WHITE, BLACK).await;
        win(desk, BLACK, WHITE).await;
        win(desk, THIRD, WHITE).await;
        // Friendly games are results, too; what was called off is none.
        let drawn = desk.start("zertz", "61").await;
        desk.app.offer_draw(&desk.act(WHITE), drawn).await.unwrap();
        desk.app.accept_draw(&desk.act(BLACK), drawn).await.unwrap();
        let off = desk.start("tzaar", "fixed").await;
        desk.app.abort(&desk.act(WHITE), off).await.unwrap();
        let profile = desk.app.profile(WHITE, BLACK).await.unwrap();
        let [record] = &profile.records[..] else {
            panic!("{profile:?}");
        };
        assert_eq!(record.kind.as_str(), "zertz");
        assert_eq!(record.rating.unwrap().games, 4);
        let tally = |won, lost, drawn| Tally { won, lost, drawn };
        assert_eq!(record.tallies.first, tally(2, 0, 1));
        assert_eq!(record.tallies.second, tally(0, 2, 0));
        assert_eq!(record.against, tally(2, 1, 1));
        use Came::{Drawn, Lost, Won};
        assert_eq!(profile.recent, [Drawn, Lost, Lost, Won, Won]);
        let own = desk.app.profile(WHITE, WHITE).await.unwrap();
        assert_eq!(own.records[0].against, Tally::default());
        let upshot = desk.app.upshot(drawn).await.unwrap();
        assert_eq!(upshot.series, tally(2, 1, 1));
        assert_eq!(upshot.shifts, BySide::default());
        // Who sat on the other side in the last game sees the same from there.
        let last = win(desk, BLACK, WHITE).await;
        let upshot = desk.app.upshot(last).await.unwrap();
        assert_eq!(upshot.series, tally(2, 2, 1));
    });
}

/// A challenge that was accepted and the game that became of it, as rows: numbers, players and the end come
/// before what is alike in all of them.
const CHALLENGE: &str =
    "id, game, variant, seat, is_rated, secret, state, made_at, decided_at, action";
const CHALLENGED: &str = "'zertz', '37', 'mine', true, 'abc', 'accepted', 1, 2, 99";
const GAME: &str = "id, first, second, finished_at, server, game, variant, rules, is_rated, \
    started_at, seq, board, plies, turn_at, winner, how, seen_first, seen_second";
const RESIGNED: &str = "50, 'zertz', '37', 1, true, 2, 1, 0, 0, 2, 0, 'resignation', 0, 0";

/// Ratings of many players, written straight into the tables: those with even numbers are settled, and
/// one of them has played on the server.
async fn many(desk: &Desk, count: i64) {
    let now = desk.now().0;
    let sql = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
         INSERT INTO ratings SELECT 5000000 + i, 'zertz', 1000.0 + i / 10.0, 80.0, 0.06, 20, {now},
             CASE i % 2 WHEN 0 THEN {now} + 1000000000 ELSE {now} END FROM n;
         INSERT INTO challenges ({CHALLENGE}) VALUES (1, {CHALLENGED});
         INSERT INTO games ({GAME}) VALUES (1, 1, 2, {now}, {RESIGNED});
         INSERT INTO rated_games SELECT 1, 0, 1, 'zertz', {server}, 5000010, 1500, 350, 0.06, 1001.0,
             80.0, 0.06, 20, {now}, {now};",
        server = SERVER.0
    );
    tamper(desk.app.store().path(), &sql).await;
}

#[test]
fn the_best_come_page_by_page_with_ones_own_place() {
    run(async {
        let desk = Desk::open().await;
        many(&desk, 10_000).await;
        let zertz = GameKind::ALL[0];
        assert_eq!(zertz.as_str(), "zertz");
        let me = PlayerId(5_000_000 + 4000);
        let page = async |number| {
            let now = desk.now();
            let size = 10;
            desk.app
                .leaders(zertz, None, me, (number, size), now)
                .await
                .unwrap()
        };
        let first = page(0).await;
        assert_eq!((first.pages, first.placed), (1000, 5000));
        assert_eq!(first.lines.len(), 10);
        assert_eq!(first.lines[0].player, PlayerId(5_010_000));
        assert_eq!(first.lines[0].place, Some(1));
        assert_eq!(first.lines[9].place, Some(10));
        let own = first.own.unwrap();
        assert_eq!((own.player, own.place), (me, Some(3001)));
        // The own place is the one in the list.
        let there = page(300).await;
        assert_eq!(there.lines[0], own);
        // After those who have a place come the others, and no page is beyond the last.
        let border = page(500).await;
        assert_eq!(border.lines[0].player, PlayerId(5_009_999));
        assert!(border.lines.iter().all(|line| line.place.is_none()));
        let last = page(usize::from(u16::MAX)).await;
        assert_eq!((last.page, last.lines.len()), (999, 10));
        assert_eq!(last.lines[9].player, PlayerId(5_000_001));
        // Everyone is somewhere, once.
        let mut seen = std::collections::HashSet::new();
        for number in [0, 1, 2, 498, 499, 500, 501, 998, 999] {
            for line in page(number).await.lines {
                assert!(seen.insert(line.player), "{line:?} twice");
            }
        }
        // On the server there is one.
        let server = Some(SERVER);
        let here = desk
            .app
            .leaders(zertz, server, me, (0, 10), desk.now())
            .await
            .unwrap();
        assert_eq!((here.lines.len(), here.pages, here.own), (1, 1, None));
        // In the other game there is nobody.
        let other = GameKind::ALL[1];
        let none = desk
            .app
            .leaders(other, None, me, (3, 10), desk.now())
            .await
            .unwrap();
        assert_eq!((none.page, none.pages, none.lines.len()), (0, 1, 0));
        desk.app.close().await;
    });
}

#[test]
fn ten_thousand_finished_games_of_one_player_are_added_up() {
    run(async {
        let desk = Desk::open().await;
        let now = desk.now().0;
        let sql = format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
             INSERT INTO challenges ({CHALLENGE}) SELECT i, {CHALLENGED} FROM n;
             INSERT INTO games ({GAME})
             SELECT id, CASE id % 2 WHEN 0 THEN 1000001 ELSE 1000002 END,
                 CASE id % 2 WHEN 1 THEN 1000001 ELSE 1000002 END, {now} + id, {RESIGNED}
             FROM challenges;"
        );
        tamper(desk.app.store().path(), &sql).await;
        let profile = desk.app.profile(WHITE, BLACK).await.unwrap();
        let record = &profile.records[0];
        assert_eq!(
            (record.tallies.first.won, record.tallies.second.lost),
            (5000, 5000)
        );
        assert_eq!((record.against.won, record.against.lost), (5000, 5000));
        assert_eq!(profile.recent.len(), 10);
        desk.app.close().await;
    });
}

/// Arbitrary rated games of a few people: ends of every kind, several at once, taking back, restarts,
/// people who leave and come back, long pauses.
fn league(seed: u64) {
    run(async {
        let mut desk = Desk::open().await;
        let mut numbers = SplitMix64::new(seed);
        let mut counted = 0;
        for round in 0..60 {
            let mut running = Vec::new();
            for _ in 0..1 + numbers.below(6) {
                let one = 1 + numbers.below(4) as i64;
                let other = 1 + (one + numbers.below(3) as i64) % 4;
                let game = [("zertz", "37"), ("tzaar", "fixed")][numbers.below(2) as usize];
                let mut terms = rated(game.0, game.1);
                terms.is_rated = numbers.below(5) > 0;
                let new = challenge_to(PlayerId(other), terms);
                let Ok(challenge) = desk.challenge(PlayerId(one), new).await else {
                    continue;
                };
                desk.accept(PlayerId(other), challenge.id).await.unwrap();
                running.push((challenge.id, PlayerId(one), PlayerId(other)));
            }
            // A turn that is taken back changes nothing.
            if let Some((id, one, _)) = running.first() {
                let game = desk.game(*id).await;
                let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
                let text = game.record.game().write(&turn).unwrap();
                desk.play(*one, *id, &text).await.unwrap();
                desk.app.take_back(&desk.act(*one), *id).await.unwrap();
            }
            let before = all_games(&desk).await;
            let acts: Vec<_> = running
                .iter()
                .map(|(id, one, other)| (*id, desk.act(*one), desk.act(*other), numbers.below(6)))
                .collect();
            // All of them end together.
            let ends = acts.iter().map(|(id, one, other, how)| {
                let app = &desk.app;
                async move {
                    match how {
                        0 => drop(app.abort(one, *id).await.unwrap()),
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
            counted += all_games(&desk).await - before;
            match numbers.below(8) {
                0 => desk.restart().await,
                1 => {
                    let leaver = PlayerId(1 + numbers.below(4) as i64);
                    desk.app.forget(&desk.act(leaver)).await.unwrap();
                }
                2 => desk.wait(days(numbers.below(400))),
                _ => desk.wait(Duration::from_secs(numbers.below(100_000))),
            }
            if round % 6 == 0 {
                desk.assert_sound().await;
            }
        }
        desk.assert_sound().await;
        assert!(counted > 40, "{counted}");
        desk.app.close().await;
    });
}

/// How many rated games were counted so far.
async fn all_games(desk: &Desk) -> usize {
    let mut session = desk.app.store().read().await.unwrap();
    session.counted_after(None, 100_000).await.unwrap().len() / 2
}

/// Waits for all of these at once.
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
fn whatever_is_played_ratings_come_out_the_same_again_1() {
    league(1);
}

#[test]
fn whatever_is_played_ratings_come_out_the_same_again_2() {
    league(2);
}

#[test]
fn whatever_is_played_ratings_come_out_the_same_again_3() {
    league(3);
}
