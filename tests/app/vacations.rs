//! Vacations: clocks are stopped by events in each game.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::fixture::{
    BLACK, THIRD, TestApp, WHITE, challenge_to, days, refused, run, story, terms,
};
use hexpost::app::integrity::check;
use hexpost::app::notify::notice::Notice;
use hexpost::app::time::reminders::Reminders;
use hexpost::app::{Limits, Refusal};
use hexpost::model::{GameId, Pace, Terms, Time};

fn paced(days: i64) -> Terms {
    Terms {
        pace: Some(Pace::days(days)),
        ..terms("zertz", "37")
    }
}

async fn deadline(fixture: &TestApp, id: GameId) -> Option<Time> {
    fixture.game(id).await.row.status.deadline
}

/// Sets White's time zone.
async fn lives(fixture: &TestApp, zone: &str) {
    let wishes = Reminders {
        zone: Some(zone.to_owned()),
        ..Reminders::default()
    };
    let act = fixture.act(WHITE);
    fixture.app.set_reminders(&act, &wishes).await.unwrap();
}

#[test]
fn a_vacation_stops_the_clock_and_restores_it_unchanged() {
    story(async |fixture| {
        let id = fixture.start_with(paced(3)).await;
        let unclocked = fixture.start("tzaar", "fixed").await;
        let end = deadline(fixture, id).await.unwrap();
        fixture.wait(days(1));
        fixture.notifications().await;
        let act = fixture.act(WHITE);
        let vacation = fixture.app.take_vacation(&act, None, 10).await.unwrap();
        assert_eq!(vacation.ends_at, act.now + days(10));
        let left = end.0 - act.now.0;
        fixture.sweep().await;
        let game = fixture.game(id).await;
        assert_eq!(game.row.status.deadline, None);
        assert_eq!(game.row.status.due_at, None);
        let away = game.clock.away(Side::First).unwrap();
        assert_eq!(away.until, vacation.ends_at);
        assert!(
            fixture
                .game(unclocked)
                .await
                .clock
                .away(Side::First)
                .is_some()
        );
        // Only the board with a deadline is outdated; the other game has no time control.
        assert_eq!(fixture.notifications().await, [(Notice::Away, Some(BLACK))]);
        assert_eq!(
            fixture.app.away_until(WHITE).await.unwrap(),
            Some(away.until)
        );
        let claimed = fixture.app.claim(&fixture.act(BLACK), id).await;
        assert_eq!(refused(claimed), Refusal::Away(away.until));
        fixture.wait(days(9));
        assert!(fixture.sweep().await.is_empty(), "nobody is reminded");
        fixture.wait(days(1));
        fixture.sweep().await;
        assert_eq!(fixture.notifications().await, [(Notice::Back, Some(BLACK))]);
        assert_eq!(
            deadline(fixture, id).await,
            Some(Time(fixture.now().0 + left))
        );
        assert_eq!(fixture.app.away_until(WHITE).await.unwrap(), None);
    });
}

#[test]
fn a_vacation_stops_only_the_clock_of_the_player_on_vacation() {
    story(async |fixture| {
        let id = fixture.start_with(paced(3)).await;
        fixture
            .app
            .take_vacation(&fixture.act(WHITE), None, 10)
            .await
            .unwrap();
        fixture.sweep().await;
        // A player on vacation may still move, and then the opponent's clock runs.
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(deadline(fixture, id).await, Some(fixture.now() + days(3)));
        fixture.plays(id, &["Bb3-g1"]).await;
        assert_eq!(deadline(fixture, id).await, None);
        fixture.app.end_vacation(&fixture.act(WHITE)).await.unwrap();
        fixture.sweep().await;
        let left = deadline(fixture, id).await.unwrap().0 - fixture.now().0;
        assert_eq!(left, days(3).as_millis() as i64);
    });
}

