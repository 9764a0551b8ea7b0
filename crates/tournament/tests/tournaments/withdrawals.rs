//! Time-outs, forfeits, withdrawals, replacements, adjudication.

use crate::{ended, entrants, ids, key, settings};
use hexpost_engine::side::Side;
use hexpost_tournament::round_robin::rounds;
use hexpost_tournament::tournament::{PlayerScore, Status};
use hexpost_tournament::{
    EntrantId, EventError, GameEnding, Legs, PairingResult, Points, Round, Tournament,
    TournamentEvent, WithdrawalRule,
};

const LEAVER: EntrantId = EntrantId(1);

fn started(withdrawal: WithdrawalRule) -> Tournament {
    let settings = settings(Legs::Two, withdrawal);
    let mut tournament = Tournament::new(settings, entrants(4)).unwrap();
    for round in rounds(&ids(4)) {
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    }
    tournament
}

/// The leaver wins some of their six games.
fn win(tournament: &mut Tournament, games: usize) {
    let own = tournament.planned().into_iter();
    let own = own.filter(|game| game.seat(LEAVER).is_some());
    for game in own.take(games) {
        let result = PairingResult::win(game.seat(LEAVER).unwrap());
        tournament.apply(&ended(game.key, result)).unwrap();
    }
}

fn points(tournament: &Tournament, id: i64) -> Points {
    let lines = tournament.standings();
    let line = lines.iter().find(|line| line.entrant == EntrantId(id));
    line.unwrap().points
}

fn withdraw(tournament: &mut Tournament) {
    let event = TournamentEvent::Withdrawn { entrant: LEAVER };
    tournament.apply(&event).unwrap();
}

#[test]
fn results_are_kept_from_half_of_the_games() {
    let mut tournament = started(WithdrawalRule::KeepFromHalf);
    win(&mut tournament, 3);
    withdraw(&mut tournament);
    assert_eq!(tournament.status(LEAVER), Status::Withdrawn);
    assert_eq!(points(&tournament, 1).to_string(), "3");
    // The three open games are lost, and the opponents have the points.
    let games = tournament.games();
    let settled = games.iter().filter(|game| game.is_settled_by_rule);
    assert_eq!(settled.count(), 3);
    let others: Points = (2..=4).map(|id| points(&tournament, id)).sum();
    assert_eq!(others.to_string(), "3");
}

#[test]
fn results_are_annulled_before_half_of_the_games() {
    let mut tournament = started(WithdrawalRule::KeepFromHalf);
    win(&mut tournament, 2);
    withdraw(&mut tournament);
    assert_eq!(tournament.status(LEAVER), Status::Annulled);
    let lines = tournament.standings();
    let last = lines.last().unwrap();
    assert_eq!((last.entrant, last.place), (LEAVER, None));
    assert_eq!(last.points, Points::ZERO);
    let games = tournament.games();
    let annulled = games
        .iter()
        .filter(|game| game.score == PlayerScore::Annulled);
    assert_eq!(annulled.count(), 6);
    // Only the four open ones have to be ended.
    let settled = games.iter().filter(|game| game.is_settled_by_rule);
    assert_eq!(settled.count(), 4);
}

#[test]
fn a_swiss_tournament_keeps_the_results() {
    let mut tournament = started(WithdrawalRule::Keep);
    win(&mut tournament, 1);
    withdraw(&mut tournament);
    assert_eq!(tournament.status(LEAVER), Status::Withdrawn);
    assert_eq!(points(&tournament, 1), Points::WIN);
}

#[test]
fn two_who_left_both_lose_their_game() {
    let mut tournament = started(WithdrawalRule::Keep);
    withdraw(&mut tournament);
    let entrant = EntrantId(2);
    tournament
        .apply(&TournamentEvent::Withdrawn { entrant })
        .unwrap();
    assert_eq!(points(&tournament, 1), Points::ZERO);
    assert_eq!(points(&tournament, 2), Points::ZERO);
    assert_eq!(points(&tournament, 3).to_string(), "4");
}

/// The leaver loses a game on time without a move; it is the first game of a round.
fn times_out(tournament: &mut Tournament, round: u16) {
    let games = tournament.planned().into_iter();
    let mut games = games.filter(|game| game.key.round == round && game.key.game == 1);
    let game = games.find(|game| game.seat(LEAVER).is_some()).unwrap();
    let event = TournamentEvent::Ended {
        game: game.key,
        result: PairingResult::win(!game.seat(LEAVER).unwrap()),
        ending: GameEnding::TimedOutUnplayed,
    };
    tournament.apply(&event).unwrap();
}

