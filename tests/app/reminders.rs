//! When reminders are sent: reminder times, quiet hours, digests, and compensation for downtime.

use std::time::Duration;

use hexpost_engine::record::How;

use crate::fixture::{BLACK, TestApp, WHITE, challenge_to, days, refused, story, terms};
use hexpost::app::notify::notice::Notice;
use hexpost::app::time::reminders::{Quiet, Reminders};
use hexpost::app::{Later, Refusal};
use hexpost::model::{GameId, Pace, PlayerId, Seq, Terms, Time};

const HOUR: Duration = Duration::from_hours(1);

fn paced(pace: Pace) -> Terms {
    Terms {
        pace: Some(pace),
        ..terms("zertz", "37")
    }
}

async fn wish(fixture: &TestApp, by: PlayerId, wishes: &Reminders) {
    let act = fixture.act(by);
    fixture.app.set_reminders(&act, wishes).await.unwrap();
}

async fn due(fixture: &TestApp, id: GameId) -> Option<Time> {
    fixture.game(id).await.row.status.due_at
}

fn warsaw() -> Reminders {
    Reminders {
        zone: Some("Europe/Warsaw".to_owned()),
        ..Reminders::default()
    }
}

#[test]
fn changed_reminder_times_apply_at_once_to_running_games() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::days(3))).await;
        let end = fixture.game(id).await.row.status.deadline.unwrap();
        assert_eq!(due(fixture, id).await, Some(end - days(1)));
        let wishes = Reminders {
            ladder: vec![48, 1],
            ..Reminders::default()
        };
        wish(fixture, WHITE, &wishes).await;
        assert_eq!(due(fixture, id).await, Some(end - days(2)));
        let none = Reminders {
            ladder: Vec::new(),
            ..Reminders::default()
        };
        wish(fixture, WHITE, &none).await;
        assert_eq!(
            due(fixture, id).await,
            Some(end),
            "the flag falls at the same time"
        );
        // The opponent's settings don't matter on this turn.
        wish(fixture, BLACK, &wishes).await;
        assert_eq!(due(fixture, id).await, Some(end));
        fixture.plays(id, &["Wd4-a1"]).await;
        let end = fixture.game(id).await.row.status.deadline.unwrap();
        assert_eq!(due(fixture, id).await, Some(end - days(2)));
    });
}

#[test]
fn quiet_hours_move_a_reminder_but_do_not_stop_the_clock() {
    story(async |fixture| {
        // The test starts at nine in the morning in Warsaw.
        let quiet = Reminders {
            quiet: Some(Quiet { from: 8, to: 12 }),
            ladder: vec![24],
            ..warsaw()
        };
        wish(fixture, WHITE, &quiet).await;
        let id = fixture.start_with(paced(Pace::days(3))).await;
        let end = fixture.game(id).await.row.status.deadline.unwrap();
        // A day before the deadline is nine o'clock, in the quiet hours, so it waits until noon.
        let noon = due(fixture, id).await.unwrap();
        assert!(noon > end - days(1) && noon < end - days(1) + HOUR * 3);
        assert_eq!(noon.0 % HOUR.as_millis() as i64, 0);
        // If waiting would be too long, it is sent a minute before the quiet hours.
        let late = Reminders {
            ladder: vec![1],
            ..quiet.clone()
        };
        wish(fixture, WHITE, &late).await;
        let before = due(fixture, id).await.unwrap();
        let eight = before + Duration::from_mins(1);
        assert_eq!(eight.0 % HOUR.as_millis() as i64, 0);
        assert!(before < end - HOUR && before > end - HOUR * 3);
        assert_eq!(fixture.game(id).await.row.status.deadline, Some(end));
        // If that is past as well, it is dropped.
        fixture.wait(days(3).saturating_sub(Duration::from_mins(61)));
        wish(fixture, WHITE, &late).await;
        assert_eq!(due(fixture, id).await, Some(end));
    });
}

#[test]
fn without_a_time_control_the_reminder_interval_is_the_players_setting() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "fixed").await;
        let begun = fixture.now();
        let weekly = Reminders {
            nudge: Some(7),
            ..Reminders::default()
        };
        wish(fixture, WHITE, &weekly).await;
        assert_eq!(due(fixture, id).await, Some(begun + days(7)));
        fixture.wait(days(8));
        assert_eq!(fixture.sweep().await.reminders, 1);
        assert_eq!(due(fixture, id).await, Some(begun + days(14)));
        let never = Reminders {
            nudge: None,
            ..Reminders::default()
        };
        wish(fixture, WHITE, &never).await;
        assert_eq!(due(fixture, id).await, None);
    });
}

