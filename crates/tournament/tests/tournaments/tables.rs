//! What tables show agrees with the standings.

use crate::{draw, ended, entrants, ids, key, play, settings};
use hexpost_engine::random::SplitMix64;
use hexpost_tournament::round_robin::rounds;
use hexpost_tournament::table::TableCell;
use hexpost_tournament::{
    EntrantId, Legs, PairingResult, Points, Tournament, TournamentEvent, WithdrawalRule, swiss,
};

const fn points(cell: TableCell) -> Points {
    match cell {
        TableCell::Scored { points, .. } => points,
        TableCell::Open | TableCell::Annulled => Points::ZERO,
    }
}

#[test]
fn rows_of_a_crosstable_add_up_and_mirror_each_other() {
    let settings = settings(Legs::Two, WithdrawalRule::KeepFromHalf);
    let mut tournament = Tournament::new(settings, entrants(7)).unwrap();
    for round in rounds(&ids(7)) {
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    }
    play(&mut tournament, &mut SplitMix64::new(3));
    let table = tournament.crosstable();
    for (index, line) in tournament.standings().iter().enumerate() {
        let sum: Points = table[index].iter().flatten().copied().map(points).sum();
        assert_eq!(sum, line.points);
        for (other, cells) in table[index].iter().enumerate() {
            assert_eq!(cells.len(), if other == index { 0 } else { 2 });
            // Their first game is our second.
            let theirs = table[other][index].iter().rev();
            for (own, their) in cells.iter().zip(theirs) {
                assert_eq!(points(*own) + points(*their), Points::WIN);
            }
        }
    }
}

#[test]
fn an_annulled_game_is_shown_as_such() {
    let settings = settings(Legs::Two, WithdrawalRule::KeepFromHalf);
    let mut tournament = Tournament::new(settings, entrants(3)).unwrap();
    for round in rounds(&ids(3)) {
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    }
    let entrant = EntrantId(1);
    tournament
        .apply(&TournamentEvent::Withdrawn { entrant })
        .unwrap();
    let table = tournament.crosstable();
    assert_eq!(
        table[2][0],
        [TableCell::Annulled; 2],
        "who has left is last"
    );
    assert_eq!(table[0][1], [TableCell::Open; 2]);
}

#[test]
fn rounds_of_a_swiss_tournament_add_up() {
    let settings = settings(Legs::Two, WithdrawalRule::Keep);
    let mut tournament = Tournament::new(settings, entrants(9)).unwrap();
    for _ in 0..3 {
        let round = swiss::next_round(&tournament, &draw(4)).unwrap();
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
        play(&mut tournament, &mut SplitMix64::new(4));
    }
    let mut byes = 0;
    for line in tournament.standings() {
        let rounds = tournament.round_lines(line.entrant);
        assert_eq!(rounds.len(), 3);
        let sum: Points = rounds.iter().filter_map(|it| it.points).sum();
        assert_eq!(sum, line.points);
        for round in rounds {
            byes += u32::from(round.is_bye);
            assert_eq!(round.is_bye, round.opponent.is_none());
            let is_more = round.points > Some(Points::WIN);
            assert_eq!(round.is_won, is_more, "more than one of two points");
        }
    }
    assert_eq!(byes, 3);
    // A round that goes on is not won yet.
    let round = swiss::next_round(&tournament, &draw(4)).unwrap();
    let (number, first) = (round.number, round.pairings[0].first);
    tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    let open = tournament.round_lines(first).pop().unwrap();
    assert_eq!((open.points, open.is_won), (None, false));
    let event = ended(key(number, 1, 1), PairingResult::First);
    tournament.apply(&event).unwrap();
    let open = tournament.round_lines(first).pop().unwrap();
    assert_eq!((open.points, open.is_won), (Some(Points::WIN), false));
    assert_eq!(open.games[1], TableCell::Open);
}
