//! Leagues: divisions that play round robins, with promotion and relegation between seasons.

use std::collections::BTreeSet;

use crate::entrant::EntrantId;

/// The smallest division, if there are enough players.
pub const SMALLEST: usize = 6;
/// The largest division.
pub const LARGEST: usize = 8;
/// How many are promoted from a division, and as many relegated to it.
pub const MOVERS: usize = 2;

/// The sizes of the divisions, from the highest: 6 to 8, as equal as possible, the higher ones not smaller.
/// They are smaller only with fewer than 12 players, or with 17.
///
/// ```
/// # use hexpost_tournament::league::sizes;
/// assert_eq!(sizes(15), [8, 7]);
/// assert_eq!(sizes(20), [7, 7, 6]);
/// assert_eq!(sizes(9), [5, 4]);
/// ```
pub fn sizes(players: usize) -> Vec<usize> {
    let count = players.div_ceil(LARGEST);
    (0..count)
        .map(|index| players / count + usize::from(index < players % count))
        .collect()
}

/// The divisions of a first season, for players from the strongest to the weakest.
pub fn divisions(order: &[EntrantId]) -> Vec<Vec<EntrantId>> {
    let mut rest = order;
    let mut divisions = Vec::new();
    for size in sizes(order.len()) {
        let (division, others) = rest.split_at(size);
        divisions.push(division.to_vec());
        rest = others;
    }
    divisions
}

/// The divisions of the next season.
///
/// `finished` are the divisions in their final order. The last [two](MOVERS) of a division change places
/// with the first two of the next one, or the last and the first if one of the divisions is smaller than
/// six. Then `leaving` are taken out, `joining`, from the strongest to the weakest, are added at the end, and the
/// divisions are filled from the top, so gaps are closed by those below.
pub fn next_season(
    finished: &[Vec<EntrantId>],
    leaving: &BTreeSet<EntrantId>,
    joining: &[EntrantId],
) -> Vec<Vec<EntrantId>> {
    let mut divisions = finished.to_vec();
    for upper in 1..finished.len() {
        let (above, below) = (&finished[upper - 1], &finished[upper]);
        let movers = movers(above.len(), below.len());
        let (down, up) = (&above[above.len() - movers..], &below[..movers]);
        // The promoted follow those who stay; the relegated come before them.
        let stayed = divisions[upper - 1].len() - movers;
        divisions[upper - 1].truncate(stayed);
        divisions[upper - 1].extend_from_slice(up);
        divisions[upper].splice(..movers, down.iter().copied());
    }
    let mut order: Vec<EntrantId> = divisions.concat();
    order.retain(|entrant| !leaving.contains(entrant));
    let known: BTreeSet<EntrantId> = order.iter().copied().collect();
    let new = joining.iter().filter(|entrant| !known.contains(entrant));
    order.extend(new.filter(|entrant| !leaving.contains(entrant)));
    self::divisions(&order)
}

/// How many change places between two neighbouring divisions.
fn movers(above: usize, below: usize) -> usize {
    let is_small = above.min(below) < SMALLEST;
    let movers = if is_small { 1 } else { MOVERS };
    // Nobody is promoted and relegated at once.
    movers.min(above / 2).min(below / 2)
}
