//! Several who do the same at once: a round is made once.

use std::collections::BTreeSet;

use hexpost_engine::side::Side;

use super::{join, make, member, player, resign, running, start, usual, view};
use crate::fixture::{TestApp, run, story};
use crate::test_database::TestDatabase;
use hexpost::app::{App, Limits};
use hexpost::model::{TournamentFormat, TournamentId, TournamentStart, TournamentTerms};
use hexpost::store::{ServerOptions, Store};

/// Several applications on the database: one for each process on PostgreSQL.
async fn apps(fixture: &TestApp, count: usize) -> Vec<App> {
    let mut apps = Vec::new();
    for _ in 0..count {
        apps.push(match &fixture.database {
            TestDatabase::File(_) => fixture.app.clone(),
            TestDatabase::Server(server) => {
                let options = ServerOptions::new(&server.url).unwrap();
                App::new(Store::connect(&options).await.unwrap(), Limits::default())
            }
        });
    }
    apps
}

fn check_places(view: &hexpost::app::TournamentView) {
    let places: BTreeSet<_> = view.games.iter().map(|game| game.place).collect();
    assert_eq!(places.len(), view.games.len());
}

async fn sweep_together(fixture: &TestApp, id: TournamentId) {
    let now = fixture.now();
    let tasks: Vec<_> = apps(fixture, 4)
        .await
        .into_iter()
        .map(|app| {
            tokio::spawn(async move {
                for _ in 0..3 {
                    app.sweep(now, 100).await.unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    check_places(&view(fixture, id).await);
}

#[test]
fn a_round_is_made_once_by_several_at_once() {
    story(async |fixture| {
        let terms = TournamentTerms {
            rounds: Some(3),
            ..usual(TournamentFormat::Swiss)
        };
        let id = make(fixture, terms).await;
        for number in 1..=8 {
            join(fixture, id, number).await;
        }
        start(fixture, id).await;
        for round in 2..=3 {
            for game in running(fixture, id).await {
                resign(fixture, game, Side::Second).await;
            }
            sweep_together(fixture, id).await;
            let now = view(fixture, id).await;
            assert_eq!(now.round(), round);
            assert_eq!(now.games.len(), usize::from(round) * 8);
            fixture.assert_sound().await;
        }
    });
}

#[test]
fn of_many_who_join_at_once_only_as_many_as_there_are_places_get_in() {
    story(async |fixture| {
        let terms = TournamentTerms {
            size: 6,
            start: TournamentStart::Full,
            ..usual(TournamentFormat::RoundRobin)
        };
        let id = make(fixture, terms).await;
        let apps = apps(fixture, 10).await;
        let tasks: Vec<_> = apps
            .into_iter()
            .zip(1..)
            .map(|(app, number)| {
                let act = fixture.act(player(number));
                tokio::spawn(async move {
                    let joined = app.join_tournament(&act, &member(player(number)), id).await;
                    joined.is_ok()
                })
            })
            .collect();
        let mut joined = 0;
        for task in tasks {
            joined += usize::from(task.await.unwrap());
        }
        assert_eq!(joined, 6);
        let now = view(fixture, id).await;
        assert_eq!(now.entrants.len(), 6);
        assert_eq!(now.divisions[0].tournament.rounds().len(), 5);
        check_places(&now);
    });
}

#[test]
fn tournaments_made_at_once_get_different_numbers() {
    run(async {
        let fixture = TestApp::open().await;
        let tasks: Vec<_> = apps(&fixture, 6)
            .await
            .into_iter()
            .zip(1..)
            .map(|(app, number)| {
                let act = fixture.act(player(number));
                tokio::spawn(async move {
                    let new = super::named(usual(TournamentFormat::Swiss));
                    let by = member(player(number));
                    let made = app.create_tournament(&act, &by, &new).await;
                    made.unwrap().row.id
                })
            })
            .collect();
        let mut ids = BTreeSet::new();
        for task in tasks {
            ids.insert(task.await.unwrap());
        }
        assert_eq!(ids.len(), 6);
        fixture.assert_sound().await;
        fixture.app.close().await;
    });
}
