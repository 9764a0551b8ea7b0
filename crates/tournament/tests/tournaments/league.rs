//! Seasons of a league.

use std::collections::BTreeSet;

use crate::{ids, simulations};
use hexpost_engine::random::SplitMix64;
use hexpost_tournament::EntrantId;
use hexpost_tournament::league::{LARGEST, MOVERS, SMALLEST, divisions, next_season, sizes};

#[test]
fn divisions_have_six_to_eight_players() {
    for players in 0..=200 {
        let sizes = sizes(players);
        assert_eq!(sizes.iter().sum::<usize>(), players);
        assert!(sizes.iter().all(|&size| size <= LARGEST));
        assert!(sizes.is_sorted_by(|a, b| a >= b));
        if players >= 12 && players != 17 {
            assert!(sizes.iter().all(|&size| size >= SMALLEST), "{sizes:?}");
        }
    }
    assert_eq!(sizes(8), [8]);
    assert_eq!(sizes(11), [6, 5]);
    assert_eq!(sizes(12), [6, 6]);
}

/// In which division someone plays.
fn level(divisions: &[Vec<EntrantId>], who: EntrantId) -> usize {
    let mut each = divisions.iter();
    each.position(|division| division.contains(&who)).unwrap()
}

#[test]
fn two_are_promoted_and_two_relegated() {
    let first = divisions(&ids(18));
    let next = next_season(&first, &BTreeSet::new(), &[]);
    let numbers = |index: usize| -> BTreeSet<i64> { next[index].iter().map(|it| it.0).collect() };
    assert_eq!(numbers(0), BTreeSet::from([1, 2, 3, 4, 7, 8]));
    assert_eq!(numbers(1), BTreeSet::from([5, 6, 9, 10, 13, 14]));
    assert_eq!(numbers(2), BTreeSet::from([11, 12, 15, 16, 17, 18]));
}

#[test]
fn gaps_are_closed_from_below_and_newcomers_begin_at_the_bottom() {
    let first = divisions(&ids(12));
    let leaving = BTreeSet::from([EntrantId(1), EntrantId(2)]);
    let joining = [EntrantId(50), EntrantId(51), EntrantId(3)];
    let next = next_season(&first, &leaving, &joining);
    let numbers: Vec<Vec<i64>> = next
        .iter()
        .map(|division| division.iter().map(|it| it.0).collect())
        .collect();
    let expected = vec![vec![3, 4, 7, 8, 5, 6], vec![9, 10, 11, 12, 50, 51]];
    assert_eq!(numbers, expected);
}

#[test]
fn over_many_seasons_nobody_is_lost_or_skips_a_division() {
    for seed in 0..simulations(1000) {
        let mut rng = SplitMix64::new(seed);
        let count = 6 + rng.below(60) as usize;
        let mut current = divisions(&ids(count));
        let mut newest = count as i64;
        for _ in 0..6 {
            for division in &mut current {
                // A season, played at random.
                for index in (1..division.len()).rev() {
                    division.swap(index, rng.below(index as u64 + 1) as usize);
                }
            }
            let next = next_season(&current, &BTreeSet::new(), &[]);
            let all = |it: &[Vec<EntrantId>]| -> BTreeSet<EntrantId> {
                it.iter().flatten().copied().collect()
            };
            assert_eq!(all(&current), all(&next));
            assert_eq!(next.concat().len(), current.concat().len());
            for who in all(&current) {
                let (before, after) = (level(&current, who), level(&next, who));
                assert!(before.abs_diff(after) <= 1);
                let place = current[before].iter().position(|&it| it == who).unwrap();
                let size = current[before].len();
                let is_same_size = current.iter().map(Vec::len).eq(next.iter().map(Vec::len));
                if is_same_size && size >= SMALLEST && (MOVERS..size - MOVERS).contains(&place) {
                    assert_eq!(before, after, "the middle stays");
                }
            }
            let leaver = EntrantId(1 + rng.below(newest as u64) as i64);
            newest += 1;
            let leaving = BTreeSet::from([leaver]);
            let changed = next_season(&current, &leaving, &[EntrantId(newest)]);
            assert!(!all(&changed).contains(&leaver));
            assert!(changed.last().unwrap().contains(&EntrantId(newest)));
            current = changed;
        }
    }
}
