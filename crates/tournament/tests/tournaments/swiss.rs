//! Laws of Swiss pairings, over thousands of simulated tournaments.

use std::collections::{BTreeMap, BTreeSet};

use crate::{draw, ended, entrants, key, play, settings, simulations};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_tournament::swiss::{self, NoPairing, SwissPlayer};
use hexpost_tournament::tournament::Status;
use hexpost_tournament::{
    EntrantId, Legs, PairingResult, Points, Round, Tournament, TournamentEvent, WithdrawalRule,
};

/// Checks a round against everything before it.
fn check_round(tournament: &Tournament, round: &Round, players: &[SwissPlayer]) {
    let mut seen = BTreeSet::new();
    for pairing in &round.pairings {
        for id in [pairing.first, pairing.second] {
            assert!(seen.insert(id), "{id} is paired twice");
        }
        let before = tournament.rounds().iter();
        let mut before = before.flat_map(|round| &round.pairings);
        let again = before.any(|it| it.has(pairing.first) && it.has(pairing.second));
        assert!(!again, "{pairing:?} again");
    }
    assert_eq!(round.byes.len(), players.len() % 2);
    for bye in &round.byes {
        assert!(seen.insert(*bye));
        let had = |round: &Round| round.byes.contains(bye);
        assert!(
            !tournament.rounds().iter().any(had),
            "{bye} has a second bye"
        );
    }
    assert_eq!(seen, players.iter().map(|player| player.id).collect());
}

/// Everyone's difference between games with the first and the second seat.
fn seat_balances(tournament: &Tournament) -> BTreeMap<EntrantId, i32> {
    let mut balances = BTreeMap::new();
    for game in tournament.planned() {
        *balances.entry(game.at(Side::First)).or_default() += 1;
        *balances.entry(game.at(Side::Second)).or_default() -= 1;
    }
    balances
}

fn simulate(count: usize, legs: Legs, seed: u64) -> Tournament {
    let mut rng = SplitMix64::new(seed);
    let draw = draw(seed);
    let settings = settings(legs, WithdrawalRule::Keep);
    let mut tournament = Tournament::new(settings, entrants(count)).unwrap();
    for number in 1..=swiss::recommended_rounds(count) {
        let players = swiss::players(&tournament, &draw, number);
        let round = swiss::next_round(&tournament, &draw).unwrap();
        check_round(&tournament, &round, &players);
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
        play(&mut tournament, &mut rng);
    }
    tournament
}

#[test]
fn double_swiss_tournaments_never_repeat_and_balance_all_seats() {
    for index in 0..simulations(4000) {
        let count = 2 + (index % 63) as usize;
        let tournament = simulate(count, Legs::Two, index);
        assert!(seat_balances(&tournament).values().all(|&it| it == 0));
        let all: Points = tournament.standings().iter().map(|it| it.points).sum();
        let games = tournament.games().len();
        let byes = tournament.rounds().iter().flat_map(|it| &it.byes).count();
        assert_eq!(all.halves as usize, (games + byes) * 2, "nothing is lost");
    }
}

#[test]
fn single_swiss_tournaments_keep_seats_nearly_balanced() {
    let mut uneven = 0;
    let mut all = 0;
    for index in 0..simulations(2000) {
        let count = 8 + (index % 57) as usize;
        let tournament = simulate(count, Legs::One, index);
        for (_, balance) in seat_balances(&tournament) {
            assert!(balance.abs() <= 2, "{count} players: {balance}");
            uneven += u32::from(balance.abs() > 1);
            all += 1;
        }
    }
    assert!(uneven * 10 < all, "{uneven} of {all} are off by two");
}

#[test]
fn points_are_as_close_as_any_matching_allows() {
    // All pairings of up to 8 players are tried.
    fn least(players: &[&SwissPlayer]) -> Option<(u32, u32)> {
        let Some((&a, others)) = players.split_first() else {
            return Some((0, 0));
        };
        let without = |id: EntrantId| -> Vec<&SwissPlayer> {
            others.iter().copied().filter(|it| it.id != id).collect()
        };
        let mut found: Option<(u32, u32)> = None;
        let mut offer = |it: (u32, u32)| found = Some(found.map_or(it, |best| best.min(it)));
        if players.len() % 2 == 1
            && !a.had_bye
            && let Some((_, rest)) = least(others)
        {
            offer((a.points.halves, rest));
        }
        for b in others.iter().filter(|it| !a.met.contains(&it.id)) {
            if let Some((bye, rest)) = least(&without(b.id)) {
                offer((bye, rest + a.points.halves.abs_diff(b.points.halves).pow(2)));
            }
        }
        found
    }
    for seed in 0..simulations(2000) {
        let mut rng = SplitMix64::new(seed);
        let count = 4 + (seed % 5) as usize;
        let draw = draw(seed);
        let settings = settings(Legs::Two, WithdrawalRule::Keep);
        let mut tournament = Tournament::new(settings, entrants(count)).unwrap();
        for number in 1..=swiss::max_rounds(count) {
            let players = swiss::players(&tournament, &draw, number);
            let round = swiss::next_round(&tournament, &draw).unwrap();
            let points = |id| players.iter().find(|it| it.id == id).unwrap().points.halves;
            let each = round.pairings.iter();
            let differences = each.map(|it| points(it.first).abs_diff(points(it.second)).pow(2));
            let bye = round.byes.first().map_or(0, |&it| points(it));
            let all: Vec<&SwissPlayer> = players.iter().collect();
            assert_eq!(Some((bye, differences.sum())), least(&all), "{players:?}");
            tournament.apply(&TournamentEvent::Paired(round)).unwrap();
            play(&mut tournament, &mut rng);
        }
    }
}

