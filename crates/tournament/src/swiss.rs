//! Swiss tournaments: everyone meets someone with about as many points, and nobody twice.
//!
//! A round is a matching of minimum cost. In this order, it
//!
//! 1. never pairs two players again, and gives nobody a second bye;
//! 2. gives the bye to a player with as few points as possible;
//! 3. lets nobody have one seat three times more often than the other, if a pairing has one game;
//! 4. keeps the differences of points small: the sum of their squares;
//! 5. balances the seats, if a pairing has one game;
//! 6. lets the upper half of those with the same points, by rating, meet the lower half.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use crate::draw::{Purpose, SeedingDraw};
use crate::entrant::EntrantId;
use crate::game::{Pairing, Round};
use crate::matching::min_cost_perfect;
use crate::points::Points;
use crate::tournament::{Legs, Status, Tournament};

/// What pairing has to know about a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwissPlayer {
    /// Who.
    pub id: EntrantId,
    /// The points so far.
    pub points: Points,
    /// The rating.
    pub rating: i32,
    /// Everyone they were paired with.
    pub met: BTreeSet<EntrantId>,
    /// How many more games they had with the first seat than with the second.
    pub seat_balance: i32,
    /// Did they move first in the first game of their last pairing?
    pub was_first: bool,
    /// Have they had a bye?
    pub had_bye: bool,
    /// A lot: between equal players, the lowest comes first.
    pub lot: String,
}

/// No round is possible without someone meeting an opponent again or getting a second bye, or there are fewer than
/// two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPairing;

impl fmt::Display for NoPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no round is possible without a repeated pairing or a second bye")
    }
}

impl std::error::Error for NoPairing {}

/// The number of rounds after which there is one player with all points, if there is no draw; at most as many as
/// [can always be paired](max_rounds).
pub fn recommended_rounds(players: usize) -> u16 {
    let rounds = players.next_power_of_two().ilog2() as u16;
    rounds.min(max_rounds(players))
}

/// The number of rounds that can always be paired if nobody withdraws, however the games end.
///
/// In the graph of those who have not met, everyone still has at least half of the others as possible
/// opponents (Dirac's theorem).
pub const fn max_rounds(players: usize) -> u16 {
    match players {
        0 | 1 => 0,
        3 | 4 => 3,
        _ => players.div_ceil(2) as u16,
    }
}

/// Pairs the next round of a tournament, for those who still play.
pub fn next_round(tournament: &Tournament, draw: &SeedingDraw) -> Result<Round, NoPairing> {
    let number = tournament.rounds().len() as u16 + 1;
    let players = players(tournament, draw, number);
    let (pairings, bye) = pair(&players, tournament.settings().legs)?;
    Ok(Round {
        number,
        pairings,
        byes: bye.into_iter().collect(),
    })
}

/// Those who still play, as they are before a round.
pub fn players(tournament: &Tournament, draw: &SeedingDraw, round: u16) -> Vec<SwissPlayer> {
    let games = tournament.games();
    let standings = tournament.standings();
    let active = standings.iter();
    let active = active.filter(|line| line.status == Status::Active);
    let player = |line: &crate::standings::Standing| {
        let id = line.entrant;
        let rounds = || tournament.rounds().iter();
        let pairings = || rounds().flat_map(|round| &round.pairings);
        let met = pairings().filter_map(|it| match it {
            it if it.first == id => Some(it.second),
            it if it.second == id => Some(it.first),
            _ => None,
        });
        let own = games.iter().filter(|game| game.outcome().is_some());
        let balance = own.map(|game| match game.game.seat(id) {
            Some(hexpost_engine::side::Side::First) => 1,
            Some(hexpost_engine::side::Side::Second) => -1,
            None => 0,
        });
        SwissPlayer {
            id,
            points: line.points,
            rating: line.rating,
            met: met.collect(),
            seat_balance: balance.sum(),
            was_first: pairings()
                .rfind(|it| it.has(id))
                .is_some_and(|it| it.first == id),
            had_bye: rounds().any(|round| round.byes.contains(&id)),
            lot: draw.lot(Purpose::Round(round), id),
        }
    };
    active.map(player).collect()
}

