//! What players do, and what happens to them: joining, withdrawing, running out of time, leaving, vacations.

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_tournament::GameEnding;
use hexpost_tournament::tournament::Status;

use super::{
    ORGANISER, begun, join, make, member, named, play_to_the_end, player, resign, running, start,
    usual, view,
};
use crate::fixture::{SERVER, TestApp, days, refused, story};
use hexpost::app::access::Viewer;
use hexpost::app::game::state::Game;
use hexpost::app::people::settings::ServerSettings;
use hexpost::app::tournament::CHECK_EVERY;
use hexpost::app::{NewTournament, Refusal, TurnInput};
use hexpost::model::{
    ChannelId, EndReason, RoleId, TournamentFormat, TournamentId, TournamentState, TournamentTerms,
};

const ROLE: RoleId = RoleId(70);

/// A change of terms.
type Edit = fn(&mut TournamentTerms);

/// Any turn, as text.
fn first_turn(game: &Game) -> String {
    let position = game.record.game();
    let turn = position.uniform_turn(&mut SplitMix64::new(1)).unwrap();
    position.write(&turn).unwrap()
}

async fn joins(fixture: &TestApp, id: TournamentId, viewer: &Viewer) -> Result<(), Refusal> {
    let act = fixture.act(viewer.player.unwrap());
    match fixture.app.join_tournament(&act, viewer, id).await {
        Ok(_) => Ok(()),
        no => Err(refused(no)),
    }
}

#[test]
fn only_those_who_may_can_make_tournaments() {
    story(async |fixture| {
        let settings = ServerSettings {
            organisers: vec![ROLE],
            channels: vec![ChannelId(61)],
            ..ServerSettings::default()
        };
        fixture.app.set_server(SERVER, &settings).await.unwrap();
        let new = NewTournament {
            channel: ChannelId(61),
            ..named(usual(TournamentFormat::Swiss))
        };
        let act = fixture.act(ORGANISER);
        let plain = member(ORGANISER);
        let made = fixture.app.create_tournament(&act, &plain, &new).await;
        assert_eq!(refused(made), Refusal::NotAnOrganiser(vec![ROLE]));
        let with_role = Viewer {
            roles: vec![ROLE],
            ..plain.clone()
        };
        let elsewhere = named(usual(TournamentFormat::Swiss));
        let made = fixture
            .app
            .create_tournament(&act, &with_role, &elsewhere)
            .await;
        assert_eq!(refused(made), Refusal::WrongChannel(vec![ChannelId(61)]));
        fixture
            .app
            .create_tournament(&act, &with_role, &new)
            .await
            .unwrap();
        let manager = Viewer {
            manages_server: true,
            ..plain.clone()
        };
        fixture
            .app
            .create_tournament(&act, &manager, &new)
            .await
            .unwrap();
        let direct = Viewer::direct(ORGANISER);
        let made = fixture.app.create_tournament(&act, &direct, &new).await;
        assert_eq!(refused(made), Refusal::TournamentServer);
        let wrong = |change: Edit| {
            let mut terms = usual(TournamentFormat::Swiss);
            change(&mut terms);
            NewTournament {
                channel: ChannelId(61),
                ..named(terms)
            }
        };
        let tries: [(Edit, Refusal); 6] = [
            (|it| it.size = 65, Refusal::TournamentSize(2, 64)),
            (|it| it.at_once = 1, Refusal::AtOnce(2, 30)),
            (|it| it.round_days = None, Refusal::RoundDays(120)),
            (|it| it.rounds = Some(0), Refusal::NoRounds),
            (|it| it.vacation_days = -1, Refusal::VacationCap(120)),
            (
                |it| (it.least_rating, it.most_rating) = (Some(1600), Some(1500)),
                Refusal::RatingBand,
            ),
        ];
        for (change, refusal) in tries {
            let made = fixture
                .app
                .create_tournament(&act, &manager, &wrong(change))
                .await;
            assert_eq!(refused(made), refusal);
        }
        let nameless = NewTournament {
            name: " \n".to_owned(),
            ..new
        };
        let made = fixture
            .app
            .create_tournament(&act, &manager, &nameless)
            .await;
        assert_eq!(refused(made), Refusal::TournamentName(60));
    });
}