#[test]
fn as_many_rounds_as_promised_can_be_paired() {
    for seed in 0..simulations(1000) {
        let count = 2 + (seed % 25) as usize;
        let mut rng = SplitMix64::new(seed);
        let settings = settings(Legs::One, WithdrawalRule::Keep);
        let mut tournament = Tournament::new(settings, entrants(count)).unwrap();
        for _ in 0..swiss::max_rounds(count) {
            let round = swiss::next_round(&tournament, &draw(seed)).unwrap();
            tournament.apply(&TournamentEvent::Paired(round)).unwrap();
            play(&mut tournament, &mut rng);
        }
    }
    assert_eq!(swiss::recommended_rounds(9), 4);
    assert_eq!(swiss::recommended_rounds(64), 6);
    assert_eq!(swiss::recommended_rounds(2), 1);
    // Nobody plays alone.
    assert_eq!(swiss::pair(&[], Legs::Two), Err(NoPairing));
    // Two players meet once and never again.
    let settings = settings(Legs::Two, WithdrawalRule::Keep);
    let mut tournament = Tournament::new(settings, entrants(2)).unwrap();
    let round = swiss::next_round(&tournament, &draw(1)).unwrap();
    tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    assert_eq!(swiss::next_round(&tournament, &draw(1)), Err(NoPairing));
    let entrant = EntrantId(1);
    tournament
        .apply(&TournamentEvent::Withdrawn { entrant })
        .unwrap();
    assert_eq!(swiss::next_round(&tournament, &draw(1)), Err(NoPairing));
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower() {
    let settings = settings(Legs::Two, WithdrawalRule::Keep);
    let tournament = Tournament::new(settings, entrants(9)).unwrap();
    let round = swiss::next_round(&tournament, &draw(3)).unwrap();
    let pairs = round.pairings.iter();
    let pairs: Vec<(i64, i64)> = pairs
        .map(|it| (it.first.0.min(it.second.0), it.first.0.max(it.second.0)))
        .collect();
    assert_eq!(pairs, [(1, 5), (2, 6), (3, 7), (4, 8)]);
    assert_eq!(round.byes, [EntrantId(9)]);
}

#[test]
fn those_who_left_are_not_paired() {
    for seed in 0..simulations(500) {
        let mut rng = SplitMix64::new(seed);
        let count = 9 + (seed % 20) as usize;
        let settings = settings(Legs::Two, WithdrawalRule::Keep);
        let mut tournament = Tournament::new(settings, entrants(count)).unwrap();
        for number in 1..=3 {
            let players = swiss::players(&tournament, &draw(seed), number);
            let round = swiss::next_round(&tournament, &draw(seed)).unwrap();
            check_round(&tournament, &round, &players);
            tournament.apply(&TournamentEvent::Paired(round)).unwrap();
            let entrant = EntrantId(1 + rng.below(count as u64) as i64);
            tournament
                .apply(&TournamentEvent::Withdrawn { entrant })
                .unwrap();
            assert_eq!(tournament.status(entrant), Status::Withdrawn);
            play(&mut tournament, &mut rng);
        }
    }
}

#[test]
fn the_same_draw_gives_the_same_pairings() {
    let both = [1, 1].map(|seed| simulate(33, Legs::Two, seed));
    assert_eq!(both[0], both[1]);
    // Which player moves first in the first game depends on the draw.
    let settings = settings(Legs::Two, WithdrawalRule::Keep);
    let tournament = Tournament::new(settings, entrants(16)).unwrap();
    let rounds = [1, 2].map(|seed| swiss::next_round(&tournament, &draw(seed)).unwrap());
    assert_ne!(rounds[0], rounds[1]);
}

#[test]
fn a_corrected_result_changes_the_next_pairing() {
    let settings = settings(Legs::One, WithdrawalRule::Keep);
    let mut tournament = Tournament::new(settings, entrants(4)).unwrap();
    let round = swiss::next_round(&tournament, &draw(1)).unwrap();
    tournament
        .apply(&TournamentEvent::Paired(round.clone()))
        .unwrap();
    for board in 1..=2 {
        let event = ended(key(1, board, 1), PairingResult::First);
        tournament.apply(&event).unwrap();
    }
    let meet = |tournament: &Tournament, a, b| {
        let next = swiss::next_round(tournament, &draw(1)).unwrap();
        next.pairings.iter().any(|it| it.has(a) && it.has(b))
    };
    let [one, two] = [round.pairings[0], round.pairings[1]];
    assert!(meet(&tournament, one.first, two.first));
    let corrected = ended(key(1, 2, 1), PairingResult::Second);
    tournament.apply(&corrected).unwrap();
    assert!(meet(&tournament, one.first, two.second));
}

#[test]
fn a_round_for_64_players_is_paired_within_a_second() {
    let tournament = simulate(64, Legs::Two, 5);
    let begun = std::time::Instant::now();
    swiss::next_round(&tournament, &draw(5)).unwrap();
    assert!(begun.elapsed() < std::time::Duration::from_secs(1));
}
