//! Tie-breaks against worked examples.

use crate::{ended, ids, key, settings};
use hexpost_engine::random::SplitMix64;
use hexpost_tournament::round_robin::rounds;
use hexpost_tournament::{
    Entrant, EntrantId, GameEnding, Legs, Pairing, PairingResult, Points, Round, Standing,
    Tournament, TournamentEvent, WithdrawalRule,
};

fn entrants(ratings: &[i32]) -> Vec<Entrant> {
    let each = (1..).zip(ratings).map(|(id, &rating)| Entrant {
        id: EntrantId(id),
        name: format!("Player {id}"),
        rating,
    });
    each.collect()
}

/// A round robin from its crosstable: for each row, what was scored with the first seat against each column, in
/// half points; `-` is the diagonal.
fn from_crosstable(legs: Legs, rows: &[&str], ratings: &[i32]) -> Tournament {
    let settings = settings(legs, WithdrawalRule::KeepFromHalf);
    let mut tournament = Tournament::new(settings, entrants(ratings)).unwrap();
    for round in rounds(&ids(rows.len())) {
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    }
    for game in tournament.planned() {
        let row = game.first.0 as usize - 1;
        let column = game.second.0 as usize - 1;
        let cell = rows[row].split(' ').nth(column).unwrap();
        let result = match cell.as_bytes()[0] {
            b'2' => PairingResult::First,
            b'1' => PairingResult::Draw,
            b'0' => PairingResult::Second,
            other => panic!("{other}"),
        };
        tournament.apply(&ended(game.key, result)).unwrap();
    }
    tournament
}

fn order(standings: &[Standing]) -> Vec<i64> {
    standings.iter().map(|line| line.entrant.0).collect()
}

#[test]
fn points_come_first_and_sonneborn_berger_is_as_in_the_textbook() {
    // Four players, double round. A row has the results of the games in which the player moved first.
    let rows = ["- 2 1 2", "0 - 2 1", "2 0 - 2", "0 0 1 -"];
    let tournament = from_crosstable(Legs::Two, &rows, &[1500; 4]);
    let lines = tournament.standings();
    // 1: 1+½+1 as first, 1 (against 2), 0 (against 3), 1 (against 4) as second: 4½.
    // 2: 0+1+½ as first, 0, 1 (against 3), 1 (against 4) as second: 3½.
    // 3: 1+0+1 as first, ½, 0, ½ as second: 3.
    // 4: 0+0+½ as first, 0, ½, 0 as second: 1.
    let points: Vec<String> = lines.iter().map(|line| line.points.to_string()).collect();
    assert_eq!(order(&lines), [1, 2, 3, 4]);
    assert_eq!(points, ["4½", "3½", "3", "1"]);
    // 1: 2·3½ + ½·3 + 2·1 = 10½; 2: 2·3 + 1½·1 = 7½; 3: 1½·4½ + 1½·1 = 8¼; 4: ½·3½ + ½·3 = 3¼.
    let scores: Vec<String> = lines
        .iter()
        .map(|line| line.sonneborn_berger.to_string())
        .collect();
    assert_eq!(scores, ["10.50", "7.50", "8.25", "3.25"]);
    assert_eq!(lines[0].place, Some(1));
    assert!(lines.iter().all(|line| !line.is_shared));
}

#[test]
fn head_to_head_beats_sonneborn_berger() {
    // 1 and 2 have one point each; 2 has won their game, 1 has the better Sonneborn–Berger score.
    let rows = [
        "- 0 2 0 0",
        "2 - 0 0 0",
        "0 2 - 0 2",
        "2 2 2 - 2",
        "2 2 0 0 -",
    ];
    let tournament = from_crosstable(Legs::One, &rows, &[1500; 5]);
    let lines = tournament.standings();
    assert_eq!(order(&lines), [4, 3, 5, 2, 1]);
    assert_eq!(lines[3].head_to_head, Some(Points::WIN));
    assert_eq!(lines[4].head_to_head, Some(Points::ZERO));
    assert_eq!(lines[3].sonneborn_berger.to_string(), "1.00");
    assert_eq!(lines[4].sonneborn_berger.to_string(), "2.00");
}

#[test]
fn head_to_head_is_applied_again_to_those_who_are_still_level() {
    // 1, 2 and 3 are level at 3 of 5; among them 1 has beaten 2, 2 has beaten 3, and 3 has beaten 1: nothing is
    // decided. Sonneborn–Berger decides.
    let rows = [
        "- 2 0 2 1",
        "0 - 2 2 1",
        "2 0 - 1 2",
        "0 0 1 - 0",
        "1 1 0 2 -",
    ];
    let lines = from_crosstable(Legs::One, &rows, &[1500; 5]).standings();
    assert_eq!(lines[0].points, lines[1].points);
    assert_eq!(lines[1].points, lines[2].points);
    for line in &lines[..3] {
        assert_eq!(line.head_to_head, Some(Points::WIN));
    }
    for pair in lines[..3].windows(2) {
        assert!(pair[0].sonneborn_berger >= pair[1].sonneborn_berger);
    }
    // Four level players with 2, 2, 1 and 1 points among themselves: the game of each two decides.
    let rows = ["- 0 2 2", "2 - 0 2", "0 2 - 0", "0 0 2 -"];
    let lines = from_crosstable(Legs::One, &rows, &[1500; 4]).standings();
    assert_eq!(order(&lines), [2, 1, 4, 3]);
}

