//! Several processes on one database: who does what, and what happens when one of them ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::fixture::{TestApp, open_challenge, run, story, terms};
use hexpost::app::leases::{GATEWAY, REGISTRAR, SCHEDULER, bucket_lease, leased_bucket};
use hexpost::app::{App, NewChallenge};
use hexpost::lease_keeper::{LeaseKeeper, Leases, Sharing};
use hexpost::model::{Bucket, Buckets, ChannelId};

const LENGTH: Duration = Duration::from_secs(1);
/// Much longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn notices_for_one_channel_are_in_one_bucket_and_only_that_is_taken() {
    story(async |fixture| {
        let act = |player| fixture.act(player);
        for (channel, variant) in [(60, "37"), (60, "48"), (61, "61"), (60, "37-blitz")] {
            let new = NewChallenge {
                channel: Some(ChannelId(channel)),
                ..open_challenge(terms("zertz", variant))
            };
            fixture
                .app
                .challenge(&act(crate::fixture::WHITE), new)
                .await
                .unwrap();
        }
        let (sixty, other) = (Bucket(60), Bucket(61));
        let take = async |bucket| {
            let buckets: Buckets = [bucket].into_iter().collect();
            let taken = fixture.app.take_notices(buckets, fixture.now(), 10).await;
            let taken = taken.unwrap();
            assert!(taken.iter().all(|outgoing| outgoing.bucket == bucket));
            taken.len()
        };
        assert_eq!(take(Bucket(7)).await, 0);
        assert_eq!(take(sixty).await, 3);
        // The next owner of the bucket need not wait for what the former one has taken.
        assert_eq!(take(sixty).await, 0);
        let released = [sixty].into_iter().collect();
        let now = fixture.now();
        fixture.app.release_notices(released, now).await.unwrap();
        assert_eq!(take(sixty).await, 3);
        assert_eq!(take(other).await, 1);
    });
}

#[test]
fn the_first_and_the_last_bucket_are_taken_like_the_others() {
    story(async |fixture| {
        // The number of a destination and its bits from 22 on are added.
        for (channel, variant) in [(64, "37"), (63, "48"), (63 + 64 + (1 << 22), "61")] {
            let new = NewChallenge {
                channel: Some(ChannelId(channel)),
                ..open_challenge(terms("zertz", variant))
            };
            let act = fixture.act(crate::fixture::WHITE);
            fixture.app.challenge(&act, new).await.unwrap();
        }
        let now = fixture.now();
        for (bucket, count) in [(Bucket(63), 1), (Bucket(0), 2), (Bucket(1), 0)] {
            let buckets = [bucket].into_iter().collect();
            let taken = fixture.app.take_notices(buckets, now, 10).await.unwrap();
            assert_eq!(taken.len(), count, "{bucket:?}");
        }
    });
}

#[test]
fn every_bucket_has_a_lease_of_its_own() {
    for bucket in Bucket::all() {
        assert_eq!(leased_bucket(&bucket_lease(bucket)), Some(bucket));
    }
    for other in [GATEWAY, "outbox/64", "outbox/", "outbox/x", "outbox/-1"] {
        assert_eq!(leased_bucket(other), None);
    }
    assert_eq!(Buckets::ALL.len(), 64);
    assert_eq!(Buckets::ALL.iter().count(), 64);
}

/// A process that works together with others and has nothing to deliver.
async fn process(app: &Arc<App>) -> LeaseKeeper {
    let lost = || panic!("lost its place");
    let keeper = LeaseKeeper::start(Arc::clone(app), Sharing::Together, LENGTH, lost).await;
    let keeper = keeper.unwrap();
    keeper.leases().begin_work().await;
    keeper
}