#[test]
fn the_first_unplayed_time_out_forfeits_the_pair_and_the_second_withdraws() {
    let mut tournament = started(WithdrawalRule::KeepFromHalf);
    times_out(&mut tournament, 1);
    let games = tournament.games();
    let settled: Vec<_> = games.iter().filter(|it| it.is_settled_by_rule).collect();
    assert_eq!(settled.len(), 1);
    assert_eq!(settled[0].game.key.round, 1);
    assert_eq!(settled[0].points(LEAVER), Some(Points::ZERO));
    assert_eq!(tournament.status(LEAVER), Status::Active);
    times_out(&mut tournament, 2);
    assert_eq!(tournament.status(LEAVER), Status::Annulled);
    // A correction takes the withdrawal back.
    let game = settled[0].game.key;
    let corrected = ended(key(game.round, game.board, 1), PairingResult::Draw);
    tournament.apply(&corrected).unwrap();
    assert_eq!(tournament.status(LEAVER), Status::Active);
}

#[test]
fn a_time_out_after_a_move_is_only_a_loss() {
    let mut tournament = started(WithdrawalRule::KeepFromHalf);
    for game in tournament.planned() {
        if let Some(seat) = game.seat(LEAVER)
            && game.key.round < 3
        {
            let event = TournamentEvent::Ended {
                game: game.key,
                result: PairingResult::win(!seat),
                ending: GameEnding::TimedOut,
            };
            tournament.apply(&event).unwrap();
        }
    }
    assert_eq!(tournament.status(LEAVER), Status::Active);
    let games = tournament.games();
    assert!(!games.iter().any(|game| game.is_settled_by_rule));
}

#[test]
fn a_replacement_takes_over_the_place_and_its_open_games() {
    let mut tournament = started(WithdrawalRule::KeepFromHalf);
    win(&mut tournament, 1);
    times_out(&mut tournament, 2);
    withdraw(&mut tournament);
    let event = TournamentEvent::Replaced {
        entrant: LEAVER,
        name: "Zosia".to_owned(),
        rating: 1777,
    };
    tournament.apply(&event).unwrap();
    assert_eq!(tournament.status(LEAVER), Status::Active);
    let entrant = tournament.entrant(LEAVER).unwrap();
    assert_eq!((entrant.name.as_str(), entrant.rating), ("Zosia", 1777));
    assert_eq!(points(&tournament, 1), Points::WIN);
    // She doesn't answer for the time-out of the one before.
    times_out(&mut tournament, 3);
    assert_eq!(tournament.status(LEAVER), Status::Active);
}

#[test]
fn adjudicated_games_count_like_played_ones() {
    let mut tournament = started(WithdrawalRule::KeepFromHalf);
    let game = tournament.planned()[0];
    let event = TournamentEvent::Ended {
        game: game.key,
        result: PairingResult::Draw,
        ending: GameEnding::Adjudicated,
    };
    tournament.apply(&event).unwrap();
    assert_eq!(points(&tournament, game.at(Side::First).0), Points::DRAW);
    assert_eq!(points(&tournament, game.at(Side::Second).0), Points::DRAW);
}

#[test]
fn events_that_don_t_fit_are_refused_and_change_nothing() {
    let mut tournament = started(WithdrawalRule::KeepFromHalf);
    let before = tournament.clone();
    let unknown = key(9, 1, 1);
    let third = key(1, 1, 3);
    let round = Round {
        number: 3,
        pairings: Vec::new(),
        byes: Vec::new(),
    };
    let nobody = EntrantId(77);
    let twice = Round {
        number: 4,
        pairings: Vec::new(),
        byes: vec![LEAVER, LEAVER],
    };
    for (event, error) in [
        (
            ended(unknown, PairingResult::Draw),
            EventError::NoGame(unknown),
        ),
        (ended(third, PairingResult::Draw), EventError::NoGame(third)),
        (
            TournamentEvent::Withdrawn { entrant: nobody },
            EventError::NoEntrant(nobody),
        ),
        (
            TournamentEvent::Paired(round),
            EventError::RoundNumber {
                expected: 4,
                found: 3,
            },
        ),
        (
            TournamentEvent::Paired(twice),
            EventError::PairedTwice(LEAVER),
        ),
    ] {
        assert_eq!(tournament.apply(&event), Err(error));
    }
    assert_eq!(tournament, before);
}

#[test]
fn events_keep_their_json() {
    let event = TournamentEvent::Ended {
        game: key(2, 1, 2),
        result: PairingResult::First,
        ending: GameEnding::TimedOutUnplayed,
    };
    let text = r#"{"event":"ended","game":{"round":2,"board":1,"game":2},"result":"first","ending":"timed_out_unplayed"}"#;
    assert_eq!(serde_json::to_string(&event).unwrap(), text);
    let paired = r#"{"event":"paired","number":1,"pairings":[{"first":1,"second":2}],"byes":[3]}"#;
    let event: TournamentEvent = serde_json::from_str(paired).unwrap();
    assert_eq!(serde_json::to_string(&event).unwrap(), paired);
    let chosen = r#"{"event":"seat_chosen","round":1,"board":2,"seat":"second"}"#;
    let event: TournamentEvent = serde_json::from_str(chosen).unwrap();
    assert_eq!(serde_json::to_string(&event).unwrap(), chosen);
}
