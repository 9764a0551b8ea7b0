//! The sweep: reminders, timeouts, expiry, retries and pruning.

use std::time::Duration;

use hexpost_engine::record::How;
use hexpost_engine::side::Side;

use crate::fixture::{BLACK, WHITE, days, refused, story, terms};
use hexpost::app::notify::notice::Notice;
use hexpost::app::{Refusal, SweepReport};
use hexpost::model::{Pace, Terms};

fn timed(days: i64) -> Terms {
    Terms {
        pace: Some(Pace::days(days).with_flag(true)),
        ..terms("zertz", "37")
    }
}

#[test]
fn reminders_come_a_day_and_three_hours_before_the_deadline_then_the_game_is_lost() {
    story(async |fixture| {
        let id = fixture.start_with(timed(3)).await;
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.notifications().await;
        let game = fixture.game(id).await;
        assert_eq!(game.row.status.deadline, Some(fixture.now() + days(3)));
        fixture.wait(days(2).saturating_sub(Duration::from_secs(1)));
        assert!(fixture.sweep().await.is_empty());
        fixture.wait(Duration::from_secs(1));
        let swept = fixture.sweep().await;
        assert_eq!((swept.reminders, swept.timeouts), (1, 0));
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Reminder, Some(BLACK))]
        );
        // A second sweep does nothing, nor does a restart.
        assert!(fixture.sweep().await.is_empty());
        fixture.restart().await;
        assert!(fixture.sweep().await.is_empty());
        fixture.wait(Duration::from_hours(21));
        assert_eq!(fixture.sweep().await.reminders, 1);
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Reminder, Some(BLACK))]
        );
        fixture.wait(Duration::from_hours(3));
        assert_eq!(fixture.sweep().await.timeouts, 1);
        let game = fixture.game(id).await;
        let ending = game.record.ending().unwrap();
        assert_eq!((ending.winner, ending.how), (Some(Side::First), How::Time));
        // The thread is put in order after the last board.
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Finished, None), (Notice::ThreadOver, None)]
        );
        let late = fixture.play(BLACK, id, "Bb3-g1").await;
        assert_eq!(refused(late), Refusal::Finished);
    });
}

#[test]
fn with_a_day_per_move_there_is_only_the_reminder_three_hours_before() {
    story(async |fixture| {
        let id = fixture.start_with(timed(1)).await;
        fixture.notifications().await;
        fixture.wait(Duration::from_hours(20));
        assert!(fixture.sweep().await.is_empty());
        fixture.wait(Duration::from_hours(1));
        assert_eq!(fixture.sweep().await.reminders, 1);
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Reminder, Some(WHITE))]
        );
        // A turn resets the reminders.
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.wait(Duration::from_hours(21));
        assert_eq!(fixture.sweep().await.reminders, 1);
        assert_eq!(
            fixture.notifications().await.last(),
            Some(&(Notice::Reminder, Some(BLACK)))
        );
    });
}

#[test]
fn a_late_move_counts_if_it_comes_before_the_sweep() {
    story(async |fixture| {
        let id = fixture.start_with(timed(1)).await;
        fixture.wait(days(2));
        fixture.plays(id, &["Wd4-a1"]).await;
        assert!(fixture.sweep().await.is_empty());
    });
}

#[test]
fn without_a_time_control_there_is_a_reminder_every_three_days() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "fixed").await;
        fixture.notifications().await;
        fixture.wait(days(3));
        let swept = fixture.sweep().await;
        assert_eq!(
            swept,
            SweepReport {
                reminders: 1,
                ..SweepReport::default()
            }
        );
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Reminder, Some(WHITE))]
        );
        assert!(fixture.sweep().await.is_empty());
        fixture.wait(days(3));
        assert_eq!(fixture.sweep().await.reminders, 1);
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Reminder, Some(WHITE))]
        );
        // However long there was no sweep, there is one reminder.
        fixture.wait(days(300));
        assert_eq!(fixture.sweep().await.reminders, 1);
        assert!(!fixture.game(id).await.is_over());
    });
}

#[test]
fn a_draw_offer_neither_stops_the_clock_nor_repeats_reminders() {
    story(async |fixture| {
        let id = fixture.start_with(timed(2)).await;
        fixture.wait(days(1));
        assert_eq!(fixture.sweep().await.reminders, 1);
        let before = fixture.game(id).await.row.status;
        fixture
            .app
            .offer_draw(&fixture.act(WHITE), id)
            .await
            .unwrap();
        fixture
            .app
            .decline_draw(&fixture.act(BLACK), id)
            .await
            .unwrap();
        let after = fixture.game(id).await.row.status;
        assert_eq!(
            (before.deadline, before.due_at),
            (after.deadline, after.due_at)
        );
        assert!(fixture.sweep().await.is_empty());
    });
}

#[test]
fn a_take_back_by_consent_restarts_the_clock() {
    story(async |fixture| {
        let id = fixture.start_with(timed(2)).await;
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture
            .app
            .view_game(BLACK, id, fixture.now())
            .await
            .unwrap();
        fixture.wait(days(1));
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        fixture
            .app
            .allow_takeback(&fixture.act(BLACK), id)
            .await
            .unwrap();
        let standing = fixture.game(id).await.row.status;
        assert_eq!(standing.deadline, Some(fixture.now() + days(2)));
    });
}

