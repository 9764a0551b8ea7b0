//! The machine's clock was ahead and is set back: nothing may wait until the old time comes round
//! again.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use crate::fixture::{BLACK, TestApp, WHITE, days, run};
use hexpost::app::notify::notice::Notice;
use hexpost::app::{Act, App};
use hexpost::lease_keeper::Leases;
use hexpost::model::{NewNotice, Seq, Time};
use hexpost::scheduler::Scheduler;

async fn heartbeat(app: &App) -> Option<Time> {
    let mut session = app.store().read().await.unwrap();
    session.heartbeat().await.unwrap()
}

/// The notifications that can be sent now, in order.
async fn sent(app: &App, now: Time) -> Vec<Notice> {
    let mut told = Vec::new();
    for outgoing in app
        .take_notices(hexpost::model::Buckets::ALL, now, 100)
        .await
        .unwrap()
    {
        app.sent(&outgoing.nonce, now).await.unwrap();
        told.push(outgoing.notice);
    }
    told
}

#[test]
fn notifications_postponed_or_written_by_a_fast_clock_are_sent_at_once() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        fixture.notifications().await;
        let app = &fixture.app;
        let now = fixture.now();
        let ahead = now + days(30);
        app.compensate_downtime(ahead).await.unwrap();
        // Two turns with the wrong clock: one notification is taken and postponed, the other never
        // taken.
        let act = |by, after: u64| Act {
            now: ahead + Duration::from_secs(after),
            ..fixture.act(by)
        };
        fixture.press(act(WHITE, 1), id, "Wd4-a1").await.unwrap();
        let taken = app
            .take_notices(
                hexpost::model::Buckets::ALL,
                ahead + Duration::from_secs(2),
                10,
            )
            .await;
        let taken = taken.unwrap();
        assert_eq!(taken.len(), 1);
        let later = ahead + Duration::from_mins(1);
        app.send_later(&taken[0].nonce, later).await.unwrap();
        fixture.press(act(BLACK, 3), id, "Bb3-g1").await.unwrap();
        // And one that is scheduled for much later.
        let wanted = ahead + days(1);
        let notice = NewNotice {
            delay: Duration::ZERO,
            nonce: "1-2w".to_owned(),
            player: Some(WHITE),
            notice: r#"{"kind":"wake","board":2}"#.to_owned(),
            recipient: hexpost::model::Recipient::Game,
        };
        let mut change = app.store().begin().await.unwrap();
        change.add_notice(id, &notice, wanted).await.unwrap();
        change.commit().await.unwrap();

        let now = now + Duration::from_mins(10);
        assert_eq!(
            sent(app, now).await,
            [],
            "none is due before the clock is corrected"
        );
        app.compensate_downtime(now).await.unwrap();
        assert_eq!(heartbeat(app).await, Some(now));
        let turn = |seq| Notice::Turn {
            board: Seq(seq),
            forced: 0,
        };
        assert_eq!(sent(app, now).await, [turn(1), turn(2)]);
        assert_eq!(sent(app, wanted).await, [Notice::Wake { board: Seq(2) }]);
    });
}

#[test]
fn rows_written_by_a_fast_clock_are_pruned_on_time() {
    run(async {
        let fixture = TestApp::open().await;
        let id = fixture.start("zertz", "37").await;
        fixture.notifications().await;
        let app = &fixture.app;
        let now = fixture.now();
        app.compensate_downtime(now + days(300)).await.unwrap();
        let act = Act {
            now: now + days(300),
            ..fixture.act(WHITE)
        };
        fixture.press(act, id, "Wd4-a1").await.unwrap();
        assert_eq!(sent(app, now + days(300)).await.len(), 1);
        app.compensate_downtime(now).await.unwrap();
        while !app.prune(now + days(8), 100).await.unwrap().is_empty() {}
        let left = async |sql: &'static str| fixture.database.number(sql).await;
        assert_eq!(left("SELECT COUNT(*) FROM interactions").await, 0);
        assert_eq!(left("SELECT COUNT(*) FROM outbox").await, 0);
    });
}

#[test]
fn the_scheduler_detects_a_clock_set_back_and_continues() {
    run(async {
        let fixture = TestApp::open().await;
        let start = fixture.now();
        let app = Arc::new(fixture.app);
        let clock = Arc::new(AtomicI64::new((start + days(10)).0));
        let (wake, told) = (Arc::new(Notify::new()), Arc::clone(&clock));
        let scheduler = Scheduler {
            metrics: Arc::default(),
            app: Arc::clone(&app),
            clock: move || Time(told.load(Ordering::Relaxed)),
            wake: Arc::clone(&wake),
            work: Arc::default(),
            leases: Leases::alone(),
        };
        let running = tokio::spawn(scheduler.run());
        let until = async |expected: Time| {
            for _ in 0..1000 {
                if heartbeat(&app).await == Some(expected) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            panic!("the last heartbeat is not {expected:?}");
        };
        until(start + days(10)).await;
        clock.store(start.0, Ordering::Relaxed);
        wake.notify_one();
        until(start).await;
        // From now on heartbeats follow the corrected clock.
        clock.store((start + Duration::from_mins(1)).0, Ordering::Relaxed);
        wake.notify_one();
        until(start + Duration::from_mins(1)).await;
        running.abort();
        let _ = running.await;
    });
}