#[test]
fn joining_is_limited_by_role_rating_and_places() {
    story(async |fixture| {
        let terms = TournamentTerms {
            size: 2,
            role: Some(ROLE),
            least_rating: Some(1400),
            ..usual(TournamentFormat::RoundRobin)
        };
        let id = make(fixture, terms).await;
        let one = member(player(1));
        assert_eq!(
            joins(fixture, id, &one).await,
            Err(Refusal::NeedsRole(vec![ROLE]))
        );
        let with_role = |number| Viewer {
            roles: vec![ROLE],
            ..member(player(number))
        };
        joins(fixture, id, &with_role(1)).await.unwrap();
        assert_eq!(
            joins(fixture, id, &with_role(1)).await,
            Err(Refusal::AlreadyEntered)
        );
        joins(fixture, id, &with_role(2)).await.unwrap();
        assert_eq!(
            joins(fixture, id, &with_role(3)).await,
            Err(Refusal::TournamentFull(2))
        );
        let act = fixture.act(player(2));
        fixture.app.leave_tournament(&act, id).await.unwrap();
        joins(fixture, id, &with_role(3)).await.unwrap();
        start(fixture, id).await;
        let act = fixture.act(player(3));
        let left = fixture.app.leave_tournament(&act, id).await;
        assert_eq!(refused(left), Refusal::TournamentRunning);
        let high = TournamentTerms {
            least_rating: Some(1600),
            ..usual(TournamentFormat::Swiss)
        };
        let high = make(fixture, high).await;
        assert_eq!(
            joins(fixture, high, &one).await,
            Err(Refusal::RatingTooLow(1600))
        );
        let low = TournamentTerms {
            most_rating: Some(1400),
            ..usual(TournamentFormat::Swiss)
        };
        let low = make(fixture, low).await;
        assert_eq!(
            joins(fixture, low, &one).await,
            Err(Refusal::RatingTooHigh(1400))
        );
    });
}

#[test]
fn who_withdraws_early_is_annulled_and_who_withdraws_late_loses_the_rest() {
    story(async |fixture| {
        let terms = TournamentTerms {
            at_once: 30,
            ..usual(TournamentFormat::RoundRobin)
        };
        let id = begun(fixture, terms.clone(), 4).await;
        assert_eq!(running(fixture, id).await.len(), 12);
        let act = fixture.act(player(1));
        let after = fixture
            .app
            .withdraw_from_tournament(&act, id)
            .await
            .unwrap();
        let number = after.entrant_of(player(1)).unwrap().number;
        let tournament = &after.divisions[0].tournament;
        assert_eq!(tournament.status(number), Status::Annulled);
        assert_eq!(
            running(fixture, id).await.len(),
            6,
            "their games are closed"
        );
        let act = fixture.act(player(1));
        let again = fixture.app.withdraw_from_tournament(&act, id).await;
        assert_eq!(refused(again), Refusal::HasWithdrawn);
        fixture.assert_sound().await;

        let late = begun(fixture, terms, 3).await;
        let mut ended = 0;
        for game in running(fixture, late).await {
            let row = fixture.app.game_row(game).await.unwrap().unwrap();
            if row.side_of(player(1)).is_some() && ended < 2 {
                resign(fixture, game, Side::First).await;
                ended += 1;
            }
        }
        fixture.sweep().await;
        let act = fixture.act(player(1));
        let after = fixture
            .app
            .withdraw_from_tournament(&act, late)
            .await
            .unwrap();
        let number = after.entrant_of(player(1)).unwrap().number;
        let tournament = &after.divisions[0].tournament;
        assert_eq!(tournament.status(number), Status::Withdrawn);
        let forfeits = tournament.games().into_iter().filter(|game| {
            game.outcome()
                .is_some_and(|it| it.ending == GameEnding::Forfeited)
        });
        assert_eq!(forfeits.count(), 2);
        play_to_the_end(fixture, late, 1, |_| false).await;
    });
}

