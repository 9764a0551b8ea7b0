//! Knock-out brackets.

use crate::{draw, ended, entrants, ids, key, settings, simulations};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_tournament::knockout::{Bracket, MatchState, bracket_order};
use hexpost_tournament::{
    EntrantId, Legs, Pairing, PairingResult, Tournament, TournamentEvent, WithdrawalRule,
};

fn new(count: usize) -> Tournament {
    let settings = settings(Legs::Two, WithdrawalRule::Keep);
    Tournament::new(settings, entrants(count)).unwrap()
}

/// Pairs the next round.
fn pair(tournament: &mut Tournament, seeds: &[EntrantId]) -> Vec<(i64, i64)> {
    let bracket = Bracket::of(tournament, seeds);
    let round = bracket.next_round(tournament.rounds().len()).unwrap();
    let pairs = round.pairings.iter();
    let pairs = pairs.map(|it| (it.first.0, it.second.0)).collect();
    tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    pairs
}

/// Ends both games of a match: what the first-named, higher seed scores as first and as second.
fn both(tournament: &mut Tournament, round: u16, board: u16, results: [PairingResult; 2]) {
    for (game, result) in (1..).zip(results) {
        let event = ended(key(round, board, game), result);
        tournament.apply(&event).unwrap();
    }
}

const HIGHER: [PairingResult; 2] = [PairingResult::First, PairingResult::Second];
const LEVEL: [PairingResult; 2] = [PairingResult::First, PairingResult::First];

#[test]
fn the_best_two_of_any_bracket_can_meet_only_in_the_final() {
    assert_eq!(bracket_order(2), [0, 1]);
    assert_eq!(bracket_order(4), [0, 3, 1, 2]);
    for power in 1..=6 {
        let size = 1 << power;
        let order = bracket_order(size);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..size));
        // In each round, if the better seed always wins, seeds add up to the same number.
        let mut left = order;
        while left.len() > 1 {
            let sum = left.len() - 1;
            assert!(left.chunks(2).all(|pair| pair[0] + pair[1] == sum));
            left = left.chunks(2).map(|pair| pair[0].min(pair[1])).collect();
        }
    }
}

#[test]
fn the_highest_seeds_have_no_opponent_in_the_first_round() {
    let seeds = ids(6);
    let mut tournament = new(6);
    assert_eq!(pair(&mut tournament, &seeds), [(4, 5), (3, 6)]);
    both(&mut tournament, 1, 1, HIGHER);
    assert_eq!(Bracket::of(&tournament, &seeds).next_round(1), None);
    both(&mut tournament, 1, 2, HIGHER);
    assert_eq!(pair(&mut tournament, &seeds), [(1, 4), (2, 3)]);
    both(&mut tournament, 2, 1, HIGHER);
    both(&mut tournament, 2, 2, HIGHER);
    assert_eq!(pair(&mut tournament, &seeds), [(1, 2)]);
    both(&mut tournament, 3, 1, HIGHER);
    let bracket = Bracket::of(&tournament, &seeds);
    assert_eq!(bracket.champion(), Some(EntrantId(1)));
    assert_eq!(bracket.next_round(3), None);
    let places: Vec<(i64, u16)> = bracket.places().iter().map(|it| (it.0.0, it.1)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 3), (4, 3), (5, 5), (6, 5)]);
}

#[test]
fn in_a_level_match_the_lower_seed_chooses_the_seat() {
    let seeds = ids(2);
    let state = |tournament: &Tournament| Bracket::of(tournament, &seeds).rounds()[0][0].state;
    let mut tournament = new(2);
    assert_eq!(state(&tournament), MatchState::Waiting);
    pair(&mut tournament, &seeds);
    assert_eq!(state(&tournament), MatchState::Playing);
    let choice = |seat| TournamentEvent::SeatChosen {
        round: 1,
        board: 1,
        seat,
    };
    assert!(tournament.apply(&choice(Side::First)).is_err(), "too early");
    both(&mut tournament, 1, 1, LEVEL);
    assert_eq!(state(&tournament), MatchState::ChoosingSeat);
    for (seat, first) in [(Side::First, 2), (Side::Second, 1)] {
        let mut tournament = tournament.clone();
        tournament.apply(&choice(seat)).unwrap();
        assert_eq!(state(&tournament), MatchState::Deciding);
        let decider = *tournament.planned().last().unwrap();
        assert_eq!(decider.key, key(1, 1, 3));
        assert_eq!(decider.first, EntrantId(first));
        for (result, winner) in [
            (PairingResult::First, decider.first),
            (PairingResult::Second, decider.second),
            (PairingResult::Draw, EntrantId(1)),
        ] {
            let mut tournament = tournament.clone();
            tournament.apply(&ended(decider.key, result)).unwrap();
            assert_eq!(state(&tournament), MatchState::Won(winner));
        }
    }
}

#[test]
fn whoever_leaves_is_out() {
    let seeds = ids(4);
    let mut tournament = new(4);
    pair(&mut tournament, &seeds);
    both(&mut tournament, 1, 1, HIGHER);
    let event = ended(key(1, 2, 1), PairingResult::First);
    tournament.apply(&event).unwrap();
    // 2 has won a game and leaves: 3 goes on.
    for entrant in [EntrantId(2), EntrantId(1)] {
        tournament
            .apply(&TournamentEvent::Withdrawn { entrant })
            .unwrap();
    }
    // 1 has won the match and leaves: there is no final.
    let bracket = Bracket::of(&tournament, &seeds);
    assert_eq!(bracket.champion(), Some(EntrantId(3)));
    assert!(bracket.next_round(1).unwrap().pairings.is_empty());
}

#[test]
fn every_knock_out_ends_with_one_champion() {
    for index in 0..simulations(2000) {
        let mut rng = SplitMix64::new(index);
        let count = 2 + (index % 63) as usize;
        let mut tournament = new(count);
        let seeds = draw(index).seeding(tournament.entrants());
        let mut matches = 0;
        while Bracket::of(&tournament, &seeds).champion().is_none() {
            matches += pair(&mut tournament, &seeds).len();
            for _ in 0..3 {
                crate::play(&mut tournament, &mut rng);
                for it in Bracket::of(&tournament, &seeds).rounds().concat() {
                    if it.state != MatchState::ChoosingSeat {
                        continue;
                    }
                    let pairing = Pairing {
                        first: it.higher.unwrap(),
                        second: it.lower.unwrap(),
                    };
                    let round = tournament.rounds().last().unwrap();
                    let board = round.pairings.iter().position(|&it| it == pairing);
                    let event = TournamentEvent::SeatChosen {
                        round: round.number,
                        board: board.unwrap() as u16 + 1,
                        seat: if rng.below(2) == 0 {
                            Side::First
                        } else {
                            Side::Second
                        },
                    };
                    tournament.apply(&event).unwrap();
                }
            }
        }
        assert_eq!(matches, count - 1, "everyone but one loses a match");
        let bracket = Bracket::of(&tournament, &seeds);
        let places = bracket.places();
        assert_eq!(places.len(), count);
        assert_eq!(places[0], (bracket.champion().unwrap(), 1));
        assert_eq!(places[1].1, 2);
        let rounds = count.next_power_of_two().ilog2() as usize;
        assert_eq!(tournament.rounds().len(), rounds);
    }
}
