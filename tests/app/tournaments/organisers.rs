//! What organisers do: adjudicating, correcting, replacing, extending, cancelling, handing over.

use hexpost_engine::side::Side;
use hexpost_tournament::tournament::Status;
use hexpost_tournament::{GameEnding, PairingResult, Points};

use super::{
    ORGANISER, begun, make, member, play_to_the_end, player, resign, running, told, usual, view,
};
use crate::fixture::{days, refused, story};
use hexpost::app::Refusal;
use hexpost::app::access::Viewer;
use hexpost::app::notify::notice::Notice;
use hexpost::model::{TournamentFormat, TournamentState, TournamentTerms};

#[test]
fn an_adjudication_ends_a_game_and_a_correction_corrects_the_table_and_the_titles() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::RoundRobin), 2).await;
        let started = view(fixture, id).await;
        let place = started.games[0].place;
        let other = started.games[1].place;
        let act = fixture.act(player(1));
        let judged = fixture
            .app
            .adjudicate(&act, &member(player(1)), id, place, PairingResult::First)
            .await;
        assert_eq!(refused(judged), Refusal::NotOrganiser);
        let act = fixture.act(ORGANISER);
        let judged = fixture
            .app
            .adjudicate(&act, &member(ORGANISER), id, place, PairingResult::First)
            .await
            .unwrap();
        let [first, second] = judged.seated(place).unwrap();
        assert_eq!(running(fixture, id).await.len(), 1, "the game is ended");
        let row = fixture.app.game_row(started.games[0].game).await.unwrap();
        assert_eq!(row.unwrap().status.end.unwrap().winner, Some(Side::First));
        // The other game goes to the same player, who wins the tournament.
        let seat = other_seat(&judged, other, first);
        resign(fixture, started.games[1].game, !seat).await;
        fixture.sweep().await;
        let over = view(fixture, id).await;
        assert_eq!(over.row.state, TournamentState::Finished);
        let winner = over.player(first).unwrap();
        assert_eq!(fixture.app.titles_of(winner).await.unwrap().len(), 1);
        let manager = Viewer {
            manages_server: true,
            ..member(player(9))
        };
        let mut corrected = over;
        for place in [place, other] {
            let seat = other_seat(&corrected, place, second);
            let act = fixture.act(player(9));
            corrected = fixture
                .app
                .adjudicate(&act, &manager, id, place, PairingResult::win(seat))
                .await
                .unwrap();
        }
        let standings = corrected.divisions[0].tournament.standings();
        assert_eq!(standings[0].entrant, second);
        assert_eq!(standings[0].points, Points::WIN + Points::WIN);
        assert_eq!(fixture.app.titles_of(winner).await.unwrap(), []);
        let loser = corrected.player(second).unwrap();
        assert_eq!(fixture.app.titles_of(loser).await.unwrap().len(), 1);
    });
}

/// The seat of an entrant in a place.
fn other_seat(
    view: &hexpost::app::TournamentView,
    place: hexpost::model::TournamentPlace,
    entrant: hexpost_tournament::EntrantId,
) -> Side {
    let [first, _] = view.seated(place).unwrap();
    if first == entrant {
        Side::First
    } else {
        Side::Second
    }
}

#[test]
fn a_result_that_has_paired_the_next_round_of_a_knockout_stays() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::Knockout), 4).await;
        let now = view(fixture, id).await;
        for game in &now.games {
            let [first, _] = now.seated(game.place).unwrap();
            let strong = first.0 <= 2;
            let loser = if strong { Side::Second } else { Side::First };
            resign(fixture, game.game, loser).await;
        }
        fixture.sweep().await;
        let now = view(fixture, id).await;
        if now.round() != 2 {
            // A level match, which depends on the draw; the other test plays those.
            return;
        }
        let first = now.games.iter().find(|it| it.place.key.round == 1);
        let place = first.unwrap().place;
        let act = fixture.act(ORGANISER);
        let viewer = member(ORGANISER);
        let mut refusals = 0;
        for result in [PairingResult::First, PairingResult::Second] {
            let done = fixture
                .app
                .adjudicate(&act, &viewer, id, place, result)
                .await;
            if done.is_err() {
                assert_eq!(refused(done), Refusal::RoundIsPaired);
                refusals += 1;
            }
        }
        assert_eq!(refusals, 1);
    });
}