#[test]
fn a_first_unplayed_timeout_forfeits_the_pair_and_a_second_withdraws() {
    story(async |fixture| {
        let terms = TournamentTerms {
            at_once: 30,
            ..usual(TournamentFormat::RoundRobin)
        };
        let id = begun(fixture, terms, 3).await;
        // Everyone but player 1 makes a turn wherever they are to move.
        let move_others = async || {
            for game in running(fixture, id).await {
                let game = fixture.game(game).await;
                let mover = game.row.players[game.to_move().unwrap()].unwrap();
                if mover != player(1) && game.turns.len() < 2 {
                    let turn = first_turn(&game);
                    let act = fixture.act(mover);
                    let made = TurnInput::Text(turn);
                    fixture.app.play(&act, game.row.id, &made).await.unwrap();
                }
            }
        };
        move_others().await;
        fixture.wait(days(3));
        fixture.sweep().await;
        let after = view(fixture, id).await;
        let number = after.entrant_of(player(1)).unwrap().number;
        let tournament = &after.divisions[0].tournament;
        assert_ne!(tournament.status(number), Status::Active);
        let unplayed = tournament.games().into_iter().filter(|game| {
            game.game.seat(number).is_some()
                && game.score == hexpost_tournament::tournament::PlayerScore::Annulled
        });
        assert_eq!(
            unplayed.count(),
            4,
            "nothing was played, so all is annulled"
        );
        let mut late = 0;
        for game in &after.games {
            let row = fixture.app.game_row(game.game).await.unwrap().unwrap();
            if row.side_of(player(1)).is_some() {
                let end = row.status.end.unwrap();
                late += usize::from(end.how == EndReason::Time);
            }
        }
        assert!(late >= 2, "{late}");
    });
}

#[test]
fn who_leaves_the_server_or_asks_to_be_forgotten_is_withdrawn() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::RoundRobin), 4).await;
        let open = make(fixture, usual(TournamentFormat::Swiss)).await;
        join(fixture, open, 1).await;
        join(fixture, open, 2).await;
        let now = fixture.now();
        fixture
            .app
            .member_left(SERVER, player(1), now)
            .await
            .unwrap();
        let after = view(fixture, id).await;
        let number = after.entrant_of(player(1)).unwrap().number;
        assert_eq!(
            after.divisions[0].tournament.status(number),
            Status::Annulled
        );
        assert!(view(fixture, open).await.entrant_of(player(1)).is_none());
        let json = fixture.app.export(player(2), now).await.unwrap();
        assert_eq!(json["tournaments"].as_array().unwrap().len(), 2);
        let number = after.entrant_of(player(2)).unwrap().number;
        let act = fixture.act(player(2));
        fixture.app.forget(&act).await.unwrap();
        fixture.sweep().await;
        let after = view(fixture, id).await;
        assert_eq!(after.player(number), None);
        assert_ne!(after.divisions[0].tournament.status(number), Status::Active);
        assert_eq!(view(fixture, open).await.entrants, []);
        let json = fixture.app.export(player(2), now).await.unwrap();
        assert_eq!(json["tournaments"].as_array().unwrap().len(), 0);
        let over = play_to_the_end(fixture, id, 5, |_| false).await;
        assert_eq!(over.row.state, TournamentState::Finished);
    });
}

#[test]
fn a_tournament_is_looked_at_once_a_day_for_those_who_have_left() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::RoundRobin), 3).await;
        let claim = async || {
            let now = fixture.now();
            let claimed = fixture.app.claim_tournament_checks(now, 5).await.unwrap();
            claimed.into_iter().map(|it| it.1).collect::<Vec<_>>()
        };
        assert!(claim().await.is_empty());
        fixture.wait(days(1));
        assert_eq!(claim().await, [[player(1), player(2), player(3)]]);
        assert!(claim().await.is_empty(), "it is being looked at");
        let next = fixture.now() + CHECK_EVERY;
        let put_off = fixture.app.put_off_tournament_check(id, Some(next));
        put_off.await.unwrap();
        play_to_the_end(fixture, id, 5, |_| false).await;
        fixture.wait(days(1));
        assert!(claim().await.is_empty(), "it is over");
    });
}

