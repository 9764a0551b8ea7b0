//! Round robins: everyone meets everyone, by the Berger tables.

use crate::entrant::EntrantId;
use crate::game::{Pairing, Round};

/// How many games a player has at a time unless the organiser says otherwise.
pub const DEFAULT_GAMES_AT_A_TIME: usize = 4;

/// All rounds, for entrants in the order of their numbers. With an odd number of entrants, one of them rests
/// in each round.
///
/// In a double round robin each pairing has two games, one with each seat, so the rounds are the same.
///
/// ```
/// # use hexpost_tournament::{EntrantId, round_robin};
/// let numbers = [1, 2, 3, 4].map(EntrantId);
/// let pairs: Vec<Vec<(i64, i64)>> = round_robin::rounds(&numbers)
///     .iter()
///     .map(|round| round.pairings.iter().map(|it| (it.first.0, it.second.0)).collect())
///     .collect();
/// assert_eq!(pairs, [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]);
/// ```
pub fn rounds(numbers: &[EntrantId]) -> Vec<Round> {
    let mut places: Vec<Option<EntrantId>> = numbers.iter().copied().map(Some).collect();
    if places.len() % 2 == 1 {
        places.push(None); // who meets this one rests
    }
    let Some(last) = places.len().checked_sub(1) else {
        return Vec::new();
    };
    let half = places.len() / 2;
    let mut rounds = Vec::new();
    for index in 0..last {
        // The last one stays; the others move on by half the table.
        let pivot = index * half % last;
        let mut pairs = Vec::with_capacity(half);
        pairs.push(if index % 2 == 0 {
            (pivot, last)
        } else {
            (last, pivot)
        });
        pairs.extend((1..half).map(|step| ((pivot + step) % last, (pivot + last - step) % last)));
        let pairings = pairs.into_iter().filter_map(|(first, second)| {
            let (first, second) = (places[first]?, places[second]?);
            Some(Pairing { first, second })
        });
        rounds.push(Round {
            number: index as u16 + 1,
            pairings: pairings.collect(),
            byes: Vec::new(),
        });
    }
    rounds
}