#[test]
fn a_vacation_does_not_lift_a_fallen_flag() {
    story(async |fixture| {
        let late = fixture.start_with(paced(1)).await;
        fixture.wait(days(2));
        let fresh = fixture.start_with(paced(1)).await;
        fixture
            .app
            .take_vacation(&fixture.act(WHITE), None, 5)
            .await
            .unwrap();
        fixture.sweep().await;
        assert!(fixture.game(late).await.clock.away(Side::First).is_none());
        assert!(fixture.game(fresh).await.clock.away(Side::First).is_some());
        fixture.app.claim(&fixture.act(BLACK), late).await.unwrap();
    });
}

#[test]
fn games_started_during_a_vacation_are_stopped_too() {
    story(async |fixture| {
        let early = challenge_to(BLACK, paced(1));
        let early = fixture.challenge(WHITE, early).await.unwrap().id;
        let running = fixture.start_with(paced(2)).await;
        fixture
            .app
            .take_vacation(&fixture.act(WHITE), None, 5)
            .await
            .unwrap();
        fixture.sweep().await;
        // Its id is lower than that of a game that was already stopped.
        fixture.accept(BLACK, early).await.unwrap();
        fixture.sweep().await;
        for id in [early, running] {
            assert!(fixture.game(id).await.clock.away(Side::First).is_some());
            assert!(fixture.game(id).await.clock.away(Side::Second).is_none());
        }
        fixture.wait(days(5));
        fixture.sweep().await;
        for id in [early, running] {
            assert!(fixture.game(id).await.clock.away(Side::First).is_none());
        }
    });
}

#[test]
fn invalid_vacations_are_refused_and_change_nothing() {
    story(async |fixture| {
        lives(fixture, "Europe/Warsaw").await;
        let take = async |from: Option<&str>, days: i64| {
            let act = fixture.act(WHITE);
            refused(fixture.app.take_vacation(&act, from, days).await)
        };
        for count in [0, -1, 31, 400, i64::MAX] {
            assert_eq!(take(None, count).await, Refusal::VacationDays(30));
        }
        assert_eq!(take(Some("2026-01-01"), 5).await, Refusal::PastDate);
        assert_eq!(take(Some("2030-01-01"), 5).await, Refusal::FarDate);
        for text in ["soon", "2027-02-30", "", "1/2/2027"] {
            assert_eq!(take(Some(text), 5).await, Refusal::Date, "{text}");
        }
        let none = fixture.app.end_vacation(&fixture.act(WHITE)).await;
        assert_eq!(refused(none), Refusal::NoVacation);
        let act = fixture.act(WHITE);
        let app = fixture.deliver(&act).await.unwrap();
        let taken = app.take_vacation(&act, None, 5).await.unwrap();
        assert_eq!(take(None, 2).await, Refusal::OnVacation(taken.ends_at));
        assert_eq!(refused(fixture.deliver(&act).await), Refusal::Repeated);
    });
}

#[test]
fn vacation_days_are_counted_per_calendar_year_in_the_players_time_zone() {
    story(async |fixture| {
        // The test starts on 15 January 2027.
        lives(fixture, "Europe/Warsaw").await;
        let act = fixture.act(WHITE);
        let leave = async || fixture.app.leave(WHITE, fixture.now()).await.unwrap();
        let planned = fixture
            .app
            .take_vacation(&act, Some("27.03"), 3)
            .await
            .unwrap();
        // From midnight to midnight, across the change to summer time.
        let long = planned.ends_at.0 - planned.starts_at.0;
        assert_eq!(long, days(3).as_millis() as i64 - 60 * 60 * 1000);
        assert_eq!(leave().await.used, 3);
        fixture.app.end_vacation(&fixture.act(WHITE)).await.unwrap();
        assert_eq!(leave().await.used, 0, "a cancelled vacation costs nothing");
        // A vacation that is ended early costs the days that have begun.
        let act = fixture.act(WHITE);
        fixture.app.take_vacation(&act, None, 20).await.unwrap();
        fixture.sweep().await;
        fixture.wait(days(2) + Duration::from_hours(1));
        fixture.app.end_vacation(&fixture.act(WHITE)).await.unwrap();
        fixture.sweep().await;
        assert_eq!(leave().await.used, 3);
        let act = fixture.act(WHITE);
        let many = fixture.app.take_vacation(&act, None, 28).await;
        assert_eq!(refused(many), Refusal::NoVacationLeft(27));
        // Around New Year each day counts in its own year.
        let act = fixture.act(WHITE);
        let late = fixture
            .app
            .take_vacation(&act, Some("2027-12-30"), 30)
            .await;
        late.unwrap();
        assert_eq!(leave().await.used, 5);
    });
}