#[test]
fn a_server_that_removes_the_bot_stops_its_tournaments_until_it_is_back() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::Swiss), 4).await;
        fixture.app.arrive(SERVER, fixture.now()).await.unwrap();
        fixture.app.note_left(SERVER, fixture.now()).await.unwrap();
        for game in running(fixture, id).await {
            resign(fixture, game, Side::Second).await;
        }
        fixture.sweep().await;
        let away = view(fixture, id).await;
        assert!(
            away.divisions[0].tournament.is_round_over(),
            "results count"
        );
        assert_eq!(away.round(), 1, "no round begins");
        fixture.wait(days(60));
        fixture.sweep().await;
        fixture.app.arrive(SERVER, fixture.now()).await.unwrap();
        fixture.sweep().await;
        let back = view(fixture, id).await;
        assert_eq!(back.round(), 2);
        assert!(back.deadline().unwrap() > fixture.now());
        play_to_the_end(fixture, id, 5, |_| false).await;
    });
}

#[test]
fn a_vacation_stops_the_clock_for_a_week_at_most() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::RoundRobin), 2).await;
        let games = running(fixture, id).await;
        for &game in &games {
            let game = fixture.game(game).await;
            if game.row.players.first == Some(player(2)) {
                let act = fixture.act(player(2));
                let made = TurnInput::Text(first_turn(&game));
                fixture.app.play(&act, game.row.id, &made).await.unwrap();
            }
        }
        let mine = async || {
            let mut mine = None;
            for &game in &games {
                let game = fixture.game(game).await;
                if game.to_move().and_then(|side| game.row.players[side]) == Some(player(1)) {
                    mine = Some(game);
                }
            }
            mine
        };
        let game = mine().await.unwrap();
        let side = game.to_move().unwrap();
        let act = fixture.act(player(1));
        fixture.app.take_vacation(&act, None, 20).await.unwrap();
        fixture.sweep().await;
        let away = mine().await.unwrap().clock.away(side).unwrap();
        assert_eq!(away.until, away.since + days(7));
        fixture.assert_sound().await;
        fixture.wait(days(6));
        fixture.sweep().await;
        assert!(mine().await.unwrap().clock.away(side).is_some());
        fixture.wait(days(1));
        fixture.sweep().await;
        let back = mine().await.unwrap();
        assert_eq!(back.clock.away(side), None, "seven days are over");
        assert!(back.row.status.deadline.is_some());
        fixture.assert_sound().await;
        // The vacation goes on elsewhere, but the time is lost here.
        fixture.wait(days(3));
        fixture.sweep().await;
        let over = fixture.game(game.row.id).await;
        assert_eq!(over.row.status.end.as_ref().unwrap().winner, Some(!side));
    });
}

#[test]
fn the_games_of_a_tournament_are_rated_without_a_weekly_limit() {
    story(async |fixture| {
        let mut counted = 0;
        for _ in 0..4 {
            let id = begun(fixture, usual(TournamentFormat::RoundRobin), 2).await;
            for game in running(fixture, id).await {
                fixture.play_random_turns(game, 6).await;
                if fixture.game(game).await.to_move().is_some() {
                    resign(fixture, game, Side::First).await;
                }
                let row = fixture.app.game_row(game).await.unwrap().unwrap();
                counted += usize::from(row.uncounted.is_none());
            }
            fixture.sweep().await;
        }
        assert_eq!(counted, 8);
        let game = begun(fixture, usual(TournamentFormat::RoundRobin), 2).await;
        let game = running(fixture, game).await[0];
        let row = fixture.app.game_row(game).await.unwrap().unwrap();
        let act = fixture.act(row.players.first.unwrap());
        let aborted = fixture.app.abort(&act, game).await;
        assert_eq!(refused(aborted), Refusal::TournamentGame);
    });
}

#[test]
fn the_organiser_learns_who_has_blocked_whom() {
    story(async |fixture| {
        let id = make(fixture, usual(TournamentFormat::RoundRobin)).await;
        for number in 1..=3 {
            join(fixture, id, number).await;
        }
        let act = fixture.act(player(3));
        fixture.app.block(&act, player(1), true).await.unwrap();
        let pairs = fixture.app.blocked_pairs(id).await.unwrap();
        assert_eq!(pairs, [(player(1), player(3))]);
    });
}