/// Pairs players. Returns the pairings, from the highest points to the lowest, and who has the bye.
pub fn pair(
    players: &[SwissPlayer],
    legs: Legs,
) -> Result<(Vec<Pairing>, Option<EntrantId>), NoPairing> {
    if players.len() < 2 {
        return Err(NoPairing);
    }
    let mut order: Vec<&SwissPlayer> = players.iter().collect();
    order.sort_by_key(|it| (Reverse(it.points), Reverse(it.rating), &it.lot, it.id));
    let costs = Costs::new(&order, legs);
    // With an odd number of players, the one after the last is the bye.
    let count = order.len().next_multiple_of(2);
    let mates = min_cost_perfect(count, |a, b| costs.cost(a, b)).ok_or(NoPairing)?;
    let mut pairings = Vec::new();
    let mut bye = None;
    for (index, &mate) in mates.iter().enumerate() {
        if index >= mate {
            continue;
        }
        if mate == order.len() {
            bye = Some(order[index].id);
        } else {
            pairings.push(seated(order[index], order[mate], legs));
        }
    }
    Ok((pairings, bye))
}

/// The costs of seats: how many players would have one seat three times more often than the other, and the
/// squares of the balances after the game.
const fn seat_costs(first: &SwissPlayer, second: &SwissPlayer) -> (i128, i128) {
    let (first, second) = (first.seat_balance + 1, second.seat_balance - 1);
    let extremes = (first.abs() > 2) as i128 + (second.abs() > 2) as i128;
    (extremes, (first.pow(2) + second.pow(2)) as i128)
}

/// Two players with their seats: by balance, then alternating, then at random.
fn seated(a: &SwissPlayer, b: &SwissPlayer, legs: Legs) -> Pairing {
    let key = |first: &SwissPlayer, second: &SwissPlayer| {
        let balance = match legs {
            Legs::One => seat_costs(first, second),
            Legs::Two => (0, 0),
        };
        let again = u8::from(first.was_first) + u8::from(!second.was_first);
        (balance, again, first.lot.clone(), first.id)
    };
    let (first, second) = if key(a, b) <= key(b, a) {
        (a.id, b.id)
    } else {
        (b.id, a.id)
    };
    Pairing { first, second }
}

/// How many criteria are weighed.
const CRITERIA: usize = 5;

/// The costs of all pairs, each criterion weighing more than everything below it.
struct Costs<'a> {
    order: &'a [&'a SwissPlayer],
    legs: Legs,
    /// The position of each player among those with the same points, and how many those are.
    groups: Vec<(i128, i128)>,
    /// The weights of the criteria; the last weighs 1.
    weights: [i128; CRITERIA],
}

impl<'a> Costs<'a> {
    fn new(order: &'a [&'a SwissPlayer], legs: Legs) -> Self {
        let mut groups = Vec::with_capacity(order.len());
        for group in order.chunk_by(|a, b| a.points == b.points) {
            groups.extend((0..group.len()).map(|at| (at as i128, group.len() as i128)));
        }
        let mut costs = Self {
            order,
            legs,
            groups,
            weights: [1; CRITERIA],
        };
        // A criterion weighs more than the highest sum of all below it.
        let mut highest = [0; CRITERIA];
        for a in 0..=order.len() {
            for b in 0..a {
                let Some(parts) = costs.parts(a, b) else {
                    continue;
                };
                for (highest, part) in highest.iter_mut().zip(parts) {
                    *highest = part.max(*highest);
                }
            }
        }
        let pairs = order.len().div_ceil(2) as i128;
        for index in (1..CRITERIA).rev() {
            costs.weights[index - 1] = costs.weights[index] * (pairs * highest[index] + 1);
        }
        costs
    }

    fn cost(&self, a: usize, b: usize) -> Option<i128> {
        let parts = self.parts(a, b)?.into_iter();
        let weighted = parts.zip(self.weights).map(|(part, weight)| part * weight);
        Some(weighted.sum())
    }

    /// The costs by criterion: bye, three seats too many, points, seats, ratings; `None` if the pair is forbidden.
    fn parts(&self, a: usize, b: usize) -> Option<[i128; CRITERIA]> {
        let (a, b) = (a.min(b), a.max(b));
        let (upper_at, upper_size) = self.groups[a];
        let upper = self.order[a];
        let from_below = (upper_size - 1 - upper_at).pow(2);
        let Some(lower) = self.order.get(b) else {
            let points = i128::from(upper.points.halves);
            return (!upper.had_bye).then_some([points, 0, 0, 0, from_below]);
        };
        if upper.met.contains(&lower.id) {
            return None;
        }
        let difference = i128::from(upper.points.halves - lower.points.halves);
        let (extremes, seats) = match self.legs {
            Legs::One => seat_costs(upper, lower).min(seat_costs(lower, upper)),
            Legs::Two => (0, 0),
        };
        let (lower_at, _) = self.groups[b];
        let rating = if difference == 0 {
            (lower_at - upper_at - upper_size / 2).pow(2)
        } else {
            // The last of a group meets the first of the next.
            from_below + lower_at.pow(2)
        };
        Some([0, extremes, difference.pow(2), seats, rating])
    }
}