#[test]
fn the_host_can_set_the_number_of_vacation_days() {
    run(async {
        let limits = Limits {
            vacation_days: 0,
            ..Limits::default()
        };
        let fixture = TestApp::with_limits(limits).await;
        let act = fixture.act(WHITE);
        let none = fixture.app.take_vacation(&act, None, 1).await;
        assert_eq!(refused(none), Refusal::VacationDays(0));
    });
}

#[test]
fn stopping_the_games_of_a_vacation_continues_after_a_restart() {
    story(async |fixture| {
        let mut ids = Vec::new();
        for index in 0..120 {
            // Each game has another opponent, so that no challenge is a duplicate.
            let other = hexpost::model::PlayerId(2_000 + index);
            let new = challenge_to(other, paced(2));
            let id = fixture.challenge(WHITE, new).await.unwrap().id;
            fixture.accept(other, id).await.unwrap();
            ids.push(id);
        }
        let away = async |fixture: &TestApp| {
            let mut count = 0;
            for id in &ids {
                let game = fixture.game(*id).await;
                count += usize::from(game.clock.away(Side::First).is_some());
            }
            count
        };
        fixture
            .app
            .take_vacation(&fixture.act(WHITE), None, 5)
            .await
            .unwrap();
        // Two steps: the vacation begins, and the first games are stopped.
        for _ in 0..2 {
            fixture.app.sweep(fixture.now(), 3).await.unwrap();
        }
        let some = away(fixture).await;
        assert!(some > 0 && some < 120, "{some}");
        fixture.restart().await;
        fixture.sweep().await;
        assert_eq!(away(fixture).await, 120);
        fixture.wait(days(5));
        for _ in 0..2 {
            fixture.app.sweep(fixture.now(), 3).await.unwrap();
        }
        fixture.restart().await;
        fixture.sweep().await;
        assert_eq!(away(fixture).await, 0);
    });
}

#[test]
fn a_frozen_game_learns_of_a_vacation_when_it_thaws() {
    story(async |fixture| {
        let id = fixture.start_with(paced(3)).await;
        fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        let change = |text: &str| format!("UPDATE events SET data = '{text}' WHERE seq = 2");
        fixture.tamper(&change("Bd4-g1")).await;
        assert_eq!(
            refused(fixture.play(WHITE, id, "Ge6-a2").await),
            Refusal::Frozen
        );
        fixture
            .app
            .take_vacation(&fixture.act(WHITE), None, 5)
            .await
            .unwrap();
        fixture.sweep().await;
        fixture.tamper(&change("Bb3-g1")).await;
        assert!(fixture.game(id).await.clock.away(Side::First).is_some());
        fixture.wait(days(5));
        fixture.sweep().await;
        assert_eq!(deadline(fixture, id).await, Some(fixture.now() + days(3)));
    });
}

#[test]
fn vacations_are_exported_and_deleted_with_personal_data() {
    story(async |fixture| {
        fixture.start_with(paced(3)).await;
        fixture
            .app
            .take_vacation(&fixture.act(WHITE), None, 5)
            .await
            .unwrap();
        fixture.sweep().await;
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["vacations"].as_array().unwrap().len(), 1);
        assert_eq!(all["games"][0]["pace"], "3d");
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["vacations"].as_array().unwrap().len(), 0);
        fixture.wait(days(6));
        fixture.sweep().await;
    });
}

#[test]
fn check_finds_a_vacation_that_will_never_be_processed() {
    run(async {
        let fixture = TestApp::open().await;
        let act = fixture.act(THIRD);
        fixture.app.take_vacation(&act, None, 5).await.unwrap();
        fixture.sweep().await;
        let sql = "UPDATE vacations SET due_at = NULL";
        fixture.tamper(sql).await;
        let report = check(fixture.app.store()).await.unwrap();
        assert!(report.problems[0].contains("vacation"), "{report:?}");
    });
}
