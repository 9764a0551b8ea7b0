//! Standings: who is where, and why.
//!
//! Entrants are ordered by points; then by the points of the games between those who are level, if all of
//! them have met; then by Sonneborn–Berger; then by wins with the less favourable seat; then by rating at
//! the start. Those who are still level share the place.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;
use crate::points::{Points, SonnebornBerger};
use crate::tournament::{CountedGame, Status, Tournament};

/// An entrant's line in the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Who.
    pub entrant: EntrantId,
    /// The place, from 1; `None` if the results were annulled.
    pub place: Option<u16>,
    /// Does someone else have the same place?
    pub is_shared: bool,
    /// The points, byes included.
    pub points: Points,
    /// The points of the games against those with as many points; `None` if there are none, or if not all
    /// of them have met.
    pub head_to_head: Option<Points>,
    /// The Sonneborn–Berger score.
    pub sonneborn_berger: SonnebornBerger,
    /// Wins with the less favourable seat, without forfeits.
    pub less_favourable_wins: u16,
    /// The rating at the start.
    pub rating: i32,
    /// Games that count and were won, drawn and lost.
    pub wins: u16,
    /// Games that count and were drawn.
    pub draws: u16,
    /// Games that count and were lost.
    pub losses: u16,
    /// Whether they still play.
    pub status: Status,
}

impl Tournament {
    /// The standings: from the first place to the last, then those whose results were annulled.
    pub fn standings(&self) -> Vec<Standing> {
        let games = self.games();
        let statuses = self.statuses();
        let totals = self.totals(&games);
        let mut lines: Vec<Standing> = Vec::new();
        for (entrant, status) in self.entrants().iter().zip(statuses) {
            lines.push(self.line(entrant.id, entrant.rating, status, &games, &totals));
        }
        lines.sort_by_key(|line| {
            let is_annulled = line.status == Status::Annulled;
            (is_annulled, Reverse(line.points), line.entrant)
        });
        let counted = lines.iter();
        let counted = counted.take_while(|line| line.status != Status::Annulled);
        let counted = counted.count();
        let mut ranks: Vec<(usize, usize)> = Vec::new(); // ranges that share a place
        let mut from = 0;
        while from < counted {
            let points = lines[from].points;
            let level = lines[from..counted].iter();
            let to = from + level.take_while(|line| line.points == points).count();
            let mut at = from;
            for shared in break_ties(&mut lines[from..to], &games) {
                ranks.push((at, at + shared));
                at += shared;
            }
            from = to;
        }
        for (from, to) in ranks {
            for line in &mut lines[from..to] {
                line.place = Some(from as u16 + 1);
                line.is_shared = to - from > 1;
            }
        }
        lines
    }

    /// The points of everyone, byes included.
    fn totals(&self, games: &[CountedGame]) -> BTreeMap<EntrantId, Points> {
        let mut totals: BTreeMap<EntrantId, Points> = BTreeMap::new();
        for game in games {
            for player in [game.game.first, game.game.second] {
                *totals.entry(player).or_default() += game.points(player).unwrap_or_default();
            }
        }
        for bye in self.rounds().iter().flat_map(|round| &round.byes) {
            *totals.entry(*bye).or_default() += Points::WIN;
        }
        totals
    }

    fn line(
        &self,
        entrant: EntrantId,
        rating: i32,
        status: Status,
        games: &[CountedGame],
        totals: &BTreeMap<EntrantId, Points>,
    ) -> Standing {
        let mut line = Standing {
            entrant,
            place: None,
            is_shared: false,
            points: totals.get(&entrant).copied().unwrap_or_default(),
            head_to_head: None,
            sonneborn_berger: SonnebornBerger::default(),
            less_favourable_wins: 0,
            rating,
            wins: 0,
            draws: 0,
            losses: 0,
            status,
        };
        for game in games {
            let Some(points) = game.points(entrant) else {
                continue;
            };
            if let Some(opponent) = game.game.opponent(entrant) {
                let theirs = totals.get(&opponent).copied().unwrap_or_default();
                line.sonneborn_berger += SonnebornBerger::of(points, theirs);
            }
            match points {
                Points::WIN => line.wins += 1,
                Points::DRAW => line.draws += 1,
                _ => line.losses += 1,
            }
            let is_harder = game.game.seat(entrant) == Some(self.settings().less_favourable);
            let is_played = game.outcome().is_some_and(|it| it.ending.is_played());
            if points == Points::WIN && is_harder && is_played {
                line.less_favourable_wins += 1;
            }
        }
        line
    }
}

/// What decides between lines with the same points and head-to-head.
fn later(line: &Standing) -> (Reverse<SonnebornBerger>, Reverse<u16>, Reverse<i32>) {
    let wins = line.less_favourable_wins;
    (
        Reverse(line.sonneborn_berger),
        Reverse(wins),
        Reverse(line.rating),
    )
}

/// Orders lines with the same points. Returns how many share each place.
fn break_ties(lines: &mut [Standing], games: &[CountedGame]) -> Vec<usize> {
    let mut places = Vec::new();
    if lines.len() < 2 {
        return vec![lines.len()];
    }
    let own = head_to_head(lines, games);
    if let Some(own) = &own {
        for line in &mut *lines {
            line.head_to_head = Some(own[&line.entrant]);
        }
    }
    split(lines, games, own, &mut places);
    places
}

/// Orders lines by head-to-head; then the groups that are still level, if they are smaller, by the games
/// among themselves; in the end by the later tie-breaks.
fn split(
    lines: &mut [Standing],
    games: &[CountedGame],
    own: Option<BTreeMap<EntrantId, Points>>,
    places: &mut Vec<usize>,
) {
    let all = lines.len();
    let own = own.unwrap_or_default();
    let points = |line: &Standing| own.get(&line.entrant).copied();
    lines.sort_by_key(|line| (Reverse(points(line)), later(line), line.entrant));
    for group in lines.chunk_by_mut(|a, b| points(a) == points(b)) {
        if group.len() < all && group.len() > 1 {
            let again = head_to_head(group, games);
            split(group, games, again, places);
        } else {
            let level = group.chunk_by(|a, b| later(a) == later(b));
            places.extend(level.map(<[Standing]>::len));
        }
    }
}

/// The points of the games among these entrants; `None` if some of them have not met.
fn head_to_head(lines: &[Standing], games: &[CountedGame]) -> Option<BTreeMap<EntrantId, Points>> {
    let among: BTreeSet<EntrantId> = lines.iter().map(|line| line.entrant).collect();
    let mut points: BTreeMap<EntrantId, Points> = BTreeMap::new();
    let mut met: BTreeSet<(EntrantId, EntrantId)> = BTreeSet::new();
    for game in games.iter().filter(|game| game.outcome().is_some()) {
        let (first, second) = (game.game.first, game.game.second);
        if among.contains(&first) && among.contains(&second) {
            met.insert((first.min(second), first.max(second)));
            for player in [first, second] {
                *points.entry(player).or_default() += game.points(player).unwrap_or_default();
            }
        }
    }
    let have_all_met = met.len() == among.len() * (among.len() - 1) / 2;
    have_all_met.then_some(points)
}
