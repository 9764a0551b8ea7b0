//! The matching is the best one: compared with exhaustive search and with another implementation.

use hexpost_engine::random::SplitMix64;
use hexpost_tournament::matching::min_cost_perfect;

type Costs = Vec<Vec<Option<i128>>>;

fn random_costs(rng: &mut SplitMix64, count: usize, highest: u64, missing: u64) -> Costs {
    let mut costs = vec![vec![None; count]; count];
    for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let cost = (rng.below(10) >= missing).then(|| i128::from(rng.below(highest)));
        costs[a][b] = cost;
        costs[b][a] = cost;
    }
    costs
}

/// The sum of a matching, which is checked to be one.
fn sum(costs: &Costs, mates: &[usize]) -> i128 {
    let each = mates.iter().enumerate().map(|(a, &b)| {
        assert_ne!(a, b);
        assert_eq!(mates[b], a);
        costs[a][b].expect("only allowed pairs")
    });
    each.sum::<i128>() / 2
}

/// The least sum, by trying everything.
fn least(costs: &Costs, left: &[usize]) -> Option<i128> {
    let Some((&a, others)) = left.split_first() else {
        return Some(0);
    };
    let tried = others.iter().filter_map(|&b| {
        let rest: Vec<usize> = others.iter().copied().filter(|&it| it != b).collect();
        Some(costs[a][b]? + least(costs, &rest)?)
    });
    tried.min()
}

#[test]
fn it_is_as_cheap_as_exhaustive_search_finds() {
    let mut rng = SplitMix64::new(1);
    let mut impossible = 0;
    for index in 0..crate::simulations(20_000) {
        let count = 2 + 2 * rng.below(4) as usize;
        let costs = random_costs(&mut rng, count, 1 + index % 30, index % 8);
        let expected = least(&costs, &(0..count).collect::<Vec<_>>());
        let found = min_cost_perfect(count, |a, b| costs[a][b]);
        assert_eq!(found.map(|mates| sum(&costs, &mates)), expected);
        impossible += u32::from(expected.is_none());
    }
    assert!(impossible > 100);
}

#[test]
fn it_is_as_cheap_as_another_implementation_finds() {
    let mut rng = SplitMix64::new(2);
    for index in 0..crate::simulations(1000) {
        let count = 10 + 2 * rng.below(28) as usize;
        let costs = random_costs(&mut rng, count, 1 + (index % 5) * 200, index % 7);
        let mut edges = Vec::new();
        for (a, row) in costs.iter().enumerate() {
            let allowed = row.iter().enumerate().take(a);
            edges.extend(allowed.filter_map(|(b, cost)| Some((a, b, 2000 - (*cost)? as i32))));
        }
        let mates = mwmatching::Matching::new(edges).max_cardinality().solve();
        let is_perfect = mates.len() == count && !mates.contains(&usize::MAX);
        let found = min_cost_perfect(count, |a, b| costs[a][b]);
        let expected = is_perfect.then(|| sum(&costs, &mates));
        assert_eq!(found.map(|mates| sum(&costs, &mates)), expected);
    }
}

#[test]
fn nobody_is_left_over() {
    assert_eq!(min_cost_perfect(0, |_, _| Some(0)), Some(Vec::new()));
    assert_eq!(min_cost_perfect(3, |_, _| Some(0)), None);
    // Two triangles: everyone has opponents, but there is no perfect matching.
    assert_eq!(
        min_cost_perfect(6, |a, b| (a / 3 == b / 3).then_some(1)),
        None
    );
}