#[test]
fn taking_back_an_unseen_turn_gains_no_time_and_no_second_offer() {
    story(async |fixture| {
        let id = fixture.start_with(timed(1)).await;
        let started_at = fixture.now();
        fixture.wait(Duration::from_hours(22));
        assert_eq!(fixture.sweep().await.reminders, 1);
        fixture
            .app
            .offer_draw(&fixture.act(WHITE), id)
            .await
            .unwrap();
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        let standing = fixture.game(id).await.row.status;
        assert_eq!(standing.deadline, Some(started_at + days(1)));
        assert!(fixture.sweep().await.is_empty(), "no second reminder");
        let again = fixture.app.offer_draw(&fixture.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        fixture.plays(id, &["Wd4-a1"]).await;
        // After its deadline has passed, taking it back needs consent.
        fixture.wait(days(1));
        let asked = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(asked, hexpost::app::Takeback::Asked(_)));
    });
}

#[test]
fn the_next_due_time_is_known() {
    story(async |fixture| {
        fixture.notifications().await;
        assert_eq!(fixture.app.next_due().await.unwrap(), None);
        fixture.start_with(timed(7)).await;
        fixture.notifications().await;
        let now = fixture.now();
        let next = fixture.app.next_due().await.unwrap().unwrap();
        assert_eq!(next, now + days(6));
        let soon = fixture.start_with(timed(1)).await;
        // There is a notification to send now.
        assert!(fixture.app.next_due().await.unwrap().unwrap() <= fixture.now());
        fixture.notifications().await;
        let next = fixture.app.next_due().await.unwrap().unwrap();
        assert_eq!(next, fixture.now() + Duration::from_hours(21));
        fixture.app.resign(&fixture.act(WHITE), soon).await.unwrap();
        fixture.notifications().await;
        assert_eq!(fixture.app.next_due().await.unwrap(), Some(now + days(6)));
    });
}

#[test]
fn failed_notifications_are_retried_and_finally_given_up() {
    story(async |fixture| {
        fixture.start("zertz", "37").await;
        let taken = fixture
            .app
            .take_notices(hexpost::model::Buckets::ALL, fixture.now(), 1)
            .await
            .unwrap();
        assert_eq!(taken.len(), 1);
        let mut first = taken[0].clone();
        assert_eq!(first.attempts, 0);
        assert!(fixture.app.begin_sending(&mut first).await.unwrap());
        assert_eq!(first.attempts, 1);
        // Nobody else can take it meanwhile, but it is released after a crash.
        let others = fixture
            .app
            .take_notices(hexpost::model::Buckets::ALL, fixture.now(), 10)
            .await
            .unwrap();
        assert!(others.iter().all(|other| other.nonce != first.nonce));
        fixture.wait(Duration::from_mins(1));
        fixture
            .app
            .release_notices(hexpost::model::Buckets::ALL, fixture.now())
            .await
            .unwrap();
        let all = fixture
            .app
            .take_notices(hexpost::model::Buckets::ALL, fixture.now(), 10)
            .await
            .unwrap();
        let again = all.iter().find(|other| other.nonce == first.nonce);
        let mut again = again.unwrap().clone();
        assert!(fixture.app.begin_sending(&mut again).await.unwrap());
        assert_eq!(again.attempts, 2);
        // Notifications that were taken but not attempted count as new.
        let rest = all.iter().filter(|other| other.nonce != first.nonce);
        assert!(rest.clone().all(|other| other.attempts == 0));
        assert_eq!(rest.count(), others.len());
        let later = fixture.now() + days(1);
        fixture.app.send_later(&first.nonce, later).await.unwrap();
        fixture.wait(Duration::from_hours(1));
        let now = fixture
            .app
            .take_notices(hexpost::model::Buckets::ALL, fixture.now(), 10)
            .await
            .unwrap();
        assert!(now.iter().all(|other| other.nonce != first.nonce));
        assert!(
            fixture
                .app
                .oldest_unsent(fixture.now())
                .await
                .unwrap()
                .is_some()
        );
        fixture.wait(days(1));
        let then = fixture
            .app
            .take_notices(hexpost::model::Buckets::ALL, fixture.now(), 10)
            .await
            .unwrap();
        assert!(then.iter().any(|other| other.nonce == first.nonce));
        for notice in then {
            fixture
                .app
                .give_up(&notice.nonce, "no way", fixture.now())
                .await
                .unwrap();
        }
        fixture.wait(days(1));
        assert_eq!(fixture.notifications().await, []);
        assert_eq!(
            fixture.app.oldest_unsent(fixture.now()).await.unwrap(),
            None
        );
    });
}

#[test]
fn old_notifications_and_interactions_are_pruned_in_batches() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let mut acts = Vec::new();
        for text in ["one", "two", "three"] {
            let act = fixture.act(WHITE);
            let app = fixture.deliver(&act).await.unwrap();
            app.set_note(&act, id.into(), text).await.unwrap();
            acts.push(act);
        }
        fixture.plays(id, &["Wd4-a1"]).await;
        let sent = fixture.notifications().await.len();
        fixture.wait(Duration::from_hours(23));
        let none = fixture.app.prune(fixture.now(), 100).await.unwrap();
        assert_eq!((none.notices, none.interactions), (0, 0));
        assert_eq!(refused(fixture.deliver(&acts[0]).await), Refusal::Repeated);
        fixture.wait(Duration::from_hours(2));
        let some = fixture.app.prune(fixture.now(), 1).await.unwrap();
        assert_eq!((some.notices, some.interactions), (0, 1));
        let rest = fixture.app.prune(fixture.now(), 100).await.unwrap();
        assert_eq!((rest.notices, rest.interactions), (0, 2));
        fixture.wait(days(7));
        let some = fixture.app.prune(fixture.now(), 1).await.unwrap();
        assert_eq!(some.notices, 1);
        let rest = fixture.app.prune(fixture.now(), 100).await.unwrap();
        assert_eq!(rest.notices, sent as u64 - 1);
    });
}
