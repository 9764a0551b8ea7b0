//! What time does by itself.

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
fn reminders_a_day_and_three_hours_before_the_deadline_then_the_game_is_lost() {
    story(async |desk| {
        let id = desk.start_with(timed(3)).await;
        desk.plays(id, &["Wd4-a1"]).await;
        desk.told().await;
        let game = desk.game(id).await;
        assert_eq!(game.row.status.deadline, Some(desk.now() + days(3)));
        desk.wait(days(2).saturating_sub(Duration::from_secs(1)));
        assert!(desk.sweep().await.is_empty());
        desk.wait(Duration::from_secs(1));
        let swept = desk.sweep().await;
        assert_eq!((swept.reminders, swept.timeouts), (1, 0));
        assert_eq!(desk.told().await, [(Notice::Reminder, Some(BLACK))]);
        // Looking again does nothing, nor does a restart.
        assert!(desk.sweep().await.is_empty());
        desk.restart().await;
        assert!(desk.sweep().await.is_empty());
        desk.wait(Duration::from_hours(21));
        assert_eq!(desk.sweep().await.reminders, 1);
        assert_eq!(desk.told().await, [(Notice::Reminder, Some(BLACK))]);
        desk.wait(Duration::from_hours(3));
        assert_eq!(desk.sweep().await.timeouts, 1);
        let game = desk.game(id).await;
        let ending = game.record.ending().unwrap();
        assert_eq!((ending.winner, ending.how), (Some(Side::First), How::Time));
        assert_eq!(desk.told().await, [(Notice::Finished, None)]);
        let late = desk.play(BLACK, id, "Bb3-g1").await;
        assert_eq!(refused(late), Refusal::Finished);
    });
}

#[test]
fn with_a_day_a_move_only_the_reminder_three_hours_before_is_worth_it() {
    story(async |desk| {
        let id = desk.start_with(timed(1)).await;
        desk.told().await;
        desk.wait(Duration::from_hours(20));
        assert!(desk.sweep().await.is_empty());
        desk.wait(Duration::from_hours(1));
        assert_eq!(desk.sweep().await.reminders, 1);
        assert_eq!(desk.told().await, [(Notice::Reminder, Some(WHITE))]);
        // A turn begins a new count.
        desk.plays(id, &["Wd4-a1"]).await;
        desk.wait(Duration::from_hours(21));
        assert_eq!(desk.sweep().await.reminders, 1);
        assert_eq!(
            desk.told().await.last(),
            Some(&(Notice::Reminder, Some(BLACK)))
        );
    });
}

#[test]
fn a_late_move_counts_if_it_comes_before_anyone_looked() {
    story(async |desk| {
        let id = desk.start_with(timed(1)).await;
        desk.wait(days(2));
        desk.plays(id, &["Wd4-a1"]).await;
        assert!(desk.sweep().await.is_empty());
    });
}

#[test]
fn without_a_clock_a_reminder_every_three_silent_days() {
    story(async |desk| {
        let id = desk.start("tzaar", "fixed").await;
        desk.told().await;
        desk.wait(days(3));
        let swept = desk.sweep().await;
        assert_eq!(
            swept,
            SweepReport {
                reminders: 1,
                ..SweepReport::default()
            }
        );
        assert_eq!(desk.told().await, [(Notice::Reminder, Some(WHITE))]);
        assert!(desk.sweep().await.is_empty());
        desk.wait(days(3));
        assert_eq!(desk.sweep().await.reminders, 1);
        assert_eq!(desk.told().await, [(Notice::Reminder, Some(WHITE))]);
        // However long nobody looked, it is one.
        desk.wait(days(300));
        assert_eq!(desk.sweep().await.reminders, 1);
        assert!(!desk.game(id).await.is_over());
    });
}

#[test]
fn an_offer_does_not_stop_the_clock_nor_remind_twice() {
    story(async |desk| {
        let id = desk.start_with(timed(2)).await;
        desk.wait(days(1));
        assert_eq!(desk.sweep().await.reminders, 1);
        let before = desk.game(id).await.row.status;
        desk.app.offer_draw(&desk.act(WHITE), id).await.unwrap();
        desk.app.decline_draw(&desk.act(BLACK), id).await.unwrap();
        let after = desk.game(id).await.row.status;
        assert_eq!(
            (before.deadline, before.due_at),
            (after.deadline, after.due_at)
        );
        assert!(desk.sweep().await.is_empty());
    });
}

#[test]
fn after_a_take_back_by_consent_the_clock_begins_again() {
    story(async |desk| {
        let id = desk.start_with(timed(2)).await;
        desk.plays(id, &["Wd4-a1"]).await;
        desk.app.view_game(BLACK, id, desk.now()).await.unwrap();
        desk.wait(days(1));
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        desk.app.allow_takeback(&desk.act(BLACK), id).await.unwrap();
        let standing = desk.game(id).await.row.status;
        assert_eq!(standing.deadline, Some(desk.now() + days(2)));
    });
}

