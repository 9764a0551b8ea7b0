//! Statistics: profiles, series between two players, leaderboards, and their limits.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::BySide;

use crate::fixture::{BLACK, SERVER, THIRD, TestApp, WHITE, run, story};
use crate::ratings::win;
use hexpost::app::rating::stats::Tally;
use hexpost::model::GameResult::{Drawn, Lost, Won};
use hexpost::model::PlayerId;

#[test]
fn a_profile_shows_results_by_game_and_side_recent_form_and_series() {
    story(async |fixture| {
        let empty = fixture.app.profile(WHITE, BLACK).await.unwrap();
        assert!(empty.records.is_empty() && empty.recent.is_empty());
        win(fixture, WHITE, BLACK).await;
        win(fixture, WHITE, BLACK).await;
        win(fixture, BLACK, WHITE).await;
        win(fixture, THIRD, WHITE).await;
        // Unrated games count too; aborted games don't.
        let drawn = fixture.start("zertz", "61").await;
        fixture
            .app
            .offer_draw(&fixture.act(WHITE), drawn)
            .await
            .unwrap();
        fixture
            .app
            .accept_draw(&fixture.act(BLACK), drawn)
            .await
            .unwrap();
        let off = fixture.start("tzaar", "fixed").await;
        fixture.app.abort(&fixture.act(WHITE), off).await.unwrap();
        let profile = fixture.app.profile(WHITE, BLACK).await.unwrap();
        let [record] = &profile.records[..] else {
            panic!("{profile:?}");
        };
        assert_eq!(record.kind.as_str(), "zertz");
        assert_eq!(record.rating.unwrap().games, 4);
        let tally = |won, lost, drawn| Tally { won, lost, drawn };
        assert_eq!(record.tallies.first, tally(2, 0, 1));
        assert_eq!(record.tallies.second, tally(0, 2, 0));
        assert_eq!(record.against, tally(2, 1, 1));
        assert_eq!(profile.recent, [Drawn, Lost, Lost, Won, Won]);
        let own = fixture.app.profile(WHITE, WHITE).await.unwrap();
        assert_eq!(own.records[0].against, Tally::default());
        let summary = fixture.app.game_summary(drawn).await.unwrap();
        assert_eq!(summary.series, tally(2, 1, 1));
        assert_eq!(summary.shifts, BySide::default());
        // The series is relative to the first player of the latest game.
        let last = win(fixture, BLACK, WHITE).await;
        let summary = fixture.app.game_summary(last).await.unwrap();
        assert_eq!(summary.series, tally(2, 2, 1));
    });
}

/// Columns and shared values of the rows of an accepted challenge and its game; the ids, players
/// and time of ending come first.
const CHALLENGE: &str =
    "id, game, variant, seat, is_rated, secret, state, made_at, decided_at, action";
const CHALLENGED: &str = "'zertz', '37', 'mine', true, 'abc', 'accepted', 1, 2, 99";
const GAME: &str = "id, first, second, finished_at, server, game, variant, rules, is_rated, \
    started_at, seq, board, plies, turn_at, winner, how, seen_first, seen_second";
const RESIGNED: &str = "50, 'zertz', '37', 1, true, 2, 1, 0, 0, 2, 0, 'resignation', 0, 0";

/// Ratings of many players, written directly into the tables: players with even ids have settled
/// ratings, and one of them has played on the server.
async fn many(fixture: &TestApp, count: i64) {
    let now = fixture.now().0;
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
    fixture.tamper(&sql).await;
}

#[test]
fn the_leaderboard_is_paginated_and_shows_the_viewers_place() {
    run(async {
        let fixture = TestApp::open().await;
        many(&fixture, 10_000).await;
        let zertz = GameKind::ALL[0];
        assert_eq!(zertz.as_str(), "zertz");
        let me = PlayerId(5_000_000 + 4000);
        let page = async |number| {
            let now = fixture.now();
            let size = 10;
            fixture
                .app
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
        // The player's own place is the one in the list.
        let there = page(300).await;
        assert_eq!(there.lines[0], own);
        // Players without a place come after those with one; page numbers beyond the last show the
        // last page.
        let border = page(500).await;
        assert_eq!(border.lines[0].player, PlayerId(5_009_999));
        assert!(border.lines.iter().all(|line| line.place.is_none()));
        let last = page(usize::from(u16::MAX)).await;
        assert_eq!((last.page, last.lines.len()), (999, 10));
        assert_eq!(last.lines[9].player, PlayerId(5_000_001));
        // Every player is listed exactly once.
        let mut seen = std::collections::HashSet::new();
        for number in [0, 1, 2, 498, 499, 500, 501, 998, 999] {
            for line in page(number).await.lines {
                assert!(seen.insert(line.player), "{line:?} twice");
            }
        }
        // On the server there is one player.
        let server = Some(SERVER);
        let here = fixture
            .app
            .leaders(zertz, server, me, (0, 10), fixture.now())
            .await
            .unwrap();
        assert_eq!((here.lines.len(), here.pages, here.own), (1, 1, None));
        // In the other game there are none.
        let other = GameKind::ALL[1];
        let none = fixture
            .app
            .leaders(other, None, me, (3, 10), fixture.now())
            .await
            .unwrap();
        assert_eq!((none.page, none.pages, none.lines.len()), (0, 1, 0));
        fixture.app.close().await;
    });
}

#[test]
fn ten_thousand_finished_games_of_one_player_are_summed() {
    run(async {
        let fixture = TestApp::open().await;
        let now = fixture.now().0;
        let sql = format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
             INSERT INTO challenges ({CHALLENGE}) SELECT i, {CHALLENGED} FROM n;
             INSERT INTO games ({GAME})
             SELECT id, CASE id % 2 WHEN 0 THEN 1000001 ELSE 1000002 END,
                 CASE id % 2 WHEN 1 THEN 1000001 ELSE 1000002 END, {now} + id, {RESIGNED}
             FROM challenges;"
        );
        fixture.tamper(&sql).await;
        let profile = fixture.app.profile(WHITE, BLACK).await.unwrap();
        let record = &profile.records[0];
        assert_eq!(
            (record.tallies.first.won, record.tallies.second.lost),
            (5000, 5000)
        );
        assert_eq!((record.against.won, record.against.lost), (5000, 5000));
        assert_eq!(profile.recent.len(), 10);
        fixture.app.close().await;
    });
}
