//! Leases: of several processes one has a lease, and everyone can tell which.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::fixture::{run, story};
use crate::test_database::TestDatabase;
use hexpost::app::leases::{GATEWAY, new_owner};
use hexpost::app::{App, Limits};

const LONG: Duration = Duration::from_mins(1);
/// Long enough for a machine that is busy.
const SHORT: Duration = Duration::from_millis(500);

#[test]
fn a_lease_has_one_owner_until_it_ends_or_is_released() {
    story(async |fixture| {
        let app = &fixture.app;
        let (one, other) = (new_owner(), new_owner());
        assert_ne!(one, other);
        let lease = app.take_lease(GATEWAY, &one, LONG).await.unwrap().unwrap();
        assert_eq!(lease.epoch, 1);
        assert_eq!(app.take_lease(GATEWAY, &other, LONG).await.unwrap(), None);
        // Another name is another lease.
        let elsewhere = app.take_lease("outbox/1", &other, LONG).await.unwrap();
        assert!(elsewhere.is_some());
        assert_eq!(app.count_leases("outbox/").await.unwrap(), 1);
        // Renewing it changes nothing but its end.
        let renewed = app.take_lease(GATEWAY, &one, LONG).await.unwrap();
        assert_eq!(renewed.as_ref(), Some(&lease));
        assert!(app.is_leased(&lease).await.unwrap());
        app.release_lease(&lease).await.unwrap();
        assert!(!app.is_leased(&lease).await.unwrap());
        let next = app.take_lease(GATEWAY, &other, SHORT).await.unwrap();
        assert_eq!(next.unwrap().epoch, 2);
        // A former owner can't release what is not its own any more.
        app.release_lease(&lease).await.unwrap();
        assert_eq!(app.take_lease(GATEWAY, &one, SHORT).await.unwrap(), None);
        tokio::time::sleep(SHORT * 2).await;
        let again = app.take_lease(GATEWAY, &one, SHORT).await.unwrap();
        assert_eq!(again.unwrap().epoch, 3);
    });
}

#[test]
fn no_epoch_has_two_owners() {
    run(async {
        let folder = tempfile::TempDir::new().unwrap();
        let database = TestDatabase::new(&folder.path().join("hexpost.db")).await;
        let app = Arc::new(App::new(database.open().await, Limits::default()));
        let owners: Arc<Mutex<BTreeMap<i64, String>>> = Arc::default();
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let (app, owners) = (Arc::clone(&app), Arc::clone(&owners));
                tokio::spawn(async move {
                    let me = new_owner();
                    for _ in 0..50 {
                        let short = Duration::from_millis(2);
                        let Some(lease) = app.take_lease("work", &me, short).await.unwrap() else {
                            continue;
                        };
                        let mut owners = owners.lock().unwrap();
                        let owner = owners.entry(lease.epoch).or_insert_with(|| me.clone());
                        assert_eq!(*owner, me, "epoch {} has two owners", lease.epoch);
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        assert!(owners.lock().unwrap().len() > 1, "the owner never changed");
    });
}
