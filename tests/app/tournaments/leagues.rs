//! Leagues: divisions, promotion and relegation, and the season after.

use std::collections::BTreeSet;

use super::{join, make, member, play_to_the_end, player, start, usual, view};
use crate::fixture::{days, refused, story};
use hexpost::app::Refusal;
use hexpost::app::tournament::league::BETWEEN_SEASONS;
use hexpost::model::{PlayerId, TournamentFormat, TournamentState};

#[test]
fn a_league_promotes_relegates_and_begins_its_second_season_by_itself() {
    story(async |fixture| {
        let id = make(fixture, usual(TournamentFormat::League)).await;
        for number in 1..=12 {
            join(fixture, id, number).await;
        }
        let started = start(fixture, id).await;
        assert_eq!(started.divisions.len(), 2);
        for division in &started.divisions {
            assert_eq!(division.tournament.entrants().len(), 6);
            assert_eq!(division.tournament.planned().len(), 30);
        }
        let over = play_to_the_end(fixture, id, 11, |_| false).await;
        let orders: Vec<Vec<PlayerId>> = over
            .divisions
            .iter()
            .map(|division| {
                let standings = division.tournament.standings();
                let players = standings.iter().map(|it| over.player(it.entrant).unwrap());
                players.collect()
            })
            .collect();
        let rows = fixture.app.tournaments_on(over.row.server).await.unwrap();
        let next = rows.iter().find(|row| row.previous == Some(id)).unwrap();
        assert_eq!((next.season, next.state), (2, TournamentState::Open));
        let next = next.id;
        assert_eq!(view(fixture, next).await.entrants.len(), 12, "they stay in");
        // One leaves, someone new joins, and both can until the season begins.
        let leaver = orders[0][2];
        let act = fixture.act(leaver);
        fixture.app.leave_tournament(&act, next).await.unwrap();
        join(fixture, next, 13).await;
        fixture.wait(days(6));
        fixture.sweep().await;
        assert_eq!(view(fixture, next).await.row.state, TournamentState::Open);
        assert_eq!(BETWEEN_SEASONS, days(7));
        fixture.wait(days(1));
        fixture.sweep().await;
        let second = view(fixture, next).await;
        assert_eq!(second.row.state, TournamentState::Running);
        let of = |index: usize| -> BTreeSet<PlayerId> {
            let entrants = second.divisions[index].tournament.entrants().iter();
            entrants.map(|it| second.player(it.id).unwrap()).collect()
        };
        let mut upper: BTreeSet<PlayerId> = orders[0][..4].iter().copied().collect();
        upper.extend(&orders[1][..2]);
        upper.remove(&leaver);
        // The gap is closed by the better of those who were relegated.
        upper.insert(orders[0][4]);
        assert_eq!(of(0), upper);
        assert!(of(1).contains(&player(13)), "who is new begins below");
        assert!(of(1).contains(&orders[0][5]));
        let act = fixture.act(player(14));
        let late = fixture
            .app
            .join_tournament(&act, &member(player(14)), next)
            .await;
        assert_eq!(refused(late), Refusal::TournamentRunning);
        fixture.assert_sound().await;
        let second = play_to_the_end(fixture, next, 12, |_| false).await;
        let rows = fixture.app.tournaments_on(second.row.server).await.unwrap();
        assert!(rows.iter().any(|row| row.season == 3));
    });
}
