//! Laws of round robins.

use std::collections::{BTreeMap, BTreeSet};

use crate::{draw, ended, entrants, ids, settings};
use hexpost_engine::random::SplitMix64;
use hexpost_tournament::draw::Purpose;
use hexpost_tournament::round_robin::rounds;
use hexpost_tournament::{EntrantId, Legs, Tournament, TournamentEvent, WithdrawalRule};

fn started(count: usize) -> Tournament {
    let settings = settings(Legs::Two, WithdrawalRule::KeepFromHalf);
    let mut tournament = Tournament::new(settings, entrants(count)).unwrap();
    for round in rounds(&ids(count)) {
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    }
    tournament
}

#[test]
fn everyone_meets_everyone_once_with_each_seat() {
    for count in 0..=64 {
        let tournament = started(count);
        let games = tournament.planned();
        let pairs: BTreeSet<_> = games.iter().map(|it| (it.first, it.second)).collect();
        assert_eq!(pairs.len(), games.len());
        assert_eq!(games.len(), count * count.saturating_sub(1));
        for round in tournament.rounds() {
            assert_eq!(round.pairings.len(), count / 2);
            assert!(round.byes.is_empty(), "resting is worth nothing");
        }
        assert_eq!(
            tournament.rounds().len(),
            count.next_multiple_of(2).saturating_sub(1)
        );
    }
}

#[test]
fn seats_of_the_first_games_are_balanced_within_one() {
    for count in 2..=64 {
        let mut balances: BTreeMap<EntrantId, i32> = BTreeMap::new();
        for pairing in rounds(&ids(count)).iter().flat_map(|it| &it.pairings) {
            *balances.entry(pairing.first).or_default() += 1;
            *balances.entry(pairing.second).or_default() -= 1;
        }
        assert!(balances.values().all(|it| it.abs() <= 1), "{balances:?}");
    }
}

#[test]
fn the_schedule_is_the_berger_table() {
    // FIDE Handbook, C.05, annex 1, for 5 or 6 players.
    let expected = [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ];
    let found = rounds(&ids(6));
    for (round, expected) in found.iter().zip(expected) {
        let pairs = round.pairings.iter();
        let pairs: Vec<(i64, i64)> = pairs.map(|it| (it.first.0, it.second.0)).collect();
        assert_eq!(pairs, expected);
    }
}

#[test]
fn nobody_has_more_games_at_a_time_than_allowed_and_all_are_played() {
    for (count, most) in [(4, 1), (5, 2), (8, 4), (9, 3), (16, 4), (6, 100)] {
        let mut rng = SplitMix64::new(count as u64);
        let mut tournament = started(count);
        let mut begun = BTreeSet::new();
        let mut running = Vec::new();
        while !tournament.is_round_over() {
            for game in tournament.to_start(&begun, most) {
                assert!(begun.insert(game.key), "started twice");
                running.push(game);
            }
            assert!(!running.is_empty(), "it goes on");
            for id in ids(count) {
                let own = running.iter().filter(|it| it.seat(id).is_some()).count();
                assert!(own <= most);
            }
            let index = rng.below(running.len() as u64) as usize;
            let game = running.swap_remove(index);
            let result = crate::random_result(&mut rng, game.first, game.second);
            tournament.apply(&ended(game.key, result)).unwrap();
        }
        assert_eq!(begun.len(), count * (count - 1));
    }
}

#[test]
fn numbers_are_drawn() {
    let orders = [1, 2].map(|seed| draw(seed).shuffled(Purpose::Numbers, ids(8)));
    assert_ne!(orders[0], orders[1]);
    assert_eq!(
        orders[0].iter().collect::<BTreeSet<_>>(),
        orders[1].iter().collect()
    );
}
