//! Whole tournaments of every format.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use hexpost_tournament::EntrantId;
use hexpost_tournament::tournament::PlayerScore;

use super::{begun, join, make, play_to_the_end, player, running, start, told, usual, view};
use crate::fixture::{days, story};
use hexpost::app::notify::notice::Notice;
use hexpost::model::{Time, TournamentFormat, TournamentStart, TournamentState, TournamentTerms};

#[test]
fn a_double_round_robin_of_four_is_played_to_the_end_with_random_turns() {
    story(async |fixture| {
        let terms = TournamentTerms {
            size: 4,
            start: TournamentStart::Full,
            at_once: 2,
            ..usual(TournamentFormat::RoundRobin)
        };
        let id = make(fixture, terms).await;
        for number in 1..=3 {
            let view = join(fixture, id, number).await;
            assert_eq!(view.row.state, TournamentState::Open);
        }
        let started = join(fixture, id, 4).await;
        assert_eq!(started.row.state, TournamentState::Running, "it is full");
        assert_eq!(started.games.len(), 4, "each has two games at a time");
        let began = told(fixture, |it| matches!(it, Notice::RoundBegan { .. })).await;
        let each = (1..=4).map(|number| (Some(player(number)), 1)).collect();
        assert_eq!(began, each, "one notice for each player");
        let over = play_to_the_end(fixture, id, 7, |_| true).await;
        assert_eq!(over.games.len(), 12);
        let mut meetings = BTreeMap::new();
        for game in over.divisions[0].tournament.games() {
            assert!(matches!(game.score, PlayerScore::Counted(_)));
            *meetings
                .entry((game.game.first, game.game.second))
                .or_insert(0) += 1;
        }
        assert_eq!(meetings.len(), 12, "every pair with both seats");
        assert!(meetings.values().all(|&count| count == 1));
        let notices = fixture.notifications().await;
        let count = |is_it: fn(&Notice) -> bool| notices.iter().filter(|it| is_it(&it.0)).count();
        assert_eq!(count(|it| matches!(it, Notice::RoundBegan { .. })), 0);
        assert_eq!(
            count(|it| matches!(it, Notice::TournamentFinished { .. })),
            1
        );
        let winners = over.divisions[0].tournament.standings();
        let champion = over.player(winners[0].entrant).unwrap();
        let titles = fixture.app.titles_of(champion).await.unwrap();
        assert_eq!(titles.len(), 1);
        assert_eq!(titles[0].tournament, id);
        assert_eq!(fixture.app.tournaments_of(champion).await.unwrap(), []);
    });
}

#[test]
fn a_double_swiss_of_nine_is_played_to_the_end() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::Swiss), 9).await;
        let began = told(fixture, |it| matches!(it, Notice::RoundBegan { .. })).await;
        assert_eq!(began.len(), 9, "who has the bye is told as well");
        // Every third game with random turns, the others by resignation.
        let over = play_to_the_end(fixture, id, 9, |game| game.0 % 3 == 0).await;
        let tournament = &over.divisions[0].tournament;
        assert_eq!(tournament.rounds().len(), 4);
        let mut met = BTreeSet::new();
        let mut byes: BTreeSet<EntrantId> = BTreeSet::new();
        for round in tournament.rounds() {
            for pairing in &round.pairings {
                let pair = (
                    pairing.first.min(pairing.second),
                    pairing.first.max(pairing.second),
                );
                assert!(met.insert(pair), "{pair:?} meet twice");
            }
            byes.extend(&round.byes);
        }
        assert_eq!(byes.len(), 4, "nobody has two byes");
        let notices = fixture.notifications().await;
        for round in 1..=3 {
            let is_it =
                |it: &Notice| matches!(it, Notice::RoundResults { round: of, .. } if *of == round);
            let count = notices.iter().filter(|it| is_it(&it.0)).count();
            assert_eq!(count, 1, "the results of round {round} are told once");
        }
        let began = notices.iter();
        let began = began.filter(|it| matches!(it.0, Notice::RoundBegan { .. }));
        assert_eq!(began.count(), 27, "one for each player and round");
    });
}

#[test]
fn a_knockout_of_six_has_byes_deciders_and_a_champion() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::Knockout), 6).await;
        let over = play_to_the_end(fixture, id, 3, |_| false).await;
        let division = &over.divisions[0];
        let bracket = division.bracket().unwrap();
        let champion = bracket.champion().unwrap();
        assert_eq!(division.tournament.rounds().len(), 3);
        assert_eq!(division.tournament.rounds()[0].pairings.len(), 2);
        let asked = told(fixture, |it| matches!(it, Notice::SeatToChoose { .. })).await;
        assert!(!asked.is_empty(), "no match of this seed was level");
        let titles = fixture
            .app
            .titles_of(over.player(champion).unwrap())
            .await
            .unwrap();
        assert_eq!(titles.len(), 1);
    });
}

#[test]
fn a_tournament_starts_at_its_time_or_is_called_off() {
    story(async |fixture| {
        let at = |time: Time| TournamentTerms {
            start: TournamentStart::At(time),
            ..usual(TournamentFormat::RoundRobin)
        };
        let id = make(fixture, at(fixture.now() + days(2))).await;
        let lonely = make(fixture, at(fixture.now() + days(2))).await;
        for number in 1..=3 {
            join(fixture, id, number).await;
        }
        join(fixture, lonely, 1).await;
        fixture.wait(days(1));
        fixture.sweep().await;
        assert_eq!(view(fixture, id).await.row.state, TournamentState::Open);
        fixture.wait(days(2));
        assert!(fixture.app.next_due().await.unwrap().unwrap() <= fixture.now());
        fixture.sweep().await;
        let started = view(fixture, id).await;
        assert_eq!(started.row.state, TournamentState::Running);
        assert_eq!(running(fixture, id).await.len(), 6);
        let called_off = view(fixture, lonely).await;
        assert_eq!(called_off.row.state, TournamentState::Cancelled);
    });
}

#[test]
fn the_draw_depends_on_the_join_interactions_and_can_be_verified() {
    story(async |fixture| {
        let id = make(fixture, usual(TournamentFormat::RoundRobin)).await;
        for number in 1..=3 {
            join(fixture, id, number).await;
        }
        let commitment = view(fixture, id).await.commitment();
        let started = start(fixture, id).await;
        let draw = started.draw().unwrap();
        assert_eq!(draw.commitment, commitment);
        for entrant in &started.entrants {
            let join = entrant.action.unwrap().to_string();
            let joins: Vec<&str> = draw.text.split([' ', ',']).collect();
            assert!(joins.contains(&&*join), "{}", draw.text);
        }
        for game in &started.games {
            let check = fixture.app.verify(game.game).await.unwrap().unwrap();
            assert_eq!(check.problems, [""; 0]);
        }
    });
}

#[test]
fn a_round_of_sixty_four_players_is_made_within_a_second() {
    story(async |fixture| {
        let terms = TournamentTerms {
            size: 64,
            ..usual(TournamentFormat::Swiss)
        };
        let id = make(fixture, terms).await;
        for number in 1..=64 {
            join(fixture, id, number).await;
        }
        let begun = Instant::now();
        let started = start(fixture, id).await;
        let took = begun.elapsed();
        assert_eq!(started.games.len(), 64);
        // Tests are not optimised and run side by side; alone it takes a fraction of that.
        assert!(took.as_secs_f64() < 5.0, "it took {took:?}");
    });
}