#[test]
fn taking_back_what_nobody_saw_gains_no_time_and_no_second_offer() {
    story(async |desk| {
        let id = desk.start_with(timed(1)).await;
        let started_at = desk.now();
        desk.wait(Duration::from_hours(22));
        assert_eq!(desk.sweep().await.reminders, 1);
        desk.app.offer_draw(&desk.act(WHITE), id).await.unwrap();
        desk.plays(id, &["Wd4-a1"]).await;
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        let standing = desk.game(id).await.row.status;
        assert_eq!(standing.deadline, Some(started_at + days(1)));
        assert!(desk.sweep().await.is_empty(), "reminded once is enough");
        let again = desk.app.offer_draw(&desk.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        desk.plays(id, &["Wd4-a1"]).await;
        // After the time it was to be made in, it needs consent.
        desk.wait(days(1));
        let asked = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(asked, hexpost::app::Takeback::Asked(_)));
    });
}

#[test]
fn the_next_moment_is_known_without_looking_at_every_game() {
    story(async |desk| {
        desk.told().await;
        assert_eq!(desk.app.next_due().await.unwrap(), None);
        desk.start_with(timed(7)).await;
        desk.told().await;
        let now = desk.now();
        let next = desk.app.next_due().await.unwrap().unwrap();
        assert_eq!(next, now + days(6));
        let soon = desk.start_with(timed(1)).await;
        // There is something to be told at once.
        assert!(desk.app.next_due().await.unwrap().unwrap() <= desk.now());
        desk.told().await;
        let next = desk.app.next_due().await.unwrap().unwrap();
        assert_eq!(next, desk.now() + Duration::from_hours(21));
        desk.app.resign(&desk.act(WHITE), soon).await.unwrap();
        desk.told().await;
        assert_eq!(desk.app.next_due().await.unwrap(), Some(now + days(6)));
    });
}

#[test]
fn what_could_not_be_sent_is_tried_again_and_given_up_in_the_end() {
    story(async |desk| {
        desk.start("zertz", "37").await;
        let taken = desk.app.take_notices(desk.now(), 1).await.unwrap();
        assert_eq!(taken.len(), 1);
        let mut first = taken[0].clone();
        assert_eq!(first.attempts, 0);
        assert!(desk.app.begin_sending(&mut first).await.unwrap());
        assert_eq!(first.attempts, 1);
        // Nobody else gets it meanwhile, but whoever crashed gets it again.
        let others = desk.app.take_notices(desk.now(), 10).await.unwrap();
        assert!(others.iter().all(|other| other.nonce != first.nonce));
        desk.wait(Duration::from_mins(1));
        desk.app.release_notices(desk.now()).await.unwrap();
        let all = desk.app.take_notices(desk.now(), 10).await.unwrap();
        let again = all.iter().find(|other| other.nonce == first.nonce);
        let mut again = again.unwrap().clone();
        assert!(desk.app.begin_sending(&mut again).await.unwrap());
        assert_eq!(again.attempts, 2);
        // Those that were taken but not begun are as new.
        let rest = all.iter().filter(|other| other.nonce != first.nonce);
        assert!(rest.clone().all(|other| other.attempts == 0));
        assert_eq!(rest.count(), others.len());
        let later = desk.now() + days(1);
        desk.app.send_later(&first.nonce, later).await.unwrap();
        desk.wait(Duration::from_hours(1));
        let now = desk.app.take_notices(desk.now(), 10).await.unwrap();
        assert!(now.iter().all(|other| other.nonce != first.nonce));
        assert!(desk.app.oldest_unsent(desk.now()).await.unwrap().is_some());
        desk.wait(days(1));
        let then = desk.app.take_notices(desk.now(), 10).await.unwrap();
        assert!(then.iter().any(|other| other.nonce == first.nonce));
        for notice in then {
            desk.app
                .give_up(&notice.nonce, "no way", desk.now())
                .await
                .unwrap();
        }
        desk.wait(days(1));
        assert_eq!(desk.told().await, []);
        assert_eq!(desk.app.oldest_unsent(desk.now()).await.unwrap(), None);
    });
}

#[test]
fn old_notices_and_presses_are_thrown_away_a_few_at_a_time() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        let mut acts = Vec::new();
        for text in ["one", "two", "three"] {
            let act = desk.act(WHITE);
            let app = desk.deliver(&act).await.unwrap();
            app.set_note(&act, id, text).await.unwrap();
            acts.push(act);
        }
        desk.plays(id, &["Wd4-a1"]).await;
        let sent = desk.told().await.len();
        desk.wait(Duration::from_hours(23));
        let none = desk.app.prune(desk.now(), 100).await.unwrap();
        assert_eq!((none.notices, none.interactions), (0, 0));
        assert_eq!(refused(desk.deliver(&acts[0]).await), Refusal::Repeated);
        desk.wait(Duration::from_hours(2));
        let some = desk.app.prune(desk.now(), 1).await.unwrap();
        assert_eq!((some.notices, some.interactions), (0, 1));
        let rest = desk.app.prune(desk.now(), 100).await.unwrap();
        assert_eq!((rest.notices, rest.interactions), (0, 2));
        desk.wait(days(7));
        let some = desk.app.prune(desk.now(), 1).await.unwrap();
        assert_eq!(some.notices, 1);
        let rest = desk.app.prune(desk.now(), 100).await.unwrap();
        assert_eq!(rest.notices, sent as u64 - 1);
    });
}