/// A Swiss tournament of one round in which 1 beats 3 with the first seat, and 4 loses to 2 with the first.
fn two_winners(ratings: &[i32]) -> Tournament {
    let settings = settings(Legs::One, WithdrawalRule::Keep);
    let mut tournament = Tournament::new(settings, entrants(ratings)).unwrap();
    let pairing = |first, second| Pairing {
        first: EntrantId(first),
        second: EntrantId(second),
    };
    let round = Round {
        number: 1,
        pairings: vec![pairing(1, 3), pairing(4, 2)],
        byes: vec![EntrantId(5)],
    };
    tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    for (board, result) in [(1, PairingResult::First), (2, PairingResult::Second)] {
        let event = ended(key(1, board, 1), result);
        tournament.apply(&event).unwrap();
    }
    tournament
}

#[test]
fn wins_with_the_less_favourable_seat_come_before_the_rating() {
    // 1, 2 and 5, who had the bye, have a point; they have not met.
    let lines = two_winners(&[1900, 1500, 1500, 1500, 1800]).standings();
    assert_eq!(order(&lines)[..3], [2, 1, 5]);
    assert_eq!(lines[0].less_favourable_wins, 1);
    assert_eq!(lines[0].head_to_head, None, "they have not met");
    let rating = two_winners(&[1700, 1500, 1500, 1500, 1800]).standings();
    assert_eq!(order(&rating)[..3], [2, 5, 1]);
}

#[test]
fn those_who_are_level_in_everything_share_the_place() {
    let lines = two_winners(&[1500; 5]).standings();
    let places: Vec<(i64, Option<u16>, bool)> = lines
        .iter()
        .map(|line| (line.entrant.0, line.place, line.is_shared))
        .collect();
    let expected = [
        (2, Some(1), false),
        (1, Some(2), true),
        (5, Some(2), true),
        (3, Some(4), true),
        (4, Some(4), true),
    ];
    assert_eq!(places, expected);
}

#[test]
fn a_forfeit_is_no_win_with_the_less_favourable_seat() {
    let mut tournament = two_winners(&[1900, 1500, 1500, 1500, 1800]);
    let event = TournamentEvent::Ended {
        game: key(1, 2, 1),
        result: PairingResult::Second,
        ending: GameEnding::Forfeited,
    };
    tournament.apply(&event).unwrap();
    assert_eq!(order(&tournament.standings())[..3], [1, 5, 2]);
}

#[test]
fn a_corrected_or_reopened_result_corrects_the_table() {
    let mut tournament = two_winners(&[1500; 5]);
    let before = tournament.clone().standings();
    let event = ended(key(1, 1, 1), PairingResult::Draw);
    tournament.apply(&event).unwrap();
    assert_eq!(tournament.standings()[0].entrant, EntrantId(2));
    let event = TournamentEvent::Reopened { game: key(1, 1, 1) };
    tournament.apply(&event).unwrap();
    assert!(!tournament.is_round_over());
    let event = ended(key(1, 1, 1), PairingResult::First);
    tournament.apply(&event).unwrap();
    assert_eq!(tournament.standings(), before);
}

#[test]
fn standings_don_t_depend_on_the_order_of_results() {
    for seed in 0..crate::simulations(300) {
        let mut rng = SplitMix64::new(seed);
        let count = 3 + (seed % 8) as usize;
        let settings = settings(Legs::Two, WithdrawalRule::KeepFromHalf);
        let mut start = Tournament::new(settings, crate::entrants(count)).unwrap();
        for round in rounds(&ids(count)) {
            start.apply(&TournamentEvent::Paired(round)).unwrap();
        }
        let games = start.planned().into_iter();
        let mut events: Vec<TournamentEvent> = games
            .map(|it| ended(it.key, crate::random_result(&mut rng, it.first, it.second)))
            .collect();
        let replay = |events: &[TournamentEvent]| {
            let mut tournament = start.clone();
            for event in events {
                tournament.apply(event).unwrap();
            }
            tournament.standings()
        };
        let one = replay(&events);
        events.reverse();
        assert_eq!(one, replay(&events));
        let places: Vec<u16> = one.iter().filter_map(|line| line.place).collect();
        assert!(places.is_sorted());
        assert!(one.is_sorted_by(|a, b| a.points >= b.points));
    }
}