#[test]
fn tonight_and_tomorrow_use_the_players_time_zone() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::days(7))).await;
        let later = async |by: PlayerId, later: Later| {
            let act = fixture.act(by);
            fixture.app.remind_later(&act, id, later).await
        };
        let unknown = later(WHITE, Later::Tonight).await;
        assert_eq!(refused(unknown), Refusal::NoZone);
        wish(fixture, WHITE, &warsaw()).await;
        let not_mine = later(BLACK, Later::Tonight).await;
        assert_eq!(refused(not_mine), Refusal::NotYourTurn);
        fixture.notifications().await;
        // 2027-01-15 at 19:00 and the next day at 9:00, winter time.
        let evening = later(WHITE, Later::Tonight).await.unwrap();
        assert_eq!(evening, Time(1_800_036_000_000));
        let morning = later(WHITE, Later::Tomorrow).await.unwrap();
        assert_eq!(morning, Time(1_800_086_400_000));
        assert_eq!(fixture.notifications().await, [], "not sent early");
        assert_eq!(fixture.app.next_due().await.unwrap(), Some(evening));
        // A restart doesn't send it early, and it doesn't count as late.
        fixture.restart().await;
        fixture
            .app
            .release_notices(hexpost::model::Buckets::ALL, fixture.now())
            .await
            .unwrap();
        assert_eq!(fixture.notifications().await, []);
        assert_eq!(
            fixture.app.oldest_unsent(fixture.now()).await.unwrap(),
            None
        );
        fixture.wait(Duration::from_hours(11));
        let wake = Notice::Wake { board: Seq::START };
        assert_eq!(fixture.notifications().await, [(wake, Some(WHITE))]);
        let past = fixture.act(WHITE);
        let past = fixture.app.remind_later(&past, id, Later::Tonight).await;
        assert_eq!(refused(past), Refusal::EveningPast);
    });
}

#[test]
fn a_reminder_after_the_deadline_is_refused() {
    story(async |fixture| {
        wish(fixture, WHITE, &warsaw()).await;
        let id = fixture.start_with(paced(Pace::days(1))).await;
        let end = fixture.game(id).await.row.status.deadline.unwrap();
        fixture.wait(HOUR * 10);
        let act = fixture.act(WHITE);
        // Tomorrow at nine is just after the day is over.
        fixture.wait(HOUR);
        let late = fixture.app.remind_later(&act, id, Later::Tomorrow).await;
        match late {
            Ok(then) => assert!(then < end),
            late => assert_eq!(refused(late), Refusal::TooLate(end)),
        }
    });
}

#[test]
fn a_digest_is_sent_once_a_day_while_games_are_waiting() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::days(14))).await;
        fixture.start("tzaar", "fixed").await;
        let daily = Reminders {
            digest: Some(8),
            ..warsaw()
        };
        let nowhere = Reminders {
            zone: None,
            ..daily.clone()
        };
        let act = fixture.act(WHITE);
        let refusal = fixture.app.set_reminders(&act, &nowhere).await;
        assert_eq!(refused(refusal), Refusal::NoZone);
        let odd = Reminders {
            zone: Some("Atlantis/Capital".to_owned()),
            ..daily.clone()
        };
        let act = fixture.act(WHITE);
        let refusal = fixture.app.set_reminders(&act, &odd).await;
        assert_eq!(refused(refusal), Refusal::UnknownZone);
        wish(fixture, WHITE, &daily).await;
        fixture.notifications().await;
        for _ in 0..3 {
            fixture.wait(days(1));
            fixture.sweep().await;
            let told = fixture.notifications().await;
            assert_eq!(told, [(Notice::Digest, Some(WHITE))]);
            assert!(fixture.sweep().await.is_empty());
        }
        // After a week of downtime there is one digest.
        fixture.wait(days(7));
        fixture.sweep().await;
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Digest, Some(WHITE))]
        );
        // With no games waiting, there is no digest.
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        fixture
            .app
            .resign(&fixture.act(WHITE), GameId(2))
            .await
            .unwrap();
        fixture.notifications().await;
        fixture.wait(days(1));
        fixture.sweep().await;
        assert_eq!(fixture.notifications().await, []);
        wish(fixture, WHITE, &warsaw()).await;
        assert_eq!(fixture.app.next_due().await.unwrap(), None);
    });
}