/// Waits until the processes have these numbers of buckets. Each gives up what it has to.
async fn until_shared(processes: &[&LeaseKeeper], counts: &[usize]) {
    let began = Instant::now();
    loop {
        for keeper in processes {
            let leases = keeper.leases();
            for bucket in leases.leaving().iter() {
                leases.left(bucket);
            }
        }
        let all = processes.iter().map(|keeper| keeper.leases().buckets());
        let all: Vec<_> = all.collect();
        let mut found: Vec<usize> = all.iter().map(std::collections::BTreeMap::len).collect();
        found.sort_unstable();
        // Never has a bucket two owners.
        let mut owned: Vec<Bucket> = all.iter().flat_map(|all| all.keys().copied()).collect();
        let sum = owned.len();
        owned.sort();
        owned.dedup();
        assert_eq!(owned.len(), sum);
        if found == counts {
            return;
        }
        assert!(began.elapsed() < PATIENCE, "{found:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn processes_divide_the_outbox_and_take_over_from_each_other() {
    run(async {
        let fixture = TestApp::open().await;
        let app = Arc::new(fixture.app.clone());
        let one = process(&app).await;
        assert_eq!(one.leases().buckets().len(), 64);
        assert!(one.leases().holds(SCHEDULER) && one.leases().holds(REGISTRAR));
        assert!(!one.leases().holds(GATEWAY));
        assert_eq!(one.leases().count(), 66);
        let two = process(&app).await;
        assert!(!two.leases().holds(SCHEDULER));
        until_shared(&[&one, &two], &[32, 32]).await;
        let three = process(&app).await;
        until_shared(&[&one, &two, &three], &[20, 22, 22]).await;
        let [a, b, c] = [&one, &two, &three].map(|keeper| keeper.leases().sharers());
        assert_eq!((a, b, c), (3, 3, 3));
        // What a guard permits ends with the lease, also if the same process takes it again.
        let bucket = *one.leases().buckets().keys().next().unwrap();
        let guard = one.leases().bucket_guard(bucket).unwrap();
        assert!(guard.is_held());
        one.release().await;
        assert!(!guard.is_held());
        until_shared(&[&two, &three], &[32, 32]).await;
        let began = Instant::now();
        while !two.leases().holds(SCHEDULER) && !three.leases().holds(SCHEDULER) {
            assert!(began.elapsed() < PATIENCE);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // As if it had been killed: nothing is released, and everything runs out.
        three.stop_renewing().await;
        until_shared(&[&two], &[64]).await;
        two.release().await;
    });
}

#[test]
fn a_process_that_can_not_renew_its_leases_stops_by_its_own_clock() {
    run(async {
        let fixture = TestApp::open().await;
        let app = Arc::new(fixture.app.clone());
        let keeper = process(&app).await;
        let leases = keeper.leases().clone();
        let guard = leases.guard(SCHEDULER).unwrap();
        keeper.stop_renewing().await;
        assert!(guard.is_held());
        tokio::time::sleep(LENGTH).await;
        assert!(!guard.is_held());
        assert!(leases.buckets().is_empty());
        assert_eq!(leases.count(), 0);
        assert!(leases.guard(SCHEDULER).is_none());
    });
}

#[test]
fn one_of_two_processes_stands_by_until_the_other_ends() {
    run(async {
        let fixture = TestApp::open().await;
        let app = Arc::new(fixture.app.clone());
        let is_lost = Arc::new(AtomicBool::new(false));
        let start = async || {
            let is_lost = Arc::clone(&is_lost);
            let lost = move || is_lost.store(true, Ordering::Relaxed);
            let app = Arc::clone(&app);
            LeaseKeeper::start(app, Sharing::Standby, LENGTH, lost)
                .await
                .unwrap()
        };
        let one = start().await;
        one.leases().wait_for(GATEWAY).await;
        one.leases().begin_work().await;
        assert_eq!(one.leases().buckets().len(), 64);
        let two = start().await;
        tokio::time::sleep(LENGTH).await;
        assert_eq!(two.leases().count(), 0);
        assert_eq!(one.leases().sharers(), 1);
        one.stop_renewing().await;
        let waiting = two.leases().wait_for(GATEWAY);
        tokio::time::timeout(PATIENCE, waiting).await.unwrap();
        two.leases().begin_work().await;
        assert_eq!(two.leases().buckets().len(), 64);
        assert!(!is_lost.load(Ordering::Relaxed));
        two.release().await;
    });
}

#[test]
fn all_processes_slow_down_when_discord_tells_one_of_them_to() {
    run(async {
        let fixture = TestApp::open().await;
        let app = Arc::new(fixture.app.clone());
        let (one, two) = (process(&app).await, process(&app).await);
        assert!(!one.leases().is_slowed() && !two.leases().is_slowed());
        one.leases().slow_down();
        assert!(one.leases().is_slowed());
        let began = Instant::now();
        while !two.leases().is_slowed() {
            assert!(began.elapsed() < PATIENCE);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        one.release().await;
        two.release().await;
    });
}

#[test]
fn a_process_that_is_alone_has_everything() {
    let leases = Leases::alone();
    assert!(leases.is_alone() && leases.holds(GATEWAY) && leases.holds(SCHEDULER));
    assert_eq!(leases.buckets().len(), 64);
    assert!(leases.bucket_guard(Bucket(9)).unwrap().is_held());
    assert_eq!(leases.sharers(), 1);
}