#[test]
fn a_replaced_player_keeps_the_results_and_loses_the_open_games() {
    story(async |fixture| {
        let terms = TournamentTerms {
            at_once: 30,
            ..usual(TournamentFormat::RoundRobin)
        };
        let id = begun(fixture, terms, 3).await;
        let before = view(fixture, id).await;
        let number = before.entrant_of(player(1)).unwrap().number;
        let own = before.games.iter();
        let own = own.filter(|it| before.seated(it.place).unwrap().contains(&number));
        let own: Vec<_> = own.copied().collect();
        let finished = own[0];
        resign(fixture, finished.game, Side::First).await;
        fixture.sweep().await;
        let viewer = member(ORGANISER);
        let act = fixture.act(ORGANISER);
        let again = fixture
            .app
            .replace_entrant(&act, &viewer, id, number, player(2))
            .await;
        assert_eq!(refused(again), Refusal::AlreadyEntered);
        let after = fixture
            .app
            .replace_entrant(&act, &viewer, id, number, player(7))
            .await
            .unwrap();
        assert_eq!(after.player(number), Some(player(7)));
        assert_eq!(after.divisions[0].tournament.status(number), Status::Active);
        assert_eq!(after.game_at(finished.place), Some(finished.game));
        for old in &own[1..] {
            let row = fixture.app.game_row(old.game).await.unwrap().unwrap();
            assert!(!row.status.end.unwrap().has_result(), "it is closed");
            let new = after.game_at(old.place).unwrap();
            assert_ne!(new, old.game);
            let row = fixture.app.game_row(new).await.unwrap().unwrap();
            assert!(row.side_of(player(7)).is_some());
        }
        fixture.assert_sound().await;
        play_to_the_end(fixture, id, 2, |_| false).await;
    });
}

#[test]
fn at_the_deadline_the_organiser_is_told_and_a_day_later_the_time_is_lost() {
    story(async |fixture| {
        let terms = TournamentTerms {
            pace: hexpost::model::Pace::days(30),
            round_days: Some(10),
            ..usual(TournamentFormat::Swiss)
        };
        let id = begun(fixture, terms, 4).await;
        fixture.notifications().await;
        for game in running(fixture, id).await {
            fixture.play_random_turns(game, 3).await;
        }
        let viewer = member(ORGANISER);
        let act = fixture.act(ORGANISER);
        fixture
            .app
            .extend_round(&act, &viewer, id, 5)
            .await
            .unwrap();
        fixture.wait(days(14));
        fixture.sweep().await;
        let overdue = |it: &Notice| matches!(it, Notice::RoundOverdue { .. });
        assert!(told(fixture, overdue).await.is_empty());
        fixture.wait(days(1));
        fixture.sweep().await;
        assert_eq!(told(fixture, overdue).await.get(&Some(ORGANISER)), Some(&1));
        assert_eq!(running(fixture, id).await.len(), 4);
        let round = view(fixture, id).await;
        let place = round.games[0].place;
        let act = fixture.act(ORGANISER);
        fixture
            .app
            .adjudicate(&act, &viewer, id, place, PairingResult::Draw)
            .await
            .unwrap();
        fixture.wait(days(1));
        fixture.sweep().await;
        assert!(told(fixture, overdue).await.is_empty());
        let next = view(fixture, id).await;
        assert_eq!(next.round(), 2);
        let games = next.divisions[0].tournament.games();
        let endings = games.iter().filter(|it| it.game.key.round == 1);
        let endings: Vec<_> = endings.map(|it| it.outcome().unwrap().ending).collect();
        let count = |ending| endings.iter().filter(|it| **it == ending).count();
        assert_eq!(count(GameEnding::Adjudicated), 1);
        assert_eq!(count(GameEnding::TimedOut), 3);
    });
}

#[test]
fn a_tournament_is_cancelled_or_handed_over() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::Swiss), 4).await;
        let act = fixture.act(ORGANISER);
        let viewer = member(ORGANISER);
        fixture
            .app
            .hand_over(&act, &viewer, id, player(1))
            .await
            .unwrap();
        let cancelled = fixture.app.cancel_tournament(&act, &viewer, id).await;
        assert_eq!(refused(cancelled), Refusal::NotOrganiser);
        fixture.notifications().await;
        let act = fixture.act(player(1));
        let new = member(player(1));
        fixture.app.cancel_tournament(&act, &new, id).await.unwrap();
        let called_off = told(fixture, |it| {
            matches!(it, Notice::TournamentCancelled { .. })
        })
        .await;
        assert_eq!(called_off.get(&None), Some(&1));
        let games = running(fixture, id).await;
        assert_eq!(games.len(), 4, "they go on as ordinary games");
        resign(fixture, games[0], Side::First).await;
        fixture.sweep().await;
        let after = view(fixture, id).await;
        assert_eq!(after.row.state, TournamentState::Cancelled);
        assert_eq!(running(fixture, id).await.len(), 3);
        let act = fixture.act(player(1));
        let again = fixture.app.cancel_tournament(&act, &new, id).await;
        assert_eq!(refused(again), Refusal::TournamentOver);
        let empty = make(fixture, usual(TournamentFormat::Swiss)).await;
        let act = fixture.act(ORGANISER);
        let started = fixture.app.start_tournament(&act, &viewer, empty).await;
        assert_eq!(refused(started), Refusal::TooFewPlayers(2));
        fixture
            .app
            .cancel_tournament(&act, &viewer, empty)
            .await
            .unwrap();
    });
}