/// Starts many games of White's, each against another opponent.
async fn many(fixture: &TestApp, count: i64, pace: Pace) -> Vec<GameId> {
    let mut ids = Vec::new();
    for index in 0..count {
        let other = PlayerId(5_000 + index);
        let new = challenge_to(other, paced(pace));
        let id = fixture.challenge(WHITE, new).await.unwrap().id;
        fixture.accept(other, id).await.unwrap();
        ids.push(id);
    }
    ids
}

#[test]
fn a_week_of_downtime_loses_no_game_and_sends_one_reminder_each() {
    story(async |fixture| {
        let ids = many(fixture, 30, Pace::days(3).with_flag(true)).await;
        let unclocked = fixture.start("tzaar", "fixed").await;
        fixture
            .app
            .compensate_downtime(fixture.now())
            .await
            .unwrap();
        fixture.notifications().await;
        fixture.wait(days(7));
        let excused = fixture
            .app
            .compensate_downtime(fixture.now())
            .await
            .unwrap();
        assert_eq!(excused, 30);
        let swept = fixture.sweep().await;
        assert_eq!((swept.timeouts, swept.flags), (0, 0));
        let told = fixture.notifications().await;
        assert_eq!(told.len(), 31, "{told:?}");
        assert!(told.iter().all(|(notice, _)| *notice == Notice::Reminder));
        for id in &ids {
            let end = fixture.game(*id).await.row.status.deadline;
            assert_eq!(end, Some(fixture.now() + days(1)));
        }
        assert!(!fixture.game(unclocked).await.is_over());
        // A player who still doesn't move loses a day later, after another reminder.
        fixture.wait(HOUR * 22);
        assert_eq!(fixture.sweep().await.reminders, 30);
        fixture.wait(HOUR * 2);
        assert_eq!(fixture.sweep().await.timeouts, 30);
        let ending = fixture.game(ids[0]).await.record.ending().unwrap();
        assert_eq!(ending.how, How::Time);
    });
}

#[test]
fn a_short_outage_grants_an_hour_but_fallen_flags_stay_fallen() {
    story(async |fixture| {
        let fallen = fixture.start_with(paced(Pace::days(1))).await;
        fixture.wait(days(1));
        assert_eq!(fixture.sweep().await.flags, 1);
        let near = fixture.start_with(paced(Pace::days(1))).await;
        let far = fixture.start_with(paced(Pace::days(2))).await;
        fixture.wait(days(1).saturating_sub(Duration::from_mins(10)));
        fixture.app.heartbeat(fixture.now()).await.unwrap();
        // A restart within minutes isn't compensated.
        fixture.wait(Duration::from_mins(4));
        assert_eq!(
            fixture
                .app
                .compensate_downtime(fixture.now())
                .await
                .unwrap(),
            0
        );
        fixture.wait(Duration::from_mins(20));
        assert_eq!(
            fixture
                .app
                .compensate_downtime(fixture.now())
                .await
                .unwrap(),
            1
        );
        let end = async |id| fixture.game(id).await.row.status.deadline.unwrap();
        assert_eq!(end(near).await, fixture.now() + HOUR);
        assert!(end(far).await > fixture.now() + HOUR * 22);
        assert!(fixture.game(fallen).await.is_time_up);
        fixture
            .app
            .claim(&fixture.act(BLACK), fallen)
            .await
            .unwrap();
    });
}

#[test]
fn an_interrupted_compensation_is_completed_at_the_next_start() {
    story(async |fixture| {
        fixture.app.heartbeat(fixture.now()).await.unwrap();
        let id = fixture
            .start_with(paced(Pace::days(1).with_flag(true)))
            .await;
        fixture.wait(days(3));
        assert_eq!(
            fixture
                .app
                .compensate_downtime(fixture.now())
                .await
                .unwrap(),
            1
        );
        // As if the process had been killed before its first heartbeat.
        let sql = "UPDATE heartbeat SET at = 1800000000000";
        fixture.tamper(sql).await;
        fixture.wait(HOUR);
        assert_eq!(
            fixture
                .app
                .compensate_downtime(fixture.now())
                .await
                .unwrap(),
            1
        );
        let end = fixture.game(id).await.row.status.deadline;
        assert_eq!(end, Some(fixture.now() + days(1)));
        assert_eq!(fixture.sweep().await.timeouts, 0);
    });
}
